"""Confidence intervals: Student's t, percentiles of bootstrap replicates, and the jackknife.

A jackknife leaves out each item or coder in turn. Its variances over several causes (items, coders, strata) add up, and
so do their degrees of freedom, after Satterthwaite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from seamark.base.checks import finite_number
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.rows import ROUNDING

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


@lru_cache(maxsize=1024)
def critical_t(level: float, degrees: float) -> float:
    """The t between whose minus and plus a Student variable falls with probability ``level``.

    Examples
    --------
    >>> round(critical_t(0.95, 10), 4), round(critical_t(0.95, 2.5), 4)
    (2.2281, 3.5747)
    """
    # The angle whose tangent is t / sqrt(degrees) is bounded, so that halving finds it.
    root = math.sqrt(degrees)
    angle = bisected(lambda angle: probability_inside(math.tan(angle) * root, degrees) < level, 0.0, math.pi / 2)
    return math.tan(angle) * root


def bisected(below: Callable[[float], bool], low: float, high: float) -> float:
    """The largest number between two of which ``below`` holds, as it does of all that are smaller."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


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


@dataclass(frozen=True, slots=True)
class Interval(ResultRecord):
    """A confidence interval.

    Parameters
    ----------
    low, high
        Its ends, both included; NaN when undefined.
    ci
        Nominal coverage, such as 0.95.
    method
        How it was made: ``jackknife-t`` or ``percentile``.
    undefined
        Replicates on which the statistic had no value. The interval is about the others only.
    resampled
        What it is about, where that is known: other ``items``, other ``coders``, or ``both``.
    note
        Why there is no interval, or why not to rely on it.

    Examples
    --------
    >>> interval = Interval(0.81, 0.92, 0.95, "percentile")
    >>> 0.9 in interval, 0.0 in interval
    (True, False)
    >>> low, high = interval
    """

    low: float
    high: float
    ci: float
    method: str
    undefined: int = 0
    resampled: str | None = None
    note: str | None = None

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))


def check_level(ci: float, what: str = "ci") -> float:
    """The confidence level as a float; refuses one outside (0, 1)."""
    return finite_number(ci, what, lambda share: 0 < share < 1, "a number between 0 and 1, such as 0.95")


def percentile_interval(replicates: FloatArray, ci: float) -> Interval:
    """The middle share ``ci`` of the replicates; those that are NaN are left out and counted.

    With few items it is too short: in a simulation of error rates, intervals of level .95 covered the true rate in
    89 % of cases with 10 items, 93 % with 30 and 95 % with 100.
    """
    undefined = np.isnan(replicates)
    missing = int(np.count_nonzero(undefined))
    low, high = math.nan, math.nan
    if missing < replicates.size:
        low, high = np.quantile(replicates[~undefined], [(1 - ci) / 2, (1 + ci) / 2]).tolist()
    return Interval(low, high, ci, "percentile", missing)


def jackknife_interval(estimate: float, values: FloatArray, ci: float) -> Interval:
    """Estimate plus and minus Student's t times the jackknife standard error, from the values without each item.

    It is symmetric about the estimate, from which the bias is not taken off, and may reach past the range of the
    statistic. Where one of the values is undefined, so is the interval.

    Examples
    --------
    >>> interval = jackknife_interval(2.0, np.array([2.5, 2.0, 1.5]), 0.95)
    >>> round(interval.low, 4), round(interval.high, 4)
    (-0.4841, 4.4841)
    """
    # The standard error is the root of (n - 1) times the population variance of the values.
    reach = critical_t(check_level(ci), len(values) - 1) * (math.sqrt(len(values) - 1) * float(values.std()))
    return Interval(estimate - reach, estimate + reach, ci, "jackknife-t", int(np.count_nonzero(np.isnan(values))))


@dataclass(frozen=True, slots=True)
class Variance(ResultRecord):
    """A variance and the degrees of freedom of its estimate.

    Variances of independent causes add up; the degrees of freedom are those of Satterthwaite.

    Examples
    --------
    >>> Variance.total([Variance(3.0, 2.0), Variance(1.0, 4.0)])
    Variance(value=4.0, degrees=3.368)
    """

    value: float
    degrees: float

    @classmethod
    def total(cls, parts: Sequence[Variance]) -> Variance:
        """The sum of several."""
        value = math.fsum(part.value for part in parts)
        spread = math.fsum(part.value**2 / part.degrees for part in parts)
        return cls(value, value**2 / spread if spread else math.fsum(part.degrees for part in parts))


def jackknife_deviations(without_each: FloatArray, strata: Int64Array | None = None) -> FloatArray:
    """How far each of what was sampled moves a statistic, so that the squares add up to the jackknife variance.

    With strata, such as groups of coders who coded texts of their own, each value varies about the mean of its stratum,
    which has at least two.

    Examples
    --------
    >>> jackknife_deviations(np.array([2.5, 2.0, 1.5])).round(4)
    array([-0.4082,  0.    ,  0.4082])
    """
    if strata is None:
        n, mean = len(without_each), float(without_each.mean())
        deviations = math.sqrt((n - 1) / n) * (mean - without_each)
        # Values that differ only by rounding do not vary.
        return np.where(np.abs(mean - without_each) <= ROUNDING * abs(mean), 0.0, deviations)
    deviations = np.empty_like(without_each)
    for stratum in np.unique(strata).tolist():
        deviations[strata == stratum] = jackknife_deviations(without_each[strata == stratum])
    return deviations


