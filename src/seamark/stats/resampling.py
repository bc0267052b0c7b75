"""Which units a bootstrap draws, and how often: the one source of resamples for the whole room.

The resamples depend on the number of units, the number of resamples and the seed only. Statistics computed with the
same three therefore see the same resamples, which is what makes a comparison of systems paired.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from seamark.checks import count_between
from seamark.errors import InputError
from seamark.stats.rows import FloatArray
from seamark.stats.seeds import RandomSource, resolve_rng

# Numbers per block. Blocks this small stay in the processor's cache; larger ones were measured to be slower.
BLOCK = 2**16

# Every resample leaves a number: more of them tell nothing new, and would fill the memory.
MOST_RESAMPLES = 10**7
_MOST_NUMBERS = 10**8


def multiplicities(n: int, resamples: int, rng: RandomSource = None) -> npt.NDArray[np.int64]:
    """How often each of ``n`` units is drawn in each bootstrap resample.

    Parameters
    ----------
    n
        Number of units (items or coders).
    resamples
        Number of resamples, each of ``n`` draws with replacement.
    rng
        Seed or generator, see ``resolve_rng``.

    Returns
    -------
    numpy.ndarray
        Counts of shape (resamples, n), each row multinomial and summing to ``n``.

    Examples
    --------
    >>> counts = multiplicities(4, 1000, rng=1)
    >>> counts.shape, bool((counts.sum(axis=1) == 4).all())
    ((1000, 4), True)
    """
    resamples, n = check_resamples(resamples), count_of_units(n, "n")
    if n < 1:
        raise InputError(f"there are {n} units to draw from; expected at least 1")
    if n * resamples > _MOST_NUMBERS:
        raise InputError(
            f"{resamples} resamples of {n} units are too many to be held; the most is {_MOST_NUMBERS} numbers"
        )
    generator, _ = resolve_rng(rng)
    return np.concatenate(list(multiplicity_blocks(n, resamples, generator))).astype(np.int64)


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


def count_of_units(count: int, what: str) -> int:
    """A number of items or coders as an int; refuses what is not a whole number, or more than memory can hold."""
    return count_between(count, what, 0, _MOST_NUMBERS)
