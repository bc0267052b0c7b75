"""All pairs of codings of the same item, as columns of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from seamark.kernels.columns import Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.coding_table import CodingTable
from seamark.model.gather import gather


@dataclass(frozen=True, slots=True, eq=False)
class CoderPairs:
    """Every unordered pair of codings of an item; item after item, the first coder before the second.

    Attributes
    ----------
    codings
        The array that the rows refer to.
    item, first, second
        The item and the two coders of each pair, by number in the corpus.
    row_a, row_b
        The two rows of ``codings`` in each pair.
    """

    codings: SegmentationArray
    item: Int64Array
    first: Int64Array
    second: Int64Array
    row_a: Int64Array
    row_b: Int64Array

    @classmethod
    def of_table(cls, table: CodingTable) -> CoderPairs:
        """All pairs of rows of the same item."""
        row = np.arange(len(table.codings))
        # A row is the first of as many pairs as rows follow it within its item.
        followers = table.starts[table.item + 1] - row - 1
        row_a = np.repeat(row, followers)
        row_b = row_a + 1 + np.arange(row_a.size) - np.repeat(np.cumsum(followers) - followers, followers)
        return cls(table.codings, table.item[row_a], table.coder[row_a], table.coder[row_b], row_a, row_b)

    def __len__(self) -> int:
        return len(self.item)

    def __getitem__(self, part: slice) -> CoderPairs:
        return CoderPairs(
            self.codings, self.item[part], self.first[part], self.second[part], self.row_a[part], self.row_b[part]
        )

    @property
    def a(self) -> SegmentationArray:
        """The coding of the first coder in each pair; gathered anew each time."""
        return gather(self.codings, self.row_a)

    @property
    def b(self) -> SegmentationArray:
        """The coding of the second coder in each pair; gathered anew each time."""
        return gather(self.codings, self.row_b)

    def blocks(self, boundaries: int = 2**18) -> Iterator[CoderPairs]:
        """The pairs in parts whose segmentations hold at most so many boundaries on a side, or of a single pair.

        All pairs of one long text repeat its boundaries many times. Parts of this size stay in the processor's cache,
        and were measured to be quickest.
        """
        sizes = np.diff(self.codings.columns.offsets)
        ends = np.cumsum(np.maximum(sizes[self.row_a], sizes[self.row_b]))
        start = 0
        while start < len(self):
            before = ends[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, before + boundaries, side="right")))
            yield self[start:stop]
            start = stop
