"""The terms of a chance-corrected coefficient, observed and expected agreement, for any weights of items and coders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np

from seamark.agreement.chance import rates
from seamark.agreement.coder_chance import CoderChance
from seamark.agreement.similarity import Similarity
from seamark.agreement.tally import Tables, Tally
from seamark.kernels.columns import FloatArray
from seamark.stats.crossed import LeftOut, Resampled, Statistic, Weights
from seamark.stats.rows import ROUNDING

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
class SumTerm:
    """A term that is a function, ``of_sums``, of the sum of its rows."""

    tally: Tally

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The term of sums of rows; NaN where there is nothing to compare."""
        raise NotImplementedError

    def whole(self) -> float:
        """The term over everything; NaN where nobody can be compared with anybody."""
        return float(self.of_sums(self.tally.total()))

    def under(self, weights: Weights) -> FloatArray:
        """The term in every resample."""
        return self.of_sums(self.tally.totals(weights))

    def per_item(self) -> FloatArray:
        """The term of each item by itself; NaN where an item has no two codings."""
        return self.of_sums(self.tally.per_item())

    def without_each(self, left_out: LeftOut) -> FloatArray:
        """The term without each item, or without each coder; NaN where nothing can be compared then."""
        return self.of_sums(self.tally.without_each(left_out))

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

    similarity: Similarity

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The similarity of sums of rows; NaN where there is nothing to compare."""
        return np.where(sums[..., -1] > 0, self.similarity.of_rows(sums[..., :-2]), np.nan)

    def per_coder(self) -> FloatArray:
        """The pooled similarity of each coder to all others."""
        return self.of_sums(self.tally.per_coder())


@dataclass(frozen=True, slots=True, eq=False)
class PooledChance(SumTerm):
    """Chance of pi: the sum over boundary types of the squared rate at which coders place them, all coders together.

    The rates are those of every coding, also of one that nobody else's can be compared with.
    """

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

    def without_each(self, left_out: LeftOut) -> FloatArray:
        """The coefficient without each item, or without each coder."""
        return chance_corrected(self.observed.without_each(left_out), self.expected.without_each(left_out))

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
