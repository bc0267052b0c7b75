"""The compact protocol of Thrift, in which Parquet stores its metadata; every value is checked as it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, Union

_TRUE, _FALSE, _BYTE, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT, _UUID = 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13
_DEEPEST = 32


class Damaged(Exception):  # noqa: N818  # whoever reads the file makes it an error with a name
    """The bytes are not what they should be; the message says in what way."""


class ListHead(NamedTuple):
    """How many elements a list has, and of which type."""

    kind: int
    length: int


def read_struct(data: bytes, wanted: Wanted) -> tuple[dict[int, Any], int]:
    """The fields of a struct that are wanted, by their numbers, and where the struct ends.

    Reading goes forwards only and every struct ends with a byte of its own: whatever is cut off is an ``IndexError``.

    Examples
    --------
    >>> read_struct(bytes([0x15, 0x0A, 0x18, 2, 65, 66, 0]), {1: ThriftReader.integer, 2: ThriftReader.text})
    ({1: 5, 2: 'AB'}, 7)
    """
    reader = ThriftReader(data)
    try:
        return reader.fields(wanted), reader.place
    except IndexError:
        raise Damaged("the metadata end too early") from None


class ThriftReader:
    """Reads structs; what is not asked for is passed over."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    def fields(self, wanted: Wanted) -> dict[int, Any]:
        """The fields of a struct that are wanted, by their numbers."""
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
        return found

    def structs(self, kind: int, read: Callable[[], Any]) -> list[Any]:
        """The elements of a list of structs."""
        head = self.list_head(kind)
        if head.length and head.kind != _STRUCT:
            raise _wrong_type()
        return [read() for _ in range(head.length)]

    def list_head(self, kind: int) -> ListHead:
        """The head of a list; its elements follow."""
        if kind not in (_LIST, _SET):
            raise _wrong_type()
        head = self._byte()
        return ListHead(head & 15, self._varint() if head >> 4 == 15 else head >> 4)

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
        start, self.place = self.place, self.place + length
        return self._data[start : self.place].decode("utf-8", "surrogateescape")

    def skip(self, kind: int) -> None:
        """Pass over a value."""
        self.place = _past(self._data, self.place, kind, 0)

    def _byte(self) -> int:
        self.place += 1
        return self._data[self.place - 1]

    def _varint(self) -> int:
        number, self.place = _varint(self._data, self.place)
        return number


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number without sign, seven bits a byte, and where it ends."""
    number = shift = 0
    while (byte := data[place]) > 127:
        number |= (byte & 127) << shift
        shift += 7
        place += 1
    if shift > 63:
        raise Damaged("a number in the metadata has too many digits")
    return number | byte << shift, place + 1


def _past(data: bytes, place: int, kind: int, depth: int) -> int:
    """Where a value ends. Footers of wide files are passed over in this loop, so that it calls little."""
    if kind == _STRUCT:
        if depth > _DEEPEST:
            raise Damaged("the metadata nest too deeply")
        while head := data[place]:
            place += 1
            inner = head & 15
            if head < 16:
                place = _past(data, place, _I64, depth)
            if _BYTE < inner <= _I64:
                while data[place] > 127:
                    place += 1
                place += 1
            else:
                place = _past(data, place, inner, depth + 1)
        return place + 1
    if _BYTE < kind <= _I64:
        return _varint(data, place)[1]
    if kind == _BINARY:
        length, place = _varint(data, place)
        return place + length
    if kind in (_LIST, _SET):
        head, place = data[place], place + 1
        length, place = _varint(data, place) if head >> 4 == 15 else (head >> 4, place)
        return _past_elements(data, place, length, (head & 15,), depth)
    if kind == _MAP:
        length, place = _varint(data, place)
        kinds, place = (data[place], place + 1) if length else (0, place)
        return _past_elements(data, place, length, (kinds >> 4, kinds & 15), depth)
    if kind not in _WIDTHS:
        raise _wrong_type()
    return place + _WIDTHS[kind]


#: Bytes of other fields; booleans lie in the type. In lists they have a byte.
_WIDTHS = {_TRUE: 0, _FALSE: 0, _BYTE: 1, _DOUBLE: 8, _UUID: 16}


def _past_elements(data: bytes, place: int, length: int, kinds: tuple[int, ...], depth: int) -> int:
    for _ in range(length):
        for kind in kinds:
            place = place + 1 if kind in (_TRUE, _FALSE) else _past(data, place, kind, depth + 1)
        if place > len(data):  # elements of fixed width are not looked at, and there may be said to be any number
            raise IndexError
    return place


def _wrong_type() -> Damaged:
    return Damaged("a field of the metadata is of another type than it should be")


#: What to do with the fields of a struct, by their numbers: read them, or the fields that they have in turn.
Wanted: TypeAlias = Mapping[int, Union[Callable[[ThriftReader, int], Any], "Wanted"]]
