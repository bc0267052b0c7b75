"""Chunkers of a retrieval pipeline compared by how well they keep the answers to questions together."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from seamark.base.checks import count_between, mapping_of, of_kind, shown
from seamark.base.errors import InputError, MassMismatchError
from seamark.base.numbers import counted, ends, percent
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.base.version import __version__
from seamark.metrics.chunks import ChunkScores, chunk_scores
from seamark.model.spans import Span, Spans, joined_regions
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import mean_of_sums, rows_of_values
from seamark.stats.significance import PairedDifference, paired_difference, score_interval

__all__ = ["ChunkerComparison", "ChunkerScore", "CutAnswer", "compare_chunkers"]

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
        Where it lies.
    pieces
        The fewest chunks that hold what chunks hold of it.
    omega
        Of its question.
    text
        What it says, with bars where chunks end, if the text is known.
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
        """What stands beside: pieces, losses, overlap, sizes, and B with gold segments."""
        names = ("pieces", "lost", "overlap", "chunks", "size", "boundaries")
        header = ("chunker", "pieces ↓", "lost ↓", "overlap", "chunks", "mean size", "B ↑")
        return Table(header, [(name, *(getattr(one, n) for n in names)) for name, one in self.chunkers.items()])

    def cut_table(self, longest: int | None = _LONGEST) -> Table | None:
        """The answers that are cut worst, of each so many characters; None if none is."""
        if longest is not None:
            count_between(longest, "longest", 1, sys.maxsize)

        def said(text: str) -> str:
            return text if longest is None or len(text) <= longest else f"{text[: longest - 1]}…"

        rows = [(one.chunker, one.item, one.question, one.omega, said(one.text)) for one in self.cut]
        header = ("chunker", "item", "question", "omega", "answer")
        return Table(header, rows, title="Answers that are cut worst; bars are ends of chunks") if rows else None

    def tables(self, longest: int | None = _LONGEST) -> list[Table]:
        """The ranking, what stands beside, and the answers that are cut worst."""
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
        For every chunker a similarity with gold segments that is to stand beside, such as B.
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


def _with_bars(text: str, span: Span, chunks: Sequence[Span]) -> str:
    """An answer with a bar wherever a chunk ends within it."""
    inside = {chunk.end for chunk in chunks if span.start < chunk.end < span.end}
    inside |= {chunk.start for chunk in chunks if span.start < chunk.start < span.end and not inside}
    return " | ".join(text[a:b].strip() for a, b in pairwise([span.start, *sorted(inside), span.end]))
