"""Offsets that count UTF-16, as programs in Java and JavaScript do, in a text that counts characters."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple


class Utf16Offsets(NamedTuple):
    """From offsets in UTF-16, where some characters count double, to characters.

    Attributes
    ----------
    double : list of int
        The offsets within those characters.
    """

    double: list[int]

    @classmethod
    def of(cls, text: str) -> Utf16Offsets:
        """For offsets in a text.

        Examples
        --------
        >>> [Utf16Offsets.of("a🌊b").at(offset) for offset in (0, 1, 3, 4)]
        [0, 1, 2, 3]
        """
        wide = [] if text.isascii() else [place for place, character in enumerate(text) if character > "\uffff"]
        return cls([place + number for number, place in enumerate(wide, start=1)])

    def at(self, offset: int) -> int:
        """The character at an offset."""
        return offset - bisect_left(self.double, offset)
