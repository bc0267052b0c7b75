"""Metrics of labels, turns, spans and levels against versions that look at every unit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.oracle import hierarchies, labelled
from tests.oracle import turns as oracle
from tests.random_models import labelled_units, levels, segment_numbers, turns, unit_pairs

import seamark as sm
from seamark import LabelledSegmentation

BACKGROUNDS = [(), ("A",), ("A", "D"), ("not there",)]


def labelled_pair(pair):
    return [LabelledSegmentation.from_labels(units) for units in pair]


def test_clusters():
    for pair in unit_pairs(seed=1, count=300):
        ours = labelled_pair(pair)
        same_a, same_b, both, pairs = labelled.pair_counts(*pair)
        assert sm.Rand().counts(*ours) == {"alike": pairs - same_a - same_b + 2 * both, "pairs": pairs}
        assert sm.PairwiseF().counts(*ours) == {
            "both": both,
            "only_hypothesis": same_b - both,
            "only_reference": same_a - both,
        }
        entropies = [labelled.entropy(units) for units in pair]
        left = [labelled.conditional_entropy(*pair), labelled.conditional_entropy(*pair[::-1])]
        counts = sm.VMeasure().counts(*ours)
        expected = [len(pair[0]) * value for value in (*entropies, *left)]
        assert list(counts.values()) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        most = [len(pair[0]) * math.log(len(set(units))) for units in pair]
        counts = sm.NCE().counts(*ours)
        assert list(counts.values()) == pytest.approx(
            [expected[3], most[1], expected[2], most[0]], rel=1e-12, abs=1e-12
        )


def test_mutual_information():
    for pair in unit_pairs(seed=2, count=300):
        counts = sm.MutualInformation(adjusted=True).counts(*labelled_pair(pair))
        information = labelled.entropy(pair[0]) - labelled.conditional_entropy(*pair)
        assert counts["information"] == pytest.approx(information * len(pair[0]), rel=1e-9, abs=1e-11)
        expected = labelled.expected_information(*pair)
        assert counts["expected"] == pytest.approx(expected * len(pair[0]), rel=1e-10, abs=1e-12)


def test_expected_information_of_long_texts():
    """What is left out in the tails of the distribution does not show."""
    rng = np.random.default_rng(3)
    for _ in range(5):
        cuts = np.sort(rng.choice(np.arange(1, 400), 12, replace=False))
        masses = np.diff([0, *cuts, 400]).tolist()
        one = [label for label, mass in zip("ABCDEFGABCDEF", masses, strict=True) for _ in range(mass)]
        other = [label for label, mass in zip("XYZXYZXYZXYZX", masses[::-1], strict=True) for _ in range(mass)]
        counts = sm.MutualInformation(adjusted=True).counts(*labelled_pair((one, other)))
        assert counts["expected"] / 400 == pytest.approx(labelled.expected_information(one, other), rel=1e-9)


@pytest.mark.parametrize("background", BACKGROUNDS)
def test_actions(background):
    for pair in unit_pairs(seed=4, count=200):
        ours = labelled_pair(pair)
        assert [tuple(span) for span in ours[0].runs(background)] == labelled.runs(pair[0], background)
        orders = [[label for _, _, label in labelled.runs(units, background)] for units in pair]
        edits = sm.EditScore(background).counts(*ours)
        assert edits == {"distance": labelled.levenshtein(*orders), "longest": max(map(len, orders))}
        same = sum(one == other for one, other in zip(*pair, strict=True))
        assert sm.UnitAccuracy().counts(*ours) == {"same": same, "total": len(pair[0])}
        for threshold in (0.1, 0.25, 0.5, 0.75, 1.0):
            for convention in ("ms-tcn", "ms-tcn2"):
                metric = sm.ActionF1(threshold, background, convention)
                expected = labelled.action_counts(*pair, threshold, background, convention == "ms-tcn2")
                assert tuple(metric.counts(*ours).values()) == expected


def test_segments_of_one_label_are_one_run():
    """Neighbours with one label stay two segments, and count as one for actions and clusters."""
    two = LabelledSegmentation.from_segments([(2, "A"), (3, "A"), (2, "B")])
    one = LabelledSegmentation.from_segments([(5, "A"), (2, "B")])
    assert two != one
    for name in ("actionf1", "edit", "accuracy", "pairwisef", "vmeasure", "nce", "rand"):
        assert sm.score(two, one, name).overall[name].value == 1
    assert sm.B().compare(two, one).value < 1


@pytest.mark.parametrize("collar", [0, 1, 3])
@pytest.mark.parametrize("skip_overlap", [False, True])
def test_turns(collar, skip_overlap):
    rng = np.random.default_rng(5)
    for _ in range(60):
        length = int(rng.integers(2, 25))
        reference, hypothesis = turns(rng, length, "ABC"), turns(rng, length, "xyz")
        ours = [sm.Spans(side, length=length) for side in (reference, hypothesis)]
        for map_on in ("scored", "all"):
            counts = sm.DER(collar, skip_overlap, map_on).counts(*ours)
            expected = oracle.der_counts(reference, hypothesis, length, collar, skip_overlap, map_on)
            assert tuple(counts.values()) in expected
        for mapping in ("jaccard", "common"):
            found = sm.jer(*ours, collar=collar, skip_overlap=skip_overlap, mapping=mapping)
            expected = oracle.jer(reference, hypothesis, length, collar, skip_overlap, mapping)
            assert any(found == pytest.approx(float(one), abs=1e-12) for one in expected)


@pytest.mark.parametrize("match", ["exact", "overlap", 0.3, 0.5, 1.0])
@pytest.mark.parametrize("labels", [True, False])
def test_spans_that_match(match, labels):
    rng = np.random.default_rng(6)
    for _ in range(80):
        length = int(rng.integers(2, 12))
        reference, hypothesis = turns(rng, length, "AB", 7), turns(rng, length, "AB", 7)
        ours = [sm.Spans(side, length=length) for side in (reference, hypothesis)]
        true = oracle.most_matches(reference, hypothesis, match, labels)
        counts = sm.SpanF1(match, labels).counts(*ours)
        assert counts == {"true": true, "false": len(hypothesis) - true, "missed": len(reference) - true}


@pytest.mark.parametrize("nested", [True, False])
@pytest.mark.parametrize("window", [None, 1, 2, 5, 40])
def test_t_measure(nested, window):
    rng = np.random.default_rng(7)
    for _ in range(40):
        mass = int(rng.integers(1, 22))
        sides = [levels(rng, mass, int(rng.integers(1, 4)), nested) for _ in range(2)]
        ours = [sm.Hierarchy.from_positions(side, mass, nested=nested) for side in sides]
        shared = [[segment_numbers(level, mass) for level in side] for side in sides]
        for transitive in (True, False):
            expected = hierarchies.measure(*shared, transitive, window)
            assert sm.t_measure(*ours, transitive=transitive, window=window) == pytest.approx(expected, rel=1e-12)


def test_l_measure():
    rng = np.random.default_rng(8)
    for _ in range(80):
        mass = int(rng.integers(1, 16))
        sides = [[labelled_units(rng, mass, "ABC") for _ in range(int(rng.integers(1, 4)))] for _ in range(2)]
        ours = [
            sm.Hierarchy.from_labelled([LabelledSegmentation.from_labels(level) for level in side], nested=False)
            for side in sides
        ]
        assert sm.l_measure(*ours) == pytest.approx(hierarchies.measure(*sides), rel=1e-12)


def test_levels_do_not_interact():
    """S and B over levels are those of a study in which the levels are boundary types."""
    rng = np.random.default_rng(9)
    for _ in range(100):
        mass, depth = int(rng.integers(2, 20)), int(rng.integers(1, 4))
        sides = [levels(rng, mass, depth, nested=True) for _ in range(2)]
        ours = [sm.Hierarchy.from_positions(side, mass) for side in sides]
        typed = [
            sm.Segmentation.from_positions(
                [place for level in side for place in level],
                mass,
                types=[number for number, level in enumerate(side, start=1) for _ in level],
            )
            for side in sides
        ]
        for metric in (sm.S(n=3), sm.B(n=2), sm.B(n=4)):
            as_types = type(metric)(n=metric.n, types=tuple(range(1, depth + 1)))
            assert metric.compare(*ours).value == pytest.approx(as_types.compare(*typed).value, rel=1e-12)


def test_the_largest_masses():
    """Nothing is expanded, and nothing wraps."""
    half = 2**61
    one = LabelledSegmentation.from_segments([(half, "A"), (half - 1, "B")])
    other = LabelledSegmentation.from_segments([(half - 1, "A"), (half, "B")])
    assert sm.unit_accuracy(one, other) == pytest.approx(1)
    assert sm.pairwise_f(one, other).f == pytest.approx(1)
    assert sm.mutual_information(one, other, norm="mean") == pytest.approx(1)
    assert sm.der(one, other) == pytest.approx(0, abs=1e-15)
    assert sm.span_f1(one, other, match=0.99).f == 1
    book, copy = sm.Hierarchy.from_levels([[half, half]]), sm.Hierarchy.from_levels([[half + 1, half - 1]])
    assert sm.t_measure(book, copy).f == pytest.approx(1)
    assert sm.B().compare(book, copy).value == 0.5
