"""Spans with labels, which may overlap and leave gaps: speaker turns, named entities, events.

=========== ============================================================================= ======================
``der``      (missed + false alarm + confusion) / time of the reference                     NIST 2009
``jer``      mean over reference labels of 1 - intersection over union with their label     Ryant et al. 2019
``span_f1``  precision, recall and F of spans: the same, overlapping, or overlapping enough  CoNLL 2003
=========== ============================================================================= ======================

For DER and JER, labels of the two sides are mapped one to one: by most common time where time is scored
(pyannote.metrics) or everywhere (md-eval), or by the least Jaccard error (dscore). Labelled segments are spans too;
those without a label are gaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

from seamark.base.checks import count_between, finite_number, one_of, true_or_false
from seamark.kernels.columns import LARGEST_MASS, Column, SpanColumns
from seamark.kernels.rows import marks_of
from seamark.kernels.spans import jaccard_errors, span_matches, turn_errors
from seamark.metrics.base import (
    Counts,
    FMetric,
    Metric,
    MetricInfo,
    PrecisionRecall,
    Side,
    choose,
    ratio_or,
    shared_types,
)
from seamark.metrics.signature import in_full
from seamark.model.labelled import LabelledSegmentation
from seamark.model.spans import Spans

__all__ = ["DER", "JER", "SpanF1", "der", "jer", "span_f1"]

#: Where labels are mapped: where time is scored (as pyannote.metrics), or everywhere, before collars and overlaps are
#: taken out (as md-eval).
MapOn: TypeAlias = Literal["scored", "all"]
#: How labels are mapped: by the least Jaccard error (as dscore), or by most common time (as pyannote.metrics).
LabelMapping: TypeAlias = Literal["jaccard", "common"]

#: Turns, as spans or as labelled segments; segments without a label are gaps.
Turns: TypeAlias = Spans | LabelledSegmentation


@dataclass(frozen=True, slots=True)
class _TurnMetric(Metric):
    """What is left out before turns are compared."""

    collar: int = 0
    skip_overlap: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "collar", count_between(self.collar, "collar", 0, LARGEST_MASS))
        object.__setattr__(self, "skip_overlap", true_or_false(self.skip_overlap, "skip_overlap"))

    def _resolve(self, one: Side, other: Side) -> tuple[SpanColumns, SpanColumns, tuple[int]]:
        return one.columns, other.columns, (max(len(one.types), len(other.types)),)

    def _left_out(self) -> dict[str, object]:
        return {"collar": self.collar, "overlap": "skipped" if self.skip_overlap else "scored"}


@dataclass(frozen=True, slots=True)
class DER(_TurnMetric):
    """Diarization error rate: time missed, added or given to the wrong label, over the time of the reference.

    Options are those of ``der``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, 1), (9, 12, 2)], length=12)
    >>> print(DER().compare(reference, hypothesis))
    0.3000  der|conv:pyannote|collar:0|overlap:scored|map:scored|v:0.1.0
    """

    map_on: MapOn = "scored"

    info: ClassVar[MetricInfo] = MetricInfo(
        "der", "diarization error rate", "NIST 2009", best=0.0, worst=float("inf"), kinds=("spans",)
    )
    fields: ClassVar[tuple[str, ...]] = ("total", "correct", "false_alarm", "missed", "confusion")

    def __post_init__(self) -> None:
        super(DER, self).__post_init__()
        one_of(self.map_on, "map_on", get_args(MapOn))

    def _count(self, a: SpanColumns, b: SpanColumns, categories: int) -> Counts:
        return turn_errors(
            a, b, categories, collar=self.collar, skip_overlap=self.skip_overlap, map_on_all_places=self.map_on == "all"
        )

    def _score(self, total: Column, correct: Column, *wrong: Column) -> Column:
        """Without any time in the reference, 0 if nothing is wrong and 1 otherwise."""
        errors = sum(wrong)
        return ratio_or(errors, total, otherwise=choose(errors > 0, 1.0, 0.0))

    def _parts(self, total: Column, correct: Column, *wrong: Column) -> dict[str, Column]:
        return {name: ratio_or(errors, total) for name, errors in zip(self.fields[2:], wrong, strict=True)}

    def _options(self) -> dict[str, object]:
        convention = "pyannote" if self.map_on == "scored" else "md-eval"
        return {"conv": convention, **self._left_out(), "map": self.map_on}


@dataclass(frozen=True, slots=True)
class JER(_TurnMetric):
    """Jaccard error rate: mean over the labels of the reference of 1 minus intersection over union with their label.

    Options are those of ``jer``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, 1), (9, 12, 2)], length=12)
    >>> print(JER().compare(reference, hypothesis))
    0.1000  jer|conv:dscore|collar:0|overlap:scored|map:jaccard|v:0.1.0
    """

    mapping: LabelMapping = "jaccard"

    info: ClassVar[MetricInfo] = MetricInfo(
        "jer", "Jaccard error rate", "Ryant et al. 2019", best=0.0, worst=1.0, kinds=("spans",)
    )
    fields: ClassVar[tuple[str, ...]] = ("error", "labels")

    def __post_init__(self) -> None:
        super(JER, self).__post_init__()
        one_of(self.mapping, "mapping", get_args(LabelMapping))

    def _count(self, a: SpanColumns, b: SpanColumns, categories: int) -> Counts:
        return jaccard_errors(
            a, b, categories, collar=self.collar, skip_overlap=self.skip_overlap, map_by_time=self.mapping == "common"
        )

    def _score(self, error: Column, labels: Column) -> Column:
        """Without any label in the reference, 0 if the hypothesis has none either and 1 otherwise."""
        return ratio_or(error, labels, otherwise=choose(error > 0, 1.0, 0.0))

    def _options(self) -> dict[str, object]:
        convention = "dscore" if self.mapping == "jaccard" else "pyannote"
        return {"conv": convention, **self._left_out(), "map": self.mapping}


def der(
    reference: Turns, hypothesis: Turns, /, *, collar: int = 0, skip_overlap: bool = False, map_on: MapOn = "scored"
) -> float:
    """Diarization error rate: (missed + false alarm + confusion) / time of the reference. Lower is better.

    Where the reference has r labels and the hypothesis h, r - h are missed, or h - r are false alarms, and those of the
    smaller number that are not mapped to each other are confused. Labels are mapped one to one so that most time is
    common. Overlapping turns of one label count once. ``DER().compare`` has the counts.

    Parameters
    ----------
    reference, hypothesis
        Turns as spans, or as labelled segments.
    collar
        Units on each side of every start and end of the reference that are not scored, as NIST counts them; the number
        that pyannote.metrics takes is twice this one.
    skip_overlap
        Leave out places where the reference has two labels or more.
    map_on
        Map labels by the time that is scored (``"scored"``, as pyannote.metrics) or by all time (``"all"``, as
        md-eval).

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> hypothesis = Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)
    >>> round(der(reference, hypothesis), 4), round(der(reference, hypothesis, collar=1), 4)
    (0.3571, 0.2778)

    References
    ----------
    NIST 2009, the Rich Transcription evaluation plan.
    """
    return DER(collar, skip_overlap, map_on).compare(reference, hypothesis).value


def jer(
    reference: Turns,
    hypothesis: Turns,
    /,
    *,
    collar: int = 0,
    skip_overlap: bool = False,
    mapping: LabelMapping = "jaccard",
) -> float:
    """Jaccard error rate: every label of the reference counts alike, however long it speaks. Lower is better.

    Labels are mapped one to one by the least Jaccard error (``"jaccard"``, as dscore) or by most common time
    (``"common"``, as pyannote.metrics); a label without a partner counts 1. ``collar`` and ``skip_overlap`` are those
    of ``der``; labels without any scored time are left out.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(jer(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)), 4)
    0.3259

    References
    ----------
    Ryant et al. 2019, the second DIHARD challenge.
    """
    return JER(collar, skip_overlap, mapping).compare(reference, hypothesis).value


# --------------------- Precision, recall and F of spans: the same spans, overlapping ones, or those that overlap enough


#: When two spans match: the same ends, any overlap, or this intersection over union at least.
SpanMatch: TypeAlias = Literal["exact", "overlap"] | float


@dataclass(frozen=True, slots=True)
class SpanF1(FMetric):
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
        "spanf1", "F of spans", "Tjong Kim Sang & De Meulder 2003 for exact matches", symmetric=True, kinds=("spans",)
    )
    fields: ClassVar[tuple[str, ...]] = ("true", "false", "missed")

    def __post_init__(self) -> None:
        if not isinstance(self.match, str) or self.match not in ("exact", "overlap"):
            expected = "'exact', 'overlap', or an intersection over union above 0, at most 1"
            object.__setattr__(self, "match", finite_number(self.match, "match", lambda s: 0 < s <= 1, expected))
        object.__setattr__(self, "labels", true_or_false(self.labels, "labels"))

    def _resolve(self, one: Side, other: Side) -> tuple[SpanColumns, SpanColumns, tuple[int]]:
        a, b, categories = shared_types(one, other)
        return a, b, (len(categories),)

    def _count(self, a: SpanColumns, b: SpanColumns, categories: int) -> Counts:
        share = {"exact": 1.0, "overlap": 0.0}[self.match] if isinstance(self.match, str) else self.match
        matched = span_matches(a, b, categories, least_share=share, labels=self.labels)
        return matched, marks_of(b) - matched, marks_of(a) - matched

    def _options(self) -> dict[str, object]:
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
