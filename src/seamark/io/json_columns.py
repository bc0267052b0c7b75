"""Plain lines of JSON read in columns, all at once: items whose codings are lists of masses.

Whatever is unusual in the file, or wrong, is left to the reader that goes line by line and says where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from seamark.kernels.json_items import json_items
from seamark.model.array import SegmentationArray
from seamark.model.coding_table import NameColumn


class PlainItems(NamedTuple):
    """Codings as columns, and the texts of those items that have one."""

    items: NameColumn
    coders: NameColumn
    codings: SegmentationArray
    texts: dict[str, Sequence[str]]


def items_in_columns(data: bytes, start: int) -> PlainItems | None:
    """The items of a file from a place on; None if lines must be looked at one by one."""
    found = json_items(data, start)
    if found is None:
        return None
    strings = msgspec.json.Decoder(list[str])
    view = memoryview(data)
    places = zip(found.text_items.tolist(), found.text_begins.tolist(), found.text_ends.tolist(), strict=True)
    try:
        names, coders = strings.decode(found.item_names), strings.decode(found.coder_names)
        texts: dict[str, Sequence[str]] = {names[item]: strings.decode(view[begin:end]) for item, begin, end in places}
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    items = NameColumn(names, np.repeat(np.arange(len(names)), found.counts))
    by = NameColumn(coders, found.coders)
    # Of coders the kernel knows the bytes, but a name can be written in several ways.
    if len(items.number_of) < len(names) or len(by.number_of) < len(coders):
        return None
    return PlainItems(items, by, SegmentationArray._unchecked(found.codings), texts)
