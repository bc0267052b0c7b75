"""brat: annotations beside their text, ``doc.ann`` and ``doc.txt``; one folder per annotator."""

from __future__ import annotations

import re
from pathlib import PurePath

from seamark.io.format import FormatName, ReadOptions, text_format
from seamark.io.reading import MarkedSpan, MarkedSpans, Reading, TextDocument
from seamark.io.source import Source

_TEXT_BOUND = re.compile(r"(T[0-9]{1,15})\t([^\t ]+) ([0-9]{1,15} [0-9]{1,15}(?:;[0-9]{1,15} [0-9]{1,15})*)(?:\t(.*))?")
# How a file begins.
_SIGN = r"(?:T[0-9]+\t\S+ [0-9]+ [0-9]+|[REAMN#][0-9]+\t|\*\t)"


def read(source: Source, options: ReadOptions) -> Reading:
    """Read text-bound annotations; every part of a discontinuous one is a span. ``layer`` keeps one type."""
    # With all its line ends, since offsets count every character.
    beside = f"{PurePath(source.name).stem}.txt"
    text = source.beside(beside, f"its text {beside!r}", "put it there, or up to two folders up").text
    spans = MarkedSpans()
    known: set[str] = set()
    for number, line in source.numbered_lines:
        if line[0] in "REAMN#*":
            continue  # relations, events, attributes (M of old versions), normalizations, notes, and equivalences
        match = source.matched(_TEXT_BOUND, line, "an annotation such as 'T1<tab>Type 0 5<tab>text'", number)
        name, label, offsets, quoted = match.groups()
        if name in known:
            raise source.error(f"the annotation {name} occurs twice", number)
        known.add(name)
        ends = [part.split() for part in offsets.split(";")]
        parts = [MarkedSpan(int(start), int(end), label) for start, end in ends]
        _check_quote(source, text, parts, quoted, number)
        if options.layer in (None, label):
            for part in parts:
                spans.add(*part)
    return Reading.of_one_coder(source, TextDocument(text), spans)


def _check_quote(source: Source, text: str, parts: list[MarkedSpan], quoted: str | None, number: int) -> None:
    """Offsets and quoted text must agree: a text that was changed or decoded wrongly shows here."""
    for start, end, _ in parts:
        if not 0 <= start <= end <= len(text):
            raise source.error(f"a span goes from {start} to {end}, the text from 0 to {len(text)}", number)
    found = " ".join(text[int(start) : int(end)] for start, end, _ in parts)
    if quoted is not None and found.split() != quoted.split():
        raise source.error(f"the text reads {found[:40]!r} there, the annotation says {quoted[:40]!r}", number)


BRAT = text_format(
    FormatName("brat", "brat .ann beside .txt", (".ann",)),
    lambda head: bool(head.lines) and re.match(_SIGN, head.lines[0]) is not None,
    read,
    companions=(".txt", ".conf"),
    layers=True,
    may_be_empty=True,
)
