"""How large a difference between two systems is, item by item: effect sizes, and wins, ties and losses."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.checks import true_or_false
from seamark.errors import InputError
from seamark.results import ResultRecord
from seamark.stats.rows import ROUNDING, FloatArray, as_values


@dataclass(frozen=True, slots=True)
class EffectSize(ResultRecord):
    """Size of a paired difference in units of its own spread.

    Parameters
    ----------
    cohen_d
        Mean of the per-item differences over their sample standard deviation (Cohen's d for paired data, d_z).
    hedges_g
        The same, corrected for its upward bias with few items (Hedges' factor, exact form).
    items
        Items with a score from both systems.
    undefined
        Items without; they are left out.

    Examples
    --------
    >>> round(effect_size([3.0, 5.0, 4.0], [1.0, 4.0, 1.0]).cohen_d, 6)
    2.0
    """

    cohen_d: float
    hedges_g: float
    items: int
    undefined: int


@dataclass(frozen=True, slots=True)
class Record(ResultRecord):
    """On how many items the first system is better, equal or worse, and how many lack a score from both.

    Examples
    --------
    >>> Record(wins=6, ties=2, losses=2).balance
    0.4
    """

    wins: int
    ties: int
    losses: int
    undefined: int = 0

    @property
    def balance(self) -> float:
        """Wins minus losses over items, ties included: from -1 to 1; NaN without items."""
        items = self.wins + self.ties + self.losses
        return (self.wins - self.losses) / items if items else math.nan


def effect_size(values_a: npt.ArrayLike, values_b: npt.ArrayLike) -> EffectSize:
    """Standardised mean of the per-item differences a - b.

    Parameters
    ----------
    values_a, values_b
        Scores per item of each system, the same items in the same order; NaN where undefined.

    Returns
    -------
    EffectSize
        Positive when the first system scores higher. Both figures are 0 when all differences are 0, and NaN with fewer
        than two items or when the differences are all the same but not 0: they have no spread to compare with.

    References
    ----------
    Hedges, L. V. (1981). Distribution theory for Glass's estimator of effect size. J. Educational Statistics 6(2).

    Examples
    --------
    >>> round(effect_size([3.0, 5.0, 4.0], [1.0, 4.0, 1.0]).hedges_g, 4)
    1.1284
    """
    gaps = paired_gaps(values_a, values_b)
    defined = gaps[~np.isnan(gaps)]
    n, mean = defined.size, float(defined.mean()) if defined.size else 0.0
    return effect_of_moments(n, mean, float(((defined - mean) ** 2).sum()), undefined=gaps.size - n)


def effect_of_moments(items: int, mean: float, squares: float, *, undefined: int = 0) -> EffectSize:
    """The same from the number of differences, their mean, and the sum of squared deviations from it.

    Examples
    --------
    >>> round(effect_of_moments(3, 2.0, 2.0).hedges_g, 4)
    1.1284
    """
    cohen_d = _standardised_mean(items, mean, squares)
    return EffectSize(cohen_d, cohen_d * _hedges_factor(items - 1), items=items, undefined=undefined)


def win_tie_loss(values_a: npt.ArrayLike, values_b: npt.ArrayLike, *, higher_is_better: bool = True) -> Record:
    """Count the items on which the first system beats the second.

    Parameters
    ----------
    values_a, values_b
        As for ``effect_size``.
    higher_is_better
        Direction of the metric; False for penalties such as WindowDiff.

    Examples
    --------
    >>> win_tie_loss([0.1, 0.2, 0.3], [0.2, 0.2, 0.1], higher_is_better=False)
    Record(wins=1, ties=1, losses=1, undefined=0)
    """
    better = true_or_false(higher_is_better, "higher_is_better")
    gaps = paired_gaps(values_a, values_b)
    higher, lower = int(np.count_nonzero(gaps > 0)), int(np.count_nonzero(gaps < 0))
    wins, losses = (higher, lower) if better else (lower, higher)
    return Record(wins, int(np.count_nonzero(gaps == 0)), losses, int(np.count_nonzero(np.isnan(gaps))))


def paired_gaps(values_a: npt.ArrayLike, values_b: npt.ArrayLike) -> FloatArray:
    """The difference of every two values; 0 where it is one of rounding."""
    a, b = as_values(values_a, "values_a"), as_values(values_b, "values_b")
    if a.shape != b.shape:
        raise InputError(
            f"values_a and values_b must cover the same items, but their lengths are {a.size} and {b.size}"
        )
    gaps = a - b
    gaps[np.abs(gaps) <= ROUNDING * np.maximum(np.abs(a), np.abs(b))] = 0.0
    return gaps


def _standardised_mean(items: int, mean: float, squares: float) -> float:
    if items < 2:
        return math.nan
    spread = math.sqrt(squares / (items - 1))
    if spread > ROUNDING * abs(mean):
        return mean / spread
    return 0.0 if mean == 0 else math.nan


def _hedges_factor(degrees: int) -> float:
    if degrees < 2:
        return math.nan
    return math.exp(math.lgamma(degrees / 2) - math.lgamma((degrees - 1) / 2)) / math.sqrt(degrees / 2)
