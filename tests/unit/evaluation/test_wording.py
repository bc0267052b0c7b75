"""What an evaluation says, in words and as a table."""

import math
from dataclasses import replace
from types import MappingProxyType

import pytest

from seamark.evaluation.compare import compare
from seamark.evaluation.standing import Evaluation, HumanBand, HumanStanding, Margin, Standing
from seamark.metrics.signature import Signature
from seamark.stats.intervals import Interval


def interval(low, high, undefined=0):
    return Interval(low, high, 0.95, "percentile", undefined)


def human(change):
    return HumanStanding(items=60, value=0.8 + change, others=0.8, change=change, similarity=0.9)


STANDING = Standing(
    name="tiler",
    items=60,
    value=0.75,
    humans=0.8,
    change=-0.05,
    interval=interval(-0.07, -0.03),
    p_value=0.0002,
    p_adjusted=0.0004,
    similarity=0.7,
    similarities=MappingProxyType({"ann": 0.7}),
    density=1.25,
    in_places=MappingProxyType({"ann": -0.02, "ben": -0.01, "cat": 0.0}),
    margin=None,
)
BASELINE = replace(STANDING, name="random", change=-0.2, interval=interval(-0.3, -0.1), p_adjusted=math.nan)
EVALUATION = Evaluation(
    value=0.8,
    interval=interval(0.75, 0.85),
    band=HumanBand(MappingProxyType({"ann": human(0.02), "ben": human(-0.01), "cat": human(-0.06)}), ()),
    segmenters=(STANDING,),
    baselines=(BASELINE,),
    coders=3,
    items=60,
    left_out=(),
    coefficient="pi",
    similarity="S",
    ci=0.95,
    resamples=10_000,
    seed=7,
    signature=Signature("compare", (("seed", "7"),)),
)


def said(**changes):
    return replace(EVALUATION, segmenters=(replace(STANDING, **changes),)).conclusions["tiler"]


def noted(**changes):
    return replace(EVALUATION, **changes).notes


def test_inside_and_worse_than_average():
    assert said() == (
        "Inside human variation (-0.0600 to +0.0200), as reliable as 1 of 3 humans in their place: agreement goes from "
        "0.8000 to 0.7500, a change of -0.0500 (95% interval -0.0700 to -0.0300, p < 0.001), worse than an average "
        "human."
    )


@pytest.mark.parametrize(
    ("change", "start"),
    [
        (-0.0601, "Outside human variation, below it (-0.0600 to +0.0200), "),
        (-0.06, "Inside human variation (-0.0600 to +0.0200), "),
        (0.02, "Inside human variation (-0.0600 to +0.0200), "),
        (0.0201, "Above human variation (-0.0600 to +0.0200), "),
    ],
)
def test_the_band_includes_its_ends(change, start):
    assert said(change=change).startswith(start)


def test_matching_nobody():
    assert "as reliable as none of 3 humans in their place" in said(in_places={"ann": -0.1, "ben": -0.1, "cat": -0.1})


@pytest.mark.parametrize(
    ("p_adjusted", "change", "end"),
    [
        (0.05, -0.05, "p = 0.050), worse than an average human."),
        (0.0501, -0.05, "p = 0.050), not shown to differ from an average human."),
        (0.01, 0.01, "p = 0.010), better than an average human."),
        (math.nan, 0.01, "p undefined), not shown to differ from an average human."),
    ],
)
def test_the_average_human(p_adjusted, change, end):
    assert said(p_adjusted=p_adjusted, change=change).endswith(end)


@pytest.mark.parametrize(
    ("between", "sentence"),
    [
        (interval(0.01, 0.1), "Better than the best baseline, 'even' (+0.0500, +0.0100 to +0.1000)."),
        (interval(-0.01, 0.1), "Not shown to differ from the baseline 'even' (+0.0500, -0.0100 to +0.1000)."),
        (interval(-0.2, -0.1), "Worse than the baseline 'even' (+0.0500, -0.2000 to -0.1000)."),
        (interval(math.nan, math.nan), "Not shown to differ from the baseline 'even' (+0.0500, undefined)."),
        (None, "Its change minus that of the best baseline, 'even', is +0.0500."),
    ],
)
def test_the_floor(between, sentence):
    assert said(margin=Margin("even", 0.05, between)).endswith(f". {sentence}")


