"""Rows of a long table as codings of whole items, measured and summed up for agreement."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.agreement.coefficients import ChanceOptions, Similarity
from seamark.agreement.measurement import Measurement, measured_rows
from seamark.base.checks import string_of, true_or_false
from seamark.base.errors import InputError
from seamark.io.parquet import Array, RecordBatch
from seamark.kernels.columns import FAULTS, Int64Array, RowBuffers
from seamark.model.codings import SegmentationArray
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.scale.arrow import (
    end_of_first,
    listed_values,
    name_numbers,
    one_batch,
    segmentation_column,
    start_of_last,
    taken,
    value_keys,
)

_NO_NAME, _TWICE, _DIFFERENT_MASSES = len(FAULTS), len(FAULTS) + 1, len(FAULTS) + 2


@dataclass(frozen=True, slots=True)
class CodingColumns:
    """Which columns of a long table hold what: one row per coding.

    ``masses`` holds the segmentations, None until ``found_in`` has looked for them; with ``mass``, the number of units,
    they are positions, and ``types`` holds the types of the boundaries, if any.
    """

    item: str = "item"
    coder: str = "coder"
    masses: str | None = None
    mass: str | None = None
    types: str | None = None

    def __post_init__(self) -> None:
        for option in ("item", "coder", "masses", "mass"):
            if option in ("item", "coder") or getattr(self, option) is not None:
                string_of(getattr(self, option), option)

    def found_in(self, names: Sequence[str]) -> CodingColumns:
        """With the segmentations where a table with these columns has them, unless they are known."""
        if self.masses is not None:
            return self
        if "masses" in names or "positions" not in names:
            return replace(self, masses="masses")
        return replace(self, masses="positions", mass=self.mass or "mass", types="types" if "types" in names else None)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are read."""
        names = (self.item, self.coder, self.masses, self.mass, self.types)
        return tuple(dict.fromkeys(name for name in names if name is not None))

    def reason(self, fault: int) -> str:
        """Why a row cannot be used, in the words of these columns."""
        if fault < len(FAULTS):
            return f"{self.masses} {FAULTS[fault]}"
        if fault == _NO_NAME:
            return f"{self.item} or {self.coder} is null"
        if fault == _TWICE:
            return f"a {self.coder} occurs twice in the same {self.item}"
        return f"codings of one {self.item} cover different numbers of units"


class BadRowError(InputError):
    """A row that cannot be used; ``row`` is its place among the rows that were looked at."""

    def __init__(self, message: str, row: int) -> None:
        super().__init__(message)
        self.row = row


@dataclass(frozen=True, slots=True)
class CodingMeasurer:
    """Compares all codings of each item in a batch of whole items."""

    columns: CodingColumns
    similarity: Similarity
    chance: ChanceOptions
    strict: bool

    def __post_init__(self) -> None:
        true_or_false(self.strict, "strict")

    def __call__(self, batch: RecordBatch) -> tuple[Array, Measurement | None, Counter[str]]:
        """The names of the items, their measurement if any row can be used, and how many rows cannot, by reason."""
        rows = _CodedRows.of(batch, self.columns)
        faults = rows.faults()
        if self.strict and faults.any():
            row = int(np.flatnonzero(faults)[0])
            item, coder = (batch.column(name)[row].as_py() for name in (self.columns.item, self.columns.coder))
            raise BadRowError(f"item {item!r}, coder {coder!r}: {self.columns.reason(int(faults[row]))}", row)
        found = np.bincount(faults).tolist()
        rejected = Counter({self.columns.reason(fault): n for fault, n in enumerate(found) if fault and n})
        return rows.item_values, self._measured(rows, np.flatnonzero(faults == 0)), rejected

    def _measured(self, rows: _CodedRows, good: Int64Array) -> Measurement | None:
        if not good.size:
            return None
        order = good[np.lexsort((rows.coder[good], rows.item[good]))]
        items, item = np.unique(rows.item[order], return_inverse=True)
        coders, coder = np.unique(rows.coder[order], return_inverse=True)
        return measured_rows(
            rows.codings.take(order),
            (item, _texts(rows.item_values, items)),
            (coder, _texts(rows.coder_values, coders)),
            self.similarity,
            self.chance,
        )


def _texts(values: Array, numbers: Int64Array) -> tuple[str, ...]:
    return tuple(map(str, taken(values, numbers).to_pylist()))


