"""Chunks of a text, as retrieval stores them, against gold spans, the answers to questions.

The category of a span is its question. Chunks may overlap and leave gaps; a chunk and a span *share* when they have a
unit in common. ``chunk_scores`` counts how often an answer lies in one chunk, and how many chunks it needs:

============ ================================================================================
``whole``     spans that lie inside one chunk, per span
``pieces``    mean of the fewest chunks that hold all of the span that any chunk holds
``touched``   mean number of chunks that share with a span
``lost``      units of spans in no chunk, per unit
``omega``     mean over questions of intersection over union of the question's spans with
              the chunks that share with them (Smith & Troynikov 2024)
``overlap``   units of chunks per unit that some chunk covers, minus 1
============ ================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from seamark.base.numbers import percent
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels.columns import Column, FloatArray, Int64Array, SpanColumns
from seamark.kernels.rows import columns_of
from seamark.metrics.base import Bound, Counts, Metric, MetricInfo, ratio_or
from seamark.metrics.turns import Turns
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.model.spans import Spans

__all__ = ["ChunkFit", "ChunkScores", "ChunkSizes", "chunk_scores"]


@dataclass(frozen=True, slots=True)
class ChunkFit(Metric):
    """Omega of chunks, the hypothesis, for the spans of questions, the reference; ``parts`` hold the other measures.

    Examples
    --------
    >>> spans = Spans([(8, 22, "q1"), (1, 4, "q2")], length=30)
    >>> result = ChunkFit().compare(spans, Spans([(0, 10), (5, 25), (20, 30)], length=30))
    >>> round(result.value, 4), result.parts["whole"], result.parts["touched"]
    (0.3833, 1.0, 2.0)
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "chunkfit", "omega of chunks", "Smith & Troynikov 2024", kinds=("spans",), function="chunk_scores"
    )
    fields: ClassVar[tuple[str, ...]] = (
        "spans",
        "whole",
        "pieces",
        "touched",
        "span_units",
        "lost_units",
        "omega_sum",
        "questions",
        "chunks",
        "chunk_units",
        "covered_units",
    )

    def _count(self, a: SpanColumns, b: SpanColumns) -> Counts:
        rows = np.zeros((len(a.lengths), len(self.fields)))
        for row in range(len(rows)):
            rows[row] = _Chunks.of(b, row).counts(*_row(a, row))[0]
        return columns_of(rows)

    def _score(self, *counts: Column) -> Column:
        named = dict(zip(self.fields, counts, strict=True))
        return ratio_or(named["omega_sum"], named["questions"])

    def _parts(self, *counts: Column) -> dict[str, Column]:
        named = dict(zip(self.fields, counts, strict=True))
        means = {name: ratio_or(named[name], named["spans"]) for name in ("whole", "pieces", "touched")}
        overlap = ratio_or(named["chunk_units"], named["covered_units"]) - 1.0
        return {**means, "lost": ratio_or(named["lost_units"], named["span_units"]), "overlap": overlap}

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        return f"{self.info.title} is undefined: there is no span"


