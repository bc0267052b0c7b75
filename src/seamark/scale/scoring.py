"""The one function that everything at scale maps over: a batch of rows in, its scores and sums out."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.checks import string_of, true_or_false
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.together import count_together
from seamark.scale.arrow_columns import arrow, is_text, listed, plain_array
from seamark.scale.metric_columns import MetricColumn
from seamark.scale.pair_blocks import PairBlock, PairColumns, pair_blocks
from seamark.scale.reasons import Reasons
from seamark.scale.sums import Layout, Scored, Sums, added_up, summed, summed_by_group

#: The column that says why a row has no score.
REASON = "reason"


@dataclass(frozen=True, slots=True)
class ScoredBatch:
    """What became of a batch of rows.

    Attributes
    ----------
    scores
        A record batch with a row for every row: scores, counts, and the reason where there is no score.
    rejected
        The numbers of the rows that are no pair of segmentations of the same units.
    sums
        Sums over the others.
    """

    scores: Any
    rejected: Int64Array
    sums: Sums


@dataclass(frozen=True, slots=True)
class PairScorer:
    """What is to be scored, and how.

    Attributes
    ----------
    columns
        Where the pairs are.
    metrics
        What is computed.
    counts
        Whether the counts behind the scores get columns too.
    keep
        Columns of the input that are handed on.
    group
        A column by whose values sums are kept apart.
    """

    columns: PairColumns
    metrics: tuple[MetricColumn, ...]
    counts: bool = True
    keep: tuple[str, ...] = ()
    group: str | None = None

    def __post_init__(self) -> None:
        true_or_false(self.counts, "counts")
        for name in (*self.keep, *(() if self.group is None else (self.group,))):
            string_of(name, "the name of a column")

    @property
    def layout(self) -> Layout:
        """Where the sums lie."""
        return Layout(tuple(column.metric for column in self.metrics))

    @property
    def no_sums(self) -> Sums:
        """The sums of no rows at all."""
        return Sums(np.zeros(self.layout.width))

    @property
    def input_names(self) -> tuple[str, ...]:
        """The columns that are read."""
        group = () if self.group is None else (self.group,)
        return tuple(dict.fromkeys((*self.columns.names, *self.keep, *group)))

    def schema(self, source: Any) -> Any:
        """The schema of the scores, for rows of the source's schema; every score carries its signature."""
        pa = arrow()
        for name in self.input_names:
            if name not in source.names:
                raise InputError(f"no column is called {name!r}; there are: {listed(source.names)}")
        fields = [source.field(name) for name in self.keep]
        for column, parts in zip(self.metrics, self.layout.parts, strict=True):
            note = {"signature": str(column.signature)}
            names = [column.label, *(f"{column.label}.{name}" for name in (*parts, *self._counts_of(column)))]
            fields += [pa.field(name, pa.float64(), metadata=note) for name in names]
        fields.append(pa.field(REASON, pa.string()))
        names = [field.name for field in fields]
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"two columns of the result would be called {name!r}; name the metrics otherwise")
        return pa.schema(fields)

    def _counts_of(self, column: MetricColumn) -> tuple[str, ...]:
        return column.metric.fields if self.counts else ()

    def score(self, batch: Any) -> ScoredBatch:
        """Score a record batch."""
        schema = self.schema(batch.schema)
        filled = [_Filled(column.metric, batch.num_rows, counts=self.counts) for column in self.metrics]
        reasons = Reasons(batch.num_rows, self.columns.reasons())
        groups = None if self.group is None else _Groups.of(batch.column(self.group), self.group, self.layout.width)
        overall = np.zeros(self.layout.width)
        rejected = [np.empty(0, dtype=np.int64)]
        for block in pair_blocks(batch, self.columns):
            if block.status is not None:
                rejected.append(block.bad_rows)
                reasons.reject(block.bad_rows, block.status[block.status > 0])
            counted = count_together(self.layout.metrics, block.reference, block.hypothesis)
            scored = [Scored.of(column.metric, counts) for column, counts in zip(self.metrics, counted, strict=True)]
            for column, place, one in zip(self.metrics, filled, scored, strict=True):
                place.write(block, one)
                if one.missing is not None:
                    reasons.undefined(column.metric, block.numbered(one.missing), one.counts[one.missing])
            overall += summed(scored)
            if groups is not None:
                groups.add(scored, block)
        arrays = [batch.column(name) for name in self.keep]
        arrays += [array for place in filled for array in place.arrays()]
        scores = arrow().RecordBatch.from_arrays([*arrays, reasons.column()], schema=schema)
        return ScoredBatch(scores, np.concatenate(rejected), Sums(overall, {} if groups is None else groups.sums()))


class _Filled:
    """The columns of one metric for the rows of a batch, filled block by block."""

    def __init__(self, metric: Metric, rows: int, *, counts: bool) -> None:
        fields = metric.fields
        self._scores = np.empty(rows)
        self._parts = {name: np.empty(rows) for name in metric.part_rows(np.zeros((1, len(fields))))}
        self._counts = np.empty((rows, len(fields) if counts else 0), order="F")
        self._all_known = True

    @property
    def _columns(self) -> list[FloatArray]:
        return [self._scores, *self._parts.values(), *self._counts.T]

    def write(self, block: PairBlock, scored: Scored) -> None:
        """Write the scores of a block to their rows; bad rows have none."""
        if block.status is not None or scored.missing is not None or self._parts:
            self._all_known = False
            for column in self._columns:
                column[block.rows] = np.nan
        rows = block.good_rows
        self._scores[rows] = scored.scores
        for name, part in scored.parts.items():
            self._parts[name][rows] = part
        if self._counts.shape[1]:
            self._counts[rows] = scored.counts

    def arrays(self) -> list[Any]:
        """The columns as Arrow arrays, null where there is no number; not copied when there is one everywhere."""
        if self._all_known:
            return [arrow().array(column) for column in self._columns]
        return [arrow().array(column, mask=np.isnan(column)) for column in self._columns]


@dataclass(frozen=True, slots=True)
class _Groups:
    """Sums by the values of a column; null is a value too."""

    number: Int64Array
    keys: list[Hashable]
    vectors: FloatArray

    @classmethod
    def of(cls, column: Any, name: str, width: int) -> _Groups:
        encoded = _key_column(column, name).dictionary_encode("encode")
        keys: list[Hashable] = encoded.dictionary.to_pylist()
        return cls(encoded.indices.to_numpy().astype(np.int64), keys, np.zeros((len(keys), width)))

    def add(self, scored: list[Scored], block: PairBlock) -> None:
        np.add(self.vectors, summed_by_group(scored, self.number[block.good_rows], len(self.keys)), out=self.vectors)

    def sums(self) -> dict[Hashable, FloatArray]:
        # Not a mere dict of the two: 0 and -0 are one key, and so is every NaN.
        return added_up(zip(self.keys, self.vectors, strict=True))


def _key_column(column: Any, name: str) -> Any:
    """A column whose values can be keys: anything that is one thing; dates and decimals as text."""
    pa, column = arrow(), plain_array(column)
    types, kind = pa.types, column.type
    if types.is_temporal(kind) or types.is_decimal(kind):
        return column.cast(pa.string())
    if is_text(kind) or types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind):
        return column
    if types.is_null(kind):
        return column.cast(pa.string())
    raise InputError(f"column {name!r} is {kind}; groups need text, numbers, truth values or dates")
