"""Seeds, and the bootstrap over items, over coders, or over both.

Whatever ``rng`` a caller gives becomes one integer seed, which results report: it gives the same draws again. A
bootstrap computes a statistic from weights: how often each item and each coder was drawn. A pair of coders drawn m and
m' times counts m * m' times; a coder is never paired with a copy of themself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Literal, TypeAlias

import numpy as np

from seamark.base.checks import count_between, shown
from seamark.base.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array

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
    if rng is None:
        rng = np.random.SeedSequence()
    if isinstance(rng, np.random.Generator):
        seed = int(rng.integers(_DRAWN_SEEDS))
    elif isinstance(rng, np.random.SeedSequence):
        seed = int(rng.generate_state(1, np.uint32)[0])
    elif isinstance(rng, bool) or not isinstance(rng, int | np.integer):
        raise InputError(f"rng is a {type(rng).__name__}; expected None, an int, a numpy Generator or a SeedSequence")
    elif not 0 <= rng < _SEEDS:
        raise InputError(f"rng is {shown(int(rng))}; an integer seed is 0 or more, and below 2**128")
    else:
        seed = int(rng)
    return np.random.default_rng(seed), seed


def name_number(name: str, kind: bytes) -> int:
    """A number of 64 bits for a name of some kind, the same on every machine.

    So the random numbers of an item or coder depend on its name, not on other items or coders.

    Examples
    --------
    >>> name_number("poem", b"item") == name_number("poem", b"item") != name_number("poem", b"coder")
    True
    """
    # A file may contain names that are not valid Unicode.
    text = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8, person=kind).digest(), "little")


# Every resample is kept as a number; more would fill the memory without changing the result.
MOST_RESAMPLES = 10**7


def multiplicity_blocks(n: int, resamples: int, generator: np.random.Generator, step: int) -> Iterator[FloatArray]:
    """Multiplicities as float64 in blocks of ``step`` resamples. The draws do not depend on the size of blocks."""
    for size in block_sizes(resamples, step):
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


#: What a bootstrap draws anew, and what an interval is about.
Resampled: TypeAlias = Literal["items", "coders", "both"]

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
        """Weights of pairs of coders, given by number; shape (resamples or 1, pairs)."""
        return self.coders[:, first] * self.coders[:, second]


Statistic: TypeAlias = Callable[[Weights], FloatArray]


def bootstrap(
    statistic: Statistic, *, items: int, coders: int, resample: Resampled, resamples: int, seed: int
) -> FloatArray:
    """A statistic in every resample of items, coders or both.

    Parameters
    ----------
    statistic
        Maps ``Weights`` for a block of resamples to one value per resample, NaN where undefined. A weight of 0 must
        leave that item or coder out.
    items, coders
        How many there are.
    resample
        What to resample. ``both`` draws items and coders independently (the "pigeonhole" bootstrap of two crossed
        factors). It counts what is particular to one item and one coder about three times, so that its intervals are
        too wide where that dominates; with few items or coders, like all of these intervals, they are a little short.
    resamples
        Number of resamples.
    seed
        Gives the same resamples again.

    Returns
    -------
    array
        A resample in which all coders drawn are one and the same has no pairs; the statistic should be NaN there. With
        few coders this is common: 1 in 9 resamples of three coders.

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
    >>> found = bootstrap(mean, items=2, coders=3, resample="coders", resamples=900, seed=7)
    >>> found.shape, 80 < int(np.isnan(found).sum()) < 120
    ((900,), True)
    """
    # The statistic sees items and pairs of coders, so that a resample is as wide as the two together.
    step = max(1, _WEIGHTS // (items + coders * (coders - 1) // 2 + 1))
    of_items: Iterator[FloatArray] = repeat(np.ones((1, items)))
    of_coders: Iterator[FloatArray] = repeat(np.ones((1, coders)))
    if resample != "coders":
        of_items = multiplicity_blocks(items, resamples, np.random.default_rng(seed), step)
    if resample != "items":
        # A stream of their own, so that the draws of items do not depend on whether coders are drawn too.
        stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))
        of_coders = multiplicity_blocks(coders, resamples, stream, step)
    # 0/0 is how a statistic says that it is undefined.
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.concatenate([statistic(weights) for weights in map(Weights, of_items, of_coders)])
