"""Files that were packed: a gzip, xz or bzip2 file is read as what it holds, a zip archive as a folder; also within one
another. Spreadsheets are read as their sheets: each is a table as CSV has it. ``Budget`` says how much may be unpacked
or expanded.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from csv import writer
from datetime import datetime, time, timedelta
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from seamark.base.errors import OPTION, ParseError, shown
from seamark.base.extras import require

_ZIP, _OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
#: How spreadsheets end, and what is packed as one file.
SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_PACKED = (".gz", ".xz", ".bz2")

#: The most that one load unpacks: bytes of all files together, files, archives within one another, and how many times
#: its own size a file may unpack to. Texts shrink to a tenth at best, and tables of labels to a fiftieth. Values of
#: JSON and elements of XML lie within one another as deeply as ``nesting``.
LIMITS: Mapping[str, int] = {"bytes": 2**30, "members": 100_000, "depth": 4, "ratio": 100, "nesting": 100}
#: What a file may unpack to whatever its size.
FREE = 2**26
#: Bytes that are unpacked at once, and bytes of a packed file that are looked at at once.
_PIECE = 2**20
_STEP = 2**13


class Budget:
    """How much one load may still unpack or expand; everything that it reads shares it.

    Parameters
    ----------
    limits
        Other limits than ``LIMITS``, by their names.

    Examples
    --------
    >>> Budget({"members": 3}).take_members(4, "a.zip")
    Traceback (most recent call last):
    seamark.base.errors.ParseError: a.zip: holds more than 3 files; read parts of it, or raise 'members' with limits=
    """

    def __init__(self, limits: Mapping[str, int] | None = None) -> None:
        self.limits = {**LIMITS, **(limits or {})}
        self._bytes = self._members = 0

    def take(self, more: int, name: str, total: int, packed: int) -> None:
        """Count bytes that come out of a file: ``total`` so far, from so many packed bytes."""
        self._bytes += more
        if self._bytes > self.limits["bytes"]:
            said = f"is larger than {self.limits['bytes'] / 2**20:,.4g} MiB when unpacked, with what was read before"
            raise self._error(said, "bytes", name)
        if total > FREE + self.limits["ratio"] * packed:
            raise self._error(f"unpacks to more than {self.limits['ratio']:,} times its size", "ratio", name)

    def take_members(self, more: int, name: str) -> None:
        """Count files of an archive, or parts of a file that was packed in parts."""
        self._members += more
        if self._members > self.limits["members"]:
            raise self._error(f"holds more than {self.limits['members']:,} files", "members", name)

    def require_depth(self, depth: int, name: str) -> None:
        """Refuse an archive that is within too many others."""
        if depth > self.limits["depth"]:
            raise self._error(f"archives are nested more than {self.limits['depth']} deep", "depth", name)

    def too_nested(self, name: str, line: int | None) -> ParseError:
        """The error about JSON or XML in which something lies within too many others."""
        return self._error(f"is nested more than {self.limits['nesting']:,} deep", "nesting", name, line)

    @staticmethod
    def _error(said: str, limit: str, name: str, line: int | None = None) -> ParseError:
        helps = "unpack them" if limit == "depth" else "read parts of it"
        return ParseError(f"{said}; {helps}, or raise {limit!r} with {OPTION}=", path=name, line=line, option="limits")


def unpacked_name(name: str) -> str:
    """The name of a file as it ends without packing; sheets of a spreadsheet are tables.

    Examples
    --------
    >>> unpacked_name("Song.LAB.gz"), unpacked_name("Codings.xlsx")
    ('Song.LAB', 'Codings.csv')
    """
    name = name[: name.rindex(".")] if name.casefold().endswith(_PACKED) else name
    return f"{name[: name.rindex('.')]}.csv" if name.casefold().endswith(SPREADSHEETS) else name


def plain_name(name: str) -> str:
    """The same in lower case.

    Examples
    --------
    >>> plain_name("Song.LAB.gz")
    'song.lab'
    """
    return unpacked_name(name).casefold()


def is_archive(data: bytes) -> bool:
    """Whether these are the bytes of a zip archive."""
    return data.startswith(_ZIP)


def is_spreadsheet(data: bytes) -> bool:
    """Whether these are the bytes of a spreadsheet of Excel or of an OpenDocument program."""
    if data.startswith(_OLD_OFFICE):
        return True
    return is_archive(data) and (b"xl/workbook." in data or b"opendocument.spreadsheet" in data[:200])


#: How packed files begin, and what unpacks a part of them in bounded pieces. A dictionary of xz has 64 MiB at most.
_UNPACKERS: tuple[tuple[bytes, Callable[[], Any]], ...] = (
    (b"\x1f\x8b", lambda: zlib.decompressobj(wbits=31)),
    (b"\xfd7zXZ\0", lambda: import_module("lzma").LZMADecompressor(memlimit=2**27)),
    (b"BZh", lambda: import_module("bz2").BZ2Decompressor()),
)


def _unpacker_of(data: bytes) -> Callable[[], Any] | None:
    return next((make for mark, make in _UNPACKERS if data.startswith(mark)), None)


def is_packed(data: bytes) -> bool:
    """Whether a file that begins so is unpacked before it is read."""
    return _unpacker_of(data) is not None


def unpacked(data: bytes, name: str, budget: Budget) -> bytes:
    """What a gzip, xz or bzip2 file holds; other bytes as they are."""
    make = _unpacker_of(data)
    if make is None:
        return data
    try:
        return b"".join(_pieces(data, make, name, budget))
    except ParseError:
        raise
    except Exception as error:  # each library has errors of its own
        raise ParseError(f"cannot be unpacked: {error}; pack or download it again", path=name) from None


def _pieces(data: bytes, make: Callable[[], Any], name: str, budget: Budget) -> Iterator[bytes]:
    """What a packed file holds, in pieces, each within the budget.

    It may consist of many parts; few bytes are looked at at once, since what is behind the end of a part is copied.
    """
    total = place = 0
    while data[place : place + _STEP].strip(b"\0"):  # tapes are filled up with zeros
        budget.take_members(1, name)
        part = make()
        while not part.eof:
            # What is left of the bytes given before: zlib hands it back, the others keep it.
            given = getattr(part, "unconsumed_tail", b"")
            if not given and getattr(part, "needs_input", True):
                given = data[place : place + _STEP]
                place += len(given)
                if not given:
                    raise EOFError("it ends before its end mark")
            piece = part.decompress(given, _PIECE)
            total += len(piece)
            budget.take(len(piece), name, total, place)
            yield piece
        place -= len(part.unused_data)


def open_zip(data: bytes, name: str, budget: Budget) -> tuple[ZipFile, list[ZipInfo]]:
    """A zip archive and the files in it, which have room in the budget by what they say of themselves; reading one of
    them ends where it said.
    """
    with _readable(name):
        archive = ZipFile(BytesIO(data))
        # A member without a name, which only a broken archive has, is neither a file nor a folder.
        members = [one for one in archive.infolist() if PurePosixPath(one.filename).parts and not one.is_dir()]
        for member in members:
            if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                told = f"packs {member.filename[:80]!r} in a way whose size cannot be bounded; pack it by deflate"
                raise ParseError(told, path=name)
        budget.take_members(len(members), name)
        content = sum(member.file_size for member in members)
        budget.take(content, name, content, len(data))
        return archive, members


class Archive:
    """A zip archive in memory, whose files are unpacked when they are read.

    Attributes
    ----------
    path
        Where it is; its files have paths as if it were a folder.
    innermost
        The folder below which something branches: archives often begin with folders that hold one folder only.
    """

    def __init__(self, data: bytes, path: Path, budget: Budget) -> None:
        self.path = path
        self._archive, members = open_zip(data, shown(path), budget)
        _check_names([member.filename for member in members], shown(path))
        self._members = {path / member.filename: member for member in members if not _is_hidden(member)}
        folders = [file.parent for file in self._members]
        self.innermost = Path(os.path.commonpath(folders)) if folders else path

    def __iter__(self) -> Iterator[Path]:
        return iter(self._members)

    def __contains__(self, path: Path) -> bool:
        return path in self._members

    def read(self, path: Path, most: int | None = None) -> bytes:
        """What a file holds, or its first bytes."""
        member = self._members[path]
        with _readable(shown(self.path)), self._archive.open(member) as stream:
            if most is not None:
                return stream.read(most)
            # One piece more than the file says: its checksum is compared at its end.
            pieces = range(member.file_size // _PIECE + 2)
            return b"".join(stream.read(_PIECE) for _ in pieces)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Whatever is wrong with an archive is one clear error."""
    try:
        yield
    except ParseError:
        raise
    except (BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, OSError, ValueError) as error:
        raise ParseError(f"is not a zip archive that can be read: {error}; pack it again", path=name) from None


