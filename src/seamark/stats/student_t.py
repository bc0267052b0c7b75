"""Student's t for any degrees of freedom, whole or not: probabilities and critical values."""

from __future__ import annotations

import math

# The continued fraction reaches float64 in far fewer steps; halving does so in as many as a float64 has bits.
_STEPS = 10_000
_HALVINGS = 80
_SMALLEST = 1e-300


def probability_inside(t: float, degrees: float) -> float:
    """The probability that a Student variable falls between ``-t`` and ``t``."""
    # The incomplete beta function converges quickly on one side of its mean: take the other end beyond it.
    x = degrees / (degrees + t * t)
    if x > (degrees / 2 + 1) / (degrees / 2 + 2.5):
        return _incomplete_beta(0.5, degrees / 2, t * t / (degrees + t * t))
    return 1.0 - _incomplete_beta(degrees / 2, 0.5, x)


def probability_below(t: float, degrees: float) -> float:
    """The probability that a Student variable is at most ``t``; NaN when ``t`` is.

    Examples
    --------
    >>> round(probability_below(2.2281, 10), 4), round(probability_below(-2.2281, 10), 4)
    (0.975, 0.025)
    """
    return math.nan if math.isnan(t) else 0.5 + math.copysign(probability_inside(t, degrees) / 2, t)


def critical_t(level: float, degrees: float) -> float:
    """The t between whose minus and plus a Student variable falls with probability ``level``.

    Examples
    --------
    >>> round(critical_t(0.95, 10), 4), round(critical_t(0.95, 2.5), 4)
    (2.2281, 3.5747)
    """
    # The angle whose tangent is t / sqrt(degrees) is bounded, so that halving finds it.
    low, high = 0.0, math.pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if probability_inside(math.tan(middle) * math.sqrt(degrees), degrees) < level:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(degrees)


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function by its continued fraction (Lentz; Press et al., Numerical Recipes)."""
    if x <= 0.0:
        return 0.0
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1.0 / _nonzero(1.0 - (a + b) * x / (a + 1.0))
    fraction = d
    for m in range(1, _STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 / _nonzero(1.0 + term * d)
            c = _nonzero(1.0 + term / c)
            fraction *= c * d
        if abs(c * d - 1.0) < 1e-16:
            break
    return math.exp(log_front) * fraction / a


def _nonzero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
