"""Jackknife: how much a statistic depends on each single item or coder."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.results import ResultRecord
from seamark.stats.intervals import Interval, check_level
from seamark.stats.rows import FloatArray, Score, apply_score, as_rows, leave_one_out
from seamark.stats.student_t import critical_t


@dataclass(frozen=True, slots=True, eq=False)
class Jackknife(ResultRecord):
    """A statistic, and its values with each item or coder left out in turn.

    Where one of the values is undefined, so are bias, standard error and interval.

    Examples
    --------
    >>> result = Jackknife(2.0, np.array([2.5, 2.0, 1.5]))
    >>> result.bias, round(result.standard_error, 4)
    (0.0, 0.5774)
    """

    estimate: float
    values: FloatArray

    @property
    def undefined(self) -> int:
        """How many of the values are undefined."""
        return int(np.count_nonzero(np.isnan(self.values)))

    @property
    def bias(self) -> float:
        """Estimated bias of the statistic: (n - 1) times what leaving one out moves it on average."""
        return (len(self.values) - 1) * (float(self.values.mean()) - self.estimate)

    @property
    def standard_error(self) -> float:
        """Jackknife standard error: the root of (n - 1) times the population variance of the values."""
        return math.sqrt(len(self.values) - 1) * float(self.values.std())

    def interval(self, ci: float = 0.95) -> Interval:
        """Estimate plus and minus Student's t with n - 1 degrees of freedom times the standard error.

        It is symmetric about the estimate, from which the bias is not taken off, and may reach past the range of the
        statistic.

        Examples
        --------
        >>> interval = Jackknife(2.0, np.array([2.5, 2.0, 1.5])).interval()
        >>> round(interval.low, 4), round(interval.high, 4)
        (-0.4841, 4.4841)
        """
        ci = check_level(ci)
        reach = critical_t(ci, len(self.values) - 1) * self.standard_error
        return Interval(self.estimate - reach, self.estimate + reach, ci, "jackknife-t", self.undefined)


def jackknife(rows: npt.ArrayLike, score: Score) -> Jackknife:
    """Score the sum of all rows, and the sum without each item; parameters are those of ``bootstrap``.

    Examples
    --------
    >>> result = jackknife([[1, 10], [0, 8], [4, 12], [2, 10]], lambda sums: sums[..., 0] / sums[..., 1])
    >>> result.estimate, round(result.standard_error, 4)
    (0.175, 0.0735)
    """
    table = as_rows(rows)
    return Jackknife(float(apply_score(score, table.sum(axis=0))), leave_one_out(table, score))
