"""From what was read to a corpus of one kind, placed on a grid of units where files mark spans.

One rule for spans: every start and every end of a span is a boundary. So a gap between spans is a segment of its own,
spans that overlap put all their boundaries, and a boundary that several spans share is one boundary. In a text, a
boundary at white space is behind it: the end of one sentence and the start of the next are the same boundary.

Where the caller names no grid, the one that fits what was marked is chosen: a unit for texts, a step for times. Cues of
a transcript are units, too; their times are in the metadata of the corpus, as ``metadata["cues"][item]``: where each
begins, and where the last ends. By them boundaries between cues are written as times, and read in seconds again
(``unit="time"``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby, zip_longest
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.checks import hint, shown
from seamark.base.errors import OPTION, InputError, MassMismatchError, ParseError
from seamark.base.numbers import clock, counted, percent
from seamark.io.format import CUES, DEFAULT_RESOLUTION, UNITS_OF_TEXTS, ReadOptions, UnfitOptionError, Unit, without
from seamark.io.layers import keep_one_layer
from seamark.io.reading import (
    ONLY_CODER,
    LoadReport,
    MarkedSpans,
    Marks,
    ReadCoding,
    Reading,
    Recording,
    Suspicion,
    TextDocument,
)
from seamark.io.segments import timed_spans
from seamark.io.source import errors_at, shortened
from seamark.kernels.columns import LARGEST_MASS, FloatArray, Int64Array
from seamark.model.coding import in_type_order, mass_number
from seamark.model.codings import CodingLike, Kind
from seamark.model.corpus import Corpus
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.objects import converted
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Spans
from seamark.texts.units import CUTS

#: How many characters a boundary may move to reach the unit grid by default.
_DEFAULT_SNAP_LIMIT = 10.0
#: Times that differ by less than this share of a step are the same: they were written in decimals.
_SAME = 1e-6
#: Tools round the last end and the duration each for itself, and encoders add a frame or two.
_ROUNDED, _CUT = 1e-3, 0.05
#: The share of boundaries that lie at the edges of a unit that fits.
_FITTING_SHARE = 0.99
#: Steps of time from coarse to fine; times that differ by less than the last were meant to be the same.
_STEPS = (DEFAULT_RESOLUTION, 1e-4, 1e-5, 1e-6)

#: Positions on the grid, and how far each boundary moved to get there.
Places: TypeAlias = tuple[Int64Array, FloatArray]


@dataclass(frozen=True, slots=True)
class Grid:
    """The units of one item.

    Attributes
    ----------
    mass
        The number of units.
    extent
        Where the item ends, in the measure of its spans.
    place
        Puts ascending places on the grid.
    limit
        How far a boundary may move by default; steps of time need none, since nothing moves farther than half a step.
    texts
        What the units say; None where a unit says too little, as a character, or nothing, as a step of time.
    times
        Of cues: where each begins, and where the last ends.
    """

    mass: int
    extent: float
    place: Callable[[FloatArray], Places]
    limit: float = math.inf
    texts: Iterable[str] | None = None
    times: tuple[float, ...] = ()


def text_grid(document: TextDocument, unit: Unit) -> Grid:
    """The grid of a text; tokens and sentences that came with it are used as they are."""
    text = document.text
    if unit == "character":
        return Grid(len(text), len(text), partial(_behind_white_space, text), _DEFAULT_SNAP_LIMIT)
    edges = {"token": document.tokens, "sentence": document.sentences}.get(unit)
    if edges is None and unit not in CUTS:
        expected = "character, token, sentence, line or paragraph"
        raise InputError(f"{OPTION} {unit!r} does not fit a text; expected {expected}", option="unit")
    if edges is None:
        edges = np.fromiter(chain.from_iterable(CUTS[unit](text)), dtype=np.int64)
    if edges.size and (edges[0] < 0 or edges[-1] > len(text) or np.any(edges[1:] < edges[:-1])):
        raise InputError(f"the {unit}s that come with the text are not in order, overlap, or lie outside of it")
    starts, ends = edges[::2], edges[1::2]
    texts = (" ".join(text[start:end].split()) for start, end in zip(starts, ends, strict=True))
    return Grid(starts.size, len(text), partial(_at_nearer_edges, starts, ends), _DEFAULT_SNAP_LIMIT, texts)


def time_grid(duration: float, resolution: float) -> Grid:
    """The grid of a recording: steps of time."""
    steps = int(nearest_steps(np.array(duration), resolution))
    return Grid(mass_number(steps, "duration / resolution"), duration, partial(_at_nearest_steps, resolution))


def cue_grids(readings: Sequence[Reading], name: str) -> dict[str, Grid]:
    """The cues of every item; a transcript is a coding, without boundaries, only where there is no other."""
    grids: dict[str, Grid] = {}
    coded = {item for reading in readings if not reading.cues for item in reading.items}
    for reading in readings:
        for mark in reading.marks if reading.cues else ():
            if mark.item in grids:
                raise ParseError(f"item {mark.item!r} has two transcripts; expected cues of one", path=mark.file)
            grids[mark.item] = _cue_grid(mark)
        if reading.cues:
            reading.marks[:] = [one._replace(spans=MarkedSpans()) for one in reading.marks if one.item not in coded]
    if missing := sorted(coded - grids.keys()):
        told = f"item {missing[0]!r} has no transcript whose cues could be its units"
        raise ParseError(told, path=name, option="unit")
    return grids


def _cue_grid(mark: Marks) -> Grid:
    cues = sorted(span for span in mark.spans if span.label is not None)
    if not cues:
        raise ParseError(f"has no cues with a text; expected some, or another {OPTION}=", path=mark.file, option="unit")
    starts, ends = (np.array([span[number] for span in cues], dtype=np.float64) for number in (0, 1))
    ends[:-1] = np.minimum(ends[:-1], starts[1:])  # a cue lasts until the next one begins at most
    texts = [" ".join((span.label or "").split()) for span in cues]
    times = (*starts.tolist(), float(ends[-1]))
    return Grid(len(cues), math.inf, partial(_at_nearer_edges, starts, ends), texts=texts, times=times)


def _behind_white_space(text: str, where: FloatArray) -> Places:
    """The place itself, or behind the white space there; white space at the start belongs to the edge."""
    places = where.astype(np.int64)
    space = re.compile(r"\s*")
    first = reached = space.match(text).end()  # type: ignore[union-attr]  # it matches everywhere
    for number, place in enumerate(places.tolist()):
        if place >= reached:  # else it is in white space of which the end is known
            reached = space.match(text, place).end()  # type: ignore[union-attr]
        places[number] = reached
    places[places <= first] = 0
    return places, np.zeros(places.size)


def _at_nearer_edges(starts: Int64Array | FloatArray, ends: Int64Array | FloatArray, where: FloatArray) -> Places:
    """Between which stretches places lie, or the nearer end of the stretch that they cut; the earlier in its middle."""
    behind = np.searchsorted(starts, where, side="right")
    left, right = where - starts[behind - 1], ends[behind - 1] - where
    earlier = (left <= right) & (right > 0)
    distances = np.where(right <= 0, 0.0, np.minimum(left, right))
    return np.where(behind == 0, 0, behind - earlier), np.where(behind == 0, 0.0, distances)


def _at_nearest_steps(resolution: float, where: FloatArray) -> Places:
    positions = nearest_steps(where, resolution)
    distances = np.abs(where - positions * resolution)
    return positions, np.where(distances <= _SAME * resolution, 0.0, distances)


def nearest_steps(times: FloatArray, resolution: float) -> Int64Array:
    """The steps of the grid that are nearest to times; the later one in the middle between two."""
    with np.errstate(over="ignore"):  # a quotient past all numbers is refused below
        steps = times / resolution
    if not np.all(steps < LARGEST_MASS):
        fault = f"duration / resolution is {times.max():g} / {resolution:g}, more than 2**62; use a larger {OPTION}="
        raise InputError(fault, option="resolution")
    return np.floor(steps + 0.5 + _SAME).astype(np.int64)


def choose_unit(marks: Sequence[Marks], limit: float) -> tuple[Unit, str]:
    """The coarsest unit at whose edges nearly all boundaries lie, and none farther away than the limit; and why."""
    texts: dict[str, tuple[TextDocument, list[FloatArray]]] = {}
    for mark in marks:
        if isinstance(mark.medium, TextDocument):
            texts.setdefault(mark.item, (mark.medium, []))[1].append(_within(mark, mark.medium.text))
    places = [(document, np.concatenate(inside)) for document, inside in texts.values()]
    total = sum(where.size for _, where in places)
    for unit in UNITS_OF_TEXTS[:-1]:
        missed = 0
        for document, where in places:
            distances = _distances(document, unit, where)
            missed += int(np.count_nonzero(distances))
            if missed > (1 - _FITTING_SHARE) * total or distances.max(initial=0.0) > limit:
                break
        else:
            return unit, f"the coarsest at whose edges {total - missed:,} of {total:,} boundaries lie"
    return "character", f"fewer than {percent(_FITTING_SHARE)} of {total:,} boundaries lie at the edges of tokens"


def _within(mark: Marks, text: str) -> FloatArray:
    """The places of boundaries that lie neither at the start nor at the end of a text."""
    where = np.unique(np.concatenate((mark.spans.starts, mark.spans.ends)))
    where = where[where <= len(text)]  # what is outside is refused when it is placed
    # An end and the next start with nothing but white space between them are one boundary.
    positions, first = np.unique(_behind_white_space(text, where)[0], return_index=True)
    inside: FloatArray = where[first[(positions > 0) & (positions < len(text))]]
    return inside


def _distances(document: TextDocument, unit: Unit, where: FloatArray) -> FloatArray:
    """How far places in a text are from the edges of a unit."""
    try:
        grid = text_grid(document, unit)
    except InputError:  # the units that the file brings contradict its text
        return np.array([np.inf])
    return grid.place(where)[1] if grid.mass else np.array([np.inf])


def choose_resolution(marks: Iterable[Marks]) -> float:
    """The coarsest step, of a millisecond or less, at which no two boundaries of a coding meet.

    An end and the start of the next span that are nearly the same are one boundary, rounded twice, and may meet.
    """
    timed = [one.spans for one in marks if isinstance(one.medium, Recording) and one.medium.step is None]
    fine = (step for step in _STEPS[:-1] if not any(_boundaries_meet(spans, step) for spans in timed))
    return next(fine, _STEPS[-1])


def _boundaries_meet(spans: MarkedSpans, step: float) -> bool:
    """Whether two different starts, or the two ends of a span, are one place on a grid of this step."""
    starts, long = np.sort(spans.starts), spans.ends - spans.starts > _STEPS[-1]
    starts = starts[np.diff(starts, prepend=-np.inf) > _STEPS[-1]]
    edges = (nearest_steps(places[long], step) for places in (spans.starts, spans.ends))
    return bool(np.any(np.diff(nearest_steps(starts, step)) == 0) or np.any(np.equal(*edges)))


@dataclass(slots=True)
class Moves:
    """How far boundaries were from the grid, added up over codings; and what the units of the grids say, by item."""

    texts: dict[str, Sequence[str]] = field(default_factory=dict)
    boundaries: int = 0
    moved: int = 0
    merged: int = 0
    cut: int = 0
    filled: int = 0
    points: int = 0
    farthest: float = 0.0


def place_marks(
    marks: Sequence[Marks], options: ReadOptions, moves: Moves, grids: Mapping[str, Grid]
) -> Iterator[tuple[Marks, Any]]:
    """Each mark, and the ``Segmentation``, or ``Spans``, that it is on the given grid of its item, or on its own.

    Adds to ``moves`` on the way.
    """
    items = {item: number for number, item in enumerate(dict.fromkeys(mark.item for mark in marks))}
    if isinstance(options.duration, int | float) and len(items) > 1:
        raise InputError(f"{OPTION} fits one item, but there are {len(items)}; give ITEM=SECONDS", option="duration")
    if isinstance(options.duration, Mapping) and (unknown := options.duration.keys() - items.keys()):
        raise InputError(f"{OPTION}: {hint(min(unknown), list(items))}", option="duration")
    known: dict[str, str] = {}  # words come again and again, and are kept once
    by_item = sorted(marks, key=lambda mark: items[mark.item])
    for item, given in groupby(by_item, key=attrgetter("item")):
        group: Sequence[Marks] = list(given)
        group = group if item in grids else _from_one_start(group)
        grid = grids.get(item) or _grid_of(group, options)
        for mark in group:
            moves.cut += _cut_beyond(mark, grid.extent, options.trim)
            if options.kind != "spans" and options.trim is not None:
                moves.filled += _fill_up_to(mark, grid.extent, options.trim)
            place = snap if options.kind == "boundaries" else _spans_on_grid
            with about_mark(mark):
                placed = place(mark, grid, options, moves)
            yield mark, placed
        if grid.texts is not None:
            moves.texts[item] = tuple(known.setdefault(unit, unit) for unit in grid.texts)


def _from_one_start(group: Sequence[Marks]) -> Sequence[Marks]:
    """Marks of a part of a recording, counted from where the first file begins: every file may begin elsewhere."""
    starts = [mark.medium.start if isinstance(mark.medium, Recording) else 0.0 for mark in group]
    if not any(starts):
        return group
    origin, moved = min(starts), []
    for mark, start in zip(group, starts, strict=True):
        medium = mark.medium
        if isinstance(medium, Recording) and medium.duration is not None:
            medium = replace(medium, start=0.0, duration=medium.duration - origin)
        spans = mark.spans.scaled(1, -origin, -origin)
        spans.starts[mark.spans.starts <= start] = 0.0  # what begins with its own file begins with the first
        moved.append(mark._replace(medium=medium, spans=spans))
    return moved


def about_mark(mark: Marks) -> AbstractContextManager[None]:
    """Errors name the item, the coder and the file."""
    return errors_at(mark.file, mark.line, f"item {mark.item!r}, coder {mark.coder!r}: ")


def _grid_of(group: Sequence[Marks], options: ReadOptions) -> Grid:
    """The grid that all coders of one item share."""
    first = group[0]
    medium = first.medium
    with errors_at(first.file, first.line):
        for mark in group:
            if getattr(mark.medium, "text", None) != getattr(medium, "text", None):
                fault = f"item {first.item!r}: coder {mark.coder!r} marked another text than coder {first.coder!r}"
                raise InputError(f"{fault}; {OPTION}= says whether folders are coders or items", option="layout")
        grid = _recorded(group, options) if isinstance(medium, Recording) else _written(medium, options)
        if grid.mass < 1:
            fault = f"item {first.item!r} has no {options.unit or 'character'}"
            raise InputError(f"{fault}; use another {OPTION}=", option="unit")
    return grid


def _written(document: TextDocument, options: ReadOptions) -> Grid:
    """The grid of a text."""
    for name in ("resolution", "duration"):
        if getattr(options, name) is not None:
            raise InputError(f"{OPTION} fits times, but the item is a text", option=name)
    return text_grid(document, options.unit or "character")


def _recorded(group: Sequence[Marks], options: ReadOptions) -> Grid:
    """The grid of a recording, which lasts as given, as the files say, or until the last end of any span."""
    if options.unit not in (None, "time"):
        raise InputError(f"{OPTION} {options.unit!r} does not fit times; expected 'time'", option="unit")
    step = options.resolution or DEFAULT_RESOLUTION
    given = options.duration.get(group[0].item) if isinstance(options.duration, Mapping) else options.duration
    if given is not None:
        return time_grid(given, step)
    told: dict[int, tuple[float, Marks]] = {}  # the longest of the durations that are the same number of steps
    for mark in group:
        duration = mark.medium.duration if isinstance(mark.medium, Recording) else None
        if duration is not None:
            steps = int(nearest_steps(np.array(duration), step))
            told[steps] = max(told.get(steps, (duration, mark)), (duration, mark), key=itemgetter(0))
    lengths = [duration for duration, _ in told.values()]
    lengths = lengths or [float(mark.spans.ends.max()) for mark in group if mark.spans]
    if options.trim is not None and lengths and max(lengths) - min(lengths) <= options.trim:
        return time_grid(min(lengths), step)
    if len(told) > 1:
        (one, first), (other, second) = list(told.values())[:2]
        raise MassMismatchError(
            f"{second.file}: item {second.item!r} lasts {other:g} s for coder {second.coder!r}, "
            f"{one:g} s for coder {first.coder!r}; {OPTION}= lets lengths differ by so many seconds",
            option="trim",
        )
    return time_grid(max(lengths, default=0.0), step)


def check_direction(mark: Marks) -> None:
    """Refuse spans that run backwards or start before the item, and parts of a character."""
    starts, ends = mark.spans.starts, mark.spans.ends
    forward = (starts >= 0) & (starts <= ends) & np.isfinite(ends)
    _require_all(forward, mark, "does not run from 0 or later to a later end")
    if isinstance(mark.medium, TextDocument):
        whole = (starts == np.floor(starts)) & (ends == np.floor(ends))
        _require_all(whole, mark, "cuts a character; expected whole numbers in a text")


def _cut_beyond(mark: Marks, extent: float, trim: float | None) -> int:
    """How many ends lie beyond the item, to be cut there; refuse spans that run out of it by more than may be cut."""
    fault = f"does not lie within 0 and {extent:g}"
    if isinstance(mark.medium, TextDocument):
        _require_all(mark.spans.ends <= extent, mark, fault)
        return 0
    fine = mark.spans.ends <= extent + (_CUT if trim is None else trim)
    _require_all(fine, mark, f"{fault}; {OPTION}= cuts what lies beyond", "trim")
    return int(np.count_nonzero(mark.spans.ends > extent + _ROUNDED))


def _fill_up_to(mark: Marks, extent: float, trim: float) -> bool:
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
    number = int(fine.argmin())
    start, end = float(mark.spans.starts[number]), float(mark.spans.ends[number])
    if isinstance(mark.medium, TextDocument):
        start, end = (int(edge) if edge.is_integer() else edge for edge in (start, end))
    with about_mark(mark):
        raise InputError(f"the span from {start!r} to {end!r} {fault}", option=option)


def snap(marks: Marks, grid: Grid, options: ReadOptions, moves: Moves) -> Segmentation:
    """The segmentation that the spans of one coder make on the grid; what moved is added to ``moves``."""
    starts, ends, boundaries = _edges_on_grid(marks, grid, options, moves)
    if options.types is None:
        return Segmentation.from_positions(boundaries, grid.mass)
    # The types of a boundary are the labels that start there, or else that end there, or else the default.
    labels: list[Hashable] = [DEFAULT_TYPE, *marks.spans.labels[1:]]
    codes, bare, typed = marks.spans.codes, boundaries, []
    for places in (starts, ends):
        kept = (codes > 0) & np.isin(places, bare)
        found = np.unique(np.searchsorted(boundaries, places[kept]) * len(labels) + codes[kept])
        typed.append(found)
        bare = bare[~np.isin(bare, boundaries[found // len(labels)])]
    number, code = np.divmod(np.concatenate((*typed, np.searchsorted(boundaries, bare) * len(labels))), len(labels))
    return Segmentation.from_positions(boundaries[number], grid.mass, [labels[one] for one in code.tolist()])


def _spans_on_grid(marks: Marks, grid: Grid, options: ReadOptions, moves: Moves) -> Spans:
    """The spans of one coder on the grid, without labels at a single point; what moved is added to ``moves``."""
    starts, ends, _ = _edges_on_grid(marks, grid, options, moves)
    places = (np.minimum(edges, grid.mass).tolist() for edges in (starts, ends))
    rows = []
    for (first, last, label), start, end in zip(marks.spans, *places, strict=True):
        if first < min(last, grid.extent) and start == end:
            raise InputError(f"the span from {first:g} to {last:g} is empty on this grid; use a finer one")
        if start < end:
            rows.append((start, end, label))
    moves.points += len(marks.spans) - len(rows)
    return Spans(rows, length=grid.mass)


def _edges_on_grid(
    marks: Marks, grid: Grid, options: ReadOptions, moves: Moves
) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Where each span starts and ends on the grid, and the boundaries that are made of these places, each once."""
    limit = grid.limit if options.snap_limit is None else options.snap_limit
    where = np.unique(np.concatenate((marks.spans.starts, marks.spans.ends)))
    positions, distances = grid.place(where)
    far = distances > limit * (1 + _SAME)
    if far.any():
        first = int(far.argmax())
        fault = f"the boundary at {where[first]:g} is {distances[first]:g} away from the next unit"
        raise InputError(f"{fault}; {OPTION} is {limit:g}", option="snap_limit")
    # Places ascend: a boundary is one where the one before is not.
    new = (positions > 0) & (positions < grid.mass)
    new[1:] &= positions[1:] != positions[:-1]
    moved = distances > 0
    moves.boundaries += int(np.count_nonzero(new))
    moves.moved += int(np.count_nonzero(moved))
    moves.merged += int(np.count_nonzero(moved & ~new))
    moves.farthest = max(moves.farthest, float(distances.max(initial=0.0)))
    starts, ends = (positions[np.searchsorted(where, edges)] for edges in (marks.spans.starts, marks.spans.ends))
    return starts, ends, positions[new]


