"""Where a quote stands in a text, whatever white space is in either."""

from __future__ import annotations

import numpy as np

from seamark.errors import InputError

_SPACES = np.array([code for code in range(0x3001) if chr(code).isspace()], dtype=np.uint32)
#: How many characters are looked at in all for the quotes of one text: many quotes in a long text must end soon.
_MOST_WORK = 2 * 10**9


class QuotedText:
    r"""A text in which quotes are looked for.

    Examples
    --------
    >>> text = QuotedText("Land ho.\nThe sea was calm, the wind was not.")
    >>> text.only_place("The\tsea")
    (9, 16)
    >>> text.only_place("was")
    Traceback (most recent call last):
    ...
    seamark.errors.InputError: its text 'was' stands in several places
    """

    def __init__(self, text: str) -> None:
        self._squeezed = "".join(text.split())
        codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
        self._places = np.flatnonzero(~np.isin(codes, _SPACES))
        self._work = 0

    def only_place(self, quote: str) -> tuple[int, int]:
        """The start and the end of the only place where a quote stands; an error says why there is none."""
        wanted = "".join(quote.split())
        self._work += len(self._squeezed)
        if self._work > _MOST_WORK:
            raise InputError("there are too many to look for the texts of all")
        first = self._squeezed.find(wanted) if wanted else -1
        if first < 0:
            raise InputError(f"its text {quote[:40]!r} is not there")
        if self._squeezed.find(wanted, first + 1) >= 0:
            raise InputError(f"its text {quote[:40]!r} stands in several places")
        return int(self._places[first]), int(self._places[first + len(wanted) - 1]) + 1
