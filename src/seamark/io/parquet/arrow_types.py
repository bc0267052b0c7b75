"""What is used of pyarrow's types, which come without annotations; pyarrow itself is imported when it is needed."""

# ruff: noqa: D102  # pyarrow documents its methods

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from seamark.base.extras import require


def pyarrow(module: str = "pyarrow", what: str = "reading Parquet") -> Any:
    """A module of pyarrow, or one line that says how to get it."""
    return require(module, package="pyarrow", extra="scale", what=what)


class DataType(Protocol):
    """The type of a column."""

    def equals(self, other: DataType, /) -> bool: ...


class Field(Protocol):
    """A column of a schema."""

    name: str
    type: DataType
    metadata: dict[bytes, bytes] | None

    def with_nullable(self, nullable: bool, /) -> Field: ...


class Schema(Protocol):
    """The columns of a table."""

    names: list[str]
    metadata: dict[bytes, bytes] | None

    def field(self, name: str, /) -> Field: ...


class Array(Protocol):
    """The values of a column."""

    type: DataType

    def __len__(self) -> int: ...
    def __getitem__(self, row: int, /) -> Any: ...
    def to_pylist(self) -> list[Any]: ...
    def take(self, rows: Array, /) -> Array: ...


class RecordBatch(Protocol):
    """Some rows of a table."""

    num_rows: int
    nbytes: int
    schema: Schema

    def column(self, name: str, /) -> Array: ...
    def select(self, names: list[str], /) -> RecordBatch: ...
    def slice(self, start: int, length: int = ..., /) -> RecordBatch: ...
    def to_pylist(self) -> list[dict[str, Any]]: ...
    def validate(self, *, full: bool) -> None: ...


class Table(Protocol):
    """A whole table."""

    num_rows: int
    schema: Schema


class RecordBatchReader(Protocol):
    """A table as a stream."""

    schema: Schema

    def __iter__(self) -> Iterator[RecordBatch]: ...


class FileMetadata(Protocol):
    """The footer of a file, as pyarrow keeps it."""

    num_rows: int


class ParquetFile(Protocol):
    """A file that is open."""

    schema_arrow: Schema
    metadata: FileMetadata

    def iter_batches(
        self, rows: int, /, *, row_groups: Sequence[int], columns: list[str], use_threads: bool
    ) -> Iterator[RecordBatch]: ...


class ParquetWriter(Protocol):
    """A file that is being written."""

    def write_table(self, table: Table, /, *, row_group_size: int) -> None: ...

    def close(self) -> None: ...
