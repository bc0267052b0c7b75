"""The long table, CSV or TSV, of any kind of coding: a row for every mark, with the columns of ``model.tables``."""

from __future__ import annotations

import codecs
import re
from collections.abc import Hashable, Iterator, Sequence
from csv import field_size_limit
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.base.errors import InputError
from seamark.io.format import Format, FormatName, Label, ReadOptions, own_format
from seamark.io.parquet import pyarrow
from seamark.io.reading import CodingRows, ReadCoding, Reading, UnusualError
from seamark.io.source import Head, Source, encode_table, read_table, separator_of, whole_number, write_row
from seamark.kernels.columns import Int32Array, Int64Array
from seamark.model.coding import in_type_order
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.model.tables import codings_of_rows, has_names, kind_of_marks, mark_columns, require_columns, rows_of


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a long table; a large one of boundaries in columns, where nothing is unusual about it."""
    if (found := _in_columns(source)) is not None:
        return Reading(rows=found)
    header, rows, _ = read_table(source)
    names = [name.strip().casefold() for name in header]
    kind = kind_of_marks(names) or "boundaries"
    require_columns(kind, names, source.error)
    codings = codings_of_rows(kind, names, rows, source.error, number=whole_number, name=name_in)
    return Reading([ReadCoding(*one, source.name) for one in codings], kind=kind)


def write(corpus: Corpus, *, separator: str) -> Iterator[bytes]:
    """A row for every mark; boundary types, and labels of levels, where there are some."""
    named = has_names(corpus)
    yield write_row(mark_columns(corpus.kind, named=named), separator).encode()
    for item, mass in corpus.lengths.items():
        rows = []
        for coder, coding in corpus[item].items():
            start = write_row((item, coder, mass), separator).removesuffix("\n") + separator
            rows += [start + write_row(_cells(cells, named), separator) for cells in rows_of(coding, named=named)]
        yield encode_table(rows)


def _cells(cells: tuple[Any, ...], named: bool) -> list[object]:
    """Cells as text; the last is the name of the mark."""
    written = ["" if cell is None else cell for cell in cells]
    return [*written[:-1], name_out(cells[-1])] if named else written


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


def is_long_table(head: Head) -> bool:
    """Whether a file begins with the columns of a long table."""
    cells = head.header_cells
    if kind_of_marks(cells) is not None:
        return True
    # A wide table may have coders of these names, but begins with the unit.
    return {"item", "coder", "position"} <= set(cells) and cells[0] in mark_columns("boundaries", named=True)


#: Below this many bytes importing pyarrow takes more memory than the rows, and nearly as much time.
SMALLEST = 2**22
#: Signs that readers of tables understand differently: quotes, line ends of another kind, hexadecimal numbers.
_UNUSUAL = (b'"', b"\r", b"\0", b"0x", b"0X")


def _in_columns(source: Source) -> CodingRows | None:
    """The codings of a large table of boundaries, read by pyarrow; None if rows must be looked at one by one.

    What it gives is what ``codings_of_rows`` gives; whatever is wrong is left to it.
    """
    data = source.data
    start = data.find(b"\n") + 1
    first = data[:start].removeprefix(codecs.BOM_UTF8).rstrip()
    if len(data) < SMALLEST or source.encoding != "utf-8" or not first.isascii() or find_spec("pyarrow") is None:
        return None
    separator = separator_of(first.decode()) or ","
    columns = [name.strip().casefold() for name in first.decode().split(separator)]
    if kind_of_marks(columns) != "boundaries" or len(set(columns)) < len(columns):
        return None
    try:
        UnusualError.unless(not any(sign in data for sign in _UNUSUAL))
        return _codings(_table(data, start, columns, separator), source.name)
    except (UnusualError, InputError):
        return None


def _table(data: bytes, start: int, columns: Sequence[str], separator: str) -> Any:
    """The rows that start there as an Arrow table, in which a name is a number."""
    arrow, csv = pyarrow(), pyarrow("pyarrow.csv")
    name, number = arrow.dictionary(arrow.int32(), arrow.string()), arrow.int64()
    kinds = {"item": name, "coder": name, "mass": number, "position": number, "type": name}
    try:
        return csv.read_csv(
            arrow.BufferReader(arrow.py_buffer(data).slice(start)),
            csv.ReadOptions(column_names=list(columns), use_threads=False),
            csv.ParseOptions(delimiter=separator, quote_char=False, double_quote=False),
            csv.ConvertOptions(column_types=kinds, null_values=[""], strings_can_be_null=False),
        )
    except arrow.ArrowInvalid:
        raise UnusualError from None


def _numbers(column: Any) -> tuple[Int64Array, npt.NDArray[np.bool_]]:
    """Whole numbers, and which of them are given; from the buffers, since ``to_numpy`` imports pandas."""
    array = column.combine_chunks()
    bits, numbers = array.buffers()
    given = np.ones(len(array), np.uint8)
    if bits is not None:
        given = np.unpackbits(np.frombuffer(bits, np.uint8), count=len(array), bitorder="little")
    return np.frombuffer(numbers, np.int64, len(array)) * given, given.view(np.bool_)


def _coded(column: Any) -> tuple[Int32Array, list[str]]:
    """A number for every name, and the names."""
    coded = column.unify_dictionaries().combine_chunks()
    indices = np.frombuffer(coded.indices.buffers()[1], np.int32)
    names = coded.dictionary.to_pylist()
    UnusualError.unless(all(len(name) <= field_size_limit() for name in names))
    return indices[coded.offset : coded.offset + len(coded)], names


def _codings(table: Any, name: str) -> CodingRows:
    UnusualError.unless(table.num_rows > 0)
    (item, items), (coder, coders) = _coded(table.column("item")), _coded(table.column("coder"))
    (mass, has_mass), (position, there) = _numbers(table.column("mass")), _numbers(table.column("position"))
    UnusualError.unless("" not in items and "" not in coders)
    mass_of = np.zeros(len(items), dtype=np.int64)
    mass_of[item[has_mass]] = mass[has_mass]
    UnusualError.unless(bool(np.all(mass_of[item[has_mass]] == mass[has_mass])))
    # The rows of an item are adjacent, those of a coding too, and boundaries in their order, as ``write`` has them.
    key = item.astype(np.int64) * len(coders) + coder
    starts = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    keys = key[starts]
    UnusualError.unless(len(np.unique(keys)) == len(keys))
    UnusualError.unless(np.count_nonzero(np.diff(keys // len(coders))) == len(items) - 1)
    coding = np.repeat(np.arange(len(keys)), np.diff(starts, append=len(key)))[there]
    places, (codes, types) = position[there], _types(table, there)
    same, step = coding[1:] == coding[:-1], np.diff(places)
    UnusualError.unless(not (same & ((step < 0) | ((step == 0) & (np.diff(codes) < 0)))).any())
    offsets, masses = np.searchsorted(coding, np.arange(len(keys) + 1)), mass_of[keys // len(coders)]
    return CodingRows(
        [items[number] for number in (keys // len(coders)).tolist()],
        [coders[number] for number in (keys % len(coders)).tolist()],
        SegmentationArray.from_columns(places, offsets, masses=masses, types=codes, labels=types),
        name,
    )


def _types(table: Any, there: npt.NDArray[np.bool_]) -> tuple[Int64Array, tuple[Hashable, ...]]:
    """The codes of the types of the boundaries, and the types, in their canonical order."""
    if "type" not in table.column_names:
        return np.zeros(np.count_nonzero(there), dtype=np.int64), (DEFAULT_TYPE,)
    cell, cells = _coded(table.column("type"))
    bare = [number for number, text in enumerate(cells) if not text]
    # A type without a position is a fault.
    UnusualError.unless(bool(np.isin(cell[~there], bare).all()))
    used, number = np.unique(cell[there], return_inverse=True)
    types = [name_in(text) if (text := cells[one]) else DEFAULT_TYPE for one in used.tolist()]
    kept = in_type_order(types) or (DEFAULT_TYPE,)
    place_of = {label: place for place, label in enumerate(kept)}
    return np.array([place_of[label] for label in types], dtype=np.int64)[number], kept


def _format(name: str, title: str, separators: str) -> Format:
    return own_format(
        FormatName(name, f"long table with {title}: item, coder, mass, position[, type]", (f".{name}",)),
        lambda head: is_long_table(head) and (head.separator or " ") in separators,
        read,
        write_file=partial(write, separator=separators[0]),
    )


CSV, TSV = _format("csv", "commas", ",;"), _format("tsv", "tabs", "\t")
