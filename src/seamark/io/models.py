"""Reading labels, spans and levels instead of boundaries alone, from the same rows of the same formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, get_args

import numpy as np

from seamark.checks import items_of, of_kind, string_of
from seamark.choices import hint, one_of
from seamark.errors import OPTION, InputError, ParseError
from seamark.frozen_mapping import FrozenMapping
from seamark.io.assemble import assemble, report_of, with_grid
from seamark.io.grid import Grid
from seamark.io.layers import keep_one_layer
from seamark.io.load_report import LoadReport
from seamark.io.loading import Place, name_of_all, read_places
from seamark.io.options import DEFAULT_OPTIONS, OtherModel, ReadOptions
from seamark.io.placing import Snapping, check_direction, cut_beyond, grid_of, snap
from seamark.io.reading import ONLY_CODER, Marks
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.model.spans import Spans
from seamark.number_text import counted


class LoadedModels(NamedTuple):
    """What was read, by item and coder, and how."""

    codings: Mapping[str, Mapping[str, LabelledSegmentation | Hierarchy | Spans]]
    report: LoadReport


def load_models(
    source: Place | Sequence[Place],
    model: OtherModel,
    options: ReadOptions = DEFAULT_OPTIONS,
    *,
    levels: Sequence[str] = (),
    name: str | None = None,
) -> LoadedModels:
    r"""Read labelled segmentations, hierarchies or spans from files with spans or times.

    Parameters
    ----------
    source, options, name
        As for ``load_with_report``.
    model
        ``"labels"``: spans must not overlap, and gaps have the label None; ``"spans"``: as they are; ``"levels"``: the
        tiers that ``levels`` names, from coarse to fine, or boundary types 1, 2, ..., are the levels of a hierarchy.
    levels
        Names of tiers.

    Examples
    --------
    >>> from io import BytesIO
    >>> lines = BytesIO(b"0.0\t8.0\tA\n8.0\t16.0\tB\n16.0\t24.0\tA\n")
    >>> loaded = load_models(lines, "labels", ReadOptions(format="lab", resolution=1.0), name="song.lab")
    >>> loaded.codings["song"]["coder"]
    LabelledSegmentation.from_segments([(8, 'A'), (8, 'B'), (8, 'A')])
    """
    one_of(model, "model", get_args(OtherModel))
    of_kind(options, ReadOptions, "options", "ReadOptions, such as ReadOptions(unit='sentence')")
    levels = [string_of(tier, "a level") for tier in items_of(levels, "levels", "a list of names of tiers")]
    if levels and model != "levels":
        raise InputError(f"{OPTION} is for levels, not for {model}", option="levels")
    if levels:
        # Then a file with several tiers is no error, and each is read by itself.
        options = replace(options, tiers_are="coders")
    found = read_places(source, options, name)
    readings = [reading for one in found for reading in one.readings]
    called, formats = name_of_all(found), ", ".join(dict.fromkeys(one.format.name for one in found))
    if model == "levels" and not levels:
        return _levels_of_types(assemble(readings, options, name=called, format=formats), called)
    if not levels:
        keep_one_layer(readings, options, called)
    marks = [mark for reading in readings for mark in reading.marks]
    if not marks:
        raise InputError(f"{called}: {formats} holds boundaries alone; {model} are read from spans and times")
    for mark in marks:
        check_direction(mark)
    options, reason = with_grid(marks, options, called)
    count, points = Snapping(), 0
    placed: dict[str, list[tuple[Marks, Spans]]] = {}
    for item in dict.fromkeys(mark.item for mark in marks):
        group = [mark for mark in marks if mark.item == item]
        grid = grid_of(group, options)
        for mark in group:
            spans, dropped = _placed(mark, grid, options, count)
            points += dropped
            placed.setdefault(item, []).append((mark, spans))
    codings = {item: _codings(model, rows, levels) for item, rows in placed.items()}
    notes = tuple(dict.fromkeys(note for reading in readings for note in reading.notes))
    if points:
        notes += (f"left out: {counted(points, 'label')} at a single point, which are no {model}",)
    report = report_of(marks, options, count, formats, len(readings), notes, reason)
    return LoadedModels(FrozenMapping({item: FrozenMapping(by_coder) for item, by_coder in codings.items()}), report)


def _levels_of_types(loaded: tuple[Corpus, LoadReport], name: str) -> LoadedModels:
    """Hierarchies of boundaries whose types are levels, such as ``====,2,`` in a text."""
    corpus, report = loaded
    if not all(isinstance(label, int) for label in corpus.types) or corpus.types == (DEFAULT_TYPE,):
        raise InputError(
            f"{name}: has no levels of boundaries (types 1, 2, ...); {OPTION}= names tiers that are levels",
            option="levels",
        )
    depth = max((label for label in corpus.types if isinstance(label, int)), default=1)
    codings = {
        item: FrozenMapping({coder: Hierarchy.from_types(one, depth) for coder, one in by_coder.items()})
        for item, by_coder in corpus.items()
    }
    return LoadedModels(FrozenMapping(codings), report)


def _placed(mark: Marks, grid: Grid, options: ReadOptions, count: Snapping) -> tuple[Spans, int]:
    """The spans of one coder on the grid, and how many points were left out; what moved is added to ``count``."""
    count.cut += cut_beyond(mark, grid.extent, options.trim)
    try:
        snap(mark, grid, options, count)
        where = np.unique(np.concatenate((mark.spans.starts, mark.spans.ends)))
        positions = np.minimum(grid.place(where).positions, grid.mass)
        starts = positions[np.searchsorted(where, mark.spans.starts)].tolist()
        ends = positions[np.searchsorted(where, mark.spans.ends)].tolist()
        rows = []
        for (first, last, label), start, end in zip(mark.spans, starts, ends, strict=True):
            if first < min(last, grid.extent) and start == end:
                raise InputError(f"the span from {first:g} to {last:g} is empty on this grid; use a finer one")
            if start < end:
                rows.append((start, end, label))
        return Spans(rows, length=grid.mass), len(starts) - len(rows)
    except InputError as error:
        raise _about(mark, error) from None


def _codings(
    model: OtherModel, rows: Sequence[tuple[Marks, Spans]], levels: Sequence[str]
) -> dict[str, LabelledSegmentation | Hierarchy | Spans]:
    """What the coders of one item marked."""
    if model == "levels":
        return {ONLY_CODER: _hierarchy(rows, levels)}
    made: dict[str, LabelledSegmentation | Hierarchy | Spans] = {}
    for mark, spans in rows:
        if mark.coder in made:
            raise _about(mark, InputError("stands twice; expected one coding"))
        made[mark.coder] = spans if model == "spans" else _labelled(mark, spans)
    return made


def _labelled(mark: Marks, spans: Spans) -> LabelledSegmentation:
    try:
        return LabelledSegmentation.from_spans(spans)
    except InputError as error:
        raise _about(mark, InputError(f"{error.template}; as spans they can be read")) from None


def _hierarchy(rows: Sequence[tuple[Marks, Spans]], levels: Sequence[str]) -> Hierarchy:
    tiers = {mark.tier or mark.coder: (mark, spans) for mark, spans in rows}
    for name in levels:
        if name not in tiers:
            raise _about(rows[0][0], InputError(f"no tier is called {name!r}; {hint(name, tiers)}"))
    return Hierarchy.from_labelled([_labelled(*tiers[name]) for name in levels], nested=False)


def _about(mark: Marks, error: InputError) -> ParseError:
    message = f"item {mark.item!r}, coder {mark.coder!r}: {error.template}"
    return ParseError(message, path=mark.file, line=mark.line, option=error.option)
