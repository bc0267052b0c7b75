import math

import numpy as np
import pytest
import scipy.stats

from seamark.base.errors import InputError
from seamark.stats import Bootstrap, Interval
from seamark.stats.intervals import acceleration, bca_interval, percentile_interval

SKEWED = np.random.default_rng(1).exponential(size=25)


def scipy_bootstrap(samples, statistic, method, *, paired=False, level=0.95):
    return scipy.stats.bootstrap(
        samples, statistic, method=method, paired=paired, confidence_level=level, n_resamples=2000, rng=4
    )


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
def test_percentile_interval_is_scipys_on_the_same_replicates(level):
    theirs = scipy_bootstrap((SKEWED,), np.mean, "percentile", level=level)
    ours = percentile_interval(theirs.bootstrap_distribution, level)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-12)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("statistic", [np.mean, np.std, np.max])
def test_bca_interval_is_scipys_on_the_same_replicates(statistic, level):
    theirs = scipy_bootstrap((SKEWED,), statistic, "bca", level=level)
    without = np.array([statistic(np.delete(SKEWED, i)) for i in range(len(SKEWED))])
    ours = bca_interval(theirs.bootstrap_distribution, float(statistic(SKEWED)), [without], level)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-10)


def test_bca_interval_with_two_kinds_of_units_is_scipys_for_two_samples():
    x, y = SKEWED, SKEWED[:10] ** 2

    def ratio(x, y, axis=-1):
        return np.mean(x, axis=axis) / np.mean(y, axis=axis)

    theirs = scipy_bootstrap((x, y), ratio, "bca")
    without = [
        np.array([ratio(np.delete(x, i), y) for i in range(len(x))]),
        np.array([ratio(x, np.delete(y, i)) for i in range(len(y))]),
    ]
    ours = bca_interval(theirs.bootstrap_distribution, float(ratio(x, y)), without)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-10)


def test_undefined_replicates_are_left_out_and_counted():
    replicates = np.array([1.0, np.nan, 2.0, 3.0, np.nan])
    assert percentile_interval(replicates, 0.5) == Interval(1.5, 2.5, 0.5, "percentile", undefined=2)
    assert bca_interval(replicates, 2.0, [np.ones(3)], 0.5) == Interval(1.5, 2.5, 0.5, "bca", undefined=2)


def test_no_defined_replicate_gives_an_undefined_interval():
    interval = percentile_interval(np.full(4, np.nan))
    assert math.isnan(interval.low)
    assert math.isnan(interval.high)
    assert interval.undefined == 4
    assert 0.0 not in interval


@pytest.mark.parametrize(
    ("estimate", "without"),
    [
        (9.0, np.arange(5.0)),  # every replicate below the estimate
        (-1.0, np.arange(5.0)),  # every replicate above it
        (1.0, np.array([1.0, np.nan, 2.0])),  # undefined without one item
    ],
)
def test_bca_without_a_foundation_is_undefined(estimate, without):
    interval = bca_interval(np.array([0.0, 1.0, 2.0]), estimate, [without], 0.9999)
    assert math.isnan(interval.low)
    assert math.isnan(interval.high)


def test_bca_past_the_pole_of_its_correction_is_undefined():
    replicates = np.concatenate([np.zeros(995), np.ones(5)])
    one_item_decides = np.array([0.0] * 60 + [-1.0])
    assert bca_interval(replicates, 0.5, [one_item_decides], 0.95).high == 1.0
    assert math.isnan(bca_interval(replicates, 0.5, [one_item_decides], 0.9999).high)


def test_replicates_that_differ_from_the_estimate_in_rounding_only_are_ties():
    third = 1 / 3
    replicates = np.full(100, np.nextafter(third, 1))
    interval = bca_interval(replicates, third, [np.array([third, np.nextafter(third, 0), third])])
    assert (interval.low, interval.high) == pytest.approx((third, third), rel=1e-15)


def test_acceleration_of_a_statistic_that_no_unit_moves_is_zero():
    assert acceleration([np.full(7, 0.1), np.full(3, 0.3)]) == 0.0


@pytest.mark.parametrize("level", [0, 1, -0.1, 95, math.nan])
def test_a_level_outside_zero_and_one_is_refused(level):
    result = Bootstrap(1.0, np.arange(3.0), (np.arange(3.0),), seed=1)
    for make in (
        lambda: percentile_interval(np.arange(3.0), level),
        lambda: bca_interval(np.arange(3.0), 1.0, [np.arange(3.0)], level),
        lambda: result.interval(level),
    ):
        with pytest.raises(InputError, match=r"ci is .*; expected a number between 0 and 1"):
            make()


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(InputError, match="method is 'basic'; expected one of percentile, bca"):
        Bootstrap(1.0, np.arange(3.0), (np.arange(3.0),), seed=1).interval(method="basic")
