"""Parquet files as many small pieces of work: what to read where, known from the files' footers alone."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from typing import TypeAlias

from seamark.checks import count_between, items_of, path_of, whole_number
from seamark.errors import InputError, ParseError
from seamark.io.parquet import (
    MOST_BYTES,
    FileMetadata,
    GroupSize,
    ParquetFile,
    RecordBatch,
    Schema,
    batches,
    group_sizes,
    open_parquet,
    reading,
)
from seamark.safe_write import settle
from seamark.scale.arrow import listed

#: One place, or several: files, folders of Parquet files, patterns such as ``data/*.parquet``.
Places: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]]

#: Rows that are in memory at once, unless told otherwise; the values of their lists, and bytes of strings from a
#: dictionary.
BATCH_ROWS = 2**16
_VALUES, _BYTES = 2**21, 2**26


@dataclass(frozen=True, slots=True)
class Piece:
    """A row group of a file, or several small ones in a row: one piece of work, read ``batch_rows`` at a time."""

    path: str
    row_groups: range
    first_row: int
    rows: int
    batch_rows: int

    @property
    def place(self) -> str:
        """Where it is in the file, in words."""
        first, last = self.row_groups[0], self.row_groups[-1]
        return f"row group {first}" if first == last else f"row groups {first} to {last}"

    def __str__(self) -> str:
        return f"{self.path}: {self.place}"


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of a piece, and where they start in the file."""

    piece: Piece
    first_row: int
    rows: RecordBatch


@dataclass(frozen=True, slots=True)
class Source:
    """Parquet files with the same columns: the schema of the first, and all row groups in order."""

    schema: Schema
    pieces: tuple[Piece, ...]
    paths: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(piece.rows for piece in self.pieces)


def batch_size(batch_rows: object) -> int:
    """How many rows are in memory at once: as many as asked for."""
    return count_between(batch_rows, "batch_rows", 1, 2**31 - 1)


def read_batches(pieces: Iterable[Piece], names: Sequence[str], *, threads: bool) -> Iterator[Batch]:
    """The rows of all pieces, a batch at a time; ``threads`` lets Arrow read columns side by side."""
    path: str | None = None
    for piece in pieces:
        if piece.path != path:
            path, file = piece.path, _open(piece.path)
        row = piece.first_row
        for batch in batches(file, piece.path, piece.row_groups, piece.batch_rows, names, threads=threads):
            yield Batch(piece, row, batch)
            row += batch.num_rows
        if row != piece.first_row + piece.rows:
            found = row - piece.first_row
            raise ParseError(f"{piece.place} should have {piece.rows:,} rows and has {found:,}", path=path)


def _open(path: str) -> ParquetFile:
    """A file that is open; its footer is read again only after the file has changed."""
    with reading(path):
        found = Path(path).stat()
    return open_parquet(path, path, _metadata(path, found.st_size, found.st_mtime_ns))


@lru_cache(maxsize=8)
def _metadata(path: str, size: int, changed: int) -> FileMetadata:
    """The footer of a file, kept while its pieces are read: a worker reads them one by one."""
    return open_parquet(path, path).metadata


def parquet_source(
    places: Places, names: Sequence[str], most_bytes: int = MOST_BYTES, batch_rows: int = BATCH_ROWS
) -> Source:
    """Look up the row groups of all files, those of a folder or a pattern in the order of names.

    That nothing is found, a file is no Parquet file, or a column is missing, changes its type or would take too much
    memory is an ``InputError``.
    """
    most, rows = whole_number(most_bytes, "most_bytes"), batch_size(batch_rows)
    paths = _paths(places)
    first = _open(paths[0]).schema_arrow
    pieces: list[Piece] = []
    for path in paths:
        _require_columns(_open(path).schema_arrow, path, first, paths[0], names)
        with reading(path), Path(path).open("rb") as stream:
            pieces += _pieces(path, list(group_sizes(stream, names, most)), rows)
    return Source(first, tuple(pieces), tuple(paths))


def parquet_schema(places: Places) -> Schema:
    """The columns of the first file."""
    return _open(_paths(places)[0]).schema_arrow


def _paths(places: Places) -> list[str]:
    given = [places] if isinstance(places, (str, PathLike)) else list(items_of(places, "places", "paths"))
    if not given:
        raise InputError("no file was given; expected at least one Parquet file")
    return [path for place in given for path in _paths_of(fspath(path_of(place, "place")))]


def _paths_of(place: str) -> list[str]:
    settle(place)
    # Unlike the methods of Path, these two take any name.
    if os.path.isfile(place):  # noqa: PTH113
        return [place]
    if os.path.isdir(place):  # noqa: PTH112
        found = sorted(
            str(path) for path in Path(place).rglob("*.parquet") if path.is_file() and not _hidden(path, place)
        )
        expected = f"{place}: the folder holds no file that ends in .parquet"
    else:
        settle(Path(place).parent)
        found = sorted(path for path in glob.glob(place, recursive=True) if Path(path).is_file())  # noqa: PTH207
        expected = f"{place}: no such file" if glob.escape(place) == place else f"{place}: nothing matches the pattern"
    if not found:
        raise InputError(expected)
    return found


def _hidden(path: Path, folder: str) -> bool:
    """What other programs are still writing, or keep beside their data."""
    return any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)


def _require_columns(schema: Schema, path: str, first: Schema, first_path: str, names: Sequence[str]) -> None:
    columns = Counter(schema.names)
    for name in names:
        if not columns[name]:
            raise ParseError(f"no column is called {name!r}; there are: {listed(schema.names)}", path=path)
        if columns[name] > 1:
            raise ParseError(f"{columns[name]} columns are called {name!r}; expected one", path=path)
        if not schema.field(name).type.equals(first.field(name).type):
            raise ParseError(
                f"column {name!r} is {schema.field(name).type}, but {first.field(name).type} in {first_path}", path=path
            )


def _pieces(path: str, groups: list[GroupSize], most_rows: int) -> Iterator[Piece]:
    """Row groups one by one, small ones joined while they fit into one batch."""
    row = start = 0
    while start < len(groups):
        stop, rows, values, longest = start, 0, 0, 0
        while stop < len(groups):
            group = groups[stop]
            fits = rows + group.rows <= most_rows and values + group.values <= _VALUES
            if stop > start and not fits:
                break
            rows, values, longest = rows + group.rows, values + group.values, max(longest, group.longest)
            stop += 1
        if rows:
            yield Piece(path, range(start, stop), row, rows, _rows_at_once(most_rows, rows, values, longest))
        row += rows
        start = stop


def _rows_at_once(most_rows: int, rows: int, values: int, longest: int) -> int:
    """So many rows that their values fit; long lists and long strings come in smaller batches."""
    return max(1, min(most_rows, _VALUES * rows // max(values, 1), _BYTES // max(longest, 1)))
