"""The unit grid: where a boundary given in characters or seconds falls between units.

One rule for spans: every start and every end of a span is a boundary. So a gap between spans is a segment of its own,
spans that overlap put all their boundaries, and a boundary that several spans share is one boundary. In a text, a
boundary at white space lies behind it: the end of one sentence and the start of the next are the same boundary.

Where the caller names no grid, the one that fits what was marked is chosen: a unit for texts, a step for times.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np

from seamark.base.errors import OPTION, InputError
from seamark.base.numbers import percent
from seamark.io.format import DEFAULT_RESOLUTION, DEFAULT_SNAP_LIMIT, ReadOptions, Unit
from seamark.io.reading import Marks, Recording, TextDocument
from seamark.kernels.columns import LARGEST_MASS, FloatArray, Int64Array
from seamark.model.checks import mass_number
from seamark.texts.units import CUTS

#: Times that differ by less than this share of a step are the same: they were written in decimals.
SAME = 1e-6


class Places(NamedTuple):
    """Positions on the grid, and how far each boundary moved to get there."""

    positions: Int64Array
    distances: FloatArray


@dataclass(frozen=True)
class CharacterGrid:
    """Every character of a text is a unit.

    All grids have the number of units (``mass``), the place where the item ends in the measure of its spans
    (``extent``), how far a boundary may move by default (``limit``), and what the units say
    (``texts``); None where a unit says too little, as a character, or nothing, as a step of time.
    """

    text: str

    limit = DEFAULT_SNAP_LIMIT

    @property
    def extent(self) -> float:
        """The number of characters."""
        return len(self.text)

    @property
    def mass(self) -> int:
        """The number of units."""
        return len(self.text)

    @property
    def texts(self) -> Iterator[str] | None:
        """What the units say."""
        return None

    def place(self, where: FloatArray) -> Places:
        """The place itself, or behind the white space there; white space at the start belongs to the edge."""
        places = where.astype(np.int64)
        match = re.compile(r"\s*").match
        first = reached = _end(match(self.text))
        for number, place in enumerate(places.tolist()):
            if place >= reached:  # else it lies in white space of which the end is known
                reached = _end(match(self.text, place))
            places[number] = reached
        places[places <= first] = 0
        return Places(places, np.zeros(places.size))


@dataclass(frozen=True)
class StretchGrid(CharacterGrid):
    """Units are stretches of a text, with white space between them."""

    starts: Int64Array
    ends: Int64Array

    @property
    def mass(self) -> int:
        """The number of units."""
        return len(self.starts)

    @property
    def texts(self) -> Iterator[str]:
        """The units, each on one line."""
        return (" ".join(self.text[start:end].split()) for start, end in zip(self.starts, self.ends, strict=True))

    def place(self, where: FloatArray) -> Places:
        """The nearer end of the stretch that it cuts; the earlier one when both are as near."""
        return nearer_edges(self.starts, self.ends, where)


def nearer_edges(starts: Int64Array | FloatArray, ends: Int64Array | FloatArray, where: FloatArray) -> Places:
    """Between which stretches places lie, or to which end of the stretch that they cut they are nearer."""
    behind = np.searchsorted(starts, where, side="right")
    left, right = where - starts[behind - 1], ends[behind - 1] - where
    earlier = (left <= right) & (right > 0)
    distances = np.where(right <= 0, 0.0, np.minimum(left, right))
    return Places(np.where(behind == 0, 0, behind - earlier), np.where(behind == 0, 0.0, distances))


@dataclass(frozen=True)
class TimeGrid:
    """Units are steps of time; nothing moves farther than half a step, so there is no limit."""

    extent: float
    resolution: float

    limit = math.inf
    texts = None

    @cached_property
    def mass(self) -> int:
        """The number of steps, whole."""
        return mass_number(int(nearest_steps(np.array(self.extent), self.resolution)), "duration / resolution")

    def place(self, where: FloatArray) -> Places:
        """The nearest steps."""
        positions = nearest_steps(where, self.resolution)
        distances = np.abs(where - positions * self.resolution)
        return Places(positions, np.where(distances <= SAME * self.resolution, 0.0, distances))


@dataclass(frozen=True)
class CueGrid:
    """Units are the cues of a transcript; a time between two cues is the boundary between them."""

    starts: FloatArray
    ends: FloatArray
    texts: list[str]

    limit = extent = math.inf

    @property
    def mass(self) -> int:
        """The number of cues."""
        return len(self.starts)

    @property
    def times(self) -> list[float]:
        """Where each cue begins, and where the last ends."""
        return [*self.starts.tolist(), float(self.ends[-1])]

    def place(self, where: FloatArray) -> Places:
        """The nearer end of the cue in which a time lies; the earlier one when both are as near."""
        return nearer_edges(self.starts, self.ends, where)


#: The units of one item.
Grid: TypeAlias = CharacterGrid | TimeGrid | CueGrid


def nearest_steps(times: FloatArray, resolution: float) -> Int64Array:
    """The steps of the grid that are nearest to times; the later one in the middle between two."""
    with np.errstate(over="ignore"):  # a quotient past all numbers is refused below
        steps = times / resolution
    if not np.all(steps < LARGEST_MASS):
        raise InputError(
            f"duration / resolution is {times.max():g} / {resolution:g}; the largest mass is 2**62, so use a larger "
            f"{OPTION}=",
            option="resolution",
        )
    return np.floor(steps + 0.5 + SAME).astype(np.int64)


def ascending(times: FloatArray, coding: Int64Array) -> FloatArray:
    """Times of codings, which stand one after the other, in the order of each."""
    if np.any((times[1:] < times[:-1]) & (coding[1:] == coding[:-1])):
        return times[np.lexsort((times, coding))]
    return times


def text_grid(document: TextDocument, unit: Unit) -> CharacterGrid:
    """The grid of a text; tokens and sentences that came with it are used as they are."""
    if unit == "character":
        return CharacterGrid(document.text)
    brought = {"token": document.tokens, "sentence": document.sentences}.get(unit)
    if brought is not None:
        edges = brought
    elif unit in CUTS:
        edges = np.fromiter(chain.from_iterable(CUTS[unit](document.text)), dtype=np.int64)
    else:
        expected = "character, token, sentence, line or paragraph"
        raise InputError(f"{OPTION} {unit!r} does not fit a text; expected {expected}", option="unit")
    if edges.size and (edges[0] < 0 or edges[-1] > len(document.text) or np.any(edges[1:] < edges[:-1])):
        raise InputError(f"the {unit}s that come with the text are not in order, overlap, or lie outside of it")
    return StretchGrid(document.text, edges[::2], edges[1::2])


def _end(match: re.Match[str] | None) -> int:
    return 0 if match is None else match.end()


def time_grid(duration: float, options: ReadOptions) -> TimeGrid:
    """The grid of a recording."""
    if options.unit not in (None, "time"):
        raise InputError(
            f"{OPTION} {options.unit!r} does not fit times; expected 'time' with a resolution", option="unit"
        )
    return TimeGrid(duration, options.resolution or DEFAULT_RESOLUTION)


#: Units of a text from coarse to fine; every boundary lies at the edge of a character.
UNITS_OF_TEXTS: tuple[Unit, ...] = ("paragraph", "line", "sentence", "token", "character")

#: The share of boundaries that lie at the edges of a unit that fits.
FITTING_SHARE = 0.99

#: Steps of time from coarse to fine; times that differ by less than the last were meant to be the same.
_STEPS = (DEFAULT_RESOLUTION, 1e-4, 1e-5, 1e-6)


class ChosenUnit(NamedTuple):
    """A unit, and how many of the boundaries within texts lie at its edges."""

    unit: Unit
    at_edges: int
    boundaries: int

    @property
    def reason(self) -> str:
        """Why it was chosen."""
        if self.unit == "character":
            return f"fewer than {percent(FITTING_SHARE)} of {self.boundaries:,} boundaries lie at the edges of tokens"
        return f"the coarsest at whose edges {self.at_edges:,} of {self.boundaries:,} boundaries lie"


def choose_unit(marks: Sequence[Marks], limit: float) -> ChosenUnit:
    """The coarsest unit at whose edges nearly all boundaries lie, and none farther away than the limit."""
    by_text: dict[str, list[tuple[TextDocument, FloatArray]]] = {}
    for mark in marks:
        if isinstance(mark.medium, TextDocument):
            by_text.setdefault(mark.item, []).append((mark.medium, _within(mark, mark.medium)))
    total = sum(where.size for group in by_text.values() for _, where in group)
    for unit in UNITS_OF_TEXTS[:-1]:
        missed = 0
        for distances in _distances(by_text.values(), unit):
            missed += int(np.count_nonzero(distances))
            if missed > (1 - FITTING_SHARE) * total or distances.max(initial=0.0) > limit:
                break
        else:
            return ChosenUnit(unit, total - missed, total)
    return ChosenUnit("character", total, total)


def _within(mark: Marks, document: TextDocument) -> FloatArray:
    """The places of boundaries that lie neither at the start nor at the end of a text."""
    where = np.unique(np.concatenate((mark.spans.starts, mark.spans.ends)))
    where = where[where <= len(document.text)]  # what lies outside is refused when it is placed
    # An end and the next start with nothing but white space between them are one boundary.
    positions, first = np.unique(CharacterGrid(document.text).place(where).positions, return_index=True)
    inside: FloatArray = where[first[(positions > 0) & (positions < len(document.text))]]
    return inside


def _distances(texts: Iterable[Sequence[tuple[TextDocument, FloatArray]]], unit: Unit) -> Iterator[FloatArray]:
    """How far the boundaries of each coding are from the edges of a unit."""
    for group in texts:
        try:
            grid = text_grid(group[0][0], unit)
        except InputError:  # the units that the file brings contradict its text
            yield np.array([np.inf])
            return
        for _, where in group:
            yield grid.place(where).distances if grid.mass else np.array([np.inf])


def choose_resolution(marks: Iterable[Marks]) -> float:
    """The coarsest step, of a millisecond or less, at which no two boundaries of a coding meet.

    An end and the start of the next span that are nearly the same are one boundary, rounded twice, and may meet.
    """
    timed = [one.spans for one in marks if isinstance(one.medium, Recording) and one.medium.step is None]
    if not timed:
        return _STEPS[0]
    first, last = np.concatenate([spans.starts for spans in timed]), np.concatenate([spans.ends for spans in timed])
    coding = np.repeat(np.arange(len(timed)), [len(spans) for spans in timed])
    starts, long = ascending(first, coding), last - first > _STEPS[-1]
    apart = np.ones(starts.size, dtype=np.bool_)
    apart[1:] = (np.diff(starts) > _STEPS[-1]) | (np.diff(coding) > 0)
    columns = starts[apart], coding[apart], first[long], last[long]
    return next((step for step in _STEPS[:-1] if not _meet(*columns, step)), _STEPS[-1])


def _meet(starts: FloatArray, coding: Int64Array, first: FloatArray, last: FloatArray, step: float) -> bool:
    """Whether two starts of a coding, or the start and the end of a span, fall on one step."""
    close = np.diff(nearest_steps(starts, step)) == 0
    return bool(
        np.any(close & (np.diff(coding) == 0)) or np.any(nearest_steps(first, step) == nearest_steps(last, step))
    )
