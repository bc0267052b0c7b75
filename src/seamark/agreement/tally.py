"""Rows of numbers with the item and the coders they belong to: what every sum over part of a corpus is made of."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from seamark.agreement.groups import Groups, LeftOut, keeping_weight
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.crossed import Resampled, Weights
from seamark.stats.weighted_sums import summed_by, weighted_sums

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
