"""Spans with labels, which may overlap and leave gaps: speaker turns, named entities, events.

========================= ==================================================================== =================
``der``                    (missed + false alarm + confusion) / time of the reference            NIST 2009
``jer``                    mean over reference labels of 1 - intersection over union             Ryant et al. 2019
``detection_error``        the same as ``der`` without regard to labels                          Bredin 2017
``identification_error``   the same with labels as they are, not mapped                          Bredin 2017
``purity``                 share of a hypothesis label that is in one reference label          Bredin 2017
``coverage``               share of a reference label that is in one hypothesis label          Bredin 2017
``segment_purity``         the same for the stretches between ends of turns                      Bredin 2017
``segment_coverage``
``span_f1``                precision, recall and F of spans: the same, or overlapping enough     CoNLL 2003
``entity_scores``          the same of named entities: micro, macro, for each category           SemEval 2013
========================= ==================================================================== =================

For DER and JER, labels of the two sides are mapped one to one: by most common time where time is scored
(pyannote.metrics) or everywhere (md-eval), or by the least Jaccard error (dscore); ties are broken by content, so that
no value depends on names (``speaker_mapping`` gives the mapping). Labelled segments are spans too; those without a
label are gaps.

What is scored is the UEM, regions of an item, minus collars, minus overlaps if they are skipped. Collars surround
the starts and ends of the whole reference: one that ends outside of the UEM reaches into it, and an edge of the UEM has
none.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, cast, get_args

import numpy as np

from seamark.base.checks import finite_number, one_of, shown
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.kernels import spans as kernels
from seamark.kernels.columns import Column, SpanColumns, marks_of
from seamark.kernels.spans import ANYWHERE, JACCARD, NAMED, SCORED, ScoredTurns
from seamark.metrics.base import FMetric, Metric, MetricInfo, ShareMetric
from seamark.metrics.counting import Counts, PrecisionRecall, Side, choose, ratio_or, shared_types
from seamark.model.coding import is_name
from seamark.model.codings import Codings
from seamark.model.labelled import LabelledSegmentation
from seamark.model.spans import Regions, Spans

__all__ = [
    "DER",
    "JER",
    "Coverage",
    "DetectionError",
    "EntityF",
    "EntityScores",
    "IdentificationError",
    "Purity",
    "SegmentCoverage",
    "SegmentPurity",
    "SpanF1",
    "coverage",
    "der",
    "detection_error",
    "entity_scores",
    "identification_error",
    "jer",
    "purity",
    "segment_coverage",
    "segment_purity",
    "span_f1",
    "speaker_mapping",
]

#: Where labels are mapped: where time is scored (as pyannote.metrics), or everywhere, before collars and overlaps are
#: taken out (as md-eval).
MapOn: TypeAlias = Literal["scored", "all"]
#: How labels are mapped: by the least Jaccard error (as dscore), or by most common time (as pyannote.metrics).
LabelMapping: TypeAlias = Literal["jaccard", "common"]

#: Turns, as spans or as labelled segments; segments without a label are gaps.
Turns: TypeAlias = Spans | LabelledSegmentation


#: What is known of all error rates.
_error_info = partial(MetricInfo, best=0.0, worst=float("inf"), kinds=("spans",))


class _RegionMetric(Metric):
    """A metric of turns, of which only some regions may be scored."""

    takes_uem: ClassVar[bool] = True

    def _resolve(self, one: Side, other: Side) -> tuple[ScoredTurns, SpanColumns, tuple[int]]:
        return ScoredTurns(one.columns, one.regions), other.columns, (max(len(one.types), len(other.types)),)


class _TurnMetric(_RegionMetric):
    """What is left out before turns are compared."""

    collar: int = 0
    skip_overlap: bool = False

    def _rules(self, categories: int) -> tuple[int, int, bool]:
        """How many labels there are, and what is not scored: units around the ends of turns, and overlaps."""
        return categories, self.collar, self.skip_overlap

    def _options(self) -> dict[str, object]:
        return {"collar": self.collar, "overlap": "skipped" if self.skip_overlap else "scored"}


class _ErrorRate(_TurnMetric):
    """Errors over the time of the reference, from counts that begin with the total and what is correct."""

    def _score(self, total: Column, correct: Column, *wrong: Column) -> Column:
        """Without any time in the reference, 0 if nothing is wrong and 1 otherwise."""
        errors = sum(wrong)
        return ratio_or(errors, total, otherwise=choose(errors > 0, 1.0, 0.0))

    def _parts(self, total: Column, correct: Column, *wrong: Column) -> dict[str, Column]:
        return {name: ratio_or(errors, total) for name, errors in zip(self.fields[2:], wrong, strict=True)}


class DER(_ErrorRate):
    """Diarization error rate: time missed, added or given to the wrong label, over the time of the reference.

    Options are those of ``der``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, 1), (9, 12, 2)], length=12)
    >>> print(DER().compare(reference, hypothesis))
    0.3000  der|conv:pyannote|collar:0|overlap:scored|map:scored|v:1.0.0rc1
    >>> dict(DER().counts(reference, hypothesis, uem=[(0, 10)]))
    {'total': 10, 'correct': 9, 'false_alarm': 0, 'missed': 0, 'confusion': 1}
    """

    map_on: MapOn = "scored"

    info: ClassVar[MetricInfo] = _error_info("der", "diarization error rate", "NIST 2009")
    fields: ClassVar[tuple[str, ...]] = ("total", "correct", "false_alarm", "missed", "confusion")

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        return kernels.turn_errors(a, b, *self._rules(categories), ANYWHERE if self.map_on == "all" else SCORED)

    def _options(self) -> dict[str, object]:
        convention = "pyannote" if self.map_on == "scored" else "md-eval"
        return {"conv": convention, **super()._options(), "map": self.map_on}


class IdentificationError(_ErrorRate):
    """Identification error rate: the counts of the diarization error rate with labels as they are.

    Options are those of ``identification_error``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, "A"), (9, 12, "B")], length=12)
    >>> print(IdentificationError().compare(reference, hypothesis))
    0.3000  identification|collar:0|overlap:scored|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _error_info("identification", "identification error rate", "Bredin 2017")
    fields: ClassVar[tuple[str, ...]] = DER.fields

    def _resolve(self, one: Side, other: Side) -> tuple[ScoredTurns, SpanColumns, tuple[int]]:
        a, b, labels = shared_types(one, other)
        return ScoredTurns(a, one.regions), b, (len(labels),)

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        return kernels.turn_errors(a, b, *self._rules(categories), NAMED)


