"""Precision, recall and F of spans: the same spans, overlapping ones, or those that overlap enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

import numpy as np

from seamark.checks import finite_number, true_or_false
from seamark.kernels.columns import FloatArray
from seamark.kernels.turns import span_matches
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.named_scores import PrecisionRecall
from seamark.metrics.ratios import f_of, precision_and_recall
from seamark.metrics.signature import in_full
from seamark.metrics.turns import Turns
from seamark.model.span_array import SpanArray, with_shared_categories

#: When two spans match: the same ends, any overlap, or this intersection over union at least.
SpanMatch: TypeAlias = Literal["exact", "overlap"] | float


@dataclass(frozen=True, slots=True)
class SpanF1(Metric):
    """F of spans; ``parts`` hold precision and recall.

    Options are those of ``span_f1``.

    Examples
    --------
    >>> from seamark import Spans
    >>> print(SpanF1().compare(Spans([(0, 4, "A"), (6, 9, "B")], length=9), Spans([(0, 4, "A")], length=9)))
    0.6667  spanf1|match:exact|labels:yes|v:0.1.0
    """

    match: SpanMatch = "exact"
    labels: bool = True

    info: ClassVar[MetricInfo] = MetricInfo(
        "spanf1",
        "F of spans",
        "Tjong Kim Sang & De Meulder 2003 for exact matches",
        symmetric=True,
        models=("spans",),
    )
    fields: ClassVar[tuple[str, ...]] = ("true", "false", "missed")

    def __post_init__(self) -> None:
        if not isinstance(self.match, str) or self.match not in ("exact", "overlap"):
            expected = "'exact', 'overlap', or an intersection over union above 0, at most 1"
            object.__setattr__(self, "match", finite_number(self.match, "match", lambda s: 0 < s <= 1, expected))
        object.__setattr__(self, "labels", true_or_false(self.labels, "labels"))

    def _count(self, a: SpanArray, b: SpanArray) -> FloatArray:
        one, other, categories = with_shared_categories(a, b)
        share = {"exact": 1.0, "overlap": 0.0}[self.match] if isinstance(self.match, str) else self.match
        matched = span_matches(one, other, len(categories), least_share=share, labels=self.labels)
        return np.column_stack((matched, np.diff(other.offsets) - matched, np.diff(one.offsets) - matched))

    def _score(self, rows: FloatArray) -> FloatArray:
        return f_of(*np.moveaxis(rows, -1, 0))

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return precision_and_recall(rows)

    def _options(self, a: SpanArray | None, b: SpanArray | None) -> dict[str, object]:
        match = self.match if isinstance(self.match, str) else in_full(self.match)
        return {"match": match, "labels": "yes" if self.labels else "no"}


def span_f1(
    reference: Turns, hypothesis: Turns, /, *, match: SpanMatch = "exact", labels: bool = True
) -> PrecisionRecall:
    """Precision, recall and F of the spans of a hypothesis, paired one to one, as many as possible.

    Parameters
    ----------
    reference, hypothesis
        Spans, or labelled segments; identical spans count each by itself.
    match
        Which spans may be paired: those with the same start and end (``"exact"``), those that share a unit
        (``"overlap"``), or those whose intersection over union is at least this number.
    labels
        Whether their labels must be equal.

    Examples
    --------
    >>> from seamark import Spans
    >>> reference, hypothesis = Spans([(0, 4, "A"), (6, 9, "B")], length=9), Spans([(0, 5, "A")], length=9)
    >>> span_f1(reference, hypothesis).f, span_f1(reference, hypothesis, match=0.5)
    (0.0, PrecisionRecall(precision=1.0, recall=0.5, f=0.6666666666666666))
    """
    result = SpanF1(match, labels).compare(reference, hypothesis)
    return PrecisionRecall(**result.parts, f=result.value)
