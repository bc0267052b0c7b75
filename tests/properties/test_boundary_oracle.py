"""Metrics of boundaries against a real maximum matching, a full table, and brute force."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.oracle import boundaries as oracle
from tests.strategies import mass_pairs

import seamark as sm

FEW = mass_pairs(max_segments=5)
TOLERANCES = st.one_of(st.integers(0, 4), st.integers(0, 70))
#: Quarters are exact in binary, so that ties stay ties.
COST = st.sampled_from([Fraction(i, 4) for i in (0, 1, 2, 3, 4, 6, 8, 12, 40)])
BETA = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)])


@given(FEW, TOLERANCES)
def test_oracle_matching_is_maximum(pair, tolerance):
    assert oracle.matched(*pair, tolerance) == oracle.matched_by_force(*pair, tolerance)


@given(mass_pairs(max_segments=4, max_mass=4), COST, COST, COST)
def test_oracle_table_is_cheapest(pair, insertion, deletion, shift):
    """No crossing of shifts is ever cheaper, which the table takes for granted."""
    costs = insertion, deletion, shift
    assert oracle.ghd(*pair, *costs) == oracle.ghd_by_force(*pair, *costs)


@given(mass_pairs(max_segments=16, max_mass=4), TOLERANCES)
@example(([1, 2, 1, 5], [2, 2, 1, 4]), 1)
def test_matches(pair, tolerance):
    counts = sm.BoundaryF(tolerance).counts(*pair)
    assert counts["matched"] == oracle.matched(*pair, tolerance)
    assert (counts["reference"], counts["hypothesis"]) == (len(pair[0]) - 1, len(pair[1]) - 1)


@given(mass_pairs(), st.integers(0, 5), BETA, st.sampled_from([None, Fraction(0), Fraction(1, 2), Fraction(1)]))
@example(([5], [5]), 0, Fraction(1), Fraction(1, 2))
@example(([5], [2, 3]), 0, Fraction(1), Fraction(1))
def test_precision_recall(pair, tolerance, beta, zero_division):
    expected = oracle.precision_recall(*pair, tolerance, beta, zero_division)
    zero = None if zero_division is None else float(zero_division)
    ours = sm.precision_recall(*pair, tolerance=tolerance, beta=float(beta), zero_division=zero)
    assert ours == pytest.approx([float(value) for value in expected], rel=1e-15)


@given(mass_pairs(max_segments=8, max_mass=5), COST, COST, COST)
@example(([1, 1, 1, 9], [9, 1, 1, 1]), Fraction(2), Fraction(2), Fraction(1))
def test_ghd(pair, insertion, deletion, shift):
    ours = sm.ghd(*pair, insertion=float(insertion), deletion=float(deletion), shift=float(shift))
    assert ours == float(oracle.ghd(*pair, insertion, deletion, shift))


@given(mass_pairs(max_segments=8, max_mass=5), COST, COST, COST)
def test_ghd_counts_make_up_for_the_difference(pair, insertion, deletion, shift):
    """Whatever is inserted and deleted turns the number of boundaries of one side into that of the other."""
    counts = sm.GHD(float(insertion), float(deletion), float(shift)).counts(*pair)
    assert counts["insertions"] - counts["deletions"] == len(pair[0]) - len(pair[1])
    assert 0 <= counts["insertions"] <= len(pair[0]) - 1


METRICS = [sm.BoundaryF(0), sm.BoundaryF(2, 2.0), sm.GHD(), sm.GHD(1, 1, 0.5)]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))
@pytest.mark.usefixtures("threads_for_few_pairs")
@settings(max_examples=30)
@given(pairs=st.lists(mass_pairs(), min_size=1, max_size=6))
def test_batch_is_single(metric, pairs):
    singles = [metric.compare(*pair).value for pair in pairs]
    for workers in (1, 3):
        scores = sm.score_pairs(metric, *zip(*pairs, strict=True), workers=workers)
        np.testing.assert_array_equal(scores, singles)