class DetectionError(_ErrorRate):
    """Detection error rate: time missed and added, without labels, over the time of the reference.

    Options are those of ``detection_error``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, 1), (9, 12, 2)], length=12)
    >>> print(DetectionError().compare(reference, hypothesis))
    0.2000  detection|collar:0|overlap:scored|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _error_info("detection", "detection error rate", "Bredin 2017")
    fields: ClassVar[tuple[str, ...]] = ("total", "correct", "false_alarm", "missed")

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        reference, hypothesis, both, *_ = kernels.label_times(a, b, *self._rules(categories))
        return reference, both, hypothesis - both, reference - both


class JER(_TurnMetric):
    """Jaccard error rate: mean over the labels of the reference of 1 minus intersection over union with their label.

    Options are those of ``jer``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, 1), (9, 12, 2)], length=12)
    >>> print(JER().compare(reference, hypothesis))
    0.1000  jer|conv:dscore|collar:0|overlap:scored|map:jaccard|v:1.0.0rc1
    """

    mapping: LabelMapping = "jaccard"

    info: ClassVar[MetricInfo] = _error_info("jer", "Jaccard error rate", "Ryant et al. 2019", worst=1.0)
    fields: ClassVar[tuple[str, ...]] = ("error", "labels")

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        return kernels.jaccard_errors(a, b, *self._rules(categories), SCORED if self.mapping == "common" else JACCARD)

    def _score(self, error: Column, labels: Column) -> Column:
        """Without any label in the reference, 0 if the hypothesis has none either and 1 otherwise."""
        return ratio_or(error, labels, otherwise=choose(error > 0, 1.0, 0.0))

    def _options(self) -> dict[str, object]:
        convention = "dscore" if self.mapping == "jaccard" else "pyannote"
        return {"conv": convention, **super()._options(), "map": self.mapping}


class _LargestShare(ShareMetric):
    """The largest parts of labels or stretches that lie in one of the other side, over all of their time."""

    fields: ClassVar[tuple[str, ...]] = ("largest", "total")
    of_nothing: ClassVar[float] = 1.0


class Purity(_LargestShare, _TurnMetric):
    """Share of the time of each hypothesis label that is in one label of the reference.

    Options are those of ``purity``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, 1), (9, 12, 2)], length=12)
    >>> print(Purity().compare(reference, hypothesis))
    0.8333  purity|collar:0|overlap:scored|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = MetricInfo("purity", "purity of labels", "Bredin 2017", kinds=("spans",))

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        return kernels.label_times(a, b, *self._rules(categories))[3:5]


