"""Reading labels, spans and levels instead of boundaries alone, from the same rows of the same formats."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec
import numpy as np

from seamark.base.checks import hint, items_of, of_kind, one_of, string_of
from seamark.base.errors import OPTION, InputError, MassMismatchError, ParseError
from seamark.base.extras import garbage_left_alone
from seamark.base.numbers import counted
from seamark.io.assemble import (
    LoadReport,
    assemble,
    converted,
    fresh,
    keep_one_layer,
    metadata_of,
    report_of,
    require_grid,
    with_grid,
)
from seamark.io.choose_grid import Grid
from seamark.io.format import DEFAULT_OPTIONS, Label, ReadOptions, checked_label
from seamark.io.loading import Place, name_of_all, read_places
from seamark.io.reading import ONLY_CODER, Marks, Reading, Recording
from seamark.io.snap_to_grid import Snapping, check_direction, cut_beyond, grid_of, snap
from seamark.io.source import shortened
from seamark.model.checks import in_type_order
from seamark.model.codings import AnyCoding, Kind
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.model.spans import Spans


class LoadedModels(NamedTuple):
    """What was read, a corpus of the model, and how."""

    codings: Corpus
    report: LoadReport


@garbage_left_alone()
def load_models(
    source: Place | Sequence[Place],
    model: Kind | None = None,
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
        By default what a file of ours says that it holds, and spans of the files of tools.
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
    if model is not None:
        one_of(model, "model", get_args(Kind))
    of_kind(options, ReadOptions, "options", "ReadOptions, such as ReadOptions(unit='sentence')")
    levels = [string_of(tier, "a level") for tier in items_of(levels, "levels", "a list of names of tiers")]
    if levels and model not in (None, "levels"):
        raise InputError(f"{OPTION} is for levels, not for {model}", option="levels")
    found = read_places(source, options, name)
    readings = [reading for one in found for reading in one.readings]
    called, formats = name_of_all(found), ", ".join(dict.fromkeys(one.format.name for one in found))
    held = [one for reading in readings for one in reading.models]
    model = model or ("levels" if levels else _told(readings))
    of_file = max((reading.levels for reading in readings), key=len, default=())
    if model == "levels" and not levels and not of_file and not held:
        told = any(reading.types for reading in readings)
        return _levels_of_types(assemble(readings, options, name=called, format=formats), called, told)
    if model != "levels":
        keep_one_layer(readings, options, called)
    marks = [mark for reading in readings for mark in reading.marks]
    for place in found:
        if any(reading.codings or reading.rows or reading.chunks for reading in place.readings):
            held_there = f"{place.name}: {place.format.name} holds boundaries alone"
            raise InputError(f"{held_there}; {model} are read from spans and times")
    require_grid(marks, options, called, formats)
    for mark in marks:
        check_direction(mark)
    options, reason = with_grid(marks, options, called)
    count, points = Snapping(), 0
    texts: dict[str, Sequence[str]] = {}
    placed: dict[str, list[tuple[Marks, Spans]]] = {}
    by_item: dict[str, list[Marks]] = {}
    for mark in marks:
        by_item.setdefault(mark.item, []).append(mark)
    for item, group in by_item.items():
        grid = grid_of(group, options)
        for mark in group:
            spans, dropped = _placed(mark, grid, options, count)
            points += dropped
            if model == "spans" and isinstance(mark.medium, Recording) and mark.medium.covered:
                spans = Spans([span for span in spans if span.category is not None], length=spans.length)
            placed.setdefault(item, []).append((mark, spans))
        if (units := grid.texts) is not None:
            texts[item] = units
    codings: dict[str, dict[str, AnyCoding]] = {}
    for one in held:
        by_coder = codings.setdefault(one.item, {})
        if one.coder in by_coder:
            raise ParseError(f"item {one.item!r}: coder {one.coder!r} stands twice; expected one coding", path=one.file)
        by_coder[one.coder] = converted(one, model)
    for item, rows in placed.items():
        known = codings.setdefault(item, {})
        known |= _codings(model, rows, levels or _in_file(rows, of_file), known)
    notes = tuple(dict.fromkeys(note for reading in readings for note in reading.notes))
    if points:
        notes += (f"left out: {counted(points, 'label')} at a single point, which are no {model}",)
    report = report_of(marks, options, count, formats, len(readings), notes, reason)
    return LoadedModels(_corpus(model, codings, texts, readings, called), replace(report, model=model))


def _told(readings: Sequence[Reading]) -> Kind:
    """The model that the first of our own files holds; spans where there are only files of tools."""
    for reading in readings:
        if reading.model != "boundaries":
            return reading.model
    return "spans"


def _corpus(
    model: Kind,
    codings: Mapping[str, Mapping[str, AnyCoding]],
    texts: dict[str, Sequence[str]],
    readings: Sequence[Reading],
    name: str,
) -> Corpus:
    """All codings with what files say beside them."""
    groups: dict[str, Hashable] = {}
    for reading in readings:
        texts |= fresh(reading.texts, texts, "the text of item", name)
        groups |= fresh(reading.groups, groups, "the group of coder", name)
    metadata, _ = metadata_of(readings, name)
    try:
        corpus = Corpus(codings, texts=texts, groups=groups, metadata=metadata)
    except MassMismatchError as error:
        raise MassMismatchError(f"{name}: {shortened(str(error))}") from None
    except InputError as error:
        raise ParseError(shortened(str(error)), path=name) from None
    study = [label for reading in readings if reading.model == model for label in reading.types]
    return _with_categories(corpus, study) if study and model == "spans" else corpus


def _with_categories(corpus: Corpus, study: Sequence[Hashable]) -> Corpus:
    """The same corpus, knowing categories of its study that no coding uses."""
    every = in_type_order((*study, *corpus.types), "category")
    return Corpus.from_columns(
        [corpus.item_names[i] for i in corpus.item_index],
        [corpus.coder_names[i] for i in corpus.coder_index],
        corpus.codings.with_names(every),
        texts=corpus.texts,
        groups=corpus.groups,
        metadata=corpus.metadata,
    )


def _levels_of_types(loaded: tuple[Corpus, LoadReport], name: str, told: bool) -> LoadedModels:
    """Hierarchies of boundaries whose types are levels, such as ``====,2,`` in a text; ``told`` says that the files
    name their types, also where there is one.
    """
    corpus, report = loaded
    plain = corpus.types == (DEFAULT_TYPE,) and not told
    if plain or not all(isinstance(label, int) for label in corpus.types):
        raise InputError(
            f"{name}: has no levels of boundaries (types 1, 2, ...); {OPTION}= names tiers that are levels",
            option="levels",
        )
    depth = max((label for label in corpus.types if isinstance(label, int)), default=1)
    codings = {
        item: {coder: Hierarchy.from_types(one, depth) for coder, one in by_coder.items()}
        for item, by_coder in corpus.items()
    }
    said = {"texts": corpus.texts, "groups": corpus.groups, "metadata": corpus.metadata}
    return LoadedModels(Corpus(codings, **said), replace(report, model="levels"))  # type: ignore[arg-type]  # three mappings


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
    model: Kind, rows: Sequence[tuple[Marks, Spans]], levels: Sequence[str], known: Mapping[str, AnyCoding]
) -> dict[str, AnyCoding]:
    """What the coders of one item marked, beside those that are known."""
    if model == "levels":
        return _hierarchies(rows, levels)
    made: dict[str, AnyCoding] = {}
    for mark, spans in rows:
        if mark.coder in made or mark.coder in known:
            raise _about(mark, InputError("stands twice; expected one coding"))
        made[mark.coder] = spans if model == "spans" else _labelled(mark, spans)
    return made


def _labelled(mark: Marks, spans: Spans) -> LabelledSegmentation:
    try:
        return LabelledSegmentation.from_spans(spans)
    except InputError as error:
        raise _about(mark, InputError(f"{error.template}; as spans they can be read")) from None


def _in_file(rows: Sequence[tuple[Marks, Spans]], levels: Sequence[str]) -> list[str]:
    """Those of the levels that a file names which the coders of an item have."""
    present = {mark.tier for mark, _ in rows}
    return [level for level in levels if level in present]


def _hierarchies(rows: Sequence[tuple[Marks, Spans]], levels: Sequence[str]) -> dict[str, AnyCoding]:
    """The tiers with these names as the levels of a hierarchy, of every coder whom the file names."""
    by_coder: dict[str, dict[str, tuple[Marks, Spans]]] = {}
    for mark, spans in rows:
        # A tier that nobody's name stands with is its own coder; tiers that are levels are of one.
        coder = ONLY_CODER if mark.coder in ("", mark.tier) else mark.coder
        by_coder.setdefault(coder, {})[mark.tier or mark.coder] = mark, spans
    made: dict[str, AnyCoding] = {}
    for coder, tiers in by_coder.items():
        if not tiers.keys() & set(levels) and len(by_coder) > 1:
            continue  # who marked something else in the same file
        for name in levels:
            if name not in tiers:
                raise _about(
                    next(iter(tiers.values()))[0], InputError(f"no tier is called {name!r}; {hint(name, tiers)}")
                )
        labelled = [_labelled(*tiers[name]) for name in levels]
        nested = is_nested([level.segmentation for level in labelled])
        made[coder] = Hierarchy.from_labelled(labelled, nested=nested)
    return made


def _about(mark: Marks, error: InputError) -> ParseError:
    message = f"item {mark.item!r}, coder {mark.coder!r}: {error.template}"
    return ParseError(message, path=mark.file, line=mark.line, option=error.option)


# Labels, spans and levels as they stand in JSON: the codings of an item by coder, of the model that the header names


class SegmentRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A segment: its size and its label."""

    mass: int
    label: Label = None


class SpanRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A span: the units from ``start`` to before ``end``, counted from 0, and its category."""

    start: int
    end: int
    category: Label = None


class LevelsForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Levels from coarse to fine, without labels or with them."""

    levels: list[list[int]] | None = None
    labelled: list[list[SegmentRow]] | None = None
    nested: bool = True


_Form = TypeVar("_Form")


class ModelItemForm(msgspec.Struct, Generic[_Form], forbid_unknown_fields=True, omit_defaults=True):
    """One item with its codings."""

    item: str
    mass: int
    codings: dict[str, _Form]
    texts: list[str] | None = None


#: What an item of each model is.
ITEM_FORM: dict[Kind, Any] = {
    "labels": ModelItemForm[list[SegmentRow]],
    "levels": ModelItemForm[LevelsForm],
    "spans": ModelItemForm[list[SpanRow]],
}


def codings_in(form: ModelItemForm[Any], model: Kind) -> dict[str, AnyCoding]:
    """The codings of an item, by coder.

    Examples
    --------
    >>> item = ModelItemForm("song", 16, {"ann": [SegmentRow(8, "A"), SegmentRow(8, "B")]})
    >>> codings_in(item, "labels")["ann"].labels
    ('A', 'B')
    """
    if not form.codings:
        raise InputError(f"item {form.item!r} has no codings; expected at least one")
    made: dict[str, AnyCoding] = {}
    for coder, coding in form.codings.items():
        try:
            made[coder] = one = _MAKERS[model](coding, form.mass)
            if not isinstance(one, Spans) and one.mass != form.mass:
                raise MassMismatchError(f"covers {one.mass} units, the mass of the item is {form.mass}")
        except InputError as error:
            raise type(error)(f"item {form.item!r}, coder {coder!r}: {error}") from None
    return made


