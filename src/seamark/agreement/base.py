"""What every chance-corrected coefficient is: an observed term, an expected term, and one correction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np

from seamark.kernels.columns import FloatArray
from seamark.stats.crossed import Units, Weights
from seamark.stats.rows import ROUNDING

#: The coefficients, by the distribution that their chance term takes boundaries from: everybody's, or each coder's own.
CoefficientName: TypeAlias = Literal["pi", "kappa"]


class Term(Protocol):
    """A term of a coefficient, observed or expected agreement, for any weights of items and coders."""

    def under(self, weights: Weights) -> FloatArray:
        """The term in every resample; NaN where nobody can be compared with anybody."""
        ...

    def per_item(self) -> FloatArray:
        """The term of each item by itself; NaN where an item has no two codings."""
        ...

    def for_units(self, units: Units) -> Term:
        """The same term, quicker, as long as only these units get weights other than 1."""
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
    some = room > ROUNDING
    corrected = np.where(some, (observed - expected) / np.where(some, room, 1.0), np.nan)
    corrected[np.isnan(observed) | np.isnan(expected)] = np.nan
    corrected[observed == 1.0] = 1.0
    return corrected


@dataclass(frozen=True, slots=True, eq=False)
class Coefficient:
    """Agreement corrected for chance; coefficients differ only in their expected term."""

    observed: Term
    expected: Term

    def under(self, weights: Weights) -> FloatArray:
        """The coefficient in every resample."""
        return chance_corrected(self.observed.under(weights), self.expected.under(weights))

    def per_item(self) -> FloatArray:
        """The coefficient of each item by itself."""
        return chance_corrected(self.observed.per_item(), self.expected.per_item())

    def for_units(self, units: Units) -> Coefficient:
        """The same coefficient, quicker, as long as only these units get weights other than 1."""
        return Coefficient(self.observed.for_units(units), self.expected.for_units(units))


def everything(items: int, coders: int) -> Weights:
    """Weights of 1 for every item and every coder."""
    return Weights(np.ones((1, items)), np.ones((1, coders)))


def whole(term: Term, items: int, coders: int) -> float:
    """A term over the whole corpus."""
    return float(term.under(everything(items, coders))[0])
