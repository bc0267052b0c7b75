"""What a reader reads: the bytes of one file, its text and head, and what several formats are made of.

That is: tables in text, XML from others, offsets that count UTF-16, and times as seconds or clocks.
"""

from __future__ import annotations

import codecs
import csv
import os
import re
import stat
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from seamark.base import checks
from seamark.base.errors import OPTION, InputError, MassMismatchError, ParseError, shown
from seamark.base.extras import require
from seamark.io.packed import LIMITS, Archive, Budget
from seamark.kernels.columns import LARGEST_MASS
from seamark.model.tables import Fault

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


#: How much of a file is read to recognise its format.
HEAD = 2**16

_PIECE = 2**20
#: Lines that are looked at to find the header of a table.
_MOST_ABOVE = 20
_LONGEST_MESSAGE = 400

# The mark of UTF-32 begins with that of UTF-16, so it is tried first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, eq=False)
class Source:
    """One file, read."""

    name: str  # as messages name it
    data: bytes
    # Names for an item or a coder that the file itself does not name; nothing may suggest a coder.
    item: str
    coder: str | None = None
    encoding: str = "utf-8"  # of text without a byte order mark
    path: Path | None = None  # None for a stream
    archive: Archive | None = None  # in which it is
    budget: Budget = field(default_factory=Budget)  # of everything that is read with it

    @cached_property
    def text(self) -> str:
        """The file as text; a byte order mark is obeyed and removed."""
        mark, encoding = _mark_of(self.data)
        try:
            text = self.data[len(mark) :].decode(encoding or self.encoding)
        except UnicodeError as error:
            if not isinstance(error, UnicodeDecodeError):  # some codecs of Python have errors of their own
                raise self.error(f"is not {encoding or self.encoding}: {error}") from None
            line = self.data.count(b"\n", 0, len(mark) + error.start) + 1
            fault = f"byte 0x{error.object[error.start]:02x} is not {error.encoding.upper()}"
            helps = f"convert the file or give its {OPTION} (such as cp1252)"
            raise self.error(f"{fault}; {helps}", line, option="encoding") from None
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            raise self.error(f"holds a NUL character; use another {OPTION}, such as utf-16-le", line, option="encoding")
        # The decoders of UTF-8 and of marked files refuse halves of characters; some others, such as UTF-7, do not.
        if encoding is None and self.encoding != "utf-8" and (half := re.search("[\ud800-\udfff]", text)):
            raise self.error(f"{half[0]!r} is half of a character", text.count("\n", 0, half.start()) + 1)
        return text

    @property
    def lines(self) -> Iterator[str]:
        """The lines of the text without their ends, whatever the ends are, one by one."""
        return (line for piece in pieces_of(self.text) for line in split_lines(piece))

    @property
    def numbered_lines(self) -> Iterator[tuple[int, str]]:
        """The lines that are not blank, each with its number."""
        return ((number, line) for number, line in enumerate(self.lines, start=1) if line.strip())

    def beside(self, name: str, what: str, instead: str) -> Source:
        """A file of this name in the same folder, or up to two folders up, where what several files share may lie;
        ``what`` it is and what to do ``instead`` is said where it is missing.
        """
        if self.path is None:
            raise self.error(f"needs {what}; a stream has none, so give a folder or an archive")
        here = self.path.absolute() if self.archive is None else self.path
        for path in (folder / name for folder in here.parents[:3]):
            if path.is_file() if self.archive is None else path in self.archive:
                data = read_file(path, self.archive)
                return Source(shown(path), data, "", encoding=self.encoding, budget=self.budget)
        raise self.error(f"{what} is not beside it; {instead}")

    def seconds(self, cell: str, what: str) -> float:
        """The seconds in a cell."""
        if not re.fullmatch(SECONDS, cell):
            raise self.error(f"{what} is {cell[:40]!r}; expected seconds")
        return float(cell)

    def matched(self, pattern: str | re.Pattern[str], text: str, expected: str, line: int) -> re.Match[str]:
        """The match of a text with a pattern; a text of another form than ``expected`` is an error."""
        match = re.fullmatch(pattern, text)
        if match is None:
            raise self.error(f"{text[:60]!r} is not {expected}", line)
        return match

    def require_forward(self, start: float, end: float, line: int | None = None) -> None:
        """Refuse a span that ends before it starts."""
        if end < start:
            raise self.error(f"a span ends at {end:g}, before its start {start:g}", line)

    def error(self, message: str, line: int | None = None, *, option: str | None = None) -> ParseError:
        """An error that names this file."""
        return ParseError(shortened(message), path=self.name, line=line, option=option)


