"""Chapters of videos and podcasts: JSON of yt-dlp, ffprobe and Podcasting 2.0, FFmetadata, and OGM chapters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import msgspec

from seamark.io.format import Format, ReadOptions
from seamark.io.formats.label_lines import Start, read_chapters, reading_of_starts
from seamark.io.json_text import convert, parse
from seamark.io.reading import Reading
from seamark.io.source import CLOCK, Head, Source, seconds_of


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
        return read_chapters(inner, replace(options, duration=options.duration or found.duration))
    if not found.chapters:
        raise source.error("has no chapters, and no description in which they could be listed")
    rows = (_row(source, one, number) for number, one in enumerate(found.chapters) if one.toc)
    return reading_of_starts(source, options, rows, found.duration)


def _row(source: Source, chapter: Chapter, number: int) -> Start:
    first = chapter.podcast_start if chapter.start_time is None else chapter.start_time
    last = chapter.podcast_end if chapter.end_time is None else chapter.end_time
    try:
        return Start(float(first or 0), chapter.title or chapter.tags.title, None if last is None else float(last))
    except ValueError:
        raise source.error(f"a time is not a number of seconds - at `$.chapters[{number}]`") from None


def read_ffmetadata(source: Source, options: ReadOptions) -> Reading:
    """Read the chapters of FFmetadata; START and END count the time base of their chapter."""
    return reading_of_starts(source, options, _ffmetadata_rows(source))


def _ffmetadata_rows(source: Source) -> Iterator[Start]:
    values: dict[str, str] = {}
    begun: int | None = None  # the line of the chapter
    for number, line in source.numbered_lines:
        if line.startswith("["):
            if begun is not None:
                yield _ffmetadata_row(source, begun, values)
            values = {}
            begun = number if line.strip() == "[CHAPTER]" else None
        elif begun is not None and not line.startswith((";", "#")):
            name, equals, value = line.partition("=")
            if not equals:
                raise source.error(f"{line[:40]!r} is not a setting; expected such as START=0", number)
            values[name.strip().upper()] = re.sub(r"\\(.)", r"\1", value)
    if begun is not None:
        yield _ffmetadata_row(source, begun, values)


def _ffmetadata_row(source: Source, line: int, values: dict[str, str]) -> Start:
    base = re.fullmatch(r"([0-9]{1,9})/([1-9][0-9]{0,11})", values.get("TIMEBASE", "1/1000000000"))
    times = [values.get(name, "") for name in ("START", "END")]
    if base is None or not all(re.fullmatch(r"[0-9]{1,18}", time) for time in times):
        raise source.error("a chapter has no TIMEBASE, START and END that are whole numbers", line)
    start, end = (int(time) * int(base[1]) / int(base[2]) for time in times)
    return Start(start, values.get("TITLE"), end, line)


_OGM = re.compile(rf"CHAPTER([0-9]{{1,4}})(?:(NAME)=(.*)|={CLOCK})", re.IGNORECASE)


def read_ogm(source: Source, options: ReadOptions) -> Reading:
    """Read pairs of lines: CHAPTER01=00:01:02.000 and CHAPTER01NAME=Title."""
    times: dict[str, tuple[float, int]] = {}
    titles: dict[str, str] = {}
    for number, line in source.numbered_lines:
        match = _OGM.fullmatch(line.strip())
        if match is None:
            raise source.error(f"{line[:40]!r} is not a chapter; expected such as CHAPTER01=00:01:02.000", number)
        if match[1] in (titles if match[2] else times):
            raise source.error(f"chapter {match[1]} occurs twice", number)
        if match[2]:
            titles[match[1]] = match[3].strip()
        else:
            times[match[1]] = seconds_of(match[4]), number
    if missing := titles.keys() - times.keys():
        raise source.error(f"chapter {min(missing)} has a name and no time")
    rows = (Start(time, titles.get(name), line=line) for name, (time, line) in times.items())
    return reading_of_starts(source, options, rows)


def _matches_json(head: Head) -> bool:
    return head.is_object and head.keys.get("chapters") in ("[", "null") and "annotations" not in head.keys


CHAPTERS_JSON = Format(
    "chapters-json",
    "chapters in JSON: yt-dlp, ffprobe, podcasts",
    (".info.json", ".chapters.json", ".json"),
    _matches_json,
    read_json,
)
FFMETADATA = Format(
    "ffmetadata",
    "FFmetadata: chapters as ffmpeg writes them",
    (".ffmetadata", ".ffmeta", ".txt"),
    lambda head: head.text.startswith(";FFMETADATA"),
    read_ffmetadata,
)
OGM = Format(
    "ogm",
    "OGM chapters, as mkvtoolnix and MP4Box write them",
    (".ogm", ".txt"),
    lambda head: bool(head.lines) and _OGM.fullmatch(head.lines[0].strip()) is not None,
    read_ogm,
)