class Coverage(_LargestShare, _TurnMetric):
    """Share of the time of each reference label that is in one label of the hypothesis.

    Options are those of ``coverage``.

    Examples
    --------
    >>> reference, hypothesis = Spans([(0, 10, "A")], length=12), Spans([(0, 9, 1), (9, 12, 2)], length=12)
    >>> print(Coverage().compare(reference, hypothesis))
    0.9000  coverage|collar:0|overlap:scored|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = MetricInfo("coverage", "coverage of labels", "Bredin 2017", kinds=("spans",))

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        return kernels.label_times(a, b, *self._rules(categories))[5:]


class _SegmentMetric(_LargestShare, _RegionMetric):
    """Pieces into which the ends of turns cut the union of the reference."""

    fill: int = 0


class SegmentPurity(_SegmentMetric):
    """Share of each stretch between ends of the hypothesis that is between two ends of the reference.

    Options are those of ``segment_purity``.

    Examples
    --------
    >>> reference = Spans([(0, 5, "A"), (5, 10, "B")], length=10)
    >>> print(SegmentPurity().compare(reference, Spans([(0, 2, "x")], length=10)))
    0.7000  segmentpurity|fill:0|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = MetricInfo("segmentpurity", "purity of segments", "Bredin 2017", kinds=("spans",))

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        purity, _, total = kernels.segment_parts(a, b, categories, self.fill)
        return purity, total


class SegmentCoverage(_SegmentMetric):
    """Share of each stretch between ends of the reference that is between two ends of the hypothesis.

    Options are those of ``segment_coverage``.

    Examples
    --------
    >>> reference = Spans([(0, 5, "A"), (5, 10, "B")], length=10)
    >>> print(SegmentCoverage().compare(reference, Spans([(0, 2, "x")], length=10)))
    0.8000  segmentcoverage|fill:0|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = MetricInfo("segmentcoverage", "coverage of segments", "Bredin 2017", kinds=("spans",))

    def _count(self, a: ScoredTurns, b: SpanColumns, categories: int) -> Counts:
        _, coverage, total = kernels.segment_parts(a, b, categories, self.fill)
        return coverage, total


def der(
    reference: Turns,
    hypothesis: Turns,
    /,
    *,
    collar: int = 0,
    skip_overlap: bool = False,
    map_on: MapOn = "scored",
    uem: Regions | None = None,
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
    uem
        The regions that are scored, as pairs (start, end) or spans; by default everything is.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> hypothesis = Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)
    >>> round(der(reference, hypothesis), 4), round(der(reference, hypothesis, collar=1), 4)
    (0.3571, 0.2778)
    >>> der(reference, hypothesis, collar=1, uem=[(5, 25)])
    0.1

    References
    ----------
    NIST 2009, the Rich Transcription evaluation plan.
    """
    return DER(collar, skip_overlap, map_on).compare(reference, hypothesis, uem=uem).value


