"""Commands recognise the kind of codings in files; each works on it, or names the commands that do."""

import json
from pathlib import Path

import pytest

import seamark as sm
from tests.cli.running import Within, as_process

ANN = sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20)
BEN = sm.Spans([(3, 9, "A"), (12, 15, "A")], length=20)
SONG = sm.LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
OTHER = sm.LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")])
BOOK = sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])
STUDIES = {
    "spans": sm.Corpus({"talk": {"ann": ANN, "ben": BEN}}),
    "labels": sm.Corpus({"song": {"ann": SONG, "ben": OTHER}}),
    "levels": sm.Corpus({"book": {"ann": BOOK, "ben": BOOK}}),
}


@pytest.fixture(autouse=True)
def files(seamark: Within) -> None:
    for model, study in STUDIES.items():
        sm.save(study, f"{model}.json")
        sm.save(study, f"{model}.jsonl")
        sm.save(study, f"{model}.csv")


@pytest.mark.parametrize("model", STUDIES)
@pytest.mark.parametrize("suffix", ["json", "jsonl", "csv"])
def test_score_finds_any_model(seamark: Within, model: str, suffix: str) -> None:
    file = f"{model}.{suffix}"
    ran = seamark("score", file, file, "--coder", "ann,ben", "--json")
    assert ran.err == f"{file}: holds {model}, and is read so (--as {model})\n"
    assert ran.json == seamark("score", file, file, "--coder", "ann,ben", "--as", model, "--json").json


def test_boundaries_are_read_of_any_model_when_asked_for(seamark: Within) -> None:
    ran = seamark("score", "labels.csv", "labels.csv", "--coder", "ann,ben", "-m", "S", "--as", "boundaries", "--json")
    assert "labels are left out: boundaries are where segments meet" in ran.err
    expected = sm.similarity(SONG.segmentation, OTHER.segmentation)
    assert json.loads(ran.out)["items"][0]["scores"]["S"]["value"] == expected


@pytest.mark.parametrize(
    ("command", "model"),
    [
        (("agree",), "levels"),
        (("align",), "labels"),
        (("plan",), "spans"),
        (("consensus",), "spans"),
        (("plot", "lanes", "-o", "x.svg"), "spans"),
        (("report", "-o", "x.html"), "labels"),
    ],
)
def test_other_commands_say_what_they_take(seamark: Within, command: tuple[str, ...], model: str) -> None:
    ran = seamark(*command, f"{model}.json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.startswith(f"seamark: {model}.json: holds {model}; seamark {command[0]}")
    assert " takes boundaries" in ran.err


def test_standard_input_is_read_as_what_it_holds(seamark: Within) -> None:
    data = Path("spans.json").read_bytes()
    ran = as_process("agree", "-", "--json", stdin=data)
    assert ran.err == "standard input: holds spans, and is read so (--as spans)\n"
    assert ran.json == seamark("agree", "spans.json", "--json").json


def test_convert_says_what_it_found_and_what_is_lost(seamark: Within) -> None:
    for model, study in STUDIES.items():
        ran = seamark("convert", f"{model}.csv", f"{model}.parquet")
        assert ran.err == f"{model}.csv: holds {model}, and is read so (--as {model})\n"
        assert sm.load(f"{model}.parquet", kind=model) == study
    ran = seamark("convert", "spans.json", "turns", "--to", "rttm", "--out-resolution", "0.5", "--quiet")
    assert "lost: rttm does not keep the length of an item beyond its last span; --duration" in ran.out
    seamark("convert", "turns", "back.json", "--as", "spans", "--resolution", "0.5", "--duration", "10")
    assert sm.load("back.json", kind="spans") == STUDIES["spans"]
    refused = seamark("convert", "levels.json", "x.TextGrid", "--out-resolution", "1")
    assert "item 'book' has " in refused.err
    assert not Path("x.TextGrid").exists()
