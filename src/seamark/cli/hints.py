"""What somebody probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

#: Longer lists of what is possible help nobody.
_MOST_CHOICES = 20


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
    by_folded_name = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(given.casefold(), by_folded_name, n=1)
    if close:
        return f"did you mean {by_folded_name[close[0]]!r}?"
    if not known or len(known) > _MOST_CHOICES:
        return f"there are {len(known)} others"
    *others, last = known
    return f"expected {', '.join(others)} or {last}" if others else f"expected {last}"
