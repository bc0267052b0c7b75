"""The unit grid: where a boundary given in characters or seconds falls between units.

One rule for spans: every start and every end of a span is a boundary. So a gap between spans is a segment of its own,
spans that overlap put all their boundaries, and a boundary that several spans share is one boundary. In a text, a
boundary at white space lies behind it: the end of one sentence and the start of the next are the same boundary.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Protocol

from seamark.errors import InputError
from seamark.io import units
from seamark.io.options import DEFAULT_RESOLUTION, DEFAULT_SNAP_LIMIT, ReadOptions, Unit
from seamark.io.reading import Marks, Span, TextDocument
from seamark.kernels.columns import LARGEST_MASS
from seamark.model.checks import mass_number
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Times that differ by less than this share of a step are the same: they were written in decimals.
_SAME = 1e-6


class Place(NamedTuple):
    """A position on the grid, and how far the boundary moved to get there."""

    position: int
    distance: float


class Grid(Protocol):
    """Units of one item."""

    @property
    def mass(self) -> int:
        """The number of units."""

    @property
    def extent(self) -> float:
        """Where the item ends, in the measure of its spans."""

    @property
    def limit(self) -> float:
        """How far a boundary may move when nobody says otherwise."""

    @property
    def texts(self) -> list[str] | None:
        """What the units say; None where a unit says too little (a character) or nothing (a step of time)."""

    def place(self, where: float) -> Place:
        """The nearest position between two units; 0 and the mass are the edges."""


@dataclass(frozen=True, slots=True)
class CharacterGrid:
    """Every character is a unit."""

    text: str

    @property
    def mass(self) -> int:
        """The number of characters."""
        return len(self.text)

    @property
    def extent(self) -> float:
        """The number of characters."""
        return len(self.text)

    @property
    def limit(self) -> float:
        """How many characters a boundary may move."""
        return DEFAULT_SNAP_LIMIT

    @property
    def texts(self) -> None:
        """A unit says nothing worth keeping."""
        return

    def place(self, where: float) -> Place:
        """The place itself, or behind the white space there."""
        first = _after_space(self.text, 0)
        behind = _after_space(self.text, int(where))
        return Place(0 if behind <= first else behind, 0)


@dataclass(frozen=True, slots=True)
class StretchGrid:
    """Units are stretches of a text, with white space between them."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @property
    def mass(self) -> int:
        """The number of stretches."""
        return len(self.starts)

    @property
    def extent(self) -> float:
        """The number of characters."""
        return len(self.text)

    @property
    def limit(self) -> float:
        """How many characters a boundary may move."""
        return DEFAULT_SNAP_LIMIT

    @property
    def texts(self) -> list[str]:
        """The units, each on one line."""
        return [" ".join(self.text[start:end].split()) for start, end in zip(self.starts, self.ends, strict=True)]

    def place(self, where: float) -> Place:
        """The nearer end of the stretch that it cuts; the earlier one when both are as near."""
        behind = bisect_right(self.starts, where)
        if behind == 0:
            return Place(0, 0)
        left, right = where - self.starts[behind - 1], self.ends[behind - 1] - where
        if right <= 0:
            return Place(behind, 0)
        return Place(behind - 1, left) if left <= right else Place(behind, right)


@dataclass(frozen=True, slots=True)
class TimeGrid:
    """Units are steps of time."""

    extent: float
    resolution: float

    @property
    def mass(self) -> int:
        """The number of steps, whole."""
        return mass_number(nearest_step(self.extent, self.resolution), "duration / resolution")

    @property
    def limit(self) -> float:
        """None: nothing moves farther than half a step."""
        return math.inf

    @property
    def texts(self) -> None:
        """A unit says nothing worth keeping."""
        return

    def place(self, where: float) -> Place:
        """The nearest step."""
        position = nearest_step(where, self.resolution)
        distance = abs(where - position * self.resolution)
        return Place(position, 0 if distance <= _SAME * self.resolution else distance)


