"""Rows of a table as pairs of segmentations, a block at a time: which are bad, and why rows have no score."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.checks import string_of
from seamark.base.errors import InputError
from seamark.io.parquet import Array, RecordBatch, Schema, pyarrow
from seamark.kernels.columns import FAULTS, FloatArray, Int32Array, Int64Array, RowBuffers, RowColumn
from seamark.kernels.fused import Place, score_rows
from seamark.metrics.base import Metric
from seamark.metrics.similarity import S
from seamark.model.checks import in_type_order
from seamark.model.codings import Codings, Kind, SegmentationArray
from seamark.scale.arrow import segmentation_column, text_column

#: What may be wrong with a row, by number; 0 is nothing.
MODEL_FAULTS = (
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
_MOST = 2**62

_FIELDS: dict[Kind, tuple[str, ...]] = {"labels": ("mass", "label"), "spans": ("start", "end")}


def model_of_column(schema: Schema, name: str) -> Kind:
    """The model that a column holds: boundaries, unless it has lists of structs."""
    types: Any = pyarrow("pyarrow.types", "scoring tables")
    kind: Any = schema.field(name).type
    if not (types.is_list(kind) or types.is_large_list(kind)) or not types.is_struct(kind.value_type):
        return "boundaries"
    present = {field.name for field in kind.value_type}
    for model, fields in _FIELDS.items():
        if present.issuperset(fields):
            return model
    raise InputError(
        f"column {name!r} holds structs of {', '.join(sorted(present))}; expected mass and label, or start and end"
    )


def model_of_pairs(schema: Schema, reference: str, hypothesis: str, metrics: Sequence[Metric]) -> Kind:
    """The model of both columns, which all metrics must compare, each pair by itself."""
    model, other = model_of_column(schema, reference), model_of_column(schema, hypothesis)
    if model != other:
        raise InputError(f"column {reference!r} holds {model}, column {hypothesis!r} {other}; expected the same")
    for metric in metrics:
        if model not in metric.info.models:
            raise InputError(f"{metric.info.name} compares {' or '.join(metric.info.models)}; the columns hold {model}")
        if model == "labels" and isinstance(metric, S) and metric.types is None:
            raise InputError("S of labels depends on how many labels the whole study has; say it, as in S:types=5")
    return model


def no_pairs(model: Kind) -> Codings:
    """An array of the model without rows: a signature is that of pairs of any size with one boundary type, and an
    option that depends on pairs shows its rule.
    """
    return Codings.of([], model)


@dataclass(frozen=True, slots=True)
class ModelPairs:
    """The good rows of a batch as pairs, and what is wrong with each row: two columns of fault numbers."""

    reference: Codings
    hypothesis: Codings
    faults: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]
    different: npt.NDArray[np.bool_]


def model_pairs(batch: RecordBatch, reference: str, hypothesis: str, mass: str | None, model: Kind) -> ModelPairs:
    """All rows of a record batch."""
    fields = _FIELDS[model] if model == "labels" else (*_FIELDS[model], "category")
    sides = [_Lists.of(batch.column(name), fields) for name in (reference, hypothesis)]
    labels = in_type_order((label for side in sides for label in side.labels), "label")
    if model == "spans":
        ends = [side.largest(1) for side in sides]
        lengths = np.maximum(np.maximum(*ends), 1) if mass is None else _lengths(batch.column(mass))
        faults = [side.span_faults(lengths) for side in sides]
        good = np.flatnonzero((faults[0] == 0) & (faults[1] == 0))
        arrays: list[Codings] = [side.spans(good, lengths, labels) for side in sides]
        return ModelPairs(arrays[0], arrays[1], (faults[0], faults[1]), np.zeros(batch.num_rows, dtype=bool))
    faults = [side.label_faults() for side in sides]
    totals = [side.totals() for side in sides]
    sound = (faults[0] == 0) & (faults[1] == 0)
    different = sound & (totals[0] != totals[1])
    good = np.flatnonzero(sound & ~different)
    arrays = [side.labelled(good, total, labels) for side, total in zip(sides, totals, strict=True)]
    return ModelPairs(arrays[0], arrays[1], (faults[0], faults[1]), different)


@dataclass(frozen=True, slots=True)
class _Lists:
    """A column of lists of structs: two columns of whole numbers, or one, and the code of a label for every struct."""

    numbers: tuple[Int64Array, ...]
    codes: Int32Array
    labels: list[Hashable]
    holes: npt.NDArray[np.bool_]
    offsets: Int64Array
    null: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, column: Any, fields: Sequence[str]) -> _Lists:
        pa: Any = pyarrow(what="scoring tables")
        null = column.is_null().to_numpy(zero_copy_only=False)
        lists = column if not column.null_count else _filled(pa, column)
        offsets = lists.offsets.to_numpy().astype(np.int64)
        structs = lists.values.slice(offsets[0], offsets[-1] - offsets[0])
        parts = dict(zip((field.name for field in structs.type), structs.flatten(), strict=True))
        *numeric, label = fields
        holes = structs.is_null().to_numpy(zero_copy_only=False).copy()
        numbers = []
        for name in numeric:
            if not pa.types.is_integer(parts[name].type):
                raise InputError(f"{name} is {parts[name].type}; expected whole numbers")
            holes |= parts[name].is_null().to_numpy(zero_copy_only=False)
            numbers.append(parts[name].fill_null(0).cast(pa.int64(), safe=False).to_numpy(zero_copy_only=False))
        codes, labels = _codes(pa, parts.get(label), len(structs))
        return cls(tuple(numbers), codes, labels, holes, offsets - offsets[0], null)

    @property
    def _row(self) -> Int64Array:
        return np.repeat(np.arange(self.null.size, dtype=np.int64), np.diff(self.offsets))

    def _rows_with(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which rows have a struct that is marked."""
        found = np.zeros(self.null.size, dtype=bool)
        found[self._row[marked]] = True
        return found

    def largest(self, number: int) -> Int64Array:
        """The largest of these numbers in each row, 0 where there is none."""
        found = np.zeros(self.null.size, dtype=np.int64)
        np.maximum.at(found, self._row, self.numbers[number])
        return found

    def totals(self) -> Int64Array:
        """The sum of the first numbers of each row; it may have wrapped around where it is a fault."""
        sums = np.concatenate(([0], np.cumsum(self.numbers[0])))
        return sums[self.offsets[1:]] - sums[self.offsets[:-1]]

    def label_faults(self) -> npt.NDArray[np.uint8]:
        (masses,) = self.numbers
        size = np.bincount(self._row, weights=masses.astype(np.float64), minlength=self.null.size)
        return _first_of(
            (_NULL, self.null),
            (_HOLDS_NULL, self._rows_with(self.holes)),
            (_EMPTY, np.diff(self.offsets) == 0),
            (_BELOW_1, self._rows_with(masses < 1)),
            # Far below 2**63 the sum is exact; beyond, it may have wrapped around, but not to another size as a float.
            (_TOO_LARGE, (size > 1.5 * _MOST) | (self.totals() > _MOST)),
        )

    def span_faults(self, lengths: Int64Array) -> npt.NDArray[np.uint8]:
        starts, ends = self.numbers
        return _first_of(
            (_NULL, self.null),
            (_HOLDS_NULL, self._rows_with(self.holes)),
            (_NO_LENGTH, lengths < 1),
            (_TOO_LARGE, lengths > _MOST),
            (_BAD_SPAN, self._rows_with((starts < 0) | (starts >= ends))),
            (_OUTSIDE, self.largest(1) > lengths),
        )

    def _picked(self, rows: Int64Array) -> tuple[Int64Array, Int64Array]:
        """The structs of some rows, by number, and where each row starts among them."""
        sizes = self.offsets[rows + 1] - self.offsets[rows]
        offsets = np.concatenate(([0], np.cumsum(sizes)))
        return np.arange(offsets[-1]) + np.repeat(self.offsets[rows] - offsets[:-1], sizes), offsets

    def _shared(self, labels: tuple[Hashable, ...]) -> Int32Array:
        """Codes that refer to the labels of both sides."""
        place = {label: code for code, label in enumerate(labels)}
        return np.array([place[label] for label in self.labels], dtype=np.int32)[self.codes]

    def labelled(self, rows: Int64Array, totals: Int64Array, labels: tuple[Hashable, ...]) -> Codings:
        """These rows as labelled segmentations."""
        places, offsets = self._picked(rows)
        masses = self.numbers[0][places]
        before = np.cumsum(masses) - masses
        starts = before - np.repeat(before[offsets[:-1]], np.diff(offsets))
        return Codings("labels", totals[rows], offsets, starts, codes=self._shared(labels)[places], names=labels)

    def spans(self, rows: Int64Array, lengths: Int64Array, labels: tuple[Hashable, ...]) -> Codings:
        """These rows as spans."""
        places, offsets = self._picked(rows)
        starts, ends = (numbers[places] for numbers in self.numbers)
        codes = self._shared(labels)[places]
        return Codings("spans", lengths[rows], offsets, starts, ends=ends, codes=codes, names=labels)


