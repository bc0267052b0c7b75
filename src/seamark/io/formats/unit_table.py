"""A table with a row per unit: the document, the segment and, where wanted, the coder and the text of the unit."""

from __future__ import annotations

from array import array
from collections.abc import Mapping

import numpy as np

from seamark.io.format import Format, ReadOptions
from seamark.io.reading import ONLY_CODER, Coding, Reading
from seamark.io.source import Head, Source, columns_called, read_table
from seamark.model.segmentation import Segmentation

_NAMES: Mapping[str, tuple[str, ...]] = {
    "document": ("document", "document_id", "doc", "doc_id", "item", "file"),
    "segment": ("segment", "segment_id", "section", "section_id", "topic", "topic_id"),
    "coder": ("coder", "annotator"),
    "text": ("text", "sentence", "paragraph", "unit_text"),
}
#: What a table needs, for messages.
COLUMNS = "document and segment, and perhaps coder and text, with a row per unit"


class _Units:
    """The units of a coding so far: their number, the segment of the last, and the boundaries above it."""

    __slots__ = ("boundaries", "mass", "segment", "texts")

    def __init__(self) -> None:
        self.mass = 0
        self.segment: str | None = None
        self.boundaries = array("q")
        self.texts: list[str] = []

    def add(self, segment: str, text: str | None) -> None:
        """One more unit; a boundary stands wherever the segment changes."""
        if self.segment not in (None, segment):
            self.boundaries.append(self.mass)
        self.segment = segment
        self.mass += 1
        if text is not None:
            self.texts.append(text)


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the units of every document in the order of their rows."""
    header, rows = read_table(source)
    columns = columns_called(header, _NAMES)
    if not {"document", "segment"} <= columns.keys():
        raise source.error(f"the header has not the columns {COLUMNS}", 1)
    found: dict[tuple[str, str], _Units] = {}
    last: tuple[str, str] | None = None
    for line, cells in rows:
        given = {name: cells[number] for name, number in columns.items()}
        names = given["document"], given.get("coder", source.coder or ONLY_CODER)
        if not all((*names, given["segment"])):
            raise source.error("a document, a segment or a coder is empty; expected a name", line)
        if names != last and names in found and "coder" not in columns:
            raise source.error(f"document {names[0]!r} goes on here, after another; expected its rows together", line)
        found.setdefault(names, _Units()).add(given["segment"], given.get("text"))
        last = names
    reading = Reading()
    for (item, coder), units in found.items():
        segmentation = Segmentation.from_positions(np.frombuffer(units.boundaries, dtype=np.int64), units.mass)
        reading.codings.append(Coding(item, coder, segmentation, source.name))
        if units.texts and reading.texts.setdefault(item, units.texts) != units.texts:
            raise source.error(f"the units of document {item!r} have other texts for coder {coder!r}")
    return reading


def _matches(head: Head) -> bool:
    return {"document", "segment"} <= columns_called(head.header_cells, _NAMES).keys()


FORMATS = (
    Format(
        "units",
        "table with a row per unit: document, segment[, coder, text]",
        (".csv", ".tsv"),
        _matches,
        read,
        measure="units",
        columns=COLUMNS,
    ),
)
