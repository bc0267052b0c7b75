"""Labels that last until the next: sections of music, and chapters of videos and podcasts.

Lines with a start and a label (SALAMI, Harmonix), chapter lists, JSON of yt-dlp, ffprobe and podcasts, FFmetadata, and
OGM chapters.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from typing import NamedTuple

import msgspec

from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.io.format import File, Format, ReadOptions
from seamark.io.json_text import convert, parse
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.segments import Segment, files_by_coder_and_item, milliseconds
from seamark.io.source import CLOCK, SECONDS, Head, Source, seconds_of
from seamark.model.corpus import Corpus

# The label must not be a time itself, or the line would be one with a start and an end.
_TIMES = rf"(?P<start>{SECONDS})[ \t]+(?!{SECONDS}(?:[ \t]|\Z))(?P<label>\S.*)"
# Perhaps with a bullet before it, and with an end.
_CHAPTERS = (
    rf"(?:[-*•][ \t]*)?[(\[]?(?P<start>{CLOCK})(?:[ \t]*(?:[-–—]|-->|to)[ \t]*(?P<end>{CLOCK}))?[)\]]?"
    r"[ \t]*(?:[-–—:|][ \t]*)?(?P<label>\S.*)"
)
_OGM = rf"CHAPTER(?P<number>[0-9]{{1,4}})(?:NAME=(?P<title>.*)|=(?P<start>{CLOCK}))"
# The label at the end of the recording.
_END = "end"
#: Lists in a text begin at 0:00 and have at least so many chapters, as YouTube wants them.
_FEWEST_CHAPTERS = 3


class Start(NamedTuple):
    """A start and what begins there; the end where it is told, and the line that says so."""

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


def _read_starts(source: Source, options: ReadOptions, *, form: str, expected: str, in_text: bool = False) -> Reading:
    """Read starts; a list of chapters may stand in a text, such as the description of a video."""
    first, last = _chapter_lines(source) if in_text else (0, None)
    fullmatch = re.compile(form).fullmatch

    def rows() -> Iterator[Start]:
        for number, line in islice(source.numbered_lines, first, last):
            match = fullmatch(line.strip())
            if match is None:
                raise source.error(f"{line[:40]!r} is not a time and a label; expected such as {expected!r}", number)
            end = match.groupdict().get("end")
            yield Start(_time(match["start"]), match["label"].strip(), None if end is None else _time(end), number)

    reading = _reading(source, options, rows())
    if last is not None:
        left_out = first + sum(1 for _ in islice(source.numbered_lines, last, None))
        said = f"{source.name}: left out, because they are not chapters: {counted(left_out, 'line')}"
        reading.notes.extend([said] if left_out else [])
    return reading


def _chapter_lines(source: Source) -> tuple[int, int | None]:
    """The first line of a list of chapters in a text, and the one behind the last; all lines where there is no list."""
    places, times = array("q"), array("d")
    for place, (_, line) in enumerate(source.numbered_lines):
        if match := re.fullmatch(_CHAPTERS, line.strip()):
            places.append(place)
            times.append(seconds_of(match["start"]))
    return (places[0], places[-1] + 1) if _are_chapters(times) else (0, None)


def _time(told: str) -> float:
    return seconds_of(told) if ":" in told else float(told)


def _are_chapters(times: Sequence[float]) -> bool:
    """Whether lines with these times are a list of chapters of a text."""
    return len(times) >= _FEWEST_CHAPTERS and times[0] == 0 and all(one < other for one, other in pairwise(times))


#: Reads a list of chapters, which may stand in a text.
_read_chapters = partial(_read_starts, form=_CHAPTERS, expected="1:02 Title", in_text=True)


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
    """The file; a description may hold a list of chapters where there are no others."""

    chapters: list[Chapter] | None
    duration: float | None = None
    description: str | None = None


def read_json(source: Source, options: ReadOptions) -> Reading:
    """Read chapters and, where it is told, the duration of the video."""
    found = convert(source, parse(source, strict=False), ChapterList)
    if not found.chapters and found.description:
        inner = Source(source.name, found.description.encode(), source.item, source.coder)
        return _read_chapters(inner, replace(options, duration=options.duration or found.duration))
    if not found.chapters:
        raise source.error("has no chapters, and no description in which they could be listed")
    rows = (_chapter(source, one, number) for number, one in enumerate(found.chapters) if one.toc)
    return _reading(source, options, rows, found.duration)


def _chapter(source: Source, chapter: Chapter, number: int) -> Start:
    first = chapter.podcast_start if chapter.start_time is None else chapter.start_time
    last = chapter.podcast_end if chapter.end_time is None else chapter.end_time
    try:
        return Start(float(first or 0), chapter.title or chapter.tags.title, None if last is None else float(last))
    except ValueError:
        raise source.error(f"a time is not a number of seconds - at `$.chapters[{number}]`") from None


def read_ffmetadata(source: Source, options: ReadOptions) -> Reading:
    """Read the chapters of FFmetadata; START and END count the time base of their chapter."""
    return _reading(source, options, _ffmetadata_chapters(source))


def _ffmetadata_chapters(source: Source) -> Iterator[Start]:
    values: dict[str, str] = {}
    begun: int | None = None  # the line of the chapter
    for number, line in (*source.numbered_lines, (0, "[END]")):
        if line.startswith("["):
            if begun is not None:
                yield _ffmetadata_chapter(source, begun, values)
            values = {}
            begun = number if line.strip() == "[CHAPTER]" else None
        elif begun is not None and not line.startswith((";", "#")):
            name, equals, value = line.partition("=")
            if not equals:
                raise source.error(f"{line[:40]!r} is not a setting; expected such as START=0", number)
            values[name.strip().upper()] = re.sub(r"\\(.)", r"\1", value)


def _ffmetadata_chapter(source: Source, line: int, values: Mapping[str, str]) -> Start:
    base = re.fullmatch(r"([0-9]{1,9})/([1-9][0-9]{0,11})", values.get("TIMEBASE", "1/1000000000"))
    times = [values.get(name, "") for name in ("START", "END")]
    if base is None or not all(re.fullmatch(r"[0-9]{1,18}", time) for time in times):
        raise source.error("a chapter has no TIMEBASE, START and END that are whole numbers", line)
    start, end = (int(time) * int(base[1]) / int(base[2]) for time in times)
    return Start(start, values.get("TITLE"), end, line)


def read_ogm(source: Source, options: ReadOptions) -> Reading:
    """Read pairs of lines: CHAPTER01=00:01:02.000 and CHAPTER01NAME=Title."""
    times: dict[str, Start] = {}
    titles: dict[str, str] = {}
    for number, line in source.numbered_lines:
        match = re.fullmatch(_OGM, line.strip(), re.IGNORECASE)
        if match is None:
            raise source.error(f"{line[:40]!r} is not a chapter; expected such as CHAPTER01=00:01:02.000", number)
        chapter, title = match["number"], match["title"]
        if chapter in (times if title is None else titles):
            raise source.error(f"chapter {chapter} occurs twice", number)
        if title is None:
            times[chapter] = Start(seconds_of(match["start"]), None, line=number)
        else:
            titles[chapter] = title.strip()
    if missing := titles.keys() - times.keys():
        raise source.error(f"chapter {min(missing)} has a name and no time")
    return _reading(source, options, (time._replace(label=titles.get(name)) for name, time in times.items()))


def _has_chapters(head: Head) -> bool:
    matches = [re.fullmatch(_CHAPTERS, line.strip()) for line in head.lines]
    times = [seconds_of(match["start"]) for match in matches if match]
    return (len(matches) > 0 and all(matches[:2])) or _are_chapters(times)


def _are_times(head: Head) -> bool:
    """Whether lines begin with times; whole numbers without an end may count something else, such as rows or tokens."""
    matches = [re.fullmatch(_TIMES, line.strip()) for line in head.lines]
    times = [match["start"] for match in matches if match]
    ended = bool(matches) and matches[-1] is not None and matches[-1]["label"].strip().casefold() == _END
    decimals = sum(re.search(r"\.[0-9]", time) is not None for time in times)
    clear = ended or 2 * decimals > len(times)
    return clear and all(matches[:2]) and len(times) > 0.9 * len(matches) - 2


def _write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A list for each coder and item; its last line tells where the recording ends."""
    return files_by_coder_and_item(corpus, resolution, lambda spans: "".join(_lines(spans)))


