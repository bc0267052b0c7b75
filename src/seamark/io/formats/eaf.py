"""ELAN EAF: tiers with annotations between time slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from seamark.io.format import NEEDS_XML, File, Format, ReadOptions
from seamark.io.layers import reading_of_tiers
from seamark.io.reading import MarkedSpan, MarkedSpans, Reading, Recording
from seamark.io.segments import Segment, files_by_item, milliseconds, require_apart
from seamark.io.source import Source, parse_xml
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MILLISECONDS = 1000
_SLOT = {"TIME_SLOT_ID", "TIME_VALUE"}
_ANNOTATIONS = ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the tiers that are aligned to time; tiers that only refer to others put no boundaries of their own."""
    root = parse_xml(source, "reading ELAN EAF")
    if root.tag != "ANNOTATION_DOCUMENT":
        raise source.error(f"its root is {root.tag[:40]!r}; expected ANNOTATION_DOCUMENT")
    slots = _slots(source, root)
    tiers: list[tuple[str, MarkedSpans]] = []
    referring = []
    _check_annotations(source, root)
    parents = {element.get("TIER_ID", ""): element.get("PARENT_REF") for element in root.findall("TIER")}
    for element in root.findall("TIER"):
        name = element.get("TIER_ID", "")
        aligned = element.findall("ANNOTATION/ALIGNABLE_ANNOTATION")
        if not aligned and element.find("ANNOTATION/REF_ANNOTATION") is not None:
            referring.append(name)
        else:
            tiers.append((name, _spans(source, name, aligned, slots)))
    _check_children(source, dict(tiers), parents)
    reading = reading_of_tiers(source, tiers, Recording())
    for name, spans in tiers:
        if overlaps := _overlaps(spans):
            reading.notes.append(f"{source.name}: tier {name!r}: annotations that overlap an earlier one: {overlaps:,}")
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
        value = slot.get("TIME_VALUE")
        if value is not None and not (value.isascii() and value.isdigit() and len(value) <= 15):
            raise source.error(f"a time slot has the time {value[:40]!r}; expected milliseconds")
        if unknown := sorted(set(slot.keys()) - _SLOT):
            raise source.error(f"a time slot has the attribute {unknown[0]!r}; expected TIME_SLOT_ID and TIME_VALUE")
        name = slot.get("TIME_SLOT_ID", "")
        if not name or name in slots:
            raise source.error(f"two time slots are called {name!r}" if name else "a time slot has no name")
        slots[name] = None if value is None else int(value) / _MILLISECONDS
    return slots


def _check_annotations(source: Source, root: Element) -> None:
    """Refuse what would be passed over in a tier, names that occur twice, and references to what is not there."""
    tiers = root.findall("TIER")
    names = {tier.get("TIER_ID") for tier in tiers}
    annotations: dict[str, Element] = {}
    for tier in tiers:
        place = f"tier {tier.get('TIER_ID')!r}"
        parent = tier.get("PARENT_REF")
        if parent is not None and parent not in names:
            raise source.error(f"{place} refers to the tier {parent!r}, which is not there")
        for element in tier:
            inner = [child.tag for child in element]
            if element.tag != "ANNOTATION" or len(inner) != 1 or inner[0] not in _ANNOTATIONS:
                found = " with ".join([element.tag, " and ".join(inner) or "nothing"])
                raise source.error(f"{place} holds {found[:80]!r}; expected ANNOTATION with one of {_ANNOTATIONS}")
            name = element[0].get("ANNOTATION_ID")
            if name is not None and name in annotations:
                raise source.error(f"two annotations are called {name!r}")
            if name is not None:
                annotations[name] = element[0]
    for annotation in annotations.values():
        reference = annotation.get("ANNOTATION_REF")
        if reference is not None and reference not in annotations:
            raise source.error(f"an annotation refers to {reference!r}, which is not there")


def _check_children(source: Source, tiers: dict[str, MarkedSpans], parents: dict[str, str | None]) -> None:
    """Refuse an annotation that lies outside of the annotations of the tier above, whose part it should be."""
    for name, spans in tiers.items():
        above = tiers.get(parents.get(name) or "")
        if above is None or not above or not spans:
            continue
        order = np.argsort(above.starts, kind="stable")
        # The farthest end of all annotations that start until then: they may overlap.
        starts, ends = above.starts[order], np.maximum.accumulate(above.ends[order])
        number = np.searchsorted(starts, spans.starts, side="right") - 1
        within = (number >= 0) & (spans.ends <= ends[number])
        if not within.all():
            start, end = (edges[int(within.argmin())] for edges in (spans.starts, spans.ends))
            fault = f"the annotation from {start:g} to {end:g} lies within none of the tier above"
            raise source.error(f"tier {name!r}: {fault}, {parents[name]!r}")


def _spans(source: Source, tier: str, annotations: list[Element], slots: dict[str, float | None]) -> MarkedSpans:
    edges: list[tuple[str, str, str]] = []
    for annotation in annotations:
        ends = annotation.get("TIME_SLOT_REF1", ""), annotation.get("TIME_SLOT_REF2", "")
        for slot in ends:
            if slot not in slots:
                raise source.error(f"tier {tier!r} refers to the time slot {slot!r}, which is not there")
        edges.append((*ends, annotation.findtext("ANNOTATION_VALUE") or ""))
    times = _times(source, tier, edges, slots)
    spans = [MarkedSpan(times[start], times[end], label) for start, end, label in edges]
    return MarkedSpans.of(spans)


def _overlaps(spans: MarkedSpans) -> int:
    """How many annotations start before the end of an earlier one: ELAN makes none, but other tools do."""
    order = np.lexsort((spans.ends, spans.starts))
    reached = np.maximum.accumulate(spans.ends[order])
    return int(np.count_nonzero(spans.starts[order][1:] < reached[:-1]))


def _times(
    source: Source, tier: str, edges: list[tuple[str, str, str]], slots: dict[str, float | None]
) -> dict[str, float]:
    """Times for all slots of a tier; open ones are spread evenly between their neighbours, as ELAN shows them."""
    times = {slot: time for start, end, _ in edges for slot in (start, end) if (time := slots[slot]) is not None}
    following = {start: end for start, end, _ in edges}
    passed: set[str] = set()  # so that slots which follow one another in a ring are passed once
    for first in list(times):
        chain = [first]
        while (after := following.get(chain[-1])) is not None and after not in times and after not in passed:
            chain.append(after)
            passed.add(after)
        if after is not None and after in times:
            step = (times[after] - times[first]) / len(chain)
            times |= {slot: times[first] + step * number for number, slot in enumerate(chain[1:], start=1)}
    for start, end, _ in edges:
        for slot in (start, end):
            if slot not in times:
                raise source.error(f"tier {tier!r} has an annotation at time slot {slot!r}, whose time is not known")
    return times


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
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


EAF = Format(
    "eaf",
    "ELAN EAF",
    (".eaf",),
    lambda head: "<ANNOTATION_DOCUMENT" in head.text,
    read,
    names="tiers",
    write_files=write,
    kinds=KINDS,
    tells_length=False,
    needs=NEEDS_XML,
    layers=True,
    cues=True,
)