@contextmanager
def errors_at(path: str, line: int | None = None, about: str = "") -> Iterator[None]:
    """Errors that say what is wrong with a value name the file and the line where it is, and what it is about."""
    try:
        yield
    except (ParseError, MassMismatchError):
        raise
    except InputError as error:
        message = shortened(f"{about}{error.template}")
        raise ParseError(message, path=path, line=line, option=error.option) from None


def is_blank(data: bytes) -> bool:
    """Whether a file holds nothing but white space; unlike stripping it, this copies nothing."""
    return not data or data.isspace()


def shortened(message: str) -> str:
    """A message that stays a line, also when it quotes a number or a name without end."""
    return message if len(message) <= _LONGEST_MESSAGE else f"{message[:200]} ... {message[-100:]}"


def split_lines(text: str) -> list[str]:
    """Lines that end with LF, CRLF or CR; unlike ``str.splitlines``, no other character ends a line."""
    lines = _LINE_END.split(text)
    return lines[:-1] if lines[-1] == "" else lines


def pieces_of(text: str) -> Iterator[str]:
    """A text in pieces of whole lines, so that a list of all its lines need not be made."""
    start = 0
    while start < len(text):
        match = _LINE_END.search(text, start + _PIECE)
        end = len(text) if match is None else match.end()
        yield text[start:end]
        start = end


def read_file(
    path: Path, archive: Archive | None = None, most: int | None = None, *, largest: int = LIMITS["bytes"]
) -> bytes:
    """The bytes of a file, which may lie in an archive, or the first of them; whatever keeps it from being read is one
    clear error, as is a larger size.
    """
    if archive is not None:
        return archive.read(path, most)
    try:
        if stat.S_ISCHR(path.stat().st_mode):
            raise ParseError("is a device; expected a file", path=shown(path))
        with path.open("rb") as stream:
            if most is not None:
                return stream.read(most)
            return read_stream(stream, shown(path), os.fstat(stream.fileno()).st_size, largest=largest)
    except FileNotFoundError:
        raise ParseError("no such file or folder", path=shown(path)) from None
    except OSError as error:
        raise unreadable(error, path) from None


