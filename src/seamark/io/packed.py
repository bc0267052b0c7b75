"""Files that were packed: a gzip file is read as what it holds, a zip archive as a folder; also within one another.

A spreadsheet (Excel, ODS) is read as its sheets, each of which is a table as CSV has it.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from csv import writer
from datetime import datetime, time, timedelta
from io import BytesIO, StringIO
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from seamark.base.errors import ParseError, shown
from seamark.base.extras import require

_GZIP, _ZIP, _OLD_OFFICE = b"\x1f\x8b", b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
#: How spreadsheets end.
SPREADSHEETS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
#: The largest size after unpacking, and the largest number of files, of all archives within one another together.
LARGEST_CONTENT = 2**30
MOST_MEMBERS = 100_000
#: The variable of the environment that sets another size, in MiB.
_SETTING = "SEAMARK_UNPACK_MIB"
#: How many times its own size a file may unpack to, beyond a size that costs nothing: texts shrink to a tenth at best,
#: and tables of labels to a fiftieth.
_MOST_RATIO = 50
_FREE = 2**25
#: Bytes that are unpacked at once, and bytes of a gzip file that are looked at at once.
_PIECE = 2**20
_GZIP_PIECE = 2**13
#: How many archives may lie within one another.
DEEPEST_PACKING = 4


def unpacked_name(name: str) -> str:
    """The name of a file as it ends without packing; sheets of a spreadsheet are tables.

    Examples
    --------
    >>> unpacked_name("Song.LAB.gz"), unpacked_name("Codings.xlsx")
    ('Song.LAB', 'Codings.csv')
    """
    name = name[: -len(".gz")] if name.casefold().endswith(".gz") else name
    return f"{name[: name.rindex('.')]}.csv" if name.casefold().endswith(SPREADSHEETS) else name


def plain_name(name: str) -> str:
    """The same in lower case.

    Examples
    --------
    >>> plain_name("Song.LAB.gz")
    'song.lab'
    """
    return unpacked_name(name).casefold()


def is_spreadsheet(data: bytes) -> bool:
    """Whether these are the bytes of a spreadsheet of Excel or of an OpenDocument program."""
    if data.startswith(_OLD_OFFICE):
        return True
    return is_archive(data) and (b"xl/workbook." in data or b"opendocument.spreadsheet" in data[:200])


def sheets_of(data: bytes, name: str) -> dict[str, bytes]:
    """The sheets of a spreadsheet that hold something, as CSV with a line for every row."""
    calamine: Any = require("python_calamine", package="python-calamine", extra="formats", what="reading spreadsheets")
    found = {}
    try:
        book = calamine.CalamineWorkbook.from_filelike(BytesIO(data))
        for sheet in book.sheet_names:
            rows = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
            if any(cell != "" for row in rows for cell in row):
                text = StringIO()
                writer(text, lineterminator="\n").writerows([_cell(cell) for cell in row] or [""] for row in rows)
                found[sheet] = text.getvalue().encode()
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise ParseError(f"is not a spreadsheet that can be read: {error}", path=name) from None
    if not found:
        raise ParseError("is a spreadsheet without cells; expected a table", path=name)
    return found


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


def is_archive(data: bytes) -> bool:
    """Whether these are the bytes of a zip archive."""
    return data.startswith(_ZIP)


def unpacked(data: bytes, name: str, most: int | None = None) -> bytes:
    """What a gzip file holds, or at most its first ``most`` bytes; other bytes as they are."""
    if not data.startswith(_GZIP):
        return data
    try:
        if most is not None:
            return zlib.decompressobj(wbits=31).decompress(data, most)
        budget = Limits().of_file(len(data), name)
        return b"".join(budget.counted(_members_of_gzip(data)))
    except (EOFError, zlib.error) as error:
        raise ParseError(
            f"is not a gzip file that can be read: {error}; pack or download it again", path=name
        ) from None


def _members_of_gzip(data: bytes) -> Iterator[bytes]:
    """What a gzip file holds, in pieces. It may consist of many members; few bytes are looked at at once, since what
    stands behind the end of a member is copied.
    """
    place, member = 0, zlib.decompressobj(wbits=31)
    while place < len(data):
        given = data[place : place + _GZIP_PIECE]
        yield member.decompress(given, _PIECE)
        while member.unconsumed_tail:
            yield member.decompress(member.unconsumed_tail, _PIECE)
        place += len(given) - len(member.unused_data)
        if member.eof:
            if not data[place : place + _GZIP_PIECE].strip(b"\0"):
                return  # tapes are filled up with zeros
            member = zlib.decompressobj(wbits=31)
    raise EOFError("it ends before its end mark")


class Limits:
    """How much may still be unpacked: archives within one another, and those of one folder, share it.

    Attributes
    ----------
    content, members
        Bytes and files that are left.
    """

    def __init__(self) -> None:
        setting = os.environ.get(_SETTING, "")
        self._set = setting.isdecimal()
        self.content = int(setting) * 2**20 if self._set else LARGEST_CONTENT
        self.members = MOST_MEMBERS
        self._name = ""

    def of_file(self, packed: int, name: str) -> Limits:
        """What is left for one packed file of so many bytes: a small file does not hold much."""
        made = Limits()
        most = self.content if self._set else max(_FREE, _MOST_RATIO * packed)
        made.content, made._name = min(self.content, most), name
        return made

    def take(self, members: list[ZipInfo], packed: int, name: str) -> None:
        """Refuse archives that hold more than is read of any file, by what they say of themselves."""
        content = sum(member.file_size for member in members)
        self.members -= len(members)
        if self.members < 0:
            raise ParseError(f"holds more than {MOST_MEMBERS:,} files; read parts of it", path=name)
        self.of_file(packed, name)._take(content)
        self.content -= content

    def counted(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The pieces, as long as there is room for them: what comes out is counted, not what a file says."""
        for piece in pieces:
            self._take(len(piece))
            yield piece

    def _take(self, content: int) -> None:
        if content > self.content:
            raise ParseError(
                f"is larger than {self.content // 2**20} MiB when unpacked, which is much for its size; unpack it, "
                f"read parts of it, or allow more MiB with {_SETTING}",
                path=self._name,
            )
        self.content -= content


