"""Rows of numbers with the item and the coders they belong to: what every sum over part of a corpus is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.crossed import Units, Weights

# Weights held at once, in numbers: 8 MB.
_BLOCK = 2**20


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Rows of numbers, each of one item and of no, one or two coders.

    Attributes
    ----------
    rows
        Shape (K, F).
    item
        The item of each row, by number; row ``i`` is of item ``i`` when rows belong to no coder.
    coders
        One column of coders, by number, per coder that a row belongs to.
    items
        How many items there are.
    """

    rows: FloatArray
    item: Int64Array
    coders: tuple[Int64Array, ...]
    items: int

    def totals(self, weights: Weights) -> FloatArray:
        """The sum of all rows, each times the weights of its item and its coders.

        Returns
        -------
        numpy.ndarray
            Shape (resamples, F).
        """
        if not self.coders:
            return weights.items @ self.rows
        resamples = max(len(weights.items), len(weights.coders))
        sums = np.zeros((resamples, self.rows.shape[1]))
        step = max(1, _BLOCK // resamples)
        for start in range(0, len(self.rows), step):
            part = slice(start, start + step)
            weight = weights.items[:, self.item[part]]
            for column in self.coders:
                weight = weight * weights.coders[:, column[part]]
            sums += weight @ self.rows[part]
        return sums

    def per_item(self) -> FloatArray:
        """The sum of the rows of each item; shape (items, F)."""
        return summed_by(self.item, self.rows, self.items)

    def for_units(self, units: Units) -> Tally:
        """The same totals from fewer rows, as long as only these units get weights other than 1."""
        if units == "both":
            return self
        if units == "items":
            return Tally(self.per_item(), np.arange(self.items), (), self.items)
        distinct, group = distinct_rows(self.coders)
        rows = summed_by(group, self.rows, len(distinct[0]))
        # The weights of items are all 1, so that any item does for a row that belongs to several.
        return Tally(rows, np.zeros(len(rows), dtype=np.int64), distinct, self.items)


def distinct_rows(columns: tuple[Int64Array, ...]) -> tuple[tuple[Int64Array, ...], Int64Array]:
    """The distinct rows of columns of numbers from 0 up, in ascending order, and which of them each row is."""
    # One combined number per row: numpy's own unique over rows sorts them as strings of bytes, many times slower.
    sizes = tuple(int(column.max(initial=0)) + 1 for column in columns)
    distinct, group = np.unique(np.ravel_multi_index(columns, sizes), return_inverse=True)
    return tuple(column.astype(np.int64) for column in np.unravel_index(distinct, sizes)), group


def summed_by(key: Int64Array, rows: FloatArray, size: int) -> FloatArray:
    """The sum of the rows with each key 0 to ``size - 1``; shape (size, F)."""
    sums = np.empty((size, rows.shape[1]))
    for number, column in enumerate(rows.T):
        sums[:, number] = np.bincount(key, weights=column, minlength=size)
    return sums
