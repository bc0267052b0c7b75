"""Two systems on the same items: randomization test, difference with an interval, effect size, adjusted p-values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.base.checks import one_of, true_or_false
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.kernels.edit import subset_sums
from seamark.stats.intervals import Interval, Jackknife, jackknife
from seamark.stats.resampling import RandomSource, block_sizes, check_resamples, resolve_rng
from seamark.stats.rows import ROUNDING, FloatArray, Score, apply_score, as_rows, as_values, leave_one_out

# Words of bits per block: 8 MB.
BLOCK = 2**20

# Up to 12 items all 2**12 ways of swapping are tried, even when fewer resamples were asked for.
ALWAYS_EXACT = 2**12


@dataclass(frozen=True, slots=True)
class RandomizationTest(ResultRecord):
    """Result of a paired randomization test.

    Parameters
    ----------
    difference
        Score of the first system minus score of the second; NaN when undefined.
    p_value
        Two-sided; NaN when the difference is.
    arrangements
        Ways of swapping that were tried.
    exact
        Whether these were all the ways there are. If not, they were drawn at random.
    seed
        The integer that draws them again, passed as ``rng``; None when exact.
    undefined
        Arrangements on which the difference has no value. They count as extreme, which can only make p larger.
    """

    difference: float
    p_value: float
    arrangements: int
    exact: bool
    seed: int | None
    undefined: int


def approximate_randomization(
    rows_a: npt.ArrayLike,
    rows_b: npt.ArrayLike,
    score: Score,
    *,
    resamples: int = 10_000,
    rng: RandomSource = None,
) -> RandomizationTest:
    """Test the difference between two systems by swapping their rows item by item.

    Parameters
    ----------
    rows_a, rows_b
        Counts of shape (items, F) of each system, the same items in the same order.
    score
        Maps summed rows (..., F) to scores (...), NaN where undefined.
    resamples
        Arrangements to draw. When all 2**items of them are no more than this, or than 4096, all are tried instead.
    rng
        Seed or generator, see ``resolve_rng``. An exact test uses none.

    Returns
    -------
    RandomizationTest
        The share of arrangements whose difference is at least as far from zero as the observed one. Drawn arrangements
        are counted together with the observed one, (count + 1) / (resamples + 1); all arrangements contain it already.

    References
    ----------
    Noreen, E. W. (1989). Computer-Intensive Methods for Testing Hypotheses. Wiley.

    Examples
    --------
    >>> from seamark.stats import mean_of_sums, rows_of_values
    >>> a, b = rows_of_values([0.9, 0.8, 0.7, 0.9]), rows_of_values([0.5, 0.6, 0.4, 0.7])
    >>> result = approximate_randomization(a, b, mean_of_sums)
    >>> result.p_value, result.arrangements, result.exact
    (0.125, 16, True)
    """
    first, second = paired_rows(rows_a, rows_b)
    return Arrangements.of(len(first), resamples, rng).of_rows(first, second, score)


def paired_rows(rows_a: npt.ArrayLike, rows_b: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    """The rows of two systems, which cover the same items."""
    first, second = as_rows(rows_a, "rows_a"), as_rows(rows_b, "rows_b")
    if first.shape != second.shape:
        raise InputError(
            f"rows_a and rows_b must cover the same items, but their shapes are {first.shape} and {second.shape}"
        )
    return first, second


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Ways of swapping items, the same for all systems that are compared on them.

    Attributes
    ----------
    items
        How many items there are.
    number
        How many arrangements there are.
    seed
        The integer that draws them; None when they are all the ways there are.
    """

    items: int
    number: int
    seed: int | None

    @classmethod
    def of(cls, items: int, resamples: int, rng: RandomSource) -> Arrangements:
        """All arrangements where these are few, or as many as were asked for."""
        resamples = check_resamples(resamples)
        if 2**items <= max(resamples, ALWAYS_EXACT):
            return cls(items, 2**items, None)
        return cls(items, resamples, resolve_rng(rng)[1])

    def moved(self, gaps: FloatArray) -> FloatArray:
        """In every arrangement the sum of the rows of those items that are swapped; shape (arrangements, F).

        It is linear: the sum for the gap between two tables is the difference between their sums.
        """
        sums = np.zeros((self.number, gaps.shape[1]))
        # A column of zeros, such as the difference between numbers of items, moves nothing.
        some = np.flatnonzero(gaps.any(axis=0))
        if some.size:
            parts = [subset_sums(words, gaps[:, some]) for words in self._words()]
            sums[:, some] = np.concatenate(parts)
        return sums

    def of_rows(self, first: FloatArray, second: FloatArray, score: Score) -> RandomizationTest:
        """Test two systems with these rows."""
        return self.test((first.sum(axis=0), second.sum(axis=0)), self.moved(first - second), score)

    def test(self, totals: Sequence[FloatArray], moved: FloatArray, score: Score) -> RandomizationTest:
        """Test two systems with these sums of rows, given what moves from the first to the second."""
        both = np.stack(totals)
        scores = apply_score(score, np.stack([both[0] - moved, both[1] + moved], axis=1))
        observed = float(np.subtract(*apply_score(score, both)))
        differences = scores[:, 0] - scores[:, 1]
        undefined = np.isnan(differences)
        rounding = ROUNDING * float(np.abs(scores[~undefined]).max(initial=0.0))
        extreme = int(np.count_nonzero(undefined | (np.abs(differences) >= abs(observed) - rounding)))
        exact = self.seed is None
        p_value = extreme / self.number if exact else (extreme + 1) / (self.number + 1)
        return RandomizationTest(
            difference=observed,
            p_value=math.nan if math.isnan(observed) else p_value,
            arrangements=self.number,
            exact=exact,
            seed=self.seed,
            undefined=int(np.count_nonzero(undefined)),
        )

    def _words(self) -> Iterator[npt.NDArray[np.uint64]]:
        """A bit for every item, in words of 64, in blocks of arrangements; the draws do not depend on the blocks."""
        words = math.ceil(self.items / 64)
        generator = None if self.seed is None else np.random.default_rng(self.seed)
        start = 0
        for size in block_sizes(self.number, max(1, BLOCK // words)):
            if generator is None:
                yield np.arange(start, start + size, dtype=np.uint64)[:, np.newaxis]
            else:
                yield generator.integers(0, 2**64, (size, words), dtype=np.uint64)
            start += size


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
    test = Arrangements.of(len(first), resamples, rng).of_rows(first, second, score)
    without = leave_one_out(first, score) - leave_one_out(second, score)
    value = 0.0 if abs(test.difference) <= ROUNDING else test.difference
    varies = bool(np.ptp(without) > ROUNDING)
    interval = Jackknife(value, without).interval(ci) if varies else None
    # The arrangement as observed and its mirror image are always as extreme as what was observed.
    fewest = 2.0 ** (1 - len(without))
    smallest = fewest if test.exact else max(fewest, 1 / (test.arrangements + 1))
    return PairedDifference(value, interval, math.nan if math.isnan(value) else test.p_value, test.exact, smallest)


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
    p = _check(p_values)
    order, m = _defined_order(p)
    adjusted = np.maximum.accumulate(p[order] * (m - np.arange(m)))
    return _placed(adjusted, order, len(p))


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
    p = _check(p_values)
    order, m = _defined_order(p)
    # The quotient first: the last factor is then exactly 1, and no p-value falls below itself by rounding.
    adjusted = np.minimum.accumulate((p[order] * (m / np.arange(1, m + 1)))[::-1])[::-1]
    return _placed(adjusted, order, len(p))


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
    one_of(correction, "correction", get_args(Correction))
    if correction == "none":
        return _check(p_values)
    return holm(p_values) if correction == "holm" else benjamini_hochberg(p_values)


def _check(p_values: npt.ArrayLike) -> FloatArray:
    p = as_values(p_values, "p_values")
    outside = (p < 0) | (p > 1)
    if outside.any():
        place = int(outside.argmax())
        raise InputError(f"p_values: number {place} is {p[place]}; expected a probability between 0 and 1, or NaN")
    return p


def _defined_order(p: FloatArray) -> tuple[npt.NDArray[np.intp], int]:
    """Places of the defined p-values, smallest first, and how many they are. NaN sorts last."""
    m = int(np.count_nonzero(~np.isnan(p)))
    return np.argsort(p, kind="stable")[:m], m


def _placed(adjusted: FloatArray, order: npt.NDArray[np.intp], size: int) -> FloatArray:
    result = np.full(size, np.nan)
    result[order] = np.minimum(1.0, adjusted)
    return result


@dataclass(frozen=True, slots=True)
class EffectSize(ResultRecord):
    """Size of a paired difference in units of its own spread.

    Parameters
    ----------
    cohen_d
        Mean of the per-item differences over their sample standard deviation (Cohen's d for paired data, d_z).
    hedges_g
        The same, corrected for its upward bias with few items (Hedges' factor, exact form).
    items
        Items with a score from both systems.
    undefined
        Items without; they are left out.

    Examples
    --------
    >>> round(effect_size([3.0, 5.0, 4.0], [1.0, 4.0, 1.0]).cohen_d, 6)
    2.0
    """

    cohen_d: float
    hedges_g: float
    items: int
    undefined: int


@dataclass(frozen=True, slots=True)
class Record(ResultRecord):
    """On how many items the first system is better, equal or worse, and how many lack a score from both.

    Examples
    --------
    >>> Record(wins=6, ties=2, losses=2).balance
    0.4
    """

    wins: int
    ties: int
    losses: int
    undefined: int = 0

    @property
    def balance(self) -> float:
        """Wins minus losses over items, ties included: from -1 to 1; NaN without items."""
        items = self.wins + self.ties + self.losses
        return (self.wins - self.losses) / items if items else math.nan


def effect_size(values_a: npt.ArrayLike, values_b: npt.ArrayLike) -> EffectSize:
    """Standardised mean of the per-item differences a - b.

    Parameters
    ----------
    values_a, values_b
        Scores per item of each system, the same items in the same order; NaN where undefined.

    Returns
    -------
    EffectSize
        Positive when the first system scores higher. Both figures are 0 when all differences are 0, and NaN with fewer
        than two items or when the differences are all the same but not 0: they have no spread to compare with.

    References
    ----------
    Hedges, L. V. (1981). Distribution theory for Glass's estimator of effect size. J. Educational Statistics 6(2).

    Examples
    --------
    >>> round(effect_size([3.0, 5.0, 4.0], [1.0, 4.0, 1.0]).hedges_g, 4)
    1.1284
    """
    gaps = paired_gaps(values_a, values_b)
    defined = gaps[~np.isnan(gaps)]
    n, mean = defined.size, float(defined.mean()) if defined.size else 0.0
    cohen_d = _standardised_mean(n, mean, float(((defined - mean) ** 2).sum()))
    return EffectSize(cohen_d, cohen_d * _hedges_factor(n - 1), items=n, undefined=gaps.size - n)


def win_tie_loss(values_a: npt.ArrayLike, values_b: npt.ArrayLike, *, higher_is_better: bool = True) -> Record:
    """Count the items on which the first system beats the second.

    Parameters
    ----------
    values_a, values_b
        As for ``effect_size``.
    higher_is_better
        Direction of the metric; False for penalties such as WindowDiff.

    Examples
    --------
    >>> win_tie_loss([0.1, 0.2, 0.3], [0.2, 0.2, 0.1], higher_is_better=False)
    Record(wins=1, ties=1, losses=1, undefined=0)
    """
    better = true_or_false(higher_is_better, "higher_is_better")
    gaps = paired_gaps(values_a, values_b)
    higher, lower = int(np.count_nonzero(gaps > 0)), int(np.count_nonzero(gaps < 0))
    wins, losses = (higher, lower) if better else (lower, higher)
    return Record(wins, int(np.count_nonzero(gaps == 0)), losses, int(np.count_nonzero(np.isnan(gaps))))


def paired_gaps(values_a: npt.ArrayLike, values_b: npt.ArrayLike) -> FloatArray:
    """The difference of every two values; 0 where it is one of rounding."""
    a, b = as_values(values_a, "values_a"), as_values(values_b, "values_b")
    if a.shape != b.shape:
        raise InputError(
            f"values_a and values_b must cover the same items, but their lengths are {a.size} and {b.size}"
        )
    gaps = a - b
    gaps[np.abs(gaps) <= ROUNDING * np.maximum(np.abs(a), np.abs(b))] = 0.0
    return gaps


def _standardised_mean(items: int, mean: float, squares: float) -> float:
    if items < 2:
        return math.nan
    spread = math.sqrt(squares / (items - 1))
    if spread > ROUNDING * abs(mean):
        return mean / spread
    return 0.0 if mean == 0 else math.nan


def _hedges_factor(degrees: int) -> float:
    if degrees < 2:
        return math.nan
    return math.exp(math.lgamma(degrees / 2) - math.lgamma((degrees - 1) / 2)) / math.sqrt(degrees / 2)
