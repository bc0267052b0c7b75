"""Chunks of a text, as retrieval stores them, against gold spans, the answers to questions.

The category of a span is its question. Chunks may overlap and leave gaps; a chunk and a span *share* when they have a
unit in common. ``chunk_scores`` counts how often an answer is in one chunk, and how many chunks it needs:

============ ================================================================================
``whole``     spans that lie inside one chunk, per span
``pieces``    mean of the fewest chunks that hold all of the span that any chunk holds
``touched``   mean number of chunks that share with a span
``lost``      units of spans in no chunk, per unit
``omega``     mean over questions of intersection over union of the question's spans with
              the chunks that share with them (Smith & Troynikov 2024)
``overlap``   units of chunks per unit that some chunk covers, minus 1
============ ================================================================================

``compare_chunkers`` ranks chunkers by omega, with intervals and a paired test over questions.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np

from seamark.base.checks import count_between, mapping_of, of_kind, shown
from seamark.base.errors import InputError, MassMismatchError
from seamark.base.numbers import counted, ends, percent
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.base.version import __version__
from seamark.kernels.columns import Column, FloatArray, Int64Array, SpanColumns, columns_of
from seamark.metrics.base import Bound, Metric, MetricInfo
from seamark.metrics.counting import Counts, ratio_or
from seamark.metrics.turns import Turns
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.model.spans import Span, Spans, joined, joined_regions
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import mean_of_sums, rows_of_values
from seamark.stats.significance import PairedDifference, paired_difference, score_interval

__all__ = [
    "ChunkFit",
    "ChunkScores",
    "ChunkSizes",
    "ChunkerComparison",
    "ChunkerScore",
    "CutAnswer",
    "chunk_scores",
    "compare_chunkers",
]


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
    """Chunks by start, with what is asked of them again and again; all but pieces takes n log n steps."""

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
        from_, to = joined(starts, ends)
        return cls(starts, ends, np.maximum.accumulate(ends), from_, to, np.concatenate(([0], np.cumsum(to - from_))))

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
            self._fewest(starts, ends).sum(),
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

    def _fewest(self, starts: Int64Array, ends: Int64Array) -> Int64Array:
        """The fewest chunks that hold all that chunks hold of each span: the one that reaches furthest is always taken
        next, for all spans at a time.
        """
        found, at, some = np.zeros(len(starts), dtype=np.int64), starts.copy(), np.arange(len(starts))
        while some.size:
            first, reached = self._next(at[some])
            inside = first < ends[some]
            some = some[inside]
            found[some] += 1
            at[some] = reached[inside]
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


# --------------------------------------------------------------------------------------------- Several chunkers, ranked


#: Cut answers that are listed.
_MOST_CUT = 5
#: Characters of an answer that are shown in a terminal.
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class ChunkerScore(ResultRecord):
    """How the chunks of one chunker fit the answers to all questions.

    Attributes
    ----------
    omega, omega_interval
        Mean over questions, and its interval for other questions.
    whole, whole_interval
        Mean over questions of the share of their answers that lie inside one chunk.
    pieces, lost, overlap
        The fewest chunks that hold an answer; the share of answers that no chunk holds; how much chunks overlap.
    chunks, size
        How many chunks there are, and their mean length.
    boundaries
        Boundary similarity B with gold segments, where that is known.
    against_best
        Omega of this chunker minus that of the best one, question by question; None for the best one itself.
    """

    omega: float
    omega_interval: Interval | None
    whole: float
    whole_interval: Interval | None
    pieces: float
    lost: float
    overlap: float
    chunks: int
    size: float
    boundaries: float | None
    against_best: PairedDifference | None


@dataclass(frozen=True, slots=True)
class CutAnswer(ResultRecord):
    """An answer that no chunk contains as a whole.

    Attributes
    ----------
    chunker, item, question
        Where it is cut.
    start, end
        Where it is.
    pieces
        The smallest number of chunks that contain what is in any chunk.
    omega
        Of its question.
    text
        Its text, with bars where chunks end, if the text is known.
    """

    chunker: str
    item: str
    question: str
    start: int
    end: int
    pieces: float
    omega: float
    text: str


@dataclass(frozen=True, slots=True)
class ChunkerComparison(ResultRecord):
    """Chunkers from the best to the worst, by omega.

    Attributes
    ----------
    chunkers
        The scores of every chunker by name, the best first.
    questions
        How many questions there are.
    cut
        The answers that are cut worst, of the best chunker first.
    signature
        What makes the numbers reproducible.
    """

    chunkers: Mapping[str, ChunkerScore]
    questions: int
    cut: tuple[CutAnswer, ...]
    signature: str

    def answer(self) -> tuple[str, ...]:
        """Which chunker is best, and whether that is shown."""
        (name, best), *others = self.chunkers.items()
        said = [
            f"{name} has the highest omega, {best.omega:.4f} over {counted(self.questions, 'question')} (higher is "
            f"better), and keeps {percent(best.whole)} of the answers whole."
        ]
        if others:
            other, score = others[0]
            found = score.against_best
            shown = found is not None and found.p_value <= 0.05
            p = math.nan if found is None else found.p_value
            verdict = "is shown to be worse" if shown else "is not shown to be worse"
            difference = score.omega - best.omega
            said.append(f"{other}, the next, {verdict} ({difference:+.4f}, paired randomization p = {p:.3f}).")
        return tuple(said)

    def table(self) -> Table:
        """A row per chunker."""
        rows: list[tuple[Any, ...]] = []
        for name, one in self.chunkers.items():
            p = None if one.against_best is None else one.against_best.p_value
            rows.append((name, one.omega, ends(one.omega_interval), one.whole, ends(one.whole_interval), p))
        return Table(("chunker", "omega ↑", "interval", "whole ↑", "interval", "p, best"), rows)

    def sizes(self) -> Table:
        """The other numbers: pieces, losses, overlap, sizes, and B with gold segments."""
        names = ("pieces", "lost", "overlap", "chunks", "size", "boundaries")
        header = ("chunker", "pieces ↓", "lost ↓", "overlap", "chunks", "mean size", "B ↑")
        return Table(header, [(name, *(getattr(one, n) for n in names)) for name, one in self.chunkers.items()])

    def cut_table(self, longest: int | None = _LONGEST) -> Table | None:
        """The answers that are cut worst, at most so many characters of each; None if none is."""
        most = sys.maxsize if longest is None else count_between(longest, "longest", 1, sys.maxsize)
        rows = [(one.chunker, one.item, one.question, one.omega, _beginning(one.text, most)) for one in self.cut]
        header = ("chunker", "item", "question", "omega", "answer")
        return Table(header, rows, title="Answers that are cut worst; bars are ends of chunks") if rows else None

    def tables(self, longest: int | None = _LONGEST) -> list[Table]:
        """The ranking, the other numbers, and the answers that are cut worst."""
        return [table for table in (self.table(), self.sizes(), self.cut_table(longest)) if table is not None]

    def details(self) -> tuple[Table | str, ...]:
        """The answers that are cut."""
        return tuple(self.tables()[2:])

    def rows(self) -> list[dict[str, Any]]:
        """A row per chunker."""
        return [
            {"chunker": name, **{key: value for key, value in one.to_dict().items() if not isinstance(value, dict)}}
            for name, one in self.chunkers.items()
        ]


def compare_chunkers(
    questions: Mapping[str, Spans],
    chunkers: Mapping[str, Mapping[str, Spans]],
    *,
    texts: Mapping[str, str] | None = None,
    boundaries: Mapping[str, float] | None = None,
    ci: float = 0.95,
    resamples: int = 10_000,
    rng: RandomSource = None,
) -> ChunkerComparison:
    """Rank chunkers by how well their chunks keep the answers to questions together.

    Parameters
    ----------
    questions
        For every text the gold answers, each with its question as category.
    chunkers
        For every chunker the chunks of every text; they may overlap and leave gaps.
    texts
        The texts, to show the answers that are cut.
    boundaries
        For every chunker a similarity with gold segments, such as B, which is printed with the other numbers.
    ci
        Level of the intervals for other questions.
    resamples, rng
        Arrangements of the paired randomization test when not all can be tried, and their seed or generator.

    Examples
    --------
    >>> questions = {"book": Spans([(8, 22, "q1"), (1, 4, "q2")], length=30)}
    >>> one, other = Spans([(0, 10), (5, 25), (20, 30)], length=30), Spans([(0, 15), (15, 30)], length=30)
    >>> found = compare_chunkers(questions, {"fixed": {"book": other}, "overlapping": {"book": one}}, rng=0)
    >>> [(name, round(score.omega, 4), score.whole) for name, score in found.chunkers.items()]
    [('overlapping', 0.3833, 1.0), ('fixed', 0.3333, 0.5)]
    """
    check_level(ci, "ci")
    seed = resolve_rng(rng)[1]
    asked = _by_question(questions)
    measured = {
        str(name): _per_question(str(name), asked, mapping_of(chunks, f"chunker {name!r}", "Spans for each text"))
        for name, chunks in mapping_of(chunkers, "chunkers", "the chunks of each chunker").items()
    }
    if not measured:
        raise InputError("there is no chunker; expected at least one")
    ranked = sorted(measured, key=lambda name: -float(np.mean([one.omega for one in measured[name]])))
    best = ranked[0]
    scores: dict[str, ChunkerScore] = {}
    for name in ranked:
        found = measured[name]
        omega, whole = (rows_of_values([getattr(one, field) for one in found]) for field in ("omega", "whole"))
        against = None
        if name != best and len(found) > 1:
            beside = rows_of_values([one.omega for one in measured[best]])
            against = paired_difference(omega, beside, mean_of_sums, ci=ci, resamples=resamples, rng=seed)
        sizes = [span.end - span.start for chunks in chunkers[name].values() for span in chunks.spans]
        regions = (joined_regions(chunks, chunks.length) for chunks in chunkers[name].values())
        covered = sum(int((to - start).sum()) for start, to in regions)
        scores[name] = ChunkerScore(
            omega=float(np.mean(omega[:, 0])),
            omega_interval=score_interval(omega, mean_of_sums, ci, (0.0, 1.0)),
            whole=float(np.mean(whole[:, 0])),
            whole_interval=score_interval(whole, mean_of_sums, ci, (0.0, 1.0)),
            pieces=float(np.mean([one.pieces for one in found])),
            lost=float(np.mean([one.lost for one in found])),
            overlap=sum(sizes) / covered - 1 if covered else math.nan,
            chunks=len(sizes),
            size=float(np.mean(sizes)) if sizes else math.nan,
            boundaries=None if boundaries is None else boundaries.get(name),
            against_best=against,
        )
    cut = [one for name in ranked for one in _cut(name, asked, measured[name], chunkers[name], texts or {})[:_MOST_CUT]]
    signature = f"chunks|questions:{len(asked)}|ci:{ci:g},jackknife-t|test:randomization|seed:{seed}|v:{__version__}"
    return ChunkerComparison(FrozenMapping(scores), len(asked), tuple(cut), signature)


def _by_question(questions: object) -> list[tuple[str, Hashable, Spans]]:
    """Item, question and answers, a row per question."""
    asked = []
    for item, given in mapping_of(questions, "questions", "Spans for each text").items():
        spans = of_kind(given, Spans, f"questions about {shown(item)}", "Spans with their question as category")
        for question in spans.categories:
            asked.append((str(item), question, spans.only(question)))
    if not asked:
        raise InputError("there is no question; expected spans with their question as category")
    return asked


def _per_question(
    name: str, asked: Sequence[tuple[str, Hashable, Spans]], chunks: Mapping[str, Spans]
) -> list[ChunkScores]:
    for item, _, spans in asked:
        if item not in chunks:
            raise InputError(f"chunker {name!r} has no chunks of item {item!r}")
        if chunks[item].length != spans.length:
            raise MassMismatchError(
                f"item {item!r}: chunks of {name} cover {chunks[item].length} units, answers {spans.length}"
            )
    return [chunk_scores(chunks[item], spans) for item, _, spans in asked]


def _cut(
    name: str,
    asked: Sequence[tuple[str, Hashable, Spans]],
    found: Sequence[ChunkScores],
    chunks: Mapping[str, Spans],
    texts: Mapping[str, str],
) -> list[CutAnswer]:
    """Answers that lie in no chunk, the one of the lowest omega first."""
    cut = []
    for (item, question, spans), scores in zip(asked, found, strict=True):
        for span in spans.spans:
            held = chunks[item].spans
            if not any(chunk.start <= span.start and span.end <= chunk.end for chunk in held):
                text = _with_bars(texts[item], span, held) if item in texts else ""
                where = (span.start, span.end, scores.pieces, scores.omega)
                cut.append(CutAnswer(name, item, str(question), *where, text))
    return sorted(cut, key=lambda one: (one.omega, -one.pieces))


def _beginning(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _with_bars(text: str, span: Span, chunks: Sequence[Span]) -> str:
    """An answer with a bar wherever a chunk ends within it."""
    inside = {chunk.end for chunk in chunks if span.start < chunk.end < span.end}
    inside |= {chunk.start for chunk in chunks if span.start < chunk.start < span.end and not inside}
    return " | ".join(text[a:b].strip() for a, b in pairwise([span.start, *sorted(inside), span.end]))
