"""Transcripts in XML: ELAN EAF, EXMARaLDA basic transcriptions, FOLKER, Transcriber, and TTML subtitles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from seamark.io.format import NEEDS_XML, File, Format, ReadOptions
from seamark.io.layers import reading_of_tiers
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, Reading, Recording, TimedSpan
from seamark.io.segments import Segment, files_by_item, milliseconds, require_apart
from seamark.io.source import SECONDS, Source, local_name, parse_xml, seconds_of
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def _root(source: Source, what: str, tag: str, *, document_type: bool = False) -> Element:
    root = parse_xml(source, f"reading {what}", document_type=document_type)
    if local_name(root.tag) != tag:
        raise source.error(f"its root is {root.tag[:40]!r}; expected {tag}")
    return root


_ANNOTATIONS = ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION")


def read_eaf(source: Source, options: ReadOptions) -> Reading:
    """Read the tiers that are aligned to time; tiers that only refer to others put no boundaries of their own."""
    root = _root(source, "ELAN EAF", "ANNOTATION_DOCUMENT")
    slots = _slots(source, root)
    tiers: list[tuple[str, MarkedSpans]] = []
    referring = []
    known: set[str] = set()
    references: set[str] = set()
    for tier in root.findall("TIER"):
        name = tier.get("TIER_ID", "")
        annotations = [_annotation(source, name, element) for element in tier]
        known.update(one.get("ANNOTATION_ID", "") for one in annotations)
        references.update(one.get("ANNOTATION_REF", "") for one in annotations)
        aligned = [one for one in annotations if one.tag == _ANNOTATIONS[0]]
        if annotations and not aligned:
            referring.append(name)
        else:
            tiers.append((name, _spans(source, name, aligned, slots)))
    if missing := sorted(references - known - {""}):
        raise source.error(f"an annotation refers to {missing[0]!r}, which is not there")
    reading = reading_of_tiers(source, tiers, Recording())
    for name, spans in tiers:
        if overlaps := _overlaps(spans):
            reading.notes.append(f"{source.name}: tier {name!r}: annotations that overlap an earlier one: {overlaps:,}")
    if referring:
        reading.notes.append(f"{source.name}: tiers that refer to other tiers are left out: {', '.join(referring)}")
    return reading


def _annotation(source: Source, tier: str, element: Element) -> Element:
    """The annotation in an element of a tier; nothing else is passed over."""
    if element.tag != "ANNOTATION" or len(element) != 1 or element[0].tag not in _ANNOTATIONS:
        raise source.error(f"tier {tier!r} holds {element.tag[:40]!r}; expected ANNOTATION with one of {_ANNOTATIONS}")
    return element[0]


def _slots(source: Source, root: Element) -> dict[str, float | None]:
    """The time of every slot; None where ELAN left it open."""
    units = root.find("HEADER")
    if units is not None and units.get("TIME_UNITS", "milliseconds") != "milliseconds":
        raise source.error(f"its time unit is {units.get('TIME_UNITS')!r}; expected milliseconds")
    slots: dict[str, float | None] = {}
    for slot in root.findall("TIME_ORDER/TIME_SLOT"):
        name, value = slot.get("TIME_SLOT_ID", ""), slot.get("TIME_VALUE")
        if value is not None and not (value.isascii() and value.isdigit() and len(value) <= 15):
            raise source.error(f"a time slot has the time {value[:40]!r}; expected milliseconds")
        if unknown := sorted(set(slot.keys()) - {"TIME_SLOT_ID", "TIME_VALUE"}):
            raise source.error(f"a time slot has the attribute {unknown[0]!r}; expected TIME_SLOT_ID and TIME_VALUE")
        if not name or name in slots:
            raise source.error(f"two time slots are called {name!r}; expected a name for each")
        slots[name] = None if value is None else int(value) / 1000
    return slots


def _spans(source: Source, tier: str, annotations: list[Element], slots: dict[str, float | None]) -> MarkedSpans:
    edges = [(one.get("TIME_SLOT_REF1", ""), one.get("TIME_SLOT_REF2", "")) for one in annotations]
    times = _times(source, tier, edges, slots)
    made = MarkedSpans()
    for (start, end), annotation in zip(edges, annotations, strict=True):
        made.add(times[start], times[end], annotation.findtext("ANNOTATION_VALUE"))
    return made


def _overlaps(spans: MarkedSpans) -> int:
    """How many annotations start before the end of an earlier one: ELAN makes none, but other tools do."""
    order = np.lexsort((spans.ends, spans.starts))
    reached = np.maximum.accumulate(spans.ends[order])
    return int(np.count_nonzero(spans.starts[order][1:] < reached[:-1]))


def _times(source: Source, tier: str, edges: list[tuple[str, str]], slots: dict[str, float | None]) -> dict[str, float]:
    """Times for all slots of a tier; open ones are spread evenly between their neighbours, as ELAN shows them."""
    times = {slot: time for ends in edges for slot in ends if (time := slots.get(slot)) is not None}
    following = dict(edges)
    passed: set[str] = set()  # so that slots which follow one another in a ring are passed once
    for first in list(times):
        chain = [first]
        while (after := following.get(chain[-1])) in slots and after not in times and after not in passed:
            chain.append(after)
            passed.add(after)
        if after in times:
            step = (times[after] - times[first]) / len(chain)
            times |= {slot: times[first] + step * number for number, slot in enumerate(chain[1:], start=1)}
    for slot in (slot for ends in edges for slot in ends):
        if slot not in times:
            raise source.error(f"tier {tier!r} has an annotation at time slot {slot!r}, whose time is not known")
    return times


def write_eaf(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """An EAF for each item."""
    return files_by_item(corpus, resolution, lambda tiers, end: _eaf(tiers))


_EAF = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<ANNOTATION_DOCUMENT AUTHOR="" DATE="2000-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">\n'
    '  <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>\n'
)


_EAF_TYPE = '  <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="default-lt" TIME_ALIGNABLE="true"/>\n'


def _eaf(tiers: dict[str, list[Segment]]) -> str:
    for tier, spans in tiers.items():
        require_apart(spans, tier)
    timed = {coder: milliseconds(spans) for coder, spans in tiers.items()}
    times = sorted({time for spans in timed.values() for start, end, _ in spans for time in (start, end)})
    slot = {time: f"ts{number}" for number, time in enumerate(times, start=1)}
    lines = [_EAF, "  <TIME_ORDER>\n"]
    lines += [f'    <TIME_SLOT TIME_SLOT_ID="{name}" TIME_VALUE="{time}"/>\n' for time, name in slot.items()]
    lines.append("  </TIME_ORDER>\n")
    number = 0
    for coder, rows in timed.items():
        lines.append(f'  <TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID={quoteattr(coder)}>\n')
        for start, end, label in rows:
            number += 1
            place = f'ANNOTATION_ID="a{number}" TIME_SLOT_REF1="{slot[start]}" TIME_SLOT_REF2="{slot[end]}"'
            lines.append(f"    <ANNOTATION>\n      <ALIGNABLE_ANNOTATION {place}>\n")
            lines.append(f"        <ANNOTATION_VALUE>{escape(label)}</ANNOTATION_VALUE>\n")
            lines.append("      </ALIGNABLE_ANNOTATION>\n    </ANNOTATION>\n")
        lines.append("  </TIER>\n")
    return "".join([*lines, _EAF_TYPE, "</ANNOTATION_DOCUMENT>\n"])


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
    spans = (
        TimedSpan(*line.span(one, "start-reference", "end-reference"), one.get("speaker-reference"))
        for one in root.findall("contribution")
    )
    return Reading.of_recording(source, spans, "contributions")


_OFFSET = re.compile(rf"({SECONDS})(h|ms|m|s|f|t)")
_SCALE = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_FRAMES = re.compile(r"([0-9]+:[0-5][0-9]:[0-5][0-9]):([0-9]+)")


def read_ttml(source: Source, options: ReadOptions) -> Reading:
    """Read the paragraphs that have times; every one is a cue."""
    root = _root(source, "TTML", "tt")
    settings = {local_name(name): value for name, value in root.attrib.items()}
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

    def cues() -> Iterator[TimedSpan]:
        for element in (one for one in root.iter() if local_name(one.tag) == "p"):
            start, end, length = (time(element, name) for name in ("begin", "end", "dur"))
            until = end if end is not None or length is None else (start or 0) + length
            if start is not None and until is not None:
                yield TimedSpan(start, until, " ".join(element.itertext()))

    return Reading.of_recording(source, cues(), "paragraphs with begin and end")


def read_transcriber(source: Source, options: ReadOptions) -> Reading:
    """Read sections, turns, labelled with their speakers, and what lies between times; turns unless asked otherwise."""
    root = _root(source, "Transcriber", "Trans", document_type=True)
    names = {one.get("id"): one.get("name") for one in root.findall("Speakers/Speaker")}
    topics = {one.get("id"): one.get("desc") for one in root.findall("Topics/Topic")}
    layers = {"Section": MarkedSpans(), "Turn": MarkedSpans(), "Sync": MarkedSpans()}
    last = 0.0
    for section in root.findall("Episode/Section"):
        start, end = _edges(source, section)
        last = max(last, end)
        layers["Section"].add(start, end, topics.get(section.get("topic")) or section.get("type"))
        for turn in section.findall("Turn"):
            start, end = _edges(source, turn)
            label = " + ".join(names.get(speaker) or speaker for speaker in turn.get("speaker", "").split())
            layers["Turn"].add(start, end, label)
            times = {start, *(source.seconds(sync.get("time", ""), "a time") for sync in turn.findall("Sync"))}
            for one, other in pairwise([*sorted(times), end]):
                layers["Sync"].add(one, other, label)
    if not layers["Turn"]:
        raise source.error("has no turns; expected Turn within Section, within Episode")
    marks = [
        Marks(source.item, source.coder or ONLY_CODER, Recording(last), spans, source.name, tier=layer)
        for layer, spans in layers.items()
    ]
    return Reading(marks=marks, layering="kind of unit", default_layer="Turn")


def _edges(source: Source, element: Element) -> tuple[float, float]:
    start, end = (
        source.seconds(element.get(name, ""), f"{name} of a {element.tag}") for name in ("startTime", "endTime")
    )
    source.require_forward(start, end)
    return start, end


_format = partial(Format, needs=NEEDS_XML)

EAF = _format(
    "eaf",
    "ELAN EAF",
    (".eaf",),
    lambda head: "<ANNOTATION_DOCUMENT" in head.text,
    read_eaf,
    names="tiers",
    write_files=write_eaf,
    kinds=KINDS,
    cues=True,
)
EXMARALDA = _format(
    "exmaralda",
    "EXMARaLDA basic transcription",
    (".exb",),
    lambda head: "<basic-transcription" in head.text,
    read_exmaralda,
    names="tiers",
    cues=True,
)
FOLKER = _format(
    "folker",
    "FOLKER transcript",
    (".flk", ".fln"),
    lambda head: "<folker-transcription" in head.text,
    read_folker,
)
TTML = _format(
    "ttml",
    "TTML subtitles",
    (".ttml", ".dfxp", ".xml"),
    lambda head: re.search(r"<(?:\w+:)?tt\s[^>]*ttml", head.text) is not None,
    read_ttml,
    cues=True,
)
TRS = _format(
    "trs",
    "Transcriber",
    (".trs",),
    lambda head: "<Trans " in head.text or "<!DOCTYPE Trans" in head.text,
    read_transcriber,
    layers=True,
)