def _first_of(*faults: tuple[int, npt.NDArray[np.bool_]]) -> npt.NDArray[np.uint8]:
    """The first fault that each row has, 0 where it has none."""
    found = np.zeros(faults[0][1].size, dtype=np.uint8)
    for number, rows in reversed(faults):
        found[rows] = number
    return found


def _filled(pa: Any, column: Any) -> Any:
    """The same with an empty list in place of nulls, under which any values may lie."""
    return pa.array(column.to_pylist(), column.type).fill_null([])


def _lengths(column: Any) -> Int64Array:
    pa: Any = pyarrow(what="scoring tables")
    if not pa.types.is_integer(column.type):
        raise InputError(f"the column with the numbers of units is {column.type}; expected whole numbers")
    return np.asarray(column.fill_null(0).cast(pa.int64(), safe=False).to_numpy(zero_copy_only=False))


def _codes(pa: Any, column: Any, count: int) -> tuple[Int32Array, list[Hashable]]:
    """A code for every label, and the labels."""
    if column is None:
        return np.zeros(count, dtype=np.int32), [None]
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    types = pa.types
    if types.is_null(column.type):
        column = column.cast(pa.string())
    if not (types.is_string(column.type) or types.is_large_string(column.type) or types.is_integer(column.type)):
        raise InputError(f"labels are {column.type}; expected strings or whole numbers")
    encoded = column.dictionary_encode()
    labels: list[Hashable] = [*encoded.dictionary.to_pylist(), None]
    codes = encoded.indices.fill_null(len(labels) - 1).to_numpy(zero_copy_only=False).astype(np.int32)
    return codes, labels


