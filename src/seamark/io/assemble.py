"""From what was read to a corpus."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from seamark.errors import OPTION, InputError, MassMismatchError, OtherModelError, ParseError
from seamark.io.features import used_types, without
from seamark.io.fitting import fitting_resolution, fitting_unit
from seamark.io.layers import keep_one_layer
from seamark.io.load_report import LoadReport
from seamark.io.model_conversions import boundaries_of_models
from seamark.io.options import (
    DEFAULT_RESOLUTION,
    DEFAULT_SNAP_LIMIT,
    ReadOptions,
    UnfitOptionError,
)
from seamark.io.placing import Snapping, check_direction, codings_of_marks
from seamark.io.placing_chunks import codings_of_chunks
from seamark.io.reading import Coding, Marks, Reading, Recording, TextDocument
from seamark.io.source import shortened
from seamark.model.array import SegmentationArray
from seamark.model.checks import in_type_order
from seamark.model.corpus import Corpus
from seamark.model.segmentation import SegmentationLike
from seamark.number_text import counted

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
