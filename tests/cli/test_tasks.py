"""`--task`: each field from its files to its numbers by one command."""

import base64
import json
import re
from pathlib import Path

import pytest

import seamark as sm
from tests.cli.running import Within, corpus_file, lab, rttm
from tests.unit.pages.page_data import section

REFERENCE = [(0.0, 8.0, "A"), (8.0, 16.0, "B"), (16.0, 24.0, "A")]
#: Ends a second early: the task fills it up with a segment without label.
ESTIMATED = [(0.0, 6.2, "A"), (6.2, 16.3, "B"), (16.3, 20.0, "C"), (20.0, 23.0, "A")]


@pytest.fixture
def songs() -> tuple[str, str]:
    return lab("reference.lab", REFERENCE), lab("estimated.lab", ESTIMATED)


@pytest.fixture
def turns() -> tuple[str, str]:
    """The running example of FIELDS.md, and a second recording."""
    reference = rttm("reference.rttm", [(0, 10, "A"), (8, 20, "B"), (24, 30, "A")])
    hypothesis = rttm("hypothesis.rttm", [(0, 9, "1"), (9, 22, "2"), (24, 28, "3")])
    rttm(reference, [(0, 4, "A")], "chat")
    rttm(hypothesis, [(0, 2, "x")], "chat")
    return reference, hypothesis


TAGS = "Ann B-PER\nLee I-PER\nlives O\nin O\nRome B-LOC\n\nAcme B-ORG\nCorp I-ORG\nhired O\nBo B-PER\n"


@pytest.fixture
def fields(songs: tuple[str, str], turns: tuple[str, str]) -> dict[str, tuple[str, str]]:
    """A reference and a hypothesis for every field."""
    for name, videos in (("videos.json", ["AABBCC", "AAAABB"]), ("actions.json", ["AABBBC", "ABAABB"])):
        corpus = {f"v{n}": {"x": sm.LabelledSegmentation.from_labels(v)} for n, v in enumerate(videos)}
        sm.save(sm.Corpus(corpus), name)
    corpus_file(Path("units.json"), {"talk": {"x": [5, 5, 5, 5]}})
    corpus_file(Path("tiler.json"), {"talk": {"x": [5, 7, 8]}})
    Path("gold.conll").write_text(TAGS, encoding="utf-8")
    Path("system.conll").write_text(TAGS.replace("B-LOC", "B-ORG").replace("Corp I-ORG", "Corp O"), encoding="utf-8")
    lab("phones.lab", [(0, 0.1, "h"), (0.1, 0.25, "e"), (0.25, 0.4, "l"), (0.4, 0.6, "o")])
    lab("aligned.lab", [(0, 0.115, "h"), (0.115, 0.24, "e"), (0.24, 0.45, "l"), (0.45, 0.58, "o")])
    annotators = {"ann": [10, 10, 25], "ben": [10, 35], "cat": [5, 40]}
    corpus_file(Path("annotators.json"), {"one": annotators, "two": {"ann": [20, 20]}})
    corpus_file(Path("changes.json"), {"one": {"x": [10, 10, 25]}, "two": {"x": [40]}})
    units = ("units.json", "tiler.json")
    return {
        "music": songs,
        "diarization": turns,
        "actions": ("videos.json", "actions.json"),
        "topics": units,
        "scenes": units,
        "entities": ("gold.conll", "system.conll"),
        "phones": ("phones.lab", "aligned.lab"),
        "changepoints": ("annotators.json", "changes.json"),
    }


#: Numbers of the files above, counted by hand.
BY_HAND = {
    # One of two boundaries is found within half a second, by one of four: 16.3 for 16; and both within three seconds.
    "music": {"F@0.5s": 1 / 3, "F@3s": 2 / 3},
    # 10 of 28 in the first, 2 of 4 in the second: the counts are added, then divided.
    "diarization": {"DER": 12 / 32},
    "actions": {"accuracy": 10 / 12, "edit": (1 + 0.5) / 2},
    "scenes": {"F@2": 0.8},
    # Both persons are right; Rome has another category, Acme another end.
    "entities": {"F": 0.5, "F exact": 0.75, "F partial": 0.875, "F type": 0.75},
    # 15, 10 and 50 ms apart, of which the second is too early.
    "phones": {"within@0.02s": 2 / 3, "mean": 0.025, "median": 0.015},
    # {10, 20}, {10} and {5} against {10, 20} of 45: F 1 and covering .7963. Then 0 is found, 20 is not: precision 1,
    # recall 1/2; and half of the series is covered.
    "changepoints": {"F@5": (1 + 2 / 3) / 2, "covering": (0.7963 + 0.5) / 2},
}


