import math

import numpy as np
import pytest
import scipy.stats

from seamark.base.errors import InputError
from seamark.stats import jackknife, mean_of_sums, rows_of_values

VALUES = np.random.default_rng(2).normal(3, 2, 15)


def variance(sums):
    """Population variance from sums of x², x and 1."""
    return sums[..., 0] / sums[..., 2] - (sums[..., 1] / sums[..., 2]) ** 2


def test_the_jackknife_of_a_mean_is_the_textbook_error_and_t_interval():
    result = jackknife(rows_of_values(VALUES), mean_of_sums)
    error = VALUES.std(ddof=1) / math.sqrt(len(VALUES))
    assert result.estimate == pytest.approx(VALUES.mean())
    assert result.bias == pytest.approx(0.0, abs=1e-12)
    assert result.standard_error == pytest.approx(error)
    interval = result.interval(0.9)
    expected = scipy.stats.t.interval(0.9, len(VALUES) - 1, VALUES.mean(), error)
    assert (interval.low, interval.high) == pytest.approx(expected)
    assert (interval.ci, interval.method, interval.undefined) == (0.9, "jackknife-t", 0)


def test_taking_off_the_bias_of_the_population_variance_gives_the_sample_variance():
    rows = np.column_stack([VALUES**2, VALUES, np.ones_like(VALUES)])
    result = jackknife(rows, variance)
    assert result.estimate == pytest.approx(VALUES.var())
    assert result.estimate - result.bias == pytest.approx(VALUES.var(ddof=1))


def test_values_error_and_bias_equal_brute_force():
    rows = np.column_stack([VALUES**2, VALUES, np.ones_like(VALUES)])
    result = jackknife(rows, variance)
    values = [np.delete(VALUES, i).var() for i in range(len(VALUES))]
    n, mean = len(values), sum(values) / len(values)
    assert result.values == pytest.approx(values)
    assert result.bias == pytest.approx((n - 1) * (mean - VALUES.var()))
    assert result.standard_error == pytest.approx(math.sqrt((n - 1) / n * sum((v - mean) ** 2 for v in values)))


def test_an_item_without_which_nothing_is_defined_is_counted_and_leaves_the_error_undefined():
    result = jackknife([[1.0, 2.0], [0.0, 0.0], [0.0, 0.0]], mean_of_sums)
    assert result.estimate == 0.5
    assert result.undefined == 1
    assert math.isnan(result.standard_error)
    assert math.isnan(result.bias)
    assert math.isnan(result.interval().low)
    assert result.interval().undefined == 1


def test_one_item_and_bad_levels_are_refused():
    with pytest.raises(InputError, match="needs at least two items, got 1"):
        jackknife([[1.0, 2.0]], mean_of_sums)
    with pytest.raises(InputError, match=r"ci is 1\.5"):
        jackknife(rows_of_values(VALUES), mean_of_sums).interval(1.5)
