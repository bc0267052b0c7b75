"""The chance term of Scott's pi and its multi-coder form: everybody takes boundaries from one pooled distribution."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seamark.agreement.chance import ChanceOptions, rates
from seamark.agreement.tally import Tally
from seamark.kernels.columns import FloatArray
from seamark.model.corpus import Corpus
from seamark.stats.crossed import Units, Weights


@dataclass(frozen=True, slots=True, eq=False)
class PooledChance:
    """The sum over boundary types of the squared rate at which coders place them, all coders together."""

    tally: Tally

    @classmethod
    def of(cls, corpus: Corpus, options: ChanceOptions) -> PooledChance:
        """From the boundary counts of every coding, also of those that nobody else's can be compared with."""
        return cls(Tally(options.pi_rows(corpus), corpus.item_index, (corpus.coder_index,), len(corpus)))

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample."""
        return _squared(rates(self.tally.totals(weights)))

    def per_item(self) -> FloatArray:
        """Chance within each item."""
        return _squared(rates(self.tally.per_item()))

    def for_units(self, units: Units) -> PooledChance:
        """The same from fewer rows."""
        return PooledChance(self.tally.for_units(units))


def _squared(pooled: FloatArray) -> FloatArray:
    squared: FloatArray = np.einsum("...t,...t->...", pooled, pooled)
    return squared