def jackknife_variance(deviations: FloatArray, strata: Int64Array | None = None) -> Variance:
    """The variance that ``jackknife_deviations`` add up to, with the degrees of freedom of every stratum.

    Examples
    --------
    >>> jackknife_variance(jackknife_deviations(np.array([2.5, 2.0, 1.5])))
    Variance(value=0.3333, degrees=2.0)
    """
    if strata is None:
        return Variance(float((deviations**2).sum()), float(len(deviations) - 1))
    parts = (deviations[strata == stratum] for stratum in np.unique(strata).tolist())
    return Variance.total([jackknife_variance(part) for part in parts])


def log_interval(estimate: float, variance: Variance, ci: float, method: str) -> Interval:
    """An interval that never passes 1: Student's t on the scale of log(1 - estimate), whose variance this is."""
    reach = critical_t(ci, variance.degrees) * math.sqrt(variance.value)
    low, high = (1.0 - (1.0 - estimate) * math.exp(side * reach) for side in (1, -1))
    return Interval(low, high, ci, method)


_UNKNOWN = Variance(math.nan, math.nan)
#: Without each item, or each coder of an item: how the sum and the weight of the item change; who is left out; and the
#: group of coders.
Changes: TypeAlias = tuple[FloatArray, FloatArray, Int64Array, Int64Array]


def crossed_mean(
    sums: FloatArray, weights: FloatArray, group: Int64Array, changes: Changes, ci: float = 0.95
) -> tuple[float, Interval | None, float, float, float]:
    """The weighted mean over items with an interval for other items and other coders; its jackknife variances over
    items and over coders, and the degrees of freedom of both together. NaN where there are none.

    ``sums``, ``weights`` and ``group`` are of every item its weighted value, its weight, and the group of coders who
    coded it; ``changes`` say what becomes of the sums without each coder.

    Notes
    -----
    Items and coders are left out within their group, and groups keep their weight: how groups differ says nothing about
    other items or coders of the same groups.
    """
    if not sums.size:
        return math.nan, None, math.nan, math.nan, math.nan
    value = float(sums.sum() / weights.sum())
    items = _variance((-sums, -weights, np.arange(len(sums)), group), sums, weights, group)
    coders = _variance(changes, sums, weights, group)
    known = [part for part in (items, coders) if part is not None]
    total = Variance.total(known) if known else _UNKNOWN
    interval = None
    if total.value > 0:
        reach = critical_t(ci, total.degrees) * math.sqrt(total.value)
        interval = Interval(value - reach, value + reach, ci, "jackknife-t")
    return value, interval, (items or _UNKNOWN).value, (coders or _UNKNOWN).value, total.degrees


def _variance(changes: Changes, sums: FloatArray, weights: FloatArray, group: Int64Array) -> Variance | None:
    """The variance of the mean when these are left out one by one; None when there is one, or nothing is left."""
    moved, lost, left_out, its_group = changes
    units, first, unit = np.unique(left_out, return_index=True, return_inverse=True)
    if len(units) < 2:
        return None
    change, loss = np.bincount(unit, moved), np.bincount(unit, lost)
    _, groups = np.unique(np.concatenate((its_group[first], group)), return_inverse=True)
    mine, theirs = groups[: len(units)], groups[len(units) :]
    if np.bincount(mine).min() < 2:
        # A group of one item or coder would be empty without it; then they are left out of the whole.
        mine, theirs = np.zeros_like(mine), np.zeros_like(theirs)
    total, size = np.bincount(theirs, sums), np.bincount(theirs, weights)
    with np.errstate(divide="ignore", invalid="ignore"):
        without = (total[mine] + change) / (size[mine] + loss) * size[mine] / weights.sum()
    if not np.isfinite(without).all():
        return None
    found = jackknife_variance(jackknife_deviations(without, mine), mine)
    return Variance(found.value, float(len(units) - 1))


class OneMore(NamedTuple):
    """The prediction of one more value from the same population, and the distance of a given value from it."""

    low: float
    high: float
    t: float
    degrees: float
    p_value: float


def one_more(values: FloatArray, new: float, ci: float) -> OneMore:
    """A prediction interval for one more value, and the two-sided p-value of a new one, by Student's t.

    Examples
    --------
    >>> found = one_more(np.array([1.0, 2.0, 3.0]), 2.0, 0.95)
    >>> round(found.low, 4), round(found.high, 4), found.p_value
    (-2.9683, 6.9683, 1.0)
    """
    number, mean = len(values), float(values.mean())
    reach = float(values.std(ddof=1)) * math.sqrt(1.0 + 1.0 / number)
    degrees = number - 1.0
    if not reach > ROUNDING:
        return OneMore(math.nan, math.nan, math.nan, degrees, math.nan)
    t = (new - mean) / reach
    width = critical_t(ci, degrees) * reach
    return OneMore(mean - width, mean + width, t, degrees, 2.0 * probability_below(-abs(t), degrees))
