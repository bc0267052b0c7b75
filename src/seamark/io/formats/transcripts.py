"""What was said, with times: subtitles (SRT, WebVTT, SubViewer) and transcripts (CHAT, SegLST, Whisper).

Whisper is the JSON of whisper, faster-whisper, WhisperX, whisper.cpp and transformers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import NamedTuple

import msgspec

from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.io.format import Format, FormatName, ReadOptions
from seamark.io.json_text import convert, parse, records
from seamark.io.layers import chosen_layer
from seamark.io.reading import MarkedSpans, Reading, Recording, TimedSpan, one_line
from seamark.io.segments import Segment, files_by_coder_and_item, milliseconds
from seamark.io.source import CLOCK, Head, Source, seconds_of

_TIMING = re.compile(rf"\s*{CLOCK}\s*-->\s*{CLOCK}(?:\s.*)?")
_SBV_TIMING = re.compile(rf"\s*{CLOCK},{CLOCK}\s*")
_TIMES_WITHIN = re.compile(r"-->\s*[0-9]+:[0-9]")
# How SRT and SubViewer begin.
_SRT = r"(?:[0-9]+\n)?[0-9]+:[0-9]{2}:[0-9]{2}[,.][0-9]{3} *-->"
_SBV = r"[0-9]+:[0-9]{2}:[0-9]{2}[.][0-9]{3},[0-9]+:[0-9]{2}:[0-9]{2}[.][0-9]{3}\s*\Z"
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s.*)?")
_ARROW = "-->"


class Block(NamedTuple):
    """Lines with nothing empty between them, and the number of the first."""

    first: int
    lines: list[str]


def _read_blocks(source: Source, options: ReadOptions, *, span: Callable[[Source, Block], TimedSpan]) -> Reading:
    """Read blocks of times and a text with empty lines between them."""
    blocks = _blocks(enumerate(source.lines, start=1))
    return Reading.of_recordings(source, (span(source, block) for block in blocks), "cues")


def read_vtt(source: Source, options: ReadOptions) -> Reading:
    """Read WebVTT; notes, styles and regions are blocks without times and are passed over."""
    lines = enumerate(source.lines, start=1)
    number, line = next(lines, (1, ""))
    if not re.fullmatch(r"WEBVTT(?:[ \t].*)?", line):
        raise source.error("expected 'WEBVTT' on the first line", 1)
    # Lines of metadata may follow the first without an empty line between.
    while line and _ARROW not in line:
        number, line = next(lines, (number + 1, ""))
    blocks = _blocks(chain([(number, line)], lines), is_vtt=True)
    cues = (_cue(source, one) for one in blocks if not _NO_CUE.fullmatch(one.lines[0]))
    return Reading.of_recordings(source, cues, "cues")


def _blocks(lines: Iterable[tuple[int, str]], *, is_vtt: bool = False) -> Iterator[Block]:
    """Lines with nothing empty between them."""
    block: list[str] = []
    first = 0
    for number, line in chain(lines, [(0, "")]):
        # WebVTT takes a line of spaces for text; writers of SRT leave some in empty lines.
        is_empty = not (line if is_vtt else line.strip())
        # In WebVTT the times of the next cue end a cue, with or without an empty line before them.
        is_next = is_vtt and _ARROW in line and any(_ARROW in above for above in block)
        if block and (is_empty or is_next):
            yield Block(first, block)
            block = []
        if not is_empty:
            first = first if block else number
            block.append(line)


def _cue(source: Source, block: Block) -> TimedSpan:
    """The span of a block; its times are on the first or, below a number or a name, on the second line."""
    first, lines = block
    place = next((number for number, line in enumerate(lines[:2]) if _ARROW in line), None)
    for number, line in enumerate(lines):
        if number != place and _TIMES_WITHIN.search(line):
            raise source.error("the times of a cue are inside a block; expected an empty line before", first + number)
    if place is None:
        raise source.error(f"{lines[0][:40]!r} begins a cue without times", first)
    return _span(source, block, place, _TIMING, "00:00:01,000 --> 00:00:02,000")


def _span(source: Source, block: Block, place: int, timing: re.Pattern[str], expected: str) -> TimedSpan:
    """The span whose times are on a line of a block, and whose text is on those below."""
    line = block.first + place
    match = source.matched(timing, block.lines[place], f"a line with the times of a cue, such as {expected}", line)
    return TimedSpan(seconds_of(match[1]), seconds_of(match[2]), one_line(" ".join(block.lines[place + 1 :])), line)


def _written(spans: list[Segment], *, head: str, point: str) -> str:
    """A file with a cue for each segment."""
    cues = []
    for number, (start, end, label) in enumerate(milliseconds(spans), start=1):
        if any(mark in label for mark in ("-->", "<", "&")):
            raise InputError(f"the label {label!r} holds an arrow or markup; use audacity or textgrid")
        cues.append(f"{number}\n{_clock(start, point)} --> {_clock(end, point)}\n{label}\n")
    return head + "\n".join(cues)


def _clock(milliseconds: int, point: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    hours, seconds = divmod(seconds, 3600)
    return f"{hours:02}:{seconds // 60:02}:{seconds % 60:02}{point}{rest:03}"


SRT = Format(
    FormatName("srt", "SRT subtitles", (".srt",)),
    lambda head: re.match(_SRT, "\n".join(head.lines[:2])) is not None,
    partial(_read_blocks, span=_cue),
    write_files=partial(files_by_coder_and_item, made=partial(_written, head="", point=",")),
    cues=True,
)
VTT = Format(
    FormatName("vtt", "WebVTT subtitles", (".vtt",)),
    lambda head: head.text.startswith("WEBVTT"),
    read_vtt,
    write_files=partial(files_by_coder_and_item, made=partial(_written, head="WEBVTT\n\n", point=".")),
    cues=True,
)
SBV = Format(
    FormatName("sbv", "SubViewer subtitles", (".sbv",)),
    lambda head: bool(head.lines) and re.match(_SBV, head.lines[0]) is not None,
    partial(_read_blocks, span=partial(_span, place=0, timing=_SBV_TIMING, expected="0:00:01.000,0:00:02.000")),
    cues=True,
)


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

    start: float
    end: float


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


def _is_whisper(head: Head) -> bool:
    keys = head.keys
    whisper = keys.get("segments") == "[" and bool({"text", "language", "word_segments"} & keys.keys())
    others = (keys.get("chunks") == "[" and "text" in keys and "item" not in keys) or keys.get("transcription") == "["
    return head.is_object and (whisper or others)


CHAT = Format(
    FormatName("chat", "CHAT transcript", (".cha",)),
    lambda head: any(line.startswith(("@UTF8", "@Begin")) for line in head.lines[:4]),
    read_chat,
    layers=True,
)
SEGLST = Format(
    FormatName("seglst", "SegLST of MeetEval: session, speaker, start and end of turns", (".seglst.json", ".json")),
    lambda head: head.is_array and {"session_id", "start_time", "end_time"} <= head.keys.keys(),
    read_seglst,
    names="items",
    task="diarization",
)
WHISPER = Format(
    FormatName("whisper", "Whisper JSON, also of its relatives", (".json",)), _is_whisper, read_whisper, cues=True
)