class Archive:
    """A zip archive in memory, whose files are unpacked when they are read.

    Attributes
    ----------
    path
        Where it lies; its files have paths as if it were a folder.
    innermost
        The folder below which something branches: archives often begin with folders that hold one folder only.
    """

    def __init__(self, data: bytes, path: Path, limits: Limits) -> None:
        self.path = path
        with _readable(path):
            self._archive = ZipFile(BytesIO(data))
            # A member without a name, which only a broken archive has, is neither a file nor a folder.
            members = [
                one for one in self._archive.infolist() if PurePosixPath(one.filename).parts and not one.is_dir()
            ]
            for member in members:
                if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                    raise ParseError(
                        f"packs {member.filename[:80]!r} in a way whose size cannot be bounded; pack it by deflate",
                        path=shown(path),
                    )
            limits.take(members, len(data), shown(path))
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
        with _readable(self.path), self._archive.open(member) as stream:
            if most is not None:
                return stream.read(most)
            # One piece more than the file says: its checksum is compared at its end.
            pieces = range(member.file_size // _PIECE + 2)
            return b"".join(stream.read(_PIECE) for _ in pieces)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Whatever is wrong with an archive is one clear error."""
    try:
        yield
    except ParseError:
        raise
    except (BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, OSError, ValueError) as error:
        raise ParseError(
            f"is not a zip archive that can be read: {error}; pack or download it again", path=shown(path)
        ) from None


def _check_names(members: list[str], name: str) -> None:
    """Refuse archives without files, those of office programs, and files that lie elsewhere."""
    if not members:
        raise ParseError("is an archive without files; expected one at least", path=name)
    if not {"[Content_Types].xml", "mimetype"}.isdisjoint(members):
        raise ParseError("is a document of an office program; save its table as CSV, or its text as text", path=name)
    for member in members:
        parts = PurePosixPath(member).parts
        if member.startswith("/") or ".." in parts or "\\" in member or ":" in parts[0]:
            raise ParseError(f"holds a file that lies outside of it: {member[:80]!r}", path=name)


def _is_hidden(member: ZipInfo) -> bool:
    """Files that operating systems add to archives."""
    return any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(member.filename).parts)
