"""Labels, spans and levels on the command line: what is scored, audited and compared, from the files of tools."""

from pathlib import Path

import mir_eval
import pytest

import seamark as sm
from tests.cli.running import Within, lab, rttm

REFERENCE = [(0.0, 8.0, "A"), (8.0, 16.0, "B"), (16.0, 24.0, "A")]
ESTIMATED = [(0.0, 6.0, "A"), (6.0, 16.0, "B"), (16.0, 20.0, "C"), (20.0, 24.0, "A")]


def test_labels_as_mir_eval_reads_them(seamark: Within) -> None:
    files = lab("reference.lab", REFERENCE), lab("estimated.lab", ESTIMATED)
    sides = [mir_eval.io.load_labeled_intervals(file) for file in files]
    theirs = [part for side in sides for part in side]
    ran = seamark("score", *files, "--as", "labels", "-m", "pairwisef,nce", "--resolution", "0.25", "--json")
    assert ran.code == 0
    pairwise, nce = ran.json["overall"]["pairwisef"], ran.json["overall"]["nce"]
    precision, recall, f = mir_eval.segment.pairwise(*theirs, frame_size=0.25)
    assert pairwise["parts"] == pytest.approx({"precision": precision, "recall": recall})
    assert pairwise["value"] == pytest.approx(f)
    assert nce["value"] == pytest.approx(mir_eval.segment.nce(*theirs, frame_size=0.25)[2])
    assert pairwise["signature"].startswith("pairwisef|on:labels|")


def test_turns(seamark: Within) -> None:
    reference = rttm("reference.rttm", [(0, 10, "A"), (8, 20, "B"), (24, 30, "A")])
    hypothesis = rttm("hypothesis.rttm", [(0, 9, "1"), (9, 22, "2"), (24, 28, "3")])
    ran = seamark("score", reference, hypothesis, "-m", "der:collar=1000,jer", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["overall"]["der"]["value"] == pytest.approx(5 / 18)
    assert ran.json["overall"]["jer"]["value"] == pytest.approx(0.325892857)
    assert ran.json["overall"]["der"]["signature"].startswith("der|conv:pyannote|collar:1000|overlap:scored|")
    defaults = seamark("score", reference, hypothesis, "--as", "spans", "--json")
    assert list(defaults.json["overall"]) == ["der", "jer", "spanf1"]
    refused = seamark("score", reference, hypothesis, "--as", "labels")
    assert refused.code == 1
    assert "overlaps the one before it; a labelled segmentation has one label everywhere" in refused.err


TEXTGRID = """File type = "ooTextFile"
Object class = "TextGrid"

0 8 <exists> 2
"IntervalTier" "phrase" 0 8 2
0 4 "A"
4 8 "B"
"IntervalTier" "word" 0 8 {count}
{words}
"""


def textgrid(name: str, words: list[tuple[int, int, str]]) -> str:
    lines = "\n".join(f'{start} {end} "{label}"' for start, end, label in words)
    Path(name).write_text(TEXTGRID.format(count=len(words), words=lines), encoding="utf-8")
    return name


def test_tiers_as_levels(seamark: Within) -> None:
    reference = textgrid("reference.TextGrid", [(0, 2, "a"), (2, 4, "b"), (4, 8, "c")])
    hypothesis = textgrid("hypothesis.TextGrid", [(0, 3, "a"), (3, 4, "b"), (4, 8, "c")])
    how = ("--as", "levels", "--levels", "phrase,word", "--resolution", "1")
    ran = seamark("score", reference, hypothesis, *how, "-m", "t,l,B", "--json")
    assert ran.code == 0, ran.err
    sides = [
        sm.Hierarchy.from_labelled([sm.LabelledSegmentation.from_labels(level) for level in levels])
        for levels in (("AAAABBBB", "aabbcccc"), ("AAAABBBB", "aaabcccc"))
    ]
    for name, metric in (("t", sm.TMeasure()), ("l", sm.LMeasure()), ("B", sm.B())):
        assert ran.json["overall"][name]["value"] == pytest.approx(metric.compare(*sides).value)
    refused = seamark("score", reference, hypothesis, *how[:2], "--levels", "wrod")
    assert "no tier is called 'wrod'; did you mean 'word'?" in refused.err
    assert "has several tiers (phrase, word)" in seamark("score", reference, hypothesis, "-m", "t").err


TURNS = {"one": [(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], "two": [(0, 5, "A"), (5, 9, "B")]}
EARLY = {"one": [(0, 9, "x"), (9, 22, "y"), (24, 28, "z")], "two": [(0, 4, "x"), (4, 9, "y")]}
LATE = {"one": [(3, 10, "x"), (12, 20, "y")], "two": [(2, 9, "x")]}


@pytest.fixture
def files() -> tuple[str, str, str]:
    for name, turns in (("reference", TURNS), ("early", EARLY), ("late", LATE)):
        for item, rows in turns.items():
            rttm(f"{name}.rttm", [(start / 10, end / 10, who) for start, end, who in rows], item)
    return "reference.rttm", "early.rttm", "late.rttm"


def in_hundredths(turns: dict[str, list[tuple[int, int, str]]]) -> dict[str, sm.Spans]:
    length = {"one": 300, "two": 90}
    return {
        item: sm.Spans([(10 * a, 10 * b, who) for a, b, who in rows], length=length[item])
        for item, rows in turns.items()
    }


def test_audit_is_what_the_library_says(seamark: Within, files: tuple[str, ...]) -> None:
    ran = seamark("audit", *files, "--metric", "der,der:collar=5,jer", "--resolution", "0.01", "--json")
    systems = {"early": in_hundredths(EARLY), "late": in_hundredths(LATE)}
    expected = sm.audit(in_hundredths(TURNS), systems, "der,der:collar=5,jer")
    found = {(row["metric"], row["convention"], row["average"]): row["values"] for row in ran.json["scores"]}
    assert found == {(row.metric, row.convention, row.average): row.values for row in expected.scores}
    assert ("der", "pyannote, collar 10", "micro") in found


def test_audit_of_a_model_has_metrics_of_its_own(seamark: Within, files: tuple[str, ...]) -> None:
    ran = seamark("audit", *files, "--as", "spans", "--reported", "0.36")
    assert ran.code == 0
    assert {line.split()[0] for line in ran.out.splitlines() if " macro " in line} >= {"der", "jer", "spanf1"}


def test_compare_ranks_systems_by_turns(seamark: Within, files: tuple[str, ...]) -> None:
    ran = seamark("compare", *files, "--metric", "der", "--seed", "1", "--json")
    ranked = ran.json["pairwise"]["der"]["systems"]
    assert [one["name"] for one in ranked] == ["early", "late"]
    expected = sm.score(in_hundredths(TURNS), in_hundredths(EARLY), "der").overall["der"].value
    assert ranked[0]["value"] == expected
