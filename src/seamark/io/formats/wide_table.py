"""The wide table: one file per item, one row per unit, one column per coder; a cell is the number of the segment."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping

import numpy as np

from seamark.base.errors import InputError
from seamark.io.format import File, Format, ReadOptions
from seamark.io.formats.long_table import is_long_table
from seamark.io.formats.segeval_files import is_segeval_table
from seamark.io.reading import ReadCoding, Reading
from seamark.io.source import Head, Source, TableRow, encode_table, read_table, whole_number, write_row
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

_NUMBER = r"[0-9]{1,19}"

#: Most rows that are written; a table with a row per unit is the wrong form for more.
MOST_ROWS = 10_000_000


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a wide table; a column without any number is a coder who did not code the item."""
    header, rows = read_table(source)
    coders = header[1:]
    if not coders or "" in coders or len(set(coders)) < len(coders):
        raise source.error(f"the columns are {', '.join(header)}; expected the unit and coders, each with a name", 1)
    columns = [array("q") for _ in coders]
    mass = 0
    for mass, (line, (_, *cells)) in enumerate(_in_order(source, header[0], rows), start=1):
        for coder, column, cell in zip(coders, columns, cells, strict=True):
            if cell:
                column.append(whole_number(cell, f"the segment of coder {coder!r}", line, source.error))
            if len(column) not in (0, mass):
                raise source.error(f"coder {coder!r} has no segment for this unit, or for one above", line)
            if mass > 1 and column and column[-1] < column[-2]:
                raise source.error(f"coder {coder!r} goes back from segment {column[-2]} to {column[-1]}", line)
    if not mass:
        raise source.error("the table has no rows; expected one per unit")
    reading = Reading()
    for coder, column in zip(coders, columns, strict=True):
        if not column:
            reading.notes.append(f"{source.name}: coder {coder!r} did not code item {source.item!r}")
            continue
        places = np.flatnonzero(np.diff(np.frombuffer(column, dtype=np.int64))) + 1
        reading.codings.append(ReadCoding(source.item, coder, Segmentation.from_positions(places, mass), source.name))
    return reading


def _in_order(source: Source, name: str, rows: Iterator[TableRow]) -> Iterator[TableRow]:
    """The first column counts the units, from 0 or 1: a row that is missing or stands twice shows here."""
    expected: int | None = None
    for row in rows:
        unit = whole_number(row.cells[0], f"{name or 'the unit'}", row.line, source.error)
        if expected is None and unit not in (0, 1):
            raise source.error(f"the first unit is {unit}; expected 1 (or 0)", row.line)
        if expected is not None and unit != expected:
            raise source.error(f"unit {unit} stands where unit {expected} should", row.line)
        expected = unit + 1
        yield row


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One table per item."""
    for item in corpus:
        yield (item,), _table(item, corpus[item])


def _table(item: str, codings: Mapping[str, Segmentation]) -> bytes:
    mass = next(iter(codings.values())).mass
    if mass > MOST_ROWS:
        raise InputError(f"item {item!r} has {mass:,} units; a table with a row for each holds at most {MOST_ROWS:,}")
    columns = [np.arange(1, mass + 1)]
    columns += [np.repeat(np.arange(1, len(s.masses) + 1), s.masses) for s in codings.values()]
    rows = (write_row(row) for row in np.stack(columns, axis=1).tolist())
    return encode_table([write_row(("unit", *codings)), *rows])


def _matches(head: Head) -> bool:
    cells = head.header_cells
    other = is_segeval_table(head) or is_long_table(head)
    if len(cells) < 2 or len(head.lines) < 2 or other or re.fullmatch(_NUMBER, cells[0]):
        return False
    values = head.lines[1].split(head.separator)
    return values[0].strip() in ("0", "1") and all(not v.strip() or re.fullmatch(_NUMBER, v.strip()) for v in values)


WIDE = Format(
    "wide",
    "wide table, a file per item: unit rows, coder columns, segment numbers",
    (".csv", ".tsv"),
    _matches,
    read,
    priority=2,
    measure="units",
    names="coders",
    write_files=write,
    keeps=(),
    kinds=("boundaries",),
    columns="the number of the unit and a column per coder with segment numbers",
)