@pytest.mark.parametrize("task", BY_HAND)
def test_the_numbers_of_a_field(seamark: Within, fields: dict[str, tuple[str, str]], task: str) -> None:
    ran = seamark("score", *fields[task], "--task", task, "--json")
    assert (ran.code, ran.json["task"]) == (0, task)
    assert ran.json["lead"] == next(iter(ran.json["overall"]))
    found = {name: ran.json["overall"][name]["value"] for name in BY_HAND[task]}
    assert found == pytest.approx(BY_HAND[task], abs=5e-5)
    assert {one["average"] for one in ran.json["overall"].values()} <= {"macro", "micro"}


def test_what_a_task_did_is_told(seamark: Within, fields: dict[str, tuple[str, str]]) -> None:
    music = seamark("score", *fields["music"], "--task", "music", "--json").json
    assert music["remarks"] == ["hypothesis filled up to the end of the reference in 1 item, by 1,000 units at most"]
    signature = music["overall"]["F@3s"]["signature"]
    assert "|tolerance:3000|" in signature
    assert "|avg:macro|pairs:1|task:music|lengths:reference|unit:0.001s|" in signature
    actions = seamark("score", *fields["actions"], "--task", "actions").out
    assert "micro mean: F1@50, F1@25, F1@10, accuracy; macro mean: edit" in actions
    assert seamark("score", *fields["topics"], "--task", "topics").out.startswith("Pk for topics is ")
    phones = seamark("score", *fields["phones"], "--task", "phones", "--json").json["overall"]
    assert phones["mean"]["parts"]["bias"] == pytest.approx((0.015 - 0.01 + 0.05) / 3)
    lab("wrong.lab", [(0, 0.1, "h"), (0.1, 0.25, "a"), (0.25, 0.4, "l"), (0.4, 0.6, "o")])
    assert "segment 2 has another label" in seamark("score", "phones.lab", "wrong.lab", "--task", "phones").err


def test_files_choose_their_task(seamark: Within, fields: dict[str, tuple[str, str]]) -> None:
    for task, lead in (("diarization", "DER"), ("entities", "F")):
        ran = seamark("score", *fields[task], "--json")
        assert f"{fields[task][0]}: is a file of the task {task}; --task {task} is used\n" in ran.err
        assert ran.json["overall"][lead]["average"] == "micro"
    assert ran.json["further"]["per_category"]["PER"]["f"] == 1
    assert ran.json["further"]["macro"][2] == pytest.approx(1 / 3)
    assert "weighted mean" in seamark("score", *fields["entities"]).out
    assert "micro mean" in seamark("score", *fields["diarization"]).out


@pytest.mark.parametrize(
    ("task", "option", "value", "number", "signed"),
    [
        ("music", "--near", "2", "F@2s", "|tolerance:2000|"),
        ("diarization", "--collar", "1", "DER", "|collar:1000|"),
        ("actions", "--background", "C", "F1@50", "|background:C|"),
        ("changepoints", "--near", "0", "F@0", "|tolerance:0|"),
        ("music", "--metric", "rand", "rand", "|task:music|"),
        ("music", "--average", "micro", "F@0.5s", "|avg:micro|"),
    ],
)
def test_an_option_given_by_hand_wins(
    seamark: Within, fields: dict[str, tuple[str, str]], task: str, option: str, value: str, number: str, signed: str
) -> None:
    overall = seamark("score", *fields[task], "--task", task, option, value, "--json").json["overall"]
    assert signed in overall[number]["signature"]


def test_frames_against_predictions(seamark: Within) -> None:
    Path("video.txt").write_text("S\nS\np\np\nt\nt\n", encoding="utf-8")
    Path("predicted.txt").write_text("### Frame level recognition: ###\nS S p p p t", encoding="utf-8")
    ran = seamark("score", "video.txt", "predicted.txt", "--task", "actions", "--from", "frames", "--json")
    assert ran.json["overall"]["accuracy"]["value"] == 5 / 6


def test_times_without_a_task_name_those_that_fit(seamark: Within, songs: tuple[str, str]) -> None:
    first, second, _, _, _, lead, *_ = seamark("score", *songs, "--trim", "2", "-q").out.splitlines()
    assert first.startswith("times fit several tasks: chapters, music, ")
    assert second.startswith("F@0.5s is 0.4000 over 1 item")
    assert lead.split()[0] == "F@0.5s"


#: Files of every kind: the tasks that the message names, and further ones as which they can be read.
FITTING = {
    "talk.rttm": ("diarization", ""),
    "text.conll": ("entities", ""),
    "video.txt": ("actions", ""),
    "song.lab": ("chapters, music, diarization, phones", ""),
    "units.json": ("topics, chapters, changepoints, scenes", ""),
    "labels.json": ("music, actions, phones", "diarization, entities"),
    "spans.json": ("diarization, entities", "music, actions, phones"),
    "levels.json": ("none", ""),
    "chunks.jsonl": ("topics, changepoints, scenes", "actions, entities"),
}


