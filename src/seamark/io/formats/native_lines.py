"""Seamark's own JSONL: one item per line, so that a file of any size can be read in little memory."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from seamark.base.checks import path_of, string_of
from seamark.base.errors import InputError, MassMismatchError, OtherModelError, ParseError, shown
from seamark.io.format import BoundaryType, Format, ReadOptions
from seamark.io.formats.native import (
    EVERYTHING,
    HeaderForm,
    ItemForm,
    add_item,
    any_item_form,
    codings_of,
    encoded,
    header_of,
    reading_of,
)
from seamark.io.json_text import convert, first_lower, parse
from seamark.io.models import ITEM_FORM
from seamark.io.reading import Coding, Reading
from seamark.io.source import Head, Source, require_stream, shortened, unreadable
from seamark.kernels.columns import LARGEST_MASS
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation, SegmentationLike

# ---------------------- Seamark's own JSONL: one item per line, so that a file of any size can be read in little memory


#: Longest line that is read: one item with its codings and texts.
LONGEST_LINE = 2**28


class StreamedItem(NamedTuple):
    """One item of a JSONL file.

    Attributes
    ----------
    name : str
        The item.
    mass : int
        Its number of units.
    codings : mapping
        By coder; masses are a plain list, checked.
    texts : sequence of str, or None
        Its units.
    line : int
        Where it stands.
    """

    name: str
    mass: int
    codings: Mapping[str, SegmentationLike]
    texts: Sequence[str] | None
    line: int


class StreamedItems(Iterator[StreamedItem]):
    """The items of a JSONL file, one by one; what ``iter_jsonl`` returns.

    Attributes
    ----------
    types : tuple
        The boundary types that the header names; known before the first item is read, empty without a header.
    bytes_read : int
        How far the file has been read.
    """

    def __init__(self, source: str | PathLike[str] | BinaryIO, name: str | None) -> None:
        if name is not None:
            string_of(name, "name")
        if isinstance(source, str | PathLike):
            path = path_of(source, "source")
            self._name = name or shown(path)
            self._lines = _lines_of_file(path, self._name)
        else:
            require_stream(source, "readline", "source")
            self._name = name or str(getattr(source, "name", "<stream>"))
            self._lines = _lines(source, self._name)
        self._decoder = msgspec.json.Decoder(ItemForm)
        self.bytes_read = 0
        self._first = self._next_line()
        self.header = None if self._first is None else _header(self._first.data, self._first.number, self._name)
        if self.header is not None:
            self._first = None
        self.types: tuple[BoundaryType, ...] = () if self.header is None else tuple(self.header.types)
        self._known = frozenset(self.types)

    def __next__(self) -> StreamedItem:
        line, self._first = self._first or self._next_line(), None
        if line is None:
            raise StopIteration
        return _item(line.data, line.number, self._name, self._decoder, self._known)

    def _next_line(self) -> Line | None:
        line = next(self._lines, None)
        self.bytes_read = self.bytes_read if line is None else line.end
        return line


def iter_jsonl(source: str | PathLike[str] | BinaryIO, *, name: str | None = None) -> StreamedItems:
    r"""The items of a JSONL file, one by one, in memory that does not grow with the file.

    That an item stands twice in the file goes unnoticed: remembering all names would cost memory.

    Parameters
    ----------
    source
        The file, or a binary stream.
    name
        What messages call a stream.

    Returns
    -------
    StreamedItems
        An iterator; its ``types`` are the boundary types that the header names.

    Raises
    ------
    ParseError
        At once when the file cannot be read or its header is wrong; with its line when an item is, once it is reached.

    Examples
    --------
    >>> from io import BytesIO
    >>> header = b'{"format": "seamark", "version": 1, "types": ["minor", "major"]}'
    >>> items = iter_jsonl(BytesIO(header + b'\n{"item": "poem", "codings": {"ann": [2, 3], "ben": [5]}}'))
    >>> items.types
    ('minor', 'major')
    >>> [(item.name, item.mass, dict(item.codings)) for item in items]
    [('poem', 5, {'ann': [2, 3], 'ben': [5]})]
    """
    items = StreamedItems(source, name)
    if items.header is not None and items.header.model != "boundaries":
        raise OtherModelError(items.header.model, items._name)
    return items


class Line(NamedTuple):
    """A line that holds something: its number, its bytes, and the place in the file where it ends."""

    number: int
    data: bytes
    end: int


def _lines_of_file(path: Path, name: str) -> Iterator[Line]:
    """The lines of a file, which is closed when they end or nobody wants more."""
    try:
        stream = path.open("rb")
    except (OSError, ValueError) as error:
        raise unreadable(error, name) from None
    with stream:
        yield from _lines(stream, name)


def _lines(stream: BinaryIO, name: str) -> Iterator[Line]:
    """The lines that hold something."""
    number = end = 0
    while True:
        try:
            line = stream.readline(LONGEST_LINE + 1)
        except (OSError, ValueError) as error:  # a value error: the stream is closed
            raise unreadable(error, name) from None
        if not isinstance(line, bytes):
            raise ParseError(f"is a stream of {type(line).__name__}; expected a binary one", path=name)
        if not line:
            return
        number += 1
        end += len(line)
        if len(line) > LONGEST_LINE:
            raise ParseError(f"the line is longer than {LONGEST_LINE // 2**20} MiB", path=name, line=number)
        if number == 1:
            if line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise ParseError("is UTF-16; JSONL must be UTF-8", path=name)
            line = line.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            yield Line(number, line, end)


def _header(line: bytes, number: int, name: str) -> HeaderForm | None:
    """The header, when the first line is one."""
    if b'"format"' not in line:
        return None
    source = Source(name, line, "")
    value = parse(source, line=number)
    if not isinstance(value, dict) or "format" not in value:
        return None
    return convert(source, value, HeaderForm, number)


def _item(
    line: bytes, number: int, name: str, decoder: msgspec.json.Decoder[ItemForm], known: frozenset[BoundaryType]
) -> StreamedItem:
    try:
        form = decoder.decode(line)
        # A key that stands twice is lost in decoding, but its quotes can be counted; quotes within strings only make
        # the count too large, and then the slower parser looks.
        if line.count(b'"') != _quotes_in(form):
            parse(Source(name, line, ""), line=number)
        codings = codings_of(form, known)
        mass = _one_mass(form, codings)
        if form.texts is not None and len(form.texts) != mass:
            raise InputError(f"item {form.item!r}: {len(form.texts)} texts for {mass} units")
    except msgspec.DecodeError as error:
        raise ParseError(first_lower(shortened(str(error))), path=name, line=number) from None
    except (RecursionError, UnicodeDecodeError):
        raise ParseError("not JSON in UTF-8, or nested too deeply", path=name, line=number) from None
    except MassMismatchError as error:
        raise MassMismatchError(f"{name}:{number}: {shortened(str(error))}") from None
    except InputError as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError(shortened(str(error)), path=name, line=number) from None
    return StreamedItem(form.item, mass, codings, form.texts, number)


def _quotes_in(form: ItemForm) -> int:
    """How many quotes the line has when every key stands once and no string holds a quote."""
    strings = 3 + (form.mass is not None) + len(form.codings)
    if form.texts is not None:
        strings += 1 + len(form.texts)
    for coding in form.codings.values():
        if not isinstance(coding, list):
            strings += (coding.masses is not None) + (coding.positions is not None) + (coding.types is not None)
            strings += sum(isinstance(label, str) for label in coding.types or ())
    return 2 * strings


def _one_mass(form: ItemForm, codings: Mapping[str, list[int] | Segmentation]) -> int:
    """The mass that all codings of the item have; masses are checked on the way."""
    if not form.item or "" in codings:
        raise InputError("a name is empty; items and coders need one")
    mass, first = -1, ""
    for coder, coding in codings.items():
        total = coding.mass if isinstance(coding, Segmentation) else _total(coding)
        if mass >= 0 and total != mass:
            raise MassMismatchError(
                f"item {form.item!r}: coder {coder!r} covers {total} units, coder {first!r} covers {mass}"
            )
        mass, first = total, first or coder
    return mass


def _total(masses: Sequence[int]) -> int:
    total = sum(masses)
    if not masses or min(masses) < 1 or total > LARGEST_MASS:
        return Segmentation.from_masses(masses).mass  # says what is wrong
    return total


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a JSONL corpus as a whole."""
    items = StreamedItems(BytesIO(source.data), source.name)
    reading = Reading() if items.header is None else reading_of(items.header)
    if reading.model != "boundaries":
        for line in items._lines:
            inner = Source(source.name, line.data, "")
            form = convert(inner, parse(inner, line=line.number), ITEM_FORM[reading.model], line.number)
            try:
                add_item(reading, form, frozenset(), source.name)
            except InputError as error:
                raise source.error(str(error), line.number) from None
        return reading
    for item in items:
        reading.codings += (Coding(item.name, coder, coding, source.name) for coder, coding in item.codings.items())
        if item.texts is not None:
            if item.name in reading.texts:
                raise source.error(f"item {item.name!r} stands twice with texts; expected them once", item.line)
            reading.texts[item.name] = item.texts
    return reading


def write(corpus: Corpus) -> Iterator[bytes]:
    """Write a header line and one line per item."""
    yield encoded(header_of(corpus)) + b"\n"
    for item in corpus:
        yield encoded(any_item_form(corpus, item)) + b"\n"


def _is_sign(head: Head) -> bool:
    header = head.is_ours and head.closed and "items" not in head.keys
    return head.is_object and (header or {"item", "codings"} <= head.keys.keys())


FORMATS = (
    Format(
        "jsonl",
        "Seamark JSONL, an item per line",
        (".jsonl", ".ndjson"),
        measure="units",
        names="both",
        sign=_is_sign,
        read=read,
        write_file=write,
        keeps=EVERYTHING,
        holds=KINDS,
    ),
)