def unreadable(error: OSError | ValueError, path: str | Path) -> ParseError:
    """An error that names the file and says what the system has against reading it."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return ParseError(f"cannot be read ({reason.lower()})", path=shown(path))


def read_stream(stream: BinaryIO, name: str, expected: int = 0, *, largest: int = LIMITS["bytes"]) -> bytes:
    """All bytes of a stream, up to the largest size; as many as are expected are read at once."""
    require_stream(stream, "read", "source")
    pieces: list[bytes] = []
    length, size = 0, min(max(expected, _PIECE), largest) + 1
    try:
        # In pieces: a buffer of the largest size would be made for every small file.
        while piece := stream.read(size):
            if not isinstance(piece, bytes):
                raise ParseError(f"is a stream of {type(piece).__name__}; expected a binary one", path=name)
            length, size = length + len(piece), _PIECE
            if length > largest:
                said = f"is larger than {largest / 2**20:,.4g} MiB; use Parquet, or raise 'bytes' with {OPTION}="
                raise ParseError(said, path=name, option="limits")
            pieces.append(piece)
    except ParseError:
        raise
    except ValueError as error:  # a stream that is closed
        raise unreadable(error, name) from None
    return b"".join(pieces)


def require_stream(stream: object, method: str, name: str) -> None:
    """Refuse what is neither a path, which the caller has looked for, nor a stream with this method."""
    if not callable(getattr(stream, method, None)) or isinstance(stream, type):
        raise InputError(f"{name} is {checks.shown(stream)}; expected a path, or a binary stream")


def _mark_of(data: bytes) -> tuple[bytes, str | None]:
    return next((one for one in _MARKS if data.startswith(one[0])), (b"", None))


# The first separator behind the first cell, which may be quoted.
_SEPARATOR = r'(?:"(?:[^"]|"")*+"|[^",;\t\r\n])*+([,;\t])'
_NEEDS_QUOTES = r'[",;\t\r\n]'


class TableRow(NamedTuple):
    """The cells of a row and the line on which it ends."""

    line: int
    cells: list[str]


def separator_of(text: str) -> str | None:
    """The character that separates the cells of the first line, if any does."""
    match = re.match(_SEPARATOR, text)
    return None if match is None else match.group(1)


def read_table(
    source: Source, is_header: Callable[[list[str]], bool] | None = None, *, ragged: bool = False
) -> tuple[list[str], Iterator[TableRow], int]:
    """The header of the table that a file holds, the rows below it, read one by one, and the line of the header.

    Rows without any cell are left out; every row has as many cells as the header unless it may be ragged.

    Lines may be above the header where ``is_header`` knows it; columns without any cell may be behind it.
    """
    start, separator = _start_of_table(source.text, is_header)
    rows = _rows(source, start, separator)
    first = next(rows, None)
    if first is None:
        raise source.error("is empty; expected a table with a header")
    if ragged:
        return first.cells, rows, first.line
    header, second = _trimmed(first.cells), next(rows, None)
    # R gives no name to the column with the names of rows.
    if second is not None and all(first.cells) and len(second.cells) == len(first.cells) + 1 and second.cells[-1]:
        header = ["", *header] if is_header is not None else header
    below = chain(() if second is None else [second], rows)
    return header, _of_width(source, below, len(header)), first.line


def _start_of_table(text: str, is_header: Callable[[list[str]], bool] | None) -> tuple[int, str]:
    """Where the header of a table begins, and what separates its cells.

    That is the first line, or the first that is known as a header below titles, which fill two cells at most.
    """
    found = islice(re.finditer(r"[^\r\n]+", text[:HEAD]), _MOST_ABOVE)
    begun: list[tuple[int, str, str]] = []
    for place, line in ((match.start(), match[0]) for match in found if match[0].strip()):
        first = separator_of(line) or ","
        for separator in (first, ";", "\t", ",") if is_header is not None else ():
            above = max((_filled(other, separator) for _, _, other in begun), default=0)
            if above <= 2 and separator in line and is_header is not None and is_header(_cells_of(line, separator)):
                return place, separator
        begun.append((place, first, line))
    if is_header is not None:
        begun = [one for one in begun if _filled(one[2], one[1]) > 1] or begun
    return begun[0][:2] if begun else (0, ",")


def _filled(line: str, separator: str) -> int:
    """How many cells of a line are not empty."""
    return sum(map(bool, _cells_of(line, separator)))


def _cells_of(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def _trimmed(cells: list[str]) -> list[str]:
    """Cells without empty ones at the end."""
    width = max((number for number, cell in enumerate(cells, start=1) if cell.strip()), default=0)
    return cells[:width]


def _rows(source: Source, start: int, separator: str) -> Iterator[TableRow]:
    skipped = source.text.count("\n", 0, start)
    # Not of the text as a whole: StringIO takes four bytes for every character.
    text = source.text[start:] if start else source.text
    lines = (line for piece in pieces_of(text) for line in StringIO(piece, newline=""))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        for cells in reader:
            if any(cells):
                yield TableRow(reader.line_num + skipped, cells)
    except csv.Error as error:
        raise source.error(f"not a table: {error}", reader.line_num + skipped) from None


def _of_width(source: Source, rows: Iterable[TableRow], width: int) -> Iterator[TableRow]:
    for row in rows:
        if len(row.cells) != width:
            if any(row.cells[width:]) or len(row.cells) < width:
                raise source.error(f"the row has {len(row.cells)} cells, the header has {width}", row.line)
            row.cells[width:] = []
        yield row


def whole_number(cell: str, what: str, place: int, fault: Fault) -> int:
    """The whole number in a cell."""
    if cell.isascii() and cell.isdigit() and len(cell) < 19:
        return int(cell)
    # White space beyond these is a character that does not belong there, such as a separator of another table.
    number = cell.strip(" \t")
    match = re.fullmatch(r"([+-]?[0-9]{1,19})(?:[.,]0+)?", number)
    if match is None:
        raise fault(f"{what} is {cell[:40]!r}; expected a whole number", place)
    if abs(value := int(match[1])) > LARGEST_MASS:
        raise fault(f"{what} is {number}; no number of units is larger than 2**62", place)
    return value


def write_row(cells: Iterable[object], separator: str = ",") -> str:
    """A row as text; cells are quoted so that any table reader takes them back as they were."""
    return separator.join(_cell(str(cell)) for cell in cells) + "\n"


def encode_table(rows: Iterable[str]) -> bytes:
    """Rows as UTF-8."""
    text = "".join(rows)
    if "\0" in text:
        raise InputError("a name holds a NUL character, which a text file cannot keep")
    return text.encode("utf-8")


def _cell(text: str) -> str:
    if re.search(_NEEDS_QUOTES, text) or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text


_JSON_PIECE = r'(?s)"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}\[\]:,]|[^\s"{}\[\]:,]+'


class Head(NamedTuple):
    """The beginning of a file."""

    data: bytes
    text: str
    lines: list[str]  # those that are not blank
    # For JSON: the keys of the first object and how their values begin; whether an array holds it; whether it ends.
    keys: dict[str, str]
    is_array: bool
    closed: bool

    @classmethod
    def of(cls, data: bytes, encoding: str) -> Head:
        """The head of a file with these bytes."""
        start = data[:HEAD]
        mark, marked = _mark_of(start)
        text = start[len(mark) :].decode(marked or encoding, errors="replace")
        lines = [line for line in split_lines(text) if line.strip()]
        is_json = text.lstrip()[:1] in ("{", "[")
        keys, is_array, closed = _outer_keys(text) if is_json else ({}, False, False)
        return cls(start, text, lines, keys, is_array, closed)

    @property
    def is_object(self) -> bool:
        """Whether it is JSON that begins with an object."""
        return bool(self.keys) and not self.is_array

    @property
    def is_ours(self) -> bool:
        """Whether it is JSON that says to be Seamark's own."""
        return self.is_object and self.keys.get("format") == '"seamark"'

    @property
    def separator(self) -> str | None:
        """What separates the cells of the first line, if anything does."""
        return separator_of(self.lines[0]) if self.lines else None

    @property
    def header_cells(self) -> list[str]:
        """The cells of the first line, in lower case; none when nothing separates them."""
        if self.separator is None:
            return []
        return [cell.strip(' "').casefold() for cell in self.lines[0].split(self.separator)]


