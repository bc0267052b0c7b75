"""Metrics of partitions against sets of units and lists of all pairs of units."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.oracle import partitions as oracle
from tests.strategies import mass_pairs

import seamark as sm

PAIRS = mass_pairs(max_segments=8, max_mass=5)
ONE_SEGMENT = ([6], [6])
ALL_APART = ([1, 1, 1], [1, 1, 1])
ONE_AGAINST_ALL = ([4], [1, 1, 1, 1])
ONE_UNIT = ([1], [1])

METRICS = [
    sm.PMu(),
    sm.PMu(0.3),
    sm.Franz(),
    sm.Franz("forward"),
    sm.Covering(),
    sm.Rand(),
    sm.AdjustedRand(),
    sm.PairwiseF(),
    sm.VMeasure(),
    sm.NCE(),
]


@pytest.mark.parametrize("direction", ["both", "forward"])
@given(pair=PAIRS)
def test_franz(direction, pair):
    expected = oracle.franz(*pair, direction)
    assert sm.franz(*pair, direction=direction) == tuple(float(rate) for rate in expected)
    assert sm.Franz(direction).compare(*pair).value == float(sum(expected))


@given(PAIRS)
def test_covering(pair):
    assert sm.covering(*pair) == pytest.approx(float(oracle.covering(*pair)), rel=1e-14)


@given(PAIRS, st.one_of(st.none(), st.floats(0, 50)))
@example(([3, 4, 5], [2, 5, 5]), 0.0)
@example(([3, 4, 5], [2, 5, 5]), 1e-12)
@example(([3, 4, 5], [2, 5, 5]), 700.0)
@example(ONE_UNIT, None)
def test_p_mu(pair, mu):
    assert sm.p_mu(*pair, mu=mu) == pytest.approx(oracle.p_mu(*pair, mu), rel=1e-11, abs=1e-13)


@given(PAIRS)
@example(ONE_SEGMENT)
@example(ALL_APART)
@example(ONE_AGAINST_ALL)
@example(ONE_UNIT)
def test_rand(pair):
    assert sm.rand(*pair) == float(oracle.rand(*pair))
    assert sm.adjusted_rand(*pair) == pytest.approx(float(oracle.adjusted_rand(*pair)), rel=1e-12, abs=1e-14)


@given(PAIRS)
@example(ONE_SEGMENT)
@example(ALL_APART)
@example(ONE_AGAINST_ALL)
@example(ONE_UNIT)
def test_pairwise_f(pair):
    assert sm.pairwise_f(*pair) == tuple(float(value) for value in oracle.pairwise(*pair))


@given(PAIRS)
@example(ONE_SEGMENT)
@example(ALL_APART)
@example(ONE_AGAINST_ALL)
@example(ONE_UNIT)
def test_entropies(pair):
    assert sm.v_measure(*pair) == pytest.approx(oracle.v_measure(*pair), rel=1e-11, abs=1e-13)
    assert sm.nce(*pair) == pytest.approx(oracle.nce(*pair), rel=1e-11, abs=1e-13)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))
@settings(max_examples=30)
@given(pairs=st.lists(PAIRS, min_size=1, max_size=6))
def test_batch_is_single(metric, pairs):
    singles = [metric.compare(*pair).value for pair in pairs]
    for workers in (1, 3):
        scores = sm.score_pairs(metric, *zip(*pairs, strict=True), workers=workers)
        np.testing.assert_array_equal(scores, singles)