@pytest.mark.parametrize("task", sm.TASKS)
def test_a_wrong_task_is_one_sentence(seamark: Within, task: str) -> None:
    rttm("talk.rttm", [(0, 10, "A"), (8, 12, "B")])
    lab("song.lab", REFERENCE)
    Path("text.conll").write_text("Ann B-PER\nLee I-PER\nin O\nRome B-LOC\n", encoding="utf-8")
    Path("video.txt").write_text("### Frame level recognition: ###\nS S p p p t", encoding="utf-8")
    chunks = {"item": "x", "text": "We left. Land!", "chunks": ["We left.", "Land!"]}
    Path("chunks.jsonl").write_text(json.dumps(chunks) + "\n", encoding="utf-8")
    codings = {
        "units": sm.Segmentation.from_masses([5, 5]),
        "labels": sm.LabelledSegmentation.from_labels("AABB"),
        "spans": sm.Spans([(0, 3, "A")], length=9),
        "levels": sm.Hierarchy.from_levels([[6, 6], [3, 3, 6]]),
    }
    for name, coding in codings.items():
        sm.save(sm.Corpus({"x": {"ann": coding}}), f"{name}.json")

    Path("questions.jsonl").write_text('{"question": "?", "answer": "Land!"}\n', encoding="utf-8")
    more = ("--spans", "questions.jsonl") if task == "chunks" else ()
    for file, (fitting, further) in FITTING.items():
        if task == "chunks" and file == "chunks.jsonl":
            continue  # its text is one of chunks
        ran = seamark("score", file, file, "--task", task, *more)
        if task in f"{fitting}, {further}".split(", "):
            assert ran.code == 0, f"FITTING names {task} for {file}: {ran.err}"
            continue
        assert (ran.code, ran.out) == (1, ""), f"FITTING does not name {task} for {file}"
        assert ran.err.count("\n") == 1 or more  # a file may also be told as what it was read
        about = ", which is about texts" if more else ""
        named = fitting if more or file != "spans.json" else f"chunks, {fitting}"
        said = f"seamark: {file}: does not fit the task {task}{about}; tasks that it fits: {named}"
        assert ran.err.splitlines()[-1] == said, f"FITTING names other tasks for {file}"


def test_the_list_of_tasks(seamark: Within) -> None:
    found = seamark("metrics", "--tasks", "--json").json["tasks"]
    assert [one["name"] for one in found] == list(sm.TASKS)
    assert {one["name"]: one["numbers"][0] for one in found} == {name: task.lead for name, task in sm.TASKS.items()}


def test_regions_that_are_scored(seamark: Within, turns: tuple[str, str]) -> None:
    """Values of the running example within [5, 25), counted by hand."""
    Path("scored.uem").write_text("talk 1 5 25\nchat 1 0 4\n", encoding="utf-8")
    files = (*turns, "--uem", "scored.uem", "--json")
    # A UEM is about diarization: nobody has to name the task.
    assert seamark("score", *files).json == seamark("score", *files, "--task", "diarization").json
    talk = {row["item"]: row["scores"] for row in seamark("score", *files).json["items"]}["talk"]
    found = [talk[name]["value"] for name in ("DER", "purity", "coverage", "JER")]
    assert found == pytest.approx([5 / 18, 16 / 18, 15 / 18, 0.2738], abs=5e-5)


def test_systems_are_compared_by_the_leading_number(seamark: Within, turns: tuple[str, str]) -> None:
    rttm("other.rttm", [(0, 20, "1")])
    rttm("other.rttm", [(0, 4, "x")], "chat")
    ran = seamark("compare", *turns, "other.rttm", "--seed", "1", "--json")
    assert ran.err.startswith("reference.rttm: is a file of the task diarization")
    (found,) = ran.json["pairwise"].values()
    assert list(ran.json["pairwise"]) == ["DER"]
    assert {one["name"]: one["value"] for one in found["systems"]}["hypothesis"] == 12 / 32
    ran = seamark("audit", *turns, "--task", "diarization", "--collar", "1")
    assert "pyannote, collar 2000" in ran.out


@pytest.fixture
def coders() -> str:
    for coder, first, second in (("ann", 8.0, 5.0), ("ben", 8.4, 2.0)):
        Path("study", coder).mkdir(parents=True)
        lab(f"study/{coder}/one.lab", [(0.0, first, "A"), (first, 16.0, "B"), (16.0, 24.0, "A")])
        lab(f"study/{coder}/two.lab", [(0.0, second, "A"), (second, 9.0, "B")])
    return "study"


