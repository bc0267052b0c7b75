"""Worked examples of labels, turns and levels, each computed by hand or with exact fractions."""

from __future__ import annotations

import pytest

import seamark as sm
from seamark import Hierarchy, LabelledSegmentation, Spans

REFERENCE = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
HYPOTHESIS = LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")])


def rounded(values):
    return [round(value, 4) for value in values]


def finer(song, factor):
    """The same song with units that are a fraction as long."""
    segments = zip(song.masses, song.labels, strict=True)
    return LabelledSegmentation.from_segments([(mass * factor, label) for mass, label in segments])


def test_clusters():
    assert rounded(sm.pairwise_f(REFERENCE, HYPOTHESIS)) == [0.8333, 0.5405, 0.6557]
    assert round(sm.rand(REFERENCE, HYPOTHESIS), 4) == 0.6957
    assert round(sm.adjusted_rand(REFERENCE, HYPOTHESIS), 4) == 0.4044
    assert round(sm.v_measure(REFERENCE, HYPOTHESIS).v, 4) == 0.5142
    assert round(sm.nce(REFERENCE, HYPOTHESIS).f, 4) == 0.5503


def test_mutual_information():
    asked = [{}, {"norm": "mean"}, {"norm": "sqrt"}, {"adjusted": True}]
    found = [sm.mutual_information(REFERENCE, HYPOTHESIS, **options) for options in asked]
    assert rounded(found) == [0.4280, 0.5142, 0.5291, 0.3871]


def test_pairs_depend_on_the_unit_and_entropies_do_not():
    found = [sm.pairwise_f(finer(REFERENCE, n), finer(HYPOTHESIS, n)).f for n in (1, 2, 4, 10**6)]
    assert rounded(found) == [0.6557, 0.6719, 0.6794, 0.6866]
    for metric in (sm.VMeasure(), sm.NCE(), sm.MutualInformation(norm="max")):
        values = [metric.compare(finer(REFERENCE, n), finer(HYPOTHESIS, n)).value for n in (1, 3, 1000)]
        assert values == pytest.approx([values[0]] * 3, rel=1e-13)


def test_actions():
    assert sm.unit_accuracy(REFERENCE, HYPOTHESIS) == 18 / 24
    assert sm.edit_score(REFERENCE, HYPOTHESIS) == 0.75
    for threshold in (0.1, 0.25, 0.5):
        assert sm.ActionF1(threshold).counts(REFERENCE, HYPOTHESIS) == {"tp": 3, "fp": 1, "fn": 0}


def test_nothing_but_background():
    nothing = LabelledSegmentation.from_segments([(9, "background")])
    assert sm.edit_score(nothing, nothing, background=["background"]) == 1
    assert sm.action_f1(nothing, nothing, background="background").f == 1
    something = LabelledSegmentation.from_segments([(4, "pour"), (5, "background")])
    assert sm.edit_score(nothing, something, background=["background"]) == 0
    assert sm.action_f1(nothing, something, background=["background"]) == (0, 0, 0)


TURNS = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
FOUND = Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)


def test_turns():
    counts = {"total": 28, "correct": 20, "false_alarm": 2, "missed": 4, "confusion": 4}
    assert sm.DER().counts(TURNS, FOUND) == counts
    options = [{}, {"collar": 1}, {"skip_overlap": True}]
    assert rounded(sm.der(TURNS, FOUND, **asked) for asked in options) == [0.3571, 0.2778, 0.3333]
    assert round(sm.jer(TURNS, FOUND), 4) == 0.3259


def test_turns_without_a_reference():
    nothing, something = Spans([], length=5), Spans([(0, 2, "A")], length=5)
    for rate in (sm.der, sm.jer):
        assert rate(nothing, nothing) == 0
        assert rate(nothing, something) == 1
        assert rate(something, nothing) == 1


def test_touching_turns_have_a_collar_at_their_joint():
    reference = Spans([(0, 10, "A"), (10, 20, "A")], length=20)
    assert sm.DER(collar=2).counts(reference, reference)["total"] == 12


