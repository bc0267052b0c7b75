"""Tables in text: cells separated by commas, tabs or semicolons."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import NamedTuple

from seamark.errors import InputError
from seamark.io.source import Source, pieces_of
from seamark.kernels.columns import LARGEST_MASS

# The first separator behind the first cell, which may be quoted.
_SEPARATOR = r'(?:"(?:[^"]|"")*+"|[^",;\t\r\n])*+([,;\t])'
_WHOLE = r"[+-]?[0-9]{1,19}"
_NEEDS_QUOTES = r'[",;\t\r\n]'


class Row(NamedTuple):
    """The cells of a row and the line on which it ends."""

    line: int
    cells: list[str]


class Table(NamedTuple):
    """A header and the rows below it, read one by one; rows without any cell are left out."""

    header: list[str]
    rows: Iterator[Row]


def separator_of(text: str) -> str | None:
    """The character that separates the cells of the first line, if any does."""
    match = re.match(_SEPARATOR, text)
    return None if match is None else match.group(1)


def read_table(source: Source, *, ragged: bool = False) -> Table:
    """The table that a file holds; every row has as many cells as the header unless it may be ragged."""
    text = source.text.lstrip("\r\n")
    skipped = source.text[: len(source.text) - len(text)].count("\n")
    rows = _rows(source, text, skipped)
    first = next(rows, None)
    if first is None:
        raise source.error("is empty; expected a table with a header")
    return Table(first.cells, rows if ragged else _of_width(source, rows, len(first.cells)))


def _rows(source: Source, text: str, skipped: int) -> Iterator[Row]:
    # Not of the text as a whole: StringIO takes four bytes for every character.
    lines = (line for piece in pieces_of(text) for line in StringIO(piece, newline=""))
    reader = csv.reader(lines, delimiter=separator_of(text) or ",", strict=True)
    try:
        for cells in reader:
            if cells and any(cells):
                yield Row(reader.line_num + skipped, cells)
    except csv.Error as error:
        raise source.error(f"not a table: {error}", reader.line_num + skipped) from None


def _of_width(source: Source, rows: Iterator[Row], width: int) -> Iterator[Row]:
    for row in rows:
        if len(row.cells) != width:
            raise source.error(f"the row has {len(row.cells)} cells, the header has {width}", row.line)
        yield row


def columns_called(header: Iterable[str], names: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Where columns stand that may have several names; of these the first that the header has counts.

    Examples
    --------
    >>> columns_called(["Onset", "stop"], {"start": ["start", "onset"], "end": ["end", "stop"], "label": ["label"]})
    {'start': 0, 'end': 1}
    """
    given = [name.strip().casefold() for name in header]
    found = {column: next((name for name in called if name in given), None) for column, called in names.items()}
    return {column: given.index(name) for column, name in found.items() if name is not None}


def whole_cell(source: Source, cell: str, what: str, line: int) -> int:
    """The whole number in a cell."""
    if cell.isascii() and cell.isdigit() and len(cell) < 19:
        return int(cell)
    # White space beyond these is a character that does not belong there, such as a separator of another table.
    number = cell.strip(" \t")
    if not re.fullmatch(_WHOLE, number):
        raise source.error(f"{what} is {cell[:40]!r}; expected a whole number", line)
    if abs(value := int(number)) > LARGEST_MASS:
        raise source.error(f"{what} is {number}; no number of units is larger than 2**62", line)
    return value


def write_row(cells: Iterable[object], separator: str = ",") -> str:
    """A row as text; cells are quoted so that any table reader takes them back as they were."""
    return separator.join(_cell(str(cell)) for cell in cells) + "\n"


def encode_table(rows: Iterable[str]) -> bytes:
    """Rows as UTF-8."""
    text = "".join(rows)
    if "\0" in text:
        raise InputError("a name holds a NUL character, which a text file cannot keep")
    return text.encode("utf-8")


def _cell(text: str) -> str:
    if re.search(_NEEDS_QUOTES, text) or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text