# ---------------------------------------------------------------------------------------------------------- the corpus


def assemble(readings: Sequence[Reading], options: ReadOptions, read: LoadReport) -> tuple[Corpus, LoadReport]:
    """One corpus of all that was read, and the report about it, which says by now how the files were read.

    Its kind is the one that the caller wants, or else the first that a file says it holds, or else boundaries.
    """
    name = read.name
    held: Kind = next((reading.kind for reading in readings if reading.kind != "boundaries"), "boundaries")
    kind = options.kind or ("levels" if options.levels else held)
    of_file = max((reading.levels for reading in readings), key=len, default=())
    if kind == "levels" and not options.levels and not of_file and held == "boundaries":
        corpus, report = assemble(readings, replace(options, kind="boundaries"), read)
        told = any(reading.types for reading in readings)
        return _with_levels_of_types(corpus, name, told=told), replace(report, kind="levels")
    options = replace(options, kind=kind)
    cues = _times_of_cues(readings, options)
    for reading in readings:
        _convert(reading, kind)
    # First, since it says whose texts differ, and not only that they do.
    metadata, notes = _metadata_of(readings, name)
    if kind != "levels":
        keep_one_layer(readings, options, name)
    grids = cue_grids(readings, name) if options.unit == "cue" else {}
    marks = [mark for reading in readings for mark in reading.marks]
    if options.about_spans and not marks and not grids:
        # Options for spans and times would be ignored silently.
        fault = f"{name}: {OPTION} has no meaning for {read.format}, which counts units itself"
        raise UnfitOptionError(fault, option=options.about_spans[0])
    for mark in marks:
        check_direction(mark)
    options, reason = _with_grid(marks, options, name)
    moves = Moves({item: list(grid.texts or ()) for item, grid in grids.items()})
    texts = moves.texts
    placed = place_marks(marks, options, moves, grids)
    codings = _hierarchies(placed, options.levels, of_file) if kind == "levels" else _codings(placed, kind)
    groups: dict[str, Hashable] = {}
    for reading in readings:
        _add_to(texts, reading.texts, "the text of item", name)
        _add_to(groups, reading.groups, "the group of coder", name)
    codings += _codings_of_chunks(readings, texts, options, notes)
    columns = readings[0].rows[:3] if len(readings) == 1 and readings[0].rows else _columns(readings, codings)
    codings.clear()  # many short items take the most memory from here on
    if not columns[0]:
        nothing_done = "".join(f"{note}; " for note in notes)
        raise ParseError(f"holds no codings; {nothing_done}expected one item at least that is coded", path=name)
    if cues or grids:
        metadata[CUES] = {**cues, **{item: list(grid.times) for item, grid in grids.items()}}
    try:
        with errors_at(name):
            corpus = Corpus.from_columns(*columns, texts=texts, groups=groups, metadata=metadata)
    except MassMismatchError as error:
        raise MassMismatchError(f"{name}: {shortened(str(error))}") from None
    if options.types_as_one:
        corpus = without(corpus, frozenset(("types",)))
    elif kind != "levels":
        corpus = _with_study_types(corpus, [label for reading in readings for label in reading.types])
    notes = [*(note for reading in readings for note in reading.notes), *notes, *_grid_notes(options, moves)]
    medium = marks[0].medium if marks else None
    resolution, measure = None, "characters"
    # Files of ours count units; those of recordings say how long a unit lasts.
    seconds = metadata.get("seconds_per_unit")
    if isinstance(medium, Recording):
        resolution, measure = options.resolution, medium.measure
    elif isinstance(seconds, float) and seconds > 0:
        resolution, measure = seconds, "s"
    report = replace(
        read,
        unit="time" if isinstance(medium, Recording) and options.unit != "cue" else options.unit if marks else None,
        measure=measure,
        reason=reason,
        resolution=resolution,
        **{name: getattr(moves, name) for name in ("boundaries", "moved", "farthest", "merged")},
        labels=len({label for mark in marks for label in mark.spans.labels[1:]}),
        kind=kind,
        files=len(readings),
        notes=tuple(dict.fromkeys(notes)),
        columns=readings[0].columns if all(one.columns == readings[0].columns for one in readings) else {},
        marks=int(corpus.codings.offsets[-1] - corpus.codings.offsets[0]),
        suspicions=tuple(_suspicions(readings, corpus, options)),
    )
    return corpus, report


