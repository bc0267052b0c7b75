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
    within = [place + number for number, place in enumerate(_wide(text), start=1)]
    return lambda offset: offset - bisect_left(within, offset)


def offsets_in_utf16(text: str) -> Callable[[int], int]:
    """A function that gives the offset in UTF-16 of a character.

    Examples
    --------
    >>> [offsets_in_utf16("a🌊b")(place) for place in (0, 1, 2, 3)]
    [0, 1, 3, 4]
    """
    wide = _wide(text)
    return lambda place: place + bisect_left(wide, place)


def _wide(text: str) -> list[int]:
    """Where characters stand that take two places in UTF-16."""
    return [] if text.isascii() else [place for place, character in enumerate(text) if character > "\uffff"]
