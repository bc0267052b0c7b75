"""Boundary edit distance in the kernel."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark import _kernel
from seamark._kernel import EditRecords, Weights
from seamark._kernel import MedianOptions as MedianOptions
from seamark.kernels.columns import NO_TYPES, Columns, FloatArray, Int64Array, call, counting

Scale: TypeAlias = Literal["te", "linear", "unit"]
SCALES: tuple[Scale, ...] = ("te", "linear", "unit")

#: Columns of a row of edit counts.
EDIT_FIELDS = (
    "matches",
    "additions_a",
    "additions_b",
    "substitutions",
    "transpositions",
    "substitution_weight",
    "transposition_weight",
    "transposed_distance",
)

NO_VALUES: FloatArray = np.empty(0, dtype=np.float64)


class EditParameters(NamedTuple):
    """Costs as the kernel takes them.

    ``type_values`` holds one number per type code when the distance between types counts, and is empty otherwise.
    """

    weights: Weights
    type_values: FloatArray = NO_VALUES
    type_span: float = 1.0


#: The edit distance of every pair.
edit_costs = counting(_kernel.edit_costs)
#: The columns of ``EDIT_FIELDS``.
edit_counts = counting(_kernel.edit_counts)


def edit_scripts(
    a: Columns, b: Columns, parameters: EditParameters, labels: tuple[Hashable, ...], records: EditRecords
) -> list[tuple[Any, ...]]:
    """For every pair its matches, additions, substitutions and transpositions, each a tuple of records from left to
    right, and their cost; ``labels`` are the types that the codes of the columns refer to.
    """
    return call(_kernel.edit_scripts, a, b, parameters, labels, records)


# ----------- Every two codings of an item in the kernel: by row numbers, and summed for each coding and each two coders


#: Columns of a row of summed edits.
EDIT_SUMS = (
    "potential",
    "matches",
    "additions",
    "substitutions",
    "transpositions",
    "substitution_weight",
    "transposition_weight",
)


class PairSums(NamedTuple):
    """Sums of rows of pairs: over the pairs that each coding is in, and over all items of each two coders who met."""

    of_codings: FloatArray
    of_coders: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class CodedItems:
    """Codings ordered by item, and the pairs of coders who coded an item together.

    Attributes
    ----------
    starts
        The first row of every item, and the number of rows.
    coder
        The coder of every row, by number.
    first, second
        Every two coders who coded an item together, in ascending order.
    together
        On how many items they did.
    met_starts
        The first row of the pairs of each first coder; one entry more than there are coders.
    """

    starts: Int64Array
    coder: Int64Array
    first: Int64Array
    second: Int64Array
    together: Int64Array
    met_starts: Int64Array

    @classmethod
    def of(cls, item: Int64Array, coder: Int64Array, items: int, coders: int) -> CodedItems:
        """From the item, ascending, and the coder of every row."""
        starts = np.searchsorted(item, np.arange(items + 1))
        own = np.ascontiguousarray(coder, dtype=np.int64)
        met_starts, second, together = call(_kernel.coder_meetings, starts, own, coders)
        first = np.repeat(np.arange(coders), np.diff(met_starts))
        return cls(starts, own, first, second, together, met_starts)

    def repeated(self, times: int) -> CodedItems:
        """The same items so many times, rows after rows."""
        rows = len(self.coder) * np.arange(times)[:, np.newaxis]
        starts = np.append((self.starts[:-1] + rows).ravel(), times * len(self.coder))
        return replace(self, starts=starts, coder=np.tile(self.coder, times), together=times * self.together)

    def numbers(self) -> PairSums:
        """The number of pairs that each coding is in, and that each two coders who met have made."""
        others = np.diff(self.starts) - 1
        return PairSums(
            *(number[:, np.newaxis].astype(np.float64) for number in (np.repeat(others, others + 1), self.together))
        )

    def no_sums(self, width: int) -> PairSums:
        """Sums of nothing, to which rows are added."""
        return PairSums(np.zeros((len(self.coder), width)), np.zeros((len(self.second), width)))

    def add(self, sums: PairSums, rows_a: Int64Array, rows_b: Int64Array, rows: FloatArray) -> None:
        """Add the rows of some pairs."""
        call(_kernel.add_pair_rows, rows_a, rows_b, rows, self.coder, self.met_starts, self.second, *sums)


def edit_sums(columns: Columns, coded: CodedItems, parameters: EditParameters) -> PairSums:
    """Sums of ``EDIT_SUMS`` over every two codings of an item."""
    sums = coded.no_sums(len(EDIT_SUMS))
    met = coded.met_starts, coded.second
    call(_kernel.sum_edits, columns, coded.starts, coded.coder, *met, parameters, *sums)
    return sums


def counted_links(columns: Columns, starts: Int64Array, parameters: EditParameters) -> list[Int64Array]:
    """Boundaries of two codings of an item that are one, at different places or of different types: columns of items,
    of both positions, of both types, and of how many pairs of codings link them.

    ``starts`` are the first rows of items, and the number of rows.
    """
    return call(_kernel.count_links, columns, starts, parameters)


def medians(
    columns: Columns, starts: Int64Array, votes: Columns, parameters: EditParameters, options: MedianOptions
) -> Columns:
    """For every item the segmentation most similar to its codings that a local search finds from each and from a vote.

    ``starts`` are the first rows of items, and the number of rows; every item has one at least.
    """
    positions, offsets, types = call(_kernel.medians, columns, starts, votes, parameters, options)
    return Columns(positions, offsets, columns.masses[starts[:-1]], types)


# ------------------------------------------------------------------------------------------- Segments in a random order


def shuffled_rows(columns: Columns, counters: npt.NDArray[np.uint64], key: int, first: int, draws: int) -> Columns:
    """Every row so many times with its segments in a random order, draw after draw.

    The random numbers of a row depend on the key, the number of the draw, which goes from ``first`` up, and the row's
    counter, and on nothing else.
    """
    begin, end = int(columns.offsets[0]), int(columns.offsets[-1])
    size, rows = end - begin, len(columns.masses)
    positions = np.empty(size * draws, dtype=np.int64)
    types = np.empty(size * draws, dtype=np.int32) if columns.types.size else NO_TYPES.copy()
    call(_kernel.shuffle_rows, columns, counters, key, first, draws, positions, types)
    offsets = np.empty(rows * draws + 1, dtype=np.int64)
    offsets[0] = 0
    starts = size * np.arange(draws, dtype=np.int64)[:, np.newaxis]
    offsets[1:] = (columns.offsets[1:] - begin + starts).ravel()
    return Columns(positions, offsets, np.tile(columns.masses, draws), types if types.size else NO_TYPES)


def shuffled_draws(columns: Columns, draws: int, key: int, first: int) -> Columns:
    """The rows of several draws, one draw after the other, each row with its segments in a random order.

    The random numbers of a row depend on the key, the number of its draw, which goes from ``first`` up, and its place
    in the draw, and on nothing else.
    """
    rows = len(columns.masses) // draws
    counters = np.arange(rows, dtype=np.uint64)
    mixed = [
        shuffled_rows(columns.rows(draw * rows, (draw + 1) * rows), counters, key, first + draw, 1)
        for draw in range(draws)
    ]
    return columns._replace(
        positions=np.concatenate([one.positions for one in mixed]),
        offsets=columns.offsets - columns.offsets[0],
        types=np.concatenate([one.types for one in mixed]),
    )


# ------------------ What is drawn at random: which items are swapped, how often each counts, and where boundaries are


def subset_sums(words: npt.NDArray[np.uint64], rows: FloatArray) -> FloatArray:
    """For every row of words the sum of those rows of numbers whose bits are set; row ``i`` has bit ``i % 64`` of word
    ``i // 64``.
    """
    sums = np.empty((len(words), rows.shape[1]))
    call(_kernel.subset_sums, words, np.ascontiguousarray(rows), sums)
    return sums


def random_places(
    numbers: Int64Array, places: Int64Array, counters: npt.NDArray[np.uint64], key: int, first: int
) -> Int64Array:
    """For every draw and row so many different places from 1 up, ascending, one row after the other.

    ``numbers`` has a row per draw; draws are numbered from ``first``. The random numbers of a row depend on the key,
    the number of the draw and the row's counter, and on nothing else.
    """
    drawn = np.empty(int(numbers.sum()), dtype=np.int64)
    ends = np.cumsum(numbers.sum(axis=1)).tolist()
    for draw, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
        call(_kernel.random_places, numbers[draw], places, counters, key, first + draw, drawn[start:end])
    return drawn
