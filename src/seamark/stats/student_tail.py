"""Probabilities of Student's t, for any number of degrees of freedom."""

from __future__ import annotations

import math

# Halving (-pi/2, pi/2) this often reaches the last bits of a float64.
_HALVINGS = 64
# Terms of the continued fraction; with the faster of its two forms, few are needed.
_MOST_TERMS = 10_000
_TINY = 1e-300


def student_cdf(t: float, degrees: float) -> float:
    """The probability that a Student variable is at most ``t``; NaN when either is.

    Examples
    --------
    >>> round(student_cdf(2.2281, 10), 4), student_cdf(0.0, 3.5)
    (0.975, 0.5)
    """
    if math.isnan(t) or not degrees > 0:
        return math.nan
    if math.isinf(t):
        return 0.0 if t < 0 else 1.0
    square = t * t
    # Near 0 the probability about the middle is the small one, and far from 0 that of the tail.
    if square < degrees:
        return 0.5 + math.copysign(_beta_share(square / (degrees + square), 0.5, degrees / 2) / 2, t)
    tail = _beta_share(degrees / (degrees + square), degrees / 2, 0.5) / 2
    return tail if t < 0 else 1 - tail


def student_quantile(share: float, degrees: float) -> float:
    """The t below which a Student variable falls with this probability.

    Examples
    --------
    >>> round(student_quantile(0.975, 10), 4), round(student_quantile(0.975, 26.2), 3)
    (2.2281, 2.055)
    """
    low, high = -math.pi / 2, math.pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if student_cdf(math.tan(middle), degrees) < share:
            low = middle
        else:
            high = middle
    return math.tan(high)


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function (Abramowitz and Stegun, 26.5)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(x, a, b) / a
    return 1 - front * _beta_fraction(1 - x, b, a) / b


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, from its first term on (Lentz's way)."""
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = fraction
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            fraction *= c * d
        if abs(fraction - before) <= 1e-16 * abs(fraction):
            break
    return fraction


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