#: Seconds of a recording that is longer than most, if it is one in seconds.
_LONG = 3 * 3600


def _suspicions(readings: Sequence[Reading], corpus: Corpus, options: ReadOptions) -> Iterator[Suspicion]:
    """Signs that files were read in a way that was not intended."""
    for reading in readings:
        yield from reading.suspicions
    whole = [mark for reading in readings if reading.bare_times for mark in reading.marks if _counts_whole(mark)]
    longest = max(whole, key=lambda mark: float(mark.spans.ends.max()), default=None)
    if longest is not None and options.time_unit is None and float(longest.spans.ends.max()) > _LONG:
        length = clock(float(longest.spans.ends.max()))
        what = f"{length} long, and all times are whole numbers: milliseconds, frames or samples?"
        yield Suspicion(what, "--time-unit ms", longest.file)
    for mark in whole if options.ends is None else ():
        order = np.argsort(mark.spans.starts, kind="stable")
        gaps = mark.spans.starts[order][1:] - mark.spans.ends[order][:-1]
        if len(gaps) > 1 and np.mean(gaps == 1) > 0.8:
            yield Suspicion("gaps of one unit between spans: inclusive ends?", "--ends inclusive", mark.file)
            break
    file = next((mark.file for reading in readings for mark in reading.marks), None)
    nothing = corpus.kind == "boundaries" and corpus.codings.offsets[-1] == corpus.codings.offsets[0]
    if file is not None and nothing and options.unit != "cue":
        yield Suspicion("nobody marked a boundary: another format?", "--from FORMAT", file)


