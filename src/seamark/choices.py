"""Options that take one of a few names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from seamark.checks import shown
from seamark.errors import InputError

#: Longer lists of what is possible help nobody.
_MOST_NAMES = 40
#: How alike two names must be: slips of the finger are, alpha and kappa are not.
_NEAR = 0.65


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
    close = _nearest(value, names)
    return "" if close is None else f"did you mean {close!r}? "


def hint(given: str, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest known one, or all of them when they are few.

    Examples
    --------
    >>> hint("widnowdiff", ["S", "windowdiff"])
    "did you mean 'windowdiff'?"
    >>> hint("x", ["te", "unit"])
    'expected te or unit'
    """
    known = list(names)
    close = _nearest(given, known)
    if close is not None:
        return f"did you mean {close!r}?"
    if not known or len(known) > _MOST_NAMES:
        return f"there are {len(known)} others"
    *others, last = known
    return f"expected {', '.join(others)} or {last}" if others else f"expected {last}"


def _nearest(value: object, names: Iterable[str]) -> str | None:
    by_folded_name = {name.casefold(): name for name in names}
    given = value.casefold() if isinstance(value, str) else ""
    close = difflib.get_close_matches(given, by_folded_name, n=1, cutoff=_NEAR)
    return by_folded_name[close[0]] if close else None
