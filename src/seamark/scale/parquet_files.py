"""Parquet files as many small pieces of work: what to read where, known from the files' footers alone."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeAlias

from seamark.errors import InputError, ParseError
from seamark.safe_write import settle
from seamark.scale.arrow_columns import arrow

#: One place, or several: files, folders of Parquet files, patterns such as ``data/*.parquet``.
Places: TypeAlias = str | PathLike[str] | Sequence[str | PathLike[str]]

#: Rows, and values in their lists, that are in memory at once.
_ROWS, _VALUES = 2**16, 2**21


@dataclass(frozen=True, slots=True)
class Piece:
    """A row group of a file.

    Attributes
    ----------
    path
        The file.
    row_group
        Its number in the file.
    first_row, rows
        Where it starts in the file, and how long it is.
    batch_rows
        How many rows of it are read at once.
    """

    path: str
    row_group: int
    first_row: int
    rows: int
    batch_rows: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of a piece, and where they start in the file."""

    piece: Piece
    first_row: int
    rows: Any


@dataclass(frozen=True, slots=True)
class Source:
    """Parquet files with the same columns.

    Attributes
    ----------
    schema
        Their columns, as the first file has them.
    pieces
        Their row groups, in order.
    paths
        The files, in order.
    """

    schema: Any
    pieces: tuple[Piece, ...]
    paths: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return sum(piece.rows for piece in self.pieces)


def read_batches(pieces: Iterable[Piece], names: Sequence[str], *, threads: bool) -> Iterator[Batch]:
    """The rows of all pieces, a batch at a time; ``threads`` lets Arrow read columns side by side."""
    path: str | None = None
    file: Any = None
    for piece in pieces:
        with _reading(piece.path):
            if piece.path != path:
                path, file = piece.path, arrow("pyarrow.parquet").ParquetFile(piece.path)
            rows = piece.batch_rows
            batches = file.iter_batches(rows, row_groups=[piece.row_group], columns=list(names), use_threads=threads)
            row = piece.first_row
            for batch in batches:
                yield Batch(piece, row, batch)
                row += batch.num_rows


def parquet_source(places: Places, names: Sequence[str]) -> Source:
    """Look up the row groups of all files.

    Parameters
    ----------
    places
        Files, folders and patterns. What a folder or a pattern holds is taken in the order of names.
    names
        The columns that will be read.

    Raises
    ------
    InputError
        When nothing is found, a file is no Parquet file, or a column is missing or changes its type.
    """
    schema: Any = None
    first_path = ""
    pieces: list[Piece] = []
    paths = _paths(places)
    for path in paths:
        with _reading(path):
            file = arrow("pyarrow.parquet").ParquetFile(path)
        if schema is None:
            schema, first_path = file.schema_arrow, path
        _require_columns(file.schema_arrow, path, schema, first_path, names)
        pieces += _pieces(path, file.metadata, names)
    return Source(schema, tuple(pieces), tuple(paths))


def _paths(places: Places) -> list[str]:
    given = [places] if isinstance(places, (str, PathLike)) else list(places)
    if not given:
        raise InputError("no file was given; expected at least one Parquet file")
    return [path for place in given for path in _paths_of(fspath(place))]


def _paths_of(place: str) -> list[str]:
    settle(place)
    if Path(place).is_file():
        return [place]
    if Path(place).is_dir():
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


def _require_columns(schema: Any, path: str, first: Any, first_path: str, names: Sequence[str]) -> None:
    for name in names:
        if schema.names.count(name) != 1:
            raise ParseError(f"no column is called {name!r}; there are: {', '.join(schema.names)}", path=path)
        if not schema.field(name).type.equals(first.field(name).type):
            raise ParseError(
                f"column {name!r} is {schema.field(name).type}, but {first.field(name).type} in {first_path}", path=path
            )


def _pieces(path: str, metadata: Any, names: Sequence[str]) -> Iterator[Piece]:
    row = 0
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        if group.num_rows:
            yield Piece(path, number, row, group.num_rows, _batch_rows(group, names))
        row += group.num_rows


def _batch_rows(group: Any, names: Sequence[str]) -> int:
    """So many rows that their values fit; long lists and long strings come in smaller batches."""
    values, rows = 0, int(group.num_rows)
    for number in range(group.num_columns):
        column = group.column(number)
        if column.path_in_schema.split(".")[0] in names:
            size = column.total_uncompressed_size if column.physical_type == "BYTE_ARRAY" else column.num_values
            values += max(size, column.num_values)
    return max(1, min(_ROWS, _VALUES * rows // max(values, 1)))


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Turn what Arrow has to say against a file into one line with its name."""
    try:
        yield
    except InputError:
        raise
    except (arrow().ArrowException, OSError) as error:
        raise ParseError(f"cannot be read as Parquet ({str(error).splitlines()[0]})", path=path) from None