WORDS = [(5, "a"), (5, "b"), (5, "a"), (5, "c"), (5, "b")]


@pytest.mark.parametrize(
    ("changed", "value"),
    [
        pytest.param([(5, "a"), (5, "c"), (5, "a"), (5, "c"), (5, "b")], 0.8, id="wrong label"),
        pytest.param([(5, "a"), (10, "b"), (5, "c"), (5, "b")], 0.8, id="merge"),
        pytest.param([(5, "a"), (5, "b"), (5, "a"), (3, "c"), (2, "a"), (5, "b")], 5 / 6, id="cut"),
        pytest.param([(5, "a"), (6, "b"), (4, "a"), (5, "c"), (5, "b")], 0.9, id="near miss"),
    ],
)
def test_one_cause_is_one_edit(changed, value):
    pair = LabelledSegmentation.from_segments(WORDS), LabelledSegmentation.from_segments(changed)
    assert sm.B().compare(*pair).value == pytest.approx(value, rel=1e-15)


def test_the_first_label_counts_too():
    pair = LabelledSegmentation.from_labels("AABB"), LabelledSegmentation.from_labels("CCBB")
    assert sm.B().compare(*pair).value == 0.5
    assert sm.S().compare(*pair).value == 1 - 1 / (4 * 3)


BOOK = {20: 1, 40: 2, 60: 3, 80: 2}


@pytest.mark.parametrize(
    ("other", "value"),
    [
        pytest.param({40: 2, 60: 3, 80: 2}, 0.625, id="coarse miss"),
        pytest.param({**BOOK, 20: 3}, 0.75, id="coarse as fine"),
        pytest.param({21: 2, 40: 2, 60: 3, 80: 2}, 0.75, id="near miss and demoted"),
        pytest.param({21: 1, 40: 2, 60: 3, 80: 2}, 0.8125, id="near miss"),
        pytest.param({**BOOK, 20: 2}, 0.875, id="coarse as mid"),
        pytest.param({20: 1, 40: 2, 80: 2}, 0.875, id="fine miss"),
        pytest.param({20: 1, 40: 2, 61: 3, 80: 2}, 0.9375, id="fine near miss"),
        pytest.param(BOOK, 1, id="the same"),
    ],
)
def test_b_over_levels(other, value):
    pair = Hierarchy.from_strengths(BOOK, 100), Hierarchy.from_strengths(other, 100, depth=3)
    assert sm.B().compare(*pair).value == value
    levels = zip(*(side.segmentations for side in pair), strict=True)
    assert sm.S().compare(*pair).value == pytest.approx(sum(sm.similarity(*level) for level in levels) / 3)


def song(levels, labels, units):
    return Hierarchy.from_labelled(
        [
            LabelledSegmentation.from_segments(
                [(mass * units, label) for mass, label in zip(masses, names, strict=True)]
            )
            for masses, names in zip(levels, labels, strict=True)
        ],
        nested=False,
    )


@pytest.mark.parametrize(
    ("units", "full", "reduced", "by_label"), [(10, 0.9471, 0.8712, 0.6856), (1, 0.9437, 0.8693, 0.6867)]
)
def test_the_example_in_the_manual_of_mir_eval(units, full, reduced, by_label):
    """McFee, Nieto & Bello 2015 as mir_eval's manual shows it, with a window of 15 s; units of .1 s and of 1 s."""
    reference = song([[30, 30], [15, 15, 15, 15]], ["AB", "abac"], units)
    estimated = song([[45, 15], [15, 15, 15, 15]], ["AB", "aabb"], units)
    assert round(sm.t_measure(reference, estimated, window=15 * units).f, 4) == full
    assert round(sm.t_measure(reference, estimated, window=15 * units, transitive=False).f, 4) == reduced
    assert round(sm.l_measure(reference, estimated).f, 4) == by_label