# -------------- Rows of a table as pairs of segmentations, a block at a time: which are bad, and why rows have no score


#: Small enough for a block and what is computed from it to stay in the cache, large enough for numpy to be worth it.
BLOCK_ROWS, _VALUES = 2**13, 2**18

#: What is wrong with each row, by number: 0 nothing, then the faults of the reference, those of the hypothesis, and one
#: of both together, as the kernel numbers them.
Status: TypeAlias = npt.NDArray[np.uint8]
_OF_HYPOTHESIS = 16
_DIFFERENT_MASSES = 32
#: The faults of labels and spans have numbers of their own.
_OF_MODELS = 64


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
        for first, faults in ((0, FAULTS), (_OF_MODELS, MODEL_FAULTS)):
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
    model = model_of_column(batch.schema, columns.reference)
    if model != "boundaries":
        yield _model_block(batch, columns, model)
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


def _model_block(batch: RecordBatch, columns: PairColumns, model: Kind) -> PairBlock:
    """All rows of a batch of labels or spans."""
    pairs = model_pairs(batch, columns.reference, columns.hypothesis, columns.mass, model)
    status = np.where(pairs.different, np.uint8(_DIFFERENT_MASSES), np.uint8(0))
    for faults, first in zip(reversed(pairs.faults), (_OF_MODELS + _OF_HYPOTHESIS, _OF_MODELS), strict=True):
        status = np.where(faults > 0, faults + np.uint8(first), status)
    return PairBlock(slice(0, batch.num_rows), status if status.any() else None, pairs.reference, pairs.hypothesis)


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
