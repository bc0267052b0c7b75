"""Confidence intervals from bootstrap replicates: percentile, and bias-corrected and accelerated (BCa)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, TypeAlias, get_args

import numpy as np

from seamark.checks import finite_number
from seamark.choices import one_of
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
        How it was made: ``percentile``, ``bca`` or ``jackknife-t``.
    undefined
        Replicates on which the statistic had no value. The interval speaks for the others only.

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

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))


def check_level(ci: float, what: str = "ci") -> float:
    """The confidence level as a float; refuses one outside (0, 1).

    Parameters
    ----------
    ci
        The level asked for.
    what
        How messages call it.

    Raises
    ------
    InputError
        When it is not strictly between 0 and 1.
    """
    return finite_number(ci, what, lambda share: 0 < share < 1, "a number between 0 and 1, such as 0.95")


def check_method(method: str) -> None:
    """Refuse an interval method that does not exist.

    Parameters
    ----------
    method
        The method asked for.

    Raises
    ------
    InputError
        When it is not one of ``percentile`` and ``bca``.
    """
    one_of(method, "method", get_args(IntervalMethod))


def percentile_interval(replicates: FloatArray, ci: float = 0.95) -> Interval:
    """The middle share ``ci`` of the replicates.

    Parameters
    ----------
    replicates
        The statistic on each resample; NaN where undefined, left out and counted.
    ci
        Nominal coverage.

    Returns
    -------
    Interval
        NaN at both ends when no replicate is defined.

    Notes
    -----
    With few items it is too short: in a simulation of error rates, intervals of level .95 covered the true rate in 89%
    of cases with 10 items, 93% with 30 and 95% with 100.

    Examples
    --------
    >>> percentile_interval(np.arange(101.0), 0.5)
    Interval(low=25.0, high=75.0, ci=0.5, method='percentile', undefined=0)
    """
    ci = check_level(ci)
    return _between(replicates, (1 - ci) / 2, (1 + ci) / 2, ci, "percentile")


def bca_interval(
    replicates: FloatArray, estimate: float, leave_one_out: Sequence[FloatArray], ci: float = 0.95
) -> Interval:
    """Percentiles moved for the bias of the replicates and for the skewness of the statistic.

    Parameters
    ----------
    replicates
        The statistic on each resample; NaN where undefined, left out and counted.
    estimate
        The statistic on the data.
    leave_one_out
        The statistic without each unit, one array per kind of unit that was resampled.
    ci
        Nominal coverage.

    Returns
    -------
    Interval
        NaN at both ends when undefined: no replicate on one side of the estimate, a leave-one-out value without a
        score, or a skewness beyond the reach of the correction. Use the percentile interval then.

    References
    ----------
    Efron, B. (1987). Better bootstrap confidence intervals. JASA 82.

    Examples
    --------
    >>> data = np.array([1.0, 2.0, 3.0, 4.0, 10.0])
    >>> without = (data.sum() - data) / 4
    >>> means = np.random.default_rng(1).choice(data, (2000, 5)).mean(axis=1)
    >>> bca = bca_interval(means, 4.0, [without])
    >>> bool(bca.low > np.quantile(means, 0.025)), bool(bca.high > np.quantile(means, 0.975))
    (True, True)
    """
    ci = check_level(ci)
    bias = _bias_correction(replicates, estimate)
    skew = acceleration(leave_one_out)
    low, high = (_moved_share((1 + side * ci) / 2, bias, skew) for side in (-1, 1))
    return _between(replicates, low, high, ci, "bca")


def acceleration(leave_one_out: Sequence[FloatArray]) -> float:
    """Skewness of the statistic's influence values: the acceleration constant of BCa.

    Parameters
    ----------
    leave_one_out
        The statistic without each unit, one array per kind of unit that was resampled (items, coders, or both).

    Returns
    -------
    float
        Zero for a statistic that no unit moves; NaN when a value is undefined.

    Examples
    --------
    >>> round(acceleration([np.array([0.0, 0.0, 3.0])]), 4)
    -0.068
    """
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
