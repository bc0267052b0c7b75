"""Groups of coders who coded the same items: what is left out of a study, one by one, to see how far it varies."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.edit import CodedItems, PairSums, pair_blocks
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import BLOCK_BOUNDARIES, CoderPairs
from seamark.stats.resampling import Resampled, Weights
from seamark.stats.rows import summed_by, weighted_sums

#: What is left out one by one; a whole group takes its items along.
LeftOut: TypeAlias = Literal["items", "coders", "groups"]


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Coders and items that are connected by codings; -1 for an item or coder that was never compared.

    Attributes
    ----------
    item, coder
        The group of each item and of each coder.
    number
        How many groups there are.

    Examples
    --------
    >>> found = Groups.of(np.array([0, 0, 2]), np.array([0, 0, 3]), np.array([1, 2, 4]), items=3, coders=5)
    >>> found.item.tolist(), found.coder.tolist(), found.number
    ([0, -1, 1], [0, 0, 0, 1, 1], 2)
    """

    item: Int64Array
    coder: Int64Array
    number: int

    @classmethod
    def of(cls, item: Int64Array, first: Int64Array, second: Int64Array, *, items: int, coders: int) -> Groups:
        """From the item and the two coders of every comparison."""
        root = np.arange(coders)
        while (root[first] != root[second]).any():
            lower = np.minimum(root[first], root[second])
            for column in (first, second):
                np.minimum.at(root, root[column], lower)
            # Everybody points at the lowest coder known to be in the group: as many steps as the logarithm of a chain.
            while (root[root] != root).any():
                root = root[root]
        met = np.zeros(coders, dtype=bool)
        met[first] = met[second] = True
        names, group = np.unique(root[met], return_inverse=True)
        of_coder, of_item = np.full(coders, -1), np.full(items, -1)
        of_coder[met] = group
        of_item[item] = of_coder[first]
        return cls(of_item, of_coder, len(names))

    def of_units(self, left_out: LeftOut) -> Int64Array:
        """The group of each of what is left out."""
        if left_out == "groups":
            return np.arange(self.number)
        return self.item if left_out == "items" else self.coder

    def smallest(self, left_out: LeftOut) -> int:
        """The size of the smallest group, in items or coders."""
        of_units = self.of_units(left_out)
        return int(np.bincount(of_units[of_units >= 0], minlength=self.number).min())


def keeping_weight(
    sums: FloatArray, number: FloatArray, own: FloatArray, own_number: FloatArray, group: Int64Array
) -> FloatArray:
    """The sum of all groups when one of what they hold is left out, and its group still counts as before.

    ``sums`` and ``number`` are of the rows of each group, ``own`` and ``own_number`` of each that is left out.
    """
    rest = number[group] - own_number
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = np.where(rest > 0, number[group] / rest, np.nan)[:, np.newaxis]
    total: FloatArray = sums.sum(axis=0) - sums[group] + scale * (sums[group] - own)
    return total


# --------- Rows of numbers with the item and the coders they belong to: what every sum over part of a corpus is made of


# Weights held at once, in numbers: 8 MB.
_BLOCK = 2**20