@dataclass(frozen=True, slots=True)
class _CodedRows:
    """The rows of a batch, names as numbers; -1 stands for none."""

    item: Int64Array
    coder: Int64Array
    item_values: Array
    coder_values: Array
    codings: SegmentationArray
    unread: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, batch: RecordBatch, columns: CodingColumns) -> _CodedRows:
        count = batch.num_rows
        column = segmentation_column(batch, columns.masses or "masses", columns.mass)
        buffers = RowBuffers.of(count, column.count(slice(0, count)))
        faults = buffers.read(column, slice(0, count))
        item, item_values = name_numbers(batch, columns.item)
        coder, coder_values = name_numbers(batch, columns.coder)
        named = item[item >= 0]
        steps = np.diff(named)
        if np.count_nonzero(steps) + 1 > max(1, len(item_values)):
            # Every new item has a higher number than all before it: a step down goes back to an old one.
            raise _scattered(item_values[int(named[1:][steps < 0][0])].as_py())
        codings = SegmentationArray._unchecked(buffers.columns(count), (_one_type(batch, columns.types),))
        return cls(item, coder, item_values, coder_values, codings, faults)

    def faults(self) -> Int64Array:
        """What is wrong with each row; an item whose codings contradict each other loses all of them."""
        faults = self.unread.astype(np.int64)
        faults[(self.item < 0) | (self.coder < 0)] = _NO_NAME
        usable = np.flatnonzero(faults == 0)
        order = usable[np.lexsort((self.coder[usable], self.item[usable]))]
        item, coder, masses = self.item[order], self.coder[order], self.codings.masses[order]
        same_item = np.diff(item) == 0
        self._blame(faults, item[1:][same_item & (np.diff(masses) != 0)], _DIFFERENT_MASSES)
        self._blame(faults, item[1:][same_item & (np.diff(coder) == 0)], _TWICE)
        return faults

    def _blame(self, faults: Int64Array, items: Int64Array, fault: int) -> None:
        guilty = np.zeros(len(self.item_values), dtype=bool)
        guilty[items] = True
        faults[guilty[self.item] & (faults == 0)] = fault


def _one_type(batch: RecordBatch, name: str | None) -> Hashable:
    """The boundary type of all codings of a batch."""
    if name is None:
        return DEFAULT_TYPE
    labels = listed_values(batch, name)
    if len(labels) > 1:
        raise InputError(
            f"column {name!r} holds several boundary types, such as {labels[0]!r} and {labels[1]!r}; tables and "
            "large Parquet files are counted for one type: leave the column out, or convert the file to JSON first"
        )
    return labels[0] if labels else DEFAULT_TYPE


def whole_items(batches: Iterable[RecordBatch], item: str) -> Iterator[RecordBatch]:
    """The same rows cut between items, the last item of each batch being kept for the next one."""
    held: list[RecordBatch] = []
    for batch in batches:
        if not batch.num_rows:
            continue
        joined = one_batch([*held, batch])
        start = start_of_last(joined, item)  # rows that name no item go with any other
        if start:
            yield joined.slice(0, start)
        held = [joined.slice(start)] if start < joined.num_rows else []
    yield from held


def cut_off_ends(batches: Iterable[RecordBatch], item: str) -> Iterator[tuple[RecordBatch, bool]]:
    """Rows of part of a table, cut between items; True for those of its first and last item.

    Rows of these may stand in the parts before and after.
    """
    before: RecordBatch | None = None
    first = True
    for batch in whole_items(batches, item):
        if before is not None:
            stop = end_of_first(before, item) if first else 0
            if first:
                yield before.slice(0, stop), True
            if stop < before.num_rows:
                yield before.slice(stop), False
            first = False
        before = batch
    if before is not None:
        yield before, True


@dataclass(frozen=True, slots=True)
class ItemRun:
    """The first and the last item of some rows, and whether items ascend from one to the next.

    ``+`` joins it with the run of the rows that follow, which may go on with the same item. Where items ascend, none
    can come back, and nothing needs to be remembered.
    """

    first: Any
    last: Any
    ascends: bool

    @classmethod
    def of(cls, items: Array) -> ItemRun | None:
        """From the different items of some rows, in their order; None of none."""
        names = items.to_pylist()
        return cls(names[0], names[-1], all(map(operator.lt, names, names[1:]))) if names else None

    def __add__(self, other: ItemRun) -> ItemRun:
        ascends = self.ascends and other.ascends and self.last <= other.first
        return ItemRun(self.first, other.last, ascends)


class SeenItems:
    """Remembers items by eight bytes each, to notice one that comes back after others have been in between.

    Sorted arrays of growing size, so that both a look and an addition stay cheap however many there are.
    """

    def __init__(self) -> None:
        self._last: object = None
        self._sorted: list[Int64Array] = []

    def add(self, items: Array) -> None:
        """Add the items of further rows, as ``items_in_order`` has them; the first may be the last of those before."""
        if len(items) and items[0].as_py() == self._last:
            items = taken(items, np.arange(1, len(items)))
        if not len(items):
            return
        self._last = items[len(items) - 1].as_py()
        keys = value_keys(items)
        order = np.argsort(keys, kind="stable")
        added = keys[order]
        again = [order[1:][np.diff(added) == 0]]
        for known in self._sorted:
            # In ascending order, neighbours are looked up in the same part of memory.
            places = np.minimum(np.searchsorted(known, added), known.size - 1)
            again.append(order[known[places] == added])
        found = np.concatenate(again)
        if found.size:
            raise _scattered(items[int(found.min())].as_py())
        while self._sorted and self._sorted[-1].size <= added.size:
            added = np.sort(np.concatenate((self._sorted.pop(), added)), kind="stable")
        self._sorted.append(added)


def items_in_order(rows: RecordBatch, item: str) -> Array:
    """The item of every run of rows of the same item."""
    number, values = name_numbers(rows, item)
    named = number[number >= 0]
    return taken(values, named[np.flatnonzero(np.diff(named, prepend=-1))])


def _scattered(item: object) -> InputError:
    """The error for an item whose rows are not adjacent."""
    return InputError(f"the rows of item {item!r} are not adjacent; sort the table by item")
