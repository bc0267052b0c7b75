"""Chance by shuffling: how alike codings are when every coder's segments stand in a random order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from seamark.agreement.measurement import Measurement
from seamark.agreement.terms import ObservedAgreement
from seamark.checks import count_between
from seamark.kernels.columns import Columns, FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.signature import Signature
from seamark.model.array import SegmentationArray
from seamark.model.coder_pairs import CoderPairs
from seamark.model.corpus import CorpusLike
from seamark.results import ResultRecord
from seamark.stats.rows import ROUNDING
from seamark.stats.seeds import RandomSource, resolve_rng

# More shuffles change no digit that is shown, and take hours.
MOST_SHUFFLES = 1_000_000
#: As many as give two digits that do not depend on the seed.
DEFAULT_SHUFFLES = 1_000

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
    corpus: CorpusLike,
    metric: Metric | str | None = None,
    *,
    shuffles: int = DEFAULT_SHUFFLES,
    rng: RandomSource = None,
) -> ShuffledAgreement:
    """How alike codings are when every coder's segments are put in a random order within the item.

    Coders keep the number and the sizes of their segments; only where they cut is left to chance. This is a check on
    the closed form of chance, which knows nothing of the metric.

    Parameters are those of ``agree``.

    Examples
    --------
    >>> result = shuffled_agreement({"poem": {"ann": [2, 3, 6], "ben": [2, 3, 6]}}, shuffles=100, rng=7)
    >>> result.observed, result.expected < 1
    (1.0, True)
    """
    measured = Measurement.of(corpus, metric).require_pairs()
    seed = resolve_rng(rng)[1]
    total, replicates = np.zeros_like(measured.pairs.rows), []
    for rows in _shuffled_rows(measured, shuffles, seed):
        total += rows
        replicates.append(float(measured.observed.of_sums(rows.sum(axis=0))))
    return ShuffledAgreement(
        observed=measured.observed.whole(),
        expected=float(measured.observed.of_sums(total.sum(axis=0))),
        replicates=np.array(replicates),
        seed=seed,
        signature=Signature.of("shuffled", {**measured.described(), "shuffles": shuffles, "seed": seed}),
    )


def shuffled_term(measured: Measurement, *, shuffles: int, seed: int) -> ObservedAgreement:
    """Expected agreement as the similarity of shuffled codings, all shuffles pooled."""
    total = np.zeros_like(measured.pairs.rows)
    for rows in _shuffled_rows(measured, shuffles, seed):
        total += rows
    return ObservedAgreement(replace(measured.pairs, rows=total), measured.similarity)


def _shuffled_rows(measured: Measurement, shuffles: int, seed: int) -> Iterator[FloatArray]:
    """The rows of all pairs of codings in every shuffle, in the order of the measurement."""
    times = count_between(shuffles, "shuffles", 1, MOST_SHUFFLES)
    codings = measured.require_codings()
    generator = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_STREAM,)))
    pairs = CoderPairs.of_rows(codings, measured.rows.item, measured.rows.coder[0])
    for _ in range(times):
        mixed = shuffled(codings, generator)
        yield measured.similarity.pair_rows(mixed, pairs.row_a, mixed, pairs.row_b)


def shuffled(array: SegmentationArray, generator: np.random.Generator) -> SegmentationArray:
    """The segments of every row in a random order; types that share a place stay together and move to a random place.

    Examples
    --------
    >>> array = SegmentationArray.from_masses([[1, 2, 3, 4], [5]])
    >>> rows = shuffled(array, np.random.default_rng(7))
    >>> sorted(rows[0].masses), rows[1].masses
    ([1, 2, 3, 4], (5,))
    """
    columns = array.columns
    begin, end = int(columns.offsets[0]), int(columns.offsets[-1])
    row = np.repeat(np.arange(len(array)), np.diff(columns.offsets))
    positions = columns.positions[begin:end]
    if not columns.types.size:
        offsets = columns.offsets - begin
        return SegmentationArray._unchecked(
            Columns(_shuffled_places(positions, row, columns.masses, generator), offsets, columns.masses), array.types
        )
    new_place = np.ones(positions.size, dtype=bool)
    new_place[1:] = (np.diff(positions) != 0) | (np.diff(row) != 0)
    places, place_row = positions[new_place], row[new_place]
    moved = _shuffled_places(places, place_row, columns.masses, generator)
    slot = np.empty(places.size, dtype=np.int64)
    slot[np.lexsort((generator.random(places.size), place_row))] = np.arange(places.size)
    moved = moved[slot][np.cumsum(new_place) - 1]
    codes = columns.types[begin:end]
    order = np.lexsort((codes, moved, row))
    return SegmentationArray._unchecked(
        Columns(moved[order], columns.offsets - begin, columns.masses, codes[order]), array.types
    )


def _shuffled_places(
    places: Int64Array, row: Int64Array, masses: Int64Array, generator: np.random.Generator
) -> Int64Array:
    """Ascending places between the same segments in another order; ``places`` ascend within each row."""
    # Every row's places and its end, sorted by row: differences are the segments, and the last of a row is its end.
    segment_row = np.concatenate((row, np.arange(masses.size)))
    by_row = np.argsort(segment_row, kind="stable")
    edges, segment_row = np.concatenate((places, masses))[by_row], segment_row[by_row]
    first = np.ones(edges.size, dtype=bool)
    first[1:] = np.diff(segment_row) != 0
    segments = np.where(first, edges, np.diff(edges, prepend=0))
    mixed = segments[np.lexsort((generator.random(edges.size), segment_row))]
    # The running sum may pass int64 over many long rows: it wraps, and the subtraction wraps it back.
    running = np.cumsum(mixed)
    start = (running - mixed)[first][segment_row]
    last = np.append(first[1:], True)
    moved: Int64Array = (running - start)[~last]
    return moved
