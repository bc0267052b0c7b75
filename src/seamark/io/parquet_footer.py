"""The footer and the page headers of a Parquet file, as far as one must know them before anything is decoded.

Arrow reads both as well, but asking it for the metadata of a damaged column ends the process, and it decodes whatever
number of values a page claims to have. Here nothing is believed: what does not parse is a ``Damaged``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple, TypeAlias, Union

#: Types of the compact protocol of Thrift.
_TRUE, _FALSE, _BYTE, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT, _UUID = 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13

_DEEPEST = 32
_HEADER, _LONGEST_HEADER = 2**9, 2**24
_REPEATED = 2
_DATA_PAGE, _DICTIONARY_PAGE, _DATA_PAGE_2 = 0, 2, 3
#: Where the header of a page has what only pages of its kind have.
_FIELD_OF = {_DATA_PAGE: 5, _DICTIONARY_PAGE: 7, _DATA_PAGE_2: 8}


class Damaged(Exception):  # noqa: N818  # the reader of the file makes it an error with a name
    """The file is not as Parquet has it; the message says where."""


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


@dataclass(frozen=True, slots=True)
class RowGroup:
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

    def schema(reader: _Thrift, kind: int) -> None:
        elements = reader.elements(kind, lambda: reader.fields(_SCHEMA_ELEMENT))
        wanted.update((leaf.number, leaf) for leaf in _leaves(elements, set(names)))

    def row_groups(reader: _Thrift, kind: int) -> list[RowGroup]:
        if not {leaf.name for leaf in wanted.values()}.issuperset(names):
            raise Damaged("the schema lacks columns, or stands behind the row groups")
        return reader.elements(kind, lambda: _row_group(reader, wanted, size))

    found = _Thrift(stream.read(length)).fields({2: schema, 4: row_groups})
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
        reader = _Thrift(stream.read(min(width, end - place)))
        try:
            found = reader.fields(_PAGE_HEADER)
            break
        except Damaged:
            if width >= min(_LONGEST_HEADER, end - place):
                raise
            width *= 8
    kind, uncompressed, compressed = (_natural(found, field) for field in (1, 2, 3))
    head = found.get(_FIELD_OF.get(kind, 0), {1: 0})
    encoding = head.get(4 if kind == _DATA_PAGE_2 else 2, 0)
    start = place + reader.place
    return Page(kind == _DICTIONARY_PAGE, _natural(head, 1), encoding, uncompressed, compressed, start)


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


def _row_group(reader: _Thrift, wanted: Mapping[int, Leaf], size: int) -> RowGroup:
    chunks: list[Chunk] = []

    def columns(reader: _Thrift, kind: int) -> None:
        inner = reader.list_of(kind)
        for number in range(inner.count):
            leaf = wanted.get(number)
            if leaf is None or inner.kind != _STRUCT:
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


class _ListHead(NamedTuple):
    kind: int
    count: int


class _Thrift:
    """Reads the compact protocol; what is not asked for is passed over."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0
        self._depth = 0

    def fields(self, wanted: _Wanted) -> dict[int, Any]:
        """The fields of a struct that are wanted."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Damaged("it nests too deeply")
        found: dict[int, Any] = {}
        field = 0
        while head := self._byte():
            kind = head & 15
            field = field + (head >> 4) if head >> 4 else self.integer(_I64)
            read = wanted.get(field)
            if read is None:
                self.skip(kind)
            elif callable(read):
                found[field] = read(self, kind)
            elif kind == _STRUCT:
                found[field] = self.fields(read)
            else:
                raise _wrong_type()
        self._depth -= 1
        return found

    def elements(self, kind: int, read: Callable[[], Any]) -> list[Any]:
        """The elements of a list of structs."""
        head = self.list_of(kind)
        if head.count and head.kind != _STRUCT:
            raise _wrong_type()
        return [read() for _ in range(head.count)]

    def list_of(self, kind: int) -> _ListHead:
        """How many elements a list has, and of which type."""
        if kind not in (_LIST, _SET):
            raise _wrong_type()
        head = self._byte()
        count = head >> 4
        return _ListHead(head & 15, self._varint() if count == 15 else count)

    def integer(self, kind: int) -> int:
        """A whole number."""
        if not _BYTE < kind <= _I64:
            raise _wrong_type()
        number = self._varint()
        return (number >> 1) ^ -(number & 1)

    def text(self, kind: int) -> str:
        """A string."""
        if kind != _BINARY:
            raise _wrong_type()
        length = self._varint()
        self._advance(length)
        return self._data[self.place - length : self.place].decode("utf-8", "surrogateescape")

    def skip(self, kind: int) -> None:
        """Pass over a field; booleans have no bytes of their own."""
        if _BYTE < kind <= _I64:
            self._varint()
        elif kind == _BINARY:
            self._advance(self._varint())
        elif kind == _STRUCT:
            self.fields({})
        elif kind in (_LIST, _SET):
            head = self.list_of(kind)
            self._skip_elements(head.count, head.kind)
        elif kind == _MAP:
            count = self._varint()
            kinds = self._byte() if count else 0
            self._skip_elements(count, kinds >> 4, kinds & 15)
        elif kind not in (_TRUE, _FALSE):
            self._advance({_BYTE: 1, _DOUBLE: 8, _UUID: 16}.get(kind))

    def _skip_elements(self, count: int, *kinds: int) -> None:
        for _ in range(count):
            for kind in kinds:
                if kind in (_TRUE, _FALSE):  # here they have one
                    self._advance(1)
                else:
                    self.skip(kind)

    def _byte(self) -> int:
        self._advance(1)
        return self._data[self.place - 1]

    def _varint(self) -> int:
        data, place, number, shift = self._data, self.place, 0, 0
        try:
            while (byte := data[place]) > 127:
                number |= (byte & 127) << shift
                shift += 7
                place += 1
        except IndexError:
            raise Damaged("the metadata end too early") from None
        if shift > 63:
            raise Damaged("a number has too many digits")
        self.place = place + 1
        return number | byte << shift

    def _advance(self, count: int | None) -> None:
        if count is None:
            raise _wrong_type()
        self.place += count
        if self.place > len(self._data):
            raise Damaged("the metadata end too early")


def _wrong_type() -> Damaged:
    return Damaged("a field of the metadata is of another type than it should be")


#: What to do with the fields of a struct, by their numbers: read them, or the fields that they have in turn.
_Wanted: TypeAlias = Mapping[int, Union[Callable[[_Thrift, int], Any], "_Wanted"]]

_NUMBER, _TEXT = _Thrift.integer, _Thrift.text
_SCHEMA_ELEMENT: _Wanted = {1: _NUMBER, 2: _NUMBER, 3: _NUMBER, 4: _TEXT, 5: _NUMBER}
_COLUMN: _Wanted = {3: {4: _NUMBER, 5: _NUMBER, 6: _NUMBER, 7: _NUMBER, 9: _NUMBER, 11: _NUMBER}}
_PAGE_HEADER: _Wanted = {
    **{1: _NUMBER, 2: _NUMBER, 3: _NUMBER},
    **{_FIELD_OF[_DATA_PAGE]: {1: _NUMBER, 2: _NUMBER}, _FIELD_OF[_DICTIONARY_PAGE]: {1: _NUMBER, 2: _NUMBER}},
    _FIELD_OF[_DATA_PAGE_2]: {1: _NUMBER, 4: _NUMBER},
}
