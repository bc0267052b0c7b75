"""Chunks of a splitter are scored against a corpus with texts as they are, and codings are written for other tools."""

import json
from pathlib import Path

import pytest

from seamark import Corpus, load, save
from tests.cli.running import Within

UNITS = ["The sea was calm.", "We left at dawn.", "The wind rose.", "Waves broke.", "Nobody slept.", "Land!"]
GOLD = Corpus({"voyage": {"gold": [2, 3, 1]}, "home": {"gold": [2]}}, texts={"voyage": UNITS, "home": ["One.", "Two."]})


@pytest.fixture(autouse=True)
def _files(seamark: Within) -> None:
    save(GOLD, "gold.json")
    write(" ".join(UNITS[:2]), " ".join(UNITS[2:4]), " ".join(UNITS[4:]))


def write(*chunks: str) -> None:
    as_lines("chunks.jsonl", {"item": "voyage", "chunks": chunks}, {"item": "home", "chunks": ["One. Two."]})


def as_lines(name: str, *rows: dict[str, object]) -> None:
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_score_just_works(seamark: Within) -> None:
    ran = seamark("score", "gold.json", "chunks.jsonl", "--metric", "S", "--json")
    assert (ran.code, ran.err) == (0, "")
    save(Corpus({"voyage": {"chunks": [2, 2, 2]}, "home": {"chunks": [2]}}), "plain.json")
    expected = seamark("score", "gold.json", "plain.json", "--metric", "S", "--json")
    assert ran.json["items"] == expected.json["items"]
    assert ran.json["overall"] == expected.json["overall"]


def test_what_is_lost_is_an_error_that_names_the_option(seamark: Within) -> None:
    write("Page 1 " + UNITS[0], " ".join(UNITS[1:]))
    ran = seamark("score", "gold.json", "chunks.jsonl")
    assert ran.code == 1
    assert "chunks.jsonl:1: item 'voyage': chunk 1 of 2: 'Page 1' is not in the text" in ran.err
    assert ran.err.endswith("--max-lost is 0\n")
    assert seamark("score", "gold.json", "chunks.jsonl", "--max-lost", "0.1").code == 0


def test_times_keep_their_resolution(seamark: Within) -> None:
    Path("song.txt").write_text("0.0\t1.25\ta\n1.25\t3.0\tb\n", encoding="utf-8")
    assert seamark("convert", "song.txt", "song.TextGrid", "--from", "audacity", "--resolution", "0.01").code == 0
    assert load("song.TextGrid", resolution=0.01)["song"]["coder"].masses == (125, 175)
    words = ("convert", "gold.json", "out", "--to", "textgrid", "--drop", "texts")
    ran = seamark(*words)
    assert (ran.code, ran.err) == (1, "seamark: say with --out-resolution how many seconds a unit lasts\n")
    assert seamark(*words, "--out-resolution", "2").code == 0
    assert load("out/voyage.textgrid", resolution=2)["voyage"]["gold"].masses == (2, 3, 1)


def test_a_consensus_goes_back_to_the_tool(seamark: Within) -> None:
    save(Corpus({"voyage": {"ann": [2, 4], "ben": [2, 4], "cat": [3, 3]}}, texts={"voyage": UNITS}), "codings.json")
    assert seamark("consensus", "codings.json", "-o", "tasks.json", "--to", "label-studio").code == 0
    (task,) = json.loads(Path("tasks.json").read_text(encoding="utf-8"))
    (prediction,) = task["predictions"]
    assert prediction["model_version"] == "consensus"
    assert [one["value"]["text"] for one in prediction["result"]] == ["\n".join(UNITS[:2]), "\n".join(UNITS[2:])]
    assert seamark("consensus", "codings.json", "-o", "gold.csv").code == 0
    assert load("gold.csv")["voyage"]["consensus"].masses == (2, 4)
    assert seamark("consensus", "codings.json", "-o", "agreed.json").code == 0
    assert load("agreed.json").texts["voyage"] == tuple(UNITS)