def _check_names(members: list[str], name: str) -> None:
    """Refuse archives without files, those of office programs, and files that lie elsewhere."""
    if not members:
        raise ParseError("is an archive without files; expected at least one", path=name)
    if not {"[Content_Types].xml", "mimetype"}.isdisjoint(members):
        raise ParseError("is a document of an office program; save its table as CSV, or its text as text", path=name)
    for member in members:
        parts = PurePosixPath(member).parts
        if member.startswith("/") or ".." in parts or "\\" in member or ":" in parts[0]:
            raise ParseError(f"holds a file that lies outside of it: {member[:80]!r}", path=name)


def _is_hidden(member: ZipInfo) -> bool:
    """Files that operating systems add to archives."""
    return any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(member.filename).parts)


# ------------------------------------------------------------------ spreadsheets of Excel and of OpenDocument programs

#: Bytes of memory that reading may take whatever the size of the file.
_FREE_MEMORY = 2**28


def sheets_of(data: bytes, name: str, budget: Budget) -> dict[str, bytes]:
    """The sheets of a spreadsheet that hold something, as CSV with a line for every row.

    A process of its own reads them, whose memory is bounded: a file of a few kilobytes can represent billions of cells,
    and the library that reads them ends its process where memory lacks.
    """
    import subprocess  # for few files

    require("python_calamine", package="python-calamine", extra="formats", what="reading spreadsheets")
    if is_archive(data):
        open_zip(data, name, budget)
    room = min(budget.limits["bytes"], _FREE_MEMORY + budget.limits["ratio"] * len(data))
    paths = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-c", "from seamark.io.packed import print_sheets; print_sheets()", str(room)]
    done = subprocess.run(command, input=data, capture_output=True, env={**os.environ, "PYTHONPATH": paths})  # noqa: S603
    if done.returncode:
        said = f"takes more than {room / 2**20:,.4g} MiB of memory, or is damaged"
        raise ParseError(f"{said}; save its table as CSV, or raise 'bytes' with {OPTION}=", path=name, option="limits")
    found = json.loads(done.stdout)
    if isinstance(found, str):
        raise ParseError(f"is not a spreadsheet that can be read: {found}", path=name)
    if not found:
        raise ParseError("is a spreadsheet without cells; expected a table", path=name)
    return {sheet: text.encode() for sheet, text in found.items()}


