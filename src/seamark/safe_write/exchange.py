"""Two paths that trade places in one step, where the system has that."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2  # Linux
_RENAME_SWAP = 2  # macOS
#: What a system or a file system says that cannot do it.
_CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


def exchange(one: Path, other: Path) -> bool:
    """Let two paths on one file system trade places; False, and nothing done, where the system cannot do that."""
    call = _system_call()
    if call is None:
        return False
    first, second = os.fsencode(one), os.fsencode(other)
    if sys.platform == "darwin":
        failed = call(first, second, _RENAME_SWAP)
    else:
        failed = call(_AT_FDCWD, first, _AT_FDCWD, second, _RENAME_EXCHANGE)
    if not failed:
        return True
    number = ctypes.get_errno()
    if number in _CANNOT:
        return False
    raise OSError(number, os.strerror(number), str(other))


@cache
def _system_call() -> Any:
    name = {"linux": "renameat2", "darwin": "renamex_np"}.get(sys.platform)
    if name is None:
        return None
    call = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if call is not None and sys.platform == "darwin":
        call.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint]
    elif call is not None:
        call.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
    return call
