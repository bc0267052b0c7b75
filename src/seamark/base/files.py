"""Writing files and folders so that a crash leaves the old one or the new one.

A draft is written beside its target, flushed to the disk, and renamed. A folder trades places with the one that it
replaces, or that is put aside first where the system cannot exchange folders. A killed process may leave the draft, or
the replaced folder, behind as a hidden ``.NAME.….tmp``. What is no regular file is never replaced: devices and pipes
are written into when everything is ready, directories and sockets are refused.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from seamark.base.errors import OPTION, WriteError, reason_of, shown

_PathLike: TypeAlias = str | os.PathLike[str]

_AT_FDCWD, _EXCHANGE = -100, 2  # of Linux's renameat2 and macOS's renamex_np


def write_file(path: Path, chunks: Iterable[bytes], *, force: bool) -> None:
    """Write a file as a whole or not at all; errors are those of ``whole_file``."""
    with whole_file(path, force=force) as draft, write_errors(path), draft.open("wb") as stream:
        stream.writelines(chunks)


def write_folder(path: Path, files: Iterable[tuple[str, bytes]], *, suffix: str, force: bool) -> None:
    """Write a folder of files as a whole or not at all; errors are those of ``whole_folder``."""
    with whole_folder(path, suffix=suffix, force=force) as folder:
        for name, data in files:
            place = folder / (name + suffix)
            place.parent.mkdir(exist_ok=True)
            with place.open("xb") as stream:
                stream.write(data)


@contextmanager
def whole_file(path: Path, *, force: bool) -> Iterator[Path]:
    """The path of a draft to write to; when the block ends it replaces its target, or is written into a device.

    Nothing is replaced when the block raises. What a link leads to is replaced, and the link stays.

    Raises
    ------
    WriteError
        When the target exists and ``force`` is not given, or when it cannot be written.
    """
    with write_errors(path):
        device = _is_device(path)
        target = path if device else _target(path, force)
        draft = _draft_name(Path(tempfile.gettempdir(), "seamark") if device else target)
        private = device or target.exists()
    try:
        with write_errors(path):
            os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600 if private else 0o666))
        yield draft
        with write_errors(path):
            if device:
                with path.open("wb") as stream, draft.open("rb") as data:
                    shutil.copyfileobj(data, stream)
            else:
                _sync(draft)
                _keep_mode(target, draft)
                _require_missing(target, force)
                draft.replace(target)
                _sync(target.parent)
    finally:
        _remove(draft)


@contextmanager
def whole_folder(path: Path, *, suffix: str, marks: Collection[str] = (), force: bool) -> Iterator[Path]:
    """A folder to write to; when the block ends it replaces its target, and it is removed when the block raises.

    With ``force`` an existing folder is replaced, but only when it holds nothing but files with this suffix, or of
    these names: a name given by mistake does not delete unrelated documents.
    """
    with write_errors(path):
        target = _target(path, force)
        if os.path.lexists(target):
            _require_replaceable(target, path, suffix, marks)
        draft = _draft_name(target)
        draft.mkdir(0o700 if target.exists() else 0o777)
    try:
        with write_errors(path):
            yield draft
            for entry in (*draft.rglob("*"), draft):
                _sync(entry)
                _keep_mode(target / entry.relative_to(draft), entry)
            _require_missing(target, force)
            _rename_folder(draft, target)
            _sync(target.parent)
    finally:
        _remove(draft)  # the new folder after an error, the old one after an exchange


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn errors of the system into a ``WriteError`` of one line that names what cannot be written."""
    try:
        yield
    except BrokenPipeError:  # the reader of the pipe closed it; the path is not at fault
        raise
    except OSError as error:
        raise WriteError(f"{shown(path)}: cannot be written ({reason_of(error)})") from None


