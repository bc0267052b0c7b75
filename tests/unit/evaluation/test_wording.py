"""What an evaluation says, in words and as a table."""

import math
from dataclasses import replace
from types import MappingProxyType

import pytest

from seamark.evaluation.human_comparison import (
    AnnotatorTest,
    Difference,
    Equivalence,
    Evaluation,
    HumanBand,
    HumanStanding,
    OneMoreHuman,
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
    one_more=OneMoreHuman(0.7, 0.6, 0.8, -0.5, 2.0, 0.3333),
    equivalence=Equivalence(0.06, 0.3, False, 0.0678, 0.42),
    win_rate=0.24,
    ties=0.0,
    rank=RankAmongPeople(3, 4),
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
    human_sd=0.03,
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
    ("p_value", "t", "start"),
    [
        (0.04, -3.0, "Less like the other humans than one more human would be (p = 0.040)."),
        (0.04, 3.0, "More like the other humans than one more human would be (p = 0.040)."),
        (0.06, -3.0, "Within the range of one more human (p = 0.060)."),
    ],
)
def test_the_verdict_is_about_one_more_human_and_not_about_the_interval_or_the_band(p_value, t, start):
    new = replace(STANDING.one_more, p_value=p_value, t=t)
    for difference in (gap(-0.05, -0.1, -0.01), gap(0.05, 0.01, 0.1)):
        assert said(one_more=new, difference=difference).startswith(start)
    assert not said(one_more=None).startswith(("Less", "More", "Within"))


def test_equivalence_and_the_margin():
    assert "Equivalence to the average human within ±0.0600 not shown (from ±0.0678)" in said()
    shown = replace(STANDING.equivalence, shown=True, p_value=0.01)
    assert "Equivalent to the average human within ±0.0600 (p = 0.010)." in said(equivalence=shown)
    assert "quivalen" not in said(equivalence=replace(shown, shown=None, margin=math.nan))
    assert "Difference from the average human -0.0500 (95% interval -0.0700 to -0.0300)." in said()
    assert "takes a margin above 0.0700" in said(0.07)
    assert said(0.08).endswith("No worse than the average human by more than 0.08.")
    assert "No worse" not in said(0.1, difference=replace(gap(0, 0, 0), interval=None))


def test_the_annotator_test():
    done = AnnotatorTest(0.1, 0.5, 0.625, MappingProxyType({"ann": 0.01, "ben": 0.2}), None)
    assert "It passes the alternative annotator test (omega 0.50 " in said(annotator_test=done)
    assert "It does not pass the alternative" in said(annotator_test=replace(done, omega=0.4))
    refused = replace(STANDING, annotator_test=replace(done, omega=None, refused="too few"))
    assert noted(segmenters=(refused, refused), baselines=()) == ("No alternative annotator test: too few.",)
