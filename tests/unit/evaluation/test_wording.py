"""What an evaluation says, in words and as a table."""

import math
from dataclasses import replace
from types import MappingProxyType

import pytest

from seamark.evaluation.compare import compare
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
ONE_MORE = (
    "One more human of the same kind would be the last of all in 1 of 4 cases; in simulations, 5 to 10 % of such "
    "humans got p <= .05."
)


def said(margin=None, **changes):
    return replace(EVALUATION, margin=margin, segmenters=(replace(STANDING, **changes),)).conclusions["tiler"]


def noted(**changes):
    return replace(EVALUATION, **changes).notes


def test_worse_than_a_human():
    assert said() == (
        "Less like the other humans than a human is (-0.0500, 95% interval -0.0700 to -0.0300); wins 24% of the "
        "comparisons with humans, 3rd of 4 among the people (p = 0.333). It passes as no worse than a human with a "
        "margin above 0.0700."
    )


@pytest.mark.parametrize(
    ("difference", "start"),
    [
        (gap(-0.05, -0.1, -1e-6), "Less like the other humans than a human is (-0.0500, 95% interval "),
        (gap(-0.05, -0.1, 0.0), "Not shown to differ from a human (-0.0500, 95% interval -0.1000 to +0.0000); "),
        (gap(0.05, 0.0, 0.1), "Not shown to differ from a human (+0.0500, 95% interval +0.0000 to +0.1000); "),
        (gap(0.05, 1e-6, 0.1), "More like the other humans than a human is (+0.0500, "),
        (replace(gap(-0.05, 0, 0), interval=None), "Difference from a human -0.0500, without an interval; wins 24%"),
    ],
)
def test_the_verdict_follows_from_the_interval_of_the_difference_and_not_from_the_band(difference, start):
    # The change lies inside the band all the time.
    assert said(difference=difference).startswith(start)


def test_a_place_below_all_humans_is_no_verdict():
    inside = said(difference=gap(-0.01, -0.05, 0.03), change=-0.9)
    assert inside.startswith("Not shown to differ from a human ")


@pytest.mark.parametrize(
    ("margin", "sentence"),
    [
        (None, "It passes as no worse than a human with a margin above 0.0700."),
        (0.07, "Not shown to be within the margin of 0.07 of a human: it needs one above 0.0700."),
        (0.08, "No worse than a human by more than the margin of 0.08."),
    ],
)
def test_the_margin(margin, sentence):
    assert said(margin).endswith(sentence)


def test_no_margin_without_an_interval():
    assert "margin" not in said(0.1, difference=replace(gap(0, 0, 0), interval=None))


def test_the_annotator_test():
    done = AnnotatorTest(0.1, 0.5, 0.625, MappingProxyType({"ann": 0.01, "ben": 0.2}), None)
    assert said(annotator_test=done).endswith(
        "It passes the alternative annotator test (omega 0.50 with epsilon 0.1, at least as good in 62%)."
    )
    assert "It does not pass the alternative" in said(annotator_test=replace(done, omega=0.4))
    refused = replace(STANDING, annotator_test=replace(done, omega=None, refused="too few"))
    assert noted(segmenters=(refused, refused))[1:] == ("No alternative annotator test: too few.",)


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        (gap(0.05, 0.01, 0.1), "Better than the best baseline, 'even' (+0.0500, +0.0100 to +0.1000)."),
        (gap(0.05, -0.01, 0.1), "Not shown to differ from the baseline 'even' (+0.0500, -0.0100 to +0.1000)."),
        (gap(-0.15, -0.2, -0.1), "Worse than the baseline 'even' (-0.1500, -0.2000 to -0.1000)."),
        (replace(gap(0.05, 0, 0), interval=None), "Its difference from the best baseline, 'even', is +0.0500."),
    ],
)
def test_the_floor(difference, sentence):
    assert said(lead=Lead("even", difference)).endswith(f". {sentence}")


@pytest.mark.parametrize(
    ("place", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")]
)
def test_places(place, text):
    assert f"{text} of 28 among the people" in said(rank=RankAmongPeople(place, 28, 0.0, 0.5))


def test_without_a_band_or_a_rank():
    nobody = replace(EVALUATION, band=HumanBand(MappingProxyType({}), ("ann", "ben")), baselines=(), coders=2)
    assert "No item has three humans, so nobody can be left out and there is no human band." in nobody.notes
    assert "among the people" not in said(rank=None)


def test_notes_on_items():
    assert noted(items=1, segmenters=()) == ("There is one item, so nothing can be said about other items.", ONE_MORE)
    left_out = noted(left_out=tuple(f"ch{number}" for number in range(1, 8)))
    assert left_out[0] == "Left out, since fewer than two humans coded them: ch1, ch2, ch3, ch4, ch5 and 2 more."


def test_notes_on_humans():
    assert EVALUATION.notes == (ONE_MORE,)
    assert "in 1 of 20 cases" in noted(coders=19)[0]
    many = {f"h{number}": human(-number / 100) for number in range(10)}
    assert noted(band=HumanBand(MappingProxyType(many), ("new",)))[1:] == (
        "Not in the band, for want of two others on any item: new.",
    )
    assert noted(baselines=(BASELINE, replace(BASELINE, name="none", difference=gap(0.0, -0.1, 0.1))))[1:] == (
        "Not shown to be worse than a human either: the baseline none. S says little here; take a metric that tells "
        "them from humans, such as B.",
    )
    both = tuple(replace(BASELINE, name=name, difference=gap(0.0, -0.1, 0.0)) for name in ("even", "none"))
    assert noted(baselines=both, similarity="B")[1:] == (
        "Not shown to be worse than a human either: the baselines even, none. B says little here.",
    )


def test_notes_on_segmenters():
    def noted_of(**changes):
        return noted(segmenters=(replace(STANDING, **changes),))[1:]

    assert noted_of(density=2.0) == noted_of(density=0.5) == noted_of(density=math.nan) == ()
    assert noted_of(density=2.1) == (
        "tiler places 2.1 times as many boundaries as a human: its figures say more about how finely it cuts than "
        "about where.",
    )
    assert noted_of(density=0.4)[0].startswith("tiler places 0.4 times")
    assert noted_of(items=12) == ("tiler segmented 12 of 60 items, and is compared with the humans on these only.",)


def test_the_table():
    better = replace(STANDING, name="x", change=0.0, value=0.8, difference=gap(0.01, -0.01, 0.03))
    text = str(replace(EVALUATION, segmenters=(better, STANDING)))
    lines = text.splitlines()[:10]
    assert [len(line) for line in lines if set(line) == {"-"}] == [len(lines[1])] * 2
    assert [" ".join(line.split()) for line in lines if set(line) != {"-"}] == [
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
    assert "\ntiler: Less like the other humans" in text


def test_a_table_without_baselines_has_one_rule():
    result = compare({"poem": {"ann": [5, 5], "ben": [4, 6]}}, {"x": {"poem": [5, 5]}}, rng=1, baselines=False)
    assert sum(set(line) == {"-"} for line in str(result).splitlines()) == 1
