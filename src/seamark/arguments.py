"""What callers give: checks that the doors of several rooms make, and how a message shows a value of any kind."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from contextlib import suppress
from numbers import Real
from pathlib import Path
from typing import Any, TypeVar

from seamark.errors import InputError

_Kind = TypeVar("_Kind")

#: A longer value would hide the sentence that it stands in.
_LONGEST_SHOWN = 60


def described(value: object) -> str:
    """A value as a message shows it: as it is written when that is short, otherwise by its kind.

    Examples
    --------
    >>> described("pi"), described(None), described([0] * 1000), described(10**5000)
    ("'pi'", 'None', 'a list', 'a very large int')
    """
    try:
        written = repr(value)
    except Exception:  # a number of too many digits, or an object that cannot describe itself
        return "a very large int" if isinstance(value, int) else f"a {type(value).__name__}"
    if len(written) > _LONGEST_SHOWN or not written.isprintable():
        return f"a {type(value).__name__}"
    return written


def require_kind(name: str, value: object, kind: type[_Kind] | tuple[type[_Kind], ...], expected: str) -> None:
    """Refuse a value that is not of a kind.

    Examples
    --------
    >>> require_kind("title", 5, str, "a string")
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: title is 5; expected a string
    """
    if not isinstance(value, kind):
        raise InputError(f"{name} is {described(value)}; expected {expected}")


def finite_number(value: object, name: str) -> float:
    """A real number that is neither infinite nor NaN, as a float.

    Examples
    --------
    >>> finite_number("0.5", "level")
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: level is '0.5'; expected a number
    """
    number = real_number(value, name)
    if not math.isfinite(number):
        raise InputError(f"{name} is {described(value)}; expected a finite number")
    return number


def real_number(value: object, name: str) -> float:
    """A real number as a float, which may be infinite or NaN; a number too large for a float is refused."""
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            return float(value)
    raise InputError(f"{name} is {described(value)}; expected a number")


def require_flag(name: str, value: object) -> None:
    """Refuse anything but True and False: of other values it is not clear which of the two they mean."""
    require_kind(name, value, bool, "True or False")


def require_text(name: str, value: object) -> None:
    """Refuse anything but a string."""
    require_kind(name, value, str, "a string")


def named(what: str, value: object, expected: str) -> dict[str, Any]:
    """A mapping from names to something, as a dict; anything else, and a name that is not a string, is refused.

    Examples
    --------
    >>> named("systems", [1], "segmentations by name")
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: systems are [1]; expected segmentations by name
    """
    if not isinstance(value, Mapping):
        raise InputError(f"{what} are {described(value)}; expected {expected}")
    for name in value:
        if not isinstance(name, str):
            raise InputError(f"{what} have the name {described(name)}; expected a string")
    return dict(value)


def path_of(value: object, name: str) -> Path:
    """The path that a string or a path object names.

    Examples
    --------
    >>> path_of(b"x", "target")
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: target is b'x'; expected a path
    """
    try:
        given = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    except Exception:  # whatever a path object of somebody else's does
        given = None
    if not isinstance(given, str):
        raise InputError(f"{name} is {described(value)}; expected a path")
    try:
        usable = b"\0" not in os.fsencode(given)
    except UnicodeEncodeError:  # half a character
        usable = False
    if not usable:
        raise InputError(f"{name} is {given!r}; no file can have this name")
    return Path(given)
