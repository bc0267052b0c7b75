"""The footer and the page headers of a Parquet file: what must be known before anything is decoded.

Arrow reads both as well, but asking it for the metadata of a damaged column ends the process, and it decodes whatever
number of values a page claims to have. Here what does not fit together is a ``Damaged``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

from seamark.io.parquet.thrift import Damaged, ThriftReader, Wanted, read_struct

_HEADER, _LONGEST_HEADER = 2**9, 2**24
_REPEATED = 2
_DATA_PAGE, _DICTIONARY_PAGE, _DATA_PAGE_2 = 0, 2, 3
#: Where the header of a page has what only pages of its kind have.
_FIELD_OF = {_DATA_PAGE: 5, _DICTIONARY_PAGE: 7, _DATA_PAGE_2: 8}


class TooLarge(Damaged):
    """The file may be sound, but is refused because of what it would take in memory."""


class Leaf(NamedTuple):
    """A column as it is stored: what nests is stored as several."""

    number: int
    name: str
    kind: int
    width: int
    repeated: bool


class Chunk(NamedTuple):
    """A column of a row group: ``compressed`` bytes from ``start`` on."""

    leaf: Leaf
    codec: int
    values: int
    uncompressed: int
    compressed: int
    start: int


class RowGroup(NamedTuple):
    """So many rows, and those of its columns that were asked for."""

    rows: int
    chunks: tuple[Chunk, ...]


class Page(NamedTuple):
    """What the header of a page says, and where its data lies."""

    dictionary: bool
    values: int
    encoding: int
    uncompressed: int
    compressed: int
    start: int


def read_footer(stream: BinaryIO, names: Collection[str]) -> list[RowGroup]:
    """The row groups of a file, with the columns of these names."""
    stream.seek(0, 2)
    size = stream.tell()
    stream.seek(max(0, size - 8))
    tail = stream.read(8)
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != b"PAR1" or length > size - 8:
        raise Damaged("the file does not end as Parquet does")
    stream.seek(size - 8 - length)
    wanted: dict[int, Leaf] = {}

    def schema(reader: ThriftReader, kind: int) -> None:
        elements = reader.structs(kind, lambda: reader.fields(_SCHEMA_ELEMENT))
        wanted.clear()
        wanted.update((leaf.number, leaf) for leaf in _leaves(elements, set(names)))

    def row_groups(reader: ThriftReader, kind: int) -> list[RowGroup]:
        if not {leaf.name for leaf in wanted.values()}.issuperset(names):
            raise Damaged("the schema lacks columns, or stands behind the row groups")
        return reader.structs(kind, lambda: _row_group(reader, wanted, size))

    found, _ = read_struct(stream.read(length), {2: schema, 4: row_groups})
    groups: list[RowGroup] = found.get(4, [])
    return groups


def read_pages(stream: BinaryIO, chunk: Chunk) -> Iterator[Page]:
    """The pages of a column, as many as hold its values; data is passed over."""
    place, end, left = chunk.start, chunk.start + chunk.compressed, chunk.values
    while place < end and left > 0:
        page = _page(stream, place, end)
        place = page.start + page.compressed
        if place > end:
            raise Damaged("a page is longer than its column")
        left -= 0 if page.dictionary else page.values
        yield page


def _page(stream: BinaryIO, place: int, end: int) -> Page:
    width = _HEADER
    while True:
        stream.seek(place)
        try:
            found, length = read_struct(stream.read(min(width, end - place)), _PAGE_HEADER)
            break
        except Damaged:
            if width >= min(_LONGEST_HEADER, end - place):
                raise
            width *= 8
    kind, uncompressed, compressed = (_natural(found, field) for field in (1, 2, 3))
    head = found.get(_FIELD_OF.get(kind, 0), {1: 0})
    encoding = head.get(4 if kind == _DATA_PAGE_2 else 2, 0)
    return Page(kind == _DICTIONARY_PAGE, _natural(head, 1), encoding, uncompressed, compressed, place + length)


def _leaves(elements: Sequence[Mapping[int, Any]], names: Collection[str]) -> list[Leaf]:
    """The stored columns under the names, numbered as all stored columns are."""
    found: list[Leaf] = []
    number = 0
    # How many children are still to come, on every level, and whether a level is within a list.
    levels: list[tuple[int, bool]] = []
    top = ""
    for place, element in enumerate(elements):
        while levels and not levels[-1][0]:
            levels.pop()
        if place and not levels:
            raise Damaged("the schema has columns that belong nowhere")
        if len(levels) == 1:
            top = element.get(4, "")
        repeated = place > 0 and (levels[-1][1] or element.get(3) == _REPEATED)
        if levels:
            levels[-1] = (levels[-1][0] - 1, levels[-1][1])
        children = element.get(5, 0)
        if children > 0 or not place:
            levels.append((children, repeated))
            continue
        if top in names:
            kind = element.get(1, 0)
            found.append(Leaf(number, top, kind, _width(kind, element.get(2, 0)), repeated))
        number += 1
    return found


def _width(kind: int, length: int) -> int:
    """Bytes of a value; those of variable length (type 6) have none of their own."""
    return length if kind == 7 else {0: 1, 1: 4, 2: 8, 3: 12, 4: 4, 5: 8}.get(kind, 0)


def _row_group(reader: ThriftReader, wanted: Mapping[int, Leaf], size: int) -> RowGroup:
    chunks: list[Chunk] = []

    def columns(reader: ThriftReader, kind: int) -> None:
        inner = reader.list_head(kind)
        for number in range(inner.length):
            leaf = wanted.get(number)
            if leaf is None:
                reader.skip(inner.kind)
            else:
                chunks.append(_chunk(leaf, reader.fields(_COLUMN), size))

    found = reader.fields({1: columns, 3: _NUMBER})
    if len(chunks) != len(wanted):
        raise Damaged("a row group lacks columns")
    return RowGroup(_natural(found, 3), tuple(chunks))


def _chunk(leaf: Leaf, column: Mapping[int, Any], size: int) -> Chunk:
    if 3 not in column:
        raise Damaged(f"column {leaf.name!r} is encrypted, or nothing is said about it")
    found = column[3]
    codec, values, uncompressed, compressed, start = (_natural(found, field) for field in (4, 5, 6, 7, 9))
    dictionary = found.get(11, 0)
    start = dictionary if 0 < dictionary < start else start
    if start + compressed > size:
        raise Damaged(f"column {leaf.name!r} is said to lie past the end of the file")
    return Chunk(leaf, codec, values, uncompressed, compressed, start)


def _natural(found: Mapping[int, Any], field: int) -> int:
    number = found.get(field)
    if not isinstance(number, int) or number < 0:
        raise Damaged(f"a number that must be there is {number}")
    return number


_NUMBER, _TEXT = ThriftReader.integer, ThriftReader.text
_SCHEMA_ELEMENT: Wanted = {1: _NUMBER, 2: _NUMBER, 3: _NUMBER, 4: _TEXT, 5: _NUMBER}
_COLUMN: Wanted = {3: {4: _NUMBER, 5: _NUMBER, 6: _NUMBER, 7: _NUMBER, 9: _NUMBER, 11: _NUMBER}}
_PAGE_HEADER: Wanted = {
    1: _NUMBER,
    2: _NUMBER,
    3: _NUMBER,
    _FIELD_OF[_DATA_PAGE]: {1: _NUMBER, 2: _NUMBER},
    _FIELD_OF[_DICTIONARY_PAGE]: {1: _NUMBER, 2: _NUMBER},
    _FIELD_OF[_DATA_PAGE_2]: {1: _NUMBER, 4: _NUMBER},
}
