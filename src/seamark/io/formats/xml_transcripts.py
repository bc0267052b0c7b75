"""Transcripts in XML: EXMARaLDA basic transcriptions, FOLKER, and TTML subtitles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from seamark.io.format import NEEDS_XML, Format, ReadOptions
from seamark.io.layers import reading_of_tiers
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.source import SECONDS, Source, parse_xml, seconds_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


class _Timeline:
    """The points of a transcription; those without a time are spread evenly between their neighbours."""

    def __init__(self, source: Source, points: list[Element], name: str, time: str) -> None:
        self._source = source
        self._place = {point.get(name, ""): number for number, point in enumerate(points)}
        self._known = [number for number, point in enumerate(points) if point.get(time) is not None]
        told = [source.seconds(points[number].get(time, ""), "the time of a point") for number in self._known]
        if told != sorted(told):
            raise source.error("the times of the timeline go back")
        self._times = np.interp(np.arange(len(points)), self._known, told).tolist() if told else []

    def span(self, element: Element, start: str, end: str) -> tuple[float, float]:
        """Where an element starts and ends."""
        names = element.get(start, ""), element.get(end, "")
        for name in names:
            if name not in self._place:
                raise self._source.error(f"refers to the point {name!r}, which is not in the timeline")
            if not self._known or not self._known[0] <= self._place[name] <= self._known[-1]:
                raise self._source.error(f"the point {name!r} has no time, and no point before or after it has one")
        first, last = (self._times[self._place[name]] for name in names)
        self._source.require_forward(first, last)
        return first, last


def _root(source: Source, what: str, tag: str, *, document_type: bool = False) -> Element:
    root = parse_xml(source, f"reading {what}", document_type=document_type)
    if _local(root.tag) != tag:
        raise source.error(f"its root is {root.tag[:40]!r}; expected {tag}")
    return root


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]


def read_exmaralda(source: Source, options: ReadOptions) -> Reading:
    """Read the tiers of a basic transcription; every event is a span with its text."""
    root = _root(source, "EXMARaLDA", "basic-transcription", document_type=True)
    line = _Timeline(source, root.findall("basic-body/common-timeline/tli"), "id", "time")
    tiers = []
    for tier in root.findall("basic-body/tier"):
        spans = MarkedSpans()
        for event in tier.findall("event"):
            spans.add(*line.span(event, "start", "end"), " ".join("".join(event.itertext()).split()) or None)
        tiers.append((tier.get("display-name") or tier.get("id") or "", spans))
    return reading_of_tiers(source, tiers, Recording())


def read_folker(source: Source, options: ReadOptions) -> Reading:
    """Read contributions, labelled with their speakers."""
    root = _root(source, "FOLKER", "folker-transcription")
    line = _Timeline(source, root.findall("timeline/timepoint"), "timepoint-id", "absolute-time")
    spans = MarkedSpans()
    for one in root.findall("contribution"):
        spans.add(*line.span(one, "start-reference", "end-reference"), one.get("speaker-reference"))
    if not spans:
        raise source.error("has no contributions; expected at least one")
    return Reading.of_one_coder(source, Recording(), spans)


_OFFSET = re.compile(rf"({SECONDS})(h|ms|m|s|f|t)")
_SCALE = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_FRAMES = re.compile(r"([0-9]+:[0-5][0-9]:[0-5][0-9]):([0-9]+)")


def read_ttml(source: Source, options: ReadOptions) -> Reading:
    """Read the paragraphs that have times; every one is a cue."""
    root = _root(source, "TTML", "tt")
    settings = {_local(name): value for name, value in root.attrib.items()}
    # Ticks are frames where there is a rate of frames, else seconds.
    ticks = settings.get("tickRate", settings.get("frameRate", "1"))
    rates = {"f": settings.get("frameRate", "30"), "t": ticks}

    def time(element: Element, name: str) -> float | None:
        value = element.get(name)
        if value is None:
            return None
        offset, frames = _OFFSET.fullmatch(value), _FRAMES.fullmatch(value)
        rate = rates.get(offset[2] if offset else "f", "1")
        if not (rate.isdecimal() and int(rate)):
            raise source.error(f"a rate is {rate[:40]!r}; expected a whole number")
        if offset:
            return float(offset[1]) * _SCALE.get(offset[2], 1 / int(rate))
        if frames:
            return seconds_of(frames[1]) + int(frames[2]) / int(rate)
        if not re.fullmatch(r"[0-9]+:[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?", value):
            raise source.error(f"a time is {value[:40]!r}; expected such as 00:00:01.000 or 1.5s")
        return seconds_of(value)

    spans = MarkedSpans()
    for element in (one for one in root.iter() if _local(one.tag) == "p"):
        start, end, length = (time(element, name) for name in ("begin", "end", "dur"))
        until = end if end is not None or length is None else (start or 0) + length
        if start is None or until is None:
            continue
        source.require_forward(start, until)
        spans.add(start, until, " ".join(" ".join(element.itertext()).split()) or None)
    if not spans:
        raise source.error("has no paragraphs with begin and end; expected at least one")
    return Reading.of_one_coder(source, Recording(), spans)


EXMARALDA = Format(
    "exmaralda",
    "EXMARaLDA basic transcription",
    (".exb",),
    lambda head: "<basic-transcription" in head.text,
    read_exmaralda,
    names="tiers",
    needs=NEEDS_XML,
    layers=True,
    cues=True,
)
FOLKER = Format(
    "folker",
    "FOLKER transcript",
    (".flk", ".fln"),
    lambda head: "<folker-transcription" in head.text,
    read_folker,
    needs=NEEDS_XML,
)
TTML = Format(
    "ttml",
    "TTML subtitles",
    (".ttml", ".dfxp", ".xml"),
    lambda head: re.search(r"<(?:\w+:)?tt\s[^>]*ttml", head.text) is not None,
    read_ttml,
    needs=NEEDS_XML,
    cues=True,
)
