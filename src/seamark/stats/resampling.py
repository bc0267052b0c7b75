"""Random draws, and the bootstrap over items, over coders, or over both.

Whatever ``rng`` a caller gives becomes one integer seed, which results report: it gives the same draws again. A
bootstrap resamples rows of items, or computes a statistic from weights: how often each item and each coder was drawn. A
pair of coders drawn m and m' times counts m * m' times; a coder is never paired with a copy of themself.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.base.checks import count_between, one_of, plain_array, shown
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.stats.intervals import Interval, IntervalMethod, bca_interval, check_level, percentile_interval
from seamark.stats.rows import (
    FloatArray,
    Int64Array,
    Score,
    apply_score,
    as_rows,
    called,
    leave_one_out,
    weighted_sums,
)

RandomSource: TypeAlias = int | np.integer | np.random.Generator | np.random.SeedSequence | None

# Seeds that we draw ourselves stay below 2**32: short to print, exact in JSON.
_DRAWN_SEEDS = 2**32
# The number of seeds that give different generators; a seed must also fit into a signature.
_SEEDS = 2**128


def resolve_rng(rng: RandomSource = None) -> tuple[np.random.Generator, int]:
    """Turn what a caller gave as ``rng`` into a generator and the seed that makes it.

    Parameters
    ----------
    rng
        An integer is the seed itself. ``None`` draws a fresh seed. A ``Generator`` gives its next integer as the seed,
        and so moves on. A ``SeedSequence`` gives its first state word.

    Returns
    -------
    tuple
        The generator, and the integer ``seed`` with which ``resolve_rng(seed)`` gives the same generator again. To use
        the same random numbers in several calls, resolve once and pass the seed to each.

    Raises
    ------
    InputError
        When ``rng`` is negative, 2**128 or more, or of another type.

    Examples
    --------
    >>> generator, seed = resolve_rng(7)
    >>> seed
    7
    >>> _, drawn = resolve_rng(None)
    >>> bool(resolve_rng(drawn)[0].integers(100) == resolve_rng(drawn)[0].integers(100))
    True
    """
    seed = _seed(rng)
    return np.random.default_rng(seed), seed


def name_number(name: str, kind: bytes) -> int:
    """A number of 64 bits for a name of some kind, the same on every machine.

    What is random about somebody or something depends on its name then, and not on what else there is.

    Examples
    --------
    >>> name_number("poem", b"item") == name_number("poem", b"item") != name_number("poem", b"coder")
    True
    """
    # A file may contain names that are not valid Unicode.
    text = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8, person=kind).digest(), "little")


def _seed(rng: RandomSource) -> int:
    if rng is None:
        return _first_word(np.random.SeedSequence())
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(_DRAWN_SEEDS))
    if isinstance(rng, np.random.SeedSequence):
        return _first_word(rng)
    if isinstance(rng, bool) or not isinstance(rng, int | np.integer):
        raise InputError(f"rng is a {type(rng).__name__}; expected None, an int, a numpy Generator or a SeedSequence")
    if not 0 <= rng < _SEEDS:
        raise InputError(f"rng is {shown(int(rng))}; an integer seed is 0 or more, and below 2**128")
    return int(rng)


def _first_word(sequence: np.random.SeedSequence) -> int:
    return int(sequence.generate_state(1, np.uint32)[0])


# Numbers per block. Blocks this small stay in the processor's cache; larger ones were measured to be slower.
BLOCK = 2**16

# Every resample leaves a number: more of them tell nothing new, and would fill the memory.
MOST_RESAMPLES = 10**7
_MOST_NUMBERS = 10**8


def multiplicity_blocks(
    n: int, resamples: int, generator: np.random.Generator, *, step: int | None = None
) -> Iterator[FloatArray]:
    """Multiplicities as float64 in blocks of ``step`` resamples, by default as many as fit the processor's cache.

    The draws do not depend on the size of blocks.
    """
    for size in block_sizes(resamples, max(1, BLOCK // n) if step is None else step):
        drawn = generator.integers(0, n, (size, n))
        drawn += n * np.arange(size)[:, np.newaxis]
        counts = np.zeros(size * n)
        # In place and in float64: twice as fast as bincount followed by a conversion.
        np.add.at(counts, drawn.ravel(), 1.0)
        yield counts.reshape(size, n)


def block_sizes(total: int, step: int) -> Iterator[int]:
    """The sizes of blocks of ``step`` that make up ``total``; the last one is smaller if need be."""
    for start in range(0, total, step):
        yield min(step, total - start)


def check_resamples(resamples: int, what: str = "resamples") -> int:
    """The number of resamples as an int; refuses what is not a whole number from 1 to ten million."""
    return count_between(resamples, what, 1, MOST_RESAMPLES)


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap(ResultRecord):
    """A statistic, and its values on bootstrap resamples.

    Parameters
    ----------
    estimate
        The statistic on the data itself; NaN when undefined.
    replicates
        The statistic on each resample; NaN where undefined.
    leave_one_out
        The statistic without each item or coder, one array for each kind that was resampled; BCa needs them.
    seed
        The integer that gives the same resamples again, passed as ``rng``.
    resampled
        What was resampled: ``items``, ``coders`` or ``both``.

    Examples
    --------
    >>> result = bootstrap([[1, 2], [3, 4], [2, 2], [0, 4]], lambda sums: sums[..., 0] / sums[..., 1], rng=7)
    >>> result.estimate, result.resamples, result.undefined, result.seed
    (0.5, 10000, 0, 7)
    """

    estimate: float
    replicates: FloatArray
    leave_one_out: tuple[FloatArray, ...]
    seed: int
    resampled: str = "items"

    @property
    def resamples(self) -> int:
        """Number of resamples drawn."""
        return len(self.replicates)

    @property
    def undefined(self) -> int:
        """Number of resamples on which the statistic has no value."""
        return int(np.count_nonzero(np.isnan(self.replicates)))

    @property
    def standard_error(self) -> float:
        """Sample standard deviation of the defined replicates; NaN with fewer than two."""
        defined = self.replicates[~np.isnan(self.replicates)]
        return float(defined.std(ddof=1)) if defined.size > 1 else math.nan

    def interval(self, ci: float = 0.95, method: IntervalMethod = "percentile") -> Interval:
        """Confidence interval of the statistic, from the middle of the replicates.

        Parameters
        ----------
        ci
            Nominal coverage, between 0 and 1.
        method
            ``bca`` corrects the percentiles for bias and skewness.

        Returns
        -------
        Interval
            NaN at both ends when the estimate has no value or the method cannot be applied.

        Examples
        --------
        >>> from seamark.stats import bootstrap, mean_of_sums, rows_of_values
        >>> result = bootstrap(rows_of_values([0.2, 0.4, 0.6, 0.8]), mean_of_sums, rng=7)
        >>> result.estimate in result.interval(0.9, "bca")
        True
        """
        ci = check_level(ci)
        one_of(method, "method", get_args(IntervalMethod))
        if math.isnan(self.estimate):
            return Interval(math.nan, math.nan, ci, method, self.undefined)
        if method == "bca":
            if not self.leave_one_out:
                raise InputError("a BCa interval needs the statistic without each item or coder; take 'percentile'")
            return bca_interval(self.replicates, self.estimate, self.leave_one_out, ci)
        return percentile_interval(self.replicates, ci)


def bootstrap(rows: npt.ArrayLike, score: Score, *, resamples: int = 10_000, rng: RandomSource = None) -> Bootstrap:
    """Resample items with replacement and score the sum of their rows.

    For the difference of two systems on the same items, put their rows side by side and score the difference.

    Parameters
    ----------
    rows
        Counts of shape (items, F). For the mean of per-item scores, ``rows_of_values(scores)``.
    score
        Maps summed rows (..., F) to scores (...), NaN where undefined. For the mean of per-item scores,
        ``mean_of_sums``.
    resamples
        Number of resamples, each of as many items as there are.
    rng
        Seed or generator, see ``resolve_rng``. The resamples depend on the seed, their number and the number of items
        only: another metric or system with the same three sees the same resamples.

    Examples
    --------
    >>> errors_and_windows = [[1, 10], [0, 8], [4, 12], [2, 10]]
    >>> result = bootstrap(errors_and_windows, lambda sums: sums[..., 0] / sums[..., 1], rng=7)
    >>> result.estimate
    0.175
    """
    table = as_rows(rows)
    resamples = check_resamples(resamples)
    generator, seed = resolve_rng(rng)
    blocks = multiplicity_blocks(len(table), resamples, generator)
    return Bootstrap(
        estimate=float(apply_score(score, table.sum(axis=0))),
        replicates=np.concatenate([apply_score(score, weighted_sums(weights, table)) for weights in blocks]),
        leave_one_out=(leave_one_out(table, score),),
        seed=seed,
    )


#: What a bootstrap draws anew, and what an interval is about.
Resampled: TypeAlias = Literal["items", "coders", "both"]

# Two coders make one pair: every resample in which they meet repeats the data, and an interval of width 0 says nothing.
FEWEST_CODERS = 3

# Numbers per block of weights: 8 MB, and a few times that in the statistic.
_WEIGHTS = 2**20


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

    def pairs(self, first: Int64Array, second: Int64Array) -> FloatArray:
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
    items, coders = (count_between(*each, 0, _MOST_NUMBERS) for each in ((items, "items"), (coders, "coders")))
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


def _coder_numbers(given: npt.ArrayLike, name: str, coders: FloatArray) -> Int64Array:
    numbers = plain_array(given, name, "numbers of coders")
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise InputError(f"{name}: expected a list of coders by number, not {numbers.dtype} of shape {numbers.shape}")
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < coders.shape[1]):
        raise InputError(f"{name}: coders are numbered from 0 to {coders.shape[1] - 1}")
    return numbers.astype(np.int64, copy=False)


def weight_blocks(items: int, coders: int, resampled: Resampled, resamples: int, seed: int) -> Iterator[Weights]:
    """The weights of all resamples, in blocks of bounded memory."""
    # The statistic sees items and pairs of coders, so that a resample is as wide as the two together.
    step = max(1, _WEIGHTS // (items + coders * (coders - 1) // 2 + 1))
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
