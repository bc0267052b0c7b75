import numpy as np
import pytest
import scipy.stats

from seamark.stats import bootstrap, mean_of_sums, rows_of_values

MAKER = np.random.default_rng(17)
B = MAKER.random(30)
A = B + MAKER.normal(0.04, 0.1, 30)


def gap(a, b, score, **options):
    """The bootstrap of the difference, a minus b."""
    width = np.shape(a)[1]
    return bootstrap(np.hstack((a, b)), lambda sums: score(sums[..., :width]) - score(sums[..., width:]), **options)


def test_the_difference_is_taken_on_the_same_resamples():
    result = gap(rows_of_values(A), rows_of_values(B), mean_of_sums, resamples=400, rng=6)
    drawn = np.random.default_rng(6).integers(0, 30, (400, 30))
    assert result.estimate == pytest.approx((A - B).mean())
    assert result.replicates == pytest.approx((A - B)[drawn].mean(axis=1))
    assert result.seed == 6


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_interval_of_the_difference_is_scipys_within_monte_carlo_error(method):
    theirs = scipy.stats.bootstrap((A - B,), np.mean, method=method, n_resamples=20_000, rng=1)
    ours = gap(rows_of_values(A), rows_of_values(B), mean_of_sums, resamples=20_000, rng=2)
    interval = ours.interval(0.95, method)
    tolerance = 0.12 * theirs.standard_error
    assert interval.low == pytest.approx(theirs.confidence_interval.low, abs=tolerance)
    assert interval.high == pytest.approx(theirs.confidence_interval.high, abs=tolerance)


def test_swapping_the_systems_changes_signs_only():
    one = gap(rows_of_values(A), rows_of_values(B), mean_of_sums, resamples=500, rng=3)
    two = gap(rows_of_values(B), rows_of_values(A), mean_of_sums, resamples=500, rng=3)
    np.testing.assert_array_equal(one.replicates, -two.replicates)