def _row(columns: SpanColumns, row: int) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Starts, ends and codes of the spans of one coding."""
    mine = slice(columns.offsets[row], columns.offsets[row + 1])
    return columns.starts[mine], columns.ends[mine], columns.codes[mine].astype(np.int64)


class _Chunks(NamedTuple):
    """Chunks by start, with what is asked of them again and again; everything takes n log n steps."""

    starts: Int64Array
    ends: Int64Array
    #: The furthest end of the chunks up to each one.
    reach: Int64Array
    #: The stretches that chunks cover, and the units covered before each.
    from_: Int64Array
    to: Int64Array
    before: Int64Array

    @classmethod
    def of(cls, columns: SpanColumns, row: int) -> _Chunks:
        starts, ends, _ = _row(columns, row)
        reach = np.maximum.accumulate(ends)
        new = np.ones(starts.size, dtype=np.bool_)
        new[1:] = starts[1:] > reach[:-1]
        from_, to = starts[new], reach[np.append(new[1:], True)[: starts.size]]
        return cls(starts, ends, reach, from_, to, np.concatenate(([0], np.cumsum(to - from_))))

    def covered_before(self, places: Int64Array) -> Int64Array:
        """How many units before each place some chunk covers."""
        stretches = np.searchsorted(self.from_, places, side="right")
        beyond = np.concatenate(([0], self.to))[stretches] - places
        return self.before[stretches] - np.where(stretches > 0, np.maximum(beyond, 0), 0)

    def counts(self, starts: Int64Array, ends: Int64Array, questions: Int64Array) -> tuple[list[float], FloatArray]:
        """The row of counts, and the omega of every question in the order of the codes that occur."""
        held = self.covered_before(ends) - self.covered_before(starts)
        units = (ends - starts).astype(np.float64)
        whole = self._furthest(starts) >= ends
        touched = np.searchsorted(self.starts, ends) - np.searchsorted(np.sort(self.ends), starts, side="right")
        omega = self._omega(starts, ends, questions) if starts.size else np.empty(0)
        row: list[Any] = [
            len(starts),
            np.count_nonzero(whole),
            self._fewest(starts, ends, int(touched.max(initial=0))).sum(),
            touched.sum(),
            units.sum(),
            units.sum() - held.astype(np.float64).sum(),
            math.fsum(omega.tolist()),
            len(omega),
            len(self.starts),
            (self.ends - self.starts).astype(np.float64).sum(),
            self.before[-1],
        ]
        return [float(number) for number in row], omega

    def _furthest(self, places: Int64Array) -> Int64Array:
        """The furthest end of the chunks that begin at a place or before it; -1 without any."""
        return np.concatenate(([-1], self.reach))[np.searchsorted(self.starts, places, side="right")]

    def _next(self, places: Int64Array) -> tuple[Int64Array, Int64Array]:
        """From each place the first covered one, and where the chunk that holds it and reaches furthest ends."""
        none = np.iinfo(np.int64).max
        following = np.append(self.starts, none)[np.searchsorted(self.starts, places, side="right")]
        first = np.where(self._furthest(places) > places, places, following)
        return first, np.where(first == none, none, self._furthest(np.minimum(first, none - 1)))

    def _fewest(self, starts: Int64Array, ends: Int64Array, most: int) -> Int64Array:
        """The fewest chunks that hold all that chunks hold of each span; no span shares with more than ``most``.

        The chunk that reaches furthest is always taken next, so that the ends of chunks form chains; links of one, two,
        four, ... steps are laid out once, and every span follows them.
        """
        first, reached = self._next(starts)
        found = (first < ends).astype(np.int64)
        none = np.iinfo(np.int64).max
        stops = np.append(np.unique(self.reach), none)
        # By stop: where the next chunk is needed after 1, 2, 4, ... steps, and the stop after them.
        needed, after = self._next(stops)
        needed[-1] = none
        links = [(needed, np.searchsorted(stops, after))]
        while 2 ** len(links) <= most:
            where, step = links[-1]
            links.append((where[step], step[step]))
        at = np.searchsorted(stops, reached)
        for level in reversed(range(len(links))):
            where, step = links[level]
            further = (where[at] < ends) & (found > 0)
            found[further] += 2**level
            at[further] = step[at[further]]
        return found

    def _omega(self, starts: Int64Array, ends: Int64Array, questions: Int64Array) -> FloatArray:
        """Intersection over union of the spans of each question with the chunks that share with them.

        A chunk that begins before a span and shares with it covers everything from its own start to that of the span,
        and so on at the end: the union of both is the union of the stretches from the first start to the last end.
        """
        question, first, last = _joined(questions, starts, ends)
        both = (self.covered_before(last) - self.covered_before(first)).astype(np.float64)
        order = np.argsort(self.ends)
        earliest = np.append(np.minimum.accumulate(self.starts[order][::-1])[::-1], np.iinfo(np.int64).max)
        low = np.minimum(first, earliest[np.searchsorted(self.ends[order], first, side="right")])
        high = np.maximum(last, np.concatenate(([-1], self.reach))[np.searchsorted(self.starts, last)])
        within, low, high = _joined(question, low, high)
        either = np.bincount(within, (high - low).astype(np.float64))
        asked = np.unique(question)
        return np.bincount(question, both)[asked] / either[asked]


def _joined(groups: Int64Array, starts: Int64Array, ends: Int64Array) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Stretches of several groups, those of one group that overlap or touch joined; by group and start."""
    order = np.lexsort((ends, starts, groups))
    groups, starts = groups[order], starts[order]
    known, rank = np.unique(ends[order], return_inverse=True)
    furthest = known[np.maximum.accumulate(groups * len(known) + rank) - groups * len(known)]
    new = np.ones(len(starts), dtype=np.bool_)
    new[1:] = (groups[1:] != groups[:-1]) | (starts[1:] > furthest[:-1])
    return groups[new], starts[new], furthest[np.append(new[1:], True)]


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """How many chunks there are, and how many units they have; NaN without any."""

    count: int
    mean: float
    median: float
    smallest: float
    largest: float


