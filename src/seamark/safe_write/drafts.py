"""Drafts: hidden files and folders beside a target, locked by the process that writes them for as long as it lives.

The lock tells a draft that is being written from one that a killed process left behind.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without such locks: nothing is taken for left behind there
    fcntl = None  # type: ignore[assignment]

_ENDING = "tmp"
#: A file name has at most 255 bytes; the rest is for what is put around it.
_LONGEST_NAME = 200


class Draft:
    """A new file or folder beside its target.

    Attributes
    ----------
    path
        Where it is.
    target
        What it is to become.
    committed
        Whether it will take its place, if not by this process then by the next one; it is no longer removed then.
    """

    def __init__(self, target: Path, make: Callable[[Path], None]) -> None:
        self.target = target
        self.committed = False
        while True:
            self.path = hidden(target, f"{os.urandom(6).hex()}.{_ENDING}")
            make(self.path)
            # Between making and locking, somebody may have taken it for left behind, and removed it.
            with suppress(FileNotFoundError):
                self._lock = lock(self.path, wait=True)
                if self._lock is None or is_at(self._lock, self.path):
                    return
                self.discard()

    @classmethod
    def file(cls, target: Path) -> Draft:
        """An empty file; its mode follows the umask, as for any new file."""
        return cls(target, lambda path: path.open("xb").close())

    @classmethod
    def folder(cls, target: Path) -> Draft:
        """An empty folder."""
        return cls(target, Path.mkdir)

    def is_at(self, path: Path) -> bool:
        """Whether a path leads to this draft."""
        return self._lock is None or is_at(self._lock, path)

    def discard(self) -> None:
        """Remove what is at its path, unless it is committed, and give the lock back."""
        if not self.committed:
            remove(self.path)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def hidden(target: Path, ending: str) -> Path:
    """A hidden name beside a target, which no other target has."""
    name = target.name
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = f"{name[:40]}.{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}"
    return target.with_name(f".{name}.{ending}")


def is_draft_of(path: Path, target: Path) -> bool:
    """Whether a path is one that a draft of the target can have."""
    pattern = re.escape(str(hidden(target, "~"))[:-1]) + f"[0-9a-f]{{12}}\\.{_ENDING}"
    return re.fullmatch(pattern, str(path)) is not None


def remove_left_behind(target: Path) -> None:
    """Remove drafts of a target whose processes are gone."""
    with suppress(OSError):
        for entry in list(os.scandir(target.parent)):
            path = target.parent / entry.name
            if is_draft_of(path, target):
                with suppress(FileNotFoundError):
                    locked = lock(path, wait=False)
                    if locked is not None:
                        remove(path)
                        os.close(locked)


def lock(path: Path, *, wait: bool) -> int | None:
    """Lock what is at a path and hand back the descriptor that holds the lock; None when it cannot be had.

    Raises
    ------
    FileNotFoundError
        When nothing is there any more: what comes there later is another file, of another run.
    """
    if fcntl is None:
        return None
    descriptor: int | None = None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except FileNotFoundError:
        raise
    except OSError:
        if descriptor is not None:
            os.close(descriptor)
        return None
    return descriptor


def remove(path: Path) -> None:
    """Remove a file or a folder as far as the system allows."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def sync(place: Path) -> None:
    """Let the system write a file or a folder to the disk; what a system cannot do for folders is left."""
    folder = place.is_dir()
    try:
        handle = os.open(place, os.O_RDONLY if folder else os.O_RDWR)
    except OSError:
        if folder:
            return
        raise
    try:
        os.fsync(handle)
    except OSError:
        if not folder:
            raise
    finally:
        os.close(handle)


def is_at(descriptor: int, path: Path) -> bool:
    """Whether an open file or folder is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat(follow_symlinks=False))
    except OSError:
        return False
