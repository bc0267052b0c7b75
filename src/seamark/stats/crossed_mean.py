"""The mean of a table of items by coders, and how far it would move with other items and other coders."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.stats.intervals import Interval, check_level
from seamark.stats.rows import FloatArray
from seamark.stats.student_tail import student_quantile

_Numbers = npt.NDArray[np.int64]

# Nothing can be left out of a single one.
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class CrossedMean:
    """A mean with its two jackknife variances: over items, and over coders; NaN where there is only one of them."""

    value: float
    items: int
    coders: int
    variance_items: float
    variance_coders: float

    @property
    def standard_error(self) -> float:
        """The root of the sum of both variances; NaN where neither could be estimated."""
        parts = self._parts()
        return math.sqrt(sum(variance for variance, _ in parts)) if parts else math.nan

    @property
    def degrees(self) -> float:
        """Degrees of freedom of the sum of both variances, after Satterthwaite."""
        parts = self._parts()
        spread = sum(variance**2 / degrees for variance, degrees in parts)
        return sum(variance for variance, _ in parts) ** 2 / spread if spread > 0 else math.nan

    def interval(self, ci: float = 0.95) -> Interval:
        """Student's t about the mean; undefined when nothing varies, or nothing can be left out."""
        check_level(ci)
        if not self.degrees > 0:
            return Interval(math.nan, math.nan, ci, "jackknife-t")
        reach = student_quantile((1 + ci) / 2, self.degrees) * self.standard_error
        return Interval(self.value - reach, self.value + reach, ci, "jackknife-t")

    def _parts(self) -> list[tuple[float, int]]:
        both = ((self.variance_items, self.items - 1), (self.variance_coders, self.coders - 1))
        return [(variance, degrees) for variance, degrees in both if not math.isnan(variance)]


def crossed_mean(values: FloatArray, item: _Numbers, coder: _Numbers) -> CrossedMean:
    """The mean of values that each belong to an item and a coder, given by number.

    Where coders form groups, each with items of its own, items and coders are left out within their group, and groups
    keep their weight: how groups differ says nothing about other items or coders of the same groups.

    Examples
    --------
    >>> item, coder = np.divmod(np.arange(6), 3)
    >>> found = crossed_mean(np.array([0.1, 0.2, 0.3, 0.0, 0.1, 0.2]), item, coder)
    >>> round(found.value, 4), round(found.variance_items, 5), round(found.variance_coders, 5)
    (0.15, 0.0025, 0.00333)
    """
    items, item = np.unique(item, return_inverse=True)
    coders, coder = np.unique(coder, return_inverse=True)
    group = _groups(item, coder, len(items), len(coders))
    return CrossedMean(
        float(values.mean()) if values.size else math.nan,
        len(items),
        len(coders),
        _variance(values, item, group),
        _variance(values, coder, group),
    )


def _groups(item: _Numbers, coder: _Numbers, items: int, coders: int) -> _Numbers:
    """The group of every value: items that share a coder, directly or by others, are in one group."""
    of_item, of_coder = np.arange(items), np.full(coders, items)
    while True:
        np.minimum.at(of_coder, coder, of_item[item])
        before = of_item.copy()
        np.minimum.at(of_item, item, of_coder[coder])
        if (of_item == before).all():
            return np.unique(of_item[item], return_inverse=True)[1]


def _variance(values: FloatArray, left_out: _Numbers, group: _Numbers) -> float:
    """The jackknife variance of the mean when these are left out one by one, each within its group."""
    number = np.bincount(left_out)
    group_of = np.zeros(len(number), dtype=np.int64)
    group_of[left_out] = group
    members = np.bincount(group_of)
    if members.min(initial=_FEWEST) < _FEWEST:
        # A group of one cannot do without it: then groups are left out with their members.
        group, group_of, members = np.zeros_like(group), np.zeros_like(group_of), np.array([len(number)])
    if len(number) < _FEWEST:
        return math.nan
    sizes = np.bincount(group)
    sums = np.bincount(left_out, weights=values)
    without = (np.bincount(group, weights=values)[group_of] - sums) / (sizes[group_of] - number)
    weight = sizes[group_of] / len(values)
    middle = (np.bincount(group_of, weights=without) / members)[group_of]
    share = (members[group_of] - 1) / members[group_of]
    return float((share * (weight * (without - middle)) ** 2).sum())
