"""Subtitles, SRT, WebVTT, SubViewer (.sbv) and ASS: every cue is a span."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import NamedTuple

from seamark.base.errors import InputError
from seamark.io.format import File, Format, ReadOptions
from seamark.io.reading import Reading, TimedSpan, one_line
from seamark.io.segments import Segment, files_by_coder_and_item, milliseconds
from seamark.io.source import CLOCK, Source, seconds_of
from seamark.model.corpus import Corpus

_TIMING = re.compile(rf"\s*{CLOCK}\s*-->\s*{CLOCK}(?:\s.*)?")
_SBV_TIMING = re.compile(rf"\s*{CLOCK},{CLOCK}\s*")
# Two clocks with nothing but signs between them are meant for the times of a cue, whatever the signs are.
_LIKE_TIMING = re.compile(r"\s*[0-9:]+[.,][0-9]+[^\w\n]{1,8}[0-9:]+[.,][0-9]+(?:\s.*)?")
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


def read_srt(source: Source, options: ReadOptions) -> Reading:
    """Read SRT: a number, the times, the text, an empty line."""
    blocks = _blocks(enumerate(source.lines, start=1))
    return Reading.of_recordings(source, (_cue(source, block) for block in blocks), "cues")


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
    cues = (_cue(source, one, is_vtt=True) for one in blocks if not _NO_CUE.fullmatch(one.lines[0]))
    return Reading.of_recordings(source, cues, "cues")


def read_sbv(source: Source, options: ReadOptions) -> Reading:
    """Read SubViewer as YouTube writes it: the times with a comma between them, the text, an empty line."""
    blocks = _blocks(enumerate(source.lines, start=1))
    example = "0:00:01.000,0:00:02.000"
    return Reading.of_recordings(source, (_span(source, one, 0, _SBV_TIMING, example) for one in blocks), "cues")


def read_ass(source: Source, options: ReadOptions) -> Reading:
    """Read Advanced SubStation Alpha."""
    return Reading.of_recordings(source, _dialogue(source), "cues")


def _dialogue(source: Source) -> Iterator[TimedSpan]:
    """The lines ``Dialogue:``, whose columns the line ``Format:`` of events names."""
    columns: list[str] = []
    within = False
    for number, line in source.numbered_lines:
        kind, _, rest = line.partition(":")
        if line.startswith("["):
            within = line.strip().casefold() == "[events]"
        elif within and kind == "Format":
            columns = [name.strip().casefold() for name in rest.split(",")]
        elif within and kind == "Dialogue":
            given = dict(zip(columns, rest.split(",", max(0, len(columns) - 1)), strict=False))
            clocks = [given.get(name, "").strip() for name in ("start", "end")]
            if not all(re.fullmatch(CLOCK, clock) for clock in clocks):
                raise source.error(f"{line[:40]!r} has no Start and End; expected such as 0:00:01.00", number)
            start, end = map(seconds_of, clocks)
            yield TimedSpan(start, end, one_line(re.sub(r"\{[^}]*\}|\\[Nnh]", " ", given.get("text", ""))), number)


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


def _cue(source: Source, block: Block, *, is_vtt: bool = False) -> TimedSpan:
    """The span of a block; its times stand on the first or, below a number or a name, on the second line."""
    first, lines = block
    place = next((number for number, line in enumerate(lines[:2]) if _ARROW in line), None)
    for number, line in enumerate(lines):
        if number != place and _TIMES_WITHIN.search(line):
            raise source.error("the times of a cue are inside a block; expected an empty line before", first + number)
    if place is None:
        place = next((number for number, line in enumerate(lines) if _LIKE_TIMING.fullmatch(line)), None)
    if place is None:
        raise source.error(f"{lines[0][:40]!r} begins a cue without times", first)
    if place and not is_vtt and not lines[0].strip().isdecimal():
        raise source.error(f"{lines[0][:40]!r} is where the number of a cue should be", first)
    return _span(source, block, place, _TIMING, "00:00:01,000 --> 00:00:02,000")


def _span(source: Source, block: Block, place: int, timing: re.Pattern[str], expected: str) -> TimedSpan:
    """The span whose times stand on a line of a block, and whose text stands on those below."""
    line, match = block.first + place, timing.fullmatch(block.lines[place])
    if match is None:
        raise source.error(f"{block.lines[place][:60]!r} are not the times of a cue; expected {expected}", line)
    return TimedSpan(seconds_of(match[1]), seconds_of(match[2]), one_line(" ".join(block.lines[place + 1 :])), line)


def _write(corpus: Corpus, resolution: float | None, *, head: str, point: str) -> Iterator[File]:
    """A file for each coder and item, with a cue for each segment."""
    return files_by_coder_and_item(corpus, resolution, lambda spans: head + "\n".join(_cues(spans, point)))


def _cues(spans: list[Segment], point: str) -> Iterator[str]:
    for number, (start, end, label) in enumerate(milliseconds(spans), start=1):
        if any(mark in label for mark in ("-->", "<", "&")):
            raise InputError(f"the label {label!r} holds an arrow or markup; use audacity or textgrid")
        yield f"{number}\n{_clock(start, point)} --> {_clock(end, point)}\n{label}\n"


def _clock(milliseconds: int, point: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    hours, seconds = divmod(seconds, 3600)
    return f"{hours:02}:{seconds // 60:02}:{seconds % 60:02}{point}{rest:03}"


SRT = Format(
    "srt",
    "SRT subtitles",
    lambda head: re.match(_SRT, "\n".join(head.lines[:2])) is not None,
    read_srt,
    write_files=partial(_write, head="", point=","),
    cues=True,
)
VTT = Format(
    "vtt",
    "WebVTT subtitles",
    lambda head: head.text.startswith("WEBVTT"),
    read_vtt,
    write_files=partial(_write, head="WEBVTT\n\n", point="."),
    cues=True,
)
SBV = Format(
    "sbv",
    "SubViewer subtitles",
    lambda head: bool(head.lines) and re.match(_SBV, head.lines[0]) is not None,
    read_sbv,
    cues=True,
)
ASS = Format(
    "ass",
    "Advanced SubStation Alpha subtitles",
    lambda head: head.text.lstrip().startswith("[Script Info]"),
    read_ass,
    cues=True,
)
