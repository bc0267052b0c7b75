"""Offsets that count UTF-16, as programs in Java and JavaScript do, in a text that counts characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable


def utf16_offsets(text: str) -> Callable[[int], int]:
    """A function that gives the character at an offset in UTF-16, where some characters count double.

    Examples
    --------
    >>> [utf16_offsets("a🌊b")(offset) for offset in (0, 1, 3, 4)]
    [0, 1, 2, 3]
    """
    wide = [] if text.isascii() else [place for place, character in enumerate(text) if character > "\uffff"]
    within = [place + number for number, place in enumerate(wide, start=1)]
    return lambda offset: offset - bisect_left(within, offset)
