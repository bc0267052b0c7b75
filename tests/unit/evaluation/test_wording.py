"""What an evaluation says, in words and as a table."""

import math
from dataclasses import replace
from types import MappingProxyType

import pytest

from seamark.evaluation.human_comparison import (
    AnnotatorTest,
    Difference,
    Evaluation,
    HumanBand,
    HumanStanding,
    Lead,
    RankAmongPeople,
    Standing,
)
from seamark.metrics.signature import Signature
from seamark.stats.intervals import Interval


def gap(value, low, high):
    return Difference(value, Interval(low, high, 0.95, "jackknife-t"), 0.001, 0.001, 20.0)


def human(change):
    return HumanStanding(items=60, value=0.8 + change, others=0.8, change=change, similarity=0.9)


STANDING = Standing(
    name="tiler",
    items=60,
    value=0.75,
    humans=0.8,
    change=-0.05,
    difference=gap(-0.05, -0.07, -0.03),
    win_rate=0.24,
    ties=0.0,
    rank=RankAmongPeople(3, 4, -0.5, 0.3333),
    annotator_test=None,
    similarity=0.7,
    similarities=MappingProxyType({"ann": 0.7}),
    density=1.25,
    lead=None,
)
BASELINE = replace(STANDING, name="random", change=-0.2, difference=gap(-0.2, -0.3, -0.1))
EVALUATION = Evaluation(
    value=0.8,
    band=HumanBand(MappingProxyType({"ann": human(0.02), "ben": human(-0.01), "cat": human(-0.06)}), ()),
    segmenters=(STANDING,),
    baselines=(BASELINE,),
    coders=3,
    items=60,
    left_out=(),
    coefficient="pi",
    similarity="S",
    margin=None,
    ci=0.95,
    seed=7,
    signature=Signature("compare", (("seed", "7"),)),
)


def said(margin=None, **changes):
    return replace(EVALUATION, margin=margin, segmenters=(replace(STANDING, **changes),)).conclusions["tiler"]


def noted(**changes):
    return replace(EVALUATION, **changes).notes


@pytest.mark.parametrize(
    ("difference", "start"),
    [
        (gap(-0.05, -0.1, -1e-6), "Less like the other humans than a human is (-0.0500, 95% interval "),
        (gap(-0.05, -0.1, 0.0), "Not shown to differ from a human (-0.0500, 95% interval -0.1000 to +0.0000); "),
        (gap(0.05, 0.0, 0.1), "Not shown to differ"),
        (gap(0.05, 1e-6, 0.1), "More like the other humans"),
        (replace(gap(-0.05, 0, 0), interval=None), "Difference from a human -0.0500, without an interval; wins 24%"),
    ],
)
def test_the_verdict_follows_from_the_interval_of_the_difference_and_not_from_the_band(difference, start):
    # The change lies inside the band, or far below it.
    for change in (-0.05, -0.9):
        assert said(difference=difference, change=change).startswith(start)


def test_what_stands_beside_the_verdict():
    assert "wins 24% of the comparisons with humans, 3rd of 4 among the people (p = 0.333)" in said()
    assert "among the people" not in said(rank=None)
    for place, text in ((1, "1st"), (2, "2nd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")):
        assert f"{text} of 28 among the people" in said(rank=RankAmongPeople(place, 28, 0.0, 0.5))


def test_the_margin():
    assert said().endswith("with a margin above 0.0700.")
    assert "Not shown to be within the margin of 0.07" in said(0.07)
    assert said(0.08).endswith("No worse than a human by more than the margin of 0.08.")
    assert "margin" not in said(0.1, difference=replace(gap(0, 0, 0), interval=None))


def test_the_annotator_test():
    done = AnnotatorTest(0.1, 0.5, 0.625, MappingProxyType({"ann": 0.01, "ben": 0.2}), None)
    assert "It passes the alternative annotator test (omega 0.50 " in said(annotator_test=done)
    assert "It does not pass the alternative" in said(annotator_test=replace(done, omega=0.4))
    refused = replace(STANDING, annotator_test=replace(done, omega=None, refused="too few"))
    assert noted(segmenters=(refused, refused))[1:] == ("No alternative annotator test: too few.",)


@pytest.mark.parametrize(
    ("difference", "start"),
    [
        (gap(0.05, 0.01, 0.1), "Better than the best baseline, 'even' (+0.0500, "),
        (gap(0.05, -0.01, 0.1), "Not shown to differ from the baseline 'even' "),
        (gap(-0.15, -0.2, -0.1), "Worse than the baseline 'even' "),
        (replace(gap(0.05, 0, 0), interval=None), "Its difference from the best baseline, 'even', is +0.0500."),
    ],
)
def test_the_floor(difference, start):
    assert f". {start}" in said(lead=Lead("even", difference))


def test_notes_on_items_and_humans():
    assert len(EVALUATION.notes) == 1
    assert "in 1 of 20 cases" in noted(coders=19)[0]
    assert noted(items=1, segmenters=())[0].startswith("There is one item")
    assert noted(left_out=tuple(f"ch{n}" for n in range(1, 8)))[0].endswith(": ch1, ch2, ch3, ch4, ch5 and 2 more.")
    nobody = HumanBand(MappingProxyType({}), ("ann", "ben"))
    assert any(note.startswith("No item has three humans") for note in noted(band=nobody))
    assert "new" in noted(band=replace(EVALUATION.band, without_place=("new",)))[1]
    among = tuple(replace(BASELINE, name=name, difference=gap(0.0, -0.1, 0.0)) for name in ("even", "none"))
    for similarity, advised in (("S", True), ("B", False)):
        (note,) = noted(baselines=(BASELINE, *among), similarity=similarity)[1:]
        assert "the baselines even, none" in note
        assert ("such as B" in note) is advised


def test_notes_on_segmenters():
    def noted_of(**changes):
        return noted(segmenters=(replace(STANDING, **changes),))[1:]

    assert noted_of(density=2.0) == noted_of(density=0.5) == noted_of(density=math.nan) == ()
    assert noted_of(density=2.1)[0].startswith("tiler places 2.1 times as many boundaries")
    assert noted_of(density=0.4)[0].startswith("tiler places 0.4 times")
    assert noted_of(items=12)[0].startswith("tiler segmented 12 of 60 items")


def test_the_table():
    better = replace(STANDING, name="x", change=0.0, value=0.8, difference=gap(0.01, -0.01, 0.03))
    text = str(replace(EVALUATION, segmenters=(better, STANDING)))
    lines = [" ".join(line.split()) for line in text.splitlines()[:10] if set(line) != {"-"}]
    assert lines == [
        "pi of S, 3 humans, 60 items",
        "agreement change difference interval passes at win rate rank similarity density",
        "humans alone 0.8000",
        "- highest human (ann) 0.0200 0.9000",
        "- lowest human (cat) -0.0600 0.9000",
        "x 0.8000 0.0000 0.0100 -0.0100 to +0.0300 0.0100 0.2400 3 of 4 0.7000 1.2500",
        "tiler 0.7500 -0.0500 -0.0500 -0.0700 to -0.0300 0.0700 0.2400 3 of 4 0.7000 1.2500",
        "random 0.7500 -0.2000 -0.2000 -0.3000 to -0.1000 0.3000 0.2400 3 of 4 0.7000 1.2500",
    ]
    assert text.endswith("compare|seed:7")
