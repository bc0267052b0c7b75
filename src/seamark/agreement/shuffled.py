"""Chance by shuffling: how alike codings are when every coder's segments stand in a random order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from seamark.agreement.measurement import Measurement
from seamark.agreement.terms import ObservedAgreement
from seamark.checks import count_between
from seamark.kernels.columns import FloatArray
from seamark.kernels.shuffle import shuffled_rows
from seamark.metrics.base import Metric
from seamark.metrics.signature import Signature
from seamark.model.array import SegmentationArray
from seamark.model.corpus import CorpusLike
from seamark.results import ResultRecord
from seamark.stats.rows import ROUNDING
from seamark.stats.seeds import RandomSource, resolve_rng

#: How many shuffles there are unless somebody asks for another number: the level is then known to its third digit.
SHUFFLES = 200

# More shuffles change no digit that is shown, and take hours.
_MOST_SHUFFLES = 1_000_000
# Boundaries of pairs that are compared at most, in all shuffles: about a second. The more pairs there are, the fewer
# shuffles tell the level as well.
_MOST_WORK = 2**26
# Boundaries that are held at once, all shuffles of a block together.
_BLOCK = 2**20
# Shuffles have a stream of their own: an interval with the same seed neither changes them nor repeats their numbers.
_STREAM = 2


@dataclass(frozen=True, slots=True, eq=False)
class ShuffledAgreement(ResultRecord):
    """Observed agreement beside what it is when segments are shuffled.

    Attributes
    ----------
    observed
        Pooled similarity of the codings.
    expected
        Pooled similarity of the shuffled codings, all shuffles together.
    replicates
        Pooled similarity in each shuffle.
    seed
        The integer that gives the same shuffles again.
    signature
        The string that makes the numbers reproducible.
    """

    observed: float
    expected: float
    replicates: FloatArray
    seed: int
    signature: Signature

    @property
    def p_value(self) -> float:
        """How often shuffled codings agree at least as well; the codings themselves count as one shuffle."""
        reached = self.replicates >= self.observed - ROUNDING
        return (1 + int(np.count_nonzero(reached))) / (1 + len(self.replicates))


def shuffled_agreement(
    corpus: CorpusLike, metric: Metric | str | None = None, *, shuffles: int = 1_000, rng: RandomSource = 0
) -> ShuffledAgreement:
    """How alike codings are when every coder's segments are put in a random order within the item.

    Coders keep the number and the sizes of their segments; only where they cut is left to chance. Parameters are those
    of ``agree``.

    Examples
    --------
    >>> result = shuffled_agreement({"poem": {"ann": [2, 3, 6], "ben": [2, 3, 6]}}, shuffles=100, rng=7)
    >>> result.observed, result.expected < 1
    (1.0, True)
    """
    measured = Measurement.of(corpus, metric).require_pairs()
    seed = resolve_rng(rng)[1]
    times = count_between(shuffles, "shuffles", 1, _MOST_SHUFFLES)
    sums = np.concatenate([rows.sum(axis=1) for rows in _shuffled_rows(measured, times, seed)])
    return ShuffledAgreement(
        observed=measured.observed.whole(),
        expected=float(measured.observed.of_sums(sums.sum(axis=0))),
        replicates=measured.observed.of_sums(sums),
        seed=seed,
        signature=Signature.of("shuffled", {**measured.described(), "shuffles": times, "seed": seed}),
    )


def shuffled_term(measured: Measurement, shuffles: int, seed: int) -> tuple[ObservedAgreement | None, int]:
    """The similarity of shuffled codings, all shuffles pooled, and how many there are: fewer where pairs are many."""
    wanted = count_between(shuffles, "shuffles", 0, _MOST_SHUFFLES)
    if not wanted:
        return None, 0
    pairs = measured.coding_pairs()
    sizes = np.diff(measured.require_codings().columns.offsets)
    work = int(sizes[pairs.row_a].sum() + sizes[pairs.row_b].sum()) + len(pairs)
    times = min(wanted, max(1, _MOST_WORK // work))
    total = np.zeros_like(measured.pairs.rows)
    for rows in _shuffled_rows(measured, times, seed):
        total += rows.sum(axis=0)
    return measured.observed_of(replace(measured.pairs, rows=total)), times


def _shuffled_rows(measured: Measurement, times: int, seed: int) -> Iterator[FloatArray]:
    """The rows of all pairs of codings, in the order of the measurement, in blocks of shape (shuffles, pairs, F)."""
    codings, pairs = measured.require_codings(), measured.coding_pairs()
    key = int(np.random.SeedSequence(seed, spawn_key=(_STREAM,)).generate_state(1, np.uint64)[0])
    sizes = np.diff(codings.columns.offsets)
    step = max(1, _BLOCK // max(1, int(sizes.sum()), len(pairs)))
    for first in range(0, times, step):
        draws = min(step, times - first)
        mixed = shuffled(codings, key, first, draws)
        starts = len(codings) * np.arange(draws)[:, np.newaxis]
        rows_a, rows_b = ((rows + starts).ravel() for rows in (pairs.row_a, pairs.row_b))
        yield measured.similarity.pair_rows(mixed, rows_a, mixed, rows_b).reshape(draws, len(pairs), -1)


def shuffled(array: SegmentationArray, key: int, first: int = 0, draws: int = 1) -> SegmentationArray:
    """The segments of every row in a random order; types that share a place stay together and move to a random place.

    Draws are numbered from ``first`` and stand one after the other; each depends on the key, its number and the numbers
    of rows only.

    Examples
    --------
    >>> array = SegmentationArray.from_masses([[1, 2, 3, 4], [5]])
    >>> rows = shuffled(array, key=7)
    >>> sorted(rows[0].masses), rows[1].masses
    ([1, 2, 3, 4], (5,))
    """
    columns = shuffled_rows(array.columns, np.arange(len(array), dtype=np.uint64), key, first, draws)
    return SegmentationArray._unchecked(columns, array.types)
