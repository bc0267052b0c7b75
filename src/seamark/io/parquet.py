"""Parquet files, checked before they are decoded: whatever is wrong with one is an error that names it.

Arrow ends the process when it is asked for the metadata of some damaged columns, and a file of a few kilobytes can
represent billions of values, or billions of copies of one long string. ``group_sizes`` therefore computes how much
memory row groups need, from what Arrow reads in the footer and in dictionaries. Rows are read in batches that fit, and
a column is refused where no size of batch helps, because a list may hold everything. Arrow itself refuses pages that
contradict the footer.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from seamark.base.errors import OPTION, InputError, ParseError
from seamark.base.extras import require
from seamark.io.packed import LIMITS
from seamark.io.source import shortened

#: Types of pyarrow, which comes without annotations and is imported when it is needed.
Array: TypeAlias = Any
DataType: TypeAlias = Any
FileMetadata: TypeAlias = Any
ParquetFile: TypeAlias = Any
ParquetWriter: TypeAlias = Any
RecordBatch: TypeAlias = Any
RecordBatchReader: TypeAlias = Any
Schema: TypeAlias = Any
Table: TypeAlias = Any

#: Bytes of memory that a column of a row group may need in any case, and how many times its bytes in the file.
MOST_BYTES = 2**28
EXPANSION = LIMITS["ratio"]

#: Strings that take less than this in a row group are not looked at one by one.
_SHORT = 2**10
_WIDTHS = {"BOOLEAN": 1, "INT32": 4, "INT64": 8, "INT96": 12, "FLOAT": 4, "DOUBLE": 8}


def pyarrow(module: str = "pyarrow", what: str = "reading Parquet") -> Any:
    """A module of pyarrow, or one line that says how to get it."""
    return require(module, package="pyarrow", extra="scale", what=what)


def open_parquet(source: str | BinaryIO, name: str, metadata: FileMetadata | None = None) -> ParquetFile:
    """A ``pyarrow.parquet.ParquetFile`` whose columns have names that can be printed."""
    with reading(name):
        file = pyarrow("pyarrow.parquet").ParquetFile(source, metadata=metadata)
        for column in file.schema_arrow.names:
            column.encode()
        return file


def batches(
    file: ParquetFile, name: str, row_groups: Sequence[int], rows: int, columns: Sequence[str], *, threads: bool
) -> Iterator[RecordBatch]:
    """Some row groups as record batches of so many rows, each validated: what Arrow decodes may contradict itself."""
    with reading(name):
        for batch in file.iter_batches(rows, row_groups=row_groups, columns=list(columns), use_threads=threads):
            batch.validate(full=True)
            yield batch


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn Arrow's errors about a file into a ``ParseError`` of one line that names the file."""
    try:
        yield
    except InputError:
        raise
    except UnicodeError:
        raise ParseError("cannot be read as Parquet (a name in it is not UTF-8)", path=name) from None
    except (pyarrow().ArrowException, OSError, ValueError, OverflowError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise ParseError(shortened(f"cannot be read as Parquet ({said})"), path=name) from None


class GroupSize(NamedTuple):
    """How much is in a row group, or in one of its columns.

    Values are numbers, or characters of strings; ``longest`` is the most bytes that one value outside lists can take,
    ``total`` the most that everything can take.
    """

    rows: int
    values: int
    longest: int
    total: int


def group_sizes(
    file: ParquetFile,
    stream: BinaryIO,
    name: str,
    columns: Collection[str],
    most_bytes: int,
    option: str = "most_bytes",
) -> list[GroupSize]:
    """The sizes of all row groups of an open file, of these columns; ``stream`` reads the same file, and the ``option``
    of this name sets the limit.

    Raises
    ------
    ParseError
        When a column could take more than ``most_bytes`` at once, and more than a hundred times what it takes in the
        file; or when the file is damaged.
    """
    found = []
    with reading(name):
        _require_column_metadata(file, stream, columns)
        leaves = [i for i, path in enumerate(file.reader.column_paths) if path[0] in columns]
        for number in range(file.metadata.num_row_groups):
            sizes = [_column_size(file, stream, number, leaf, name, most_bytes, option) for leaf in leaves]
            values, total = (sum(size[field] for size in sizes) for field in (1, 3))
            longest = max((size.longest for size in sizes), default=0)
            found.append(GroupSize(file.metadata.row_group(number).num_rows, values, longest, total))
    return found


class _NoDataError(Exception):
    """Something else than the footer of a file is read."""


class _NoData(io.RawIOBase):
    """A file of so many bytes, none of which can be read."""

    def __init__(self, size: int) -> None:
        self._size = size

    def readable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return offset + (self._size if whence == 2 else 0)

    def tell(self) -> int:
        return self._size

    def read(self, _size: int = -1) -> bytes:
        raise _NoDataError


def _require_column_metadata(file: ParquetFile, stream: BinaryIO, columns: Collection[str]) -> None:
    """Raise Arrow's error where the metadata of one of these columns are damaged.

    Asked for them, pyarrow ends the process. A reader that fetches row groups in advance looks at the metadata of all
    of their columns before it reads the first byte, and raises what is wrong with them.
    """
    size = stream.seek(0, 2)
    reader = pyarrow("pyarrow.parquet").ParquetFile(_NoData(size), metadata=file.metadata, pre_buffer=True)
    groups = range(file.metadata.num_row_groups)
    with suppress(_NoDataError):
        next(reader.iter_batches(1, row_groups=groups, columns=list(columns)), None)


def _column_size(
    file: ParquetFile, stream: BinaryIO, group: int, leaf: int, name: str, most_bytes: int, option: str
) -> GroupSize:
    """The size of a column of a row group as it is stored: what nests is stored as several."""
    chunk, stored = file.metadata.row_group(group).column(leaf), file.schema.column(leaf)
    column = f"row group {group}: column {file.reader.column_paths[leaf][0]!r}"
    rows, values, repeated = file.metadata.row_group(group).num_rows, chunk.num_values, stored.max_repetition_level > 0
    if values < rows or (values > rows and not repeated):
        raise ValueError(f"{column} has {values:,} values for {rows:,} rows")

    def require_room(size: int) -> None:
        if size > max(most_bytes, EXPANSION * chunk.total_compressed_size):
            raise ParseError(
                f"{column} takes {chunk.total_compressed_size:,} bytes in the file and up to {size:,} in memory; "
                f"expected at most {most_bytes:,} ({OPTION}), or {EXPANSION} times what is in the file",
                path=name,
                option=option,
            )

    require_room(chunk.total_uncompressed_size)
    longest, characters = _WIDTHS.get(stored.physical_type, stored.length or 0), 0
    total = values * (longest + 8)  # 8 for levels and offsets
    if stored.physical_type == "BYTE_ARRAY":
        longest = characters = chunk.total_uncompressed_size
        if chunk.has_dictionary_page and characters > _SHORT:
            require_room(8 * values if repeated else 0)
            longest = _longest_entry(file, stream, group, leaf)
        shared = chunk.has_dictionary_page or "DELTA_BYTE_ARRAY" in chunk.encodings
        total += characters + values * longest * shared
    if repeated:
        require_room(total)
    return GroupSize(values, max(values, characters), 0 if repeated else longest, total)


def _longest_entry(file: ParquetFile, stream: BinaryIO, group: int, leaf: int) -> int:
    """The most bytes that a string of the dictionary takes; the first row has all of it."""
    path = ".".join(file.reader.column_paths[leaf])
    probe = pyarrow("pyarrow.parquet").ParquetFile(
        stream, metadata=file.metadata, read_dictionary=[path], buffer_size=2**16
    )
    array = next(probe.iter_batches(1, row_groups=[group], columns=[path])).column(0)
    while not pyarrow("pyarrow.types").is_dictionary(array.type):
        inner = array.flatten()
        array = inner[0] if isinstance(inner, list) else inner
    lengths = pyarrow("pyarrow.compute").binary_length(array.dictionary)
    return pyarrow("pyarrow.compute").max(lengths).as_py() or 0
