"""Rows of a table as pairs of codings, a block at a time: which are bad, and why rows have no score.

Boundaries stand in lists of whole numbers or in strings, which the kernel reads; labels and spans stand in lists of
structs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.checks import string_of
from seamark.base.errors import InputError
from seamark.io.parquet import Array, RecordBatch, Schema
from seamark.kernels.columns import FAULTS, LARGEST_MASS, FloatArray, Int32Array, Int64Array, RowBuffers, RowColumn
from seamark.kernels.fused import Place, score_rows
from seamark.metrics.base import Metric
from seamark.metrics.similarity import S
from seamark.model.checks import in_type_order
from seamark.model.codings import Codings, Kind, SegmentationArray
from seamark.scale.arrow import (
    label_codes,
    segmentation_column,
    struct_fields,
    struct_lists,
    text_column,
    whole_numbers,
)

#: Small enough for a block and what is computed from it to stay in the cache, large enough for numpy to be worth it.
BLOCK_ROWS, _VALUES = 2**13, 2**18

#: What is wrong with each row, by number: 0 nothing, then the faults of the reference, those of the hypothesis, and one
#: of both together, as the kernel numbers them; the faults of lists of structs have numbers of their own.
Status: TypeAlias = npt.NDArray[np.uint8]
_OF_HYPOTHESIS = 16
_DIFFERENT_MASSES = 32
_OF_STRUCTS = 64

_STRUCT_FAULTS = (
    "is as it should be",
    "is null",
    "holds a null",
    "is empty; expected at least one segment",
    "has a mass below 1",
    "covers more than 2**62 units",
    "has a span that is empty, runs backwards or starts before 0",
    "has a span that ends after the last unit",
    "has no number of units, or one below 1",
)
_NULL, _HOLDS_NULL, _EMPTY, _BELOW_1, _TOO_LARGE, _BAD_SPAN, _OUTSIDE, _NO_LENGTH = range(1, 9)

#: The fields of structs by the kind of coding that a list of them is: whole numbers, then the label.
_FIELDS: dict[Kind, tuple[tuple[str, ...], str]] = {
    "labels": (("mass",), "label"),
    "spans": (("start", "end"), "category"),
}


def kind_of_column(schema: Schema, name: str) -> Kind:
    """The kind of coding that a column holds: boundaries, unless it has lists of structs."""
    present = struct_fields(schema, name)
    if present is None:
        return "boundaries"
    if {"mass", "label"} <= present:
        return "labels"
    if {"start", "end"} <= present:
        return "spans"
    raise InputError(
        f"column {name!r} holds structs of {', '.join(sorted(present))}; expected mass and label, or start and end"
    )


def kind_of_pairs(schema: Schema, reference: str, hypothesis: str, metrics: Sequence[Metric]) -> Kind:
    """The kind of both columns, which all metrics must compare, each pair by itself."""
    kind, other = kind_of_column(schema, reference), kind_of_column(schema, hypothesis)
    if kind != other:
        raise InputError(f"column {reference!r} holds {kind}, column {hypothesis!r} {other}; expected the same")
    for metric in metrics:
        if kind not in metric.info.kinds:
            raise InputError(f"{metric.info.name} compares {' or '.join(metric.info.kinds)}; the columns hold {kind}")
        if kind == "labels" and isinstance(metric, S) and metric.types is None:
            raise InputError("S of labels depends on how many labels the whole study has; say it, as in S:types=5")
    return kind


@dataclass(frozen=True, slots=True)
class PairColumns:
    """Which columns of a table hold the pairs.

    Lists hold segment masses or, when there is a column ``mass`` with the number of units, ascending boundary
    positions; strings hold one character per potential boundary, 1 where there is a boundary and 0 elsewhere.
    """

    reference: str = "reference"
    hypothesis: str = "hypothesis"
    mass: str | None = None

    def __post_init__(self) -> None:
        for option in ("reference", "hypothesis", "mass"):
            if option != "mass" or self.mass is not None:
                string_of(getattr(self, option), option)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are read."""
        return tuple(dict.fromkeys(name for name in (self.reference, self.hypothesis, self.mass) if name is not None))

    def reasons(self) -> dict[int, str]:
        """What every status means, in the words of these columns."""
        meanings = {_DIFFERENT_MASSES: f"{self.reference} and {self.hypothesis} cover different numbers of units"}
        for first, faults in ((0, FAULTS), (_OF_STRUCTS, _STRUCT_FAULTS)):
            for fault, words in enumerate(faults, start=first):
                meanings[fault] = f"{self.reference} {words}"
                meanings[fault + _OF_HYPOTHESIS] = f"{self.hypothesis} {words}"
        return meanings