def _counts_whole(mark: Marks) -> bool:
    """Whether all times of spans in seconds are whole numbers."""
    if not isinstance(mark.medium, Recording) or mark.medium.measure != "s" or not mark.spans:
        return False
    return all(np.all(times == np.floor(times)) for times in (mark.spans.starts, mark.spans.ends))


def _times_of_cues(readings: Sequence[Reading], options: ReadOptions) -> dict[str, Sequence[float]]:
    """The times of cues that are units of codings; with ``unit="time"`` these codings become marks in seconds."""
    times: dict[str, Sequence[float]] = {}
    for reading in readings:
        told = reading.metadata.pop(CUES, None)
        times |= told if isinstance(told, dict) else {}
    if not times or options.unit != "time":
        return times
    for reading in readings:
        kept = []
        for one in reading.every_coding():
            clock = times.get(one.item)
            if clock is None:
                kept.append(one)
                continue
            coding: Any = Segmentation.from_masses(one.coding) if isinstance(one.coding, list) else one.coding
            if isinstance(coding, Hierarchy):
                raise ParseError(f"item {one.item!r}: levels between cues cannot be read in seconds", path=one.file)
            spans = MarkedSpans.of(timed_spans(coding, clock.__getitem__))
            reading.marks.append(Marks(one.item, one.coder, Recording(clock[-1]), spans, one.file))
        reading.codings[:], reading.rows = kept, None
        reading.texts.clear()
    return {}


