"""What codings of all four kinds share: they are values, show themselves as bars in a notebook, and may lie in time."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from heapq import heappush, heapreplace
from html import escape
from typing import NamedTuple

from seamark.base.checks import finite_number, items_of
from seamark.base.errors import InputError
from seamark.model.checks import mass_number, names_of

#: With more bars than this, only the description is shown.
_MOST_BARS = 200
# Readable on a light and on a dark page.
_BAR = (
    "position:absolute;box-sizing:border-box;height:100%;overflow:hidden;text-align:center;"
    "border:1px solid #5d6b74;background:#8db7cd55"
)


class Coding:
    """One coding: immutable, hashable and equal by value; a notebook shows its bars."""

    __slots__ = ("_hash",)

    _hash: int

    @abstractmethod
    def _value(self) -> tuple[Hashable, ...]:
        """What two equal codings have in common."""

    @abstractmethod
    def _bars(self) -> tuple[list[list[NotebookBar]], int]:
        """Rows of bars, and the number of units."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:  # asked for the first time
            object.__setattr__(self, "_hash", hash((type(self), *self._value())))
            return self._hash

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed (tried to set {name!r})")

    def _repr_html_(self) -> str:
        return bars_html(repr(self), *self._bars())


def label_per_unit(labels: Iterable[Hashable]) -> list[Hashable]:
    """Labels of units, of which there is at least one."""
    given = labels if isinstance(labels, str) else items_of(labels, "labels")
    units = names_of(given, lambda number: f"label {number + 1}")
    if not units:
        raise InputError("labels are empty; a segmentation has at least one unit")
    return units


class UnitGrid(NamedTuple):
    """Time cut into units of equal duration."""

    duration: float
    resolution: float
    units: int

    @classmethod
    def of(cls, duration: float, resolution: float) -> UnitGrid:
        """From the duration of everything and of a unit, in the same measure of time."""
        whole, step = positive_time(duration, "duration"), positive_time(resolution, "resolution")
        if math.isinf(whole / step):
            raise InputError(f"duration {whole} / resolution {step} is infinite; the largest mass is 2**62")
        return cls(whole, step, mass_number(math.floor(whole / step + 0.5), "duration / resolution"))

    def nearest(self, time: float) -> int:
        """The edge between units that is nearest to a time."""
        return math.floor(time / self.resolution + 0.5)


def positive_time(value: object, what: str) -> float:
    """A duration."""
    return finite_number(value, what, lambda time: time > 0, "a positive, finite time")


class NotebookBar(NamedTuple):
    """A bar from one place to another, with a text on it."""

    start: int
    end: int
    text: str


def segment_bars(masses: Sequence[int], texts: Iterable[object]) -> list[NotebookBar]:
    """Segments under each other's ends.

    Examples
    --------
    >>> segment_bars([2, 3], "ab")
    [NotebookBar(start=0, end=2, text='a'), NotebookBar(start=2, end=5, text='b')]
    """
    bars: list[NotebookBar] = []
    for mass, text in zip(masses, texts, strict=True):
        start = bars[-1].end if bars else 0
        bars.append(NotebookBar(start, start + mass, str(text)))
    return bars


def tracks_of_overlaps(places: Iterable[tuple[int, int]]) -> list[int]:
    """The row of each bar, from 0, so that no two of a row overlap; bars are given by their starts, from left to right.

    Examples
    --------
    >>> tracks_of_overlaps([(0, 10), (8, 20), (10, 12)])
    [0, 1, 0]
    """
    # A heap of (where the last bar of a row ends, row): a bar goes where a row became free first.
    free: list[tuple[int, int]] = []
    tracks = []
    for start, end in places:
        if free and free[0][0] <= start:
            tracks.append(free[0][1])
            heapreplace(free, (end, tracks[-1]))
        else:
            tracks.append(len(free))
            heappush(free, (end, tracks[-1]))
    return tracks


def bars_html(description: str, rows: Sequence[Sequence[NotebookBar]], length: int) -> str:
    """A description, and below it a row of bars after the other, all as wide as the page.

    Examples
    --------
    >>> shown = bars_html("<Spans>", [[NotebookBar(5, 10, "A & B")]], 20)
    >>> "<pre>&lt;Spans&gt;</pre>" in shown, "left:25%;width:25%" in shown, ">A &amp; B</div>" in shown
    (True, True, True)
    """
    drawn = rows if sum(map(len, rows)) <= _MOST_BARS else ()
    lanes = "".join(
        f'<div style="position:relative;height:1.6em;margin:2px 0">{"".join(_bar(bar, length) for bar in row)}</div>'
        for row in drawn
    )
    return f"<div><pre>{escape(description)}</pre>{lanes}</div>"


def _bar(bar: NotebookBar, length: int) -> str:
    left, width = 100 * bar.start / length, 100 * (bar.end - bar.start) / length
    text = escape(bar.text)
    return f'<div style="{_BAR};left:{left:.6g}%;width:{width:.6g}%" title="{text}">{text}</div>'
