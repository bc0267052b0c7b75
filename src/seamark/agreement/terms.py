"""The terms of a chance-corrected coefficient, observed and expected agreement, for any weights of items and coders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.agreement.chance import rates
from seamark.agreement.similarity import Similarity
from seamark.agreement.tally import Tables, Tally, distinct_rows, summed_by
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.crossed import Resampled, Statistic, Weights
from seamark.stats.rows import ROUNDING

#: What is left out one by one.
LeftOut: TypeAlias = Literal["items", "coders"]

# Numbers held at once: 16 MB of marks, 128 MB of products.
_BLOCK = 2**24


class Term(Protocol):
    """A term of a coefficient, or a coefficient."""

    def whole(self) -> float:
        """The term over everything; NaN where nobody can be compared with anybody."""
        ...

    def under(self, weights: Weights) -> FloatArray:
        """The term in every resample."""
        ...

    def per_item(self) -> FloatArray:
        """The term of each item by itself; NaN where an item has no two codings."""
        ...

    def without_each(self, left_out: LeftOut) -> FloatArray:
        """The term without each item, or without each coder."""
        ...

    def with_newcomers(self, rows: FloatArray, /) -> Statistic:
        """The term, for weights of items, when each of several newcomers with these rows joins by itself."""
        ...

    def for_resampling(self, resampled: Resampled) -> Term:
        """The same under weights, quicker, as long as only these get weights other than 1."""
        ...


def chance_corrected(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """(observed - expected) / (1 - expected): the share of the agreement beyond chance that was reached.

    Full agreement is 1 whatever chance says. Where chance alone explains everything and there is disagreement, the
    coefficient is undefined.

    Examples
    --------
    >>> chance_corrected(np.array([0.8, 1.0, 0.9]), np.array([0.5, 1.0, 1.0])).tolist()
    [0.6000000000000001, 1.0, nan]
    """
    room = 1.0 - expected
    with np.errstate(divide="ignore", invalid="ignore"):
        corrected: FloatArray = (observed - expected) / room
    np.putmask(corrected, ~(room > ROUNDING), np.nan)
    np.putmask(corrected, observed == 1.0, 1.0)
    return corrected


@dataclass(frozen=True, slots=True, eq=False)
class Coefficient:
    """Agreement corrected for chance; coefficients differ only in their expected term."""

    observed: Term
    expected: Term

    def whole(self) -> float:
        """The coefficient over everything."""
        return float(chance_corrected(np.array([self.observed.whole()]), np.array([self.expected.whole()]))[0])

    def under(self, weights: Weights) -> FloatArray:
        """The coefficient in every resample."""
        return chance_corrected(self.observed.under(weights), self.expected.under(weights))

    def per_item(self) -> FloatArray:
        """The coefficient of each item by itself."""
        return chance_corrected(self.observed.per_item(), self.expected.per_item())

    def without_each(self, left_out: LeftOut) -> FloatArray:
        """The coefficient without each item, or without each coder; NaN where nothing can be compared then."""
        return chance_corrected(self.observed.without_each(left_out), self.expected.without_each(left_out))

    def with_newcomers(self, pairs: FloatArray, chance: FloatArray) -> Statistic:
        """The coefficient, for weights of items, when each of several newcomers joins by itself.

        Parameters
        ----------
        pairs
            The rows of pairs with the newcomers, summed within each item; shape (items, newcomers, F).
        chance
            The newcomers' own rows of chance; shape (items, newcomers, T + 1).

        Returns
        -------
        callable
            From weights to an array of shape (resamples, newcomers).
        """
        observed, expected = self.observed.with_newcomers(pairs), self.expected.with_newcomers(chance)
        return lambda weights: chance_corrected(observed(weights), expected(weights))

    def for_resampling(self, resampled: Resampled) -> Coefficient:
        """The same coefficient, quicker, as long as only these get weights other than 1."""
        return Coefficient(self.observed.for_resampling(resampled), self.expected.for_resampling(resampled))


@dataclass(frozen=True, slots=True, eq=False)
class ObservedAgreement:
    """The similarity of summed counts over pairs of coders and items.

    Attributes
    ----------
    similarity
        What is measured.
    tally
        Of every pair the metric's counts, its comparisons without a value, and a 1.
    """

    similarity: Similarity
    tally: Tally

    def whole(self) -> float:
        """The pooled similarity of everything."""
        return float(self.of_sums(self.tally.total()))

    def under(self, weights: Weights) -> FloatArray:
        """The pooled similarity in every resample."""
        return self.of_sums(self.tally.totals(weights))

    def per_item(self) -> FloatArray:
        """The pooled similarity within each item."""
        return self.of_sums(self.tally.per_item())

    def per_coder(self) -> FloatArray:
        """The pooled similarity of each coder to all others."""
        return self.of_sums(self.tally.per_coder())

    def without_each(self, left_out: LeftOut) -> FloatArray:
        """The pooled similarity without each item or coder."""
        return self.of_sums(self.tally.without_each(left_out))

    def with_newcomers(self, rows: FloatArray) -> Statistic:
        """The pooled similarity, for weights of items, when each of several newcomers joins by itself."""
        everybody = Tables.of(rows + self.tally.per_item()[:, np.newaxis])
        return lambda weights: self.of_sums(everybody.totals(weights.items))

    def for_resampling(self, resampled: Resampled) -> ObservedAgreement:
        """The same from fewer rows."""
        return replace(self, tally=self.tally.for_resampling(resampled))

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The similarity of sums of rows; NaN where there is nothing to compare."""
        return np.where(sums[..., -1] > 0, self.similarity.of_rows(sums[..., :-2]), np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class PooledChance:
    """Chance of pi: the sum over boundary types of the squared rate at which coders place them, all coders together.

    The rates are those of every coding, also of one that nobody else's can be compared with.
    """

    tally: Tally

    def whole(self) -> float:
        """Chance over everything."""
        return float(_squared(self.tally.total()))

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample."""
        return _squared(self.tally.totals(weights))

    def per_item(self) -> FloatArray:
        """Chance within each item."""
        return _squared(self.tally.per_item())

    def without_each(self, left_out: LeftOut) -> FloatArray:
        """Chance without each item or coder."""
        return _squared(self.tally.without_each(left_out))

    def with_newcomers(self, rows: FloatArray) -> Statistic:
        """Chance, for weights of items, when each of several newcomers joins by itself."""
        everybody = Tables.of(rows + self.tally.per_item()[:, np.newaxis])
        return lambda weights: _squared(everybody.totals(weights.items))

    def for_resampling(self, resampled: Resampled) -> PooledChance:
        """The same from fewer rows."""
        return PooledChance(self.tally.for_resampling(resampled))


def _squared(sums: FloatArray) -> FloatArray:
    pooled = rates(sums)
    squared: FloatArray = np.einsum("...t,...t->...", pooled, pooled)
    return squared


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """Which two coders coded which items together.

    Attributes
    ----------
    first, second
        The two coders of every pair who met at least once.
    item, pair
        One row per meeting of those pairs who did not meet on every item, sorted by pair.
    """

    first: Int64Array
    second: Int64Array
    item: Int64Array
    pair: Int64Array

    @classmethod
    def of(cls, pairs: Tally) -> Meetings:
        """From all pairs of codings."""
        (first, second), pair = distinct_rows(pairs.coder)
        met = np.bincount(pair)
        rows = np.flatnonzero(met[pair] < pairs.items)
        rows = rows[np.argsort(pair[rows], kind="stable")]
        return cls(first, second, pairs.item[rows], pair[rows])

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

    def only_there(self, items: int) -> npt.NDArray[np.bool_]:
        """For each of so many items and each pair whether they met on this item and on no other."""
        lost = np.zeros((items, len(self.first)), dtype=bool)
        if items == 1:
            lost[:] = True
        else:
            once = np.bincount(self.pair, minlength=len(self.first))[self.pair] == 1
            lost[self.item[once], self.pair[once]] = True
        return lost


@dataclass(frozen=True, eq=False)
class CoderChance:
    """Chance of kappa: the sum over boundary types of the mean over pairs of coders of the product of their rates.

    A coder's rates are taken over everything that coder coded. A pair counts when the two coded an item together, once,
    however often they did.

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
        products = self._products(self.tally.per_coder()[np.newaxis])
        return float(products.mean()) if products.size else np.nan

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample."""
        products = self._products(self._sums(weights.items))
        pairs = weights.pairs(self.meetings.first, self.meetings.second) * self.meetings.met(weights.items)
        return _mean(pairs * products, pairs)

    def per_item(self) -> FloatArray:
        """Chance within each item."""
        own = rates(self.tally.rows)
        sums = summed_by(self.tally.item, np.column_stack((own, own**2, np.ones(len(own)))), self.tally.items)
        rate, squared, coders = np.split(sums, [own.shape[1], 2 * own.shape[1]], axis=1)
        # The products of all pairs: half of what the square of the sum has beside the squares.
        products = np.einsum("it,it->i", rate, rate) - squared.sum(axis=1)
        pairs = coders[:, 0] * (coders[:, 0] - 1.0)
        return np.where(pairs > 0, products / np.where(pairs > 0, pairs, 1.0), np.nan)

    def without_each(self, left_out: LeftOut) -> FloatArray:
        """Chance without each item or coder."""
        if left_out == "coders":
            products = self._products(self.tally.per_coder()[np.newaxis])[0]
            columns = np.column_stack((products, np.ones_like(products)))
            own = sum(summed_by(who, columns, self.tally.coders) for who in (self.meetings.first, self.meetings.second))
            rest = columns.sum(axis=0) - own
            return np.where(rest[:, 1] > 0, rest[:, 0] / np.maximum(rest[:, 1], 1.0), np.nan)
        rows = self._dense
        total, lost = rows.sum(axis=0), self.meetings.only_there(len(rows))
        step = max(1, _BLOCK // max(1, self.meetings.first.size))
        blocks = [slice(start, start + step) for start in range(0, len(rows), step)]
        return np.concatenate(
            [_mean(np.where(lost[part], 0.0, self._products(total - rows[part])), ~lost[part]) for part in blocks]
        )

    def with_newcomers(self, rows: FloatArray) -> Statistic:
        """Chance, for weights of items, when each of several newcomers joins; they meet all who coded those items."""
        newcomers = Tables.of(rows)
        coded = np.zeros((self.tally.items, self.tally.coders))
        coded[self.tally.item, self.tally.coder[0]] = 1.0

        def under(weights: Weights) -> FloatArray:
            sums = self._sums(weights.items)
            met = self.meetings.met(weights.items)
            meets_newcomer = ((weights.items > 0) @ coded > 0).astype(np.float64)
            theirs = np.einsum("rc,rct->rt", meets_newcomer, rates(sums))
            with_newcomer = np.einsum("rt,rdt->rd", theirs, rates(newcomers.totals(weights.items)))
            products = (met * self._products(sums)).sum(axis=1)[:, np.newaxis] + with_newcomer
            number = (met.sum(axis=1) + meets_newcomer.sum(axis=1))[:, np.newaxis]
            return np.where(number > 0, products / np.maximum(number, 1.0), np.nan)

        return under

    def for_resampling(self, resampled: Resampled) -> CoderChance:
        """The same from summed items, when items are not resampled."""
        if resampled != "coders":
            return self
        # The weights of items are all 1, so that their sum takes the place of the first.
        sums = self.tally.per_coder()
        zero = np.zeros(len(sums), dtype=np.int64)
        return replace(self, tally=Tally(sums, zero, (np.arange(len(sums)),), 1, len(sums)))

    def _sums(self, item_weights: FloatArray) -> FloatArray:
        """The rows of every coder, summed over items under weights; shape (resamples, coders, F)."""
        rows = self._dense
        items = item_weights[:, : len(rows)]
        sums: FloatArray = (items @ rows.reshape(len(rows), -1)).reshape(len(items), *rows.shape[1:])
        return sums

    @cached_property
    def _dense(self) -> FloatArray:
        """The rows of every coder in every item, shape (items, coders, F); zeros where somebody coded nothing."""
        tally = self.tally
        rows = np.zeros((tally.items, tally.coders, tally.rows.shape[1]))
        rows[tally.item, tally.coder[0]] = tally.rows
        return rows

    def _products(self, sums: FloatArray) -> FloatArray:
        """The product of the rates of every two coders who met, summed over types; shape (resamples, pairs)."""
        rate = rates(sums)
        products = np.zeros((len(sums), len(self.meetings.first)))
        for of_type in np.moveaxis(rate, -1, 0):
            products += of_type[:, self.meetings.first] * of_type[:, self.meetings.second]
        return products


def _mean(weighted: FloatArray, weights: npt.NDArray[np.generic]) -> FloatArray:
    number = weights.sum(axis=1)
    return np.where(number > 0, weighted.sum(axis=1) / np.where(number > 0, number, 1.0), np.nan)
