"""Transcriber .trs: sections, the turns within them, and the times (Sync) within turns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from seamark.io.format import NEEDS_XML, Format, ReadOptions
from seamark.io.reading import ONLY_CODER, Layering, MarkedSpans, Marks, Reading, Recording
from seamark.io.source import Source, parse_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def read(source: Source, options: ReadOptions) -> Reading:
    """Read sections, turns, labelled with their speakers, and what lies between times; turns unless asked otherwise."""
    root = parse_xml(source, "reading Transcriber", document_type=True)
    if root.tag != "Trans":
        raise source.error(f"its root is {root.tag[:40]!r}; expected Trans")
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
    return Reading(marks=marks, layering=Layering.KINDS, default_layer="Turn")


def _edges(source: Source, element: Element) -> tuple[float, float]:
    start, end = (
        source.seconds(element.get(name, ""), f"{name} of a {element.tag}") for name in ("startTime", "endTime")
    )
    source.require_forward(start, end)
    return start, end


TRS = Format(
    "trs",
    "Transcriber",
    (".trs",),
    lambda head: "<Trans " in head.text or "<!DOCTYPE Trans" in head.text,
    read,
    needs=NEEDS_XML,
    layers=True,
)
