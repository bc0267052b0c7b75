"""Labels that last until the next: sections of music, and chapters of videos and podcasts.

Lines with a start and a label (SALAMI, Harmonix), chapter lists, and JSON of yt-dlp, ffprobe and podcasts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from seamark.base.errors import InputError
from seamark.io.format import Format, FormatName, ReadOptions
from seamark.io.json_text import convert, parse
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.segments import Segment, files_by_coder_and_item, milliseconds
from seamark.io.source import CLOCK, SECONDS, Head, Source, seconds_of

# The label must not be a time itself, or the line would be one with a start and an end.
_TIMES = rf"(?P<start>{SECONDS})[ \t]+(?!{SECONDS}(?:[ \t]|\Z))(?P<label>\S.*)"
# Perhaps with a bullet before it, and with an end.
_CHAPTERS = (
    rf"(?:[-*•][ \t]*)?[(\[]?(?P<start>{CLOCK})(?:[ \t]*(?:[-–—]|-->|to)[ \t]*(?P<end>{CLOCK}))?[)\]]?"
    r"[ \t]*(?:[-–—:|][ \t]*)?(?P<label>\S.*)"
)
# The label at the end of the recording.
_END = "end"


class Start(NamedTuple):
    """A start and what begins there; the end if it is given, and the line of the file."""

    start: float
    label: str | None
    end: float | None = None
    line: int | None = None


def _reading(source: Source, options: ReadOptions, rows: Iterable[Start], length: float | None = None) -> Reading:
    """What starts say about a recording, whose length may be known: a label lasts until its end, or until the next.

    A last label called "end" gives the length.
    """
    spans = MarkedSpans()
    last: Start | None = None

    def add(row: Start, after: float) -> None:
        source.require_forward(row.start, row.start if row.end is None else row.end, row.line)
        spans.add(row.start, max(row.start, after) if row.end is None else row.end, row.label)

    for row in rows:
        if last is not None and row.start < last.start:
            raise source.error(f"the time {row.start:g} is before the one above it", row.line)
        if last is not None:
            add(last, row.start)
        last = row
    if last is None:
        raise source.error("has no labels; expected at least one")
    given = options.duration.get(source.item) if isinstance(options.duration, Mapping) else options.duration
    known = given or length
    if len(spans) and (last.label or "").casefold() == _END:
        known = given or last.start
    else:
        add(last, known or last.start)
    reading = Reading.of_one_coder(source, Recording(known), spans)
    if last.end is None and known is None:
        told = f"the last label, {(last.label or '')[:40]!r}, has no end, so the item ends where it starts"
        reading.notes.append(f"{source.name}: {told}; --duration (duration=) sets its length")
    return reading


def _read_starts(source: Source, options: ReadOptions, *, form: str, expected: str) -> Reading:
    """Read a start, perhaps an end, and a label from each line."""

    def rows() -> Iterator[Start]:
        for number, line in source.numbered_lines:
            match = source.matched(form, line.strip(), f"a time and a label, such as {expected!r}", number)
            end = match.groupdict().get("end")
            yield Start(_time(match["start"]), match["label"].strip(), None if end is None else _time(end), number)

    return _reading(source, options, rows())


def _time(told: str) -> float:
    return seconds_of(told) if ":" in told else float(told)


class Tags(msgspec.Struct):
    """Where ffprobe keeps the title."""

    title: str | None = None


class Chapter(msgspec.Struct):
    """A chapter, as yt-dlp and ffprobe (``start_time``) or podcasts (``startTime``) write it."""

    start_time: float | str | None = None
    end_time: float | str | None = None
    podcast_start: float | str | None = msgspec.field(default=None, name="startTime")
    podcast_end: float | str | None = msgspec.field(default=None, name="endTime")
    title: str | None = None
    tags: Tags = msgspec.field(default_factory=Tags)
    toc: bool = True  # chapters that podcasts show in no list are no chapters


class ChapterList(msgspec.Struct):
    """The file."""

    chapters: list[Chapter] | None
    duration: float | None = None


def read_json(source: Source, options: ReadOptions) -> Reading:
    """Read chapters and, if it is given, the duration of the video."""
    found = convert(source, parse(source, strict=False), ChapterList)
    if not found.chapters:
        raise source.error("has no chapters; expected at least one")
    rows = (_chapter(source, one, number) for number, one in enumerate(found.chapters) if one.toc)
    return _reading(source, options, rows, found.duration)


def _chapter(source: Source, chapter: Chapter, number: int) -> Start:
    first = chapter.podcast_start if chapter.start_time is None else chapter.start_time
    last = chapter.podcast_end if chapter.end_time is None else chapter.end_time
    try:
        return Start(float(first or 0), chapter.title or chapter.tags.title, None if last is None else float(last))
    except ValueError:
        raise source.error(f"a time is not a number of seconds - at `$.chapters[{number}]`") from None


def _has_chapters(head: Head) -> bool:
    matches = [re.fullmatch(_CHAPTERS, line.strip()) for line in head.lines[:2]]
    return bool(matches) and all(matches)


def _are_times(head: Head) -> bool:
    """Whether lines begin with times; whole numbers without an end may count something else, such as rows or tokens."""
    matches = [re.fullmatch(_TIMES, line.strip()) for line in head.lines]
    times = [match["start"] for match in matches if match]
    ended = bool(matches) and matches[-1] is not None and matches[-1]["label"].strip().casefold() == _END
    decimals = sum(re.search(r"\.[0-9]", time) is not None for time in times)
    clear = ended or 2 * decimals > len(times)
    return clear and all(matches[:2]) and len(times) > 0.9 * len(matches) - 2


def _written(spans: list[Segment]) -> str:
    """A list whose last line tells where the recording ends."""
    rows, lines = milliseconds(spans), []
    for time, label in (*((start, label) for start, _, label in rows), (rows[-1][1], "End")):
        if label.casefold() == _END and time != rows[-1][1]:
            raise InputError(f"the label {label!r} would end the recording; use vtt or textgrid")
        seconds, rest = divmod(time, 1000)
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        line = f"{clock}.{rest:03} {label}" if rest else f"{clock} {label}"
        match = re.fullmatch(_CHAPTERS, line)
        if match is None or match["label"] != label:
            raise InputError(f"the label {label!r} begins like a separator, which is not kept; use vtt or textgrid")
        lines.append(f"{line}\n")
    return "".join(lines)


TIMES = Format(
    FormatName("times", "start and label on each line, in seconds (SALAMI, Harmonix)", (".txt",)),
    _are_times,
    partial(_read_starts, form=_TIMES, expected="12.5<tab>verse"),
    bare_times=True,
)
CHAPTERS = Format(
    FormatName("chapters", "chapter list, such as 1:02 Title", (".txt",)),
    _has_chapters,
    partial(_read_starts, form=_CHAPTERS, expected="1:02 Title"),
    write_files=partial(files_by_coder_and_item, made=_written),
    kinds=("boundaries",),
)
CHAPTERS_JSON = Format(
    FormatName(
        "chapters-json", "chapters in JSON: yt-dlp, ffprobe, podcasts", (".info.json", ".chapters.json", ".json")
    ),
    lambda head: head.is_object and head.keys.get("chapters") in ("[", "null") and "annotations" not in head.keys,
    read_json,
)