@dataclass(frozen=True, slots=True)
class ChunkScores(ResultRecord):
    """How chunks fit the answers to questions.

    Attributes
    ----------
    whole
        Share of the spans that lie inside one chunk.
    pieces
        Mean over spans of the fewest chunks that hold all of the span that any chunk holds.
    touched
        Mean over spans of the number of chunks that share with it.
    lost
        Share of the units of spans that no chunk holds.
    omega
        Mean over questions of the intersection over union of the question's spans with the chunks that share with them.
    per_question
        Omega of every question.
    sizes
        Number and sizes of the chunks.
    overlap
        Units of chunks per unit that some chunk covers, minus 1; NaN without chunks.
    """

    whole: float
    pieces: float
    touched: float
    lost: float
    omega: float
    per_question: Mapping[Hashable, float]
    sizes: ChunkSizes
    overlap: float

    def answer(self) -> tuple[str, ...]:
        """How many answers stay whole, and how much of what is retrieved for them is needed."""
        return (
            f"{percent(self.whole, 1)} of the spans lie inside one chunk; a span takes {self.pieces:.2f} chunks on "
            "average.",
            f"Omega is {self.omega:.4f}: of the spans of a question and the chunks for them the share in both.",
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row for every question."""
        return [{"question": question, "omega": omega} for question, omega in self.per_question.items()]


def chunk_scores(chunks: SegmentationLike | Turns, spans: Turns, /) -> ChunkScores:
    """How well chunks of a text keep gold spans together, and how little else they hold.

    Parameters
    ----------
    chunks
        Spans, which may overlap and leave gaps; their categories do not matter. Or a segmentation of the text.
    spans
        The gold spans, each with its question as category. A question may have several, and spans may overlap.

    Raises
    ------
    UndefinedScoreError
        When there is no span.

    Examples
    --------
    >>> chunks = Spans([(0, 10), (5, 25), (20, 30)], length=30)
    >>> found = chunk_scores(chunks, Spans([(8, 22, "q1"), (1, 4, "q2")], length=30))
    >>> found.whole, found.pieces, found.touched, round(found.omega, 4), round(found.overlap, 4)
    (1.0, 1.0, 2.0, 0.3833, 0.3333)
    >>> found.sizes
    ChunkSizes(count=3, mean=13.333333333333334, median=10.0, smallest=10.0, largest=20.0)

    References
    ----------
    Smith & Troynikov 2024, evaluating chunking strategies for retrieval; ranges that only touch do not share here.
    """
    metric = ChunkFit()
    bound = metric._bound_pair(spans, _as_spans(chunks))
    fitted, (starts, ends, codes) = _Chunks.of(bound.b, 0), _row(bound.a, 0)
    row, omega = fitted.counts(starts, ends, codes)
    result = metric._result(row, bound)
    sizes = (fitted.ends - fitted.starts).tolist()
    named = [bound.one.types[code] for code in np.unique(codes).tolist()]
    found = (np.mean(sizes), np.median(sizes), min(sizes), max(sizes)) if sizes else [math.nan] * 4
    return ChunkScores(
        **result.parts,
        omega=result.value,
        per_question=FrozenMapping(dict(zip(named, omega.tolist(), strict=True))),
        sizes=ChunkSizes(len(sizes), *map(float, found)),
    )


def _as_spans(chunks: Any) -> Any:
    """The segments of a segmentation as spans."""
    if isinstance(chunks, (Spans, LabelledSegmentation)):
        return chunks
    text = Segmentation.of(chunks)
    return Spans(text.segments, length=text.mass)
