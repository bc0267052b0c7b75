"""Intervals: Student's t, jackknife variances, means of tables of items by coders, percentile intervals."""

import math

import numpy as np
import pytest
import scipy.stats
from scipy import stats

from seamark.base.errors import InputError
from seamark.evaluation.human_comparison import Difference
from seamark.stats import Interval
from seamark.stats.intervals import (
    Variance,
    critical_t,
    crossed_mean,
    jackknife_deviations,
    jackknife_interval,
    jackknife_variance,
    log_interval,
    one_more,
    percentile_interval,
    probability_below,
)
from seamark.stats.significance import benjamini_yekutieli


@pytest.mark.parametrize("degrees", [0.7, 1, 1.5, 2, 2.5, 3, 4, 5, 9, 10, 19, 30.3, 99, 1000, 9999])
@pytest.mark.parametrize("level", [0.1, 0.5, 0.9, 0.95, 0.99, 0.9999])
def test_critical_values_are_scipys(degrees, level):
    assert critical_t(level, degrees) == pytest.approx(scipy.stats.t.ppf((1 + level) / 2, degrees), rel=1e-8)


VALUES = np.random.default_rng(5).normal(0.4, 0.1, 9)


def test_the_variance_is_that_of_the_textbook():
    found = jackknife_variance(jackknife_deviations(VALUES))
    assert found.value == pytest.approx(8 / 9 * ((VALUES - VALUES.mean()) ** 2).sum())
    assert found.degrees == 8


def test_each_stratum_varies_about_its_own_mean():
    strata = np.array([0, 0, 0, 1, 1, 1, 1, 1, 1])
    found = jackknife_variance(jackknife_deviations(VALUES, strata), strata)
    parts = [(len(part) - 1) * part.var() for part in (VALUES[:3], VALUES[3:])]
    assert found.value == pytest.approx(sum(parts))
    assert found.degrees == pytest.approx(sum(parts) ** 2 / (parts[0] ** 2 / 2 + parts[1] ** 2 / 5))


def test_degrees_of_freedom_are_satterthwaites():
    """With equal variances and sizes they are Welch's, and a cause that does not vary adds nothing."""
    assert Variance.total([Variance(0.2, 4), Variance(0.2, 4)]).degrees == pytest.approx(8)
    assert Variance.total([Variance(0.2, 4), Variance(0.0, 9)]) == Variance(0.2, 4)
    assert Variance.total([Variance(0.0, 4), Variance(0.0, 9)]) == Variance(0.0, 13)


def test_rounding_is_no_variation():
    third = 1 / 3
    values = np.array([third, np.nextafter(third, 0), third])
    assert jackknife_variance(jackknife_deviations(values)).value == 0.0


@pytest.mark.parametrize("estimate", [-0.4, 0.0, 0.3, 0.999])
def test_intervals_never_pass_one_and_hold_the_estimate(estimate):
    found = log_interval(estimate, Variance(2.0, 3.5), 0.9, "jackknife-t")
    reach = scipy.stats.t.ppf(0.95, 3.5) * math.sqrt(2)
    z = math.log(1 - estimate)
    assert (found.low, found.high) == pytest.approx((1 - math.exp(z + reach), 1 - math.exp(z - reach)))
    assert found.low < estimate < found.high < 1


@pytest.mark.parametrize("degrees", [0.7, 1, 2.5, 5, 26.2, 300, 1e5])
@pytest.mark.parametrize("t", [-30, -2, -0.1, 0, 0.5, 1.96, 8, math.nan])
def test_probabilities_are_those_of_scipy(t, degrees):
    assert probability_below(t, degrees) == pytest.approx(stats.t.cdf(t, degrees), rel=1e-9, abs=1e-15, nan_ok=True)


def crossed(table):
    """The mean of a table of items by coders, whose coders simply add up."""
    items, coders = table.shape
    coder = np.indices(table.shape)[1].ravel()
    changes = (-table.ravel(), np.full(table.size, -1.0), coder, np.zeros_like(coder))
    return Difference(*crossed_mean(table.sum(axis=1), np.full(items, float(coders)), np.zeros(items, int), changes))


def test_a_complete_table_has_the_variances_of_its_margins():
    table = np.random.default_rng(1).normal(size=(7, 4))
    found = crossed(table)
    assert found.value == pytest.approx(table.mean())
    # The jackknife variance of a mean is the variance of its parts over their number.
    assert found.variance_items == pytest.approx(table.mean(axis=1).var(ddof=1) / 7)
    assert found.variance_coders == pytest.approx(table.mean(axis=0).var(ddof=1) / 4)
    reach = stats.t.ppf(0.975, found.degrees) * math.sqrt(found.variance_items + found.variance_coders)
    assert list(found.interval) == pytest.approx([found.value - reach, found.value + reach])