def jer(
    reference: Turns,
    hypothesis: Turns,
    /,
    *,
    collar: int = 0,
    skip_overlap: bool = False,
    mapping: LabelMapping = "jaccard",
    uem: Regions | None = None,
) -> float:
    """Jaccard error rate: every label of the reference counts equally, regardless of its time. Lower is better.

    Labels are mapped one to one by the least Jaccard error (``"jaccard"``, as dscore) or by most common time
    (``"common"``, as pyannote.metrics; of equally good mappings the one with the least error); a label without a
    partner counts 1. ``collar``, ``skip_overlap`` and ``uem`` are those of ``der``; labels without any scored time are
    left out.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(jer(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)), 4)
    0.3259

    References
    ----------
    Ryant et al. 2019, the second DIHARD challenge.
    """
    return JER(collar, skip_overlap, mapping).compare(reference, hypothesis, uem=uem).value


def identification_error(
    reference: Turns, hypothesis: Turns, /, *, collar: int = 0, skip_overlap: bool = False, uem: Regions | None = None
) -> float:
    """Identification error rate: as ``der``, with labels as they are. Lower is better.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(identification_error(reference, Spans([(0, 9, "A"), (9, 22, "B"), (24, 28, "C")], length=30)), 4)
    0.3571
    """
    return IdentificationError(collar, skip_overlap).compare(reference, hypothesis, uem=uem).value


def detection_error(
    reference: Turns, hypothesis: Turns, /, *, collar: int = 0, skip_overlap: bool = False, uem: Regions | None = None
) -> float:
    """Detection error rate: (missed + false alarm) / time of the reference, without labels. Lower is better.

    Options are those of ``der``.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(detection_error(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)), 4)
    0.1538
    """
    return DetectionError(collar, skip_overlap).compare(reference, hypothesis, uem=uem).value


def purity(
    reference: Turns, hypothesis: Turns, /, *, collar: int = 0, skip_overlap: bool = False, uem: Regions | None = None
) -> float:
    """Share of the time of hypothesis labels that they have in common with their best reference label.

    Time without a label in the reference stays in the denominator. Options are those of ``der``; ``coverage`` is the
    same with the sides exchanged.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(purity(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)), 4)
    0.9231
    """
    return Purity(collar, skip_overlap).compare(reference, hypothesis, uem=uem).value


def coverage(
    reference: Turns, hypothesis: Turns, /, *, collar: int = 0, skip_overlap: bool = False, uem: Regions | None = None
) -> float:
    """Share of the time of reference labels that they have in common with their best hypothesis label.

    Options are those of ``der``.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(coverage(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)), 4)
    0.7143
    """
    return Coverage(collar, skip_overlap).compare(reference, hypothesis, uem=uem).value


def segment_purity(reference: Turns, hypothesis: Turns, /, *, fill: int = 0, uem: Regions | None = None) -> float:
    """Share of each stretch of the hypothesis that its best stretch of the reference covers, without labels.

    The union of the reference is cut at the starts and ends of its turns, and once more at those of the hypothesis. Of
    every piece of the second kind the largest part within one piece of the first counts.

    Parameters
    ----------
    reference, hypothesis
        Turns as spans, or as labelled segments.
    fill
        Turns of one label in the reference that are less than this apart are one; those that touch always are.
    uem
        The regions that are scored, as pairs (start, end) or spans; by default everything is.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(segment_purity(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)), 4)
    0.9231
    """
    return SegmentPurity(fill).compare(reference, hypothesis, uem=uem).value


def segment_coverage(reference: Turns, hypothesis: Turns, /, *, fill: int = 0, uem: Regions | None = None) -> float:
    """Share of each stretch of the reference that its best stretch of the hypothesis covers; see ``segment_purity``.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> round(segment_coverage(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)), 4)
    0.8846
    """
    return SegmentCoverage(fill).compare(reference, hypothesis, uem=uem).value


