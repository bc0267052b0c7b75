"""Outputs that are also inputs, or twice the same output."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from seamark.base.errors import InputError, shown

_Place: TypeAlias = str | os.PathLike[str]


def require_apart(inputs: Iterable[_Place], outputs: Iterable[_Place]) -> None:
    """Refuse to write to a file that is read, into a folder that is read, or to one file twice.

    Links do not hide it. Devices may be both; what is not there cannot be an input.

    Raises
    ------
    InputError
        Names the output, and what it is besides.

    Examples
    --------
    >>> require_apart(["codings.json"], ["report.html", "report.html"])
    Traceback (most recent call last):
    seamark.base.errors.InputError: report.html: is named for two outputs; expected a file for each
    """
    read = list(inputs)
    written: list[_Place] = []
    for output in outputs:
        for given in read:
            if _same(output, given):
                raise InputError(f"{shown(output)}: is an input too, and inputs are not replaced; choose another name")
            if _lies_in(output, given) or any(_same(output, file) for file in _files_in(output, given)):
                raise InputError(f"{shown(output)}: lies in the input {shown(given)}; choose another place")
            if _lies_in(given, output):
                raise InputError(f"{shown(output)}: holds the input {shown(given)}; choose another name")
        if any(_same(output, other) for other in written):
            raise InputError(f"{shown(output)}: is named for two outputs; expected a file for each")
        written.append(output)


def _same(one: _Place, other: _Place) -> bool:
    with suppress(OSError, ValueError):
        first, second = Path(one).stat(), Path(other).stat()
        return os.path.samestat(first, second) and (stat.S_ISREG(first.st_mode) or stat.S_ISDIR(first.st_mode))
    with suppress(OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)
    return False


def _lies_in(place: _Place, folder: _Place) -> bool:
    with suppress(OSError, ValueError):
        return Path(folder).is_dir() and Path(os.path.realpath(folder)) in Path(os.path.realpath(place)).parents
    return False


def _files_in(output: _Place, folder: _Place) -> Iterator[_Place]:
    """The files in a folder that a link may have put there; none when the output is not there yet."""
    with suppress(OSError, ValueError):
        if Path(output).is_file() and Path(folder).is_dir():
            for place, _, names in os.walk(folder):
                yield from (Path(place, name) for name in names)