#: What is lost where boundaries are read of another kind.
_LOST = {
    "labels": "labels are left out: boundaries are where segments meet",
    "spans": "categories are left out: boundaries are where spans start and end",
    "levels": "levels are boundary types, 1 for the coarsest",
}


def _convert(reading: Reading, kind: Kind) -> None:
    """Convert the codings of a reading to the kind that is wanted; an error if they cannot be converted.

    Marks can be any kind.
    """
    if reading.kind == kind:
        return
    if kind == "boundaries":
        reading.notes.append(_LOST[reading.kind])
        # What were the labels of a study are no boundary types.
        reading.types.clear()
    if reading.chunks:
        raise ParseError(f"holds boundaries, which cannot be read as {kind}", path=reading.chunks[0].file)
    made = []
    for one in reading.every_coding():
        with errors_at(one.file, about=f"item {one.item!r}, coder {one.coder!r}: "):
            made.append(one._replace(coding=converted(one.coding, kind)))
    if made:
        reading.codings[:], reading.rows, reading.kind = made, None, kind


def _with_levels_of_types(corpus: Corpus, name: str, *, told: bool) -> Corpus:
    """Hierarchies of boundaries whose types are levels, such as ``====,2,`` in a text; ``told`` says that the files
    name their types, also where there is one.
    """
    levels = [label for label in corpus.types if isinstance(label, int)]
    if len(levels) < len(corpus.types) or not (told or set(levels) - {DEFAULT_TYPE}):
        fault = f"{name}: has no levels of boundaries (types 1, 2, ...)"
        raise InputError(f"{fault}; {OPTION}= names tiers that are levels", option="levels")
    depth = max(levels, default=1)
    # Boundaries of a place ascend by type: the coarsest counts.
    strengths = ((dict(reversed(one.boundaries)), one.mass) for one in corpus.codings)
    return corpus.with_codings([Hierarchy.from_strengths(of, mass, depth) for of, mass in strengths])


