"""What an adjudication page asks about an item: boundaries, labelled segments or spans that belong together.

A place is a position and a type; that of a span is its start, its category and its end. Labels are asked about as the
boundaries at which their segments begin, the first segment at 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

from seamark.agreement.consensus import consensus, default_metric
from seamark.agreement.disputes import BoundaryGroup, grouped_items
from seamark.agreement.span_alignment import UnitaryAlignment, align_spans
from seamark.base.errors import InputError
from seamark.model.corpus import Corpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Span, Spans

Place: TypeAlias = tuple[int, Hashable] | tuple[int, Hashable, int]


class Question(NamedTuple):
    """Places of several coders that belong together: at most one of each coder."""

    placed: Mapping[str, Place]
    consensus: Place | None
    disagreement: float


class ItemQuestions(NamedTuple):
    """What the coders placed in an item, what they say together, and what is asked."""

    codings: Mapping[str, Sequence[Place]]
    agreed: Sequence[Place]
    questions: Sequence[Question]


def questions_of(corpus: Corpus, n: int) -> Iterator[tuple[str, ItemQuestions]]:
    """The questions about every item."""
    if corpus.kind == "boundaries":
        return _about_boundaries(corpus, n, shift=0)
    if corpus.kind == "labels":
        return _about_boundaries(_label_starts(corpus), n, shift=1)
    if corpus.kind == "spans":
        return ((item, _about_spans(cast("Mapping[str, Spans]", codings))) for item, codings in corpus.items())
    raise InputError("the corpus holds levels; expected boundaries, labels or spans, which can be decided one by one")


def _label_starts(corpus: Corpus) -> Corpus:
    """Labels as boundaries of the segments that they are of, one unit on, so that the first segment has one too."""
    made: dict[str, dict[str, Segmentation]] = {}
    lengths = corpus.lengths
    for item, codings in corpus.items():
        made[item] = {}
        for coder, coding in codings.items():
            labelled = cast("LabelledSegmentation", coding)
            starts = [1]
            for mass in labelled.masses[:-1]:
                starts.append(starts[-1] + mass)
            named = ["" if label is None else label for label in labelled.labels]
            made[item][coder] = Segmentation.from_positions(starts, lengths[item] + 1, types=named)
    return Corpus(made)


def _about_boundaries(corpus: Corpus, n: int, shift: int) -> Iterator[tuple[str, ItemQuestions]]:
    agreed = consensus(corpus, metric=default_metric(corpus, n))
    for item, places, groups in grouped_items(corpus, n=n, agreed=agreed):
        together = agreed[item].boundaries
        kept = set(together)
        yield (
            item,
            ItemQuestions(
                {coder: _shifted(own, shift) for coder, own in places.items()},
                _shifted(together, shift),
                [_question(group, kept, shift) for group in groups],
            ),
        )


def _shifted(boundaries: Sequence[tuple[int, Hashable]], shift: int) -> Sequence[Place]:
    return [(position - shift, label) for position, label in boundaries] if shift else boundaries


def _question(group: BoundaryGroup, agreed: set[Any], shift: int) -> Question:
    chosen: Place | None = None
    if group.in_consensus:
        # The consensus may lie between the places of the coders.
        labels = {label for _, label in group.placed.values() if (group.position, label) in agreed}
        chosen = (group.position - shift, min(labels, key=str)) if labels else None
    placed: Mapping[str, Place] = group.placed
    if shift:
        placed = {coder: (position - shift, label) for coder, (position, label) in group.placed.items()}
    return Question(placed, chosen, group.disagreement)


def _about_spans(codings: Mapping[str, Spans]) -> ItemQuestions:
    """Spans that mean the same are one question; together the coders say what most of them say."""
    placed = {coder: [_place(span) for span in coding.spans] for coder, coding in codings.items()}
    aligned = align_spans(codings).unitary if len(codings) > 1 else ()
    questions = [_span_question(one, len(codings)) for one in aligned]
    return ItemQuestions(placed, [one.consensus for one in questions if one.consensus is not None], questions)


def _span_question(one: UnitaryAlignment, coders: int) -> Question:
    placed = {coder: _place(span) for coder, span in one.spans.items() if span is not None}
    votes = Counter(placed.values())
    usual = min(votes, key=lambda place: (-votes[place], place[0], cast("Any", place)[2], str(place[1])))
    return Question(placed, usual if 2 * len(placed) > coders else None, 1 - votes[usual] / coders)


def _place(span: Span) -> Place:
    return (span.start, span.category, span.end)
