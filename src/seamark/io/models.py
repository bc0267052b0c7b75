"""Reading labels, spans and levels instead of boundaries alone, from the same rows of the same formats."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import numpy as np

from seamark.checks import items_of, of_kind, string_of
from seamark.choices import hint, one_of
from seamark.errors import OPTION, InputError, MassMismatchError, ParseError
from seamark.garbage import garbage_left_alone
from seamark.io.assemble import assemble, fresh, metadata_of, report_of, require_grid, with_grid
from seamark.io.grid import Grid
from seamark.io.layers import keep_one_layer
from seamark.io.load_report import LoadReport
from seamark.io.loading import Place, name_of_all, read_places
from seamark.io.model_conversions import converted
from seamark.io.options import DEFAULT_OPTIONS, ReadOptions
from seamark.io.placing import Snapping, check_direction, cut_beyond, grid_of, snap
from seamark.io.reading import ONLY_CODER, Marks, Reading, Recording
from seamark.io.source import shortened
from seamark.model.checks import in_type_order
from seamark.model.corpora import CORPUS_OF, OtherCoding, OtherCorpus, OtherModel
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.hierarchy_corpus import HierarchyCorpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.model.span_array import SpanArray
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Spans
from seamark.number_text import counted


class LoadedModels(NamedTuple):
    """What was read, a corpus of the model, and how."""

    codings: OtherCorpus
    report: LoadReport


@garbage_left_alone()
def load_models(
    source: Place | Sequence[Place],
    model: OtherModel | None = None,
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
        one_of(model, "model", get_args(OtherModel))
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
    codings: dict[str, dict[str, OtherCoding]] = {}
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


def _told(readings: Sequence[Reading]) -> OtherModel:
    """The model that the first of our own files holds; spans where there are only files of tools."""
    for reading in readings:
        if reading.model != "boundaries":
            return reading.model
    return "spans"


def _corpus(
    model: OtherModel,
    codings: Mapping[str, Mapping[str, OtherCoding]],
    texts: dict[str, Sequence[str]],
    readings: Sequence[Reading],
    name: str,
) -> OtherCorpus:
    """All codings with what files say beside them."""
    groups: dict[str, Hashable] = {}
    for reading in readings:
        texts |= fresh(reading.texts, texts, "the text of item", name)
        groups |= fresh(reading.groups, groups, "the group of coder", name)
    metadata, _ = metadata_of(readings, name)
    kind: Any = CORPUS_OF[model]
    try:
        corpus: OtherCorpus = kind(codings, texts=texts, groups=groups, metadata=metadata)
    except MassMismatchError as error:
        raise MassMismatchError(f"{name}: {shortened(str(error))}") from None
    except InputError as error:
        raise ParseError(shortened(str(error)), path=name) from None
    study = [label for reading in readings if reading.model == model for label in reading.types]
    return _with_categories(corpus, study) if study and isinstance(corpus, SpanCorpus) else corpus


def _with_categories(corpus: SpanCorpus, study: Sequence[Hashable]) -> SpanCorpus:
    """The same corpus, knowing categories of its study that no coding uses."""
    every = in_type_order((*study, *corpus.categories), "category")
    code_of = {label: code for code, label in enumerate(every)}
    codes = np.array([code_of[label] for label in corpus.categories], dtype=np.int32)
    columns = corpus.codings.columns
    array = SpanArray(columns._replace(codes=codes[columns.codes]), every)
    return SpanCorpus.from_columns(
        [corpus.item_names[i] for i in corpus.item_index],
        [corpus.coder_names[i] for i in corpus.coder_index],
        array,
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
    return LoadedModels(HierarchyCorpus(codings, **said), replace(report, model="levels"))  # type: ignore[arg-type]  # three mappings


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
    model: OtherModel, rows: Sequence[tuple[Marks, Spans]], levels: Sequence[str], known: Mapping[str, OtherCoding]
) -> dict[str, OtherCoding]:
    """What the coders of one item marked, beside those that are known."""
    if model == "levels":
        return _hierarchies(rows, levels)
    made: dict[str, OtherCoding] = {}
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


def _hierarchies(rows: Sequence[tuple[Marks, Spans]], levels: Sequence[str]) -> dict[str, OtherCoding]:
    """The tiers with these names as the levels of a hierarchy, of every coder whom the file names."""
    by_coder: dict[str, dict[str, tuple[Marks, Spans]]] = {}
    for mark, spans in rows:
        # A tier that nobody's name stands with is its own coder; tiers that are levels are of one.
        coder = ONLY_CODER if mark.coder in ("", mark.tier) else mark.coder
        by_coder.setdefault(coder, {})[mark.tier or mark.coder] = mark, spans
    made: dict[str, OtherCoding] = {}
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
