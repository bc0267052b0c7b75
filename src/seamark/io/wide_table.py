"""The wide table: one file per item, one row per unit, one column per coder; a cell is the number of the segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from seamark.errors import InputError
from seamark.io.delimited import Row, encode_table, read_table, whole_cell, write_row
from seamark.io.options import ReadOptions
from seamark.io.reading import Coding, Reading
from seamark.io.source import Source
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

#: Most rows that are written; a table with a row per unit is the wrong form for more.
MOST_ROWS = 10_000_000


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a wide table; a column without any number is a coder who did not code the item."""
    header, rows = read_table(source)
    if len(header) < 2:
        raise source.error("the header has one column; expected the unit and at least one coder", 1)
    if not rows:
        raise source.error("the table has no rows; expected one per unit")
    coders = header[1:]
    for number, coder in enumerate(coders):
        if not coder:
            raise source.error(f"column {number + 2} has no name; expected a coder", 1)
        if coder in coders[:number]:
            raise source.error(f"coder {coder!r} has two columns", 1)
    _check_units(source, header[0], rows)
    reading = Reading()
    for column, coder in enumerate(coders, start=1):
        if any(row.cells[column] for row in rows):
            masses = _masses(source, coder, column, rows)
            reading.codings.append(Coding(source.item, coder, masses, source.name))
        else:
            reading.notes.append(f"{source.name}: coder {coder!r} did not code item {source.item!r}")
    return reading


def _check_units(source: Source, name: str, rows: list[Row]) -> None:
    """The first column counts the units, from 0 or 1: a row that is missing or stands twice shows here."""
    first = whole_cell(source, rows[0].cells[0], f"{name or 'the unit'}", rows[0].line)
    if first not in (0, 1):
        raise source.error(f"the first unit is {first}; expected 1 (or 0)", rows[0].line)
    for expected, row in enumerate(rows, start=first):
        unit = whole_cell(source, row.cells[0], f"{name or 'the unit'}", row.line)
        if unit != expected:
            raise source.error(
                f"unit {unit} stands where unit {expected} should; rows are in order, none missing", row.line
            )


def _masses(source: Source, coder: str, column: int, rows: list[Row]) -> list[int]:
    masses: list[int] = []
    current: int | None = None
    for line, cells in rows:
        if not cells[column]:
            raise source.error(f"coder {coder!r} has no segment for this unit", line)
        segment = whole_cell(source, cells[column], f"the segment of coder {coder!r}", line)
        if current is not None and segment < current:
            raise source.error(f"coder {coder!r} goes back from segment {current} to {segment}", line)
        if segment == current:
            masses[-1] += 1
        else:
            masses.append(1)
            current = segment
    return masses


def write(corpus: Corpus) -> Iterator[tuple[tuple[str, ...], bytes]]:
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