def test_groups_of_one_item_are_left_out_whole():
    changes = (-np.array([1.0, 2.0, 4.0, 5.0]), -np.ones(4), np.arange(4), np.array([0, 0, 1, 1]))
    found = Difference(*crossed_mean(np.array([3.0, 9.0]), np.array([2.0, 2.0]), np.array([0, 1]), changes))
    assert found.variance_items == pytest.approx(np.var([1.5, 4.5], ddof=1) / 2)
    assert found.variance_coders == pytest.approx(2 * 0.25 * np.var([1.0, 2.0], ddof=1) / 2)


def test_one_of_everything_has_no_interval():
    found = crossed(np.array([[0.5]]))
    assert (found.value, found.interval) == (0.5, None)
    assert math.isnan(found.degrees)
    constant = crossed(np.full((2, 2), 0.5))
    assert (constant.variance_items, constant.variance_coders, constant.interval) == (0.0, 0.0, None)
    nothing = Difference(*crossed_mean(np.array([]), np.array([]), np.array([], dtype=int), (np.array([]),) * 4))
    assert math.isnan(nothing.value)


def test_one_more_value_is_a_prediction_of_student_s_t():
    values = np.random.default_rng(4).normal(size=6)
    found = one_more(values, 2.0, 0.9)
    spread = values.std(ddof=1) * math.sqrt(1 + 1 / 6)
    assert [found.low, found.high] == pytest.approx(list(stats.t.interval(0.9, 5, values.mean(), spread)))
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(2.0 - values.mean()) / spread, 5))
    assert math.isnan(one_more(np.ones(3), 2.0, 0.9).p_value)


def test_benjamini_yekutieli_is_that_of_scipy():
    p = np.random.default_rng(3).random(9) ** 3
    assert benjamini_yekutieli(p) == pytest.approx(stats.false_discovery_control(p, method="by"))
    with_gap = benjamini_yekutieli([*p, math.nan])
    assert with_gap[:-1] == pytest.approx(stats.false_discovery_control(p, method="by"))
    assert math.isnan(with_gap[-1])


def test_the_jackknife_of_a_mean_is_the_t_interval():
    values = np.random.default_rng(2).normal(3, 2, 15)
    without = np.array([np.delete(values, i).mean() for i in range(15)])
    interval = jackknife_interval(values.mean(), without, 0.9)
    expected = scipy.stats.t.interval(0.9, 14, values.mean(), values.std(ddof=1) / math.sqrt(15))
    assert (interval.low, interval.high) == pytest.approx(expected)
    assert (interval.ci, interval.method, interval.undefined) == (0.9, "jackknife-t", 0)


def test_an_item_without_which_nothing_is_defined_is_counted_and_leaves_the_interval_undefined():
    interval = jackknife_interval(0.5, np.array([math.nan, 0.5, 0.5]), 0.95)
    assert math.isnan(interval.low)
    assert interval.undefined == 1


SKEWED = np.random.default_rng(1).exponential(size=25)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("statistic", [np.mean, np.std, np.max])
def test_percentile_intervals_are_scipys_on_the_same_replicates(statistic, level):
    options = {"method": "percentile", "confidence_level": level, "n_resamples": 2000, "rng": 4}
    theirs = scipy.stats.bootstrap((SKEWED,), statistic, **options)
    ours = percentile_interval(theirs.bootstrap_distribution, level)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-10)


def test_undefined_replicates_are_left_out_and_counted():
    replicates = np.array([1.0, np.nan, 2.0, 3.0, np.nan])
    assert percentile_interval(replicates, 0.5) == Interval(1.5, 2.5, 0.5, "percentile", undefined=2)
    nothing = percentile_interval(np.full(4, np.nan), 0.95)
    assert math.isnan(nothing.low)
    assert math.isnan(nothing.high)
    assert nothing.undefined == 4
    assert 0.0 not in nothing


@pytest.mark.parametrize("level", [0, 1, -0.1, 95, math.nan])
def test_a_level_outside_zero_and_one_is_refused(level):
    with pytest.raises(InputError, match=r"ci is .*; expected a number between 0 and 1"):
        jackknife_interval(1.0, np.arange(3.0), level)
