"""Names that are chosen from a list: what is refused, and what was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import get_args

from seamark.arguments import described
from seamark.errors import InputError

#: Longer lists of what is possible help nobody.
_MOST_CHOICES = 20


def require_choice(name: str, value: object, choices: object) -> None:
    """Refuse a value that is not among the choices of a Literal type of strings.

    Examples
    --------
    >>> from typing import Literal
    >>> require_choice("coefficient", "kapa", Literal["pi", "kappa"])
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: coefficient is 'kapa'; expected one of pi, kappa; did you mean 'kappa'?
    """
    known = get_args(choices)
    # A value of another kind is not even compared: an array would compare itself element by element.
    if isinstance(value, str) and value in known:
        return
    close = _closest(value, known) if isinstance(value, str) else None
    meant = "" if close is None else f"; did you mean {close!r}?"
    raise InputError(f"{name} is {described(value)}; expected one of {', '.join(known)}{meant}")


def hint(given: str, choices: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest known one, or all of them when they are few.

    Examples
    --------
    >>> hint("widnowdiff", ["S", "windowdiff"])
    "did you mean 'windowdiff'?"
    >>> hint("x", ["te", "unit"])
    'expected te or unit'
    """
    known = list(choices)
    close = _closest(given, known)
    if close is not None:
        return f"did you mean {close!r}?"
    if not known or len(known) > _MOST_CHOICES:
        return f"there are {len(known)} others"
    *others, last = known
    return f"expected {', '.join(others)} or {last}" if others else f"expected {last}"


def _closest(given: str, known: Iterable[str]) -> str | None:
    by_folded_name = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(given.casefold(), by_folded_name, n=1)
    return by_folded_name[close[0]] if close else None
