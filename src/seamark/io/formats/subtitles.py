"""Subtitles, SRT and WebVTT: every cue is a span."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from seamark.io.format import Format
from seamark.io.options import ReadOptions
from seamark.io.reading import Reading, Recording, Span, Spans
from seamark.io.source import Source

_CLOCK = r"(?:([0-9]{1,9}):)?([0-5]?[0-9]):([0-5][0-9])[.,]([0-9]{3})"
_TIMING = re.compile(rf"\s*{_CLOCK}\s*-->\s*{_CLOCK}(?:\s.*)?")
# Two clocks with nothing but signs between them are meant for the times of a cue, whatever the signs are.
_LIKE_TIMING = re.compile(r"\s*[0-9:]+[.,][0-9]+[^\w\n]{1,8}[0-9:]+[.,][0-9]+(?:\s.*)?")
# The text of a cue in WebVTT holds no arrow.
_ARROW_WITHIN = re.compile("-->")
_TIMES_WITHIN = re.compile(r"-->\s*[0-9]+:[0-9]")
# How SRT begins.
_SRT = r"(?:[0-9]+\n)?[0-9]+:[0-9]{2}:[0-9]{2}[,.][0-9]{3} *-->"
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s.*)?")


def read_srt(source: Source, options: ReadOptions) -> Reading:
    """Read SRT: a number, the times, the text, an empty line."""
    return _read(source, source.lines, 0)


def read_vtt(source: Source, options: ReadOptions) -> Reading:
    """Read WebVTT; notes, styles and regions are blocks without times and are passed over."""
    lines = source.lines
    line = next(lines, "")
    if not re.fullmatch(r"WEBVTT(?:[ \t].*)?", line):
        raise source.error("expected 'WEBVTT' on the first line", 1)
    # Lines of metadata may follow the first without an empty line between.
    head = 0
    while line and "-->" not in line:
        line = next(lines, "")
        head += 1
    return _read(source, chain([line], lines), head)


def _read(source: Source, lines: Iterable[str], skipped: int) -> Reading:
    spans = Spans()
    block: list[str] = []
    is_vtt = skipped > 0
    for number, line in enumerate(chain(lines, [""]), start=1 + skipped):
        # WebVTT takes a line of spaces for text; writers of SRT leave some in empty lines.
        if line if is_vtt else line.strip():
            block.append(line)
            continue
        if block and (cue := _cue(source, block, number - len(block), optional=is_vtt)):
            spans.add(*cue)
        block = []
    if not spans:
        raise source.error("has no cues")
    return Reading.of_one_coder(source, Recording(), spans)


def _cue(source: Source, block: list[str], first: int, *, optional: bool) -> Span | None:
    """The span of a block; its times stand on the first or, below a number or a name, on the second line."""
    place = next((number for number, line in enumerate(block[:2]) if "-->" in line), None)
    for number, line in enumerate(block):
        if number != place and (_ARROW_WITHIN if optional else _TIMES_WITHIN).search(line):
            raise source.error("the times of a cue stand within a block; expected an empty line before", first + number)
        if number != place and _LIKE_TIMING.fullmatch(line):
            place = number
            break
    if place is None:
        if optional and _NO_CUE.fullmatch(block[0]):
            return None
        raise source.error(f"{block[0][:40]!r} begins a cue without times", first)
    if place and not optional and not block[0].strip().isdecimal():
        raise source.error(f"{block[0][:40]!r} stands where the number of a cue should", first)
    match = _TIMING.fullmatch(block[place])
    if match is None:
        raise source.error(
            f"{block[place][:60]!r} are not the times of a cue; expected 00:00:01,000 --> 00:00:02,000", first + place
        )
    clock = match.groups()
    start, end = _seconds(*clock[:4]), _seconds(*clock[4:])
    if end < start:
        raise source.error(f"the cue ends at {end:g} s, before its start {start:g} s", first + place)
    text = " ".join(" ".join(block[place + 1 :]).split())
    return Span(start, end, text or None)


def _seconds(hours: str | None, minutes: str, seconds: str, thousandths: str) -> float:
    return (int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)) + int(thousandths) / 1000


FORMATS = (
    Format(
        "srt",
        "SRT subtitles",
        (".srt",),
        sign=lambda head: re.match(_SRT, "\n".join(head.lines[:2])) is not None,
        read=read_srt,
    ),
    Format("vtt", "WebVTT subtitles", (".vtt",), sign=lambda head: head.text.startswith("WEBVTT"), read=read_vtt),
)
