"""Codings as segments with labels, in characters of a text or in seconds: what the formats of annotation tools hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from seamark.base.errors import OPTION, InputError
from seamark.io.format import CUES, File
from seamark.model.corpus import Corpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Spans
from seamark.texts.units import CUTS

#: What a segment is called that no boundary type names.
SEGMENT = "segment"


#: The text between units in a text that is made of them, and the pattern that finds it again.
_JOINTS = {"token": " ", "line": "\n", "paragraph": "\n\n"}


#: What a tool keeps as spans: segments, labelled segments, or spans.
SpanCoding: TypeAlias = Segmentation | LabelledSegmentation | Spans


class Segment(NamedTuple):
    """A segment in units, characters or seconds; a plain one is called as the type of the boundary at its start."""

    start: Any
    end: Any
    label: str


def segments_of(coding: SpanCoding) -> Iterator[Segment]:
    """The segments in order, or the spans; a segment whose label is None is a gap between them.

    Examples
    --------
    >>> list(segments_of(Segmentation.from_positions([2], 5, ["scene"])))
    [Segment(start=0, end=2, label='segment'), Segment(start=2, end=5, label='scene')]
    >>> list(segments_of(LabelledSegmentation.from_labels(["A", None])))
    [Segment(start=0, end=1, label='A')]
    """
    if isinstance(coding, Segmentation):
        labels = {0: SEGMENT}
        for position, type_ in coding.boundaries:
            if position in labels:
                fault = f"the boundary at {position} has several types; a span has one label ({OPTION} types)"
                raise InputError(fault, option="drop")
            labels[position] = SEGMENT if type_ == DEFAULT_TYPE else printable(str(type_))
        yield from map(Segment, labels, [*list(labels)[1:], coding.mass], labels.values())
        return
    if isinstance(coding, LabelledSegmentation) and LabelledSegmentation.from_spans(coding.spans) != coding:
        raise InputError("two segments without a label are adjacent, and would be read as one; use JSON")
    for start, end, category in coding if isinstance(coding, Spans) else coding.spans:
        yield Segment(start, end, SEGMENT if category is None else printable(str(category)))


def printable(name: str) -> str:
    """The name of a label or a tier; an error when a line of a file could not hold it."""
    if not name or name != name.strip() or not name.isprintable():
        raise InputError(f"{name!r} cannot be a label: it is empty, or white space or control characters would be lost")
    return name


@dataclass(frozen=True, slots=True)
class JoinedText:
    """The units of an item as one text: words with a space between them, else a line or a paragraph each.

    Attributes
    ----------
    text
        The text.
    unit
        By which unit the text falls into the same units again.
    stretches
        Where each unit starts and ends.
    """

    text: str
    unit: str
    stretches: list[tuple[int, int]]

    @classmethod
    def of(cls, corpus: Corpus, item: str) -> JoinedText:
        """The text of an item; an error where there is none, or where its units would not be found again."""
        units = corpus.texts.get(item)
        if units is None:
            raise InputError(f"item {item!r} has no texts, in which this format marks spans; use JSON")
        unit = "paragraph" if any(re.search(r"[\r\n]", one) for one in units) else "line"
        if not any(re.search(r"\s", one) for one in units):
            unit = "token"
        text = _JOINTS[unit].join(units)
        stretches = list(CUTS[unit](text))
        if [text[start:end] for start, end in stretches] != list(units):
            raise InputError(f"item {item!r}: a unit is empty, or holds white space that a text would not keep apart")
        return cls(text, unit, stretches)

    def segments(self, coding: SpanCoding) -> list[Segment]:
        """The segments of a coding, in characters."""
        return [
            Segment(self.stretches[start][0], self.stretches[end - 1][1], label)
            for start, end, label in segments_of(coding)
        ]


def seconds(units: int, resolution: float | None) -> float:
    """Units in seconds, rounded to a billionth: 3 x 0.1 is 0.3."""
    if resolution is None:
        raise InputError(f"say with {OPTION}= how many seconds a unit lasts", option="resolution")
    return round(units * resolution, 9)


#: The time before a unit.
Clock: TypeAlias = Callable[[int], float]


def clock_for(corpus: Corpus, item: str, resolution: float | None) -> Clock:
    """The times of units: steps of the resolution, or where cues begin that are the units."""
    told = corpus.metadata.get(CUES)
    times = told.get(item) if isinstance(told, Mapping) and resolution is None else None
    return (lambda units: seconds(units, resolution)) if times is None else times.__getitem__


def timed_spans(coding: SpanCoding, clock: Clock) -> list[Segment]:
    """The segments of a coding in seconds."""
    return [Segment(clock(start), clock(end), label) for start, end, label in segments_of(coding)]


def require_some(spans: list[Segment], item: str, coder: str) -> None:
    """Refuse a coding without spans, where a file holds nothing but spans."""
    if not spans:
        said = "marked nothing, which a file of spans alone cannot say; use JSON"
        raise InputError(f"item {item!r}: coder {coder!r} {said}")


def require_apart(spans: list[Segment], tier: str) -> None:
    """Refuse spans that overlap, where a tier holds one after the other."""
    for one, other in pairwise(spans):
        if other.start < one.end:
            places = f"from {one.start:g} to {one.end:g} s and from {other.start:g} to {other.end:g} s"
            raise InputError(f"tier {tier!r}: the spans {places} overlap, which a tier cannot hold; use rttm or JSON")


def milliseconds(spans: list[Segment]) -> list[tuple[int, int, str]]:
    """The same in thousandths of a second; an error when two boundaries would be one."""
    found = [(round(1000 * start), round(1000 * end), label) for start, end, label in spans]
    for (start, end, _), span in zip(found, spans, strict=True):
        if start == end:
            place = f"the segment from {span.start:g} to {span.end:g} s"
            raise InputError(f"{place} is shorter than the milliseconds of the format; use jams, lab or textgrid")
    return found


def files_by_item(
    corpus: Corpus,
    resolution: float | None,
    made: Callable[[dict[str, list[Segment]], float], str],
) -> Iterator[File]:
    """A file for each item, with a tier for each coder, or for each level of the only coder."""
    for item in corpus:
        codings = corpus[item]
        if corpus.kind == "levels":
            if len(codings) > 1:
                raise InputError(f"item {item!r} has levels of several coders; tiers hold those of one, use JSON")
            (hierarchy,) = codings.values()
            codings = {f"level{number}": level for number, level in enumerate(hierarchy.levels, start=1)}
        clock = clock_for(corpus, item, resolution)
        tiers = {printable(name): timed_spans(coding, clock) for name, coding in codings.items()}
        end = clock(corpus.lengths[item])
        yield (item,), made(tiers, end).encode()


def files_by_coder_and_item(
    corpus: Corpus, resolution: float | None, made: Callable[[list[Segment]], str]
) -> Iterator[File]:
    """A file for each coder and item."""
    for item in corpus:
        clock = clock_for(corpus, item, resolution)
        for coder, coding in corpus[item].items():
            spans = timed_spans(coding, clock)
            require_some(spans, item, coder)
            yield (coder, item), made(spans).encode()
