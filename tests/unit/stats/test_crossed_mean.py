"""Means of tables of items by coders, and Student's t for any degrees of freedom."""

import math

import numpy as np
import pytest
from scipy import stats

from seamark.stats.intervals import crossed_mean, probability_below
from seamark.stats.significance import benjamini_yekutieli


@pytest.mark.parametrize("degrees", [0.7, 1, 2.5, 5, 26.2, 300, 1e5])
@pytest.mark.parametrize("t", [-30, -2, -0.1, 0, 0.5, 1.96, 8])
def test_probabilities_are_those_of_scipy(t, degrees):
    assert probability_below(t, degrees) == pytest.approx(stats.t.cdf(t, degrees), rel=1e-9, abs=1e-15)


def test_an_undefined_t_has_no_probability():
    assert math.isnan(probability_below(math.nan, 3))


def test_a_complete_table_has_the_variances_of_its_margins():
    table = np.random.default_rng(1).normal(size=(7, 4))
    item, coder = (part.ravel() for part in np.indices(table.shape))
    found = crossed_mean(table.ravel(), item, coder, np.zeros_like(item))
    assert found.value == pytest.approx(table.mean())
    # The jackknife variance of a mean is the variance of its parts over their number.
    assert found.items.value == pytest.approx(table.mean(axis=1).var(ddof=1) / 7)
    assert found.coders.value == pytest.approx(table.mean(axis=0).var(ddof=1) / 4)


def test_groups_keep_their_weight():
    generator = np.random.default_rng(2)
    groups = [generator.normal(size=shape) + 100 * number for number, shape in enumerate([(3, 4), (5, 2), (2, 6)])]
    values, items, coders, names = [], [], [], []
    for number, table in enumerate(groups):
        item, coder = (part.ravel() for part in np.indices(table.shape))
        values.append(table.ravel())
        items.append(item + 10 * number)
        coders.append(coder + 10 * number)
        names.append(np.full(table.size, number))
    found = crossed_mean(*(np.concatenate(parts) for parts in (values, items, coders, names)))
    size = sum(table.size for table in groups)
    for axis, variance in ((1, found.items.value), (0, found.coders.value)):
        within = (
            (table.size / size) ** 2 * table.mean(axis=axis).var(ddof=1) / len(table.mean(axis=axis))
            for table in groups
        )
        assert variance == pytest.approx(sum(within))
    assert (found.items.degrees, found.coders.degrees) == (9, 11)


def test_groups_of_one_item_are_left_out_whole():
    values, item, coder = np.array([1.0, 2.0, 4.0, 5.0]), np.array([0, 0, 1, 1]), np.array([0, 1, 2, 3])
    found = crossed_mean(values, item, coder, item)
    assert found.items.value == pytest.approx(np.var([1.5, 4.5], ddof=1) / 2)
    assert found.coders.value == pytest.approx(2 * 0.25 * np.var([1.0, 2.0], ddof=1) / 2)


def test_one_of_everything_has_no_interval():
    one = np.array([0])
    found = crossed_mean(np.array([0.5]), one, one, one)
    assert (found.value, found.variance, found.interval()) == (0.5, None, None)
    constant = crossed_mean(np.full(4, 0.5), np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.zeros(4, dtype=int))
    assert constant.variance.value == 0.0
    assert constant.interval() is None
    nothing = np.array([], dtype=int)
    assert math.isnan(crossed_mean(np.array([]), nothing, nothing, nothing).value)


def test_benjamini_yekutieli_is_that_of_scipy():
    p = np.random.default_rng(3).random(9) ** 3
    assert benjamini_yekutieli(p) == pytest.approx(stats.false_discovery_control(p, method="by"))
    with_gap = benjamini_yekutieli([*p, math.nan])
    assert with_gap[:-1] == pytest.approx(stats.false_discovery_control(p, method="by"))
    assert math.isnan(with_gap[-1])
