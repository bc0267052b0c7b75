"""Paired randomization test: is the difference larger than with the names of the systems swapped at random?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.errors import InputError
from seamark.kernels.drawing import subset_sums
from seamark.results import ResultRecord
from seamark.stats.counter_draws import swaps
from seamark.stats.resampling import block_sizes, check_resamples
from seamark.stats.rows import ROUNDING, FloatArray, Score, apply_score, as_rows
from seamark.stats.seeds import RandomSource, resolve_rng

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
    counters
        A number for each of the items, which alone decides, with the seed, where it is swapped; None when that depends
        on its place among the others.
    """

    items: int
    number: int
    seed: int | None
    counters: npt.NDArray[np.uint64] | None = None

    @classmethod
    def of(
        cls, items: int, resamples: int, rng: RandomSource, counters: npt.NDArray[np.uint64] | None = None
    ) -> Arrangements:
        """All arrangements where these are few, or as many as were asked for."""
        resamples = check_resamples(resamples)
        if 2**items <= max(resamples, ALWAYS_EXACT):
            return cls(items, 2**items, None)
        return cls(items, resamples, resolve_rng(rng)[1], counters)

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
        for size in block_sizes(self.number, max(1, (BLOCK if self.counters is None else BLOCK // 64) // words)):
            if self.seed is not None and self.counters is not None:
                yield _as_words(swaps(self.counters, self.seed, start, size), words)
            elif generator is None:
                yield np.arange(start, start + size, dtype=np.uint64)[:, np.newaxis]
            else:
                yield generator.integers(0, 2**64, (size, words), dtype=np.uint64)
            start += size


def _as_words(swapped: FloatArray, words: int) -> npt.NDArray[np.uint64]:
    """Rows of 0 and 1 as bits, the lowest first."""
    packed = np.zeros((len(swapped), 8 * words), dtype=np.uint8)
    bits = np.packbits(swapped.astype(bool), axis=1, bitorder="little")
    packed[:, : bits.shape[1]] = bits
    return packed.view("<u8").astype(np.uint64)