QUESTIONS = (
    {"item": "voyage", "question": "When did they leave?", "answer": "We left at dawn."},
    {"item": "voyage", "question": "Which weather?", "answers": ["The sea was calm.", "The wind rose. Waves broke."]},
    {"item": "voyage", "question": "Who slept?", "answer": "Nobody  slept."},
    {"item": "home", "question": "What came first?", "start": 0, "end": 4},
)


@pytest.fixture
def questions() -> str:
    as_lines("questions.jsonl", *QUESTIONS)
    chunks = [UNITS[0], f"{UNITS[1]} {UNITS[2]} Waves", "broke. Nobody slept. Land!"]
    as_lines("fixed.jsonl", {"item": "voyage", "chunks": chunks}, {"item": "home", "chunks": ["One.", "Two."]})
    return "questions.jsonl"


def test_chunkers_are_ranked_by_how_they_keep_answers_together(seamark: Within, questions: str) -> None:
    words = ("score", "gold.json", "fixed.jsonl", "mine=chunks.jsonl", "--task", "chunks", "--spans", questions)
    ran = seamark(*words, "--seed", "1", "--json")
    found = ran.json["chunkers"]
    # Characters of the answers over those of the chunks that share with them, question by question, counted by hand.
    fixed = (16 / 37 + (17 + 14 + 1 + 5 + 1 + 6) / (17 + 37 + 1 + 26) + 13 / 26 + 1) / 4
    mine = (16 / 34 + (17 + 27) / (34 + 27) + 13 / 19 + 4 / 9) / 4
    assert found["fixed"]["omega"] == pytest.approx(fixed, abs=0.01)
    assert found["mine"]["omega"] == pytest.approx(mine, abs=0.01)
    assert list(found) == (["fixed", "mine"] if fixed > mine else ["mine", "fixed"])
    assert seamark(*words, "--seed", "1", "--details").out == seamark(*words, "--seed", "1").out
    assert (found["mine"]["whole"], found["fixed"]["whole"]) == (1, (1 + 0.5 + 1 + 1) / 4)
    assert found["mine"]["boundaries"] > found["fixed"]["boundaries"]
    (cut,) = ran.json["cut"]
    assert cut["text"] == "The wind rose. Waves | broke."
    shown = seamark(*words, "--seed", "1").out
    assert "over 4 questions (higher is better)" in shown
    assert "The wind rose. Waves | broke." in shown


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"item": "voyage", "question": "q", "answer": "A storm came."}', "the answer 'A storm"),
        ('{"item": "sea", "question": "q", "answer": "x"}', "there is no text of item 'sea'"),
        ('{"item": "home", "question": "q", "start": 3, "end": 99}', "an answer goes from 3 to 99"),
        ('{"item": "home", "question": "q"}', "a question has no answer"),
    ],
)
def test_questions_that_cannot_be_asked(seamark: Within, line: str, said: str) -> None:
    Path("questions.jsonl").write_text(f"{line}\n", encoding="utf-8")
    ran = seamark("score", "gold.json", "chunks.jsonl", "--task", "chunks", "--spans", "questions.jsonl")
    assert ran.code == 1
    assert f"questions.jsonl:1: {said}" in ran.err


def test_a_report_shows_the_answers_that_are_cut(seamark: Within, questions: str) -> None:
    words = ("report", "gold.json", "--task", "chunks", "--systems", "fixed.jsonl", "--spans", questions)
    assert seamark(*words, "-o", "report.html").code == 0
    page = Path("report.html").read_text(encoding="utf-8")
    assert "The wind rose. Waves | broke." in page
    assert page.count("data:image/svg+xml;base64,") == 2
    assert seamark(*words, "-o", "fixed.jsonl", "--force").code != 0
    assert "needs --spans" in seamark(*words[:-2], "-o", "other.html").err