def _outer_keys(text: str) -> tuple[dict[str, str], bool, bool]:
    """The keys of the first object and how their values begin; whether an array holds it, and whether it ends."""
    keys: dict[str, str] = {}
    depth, is_array = 0, text.lstrip().startswith("[")
    level = 2 if is_array else 1
    last, colon = "", False
    for match in re.finditer(_JSON_PIECE, text):
        piece = match.group()
        if depth == level and colon:
            keys[last] = piece
            colon = False
        if piece in ("{", "["):
            depth += 1
        elif piece in ("}", "]"):
            depth -= 1
            if depth < level:
                return keys, is_array, piece == "}"
        elif depth == level:
            colon = piece == ":"
            last = piece.strip('"') if not colon else last
    return keys, is_array, False


def parse_xml(source: Source, what: str, *, document_type: bool = False) -> Element:
    """The root of a document that is not nested too deeply; entities are refused, and document types unless all files
    of the format name one.
    """
    defused: Any = require("defusedxml.ElementTree", package="defusedxml", extra="formats", what=what)
    try:
        root: Element = defused.fromstring(source.data, forbid_dtd=not document_type)
    except defused.ParseError as error:
        raise source.error(f"not XML: {str(error).split(':')[0]}", error.position[0]) from None
    except (ValueError, LookupError, RecursionError) as error:
        raise source.error(f"not XML that can be read without a document type and entities: {error}") from None
    level: list[Element] = [root]
    for _ in range(source.budget.limits["nesting"]):
        level = [child for element in level for child in element]
        if not level:
            return root
    raise source.budget.too_nested(source.name, None)


def local_name(tag: object) -> str:
    """The name of an element or attribute without its namespace."""
    return str(tag).rpartition("}")[2]


def utf16_offsets(text: str) -> Callable[[int], int]:
    """A function that gives the character at an offset in UTF-16, where some characters count double.

    Examples
    --------
    >>> [utf16_offsets("a🌊b")(offset) for offset in (0, 1, 3, 4)]
    [0, 1, 2, 3]
    """
    within = [place + number for number, place in enumerate(_wide(text), start=1)]
    return lambda offset: offset - bisect_left(within, offset)


def offsets_in_utf16(text: str) -> Callable[[int], int]:
    """A function that gives the offset in UTF-16 of a character.

    Examples
    --------
    >>> [offsets_in_utf16("a🌊b")(place) for place in (0, 1, 2, 3)]
    [0, 1, 3, 4]
    """
    wide = _wide(text)
    return lambda place: place + bisect_left(wide, place)


def _wide(text: str) -> list[int]:
    """The places of characters that take two units in UTF-16."""
    return [] if text.isascii() else [place for place, character in enumerate(text) if character > "\uffff"]


#: Seconds, as a part of a larger pattern.
SECONDS = r"[0-9]{1,18}(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,2})?"

#: Hours, minutes, seconds and what follows a full stop or comma, as a part of a larger pattern with one group.
CLOCK = r"((?:[0-9]{1,9}:)?[0-5]?[0-9]:[0-5][0-9](?:[.,][0-9]{1,9})?)"


def seconds_of(clock: str) -> float:
    """The seconds that a clock shows.

    Examples
    --------
    >>> seconds_of("1:02:03,5"), seconds_of("0:07")
    (3723.5, 7.0)
    """
    whole, _, part = clock.replace(",", ".").partition(".")
    total = 0.0
    for number in whole.split(":"):
        total = 60 * total + int(number)
    # Added as one decimal, so that 0.378 is the number that its digits mean.
    return total + (int(part) / 10 ** len(part) if part else 0)