def speaker_mapping(
    reference: Turns,
    hypothesis: Turns,
    /,
    *,
    collar: int = 0,
    skip_overlap: bool = False,
    map_on: MapOn = "scored",
    by: LabelMapping = "common",
    uem: Regions | None = None,
) -> dict[Hashable, Hashable]:
    """The label of the reference for every label of the hypothesis, as DER and JER map them one to one.

    Labels that share no time are not mapped. Of equally good mappings by common time the one with the least Jaccard
    error is taken (with ``map_on="all"`` the one with most common time where time is scored), by Jaccard error the one
    with most common time. Options are those of ``der``; ``by`` is the ``mapping`` of ``jer``.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
    >>> speaker_mapping(reference, Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30))
    {1: 'A', 2: 'B'}
    """
    one_of(by, "by", get_args(LabelMapping))
    metric = DER(collar, skip_overlap, map_on)
    bound = metric._bound_pair(reference, hypothesis, uem)
    mapping = JACCARD if by == "jaccard" else ANYWHERE if map_on == "all" else SCORED
    pairs = kernels.mapped_labels(bound.a, bound.b, *metric._rules(*bound.settings), mapping)
    return {bound.other.types[b]: bound.one.types[a] for a, b in pairs}


# --------------------- Precision, recall and F of spans: the same spans, overlapping ones, or those that overlap enough


#: When two spans match: the same ends, any overlap, or this intersection over union at least.
SpanMatch: TypeAlias = Literal["exact", "overlap"] | float


def _checked_match(given: object, name: str) -> SpanMatch:
    expected = "'exact', 'overlap', or an intersection over union above 0, at most 1"
    if isinstance(given, str) and given in ("exact", "overlap"):
        return cast("SpanMatch", given)
    return finite_number(given, name, lambda share: 0 < share <= 1, expected)


class SpanF1(FMetric):
    """F of spans; ``parts`` hold precision and recall.

    Options are those of ``span_f1``.

    Examples
    --------
    >>> from seamark import Spans
    >>> print(SpanF1().compare(Spans([(0, 4, "A"), (6, 9, "B")], length=9), Spans([(0, 4, "A")], length=9)))
    0.6667  spanf1|match:exact|labels:yes|v:1.0.0rc1
    """

    match: Annotated[SpanMatch, _checked_match] = "exact"
    labels: bool = True

    info: ClassVar[MetricInfo] = MetricInfo(
        "spanf1", "F of spans", "Tjong Kim Sang & De Meulder 2003 for exact matches", symmetric=True, kinds=("spans",)
    )
    fields: ClassVar[tuple[str, ...]] = ("true", "false", "missed")

    def _resolve(self, one: Side, other: Side) -> tuple[SpanColumns, SpanColumns, tuple[int]]:
        a, b, categories = shared_types(one, other)
        return a, b, (len(categories),)

    def _count(self, a: SpanColumns, b: SpanColumns, categories: int) -> Counts:
        share = {"exact": 1.0, "overlap": 0.0}[self.match] if isinstance(self.match, str) else self.match
        [matched] = kernels.span_matches(a, b, categories, share, self.labels)
        return matched, marks_of(b) - matched, marks_of(a) - matched


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
    return PrecisionRecall._of(SpanF1(match, labels).compare(reference, hypothesis))


# ------------------------------------------------------------------------------------------------------- Named entities


#: When a pair of spans is correct.
EntityMatch: TypeAlias = Literal["strict", "exact", "partial", "type"]


def _checked_category(given: object, name: str) -> object:
    if not is_name(given):
        raise InputError(f"{name} is {shown(given)}; expected a name or a number")
    return given


