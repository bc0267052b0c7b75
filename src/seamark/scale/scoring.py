"""The function that tables, files and clusters map over: a batch of rows in, its scores and sums out."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from seamark.checks import items_of, string_of, true_or_false
from seamark.errors import InputError
from seamark.io.parquet import Array, RecordBatch, Schema
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.sums import Layout, Scored, ScoreSums, Sums, Tree, added_up, summed, summed_by_group
from seamark.metrics.together import count_together
from seamark.model.array import SegmentationArray
from seamark.scale.arrow import group_numbers, number_column, record_batch, require_columns, require_kind, score_schema
from seamark.scale.model_pairs import model_of_pairs, no_pairs
from seamark.scale.pairs import PairBlock, PairColumns, Reasons, pair_blocks


def input_names(columns: PairColumns, keep: Sequence[str], group: str | None = None) -> tuple[str, ...]:
    """The columns that are read: those of the pairs, those that are handed on, and the one that sums are kept by."""
    further = (*keep, *(() if group is None else (group,)))
    return tuple(dict.fromkeys((*columns.names, *(string_of(name, "the name of a column") for name in further))))


@dataclass(frozen=True, slots=True)
class ScoredBatch:
    """What became of a batch: a row of scores for every row, the numbers of the bad rows, the sums of the others."""

    scores: RecordBatch
    rejected: Int64Array
    sums: Sums


class BatchScorer:
    """A function that scores record batches, to be mapped over a table by whatever program has it.

    Parameters
    ----------
    schema
        The columns of the batches to come, a ``pyarrow.Schema``.
    metrics, reference, hypothesis, mass, counts, keep
        As for ``score_table``.

    Attributes
    ----------
    schema
        The columns of the result, the same for every batch; every score carries its signature.
    input_names
        The columns that are read.

    Raises
    ------
    InputError
        When a column is missing, or two columns of the result would have the same name.

    Examples
    --------
    >>> import pyarrow as pa
    >>> batch = pa.record_batch({"reference": [[2, 3], [5]], "hypothesis": [[2, 3], [4, 1]]})
    >>> scorer = BatchScorer(batch.schema, "S", counts=False)
    >>> scorer.schema.names
    ['S', 'reason']
    >>> scorer(batch).to_pylist()
    [{'S': 1.0, 'reason': None}, {'S': 0.75, 'reason': None}]
    """

    def __init__(
        self,
        schema: Schema,
        metrics: Metrics,
        *,
        reference: str = "reference",
        hypothesis: str = "hypothesis",
        mass: str | None = None,
        counts: bool = True,
        keep: Sequence[str] = (),
    ) -> None:
        require_kind(schema, "Schema", "schema")
        self._pairs = PairColumns(reference, hypothesis, mass)
        self._counts = true_or_false(counts, "counts")
        self._keep = tuple(items_of(keep, "keep", "names of columns"))
        self.input_names = input_names(self._pairs, self._keep)
        require_columns(schema, self.input_names)
        self._labels, self._metrics = zip(*as_metrics(metrics), strict=True)
        none = no_pairs(model_of_pairs(schema, reference, hypothesis, self._metrics))
        self._signatures = tuple(metric.signature(none, none) for metric in self._metrics)
        self._layout = Layout(self._metrics)
        self._parts = self._layout.parts
        self._width = self._layout.width
        self._meanings = self._pairs.reasons()
        self.schema = score_schema(schema, self._keep, self._columns())
        names = self.schema.names
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InputError(f"two columns of the result would be called {twice!r}; name the metrics otherwise")

    def __call__(self, batch: RecordBatch) -> RecordBatch:
        """A row of scores for every row, in the columns of ``schema``."""
        require_kind(batch, "RecordBatch", "batch")
        require_columns(batch.schema, self.input_names)
        for name in self._keep:
            found, expected = batch.schema.field(name).type, self.schema.field(name).type
            if not found.equals(expected):
                raise InputError(f"column {name!r} is {found}; expected {expected}, as the schema has it")
        return self._score(batch).scores

    def _score(self, batch: RecordBatch, group: str | None = None) -> ScoredBatch:
        """Scores and their sums, kept apart by the values of a column if it is named; the batch is known to fit."""
        metrics = self._metrics
        filled = [
            _Filled(parts, len(metric.fields), batch.num_rows, counts=self._counts)
            for metric, parts in zip(metrics, self._parts, strict=True)
        ]
        reasons = Reasons(batch.num_rows, self._meanings)
        groups = None if group is None else _Groups(batch, group, self._width)
        overall = np.zeros(self._width)
        rejected = [np.empty(0, dtype=np.int64)]
        for block in pair_blocks(batch, self._pairs):
            if block.status is not None:
                rejected.append(block.bad_rows)
                reasons.reject(block.bad_rows, block.status[block.status > 0])
            counted = _counted(metrics, block)
            scored = [Scored.of(metric, counts) for metric, counts in zip(metrics, counted, strict=True)]
            for metric, place, one in zip(metrics, filled, scored, strict=True):
                place.write(block, one)
                if one.missing is not None:
                    reasons.undefined(metric, block.numbered(one.missing), one.counts[one.missing])
            overall += summed(scored)
            if groups is not None:
                groups.add(scored, block)
        columns = [batch.column(name) for name in self._keep]
        columns += [column for place in filled for column in place.columns()]
        scores = record_batch([*columns, reasons.column()], self.schema)
        return ScoredBatch(scores, np.concatenate(rejected), Sums(overall, {} if groups is None else groups.sums()))

    def _total(self, sums: Iterable[Sums]) -> Sums:
        """All sums together, added as a tree."""
        tree: Tree[Sums] = Tree(operator.add)
        for part in sums:
            tree.add(part)
        return tree.total() or Sums(np.zeros(self._width))

    def _sums_by_label(self, vector: FloatArray) -> dict[str, ScoreSums]:
        """The sums of every metric, by the name of its column."""
        return dict(zip(self._labels, self._layout.split(vector, self._signatures), strict=True))

    def _columns(self) -> Iterator[tuple[str, str]]:
        """The columns of numbers, each with the signature of its metric."""
        for label, metric, parts, signature in zip(
            self._labels, self._metrics, self._parts, self._signatures, strict=True
        ):
            counts = (f"{name}_count" if name in parts else name for name in metric.fields if self._counts)
            further = (*parts, *counts)
            for name in (label, *(f"{label}.{name}" for name in further)):
                yield name, str(signature)


def _counted(metrics: Sequence[Metric], block: PairBlock) -> list[FloatArray]:
    if isinstance(block.reference, SegmentationArray) and isinstance(block.hypothesis, SegmentationArray):
        return count_together(metrics, block.reference, block.hypothesis)
    return [metric.count_pairs(block.reference, block.hypothesis) for metric in metrics]


class _Filled:
    """The columns of one metric for the rows of a batch, filled block by block."""

    def __init__(self, parts: Sequence[str], fields: int, rows: int, *, counts: bool) -> None:
        self._scores = np.empty(rows)
        self._parts = {name: np.empty(rows) for name in parts}
        self._counts = np.empty((rows, fields if counts else 0), order="F")
        self._complete = True

    @property
    def _columns(self) -> list[FloatArray]:
        return [self._scores, *self._parts.values(), *self._counts.T]

    def write(self, block: PairBlock, scored: Scored) -> None:
        """Write the scores of a block to their rows; bad rows have none."""
        if block.status is not None or scored.missing is not None or self._parts:
            self._complete = False
            for column in self._columns:
                column[block.rows] = np.nan
        rows = block.good_rows
        self._scores[rows] = scored.scores
        for name, part in scored.parts.items():
            self._parts[name][rows] = part
        if self._counts.shape[1]:
            self._counts[rows] = scored.counts

    def columns(self) -> list[Array]:
        """The columns for Arrow."""
        return [number_column(column, complete=self._complete) for column in self._columns]


class _Groups:
    """Sums by the values of a column; null is a value too."""

    def __init__(self, batch: RecordBatch, name: str, width: int) -> None:
        self._number, self._keys = group_numbers(batch, name)
        self._vectors = np.zeros((len(self._keys), width))

    def add(self, scored: list[Scored], block: PairBlock) -> None:
        self._vectors += summed_by_group(scored, self._number[block.good_rows], len(self._keys))

    def sums(self) -> dict[Hashable, FloatArray]:
        # Not a mere dict of the two: 0 and -0 are one key, and so is every NaN.
        return added_up(zip(self._keys, self._vectors, strict=True))
