"""Rows of a table as pairs of labelled segmentations or of spans, which the type of the columns tells.

======  =========================================================================================================
labels  a list of structs ``mass``, ``label``: the size and the label of each segment
spans   a list of structs ``start``, ``end`` and perhaps ``category``; a column with the number of units, or else
        lines that end where the last span of the pair ends
======  =========================================================================================================

Labels and categories are strings or whole numbers; null stands for None. Other fields of the structs are passed over.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.errors import InputError
from seamark.io.parquet import RecordBatch, Schema, pyarrow
from seamark.kernels.columns import Int32Array, Int64Array
from seamark.kernels.span_columns import SpanColumns
from seamark.metrics.base import Metric
from seamark.metrics.similarity import S
from seamark.model.array import SegmentationArray
from seamark.model.arrays import AnyArray, Model
from seamark.model.checks import in_type_order
from seamark.model.labelled_array import LabelledArray
from seamark.model.span_array import SpanArray

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

_FIELDS: dict[Model, tuple[str, ...]] = {"labels": ("mass", "label"), "spans": ("start", "end")}


def model_of_column(schema: Schema, name: str) -> Model:
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


def model_of_pairs(schema: Schema, reference: str, hypothesis: str, metrics: Sequence[Metric]) -> Model:
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


def no_pairs(model: Model) -> AnyArray:
    """An array of the model without rows: a signature is that of pairs of any size with one boundary type, and an
    option that depends on pairs shows its rule.
    """
    if model == "labels":
        return LabelledArray.from_labelled([])
    return SpanArray.from_spans([]) if model == "spans" else SegmentationArray.from_masses([])


@dataclass(frozen=True, slots=True)
class ModelPairs:
    """The good rows of a batch as pairs, and what is wrong with each row: two columns of fault numbers."""

    reference: AnyArray
    hypothesis: AnyArray
    faults: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]
    different: npt.NDArray[np.bool_]


def model_pairs(batch: RecordBatch, reference: str, hypothesis: str, mass: str | None, model: Model) -> ModelPairs:
    """All rows of a record batch."""
    fields = _FIELDS[model] if model == "labels" else (*_FIELDS[model], "category")
    sides = [_Lists.of(batch.column(name), fields) for name in (reference, hypothesis)]
    labels = in_type_order((label for side in sides for label in side.labels), "label")
    if model == "spans":
        ends = [side.largest(1) for side in sides]
        lengths = np.maximum(np.maximum(*ends), 1) if mass is None else _lengths(batch.column(mass))
        faults = [side.span_faults(lengths) for side in sides]
        good = np.flatnonzero((faults[0] == 0) & (faults[1] == 0))
        arrays: list[AnyArray] = [side.spans(good, lengths, labels) for side in sides]
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

    def labelled(self, rows: Int64Array, totals: Int64Array, labels: tuple[Hashable, ...]) -> LabelledArray:
        """These rows as labelled segmentations."""
        places, offsets = self._picked(rows)
        masses = self.numbers[0][places]
        before = np.cumsum(masses) - masses
        starts = before - np.repeat(before[offsets[:-1]], np.diff(offsets))
        coded = SegmentationArray.from_columns(
            starts + 1, offsets, masses=totals[rows] + 1, types=self._shared(labels)[places], labels=labels or (None,)
        )
        return LabelledArray(coded)

    def spans(self, rows: Int64Array, lengths: Int64Array, labels: tuple[Hashable, ...]) -> SpanArray:
        """These rows as spans."""
        places, offsets = self._picked(rows)
        starts, ends = (numbers[places] for numbers in self.numbers)
        columns = SpanColumns(starts, ends, self._shared(labels)[places], offsets, lengths[rows])
        return SpanArray(columns, labels)


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
