"""Writing files so that a crash leaves the old ones: write beside the target, then rename."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from seamark.errors import InputError
from seamark.io.source import shown


@contextmanager
def whole_file(path: Path, *, force: bool) -> Iterator[Path]:
    """A name beside the target to write to; the file takes the target's place at the end, or goes when anything fails.

    Raises
    ------
    InputError
        When the target is there and ``force`` is not given, or when the place cannot be written.
    """
    target = Path(os.path.realpath(path))  # a link stays a link; what it points to is replaced
    _refuse_existing(target, path, force)
    if target.is_dir():
        raise InputError(f"{shown(path)}: is a folder; expected a file name")
    beside = _beside(target)
    with _cleanly(path, beside):
        yield beside
        _sync(beside)
        if target.exists():
            shutil.copymode(target, beside)
        _move(beside, target, force)
        _sync(target.parent)


def write_file(path: Path, chunks: Iterable[bytes], *, force: bool) -> None:
    """Write a file as a whole or not at all; errors are those of ``whole_file``."""
    with whole_file(path, force=force) as beside:
        _write_synced(beside, chunks)


def write_folder(path: Path, files: Iterable[tuple[str, bytes]], *, suffix: str, force: bool) -> None:
    """Write a folder of files as a whole or not at all.

    With ``force``, a folder that is there is replaced, but only when it holds nothing but files with this suffix: a
    name given by mistake does not cost anybody their documents.
    """
    target = Path(os.path.realpath(path))
    _refuse_existing(target, path, force)
    if target.exists():
        _require_replaceable(target, path, suffix)
    beside, old = _beside(target), _beside(target)
    with _cleanly(path, beside):
        beside.mkdir()
        for name, data in files:
            place = beside / (name + suffix)
            place.parent.mkdir(exist_ok=True)
            _write_synced(place, [data])
        if target.exists():
            target.rename(old)
        try:
            beside.rename(target)
        except BaseException:
            if old.exists():
                old.rename(target)
            raise
        _sync(target.parent)
    shutil.rmtree(old, ignore_errors=True)


def _refuse_existing(target: Path, path: Path, force: bool) -> None:
    if not force and os.path.lexists(target):
        raise InputError(f"{shown(path)}: is there already; nothing is overwritten without force")


def _require_replaceable(target: Path, path: Path, suffix: str) -> None:
    if not target.is_dir():
        raise InputError(f"{shown(path)}: is a file; expected the name of a folder")
    for entry in target.rglob("*"):
        if not entry.is_dir() and (entry.suffix != suffix or entry.is_symlink()):
            raise InputError(f"{shown(path)}: holds {entry.name!r}, so the folder is not replaced; choose another name")


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:100]}.{os.urandom(6).hex()}.tmp")


@contextmanager
def _cleanly(path: Path, beside: Path) -> Iterator[None]:
    """Leave nothing behind when writing fails or is interrupted; tell what the system has against it in one line."""
    try:
        yield
    except OSError as error:
        _remove(beside)
        raise InputError(f"{shown(path)}: cannot be written ({(error.strerror or str(error)).lower()})") from None
    except BaseException:
        _remove(beside)
        raise


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _write_synced(path: Path, chunks: Iterable[bytes]) -> None:
    # "x": never into a file that somebody else has; the mode follows the umask, as for any new file.
    with path.open("xb") as stream:
        for chunk in chunks:
            stream.write(chunk)
        stream.flush()
        os.fsync(stream.fileno())


def _move(beside: Path, target: Path, force: bool) -> None:
    if force:
        beside.replace(target)
        return
    try:
        # Unlike a rename, a link fails when somebody made the target in the meantime.
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        beside.replace(target)
        return
    beside.unlink()


def _sync(place: Path) -> None:
    """Let the system write a file or a folder to the disk, where it can."""
    with suppress(OSError):
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
