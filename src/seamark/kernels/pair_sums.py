"""Every two codings of an item in the kernel: by row numbers, and summed for each coding and each two coders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import Columns, FloatArray, Int64Array
from seamark.kernels.edit import EditParameters

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

# Pairs of rows that are written at once.
_ROOM = 2**16


class PairSums(NamedTuple):
    """Sums of rows of pairs: over the pairs that each coding is in, and over all items of each two coders who met."""

    of_codings: FloatArray
    of_coders: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class CodedItems:
    """Codings ordered by item, and who met whom on an item.

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
        Where those with each coder as the first begin; one more than coders.
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

    @property
    def pairs(self) -> int:
        """How many pairs of rows there are."""
        codings = np.diff(self.starts)
        return int((codings * (codings - 1) // 2).sum())

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


def pair_blocks(columns: Columns, starts: Int64Array, most: int) -> Iterator[tuple[Int64Array, Int64Array]]:
    """The row numbers of every two codings of an item, in blocks of at most so many boundaries on a side.

    ``starts`` are the first rows of items, and the number of rows.
    """
    at = (0, int(starts[0]), int(starts[0]) + 1)
    while True:
        rows_a, rows_b = np.empty(_ROOM, dtype=np.int64), np.empty(_ROOM, dtype=np.int64)
        written, item, a, b = call(
            _kernel.next_pairs, columns.positions, columns.offsets, starts, *at, most, rows_a, rows_b
        )
        if not written:
            return
        at = (item, a, b)
        yield rows_a[:written], rows_b[:written]


def edit_sums(columns: Columns, coded: CodedItems, parameters: EditParameters) -> PairSums:
    """Sums of ``EDIT_SUMS`` over every two codings of an item."""
    sums = coded.no_sums(len(EDIT_SUMS))
    call(
        _kernel.sum_edits,
        columns.positions,
        columns.offsets,
        columns.types,
        columns.masses,
        coded.starts,
        coded.coder,
        coded.met_starts,
        coded.second,
        *parameters.given,
        *sums,
    )
    return sums
