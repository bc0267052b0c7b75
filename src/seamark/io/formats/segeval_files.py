"""The files of the older segeval: JSON with masses by item and coder, and tables of masses or of segment numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np

from seamark.base.errors import InputError
from seamark.io.format import File, FormatName, ReadOptions, unit_format
from seamark.io.formats.seamark_json import checked_metadata, encoded
from seamark.io.json_text import convert, parse
from seamark.io.reading import CodingRows, ReadCoding, Reading
from seamark.io.source import Head, Source, encode_table, read_table, whole_number, write_row
from seamark.kernels.columns import LARGEST_MASS
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus

_RESERVED = ("items", "segmentation_type")


def read_json(source: Source, options: ReadOptions) -> Reading:
    """Read ``{"segmentation_type": "linear", "items": {item: {coder: masses}}}``.

    Items may be nested; the name of an item is then its path, joined by commas, as segeval names nested folders.
    """
    value = convert(source, parse(source), dict[str, Any])
    kind = value.get("segmentation_type", "linear")
    if kind != "linear":
        raise source.error(f"segmentation_type is {kind!r}; expected 'linear' - at `$.segmentation_type`")
    if not isinstance(value.get("items"), dict):
        raise source.error("expected an object of items - at `$.items`")
    reading = Reading(metadata={key: kept for key, kept in value.items() if key not in _RESERVED})
    for path, coder, masses in _leaves(source, value["items"], ()):
        where = "".join(f"[{name!r}]" for name in (*path, coder))
        if not path or not isinstance(masses, list) or not all(type(mass) is int for mass in masses):
            raise source.error(f"expected item, then coder, then a list of masses - at `$.items{where}`")
        reading.codings.append(ReadCoding(",".join(path), coder, masses, source.name))
    return reading


def _leaves(source: Source, value: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    if path and not value:
        raise source.error(f"item {','.join(path)!r} has no codings; expected at least one")
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from _leaves(source, inner, (*path, key))
        else:
            yield path, key, inner


def read_table_file(source: Source, options: ReadOptions) -> Reading:
    """Read ``Coder, Masses`` or the older ``Coder, Positions``: a coder per row, and behind it all its numbers."""
    header, rows, _ = read_table(source, ragged=True)
    kind = header[1].strip().casefold() if len(header) > 1 else ""
    if header[0].strip().casefold() != "coder" or kind not in ("masses", "positions"):
        raise source.error("expected the header 'Coder' and 'Masses' (or 'Positions')", 1)
    coders: list[str] = []
    every, offsets = array("q"), array("q", [0])
    for line, (coder, *cells) in rows:
        while cells and not cells[-1]:
            cells.pop()
        what = f"a number of coder {coder!r}"
        numbers = [whole_number(cell, what, line, source.error) for cell in cells]
        if not coder or not numbers:
            raise source.error("expected a coder and at least one number", line)
        if min(numbers) < 1:
            raise source.error(f"coder {coder!r} has {min(numbers)}; expected numbers of at least 1", line)
        if kind == "positions" and sorted(numbers) != numbers:
            raise source.error(f"the segment numbers of coder {coder!r} go back", line)
        masses = numbers if kind == "masses" else [len(list(run)) for _, run in groupby(numbers)]
        if sum(masses) > LARGEST_MASS:
            raise source.error(f"the masses of coder {coder!r} add up to more than 2**62", line)
        every.extend(masses)
        offsets.append(len(every))
        coders.append(coder)
    if not coders:
        raise source.error("has no rows; expected a coder at least")
    codings = SegmentationArray.from_columns(*(np.frombuffer(column, dtype=np.int64) for column in (every, offsets)))
    return Reading(rows=CodingRows([source.item] * len(coders), coders, codings, source.name))


def write_json(corpus: Corpus) -> Iterator[bytes]:
    """Write masses by item and coder; metadata are beside the items, where segeval keeps properties."""
    metadata = checked_metadata(corpus.metadata)
    for key in _RESERVED:
        if key in metadata:
            raise InputError(f"metadata {key!r} has a meaning of its own in segeval's JSON")
    yield encoded({"segmentation_type": "linear", **metadata}).removesuffix(b"}") + b',"items":{\n'
    for number, item in enumerate(corpus):
        masses = {coder: list(segmentation.masses) for coder, segmentation in corpus[item].items()}
        yield (b",\n" if number else b"") + encoded({item: masses})[1:-1]
    yield b"\n}}\n"


def write_tables(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One table of masses per item."""
    for item in corpus:
        rows = [write_row((coder, *segmentation.masses), "\t") for coder, segmentation in corpus[item].items()]
        yield (item,), encode_table([write_row(("Coder", "Masses"), "\t"), *rows])


def _is_json(head: Head) -> bool:
    if head.is_ours:
        return False
    return head.is_object and (head.keys.get("items") == "{" or "segmentation_type" in head.keys)


def is_segeval_table(head: Head) -> bool:
    """Whether a file begins as the tables of segeval do."""
    cells = head.header_cells
    return len(cells) > 1 and cells[0] == "coder" and cells[1] in ("masses", "positions")


SEGEVAL_JSON = unit_format(
    FormatName("segeval-json", "JSON of segeval: items, coders, masses", (".json", ".jsn")),
    _is_json,
    read_json,
    names="both",
    write_file=write_json,
    keeps=("metadata",),
)
SEGEVAL_TSV = unit_format(
    FormatName("segeval-tsv", "table of segeval, a file per item: coder and masses", (".tsv", ".csv")),
    is_segeval_table,
    read_table_file,
    names="coders",
    write_files=write_tables,
)
