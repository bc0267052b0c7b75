"""Cutting a text into units: tokens, sentences, lines, paragraphs; and the hierarchy that headings make of lines.

The rules are simple on purpose, and stated in ``docs/formats.md``; a tool that exports its own tokens and sentences
is believed instead.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import merge

from seamark.base.checks import string_of
from seamark.base.errors import InputError
from seamark.model.labelled import Hierarchy

_WORD = r"\S+"
_LINE = r"[^\r\n]+"
# Atomic, or the two characters of one CRLF would pass for two line ends.
_BLANK_LINES = r"(?>\r\n|\r|\n)[^\S\r\n]*(?>\r\n|\r|\n)\s*"
# A full stop and its like, with the quotation marks and brackets that close after it.
_STOP = r"[.!?…]+[\"'”’»)\]]*"
# Titles and their like, after which a name follows and the sentence goes on; and initials.
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Mx|Messrs|Dr|Prof|Rev|Hon|St|Esq|Gen|Col|Maj|Capt|Lt|Sgt|Gov|Sen|Rep|Jr|Sr|Mme|Mlle|Hr|Fr|Sra|Srta"
    r"|vs|cf|No|Nr|Vol|Fig|e\.g|i\.e|z\.B|d\.h)|(?<![\w'’])[A-Z])\.\Z"
)
# These end a sentence without a space behind them.
_WIDE_STOP = r"[。！？]+[”’」』）]*"

# How far around a stop is looked: white space behind it, an abbreviation before it.
_LOOK_AHEAD = 12

Stretch = tuple[int, int]


def tokens(text: str) -> Iterator[Stretch]:
    """Runs of characters that are not white space.

    Examples
    --------
    >>> list(tokens("To be, or"))
    [(0, 2), (3, 6), (7, 9)]
    """
    return (match.span() for match in re.finditer(_WORD, text))


def lines(text: str) -> Iterator[Stretch]:
    """Lines that hold more than white space, without the white space around them."""
    return _trimmed(text, (match.span() for match in re.finditer(_LINE, text)))


def paragraphs(text: str) -> Iterator[Stretch]:
    """Blocks with at least one empty line between them."""
    blank = [match.span() for match in re.finditer(_BLANK_LINES, text)]
    starts, ends = [0, *(end for _, end in blank)], [*(start for start, _ in blank), len(text)]
    return _trimmed(text, zip(starts, ends, strict=True))


def sentences(text: str) -> Iterator[Stretch]:
    """Stretches that end with a full stop, question or exclamation mark before white space, or with a paragraph.

    A sentence does not end before a lower-case letter, nor after a title such as ``Mr.`` or an initial.

    Examples
    --------
    >>> list(sentences("It was late. “Who?” he asked Mr. Blake. Nobody"))
    [(0, 12), (13, 39), (40, 46)]
    """
    return _trimmed(text, (piece for block in paragraphs(text) for piece in _sentences_of(text, *block)))


def _sentences_of(text: str, start: int, end: int) -> Iterator[Stretch]:
    stops = (match.end() for match in re.compile(_STOP).finditer(text, start, end) if _ends_sentence(text, match))
    wide_stops = (match.end() for match in re.compile(_WIDE_STOP).finditer(text, start, end))
    for stop in merge(stops, wide_stops):
        yield start, stop
        start = stop
    yield start, end


def _ends_sentence(text: str, stop: re.Match[str]) -> bool:
    following = text[stop.end() : stop.end() + _LOOK_AHEAD]
    if not following[:1].isspace() or following.lstrip()[:1].islower():
        return False
    return not _ABBREVIATION.search(text, max(0, stop.start() - _LOOK_AHEAD), stop.end())


def paragraph_starts(text: str, units: Sequence[Stretch]) -> list[int]:
    r"""Which units, counted from 0, begin a paragraph.

    Examples
    --------
    >>> text = "One. Two.\n\nThree."
    >>> paragraph_starts(text, list(sentences(text)))
    [0, 2]
    """
    starts = [start for start, _ in paragraphs(text)]
    return sorted({bisect_left(units, (start, 0)) for start in starts if units and start <= units[-1][0]})


def _trimmed(text: str, stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """The stretches without white space at their ends; those of nothing else are left out."""
    for start, end in stretches:
        piece = text[start:end]
        kept_text = piece.strip()
        if kept_text:
            begin = start + len(piece) - len(piece.lstrip())
            yield begin, begin + len(kept_text)


#: How to cut a text into units of each kind, the largest first.
CUTS: Mapping[str, Callable[[str], Iterator[Stretch]]] = {
    "paragraph": paragraphs,
    "sentence": sentences,
    "line": lines,
    "token": tokens,
}


_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t].*)?")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?:.*?\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def _is_title(line: str) -> bool:
    """Whether a line above a line of ``=`` or ``-`` is a heading: no other heading, list, table or quotation."""
    return not re.match(r"\s{4}|\s{0,3}(?:[#>|`~]|[-*+] |[0-9]+[.)] )", line) and "|" not in line


def markdown_headings(text: str) -> tuple[tuple[str, ...], Hierarchy]:
    r"""The sections of a Markdown text: units are lines that are not empty, and a heading begins a segment.

    A heading with one ``#``, or a line with ``=`` below it, is a boundary of level 1, the coarsest, and so on; lines in
    fenced code are not headings. A line below a heading belongs to it, and metadata at the start of the text (between
    lines of ``---``) are not units. A level that no heading uses is left out, so a document that starts with ``##`` has
    no empty level above.

    Examples
    --------
    >>> units, hierarchy = markdown_headings("# Book\n\nOnce\n## One\ntext\n## Two\nmore\n# End\n")
    >>> units
    ('# Book', 'Once', '## One', 'text', '## Two', 'more', '# End')
    >>> dict(hierarchy.strengths)
    {6: 1, 2: 2, 4: 2}
    >>> markdown_headings("---\nauthor: Ann\n---\nOne\n===\ntext\nTwo\n---\n")[0]
    ('One', 'text', 'Two')
    """
    units: list[str] = []
    level_at: dict[int, int] = {}
    fence, opened, above = "", 0, ""
    matter = _FRONT_MATTER.match(string_of(text, "text"))
    start = 0 if matter is None else matter.end()
    for number, line in enumerate(text[start:].splitlines(), start=1 + text.count("\n", 0, start)):
        underline = None if fence or not above.strip() else _UNDERLINE.fullmatch(line)
        if underline is not None and _is_title(above):
            level_at[len(units) - 1] = 1 if underline[1][0] == "=" else 2
            above = ""
            continue
        above = line
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
        # All headings below would be taken for code silently.
        raise InputError(f"the code that begins with {fence!r} in line {opened} does not end; expected it again")
    if not units:
        raise InputError("the text is empty; expected at least one line")
    used = sorted(set(level_at.values()))
    strengths = {place: used.index(level) + 1 for place, level in level_at.items() if place > 0}
    return tuple(units), Hierarchy.from_strengths(strengths, len(units), max(1, len(used)))
