"""What single pairs of codings say about agreement above shuffled codings: components of variance, and coders' effects.

On the scale z = log(1 - above shuffled), every pair of codings moves the whole by its influence. Influences vary with
items, coders and what is particular to them; ``seamark.stats.components`` tells these apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import cast

import numpy as np

from seamark.agreement.coefficients import Coefficient, ObservedAgreement
from seamark.agreement.measurement import Measurement, measured_rows
from seamark.agreement.shuffled import shuffled_term
from seamark.agreement.sums import Counts
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.components import ComponentsEstimate, VarianceComponents, variance_components
from seamark.stats.resampling import name_number

#: Pairs of codings that are looked at one by one, in all shuffles together: a quarter of a second. Components are
#: estimated from as many items as make so many pairs, which are drawn by their names.
_MOST_PAIRS = 2**20
#: The step of a derivative on the logarithmic scale, on which the ratio of two counts is a straight line.
_STEP = 1e-3
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True, eq=False)
class AboveShuffled:
    """Agreement above shuffled codings, pair by pair.

    Attributes
    ----------
    value
        The agreement above shuffled.
    measured
        The items whose pairs were looked at one by one: all of them, or a part where there are very many pairs.
    influences
        How much each of these pairs moves z = log(1 - value), times the number of pairs; one column.
    sizes
        The mean denominator of the metric for a pair of codings of each item, as a share of the mean over items.
    components
        The components of variance of z; None where they cannot be estimated.
    """

    value: float
    measured: Measurement
    influences: Counts
    sizes: FloatArray
    components: ComponentsEstimate | None

    @classmethod
    def of(cls, measured: Measurement, above: Coefficient, draws: int, seed: int) -> AboveShuffled | None:
        """From observed agreement and that of so many shuffles; None where z has no value.

        Examples
        --------
        >>> codings = {f"text {n}": {"ann": [2, n, 6], "ben": [2, 4, n + 2], "cat": [2, n + 6]} for n in range(1, 9)}
        >>> measured = Measurement.of(codings, "B")
        >>> shuffled, draws = shuffled_term(measured, 200, 0)
        >>> found = AboveShuffled.of(measured, Coefficient(measured.observed, shuffled), draws, 0)
        >>> found.components.components.coder >= 0, found.coder_effects().shape
        (True, (3,))
        """
        value, some = above.whole(), _sampled(measured, draws)
        if not value < 1.0:
            return None
        sizes = _sizes(cast("ObservedAgreement", above.observed))
        if some is not measured:
            shuffled, _ = shuffled_term(some, draws, seed)
            above = Coefficient(some.observed, cast("ObservedAgreement", shuffled))
        observed, expected = (cast("ObservedAgreement", term) for term in (above.observed, above.expected))
        counts = observed.counts.in_detail()
        moves = counts.rows[:, :-2] @ _slopes(observed) - expected.counts.in_detail().rows[:, :-2] @ _slopes(expected)
        moves *= len(moves)
        group = some.groups.coder[counts.coder[0]] if some.groups.number > 1 else None
        components = variance_components(moves, counts.item, (counts.coder[0], counts.coder[1]), group)
        return cls(value, some, replace(counts, rows=moves[:, np.newaxis]), sizes, components)

    def shrunken_items(self, values: FloatArray, codings: Int64Array) -> FloatArray | None:
        """The best guess of the agreement above shuffled of each item, from its own value and number of codings.

        Items without a value have the mean of all, and small items lie near it. None where nothing can be estimated.
        """
        if self.components is None:
            return None
        known = ~np.isnan(values) & (self.sizes > 0)
        found = self.components.components
        own, between = self._item_variance(found, codings), (1.0 - self.value) ** 2 * found.item
        if not known.any():
            return None
        if not (between + own[known]).all():
            # Nothing varies within items, so that every item counts alike.
            own = np.ones_like(own)
        weight = np.where(known, 1.0 / (between + own), 0.0)
        mean = math.fsum((weight * np.where(known, values, 0.0)).tolist()) / math.fsum(weight.tolist())
        shrunken: FloatArray = mean + between * weight * np.where(known, values - mean, 0.0)
        return shrunken

    def _item_variance(self, found: VarianceComponents, codings: Int64Array) -> FloatArray:
        """The variance of the value of each item that is due to its codings, and not to which coders made them."""
        m = np.maximum(codings, 2.0)
        size = np.where(self.sizes > 0, self.sizes, 1.0)
        variance: FloatArray = (4 * found.item_coder / m + 2 * found.residual / (m * (m - 1))) / size
        return (1.0 - self.value) ** 2 * variance

    def item_ends(self, values: FloatArray, codings: Int64Array, ci: float) -> tuple[FloatArray, FloatArray] | None:
        """An interval of the value of each item for other coders; None where nothing can be estimated."""
        if self.components is None:
            return None
        found, m = self.components.components, np.maximum(codings, 2.0)
        of_coders = (1.0 - self.value) ** 2 * (4 * found.coder / m + 2 * found.pair / (m * (m - 1)))
        reach = _NORMAL.inv_cdf((1.0 + ci) / 2) * np.sqrt(self._item_variance(found, codings) + of_coders)
        return values - reach, np.minimum(values + reach, 1.0)

    def coder_ends(self, effects: FloatArray, ci: float) -> tuple[FloatArray, FloatArray] | None:
        """An interval of the agreement above shuffled of each coder with others, for other items and other coders; None
        where nothing can be estimated.

        It is that of z + effect, the means of whose parts have these variances where every coder coded every item.
        """
        if self.components is None:
            return None
        found, group = self.components.components, self.measured.groups.coder
        c = np.maximum((group[:, np.newaxis] == group).sum(axis=1), 3.0)
        n = np.maximum(self.measured.facts_per_coder().codings, 1.0)
        pairs = c * (c - 1) / 2
        met = ((c - 1) - (2 * (c - 1) - 1) / pairs) / (c - 2) ** 2
        variance = (
            found.item / n
            + found.coder * (c - 1) / c**2
            + found.item_coder / n * (1 + 3 / c)
            + (found.pair + found.residual / n) * met
        )
        reach = _NORMAL.inv_cdf((1.0 + ci) / 2) * np.sqrt(variance)
        return self.of_coders(effects + reach), self.of_coders(effects - reach)

    def of_coders(self, effects: FloatArray) -> FloatArray:
        """The agreement above shuffled that goes with effects of coders."""
        shown: FloatArray = 1.0 - (1.0 - self.value) * np.exp(effects)
        return shown

    def coder_effects(self) -> FloatArray:
        """How much each coder moves z beyond the average coder, from the mean influence of every two coders who met.

        It is the round-robin effect: where every two met, (T - (C - 1) m) / (C - 2) for C coders, T the sum of the
        means with each of the others and m the mean of all. NaN where it cannot be told.
        """
        counts = self.influences
        together = counts.for_resampling("coders")
        met = counts.coder_pairs()[2]
        means = together.rows[:, 0] / met
        effects = np.full(counts.coders, np.nan)
        groups = self.measured.groups
        for group in range(groups.number):
            members = np.flatnonzero(groups.coder == group)
            pairs = np.flatnonzero(groups.coder[together.coder[0]] == group)
            if len(members) < 3:
                continue
            design = np.zeros((len(pairs) + 1, len(members) + 1))
            design[:-1, -1] = 1.0
            for column in together.coder:
                design[np.arange(len(pairs)), np.searchsorted(members, column[pairs])] = 1.0
            # The effects of a group add up to nothing.
            design[-1, :-1] = 1.0
            solved, _, rank, _ = np.linalg.lstsq(design, np.append(means[pairs], 0.0), rcond=None)
            if rank == design.shape[1]:
                effects[members] = solved[:-1]
        return effects

    def shrunken_coders(self, effects: FloatArray) -> FloatArray:
        """The agreement above shuffled that coders like each would have with others, by the part of the effect that is
        due to coders and not to the choice of items.
        """
        if self.components is None:
            return np.full(len(effects), np.nan)
        square = self.components.squares.coder
        return self.of_coders(effects * (self.components.components.coder / square if square > 0 else 0.0))


def _slopes(term: ObservedAgreement) -> FloatArray:
    """How steeply log(1 - agreement) depends on the sum of each of the metric's counts."""
    total = term.counts.total()[:-2]
    steps = np.exp(_STEP * np.vstack((np.eye(len(total)), -np.eye(len(total)))))
    with np.errstate(divide="ignore", invalid="ignore"):
        above, below = np.log(1.0 - term.similarity.of_rows(total * steps)).reshape(2, -1)
        slopes: FloatArray = np.where(total > 0, (above - below) / (2 * _STEP) / total, 0.0)
    return slopes


