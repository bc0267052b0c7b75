"""Bootstrap over items, over coders, or over both, for statistics of pairs of coders.

Such a statistic is a function of weights: how often each item and each coder was drawn. A pair of coders drawn m and m'
times counts m * m' times; a coder is never paired with a copy of themself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.base.checks import one_of, plain_array, true_or_false
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.stats.intervals import (
    Interval,
    Variance,
    check_level,
    critical_t,
    jackknife_deviations,
    jackknife_variance,
)
from seamark.stats.resampling import (
    Bootstrap,
    RandomSource,
    check_resamples,
    count_of_units,
    multiplicity_blocks,
    resolve_rng,
)
from seamark.stats.rows import ROUNDING, FloatArray, as_values, called

#: What a bootstrap draws anew, and what an interval is about.
Resampled: TypeAlias = Literal["items", "coders", "both"]

# Two coders make one pair: every resample in which they meet repeats the data, and an interval of width 0 says nothing.
FEWEST_CODERS = 3

# Numbers per block of weights: 8 MB, and a few times that in the statistic.
BLOCK = 2**20


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """How often each item and each coder counts, in a block of resamples.

    Parameters
    ----------
    items
        Shape (resamples, items), or (1, items) of ones when items are not resampled.
    coders
        Shape (resamples, coders), or (1, coders) of ones when coders are not resampled.

    Examples
    --------
    >>> weights = Weights(items=np.ones((1, 2)), coders=np.array([[2.0, 1.0, 0.0]]))
    >>> weights.pairs(np.array([0, 0, 1]), np.array([1, 2, 2]))
    array([[2., 0., 0.]])
    """

    items: FloatArray
    coders: FloatArray

    def pairs(self, first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> FloatArray:
        """Weights of pairs of coders, shape (resamples or 1, pairs); a coder paired with themself weighs nothing.

        Examples
        --------
        >>> Weights(np.ones((1, 1)), np.array([[3.0, 2.0]])).pairs(np.array([0, 0]), np.array([0, 1]))
        array([[0., 6.]])
        """
        first, second = _coder_numbers(first, "first", self.coders), _coder_numbers(second, "second", self.coders)
        if first.shape != second.shape:
            raise InputError(f"first and second must be pairs, but their shapes are {first.shape} and {second.shape}")
        weights: FloatArray = self.coders[:, first] * self.coders[:, second] * (first != second)
        return weights


Statistic: TypeAlias = Callable[[Weights], FloatArray]
WithoutEach: TypeAlias = Callable[[Literal["items", "coders"]], FloatArray]


def bootstrap_statistic(
    statistic: Statistic,
    *,
    items: int,
    coders: int,
    resample: Resampled = "both",
    resamples: int = 10_000,
    rng: RandomSource = None,
    without_each: WithoutEach | None = None,
) -> Bootstrap:
    """Resample items, coders or both, and compute a statistic from the weights they get.

    Parameters
    ----------
    statistic
        Maps ``Weights`` for a block of resamples to one value per resample, NaN where undefined. All weights 1 must
        give the estimate, and a weight of 0 must leave that item or coder out.
    items, coders
        How many there are.
    resample
        What to resample. ``both`` draws items and coders independently (the "pigeonhole" bootstrap of two crossed
        factors). It counts what is particular to one item and one coder about three times, so that its intervals are
        too wide where that dominates; with few items or coders, like all of these intervals, they are a little short.
    resamples
        Number of resamples.
    rng
        Seed or generator, see ``resolve_rng``. Items are drawn as ``bootstrap`` draws them with the same seed.
    without_each
        The statistic without each item, or without each coder, which BCa intervals need.

    Returns
    -------
    Bootstrap
        A resample in which all coders drawn are one and the same has no pairs; the statistic should be NaN there, and
        ``undefined`` counts it. With few coders this is common: 1 in 9 resamples of three coders.

    References
    ----------
    Owen, A. B. (2007). The pigeonhole bootstrap. Annals of Applied Statistics 1(2).

    Examples
    --------
    Mean similarity of three coders on two items, from one similarity per item and pair:

    >>> similarity = np.array([[1.0, 0.8, 0.6], [0.9, 0.7, 0.8]])
    >>> first, second = np.array([0, 0, 1]), np.array([1, 2, 2])
    >>> def mean(weights):
    ...     pairs = weights.pairs(first, second)
    ...     total = ((weights.items @ similarity) * pairs).sum(axis=-1)
    ...     return total / (weights.items.sum(axis=-1) * pairs.sum(axis=-1))
    >>> result = bootstrap_statistic(mean, items=2, coders=3, resample="coders", resamples=900, rng=7)
    >>> round(result.estimate, 6), 80 < result.undefined < 120
    (0.8, True)
    """
    items, coders = count_of_units(items, "items"), count_of_units(coders, "coders")
    check_counts(items, coders, resample)
    resamples = check_resamples(resamples)
    _, seed = resolve_rng(rng)
    everything = Weights(np.ones((1, items)), np.ones((1, coders)))
    blocks = weight_blocks(items, coders, resample, resamples, seed)
    return Bootstrap(
        estimate=float(_evaluate(statistic, everything)[0]),
        replicates=np.concatenate([_evaluate(statistic, weights) for weights in blocks]),
        leave_one_out=() if without_each is None else _left_out(without_each, resample),
        seed=seed,
        resampled=resample,
    )


def _left_out(without_each: WithoutEach, resampled: Resampled) -> tuple[FloatArray, ...]:
    kinds: tuple[Literal["items", "coders"], ...] = ("items", "coders") if resampled == "both" else (resampled,)
    return tuple(called(without_each, kind, "without_each") for kind in kinds)


def check_counts(items: int, coders: int, resampled: Resampled) -> None:
    """Refuse to resample what is too little."""
    one_of(resampled, "resample", get_args(Resampled))
    if resampled != "coders" and items < 2:
        raise InputError(
            f"resampling over items needs at least two items, got {items}; "
            "with a single item, resample its coders instead"
        )
    if resampled != "items" and coders < FEWEST_CODERS:
        raise InputError(
            f"resampling over coders needs at least {FEWEST_CODERS} coders, got {coders}: "
            "two coders make one pair, which shows no variation; resample items instead"
        )


def _coder_numbers(given: npt.ArrayLike, name: str, coders: FloatArray) -> npt.NDArray[np.int64]:
    numbers = plain_array(given, name, "numbers of coders")
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise InputError(f"{name}: expected a list of coders by number, not {numbers.dtype} of shape {numbers.shape}")
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < coders.shape[1]):
        raise InputError(f"{name}: coders are numbered from 0 to {coders.shape[1] - 1}")
    return numbers.astype(np.int64, copy=False)


def weight_blocks(items: int, coders: int, resampled: Resampled, resamples: int, seed: int) -> Iterator[Weights]:
    """The weights of all resamples, in blocks of bounded memory."""
    # The statistic sees items and pairs of coders, so that a resample is as wide as the two together.
    step = max(1, BLOCK // (items + coders * (coders - 1) // 2 + 1))
    of_items: Iterator[FloatArray] = repeat(np.ones((1, items)))
    of_coders: Iterator[FloatArray] = repeat(np.ones((1, coders)))
    if resampled != "coders":
        of_items = multiplicity_blocks(items, resamples, np.random.default_rng(seed), step=step)
    if resampled != "items":
        # A stream of their own, so that the draws of items do not depend on whether coders are drawn too.
        stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))
        of_coders = multiplicity_blocks(coders, resamples, stream, step=step)
    return map(Weights, of_items, of_coders)


def _evaluate(statistic: Statistic, weights: Weights) -> FloatArray:
    values = called(statistic, weights, "statistic")
    resamples = max(len(weights.items), len(weights.coders))
    if values.shape != (resamples,):
        raise InputError(
            f"statistic must give one value for each of {resamples} resamples, but its shape is {values.shape}"
        )
    return values


# ------------------ The mean of a table of items by coders, and how far it would move with other items and other coders


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


# ----------------- How large a difference between two systems is, item by item: effect sizes, and wins, ties and losses


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
    return effect_of_moments(n, mean, float(((defined - mean) ** 2).sum()), undefined=gaps.size - n)


def effect_of_moments(items: int, mean: float, squares: float, *, undefined: int = 0) -> EffectSize:
    """The same from the number of differences, their mean, and the sum of squared deviations from it.

    Examples
    --------
    >>> round(effect_of_moments(3, 2.0, 2.0).hedges_g, 4)
    1.1284
    """
    cohen_d = _standardised_mean(items, mean, squares)
    return EffectSize(cohen_d, cohen_d * _hedges_factor(items - 1), items=items, undefined=undefined)


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
