"""Files that cannot be replaced: devices and pipes, which take what is written and keep nothing."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from seamark.base.errors import InputError, shown


def is_device(path: Path) -> bool:
    """Whether a path is written into instead of being replaced: a device, a pipe, or a standard stream of this process.

    Raises
    ------
    InputError
        When it is a folder, a disk or a socket.
    """
    try:
        facts = path.stat()
    except (FileNotFoundError, ValueError):  # a new file; or no name for one, which whoever makes it says
        return False
    mode = facts.st_mode
    for test, what in ((stat.S_ISDIR, "folder"), (stat.S_ISBLK, "disk"), (stat.S_ISSOCK, "socket")):
        if test(mode):
            raise InputError(f"{shown(path)}: is a {what}; expected a file name")
    return not stat.S_ISREG(mode) or _stream(path) is not None


class Spool:
    """A temporary file, at ``path``, whose bytes go into a device at the end."""

    def __init__(self, device: Path) -> None:
        self._device = device
        descriptor, name = tempfile.mkstemp(prefix="seamark-")
        os.close(descriptor)
        self.path = Path(name)

    def pour(self) -> None:
        """Write everything into the device."""
        with _opened(self._device) as device, self.path.open("rb") as spooled:
            shutil.copyfileobj(spooled, device)

    def discard(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            self.path.unlink()


def _opened(device: Path) -> BinaryIO:
    descriptor = _stream(device)
    if descriptor is None:
        return device.open("wb")
    # A standard stream that is a file has a position, which a second opening would not share.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    return os.fdopen(os.dup(descriptor), "wb")


def _stream(path: Path) -> int | None:
    """The descriptor of the standard stream that a path leads to."""
    for descriptor in (1, 2):
        with suppress(OSError):
            if os.path.samestat(path.stat(), os.fstat(descriptor)):
                return descriptor
    return None
