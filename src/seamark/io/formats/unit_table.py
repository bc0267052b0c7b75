"""A table with a row per unit: the document, the segment and, where wanted, the coder and the text of the unit."""

from __future__ import annotations

from collections.abc import Mapping

from seamark.io.format import Format, ReadOptions
from seamark.io.reading import ONLY_CODER, ReadCoding, Reading
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


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the units of every document in the order of their rows."""
    header, rows = read_table(source)
    columns = columns_called(header, _NAMES)
    if not {"document", "segment"} <= columns.keys():
        raise source.error(f"the header has not the columns {COLUMNS}", 1)
    found: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    last: tuple[str, str] | None = None
    for line, cells in rows:
        given = {name: cells[number] for name, number in columns.items()}
        names = given["document"], given.get("coder", source.coder or ONLY_CODER)
        if not all((*names, given["segment"])):
            raise source.error("a document, a segment or a coder is empty; expected a name", line)
        if names != last and names in found and "coder" not in columns:
            raise source.error(f"document {names[0]!r} goes on here, after another; expected its rows together", line)
        segments, texts = found.setdefault(names, ([], []))
        segments.append(given["segment"])
        texts.append(given.get("text", ""))
        last = names
    reading = Reading()
    for (item, coder), (segments, texts) in found.items():
        reading.codings.append(ReadCoding(item, coder, Segmentation.from_labels(segments), source.name))
        if "text" in columns and reading.texts.setdefault(item, texts) != texts:
            raise source.error(f"the units of document {item!r} have other texts for coder {coder!r}")
    return reading


def _matches(head: Head) -> bool:
    return {"document", "segment"} <= columns_called(head.header_cells, _NAMES).keys()


UNITS = Format(
    "units",
    "table with a row per unit: document, segment[, coder, text]",
    (".csv", ".tsv"),
    _matches,
    read,
    measure="units",
    columns=COLUMNS,
)
