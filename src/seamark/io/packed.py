"""Files that were packed: a gzip file is read as what it holds, a zip archive as a folder; also within one another."""

from __future__ import annotations

import os
import re
import zlib
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from types import TracebackType
from zipfile import BadZipFile, ZipFile, ZipInfo

from seamark.base.errors import InputError, ParseError

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
#: The largest size after unpacking, and the largest number of files, of all archives within one another together.
LARGEST_CONTENT = 2**30
MOST_MEMBERS = 100_000
#: How many packed files may lie within one another.
DEEPEST_PACKING = 4
_PIECE = 2**20


def plain_name(name: str) -> str:
    """The name of a file as it ends without packing, in lower case.

    Examples
    --------
    >>> plain_name("Song.LAB.gz")
    'song.lab'
    """
    name = name.casefold()
    while name.endswith(".gz"):
        name = name.removesuffix(".gz")
    return name


def is_archive(data: bytes) -> bool:
    """Whether these are the bytes of a zip archive."""
    return data.startswith(_ZIP)


def unpacked(data: bytes, name: str, most: int | None = None) -> bytes:
    """What a gzip file holds, or at least its first ``most`` bytes; other bytes as they are."""
    for _ in range(DEEPEST_PACKING):
        if not data.startswith(_GZIP):
            return data
        data = _inflated(data, name, most)
    if data.startswith(_GZIP):
        raise ParseError(f"is packed more than {DEEPEST_PACKING} times; unpack it first", path=name)
    return data


def _inflated(data: bytes, name: str, most: int | None) -> bytes:
    pieces: list[bytes] = []
    size, limit = 0, LARGEST_CONTENT if most is None else most
    try:
        while data and size < limit:
            inflate = zlib.decompressobj(wbits=31)  # a file may hold several streams, one after the other
            while not inflate.eof and size < limit and data:
                pieces.append(inflate.decompress(data, _PIECE))
                size += len(pieces[-1])
                data = inflate.unconsumed_tail
            if most is None and not inflate.eof and size < limit:
                raise ParseError("is a gzip file that ends too early; pack or download it again", path=name)
            data = inflate.unused_data if inflate.eof else data
    except zlib.error as error:
        raise ParseError(f"is not a gzip file that can be read: {error}", path=name) from None
    if most is None and size >= LARGEST_CONTENT:
        raise ParseError(f"is larger than {LARGEST_CONTENT // 2**20} MiB when unpacked; read parts of it", path=name)
    return b"".join(pieces)


class Unpacking:
    """Archives put into temporary folders while they are read; messages name what lies in them by the archive."""

    def __init__(self) -> None:
        self._place: TemporaryDirectory[str] | None = None
        self._names: list[str] = []  # of the archives, by the numbers that their folders have
        self._left = LARGEST_CONTENT
        self._members = MOST_MEMBERS

    def __enter__(self) -> Unpacking:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._place is None:
            return
        self._place.cleanup()
        if isinstance(error, InputError):
            raise self._moved(error) from None

    @property
    def _folder(self) -> Path:
        # Two folders of our own above what was unpacked: readers look there for what files share.
        return Path("" if self._place is None else self._place.name, "archives")

    def named(self, text: str) -> str:
        """A text about files in temporary folders, as a text about the archives."""
        if self._place is None:
            return text
        return re.sub(
            re.escape(str(self._folder) + os.sep) + "([0-9]+)", lambda match: self._names[int(match[1])], text
        )

    def _moved(self, error: InputError) -> InputError:
        if isinstance(error, ParseError):
            path = None if error.path is None else self.named(error.path)
            return ParseError(self.named(error.unplaced), path=path, line=error.line, option=error.option)
        return type(error)(self.named(error.template), option=error.option)

    def extract(self, data: bytes, name: str) -> Path:
        """Put the files of an archive into a folder of their own."""
        if self._place is None:
            self._place = TemporaryDirectory(prefix="seamark-")
        folder = self._folder / str(len(self._names))
        self._names.append(self.named(name))
        folder.mkdir(parents=True)
        try:
            with ZipFile(BytesIO(data)) as archive:
                # A member without a name, which only a broken archive has, is neither a file nor a folder.
                members = [member for member in archive.infolist() if member.filename and not member.is_dir()]
                self._check(members, name)
                for member in members:
                    if _is_hidden(member):
                        continue
                    target = folder / member.filename
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.read(member))
        except (BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError) as error:
            raise ParseError(
                f"is not a zip archive that can be read: {error}; pack or download it again", path=name
            ) from None
        except (OSError, ValueError) as error:
            if isinstance(error, ParseError):
                raise
            raise ParseError(f"cannot be unpacked: {error}", path=name) from None
        return folder

    def _check(self, members: list[ZipInfo], name: str) -> None:
        """Refuse archives that would write elsewhere, or more than is read of any file."""
        if not members:
            raise ParseError("is an archive without files; expected one at least", path=name)
        self._members -= len(members)
        if self._members < 0:
            raise ParseError(f"holds more than {MOST_MEMBERS:,} files; read parts of it", path=name)
        self._left -= sum(member.file_size for member in members)
        if self._left < 0:
            raise ParseError(
                f"is larger than {LARGEST_CONTENT // 2**20} MiB when unpacked; read parts of it", path=name
            )
        if any(member.filename in ("[Content_Types].xml", "mimetype") for member in members):
            raise ParseError(
                "is a document of an office program; save its table as CSV, or its text as text", path=name
            )
        for member in members:
            parts = PurePosixPath(member.filename).parts
            if member.filename.startswith("/") or ".." in parts or "\\" in member.filename or ":" in parts[0]:
                raise ParseError(f"holds a file that lies outside of it: {member.filename[:80]!r}", path=name)


def _is_hidden(member: ZipInfo) -> bool:
    """Files that operating systems add to archives."""
    return any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(member.filename).parts)