def _codings(marked: Iterable[tuple[Marks, Any]], kind: Kind) -> list[ReadCoding]:
    """What each coder marked, as a coding of the kind."""
    made: list[ReadCoding] = []
    for mark, coding in marked:
        if kind == "labels":
            coding = _labelled(mark, coding)
        elif kind == "spans" and isinstance(mark.medium, Recording) and mark.medium.covered:
            coding = Spans([span for span in coding if span.category is not None], length=coding.length)
        made.append(ReadCoding(mark.item, mark.coder, coding, mark.file))
    return made


def _labelled(mark: Marks, spans: Spans) -> LabelledSegmentation:
    with about_mark(mark):
        return LabelledSegmentation.from_spans(spans)


def _hierarchies(
    marked: Iterable[tuple[Marks, Any]], levels: Sequence[str], of_file: Sequence[str]
) -> list[ReadCoding]:
    """The tiers of these names as the levels of a hierarchy, of every coder of an item whom its file names.

    Without names from the caller they are those of the file that the coders of the item have.
    """
    by_item: dict[str, dict[str, dict[str, tuple[Marks, Spans]]]] = {}
    for mark, spans in marked:
        # A tier without the name of a coder is its own coder; tiers that are levels are of one.
        coder = ONLY_CODER if mark.coder in ("", mark.tier) else mark.coder
        by_item.setdefault(mark.item, {}).setdefault(coder, {})[mark.tier or mark.coder] = mark, spans
    made: list[ReadCoding] = []
    for item, by_coder in by_item.items():
        present = {tier for tiers in by_coder.values() for tier in tiers}
        names = levels or [level for level in of_file if level in present]
        for coder, tiers in by_coder.items():
            if not tiers.keys() & set(names) and len(by_coder) > 1:
                continue  # who marked something else in the same file
            first, _ = next(iter(tiers.values()))
            for name in names:
                if name not in tiers:
                    with about_mark(first):
                        raise InputError(f"no tier is called {name!r}; {hint(name, tiers)}")
            labelled = [_labelled(*tiers[name]) for name in names]
            made.append(ReadCoding(item, coder, Hierarchy.from_labelled(labelled, nested=False), first.file))
    return made