def _sizes(term: ObservedAgreement) -> FloatArray:
    """The mean denominator of the pairs of each item as a share of the mean over items; 0 without pairs.

    Counts that make 1 - agreement smaller as they grow are the denominator.
    """
    rows = term.counts.per_item()
    size = rows[:, :-2] @ np.maximum(-_slopes(term), 0.0) / np.where(rows[:, -1] > 0, rows[:, -1], 1.0)
    compared = size[rows[:, -1] > 0]
    mean = math.fsum(compared.tolist()) / len(compared) if compared.size else 0.0
    return size / mean if mean > 0 else size


def _sampled(measured: Measurement, draws: int) -> Measurement:
    """The items that are looked at pair by pair: all of them, or as many, drawn by name, as there is time for."""
    pairs = measured.codings_per_item * (measured.codings_per_item - 1) // 2
    if pairs.sum() * max(1, draws) <= _MOST_PAIRS:
        return measured
    order = np.argsort([name_number(name, b"sample") for name in measured.item_names], kind="stable")
    number = max(2, int(np.searchsorted(np.cumsum(pairs[order]) * max(1, draws), _MOST_PAIRS)))
    chosen = np.zeros(measured.items, dtype=bool)
    chosen[order[:number]] = True
    rows = np.flatnonzero(chosen[measured.rows.item])
    place = np.cumsum(chosen) - 1
    names = tuple(name for name, kept in zip(measured.item_names, chosen.tolist(), strict=True) if kept)
    return replace(
        measured_rows(
            measured.require_codings().take(rows),
            (place[measured.rows.item[rows]], names),
            (measured.rows.coder[0][rows], measured.coder_names),
            measured.similarity,
            measured.chance,
        ),
        item_weight=measured.item_weight,
    )
