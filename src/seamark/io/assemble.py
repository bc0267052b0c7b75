"""From what was read to a corpus."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from seamark.base.errors import OPTION, InputError, MassMismatchError, OtherModelError, ParseError
from seamark.base.numbers import counted
from seamark.base.results import ResultRecord
from seamark.io.choose_grid import fitting_resolution, fitting_unit
from seamark.io.format import DEFAULT_RESOLUTION, DEFAULT_SNAP_LIMIT, ReadOptions, UnfitOptionError, used_types, without
from seamark.io.reading import (
    ONLY_CODER,
    ChunkStrings,
    Coding,
    Layering,
    MarkedSpans,
    Marks,
    ModelCoding,
    Reading,
    Recording,
    TextDocument,
)
from seamark.io.snap_to_grid import Snapping, check_direction, codings_of_marks
from seamark.io.source import Source, shortened
from seamark.model.checks import in_type_order
from seamark.model.codings import AnyCoding, Kind, SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.model.spans import Spans
from seamark.texts.chunks import place_chunks


def boundaries_of_models(reading: Reading) -> None:
    """Have a reading hold boundaries in place of its labels, spans or levels; a note says what is lost."""
    lost = {
        "labels": "labels are left out: boundaries stand where segments meet",
        "spans": "categories are left out: boundaries stand where spans start and end",
        "levels": "levels are boundary types, 1 for the coarsest",
    }
    for one in reading.models:
        try:
            reading.codings.append(Coding(one.item, one.coder, _boundaries(one.coding), one.file))
        except InputError as error:
            raise _about(one, error) from None
    reading.notes.append(lost[reading.model])
    # What were the labels of a study are no boundary types.
    reading.types.clear()
    reading.models.clear()
    reading.model = "boundaries"


def _boundaries(coding: AnyCoding) -> Segmentation:
    if isinstance(coding, LabelledSegmentation):
        return coding.segmentation
    if isinstance(coding, Spans):
        edges = {edge for span in coding for edge in (span.start, span.end)} - {0, coding.length}
        return Segmentation.from_positions(sorted(edges), coding.length)
    if isinstance(coding, Segmentation):
        return coding
    if not coding.nested:
        raise InputError("the levels are not nested, so that no boundary has one level")
    strengths = sorted(coding.strengths.items())
    return Segmentation.from_positions(
        [place for place, _ in strengths], coding.mass, [level for _, level in strengths]
    )


def converted(one: ModelCoding, model: Kind) -> AnyCoding:
    """The coding as the model that is wanted; an error where it cannot be that.

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, None)])
    >>> converted(ModelCoding("song", "ann", song, "song.json"), "spans")
    Spans([(0, 8, 'A')], length=16)
    """
    coding = one.coding
    try:
        if model == "spans" and isinstance(coding, LabelledSegmentation):
            return coding.spans
        if model == "labels" and isinstance(coding, Spans):
            return LabelledSegmentation.from_spans(coding)
        if model == "levels" and isinstance(coding, LabelledSegmentation):
            return Hierarchy.from_labelled([coding])
        if not isinstance(coding, _KIND[model]):
            held = next(name for name, kind in _KIND.items() if isinstance(coding, kind))
            raise InputError(f"holds {held}, which cannot be read as {model}")
    except InputError as error:
        raise _about(one, error) from None
    return coding


_KIND: dict[Kind, type[AnyCoding]] = {"labels": LabelledSegmentation, "levels": Hierarchy, "spans": Spans}


def _about(one: ModelCoding, error: InputError) -> ParseError:
    return ParseError(f"item {one.item!r}, coder {one.coder!r}: {error}", path=one.file)


# ------------- Files with several layers: readers give the marks of all, and here one is chosen, or tiers become coders


def chosen_layer(source: Source, wanted: str | None, names: Iterable[str], what: str = "layer") -> str | None:
    """The layer asked for, by its name or the last part of it, or else the only one; None when there is none."""
    listed = list(names)
    if wanted is None:
        if len(listed) > 1:
            several = f"has several {what}s ({', '.join(listed)})"
            raise source.error(f"{several}; choose one with {OPTION}=", option="layer")
        return listed[0] if listed else None
    found = [wanted] if wanted in listed else [name for name in listed if wanted in (name.strip(), name.split(".")[-1])]
    if len(found) != 1:
        raise source.error(f"has no {what} {wanted!r}; it has {', '.join(listed) or 'none'}", option="layer")
    return found[0]


def keep_one_layer(readings: Sequence[Reading], options: ReadOptions, name: str) -> None:
    """Keep the marks from which boundaries are made: those of one layer, or of all tiers where they are coders."""
    _keep_shared([reading for reading in readings if reading.layering is Layering.OF_CORPUS], options.layer, name)
    for reading in readings:
        if reading.layering in (None, Layering.OF_CORPUS):
            continue
        source = Source(reading.marks[0].file, b"", "")
        if reading.layering is Layering.TIERS:
            reading.marks[:] = _tiers(source, options, reading.marks)
        else:
            layers = sorted({mark.tier or "" for mark in reading.marks})
            chosen = chosen_layer(source, options.layer or reading.default_layer, layers, reading.layering.value)
            reading.marks[:] = [mark for mark in reading.marks if mark.tier == chosen]


def _keep_shared(readings: Sequence[Reading], wanted: str | None, name: str) -> None:
    """One layer for all files; whoever marked nothing in it has coded the item without boundaries."""
    used = {mark.tier for reading in readings for mark in reading.marks if mark.tier is not None}
    known = {layer for reading in readings for layer in reading.layers}
    if not known:
        return
    chosen = chosen_layer(Source(name, b"", ""), wanted, sorted(used if wanted is None else known))
    for reading in readings:
        kept = [mark for mark in reading.marks if mark.tier == chosen]
        reading.marks[:] = kept or [mark._replace(spans=MarkedSpans(), tier=chosen) for mark in reading.marks[:1]]


def reading_of_tiers(source: Source, tiers: Sequence[tuple[str, MarkedSpans]], recording: Recording) -> Reading:
    """All tiers of a file; the coder stays open where the place of the file names none."""
    if not tiers:
        raise source.error("has no tiers with times; expected one whose annotations have a start and an end")
    marks = [Marks(source.item, source.coder or "", recording, spans, source.name, tier=name) for name, spans in tiers]
    return Reading(marks=marks, layering=Layering.TIERS)


def _tiers(source: Source, options: ReadOptions, tiers: Sequence[Marks]) -> list[Marks]:
    """The only tier, or the one asked for; or every tier as what one coder marked, if the caller says so."""
    names = [tier.tier or "" for tier in tiers]
    coder = tiers[0].coder
    if options.tiers_are == "coders" and options.layer is None and not coder:
        seen = {""}
        for name in names:
            if name in seen:
                fault = f"two tiers are called {name!r}" if name else "a tier has no name"
                raise source.error(f"{fault}, so tiers cannot be coders; choose a tier with {OPTION}=", option="layer")
            seen.add(name)
        return [tier._replace(coder=name) for tier, name in zip(tiers, names, strict=True)]
    if options.layer is None and len(tiers) > 1:
        which = f"choose the one of coder {coder!r}" if coder else "choose one"
        whose = "" if coder else ", or say --tiers-are coders (tiers_are='coders') if each is a coder's"
        listed = ", ".join(name or "a tier without a name" for name in names)
        raise source.error(f"has several tiers ({listed}); {which} with {OPTION}={whose}", option="layer")
    chosen = chosen_layer(source, options.layer, dict.fromkeys(names), "tier")
    kept = [tier for tier in tiers if tier.tier == chosen]
    if len(kept) > 1:
        raise source.error(f"two tiers are called {chosen!r}; rename one to choose between them")
    return [tier._replace(coder=coder or chosen or ONLY_CODER) for tier in kept]


# -------------------- Chunk strings that came without their text, placed in the units of a text that was read elsewhere


def codings_of_chunks(
    chunked: Sequence[ChunkStrings], texts: Mapping[str, Sequence[str]], max_lost: float
) -> tuple[list[Coding], list[str]]:
    """The codings that chunks make on the units of their texts, and what there is to say about it."""
    codings = []
    boundaries = moved = lost = 0
    overlap = uncovered = 0.0
    for item, coder, chunks, file, line in chunked:
        try:
            if item not in texts:
                raise InputError(
                    "its chunks cannot be placed, since its text is not known; add the field 'text', or give a corpus "
                    "with the units of its texts, such as sentences, beside the chunks"
                )
            placed = place_chunks(texts[item], chunks, max_lost=max_lost)
        except InputError as error:
            raise ParseError(f"item {item!r}: {error.template}", path=file, line=line, option=error.option) from None
        codings.append(Coding(item, coder, placed.segmentation, file))
        boundaries += len(chunks) - 1
        moved, lost = moved + placed.moved, lost + len(placed.lost)
        overlap, uncovered = max(overlap, placed.overlap), max(uncovered, placed.uncovered)
    said = []
    if moved:
        said.append(f"{moved:,} of {boundaries:,} boundaries between chunks lay within a unit and moved to its edge")
    if overlap:
        said.append(f"chunks overlap by up to {overlap:.1%}; a boundary is where the earlier chunk ends")
    if uncovered:
        said.append(f"up to {uncovered:.1%} of a text is in no chunk; it is counted to the chunk after it")
    if lost:
        said.append(f"{counted(lost, 'part')} of chunks not found in the texts")
    return codings, said


# ---------------------------------------------------------------------------------- What happened while a file was read


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
    farthest, mean_move : float
        How far they moved, in characters or seconds: at most, and on average over those that moved.
    merged : int
        Boundaries that moved onto another one of the same coding and are one with it now.
    at_edges : int
        Boundaries that moved to the start or the end of the item, where a boundary says nothing.
    labels : int
        Different labels of spans.
    model : str
        What was read: boundaries, labels, levels or spans.
    notes : tuple of str
        Anything else worth knowing: what was left out, what was taken for granted.

    Examples
    --------
    >>> print(LoadReport("brat", unit="line", boundaries=40, moved=3, farthest=4.0, mean_move=2.0))
    3 of 40 boundaries moved to the line grid, by 4 characters at most, 2 on average
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
    mean_move: float = 0.0
    merged: int = 0
    at_edges: int = 0
    labels: int = 0
    model: str = "boundaries"
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.unit is None:
            return f"read as {self.format}; nothing moved"
        grid = f"{self.resolution:g} {self.measure} grid" if self.resolution else f"{self.unit} grid"
        parts = [f"unit: {grid.removesuffix(' grid')}, {self.reason}"] if self.reason else []
        if not self.moved:
            return "; ".join([*parts, f"no boundary had to move to the {grid}"])
        parts.append(
            f"{self.moved:,} of {self.boundaries + self.merged + self.at_edges:,} boundaries moved to the {grid}, "
            f"by {self.farthest:.3g} {self.measure} at most, {self.mean_move:.3g} on average"
        )
        if self.merged:
            parts.append(f"{self.merged:,} merged with another")
        if self.at_edges:
            parts.append(f"{self.at_edges:,} fell on an edge")
        return "; ".join(parts)


# --------------------------------------------------------------------------------------- From what was read to a corpus


_Value = TypeVar("_Value")


def assemble(readings: Sequence[Reading], options: ReadOptions, *, name: str, format: str) -> tuple[Corpus, LoadReport]:
    """One corpus of all that was read, and the report about it."""
    for reading in readings:
        if reading.model != "boundaries":
            if options.model is None:
                raise OtherModelError(reading.model, name)
            boundaries_of_models(reading)
    count = Snapping()
    texts: dict[str, Sequence[str]] = {}
    # First, since it says whose texts differ, and not only that they do.
    metadata, study_notes = metadata_of(readings, name)
    keep_one_layer(readings, options, name)
    marks = [mark for reading in readings for mark in reading.marks]
    require_grid(marks, options, name, format)
    for mark in marks:
        check_direction(mark)
    options, reason = with_grid(marks, options, name)
    placed = codings_of_marks(marks, options, texts, count)
    for reading in readings:
        texts |= fresh(reading.texts, texts, "the text of item", name)
    chunked = [chunks for reading in readings for chunks in reading.chunks]
    texts = {**_texts_for({chunks.item for chunks in chunked}, options.texts or {}), **texts}
    chunk_codings, chunk_notes = codings_of_chunks(chunked, texts, options.max_lost or 0.0)
    placed += chunk_codings
    only_rows = readings[0].rows if len(readings) == 1 else None
    columns = only_rows[:3] if only_rows is not None else _columns(readings, placed)
    if not columns[0]:
        raise ParseError("holds no codings; expected one at least", path=name)
    groups: dict[str, Hashable] = {}
    for reading in readings:
        groups |= fresh(reading.groups, groups, "the group of coder", name)
    try:
        corpus = Corpus.from_columns(*columns, texts=texts, groups=groups, metadata=metadata)
    except MassMismatchError as error:
        raise MassMismatchError(f"{name}: {shortened(str(error))}") from None
    except InputError as error:
        raise ParseError(shortened(str(error)), path=name) from None
    if options.types_as_one:
        corpus = without(corpus, frozenset(("types",)))
    else:
        corpus = _with_study_types(corpus, [label for reading in readings for label in reading.types])
    notes = tuple(dict.fromkeys(note for reading in readings for note in (*reading.notes, *chunk_notes, *study_notes)))
    return corpus, report_of(
        marks, options, count, format, len(readings), (*notes, *_grid_notes(marks, options, count)), reason
    )


def require_grid(marks: Sequence[Marks], options: ReadOptions, name: str, format: str) -> None:
    """Refuse options for spans and times where there are none: they would be passed over in silence."""
    if options.about_spans and not marks:
        option = options.about_spans[0]
        raise UnfitOptionError(
            f"{name}: {OPTION} has no meaning for {format}, which counts units itself", option=option
        )


def metadata_of(readings: Sequence[Reading], name: str) -> tuple[dict[str, object], list[str]]:
    """What files say beside their codings, and what to tell about it."""
    if any("annotations" in reading.metadata for reading in readings):
        from seamark.io.annotations import joined_metadata  # checks forms, which other corpora need not wait for

        return joined_metadata(readings, name)
    return {key: value for reading in readings for key, value in reading.metadata.items()}, []


def _texts_for(items: set[str], known: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """The texts of items; one item and one text belong together, whatever they are called."""
    if len(items) == len(known) == 1:
        return dict(zip(items, known.values(), strict=True))
    return {item: known[item] for item in items if item in known}


def _columns(
    readings: Sequence[Reading], placed: Sequence[Coding]
) -> tuple[list[str], list[str], list[SegmentationLike]]:
    """All codings as columns, the items in the order in which they were read."""
    by_item: dict[str, dict[str, Coding]] = {}
    codings: list[Coding] = []
    for reading in readings:
        mine = [*reading.codings, *(reading.rows.one_by_one() if reading.rows is not None else ())]
        codings += mine
        by_item |= {one[0]: {} for one in (*mine, *reading.marks, *reading.chunks) if one[0] not in by_item}
    for coding in (*codings, *placed):
        first = by_item[coding.item].setdefault(coding.coder, coding)
        if first is not coding:
            also = "" if first.file == coding.file else f" (also in {first.file})"
            raise ParseError(
                f"item {coding.item!r}: coder {coding.coder!r} stands twice; expected one coding{also}",
                path=coding.file,
            )
    rows = [coding for by_coder in by_item.values() for coding in by_coder.values()]
    return [row.item for row in rows], [row.coder for row in rows], [row.segmentation for row in rows]


def _with_study_types(corpus: Corpus, types: Sequence[Hashable]) -> Corpus:
    """The same corpus, knowing boundary types of its study that no coding uses."""
    every = in_type_order((*types, *used_types(corpus)))
    if not types or every == corpus.types:
        return corpus
    columns = corpus.codings.columns
    # A label of the corpus that is not among them stands for no boundary: the default of a corpus without any.
    code_of = {label: code for code, label in enumerate(every)}
    translation = np.array([code_of.get(label, 0) for label in corpus.types], dtype=np.int32)
    codes = columns.types if columns.types.size else np.zeros(columns.positions.size, dtype=np.int32)
    rows = SegmentationArray.from_columns(
        columns.positions, columns.offsets, masses=columns.masses, types=translation[codes], labels=every
    )
    return Corpus.from_columns(
        [corpus.item_names[i] for i in corpus.item_index],
        [corpus.coder_names[i] for i in corpus.coder_index],
        rows,
        texts=corpus.texts,
        groups=corpus.groups,
        metadata=corpus.metadata,
    )


def fresh(more: Mapping[str, _Value], known: Mapping[str, _Value], what: str, name: str) -> dict[str, _Value]:
    """What is told about names, when nothing else was told about them before."""
    for key in more.keys() & known.keys():
        if more[key] != known[key]:
            raise ParseError(f"{what} {key!r} is told twice, differently", path=name)
    return dict(more)


def with_grid(marks: Sequence[Marks], options: ReadOptions, name: str) -> tuple[ReadOptions, str]:
    """The options with a unit for texts and a step for times, and why these, where the caller did not choose."""
    if not marks:
        return options, ""
    first = marks[0].medium
    try:
        if isinstance(first, TextDocument) and options.unit is None:
            fit = fitting_unit(marks, DEFAULT_SNAP_LIMIT if options.snap_limit is None else options.snap_limit)
            return replace(options, unit=fit.unit), fit.reason
        if isinstance(first, Recording) and options.resolution is None:
            step = first.step or fitting_resolution(marks)
            reason = "so that no two boundaries of a coder meet" if step < DEFAULT_RESOLUTION else ""
            return replace(options, resolution=step), reason
    except InputError as error:
        raise ParseError(error.template, path=name, option=error.option) from None
    return options, ""


def _grid_notes(marks: Sequence[Marks], options: ReadOptions, count: Snapping) -> list[str]:
    """What to keep in mind about a grid."""
    if count.cut:
        return [f"cut at the end of their items: {counted(count.cut, 'span')} that reached beyond"]
    if marks and options.unit == "character" and count.boundaries:
        return ["the unit is the character: near misses are counted in characters, and S is close to 1 in any case"]
    return []


def report_of(
    marks: Sequence[Marks],
    options: ReadOptions,
    count: Snapping,
    format: str,
    files: int,
    notes: tuple[str, ...],
    reason: str,
) -> LoadReport:
    """How marks came onto the grid."""
    if not marks:
        return LoadReport(format, files, notes=notes)
    first = marks[0].medium
    timed = isinstance(first, Recording)
    return LoadReport(
        format,
        files,
        unit="time" if timed else options.unit,
        measure=first.measure if isinstance(first, Recording) else "characters",
        reason=reason,
        resolution=options.resolution if timed else None,
        boundaries=count.boundaries,
        moved=count.moved,
        farthest=count.farthest,
        mean_move=count.distance / count.moved if count.moved else 0.0,
        merged=count.merged,
        at_edges=count.at_edges,
        labels=len({label for mark in marks for label in mark.spans.labels[1:]}),
        notes=notes,
    )
