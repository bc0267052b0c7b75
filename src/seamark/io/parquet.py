"""Parquet files, checked before they are decoded: whatever is wrong with one is an error that names it.

Arrow ends the process when it is asked for the metadata of some damaged columns, and it decodes as many values as a
page claims to have: a page of a few bytes can stand for billions of values, and a dictionary of one long string for
billions of copies of it. ``group_sizes`` therefore computes how much memory row groups need, from what Arrow reads in
the footer and from the headers of pages. Rows are read in batches that fit, and a column is refused where no size of
batch helps, because a list may hold everything.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from seamark.base.errors import OPTION, InputError, ParseError
from seamark.base.extras import require
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
EXPANSION = 100

#: Dictionaries of strings up to this size are not looked into.
_SHORT = 2**10
#: A page header is shorter; statistics in it are not of long strings.
_LONGEST_HEADER = 2**15
_DICTIONARY_PAGE = 2
#: Where the header of a page, by the type of the page, has what only pages of this type have, and there the encoding.
_PAGE_FIELDS = {0: (5, 2), _DICTIONARY_PAGE: (7, 2), 3: (8, 4)}
_DICTIONARY_ENCODINGS, _DELTA_BYTE_ARRAY = (2, 8), 7
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
    file: ParquetFile, stream: BinaryIO, name: str, columns: Collection[str], most_bytes: int
) -> list[GroupSize]:
    """The sizes of all row groups of an open file, of these columns; ``stream`` reads the same file.

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
            rows = file.metadata.row_group(number).num_rows
            sizes = []
            for leaf in leaves:
                column = _Column(file, stream, number, leaf, name, most_bytes)
                sizes.append(column.size())
                if sizes[-1].rows < rows or (sizes[-1].rows > rows and not column.repeated):
                    raise ValueError(f"{column} has {sizes[-1].rows:,} values for {rows:,} rows")
            values, total = (sum(size[field] for size in sizes) for field in (1, 3))
            found.append(GroupSize(rows, values, max((size.longest for size in sizes), default=0), total))
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


class _Page(NamedTuple):
    kind: int
    values: int
    encoding: int
    uncompressed: int
    compressed: int


class _Column:
    """A column of a row group as it is stored: what nests is stored as several."""

    def __init__(self, file: ParquetFile, stream: BinaryIO, group: int, leaf: int, name: str, most_bytes: int) -> None:
        self._file, self._stream, self._group, self._leaf = file, stream, group, leaf
        self._name, self._most_bytes = name, most_bytes
        self._chunk = file.metadata.row_group(group).column(leaf)
        stored = file.schema.column(leaf)
        self.repeated = stored.max_repetition_level > 0
        self._is_text = stored.physical_type == "BYTE_ARRAY"
        self._width = _WIDTHS.get(stored.physical_type, stored.length or 0)

    def size(self) -> GroupSize:
        values = characters = plain = total = dictionary = 0
        longest = 0 if self._is_text else self._width
        for page in self._pages():
            self._require_room(page.uncompressed, page.compressed)
            if page.kind == _DICTIONARY_PAGE:
                dictionary = page.uncompressed
                continue
            if page.encoding in _DICTIONARY_ENCODINGS and not values and dictionary > _SHORT and self._is_text:
                self._require_room(8 * page.values, self._chunk.total_compressed_size)
                dictionary = self._longest_entry()
            values += page.values
            if not self._is_text:
                total += page.values * self._width
                continue
            characters += page.uncompressed
            if page.encoding in _DICTIONARY_ENCODINGS or page.encoding == _DELTA_BYTE_ARRAY:
                each = page.uncompressed if page.encoding == _DELTA_BYTE_ARRAY else dictionary
                longest = max(longest, each)
                total += page.values * each
            else:
                plain += page.uncompressed
                total += page.uncompressed
        total += 8 * values  # levels and offsets
        self._require_room(total if self.repeated else plain, self._chunk.total_compressed_size)
        return GroupSize(values, max(values, characters), 0 if self.repeated else longest, total)

    def __str__(self) -> str:
        return f"row group {self._group}: column {self._file.reader.column_paths[self._leaf][0]!r}"

    def _require_room(self, size: int, compressed: int) -> None:
        if size > max(self._most_bytes, EXPANSION * compressed):
            raise ParseError(
                f"{self} takes {compressed:,} bytes in the file and up to {size:,} in memory; "
                f"expected at most {self._most_bytes:,} ({OPTION}), or {EXPANSION} times what is in the file",
                path=self._name,
                option="most_bytes",
            )

    def _longest_entry(self) -> int:
        """The most bytes that a string of the dictionary takes; the first row has all of it."""
        path = ".".join(self._file.reader.column_paths[self._leaf])
        probe = pyarrow("pyarrow.parquet").ParquetFile(
            self._stream, metadata=self._file.metadata, read_dictionary=[path], buffer_size=2**16
        )
        array = next(probe.iter_batches(1, row_groups=[self._group], columns=[path])).column(0)
        while not pyarrow("pyarrow.types").is_dictionary(array.type):
            inner = array.flatten()
            array = inner[0] if isinstance(inner, list) else inner
        lengths = pyarrow("pyarrow.compute").binary_length(array.dictionary)
        return pyarrow("pyarrow.compute").max(lengths).as_py() or 0

    def _pages(self) -> Iterator[_Page]:
        """The headers of its pages, as many as hold its values; data is passed over."""
        chunk = self._chunk
        place = chunk.data_page_offset
        if chunk.has_dictionary_page and 0 < chunk.dictionary_page_offset < place:
            place = chunk.dictionary_page_offset
        end, left = place + chunk.total_compressed_size, chunk.num_values
        while place < end and left > 0:
            page, length = self._page(place, end)
            place += length + page.compressed
            if place > end:
                raise ValueError(f"{self} has a page that is longer than the column")
            left -= 0 if page.kind == _DICTIONARY_PAGE else page.values
            yield page

    def _page(self, place: int, end: int) -> tuple[_Page, int]:
        self._stream.seek(place)
        try:
            header, length = _thrift_struct(self._stream.read(min(_LONGEST_HEADER, end - place)), 0)
            kind, uncompressed, compressed = (header[field] for field in (1, 2, 3))
            inner, encoding = _PAGE_FIELDS.get(kind, (0, 0))
            of_kind = header.get(inner, {1: 0})
            page = _Page(kind, of_kind[1], of_kind.get(encoding, 0), uncompressed, compressed)
            if min(page) >= 0:
                return page, length
        except (IndexError, KeyError, TypeError):
            pass
        raise ValueError(f"{self} has a page without a sound header")


def _thrift_struct(data: bytes, place: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """The fields of a struct in Thrift's compact protocol, and where it ends; of the types that page headers have."""
    fields: dict[int, Any] = {}
    number = 0
    while head := data[place]:
        place += 1
        number += head >> 4
        kind = head & 15
        value: object = kind == 1  # of a truth value
        if kind == 12 and depth < 4:
            value, place = _thrift_struct(data, place, depth + 1)
        elif kind in (5, 6):
            encoded, place = _varint(data, place)
            value = (encoded >> 1) ^ -(encoded & 1)
        elif kind == 8:
            length, place = _varint(data, place)
            place += length
        elif kind not in (1, 2):
            raise IndexError
        fields[number] = value
    return fields, place + 1


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number without sign, seven bits a byte, and where it ends."""
    number = shift = 0
    while data[place] > 127 and shift < 63:
        number |= (data[place] & 127) << shift
        shift += 7
        place += 1
    return number | data[place] << shift, place + 1