def _hierarchy(form: LevelsForm, mass: int) -> Hierarchy:
    if (form.levels is None) == (form.labelled is None):
        raise InputError("expected either levels or labelled")
    if form.levels is not None:
        return Hierarchy.from_levels(form.levels, nested=form.nested)
    return Hierarchy.from_labelled([_segments(level, mass) for level in form.labelled or ()], nested=form.nested)


def _segments(rows: Sequence[SegmentRow], mass: int) -> LabelledSegmentation:
    return LabelledSegmentation.from_segments([(row.mass, row.label) for row in rows])


def _spans(rows: Sequence[SpanRow], mass: int) -> Spans:
    return Spans([(row.start, row.end, row.category) for row in rows], length=mass)


_MAKERS: dict[Kind, Callable[[Any, int], AnyCoding]] = {
    "labels": _segments,
    "levels": _hierarchy,
    "spans": _spans,
}


# ------------------------------------------------------------------------------------------------------------ writing


def model_item_form(corpus: Corpus, item: str) -> ModelItemForm[Any]:
    """One item as it is written."""
    codings = corpus[item]
    mass = corpus.lengths[item]
    texts = list(corpus.texts[item]) if item in corpus.texts else None
    return ModelItemForm(item, mass, {coder: _form_of(coding) for coder, coding in codings.items()}, texts)


def _form_of(coding: LabelledSegmentation | Hierarchy | Spans) -> Any:
    if isinstance(coding, Spans):
        return [SpanRow(span.start, span.end, checked_label(span.category)) for span in coding]
    if isinstance(coding, LabelledSegmentation):
        return _segment_rows(coding)
    if coding.labelled is None:
        return LevelsForm(levels=[list(level.masses) for level in coding.segmentations], nested=coding.nested)
    return LevelsForm(labelled=[_segment_rows(level) for level in coding.labelled], nested=coding.nested)


def _segment_rows(coding: LabelledSegmentation) -> list[SegmentRow]:
    return [SegmentRow(mass, checked_label(label)) for mass, label in zip(coding.masses, coding.labels, strict=True)]


def study_labels(corpus: Corpus) -> list[int | str]:
    """All labels or categories of the study, when some of them are used by no coding; else none."""
    if corpus.kind == "levels":
        return []
    every = corpus.types
    used = {label for one in corpus.codings for label in (one.categories if isinstance(one, Spans) else one.labels)}
    if used.issuperset(every):
        return []
    return [label for one in every if (label := checked_label(one)) is not None]
