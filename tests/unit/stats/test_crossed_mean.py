"""Means of tables of items by coders, and Student's t for any degrees of freedom."""

import math

import numpy as np
import pytest
from scipy import stats

from seamark.stats.correction import benjamini_yekutieli
from seamark.stats.crossed_mean import crossed_mean
from seamark.stats.student_tail import student_cdf, student_quantile


@pytest.mark.parametrize("degrees", [0.7, 1, 2.5, 5, 26.2, 300, 1e5])
@pytest.mark.parametrize("t", [-30, -2, -0.1, 0, 0.5, 1.96, 8])
def test_probabilities_are_those_of_scipy(t, degrees):
    assert student_cdf(t, degrees) == pytest.approx(stats.t.cdf(t, degrees), rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("degrees", [0.7, 1, 2.5, 5, 26.2, 300, 1e5])
@pytest.mark.parametrize("share", [0.001, 0.2, 0.5, 0.975])
def test_quantiles_are_those_of_scipy(share, degrees):
    assert student_quantile(share, degrees) == pytest.approx(stats.t.ppf(share, degrees), rel=1e-8, abs=1e-12)


def test_what_has_no_probability():
    assert math.isnan(student_cdf(math.nan, 3))
    assert math.isnan(student_cdf(1.0, math.nan))
    assert (student_cdf(-math.inf, 3), student_cdf(math.inf, 3)) == (0.0, 1.0)


def test_a_complete_table_has_the_variances_of_its_margins():
    table = np.random.default_rng(1).normal(size=(7, 4))
    item, coder = (part.ravel() for part in np.indices(table.shape))
    found = crossed_mean(table.ravel(), item, coder)
    assert found.value == pytest.approx(table.mean())
    # The jackknife variance of a mean is the variance of its parts over their number.
    assert found.variance_items == pytest.approx(table.mean(axis=1).var(ddof=1) / 7)
    assert found.variance_coders == pytest.approx(table.mean(axis=0).var(ddof=1) / 4)


def test_groups_keep_their_weight():
    generator = np.random.default_rng(2)
    groups = [generator.normal(size=shape) + 100 * number for number, shape in enumerate([(3, 4), (5, 2), (2, 6)])]
    values, items, coders = [], [], []
    for number, table in enumerate(groups):
        item, coder = (part.ravel() for part in np.indices(table.shape))
        values.append(table.ravel())
        items.append(item + 10 * number)
        coders.append(coder + 10 * number)
    found = crossed_mean(*(np.concatenate(parts) for parts in (values, items, coders)))
    size = sum(table.size for table in groups)
    for axis, variance in ((1, found.variance_items), (0, found.variance_coders)):
        within = (
            (table.size / size) ** 2 * table.mean(axis=axis).var(ddof=1) / len(table.mean(axis=axis))
            for table in groups
        )
        assert variance == pytest.approx(sum(within))
    assert (found.items, found.coders) == (10, 12)


def test_groups_of_one_item_are_left_out_whole():
    values, item, coder = np.array([1.0, 2.0, 4.0, 5.0]), np.array([0, 0, 1, 1]), np.array([0, 1, 2, 3])
    found = crossed_mean(values, item, coder)
    assert found.variance_items == pytest.approx(np.var([1.5, 4.5], ddof=1) / 2)
    assert found.variance_coders == pytest.approx(2 * 0.25 * np.var([1.0, 2.0], ddof=1) / 2)


def test_items_are_in_one_group_when_others_join_them():
    # Item 0 and item 2 share no coder, but item 1 shares one with each.
    item, coder = np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 2, 2, 3])
    values = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    without = [np.mean(values[item != number]) for number in range(3)]
    assert crossed_mean(values, item, coder).variance_items == pytest.approx(2 * np.var(without))


def test_one_of_everything_has_no_interval():
    found = crossed_mean(np.array([0.5]), np.array([0]), np.array([0]))
    assert found.value == 0.5
    assert math.isnan(found.standard_error)
    assert math.isnan(found.interval().low)
    constant = crossed_mean(np.full(4, 0.5), np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    assert constant.standard_error == 0.0
    assert math.isnan(constant.interval().low)
    assert math.isnan(crossed_mean(np.array([]), np.array([], dtype=int), np.array([], dtype=int)).value)


def test_benjamini_yekutieli_is_that_of_scipy():
    p = np.random.default_rng(3).random(9) ** 3
    assert benjamini_yekutieli(p) == pytest.approx(stats.false_discovery_control(p, method="by"))
    with_gap = benjamini_yekutieli([*p, math.nan])
    assert with_gap[:-1] == pytest.approx(stats.false_discovery_control(p, method="by"))
    assert math.isnan(with_gap[-1])
