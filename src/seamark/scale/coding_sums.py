"""Codings of whole items turned into sums: all that a coefficient of agreement needs to know of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.agreement.chance import ChanceOptions
from seamark.agreement.observed import Likeness
from seamark.agreement.tally import distinct_rows, summed_by
from seamark.checks import string_of
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.read_rows import FAULTS, RowBuffers
from seamark.model.array import SegmentationArray
from seamark.model.coder_pairs import CoderPairs
from seamark.model.coding_table import CodingTable
from seamark.model.gather import gather
from seamark.scale.arrow import SegmentationColumn, arrow, is_text, plain_array
from seamark.scale.whole_items import item_keys, scattered

_NO_NAME, _TWICE, _DIFFERENT_MASSES = len(FAULTS), len(FAULTS) + 1, len(FAULTS) + 2


@dataclass(frozen=True, slots=True)
class CodingColumns:
    """Which columns of a long table hold what: one row per coding."""

    item: str = "item"
    coder: str = "coder"
    masses: str = "masses"
    mass: str | None = None

    def __post_init__(self) -> None:
        for option in ("item", "coder", "masses", "mass"):
            if option != "mass" or self.mass is not None:
                string_of(getattr(self, option), option)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are read."""
        names = (self.item, self.coder, self.masses, self.mass)
        return tuple(dict.fromkeys(name for name in names if name is not None))

    def reason(self, fault: int) -> str:
        """Why a row cannot be used, in the words of these columns."""
        if fault < len(FAULTS):
            return f"{self.masses} {FAULTS[fault]}"
        if fault == _NO_NAME:
            return f"{self.item} or {self.coder} is null"
        if fault == _TWICE:
            return f"a {self.coder} stands twice in the same {self.item}"
        return f"codings of one {self.item} cover different numbers of units"


@dataclass(frozen=True, slots=True)
class CodingSums:
    """Sums over the codings of some items.

    Attributes
    ----------
    counts
        The metric's counts, summed over all pairs of codings of an item.
    pairs, undefined
        How many pairs were compared, and how many comparisons have no value of their own.
    items, codings
        How many items and codings there are.
    coders
        For every coder the rows of chance, summed: those of pi, then those of kappa.
    met
        The pairs of coders who coded an item together, names in their order.
    rejected
        How many rows cannot be used, by reason.
    """

    counts: FloatArray
    pairs: int
    undefined: int
    items: int
    codings: int
    coders: Mapping[str, FloatArray]
    met: frozenset[tuple[str, str]]
    rejected: Counter[str]

    def __add__(self, other: CodingSums) -> CodingSums:
        coders = dict(self.coders)
        for name, rows in other.coders.items():
            coders[name] = coders[name] + rows if name in coders else rows
        return CodingSums(
            self.counts + other.counts,
            self.pairs + other.pairs,
            self.undefined + other.undefined,
            self.items + other.items,
            self.codings + other.codings,
            coders,
            self.met if other.met <= self.met else self.met | other.met,
            self.rejected + other.rejected,
        )


@dataclass(frozen=True, slots=True)
class CountedItems:
    """Sums, and the items they are of: their values and one number for each."""

    items: Any
    keys: Int64Array
    sums: CodingSums


@dataclass(frozen=True, slots=True)
class CodingCounter:
    """What is done with every batch of whole items."""

    columns: CodingColumns
    likeness: Likeness
    options: ChanceOptions
    strict: bool

    def __call__(self, batch: Any) -> CountedItems:
        """Compare all codings of each item with each other."""
        rows = _Rows.of(batch, self.columns)
        faults = rows.faults()
        if self.strict and faults.any():
            row = int(np.flatnonzero(faults)[0])
            item, coder = (batch.column(name)[row].as_py() for name in (self.columns.item, self.columns.coder))
            raise InputError(f"item {item!r}, coder {coder!r}: {self.columns.reason(int(faults[row]))}")
        found = np.bincount(faults).tolist()
        rejected = Counter({self.columns.reason(fault): n for fault, n in enumerate(found) if fault and n})
        sums = self._sums(rows.table(np.flatnonzero(faults == 0)), rows.coder_values, rejected)
        return CountedItems(rows.item_values, item_keys(rows.item_values), sums)

    def _sums(self, table: CodingTable, coder_values: Any, rejected: Counter[str]) -> CodingSums:
        pairs = CoderPairs.of_table(table)
        counts, undefined = self.likeness.count(pairs)
        boundaries = np.diff(table.codings.columns.offsets).astype(np.float64)[:, np.newaxis]
        rows = [self.options.rows(which, boundaries, table.codings.masses) for which in ("pi", "kappa")]
        by_coder = summed_by(table.coder, np.hstack(rows), len(coder_values))
        names = [str(name) for name in coder_values.to_pylist()]
        present = np.unique(table.coder).tolist()
        return CodingSums(
            counts=counts.sum(axis=0),
            pairs=len(pairs),
            undefined=undefined,
            items=int(np.unique(table.item).size),
            codings=len(table.codings),
            coders={names[coder]: by_coder[coder] for coder in present},
            met=_met(pairs, names),
            rejected=rejected,
        )


def _met(pairs: CoderPairs, names: list[str]) -> frozenset[tuple[str, str]]:
    if not len(pairs):
        return frozenset()
    (first, second), _ = distinct_rows((pairs.first, pairs.second))
    met = ((names[a], names[b]) for a, b in zip(first.tolist(), second.tolist(), strict=True))
    return frozenset((a, b) if a < b else (b, a) for a, b in met)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a batch, names as numbers; -1 stands for none."""

    item: Int64Array
    coder: Int64Array
    item_values: Any
    coder_values: Any
    codings: SegmentationArray
    unread: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, batch: Any, columns: CodingColumns) -> _Rows:
        count = batch.num_rows
        column = SegmentationColumn.of(batch, columns.masses, columns.mass)
        buffers = RowBuffers.of(count, column.values(slice(0, count)))
        column.read(slice(0, count), buffers)
        item, item_values = _numbered(batch, columns.item)
        coder, coder_values = _numbered(batch, columns.coder)
        named = item[item >= 0]
        steps = np.diff(named)
        if np.count_nonzero(steps) + 1 > max(1, len(item_values)):
            # Every new item has a higher number than all before it: a step down goes back to an old one.
            raise scattered(item_values[int(named[1:][steps < 0][0])].as_py())
        codings = SegmentationArray._unchecked(buffers.columns(count))
        return cls(item, coder, item_values, coder_values, codings, buffers.faults)

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

    def table(self, good: Int64Array) -> CodingTable:
        """The good rows, sorted by item and coder; names stay numbers."""
        order = good[np.lexsort((self.coder[good], self.item[good]))]
        item = self.item[order]
        starts = np.searchsorted(item, np.arange(len(self.item_values) + 1))
        return CodingTable({}, {}, (), (), item, self.coder[order], gather(self.codings, order), starts)


def _numbered(batch: Any, name: str) -> tuple[Int64Array, Any]:
    """A column as numbers from 0 up, in order of first appearance, and the values they stand for; -1 is null."""
    column = plain_array(batch.column(name))
    if not (is_text(column.type) or arrow("pyarrow.types").is_integer(column.type)):
        raise InputError(f"column {name!r} is {column.type}; expected names, or whole numbers")
    encoded = column.dictionary_encode()
    return encoded.indices.fill_null(-1).to_numpy().astype(np.int64), encoded.dictionary