def require_apart(inputs: Iterable[_PathLike], outputs: Iterable[_PathLike]) -> None:
    """Refuse to write to a file that is read, into a folder that is read, or to one file twice.

    Links are followed. Devices may be both; what does not exist is no input.

    Raises
    ------
    WriteError
        Names the output, and what it is besides.

    Examples
    --------
    >>> require_apart(["codings.json"], ["report.html", "report.html"])
    Traceback (most recent call last):
    seamark.base.errors.WriteError: report.html: is named for two outputs; expected a file for each
    """
    read = list(inputs)
    written: list[_PathLike] = []
    for output in outputs:
        for given in read:
            if _is_same(output, given):
                raise WriteError(f"{shown(output)}: is an input too, and inputs are not replaced; choose another name")
            if _is_within(output, given):
                raise WriteError(f"{shown(output)}: is inside the input {shown(given)}; choose another place")
            if _is_within(given, output):
                raise WriteError(f"{shown(output)}: contains the input {shown(given)}; choose another name")
        if any(_is_same(output, other) for other in written):
            raise WriteError(f"{shown(output)}: is named for two outputs; expected a file for each")
        written.append(output)


def _is_same(one: _PathLike, other: _PathLike) -> bool:
    with suppress(OSError, ValueError):
        first, second = Path(one).stat(), Path(other).stat()
        return os.path.samestat(first, second) and (stat.S_ISREG(first.st_mode) or stat.S_ISDIR(first.st_mode))
    with suppress(OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)
    return False


def _is_within(path: _PathLike, folder: _PathLike) -> bool:
    """Whether a path is in a folder, or a link in the folder leads to it."""
    with suppress(OSError, ValueError):
        if Path(os.path.realpath(folder)) in Path(os.path.realpath(path)).parents:
            return True
        return Path(path).is_file() and any(_is_same(path, entry) for entry in Path(folder).rglob("*"))
    return False


def _target(path: Path, force: bool) -> Path:
    """What a path leads to; an error when it exists and ``force`` is not given."""
    target = Path(os.path.realpath(path))
    if not force and os.path.lexists(target):
        raise WriteError(f"{shown(path)}: exists; it is not overwritten without {OPTION}", option="force")
    return target


def _draft_name(target: Path) -> Path:
    """A new hidden name beside a target; a name has at most 255 bytes, and 40 characters at most 160."""
    return target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}.tmp")


def _keep_mode(target: Path, draft: Path) -> None:
    with suppress(FileNotFoundError, NotADirectoryError):
        draft.chmod(stat.S_IMODE(target.stat().st_mode))


def _sync(path: Path) -> None:
    """Flush a file or folder to the disk; not every system can do that for folders."""
    folder = path.is_dir()
    with suppress(*((OSError,) if folder else ())):
        descriptor = os.open(path, os.O_RDONLY if folder else os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _rename_folder(draft: Path, target: Path) -> None:
    if not os.path.lexists(target):
        draft.replace(target)
        return
    if _exchange(draft, target):
        return
    old = _draft_name(target)
    target.rename(old)
    try:
        draft.replace(target)
    except BaseException:
        old.rename(target)
        raise
    _remove(old)


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders trade places in one step; False where the system or the file system cannot do that."""
    import ctypes  # for folders alone

    library: Any = None if sys.platform == "win32" else ctypes.CDLL(None)
    first, second = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        return not library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
    if hasattr(library, "renamex_np"):
        return not library.renamex_np(first, second, _EXCHANGE)
    return False


def _remove(path: Path) -> None:
    """Remove a draft, or what a new folder has replaced; once more where the system refuses, which is no fault of what
    was written.
    """
    for _ in range(2):
        with suppress(OSError):
            if not path.is_dir():
                path.unlink(missing_ok=True)
                return
            shutil.rmtree(path)


def _require_missing(target: Path, force: bool) -> None:
    """Refuse to replace what was made in the meantime."""
    if not force and os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def _require_replaceable(target: Path, path: Path, suffix: str, marks: Collection[str]) -> None:
    if not target.is_dir():
        raise WriteError(f"{shown(path)}: is a file; expected the name of a folder")
    for entry in target.rglob("*"):
        known = entry.is_dir() or entry.suffix == suffix or entry.name in marks
        if entry.is_symlink() or not known:
            raise WriteError(f"{shown(path)}: holds {entry.name!r}, so the folder is not replaced; choose another name")


def _is_device(path: Path) -> bool:
    """Whether a path is written into instead of being replaced: a device or a pipe."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:  # a new file
        return False
    for test, what in ((stat.S_ISDIR, "folder"), (stat.S_ISBLK, "disk"), (stat.S_ISSOCK, "socket")):
        if test(mode):
            raise WriteError(f"{shown(path)}: is a {what}; expected a file name")
    return not stat.S_ISREG(mode)
