"""The grid that fits what was marked, where the caller names none: a unit for texts, a step for times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from seamark.errors import InputError
from seamark.io.grid import CharacterGrid, ascending, nearest_steps, text_grid
from seamark.io.options import DEFAULT_RESOLUTION, Unit
from seamark.io.reading import Marks, Recording, TextDocument
from seamark.kernels.columns import FloatArray, Int64Array

#: Units of a text from coarse to fine; every boundary lies at the edge of a character.
UNITS_OF_TEXTS: tuple[Unit, ...] = ("paragraph", "line", "sentence", "token", "character")

#: The share of boundaries that lie at the edges of a unit that fits.
FITTING_SHARE = 0.99

#: Steps of time from coarse to fine; times that differ by less than the last were meant to be the same.
_STEPS = (DEFAULT_RESOLUTION, 1e-4, 1e-5, 1e-6)


class FittingUnit(NamedTuple):
    """A unit, and how many of the boundaries within texts lie at its edges."""

    unit: Unit
    at_edges: int
    boundaries: int

    @property
    def reason(self) -> str:
        """Why it was chosen."""
        if self.unit == "character":
            return f"fewer than {FITTING_SHARE:.0%} of {self.boundaries:,} boundaries lie at the edges of tokens"
        return f"the coarsest at whose edges {self.at_edges:,} of {self.boundaries:,} boundaries lie"


def fitting_unit(marks: Sequence[Marks], limit: float) -> FittingUnit:
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
            return FittingUnit(unit, total - missed, total)
    return FittingUnit("character", total, total)


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


def fitting_resolution(marks: Iterable[Marks]) -> float:
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
