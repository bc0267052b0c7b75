"""Means of tables of items by coders, and Student's t for any degrees of freedom."""

import math

import numpy as np
import pytest
from scipy import stats

from seamark.stats.intervals import CoderChanges, crossed_mean, one_more, probability_below
from seamark.stats.significance import benjamini_yekutieli


@pytest.mark.parametrize("degrees", [0.7, 1, 2.5, 5, 26.2, 300, 1e5])
@pytest.mark.parametrize("t", [-30, -2, -0.1, 0, 0.5, 1.96, 8])
def test_probabilities_are_those_of_scipy(t, degrees):
    assert probability_below(t, degrees) == pytest.approx(stats.t.cdf(t, degrees), rel=1e-9, abs=1e-15)


def test_an_undefined_t_has_no_probability():
    assert math.isnan(probability_below(math.nan, 3))


def crossed(table):
    """The mean of a table of items by coders, whose coders simply add up."""
    items, coders = table.shape
    coder = np.indices(table.shape)[1].ravel()
    changes = CoderChanges(-table.ravel(), np.full(table.size, -1.0), coder, np.zeros_like(coder))
    return crossed_mean(table.sum(axis=1), np.full(items, float(coders)), np.zeros(items, dtype=int), changes)


def test_a_complete_table_has_the_variances_of_its_margins():
    table = np.random.default_rng(1).normal(size=(7, 4))
    found = crossed(table)
    assert found.value == pytest.approx(table.mean())
    # The jackknife variance of a mean is the variance of its parts over their number.
    assert found.items.value == pytest.approx(table.mean(axis=1).var(ddof=1) / 7)
    assert found.coders.value == pytest.approx(table.mean(axis=0).var(ddof=1) / 4)
    assert found.variance.value == pytest.approx(found.items.value + found.coders.value)
    reach = stats.t.ppf(0.975, found.variance.degrees) * math.sqrt(found.variance.value)
    assert list(found.interval) == pytest.approx([found.value - reach, found.value + reach])


def test_groups_of_one_item_are_left_out_whole():
    changes = CoderChanges(-np.array([1.0, 2.0, 4.0, 5.0]), -np.ones(4), np.arange(4), np.array([0, 0, 1, 1]))
    found = crossed_mean(np.array([3.0, 9.0]), np.array([2.0, 2.0]), np.array([0, 1]), changes)
    assert found.items.value == pytest.approx(np.var([1.5, 4.5], ddof=1) / 2)
    assert found.coders.value == pytest.approx(2 * 0.25 * np.var([1.0, 2.0], ddof=1) / 2)


def test_one_of_everything_has_no_interval():
    found = crossed(np.array([[0.5]]))
    assert (found.value, found.variance, found.interval) == (0.5, None, None)
    constant = crossed(np.full((2, 2), 0.5))
    assert (constant.variance.value, constant.interval) == (0.0, None)
    nothing = crossed_mean(np.array([]), np.array([]), np.array([], dtype=int), CoderChanges(*[np.array([])] * 4))
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
