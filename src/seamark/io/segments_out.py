"""Segments as spans of a text or of a time, for the formats of annotation tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from seamark.errors import OPTION, InputError
from seamark.io.features import checked_label, checked_type
from seamark.model.corpora import AnyCorpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Spans
from seamark.texts.units import CUTS

#: What a segment is called that no boundary type names.
SEGMENT = "segment"

#: What stands between units in a text that is made of them, and how they are found in it again.
_JOINTS = {"token": " ", "line": "\n", "paragraph": "\n\n"}


#: What a tool keeps as spans: segments, labelled segments, or spans.
SpanCoding: TypeAlias = Segmentation | LabelledSegmentation | Spans


class Segment(NamedTuple):
    """A segment from a unit up to another one; of plain segments the label is the type of the boundary at its start."""

    start: int
    end: int
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
        yield from _plain_segments(coding)
        return
    if isinstance(coding, LabelledSegmentation) and LabelledSegmentation.from_spans(coding.spans) != coding:
        raise InputError("two segments without a label stand side by side, and would read back as one; use JSON")
    for start, end, category in coding if isinstance(coding, Spans) else coding.spans:
        yield Segment(start, end, SEGMENT if category is None else printable(str(checked_label(category))))


def units_of(coding: SpanCoding) -> int:
    """The number of units that a coding covers."""
    return coding.length if isinstance(coding, Spans) else coding.mass


def _plain_segments(segmentation: Segmentation) -> Iterator[Segment]:
    labels = {0: SEGMENT}
    for position, type_ in segmentation.boundaries:
        if position in labels:
            raise InputError(
                f"the boundary at {position} has several types; a span has one label ({OPTION} types)", option="drop"
            )
        labels[position] = SEGMENT if type_ == DEFAULT_TYPE else printable(str(checked_type(type_)))
    ends = [*sorted(labels)[1:], segmentation.mass]
    for (start, label), end in zip(sorted(labels.items()), ends, strict=True):
        yield Segment(start, end, label)


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
    def of(cls, corpus: AnyCorpus, item: str) -> JoinedText:
        """The text of an item; an error where there is none, or where its units would not be found again."""
        units = corpus.texts.get(item)
        if units is None:
            raise InputError(
                f"item {item!r} has no texts, in which this format marks spans; use one that counts units, such as json"
            )
        unit = "paragraph" if any(re.search(r"[\r\n]", one) for one in units) else "line"
        if not any(re.search(r"\s", one) for one in units):
            unit = "token"
        text = _JOINTS[unit].join(units)
        stretches = CUTS[unit](text)
        if [text[start:end] for start, end in stretches] != list(units):
            raise InputError(f"item {item!r}: a unit is empty, or holds white space that a text would not keep apart")
        return cls(text, unit, stretches)

    def span(self, segment: Segment) -> tuple[int, int]:
        """Where a segment starts and ends, in characters."""
        return self.stretches[segment.start][0], self.stretches[segment.end - 1][1]


def seconds_per_unit(resolution: float | None) -> float:
    """The resolution; an error when nobody said it."""
    if resolution is None:
        raise InputError(f"say with {OPTION}= how many seconds a unit lasts", option="resolution")
    return resolution
