"""Cutting a text into units: tokens, sentences, lines, paragraphs.

The rules are simple on purpose, and stated in ``docs/formats.md``; a tool that exports its own tokens and sentences
is believed instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

_WORD = r"\S+"
_LINE = r"[^\r\n]+"
# Atomic, or the two characters of one CRLF would pass for two line ends.
_BLANK_LINES = r"(?>\r\n|\r|\n)[^\S\r\n]*(?>\r\n|\r|\n)\s*"
# A full stop and its like, with the quotation marks and brackets that close after it.
_STOP = r"[.!?…]+[\"'”’»)\]]*"
# These end a sentence without a space behind them.
_WIDE_STOP = r"[。！？]+[”’」』）]*"

Stretch = tuple[int, int]


def tokens(text: str) -> list[Stretch]:
    """Runs of characters that are not white space.

    Examples
    --------
    >>> tokens("To be, or")
    [(0, 2), (3, 6), (7, 9)]
    """
    return [match.span() for match in re.finditer(_WORD, text)]


def lines(text: str) -> list[Stretch]:
    """Lines that hold more than white space, without the white space around them."""
    return _inked(text, (match.span() for match in re.finditer(_LINE, text)))


def paragraphs(text: str) -> list[Stretch]:
    """Blocks with at least one empty line between them."""
    edges = [0, *(edge for match in re.finditer(_BLANK_LINES, text) for edge in match.span()), len(text)]
    return _inked(text, zip(edges[::2], edges[1::2], strict=True))


def sentences(text: str) -> list[Stretch]:
    """Stretches that end with a full stop, question or exclamation mark before white space, or with a paragraph.

    Examples
    --------
    >>> sentences("It was late. “Who?” he asked")
    [(0, 12), (13, 19), (20, 28)]
    """
    return _inked(text, (piece for block in paragraphs(text) for piece in _sentences_of(text, *block)))


def _sentences_of(text: str, start: int, end: int) -> Iterator[Stretch]:
    stops = [
        match.end()
        for match in re.compile(_STOP).finditer(text, start, end)
        if text[match.end() : match.end() + 1].isspace()
    ]
    stops += [match.end() for match in re.compile(_WIDE_STOP).finditer(text, start, end)]
    for stop in sorted(stops):
        yield start, stop
        start = stop
    yield start, end


def _inked(text: str, stretches: Iterator[Stretch] | zip[Stretch]) -> list[Stretch]:
    """The stretches without white space at their ends; those of nothing else are left out."""
    kept = []
    for start, end in stretches:
        piece = text[start:end]
        ink = piece.strip()
        if ink:
            begin = start + len(piece) - len(piece.lstrip())
            kept.append((begin, begin + len(ink)))
    return kept


#: How to cut a text into units of each kind, the largest first.
CUTS: Mapping[str, Callable[[str], list[Stretch]]] = {
    "paragraph": paragraphs,
    "sentence": sentences,
    "line": lines,
    "token": tokens,
}
