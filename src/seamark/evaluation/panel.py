"""A group of humans, and what their agreement becomes when somebody joins them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from seamark.agreement.chance import CoefficientName, boundary_counts
from seamark.agreement.measurement import Measurement
from seamark.agreement.tally import summed_by
from seamark.agreement.terms import Coefficient
from seamark.evaluation.newcomers import Newcomer
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.model.array import with_labels
from seamark.stats.crossed import Statistic, Weights
from seamark.stats.rows import ROUNDING

# With fewer humans beside a human there is nobody left whose agreement could change.
_FEWEST_OTHERS = 2
# Draws of a random baseline that take every human's place in turn: with many humans, that is most of the work.
_DRAWS_IN_PLACES = 10
# Pairs of a newcomer and a human that are compared at once.
_PAIRS = 2**18
# Values of draws in resamples that are computed at once; these stay in the processor's cache.
_VALUES = 2**16


@dataclass(frozen=True, eq=False)
class Panel:
    """The humans of a study, compared with each other once, on some of its items (ascending numbers), each of which at
    least two of them coded; ``name`` is the coefficient.
    """

    measured: Measurement
    name: CoefficientName
    items: Int64Array

    def under(self, weights: FloatArray) -> FloatArray:
        """The agreement of the humans alone, for weights of all items of the study; shape (resamples,)."""
        return self.by_item.under(self.judged(weights))

    @property
    def value(self) -> float:
        """The agreement of the humans alone."""
        return float(self.under(np.ones((1, self.measured.items)))[0])

    @cached_property
    def places(self) -> FloatArray:
        """For each human a weight of 1 on the items where their place can be left empty; shape (coders, items)."""
        coded = np.zeros((self.measured.coders, self.measured.items))
        coded[self.measured.rows.coder[0], self.measured.rows.item] = self._mask[self.measured.rows.item]
        return np.where(coded.sum(axis=0) > _FEWEST_OTHERS, coded, 0.0)

    @cached_property
    def with_each(self) -> FloatArray:
        """The agreement of each human together with the others, on that human's places; NaN without any."""
        return self._on_places(self._coefficient, np.ones_like(self._others))

    @cached_property
    def without_each(self) -> FloatArray:
        """The agreement of the others on the places of each human; NaN without any."""
        return self._on_places(self._coefficient, self._others)

    def joined_by(self, newcomer: Newcomer) -> Joined:
        """The panel with somebody who segmented its items; only the newcomer is compared."""
        measured, draws = self.measured, newcomer.draws
        theirs = np.flatnonzero(self._mask[measured.rows.item])
        item, human = np.searchsorted(self.items, measured.rows.item[theirs]), measured.rows.coder[0][theirs]
        starts = np.searchsorted(item, np.arange(len(self.items)))
        pairs = np.zeros((measured.items, draws, measured.pairs.rows.shape[1]))
        to_humans = np.zeros((measured.coders, pairs.shape[2]))
        step = max(1, _PAIRS // len(theirs))
        for first in range(0, draws, step):
            part = range(first, min(first + step, draws))
            rows = (item + len(self.items) * np.array(part)[:, np.newaxis]).ravel()
            counts = measured.similarity.pair_rows(
                measured.require_codings(), np.tile(theirs, len(part)), newcomer.segmentations, rows
            ).reshape(len(part), len(theirs), -1)
            pairs[self.items, first : part.stop] = np.add.reduceat(counts, starts, axis=1).swapaxes(0, 1)
            to_humans += summed_by(human, counts.sum(axis=0), measured.coders)
        return Joined(self, newcomer, pairs, self._chance_rows(newcomer), to_humans)

    def in_places(self, newcomer: Newcomer) -> FloatArray:
        """The agreement when the newcomer takes the place of each human, on that human's places."""
        coders = np.column_stack((self._others, np.ones(self.measured.coders)))
        draws = (newcomer.draw(number) for number in range(min(newcomer.draws, _DRAWS_IN_PLACES)))
        joined = (self.measured.joined_by(draw, self.items, self._new_name) for draw in draws)
        found: FloatArray = np.mean([self._on_places(one.coefficient(self.name), coders) for one in joined], axis=0)
        return found

    def _chance_rows(self, newcomer: Newcomer) -> FloatArray:
        """The rows of chance of every item and draw; zeros where an item is not judged."""
        measured, types = self.measured, self.measured.types
        codings = newcomer.segmentations if len(types) <= 1 else with_labels(newcomer.segmentations, types)
        found = measured.chance.rows(self.name, boundary_counts(codings), codings.masses)
        rows = np.zeros((measured.items, newcomer.draws, found.shape[1]))
        rows[self.items] = found.reshape(newcomer.draws, len(self.items), -1).swapaxes(0, 1)
        return rows

    def _on_places(self, coefficient: Coefficient, coders: FloatArray) -> FloatArray:
        return np.where(self.places.any(axis=1), coefficient.under(Weights(self.places, coders)), np.nan)

    def judged(self, weights: FloatArray) -> Weights:
        """Weights of all items of the study, without those that are not judged here."""
        everybody = np.ones((1, self.measured.coders))
        return Weights(weights if len(self.items) == self.measured.items else weights * self._mask, everybody)

    @cached_property
    def _coefficient(self) -> Coefficient:
        return self.measured.coefficient(self.name)

    @cached_property
    def by_item(self) -> Coefficient:
        """The agreement of the humans alone, for weights of items."""
        return self._coefficient.for_resampling("items")

    @cached_property
    def _mask(self) -> FloatArray:
        mask = np.zeros(self.measured.items)
        mask[self.items] = 1.0
        return mask

    @property
    def _others(self) -> FloatArray:
        return np.ones((self.measured.coders, self.measured.coders)) - np.eye(self.measured.coders)

    @property
    def _new_name(self) -> str:
        # Longer than every name, and so nobody's.
        return max(self.measured.coder_names, key=len) + "+"


@dataclass(frozen=True, eq=False)
class Joined:
    """A panel with somebody who joined it. What there is of several draws is their mean.

    ``pairs`` are the counts between the newcomer and the humans, summed within each item, of shape (items, draws, F);
    ``chance`` the newcomer's rows of chance, (items, draws, T + 1); ``to_humans`` the counts with each human, summed
    over items and draws, (coders, F).
    """

    panel: Panel
    newcomer: Newcomer
    pairs: FloatArray
    chance: FloatArray
    to_humans: FloatArray

    def under(self, weights: FloatArray) -> FloatArray:
        """The agreement of everybody, for weights of all items of the study; shape (resamples,)."""
        step = max(1, _VALUES // self.newcomer.draws)
        blocks = (weights[start : start + step] for start in range(0, len(weights), step))
        return np.concatenate([self._of_draws(self.panel.judged(block)).mean(axis=1) for block in blocks])

    @cached_property
    def _of_draws(self) -> Statistic:
        """The agreement of everybody in each draw."""
        return self.panel.by_item.with_newcomers(self.pairs, self.chance)

    @property
    def value(self) -> float:
        """The agreement of everybody."""
        return float(self.under(np.ones((1, len(self.pairs))))[0])

    @property
    def similarity(self) -> float:
        """The newcomer's similarity to all humans, pooled."""
        return float(self.panel.measured.observed.of_sums(self.to_humans.sum(axis=0)))

    @property
    def similarities(self) -> dict[str, float]:
        """The newcomer's similarity to each human who coded an item of theirs."""
        found = self.panel.measured.observed.of_sums(self.to_humans).tolist()
        met = self.to_humans[:, -1] > 0
        named = zip(self.panel.measured.coder_names, found, met.tolist(), strict=True)
        return {name: value for name, value, some in named if some}

    @property
    def density(self) -> float:
        """The newcomer's boundaries per boundary of the mean human on the same items; NaN when humans place none."""
        measured, items = self.panel.measured, self.panel.items
        sums = summed_by(measured.rows.item, np.column_stack(measured.facts()[:2]), measured.items)[items]
        expected = float((sums[:, 1] / sums[:, 0]).sum())
        mine = np.diff(self.newcomer.segmentations.columns.offsets).reshape(self.newcomer.draws, -1).sum(axis=1)
        return float(np.mean(mine / expected)) if expected else math.nan

    @property
    def changes_in_places(self) -> Iterator[tuple[str, float]]:
        """How agreement changes in the place of each human who has one; what is lost in rounding is no change."""
        changes = self.panel.in_places(self.newcomer) - self.panel.with_each
        changes[np.abs(changes) <= ROUNDING] = 0.0
        named = zip(self.panel.measured.coder_names, changes.tolist(), strict=True)
        return ((name, change) for name, change in named if not math.isnan(change))
