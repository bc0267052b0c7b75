"""Confidence intervals from bootstrap replicates: percentile, and bias-corrected and accelerated (BCa)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np

from seamark.checks import finite_number
from seamark.results import ResultRecord
from seamark.stats.rows import ROUNDING, FloatArray

IntervalMethod: TypeAlias = Literal["percentile", "bca"]

_NORMAL = NormalDist()


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
        How it was made: ``jackknife-t``, ``bootstrap-t``, ``percentile``, ``bca`` or ``poisson``.
    undefined
        Replicates on which the statistic had no value. The interval speaks for the others only.
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


def percentile_interval(replicates: FloatArray, ci: float = 0.95) -> Interval:
    """The middle share ``ci`` of the replicates; those that are NaN are left out and counted.

    With few items it is too short: in a simulation of error rates, intervals of level .95 covered the true rate in 89%
    of cases with 10 items, 93% with 30 and 95% with 100.
    """
    ci = check_level(ci)
    return _between(replicates, (1 - ci) / 2, (1 + ci) / 2, ci, "percentile")


def bca_interval(
    replicates: FloatArray, estimate: float, leave_one_out: Sequence[FloatArray], ci: float = 0.95
) -> Interval:
    """Percentiles moved for the bias of the replicates and for the skewness of the statistic (Efron 1987, JASA 82).

    ``leave_one_out`` has an array for each of items and coders that were resampled. NaN at both ends when undefined: no
    replicate on one side of the estimate, a leave-one-out value without a score, or a skewness beyond the reach of the
    correction. Use the percentile interval then.
    """
    ci = check_level(ci)
    bias = _bias_correction(replicates, estimate)
    skew = acceleration(leave_one_out)
    low, high = (_moved_share((1 + side * ci) / 2, bias, skew) for side in (-1, 1))
    return _between(replicates, low, high, ci, "bca")


def acceleration(leave_one_out: Sequence[FloatArray]) -> float:
    """Skewness of the statistic's influence values: the acceleration constant of BCa; NaN when a value is undefined."""
    second = third = 0.0
    for values in leave_one_out:
        n = len(values)
        centred = values.mean() - values
        centred[np.abs(centred) <= ROUNDING * np.abs(values).max()] = 0.0
        influence = centred * (n - 1) / n
        second += float(influence @ influence)
        third += float((influence**2) @ influence)
    return third / (6 * second**1.5) if second != 0 else 0.0


def _bias_correction(replicates: FloatArray, estimate: float) -> float:
    """Normal quantile of the share of replicates below the estimate, ties counted half; NaN for a share of 0 or 1."""
    defined = replicates[~np.isnan(replicates)]
    if defined.size == 0 or math.isnan(estimate):
        return math.nan
    gaps = defined - estimate
    gaps[np.abs(gaps) <= ROUNDING * max(abs(estimate), float(np.abs(defined).max()))] = 0.0
    below = (np.count_nonzero(gaps < 0) + np.count_nonzero(gaps <= 0)) / (2 * gaps.size)
    return _NORMAL.inv_cdf(below) if 0 < below < 1 else math.nan


def _moved_share(share: float, bias: float, skew: float) -> float:
    z = bias + _NORMAL.inv_cdf(share)
    stretch = 1 - skew * z
    if not stretch > 0:
        return math.nan
    return _NORMAL.cdf(bias + z / stretch)


def _between(replicates: FloatArray, low: float, high: float, ci: float, method: str) -> Interval:
    undefined = np.isnan(replicates)
    missing = int(np.count_nonzero(undefined))
    if missing == replicates.size or math.isnan(low) or math.isnan(high):
        return Interval(math.nan, math.nan, ci, method, missing)
    ends = np.quantile(replicates[~undefined], [low, high])
    return Interval(float(ends[0]), float(ends[1]), ci, method, missing)