def test_without_intervals():
    assert said(interval=None, p_adjusted=math.nan).endswith(
        "agreement goes from 0.8000 to 0.7500, a change of -0.0500."
    )


def test_without_a_band():
    nobody = replace(EVALUATION, band=HumanBand(MappingProxyType({}), ("ann", "ben")), baselines=())
    assert nobody.conclusions["tiler"].startswith("No human variation to compare with: agreement goes from")
    assert nobody.notes == ("No item has three humans, so nobody can be left out and there is no human band.",)


def test_notes_on_items():
    few_humans = EVALUATION.notes
    assert noted(items=1) == (
        "There is one item, so nothing can be said about other items: no intervals and no p-values.",
        *few_humans,
    )
    assert noted(items=49, segmenters=())[0] == (
        "49 items are few, and p-values of changes come out too small: of 100 segmenters as good as an average human, "
        "about 10 get p <= .05 with 10 items and 7 with 20, instead of 5."
    )
    assert noted(items=50, segmenters=()) == few_humans
    left_out = noted(left_out=tuple(f"ch{number}" for number in range(1, 8)))
    assert left_out[0] == "Left out, since fewer than two humans coded them: ch1, ch2, ch3, ch4, ch5 and 2 more."


def test_notes_on_humans():
    assert EVALUATION.notes == (
        "The band rests on 3 humans: one more of the same kind would fall below all of them in up to 1 of 4 cases.",
    )
    many = {f"h{number}": human(-number / 100) for number in range(10)}
    assert noted(band=HumanBand(MappingProxyType(many), ("new",))) == (
        "Not in the band, for want of two others on any item: new.",
    )
    assert noted(baselines=(BASELINE, replace(BASELINE, name="none", change=0.5)))[1:] == (
        "Not below the humans either: the baseline none. Human variation says little here; look at the distance to the "
        "baselines, or take a metric that tells them from humans, such as B.",
    )
    both = (replace(BASELINE, name="even", change=-0.06), replace(BASELINE, name="none", change=0.0))
    assert noted(baselines=both, similarity="B")[1:] == (
        "Not below the humans either: the baselines even, none. Human variation says little here; look at the distance "
        "to the baselines.",
    )


def test_notes_on_segmenters():
    def noted_of(**changes):
        return noted(segmenters=(replace(STANDING, **changes),))[1:]

    assert noted_of(density=2.0) == noted_of(density=0.5) == noted_of(density=math.nan) == ()
    assert noted_of(density=2.1) == (
        "tiler places 2.1 times as many boundaries as a human: its change says more about how finely it cuts than "
        "about where.",
    )
    assert noted_of(density=0.4)[0].startswith("tiler places 0.4 times")
    assert noted_of(items=12) == ("tiler segmented 12 of 60 items, and is compared with the humans on these only.",)
    assert noted_of(interval=interval(-0.1, 0.1, undefined=3)) == (
        "tiler: 3 resamples had no agreement and were left out.",
    )


def test_the_table():
    better = replace(STANDING, name="x", change=0.0, value=0.8, interval=interval(-0.01, 0.01), p_adjusted=1.0)
    text = str(replace(EVALUATION, segmenters=(better, STANDING)))
    assert text.splitlines()[:10] == [
        "pi of S, 3 humans, 60 items",
        "                       agreement   change  interval            p (Holm)  similarity  density  humans matched",
        "-" * 108,
        "humans alone              0.8000           0.7500 to 0.8500",
        "- highest human (ann)              0.0200                                    0.9000",
        "x                         0.8000   0.0000  -0.0100 to +0.0100    1.0000      0.7000   1.2500  1 of 3",
        "tiler                     0.7500  -0.0500  -0.0700 to -0.0300    0.0004      0.7000   1.2500  1 of 3",
        "- lowest human (cat)              -0.0600                                    0.9000",
        "-" * 108,
        "random                    0.7500  -0.2000  -0.3000 to -0.1000                0.7000   1.2500  1 of 3",
    ]
    assert text.endswith("compare|seed:7")
    assert "\ntiler: Inside human variation" in text


def test_a_table_without_baselines_has_one_rule():
    result = compare({"poem": {"ann": [5, 5], "ben": [4, 6]}}, {"x": {"poem": [5, 5]}}, rng=1, baselines=False)
    assert sum(set(line) == {"-"} for line in str(result).splitlines()) == 1
