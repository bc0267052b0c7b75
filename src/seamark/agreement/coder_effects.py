"""How far each coder stands from the others: effects, shrunk by what chance would bring, and a test for outliers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from seamark.agreement.measurement import Measurement
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.correction import holm
from seamark.stats.student_t import probability_inside

#: With fewer coders of an item, a coder's similarity to the others says nothing about this one coder.
_FEWEST_CODERS = 3


@dataclass(frozen=True, slots=True, eq=False)
class CoderEffects:
    """Effects of coders, in the order of the measurement; NaN where they cannot be estimated.

    Attributes
    ----------
    effect
        How much more similar to the others a coder is than the coders of the same items are on average: the mean over
        items of the difference in mean similarity.
    shrunken
        The best guess of the effect on further items: the effect times the share of its variance that is due to coders
        and not to the choice of items.
    outlier_p
        The two-sided p-value of a test that takes the coder for one more of those they were compared with, adjusted for
        the number of coders (Holm).
    between, within
        The variance of effects from coder to coder, and of a coder's effects from item to item.
    """

    effect: FloatArray
    shrunken: FloatArray
    outlier_p: FloatArray
    between: float
    within: float


def coder_effects(measured: Measurement) -> CoderEffects:
    """Effects of all coders, by variance components with items as repetitions.

    Examples
    --------
    >>> codings = {"poem": {"ann": [4, 6], "ben": [4, 6], "cat": [4, 6], "dan": [10]}}
    >>> coder_effects(Measurement.of(codings, "B")).effect.round(3).tolist()
    [0.167, 0.167, 0.167, -0.5]
    """
    coders = measured.coders
    coder, deviation = _deviations(measured)
    number = np.bincount(coder, minlength=coders)
    known = number > 0
    effect = np.where(known, np.bincount(coder, deviation, coders) / np.maximum(number, 1), np.nan)
    group = measured.groups.coder
    between, within = _components(coder, deviation, effect, number, group)
    with np.errstate(invalid="ignore", divide="ignore"):
        reliable = between / (between + within / number)
    shrunken = np.where(np.isnan(reliable), np.nan if math.isnan(within) else 0.0, reliable) * effect
    return CoderEffects(effect, shrunken, holm(_outliers(effect, group)), between, within)


def _deviations(measured: Measurement) -> tuple[Int64Array, FloatArray]:
    """For every coder of every item with enough coders: mean similarity to the others, less the mean of the coders."""
    item, coder, total, others = measured.pairs.values_per_coding(measured.observed.of_sums)
    mean = total / others
    of_item = np.bincount(item, minlength=measured.items)
    average = np.bincount(item, mean, measured.items) / np.maximum(of_item, 1)
    enough = of_item[item] >= _FEWEST_CODERS
    return coder[enough], (mean - average[item])[enough]


def _components(
    coder: Int64Array, deviation: FloatArray, effect: FloatArray, number: Int64Array, group: Int64Array
) -> tuple[float, float]:
    """The variance between coders and within a coder, from the mean squares of both (unbalanced one-way layout)."""
    known = number > 0
    compared, repeated = int(known.sum()) - len(np.unique(group[known])), int((number[known] - 1).sum())
    if compared < 1 or repeated < 1:
        return math.nan, math.nan
    within = float(((deviation - effect[coder]) ** 2).sum()) / repeated
    total = float(number.sum())
    typical = (total - float((number**2).sum()) / total) / (int(known.sum()) - 1)
    mean_square = float((number[known] * effect[known] ** 2).sum()) / compared
    return max(0.0, (mean_square - within) / typical), within


def _outliers(effect: FloatArray, group: Int64Array) -> FloatArray:
    """Each coder against the others of the group: a t that takes the coder for a further one of their kind."""
    p = np.full(len(effect), np.nan)
    for coder in np.flatnonzero(~np.isnan(effect)).tolist():
        others = effect[(group == group[coder]) & ~np.isnan(effect)]
        others = np.delete(others, int(np.flatnonzero(others == effect[coder])[0]))
        if len(others) < 2:
            continue
        spread = float(others.std(ddof=1)) * math.sqrt(1.0 + 1.0 / len(others))
        apart = abs(effect[coder] - float(others.mean()))
        if spread > 1e-12:  # others who are all alike do not say how far one more of them may lie
            p[coder] = 1.0 - probability_inside(apart / spread, len(others) - 1)
    return p