def _lines(spans: list[Segment]) -> Iterator[str]:
    rows = milliseconds(spans)
    for time, label in (*((start, label) for start, _, label in rows), (rows[-1][1], "End")):
        if label.casefold() == _END and time != rows[-1][1]:
            raise InputError(f"the label {label!r} would end the recording; use vtt or textgrid")
        seconds, rest = divmod(time, 1000)
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        yield f"{clock}.{rest:03} {label}\n" if rest else f"{clock} {label}\n"


TIMES = Format(
    "times",
    "start and label on each line, in seconds (SALAMI, Harmonix)",
    _are_times,
    partial(_read_starts, form=_TIMES, expected="12.5<tab>verse"),
    bare_times=True,
)
CHAPTERS = Format(
    "chapters",
    "chapter list, such as 1:02 Title, also within a description",
    _has_chapters,
    _read_chapters,
    write_files=_write,
    kinds=("boundaries",),
)
CHAPTERS_JSON = Format(
    "chapters-json",
    "chapters in JSON: yt-dlp, ffprobe, podcasts",
    lambda head: head.is_object and head.keys.get("chapters") in ("[", "null") and "annotations" not in head.keys,
    read_json,
)
FFMETADATA = Format(
    "ffmetadata",
    "FFmetadata: chapters as ffmpeg writes them",
    lambda head: head.text.startswith(";FFMETADATA"),
    read_ffmetadata,
)
OGM = Format(
    "ogm",
    "OGM chapters, as mkvtoolnix and MP4Box write them",
    lambda head: bool(head.lines) and re.fullmatch(_OGM, head.lines[0].strip(), re.IGNORECASE) is not None,
    read_ogm,
)
