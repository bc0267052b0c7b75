"""Laws of the statistics room on made-up rows of counts."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from seamark.stats import (
    benjamini_hochberg,
    holm,
    mean_of_sums,
    paired_difference,
    rows_of_values,
    win_tie_loss,
)
from seamark.stats.intervals import percentile_interval
from seamark.stats.resampling import bootstrap, multiplicity_blocks
from seamark.stats.rows import weighted_sums

seeds = st.integers(0, 2**32 - 1)
scores = st.floats(0, 1).map(lambda x: round(x, 6))
p_values = st.lists(st.floats(0, 1), max_size=12)


def ratio(sums):
    return sums[..., 0] / sums[..., 1]


@st.composite
def count_rows(draw, *, min_items=2, max_items=12):
    """Rows (errors, windows), with windows of 0 now and then."""
    items = draw(st.integers(min_items, max_items))
    windows = draw(arrays(np.int64, items, elements=st.integers(0, 20)))
    errors = np.array([draw(st.integers(0, int(w))) for w in windows])
    return np.column_stack([errors, windows]).astype(float)


@st.composite
def paired_values(draw, *, max_items=10):
    items = draw(st.integers(2, max_items))
    return tuple(np.array(draw(st.lists(scores, min_size=items, max_size=items))) for _ in range(2))


def intervals(rows, score, seed, levels):
    """The values in resamples of items, and their intervals."""

    def statistic(weights):
        return score(weighted_sums(weights.items, rows))

    values = bootstrap(statistic, items=len(rows), coders=0, resample="items", resamples=60, seed=seed)
    return values, [percentile_interval(values, level) for level in levels]


@given(st.integers(1, 30), st.integers(1, 60), st.integers(1, 80), seeds)
def test_blocks_of_any_size_hold_the_same_draws(n, resamples, step, seed):
    blocks = list(multiplicity_blocks(n, resamples, np.random.default_rng(seed), step))
    whole = next(multiplicity_blocks(n, resamples, np.random.default_rng(seed), resamples))
    np.testing.assert_array_equal(np.concatenate(blocks), whole)
    assert (whole.sum(axis=1) == n).all()


@given(count_rows(), seeds)
def test_wider_levels_contain_narrower_ones_and_lie_among_the_values(rows, seed):
    values, (inner, outer) = intervals(rows, ratio, seed, (0.5, 0.9))
    shares = rows[rows[:, 1] > 0, 0] / rows[rows[:, 1] > 0, 1]
    defined = values[~np.isnan(values)]
    if defined.size:
        assert shares.min() - 1e-12 <= defined.min()
        assert defined.max() <= shares.max() + 1e-12
    assert outer.undefined == 60 - defined.size
    if not math.isnan(outer.low):
        assert defined.min() <= outer.low <= inner.low <= inner.high <= outer.high <= defined.max()


@given(arrays(np.float64, st.integers(2, 30), elements=scores), st.floats(-3, 3), st.floats(0.1, 5), seeds)
def test_intervals_move_and_stretch_with_the_values(values, shift, scale, seed):
    _, (one,) = intervals(rows_of_values(values), mean_of_sums, seed, (0.8,))
    _, (two,) = intervals(rows_of_values(scale * values + shift), mean_of_sums, seed, (0.8,))
    if not math.isnan(one.low) and np.ptp(values) > 1e-3:
        assert (two.low, two.high) == pytest.approx((scale * one.low + shift, scale * one.high + shift), abs=1e-6)


@given(paired_values())
def test_swapping_the_systems_changes_no_p_value(pair):
    a, b = map(rows_of_values, pair)
    one, two = paired_difference(a, b, mean_of_sums), paired_difference(b, a, mean_of_sums)
    assert one.p_value == two.p_value >= 2 / 2 ** len(a)
    assert one.value == -two.value
    forth_record, back_record = win_tie_loss(*pair), win_tie_loss(*pair[::-1])
    assert (forth_record.wins, forth_record.ties) == (back_record.losses, back_record.ties)
    assert forth_record == win_tie_loss(*pair[::-1], higher_is_better=False)


@given(arrays(np.float64, st.integers(2, 20), elements=scores), seeds)
def test_a_system_never_differs_from_itself(values, seed):
    rows = rows_of_values(values)
    assert paired_difference(rows, rows, mean_of_sums, resamples=30, rng=seed).p_value == 1.0


def holm_findings(p, alpha):
    """Holm's procedure: smallest first, each against alpha over those left, stop at the first failure."""
    found = set()
    for rank, place in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        if p[place] * (len(p) - rank) > alpha:
            break
        found.add(place)
    return found


def step_up_findings(p, alpha):
    """Benjamini and Hochberg as described: all up to the largest k whose p is at most k alpha / m."""
    order = sorted(range(len(p)), key=p.__getitem__)
    last = max((k for k in range(1, len(p) + 1) if p[order[k - 1]] * (len(p) / k) <= alpha), default=0)
    return set(order[:last])


@given(p_values, st.floats(0.001, 0.5))
def test_adjusted_p_values_find_what_the_procedures_find(p, alpha):
    assert set(np.flatnonzero(holm(p) <= alpha)) == holm_findings(p, alpha)
    assert set(np.flatnonzero(benjamini_hochberg(p) <= alpha)) == step_up_findings(p, alpha)


@given(p_values)
def test_corrections_only_raise_and_keep_the_order(p):
    raw, order = np.array(p), np.argsort(p)
    for adjusted in (holm(p), benjamini_hochberg(p)):
        assert (adjusted >= raw).all()
        assert (np.diff(adjusted[order]) >= 0).all()
    assert (benjamini_hochberg(p) <= holm(p)).all()
    assert (holm(p) <= np.minimum(1.0, raw * len(p))).all()
