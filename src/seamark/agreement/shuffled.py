"""Chance by shuffling: how alike codings are when every coder's segments are in a random order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from seamark.agreement.coefficients import ObservedAgreement, Similarity
from seamark.agreement.measurement import Measurement
from seamark.base.checks import count_between
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray
from seamark.kernels.edit import PairSums, shuffled_rows
from seamark.metrics.base import Metric
from seamark.metrics.pairs import Pairs, PairsWithin
from seamark.metrics.signature import Signature
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import CorpusLike
from seamark.stats.resampling import RandomSource, name_number, resolve_rng
from seamark.stats.rows import ROUNDING

#: The default number of shuffles: the level is then known to its third digit.
SHUFFLES = 200

# More shuffles change no digit that is shown, and take hours.
MOST_SHUFFLES = 1_000_000
# Boundaries of pairs that are compared at most, in all shuffles: about a second. The more pairs there are, the fewer
# shuffles tell the level as well.
_MOST_WORK = 2**26
# Boundaries that are held at once, all shuffles of a block together.
_BLOCK = 2**20
# Shuffles have a stream of their own: an interval with the same seed neither changes them nor repeats their numbers.
_STREAM = 2


@dataclass(frozen=True, slots=True, eq=False)
class ShuffledAgreement(ResultRecord):
    """Observed agreement and that of shuffled segments.

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

    Coders keep the number and the sizes of their segments; only the order is random. Parameters are those
    of ``agree``.

    Examples
    --------
    >>> result = shuffled_agreement({"poem": {"ann": [2, 3, 6], "ben": [2, 3, 6]}}, shuffles=100, rng=7)
    >>> result.observed, result.expected < 1
    (1.0, True)
    """
    measured = Measurement.of(corpus, metric).require_pairs().in_content_order
    seed = resolve_rng(rng)[1]
    times = count_between(shuffles, "shuffles", 1, MOST_SHUFFLES)
    sums = Shuffles.of(measured, times, seed).totals(measured.within)
    return ShuffledAgreement(
        observed=measured.observed.whole(),
        expected=float(measured.observed.of_sums(sums.sum(axis=0))),
        replicates=measured.observed.of_sums(sums),
        seed=seed,
        signature=Signature.of("shuffled", {**measured.described(), "shuffles": times, "seed": seed}),
    )


def shuffled_term(
    measured: Measurement, shuffles: int | SummedShuffles, seed: int
) -> tuple[ObservedAgreement | None, int]:
    """The similarity of shuffled codings, all shuffles pooled, and how many there are: fewer where pairs are many.

    Sums of shuffles that were made part by part know nothing of single items, and of coders only what they sum up to.
    """
    if isinstance(shuffles, SummedShuffles):
        return shuffles.measured.by_groups().observed, shuffles.times
    wanted = count_between(shuffles, "shuffles", 0, MOST_SHUFFLES)
    if not wanted:
        return None, 0
    times = _affordable(wanted, _work(measured))
    return shuffled_codings(measured, times, seed).observed, times


def shuffled_codings(measured: Measurement, times: int, seed: int) -> Measurement:
    """The same measurement of shuffled codings, all shuffles summed."""
    return replace(measured, pairs=measured.pair_counts(Shuffles.of(measured, times, seed)))


def _work(measured: Measurement) -> int:
    """What one shuffle costs: the boundaries of all pairs of codings, and the pairs."""
    codings = measured.codings_per_item
    sizes = np.diff(measured.require_codings().columns.offsets)
    return int((sizes * (codings - 1)[measured.rows.item]).sum() + (codings * (codings - 1) // 2).sum())


def _affordable(wanted: int, work: int) -> int:
    return min(wanted, max(1, _MOST_WORK // max(1, work)))


@dataclass(frozen=True, slots=True, eq=False)
class SummedShuffles:
    """So many shuffles of the codings of some items, summed over these; parts are joined by ``+``.

    Attributes
    ----------
    work
        What one shuffle of these items costs.
    times
        How many shuffles there are.
    measured
        The shuffled codings, measured, all shuffles together and without single items.
    """

    work: int
    times: int
    measured: Measurement

    @classmethod
    def of(cls, measured: Measurement, times: int, seed: int) -> SummedShuffles:
        """So many shuffles of the codings of some items."""
        return cls(_work(measured), times, shuffled_codings(measured, times, seed).over_items())

    def __add__(self, other: SummedShuffles) -> SummedShuffles:
        return SummedShuffles(self.work + other.work, self.times, self.measured + other.measured)

    def affordable(self, wanted: int) -> int:
        """How many shuffles of these items are made where so many are wanted."""
        return _affordable(wanted, self.work)


@dataclass(frozen=True, slots=True, eq=False)
class Shuffles:
    """Counts pairs so many times, each time with the segments of every coding in another order.

    Attributes
    ----------
    similarity
        What is counted.
    codings
        The codings.
    counters
        A number for every coding.
    times
        How many shuffles are summed.
    key
        What the shuffles depend on, beside the counter of a coding and the number of the shuffle.
    """

    similarity: Similarity
    codings: SegmentationArray
    counters: npt.NDArray[np.uint64]
    times: int
    key: int

    @classmethod
    def of(cls, measured: Measurement, times: int, seed: int) -> Shuffles:
        """So many shuffles of what was measured."""
        key = int(np.random.SeedSequence(seed, spawn_key=(_STREAM,)).generate_state(1, np.uint64)[0])
        return cls(measured.similarity, measured.require_codings(), _counters(measured), times, key)

    def totals(self, pairs: PairsWithin) -> FloatArray:
        """The sum over all pairs in each shuffle; shape (shuffles, F)."""
        # Every pair is in the sums of two codings.
        return np.concatenate([sums.of_codings.sum(axis=1) / 2 for sums in self._shuffled_sums(pairs)])

    def sums(self, pairs: PairsWithin) -> PairSums:
        """Of the rows of all pairs in all shuffles."""
        of_codings, of_coders = np.zeros(()), np.zeros(())
        for sums in self._shuffled_sums(pairs):
            of_codings = of_codings + sums.of_codings.sum(axis=0)
            of_coders = of_coders + sums.of_coders
        return PairSums(of_codings, of_coders)

    def count(self, pairs: Pairs) -> FloatArray:
        """The rows of every pair, summed over all shuffles."""
        total = np.zeros(())
        for draws, mixed in self._shuffled(len(pairs)):
            starts = len(self.codings) * np.arange(draws)[:, np.newaxis]
            a, b = ((rows + starts).ravel() for rows in (pairs.a, pairs.b))
            rows = self.similarity.bind(mixed).count(Pairs(a, b, a))
            total = total + rows.reshape(draws, len(pairs), rows.shape[1]).sum(axis=0)
        return total

    def _shuffled_sums(self, pairs: PairsWithin) -> Iterator[PairSums]:
        """The sums of several shuffles at once; those of codings have the shape (shuffles, codings, F)."""
        for draws, mixed in self._shuffled(len(self.codings)):
            of_codings, of_coders = self.similarity.bind(mixed).sums(PairsWithin(pairs.coded.repeated(draws)))
            yield PairSums(of_codings.reshape(draws, len(self.codings), -1), of_coders)

    def _shuffled(self, rows: int) -> Iterator[tuple[int, SegmentationArray]]:
        """Several shuffles at once, where so many rows are held of each, and how many they are."""
        columns = self.codings.columns
        step = max(1, _BLOCK // max(1, int(columns.offsets[-1] - columns.offsets[0]), rows))
        for first in range(0, self.times, step):
            draws = min(step, self.times - first)
            mixed = shuffled_rows(columns, self.counters, self.key, first, draws)
            yield draws, SegmentationArray._unchecked(mixed, self.codings.types)


def _counters(measured: Measurement) -> npt.NDArray[np.uint64]:
    """A number for every coding, from the names of its item and coder: its shuffles do not depend on other codings."""
    items, coders = (
        np.array([name_number(name, kind) for name in names], dtype=np.uint64)
        for names, kind in ((measured.item_names, b"item"), (measured.coder_names, b"coder"))
    )
    counters: npt.NDArray[np.uint64] = items[measured.rows.item] ^ coders[measured.rows.coder[0]]
    return counters
