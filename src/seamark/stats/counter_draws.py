"""What is drawn for each of many things by its own number and the seed alone: weights of a bootstrap, and swaps.

The number, a counter, comes from a name. Things may come in any order and be shared out in any way, and what is drawn
for one of them does not depend on which others there are. In a Poisson bootstrap every item has a weight of its own in
every resample, 0, 1, 2, ..., from the Poisson distribution with mean 1, where other bootstraps draw as many items as
there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt

from seamark.kernels.drawing import draw_by_table
from seamark.stats.resampling import BLOCK, block_sizes
from seamark.stats.rows import FloatArray
from seamark.stats.seeds import name_number

#: Draws by name have a stream of their own: other random numbers of the same seed neither change nor repeat them.
_STREAM = 3
# Words of 64 bits are compared with chances in units of this.
_WORDS = 2**64
#: A word that reaches it is swapped: one in two.
_HALF = np.array([_WORDS // 2], dtype=np.uint64)


def item_counters(names: Sequence[str]) -> npt.NDArray[np.uint64]:
    """A number for every item, from its name."""
    return np.fromiter((name_number(name, b"item") for name in names), dtype=np.uint64, count=len(names))


def poisson_weights(counters: npt.NDArray[np.uint64], seed: int, first: int, resamples: int) -> FloatArray:
    """How often each item counts in each of some resamples, numbered from ``first``; shape (resamples, items).

    Examples
    --------
    >>> weights = poisson_weights(item_counters(["poem", "song", "tale"]), 7, 0, 1000)
    >>> alone = poisson_weights(item_counters(["song"]), 7, 500, 1)
    >>> weights.shape, bool(weights[500, 1] == alone[0, 0]), bool(0.9 < weights.mean() < 1.1)
    ((1000, 3), True, True)
    """
    return draw_by_table(counters, _poisson_limits(), _key(seed), first, resamples)


def poisson_blocks(counters: npt.NDArray[np.uint64], seed: int, resamples: int) -> Iterator[tuple[slice, FloatArray]]:
    """The same for all resamples, in blocks that fit the processor's cache, with the resamples that they are."""
    first = 0
    for size in block_sizes(resamples, max(1, BLOCK // max(1, len(counters)))):
        yield slice(first, first + size), poisson_weights(counters, seed, first, size)
        first += size


def swaps(counters: npt.NDArray[np.uint64], seed: int, first: int, arrangements: int) -> FloatArray:
    """1 where one of several is swapped in an arrangement, and 0 where it is not; shape (arrangements, counters)."""
    return draw_by_table(counters, _HALF, _key(seed), first, arrangements)


def _key(seed: int) -> int:
    return int(np.random.SeedSequence(seed, spawn_key=(_STREAM,)).generate_state(1, np.uint64)[0])


@cache
def _poisson_limits() -> npt.NDArray[np.uint64]:
    """The chances of at most 0, 1, 2, ... in units of 2**-64, rounded down, as far as there is a word beyond them."""
    # 1/e to 40 digits: an alternating series, which errs by less than its first term that is left out.
    term, nothing = Fraction(1), Fraction(0)
    for number in range(1, 40):
        nothing += term
        term /= -number
    limits: list[int] = []
    chance, at_most = nothing, nothing
    while int(at_most * _WORDS) < _WORDS - 1:
        limits.append(int(at_most * _WORDS))
        chance /= len(limits)
        at_most += chance
    return np.array(limits, dtype=np.uint64)