class Sums(ABC):
    """Rows of numbers of items and coders, which can be summed in all ways in which a study is looked at."""

    __slots__ = ()

    @property
    @abstractmethod
    def each(self) -> Tally:
        """The rows themselves."""

    @property
    @abstractmethod
    def width(self) -> int:
        """How many numbers a row has."""

    @abstractmethod
    def total(self) -> FloatArray:
        """The sum of all rows."""

    @abstractmethod
    def totals(self, weights: Weights) -> FloatArray:
        """The sum of all rows, each times the weights of its item and its coders; shape (resamples, F)."""

    @abstractmethod
    def per_item(self) -> FloatArray:
        """The sum of the rows of each item; shape (items, F)."""

    @abstractmethod
    def per_coder(self) -> FloatArray:
        """The sum of the rows that each coder has part in; shape (coders, F)."""

    @abstractmethod
    def owned_by(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The sum of the rows that belong to each item, coder or group, and their number in a last column.

        Rows of pairs say in their own last column how much they count.
        """

    @abstractmethod
    def for_resampling(self, resampled: Resampled) -> Tally:
        """The same totals from fewer rows, as long as only these get weights other than 1."""

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The sum of all rows without those of each item, coder or group: the total minus their own.

        Given groups, that of an item or coder keeps its weight.
        """
        return self.without(self.owned_by(left_out, groups), left_out, groups)

    def without(self, own: FloatArray, left_out: LeftOut, groups: Groups | None) -> FloatArray:
        """The sum of all rows without what each owns, as ``owned_by`` gives it."""
        if groups is None or left_out == "groups":
            return self.total() - own[:, :-1]
        sums = self.owned_by("groups", groups)
        return keeping_weight(sums[:, :-1], sums[:, -1], own[:, :-1], own[:, -1], groups.of_units(left_out))


@dataclass(frozen=True, slots=True, eq=False)
class Tally(Sums):
    """Rows of numbers, each of one item and of no, one or two coders.

    Attributes
    ----------
    rows
        Shape (K, F).
    item
        The item of each row, by number; row ``i`` is of item ``i`` when rows belong to no coder.
    coder
        One column of coders, by number, per coder that a row belongs to.
    items, coders
        How many items and coders there are.
    codings
        How many codings each row stands for, in a tally of codings; None where each is of one.
    """

    rows: FloatArray
    item: Int64Array
    coder: tuple[Int64Array, ...]
    items: int
    coders: int
    codings: FloatArray | None = field(default=None, kw_only=True)

    def total(self) -> FloatArray:
        """The sum of all rows."""
        total: FloatArray = self.rows.sum(axis=0)
        return total

    def totals(self, weights: Weights) -> FloatArray:
        """The sum of all rows, each times the weights of its item and its coders; shape (resamples, F)."""
        if not self.coder:
            return weighted_sums(weights.items, self.rows)
        resamples = max(len(weights.items), len(weights.coders))
        sums = np.zeros((resamples, self.rows.shape[1]))
        step = max(1, _BLOCK // resamples)
        for start in range(0, len(self.rows), step):
            part = slice(start, start + step)
            weight = weights.items[:, self.item[part]]
            for column in self.coder:
                weight = weight * weights.coders[:, column[part]]
            sums += weighted_sums(weight, self.rows[part])
        return sums

    def per_item(self) -> FloatArray:
        """The sum of the rows of each item; shape (items, F)."""
        return summed_by(self.item, self.rows, self.items)

    def per_coder(self) -> FloatArray:
        """The sum of the rows that each coder has part in; shape (coders, F)."""
        sums: FloatArray = np.sum([summed_by(column, self.rows, self.coders) for column in self.coder], axis=0)
        return sums

    def per_coding(self) -> tuple[Int64Array, Int64Array, FloatArray]:
        """For every item and coder the sum of the rows they have part in."""
        (item, coder), row = self._codings()
        return item, coder, summed_by(row, np.tile(self.rows, (2, 1)), len(item))

    def values_per_coding(
        self, value: Callable[[FloatArray], FloatArray]
    ) -> tuple[Int64Array, Int64Array, FloatArray, Int64Array]:
        """For every item and coder the sum of the values that rows have, and how many have one."""
        values = value(self.rows)
        known = self.picked(~np.isnan(values))
        (item, coder), row = known._codings()
        total: FloatArray = np.bincount(row, np.tile(values[~np.isnan(values)], 2), len(item)).astype(np.float64)
        return item, coder, total, np.bincount(row, minlength=len(item))

    def _codings(self) -> tuple[tuple[Int64Array, ...], Int64Array]:
        """The distinct items and coders that rows of pairs belong to, and which each row has, first and second."""
        return distinct_rows((np.tile(self.item, 2), np.concatenate(self.coder)))

    def owned_by(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The sum of the rows that belong to each item, coder or group, and their number in a last column."""
        columns = self._owners(left_out, groups)
        size = {"items": self.items, "coders": self.coders, "groups": groups.number if groups else 0}[left_out]
        counted = self.counted()
        sums: FloatArray = np.sum([summed_by(column, counted, size) for column in columns], axis=0)
        return sums

    def counted(self) -> FloatArray:
        """The rows, and in a last column how much each counts; rows of pairs say so in their own last column."""
        if len(self.coder) == 2:
            return np.column_stack((self.rows, self.rows[:, -1]))
        return np.column_stack((self.rows, np.ones(len(self.rows)) if self.codings is None else self.codings))

    def _owners(self, left_out: LeftOut, groups: Groups | None) -> tuple[Int64Array, ...]:
        if left_out == "groups" and groups is not None:
            return (groups.item[self.item],)
        return self.coder if left_out == "coders" else (self.item,)

    @property
    def each(self) -> Tally:
        """The rows themselves."""
        return self

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return int(self.rows.shape[1])

    def links(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """The item and the two coders of every row."""
        first, second = self.coder
        return self.item, first, second

    def meetings(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Every two coders who were compared, and on how many items."""
        (first, second), number = distinct_rows(self.coder)
        return first, second, np.bincount(number)

    def meeting_items(self, chosen: npt.NDArray[np.bool_]) -> tuple[Int64Array, Int64Array]:
        """The items on which some of ``meetings`` were, and the number of the meeting, in ascending order of these."""
        _, number = distinct_rows(self.coder)
        rows = np.flatnonzero(chosen[number])
        rows = rows[np.argsort(number[rows], kind="stable")]
        return self.item[rows], number[rows]

    def weighted(self, share: FloatArray) -> Tally:
        """The same with the rows of each item multiplied by its share."""
        return replace(self, rows=self.rows * share[self.item, np.newaxis])

    @property
    def complete(self) -> bool:
        """Whether rows of codings are there for every item and coder."""
        return len(self.rows) == self.items * self.coders

    def alone(self, coders: FloatArray) -> npt.NDArray[np.bool_] | None:
        """Which rows of codings nobody else is left to be compared with under these weights of coders; None for none.

        Shape (resamples, K).
        """
        if self.complete or (coders > 0).all():
            return None
        present = coders[:, self.coder[0]] > 0
        order = np.argsort(self.item, kind="stable")
        starts = np.flatnonzero(np.diff(self.item[order], prepend=-1))
        others = np.empty(present.shape, dtype=np.int64)
        number = np.add.reduceat(present[:, order], starts, axis=1, dtype=np.int64)
        others[:, order] = np.repeat(number, np.diff(np.append(starts, len(order))), axis=1)
        alone: npt.NDArray[np.bool_] = others - present < 1
        return alone

    def for_resampling(self, resampled: Resampled) -> Tally:
        """The same totals from fewer rows, as long as only these get weights other than 1."""
        if resampled == "items":
            return Tally(self.per_item(), np.arange(self.items), (), self.items, self.coders)
        distinct, group = distinct_rows(self.coder)
        if resampled == "both":
            return (
                self if self.items * len(distinct[0]) > 4 * len(self.rows) else _CrossedTally.of(self, distinct, group)
            )
        rows = summed_by(group, self.rows, len(distinct[0]))
        # The weights of items are all 1, so that any item does for a row that belongs to several.
        return Tally(rows, np.zeros(len(rows), dtype=np.int64), distinct, self.items, self.coders)

    def picked(self, rows: npt.NDArray[np.bool_]) -> Tally:
        """Only these rows."""
        return replace(self, rows=self.rows[rows], item=self.item[rows], coder=tuple(c[rows] for c in self.coder))

    def renumbered(self, item: Int64Array, coder: Int64Array, items: int, coders: int) -> Tally:
        """The same rows under the new numbers that each old number of an item and of a coder has got."""
        return Tally(self.rows, item[self.item], tuple(coder[column] for column in self.coder), items, coders)

    def widened(self, items: int, coders: int) -> Tally:
        """The same rows among more items and coders."""
        return replace(self, items=items, coders=coders)

    def in_order(self) -> Tally:
        """The same with the lower number first where a row belongs to two coders."""
        return replace(self, coder=tuple(np.sort(np.stack(self.coder), axis=0)))

    def __add__(self, other: Tally) -> Tally:
        """The rows of both, which number items and coders alike."""
        return replace(
            self,
            rows=np.concatenate((self.rows, other.rows)),
            item=np.concatenate((self.item, other.item)),
            coder=tuple(map(np.concatenate, zip(self.coder, other.coder, strict=True))),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _CrossedTally(Tally):
    """Rows of a study in which most coders coded most items: weights of items, then of coders, make totals quickly.

    Attributes
    ----------
    table
        The rows of every item and every distinct coder or pair of coders, side by side; zeros where there is none.
    columns
        Those distinct coders or pairs of coders.
    """

    table: FloatArray
    columns: tuple[Int64Array, ...]

    @classmethod
    def of(cls, tally: Tally, columns: tuple[Int64Array, ...], column_of_row: Int64Array) -> _CrossedTally:
        table = np.zeros((tally.items, len(columns[0]), tally.rows.shape[1]))
        table[tally.item, column_of_row] = tally.rows
        flat = table.reshape(tally.items, -1)
        return cls(tally.rows, tally.item, tally.coder, tally.items, tally.coders, flat, columns)

    def totals(self, weights: Weights) -> FloatArray:
        sums = weighted_sums(weights.items, self.table).reshape(len(weights.items), len(self.columns[0]), -1)
        coder_weights = np.ones((len(weights.coders), len(self.columns[0])))
        for column in self.columns:
            coder_weights *= weights.coders[:, column]
        totals: FloatArray = (coder_weights[:, np.newaxis] @ sums)[:, 0]
        return totals


def distinct_rows(columns: tuple[Int64Array, ...]) -> tuple[tuple[Int64Array, ...], Int64Array]:
    """The distinct rows of columns of numbers from 0 up, in ascending order, and which of them each row is."""
    # One combined number per row: numpy's own unique over rows sorts them as strings of bytes, many times slower.
    sizes = tuple(int(column.max(initial=0)) + 1 for column in columns)
    keys = np.ravel_multi_index(columns, sizes)
    if math.prod(sizes) <= 4 * len(keys):
        # Few numbers, such as those of all pairs of coders: marking those that occur needs no sorting.
        occurs = np.zeros(math.prod(sizes), dtype=bool)
        occurs[keys] = True
        distinct, group = np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[keys]
    else:
        distinct, group = np.unique(keys, return_inverse=True)
    return tuple(column.astype(np.int64) for column in np.unravel_index(distinct, sizes)), group


def summed_items(pairs: Tally, rows: Tally, of_two: npt.NDArray[np.bool_]) -> tuple[Tally, Tally]:
    """Rows of pairs and of codings, summed over items: those of two codings for every two coders, all others as one.

    ``of_two`` tells which items have two codings. The others are number 0 of the result.
    """
    apart = of_two[pairs.item]
    met, number = distinct_rows(tuple(column[apart] for column in pairs.coder))
    item = np.zeros(pairs.items, dtype=np.int64)
    item[pairs.item[apart]] = 1 + number
    found = []
    for tally in (pairs, rows):
        (items, *coders), group = distinct_rows((item[tally.item], *tally.coder))
        sums = summed_by(group, tally.rows, len(items))
        found.append(Tally(sums, items, tuple(coders), 1 + len(met[0]), tally.coders))
    return found[0], found[1]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Several tables with a row per item, which are summed under the same weights.

    Attributes
    ----------
    columns
        Each of shape (items, tables), or (items, 1) where all tables have the same.
    number
        How many tables there are.

    Examples
    --------
    >>> tables = Tables.of(np.array([[[1.0, 7.0], [2.0, 7.0]], [[3.0, 5.0], [4.0, 5.0]]]))
    >>> tables.totals(np.array([[1.0, 1.0], [0.0, 2.0]])).tolist()
    [[[4.0, 12.0], [6.0, 12.0]], [[6.0, 10.0], [8.0, 10.0]]]
    """

    columns: tuple[FloatArray, ...]
    number: int

    @classmethod
    def of(cls, rows: FloatArray) -> Tables:
        """From rows of shape (items, tables, F)."""
        columns = np.moveaxis(rows, -1, 0)
        same = (columns == columns[:, :, :1]).all(axis=(1, 2)).tolist()
        kept = (column[:, :1] if all_same else column for column, all_same in zip(columns, same, strict=True))
        return cls(tuple(map(np.ascontiguousarray, kept)), rows.shape[1])

    def totals(self, item_weights: FloatArray) -> FloatArray:
        """The sums over items, under weights of shape (resamples, items); shape (resamples, tables, F)."""
        # Column by column, so that what is computed from them runs over one block of memory.
        sums = np.empty((len(self.columns), len(item_weights), self.number))
        for column, total in zip(self.columns, sums, strict=True):
            total[:] = weighted_sums(item_weights, column)
        return np.moveaxis(sums, 0, -1)


# ------ Rows of every two codings of an item, kept as sums: the rows themselves are counted when somebody asks for them


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
