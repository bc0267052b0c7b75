"""brat: annotations beside their text, ``doc.ann`` and ``doc.txt``; one folder per annotator."""

from __future__ import annotations

import re

from seamark.errors import shown
from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Span, TextDocument
from seamark.io.separated_text import ONLY_CODER
from seamark.io.source import Source, read_file

_TEXT_BOUND = re.compile(r"T[^\t]*\t([^\t ]+) ([0-9]{1,15} [0-9]{1,15}(?:;[0-9]{1,15} [0-9]{1,15})*)(?:\t(.*))?")
_OTHER = ("R", "E", "A", "M", "N", "#", "*")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read text-bound annotations; every part of a discontinuous one is a span. ``layer`` keeps one type."""
    text = _text_beside(source)
    spans: list[Span] = []
    for number, line in enumerate(source.lines, start=1):
        if not line.strip() or line.startswith(_OTHER):
            continue
        match = _TEXT_BOUND.fullmatch(line)
        if match is None:
            raise source.error(
                f"{line[:40]!r} is not an annotation; expected such as 'T1<tab>Type 0 5<tab>text'", number
            )
        label, offsets, quoted = match.groups()
        ends = [part.split() for part in offsets.split(";")]
        parts = [Span(int(start), int(end), label) for start, end in ends]
        _check_quote(source, text, parts, quoted, number)
        if options.layer in (None, label):
            spans += parts
    return Reading(marks=[Marks(source.item, source.coder or ONLY_CODER, TextDocument(text), spans, source.name)])


def _text_beside(source: Source) -> str:
    """The text: in the same folder, or one folder up where all annotators share it."""
    if source.path is None:
        raise source.error("brat keeps the text in a file beside the annotations; a stream has none")
    name = source.path.with_suffix(".txt").name
    for folder in (source.path.parent, source.path.parent.parent):
        path = folder / name
        if path.is_file():
            # Offsets count every character, so line ends stay as they are.
            return Source(shown(path), read_file(path), "", encoding=source.encoding).text
    raise source.error(f"its text {name!r} is not beside it")


def _check_quote(source: Source, text: str, parts: list[Span], quoted: str | None, number: int) -> None:
    """Offsets and quoted text must agree: a text that was changed or decoded wrongly shows here."""
    for start, end, _ in parts:
        if not 0 <= start <= end <= len(text):
            raise source.error(
                f"the span from {start} to {end} does not lie within the text of {len(text)} characters", number
            )
    found = " ".join(text[int(start) : int(end)] for start, end, _ in parts)
    if quoted is not None and found.split() != quoted.split():
        raise source.error(f"the text reads {found[:40]!r} there, the annotation says {quoted[:40]!r}", number)
