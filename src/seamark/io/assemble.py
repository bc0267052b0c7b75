"""From what was read to a corpus of one kind, placed on a grid where files mark spans, and the report about it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from seamark.base.checks import hint, whole_number
from seamark.base.errors import OPTION, InputError, MassMismatchError, ParseError
from seamark.base.numbers import clock, counted, percent
from seamark.base.results import ResultRecord
from seamark.io.format import CUES, DEFAULT_RESOLUTION, DEFAULT_SNAP_LIMIT, ReadOptions, UnfitOptionError, without
from seamark.io.grid import (
    Moves,
    about_mark,
    check_direction,
    choose_resolution,
    choose_unit,
    cue_grids,
    in_seconds,
    place_marks,
)
from seamark.io.layers import keep_one_layer
from seamark.io.reading import (
    ONLY_CODER,
    Marks,
    ReadCoding,
    Reading,
    Recording,
    Suspicion,
    TextDocument,
)
from seamark.io.source import errors_at, shortened
from seamark.model.checks import in_type_order
from seamark.model.codings import CodingLike, Kind
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.labelled import LabelledSegmentation
from seamark.model.objects import converted
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.model.spans import Spans

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class LoadReport(ResultRecord):
    """How a corpus came out of its files.

    Attributes
    ----------
    format : str
        The format that was read.
    files : int
        The number of files.
    unit : str or None
        The unit of the grid; None when the files count units themselves.
    reason : str
        Why this unit or resolution, where the caller did not choose it.
    resolution : float or None
        Seconds per unit, for times; frames per unit where a file counts frames.
    measure : str
        What distances are counted in: characters, s, or frames.
    boundaries : int
        Boundaries after reading, over all codings; counted for spans and times.
    moved : int
        Boundaries that did not lie on the grid and moved to it.
    farthest : float
        How far they moved at most, in characters or seconds.
    merged : int
        Boundaries that moved onto another one of the same coding, or to the start or the end of the item, where a
        boundary says nothing.
    labels : int
        Different labels of spans.
    kind : str
        What was read: boundaries, labels, levels or spans.
    task : str or None
        The task that files of this format are about, where the format is for one task alone.
    notes : tuple of str
        Anything else worth knowing: what was left out, what was taken for granted.
    name, why : str
        What was read, and why it was taken for this format.
    columns : dict
        For a table: the columns by their roles.
    marks : int
        Boundaries, or spans, over all codings.
    suspicions : tuple of Suspicion
        What looks as if a file were not meant as it was read.
    reading : str or None
        The digest of the file ``reading.toml`` that says how to read.

    Examples
    --------
    >>> print(LoadReport("brat", unit="line", boundaries=40, moved=3, farthest=4.0))
    3 of 40 boundaries moved to the line grid, by 4 characters at most
    """

    format: str
    files: int = 1
    unit: str | None = None
    reason: str = ""
    resolution: float | None = None
    measure: str = "characters"
    boundaries: int = 0
    moved: int = 0
    farthest: float = 0.0
    merged: int = 0
    labels: int = 0
    kind: Kind = "boundaries"
    task: str | None = None
    notes: tuple[str, ...] = ()
    name: str = ""
    why: str = ""
    columns: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    marks: int = 0
    suspicions: tuple[Suspicion, ...] = ()
    reading: str | None = None

    @property
    def is_own(self) -> bool:
        """Whether all files are in formats of Seamark's own, about which there is nothing to guess."""
        return set(self.format.split(", ")) <= {"csv", "json", "jsonl", "parquet", "sample", "tsv"}

    @property
    def units(self) -> str:
        """What a unit is."""
        if self.unit is None:
            return "as the files count them"
        return f"{self.resolution:g} {self.measure}" if self.resolution else self.unit

    def length_of(self, units: int) -> str:
        """So many units as h:mm:ss where they are steps of time, else as their number."""
        count = whole_number(units, "units")
        if self.resolution is not None and self.measure == "s":
            return clock(count * self.resolution)
        return f"{count:,}"

    def line_about(self, items: Sequence[str], coders: Sequence[str]) -> str:
        """What was read, in one line, for a person who wants to see whether it is what was meant."""
        what = {"spans": "span"}.get(self.kind, "boundary")
        names = ", ".join(coders[:4]) + (", ..." if len(coders) > 4 else "")
        line = f"read as {self.format} ({self.why}): {counted(len(items), 'item')}, {counted(len(coders), 'coder')}"
        odd = f"; {counted(len(self.suspicions), 'suspicion')}: see 'seamark look'" if self.suspicions else ""
        return f"{line} ({names}), {counted(self.marks, what)}, units: {self.units}{odd}"

    def __str__(self) -> str:
        return "\n".join([self.summary, *self.notes, *map(str, self.suspicions)])

    @property
    def summary(self) -> str:
        """How boundaries came onto the grid."""
        if self.unit is None:
            return f"read as {self.format}; nothing moved"
        grid = f"{self.resolution:g} {self.measure} grid" if self.resolution else f"{self.unit} grid"
        parts = [f"unit: {grid.removesuffix(' grid')}, {self.reason}"] if self.reason else []
        if not self.moved:
            return "; ".join([*parts, f"no boundary had to move to the {grid}"])
        parts.append(
            f"{self.moved:,} of {self.boundaries + self.merged:,} boundaries moved to the {grid}, "
            f"by {self.farthest:.3g} {self.measure} at most"
        )
        if self.merged:
            parts.append(f"{self.merged:,} merged with another or with an edge")
        return "; ".join(parts)


