"""Transcripts in XML: ELAN EAF and Transcriber."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from seamark.io.format import NEEDS_XML, File, Format, ReadOptions
from seamark.io.layers import reading_of_tiers
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, Reading, Recording
from seamark.io.segments import Segment, files_by_item, milliseconds, require_apart
from seamark.io.source import Source, parse_xml
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def read_eaf(source: Source, options: ReadOptions) -> Reading:
    """Read the tiers that are aligned to time; tiers that only refer to others put no boundaries of their own."""
    root = parse_xml(source, "reading ELAN EAF")
    slots = _slots(source, root)
    tiers: list[tuple[str, MarkedSpans]] = []
    referring = []
    for tier in root.findall("TIER"):
        name, aligned = tier.get("TIER_ID", ""), tier.findall("ANNOTATION/ALIGNABLE_ANNOTATION")
        if not aligned and tier.find("ANNOTATION") is not None:
            referring.append(name)
        else:
            tiers.append((name, _spans(source, name, aligned, slots)))
    reading = reading_of_tiers(source, tiers, Recording())
    if referring:
        reading.notes.append(f"{source.name}: tiers that refer to other tiers are left out: {', '.join(referring)}")
    return reading


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
        if name in slots:
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


def read_transcriber(source: Source, options: ReadOptions) -> Reading:
    """Read sections, turns, labelled with their speakers, and what lies between times; turns unless asked otherwise."""
    root = parse_xml(source, "reading Transcriber", document_type=True)
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
    lambda head: "<ANNOTATION_DOCUMENT" in head.text,
    read_eaf,
    names="tiers",
    write_files=write_eaf,
    kinds=KINDS,
    cues=True,
)
TRS = _format(
    "trs",
    "Transcriber",
    lambda head: "<Trans " in head.text or "<!DOCTYPE Trans" in head.text,
    read_transcriber,
    layers=True,
)
