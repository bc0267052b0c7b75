"""Chance of kappa: every coder places boundaries at a rate of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from seamark.agreement.chance import rates
from seamark.agreement.groups import Groups, LeftOut, keeping_weight
from seamark.agreement.pair_tally import PairTally
from seamark.agreement.tally import Tables, Tally
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.crossed import Resampled, Statistic, Weights
from seamark.stats.weighted_sums import summed_by, weighted_sums

# Numbers held at once: 16 MB of marks.
_BLOCK = 2**24


@dataclass(frozen=True, eq=False)
class Meetings:
    """Which two coders coded which items together.

    Attributes
    ----------
    first, second
        The two coders of every pair who met at least once.
    together
        On how many items they met.
    pairs
        All pairs of codings.
    """

    first: Int64Array
    second: Int64Array
    together: Int64Array
    pairs: Tally | PairTally

    @classmethod
    def of(cls, pairs: Tally | PairTally) -> Meetings:
        """From all pairs of codings."""
        return cls(*pairs.meetings(), pairs)

    @cached_property
    def _some(self) -> tuple[Int64Array, Int64Array]:
        """The item and the pair of every meeting of those pairs who did not meet on every item, sorted by pair."""
        return self.pairs.meeting_items(self.together < self.pairs.items)

    def met(self, item_weights: FloatArray) -> npt.NDArray[np.bool_]:
        """Which pairs still meet on an item of positive weight; shape (resamples or 1, pairs)."""
        met = np.ones((len(item_weights), len(self.first)), dtype=bool)
        if (self.together >= self.pairs.items).all():
            return met
        item, pair = self._some
        some_pairs, starts = np.unique(pair, return_index=True)
        present = item_weights > 0
        step = max(1, _BLOCK // pair.size)
        for start in range(0, len(present), step):
            together = present[start : start + step][:, item]
            met[start : start + step, some_pairs] = np.logical_or.reduceat(together, starts, axis=1)
        return met

    def once(self) -> tuple[Int64Array, Int64Array]:
        """The item and the pair of every meeting that is the only one of its pair."""
        single = self.together == 1
        nothing = np.empty(0, dtype=np.int64)
        return self.pairs.meeting_items(single) if single.any() else (nothing, nothing)


@dataclass(frozen=True, slots=True, eq=False)
class CoderChance:
    """Chance of kappa: the sum over boundary types of the mean over pairs of coders of the product of their rates.

    A coder's rates are taken over those items of the coder that somebody else coded too. A pair counts when the two
    coded an item together, once, however often they did.

    Attributes
    ----------
    tally
        The rows of every coding.
    meetings
        Who coded what together.
    """

    tally: Tally
    meetings: Meetings

    def whole(self) -> float:
        """Chance over everything."""
        products = self._products(rates(self.tally.per_coder()[np.newaxis]))
        return float(products.mean()) if products.size else np.nan

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample."""
        first, second = self.meetings.first, self.meetings.second
        pairs = weights.pairs(first, second) * self.meetings.met(weights.items)
        return mean_of_products(rates(self._sums(weights)), first, second, pairs)

    def per_item(self) -> FloatArray:
        """Chance within each item."""
        own = rates(self.tally.rows)
        sums = summed_by(self.tally.item, np.column_stack((own, own**2, np.ones(len(own)))), self.tally.items)
        rate, squared, coders = np.split(sums, [own.shape[1], 2 * own.shape[1]], axis=1)
        # Of the square of a sum, twice the products of all pairs remain beside the squares.
        return _ratio(np.einsum("it,it->i", rate, rate) - squared.sum(axis=1), coders[:, 0] * (coders[:, 0] - 1.0))

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """Chance without each item, coder or group, which otherwise keeps its weight."""
        rate = rates(self.tally.per_coder())
        products = self._products(rate[np.newaxis])[0]
        columns = np.column_stack((products, np.ones_like(products)))
        if left_out == "items":
            lost = self._lost_with_items(rate)
        elif left_out == "coders":
            lost = self._over_partners(columns, columns) + self._lost_with_coders(products)
        if groups is None:
            return _ratio(*(columns.sum(axis=0) - lost).T)
        sums = summed_by(groups.coder[self.meetings.first], columns, groups.number)
        if left_out == "groups":
            return _ratio(*(sums.sum(axis=0) - sums).T)
        return _ratio(*keeping_weight(sums, sums[:, 1], lost, lost[:, 1], groups.of_units(left_out)).T)

    def _lost_with_coders(self, products: FloatArray) -> FloatArray:
        """What the sum of products loses beside a coder's own: rates of others change where nobody else is left."""
        lost = np.zeros((self.tally.coders, 2))
        alone = np.bincount(self.tally.item, minlength=self.tally.items)[self.tally.item] == 2
        first, second = self.meetings.first, self.meetings.second
        for coder in np.unique(self.tally.coder[0][alone]).tolist():
            weights = np.ones((1, self.tally.coders))
            weights[0, coder] = 0.0
            change = products - self._products(rates(self._sums(Weights(np.ones((1, self.tally.items)), weights))))[0]
            lost[coder, 0] = change[(first != coder) & (second != coder)].sum()
        return lost

    def _lost_with_items(self, rate: FloatArray) -> FloatArray:
        """What every item takes with it: from the sum of products, and from the number of pairs."""
        tally, meetings = self.tally, self.meetings
        own = tally.coder[0]
        after = rates(tally.per_coder()[own] - tally.rows)
        change = after - rate[own]
        partners = self._over_partners(rate[meetings.second], rate[meetings.first])[own]
        by_item = summed_by(tally.item, np.column_stack((change, change**2)), tally.items)
        change_sums, squares = np.split(by_item, 2, axis=1)
        # A pair's product changes with both rates: each change times the other's rate, and both changes, who both met.
        gained = np.bincount(tally.item, np.einsum("kt,kt->k", change, partners), tally.items)
        gained += (np.einsum("it,it->i", change_sums, change_sums) - squares.sum(axis=1)) / 2
        lost: FloatArray = np.column_stack((-gained, np.zeros(tally.items))).astype(np.float64)
        if tally.items == 1:
            lost[0] = np.inf
            return lost
        item, pair = meetings.once()
        place = np.argsort(tally.item * tally.coders + own)
        keys = (tally.item * tally.coders + own)[place]
        first, second = (
            after[place[np.searchsorted(keys, item * tally.coders + coders[pair])]]
            for coders in (meetings.first, meetings.second)
        )
        products = np.column_stack((np.einsum("kt,kt->k", first, second), np.ones(len(item))))
        lost += summed_by(item, products, tally.items)
        return lost

    def with_newcomers(self, rows: FloatArray) -> Statistic:
        """Chance, for weights of items, when each of several newcomers joins; they meet all who coded those items."""
        newcomers = Tables.of(rows)

        def under(weights: Weights) -> FloatArray:
            rate = rates(self._sums(weights))
            met = self.meetings.met(weights.items)
            present = weights.items > 0
            meets_newcomer = np.column_stack(
                [present[:, self.tally.item[rows]].any(axis=1) for rows in self._by_coder()]
            )
            theirs = np.einsum("rc,rct->rt", meets_newcomer.astype(np.float64), rate)
            with_newcomer = np.einsum("rt,rdt->rd", theirs, rates(newcomers.totals(weights.items)))
            products = (met * self._products(rate)).sum(axis=1)[:, np.newaxis] + with_newcomer
            return _ratio(products, (met.sum(axis=1) + meets_newcomer.sum(axis=1))[:, np.newaxis])

        return under

    def for_resampling(self, resampled: Resampled) -> CoderChance:
        """The same from summed items, when items are not resampled."""
        if resampled != "coders" or not self.tally.complete:
            return self
        # The weights of items are all 1, so that their sum takes the place of the first.
        sums = self.tally.per_coder()
        zero = np.zeros(len(sums), dtype=np.int64)
        return replace(self, tally=Tally(sums, zero, (np.arange(len(sums)),), 1, len(sums)))

    def _by_coder(self) -> list[Int64Array]:
        """The numbers of every coder's rows."""
        order = np.argsort(self.tally.coder[0], kind="stable")
        edges = np.searchsorted(self.tally.coder[0][order], np.arange(1, self.tally.coders))
        return np.split(order, edges)

    def _sums(self, weights: Weights) -> FloatArray:
        """The rows of every coder, summed over items under weights; shape (resamples, coders, F)."""
        alone = self.tally.alone(weights.coders)
        sums = []
        for rows in self._by_coder():
            counted = weights.items[:, self.tally.item[rows]]
            comparable = counted if alone is None else np.where(alone[:, rows], 0.0, counted)
            sums.append(weighted_sums(comparable, self.tally.rows[rows]))
        return np.stack(sums, axis=1)

    def _over_partners(self, of_second: FloatArray, of_first: FloatArray) -> FloatArray:
        """For every coder the sum over all pairs they are in: of the one where first, of the other where second."""
        first, second = self.meetings.first, self.meetings.second
        sums: FloatArray = summed_by(first, of_second, self.tally.coders)
        sums += summed_by(second, of_first, self.tally.coders)
        return sums

    def _products(self, rate: FloatArray) -> FloatArray:
        """The product of the rates of every two coders who met, summed over types; shape (resamples, pairs)."""
        return _products(rate, self.meetings.first, self.meetings.second)


def mean_of_products(rate: FloatArray, first: Int64Array, second: Int64Array, pairs: FloatArray) -> FloatArray:
    """Chance in every resample from rates, of shape (resamples, coders, types), and the weights of two coders each."""
    return _ratio((pairs * _products(rate, first, second)).sum(axis=1), pairs.sum(axis=1))


def _products(rate: FloatArray, first: Int64Array, second: Int64Array) -> FloatArray:
    products = np.zeros((len(rate), len(first)))
    for of_type in np.moveaxis(rate, -1, 0):
        products += of_type[:, first] * of_type[:, second]
    return products


def _ratio(sums: FloatArray, number: npt.NDArray[np.float64] | npt.NDArray[np.int64]) -> FloatArray:
    """Sums over their number; NaN where that is 0."""
    return np.where(number > 0, sums / np.where(number > 0, number, 1.0), np.nan)
