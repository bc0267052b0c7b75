"""Marks of coders, put on one unit grid per item."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seamark.base.checks import hint
from seamark.base.errors import OPTION, InputError, MassMismatchError, ParseError
from seamark.io.choose_grid import SAME, Grid, Places, nearest_steps, text_grid, time_grid
from seamark.io.format import DEFAULT_RESOLUTION, ReadOptions
from seamark.io.reading import MarkedSpans, Marks, Recording, TextDocument
from seamark.io.source import shortened
from seamark.kernels.columns import FloatArray, Int32Array, Int64Array
from seamark.model.codings import Kind
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Spans

#: Tools round the last end and the duration each for itself, and encoders add a frame or two.
_ROUNDED, _CUT = 1e-3, 0.05


@dataclass(slots=True)
class Moves:
    """How far boundaries were from the grid, added up over codings."""

    boundaries: int = 0
    moved: int = 0
    merged: int = 0
    at_edges: int = 0
    cut: int = 0
    filled: int = 0
    points: int = 0
    farthest: float = 0.0
    distance: float = 0.0

    def add(self, places: Places, mass: int) -> npt.NDArray[np.bool_]:
        """Count places that ascend; which of them are boundaries that the one before is not."""
        positions, distances = places
        inside = (positions > 0) & (positions < mass)
        new = inside.copy()
        new[1:] &= positions[1:] != positions[:-1]
        moved = distances > 0
        self.boundaries += int(np.count_nonzero(new))
        if moved.any():
            self.moved += int(np.count_nonzero(moved))
            self.at_edges += int(np.count_nonzero(moved & ~inside))
            self.merged += int(np.count_nonzero(moved & inside & ~new))
            self.distance = float(np.cumsum(np.append(self.distance, distances[moved]))[-1])
            self.farthest = max(self.farthest, float(distances.max()))
        return new


class PlacedMarks(NamedTuple):
    """What one coder marked, and what it is on the grid: a ``Segmentation``, or ``Spans``."""

    mark: Marks
    coding: Any


def place_marks(
    marks: Sequence[Marks],
    options: ReadOptions,
    texts: dict[str, Sequence[str]],
    moves: Moves,
    kind: Kind,
    grids: Mapping[str, Grid],
) -> Iterator[PlacedMarks]:
    """Marks as boundaries, or as spans, on the given grids of their items, or on those that they ask for.

    Adds to ``texts`` and ``moves`` on the way.
    """
    items: dict[str, int] = {}
    for mark in marks:
        items.setdefault(mark.item, len(items))
    if isinstance(options.duration, int | float) and len(items) > 1:
        raise InputError(
            f"{OPTION} fits one item, but there are {len(items)}; give one for each (ITEM=SECONDS)", option="duration"
        )
    if isinstance(options.duration, Mapping) and (unknown := options.duration.keys() - items.keys()):
        raise InputError(f"{OPTION}: {hint(min(unknown), list(items))}", option="duration")
    known: dict[str, str] = {}  # words come again and again, and are kept once
    by_item = sorted(marks, key=lambda mark: items[mark.item])
    for item, given in groupby(by_item, key=attrgetter("item")):
        group: Sequence[Marks] = list(given)
        group = group if item in grids else _from_one_start(group)
        grid = grids.get(item) or grid_of(group, options)
        for mark in group:
            moves.cut += cut_beyond(mark, grid.extent, options.trim)
            if kind != "spans" and options.trim is not None:
                moves.filled += fill_up_to(mark, grid.extent, options.trim)
            try:
                place = snap if kind == "boundaries" else spans_on_grid
                made = place(mark, grid, options, moves)
            except InputError as error:
                raise about_mark(mark, error) from None
            yield PlacedMarks(mark, made)
        if (units := grid.texts) is not None:
            texts[item] = tuple(known.setdefault(unit, unit) for unit in units)


def _from_one_start(group: Sequence[Marks]) -> Sequence[Marks]:
    """Marks of a part of a recording, counted from where the first file begins: every file may begin elsewhere."""
    starts = [mark.medium.start if isinstance(mark.medium, Recording) else 0.0 for mark in group]
    if not (origin := min(starts)) and not any(starts):
        return group
    moved = []
    for mark, start in zip(group, starts, strict=True):
        medium = mark.medium
        if isinstance(medium, Recording) and medium.duration is not None:
            medium = replace(medium, start=0.0, duration=medium.duration - origin)
        moved.append(mark._replace(medium=medium, spans=mark.spans.counted_from(origin, start)))
    return moved


def about_mark(mark: Marks, error: InputError) -> ParseError:
    """The same error with the item, the coder and the file."""
    message = f"item {mark.item!r}, coder {mark.coder!r}: {error.template}"
    return ParseError(message, path=mark.file, line=mark.line, option=error.option)


def grid_of(group: Sequence[Marks], options: ReadOptions) -> Grid:
    """The grid that all coders of one item share."""
    first = group[0]
    try:
        if isinstance(first.medium, Recording):
            grid: Grid = time_grid(_duration_of(group, options), options)
        else:
            for name in ("resolution", "duration"):
                if getattr(options, name) is not None:
                    raise InputError(f"{OPTION} fits times, but the item is a text", option=name)
            for mark in group:
                if not isinstance(mark.medium, TextDocument) or mark.medium.text != first.medium.text:
                    raise InputError(
                        f"item {first.item!r}: coder {mark.coder!r} marked another text than coder {first.coder!r}; "
                        f"if folders are named after coders, or after items, say so with {OPTION}=",
                        option="layout",
                    )
            grid = text_grid(first.medium, options.unit or "character")
        if grid.mass < 1:
            raise InputError(
                f"item {first.item!r} has no {options.unit or 'character'} in it; expected some, or another {OPTION}=",
                option="unit",
            )
    except InputError as error:
        if isinstance(error, ParseError | MassMismatchError):
            raise
        raise ParseError(error.template, path=first.file, line=first.line, option=error.option) from None
    return grid


def _duration_of(group: Sequence[Marks], options: ReadOptions) -> float:
    """How long the item lasts: as given, as the files say, or until the last end of any span."""
    given = options.duration.get(group[0].item) if isinstance(options.duration, Mapping) else options.duration
    if given is not None:
        return given
    step = options.resolution or DEFAULT_RESOLUTION
    told: dict[int, tuple[float, Marks]] = {}
    for mark in group:
        if not isinstance(mark.medium, Recording):
            raise InputError(f"item {mark.item!r}: some coders marked a text, some a recording; read them separately")
        duration = mark.medium.duration
        if duration is not None:
            steps = int(nearest_steps(np.array(duration), step))
            told[steps] = max(told.get(steps, (duration, mark)), (duration, mark), key=itemgetter(0))
    last_ends = [float(mark.spans.ends.max()) for mark in group if mark.spans]
    lengths = [duration for duration, _ in told.values()] or last_ends
    if options.trim is not None and lengths and max(lengths) - min(lengths) <= options.trim:
        return min(lengths)
    if len(told) > 1:
        (one, first), (other, second) = list(told.values())[:2]
        raise MassMismatchError(
            f"{second.file}: item {second.item!r} lasts {other:g} s for coder {second.coder!r}, "
            f"{one:g} s for coder {first.coder!r}; {OPTION}= lets lengths differ by so many seconds",
            option="trim",
        )
    return max(lengths, default=0.0)


def check_direction(mark: Marks) -> None:
    """Refuse spans that run backwards or start before the item, and parts of a character."""
    starts, ends = mark.spans.starts, mark.spans.ends
    forward = (starts >= 0) & (starts <= ends) & np.isfinite(ends)
    _require_all(forward, mark, "does not run from 0 or later to a later end")
    if isinstance(mark.medium, TextDocument):
        whole = (starts == np.floor(starts)) & (ends == np.floor(ends))
        _require_all(whole, mark, "cuts a character; expected whole numbers in a text")


def cut_beyond(mark: Marks, extent: float, trim: float | None) -> int:
    """How many ends lie beyond the item, to be cut there; refuse spans that run out of it by more than may be cut."""
    timed = isinstance(mark.medium, Recording)
    tolerance = (_CUT if trim is None else trim) if timed else 0.0
    fault = f"does not lie within 0 and {extent:g}"
    fine = mark.spans.ends <= extent + tolerance
    _require_all(fine, mark, f"{fault}; {OPTION}= cuts what lies beyond" if timed else fault, "trim" if timed else None)
    return int(np.count_nonzero(mark.spans.ends > extent + _ROUNDED)) if timed else 0


def fill_up_to(mark: Marks, extent: float, trim: float) -> bool:
    """Have segments that end where a coding ends, before the item by no more than may be cut, end with the item.

    The end of a coding is no boundary within it: the rest of the item is not a segment of its own.
    """
    if not isinstance(mark.medium, Recording) or not mark.spans:
        return False
    starts, ends = mark.spans.starts, mark.spans.ends
    own = float(ends.max()) if mark.medium.duration is None else mark.medium.duration
    last = (ends >= own - _ROUNDED) & (starts < own - _ROUNDED)
    if not _ROUNDED < extent - own <= trim + _ROUNDED or not last.any():
        return False
    ends[last] = extent
    return True


def _require_all(fine: npt.NDArray[np.bool_], mark: Marks, fault: str, option: str | None = None) -> None:
    """Refuse the first span that is not fine."""
    if fine.all():
        return
    start, end, _ = mark.spans[int(fine.argmin())]
    if isinstance(mark.medium, TextDocument):
        start, end = (int(edge) if edge.is_integer() else edge for edge in (start, end))
    message = f"item {mark.item!r}, coder {mark.coder!r}: the span from {start!r} to {end!r} {fault}"
    raise ParseError(shortened(message), path=mark.file, line=mark.line, option=option)


def snap(marks: Marks, grid: Grid, options: ReadOptions, moves: Moves) -> Segmentation:
    """The segmentation that the spans of one coder make on the grid; what moved is added to ``moves``."""
    where, positions, new = _edges_on_grid(marks, grid, options, moves)
    if options.types is None:
        return Segmentation.from_positions(positions[new], grid.mass)
    places, codes = _typed(marks.spans, where, positions, positions[new])
    labels: list[Hashable] = [DEFAULT_TYPE, *marks.spans.labels[1:]]
    return Segmentation.from_positions(places, grid.mass, [labels[code] for code in codes.tolist()])


def spans_on_grid(marks: Marks, grid: Grid, options: ReadOptions, moves: Moves) -> Spans:
    """The spans of one coder on the grid, without labels at a single point; what moved is added to ``moves``."""
    where, positions, _ = _edges_on_grid(marks, grid, options, moves)
    positions = np.minimum(positions, grid.mass)
    starts = positions[np.searchsorted(where, marks.spans.starts)].tolist()
    ends = positions[np.searchsorted(where, marks.spans.ends)].tolist()
    rows = []
    for (first, last, label), start, end in zip(marks.spans, starts, ends, strict=True):
        if first < min(last, grid.extent) and start == end:
            raise InputError(f"the span from {first:g} to {last:g} is empty on this grid; use a finer one")
        if start < end:
            rows.append((start, end, label))
    moves.points += len(starts) - len(rows)
    return Spans(rows, length=grid.mass)


def _edges_on_grid(
    marks: Marks, grid: Grid, options: ReadOptions, moves: Moves
) -> tuple[FloatArray, Int64Array, npt.NDArray[np.bool_]]:
    """Where spans start or end, each place once; its position on the grid; and whether that is a new boundary."""
    limit = grid.limit if options.snap_limit is None else options.snap_limit
    where = np.unique(np.concatenate((marks.spans.starts, marks.spans.ends)))
    positions, distances = grid.place(where)
    far = distances > limit * (1 + SAME)
    if far.any():
        first = int(far.argmax())
        raise InputError(
            f"the boundary at {where[first]:g} is {distances[first]:g} away from the next unit; {OPTION} is "
            f"{limit:g}, and a finer unit would be nearer",
            option="snap_limit",
        )
    return where, positions, moves.add(Places(positions, distances), grid.mass)


def _typed(
    spans: MarkedSpans, where: FloatArray, positions: Int64Array, boundaries: Int64Array
) -> tuple[Int64Array, Int32Array]:
    """Every boundary with its types: labels that start there, or else that end there, or else the default."""
    starting = _labelled(positions[np.searchsorted(where, spans.starts)], spans.codes, boundaries)
    ending = _labelled(positions[np.searchsorted(where, spans.ends)], spans.codes, boundaries)
    ending = ending[~np.isin(ending[:, 0], starting[:, 0])]
    bare = boundaries[~np.isin(boundaries, np.concatenate((starting[:, 0], ending[:, 0])))]
    rows = np.concatenate((starting, ending, np.stack((bare, np.zeros_like(bare)), axis=1)))
    return rows[:, 0], rows[:, 1].astype(np.int32)


def _labelled(places: Int64Array, codes: Int32Array, boundaries: Int64Array) -> Int64Array:
    """Distinct rows of a boundary and the number of a label there."""
    kept = (codes > 0) & np.isin(places, boundaries)
    pairs = np.stack((places[kept], codes[kept].astype(np.int64)), axis=1)
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    new = np.ones(len(pairs), dtype=np.bool_)
    new[1:] = np.any(pairs[1:] != pairs[:-1], axis=1)
    distinct: Int64Array = pairs[new]
    return distinct