class EntityF(FMetric):
    """F of named entities; ``parts`` hold precision and recall.

    Parameters
    ----------
    match
        What is correct, as for ``entity_scores``.
    category
        Look at the entities of one category on both sides only; by default at all.

    Examples
    --------
    >>> from seamark import Spans
    >>> reference = Spans([(0, 2, "PER"), (5, 6, "LOC"), (8, 11, "ORG")], length=12)
    >>> hypothesis = Spans([(0, 2, "PER"), (5, 7, "LOC"), (8, 11, "LOC")], length=12)
    >>> print(EntityF("partial").compare(reference, hypothesis))
    0.8333  entityf|match:partial|v:1.0.0rc1
    """

    match: EntityMatch = "strict"
    category: Annotated[Hashable | None, _checked_category] = None

    info: ClassVar[MetricInfo] = MetricInfo(
        "entityf",
        "F of named entities",
        "Tjong Kim Sang & De Meulder 2003; Segura-Bedmar et al. 2013 for partial matches",
        symmetric=True,
        kinds=("spans",),
        function="entity_scores",
    )
    fields: ClassVar[tuple[str, ...]] = ("correct", "incorrect", "partial", "missed", "spurious")

    def _resolve(self, one: Side, other: Side) -> tuple[SpanColumns, SpanColumns, tuple[int]]:
        a, b, categories = shared_types(one, other)
        if self.category is not None:
            code = categories.index(self.category) if self.category in categories else -1
            a, b = a.only(code), b.only(code)
        return a, b, (len(categories),)

    def _count(self, a: SpanColumns, b: SpanColumns, categories: int) -> Counts:
        ends, labels = self.match != "type", self.match in ("strict", "type")
        correct, others = kernels.entity_pairs(a, b, categories, ends=ends, labels=labels)
        paired = correct + others
        incorrect, partial = (0.0, others) if self.match == "partial" else (others, 0.0)
        return correct, incorrect, partial, marks_of(a) - paired, marks_of(b) - paired

    def _score(self, *counts: Column) -> Column:
        return super()._score(*_shares(*counts))

    def _parts(self, *counts: Column) -> dict[str, Column]:
        return super()._parts(*_shares(*counts))

    def _options(self) -> dict[str, object]:
        return {"match": self.match} | ({} if self.category is None else {"category": self.category})


def _shares(
    correct: Column, incorrect: Column, partial: Column, missed: Column, spurious: Column
) -> tuple[Column, Column, Column]:
    """What is true, false and missing; half of a partial match is each."""
    return correct + partial / 2, incorrect + partial / 2 + spurious, incorrect + partial / 2 + missed


@dataclass(frozen=True, slots=True)
class EntityScores(ResultRecord):
    """Counts of correct, incorrect, partial, missed and spurious entities, and their micro precision, recall and F.

    Attributes
    ----------
    precision, recall
        (correct + partial / 2) per entity of the hypothesis, and of the reference; 1 without any on either side.
    f
        Harmonic mean of the two.
    correct, incorrect, partial, missed, spurious
        Pairs that are correct, incorrect or partly right; entities of the reference, and of the hypothesis, that
        overlap nothing that is left for them.
    per_category
        The same for the entities of each category on both sides; a category has no further ones.
    macro, weighted
        Means of precision, of recall and of F over the categories of either side: plain, and weighted by the number of
        entities in the reference.
    """

    precision: float
    recall: float
    f: float
    correct: int
    incorrect: int
    partial: int
    missed: int
    spurious: int
    per_category: Mapping[Hashable, EntityScores]
    macro: PrecisionRecall
    weighted: PrecisionRecall

    @property
    def support(self) -> int:
        """The number of entities in the reference."""
        return self.correct + self.incorrect + self.partial + self.missed

    def answer(self) -> tuple[str, ...]:
        """F, precision and recall over all entities."""
        found = self.support - self.missed + self.spurious
        return (
            f"F is {self.f:.4f} (precision {self.precision:.4f}, recall {self.recall:.4f}).",
            f"Of {self.support:,} entities in the reference {self.correct:,} are correct among the {found:,} found.",
        )

    def table(self) -> Table:
        """The rows, and under them the means over categories."""
        rows = [tuple(row.values()) for row in self.rows()]
        means = [(f"{name} mean", *getattr(self, name), self.support) for name in ("macro", "weighted")]
        return Table(("category", "precision", "recall", "F", "support"), rows, means, title="By category")

    def rows(self) -> list[dict[str, Any]]:
        """A row for every category, and for all together."""
        named = {**self.per_category, "all": self}
        names = ("precision", "recall", "f", "support")
        return [{"category": category, **{n: getattr(one, n) for n in names}} for category, one in named.items()]


