"""Options that take one of a few names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from seamark.checks import shown
from seamark.errors import InputError


def one_of(value: object, what: str, known: Iterable[str], *, among: str = "expected one of") -> Any:
    """The value itself, when it is one of the known names; otherwise the nearest name is proposed.

    Examples
    --------
    >>> one_of("mirco", "average", ("micro", "macro"))
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: average is 'mirco'; did you mean 'micro'? expected one of micro, macro
    """
    names = list(known)
    if isinstance(value, str) and value in names:
        return value
    raise InputError(f"{what} is {shown(value)}; {did_you_mean(value, names)}{among} {', '.join(names)}")


def did_you_mean(value: object, names: Iterable[str]) -> str:
    """A question that proposes the nearest name, or nothing when none is near."""
    close = difflib.get_close_matches(value.casefold(), names, n=1) if isinstance(value, str) else []
    return f"did you mean {close[0]!r}? " if close else ""
