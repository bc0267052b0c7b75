"""The terms of a chance-corrected coefficient, observed and expected agreement, for any weights of items and coders."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np

from seamark.agreement.chance import rates
from seamark.agreement.coder_chance import CoderChance
from seamark.agreement.groups import Groups, LeftOut
from seamark.agreement.pair_tally import PairTally
from seamark.agreement.similarity import Similarity
from seamark.agreement.tally import Sums, Tables, Tally
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.crossed import Resampled, Statistic, Weights
from seamark.stats.rows import ROUNDING
from seamark.stats.weighted_sums import summed_by, weighted_sums

_Term = TypeVar("_Term", bound="SumTerm")


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
class SumTerm(ABC):
    """A term that is a function, ``of_sums``, of the sum of its rows."""

    tally: Sums

    @abstractmethod
    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The term of sums of rows; NaN where there is nothing to compare."""

    def whole(self) -> float:
        """The term over everything; NaN where nobody can be compared with anybody."""
        return float(self.of_sums(self.tally.total()))

    def under(self, weights: Weights) -> FloatArray:
        """The term in every resample."""
        return self.of_sums(self.tally.totals(weights))

    def per_item(self) -> FloatArray:
        """The term of each item by itself; NaN where an item has no two codings."""
        return self.of_sums(self.tally.per_item())

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The term without each item, coder or group, as ``Tally`` has it; NaN where nothing can be compared then."""
        return self.of_sums(self.tally.without_each(left_out, groups))

    def with_newcomers(self, rows: FloatArray) -> Statistic:
        """The term, for weights of items, when each of several newcomers with these rows joins by itself."""
        everybody = Tables.of(rows + self.tally.per_item()[:, np.newaxis])
        return lambda weights: self.of_sums(everybody.totals(weights.items))

    def for_resampling(self: _Term, resampled: Resampled) -> _Term:
        """The same under weights, quicker, as long as only these get weights other than 1."""
        return replace(self, tally=self.tally.for_resampling(resampled))


@dataclass(frozen=True, slots=True, eq=False)
class ObservedAgreement(SumTerm):
    """The similarity of summed counts over pairs of coders and items.

    The tally has of every pair the metric's counts, its comparisons without a value, and a 1.
    """

    tally: Tally | PairTally
    similarity: Similarity

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The similarity of sums of rows; NaN where there is nothing to compare."""
        return np.where(sums[..., -1] > 0, self.similarity.of_rows(sums[..., :-2]), np.nan)

    def per_coder(self) -> FloatArray:
        """The pooled similarity of each coder to all others."""
        return self.of_sums(self.tally.per_coder())


@dataclass(frozen=True, slots=True, eq=False)
class AgreementByCodings(ObservedAgreement):
    """The same with items that weigh by their number of codings m, as Krippendorff does, instead of m(m - 1)/2 pairs.

    The rows of an item's pairs are divided by m - 1.
    """

    codings: Int64Array

    @classmethod
    def of(cls, tally: Tally | PairTally, similarity: Similarity, codings: Int64Array) -> AgreementByCodings:
        """From rows of pairs and the number of codings of each item."""
        return cls(tally.weighted(1.0 / np.maximum(codings - 1, 1)), similarity, codings)

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The pooled similarity without each item, coder or group; an item without a coder weighs by those left."""
        if left_out != "coders":
            return self.of_sums(self.tally.without_each(left_out, groups))
        tally = self.tally
        item, coder, mine = tally.per_coding()
        whole, codings = tally.per_item()[item], self.codings[item]
        # What is left of an item was divided by m - 1 and is to be divided by m - 2.
        larger = np.where(codings > 2, (codings - 1) / np.maximum(codings - 2, 1), 0.0)
        lost = whole - (whole - mine) * larger[:, np.newaxis]
        own = summed_by(coder, np.column_stack((lost, lost[:, -1])), tally.coders)
        return self.of_sums(tally.without(own, left_out, groups))


@dataclass(frozen=True, slots=True, eq=False)
class PooledChance(SumTerm):
    """Chance of pi: the sum over boundary types of the squared rate at which coders place them, all coders together.

    The rates are those of codings that can be compared: a coding of an item that nobody else coded does not count.
    """

    tally: Tally

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample, of the codings that can be compared in it."""
        alone = self.tally.alone(weights.coders) if self.tally.coder else None
        if alone is None:
            return self.of_sums(self.tally.totals(weights))
        weight = weights.items[:, self.tally.item] * weights.coders[:, self.tally.coder[0]]
        return self.of_sums(weighted_sums(np.where(alone, 0.0, weight), self.tally.rows))

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """Chance without each item, coder or group."""
        own = self.tally.owned_by(left_out, groups)
        if left_out == "coders":
            own += self._left_alone()
        return self.of_sums(self.tally.without(own, left_out, groups))

    def _left_alone(self) -> FloatArray:
        """The rows of codings that only each coder's can be compared with, and their number."""
        tally = self.tally
        rows = np.flatnonzero(np.bincount(tally.item, minlength=tally.items)[tally.item] == 2)
        one, other = rows[np.argsort(tally.item[rows], kind="stable")].reshape(-1, 2).T
        coder = tally.coder[0]
        counted = tally.counted()
        return summed_by(coder[one], counted[other], tally.coders) + summed_by(coder[other], counted[one], tally.coders)

    def for_resampling(self, resampled: Resampled) -> PooledChance:
        """The same from fewer rows; coders can be summed up where everybody coded everything."""
        complete = resampled == "items" or self.tally.complete
        return replace(self, tally=self.tally.for_resampling(resampled)) if complete else self

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The sum of squared rates."""
        pooled = rates(sums)
        squared: FloatArray = np.einsum("...t,...t->...", pooled, pooled)
        return squared


#: Observed or expected agreement.
Term: TypeAlias = SumTerm | CoderChance


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

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The coefficient without each item, coder or group; those given keep their weight."""
        terms = (term.without_each(left_out, groups) for term in (self.observed, self.expected))
        return chance_corrected(*terms)

    def with_newcomers(self, pairs: FloatArray, chance: FloatArray) -> Statistic:
        """The coefficient, for weights of items, when each of several newcomers joins by itself.

        ``pairs`` are the rows of pairs with the newcomers, summed within each item, of shape (items, newcomers, F), and
        ``chance`` their own rows of chance, of shape (items, newcomers, T + 1). Values have shape (resamples,
        newcomers).
        """
        observed, expected = self.observed.with_newcomers(pairs), self.expected.with_newcomers(chance)
        return lambda weights: chance_corrected(observed(weights), expected(weights))

    def for_resampling(self, resampled: Resampled) -> Coefficient:
        """The same coefficient, quicker, as long as only these get weights other than 1."""
        return Coefficient(self.observed.for_resampling(resampled), self.expected.for_resampling(resampled))