def entity_scores(
    reference: Turns | Mapping[Any, Turns], hypothesis: Turns | Mapping[Any, Turns], /, *, match: EntityMatch = "strict"
) -> EntityScores:
    """Precision, recall and F of named entities: micro, macro, weighted and for each category.

    Parameters
    ----------
    reference, hypothesis
        Spans with categories, or a mapping from item to spans, with the same items; ``Spans.from_tags`` reads tags.
    match
        What is correct: the same ends and the same category (``"strict"``), the same ends (``"exact"``, and
        ``"partial"``, where any overlap is worth one half), or an overlap with the same category (``"type"``).

    Examples
    --------
    >>> from seamark import Spans
    >>> reference = Spans([(0, 2, "PER"), (5, 6, "LOC"), (8, 11, "ORG")], length=12)
    >>> hypothesis = Spans([(0, 2, "PER"), (5, 7, "LOC"), (8, 11, "LOC")], length=12)
    >>> [round(entity_scores(reference, hypothesis, match=match).f, 4) for match in ("strict", "exact", "partial")]
    [0.3333, 0.6667, 0.8333]
    >>> entity_scores(reference, hypothesis).per_category["PER"].f
    1.0

    References
    ----------
    Tjong Kim Sang & De Meulder 2003; Segura-Bedmar et al. 2013, SemEval task 9.1.
    """
    one, other = _paired(reference, hypothesis)
    metric = EntityF(match)
    bound = metric.bind(one, other)
    *_, categories = shared_types(bound.one, bound.other)
    whole = _scores(bound.count().sum(axis=0))
    each = {}
    for code, category in enumerate(categories):
        counts = metric._count(bound.a.only(code), bound.b.only(code), len(categories))
        each[category] = _scores(np.sum(column) for column in counts)
    found = [(one.precision, one.recall, one.f) for one in each.values()]
    support = [one.support for one in each.values()]
    macro, weighted = _mean(found, [1] * len(found)) or whole.macro, _mean(found, support) or whole.weighted
    return replace(whole, per_category=FrozenMapping(each), macro=macro, weighted=weighted)


def _paired(reference: Any, hypothesis: Any) -> tuple[Codings, Codings]:
    """The items of both sides, in the order of the reference."""
    named = [isinstance(side, Mapping) for side in (reference, hypothesis)]
    if not any(named):
        return Codings.of([reference]), Codings.of([hypothesis])
    if not all(named) or reference.keys() != hypothesis.keys():
        raise InputError("reference and hypothesis hold different items; expected two mappings with the same ones")
    if not reference:
        raise InputError("there is no item; expected spans of at least one")
    return Codings.of(list(reference.values())), Codings.of([hypothesis[item] for item in reference])


def _scores(counts: Iterable[float]) -> EntityScores:
    """The scores of counts; those of a single category are their own means."""
    correct, incorrect, partial, missed, spurious = map(int, counts)
    row = correct, incorrect, partial, missed, spurious
    own = PrecisionRecall._of(EntityF()._result(row))
    return EntityScores(*own, *row, FrozenMapping({}), own, own)


def _mean(found: list[tuple[float, float, float]], weights: list[int]) -> PrecisionRecall | None:
    """Weighted means of precision, recall and F; None without any category, or any entity in the reference."""
    if not sum(weights):
        return None
    # Sums are exact, so that the order of the categories, that of their names, decides nothing.
    weighted = [[weight * one for one in row] for weight, row in zip(weights, found, strict=True)]
    return PrecisionRecall(*(math.fsum(column) / sum(weights) for column in zip(*weighted, strict=True)))
