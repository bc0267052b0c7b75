import math

import numpy as np
import pytest
import scipy.stats

from seamark.base.errors import InputError
from seamark.stats import Bootstrap, bootstrap, mean_of_sums, rows_of_values

MAKER = np.random.default_rng(8)
WINDOWS = MAKER.integers(5, 60, 40)
ROWS = np.column_stack([MAKER.binomial(WINDOWS, 0.3), WINDOWS]).astype(float)


def ratio(sums):
    return sums[..., 0] / sums[..., 1]


def test_replicates_are_scores_of_the_items_drawn():
    result = bootstrap(ROWS, ratio, resamples=50, rng=21)
    drawn = np.random.default_rng(21).integers(0, len(ROWS), (50, len(ROWS)))
    assert result.replicates == pytest.approx([ratio(ROWS[items].sum(axis=0)) for items in drawn], rel=1e-14)
    assert result.estimate == ROWS[:, 0].sum() / ROWS[:, 1].sum()
    assert (result.resamples, result.undefined, result.seed, result.resampled) == (50, 0, 21, "items")
    without = [ratio(np.delete(ROWS, item, axis=0).sum(axis=0)) for item in range(len(ROWS))]
    assert result.leave_one_out[0] == pytest.approx(without, rel=1e-14)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_micro_and_macro_intervals_agree_with_scipy_within_monte_carlo_error(method):
    def share(errors, windows, axis=-1):
        return errors.sum(axis=axis) / windows.sum(axis=axis)

    micro = scipy.stats.bootstrap(ROWS.T, share, paired=True, vectorized=True, method=method, n_resamples=20_000, rng=1)
    macro = scipy.stats.bootstrap((ratio(ROWS),), np.mean, method=method, n_resamples=20_000, rng=1)
    for theirs, ours in (
        (micro, bootstrap(ROWS, ratio, resamples=20_000, rng=2)),
        (macro, bootstrap(rows_of_values(ratio(ROWS)), mean_of_sums, resamples=20_000, rng=2)),
    ):
        # An end from 20,000 replicates has an error near .02 standard errors.
        interval = ours.interval(0.95, method)
        tolerance = 0.12 * theirs.standard_error
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.04)
        assert interval.low == pytest.approx(theirs.confidence_interval.low, abs=tolerance)
        assert interval.high == pytest.approx(theirs.confidence_interval.high, abs=tolerance)
        assert (interval.ci, interval.method, interval.undefined) == (0.95, method, 0)


def test_a_fresh_seed_is_reported_and_gives_the_result_again():
    first = bootstrap(ROWS, ratio, resamples=20)
    again = bootstrap(ROWS, ratio, resamples=20, rng=first.seed)
    np.testing.assert_array_equal(first.replicates, again.replicates)


def test_resamples_without_a_score_are_counted_and_reported():
    rows = np.array([[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]])
    result = bootstrap(rows, ratio, resamples=2000, rng=3)
    absent = int((np.random.default_rng(3).integers(0, 3, (2000, 3)) != 0).all(axis=1).sum())
    assert result.undefined == absent > 400
    assert result.interval().undefined == absent
    assert (result.interval().low, result.interval().high, result.standard_error) == (1.0, 1.0, 0.0)
    # Without the first item nothing is left to score, so that BCa has no skewness to correct for.
    assert math.isnan(result.interval(method="bca").low)


def test_an_undefined_item_makes_everything_undefined():
    result = bootstrap([[1.0, 2.0], [math.nan, 2.0], [1.0, 4.0]], ratio, resamples=100, rng=3)
    assert math.isnan(result.estimate)
    assert result.undefined == 100
    assert math.isnan(result.standard_error)
    for method in ("percentile", "bca"):
        interval = result.interval(method=method)
        assert math.isnan(interval.low)
        assert math.isnan(interval.high)
        assert interval.undefined == 100


def test_an_undefined_estimate_has_no_interval_even_when_replicates_have_values():
    result = Bootstrap(math.nan, np.array([1.0, 2.0]), (np.array([1.0, 2.0]),), seed=1)
    assert math.isnan(result.interval().low)


def test_items_that_are_all_alike_have_an_interval_of_width_zero():
    result = bootstrap(np.tile([0.1, 0.7], (9, 1)), ratio, resamples=500, rng=1)
    for method in ("percentile", "bca"):
        interval = result.interval(method=method)
        assert (interval.low, interval.high) == pytest.approx((1 / 7, 1 / 7), rel=1e-14)


def test_one_item_cannot_be_resampled():
    with pytest.raises(
        InputError, match=r"^rows: resampling over items needs at least two items, got 1; .* its coders"
    ):
        bootstrap([[1.0, 2.0]], ratio)


def test_bad_rows_are_refused():
    with pytest.raises(InputError, match=r"^rows: item 0 has an infinite count"):
        bootstrap(np.full_like(ROWS, np.inf), ratio)


def test_no_resamples_are_refused():
    with pytest.raises(InputError, match="resamples is 0"):
        bootstrap(ROWS, ratio, resamples=0)
