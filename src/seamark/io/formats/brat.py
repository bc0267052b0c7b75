"""brat: annotations beside their text, ``doc.ann`` and ``doc.txt``; one folder per annotator."""

from __future__ import annotations

import re
from pathlib import PurePath

from seamark.io.format import ReadOptions, text_format
from seamark.io.reading import MarkedSpan, MarkedSpans, Reading, TextDocument
from seamark.io.source import Source

_TEXT_BOUND = re.compile(r"(T[0-9]{1,15})\t([^\t ]+) ([0-9]{1,15} [0-9]{1,15}(?:;[0-9]{1,15} [0-9]{1,15})*)(?:\t(.*))?")
# Relations, events, attributes (M of old versions), normalizations, notes, and equivalences, which have no number.
_OTHER = re.compile(r"(?:[REAMN#][0-9]{1,15}|\*)\t[^\s:]+[ :]\S.*")
# What they say about text-bound annotations: the arguments of R, E and *, the first word behind the type of the others.
_REFERENCE = re.compile(r"(?<=:)T[0-9]+|(?<=\s)T[0-9]+(?=\s|\Z)")
# How a file begins.
_SIGN = r"(?:T[0-9]+\t\S+ [0-9]+ [0-9]+|[REAMN#][0-9]+\t|\*\t)"


def read(source: Source, options: ReadOptions) -> Reading:
    """Read text-bound annotations; every part of a discontinuous one is a span. ``layer`` keeps one type."""
    # With all its line ends, since offsets count every character.
    beside = f"{PurePath(source.name).stem}.txt"
    text = source.beside(beside, f"its text {beside!r}", "put it there, or up to two folders up").text
    spans = MarkedSpans()
    known: set[str] = set()
    noted: set[str] = set()
    named: dict[str, int] = {}
    for number, line in source.numbered_lines:
        if _OTHER.fullmatch(line):
            if line.startswith("#"):
                noted.update(_references(line))
            else:
                named |= dict.fromkeys(_references(line), number)
            continue
        match = _TEXT_BOUND.fullmatch(line)
        if match is None:
            raise source.error(f"{line[:40]!r} is not an annotation such as 'T1<tab>Type 0 5<tab>text'", number)
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
    for name, number in named.items():
        if name not in known:
            raise source.error(f"refers to the annotation {name}, which is not there", number)
    reading = Reading.of_one_coder(source, TextDocument(text), spans)
    if lost := sorted(noted - known):
        # brat keeps the notes of annotations that were deleted.
        reading.notes.append(f"{source.name}: notes are about annotations that are not there: {', '.join(lost)}")
    return reading


def _references(line: str) -> list[str]:
    """The text-bound annotations that another annotation is about; not what its values and notes say."""
    said = line.split("\t")[1]
    return _REFERENCE.findall(said if line[0] in "RE*" else " ".join(said.split(" ")[:2]))


def _check_quote(source: Source, text: str, parts: list[MarkedSpan], quoted: str | None, number: int) -> None:
    """Offsets and quoted text must agree: a text that was changed or decoded wrongly shows here."""
    for start, end, _ in parts:
        if not 0 <= start <= end <= len(text):
            raise source.error(f"a span goes from {start} to {end}, the text from 0 to {len(text)}", number)
    found = " ".join(text[int(start) : int(end)] for start, end, _ in parts)
    if quoted is not None and found.split() != quoted.split():
        raise source.error(f"the text reads {found[:40]!r} there, the annotation says {quoted[:40]!r}", number)


BRAT = text_format(
    "brat",
    "brat .ann beside .txt",
    lambda head: bool(head.lines) and re.match(_SIGN, head.lines[0]) is not None,
    read,
    companions=(".txt", ".conf"),
    layers=True,
    may_be_empty=True,
)
