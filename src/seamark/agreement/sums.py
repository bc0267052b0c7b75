"""Rows of counts with their item and coders, and the sums of them that agreement is made of.

Agreement of a whole corpus, of one item, without a coder or in a resample is a function of a sum of rows. ``Counts``
holds rows. ``PairCounts`` compares codings when it is needed: most questions need only the sums over the pairs of each
coding and of each two coders, which the kernel makes without writing a row per pair.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.kernels.columns import Columns, FloatArray, Int64Array
from seamark.kernels.edit import PairSums
from seamark.metrics.pairs import Pairs, PairsWithin
from seamark.stats.resampling import Resampled, Weights
from seamark.stats.rows import summed_by, weighted_sums

#: What is left out one by one; a whole group takes its items along.
LeftOut: TypeAlias = Literal["items", "coders", "groups"]

# Weights held at once, in numbers: 8 MB.
_BLOCK = 2**20


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
            # Each coder points at the lowest coder known to be in the group: as many steps as the logarithm of a chain.
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


def ratio(sums: FloatArray | float, number: FloatArray | Int64Array | float) -> FloatArray:
    """Sums over their number; NaN where that is 0.

    Examples
    --------
    >>> ratio(np.array([1.0, 0.0]), np.array([2, 0])).tolist()
    [0.5, nan]
    """
    return np.where(number > 0, sums / np.where(number > 0, number, 1.0), np.nan)


def keeping_weight(sums: FloatArray, own: FloatArray, group: Int64Array) -> FloatArray:
    """The sum of all groups when one of what they hold is left out, and its group still counts as before.

    ``sums`` are of the rows of each group, ``own`` of each that is left out; the last column says how much they count.
    """
    number = sums[group, -1]
    scale = ratio(number, number - own[:, -1])[:, np.newaxis]
    total: FloatArray = sums.sum(axis=0) - sums[group] + scale * (sums[group] - own)
    return total


@dataclass(frozen=True, eq=False)
class Counts:
    """Rows of counts, each of one item and of no, one or two coders.

    Attributes
    ----------
    rows
        Shape (K, F). The last column says how much a row counts: of how many pairs of codings, or codings, it is.
    item
        The item of each row, by number; row ``i`` is of item ``i`` when rows belong to no coder.
    coder
        One column of coders, by number, per coder that a row belongs to.
    items, coders
        How many items and coders there are.
    crossed
        The rows of every item and every distinct coder or pair of coders, side by side, and these coders: where most
        coders coded most items, weights of items, then of coders, make totals quickly.
    """

    rows: FloatArray
    item: Int64Array
    coder: tuple[Int64Array, ...]
    items: int
    coders: int
    crossed: tuple[FloatArray, tuple[Int64Array, ...]] | None = field(default=None, kw_only=True)

    @property
    def complete(self) -> bool:
        """Whether rows of codings are there for every item and coder."""
        return len(self.rows) == self.items * self.coders

    def in_detail(self) -> Counts:
        """The same with every row computed."""
        return self

    # ----------------------------------------------------------------------------------------------------------- sums

    def total(self) -> FloatArray:
        """The sum of all rows."""
        total: FloatArray = self.rows.sum(axis=0)
        return total

    def totals(self, weights: Weights) -> FloatArray:
        """The sum of all rows, each times the weights of its item and its coders; shape (resamples, F)."""
        if not self.coder:
            return weighted_sums(weights.items, self.rows)
        if self.crossed is not None:
            table, columns = self.crossed
            by_coder = weighted_sums(weights.items, table).reshape(len(weights.items), len(columns[0]), -1)
            coder_weights = np.ones((len(weights.coders), len(columns[0])))
            for column in columns:
                coder_weights *= weights.coders[:, column]
            return (coder_weights[:, np.newaxis] @ by_coder)[:, 0]
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
        return summed_by(self.item, self.rows, self.items) if self.coder else self.rows

    def per_group(self, groups: Groups) -> FloatArray:
        """The sum of the rows of each group; shape (groups, F)."""
        return summed_by(groups.item[self.item], self.rows, groups.number)

    def per_coder(self) -> FloatArray:
        """The sum of the rows that each coder has part in; shape (coders, F)."""
        sums: FloatArray = np.sum([summed_by(column, self.rows, self.coders) for column in self.coder], axis=0)
        return sums

    def per_coding(self) -> tuple[Int64Array, Int64Array, FloatArray]:
        """For every item and coder the sum of the rows of pairs that they have part in."""
        (item, coder), row = distinct_rows((np.tile(self.item, 2), np.concatenate(self.coder)))
        return item, coder, summed_by(row, np.tile(self.rows, (2, 1)), len(item))

    # ------------------------------------------------------------------------------------------------ who met whom

    def links(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Items and two of their coders, as many as connect all who were compared on an item."""
        first, second = self.coder
        return self.item, first, second

    def coder_pairs(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Every two coders who were compared, and on how many items."""
        (first, second), number = distinct_rows(self.coder)
        return first, second, np.bincount(number)

    def items_of_pairs(self, chosen: npt.NDArray[np.bool_]) -> tuple[Int64Array, Int64Array]:
        """The items of some of ``coder_pairs``, and the number of the pair, in ascending order of these."""
        _, number = distinct_rows(self.coder)
        rows = np.flatnonzero(chosen[number])
        rows = rows[np.argsort(number[rows], kind="stable")]
        return self.item[rows], number[rows]

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
        return others - present < 1

    # -------------------------------------------------------------------------------------------------- other counts

    def for_resampling(self, resampled: Resampled) -> Counts:
        """The same totals from fewer rows, as long as only these get weights other than 1."""
        if resampled == "items":
            return Counts(self.per_item(), np.arange(self.items), (), self.items, self.coders)
        distinct, group = distinct_rows(self.coder)
        if resampled == "coders":
            # Where the weights of items are all 1, any item does for a row.
            sums, item = summed_by(group, self.rows, len(distinct[0])), np.zeros(len(distinct[0]), dtype=np.int64)
            return Counts(sums, item, distinct, self.items, self.coders)
        if self.items * len(distinct[0]) > 4 * len(self.rows):
            return self
        table = np.zeros((self.items, len(distinct[0]), self.rows.shape[1]))
        table[self.item, group] = self.rows
        return replace(self.in_detail(), crossed=(table.reshape(self.items, -1), distinct))

    def weighted(self, share: FloatArray) -> Counts:
        """The same with the rows of each item multiplied by its share."""
        return replace(self, rows=self.rows * share[self.item, np.newaxis])

    def picked(self, rows: npt.NDArray[np.bool_]) -> Counts:
        """Only these rows."""
        coder = tuple(column[rows] for column in self.coder)
        return Counts(self.rows[rows], self.item[rows], coder, self.items, self.coders)

    def renumbered(self, item: Int64Array, coder: Int64Array, items: int, coders: int) -> Counts:
        """The same rows under the new numbers that each old number of an item and of a coder has got; of two coders the
        lower number is the first.
        """
        columns = np.sort(np.stack([coder[column] for column in self.coder]), axis=0)
        return Counts(self.rows, item[self.item], tuple(columns), items, coders)

    def joined(self, other: Counts) -> Counts:
        """The rows of both; the other knows all items and coders."""
        coder = tuple(map(np.concatenate, zip(self.coder, other.coder, strict=True)))
        rows, item = np.concatenate((self.rows, other.rows)), np.concatenate((self.item, other.item))
        return Counts(rows, item, coder, other.items, other.coders)


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


def summed_items(pairs: Counts, rows: Counts, of_two: npt.NDArray[np.bool_]) -> tuple[Counts, Counts]:
    """Rows of pairs and of codings, summed over items: those of two codings for every two coders, all others as one.

    ``of_two`` tells which items have two codings. The others are number 0 of the result.
    """
    apart = of_two[pairs.item]
    met, number = distinct_rows(tuple(column[apart] for column in pairs.coder))
    item = np.zeros(pairs.items, dtype=np.int64)
    item[pairs.item[apart]] = 1 + number
    found = []
    for counts in (pairs, rows):
        (items, *coders), group = distinct_rows((item[counts.item], *counts.coder))
        sums = summed_by(group, counts.rows, len(items))
        found.append(Counts(sums, items, tuple(coders), 1 + len(met[0]), counts.coders))
    return found[0], found[1]


class Counting(Protocol):
    """What is counted in pairs of codings, such as a bound metric: a row of numbers per pair."""

    def count(self, pairs: Pairs) -> FloatArray:
        """A row for every pair."""

    def sums(self, pairs: PairsWithin) -> PairSums:
        """The sums of the rows of every two codings of an item."""


class PairCounts(Counts):
    """The rows of every two codings of an item, which may be very many.

    Sums over the pairs of each coding, and over the items of each two coders, answer most questions. Only weights of
    items and coders at once need the rows, which are counted then.

    Parameters
    ----------
    counting
        What is counted.
    within
        The pairs.
    columns
        Those of the codings, whose size says how many pairs are compared at a time.
    """

    counting: Counting
    within: PairsWithin
    columns: Columns
    #: What the rows of each item are multiplied by; None where it is 1.
    share: FloatArray | None

    def __init__(self, counting: Counting, within: PairsWithin, columns: Columns) -> None:
        items, coders = len(within.coded.starts) - 1, len(within.coded.met_starts) - 1
        counted = {"counting": counting, "within": within, "columns": columns, "share": None}
        self.__dict__.update(counted, items=items, coders=coders, crossed=None)

    @cached_property
    def _detailed(self) -> Counts:
        rows = self.counting.count(self.within)
        if self.share is not None:
            rows = rows * self.share[self.item, np.newaxis]
        return Counts(rows, self.item, self.coder, self.items, self.coders)

    def in_detail(self) -> Counts:
        """The same with every row computed."""
        return self._detailed

    rows = property(lambda self: self._detailed.rows)
    item = property(lambda self: self.within.item)
    coder = property(lambda self: tuple(self.within.coded.coder[side] for side in (self.within.a, self.within.b)))

    @cached_property
    def _sums(self) -> PairSums:
        return self.counting.sums(self.within)

    @cached_property
    def _of_codings(self) -> FloatArray:
        """The sum of the rows of the pairs that each coding is in."""
        sums = self._sums.of_codings
        return sums if self.share is None else sums * self.share[self.within.coded_item, np.newaxis]

    @cached_property
    def _per_item(self) -> FloatArray:
        # Every pair is in the sums of two codings.
        return summed_by(self.within.coded_item, self._of_codings, self.items) / 2

    def total(self) -> FloatArray:
        """The sum of all rows."""
        total: FloatArray = self._per_item.sum(axis=0)
        return total

    def per_item(self) -> FloatArray:
        """The sum of the rows of each item; shape (items, F)."""
        return self._per_item

    def per_coder(self) -> FloatArray:
        """The sum of the rows that each coder has part in; shape (coders, F)."""
        return summed_by(self.within.coded.coder, self._of_codings, self.coders)

    def per_coding(self) -> tuple[Int64Array, Int64Array, FloatArray]:
        """For every item and coder the sum of the rows they have part in."""
        return self.within.coded_item, self.within.coded.coder, self._of_codings

    def per_group(self, groups: Groups) -> FloatArray:
        """The sum of the rows of each group; shape (groups, F)."""
        known = groups.item >= 0
        return summed_by(groups.item[known], self._per_item[known], groups.number)

    def links(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Items and two of their coders, as many as connect all who were compared on an item."""
        item, coder = self.within.coded_item, self.within.coded.coder
        row = np.flatnonzero(item[1:] == item[:-1])
        return item[row], coder[row], coder[row + 1]

    def coder_pairs(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Every two coders who were compared, and on how many items."""
        coded = self.within.coded
        return coded.first, coded.second, coded.together

    def weighted(self, share: FloatArray) -> PairCounts:
        """The same with the rows of each item multiplied by its share."""
        weighted = PairCounts(self.counting, self.within, self.columns)
        weighted.__dict__.update(share=share, _sums=self._sums)
        return weighted

    def for_resampling(self, resampled: Resampled) -> Counts:
        """The same totals from fewer rows, as long as only these get weights other than 1."""
        if resampled != "coders" or self.share is not None:
            return super().for_resampling(resampled)
        coded, item = self.within.coded, np.zeros(len(self._sums.of_coders), dtype=np.int64)
        return Counts(self._sums.of_coders, item, (coded.first, coded.second), self.items, self.coders)
