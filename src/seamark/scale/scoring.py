"""The one function that everything at scale maps over: a batch of rows in, its scores and sums out."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from seamark.checks import items_of, string_of, true_or_false
from seamark.errors import InputError
from seamark.io.parquet import Array, RecordBatch, Schema
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.sums import Layout, Scored, ScoreSums, Sums, added_up, summed, summed_by_group
from seamark.metrics.together import count_together
from seamark.model.array import SegmentationArray
from seamark.scale.arrow import group_numbers, number_column, record_batch, require_columns, require_kind, score_schema
from seamark.scale.pairs import PairBlock, PairColumns, Reasons, pair_blocks

#: Signatures are those of pairs of any size with one boundary type: an option that depends on pairs shows its rule.
_NO_PAIRS = SegmentationArray.from_masses([])


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """What is to be scored, and how.

    Attributes
    ----------
    columns
        Where the pairs are.
    metrics
        What is computed, each under the name of its column.
    counts
        Whether the counts behind the scores get columns too.
    keep
        Columns of the input that are handed on.
    group
        A column by whose values sums are kept apart.
    """

    columns: PairColumns
    metrics: tuple[tuple[str, Metric], ...]
    counts: bool = True
    keep: tuple[str, ...] = ()
    group: str | None = None

    def __post_init__(self) -> None:
        true_or_false(self.counts, "counts")
        for name in (*self.keep, *(() if self.group is None else (self.group,))):
            string_of(name, "the name of a column")

    @classmethod
    def of(
        cls, columns: PairColumns, metrics: Metrics, counts: bool, keep: Sequence[str], group: str | None = None
    ) -> ScoringOptions:
        """From what public functions are given."""
        kept = tuple(items_of(keep, "keep", "names of columns"))
        return cls(columns, as_metrics(metrics), counts, kept, group)

    @property
    def input_names(self) -> tuple[str, ...]:
        """The columns that are read."""
        group = () if self.group is None else (self.group,)
        return tuple(dict.fromkeys((*self.columns.names, *self.keep, *group)))


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

    scores: RecordBatch
    rejected: Int64Array
    sums: Sums


class PairScorer:
    """Scores record batches of one schema; what does not depend on the rows is made once.

    Attributes
    ----------
    options
        What is computed.
    schema
        The columns of the result, the same for every batch; every score carries its signature.
    """

    def __init__(self, options: ScoringOptions, source: Schema) -> None:
        require_columns(source, options.input_names)
        self.options = options
        self._metrics = tuple(metric for _, metric in options.metrics)
        self._signatures = tuple(metric.signature(_NO_PAIRS, _NO_PAIRS) for metric in self._metrics)
        self._layout = Layout(self._metrics)
        self._parts = self._layout.parts
        self._width = self._layout.width
        self._meanings = options.columns.reasons()
        self.schema = score_schema(source, options.keep, self._columns())
        names = self.schema.names
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InputError(f"two columns of the result would be called {twice!r}; name the metrics otherwise")

    @property
    def no_sums(self) -> Sums:
        """The sums of no rows at all."""
        return Sums(np.zeros(self._width))

    def score(self, batch: RecordBatch) -> ScoredBatch:
        """Scores, and what else is to be known of the rows."""
        options, metrics = self.options, self._metrics
        filled = [
            _Filled(parts, len(metric.fields), batch.num_rows, counts=options.counts)
            for metric, parts in zip(metrics, self._parts, strict=True)
        ]
        reasons = Reasons(batch.num_rows, self._meanings)
        groups = None if options.group is None else _Groups.of(batch, options.group, self._width)
        overall = np.zeros(self._width)
        rejected = [np.empty(0, dtype=np.int64)]
        for block in pair_blocks(batch, options.columns):
            if block.status is not None:
                rejected.append(block.bad_rows)
                reasons.reject(block.bad_rows, block.status[block.status > 0])
            counted = count_together(metrics, block.reference, block.hypothesis)
            scored = [Scored.of(metric, counts) for metric, counts in zip(metrics, counted, strict=True)]
            for metric, place, one in zip(metrics, filled, scored, strict=True):
                place.write(block, one)
                if one.missing is not None:
                    reasons.undefined(metric, block.numbered(one.missing), one.counts[one.missing])
            overall += summed(scored)
            if groups is not None:
                groups.add(scored, block)
        columns = [batch.column(name) for name in options.keep]
        columns += [column for place in filled for column in place.columns()]
        scores = record_batch([*columns, reasons.column()], self.schema)
        return ScoredBatch(scores, np.concatenate(rejected), Sums(overall, {} if groups is None else groups.sums()))

    def sums_by_label(self, vector: FloatArray) -> dict[str, ScoreSums]:
        """The sums of every metric, by the name of its column."""
        sums = self._layout.split(vector, self._signatures)
        return {label: one for (label, _), one in zip(self.options.metrics, sums, strict=True)}

    def _columns(self) -> Iterator[tuple[str, str]]:
        """The columns of numbers, each with the signature of its metric."""
        for (label, metric), parts, signature in zip(self.options.metrics, self._parts, self._signatures, strict=True):
            further = (*parts, *(metric.fields if self.options.counts else ()))
            for name in (label, *(f"{label}.{name}" for name in further)):
                yield name, str(signature)


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
        options = ScoringOptions.of(PairColumns(reference, hypothesis, mass), metrics, counts, keep)
        self._scorer = PairScorer(options, schema)
        self.schema = self._scorer.schema

    @property
    def input_names(self) -> tuple[str, ...]:
        """The columns that are read."""
        return self._scorer.options.input_names

    def __call__(self, batch: RecordBatch) -> RecordBatch:
        """A row of scores for every row, in the columns of ``schema``."""
        require_kind(batch, "RecordBatch", "batch")
        require_columns(batch.schema, self.input_names)
        for name in self._scorer.options.keep:
            found, expected = batch.schema.field(name).type, self.schema.field(name).type
            if not found.equals(expected):
                raise InputError(f"column {name!r} is {found}; expected {expected}, as the schema has it")
        return self._scorer.score(batch).scores


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


@dataclass(frozen=True, slots=True)
class _Groups:
    """Sums by the values of a column; null is a value too."""

    number: Int64Array
    keys: list[Hashable]
    vectors: FloatArray

    @classmethod
    def of(cls, batch: RecordBatch, name: str, width: int) -> _Groups:
        number, keys = group_numbers(batch, name)
        return cls(number, keys, np.zeros((len(keys), width)))

    def add(self, scored: list[Scored], block: PairBlock) -> None:
        np.add(self.vectors, summed_by_group(scored, self.number[block.good_rows], len(self.keys)), out=self.vectors)

    def sums(self) -> dict[Hashable, FloatArray]:
        # Not a mere dict of the two: 0 and -0 are one key, and so is every NaN.
        return added_up(zip(self.keys, self.vectors, strict=True))
