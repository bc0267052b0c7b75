"""Files that were packed: a gzip file is read as what it holds, a zip archive as a folder."""

from __future__ import annotations

import zlib
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from seamark.errors import ParseError

_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
#: The largest size after unpacking, and the largest number of files in an archive.
LARGEST_CONTENT = 2**30
MOST_MEMBERS = 100_000
_PIECE = 2**20


def plain_name(name: str) -> str:
    """The name of a file as it ends without packing, in lower case.

    Examples
    --------
    >>> plain_name("Song.LAB.gz")
    'song.lab'
    """
    return name.casefold().removesuffix(".gz")


def is_archive(data: bytes) -> bool:
    """Whether these are the bytes of a zip archive."""
    return data.startswith(_ZIP)


def unpacked(data: bytes, name: str, most: int | None = None) -> bytes:
    """What a gzip file holds, or at least its first ``most`` bytes; other bytes as they are."""
    if not data.startswith(_GZIP):
        return data
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
                raise ParseError("is a gzip file that ends too early", path=name)
            data = inflate.unused_data if inflate.eof else data
    except zlib.error as error:
        raise ParseError(f"is not a gzip file that can be read: {error}", path=name) from None
    if most is None and size >= LARGEST_CONTENT:
        raise ParseError(f"is larger than {LARGEST_CONTENT // 2**20} MiB when unpacked", path=name)
    return b"".join(pieces)


def extract(data: bytes, name: str, folder: Path) -> Path:
    """Put the files of an archive into a folder; the folder in which all of them lie."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            _check(members, name)
            for member in members:
                if _is_hidden(member):
                    continue
                target = folder / member.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(member))
    except (BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError) as error:
        raise ParseError(f"is not a zip archive that can be read: {error}", path=name) from None
    except (OSError, ValueError) as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError(f"cannot be unpacked: {error}", path=name) from None
    return _innermost(folder)


def _check(members: list[ZipInfo], name: str) -> None:
    """Refuse archives that would write elsewhere, or more than is read of any file."""
    if not members:
        raise ParseError("is an archive without files", path=name)
    if len(members) > MOST_MEMBERS:
        raise ParseError(f"holds more than {MOST_MEMBERS:,} files", path=name)
    if sum(member.file_size for member in members) > LARGEST_CONTENT:
        raise ParseError(f"is larger than {LARGEST_CONTENT // 2**20} MiB when unpacked", path=name)
    if any(member.filename in ("[Content_Types].xml", "mimetype") for member in members):
        raise ParseError("is a document of an office program; save its table as CSV, or its text as text", path=name)
    for member in members:
        parts = PurePosixPath(member.filename).parts
        if member.filename.startswith("/") or ".." in parts or "\\" in member.filename or ":" in parts[0]:
            raise ParseError(f"holds a file that lies outside of it: {member.filename[:80]!r}", path=name)


def _is_hidden(member: ZipInfo) -> bool:
    """Files that operating systems add to archives."""
    return any(part.startswith((".", "__MACOSX")) for part in PurePosixPath(member.filename).parts)


def _innermost(folder: Path) -> Path:
    """The folder below which something branches: archives often begin with folders that hold one folder only."""
    entries = list(folder.iterdir())
    while len(entries) == 1 and entries[0].is_dir():
        folder = entries[0]
        entries = list(folder.iterdir())
    return folder
