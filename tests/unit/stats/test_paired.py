import math

import numpy as np
import pytest
import scipy.stats

from seamark.stats import mean_of_sums, rows_of_values
from tests.unit.stats.paired_systems import gap

MAKER = np.random.default_rng(17)
B = MAKER.random(30)
A = B + MAKER.normal(0.04, 0.1, 30)


def test_the_difference_is_taken_on_the_same_resamples():
    result = gap(rows_of_values(A), rows_of_values(B), mean_of_sums, resamples=400, rng=6)
    drawn = np.random.default_rng(6).integers(0, 30, (400, 30))
    assert result.estimate == pytest.approx((A - B).mean())
    assert result.replicates == pytest.approx((A - B)[drawn].mean(axis=1))
    assert result.seed == 6
    far = min((result.replicates <= 0).sum(), (result.replicates >= 0).sum())
    assert result.p_value() == pytest.approx(2 * (far + 1) / 401)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_interval_of_the_difference_is_scipys_within_monte_carlo_error(method):
    theirs = scipy.stats.bootstrap((A - B,), np.mean, method=method, n_resamples=20_000, rng=1)
    ours = gap(rows_of_values(A), rows_of_values(B), mean_of_sums, resamples=20_000, rng=2)
    interval = ours.interval(0.95, method)
    tolerance = 0.12 * theirs.standard_error
    assert interval.low == pytest.approx(theirs.confidence_interval.low, abs=tolerance)
    assert interval.high == pytest.approx(theirs.confidence_interval.high, abs=tolerance)


def test_p_value_is_near_that_of_the_t_test_for_plain_data():
    ours = gap(rows_of_values(A), rows_of_values(B), mean_of_sums, resamples=20_000, rng=2)
    assert ours.p_value() == pytest.approx(scipy.stats.ttest_rel(A, B).pvalue, abs=0.02)


def test_swapping_the_systems_changes_signs_only():
    one = gap(rows_of_values(A), rows_of_values(B), mean_of_sums, resamples=500, rng=3)
    two = gap(rows_of_values(B), rows_of_values(A), mean_of_sums, resamples=500, rng=3)
    np.testing.assert_array_equal(one.replicates, -two.replicates)
    assert one.p_value() == two.p_value()


def test_resamples_without_a_score_speak_against_significance():
    a, b = np.array([[5.0, 1.0], [0, 0], [0, 0]]), np.array([[1.0, 1.0], [0, 0], [0, 0]])
    result = gap(a, b, mean_of_sums, resamples=999, rng=1)
    assert result.undefined > 200
    assert result.p_value() == pytest.approx(2 * (result.undefined + 1) / 1000)
    assert not math.isnan(result.interval().low)
