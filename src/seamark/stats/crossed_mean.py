"""The mean of a table of items by coders, and how far it would move with other items and other coders."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.stats.intervals import Interval, check_level
from seamark.stats.rows import FloatArray
from seamark.stats.student_t import critical_t
from seamark.stats.variance import Variance, jackknife_deviations, jackknife_variance

_Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CrossedMean:
    """A mean with its jackknife variances over items and over coders; None where there is only one of them."""

    value: float
    items: Variance | None
    coders: Variance | None

    @property
    def variance(self) -> Variance | None:
        """With other items and other coders, as far as both are known; None when nothing is."""
        known = [part for part in (self.items, self.coders) if part is not None]
        return Variance.total(known) if known else None

    def interval(self, ci: float = 0.95) -> Interval | None:
        """Student's t about the mean; None when nothing varies, or nothing can be left out."""
        check_level(ci)
        variance = self.variance
        if variance is None or variance.value == 0:
            return None
        reach = critical_t(ci, variance.degrees) * math.sqrt(variance.value)
        return Interval(self.value - reach, self.value + reach, ci, "jackknife-t")


def crossed_mean(values: FloatArray, item: _Numbers, coder: _Numbers, group: _Numbers) -> CrossedMean:
    """The mean of values that each belong to an item, a coder and a group of coders with items of its own.

    Items and coders are left out within their group, and groups keep their weight: how groups differ says nothing about
    other items or coders of the same groups.

    Examples
    --------
    >>> item, coder = np.divmod(np.arange(6), 3)
    >>> found = crossed_mean(np.array([0.1, 0.2, 0.3, 0.0, 0.1, 0.2]), item, coder, np.zeros(6, dtype=int))
    >>> round(found.value, 4), found.items, found.coders
    (0.15, Variance(value=0.0025, degrees=1.0), Variance(value=0.003333, degrees=2.0))
    """
    value = float(values.mean()) if values.size else math.nan
    return CrossedMean(value, _variance(values, item, group), _variance(values, coder, group))


def _variance(values: FloatArray, left_out: _Numbers, group: _Numbers) -> Variance | None:
    """The variance of the mean when these are left out one by one; None when there is only one."""
    units, left_out = np.unique(left_out, return_inverse=True)
    if len(units) < 2:
        return None
    number = np.bincount(left_out)
    group_of = np.zeros(len(units), dtype=np.int64)
    group_of[left_out] = np.unique(group, return_inverse=True)[1]
    if np.bincount(group_of).min() < 2:
        # A group of one cannot do without it: then they are left out of the whole.
        group_of = np.zeros_like(group_of)
    sizes = np.bincount(group_of, weights=number)
    sums = np.bincount(left_out, weights=values)
    without = (np.bincount(group_of, weights=sums)[group_of] - sums) / (sizes[group_of] - number)
    deviations = jackknife_deviations(without * sizes[group_of] / len(values), group_of)
    within = jackknife_variance(deviations, group_of)
    return Variance(within.value, float(len(units) - 1))