def print_sheets() -> None:
    """Read a spreadsheet from standard input and print its sheets, or what is wrong with it, as JSON."""
    import python_calamine as calamine

    with suppress(ImportError):  # systems that bound nothing
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
        most = pages * resource.getpagesize() + int(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    found: dict[str, str] = {}
    try:
        book = calamine.CalamineWorkbook.from_filelike(BytesIO(sys.stdin.buffer.read()))
        for sheet in book.sheet_names:
            rows = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
            if any(cell != "" for row in rows for cell in row):
                found[sheet] = _csv(rows)
    except (calamine.CalamineError, OSError, ValueError) as error:
        sys.stdout.write(json.dumps(str(error)))
        return
    sys.stdout.write(json.dumps(found))


def _csv(rows: list[list[Any]]) -> str:
    text = StringIO()
    writer(text, lineterminator="\n").writerows([_cell(cell) for cell in row] or [""] for row in rows)
    return text.getvalue()


def _cell(cell: object) -> str:
    """A cell as text: whole numbers without a fraction, times of day and durations in seconds."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.year <= 1900:
        cell = cell.time()
    if isinstance(cell, time):
        cell = timedelta(hours=cell.hour, minutes=cell.minute, seconds=cell.second, microseconds=cell.microsecond)
    if isinstance(cell, timedelta):
        return f"{cell.total_seconds():g}"
    return " ".join(str(cell).splitlines())
