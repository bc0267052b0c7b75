"""Labels, spans and levels as long tables, one row per segment or span; positions count units from 0.

======  ==========================================================================================
labels  item, coder, mass, start, label
levels  item, coder, mass, level, start and, where levels have labels, label; level 1 is the coarsest
spans   item, coder, mass, start, end, category; a row without start and end is a coder who marked
        nothing
======  ==========================================================================================

A label made of digits is a number, any other a name, and an empty cell is None. Every row that is written has the mass,
the number of units of the item; in a file to read, one row per item is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from csv import field_size_limit
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seamark.base.errors import InputError
from seamark.io.format import Label, checked_label
from seamark.io.parquet import pyarrow
from seamark.io.reading import CodingRows, ModelCoding, Reading
from seamark.io.source import Row, Source, encode_table, whole_cell, write_row
from seamark.kernels.columns import Int32Array, Int64Array
from seamark.model.checks import in_type_order
from seamark.model.codings import AnyCoding, Kind, SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Spans

_SHARED = ("item", "coder", "mass")
#: The columns of each model: those that must be there, and all.
COLUMNS: dict[Kind, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "levels": ((*_SHARED, "level", "start"), (*_SHARED, "level", "start", "label")),
    "spans": ((*_SHARED, "start", "end"), (*_SHARED, "start", "end", "category")),
    "labels": ((*_SHARED, "start", "label"), (*_SHARED, "start", "label")),
}
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")


def model_of_header(cells: Sequence[str]) -> Kind | None:
    """The model whose columns these are; None when they are of no model.

    Examples
    --------
    >>> model_of_header(["item", "coder", "mass", "start", "end"]), model_of_header(["start", "end", "label"])
    ('spans', None)
    """
    names = set(cells)
    for model, (needed, known) in COLUMNS.items():
        if names.issuperset(needed) and names.issubset(known):
            return model
    return None


class _Cells(NamedTuple):
    """A row of one coding, with the numbers and the label in it."""

    line: int
    level: int
    start: int | None
    end: int | None
    label: Label


def read_rows(source: Source, header: Sequence[str], rows: Iterator[Row], model: Kind) -> Reading:
    """The codings of a table whose header is that of a model."""
    if len(set(header)) < len(header):
        raise source.error("the header has a column twice", 1)
    masses: dict[str, int] = {}
    codings: dict[tuple[str, str], list[_Cells]] = {}
    for line, cells in rows:
        row = dict(zip(header, cells, strict=True))
        item, coder = row["item"], row["coder"]
        if not item or not coder:
            raise source.error(f"the {'coder' if item else 'item'} is empty; expected a name", line)
        note_mass(source, masses, item, row["mass"], line)
        start, end, level = (
            whole_cell(source, cell, f"the {name}", line) if (cell := row.get(name, "")) else None
            for name in ("start", "end", "level")
        )
        if "level" in row and level is None:
            raise source.error("the level is empty; expected a number from 1, the coarsest", line)
        label = label_in(row.get("category", row.get("label", "")))
        codings.setdefault((item, coder), []).append(_Cells(line, level or 1, start, end, label))
    reading = Reading(model=model)
    make = partial(_levels, labels="label" in header) if model == "levels" else _MAKERS[model]
    for (item, coder), mine in codings.items():
        if item not in masses:
            raise source.error(f"no row tells the mass of item {item!r}", mine[0].line)
        try:
            coding = make(mine, masses[item])
        except InputError as error:
            raise source.error(f"item {item!r}, coder {coder!r}: {error}", mine[-1].line) from None
        reading.models.append(ModelCoding(item, coder, coding, source.name))
    return reading


def note_mass(source: Source, masses: dict[str, int], item: str, cell: str, line: int) -> None:
    """Take note of the mass of an item where a row tells it; every row that does tells the same."""
    if not cell:
        return
    mass = whole_cell(source, cell, "the mass", line)
    if masses.setdefault(item, mass) != mass:
        raise source.error(f"item {item!r} has mass {mass} here and {masses[item]} above; expected one mass", line)


def label_in(cell: str) -> Label:
    """Digits are a number, anything else a name, nothing is None."""
    if not cell:
        return None
    return int(cell) if _WHOLE.fullmatch(cell) else cell


def _spans(rows: Sequence[_Cells], mass: int) -> Spans:
    if len(rows) == 1 and rows[0].start is None and rows[0].end is None and rows[0].label is None:
        return Spans([], length=mass)
    for row in rows:
        if row.start is None or row.end is None:
            raise InputError("a row has no start or no end; only a coder who marked nothing has such a row, and one")
    return Spans([(row.start, row.end, row.label) for row in rows], length=mass)


def _labelled(rows: Sequence[_Cells], mass: int) -> LabelledSegmentation:
    return LabelledSegmentation.from_positions(_starts(rows)[1:], mass, [row.label for row in rows])


def _starts(rows: Sequence[_Cells]) -> list[int]:
    starts = [row.start for row in rows if row.start is not None]
    if len(starts) < len(rows) or starts[0] != 0:
        raise InputError(f"the first segment starts at {rows[0].start}; expected the starts of all segments, from 0 on")
    return starts


def _levels(rows: Sequence[_Cells], mass: int, *, labels: bool) -> Hierarchy:
    numbers = sorted({row.level for row in rows})
    if numbers != list(range(1, len(numbers) + 1)):
        raise InputError(f"the levels are {', '.join(map(str, numbers))}; expected 1, the coarsest, 2, ...")
    by_level = [[row for row in rows if row.level == number] for number in numbers]
    if labels:
        labelled = [_labelled(level, mass) for level in by_level]
        return Hierarchy.from_labelled(labelled, nested=is_nested([level.segmentation for level in labelled]))
    plain = [Segmentation.from_positions(_starts(level)[1:], mass) for level in by_level]
    return Hierarchy.from_levels(plain, nested=is_nested(plain))


_MAKERS: dict[str, Callable[[Sequence[_Cells], int], AnyCoding]] = {"labels": _labelled, "spans": _spans}


# ------------------------------------------------------------------------------------------------------------ writing


def write_rows(corpus: Corpus, separator: str) -> Iterator[bytes]:
    """A table with a row for every segment or span."""
    model = corpus.kind
    needed, known = COLUMNS[model]
    labelled = model != "levels" or _with_labels(corpus)
    yield write_row(known if labelled else needed, separator).encode()
    for item in corpus:
        rows = []
        for coder, coding in corpus[item].items():
            start = write_row((item, coder, corpus.lengths[item]), separator).removesuffix("\n") + separator
            rows += [start + write_row(cells, separator) for cells in _cells_of(coding)]
        yield encode_table(rows)


def _with_labels(corpus: Any) -> bool:
    """Whether all hierarchies have labels; some with and some without them would not read back as they were."""
    found = {one.labelled is not None for one in corpus.codings}
    if len(found) > 1:
        raise InputError("some hierarchies have labels and some have none; a table keeps one kind, use JSON")
    return True in found


def _cells_of(coding: LabelledSegmentation | Hierarchy | Spans) -> Iterator[tuple[object, ...]]:
    if isinstance(coding, Spans):
        yield from ((span.start, span.end, label_out(span.category)) for span in coding)
        if not len(coding):
            yield "", "", ""
    elif isinstance(coding, LabelledSegmentation):
        starts = (0, *coding.segmentation.positions)
        yield from ((start, label_out(label)) for start, label in zip(starts, coding.labels, strict=True))
    else:
        for number, level in enumerate(coding.labelled or (), start=1):
            yield from ((number, *cells) for cells in _cells_of(level))
        for number, plain in enumerate(() if coding.labelled else coding.segmentations, start=1):
            yield from ((number, start) for start in (0, *plain.positions))


def label_out(label: object) -> str:
    """A label as a cell that reads back as it was."""
    kept = checked_label(label)
    text = "" if kept is None else str(kept)
    if label_in(text) != kept or type(label_in(text)) is not type(kept):
        raise InputError(f"label {kept!r} would read back as {label_in(text)!r}; use JSON")
    return text


# --------------------------------------- A large long table read in columns by pyarrow, without an object for every row


#: Below this many bytes the rows take less time than importing pyarrow.
SMALLEST = 2**20
#: Signs that readers of tables understand differently: quotes, line ends of another kind, hexadecimal numbers.
_UNUSUAL = (b'"', b"\r", b"\0", b"0x", b"0X")


class _UnusualError(Exception):
    """Something that must be looked at row by row."""


class _Rows(NamedTuple):
    """The columns of a table: names as numbers, and where a mass or a position is missing."""

    items: Int32Array
    coders: Int32Array
    masses: Int64Array
    has_mass: npt.NDArray[np.bool_]
    positions: Int64Array
    has_position: npt.NDArray[np.bool_]
    types: Int32Array | None


def rows_in_columns(
    data: bytes, start: int, columns: Sequence[str], separator: str, type_in: Callable[[str], Hashable], name: str
) -> CodingRows | None:
    """The codings of a table whose rows start there; None if pyarrow is missing, or rows must be looked at one by one.

    ``type_in`` gives the boundary type that a cell stands for.
    """
    if len(data) < SMALLEST or find_spec("pyarrow") is None or any(sign in data for sign in _UNUSUAL):
        return None
    try:
        rows, items, coders, labels = _read(data, start, columns, separator)
        _require(all(len(one) <= field_size_limit() for names in (items, coders, labels) for one in names))
        bare = [number for number, label in enumerate(labels) if not label]
        # A type without a position is a fault.
        _require(rows.types is None or bool(np.isin(rows.types[~rows.has_position], bare).all()))
        return _codings(rows, items, coders, [type_in(label) for label in labels], name)
    except (_UnusualError, InputError):
        return None


def _read(
    data: bytes, start: int, columns: Sequence[str], separator: str
) -> tuple[_Rows, list[str], list[str], list[str]]:
    arrow, csv = pyarrow(), pyarrow("pyarrow.csv")
    name, number = arrow.dictionary(arrow.int32(), arrow.string()), arrow.int64()
    kinds = {"item": name, "coder": name, "mass": number, "position": number, "type": name}
    try:
        table = csv.read_csv(
            arrow.BufferReader(arrow.py_buffer(data).slice(start)),
            csv.ReadOptions(column_names=list(columns), use_threads=False),
            csv.ParseOptions(delimiter=separator, quote_char=False, double_quote=False),
            csv.ConvertOptions(column_types=kinds, null_values=[""], strings_can_be_null=False),
        )
    except arrow.ArrowInvalid:
        raise _UnusualError from None
    names = {column: _coded(table.column(column)) for column in ("item", "coder", "type") if column in columns}
    numbers = {column: table.column(column).combine_chunks() for column in ("mass", "position")}
    values = {column: one.fill_null(0).to_numpy(zero_copy_only=False) for column, one in numbers.items()}
    given = {column: one.is_valid().to_numpy(zero_copy_only=False) for column, one in numbers.items()}
    (items, item_names), (coders, coder_names) = names["item"], names["coder"]
    types, labels = names.get("type", (None, [""]))
    rows = _Rows(items, coders, values["mass"], given["mass"], values["position"], given["position"], types)
    _require(len(items) > 0 and "" not in item_names and "" not in coder_names)
    return rows, item_names, coder_names, labels


def _coded(column: Any) -> tuple[Int32Array, list[str]]:
    """A number for every name, and the names."""
    coded = column.unify_dictionaries().combine_chunks()
    return coded.indices.to_numpy(zero_copy_only=False), coded.dictionary.to_pylist()


def _codings(rows: _Rows, items: list[str], coders: list[str], labels: list[Hashable], name: str) -> CodingRows:
    mass_of = np.zeros(len(items), dtype=np.int64)
    mass_of[rows.items[rows.has_mass]] = rows.masses[rows.has_mass]
    _require(bool(np.all(mass_of[rows.items[rows.has_mass]] == rows.masses[rows.has_mass])))
    # Codings in the order in which they begin, those of an item together; their rows in the order of the file. Rows of
    # one coding mostly stand together, so that runs of rows are sorted, and not the rows.
    key = rows.items.astype(np.int64) * len(coders) + rows.coders
    starts = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    keys, first, coding_of = np.unique(key[starts], return_index=True, return_inverse=True)
    item_of = keys // len(coders)
    begins = np.full(len(items), len(starts), dtype=np.int64)
    np.minimum.at(begins, item_of, first)
    order = np.lexsort((first, begins[item_of]))
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    coding = np.repeat(rank[coding_of], np.diff(starts, append=len(key)))
    del key
    there = rows.has_position
    coding, places, codes, kept = coding[there], rows.positions[there], *_types(rows, labels)
    if not _in_order(coding, places, codes):
        order_of_rows = np.lexsort((codes, places, coding))
        coding, places, codes = coding[order_of_rows], places[order_of_rows], codes[order_of_rows]
    offsets = np.zeros(len(keys) + 1, dtype=np.int64)
    np.cumsum(np.bincount(coding, minlength=len(keys)), out=offsets[1:])
    keys = keys[order]
    segmentations = SegmentationArray.from_columns(
        places, offsets, masses=mass_of[keys // len(coders)], types=codes, labels=kept
    )
    return CodingRows(
        [items[number] for number in (keys // len(coders)).tolist()],
        [coders[number] for number in (keys % len(coders)).tolist()],
        segmentations,
        name,
    )


def _types(rows: _Rows, labels: list[Hashable]) -> tuple[Int32Array, tuple[Hashable, ...]]:
    """The codes of the types of the boundaries, and the types, in their canonical order."""
    if rows.types is None:
        return np.zeros(np.count_nonzero(rows.has_position), dtype=np.int32), (DEFAULT_TYPE,)
    used = np.unique(rows.types[rows.has_position]).tolist()
    kept = in_type_order(labels[number] for number in used) or (DEFAULT_TYPE,)
    place_of = {label: place for place, label in enumerate(kept)}
    code_of = np.zeros(len(labels), dtype=np.int32)
    code_of[used] = [place_of[labels[number]] for number in used]
    return code_of[rows.types[rows.has_position]], kept


def _in_order(coding: Int64Array, places: Int64Array, codes: Int32Array) -> bool:
    """Whether rows stand by coding, then by place, then by type."""
    same = coding[1:] == coding[:-1]
    there = same & (places[1:] == places[:-1])
    back = (coding[1:] < coding[:-1]) | (same & (places[1:] < places[:-1])) | (there & (codes[1:] < codes[:-1]))
    return not back.any()


def _require(usual: bool) -> None:
    if not usual:
        raise _UnusualError
