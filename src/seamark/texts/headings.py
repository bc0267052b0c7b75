"""A document with headings as its own hierarchy."""

from __future__ import annotations

import re
from typing import NamedTuple

from seamark.checks import string_of
from seamark.errors import InputError
from seamark.model.hierarchy import Hierarchy

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t].*)?")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Headings(NamedTuple):
    """The lines of a document, and the hierarchy that its headings make of them."""

    units: tuple[str, ...]
    hierarchy: Hierarchy


def markdown_headings(text: str) -> Headings:
    r"""The sections of a Markdown text: units are lines that are not empty, and a heading begins a segment.

    A heading with one ``#`` is a boundary of level 1, the coarsest, and so on; lines in fenced code are no headings. A
    level that no heading uses is left out, so that a document that starts with ``##`` has no empty level above.

    Examples
    --------
    >>> units, hierarchy = markdown_headings("# Book\n\nOnce\n## One\ntext\n## Two\nmore\n# End\n")
    >>> units
    ('# Book', 'Once', '## One', 'text', '## Two', 'more', '# End')
    >>> dict(hierarchy.strengths)
    {6: 1, 2: 2, 4: 2}
    """
    units: list[str] = []
    level_at: dict[int, int] = {}
    fence, opened = "", 0
    for number, line in enumerate(string_of(text, "text").splitlines(), start=1):
        marks = _FENCE.match(line)
        heading = None if fence else _HEADING.fullmatch(line)
        if marks is not None and not fence:
            fence, opened = marks[1], number
        elif marks is not None and marks[1].startswith(fence) and not line.strip(" \t" + fence[0]):
            fence = ""
        if heading is not None:
            level_at[len(units)] = len(heading[1])
        if line.strip():
            units.append(line)
    if fence:
        # All headings below would be taken for code, in silence.
        raise InputError(f"the code that begins with {fence!r} in line {opened} does not end; expected it again")
    if not units:
        raise InputError("the text is empty; expected at least one line")
    used = sorted(set(level_at.values()))
    strengths = {place: used.index(level) + 1 for place, level in level_at.items() if place > 0}
    return Headings(tuple(units), Hierarchy.from_strengths(strengths, len(units), max(1, len(used))))