def _columns(
    readings: Sequence[Reading], placed: Sequence[ReadCoding]
) -> tuple[list[str], list[str], list[CodingLike]]:
    """All codings as columns, the items in the order in which they were read."""
    items = dict.fromkeys(item for reading in readings for item in reading.items)
    order = {item: number for number, item in enumerate(items)}
    units = [one for reading in readings for one in reading.every_coding()]
    rows = sorted([*units, *placed], key=lambda row: order[row.item])
    known: dict[tuple[str, str], ReadCoding] = {}
    for row in rows:
        first = known.setdefault(row[:2], row)
        if first is not row:
            also = "" if first.file == row.file else f" (also in {first.file})"
            fault = f"item {row.item!r}: coder {row.coder!r} occurs twice; expected one coding{also}"
            raise ParseError(fault, path=row.file)
    return [row.item for row in rows], [row.coder for row in rows], [row.coding for row in rows]


def _with_study_types(corpus: Corpus, types: Sequence[Hashable]) -> Corpus:
    """The same corpus, knowing boundary types, labels or categories of its study that no coding uses."""
    every = in_type_order((*types, *corpus.types), "boundary type")
    if not types or every == corpus.types:
        return corpus
    return corpus.with_codings(corpus.codings.with_names(every))


def _metadata_of(readings: Sequence[Reading], name: str) -> tuple[dict[str, object], list[str]]:
    """The metadata of files, and notes on them."""
    if any(reading.metadata.get("annotations") for reading in readings):
        from seamark.io.annotations import joined_metadata  # checks forms, which other corpora need not wait for

        return joined_metadata(readings, name)
    return {key: value for reading in readings for key, value in reading.metadata.items()}, []


