"""Whisper and its relatives: the JSON of whisper, faster-whisper, WhisperX, whisper.cpp and transformers, and the TSV.

Every segment is a span, labelled with its text. The TSV counts milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from seamark.io.format import Format, ReadOptions
from seamark.io.json_text import convert, parse
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.source import Head, Source, read_table, whole_number

_TSV = ["start", "end", "text"]


class WhisperSegment(msgspec.Struct):
    """A segment of whisper; ``timestamp`` is how transformers writes both times."""

    text: str = ""
    start: float | None = None
    end: float | None = None
    timestamp: tuple[float, float | None] | None = None


class Milliseconds(msgspec.Struct, rename={"start": "from", "end": "to"}):
    """The times of a segment of whisper.cpp."""

    start: Annotated[int, msgspec.Meta(le=2**53)]
    end: Annotated[int, msgspec.Meta(le=2**53)]


class CppSegment(msgspec.Struct):
    """A segment of whisper.cpp."""

    offsets: Milliseconds
    text: str = ""


class Transcript(msgspec.Struct):
    """What a program heard; which field holds the segments depends on the program."""

    segments: list[WhisperSegment] | None = None
    chunks: list[WhisperSegment] | None = None
    transcription: list[CppSegment] | None = None


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the segments of a transcript."""
    # Probabilities of words may be NaN; times that are read are checked to be finite.
    found = convert(source, parse(source, strict=False), Transcript)
    rows: list[tuple[float | None, float | None, str]]
    if found.transcription is not None:
        rows = [(one.offsets.start / 1000, one.offsets.end / 1000, one.text) for one in found.transcription]
    else:
        rows = [(*(one.timestamp or (one.start, one.end)), one.text) for one in found.segments or found.chunks or []]
    spans = MarkedSpans()
    for number, (start, end, text) in enumerate(rows):
        if start is None:
            raise source.error(f"segment {number + 1} has no start; expected seconds")
        source.require_forward(start, start if end is None else end)
        spans.add(start, start if end is None else end, " ".join(text.split()))
    return _reading(source, spans)


def read_table_file(source: Source, options: ReadOptions) -> Reading:
    """Read the table: start and end in milliseconds, and the text."""
    header, rows, _ = read_table(source)
    if [name.strip().casefold() for name in header] != _TSV:
        raise source.error("expected the columns start, end and text", 1)
    spans = MarkedSpans()
    for line, (first, last, text) in rows:
        start, end = (whole_number(cell, "a time in milliseconds", line, source.error) for cell in (first, last))
        source.require_forward(start, end, line)
        spans.add(start / 1000, end / 1000, " ".join(text.split()))
    return _reading(source, spans)


def _reading(source: Source, spans: MarkedSpans) -> Reading:
    if not spans:
        raise source.error("has no segments; expected at least one")
    return Reading.of_one_coder(source, Recording(), spans)


def _matches(head: Head) -> bool:
    keys: dict[str, Any] = head.keys
    whisper = keys.get("segments") == "[" and bool({"text", "language", "word_segments"} & keys.keys())
    others = (keys.get("chunks") == "[" and "text" in keys and "item" not in keys) or keys.get("transcription") == "["
    return head.is_object and (whisper or others)


def is_whisper_table(head: Head) -> bool:
    """Whether a table has the columns of Whisper, and whole numbers as times."""
    rows = [line.split("\t") for line in head.lines[1:4]]
    whole = all(cell.strip().isdecimal() for row in rows for cell in row[:2])
    return head.separator == "\t" and head.header_cells == _TSV and whole


WHISPER = Format(
    "whisper", "Whisper JSON, also of its relatives", (".json",), _matches, read, tells_length=False, cues=True
)
WHISPER_TSV = Format(
    "whisper-tsv",
    "Whisper TSV: start, end and text, in milliseconds",
    (".tsv",),
    is_whisper_table,
    read_table_file,
    cues=True,
)
