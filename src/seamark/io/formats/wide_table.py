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
from seamark.io.reading import Coding, Reading
from seamark.io.source import Head, Row, Source, encode_table, read_table, whole_cell, write_row
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

_NUMBER = r"[0-9]{1,19}"

#: Most rows that are written; a table with a row per unit is the wrong form for more.
MOST_ROWS = 10_000_000


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a wide table; a column without any number is a coder who did not code the item."""
    header, rows = read_table(source)
    if len(header) < 2:
        raise source.error("the header has one column; expected the unit and at least one coder", 1)
    columns = [Column(coder) for coder in header[1:]]
    _check_names(source, header[1:])
    mass, before = 0, [""] * len(columns)
    for mass, (line, (_, *cells)) in enumerate(_in_order(source, header[0], rows), start=1):
        for column, cell, last in zip(columns, cells, before, strict=True):
            if cell != last or mass == 1:
                column.add(source, cell, mass, line)
        before = cells
    if not mass:
        raise source.error("the table has no rows; expected one per unit")
    reading = Reading()
    for column in columns:
        if column.segment is None:
            reading.notes.append(f"{source.name}: coder {column.coder!r} did not code item {source.item!r}")
            continue
        places = np.frombuffer(column.boundaries, dtype=np.int64)
        segmentation = Segmentation.from_positions(places, mass)
        reading.codings.append(Coding(source.item, column.coder, segmentation, source.name))
    return reading


class Column:
    """What one coder did so far: the segment of the last row, and the boundaries above it."""

    __slots__ = ("boundaries", "coder", "first", "segment")

    def __init__(self, coder: str) -> None:
        self.coder = coder
        self.segment: int | None = None
        self.boundaries = array("q")
        self.first = 0

    def add(self, source: Source, cell: str, unit: int, line: int) -> None:
        """Add a cell that is not the one above it."""
        if unit == 1:
            self.first = line
        elif not cell or self.segment is None:
            empty = self.first if self.segment is None else line
            raise source.error(f"coder {self.coder!r} has no segment for this unit", empty)
        if not cell:
            return
        segment = whole_cell(source, cell, f"the segment of coder {self.coder!r}", line)
        if self.segment is not None and segment < self.segment:
            raise source.error(f"coder {self.coder!r} goes back from segment {self.segment} to {segment}", line)
        if self.segment is not None and segment > self.segment:
            self.boundaries.append(unit - 1)
        self.segment = segment


def _check_names(source: Source, coders: list[str]) -> None:
    seen: set[str] = set()
    for number, coder in enumerate(coders, start=2):
        if not coder:
            raise source.error(f"column {number} has no name; expected a coder", 1)
        if coder in seen:
            raise source.error(f"coder {coder!r} has two columns", 1)
        seen.add(coder)


def _in_order(source: Source, name: str, rows: Iterator[Row]) -> Iterator[Row]:
    """The first column counts the units, from 0 or 1: a row that is missing or stands twice shows here."""
    expected: int | None = None
    for row in rows:
        unit = whole_cell(source, row.cells[0], f"{name or 'the unit'}", row.line)
        if expected is None and unit not in (0, 1):
            raise source.error(f"the first unit is {unit}; expected 1 (or 0)", row.line)
        if expected is not None and unit != expected:
            raise source.error(
                f"unit {unit} stands where unit {expected} should; rows are in order, none missing", row.line
            )
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


FORMATS = (
    Format(
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
    ),
)
