"""Two systems on the same items: randomization test, difference with its interval, wins, adjusted p-values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.checks import true_or_false
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray
from seamark.kernels.edit import subset_sums
from seamark.stats.intervals import Interval, check_level, jackknife_interval
from seamark.stats.resampling import RandomSource, block_sizes, check_resamples, resolve_rng
from seamark.stats.rows import ROUNDING, Score, apply_score, as_rows, as_values, leave_one_out

# Words of bits per block: 8 MB.
BLOCK = 2**20

# Up to 12 items all 2**12 ways of swapping are tried, even when fewer resamples were asked for.
ALWAYS_EXACT = 2**12


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
    without = leave_one_out(table, score)
    if not np.ptp(without) > ROUNDING:
        return None
    between = jackknife_interval(float(apply_score(score, table.sum(axis=0))), without, ci)
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
    """Compare two systems by their rows on the same items: a randomization test swaps the rows item by item.

    Parameters
    ----------
    rows_a, rows_b
        Counts of shape (items, F) of each system, the same items in the same order. For the mean of per-item scores,
        ``rows_of_values(scores)``.
    score
        Maps summed rows (..., F) to scores (...), NaN where undefined. For the mean of per-item scores,
        ``mean_of_sums``.
    ci
        The level of the interval.
    resamples
        Arrangements to draw. When all 2**items of them are no more than this, or than 4096, all are tried instead.
    rng
        Seed or generator, see ``resolve_rng``. An exact test uses none.

    References
    ----------
    Noreen, E. W. (1989). Computer-Intensive Methods for Testing Hypotheses. Wiley.

    Examples
    --------
    >>> from seamark.stats import mean_of_sums, rows_of_values
    >>> a, b = rows_of_values([0.9, 0.8, 0.7, 0.9, 0.9]), rows_of_values([0.5, 0.6, 0.4, 0.7, 0.8])
    >>> found = paired_difference(a, b, mean_of_sums)
    >>> round(found.value, 4), round(found.interval.low, 4), found.p_value, found.smallest_p
    (0.24, 0.0984, 0.0625, 0.0625)
    """
    first, second = as_rows(rows_a, "rows_a"), as_rows(rows_b, "rows_b")
    if first.shape != second.shape:
        raise InputError(
            f"rows_a and rows_b must cover the same items, but their shapes are {first.shape} and {second.shape}"
        )
    check_level(ci)
    number, all_of_them = check_resamples(resamples), 2 ** len(first)
    exact = all_of_them <= max(number, ALWAYS_EXACT)
    number, seed = (all_of_them, None) if exact else (number, resolve_rng(rng)[1])
    difference, extreme = _randomized(first, second, number, seed, score)
    # Drawn arrangements are counted together with the observed one, which all arrangements contain already.
    p_value = extreme / number if exact else (extreme + 1) / (number + 1)
    without = leave_one_out(first, score) - leave_one_out(second, score)
    value = 0.0 if abs(difference) <= ROUNDING else difference
    varies = bool(np.ptp(without) > ROUNDING)
    interval = jackknife_interval(value, without, ci) if varies else None
    # The arrangement as observed and its mirror image are always as extreme as what was observed.
    fewest = 2.0 ** (1 - len(without))
    smallest = fewest if exact else max(fewest, 1 / (number + 1))
    return PairedDifference(value, interval, math.nan if math.isnan(difference) else p_value, exact, smallest)


def _randomized(
    first: FloatArray, second: FloatArray, number: int, seed: int | None, score: Score
) -> tuple[float, int]:
    """The difference of two systems, and in how many arrangements it is at least as far from zero, or undefined; an
    arrangement swaps the rows of some items. Without a seed all arrangements are looked at.
    """
    gaps = first - second
    moved = np.zeros((number, gaps.shape[1]))
    # A column of zeros, such as the difference between numbers of items, moves nothing.
    some = np.flatnonzero(gaps.any(axis=0))
    if some.size:
        swapped = _arrangements(len(gaps), number, seed)
        moved[:, some] = np.concatenate([subset_sums(words, gaps[:, some]) for words in swapped])
    both = np.stack((first.sum(axis=0), second.sum(axis=0)))
    scores = apply_score(score, np.stack([both[0] - moved, both[1] + moved], axis=1))
    observed = float(np.subtract(*apply_score(score, both)))
    differences = scores[:, 0] - scores[:, 1]
    undefined = np.isnan(differences)
    rounding = ROUNDING * float(np.abs(scores[~undefined]).max(initial=0.0))
    return observed, int(np.count_nonzero(undefined | (np.abs(differences) >= abs(observed) - rounding)))


def _arrangements(items: int, number: int, seed: int | None) -> Iterator[npt.NDArray[np.uint64]]:
    """A bit for every item, in words of 64, in blocks of arrangements; the draws do not depend on the blocks."""
    words = math.ceil(items / 64)
    generator, start = np.random.default_rng(seed), 0
    for size in block_sizes(number, max(1, BLOCK // words)):
        if seed is None:
            yield np.arange(start, start + size, dtype=np.uint64)[:, np.newaxis]
        else:
            yield generator.integers(0, 2**64, (size, words), dtype=np.uint64)
        start += size


#: What is corrected for when several p-values are looked at: the chance of any false finding (Holm), or the share of
#: false ones among the findings (Benjamini and Hochberg).
Correction: TypeAlias = Literal["holm", "bh", "none"]


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Holm's step-down adjustment: the chance of any false finding stays below the level, whatever the dependence.

    Parameters
    ----------
    p_values
        One p-value per comparison. NaN is a comparison that could not be made: it stays NaN and is not counted.

    References
    ----------
    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6(2).

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    return _adjusted(p_values, lambda p: np.maximum.accumulate(p * (len(p) - np.arange(len(p)))))


def benjamini_hochberg(p_values: npt.ArrayLike) -> FloatArray:
    """Step-up adjustment: the expected share of false ones among the findings stays below the level.

    This holds for independent comparisons and for many positive dependences. NaN is treated as by ``holm``.

    References
    ----------
    Benjamini, Y. and Hochberg, Y. (1995). Controlling the false discovery rate. J. Royal Statistical Society B 57(1).

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    array([0.03, 0.04, 0.04])
    """
    # The quotient first: the last factor is then exactly 1, and no p-value falls below itself by rounding.
    return _adjusted(p_values, lambda p: np.minimum.accumulate((p * (len(p) / np.arange(1, len(p) + 1)))[::-1])[::-1])


def benjamini_yekutieli(p_values: npt.ArrayLike) -> FloatArray:
    """Benjamini and Hochberg's adjustment times 1 + 1/2 + ... + 1/m: its promise holds whatever the dependence.

    References
    ----------
    Benjamini, Y. and Yekutieli, D. (2001). The control of the false discovery rate in multiple testing under
    dependency. Annals of Statistics 29(4).

    Examples
    --------
    >>> benjamini_yekutieli([0.01, 0.04, 0.03]).round(4)
    array([0.055 , 0.0733, 0.0733])
    """
    adjusted = benjamini_hochberg(p_values)
    compared = np.count_nonzero(~np.isnan(adjusted))
    limited: FloatArray = np.minimum(1.0, adjusted * (1 / np.arange(1, compared + 1)).sum())
    return limited


def corrected(p_values: npt.ArrayLike, correction: Correction) -> FloatArray:
    """P-values after a correction by name.

    Examples
    --------
    >>> corrected([0.01, 0.04], "holm").tolist(), corrected([0.01, 0.04], "none").tolist()
    ([0.02, 0.04], [0.01, 0.04])
    """
    if correction == "none":
        return as_values(p_values)
    return holm(p_values) if correction == "holm" else benjamini_hochberg(p_values)


def _adjusted(p_values: npt.ArrayLike, adjust: Callable[[FloatArray], FloatArray]) -> FloatArray:
    """P-values after an adjustment of those that are defined, smallest first."""
    p = as_values(p_values, "p_values")
    outside = (p < 0) | (p > 1)
    if outside.any():
        place = int(outside.argmax())
        raise InputError(f"p_values: number {place} is {p[place]}; expected a probability between 0 and 1, or NaN")
    order = np.argsort(p, kind="stable")[: np.count_nonzero(~np.isnan(p))]  # NaN sorts last
    result = np.full(len(p), np.nan)
    result[order] = np.minimum(1.0, adjust(p[order]))
    return result


@dataclass(frozen=True, slots=True)
class Record(ResultRecord):
    """On how many items the first system is better, equal or worse."""

    wins: int
    ties: int
    losses: int


def win_tie_loss(values_a: npt.ArrayLike, values_b: npt.ArrayLike, *, higher_is_better: bool = True) -> Record:
    """Count the items on which the first system beats the second.

    Parameters
    ----------
    values_a, values_b
        Scores per item of each system, the same items in the same order; items without both are left out.
    higher_is_better
        Direction of the metric; False for penalties such as WindowDiff.

    Examples
    --------
    >>> win_tie_loss([0.1, 0.2, 0.3], [0.2, 0.2, 0.1], higher_is_better=False)
    Record(wins=1, ties=1, losses=1)
    """
    a, b = as_values(values_a, "values_a"), as_values(values_b, "values_b")
    if a.shape != b.shape:
        raise InputError(
            f"values_a and values_b must cover the same items, but their lengths are {a.size} and {b.size}"
        )
    sign = 1.0 if true_or_false(higher_is_better, "higher_is_better") else -1.0
    gaps, rounding = sign * (a - b), ROUNDING * np.maximum(np.abs(a), np.abs(b))
    counted = (gaps > rounding, np.abs(gaps) <= rounding, gaps < -rounding)
    return Record(*(int(np.count_nonzero(which)) for which in counted))
