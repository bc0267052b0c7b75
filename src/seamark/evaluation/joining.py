"""What happens to the agreement of a group when somebody joins it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from seamark.agreement.chance import ChanceOptions, CoefficientName
from seamark.agreement.measurement import Measurement
from seamark.agreement.similarity import Similarity
from seamark.agreement.tally import summed_by
from seamark.agreement.terms import Coefficient
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.stats.crossed import Weights

# With fewer humans beside a human there is nobody left whose agreement could change.
_FEWEST_OTHERS = 2


@dataclass(frozen=True, slots=True)
class AgreementPlan:
    """How agreement is measured throughout an evaluation."""

    similarity: Similarity
    coefficient: CoefficientName
    chance: ChanceOptions

    def measured(self, corpus: Corpus) -> Measurement:
        """Compare all pairs of coders of a corpus."""
        return Measurement.of(corpus, self.similarity.metric, self.chance)


@dataclass(frozen=True, eq=False)
class Panel:
    """Humans on some items of a study, each of which at least two of them coded.

    Attributes
    ----------
    corpus
        Their codings.
    columns
        The numbers of the items among all items of the study.
    plan
        How their agreement is measured.
    """

    corpus: Corpus
    columns: Int64Array
    plan: AgreementPlan

    @cached_property
    def measured(self) -> Measurement:
        """All pairs of humans, compared."""
        return self.plan.measured(self.corpus)

    @cached_property
    def coefficient(self) -> Coefficient:
        """The agreement of the humans alone."""
        return self.measured.coefficient(self.plan.coefficient)

    @property
    def value(self) -> float:
        """The agreement of the humans alone, over all items of the panel."""
        return self.coefficient.whole()

    @cached_property
    def places(self) -> FloatArray:
        """For each human a weight of 1 on the items where their place can be left empty; shape (coders, items)."""
        corpus = self.corpus
        coded = np.zeros((len(corpus.coder_names), len(corpus)))
        coded[corpus.coder_index, corpus.item_index] = 1.0
        return np.where(coded.sum(axis=0) > _FEWEST_OTHERS, coded, 0.0)

    @cached_property
    def with_each(self) -> FloatArray:
        """The agreement of each human together with the others, on that human's places; NaN without any."""
        return self._on_places(self.coefficient, Weights(self.places, np.ones_like(self._others)))

    @cached_property
    def without_each(self) -> FloatArray:
        """The agreement of the others on the places of each human."""
        return self._on_places(self.coefficient, Weights(self.places, self._others))

    @property
    def _others(self) -> FloatArray:
        coders = len(self.corpus.coder_names)
        return np.ones((coders, coders)) - np.eye(coders)

    def _on_places(self, coefficient: Coefficient, weights: Weights) -> FloatArray:
        values = coefficient.under(weights)
        return np.where(self.places.any(axis=1), values, np.nan)

    def joined_by(self, newcomer: SegmentationArray) -> Joined:
        """The panel with somebody who segmented all of its items, one row per item."""
        corpus = self.corpus
        # Longer than every name, and so nobody's.
        name = max(corpus.coder_names, key=len) + "+"
        return Joined(self, self.measured.joined_by(newcomer, name=name))

    def in_places(self, joined: Measurement) -> FloatArray:
        """The agreement when the newcomer sits in the place of each human, on that human's places."""
        weights = Weights(self.places, np.column_stack((self._others, np.ones(len(self._others)))))
        return self._on_places(joined.coefficient(self.plan.coefficient), weights)


@dataclass(frozen=True, eq=False)
class Joined:
    """A panel and somebody who joined it, as the last coder of the measurement."""

    panel: Panel
    measured: Measurement

    @cached_property
    def coefficient(self) -> Coefficient:
        """The agreement of all of them."""
        return self.measured.coefficient(self.panel.plan.coefficient)

    @property
    def value(self) -> float:
        """The agreement of all of them, over all items of the panel."""
        return self.coefficient.whole()

    @cached_property
    def in_places(self) -> FloatArray:
        """The agreement when the newcomer sits in the place of each human."""
        return self.panel.in_places(self.measured)

    @property
    def density(self) -> float:
        """The newcomer's boundaries per boundary of the mean human on the same items; NaN when humans place none."""
        item, boundaries, items = self.measured.rows.item, self.measured.facts().boundaries, self.measured.items
        mine = self.measured.rows.coder[0] == self.panel.measured.coders
        theirs = np.bincount(item[~mine], weights=boundaries[~mine], minlength=items)
        humans = np.bincount(item[~mine], minlength=items)
        expected = float((theirs / humans).sum())
        return float(boundaries[mine].sum()) / expected if expected else math.nan

    @cached_property
    def similarity_sums(self) -> FloatArray:
        """The counts between the newcomer and each human, summed over items; shape (coders, F + 1)."""
        tally = self.measured.observed.tally
        first, second = tally.coder
        humans = len(self.panel.corpus.coder_names)
        mine = second == humans
        return summed_by(first[mine], tally.rows[mine], humans)
