"""All pairs of codings of the same item, as columns of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from seamark.kernels.columns import Int64Array
from seamark.kernels.gather import block_ends
from seamark.model.array import SegmentationArray
from seamark.model.gather import gather

#: Boundaries on a side of a block of pairs. All pairs of one long text repeat its boundaries many times; parts of this
#: size stay in the processor's cache, and were measured to be quickest.
BLOCK_BOUNDARIES = 2**18


@dataclass(frozen=True, slots=True, eq=False)
class CoderPairs:
    """Every unordered pair of codings of an item; item after item, the first coder before the second.

    ``item``, ``first`` and ``second`` are numbers of the corpus; ``row_a`` and ``row_b`` are rows of ``codings``.
    """

    codings: SegmentationArray
    item: Int64Array
    first: Int64Array
    second: Int64Array
    row_a: Int64Array
    row_b: Int64Array

    @classmethod
    def of_rows(cls, codings: SegmentationArray, item: Int64Array, coder: Int64Array) -> CoderPairs:
        """All pairs of rows of the same item; ``item`` and ``coder`` number the rows, items ascending."""
        row = np.arange(len(codings))
        # A row is the first of as many pairs as rows follow it within its item.
        followers = np.searchsorted(item, item, side="right") - row - 1
        row_a = np.repeat(row, followers)
        row_b = row_a + 1 + np.arange(row_a.size) - np.repeat(np.cumsum(followers) - followers, followers)
        return cls(codings, item[row_a], coder[row_a], coder[row_b], row_a, row_b)

    def __len__(self) -> int:
        return len(self.item)

    @property
    def a(self) -> SegmentationArray:
        """The coding of the first coder in each pair; gathered anew each time."""
        return gather(self.codings, self.row_a)

    @property
    def b(self) -> SegmentationArray:
        """The coding of the second coder in each pair; gathered anew each time."""
        return gather(self.codings, self.row_b)


def number_of_pairs(item: Int64Array) -> int:
    """How many pairs of codings there are, given the item of each."""
    codings = np.bincount(item)
    return int((codings * (codings - 1) // 2).sum())


def row_blocks(
    one: SegmentationArray,
    rows_one: Int64Array,
    other: SegmentationArray,
    rows_other: Int64Array,
    boundaries: int = BLOCK_BOUNDARIES,
) -> Iterator[slice]:
    """Pairs of rows in parts whose segmentations hold at most so many boundaries on a side, or of a single pair."""
    start = 0
    for stop in block_ends(one.columns, rows_one, other.columns, rows_other, boundaries):
        yield slice(start, stop)
        start = stop