def _add_to(known: dict[str, Any], more: Mapping[str, Any], what: str, name: str) -> None:
    """Add values by name, which must not differ from those that are known."""
    for key, value in more.items():
        if (old := known.setdefault(key, value)) != value:
            pairs = zip_longest(old, value, fillvalue="") if isinstance(value, list | tuple) else ()
            one, other = next((pair for pair in pairs if pair[0] != pair[1]), (old, value))
            raise ParseError(f"{what} {key!r} has two different values: {shown(one)} and {shown(other)}", path=name)


def _with_grid(marks: Sequence[Marks], options: ReadOptions, name: str) -> tuple[ReadOptions, str]:
    """The options with a unit for texts and a step for times, and why these, where the caller did not choose."""
    medium = marks[0].medium if marks else None
    with errors_at(name):
        if isinstance(medium, TextDocument) and options.unit is None:
            limit = _DEFAULT_SNAP_LIMIT if options.snap_limit is None else options.snap_limit
            unit, reason = choose_unit(marks, limit)
            return replace(options, unit=unit), reason
        if isinstance(medium, Recording) and options.resolution is None and options.unit != "cue":
            step = medium.step or choose_resolution(marks)
            reason = "so that boundaries of a coder stay apart" if step < DEFAULT_RESOLUTION else ""
            return replace(options, resolution=step), reason
    return options, ""


def _grid_notes(options: ReadOptions, moves: Moves) -> Iterator[str]:
    """Notes on a grid."""
    if moves.points:
        yield f"left out: {counted(moves.points, 'label')} at a single point, which are not {options.kind}"
    if moves.cut:
        yield f"cut at the end of their items: {counted(moves.cut, 'span')} that reached beyond"
    if moves.filled:
        yield f"{counted(moves.filled, 'coding')} ended early: the last segment reaches to the end of the item"
    elif options.unit == "character" and moves.boundaries and options.kind == "boundaries":
        yield "the unit is the character: near misses are counted in characters, and S is close to 1 in any case"


def _codings_of_chunks(
    readings: Sequence[Reading], texts: dict[str, Sequence[str]], options: ReadOptions, notes: list[str]
) -> list[ReadCoding]:
    """The codings that chunks make on the units of their texts; what there is to say about it is added to notes.

    Texts that the caller has are added where they are needed: one item and one text belong together, whatever they
    are called.
    """
    chunked = [chunks for reading in readings for chunks in reading.chunks]
    if not chunked:
        return []
    from seamark.texts.placing import place_chunks  # which few corpora need

    items, given = {chunks.item for chunks in chunked}, options.texts or {}
    if len(items) == len(given) == 1:
        given = dict(zip(items, given.values(), strict=True))
    for item in items & given.keys() - texts.keys():
        texts[item] = given[item]
    codings, found = [], []
    for item, coder, chunks, file, line in chunked:
        with errors_at(file, line, f"item {item!r}: "):
            if item not in texts:
                fault = "its chunks cannot be placed, since its text is not known"
                raise InputError(f"{fault}; add the field 'text', or a corpus with the units of its texts")
            found.append(place_chunks(texts[item], chunks, max_lost=options.max_lost or 0.0))
        codings.append(ReadCoding(item, coder, found[-1].segmentation, file))
    between = sum(len(one.chunks) - 1 for one in chunked)
    moved, lost = sum(one.moved for one in found), sum(len(one.lost) for one in found)
    overlap, uncovered = max(one.overlap for one in found), max(one.uncovered for one in found)
    told = (
        (moved, f"{moved:,} of {between:,} boundaries between chunks lay within a unit and moved to its edge"),
        (overlap, f"chunks overlap by up to {percent(overlap, 1)}; a boundary is where the earlier chunk ends"),
        (uncovered, f"up to {percent(uncovered, 1)} of a text is in no chunk; it is counted to the chunk after it"),
        (lost, f"{counted(lost, 'part')} of chunks not found in the texts"),
    )
    notes.extend(note for number, note in told if number)
    return codings
