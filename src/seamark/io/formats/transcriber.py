"""Transcriber .trs: sections, the turns within them, and the times (Sync) within turns."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from seamark.io.format import Format
from seamark.io.layers import chosen_layer
from seamark.io.options import ReadOptions
from seamark.io.reading import Reading, Recording, Spans
from seamark.io.source import Source
from seamark.io.xml_text import parse_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_LAYERS = ("Section", "Turn", "Sync")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read turns, labelled with their speakers; ``layer`` reads sections, or what lies between times."""
    root = parse_xml(source, "reading Transcriber", document_type=True)
    if root.tag != "Trans":
        raise source.error(f"its root is {root.tag[:40]!r}; expected Trans")
    layer = chosen_layer(source, options.layer or "Turn", _LAYERS)
    sections = root.findall("Episode/Section")
    turns = [turn for section in sections for turn in section.findall("Turn")]
    names = {one.get("id"): one.get("name") for one in root.findall("Speakers/Speaker")}
    topics = {one.get("id"): one.get("desc") for one in root.findall("Topics/Topic")}
    spans = Spans()
    for section in sections if layer == "Section" else ():
        start, end = _edges(source, section)
        spans.add(start, end, topics.get(section.get("topic")) or section.get("type"))
    for turn in turns if layer != "Section" else ():
        start, end = _edges(source, turn)
        label = " + ".join(names.get(speaker) or speaker for speaker in turn.get("speaker", "").split())
        syncs = [_time(source, sync, "time") for sync in turn.findall("Sync")] if layer == "Sync" else []
        edges = [*sorted({start, *syncs}), end]
        for one, other in pairwise(edges):
            spans.add(one, other, label)
    if not spans:
        raise source.error(f"has no {layer}")
    last = max((_edges(source, one)[1] for one in sections), default=None)
    return Reading.of_one_coder(source, Recording(last), spans)


def _edges(source: Source, element: Element) -> tuple[float, float]:
    start, end = (_time(source, element, name) for name in ("startTime", "endTime"))
    if end < start:
        raise source.error(f"a {element.tag} ends at {end:g}, before its start {start:g}")
    return start, end


def _time(source: Source, element: Element, name: str) -> float:
    value = element.get(name, "")
    try:
        return float(value)
    except ValueError:
        raise source.error(f"a {element.tag} has {name} {value[:40]!r}; expected seconds") from None


FORMATS = (
    Format(
        "trs",
        "Transcriber",
        (".trs",),
        sign=lambda head: "<Trans " in head.text or "<!DOCTYPE Trans" in head.text,
        read=read,
        needs="defusedxml: pip install 'seamark[formats]'",
        has_layers=True,
    ),
)
