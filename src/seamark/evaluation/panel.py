"""A group of humans, and what their agreement becomes when somebody joins them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from seamark.agreement.chance import CoefficientName, boundary_counts
from seamark.agreement.measurement import Measurement
from seamark.agreement.terms import Coefficient
from seamark.evaluation.like_for_like import HumanCodings, LikeForLike
from seamark.evaluation.newcomers import Newcomer
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.model.array import SegmentationArray, with_labels
from seamark.stats.crossed import Weights
from seamark.stats.weighted_sums import summed_by

# With fewer humans beside a human there is nobody left whose agreement could change.
_FEWEST_OTHERS = 2
# Pairs of a newcomer and a human that are compared at once.
_PAIRS = 2**18


@dataclass(frozen=True, eq=False)
class Panel:
    """The humans of a study, compared with each other once; at least two of them coded every item."""

    measured: Measurement
    name: CoefficientName

    @cached_property
    def codings(self) -> HumanCodings:
        """What each human's codings have in common with those of the others."""
        return HumanCodings.of(self.measured)

    @cached_property
    def places(self) -> FloatArray:
        """For each human a weight of 1 on the items where their place can be left empty; shape (coders, items)."""
        coded = np.zeros((self.measured.coders, self.measured.items))
        coded[self.measured.rows.coder[0], self.measured.rows.item] = 1.0
        return np.where(coded.sum(axis=0) > _FEWEST_OTHERS, coded, 0.0)

    def on_places(self, *, alone: bool) -> FloatArray:
        """The agreement on the places of each human, of everybody or of the others alone; NaN without a place."""
        coders = np.ones((self.measured.coders, self.measured.coders))
        if alone:
            np.fill_diagonal(coders, 0.0)
        found = self.measured.coefficient(self.name).under(Weights(self.places, coders))
        return np.where(self.places.any(axis=1), found, np.nan)

    def agreement(self, items: FloatArray) -> float:
        """The agreement of the humans on items with a weight of 1."""
        return float(self.by_item.under(self._weights(items))[0])

    def joined_by(self, newcomer: Newcomer) -> Joined:
        """The panel with somebody who segmented some of its items; only the newcomer is compared, draw by draw."""
        measured, items = self.measured, newcomer.items
        judged = np.zeros(measured.items)
        judged[items] = 1.0
        theirs = np.flatnonzero(judged[measured.rows.item])
        item, human = np.searchsorted(items, measured.rows.item[theirs]), measured.rows.coder[0][theirs]
        starts = np.searchsorted(item, np.arange(len(items)))
        to_humans = np.zeros((measured.coders, measured.pairs.width))
        likeness = LikeForLike(self.codings)
        values: list[FloatArray] = []
        boundaries: list[FloatArray] = []
        for drawn in newcomer.drawn(max(1, _PAIRS // len(theirs))):
            draws = len(drawn) // len(items)
            rows = (item + len(items) * np.arange(draws)[:, np.newaxis]).ravel()
            counts = measured.similarity.pair_rows(
                measured.require_codings(), np.tile(theirs, draws), drawn, rows
            ).reshape(draws, len(theirs), -1)
            pairs = np.zeros((measured.items, draws, counts.shape[2]))
            pairs[items] = np.add.reduceat(counts, starts, axis=1).swapaxes(0, 1)
            to_humans += summed_by(human, counts.sum(axis=0), measured.coders)
            similarities = np.full((draws, len(measured.rows.item)), np.nan)
            similarities[:, theirs] = measured.observed.of_sums(counts)
            likeness.add(similarities)
            together = self.by_item.with_newcomers(pairs, self._chance_rows(drawn, items))
            values.append(together(self._weights(judged)).ravel())
            boundaries.append(np.diff(drawn.columns.offsets).reshape(draws, -1).sum(axis=1))
        return Joined(
            self,
            newcomer,
            value=float(np.concatenate(values).mean()),
            humans=self.agreement(judged),
            to_humans=to_humans,
            boundaries=np.concatenate(boundaries),
            likeness=likeness,
        )

    def _chance_rows(self, drawn: SegmentationArray, items: Int64Array) -> FloatArray:
        """The rows of chance of every item and draw; zeros where an item is not judged."""
        measured, types = self.measured, self.measured.types
        codings = drawn if len(types) <= 1 else with_labels(drawn, types)
        found = measured.chance.rows(self.name, boundary_counts(codings), codings.masses)
        draws = len(drawn) // len(items)
        rows = np.zeros((measured.items, draws, found.shape[1]))
        rows[items] = found.reshape(draws, len(items), -1).swapaxes(0, 1)
        return rows

    def _weights(self, items: FloatArray) -> Weights:
        return Weights(items[np.newaxis], np.ones((1, self.measured.coders)))

    @cached_property
    def by_item(self) -> Coefficient:
        """The agreement of the humans alone, for weights of items."""
        return self.measured.coefficient(self.name).for_resampling("items")


@dataclass(frozen=True, eq=False)
class Joined:
    """A panel with somebody who joined it. What there is of several draws is their mean.

    ``value`` is the agreement of everybody on the newcomer's items, and ``humans`` that of the humans alone;
    ``to_humans`` are the counts with each human, summed over items and draws, of shape (coders, F); ``boundaries`` how
    many the newcomer places in each draw.
    """

    panel: Panel
    newcomer: Newcomer
    value: float
    humans: float
    to_humans: FloatArray
    boundaries: FloatArray
    likeness: LikeForLike

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
        measured, items = self.panel.measured, self.newcomer.items
        sums = summed_by(measured.rows.item, np.column_stack(measured.facts()[:2]), measured.items)[items]
        expected = float((sums[:, 1] / sums[:, 0]).sum())
        return float(np.mean(self.boundaries / expected)) if expected else math.nan
