"""Rows of every two codings of an item, kept as sums: the rows themselves are counted when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from seamark.agreement.groups import Groups, LeftOut
from seamark.agreement.tally import Sums, Tally
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.pair_sums import CodedItems, PairSums, pair_blocks
from seamark.model.array import SegmentationArray
from seamark.model.coder_pairs import BLOCK_BOUNDARIES, CoderPairs
from seamark.stats.crossed import Resampled, Weights
from seamark.stats.weighted_sums import summed_by


class PairCounting(Protocol):
    """What is counted in every pair of codings: a row of numbers, the last of which is often a 1."""

    def pair_rows(
        self, one: SegmentationArray, rows_one: Int64Array, other: SegmentationArray, rows_other: Int64Array
    ) -> FloatArray:
        """A row for every pair of rows."""

    def pair_sums(self, codings: SegmentationArray, coded: CodedItems) -> PairSums:
        """The sums of the rows of every two codings of an item."""


@dataclass(frozen=True, slots=True)
class NumberOfPairs:
    """Counts pairs, without comparing them."""

    def pair_rows(
        self, one: SegmentationArray, rows_one: Int64Array, other: SegmentationArray, rows_other: Int64Array
    ) -> FloatArray:
        """A 1 for every pair."""
        return np.ones((len(rows_one), 1))

    def pair_sums(self, codings: SegmentationArray, coded: CodedItems) -> PairSums:
        """How many pairs there are."""
        return coded.numbers()


def summed_blocks(counting: PairCounting, codings: SegmentationArray, coded: CodedItems) -> PairSums:
    """The sums of rows that are counted block by block."""
    sums: PairSums | None = None
    for rows_a, rows_b in pair_blocks(codings.columns, coded.starts, BLOCK_BOUNDARIES):
        rows = counting.pair_rows(codings, rows_a, codings, rows_b)
        if sums is None:
            sums = coded.no_sums(rows.shape[1])
        coded.add(sums, rows_a, rows_b, rows)
    if sums is None:
        nobody = np.empty(0, dtype=np.int64)
        sums = coded.no_sums(counting.pair_rows(codings, nobody, codings, nobody).shape[1])
    return sums


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Every two codings of an item, and what is counted in them.

    Attributes
    ----------
    counting
        What is counted.
    codings
        The codings.
    item, coder
        The item, ascending, and the coder of each, by number.
    items, coders
        How many there are.
    """

    counting: PairCounting
    codings: SegmentationArray
    item: Int64Array
    coder: Int64Array
    items: int
    coders: int

    @cached_property
    def coded(self) -> CodedItems:
        """The codings by item, and who met whom."""
        return CodedItems.of(self.item, self.coder, self.items, self.coders)

    @cached_property
    def sums(self) -> PairSums:
        """Of the rows of all pairs."""
        return self.counting.pair_sums(self.codings, self.coded)

    @property
    def rows(self) -> FloatArray:
        """The row of every pair, in the order of ``pairs``."""
        pairs = self.pairs
        return self.counting.pair_rows(self.codings, pairs.row_a, self.codings, pairs.row_b)

    @property
    def pairs(self) -> CoderPairs:
        """All pairs, as columns of numbers."""
        return CoderPairs.of_rows(self.codings, self.item, self.coder)

    def blocks(self) -> Iterator[tuple[Int64Array, Int64Array, FloatArray]]:
        """The rows of pairs, block by block, with the numbers of their codings."""
        for rows_a, rows_b in pair_blocks(self.codings.columns, self.coded.starts, BLOCK_BOUNDARIES):
            yield rows_a, rows_b, self.counting.pair_rows(self.codings, rows_a, self.codings, rows_b)