def assemble(readings: Sequence[Reading], options: ReadOptions, *, name: str, format: str) -> tuple[Corpus, LoadReport]:
    """One corpus of all that was read, and the report about it.

    Its kind is the one that the caller wants, or else the first that a file says it holds, or else boundaries.
    """
    held: Kind = next((reading.kind for reading in readings if reading.kind != "boundaries"), "boundaries")
    kind = options.kind or ("levels" if options.levels else held)
    of_file = max((reading.levels for reading in readings), key=len, default=())
    if kind == "levels" and not options.levels and not of_file and held == "boundaries":
        corpus, report = assemble(readings, replace(options, kind="boundaries"), name=name, format=format)
        told = any(reading.types for reading in readings)
        return _with_levels_of_types(corpus, name, told=told), replace(report, kind="levels")
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
        fault = f"{name}: {OPTION} has no meaning for {format}, which counts units itself"
        raise UnfitOptionError(fault, option=options.about_spans[0])
    for mark in marks:
        check_direction(mark)
    options, reason = _with_grid(marks, options, name)
    moves = Moves()
    texts: dict[str, Sequence[str]] = {item: list(grid.texts or ()) for item, grid in grids.items()}
    placed = place_marks(marks, options, texts, moves, kind, grids)
    codings = _hierarchies(placed, options.levels, of_file) if kind == "levels" else _codings(placed, kind)
    groups: dict[str, Hashable] = {}
    for reading in readings:
        texts |= _fresh(reading.texts, texts, "the text of item", name)
        groups |= _fresh(reading.groups, groups, "the group of coder", name)
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
    notes = [*(note for reading in readings for note in reading.notes), *notes, *_grid_notes(options, moves, kind)]
    medium = marks[0].medium if marks else None
    report = LoadReport(
        format,
        unit="time" if isinstance(medium, Recording) and options.unit != "cue" else options.unit if marks else None,
        measure=medium.measure if isinstance(medium, Recording) else "characters",
        reason=reason,
        resolution=options.resolution if isinstance(medium, Recording) else None,
        **{name: getattr(moves, name) for name in ("boundaries", "moved", "farthest", "merged")},
        labels=len({label for mark in marks for label in mark.spans.labels[1:]}),
        kind=kind,
        files=len(readings),
        notes=tuple(dict.fromkeys(notes)),
        name=name,
        columns=readings[0].columns if all(one.columns == readings[0].columns for one in readings) else {},
        marks=int(corpus.codings.offsets[-1] - corpus.codings.offsets[0]),
        suspicions=tuple(_suspicions(readings, corpus, options)),
    )
    # Files of ours count units; those of recordings say how long a unit lasts.
    seconds = metadata.get("seconds_per_unit")
    if report.resolution is None and isinstance(seconds, float) and seconds > 0:
        report = replace(report, resolution=seconds, measure="s")
    return corpus, report


