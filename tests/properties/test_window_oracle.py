"""Window metrics against strings that are written out and windows that are slid."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.oracle import windows as oracle
from tests.strategies import mass_pairs

import seamark as sm

#: None is the rule of the convention; the largest pair below has 60 units, so that some k are past every mass.
SIZES = st.one_of(st.none(), st.integers(1, 8), st.integers(1, 70))
COSTS = st.sampled_from([Fraction(i, 10) for i in range(1, 10)])
PAIR_LISTS = st.lists(mass_pairs(), min_size=1, max_size=6)


def value_or_none(metric, reference, hypothesis):
    try:
        return metric.compare(reference, hypothesis).value
    except sm.UndefinedScoreError:
        return None


def exactly(value):
    """The float next to a fraction, which one division of two integers must give."""
    return None if value is None else float(value)


@pytest.mark.parametrize("convention", oracle.WINDOW_DIFF_CONVENTIONS)
@settings(max_examples=60)
@given(pair=mass_pairs(), k=SIZES)
@example(pair=([2], [1, 1]), k=None)
@example(pair=([1, 1], [2]), k=2)
@example(pair=([1], [1]), k=None)
@example(pair=([4, 2], [3, 3]), k=6)
def test_window_diff(convention, pair, k):
    ours = value_or_none(sm.WindowDiff(k, convention), *pair)
    assert ours == exactly(oracle.window_diff(*pair, k, convention))


@pytest.mark.parametrize("convention", [name for name in oracle.WINDOW_DIFF_CONVENTIONS if name != "lamprier"])
@settings(max_examples=60)
@given(pair=mass_pairs(), k=SIZES)
@example(pair=([4, 2], [3, 3]), k=7)
def test_padded_window_diff(convention, pair, k):
    ours = value_or_none(sm.WindowDiff(k, convention, "lamprier"), *pair)
    assert ours == exactly(oracle.window_diff(*pair, k, convention, "lamprier"))


@pytest.mark.parametrize("convention", oracle.PK_CONVENTIONS)
@settings(max_examples=60)
@given(pair=mass_pairs(), k=SIZES)
@example(pair=([1, 1, 1], [2, 1]), k=None)
@example(pair=([5], [2, 3]), k=None)
@example(pair=([4, 2], [3, 3]), k=6)
def test_pk(convention, pair, k):
    ours = value_or_none(sm.Pk(k, convention), *pair)
    assert ours == exactly(oracle.pk(*pair, k, convention))


@pytest.mark.parametrize("convention", oracle.PK_CONVENTIONS)
@settings(max_examples=60)
@given(pair=mass_pairs())
def test_rule_for_k(convention, pair):
    resolved = sm.Pk(convention=convention).bind(sm.SegmentationArray.from_masses(pair[:1])).signature["k"]
    assert int(resolved.partition("=")[2]) == oracle.default_k(pair[0], convention)


@pytest.mark.parametrize("convention", oracle.WINDOW_DIFF_CONVENTIONS[:-1])
@settings(max_examples=60)
@given(pair=mass_pairs(), k=SIZES)
def test_georgescul(convention, pair, k):
    expected = oracle.georgescul(*pair, k, convention)
    metric = sm.Georgescul(k, convention)
    if expected is None:
        assert value_or_none(metric, *pair) is None
        return
    result = metric.compare(*pair)
    assert (result.parts["miss"], result.parts["false_alarm"]) == (float(expected.miss), float(expected.false_alarm))
    assert result.value == pytest.approx(float(expected.mean), rel=1e-15)


@given(pair=mass_pairs(), k=SIZES, c_miss=COSTS, c_fa=COSTS, p_seg=COSTS)
def test_c_seg(pair, k, c_miss, c_fa, p_seg):
    expected = oracle.c_seg(*pair, k, c_miss, c_fa, p_seg)
    options = {"k": k, "c_miss": float(c_miss), "c_fa": float(c_fa), "p_seg": float(p_seg)}
    if expected is None:
        with pytest.raises(sm.UndefinedScoreError):
            sm.c_seg(*pair, **options)
        return
    assert sm.c_seg(*pair, **options) == pytest.approx([float(value) for value in expected], rel=1e-13)


@pytest.mark.parametrize("convention", oracle.PK_CONVENTIONS[:-1])
@settings(max_examples=60)
@given(pair=mass_pairs(), k=st.integers(1, 8))
def test_c_seg_errors_are_those_of_pk(convention, pair, k):
    """Both look at the same probes, so misses and false alarms make up what differs."""
    counts, probes = sm.CSeg(k, convention).counts(*pair), sm.Pk(k, convention).counts(*pair)
    assert (counts["probes"], counts["missed"] + counts["false"]) == (probes["probes"], probes["differ"])


@given(pair=mass_pairs(), k=SIZES)
def test_win_pr(pair, k):
    expected = oracle.win_pr(*pair, k)
    ours = sm.win_pr(*pair, k=k)
    assert ours[:4] == pytest.approx([float(count) for count in expected], rel=1e-13, abs=1e-12)
    found, there = expected.tp + expected.fp, expected.tp + expected.fn
    if not found and not there:
        assert ours[4:] == (1.0, 1.0, 1.0)
    else:
        precision = float(expected.tp / found) if found else 0.0
        recall = float(expected.tp / there) if there else 0.0
        f = float(2 * expected.tp / (found + there))
        assert ours[4:] == pytest.approx((precision, recall, f), rel=1e-13, abs=1e-15)


BATCH_METRICS = [
    *(sm.WindowDiff(k, name) for name in oracle.WINDOW_DIFF_CONVENTIONS for k in (None, 3)),
    *(sm.Pk(k, name) for name in oracle.PK_CONVENTIONS for k in (None, 3)),
    sm.WindowDiff(padding="lamprier"),
    sm.Georgescul(),
    sm.CSeg(),
    sm.WinPR(),
]


@pytest.mark.parametrize("metric", BATCH_METRICS, ids=lambda metric: str(metric.signature()))
@settings(max_examples=30)
@given(pairs=PAIR_LISTS)
def test_batch_is_single(metric, pairs):
    references, hypotheses = zip(*pairs, strict=True)
    singles = [value_or_none(metric, *pair) for pair in pairs]
    expected = [math.nan if value is None else value for value in singles]
    for workers in (1, 3):
        np.testing.assert_array_equal(sm.score_pairs(metric, references, hypotheses, workers=workers), expected)


@pytest.mark.parametrize("convention", oracle.WINDOW_DIFF_CONVENTIONS)
@settings(max_examples=30)
@given(pairs=PAIR_LISTS)
def test_sum_of_rows_is_micro(convention, pairs):
    """Errors of all pairs over windows of all pairs; pairs without a window are counted as undefined."""
    metric = sm.WindowDiff(convention=convention)
    rows = sm.count_pairs(metric, *zip(*pairs, strict=True))
    values = [oracle.window_diff(*pair, convention=convention) for pair in pairs]
    windows, differ, undefined = rows.sum(axis=0)
    assert undefined == values.count(None)
    weights = rows[:, 0].astype(int).tolist()
    assert differ == sum(value * weight for value, weight in zip(values, weights, strict=True) if value is not None)
    assert windows == sum(weights)


@pytest.mark.parametrize("metric", [sm.WindowDiff, sm.Pk])
@given(pair=mass_pairs(), k=st.integers(1, 8))
def test_symmetric_for_a_fixed_k(metric, pair, k):
    assert value_or_none(metric(k), *pair) == value_or_none(metric(k), *reversed(pair))


@given(pair=mass_pairs(max_segments=6), k=st.integers(1, 6), scale=st.integers(2, 50))
def test_stretching_units_keeps_the_share_of_gaps(pair, k, scale):
    """Every unit cut into `scale` units: the windows follow, also where there are far more of them."""
    stretched = [[mass * scale for mass in side] for side in pair]
    ours = value_or_none(sm.WindowDiff(k * scale), *stretched)
    assert ours == exactly(oracle.window_diff(*stretched, k * scale))
