"""What a reader reads: the bytes of one file, and the names that its place gives to what is in it."""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from seamark import checks
from seamark.errors import OPTION, InputError, ParseError, shown

#: Largest file that is read into memory as a whole; JSONL can be streamed past it.
LARGEST_FILE = 2**30

#: How much of a file is looked at to tell its format.
HEAD = 2**16

_PIECE = 2**20
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
            raise self.error(
                f"byte 0x{error.object[error.start]:02x} is not {error.encoding.upper()}; "
                f"convert the file or give its {OPTION} (such as cp1252)",
                line,
                option="encoding",
            ) from None
        if "\0" in text:
            raise self.error(
                f"holds a NUL character, so it is no text, or has another {OPTION} (such as utf-16-le)",
                text.count("\n", 0, text.index("\0")) + 1,
                option="encoding",
            )
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

    def beside(self, name: str) -> Source | None:
        """A file of this name in the same folder, or up to two folders up, where what several files share may lie."""
        for folder in () if self.path is None else self.path.absolute().parents[:3]:
            if (folder / name).is_file():
                return Source(shown(folder / name), read_file(folder / name), "", encoding=self.encoding)
        return None

    def error(self, message: str, line: int | None = None, *, option: str | None = None) -> ParseError:
        """An error that names this file."""
        return ParseError(shortened(message), path=self.name, line=line, option=option)


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


def decode_head(data: bytes, encoding: str) -> str:
    """The beginning of a file as text, good enough to look at."""
    mark, marked = _mark_of(data)
    return data[len(mark) :].decode(marked or encoding, errors="replace")


def read_file(path: Path) -> bytes:
    """The bytes of a file; whatever keeps it from being read is one clear error."""
    try:
        if stat.S_ISCHR(path.stat().st_mode):
            raise ParseError("is a device; expected a file", path=shown(path))
        with path.open("rb") as stream:
            return read_stream(stream, shown(path), os.fstat(stream.fileno()).st_size)
    except FileNotFoundError:
        raise ParseError("no such file or folder", path=shown(path)) from None
    except IsADirectoryError:
        raise ParseError("is a folder; expected a file", path=shown(path)) from None
    except (OSError, ValueError) as error:
        if isinstance(error, ParseError):
            raise
        raise unreadable(error, path) from None


def unreadable(error: OSError | ValueError, path: str | Path) -> ParseError:
    """An error that names the file and says what the system has against reading it."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return ParseError(f"cannot be read ({reason.lower()})", path=shown(path))


def read_stream(stream: BinaryIO, name: str, expected: int = 0) -> bytes:
    """All bytes of a stream, up to the largest size; as many as are expected are read at once."""
    require_stream(stream, "read", "source")
    pieces: list[bytes] = []
    length, size = 0, min(max(expected, _PIECE), LARGEST_FILE) + 1
    # In pieces: a buffer of the largest size would be made for every small file.
    while piece := _piece(stream, name, size):
        length, size = length + len(piece), _PIECE
        if length > LARGEST_FILE:
            raise ParseError(f"is larger than {LARGEST_FILE // 2**20} MiB; use JSONL, which can be streamed", path=name)
        pieces.append(piece)
    return b"".join(pieces)


def require_stream(stream: object, method: str, name: str) -> None:
    """Refuse what is neither a path, which the caller has looked for, nor a stream with this method."""
    if not callable(getattr(stream, method, None)) or isinstance(stream, type):
        raise InputError(f"{name} is {checks.shown(stream)}; expected a path, or a binary stream")


def _piece(stream: BinaryIO, name: str, size: int) -> bytes:
    try:
        piece: object = stream.read(size)
    except ValueError as error:  # a stream that is closed
        raise unreadable(error, name) from None
    if not isinstance(piece, bytes | None):
        raise ParseError(
            f"is a {'text stream' if isinstance(piece, str) else f'stream of {type(piece).__name__}'}; "
            "expected a binary one (sys.stdin.buffer, open(..., 'rb'))",
            path=name,
        )
    return piece or b""


def _mark_of(data: bytes) -> tuple[bytes, str | None]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return mark, encoding
    return b"", None
