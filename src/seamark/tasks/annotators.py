"""Change points against several annotators of a series: covering, and F within a tolerance."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping
from seamark.kernels.columns import Column
from seamark.metrics.annotators import ANNOTATOR_FIELDS, annotator_counts, annotator_covering
from seamark.metrics.base import Counts, Metric, MetricInfo, ratio_or
from seamark.metrics.pairs import Pairs
from seamark.metrics.score import ScoredItems, ScoreTable, overall_score
from seamark.metrics.sums import Average, Scored
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

_SOURCE = "van den Burg & Williams 2020"


@dataclass(frozen=True, slots=True)
class _AnnotatorMetric(Metric):
    """A metric of one hypothesis and all annotators of an item, whose counts are made here and not from pairs."""

    def _count(self, *sides: Any, **_: Any) -> Counts:
        raise InputError(f"{self.info.title} compares a hypothesis with several annotators; see task='changepoints'")

    @abstractmethod
    def row(self, annotators: Mapping[str, Segmentation], hypothesis: Segmentation) -> list[float]:
        """The counts of one item."""


@dataclass(frozen=True, slots=True)
class AnnotatorCovering(_AnnotatorMetric):
    """Mean over annotators of how well the hypothesis covers their segments."""

    info: ClassVar[MetricInfo] = MetricInfo("annotatorcovering", "covering of several annotators", _SOURCE)
    fields: ClassVar[tuple[str, ...]] = ("covering", "items")

    def row(self, annotators: Mapping[str, Segmentation], hypothesis: Segmentation) -> list[float]:
        """The counts of one item."""
        return [annotator_covering(annotators, hypothesis), 1.0]

    def _score(self, covering: Column, items: Column) -> Column:
        return ratio_or(covering, items)


@dataclass(frozen=True, slots=True)
class AnnotatorF(_AnnotatorMetric):
    """F of change points, found when any annotator has one nearby; ``parts`` hold precision and recall."""

    tolerance: int = 5

    info: ClassVar[MetricInfo] = MetricInfo("annotatorf", "F against several annotators", _SOURCE)
    fields: ClassVar[tuple[str, ...]] = ANNOTATOR_FIELDS

    def row(self, annotators: Mapping[str, Segmentation], hypothesis: Segmentation) -> list[float]:
        """The counts of one item."""
        return list(annotator_counts(annotators, hypothesis, tolerance=self.tolerance).values())

    def _parts(self, matched: Column, hypothesis: Column, recalls: Column, annotators: Column) -> dict[str, Column]:
        return {"precision": ratio_or(matched, hypothesis), "recall": ratio_or(recalls, annotators)}

    def _score(self, *counts: Column) -> Column:
        precision, recall = self._parts(*counts).values()
        return ratio_or(2 * precision * recall, precision + recall)

    def _options(self) -> dict[str, object]:
        return {"tolerance": self.tolerance}


def score_against_annotators(
    reference: Corpus,
    hypothesis: Corpus,
    metrics: Mapping[str, _AnnotatorMetric],
    *,
    coder: str | None,
    allow_missing: bool,
    average: Average,
    ci: float | None,
    names: tuple[str, str],
    settings: Mapping[str, object],
) -> ScoreTable:
    """Every item of the hypothesis against all codings that the reference has of it."""
    first = Corpus({item: {names[0]: next(iter(annotators.values()))} for item, annotators in reference.items()})
    pairs = Pairs.between(first, hypothesis, coder=coder, allow_missing=allow_missing, names=names)
    if not len(pairs):
        raise InputError(f"{names[0]} and {names[1]} have no item in common")
    items = [first.item_names[number] for number in pairs.item.tolist()]
    codings = [(reference[item], hypothesis.codings[row]) for item, row in zip(items, pairs.b.tolist(), strict=True)]
    scored = {
        label: Scored.of(metric, np.array([metric.row(*both) for both in codings])) for label, metric in metrics.items()
    }
    shown = {**settings, **({} if ci is None else {"ci": f"{ci:g},jackknife-t"})}
    overall = {
        label: overall_score(metric, scored[label], metric.signature(), average, ci, shown)
        for label, metric in metrics.items()
    }
    lengths = first.codings.lengths[pairs.a]
    return ScoreTable(*names, ScoredItems(items, lengths, metrics, scored), FrozenMapping(overall), pairs.remarks)
