"""The power of a t-test, and quantiles of chi-square for standard deviations that are estimated."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from seamark.stats.intervals import critical_t

_NORMAL = NormalDist()
#: Steps of an integral, and how many standard deviations of chi it spans to either side.
_STEPS, _REACH = 1000, 9.0
_HALVINGS = 80


@lru_cache(maxsize=256)
def chi_square_quantile(share: float, degrees: float) -> float:
    """The value that chi-square stays below with this probability.

    Examples
    --------
    >>> round(chi_square_quantile(0.2, 9), 4), round(chi_square_quantile(0.9, 1), 4)
    (5.3801, 2.7055)
    """
    low, high = 0.0, degrees + 40.0 * math.sqrt(2.0 * degrees) + 40.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _chi_square_below(middle, degrees) < share else (low, middle)
    return low


def _chi_square_below(value: float, degrees: float) -> float:
    """The probability that chi-square is at most a value: the series of the incomplete gamma function."""
    a, x = degrees / 2, value / 2
    if x <= 0.0:
        return 0.0
    term = total = 1.0
    step = a
    while term > total * 1e-17:
        step += 1.0
        term *= x / step
        total += term
    return total * math.exp(a * math.log(x) - x - math.lgamma(a + 1.0))


def t_test_power(effect: float, items: int, alpha: float = 0.05) -> float:
    """How often a two-sided t-test on so many items finds a mean that is ``effect`` standard deviations from 0.

    Examples
    --------
    >>> round(t_test_power(0.5, 34), 4), round(t_test_power(0.0, 10), 4)
    (0.8078, 0.05)
    """
    degrees = items - 1
    critical, shift = critical_t(1.0 - alpha, degrees), effect * math.sqrt(items)
    # Student's t is a normal variable over chi: the integral over what chi may be.
    spread = _REACH / math.sqrt(2.0 * degrees)
    chi = np.linspace(max(1e-9, 1.0 - spread), 1.0 + spread, _STEPS + 1)
    log_density = (degrees - 1) * np.log(chi) - degrees * chi**2 / 2
    density = np.exp(log_density - log_density.max())
    density[[0, -1]] /= 2.0
    found = [_NORMAL.cdf(shift - critical * one) + _NORMAL.cdf(-shift - critical * one) for one in chi.tolist()]
    return float((density * np.array(found)).sum() / density.sum())
