"""The function that tables, files and clusters map over: a batch of rows in, its scores and sums out."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from seamark.base.checks import items_of, string_of, true_or_false
from seamark.base.errors import InputError, ParseError
from seamark.io.parquet import Array, RecordBatch, Schema
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.fused import Job, Place
from seamark.metrics.base import Metric
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairs import job_of
from seamark.metrics.sums import Layout, Scored, ScoreSums, Sums, Tree, added_up, summed, summed_by_group
from seamark.model.codings import Codings
from seamark.scale.arrow import (
    REASON,
    group_numbers,
    number_column,
    record_batch,
    reject_batch,
    require_columns,
    require_kind,
    score_schema,
    taken,
    text_counts,
)
from seamark.scale.files import Batch, FileTask, read_batches
from seamark.scale.pairs import (
    BLOCK_ROWS,
    PairBlock,
    PairColumns,
    Reasons,
    kind_of_column,
    kind_of_pairs,
    pair_blocks,
)


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
        # Of pairs of any size with one boundary type: an option that depends on pairs shows its rule.
        none = Codings.of([], kind_of_pairs(schema, reference, hypothesis, self._metrics))
        self._signatures = tuple(metric.bind(none).signature for metric in self._metrics)
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
        boundaries = kind_of_column(batch.schema, self._pairs.reference) == "boundaries"
        filled = [
            _Filled(metric, job_of(metric) if boundaries else None, parts, batch.num_rows, counts=self._counts)
            for metric, parts in zip(self._metrics, self._parts, strict=True)
        ]
        reasons = Reasons(batch.num_rows, self._meanings)
        groups = None if group is None else _Groups(batch, group, self._width)
        overall = np.zeros(self._width)
        rejected = [np.empty(0, dtype=np.int64)]

        def places(rows: slice) -> list[Place]:
            return [(one.job, *one.places(rows)) for one in filled if one.job is not None]

        arrays = any(one.job is None for one in filled)
        for block in pair_blocks(batch, self._pairs, places, arrays=arrays):
            if block.status is not None:
                rejected.append(block.bad_rows)
                reasons.reject(block.bad_rows, block.status[block.status > 0])
            scored = [one.scored(block) for one in filled]
            for metric, one in zip(self._metrics, scored, strict=True):
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


class _Filled:
    """The columns of one metric for the rows of a batch, filled block by block.

    The kernel fills them while it reads the rows, if it has a job for the metric.
    """

    def __init__(self, metric: Metric, job: Job | None, parts: Sequence[str], rows: int, *, counts: bool) -> None:
        self.job = job
        self._metric = metric
        self._scores = np.empty(rows)
        self._parts = {name: np.empty(rows) for name in parts}
        # By columns, since that is how rows are counted, summed and written; counts that nobody wants last for a block.
        self._counts = np.empty((rows if counts else min(rows, BLOCK_ROWS), len(metric.fields)), order="F")
        self._with_counts = counts
        self._complete = True

    @property
    def _columns(self) -> list[FloatArray]:
        return [self._scores, *self._parts.values(), *(self._counts.T if self._with_counts else ())]

    def places(self, rows: slice) -> tuple[FloatArray, FloatArray]:
        """Where the counts and the scores of a block go."""
        first = rows.start if self._with_counts else 0
        return self._counts[first : first + rows.stop - rows.start], self._scores[rows]

    def scored(self, block: PairBlock) -> Scored:
        """The good rows of a block; all of its rows are in the columns then, bad ones without numbers."""
        if self.job is None:
            scored = Scored.of(self._metric, self._metric.bind(block.reference, block.hypothesis).count())
            self._write(block, scored)
        else:
            counts, scores = self.places(block.rows)
            if block.status is not None:
                good = block.status == 0
                counts, scores = np.asfortranarray(counts[good]), scores[good]
            scored = Scored.known(counts, scores, {})
        self._complete &= block.status is None and scored.missing is None and not self._parts
        return scored

    def _write(self, block: PairBlock, scored: Scored) -> None:
        if block.status is not None:
            for column in self._columns:
                column[block.rows] = np.nan
        rows = block.good_rows
        self._scores[rows] = scored.scores
        for name, part in scored.parts.items():
            self._parts[name][rows] = part
        if self._with_counts:
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


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """What became of some rows of the task of this number.

    ``scores`` are None when only sums are wanted, ``rejects`` (the bad rows with their places and reasons) when there
    are none; ``sums`` are those of the good rows.
    """

    task: int
    rows: int
    scores: RecordBatch | None
    rejects: RecordBatch | None
    reasons: Counter[str]
    sums: Sums


@dataclass(frozen=True, slots=True)
class FileScorer:
    """Scores batches and tasks of files.

    ``names`` are the columns to read, ``write`` asks for scores and not only sums, kept by the values of the column
    ``group``; with ``strict`` the first bad row is an error.
    """

    scorer: BatchScorer
    names: tuple[str, ...]
    group: str | None
    reject_schema: Schema
    write: bool
    strict: bool

    def score_batch(self, batch: Batch) -> ScoredRows:
        """Score the rows of a batch."""
        scored = self.scorer._score(batch.rows, self.group)
        scores = scored.scores if self.write else None
        if not scored.rejected.size:
            return ScoredRows(batch.task.number, batch.rows.num_rows, scores, None, Counter(), scored.sums)
        reasons = taken(scored.scores.column(REASON), scored.rejected)
        if self.strict:
            raise ParseError(f"row {batch.first_row + int(scored.rejected[0])}: {reasons[0].as_py()}", path=batch.path)
        rejects = reject_batch(self.reject_schema, batch.rows, scored.rejected, reasons, batch.path, batch.first_row)
        counted = text_counts(reasons)
        return ScoredRows(batch.task.number, batch.rows.num_rows, scores, rejects, counted, scored.sums)

    def score_task(self, task: FileTask) -> list[ScoredRows]:
        """Score one task by itself, as a worker of a cluster does."""
        return list(map(self.score_batch, read_batches([task], self.names, threads=False)))