@dataclass(frozen=True, eq=False)
class PairTally(Sums):
    """The rows of every two codings of an item.

    There may be very many, and most questions are answered by their sums: over the pairs that each coding is in, and
    over the items of each two coders. Only weights of items and coders at once need the rows, which are ``each``.

    Attributes
    ----------
    source
        What is compared.
    share
        What the rows of each item are multiplied by; None where that is 1.
    """

    source: Comparisons
    share: FloatArray | None = None

    @property
    def items(self) -> int:
        """How many items there are."""
        return self.source.items

    @property
    def coders(self) -> int:
        """How many coders there are."""
        return self.source.coders

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return int(self._of_codings.shape[1])

    @cached_property
    def each(self) -> Tally:
        """The rows themselves."""
        pairs, rows = self.source.pairs, self.source.rows
        if self.share is not None:
            rows = rows * self.share[pairs.item, np.newaxis]
        return Tally(rows, pairs.item, (pairs.first, pairs.second), self.items, self.coders)

    @cached_property
    def _of_codings(self) -> FloatArray:
        """The sum of the rows of the pairs that each coding is in."""
        sums = self.source.sums.of_codings
        return sums if self.share is None else sums * self.share[self.source.item, np.newaxis]

    @cached_property
    def _per_item(self) -> FloatArray:
        # Every pair is in the sums of two codings.
        return summed_by(self.source.item, self._of_codings, self.items) / 2

    def total(self) -> FloatArray:
        """The sum of all rows."""
        total: FloatArray = self._per_item.sum(axis=0)
        return total

    def totals(self, weights: Weights) -> FloatArray:
        """The sum of all rows, each times the weights of its item and its coders; shape (resamples, F)."""
        return self.each.totals(weights)

    def per_item(self) -> FloatArray:
        """The sum of the rows of each item; shape (items, F)."""
        return self._per_item

    def per_coder(self) -> FloatArray:
        """The sum of the rows that each coder has part in; shape (coders, F)."""
        return summed_by(self.source.coder, self._of_codings, self.coders)

    def per_coding(self) -> tuple[Int64Array, Int64Array, FloatArray]:
        """For every item and coder the sum of the rows they have part in."""
        return self.source.item, self.source.coder, self._of_codings

    def values_per_coding(
        self, value: Callable[[FloatArray], FloatArray]
    ) -> tuple[Int64Array, Int64Array, FloatArray, Int64Array]:
        """For every item and coder the sum of the values that rows have, and how many have one."""
        sums = self.source.coded.no_sums(2)
        for rows_a, rows_b, rows in self.source.blocks():
            if self.share is not None:
                rows = rows * self.share[self.source.item[rows_a], np.newaxis]
            values = value(rows)
            known = ~np.isnan(values)
            self.source.coded.add(sums, rows_a, rows_b, np.column_stack((np.where(known, values, 0.0), known)))
        total, number = sums.of_codings.T
        some = number > 0
        return self.source.item[some], self.source.coder[some], total[some], number[some].astype(np.int64)

    def owned_by(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The sum of the rows that belong to each item, coder or group, and their last column again."""
        if left_out == "groups" and groups is not None:
            compared = groups.item >= 0
            sums = summed_by(groups.item[compared], self._per_item[compared], groups.number)
        else:
            sums = self.per_coder() if left_out == "coders" else self._per_item
        return np.column_stack((sums, sums[:, -1]))

    def links(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Items and two of their coders, as many as connect all who were compared on an item."""
        item, coder = self.source.item, self.source.coder
        row = np.flatnonzero(item[1:] == item[:-1])
        return item[row], coder[row], coder[row + 1]

    def meetings(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Every two coders who were compared, and on how many items."""
        coded = self.source.coded
        return coded.first, coded.second, coded.together

    def meeting_items(self, chosen: npt.NDArray[np.bool_]) -> tuple[Int64Array, Int64Array]:
        """The items on which some of ``meetings`` were, and the number of the meeting, in ascending order of these."""
        coded, coders = self.source.coded, self.coders
        keys = coded.first * coders + coded.second
        items, numbers = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        for rows_a, rows_b in pair_blocks(self.source.codings.columns, coded.starts, BLOCK_BOUNDARIES):
            number = np.searchsorted(keys, coded.coder[rows_a] * coders + coded.coder[rows_b])
            kept = chosen[number]
            items.append(self.source.item[rows_a[kept]])
            numbers.append(number[kept])
        item, meeting = np.concatenate(items), np.concatenate(numbers)
        order = np.argsort(meeting, kind="stable")
        return item[order], meeting[order]

    def weighted(self, share: FloatArray) -> PairTally:
        """The same with the rows of each item multiplied by its share."""
        return replace(self, share=share if self.share is None else share * self.share)

    def for_resampling(self, resampled: Resampled) -> Tally:
        """The same totals from fewer rows, as long as only these get weights other than 1."""
        if resampled == "items":
            return Tally(self._per_item, np.arange(self.items), (), self.items, self.coders)
        if resampled == "both" or self.share is not None:
            return self.each.for_resampling(resampled)
        coded, rows = self.source.coded, self.source.sums.of_coders
        # The weights of items are all 1, so that any item does for a row that belongs to several.
        return Tally(rows, np.zeros(len(rows), dtype=np.int64), (coded.first, coded.second), self.items, self.coders)
