"""The beginning of a file, in which a format looks for its sign."""

from __future__ import annotations

import re
from typing import NamedTuple

from seamark.io.delimited import separator_of
from seamark.io.source import HEAD, decode_head, split_lines

_JSON_PIECE = r'(?s)"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}\[\]:,]|[^\s"{}\[\]:,]+'


class Head(NamedTuple):
    """The beginning of a file."""

    data: bytes
    text: str
    lines: list[str]  # those that are not blank
    # For JSON: the keys of the first object and how their values begin; whether an array holds it; whether it ends.
    keys: dict[str, str]
    is_array: bool
    closed: bool

    @classmethod
    def of(cls, data: bytes, encoding: str) -> Head:
        """The head of a file with these bytes."""
        start = data[:HEAD]
        text = decode_head(start, encoding)
        lines = [line for line in split_lines(text) if line.strip()]
        is_json = text.lstrip()[:1] in ("{", "[")
        keys, is_array, closed = _outer_keys(text) if is_json else ({}, False, False)
        return cls(start, text, lines, keys, is_array, closed)

    @property
    def is_object(self) -> bool:
        """Whether it is JSON that begins with an object."""
        return bool(self.keys) and not self.is_array

    @property
    def is_ours(self) -> bool:
        """Whether it is JSON that says to be Seamark's own."""
        return self.is_object and self.keys.get("format") == '"seamark"'

    @property
    def separator(self) -> str | None:
        """What separates the cells of the first line, if anything does."""
        return separator_of(self.lines[0]) if self.lines else None

    @property
    def header_cells(self) -> list[str]:
        """The cells of the first line, in lower case; none when nothing separates them."""
        if self.separator is None:
            return []
        return [cell.strip(' "').casefold() for cell in self.lines[0].split(self.separator)]


def _outer_keys(text: str) -> tuple[dict[str, str], bool, bool]:
    """The keys of the first object and how their values begin; whether an array holds it, and whether it ends."""
    keys: dict[str, str] = {}
    depth, is_array = 0, text.lstrip().startswith("[")
    level = 2 if is_array else 1
    last, colon = "", False
    for match in re.finditer(_JSON_PIECE, text):
        piece = match.group()
        if depth == level and colon:
            keys[last] = piece
            colon = False
        if piece in ("{", "["):
            depth += 1
        elif piece in ("}", "]"):
            depth -= 1
            if depth < level:
                return keys, is_array, piece == "}"
        elif depth == level:
            colon = piece == ":"
            last = piece.strip('"') if not colon else last
    return keys, is_array, False