def nearest_step(time: float, resolution: float) -> int:
    """The step of the grid that is nearest to a time; the later one in the middle between two."""
    steps = time / resolution
    if not steps < LARGEST_MASS:
        raise InputError(f"duration / resolution is {time:g} / {resolution:g}; the largest mass is 2**62")
    return math.floor(steps + 0.5 + _SAME)


@dataclass(slots=True)
class Snapping:
    """How far boundaries were from the grid, added up over codings."""

    boundaries: int = 0
    moved: int = 0
    merged: int = 0
    at_edges: int = 0
    farthest: float = 0.0
    distance: float = 0.0


def text_grid(document: TextDocument, unit: Unit) -> CharacterGrid | StretchGrid:
    """The grid of a text; tokens and sentences that came with it are used as they are."""
    if unit == "character":
        return CharacterGrid(document.text)
    stretches: Sequence[tuple[int, int]]
    if unit == "token":
        stretches = document.tokens if document.tokens is not None else units.tokens(document.text)
    elif unit == "sentence":
        stretches = document.sentences if document.sentences is not None else units.sentences(document.text)
    elif unit == "line":
        stretches = units.lines(document.text)
    elif unit == "paragraph":
        stretches = units.paragraphs(document.text)
    else:
        raise InputError(f"unit {unit!r} does not fit a text; expected character, token, sentence, line or paragraph")
    edges = [0, *(edge for stretch in stretches for edge in stretch), len(document.text)]
    if any(one > other for one, other in pairwise(edges)):
        raise InputError(f"the {unit}s that come with the text are not in order, overlap, or lie outside of it")
    return StretchGrid(document.text, [start for start, _ in stretches], [end for _, end in stretches])


def time_grid(duration: float, options: ReadOptions) -> TimeGrid:
    """The grid of a recording."""
    if options.unit not in (None, "time"):
        raise InputError(f"unit {options.unit!r} does not fit times; expected 'time' with a resolution")
    return TimeGrid(duration, options.resolution or DEFAULT_RESOLUTION)


def snap(marks: Marks, grid: Grid, options: ReadOptions, count: Snapping) -> Segmentation:
    """The segmentation that the spans of one coder make on the grid; what moved is added to ``count``."""
    limit = grid.limit if options.snap_limit is None else options.snap_limit
    placed: dict[int, Labels] = {}
    for where, labels in sorted(_edges(marks.spans).items()):
        position, distance = grid.place(where)
        if distance > limit * (1 + _SAME):
            raise InputError(
                f"item {marks.item!r}, coder {marks.coder!r}: the boundary at {where:g} is {distance:g} away from the "
                f"next unit; snap_limit is {limit:g}"
            )
        count.moved += distance > 0
        count.distance += distance
        count.farthest = max(count.farthest, distance)
        if not 0 < position < grid.mass:
            count.at_edges += distance > 0
            continue
        count.merged += distance > 0 and position in placed
        known = placed.setdefault(position, Labels(set(), set()))
        known.starting.update(labels.starting)
        known.ending.update(labels.ending)
    count.boundaries += len(placed)
    if options.types is None:
        return Segmentation.from_positions(placed, grid.mass)
    rows = [(position, label) for position, labels in placed.items() for label in _types(labels)]
    return Segmentation.from_positions([row[0] for row in rows], grid.mass, [row[1] for row in rows])


class Labels(NamedTuple):
    """The labels of the spans that start and of those that end at one place."""

    starting: set[Hashable]
    ending: set[Hashable]


def _types(labels: Labels) -> set[Hashable]:
    """The types of a boundary: labels that start there, or else that end there; unlabelled ones have the default."""
    return labels.starting or labels.ending or {DEFAULT_TYPE}


def _edges(spans: Sequence[Span]) -> dict[float, Labels]:
    """Every start and end of a span, each place once."""
    edges: dict[float, Labels] = {}
    for start, end, label in spans:
        for where in (start, end):
            edges.setdefault(where, Labels(set(), set()))
        if label:
            edges[start].starting.add(label)
            edges[end].ending.add(label)
    return edges


def _after_space(text: str, where: int) -> int:
    match = re.compile(r"\s*").match(text, where)
    return where if match is None else match.end()
