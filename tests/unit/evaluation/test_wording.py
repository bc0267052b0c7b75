"""What an evaluation says, in words and as a table."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from seamark.evaluation.human_comparison import (
    AnnotatorTest,
    Difference,
    Evaluation,
    HumanBand,
    HumanStanding,
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