@dataclass(frozen=True, slots=True)
class PairBlock:
    """Some rows of a table, what is wrong with each of them (None when all are good), and the good ones as pairs.

    The pairs lie in buffers that the next block overwrites; arrays that nobody wants hold none.
    """

    rows: slice
    status: Status | None
    reference: Codings
    hypothesis: Codings

    @property
    def good_rows(self) -> slice | Int64Array:
        """The rows that are pairs, numbered as in the table."""
        return self.rows if self.status is None else self.rows.start + np.flatnonzero(self.status == 0)

    def numbered(self, marked: npt.NDArray[np.bool_]) -> Int64Array:
        """Those good rows that are marked, by their numbers in the table."""
        rows = self.good_rows
        return rows.start + np.flatnonzero(marked) if isinstance(rows, slice) else rows[marked]

    @property
    def bad_rows(self) -> Int64Array:
        """The other rows."""
        none = np.empty(0, dtype=np.int64)
        return none if self.status is None else self.rows.start + np.flatnonzero(self.status)


_NONE = SegmentationArray.from_masses([])
_NO_ARRAYS = (_NONE, _NONE)


def no_places(_rows: slice) -> Sequence[Place]:
    """Nothing to be counted while blocks are read."""
    return ()


def pair_blocks(
    batch: RecordBatch,
    columns: PairColumns,
    places: Callable[[slice], Sequence[Place]] = no_places,
    *,
    arrays: bool = True,
    most_rows: int = BLOCK_ROWS,
    most_values: int = _VALUES,
) -> Iterator[PairBlock]:
    """The rows of a record batch, in order; every block must be used up before the next is asked for.

    While the rows of a block are read, the jobs of ``places`` are done, each with its columns for these rows; pairs
    stand in the block only when there are to be ``arrays`` of them. Of labels and spans no job is done.
    """
    kind = kind_of_column(batch.schema, columns.reference)
    if kind != "boundaries":
        yield _struct_block(batch, columns, kind)
        return
    a, b = (segmentation_column(batch, name, columns.mass) for name in (columns.reference, columns.hypothesis))
    blocks = list(_blocks(batch.num_rows, (a, b), most_rows, most_values))
    buffers = _buffers((a, b), blocks) if arrays else ()
    for rows in blocks:
        status, bad = score_rows(a, b, rows, places(rows), buffers)
        good = rows.stop - rows.start - bad
        pairs = tuple(SegmentationArray._unchecked(side.columns(good)) for side in buffers) or _NO_ARRAYS
        yield PairBlock(rows, status if bad else None, *pairs)


def _buffers(sides: Sequence[RowColumn], blocks: Sequence[slice]) -> tuple[RowBuffers, ...]:
    """Room for any of the blocks, for each side."""
    largest = max((block.stop - block.start for block in blocks), default=0)
    return tuple(RowBuffers.of(largest, max((side.count(block) for block in blocks), default=0)) for side in sides)


def _blocks(rows: int, sides: Sequence[RowColumn], most_rows: int, most_values: int) -> Iterator[slice]:
    """Blocks of so many rows, or of fewer when rows are long."""
    start = 0
    while start < rows:
        stop = min(start + most_rows, rows)
        for side in sides:
            offsets = side.offsets
            fits = int(np.searchsorted(offsets[start : stop + 1], offsets[start] + most_values, side="right")) - 1
            stop = start + max(1, min(stop - start, fits))
        yield slice(start, stop)
        start = stop


def _struct_block(batch: RecordBatch, columns: PairColumns, kind: Kind) -> PairBlock:
    """All rows of a batch of labels or spans."""
    sides = [_StructColumn.of(batch.column(name), *_FIELDS[kind]) for name in (columns.reference, columns.hypothesis)]
    if kind == "labels":
        lengths = [side.total_masses() for side in sides]
    elif columns.mass is None:
        lengths = [np.maximum(np.maximum(*(side.last_ends() for side in sides)), 1)] * 2
    else:
        lengths = [whole_numbers(batch.column(columns.mass), columns.mass)] * 2
    status = np.where(lengths[0] != lengths[1], np.uint8(_DIFFERENT_MASSES), np.uint8(0))
    for side, units, first in ((1, lengths[1], _OF_STRUCTS + _OF_HYPOTHESIS), (0, lengths[0], _OF_STRUCTS)):
        faults = sides[side].label_faults(units) if kind == "labels" else sides[side].span_faults(units)
        status = np.where(faults > 0, faults + np.uint8(first), status)
    good = np.flatnonzero(status == 0)
    pairs = (side.codings(kind, units).take(good) for side, units in zip(sides, lengths, strict=True))
    return PairBlock(slice(0, batch.num_rows), status if status.any() else None, *pairs)


