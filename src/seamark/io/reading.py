"""What a reader gives back, before it becomes a corpus."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from seamark.model.segmentation import SegmentationLike


class Span(NamedTuple):
    """A marked stretch, in characters or seconds from the start of the item; a point when both ends are the same."""

    start: float
    end: float
    label: str | None = None


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A text that was marked; tokens and sentences where the file brings its own, as (start, end) in characters."""

    text: str
    tokens: Sequence[tuple[int, int]] | None = None
    sentences: Sequence[tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that was marked; its duration in seconds where the file tells it."""

    duration: float | None = None


class Marks(NamedTuple):
    """What one coder marked in one item, and the file and line that say so."""

    item: str
    coder: str
    medium: TextDocument | Recording
    spans: Sequence[Span]
    file: str
    line: int | None = None


class Coding(NamedTuple):
    """A segmentation that one coder gave one item, and the file that says so."""

    item: str
    coder: str
    segmentation: SegmentationLike
    file: str


@dataclass(slots=True)
class Reading:
    """Everything found in one file: codings in units, or marks that still need a unit grid."""

    codings: list[Coding] = field(default_factory=list)
    marks: list[Marks] = field(default_factory=list)
    texts: dict[str, Sequence[str]] = field(default_factory=dict)
    groups: dict[str, Hashable] = field(default_factory=dict)
    metadata: dict[str, object] = field(default_factory=dict)
    types: list[Hashable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