#: Seconds of a recording that is longer than most, if it is one in seconds.
_LONG = 3 * 3600


def _suspicions(readings: Sequence[Reading], corpus: Corpus, options: ReadOptions) -> Iterator[Suspicion]:
    """What looks as if files were not meant as they were read."""
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
    found: dict[str, Sequence[float]] = {}
    for reading in readings:
        told = reading.metadata.pop(CUES, None)
        found |= told if isinstance(told, dict) else {}
    if not found or options.unit != "time":
        return found
    for reading in readings:
        in_seconds(reading, found)
    return {}


#: What is lost where boundaries are read of another kind.
_LOST = {
    "labels": "labels are left out: boundaries are where segments meet",
    "spans": "categories are left out: boundaries are where spans start and end",
    "levels": "levels are boundary types, 1 for the coarsest",
}


def _convert(reading: Reading, kind: Kind) -> None:
    """Have a reading hold codings of the kind that is wanted; an error where they cannot be that.

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
        raise InputError(
            f"{name}: has no levels of boundaries (types 1, 2, ...); {OPTION}= names tiers that are levels",
            option="levels",
        )
    depth = max(levels, default=1)
    return corpus.with_codings([Hierarchy.from_types(one, depth) for one in corpus.codings])


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
        # A tier that nobody's name stands with is its own coder; tiers that are levels are of one.
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
            nested = is_nested([level.segmentation for level in labelled])
            made.append(ReadCoding(item, coder, Hierarchy.from_labelled(labelled, nested=nested), first.file))
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
    """What files say beside their codings, and what to tell about it."""
    if any("annotations" in reading.metadata for reading in readings):
        from seamark.io.annotations import joined_metadata  # checks forms, which other corpora need not wait for

        return joined_metadata(readings, name)
    return {key: value for reading in readings for key, value in reading.metadata.items()}, []


def _fresh(more: Mapping[str, _Value], known: Mapping[str, _Value], what: str, name: str) -> Mapping[str, _Value]:
    """What is told about names, when nothing else was told about them before."""
    for key in more.keys() & known.keys():
        if more[key] != known[key]:
            raise ParseError(f"{what} {key!r} has two different values", path=name)
    return more


def _with_grid(marks: Sequence[Marks], options: ReadOptions, name: str) -> tuple[ReadOptions, str]:
    """The options with a unit for texts and a step for times, and why these, where the caller did not choose."""
    medium = marks[0].medium if marks else None
    with errors_at(name):
        if isinstance(medium, TextDocument) and options.unit is None:
            limit = DEFAULT_SNAP_LIMIT if options.snap_limit is None else options.snap_limit
            unit, reason = choose_unit(marks, limit)
            return replace(options, unit=unit), reason
        if isinstance(medium, Recording) and options.resolution is None and options.unit != "cue":
            step = medium.step or choose_resolution(marks)
            reason = "so that boundaries of a coder stay apart" if step < DEFAULT_RESOLUTION else ""
            return replace(options, resolution=step), reason
    return options, ""


def _grid_notes(options: ReadOptions, moves: Moves, kind: Kind) -> Iterator[str]:
    """What to keep in mind about a grid."""
    if moves.points:
        yield f"left out: {counted(moves.points, 'label')} at a single point, which are not {kind}"
    if moves.cut:
        yield f"cut at the end of their items: {counted(moves.cut, 'span')} that reached beyond"
    if moves.filled:
        yield f"{counted(moves.filled, 'coding')} ended early: the last segment reaches to the end of the item"
    elif options.unit == "character" and moves.boundaries and kind == "boundaries":
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
                raise InputError(
                    "its chunks cannot be placed, since its text is not known; add the field 'text', or give a corpus "
                    "with the units of its texts, such as sentences, beside the chunks"
                )
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
