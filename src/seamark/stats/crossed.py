"""Bootstrap over items, over coders, or over both, for statistics of pairs of coders.

Such a statistic is a function of weights: how often each item and each coder was drawn. A pair of coders drawn m and m'
times counts m * m' times; a coder is never paired with a copy of themself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.checks import plain_array
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.stats.bootstrap import Bootstrap
from seamark.stats.resampling import check_resamples, count_of_units, multiplicity_blocks
from seamark.stats.rows import FloatArray, called
from seamark.stats.seeds import RandomSource, resolve_rng

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