@dataclass(frozen=True, slots=True)
class _StructColumn:
    """A column of lists of structs: columns of whole numbers, and the code of a label for every struct."""

    numbers: tuple[Int64Array, ...]
    codes: Int32Array
    labels: tuple[Hashable, ...]
    with_null: npt.NDArray[np.bool_]
    offsets: Int64Array
    null: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, column: Array, numeric: Sequence[str], label: str) -> _StructColumn:
        lists = struct_lists(column)
        with_null = lists.null_structs
        for name in numeric:
            with_null = with_null | lists.nulls(name)
        numbers = tuple(whole_numbers(lists.fields[name], name) for name in numeric)
        codes, labels = label_codes(lists.fields.get(label), len(with_null))
        names = in_type_order(labels, "label")
        place = {name: code for code, name in enumerate(names)}
        ordered = np.array([place[name] for name in labels], dtype=np.int32)
        return cls(numbers, ordered[codes], names, with_null, lists.offsets, lists.null)

    @property
    def _row(self) -> Int64Array:
        return np.repeat(np.arange(self.null.size, dtype=np.int64), np.diff(self.offsets))

    def _rows_with(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which rows have a struct that is marked."""
        return np.bincount(self._row[marked], minlength=self.null.size) > 0

    def last_ends(self) -> Int64Array:
        """Where the last span of each row ends, 0 where there is none."""
        found = np.zeros(self.null.size, dtype=np.int64)
        np.maximum.at(found, self._row, self.numbers[1])
        return found

    def total_masses(self) -> Int64Array:
        """The number of units of each row; it may have wrapped around where it is a fault."""
        sums = np.concatenate(([0], np.cumsum(self.numbers[0])))
        return sums[self.offsets[1:]] - sums[self.offsets[:-1]]

    def label_faults(self, lengths: Int64Array) -> Status:
        """What is wrong with each row of segments."""
        (masses,) = self.numbers
        size = np.bincount(self._row, weights=masses.astype(np.float64), minlength=self.null.size)
        return _first_of(
            (_NULL, self.null),
            (_HOLDS_NULL, self._rows_with(self.with_null)),
            (_EMPTY, np.diff(self.offsets) == 0),
            (_BELOW_1, self._rows_with(masses < 1)),
            # Far below 2**63 the sum is exact; beyond, it may have wrapped around, but not to another size as a float.
            (_TOO_LARGE, (size > 1.5 * LARGEST_MASS) | (lengths > LARGEST_MASS)),
        )

    def span_faults(self, lengths: Int64Array) -> Status:
        """What is wrong with each row of spans."""
        starts, ends = self.numbers
        return _first_of(
            (_NULL, self.null),
            (_HOLDS_NULL, self._rows_with(self.with_null)),
            (_NO_LENGTH, lengths < 1),
            (_TOO_LARGE, lengths > LARGEST_MASS),
            (_BAD_SPAN, self._rows_with((starts < 0) | (starts >= ends))),
            (_OUTSIDE, self.last_ends() > lengths),
        )

    def codings(self, kind: Kind, lengths: Int64Array) -> Codings:
        """All rows, whatever is wrong with them."""
        columns: dict[str, Any] = {"codes": self.codes, "names": self.labels}
        if kind == "labels":
            before = np.concatenate(([0], np.cumsum(self.numbers[0])))
            starts = before[:-1] - np.repeat(before[self.offsets[:-1]], np.diff(self.offsets))
        else:
            starts, ends = self.numbers
            order = np.lexsort((self.codes, ends, starts, self._row))
            starts, columns["ends"], columns["codes"] = starts[order], ends[order], self.codes[order]
        made: Codings = Codings._wrapped(kind, lengths, self.offsets, starts, **columns)
        return made


def _first_of(*faults: tuple[int, npt.NDArray[np.bool_]]) -> Status:
    """The first fault that each row has, 0 where it has none."""
    found = np.zeros(faults[0][1].size, dtype=np.uint8)
    for number, rows in reversed(faults):
        found[rows] = number
    return found


class Reasons:
    """The reasons of the rows of a batch. Few different ones occur: every row has the number of a text, 0 for none."""

    def __init__(self, rows: int, meanings: Mapping[int, str]) -> None:
        self._meanings = meanings
        self._texts: list[str] = []
        self._numbers = np.zeros(rows, dtype=np.int64)

    def reject(self, rows: Int64Array, status: Status) -> None:
        """Bad rows, each with what is wrong with it."""
        for fault in np.unique(status).tolist():
            self._numbers[rows[status == fault]] = self._number(self._meanings[fault])

    def undefined(self, metric: Metric, rows: Int64Array, counts: FloatArray) -> None:
        """Rows without a score under the metric, and their counts.

        A score is undefined because some of its counts are zero: rows with the same zeros share a sentence.
        """
        patterns, pattern = np.unique(counts == 0, axis=0, return_inverse=True)
        for place in range(len(patterns)):
            these = pattern.reshape(-1) == place
            row = dict(zip(metric.fields, counts[these.argmax()].tolist(), strict=True))
            self._append(rows[these], metric.why_undefined(row))

    def column(self) -> Array:
        """The reasons as text, null where there is nothing to say."""
        return text_column(self._numbers, self._texts)

    def _append(self, rows: Int64Array, sentence: str) -> None:
        before = self._numbers[rows]
        for number in np.unique(before).tolist():
            text = f"{self._texts[number - 1]}; {sentence}" if number else sentence
            self._numbers[rows[before == number]] = self._number(text)

    def _number(self, text: str) -> int:
        if text not in self._texts:
            self._texts.append(text)
        return self._texts.index(text) + 1
