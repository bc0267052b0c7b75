"""Plain lines of JSON read in columns, many at once: items whose codings are lists of masses.

Whatever is unusual in the file, or wrong, is left to the reader that goes line by line and says where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec
import numpy as np

from seamark.kernels.columns import Columns, Int64Array, columns_of_masses
from seamark.model.array import SegmentationArray
from seamark.model.coding_table import NameColumn

#: Longest line that is read: one item with its codings and texts.
LONGEST_LINE = 2**28

_PIECE = 2**20


class _ItemForm(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    item: str
    codings: dict[str, list[int]]
    mass: int | None = None
    texts: list[str] | None = None


class PlainItems(NamedTuple):
    """Codings as columns, and the texts of those items that have one."""

    items: NameColumn
    coders: NameColumn
    codings: SegmentationArray
    texts: dict[str, Sequence[str]]


def items_in_columns(data: bytes, start: int) -> PlainItems | None:
    """The items of a file from a place on; None if lines must be looked at one by one."""
    decoder = msgspec.json.Decoder(_ItemForm)
    names: list[str] = []
    sizes: list[int] = []
    number_of: dict[str, int] = {}
    coders: list[Int64Array] = []
    texts: dict[str, Sequence[str]] = {}
    parts: list[Columns] = []
    for piece in _pieces(data, start):
        forms = _forms(piece, decoder)
        if forms is None:
            return None
        codings = [form.codings for form in forms]
        counts = list(map(len, codings))
        columns = columns_of_masses(list(chain.from_iterable([by_coder.values() for by_coder in codings])))
        if columns is None or 0 in counts or not _fits(forms, columns.masses, np.array(counts)):
            return None
        names += [form.item for form in forms]
        sizes += counts
        told = list(chain.from_iterable(codings))
        for coder in dict.fromkeys(told):
            number_of.setdefault(coder, len(number_of))
        coders.append(np.fromiter(map(number_of.__getitem__, told), dtype=np.int64, count=len(told)))
        texts |= {form.item: form.texts for form in forms if form.texts is not None}
        parts.append(columns)
    distinct = set(names)
    if not names or len(distinct) < len(names) or "" in distinct or "" in number_of:
        return None
    items = NameColumn(names, np.repeat(np.arange(len(names)), sizes))
    return PlainItems(items, NameColumn(list(number_of), np.concatenate(coders)), _joined(parts), texts)


def _pieces(data: bytes, start: int) -> Iterator[bytes]:
    """The file in pieces of whole lines, all of which end with a line feed."""
    while start < len(data):
        end = data.find(b"\n", start + _PIECE) + 1 or len(data)
        yield data[start:end] if data[end - 1 : end] == b"\n" else data[start:end] + b"\n"
        start = end


def _forms(piece: bytes, decoder: msgspec.json.Decoder[_ItemForm]) -> list[_ItemForm] | None:
    """The items of a piece in which every line is an object, and no key stands twice."""
    signs = np.frombuffer(piece, dtype=np.uint8)
    line_ends = np.flatnonzero(signs == ord("\n"))
    last = signs[line_ends - 1 - (signs[line_ends - 1] == ord("\r"))]
    opened = signs[0] == ord("{") and np.all(signs[line_ends[:-1] + 1] == ord("{"))
    if len(piece) > LONGEST_LINE or not opened or not np.all(last == ord("}")):
        return None
    try:
        forms: list[_ItemForm] = decoder.decode_lines(piece)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    # A key that stands twice is lost in decoding, but its quotes can be counted: there are never fewer than these.
    strings = sum([3 + len(form.codings) + (form.mass is not None) for form in forms])
    strings += sum([1 + len(form.texts) for form in forms if form.texts is not None])
    usual = len(forms) == len(line_ends) and np.count_nonzero(signs == ord('"')) == 2 * strings
    return forms if usual else None


def _fits(forms: list[_ItemForm], masses: Int64Array, counts: Int64Array) -> bool:
    """Whether all codings of an item have one mass, also the one that it names and that of its text."""
    of_item = masses[np.cumsum(counts) - counts]
    for form, mass in zip(forms, of_item.tolist(), strict=True):
        if form.mass not in (None, mass) or (form.texts is not None and len(form.texts) != mass):
            return False
    return bool(np.array_equal(masses, np.repeat(of_item, counts)))


def _joined(parts: list[Columns]) -> SegmentationArray:
    sizes = np.concatenate([np.diff(part.offsets) for part in parts])
    return SegmentationArray._unchecked(
        Columns(
            np.concatenate([part.positions for part in parts]),
            np.append(0, np.cumsum(sizes)),
            np.concatenate([part.masses for part in parts]),
        )
    )
