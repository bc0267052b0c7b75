"""Transcripts with times: CHAT (TalkBank, CHILDES), SegLST (MeetEval), and Whisper with its relatives.

Whisper is the JSON of whisper, faster-whisper, WhisperX, whisper.cpp and transformers, and the TSV in milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import msgspec

from seamark.base.numbers import counted
from seamark.io.format import Format, ReadOptions
from seamark.io.json_text import convert, parse, records
from seamark.io.layers import chosen_layer
from seamark.io.reading import MarkedSpans, Reading, Recording, TimedSpan, one_line
from seamark.io.source import Head, Source, read_table, whole_number

_UTTERANCE = re.compile(r"\*([^\s:]{1,40}):")
# Start and end in milliseconds, between two control characters that the programs show as a bullet.
_BULLET = re.compile(r"\x15([0-9]{1,15})_([0-9]{1,15})\x15")


def read_chat(source: Source, options: ReadOptions) -> Reading:
    """Read the main lines, labelled with their speakers; ``layer`` keeps one speaker."""
    spans = MarkedSpans()
    speaker, timed, untimed = "", True, 0
    for number, line in source.numbered_lines:
        if line[0] not in "*%@\t":
            raise source.error(f"{line[:40]!r} begins with none of * % @ and no tab", number)
        if not line.startswith("\t"):  # which continues the line above
            untimed += not timed
            match = _UTTERANCE.match(line)
            if match is None and line.startswith("*"):
                raise source.error(f"{line[:40]!r} names no speaker; expected such as '*CHI:'", number)
            speaker, timed = (match[1], False) if match else ("", True)
        for start, end in _BULLET.findall(line) if speaker else ():
            timed = True
            source.require_forward(int(start), int(end), number)
            spans.add(int(start) / 1000, int(end) / 1000, speaker)
    untimed += not timed
    if not spans:
        raise source.error("has no utterance with a time; link the transcript to its recording first")
    if options.layer is not None:
        wanted = chosen_layer(source.name, options.layer, map(str, spans.labels[1:]), "speaker")
        spans = MarkedSpans.of(span for span in spans if span.label == wanted)
    reading = Reading.of_one_coder(source, Recording(), spans)
    if untimed:
        reading.notes.append(f"{source.name}: left out, because they have no time: {counted(untimed, 'utterance')}")
    return reading


class Turn(msgspec.Struct):
    """A turn of SegLST; what was said, and whatever else is noted, is not read."""

    session_id: str
    start_time: float | str
    end_time: float | str
    speaker: str | int | None = None


def read_seglst(source: Source, options: ReadOptions) -> Reading:
    """Read the turns of every session, labelled with their speakers."""
    turns = (_turn(source, number, turn, line) for number, (_, turn, line) in enumerate(records(source, Turn)))
    return Reading.of_recordings(source, turns, "turns")


def _turn(source: Source, number: int, turn: Turn, line: int | None) -> TimedSpan:
    try:
        start, end = float(turn.start_time), float(turn.end_time)
    except ValueError:
        raise source.error(f"a time is not a number of seconds - at `$[{number}]`", line) from None
    speaker = None if turn.speaker is None else str(turn.speaker)
    return TimedSpan(start, end, speaker, line, turn.session_id)


class Milliseconds(msgspec.Struct, rename={"start": "from", "end": "to"}):
    """The times of a segment of whisper.cpp."""

    start: Annotated[int, msgspec.Meta(le=2**53)]
    end: Annotated[int, msgspec.Meta(le=2**53)]


class WhisperSegment(msgspec.Struct):
    """A segment; transformers writes both times as ``timestamp``, whisper.cpp as ``offsets``."""

    text: str = ""
    start: float | None = None
    end: float | None = None
    timestamp: tuple[float, float | None] | None = None
    offsets: Milliseconds | None = None


class Transcript(msgspec.Struct):
    """What a program heard; which field holds the segments depends on the program."""

    segments: list[WhisperSegment] | None = None
    chunks: list[WhisperSegment] | None = None
    transcription: list[WhisperSegment] | None = None


def read_whisper(source: Source, options: ReadOptions) -> Reading:
    """Read the segments of a transcript, labelled with their texts."""
    # Probabilities of words may be NaN; times that are read are checked to be finite.
    found = convert(source, parse(source, strict=False), Transcript)
    segments = found.transcription or found.segments or found.chunks or []
    return Reading.of_recordings(source, (_segment(source, *one) for one in enumerate(segments, start=1)), "segments")


def _segment(source: Source, number: int, one: WhisperSegment) -> TimedSpan:
    start, end = one.timestamp or (one.start, one.end)
    if one.offsets is not None:
        start, end = one.offsets.start / 1000, one.offsets.end / 1000
    if start is None:
        raise source.error(f"segment {number} has no start; expected seconds")
    return TimedSpan(start, start if end is None else end, one_line(one.text))


_TSV = ["start", "end", "text"]


def read_whisper_table(source: Source, options: ReadOptions) -> Reading:
    """Read the table: start and end in milliseconds, and the text."""
    header, rows, _ = read_table(source)
    if [name.strip().casefold() for name in header] != _TSV:
        raise source.error("expected the columns start, end and text", 1)

    def segments() -> Iterator[TimedSpan]:
        for line, (*times, text) in rows:
            start, end = (whole_number(cell, "a time in milliseconds", line, source.error) / 1000 for cell in times)
            yield TimedSpan(start, end, one_line(text), line)

    return Reading.of_recordings(source, segments(), "segments")


def _is_whisper(head: Head) -> bool:
    keys = head.keys
    whisper = keys.get("segments") == "[" and bool({"text", "language", "word_segments"} & keys.keys())
    others = (keys.get("chunks") == "[" and "text" in keys and "item" not in keys) or keys.get("transcription") == "["
    return head.is_object and (whisper or others)


def is_whisper_table(head: Head) -> bool:
    """Whether a table has the columns of Whisper, and whole numbers as times."""
    rows = [line.split("\t") for line in head.lines[1:4]]
    whole = all(cell.strip().isdecimal() for row in rows for cell in row[:2])
    return head.separator == "\t" and head.header_cells == _TSV and whole


CHAT = Format(
    "chat",
    "CHAT transcript",
    lambda head: any(line.startswith(("@UTF8", "@Begin")) for line in head.lines[:4]),
    read_chat,
    layers=True,
)
SEGLST = Format(
    "seglst",
    "SegLST of MeetEval: session, speaker, start and end of turns",
    lambda head: head.is_array and {"session_id", "start_time", "end_time"} <= head.keys.keys(),
    read_seglst,
    names="items",
    task="diarization",
)
WHISPER = Format(
    "whisper",
    "Whisper JSON, also of its relatives",
    _is_whisper,
    read_whisper,
    cues=True,
)
WHISPER_TSV = Format(
    "whisper-tsv",
    "Whisper TSV: start, end and text, in milliseconds",
    is_whisper_table,
    read_whisper_table,
    cues=True,
)
