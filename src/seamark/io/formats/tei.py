"""TEI: paragraphs, verse lines and headings are units, and divisions begin segments; or milestones do.

The depth of divisions becomes the boundary type, 1 for the coarsest, as with the headings of Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seamark.io.format import NEEDS_XML, Format, ReadOptions
from seamark.io.reading import ONLY_CODER, ReadCoding, Reading
from seamark.io.source import Source, parse_xml
from seamark.model.segmentation import Segmentation

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_UNITS = frozenset(("p", "l", "ab", "head", "item", "u", "speaker", "stage"))


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a document; ``layer`` names a unit of milestones, such as section or pb, to be read instead of divisions."""
    root = parse_xml(source, "reading TEI")
    bodies = [element for element in root.iter() if _local(element) == "body"]
    if not bodies:
        raise source.error("has no body; expected TEI with a text")
    units: list[str] = []
    begins: dict[int, int] = {}
    for kind, text, depth in (event for body in bodies for event in _events(body, 0, options.layer)):
        if kind == "unit":
            units.append(text)
        else:
            begins[len(units)] = min(begins.get(len(units), depth), depth)
    if not units:
        raise source.error("has no paragraphs, lines or headings; expected at least one")
    inner = {place: depth for place, depth in begins.items() if 0 < place < len(units)}
    if options.layer is not None and not begins:
        raise source.error(f"has no milestones of the unit {options.layer!r}", option="layer")
    used = sorted(set(inner.values()))
    levels = [used.index(depth) + 1 for depth in inner.values()]
    coding = Segmentation.from_positions(list(inner), len(units), levels)
    found = ReadCoding(source.item, source.coder or ONLY_CODER, coding, source.name)
    return Reading([found], texts={source.item: units}, types=[*range(1, len(used) + 1)])


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _events(element: Element, depth: int, layer: str | None) -> Iterator[tuple[str, str, int]]:
    """Units, and beginnings of segments with their depth, in the order of the text."""
    for child in element:
        name = _local(child)
        if layer is None and name.startswith("div"):
            yield "begin", "", depth + 1
            yield from _events(child, depth + 1, layer)
        elif layer is not None and (name == layer or (name == "milestone" and child.get("unit") == layer)):
            yield "begin", "", 1
        elif name in _UNITS and not any(_local(inner) in _UNITS for inner in child.iter() if inner is not child):
            if text := " ".join("".join(child.itertext()).split()):
                yield "unit", text, depth
            if layer is not None:  # a milestone within a unit begins with the next one
                yield from (event for event in _events(child, depth, layer) if event[0] == "begin")
        else:
            yield from _events(child, depth, layer)


TEI = Format(
    "tei",
    "TEI: divisions or milestones begin segments",
    (".tei", ".xml"),
    lambda head: "<TEI" in head.text and "tei-c.org" in head.text,
    read,
    measure="units",
    needs=NEEDS_XML,
    layers=True,
)
