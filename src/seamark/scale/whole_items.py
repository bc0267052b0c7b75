"""Long tables cut between items: every batch then holds all codings of the items in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from seamark.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.scale.arrow import arrow


def whole_items(batches: Iterable[Any], item: str) -> Iterator[Any]:
    """The same rows, the last item of each batch being kept for the next one."""
    pa = arrow()
    held: Any = None
    for batch in batches:
        if not batch.num_rows:
            continue
        joined = batch if held is None else pa.concat_batches([held, batch])
        start = _start_of_last_item(joined.column(item))
        if start:
            yield joined.slice(0, start)
        held = joined.slice(start)
    if held is not None and held.num_rows:
        yield held


def _start_of_last_item(column: Any) -> int:
    """Where the last item starts. Rows that name no item go with any other."""
    named = column.drop_null()
    if not len(named):
        return len(column)
    other = arrow("pyarrow.compute").not_equal(column, named[len(named) - 1]).fill_null(False)
    rows = np.flatnonzero(other.to_numpy(zero_copy_only=False))
    return int(rows[-1]) + 1 if rows.size else 0


class SeenItems:
    """Remembers items by eight bytes each, to notice one that comes back after others have been in between.

    Sorted arrays of growing size, so that both a look and an addition stay cheap however many there are.
    """

    def __init__(self) -> None:
        self._sorted: list[Int64Array] = []

    def add(self, items: Any, keys: Int64Array) -> None:
        """Add the items of a batch, which have been found distinct; their keys are those of ``item_keys``."""
        for known in self._sorted:
            places = np.minimum(np.searchsorted(known, keys), known.size - 1)
            again = np.flatnonzero(known[places] == keys)
            if again.size:
                raise scattered(items[int(again[0])].as_py())
        added = np.sort(keys)
        while self._sorted and self._sorted[-1].size <= added.size:
            added = np.sort(np.concatenate((self._sorted.pop(), added)), kind="stable")
        if added.size:
            self._sorted.append(added)


def item_keys(items: Any) -> Int64Array:
    """One number per item: its own value, or a hash of 64 bits of its name."""
    if arrow("pyarrow.types").is_integer(items.type):
        return np.asarray(items.to_numpy(zero_copy_only=False)).astype(np.int64)
    return np.fromiter(map(hash, items.to_pylist()), dtype=np.int64, count=len(items))


def scattered(item: object) -> InputError:
    """The error for an item whose rows do not stand together."""
    return InputError(f"the rows of item {item!r} do not stand together; sort the table by item")
