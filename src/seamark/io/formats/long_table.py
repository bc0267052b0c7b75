"""The long table: one row per boundary, with the columns item, coder, mass, position and, where wanted, type.

A row without a position says that the coder coded the item; it is the only row of a coding without boundaries. The mass
stands in every row we write; in a file to read, one row per item is enough.
"""

from __future__ import annotations

import codecs
import re
from array import array
from collections.abc import Hashable, Iterator
from functools import partial

import numpy as np

from seamark.base.errors import InputError
from seamark.io.format import Format, ReadOptions, checked_type
from seamark.io.reading import Coding, CodingRows, Reading
from seamark.io.source import Head, Source, encode_table, read_table, separator_of, whole_cell, write_row
from seamark.io.tables import SMALLEST, model_of_header, note_mass, read_rows, rows_in_columns, write_rows
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

_REQUIRED = ("item", "coder", "mass", "position")
_COLUMNS = (*_REQUIRED, "type")
_WHOLE_TYPE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")


class _Boundaries:
    """The boundaries of one coding, as columns, and the lines on which the first and the last stand."""

    __slots__ = ("first", "last", "places", "types")

    def __init__(self, line: int) -> None:
        self.places = array("q")
        self.types: list[Hashable] = []
        self.first = self.last = line


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a long table; a large one in columns, where nothing is unusual about it."""
    if (found := _in_columns(source)) is not None:
        return Reading(rows=found)
    header, rows = read_table(source)
    names = [name.strip().casefold() for name in header]
    if (model := model_of_header(names)) is not None:
        return read_rows(source, names, rows, model)
    column = _columns(source, names)
    of_item, of_coder, of_mass, of_place = (column[name] for name in _REQUIRED)
    of_type = column.get("type")
    masses: dict[str, int] = {}
    codings: dict[str, dict[str, _Boundaries]] = {}
    types: dict[str, Hashable] = {}
    order: list[tuple[str, str]] = []
    for line, cells in rows:
        item, coder = cells[of_item], cells[of_coder]
        if not item or not coder:
            raise source.error(f"the {'coder' if item else 'item'} is empty; expected a name", line)
        note_mass(source, masses, item, cells[of_mass], line)
        by_coder = codings.setdefault(item, {})
        boundaries = by_coder.get(coder)
        if boundaries is None:
            boundaries = by_coder[coder] = _Boundaries(line)
            order.append((item, coder))
        position = cells[of_place]
        label = "" if of_type is None else cells[of_type]
        if position:
            if label not in types:
                types[label] = _type_in(label)
            boundaries.places.append(whole_cell(source, position, "the position", line))
            boundaries.types.append(types[label])
            boundaries.last = line
        elif label:
            raise source.error(f"there is a type, {label!r}, but no position", line)
    return Reading([_coding(source, item, coder, masses, codings[item][coder]) for item, coder in order])


def _in_columns(source: Source) -> CodingRows | None:
    start = source.data.find(b"\n") + 1
    first = source.data[:start].removeprefix(codecs.BOM_UTF8).rstrip()
    if len(source.data) < SMALLEST or source.encoding != "utf-8" or not first.isascii():
        return None
    separator = separator_of(first.decode()) or ","
    columns = [name.strip().casefold() for name in first.decode().split(separator)]
    if not set(_REQUIRED) <= set(columns) <= set(_COLUMNS) or len(set(columns)) < len(columns):
        return None
    return rows_in_columns(source.data, start, columns, separator, _type_in, source.name)


def _columns(source: Source, names: list[str]) -> dict[str, int]:
    unknown = [name for name in names if name not in _COLUMNS]
    missing = [name for name in _REQUIRED if name not in names]
    if unknown or missing or len(set(names)) < len(names):
        fault = f"lacks {missing[0]!r}" if missing else f"has {unknown[0]!r}" if unknown else "has a column twice"
        raise source.error(f"the header {fault}; expected the columns {', '.join(_REQUIRED)} and perhaps type", 1)
    return {name: number for number, name in enumerate(names)}


def _type_in(cell: str) -> Hashable:
    """Digits are a number, anything else a name; nothing is the type that boundaries have by default."""
    if not cell:
        return DEFAULT_TYPE
    return int(cell) if _WHOLE_TYPE.fullmatch(cell) else cell


def _coding(source: Source, item: str, coder: str, masses: dict[str, int], boundaries: _Boundaries) -> Coding:
    if item not in masses:
        raise source.error(f"no row tells the mass of item {item!r}", boundaries.first)
    places = np.frombuffer(boundaries.places, dtype=np.int64)
    try:
        segmentation = Segmentation.from_positions(places, masses[item], boundaries.types)
    except InputError as error:
        raise source.error(f"item {item!r}, coder {coder!r}: {error}", boundaries.last) from None
    return Coding(item, coder, segmentation, source.name)


# ------------------------------------------------------------------------------------------------------------ writing


def _write(corpus: Corpus, *, separator: str) -> Iterator[bytes]:
    if corpus.kind != "boundaries":
        yield from write_rows(corpus, separator)
        return
    typed = any(segmentation.types not in ((), (DEFAULT_TYPE,)) for segmentation in corpus.codings)
    yield write_row(_COLUMNS if typed else _REQUIRED, separator).encode()
    for item in corpus:
        rows = []
        for coder, segmentation in corpus[item].items():
            start = write_row((item, coder, segmentation.mass), separator).removesuffix("\n") + separator
            boundaries = segmentation.boundaries
            if not boundaries:
                rows.append(start + write_row(("", "") if typed else ("",), separator))
            elif typed:
                rows += [start + write_row((place, _type_out(label)), separator) for place, label in boundaries]
            else:
                rows += [f"{start}{place}\n" for place, _ in boundaries]
        yield encode_table(rows)


def _type_out(label: Hashable) -> str:
    kept = checked_type(label)
    if isinstance(kept, str) and _type_in(kept) != kept:
        raise InputError(f"boundary type {kept!r} would read back as {_type_in(kept)!r}; use JSON")
    if _type_in(str(kept)) != kept:
        raise InputError(f"boundary type {kept!r} is too large for a table; use JSON")
    return str(kept)


def is_long_table(head: Head) -> bool:
    """Whether a file begins with the columns of a long table."""
    cells = head.header_cells
    if model_of_header(cells) is not None:
        return True
    # A wide table may have coders of these names, but begins with the unit.
    return {"item", "coder", "position"} <= set(cells) and cells[0] in _COLUMNS


def _format(name: str, separators: str, title: str) -> Format:
    return Format(
        name,
        f"long table with {title}: item, coder, mass, position[, type]",
        (f".{name}",),
        sign=lambda head: is_long_table(head) and (head.separator or " ") in separators,
        read=read,
        write_file=partial(_write, separator=separators[0]),
        measure="units",
        names="both",
        keeps=frozenset(("types",)),
        holds=KINDS,
        columns="item, coder, mass, position and perhaps type",
    )


FORMATS = (_format("csv", ",;", "commas"), _format("tsv", "\t", "tabs"))
