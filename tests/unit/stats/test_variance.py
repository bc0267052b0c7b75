"""Jackknife variances and the intervals made from them."""

import math

import numpy as np
import pytest
import scipy.stats

from seamark.stats.intervals import Variance, jackknife_deviations, jackknife_variance, log_interval

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
    assert (Variance(0.2, 4) + Variance(0.2, 4)).degrees == pytest.approx(8)
    assert Variance(0.2, 4) + Variance(0.0, 9) == Variance(0.2, 4)
    assert Variance(0.0, 4) + Variance(0.0, 9) == Variance(0.0, 13)


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
