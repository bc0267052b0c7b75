"""Tables of codings: the columns of each kind, and the one way from their rows to codings and back.

A table with a row for every mark (CSV, TSV, data frames); positions count units from 0, level 1 is the coarsest:

==========  =====================================================================================
boundaries  item, coder, mass, position and, where there are several types, type
labels      item, coder, mass, start, label
levels      item, coder, mass, level, start and, where levels have labels, label
spans       item, coder, mass, start, end, category
==========  =====================================================================================

A row of boundaries or spans without a mark says that the coder coded the item; it is the only row of a coding that has
none. A name made of digits is a number, any other a string, and an empty cell is None, or the type that boundaries have
by default. Every row that is written has the mass, the number of units of the item; to read, one per item is enough.

A table with a row for every coding (JSON, Parquet, Arrow) has lists in its cells:

==========  =====================================================================================
boundaries  item, coder, mass, positions and, where there are several, types; or masses
labels      item, coder, masses, labels
levels      item, coder, levels (masses of each, the coarsest first), perhaps labels of each, nested
spans       item, coder, mass, starts, ends, categories
==========  =====================================================================================
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from csv import field_size_limit
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.errors import InputError
from seamark.io.format import Label, checked_label, checked_type
from seamark.io.parquet import pyarrow
from seamark.io.reading import CodingRows
from seamark.io.source import Fault, whole_number
from seamark.kernels.columns import LARGEST_MASS, Int32Array, Int64Array
from seamark.model.checks import in_type_order
from seamark.model.codings import AnyCoding, Kind, SegmentationArray
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Spans

#: A coding that a row or rows stand for; masses that need no look stay a list.
RowCoding: TypeAlias = "list[int] | AnyCoding"


class MarkColumns(NamedTuple):
    """The columns of a table with a row for every mark: those that must be there, and the name of a mark."""

    needed: tuple[str, ...]
    name: str

    @property
    def every(self) -> tuple[str, ...]:
        """All columns."""
        return self.needed if self.name in self.needed else (*self.needed, self.name)


_SHARED = ("item", "coder", "mass")
MARK_COLUMNS: dict[Kind, MarkColumns] = {
    "boundaries": MarkColumns((*_SHARED, "position"), "type"),
    "levels": MarkColumns((*_SHARED, "level", "start"), "label"),
    "spans": MarkColumns((*_SHARED, "start", "end"), "category"),
    "labels": MarkColumns((*_SHARED, "start", "label"), "label"),
}
#: The columns of a table with a row for every coding, behind item, coder and mass; the first tells its kind.
LIST_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "levels": ("levels", "labels", "nested"),
    "spans": ("starts", "ends", "categories"),
    "labels": ("labels", "masses"),
    "boundaries": ("positions", "masses", "types"),
}


def kind_of_marks(names: Iterable[str]) -> Kind | None:
    """The kind of a table that has these columns and a row for every mark; None when it is none of these.

    Examples
    --------
    >>> kind_of_marks(["item", "coder", "mass", "start", "end"]), kind_of_marks(["start", "end", "label"])
    ('spans', None)
    """
    given = set(names)
    for kind, columns in MARK_COLUMNS.items():
        if set(columns.needed) <= given <= set(columns.every):
            return kind
    return None


def kind_of_lists(names: Iterable[str]) -> Kind:
    """The kind of a table that has these columns and a row for every coding.

    Examples
    --------
    >>> kind_of_lists(["item", "coder", "masses", "labels"]), kind_of_lists(["item", "coder", "masses"])
    ('labels', 'boundaries')
    """
    given = set(names)
    return next((kind for kind, columns in LIST_COLUMNS.items() if columns[0] in given), "boundaries")


def name_in(cell: str) -> Label:
    """Digits are a number, anything else a string, nothing is None."""
    if not cell:
        return None
    return int(cell) if re.fullmatch(r"-?(?:0|[1-9][0-9]{0,17})", cell) else cell


def name_out(name: Label) -> str:
    """A type, label or category as a cell that reads back as it was."""
    text = "" if name is None else str(name)
    back = name_in(text)
    if back != name or type(back) is not type(name):
        raise InputError(f"{name!r} would read back from a table as {back!r}; use JSON")
    return text


# --------------------------------------------------------------------------------- a row for every coding: lists


def coding_of(kind: Kind, row: Mapping[str, Any]) -> RowCoding:
    """The coding in a row of lists; an error says what is wrong with it, or what contradicts what.

    In place of ``masses`` and ``levels``, labels and levels may have the mass and ``starts``.

    Examples
    --------
    >>> coding_of("spans", {"mass": 20, "starts": [2], "ends": [8], "categories": ["A"]})
    Spans([(2, 8, 'A')], length=20)
    >>> coding_of("labels", {"masses": [8, 8], "labels": ["A", "B"]}) == coding_of(
    ...     "labels", {"mass": 16, "starts": [0, 8], "labels": ["A", "B"]}
    ... )
    True
    """
    mass = row.get("mass")
    if kind == "spans":
        starts, ends = _list(row, "starts"), _list(row, "ends")
        categories = [None] * len(starts) if row.get("categories") is None else _list(row, "categories")
        if not len(starts) == len(ends) == len(categories):
            raise InputError(f"{len(starts)} starts, {len(ends)} ends and {len(categories)} categories")
        return Spans(list(zip(starts, ends, map(checked_label, categories), strict=True)), length=mass)  # type: ignore[arg-type]  # which refuses None
    if kind == "boundaries":
        return _boundaries(row, mass)
    made: LabelledSegmentation | Hierarchy
    if kind == "labels":
        starts, masses = row.get("starts"), row.get("masses")
        made = _labelled(_segments(masses) if starts is None else _starting(starts, mass), row.get("labels"))
    else:
        made = _hierarchy(row, mass)
    if mass not in (None, made.mass):
        raise InputError(f"the masses add up to {made.mass}, the mass is {mass}")
    return made


def _boundaries(row: Mapping[str, Any], mass: Any) -> list[int] | Segmentation:
    types = row.get("types")
    placed = None
    if row.get("positions") is not None:
        if types is not None:
            types = [checked_type(label) for label in _list(row, "types")]
        if mass is None and row.get("masses") is None:
            raise InputError("positions need the mass of the item")
        total = sum(_list(row, "masses")) if mass is None else mass
        placed = Segmentation.from_positions(_list(row, "positions"), total, types)
    elif types is not None:
        raise InputError("types need positions; masses have none")
    if row.get("masses") is None:
        if placed is None:
            raise InputError("expected either masses or positions with the mass")
        return placed
    masses = _list(row, "masses")
    if set(map(type, masses)) != {int} or min(masses) < 1 or sum(masses) > LARGEST_MASS:
        Segmentation.from_masses(masses)  # says what is wrong
    if mass is not None and sum(masses) != mass:
        raise InputError(f"the masses add up to {sum(masses)}, the mass is {mass}")
    if placed is not None and list(placed.masses) != masses:
        raise InputError(f"the positions {row['positions']} are not those of the masses {masses}")
    return masses if placed is None else placed


def _hierarchy(row: Mapping[str, Any], mass: Any) -> Hierarchy:
    if row.get("starts") is None:
        levels = [_segments(masses) for masses in _list(row, "levels")]
    else:
        named = row.get("labels") is not None
        levels = [_starting(starts if named else sorted(starts), mass) for starts in _list(row, "starts")]
    nested = is_nested(levels) if row.get("nested") is None else row["nested"]
    if row.get("labels") is None:
        return Hierarchy.from_levels(levels, nested=nested)
    labels = _list(row, "labels")
    if len(labels) != len(levels):
        raise InputError(f"{len(levels)} levels, but labels for {len(labels)}")
    return Hierarchy.from_labelled(list(map(_labelled, levels, labels)), nested=nested)


def _segments(masses: Any) -> Segmentation:
    return Segmentation.from_masses(_list({"masses": masses}, "masses"))


def _starting(starts: Any, mass: Any) -> Segmentation:
    """Segments that start there, the first at 0."""
    if not len(starts) or starts[0] != 0:
        raise InputError(f"the segments start at {list(starts[:3])}; expected the starts of all segments, from 0 on")
    if any(later <= start for start, later in pairwise(starts)):
        raise InputError("the starts of segments do not ascend")
    return Segmentation.from_positions(starts[1:], mass)


def _labelled(segments: Segmentation, labels: Any) -> LabelledSegmentation:
    if not isinstance(labels, list) or len(labels) != len(segments.masses):
        raise InputError(f"the labels of {len(segments.masses)} segments are {labels!r}; expected a list of as many")
    names = [checked_label(label) for label in labels]
    return LabelledSegmentation.from_positions(segments.positions, segments.mass, names)


def _list(row: Mapping[str, Any], name: str) -> Any:
    value = row.get(name)
    if not isinstance(value, list | np.ndarray):
        raise InputError(f"{name} is {value!r}; expected a list")
    return value


def lists_of(coding: AnyCoding) -> dict[str, Any]:
    """A coding as lists, from which ``coding_of`` makes it again; names are those that files keep.

    Examples
    --------
    >>> lists_of(Segmentation.from_positions([2], 5, ["scene"]))
    {'positions': [2], 'types': ['scene']}
    """
    if isinstance(coding, Segmentation):
        if coding.types in ((), (DEFAULT_TYPE,)):
            return {"masses": list(coding.masses)}
        places, types = zip(*coding.boundaries, strict=True)
        return {"positions": list(places), "types": [checked_type(label) for label in types]}
    if isinstance(coding, Spans):
        starts, ends, categories = zip(*coding, strict=True) if len(coding) else ((), (), ())
        names = [checked_label(category) for category in categories]
        return {"starts": list(starts), "ends": list(ends), "categories": names}
    if isinstance(coding, LabelledSegmentation):
        return {"masses": list(coding.masses), "labels": [checked_label(label) for label in coding.labels]}
    masses = [list(level.masses) for level in coding.segmentations]
    labels = None
    if coding.labelled is not None:
        labels = [[checked_label(label) for label in level.labels] for level in coding.labelled]
    return {"levels": masses, "labels": labels, "nested": coding.nested}


# ------------------------------------------------------------------------------------------- a row for every mark


class _Marks:
    """The marks of one coding as columns, and the places of its first and its last row."""

    __slots__ = ("first", "last", "names", "numbers")

    def __init__(self, place: int, columns: int) -> None:
        self.numbers = [array("q") for _ in range(columns)]
        self.names: list[Label] = []
        self.first = self.last = place


def codings_of_rows(
    kind: Kind, header: Sequence[str], rows: Iterable[tuple[int, Sequence[str]]], fault: Fault
) -> Iterator[tuple[str, str, RowCoding]]:
    """The item, the coder and the coding of a table with a row for every mark, in the order in which codings begin.

    Parameters
    ----------
    header
        The names of the columns, of which ``require_columns`` knows that they are those of the kind.
    rows
        The place of each row, such as its line, and its cells.
    fault
        Makes the error about a row.
    """
    column = {name: number for number, name in enumerate(header)}
    of_item, of_coder, of_mass = (column[name] for name in _SHARED)
    numbers = [name for name in MARK_COLUMNS[kind].needed if name in ("position", "level", "start", "end")]
    of_numbers = [column[name] for name in numbers]
    of_name = column.get(MARK_COLUMNS[kind].name)
    masses: dict[str, int] = {}
    found: dict[tuple[str, str], _Marks] = {}
    known: dict[str, Label] = {}
    for place, cells in rows:
        item, coder = key = cells[of_item], cells[of_coder]
        if not item or not coder:
            raise fault(f"the {'coder' if item else 'item'} is empty; expected a name", place)
        if cells[of_mass]:
            mass = whole_number(cells[of_mass], "the mass", place, fault)
            if masses.setdefault(item, mass) != mass:
                raise fault(f"item {item!r} has mass {mass} here and {masses[item]} above; expected one mass", place)
        marks = found.get(key)
        if marks is None:
            marks = found[key] = _Marks(place, len(numbers))
        name = "" if of_name is None else cells[of_name]
        if not name and kind in ("boundaries", "spans") and not any(cells[number] for number in of_numbers):
            continue  # the coder coded the item
        for what, number, values in zip(numbers, of_numbers, marks.numbers, strict=True):
            values.append(whole_number(cells[number], f"the {what}", place, fault))
        if name not in known:
            known[name] = name_in(name)
        marks.names.append(known[name])
        marks.last = place
    for (item, coder), marks in found.items():
        if item not in masses:
            raise fault(f"no row tells the mass of item {item!r}", marks.first)
        try:
            coding = coding_of(kind, _lists(kind, marks, masses[item], named=of_name is not None))
        except InputError as error:
            raise fault(f"item {item!r}, coder {coder!r}: {error}", marks.last) from None
        yield item, coder, coding


def _lists(kind: Kind, marks: _Marks, mass: int, *, named: bool) -> dict[str, Any]:
    """The marks of a coding as the row of lists that says the same."""
    columns = [np.frombuffer(values, dtype=np.int64) for values in marks.numbers]
    if kind == "boundaries":
        types = [DEFAULT_TYPE if name is None else name for name in marks.names]
        return {"mass": mass, "positions": columns[0], "types": types if named else None}
    if kind == "spans":
        return {"mass": mass, "starts": columns[0].tolist(), "ends": columns[1].tolist(), "categories": marks.names}
    if kind == "labels":
        return {"mass": mass, "starts": columns[0].tolist(), "labels": marks.names}
    levels: dict[int, tuple[list[int], list[Label]]] = {}
    for level, start, name in zip(*marks.numbers, marks.names, strict=True):
        starts, names = levels.setdefault(level, ([], []))
        starts.append(start)
        names.append(name)
    if sorted(levels) != list(range(1, len(levels) + 1)):
        raise InputError(f"the levels are {', '.join(map(str, sorted(levels)))}; expected 1, the coarsest, 2, ...")
    ordered = [levels[level] for level in sorted(levels)]
    labels = [names for _, names in ordered] if named else None
    return {"mass": mass, "starts": [starts for starts, _ in ordered], "labels": labels}


def require_columns(kind: Kind, header: Sequence[str], fault: Fault) -> None:
    """Refuse a header that is not that of a table with a row for every mark."""
    needed, every = MARK_COLUMNS[kind].needed, MARK_COLUMNS[kind].every
    missing = [name for name in needed if name not in header]
    unknown = [name for name in header if name not in every]
    if missing or unknown or len(set(header)) < len(header):
        wrong = f"lacks {missing[0]!r}" if missing else f"has {unknown[0]!r}" if unknown else "has a column twice"
        also = "" if needed == every else f" and perhaps {every[-1]}"
        raise fault(f"the header {wrong}; expected the columns {', '.join(needed)}{also}", 1)


def rows_of(coding: AnyCoding, *, named: bool) -> Iterator[tuple[object, ...]]:
    """The cells of a coding behind item, coder and mass, with names or without them; ``codings_of_rows`` reads them."""
    if isinstance(coding, Segmentation):
        for place, label in coding.boundaries:
            yield (place, name_out(checked_type(label))) if named else (place,)
        if not coding.boundaries:
            yield ("", "") if named else ("",)
    elif isinstance(coding, Spans):
        yield from ((span.start, span.end, name_out(checked_label(span.category))) for span in coding)
        if not len(coding):
            yield "", "", ""
    elif isinstance(coding, LabelledSegmentation):
        starts = (0, *coding.segmentation.positions)
        yield from ((at, name_out(checked_label(label))) for at, label in zip(starts, coding.labels, strict=True))
    elif coding.labelled is not None:
        for number, level in enumerate(coding.labelled, start=1):
            yield from ((number, *cells) for cells in rows_of(level, named=True))
    else:
        for number, plain in enumerate(coding.segmentations, start=1):
            yield from ((number, start) for start in (0, *plain.positions))


# ---------------------------------------- a large table of boundaries in columns, without an object for every row


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


def boundaries_in_columns(
    data: bytes, start: int, columns: Sequence[str], separator: str, name: str
) -> CodingRows | None:
    """The codings of a table whose rows start there; None if pyarrow is missing, or rows must be looked at one by one.

    What it gives is what ``codings_of_rows`` gives; whatever is wrong is left to it.
    """
    if len(data) < SMALLEST or find_spec("pyarrow") is None or any(sign in data for sign in _UNUSUAL):
        return None
    try:
        rows, items, coders, labels = _read(data, start, columns, separator)
        _require(all(len(one) <= field_size_limit() for names in (items, coders, labels) for one in names))
        bare = [number for number, label in enumerate(labels) if not label]
        # A type without a position is a fault.
        _require(rows.types is None or bool(np.isin(rows.types[~rows.has_position], bare).all()))
        types = [name_in(label) if label else DEFAULT_TYPE for label in labels]
        return _codings(rows, items, coders, types, name)
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


def _codings(rows: _Rows, items: list[str], coders: list[str], labels: Sequence[Hashable], name: str) -> CodingRows:
    mass_of = np.zeros(len(items), dtype=np.int64)
    mass_of[rows.items[rows.has_mass]] = rows.masses[rows.has_mass]
    _require(bool(np.all(mass_of[rows.items[rows.has_mass]] == rows.masses[rows.has_mass])))
    # Codings in the order in which they begin, those of an item together; their rows in the order of the file. Rows of
    # one coding mostly stand together, so that runs of rows are sorted, and not the rows.
    key = rows.items.astype(np.int64) * len(coders) + rows.coders
    starts = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    keys, first, coding_of_run = np.unique(key[starts], return_index=True, return_inverse=True)
    item_of = keys // len(coders)
    begins = np.full(len(items), len(starts), dtype=np.int64)
    np.minimum.at(begins, item_of, first)
    order = np.lexsort((first, begins[item_of]))
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    coding = np.repeat(rank[coding_of_run], np.diff(starts, append=len(key)))
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


def _types(rows: _Rows, labels: Sequence[Hashable]) -> tuple[Int32Array, tuple[Hashable, ...]]:
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
