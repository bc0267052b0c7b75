"""Scores of systems over items: the interval of one, and the difference between two with an interval and a test."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from seamark.results import ResultRecord
from seamark.stats.intervals import Interval
from seamark.stats.jackknife import Jackknife, jackknife
from seamark.stats.randomization import Arrangements, paired_rows
from seamark.stats.rows import ROUNDING, FloatArray, Score, leave_one_out
from seamark.stats.seeds import RandomSource


@dataclass(frozen=True, slots=True)
class PairedDifference(ResultRecord):
    """The score of one system minus that of another.

    Attributes
    ----------
    value
        The difference.
    interval
        By the paired t: for other items, from the jackknife, which for means of scores is Student's t on the items'
        differences. None when these are all the same, and nothing can be said about other items.
    p_value
        Of the paired randomization test, two-sided.
    exact
        Whether the test tried all arrangements.
    smallest_p
        The smallest p-value that was possible with as many items and arrangements.
    """

    value: float
    interval: Interval | None
    p_value: float
    exact: bool
    smallest_p: float


def score_interval(rows: npt.ArrayLike, score: Score, ci: float, limits: tuple[float, float]) -> Interval | None:
    """The interval of a score for other items, by jackknife: for a mean of items' scores this is Student's t.

    It ends at the limits of the metric. None with fewer than two items, and where nothing varies.

    Examples
    --------
    >>> from seamark.stats import mean_of_sums, rows_of_values
    >>> score_interval(rows_of_values([0.9, 0.8, 1.0]), mean_of_sums, 0.95, (0.0, 1.0)).high
    1.0
    """
    table = np.asarray(rows, dtype=np.float64)
    if len(table) < 2:
        return None
    found = jackknife(table, score)
    if not np.ptp(found.values) > ROUNDING:
        return None
    between = found.interval(ci)
    low, high = (min(max(end, min(limits)), max(limits)) for end in between)
    return replace(between, low=low, high=high)


def paired_difference(
    rows_a: npt.ArrayLike,
    rows_b: npt.ArrayLike,
    score: Score,
    *,
    ci: float = 0.95,
    resamples: int = 10_000,
    rng: RandomSource = None,
) -> PairedDifference:
    """Compare two systems by their rows on the same items; parameters are those of ``approximate_randomization``.

    Examples
    --------
    >>> from seamark.stats import mean_of_sums, rows_of_values
    >>> a, b = rows_of_values([0.9, 0.8, 0.7, 0.9, 0.9]), rows_of_values([0.5, 0.6, 0.4, 0.7, 0.8])
    >>> found = paired_difference(a, b, mean_of_sums)
    >>> round(found.value, 4), round(found.interval.low, 4), found.p_value, found.smallest_p
    (0.24, 0.0984, 0.0625, 0.0625)
    """
    first, second = paired_rows(rows_a, rows_b)
    return difference_under(Arrangements.of(len(first), resamples, rng), first, second, score, ci)


def difference_under(
    arrangements: Arrangements, first: FloatArray, second: FloatArray, score: Score, ci: float
) -> PairedDifference:
    """The same with given ways of swapping."""
    test = arrangements.of_rows(first, second, score)
    without = leave_one_out(first, score) - leave_one_out(second, score)
    value = 0.0 if abs(test.difference) <= ROUNDING else test.difference
    varies = bool(np.ptp(without) > ROUNDING)
    interval = Jackknife(value, without).interval(ci) if varies else None
    # The arrangement as observed and its mirror image are always as extreme as what was observed.
    fewest = 2.0 ** (1 - len(without))
    smallest = fewest if test.exact else max(fewest, 1 / (test.arrangements + 1))
    return PairedDifference(value, interval, math.nan if math.isnan(value) else test.p_value, test.exact, smallest)
