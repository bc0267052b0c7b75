"""The chance term of Cohen's kappa and its multi-coder form: every coder has a distribution of their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.agreement.chance import ChanceOptions, rates
from seamark.agreement.tally import distinct_rows, summed_by
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.model.coder_pairs import CoderPairs
from seamark.model.corpus import Corpus
from seamark.stats.crossed import Units, Weights

# Marks of meetings held at once: 16 MB.
_BLOCK = 2**24


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """Which two coders coded which items together.

    Attributes
    ----------
    first, second
        The two coders of every pair who met at least once.
    item, pair
        One row per meeting of those pairs who did not meet on every item, sorted by pair.
    items
        How many items there are.
    """

    first: Int64Array
    second: Int64Array
    item: Int64Array
    pair: Int64Array
    items: int

    @classmethod
    def of_pairs(cls, pairs: CoderPairs, items: int) -> Meetings:
        """From all pairs of codings."""
        (first, second), pair = distinct_rows((pairs.first, pairs.second))
        met = np.bincount(pair)
        rows = np.flatnonzero(met[pair] < items)
        rows = rows[np.argsort(pair[rows], kind="stable")]
        return cls(first, second, pairs.item[rows], pair[rows], items)

    def met(self, item_weights: FloatArray) -> npt.NDArray[np.bool_]:
        """Which pairs still meet on an item of positive weight; shape (resamples or 1, pairs)."""
        met = np.ones((len(item_weights), len(self.first)), dtype=bool)
        if not self.pair.size:
            return met
        some_pairs, starts = np.unique(self.pair, return_index=True)
        present = item_weights > 0
        step = max(1, _BLOCK // self.pair.size)
        for start in range(0, len(present), step):
            together = present[start : start + step][:, self.item]
            met[start : start + step, some_pairs] = np.logical_or.reduceat(together, starts, axis=1)
        return met


@dataclass(frozen=True, slots=True, eq=False)
class CoderChance:
    """The sum over boundary types of the mean over pairs of coders of the product of their rates.

    A coder's rates are taken over everything that coder coded. A pair counts when the two coded an item together, once,
    however often they did.

    Attributes
    ----------
    rows
        Counts of every coder in every item, shape (items or 1, coders, types + 1); zeros where somebody coded nothing.
    products
        For every pair of codings the product of their rates within the item, summed over types.
    product_item
        The item of each product.
    meetings
        Who coded what together.
    """

    rows: FloatArray
    products: FloatArray
    product_item: Int64Array
    meetings: Meetings

    @classmethod
    def of(cls, corpus: Corpus, pairs: CoderPairs, options: ChanceOptions) -> CoderChance:
        """From the boundary counts of every coding."""
        counts = options.kappa_rows(corpus)
        rows = np.zeros((len(corpus), len(corpus.coder_names), counts.shape[1]))
        rows[corpus.item_index, corpus.coder_index] = counts
        own = rates(counts)
        products = np.einsum("pt,pt->p", own[pairs.row_a], own[pairs.row_b])
        return cls(rows, products, pairs.item, Meetings.of_pairs(pairs, len(corpus)))

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample."""
        items = weights.items[:, : len(self.rows)]
        shape = (len(items), *self.rows.shape[1:])
        rate = rates((items @ self.rows.reshape(len(self.rows), -1)).reshape(shape))
        first, second = self.meetings.first, self.meetings.second
        products = np.zeros((len(items), len(first)))
        for of_type in np.moveaxis(rate, -1, 0):
            products += of_type[:, first] * of_type[:, second]
        pairs = weights.pairs(first, second) * self.meetings.met(weights.items)
        number = pairs.sum(axis=1)
        return np.where(number > 0, (pairs * products).sum(axis=1) / np.where(number > 0, number, 1.0), np.nan)

    def per_item(self) -> FloatArray:
        """Chance within each item."""
        number = np.bincount(self.product_item, minlength=self.meetings.items)
        sums = summed_by(self.product_item, self.products[:, np.newaxis], self.meetings.items)[:, 0]
        return np.where(number > 0, sums / np.where(number > 0, number, 1), np.nan)

    def for_units(self, units: Units) -> CoderChance:
        """The same from summed items, when items are not resampled."""
        if units != "coders":
            return self
        # The weights of items are all 1, so that their sum takes the place of the first.
        return CoderChance(self.rows.sum(axis=0, keepdims=True), self.products, self.product_item, self.meetings)
