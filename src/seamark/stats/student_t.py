"""Critical values of Student's t, for intervals from few items."""

from __future__ import annotations

import math

import numpy as np

from seamark.stats.rows import FloatArray

# Halving (0, pi/2) this often reaches the last bit of a float64.
_HALVINGS = 60


def critical_t(level: float, degrees: int) -> float:
    """The t between whose minus and plus a Student variable falls with probability ``level``.

    Parameters
    ----------
    level
        Probability inside, between 0 and 1.
    degrees
        Degrees of freedom, a whole number of 1 or more.

    Returns
    -------
    float
        The two-sided critical value.

    Notes
    -----
    For whole degrees of freedom the distribution is a finite sum in the angle ``atan(t / sqrt(degrees))`` (Abramowitz
    and Stegun, 26.7.3 and 26.7.4), which grows with the angle, so that halving finds it.

    Examples
    --------
    >>> round(critical_t(0.95, 10), 4)
    2.2281
    """
    coefficients = _coefficients(degrees)
    low, high = 0.0, math.pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _probability_inside(middle, degrees, coefficients) < level:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(degrees)


def _coefficients(degrees: int) -> FloatArray:
    """Coefficients of the powers of cos² in the sum: products of 2k/(2k+1) or of (2k-1)/2k."""
    terms = degrees // 2
    k = np.arange(1, terms, dtype=np.float64)
    ratios = 2 * k / (2 * k + 1) if degrees % 2 else (2 * k - 1) / (2 * k)
    return np.concatenate([[1.0], np.cumprod(ratios)])[:terms]


def _probability_inside(angle: float, degrees: int, coefficients: FloatArray) -> float:
    powers = (math.cos(angle) ** 2) ** np.arange(len(coefficients))
    series = math.sin(angle) * float(coefficients @ powers)
    if degrees % 2:
        return 2 / math.pi * (angle + math.cos(angle) * series)
    return series
