"""Jackknife variances: within strata, added up with the degrees of freedom they leave, and intervals from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.results import ResultRecord
from seamark.stats.intervals import Interval
from seamark.stats.rows import ROUNDING, FloatArray
from seamark.stats.student_t import critical_t


@dataclass(frozen=True, slots=True)
class Variance(ResultRecord):
    """A variance and the degrees of freedom of its estimate.

    Variances of independent causes add up; the degrees of freedom are those of Satterthwaite.

    Examples
    --------
    >>> Variance(3.0, 2.0) + Variance(1.0, 4.0)
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

    def __add__(self, other: Variance) -> Variance:
        return Variance.total((self, other))


def jackknife_deviations(without_each: FloatArray, strata: npt.NDArray[np.int64] | None = None) -> FloatArray:
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


def jackknife_variance(deviations: FloatArray, strata: npt.NDArray[np.int64] | None = None) -> Variance:
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
