"""The adjudication page: what coders dispute, decided place by place in a browser.

It asks about boundaries, labelled segments or spans that belong together. A place is a position and a type; that of a
span is its start, its category and its end. Labels are asked about as the boundaries at which their segments begin, the
first segment at 0.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from seamark.agreement.consensus import consensus, default_metric
from seamark.agreement.disputes import grouped_items
from seamark.agreement.gamma import align_spans
from seamark.base.checks import one_of, true_or_false
from seamark.base.errors import InputError
from seamark.base.extras import gc_paused
from seamark.metrics.edit import near_miss_width
from seamark.model.coding import positive_time
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.spans import Span, Spans
from seamark.pages.page import heading, script_json, write_page

__all__ = ["Only", "adjudicate"]

Place: TypeAlias = tuple[int, Hashable] | tuple[int, Hashable, int]
#: What is shown where nothing is decided.
Start: TypeAlias = Literal["consensus", "empty"]
#: Which boundaries are asked about, if not all.
Only: TypeAlias = Literal["disputed"]


@gc_paused()
def adjudicate(
    corpus: CorpusLike,
    path: str | os.PathLike[str],
    *,
    start: Start = "consensus",
    only: Only | None = None,
    blind: bool = False,
    n: int = 2,
    resolution: float | None = None,
    title: str | None = None,
    force: bool = True,
) -> None:
    """Write a page on which a person decides what the coders dispute, as one HTML file that opens without a network.

    The page asks about one boundary, labelled segment or span after another, the most disputed first; near misses of
    one boundary, and spans that mean the same, are one question. The page keeps decisions in the browser, and saves
    ``gold.json``, which ``load`` reads, and a table of the decisions. Of boundaries it shows how far the decisions
    agree with each coder.

    Parameters
    ----------
    corpus
        The codings, with their texts if there are any.
    path
        The HTML file to write.
    start
        The coding where nothing has been decided: ``"consensus"``, that of the function ``consensus``; ``"empty"``, no
        boundary.
    only
        ``"disputed"``: boundaries that all coders place alike are in the result and are not asked about. By default
        they are asked about too, after the others.
    blind
        Whether the page does not hold the names of the coders, who are numbered in an arbitrary order. Otherwise it
        shows letters until the user asks for names.
    n
        Boundaries up to ``n - 1`` units apart are near misses, and one question.
    resolution
        Seconds per unit of recordings, so that the page shows times.
    title
        The heading of the page; by default the ``title`` in the corpus's metadata, or a plain one.
    force
        Whether an existing file is replaced.

    Raises
    ------
    InputError
        When an option cannot be used, or jinja2 is not installed.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     adjudicate(corpus, Path(folder, "decide.html"), only="disputed")
    ...     Path(folder, "decide.html").stat().st_size < 100_000
    True
    """
    one_of(start, "start", get_args(Start))
    if only is not None:
        one_of(only, "only", get_args(Only))
    blind = true_or_false(blind, "blind")
    study = corpus if isinstance(corpus, Corpus) else as_corpus(corpus)
    step = None if resolution is None else positive_time(resolution, "resolution")
    data = _data(study, start, only, blind, near_miss_width(n))
    named_types = len(data["labels"]) > 1 and not all(isinstance(label, int) for label in data["labels"])
    contents = {
        "title": heading(study, title, "Decide what the coders dispute"),
        "blind": blind,
        "recordings": step is not None,
        "boundaries": study.kind == "boundaries",
        "named_types": named_types,
    }
    told = script_json(data)
    # Decisions belong to a page that asks the same, at whatever step of time.
    fingerprint = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    told = f"{told[:-1]},{script_json({'step': step, 'fingerprint': fingerprint})[1:]}"
    write_page(path, force, "adjudicate", contents, data=told, desk=True, media=step is not None)


def _data(corpus: Corpus, start: Start, only: Only | None, blind: bool, n: int) -> dict[str, Any]:
    """What the script of the page works on; places are lists of a position, the number of a type, and an end."""
    # An order that does not show who the coders are, the same whenever the page is made.
    digests = {coder: hashlib.sha256(f"{len(corpus)} {coder}".encode()).digest() for coder in corpus.coder_names}
    order = sorted(corpus.coder_names, key=digests.__getitem__)
    number = {coder: str(index) for index, coder in enumerate(order)}
    code: dict[Hashable, int] = {}

    @cache
    def coded(place: Place) -> list[int]:
        return [place[0], code.setdefault(place[1], len(code)), *place[2:]]

    listed: list[dict[str, Any]] = []
    disputes: list[dict[str, Any]] = []
    lengths = corpus.lengths
    for item, (placed, agreed, questions) in questions_of(corpus, n):
        codings = {number[coder]: [*map(coded, own)] for coder, own in placed.items()}
        grouped: set[Place | None] = set()
        for question in questions:
            unanimous = question.disagreement == 0 and only == "disputed"
            first = question.consensus if start == "consensus" else None
            if unanimous:
                first = min(question.placed.values(), key=lambda place: (place[0], str(place[1:])))
            grouped.add(first)
            disputes.append(
                {
                    "item": len(listed),
                    "placed": {number[coder]: coded(place) for coder, place in question.placed.items()},
                    "consensus": None if question.consensus is None else coded(question.consensus),
                    "start": None if first is None else coded(first),
                    "disagreement": question.disagreement,
                    "asked": not unanimous,
                }
            )
        begun = agreed if start == "consensus" else ()
        listed.append(
            {
                "name": item,
                "mass": lengths[item],
                "texts": corpus.texts.get(item),
                "codings": codings,
                # A boundary of the consensus may belong to no boundary of a coder; it is not asked about, and stays.
                "kept": [coded(place) for place in begun if place not in grouped and place[1] in code],
            }
        )
    disputes.sort(key=itemgetter("disagreement"), reverse=True)
    return {
        "kind": corpus.kind,
        "blind": blind,
        "items": listed,
        "coders": [f"coder {index + 1}" for index in range(len(order))] if blind else list(order),
        "types": ["" if label is None else str(label) for label in code],
        "labels": [label if isinstance(label, int | str) or label is None else str(label) for label in code],
        "disputes": disputes,
        "start": start,
    }


# ---------------------------------------------------------------- what is asked about an item


class Question(NamedTuple):
    """Places of several coders that belong together: at most one of each coder."""

    placed: Mapping[str, Place]
    consensus: Place | None
    disagreement: float


#: What the coders placed in an item, what they say together, and what is asked.
ItemQuestions: TypeAlias = tuple[Mapping[str, Sequence[Place]], Sequence[Place], Sequence[Question]]


def questions_of(corpus: Corpus, n: int) -> Iterator[tuple[str, ItemQuestions]]:
    """The questions about every item."""
    if corpus.kind == "boundaries":
        return _about_boundaries(corpus, n, shift=0)
    if corpus.kind == "labels":
        # A label is the type of the boundary where its segment starts, one unit on: the first segment has one, too.
        starts = SegmentationArray._unchecked(corpus.codings.columns, corpus.types)
        return _about_boundaries(corpus.with_codings(starts), n, shift=1)
    if corpus.kind == "spans":
        return ((item, _about_spans(codings)) for item, codings in corpus.items())
    raise InputError("the corpus holds levels; expected boundaries, labels or spans, which can be decided one by one")


def _about_boundaries(corpus: Corpus, n: int, shift: int) -> Iterator[tuple[str, ItemQuestions]]:
    """Near misses of one boundary are one question; ``shift`` is what positions are too high."""
    agreed = consensus(corpus, metric=default_metric(corpus, n))
    for item, places, groups in grouped_items(corpus, n=n, agreed=agreed):
        together = agreed[item].boundaries
        kept, questions = set(together), []
        for group in groups:
            chosen = None
            if group.in_consensus:
                # The consensus may lie between the places of the coders.
                labels = {label for _, label in group.placed.values() if (group.position, label) in kept}
                chosen = (group.position - shift, min(labels, key=str)) if labels else None
            placed = dict(zip(group.placed, _shifted(group.placed.values(), shift), strict=True))
            questions.append(Question(placed, chosen, group.disagreement))
        codings = {coder: _shifted(own, shift) for coder, own in places.items()}
        yield item, (codings, _shifted(together, shift), questions)


def _shifted(boundaries: Iterable[tuple[int, Hashable]], shift: int) -> Sequence[Place]:
    return [(position - shift, label) for position, label in boundaries]


def _about_spans(codings: Mapping[str, Spans]) -> ItemQuestions:
    """Spans that mean the same are one question; together the coders say what most of them say."""
    questions = []
    for one in align_spans(codings).unitary if len(codings) > 1 else ():
        placed = {coder: _place(span) for coder, span in one.spans.items() if span is not None}
        votes = Counter(placed.values())
        usual = min(votes, key=lambda place: (-votes[place], place[0], place[2], str(place[1])))
        majority = usual if 2 * len(placed) > len(codings) else None
        questions.append(Question(placed, majority, 1 - votes[usual] / len(codings)))
    agreed = [one.consensus for one in questions if one.consensus is not None]
    return {coder: [*map(_place, coding.spans)] for coder, coding in codings.items()}, agreed, questions


def _place(span: Span) -> tuple[int, Hashable, int]:
    return (span.start, span.category, span.end)
