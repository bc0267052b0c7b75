"""Parquet files that are read, here or at an address: row groups as pieces, pieces as tasks, tasks as batches."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby
from os import PathLike, fspath
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, TypeAlias, cast

from seamark.base.checks import count_between, items_of, path_of, whole_number
from seamark.base.errors import InputError, ParseError, reason_of
from seamark.base.extras import require
from seamark.base.numbers import listed
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
from seamark.scale.arrow import LISTED

#: One location, or several: files, folders of Parquet files, patterns such as ``data/*.parquet``; addresses too.
Locations: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]]

#: Rows that are in memory at once, unless told otherwise; the values of their lists, and bytes of strings from a
#: dictionary.
BATCH_ROWS = 2**16
_VALUES, _BYTES = 2**21, 2**26

#: Rows of a task, at least: less would cost a cluster more to hand out than to do. More where there are very many rows,
#: so that no scheduler gets more than a few thousand tasks; and at most, so that a lost task is soon done again.
TASK_ROWS = 2**18
_MOST_TASKS, _MOST_TASK_ROWS = 2**12, 2**24

#: Is called with the number of rows that are done, and of all rows.
Progress: TypeAlias = Callable[[int, int], None]

#: Applies a function to every one of some inputs, and gives the results in order: here, or wherever there are workers.
Each: TypeAlias = Callable[[Callable[[str], "tuple[Piece, ...]"], Sequence[str]], Iterable["tuple[Piece, ...]"]]


@dataclass(frozen=True, slots=True)
class Piece:
    """A row group of a file, or several small ones in a row, read ``batch_rows`` at a time."""

    path: str
    row_groups: range
    first_row: int
    rows: int
    values: int
    batch_rows: int

    @property
    def place(self) -> str:
        """Where it is in the file, in words."""
        first, last = self.row_groups[0], self.row_groups[-1]
        return f"row group {first}" if first == last else f"row groups {first} to {last}"

    def __str__(self) -> str:
        return f"{self.path}: {self.place}"


@dataclass(frozen=True, slots=True)
class FileTask:
    """Pieces next to each other that are done together: what a worker of a cluster gets at once."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(piece.rows for piece in self.pieces)

    def __str__(self) -> str:
        return " up to ".join(dict.fromkeys(map(str, (*self.pieces[:1], *self.pieces[-1:]))))


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of a task, and the file and row where they start."""

    task: FileTask
    path: str
    first_row: int
    rows: RecordBatch


@dataclass(frozen=True, slots=True)
class ParquetInput:
    """Parquet files with the same columns: the schema of the first, and all row groups in order."""

    schema: Schema
    pieces: tuple[Piece, ...]
    paths: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(piece.rows for piece in self.pieces)

    @property
    def values(self) -> int:
        """How many values the lists of all rows hold."""
        return sum(piece.values for piece in self.pieces)

    def tasks(self, rows: int | None = None) -> tuple[FileTask, ...]:
        """The pieces as tasks of about so many rows, which follow from the files alone."""
        most = min(max(TASK_ROWS if rows is None else rows, self.rows // _MOST_TASKS), _MOST_TASK_ROWS)
        found: list[list[Piece]] = []
        gathered = 0
        for piece in self.pieces:
            if not found or gathered + piece.rows > most:
                found.append([])
                gathered = 0
            found[-1].append(piece)
            gathered += piece.rows
        return tuple(FileTask(number, tuple(pieces)) for number, pieces in enumerate(found))


def batch_size(batch_rows: object) -> int:
    """How many rows are in memory at once: as many as asked for."""
    return count_between(batch_rows, "batch_rows", 1, 2**31 - 1)


def read_batches(tasks: Iterable[FileTask], names: Sequence[str], *, threads: bool) -> Iterator[Batch]:
    """The rows of all tasks, a batch at a time; ``threads`` lets Arrow read columns side by side."""
    pieces = ((task, piece) for task in tasks for piece in task.pieces)
    for path, of_file in groupby(pieces, key=lambda pair: pair[1].path):
        with _open(path) as file:
            for task, piece in of_file:
                row = piece.first_row
                for batch in batches(file, path, piece.row_groups, piece.batch_rows, names, threads=threads):
                    yield Batch(task, path, row, batch)
                    row += batch.num_rows
                if row != piece.first_row + piece.rows:
                    found = row - piece.first_row
                    raise ParseError(f"{piece.place} should have {piece.rows:,} rows and has {found:,}", path=path)


@contextmanager
def _open(path: str) -> Iterator[ParquetFile]:
    """A file that is open; its footer is read again only after the file has changed."""
    with reading(path):
        version = version_of(path)
    file = open_parquet(opened(path) if is_remote(path) else path, path, _metadata(path, version))
    try:
        yield file
    finally:
        file.close(force=True)


@lru_cache(maxsize=8)
def _metadata(path: str, version: tuple[object, ...]) -> FileMetadata:
    """The footer of a file, kept while its pieces are read: a worker reads them one by one."""
    with reading(path), opened(path) as stream:
        return open_parquet(stream, path).metadata


def parquet_input(
    locations: Locations,
    names: Sequence[str],
    most_bytes: int = MOST_BYTES,
    batch_rows: int = BATCH_ROWS,
    each: Each = map,
) -> ParquetInput:
    """Look up the row groups of all files, those of a folder or a pattern in the order of names.

    ``each`` may look into files elsewhere, many at once. That nothing is found, a file is no Parquet file, or a column
    is missing, changes its type or would take too much memory is an ``InputError``.
    """
    most, rows = whole_number(most_bytes, "most_bytes"), batch_size(batch_rows)
    paths = parquet_paths(locations)
    first = parquet_schema(paths)
    look = partial(_pieces_of, first=first, first_path=paths[0], names=tuple(names), most_bytes=most, most_rows=rows)
    # One file is open here already.
    found = (each if len(paths) > 1 else map)(look, paths)
    pieces = tuple(piece for some in found for piece in some)
    return ParquetInput(first, pieces, tuple(paths))


def _pieces_of(
    path: str, first: Schema, first_path: str, names: Sequence[str], most_bytes: int, most_rows: int
) -> tuple[Piece, ...]:
    """The pieces of one file, whose columns are those of the first."""
    with _open(path) as file:
        _require_columns(file.schema_arrow, path, first, first_path, names)
        with reading(path), opened(path) as stream:
            return tuple(_pieces(path, group_sizes(file, stream, path, names, most_bytes), most_rows))


def parquet_schema(locations: Locations) -> Schema:
    """The columns of the first file."""
    with _open(parquet_paths(locations)[0]) as file:
        return file.schema_arrow


def _require_columns(schema: Schema, path: str, first: Schema, first_path: str, names: Sequence[str]) -> None:
    columns = Counter(schema.names)
    for name in names:
        if not columns[name]:
            raise ParseError(f"no column is called {name!r}; there are: {listed(schema.names, LISTED)}", path=path)
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
            # So many rows at once that their values fit: long lists and long strings come in smaller batches.
            batch_rows = max(1, min(most_rows, _VALUES * rows // max(values, 1), _BYTES // max(longest, 1)))
            yield Piece(path, range(start, stop), row, rows, values, batch_rows)
        row += rows
        start = stop


class RowsDone:
    """Counts the rows that are done, in one or several readings of the files, and tells ``progress``."""

    def __init__(self, progress: Progress | None, rows: int) -> None:
        self.readings = 1
        self._progress, self._rows, self._done = progress, rows, 0

    def add(self, rows: int) -> None:
        """Count further rows."""
        self._done += rows
        if self._progress is not None:
            self._progress(self._done // self.readings, self._rows)


# --------------- Where files are: on this machine, or behind an address such as s3://bucket/data that fsspec can reach


def listed_locations(locations: Locations) -> list[str | PathLike[str]]:
    """The locations that were given, one or several."""
    if isinstance(locations, (str, PathLike)):
        return [locations]
    return list(items_of(locations, "locations", "paths"))


def is_remote(location: object) -> bool:
    """Whether a location is an address for fsspec instead of a path.

    Examples
    --------
    >>> is_remote("s3://bucket/pairs.parquet"), is_remote("data/pairs.parquet")
    (True, False)
    """
    return isinstance(location, str) and "://" in location


def file_system(address: str) -> tuple[Any, str]:
    """The file system that an address belongs to, and the path in it."""
    fsspec = require("fsspec.core", package="fsspec", extra="scale", what="reading or writing at an address")
    with reaching(address):
        found: tuple[Any, str] = fsspec.url_to_fs(address)
    return found


@contextmanager
def reaching(address: str) -> Iterator[None]:
    """Tell in one line why an address cannot be reached; libraries behind fsspec raise errors of their own kinds."""
    try:
        yield
    except InputError:
        raise
    except OSError as error:
        raise InputError(f"{address}: {reason_of(error)}") from None
    except Exception as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(f"{address}: cannot be reached ({said})") from None


def opened(path: str) -> BinaryIO:
    """A file to read."""
    if not is_remote(path):
        return Path(path).open("rb")
    system, place = file_system(path)
    with reaching(path):
        return cast("BinaryIO", system.open(place, "rb"))


def version_of(path: str) -> tuple[object, ...]:
    """What changes when a file does."""
    if is_remote(path):
        system, place = file_system(path)
        with reaching(path):
            return (system.ukey(place),)
    found = Path(path).stat()
    return found.st_size, found.st_mtime_ns


def parquet_paths(locations: Locations) -> list[str]:
    """All files, those of a folder or a pattern in the order of names."""
    given = listed_locations(locations)
    if not given:
        raise InputError("no file was given; expected at least one Parquet file")
    return [path for location in given for path in _paths_of(location)]


def _paths_of(given: str | PathLike[str]) -> list[str]:
    if isinstance(given, str) and is_remote(given):
        system, place = file_system(given)
        with reaching(given):
            if system.isfile(place):
                return [given]
            folder = bool(system.isdir(place))
            found = system.find(place) if folder else [path for path in system.glob(place) if system.isfile(path)]
        name: Callable[[str], str] = system.unstrip_protocol
    else:
        place, name = fspath(path_of(given, "location")), str
        # Unlike the methods of Path, these take any name.
        if os.path.isfile(place):  # noqa: PTH113
            return [place]
        folder = os.path.isdir(place)  # noqa: PTH112
        matching = Path(place).rglob("*") if folder else map(Path, glob.glob(place, recursive=True))  # noqa: PTH207
        found = [str(path) for path in matching if path.is_file()]
    missing = "no such file" if glob.escape(place) == place else "nothing matches the pattern"
    if folder:
        found = [path for path in found if path.endswith(".parquet") and not _hidden(path, place)]
        missing = "the folder holds no file that ends in .parquet"
    if not found:
        raise ParseError(missing, path=given if is_remote(given) else place)
    return [name(path) for path in sorted(found)]


def _hidden(path: str, folder: str) -> bool:
    """What other programs are still writing, or keep beside their data."""
    parts = PurePosixPath(Path(path).as_posix()).relative_to(Path(folder).as_posix()).parts
    return any(part.startswith((".", "_")) for part in parts)
