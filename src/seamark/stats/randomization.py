"""Paired randomization test: is the difference larger than with the names of the systems swapped at random?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.errors import InputError
from seamark.results import ResultRecord
from seamark.stats.resampling import BLOCK, block_sizes, check_resamples
from seamark.stats.rows import ROUNDING, FloatArray, Score, apply_score, as_rows
from seamark.stats.seeds import RandomSource, resolve_rng

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
    resamples = check_resamples(resamples)
    first, second = as_rows(rows_a, "rows_a"), as_rows(rows_b, "rows_b")
    if first.shape != second.shape:
        raise InputError(
            f"rows_a and rows_b must cover the same items, but their shapes are {first.shape} and {second.shape}"
        )
    n = len(first)
    exact = 2**n <= max(resamples, ALWAYS_EXACT)
    generator, seed = (None, None) if exact else resolve_rng(rng)
    swaps = _all_swaps(n) if generator is None else _random_swaps(n, resamples, generator)
    totals, gaps = np.stack([first.sum(axis=0), second.sum(axis=0)]), first - second
    scores = np.concatenate([_swapped_scores(totals, block @ gaps, score) for block in swaps])
    observed = float(np.subtract(*apply_score(score, totals)))
    differences = scores[:, 0] - scores[:, 1]
    undefined = np.isnan(differences)
    rounding = ROUNDING * float(np.abs(scores[~undefined]).max(initial=0.0))
    extreme = int(np.count_nonzero(undefined | (np.abs(differences) >= abs(observed) - rounding)))
    p_value = extreme / len(differences) if exact else (extreme + 1) / (len(differences) + 1)
    return RandomizationTest(
        difference=observed,
        p_value=math.nan if math.isnan(observed) else p_value,
        arrangements=len(differences),
        exact=exact,
        seed=seed,
        undefined=int(np.count_nonzero(undefined)),
    )


def _swapped_scores(totals: FloatArray, moved: FloatArray, score: Score) -> FloatArray:
    """Scores of both systems, shape (arrangements, 2), when counts ``moved`` leave the first for the second."""
    return apply_score(score, np.stack([totals[0] - moved, totals[1] + moved], axis=1))


def _all_swaps(n: int) -> Iterator[FloatArray]:
    start = 0
    for size in block_sizes(2**n, max(1, BLOCK // n)):
        yield _bits(np.arange(start, start + size, dtype=np.uint64)[:, np.newaxis], n)
        start += size


def _random_swaps(n: int, resamples: int, generator: np.random.Generator) -> Iterator[FloatArray]:
    words = math.ceil(n / 64)
    for size in block_sizes(resamples, max(1, BLOCK // n)):
        yield _bits(generator.integers(0, 2**64, (size, words), dtype=np.uint64), n)


def _bits(words: npt.NDArray[np.uint64], n: int) -> FloatArray:
    """The lowest ``n`` bits of each row of words, as numbers 0 and 1, in the same order on every machine."""
    octets = words.astype("<u8").view(np.uint8)
    return np.unpackbits(octets, axis=1, count=n, bitorder="little").astype(np.float64)
