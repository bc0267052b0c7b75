"""How much memory the row groups of a Parquet file need, computed from page headers before anything is decoded.

A page of a few bytes can stand for billions of values, and a dictionary of one long string for billions of copies of
it. Rows are therefore read in batches that fit, whatever is in them; where no size of batch helps, because a list may
hold everything, the file is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from seamark.base.errors import OPTION
from seamark.io.parquet.arrow_types import pyarrow
from seamark.io.parquet.footer import Chunk, Page, TooLarge, read_footer, read_pages
from seamark.io.parquet.thrift import Damaged

#: Bytes of memory that a column of a row group may need in any case, and how many times its bytes in the file.
MOST_BYTES = 2**28
EXPANSION = 100

#: Entries of dictionaries up to this size fit into any batch.
_SHORT = 2**10

_BYTE_ARRAY = 6
_DICTIONARY, _DELTA = (2, 8), 7
_CODECS = {1: "snappy", 2: "gzip", 4: "brotli", 6: "zstd", 7: "lz4_raw"}


@dataclass(frozen=True, slots=True)
class GroupSize:
    """How much is in a row group, or in one of its columns.

    Values are numbers, or characters of strings; ``longest`` is the most bytes that one value outside lists can take,
    ``total`` the most that everything can take.
    """

    rows: int
    values: int
    longest: int
    total: int


def group_sizes(stream: BinaryIO, names: Collection[str], most_bytes: int) -> Iterator[GroupSize]:
    """The sizes of all row groups, of the columns of these names.

    Raises ``TooLarge`` when a column could take more than ``most_bytes`` at once, and more than a hundred times what it
    takes in the file; ``Damaged`` when the file is not as Parquet has it.
    """
    for number, group in enumerate(read_footer(stream, names)):
        try:
            columns = [_column(stream, chunk, most_bytes) for chunk in group.chunks]
            for chunk, column in zip(group.chunks, columns, strict=True):
                if column.rows < group.rows or (column.rows > group.rows and not chunk.leaf.repeated):
                    raise Damaged(f"column {chunk.leaf.name!r} has {column.rows:,} values for {group.rows:,} rows")
        except Damaged as error:
            raise type(error)(f"row group {number}: {error}") from None
        yield GroupSize(
            group.rows,
            sum(column.values for column in columns),
            max((column.longest for column in columns), default=0),
            sum(column.total for column in columns),
        )


def _column(stream: BinaryIO, chunk: Chunk, most_bytes: int) -> GroupSize:
    entries = values = characters = at_once = total = 0
    leaf, longest = chunk.leaf, chunk.leaf.width
    for page in read_pages(stream, chunk):
        _require_room(leaf.name, page.uncompressed, page.compressed, most_bytes)
        if page.dictionary:
            entries = _longest_entry(stream, chunk, page) if leaf.kind == _BYTE_ARRAY else 0
            continue
        values += page.values
        if leaf.kind != _BYTE_ARRAY:
            total += page.values * leaf.width
            continue
        characters += page.uncompressed
        each = entries if page.encoding in _DICTIONARY else page.uncompressed if page.encoding == _DELTA else 0
        longest = max(longest, each)
        at_once += 0 if each else page.uncompressed
        total += page.values * each if each else page.uncompressed
    total += 8 * values  # levels and offsets
    _require_room(leaf.name, total if leaf.repeated else at_once, chunk.compressed, most_bytes)
    return GroupSize(values, max(values, characters), 0 if leaf.repeated else longest, total)


def _require_room(name: str, size: int, compressed: int, most_bytes: int) -> None:
    if size > max(most_bytes, EXPANSION * compressed):
        raise TooLarge(
            f"column {name!r} takes {compressed:,} bytes in the file and up to {size:,} in memory; "
            f"expected at most {most_bytes:,} ({OPTION}), or {EXPANSION} times what is in the file"
        )


def _longest_entry(stream: BinaryIO, chunk: Chunk, page: Page) -> int:
    """The most bytes that a string of a dictionary takes."""
    if page.uncompressed <= _SHORT:
        return page.uncompressed
    stream.seek(page.start)
    data = stream.read(page.compressed)
    if chunk.codec:
        if chunk.codec not in _CODECS:
            return page.uncompressed
        arrow = pyarrow()
        try:
            data = arrow.decompress(data, page.uncompressed, _CODECS[chunk.codec], asbytes=True)
        except (arrow.ArrowException, OSError) as error:
            raise Damaged(f"a dictionary of column {chunk.leaf.name!r} cannot be read ({error})") from None
    longest = place = 0
    for _ in range(page.values):
        length = int.from_bytes(data[place : place + 4], "little")
        place += 4 + length
        if place > len(data):
            raise Damaged(f"a dictionary of column {chunk.leaf.name!r} is cut off")
        longest = max(longest, length)
    return longest