def test_agreement_about_labels(seamark: Within, coders: str) -> None:
    ran = seamark("agree", coders, "--task", "music", "--json")
    assert list(ran.json["levels"]) == ["F@0.5s", "pairwise F", "B@0.5s"]
    # Two of two boundaries within half a second in the first song, none of one in the second.
    assert ran.json["levels"]["F@0.5s"]["observed"] == pytest.approx(2 / 3)
    by_hand = sm.label_agreement(sm.load(coders, kind="labels", resolution=0.001), "f:tolerance=500")
    assert ran.json["levels"]["F@0.5s"]["value"] == by_hand.levels["f"].value
    assert ran.json["unit_alpha"] == by_hand.unit_alpha
    shown = seamark("agree", coders, "--as", "labels", "-m", "B", "--near", "1").out
    assert "Alpha of the labels of units is" in shown


def test_agreement_about_chapters_has_near_misses_in_seconds(seamark: Within, coders: str) -> None:
    ran = seamark("agree", coders, "--task", "chapters", "--json")
    assert "|metric:B|n:3001|" in ran.json["signature"]
    assert "|metric:f|tolerance:3000|" in ran.json["others"][0]["signature"]


def test_a_report_of_labels(seamark: Within, coders: str) -> None:
    page = reported(seamark, coders, "--task", "music")
    assert "tolerance:500" in page
    assert "2 coders divided 2 songs into sections" in page
    # Both coders labelled all of 24 and 9 seconds: ann gave B to 8 and 4 of them, ben to 7.6 and 7.
    shares = re.findall(r'data-label="Share" data-value="([^"]+)"', section(page, "labels"))
    assert [float(share) for share in shares] == pytest.approx([(66 - 26.6) / 66, 26.6 / 66])
    assert '<td class="number" data-label="Observed">0.667</td>' in section(page, "labels")
    assert section(page, "pictures").count("data:image/svg+xml;base64,") == 2
    assert "|tolerance:2000|" in reported(seamark, coders, "--task", "music", "--near", "2").replace("<wbr>", "")


def reported(seamark: Within, *words: str) -> str:
    assert seamark("report", *words, "-o", "report.html", "--force").code == 0
    return Path("report.html").read_text(encoding="utf-8")


def test_reports_have_the_words_and_pictures_of_their_field(seamark: Within) -> None:
    rttm("ann.rttm", [(0, 10, "A"), (8, 20, "B")])
    rttm("ben.rttm", [(0, 9, "1"), (9, 20, "2")])
    page = reported(seamark, "ann.rttm", "ben.rttm", "--files-as-coders", "--task", "diarization")
    assert "2 coders marked 4 turns of 4 categories on 1 recording" in page
    assert ">ben 1 = A<" in drawn(page)
    corpus = {"series": {"ann": [3, 3], "ben": [2, 4]}}
    sm.save(sm.Corpus(corpus, texts={"series": [*"1115", "5.5", "5"]}), "series.json")
    page = reported(seamark, "series.json", "--task", "changepoints")
    assert "2 coders divided 1 series into segments: 2 segmentations of 6 observations" in page
    assert ">Value<" in drawn(page)
    assert ">Value<" not in drawn(reported(seamark, "series.json", "--task", "changepoints", "--no-texts"))
    Path("gold.conll").write_text(TAGS, encoding="utf-8")
    Path("other.conll").write_text(TAGS.replace("B-LOC", "B-ORG"), encoding="utf-8")
    page = reported(seamark, "gold.conll", "other.conll", "--files-as-coders", "--task", "entities")
    assert ">Rome<" in drawn(page)


def drawn(page: str) -> str:
    """The first picture of a page."""
    return base64.b64decode(re.search('data:image/svg.xml;base64,([^"]+)', section(page, "pictures"))[1]).decode()


def test_coders_of_a_task_may_end_their_songs_at_different_times(seamark: Within) -> None:
    for name, end in (("ann", 20), ("ben", 20.5)):
        Path(f"{name}.txt").write_text(f"0.0\tverse\n10.0\tchorus\n{end}\tend\n", encoding="utf-8")
    for files in (("ann.txt", "ben.txt"), ("ben.txt", "ann.txt")):
        ran = seamark("agree", *files, "--files-as-coders", "--task", "music", "--json")
        assert ran.code == 0, ran.err
        assert "cut at the end of the shortest in 1 item, by 500 units at most" in ran.err
        assert ran.json["levels"]["F@0.5s"]["observed"] == 1
    ran = seamark("score", "ann.txt", "ben.txt")
    assert ran.code == 1
    assert "--task" in ran.err
