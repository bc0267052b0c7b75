"""What the format of a tool does not keep of labels, spans and levels, though it can hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from seamark.io.format import Format
from seamark.io.segments_out import SEGMENT
from seamark.model.corpora import AnyCorpus
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.hierarchy_corpus import HierarchyCorpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Spans

_Coding: TypeAlias = LabelledSegmentation | Hierarchy | Spans


def losses(corpus: AnyCorpus, format: Format) -> tuple[str, ...]:
    """What reading the file again would not give back, a sentence each; our own formats keep everything.

    Examples
    --------
    >>> from seamark.io.registry import format_named
    >>> talk = SpanCorpus({"talk": {"ann": Spans([(2, 8, 7)], length=20)}})
    >>> for sentence in losses(talk, format_named("rttm")):
    ...     print(sentence)
    labels that are numbers are written as names
    rttm does not tell how long an item is beyond its last span; --duration (duration=) does when it is read
    >>> losses(talk, format_named("json"))
    ()
    """
    return () if format.write_spans is None or isinstance(corpus, Corpus) else tuple(_losses(corpus, format))


def _losses(corpus: SpanCorpus | HierarchyCorpus | AnyCorpus, format: Format) -> Iterator[str]:
    codings: list[_Coding] = list(corpus.codings)  # type: ignore[arg-type]  # not of plain boundaries
    if any(isinstance(label, int) for one in codings for label in _labels(one)):
        yield "labels that are numbers are written as names"
    if any(isinstance(one, Spans) and None in one.categories for one in codings):
        yield f"spans without a category are called {SEGMENT!r}"
    if any(isinstance(one, Hierarchy) and one.labelled is None for one in codings):
        yield f"segments of levels have no labels and are called {SEGMENT!r}"
    if isinstance(corpus, HierarchyCorpus) and format.names == "tiers":
        tiers = ",".join(f"level{number}" for number in range(1, corpus.depth + 1))
        yield f"tiers are the levels of one coder, who is not named; read them with --levels {tiers}"
    if not format.tells_length and any(
        max(_end(one) for one in corpus[item].values()) < size for item, size in corpus._sizes.items()
    ):
        said = "does not tell how long an item is beyond its last span"
        yield f"{format.name} {said}; --duration (duration=) does when it is read"


def _labels(coding: _Coding) -> Iterator[object]:
    if isinstance(coding, Hierarchy):
        for level in coding.labelled or ():
            yield from level.labels
    else:
        yield from coding.categories if isinstance(coding, Spans) else coding.labels


def _end(coding: object) -> int:
    """Where the last span ends."""
    if isinstance(coding, Hierarchy):
        return max(map(_end, coding.levels))
    if isinstance(coding, LabelledSegmentation):
        return max((span.end for span in coding.spans), default=0)
    return max((span.end for span in coding), default=0) if isinstance(coding, Spans) else coding.mass  # type: ignore[attr-defined]
