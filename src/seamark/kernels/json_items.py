"""Lines of JSON turned into columns by the kernel."""

from __future__ import annotations

from typing import NamedTuple

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import Columns, Int64Array


class JsonItems(NamedTuple):
    """Codings as columns, their coders by number, and how many of them each item has.

    Names are arrays of JSON. Of the items with texts there are the number, and where the array begins and ends in the
    data.
    """

    codings: Columns
    coders: Int64Array
    counts: Int64Array
    item_names: bytes
    coder_names: bytes
    text_items: Int64Array
    text_begins: Int64Array
    text_ends: Int64Array


def json_items(data: bytes, start: int) -> JsonItems | None:
    """The items that stand in the data from a place on, or None when a line is not of the plain shape.

    Examples
    --------
    >>> found = json_items(b'{"item": "poem", "codings": {"ann": [2, 3], "ben": [5]}}', 0)
    >>> found.codings.positions.tolist(), found.codings.masses.tolist(), found.item_names, found.coder_names
    ([2], [5, 5], b'["poem"]', b'["ann","ben"]')
    """
    found = call(_kernel.json_items, data, start)
    if found is None:
        return None
    positions, offsets, masses, coders, counts, item_names, coder_names, items, begins, ends = found
    codings = Columns(positions, offsets, masses)
    return JsonItems(codings, coders, counts, item_names, coder_names, items, begins + start, ends + start)
