"""A batch of rows in, its scores and sums out: the function that tables, files and clusters map over.

Boundaries stand in lists of whole numbers or in strings, which the kernel reads; labels and spans stand in lists of
structs.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.checks import items_of, string_of, true_or_false
from seamark.base.errors import InputError, ParseError
from seamark.io.parquet import Array, RecordBatch, Schema
from seamark.kernels.columns import (
    FAULTS,
    LARGEST_MASS,
    FloatArray,
    Int32Array,
    Int64Array,
    Job,
    RowBuffers,
    RowColumn,
    count_rows,
)
from seamark.metrics.base import Metric
from seamark.metrics.edit import S
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairs import job_of
from seamark.metrics.sums import Layout, Scored, ScoreSums, Sums, Tree, added_up, part_names, summed, summed_by_group
from seamark.model.checks import in_type_order
from seamark.model.codings import Codings, Kind, SegmentationArray
from seamark.scale import arrow
from seamark.scale.arrow import REASON
from seamark.scale.files import Batch, FileTask, read_batches

#: Small enough for a block and what is computed from it to stay in the cache, large enough for numpy to be worth it.
BLOCK_ROWS, _VALUES = 2**13, 2**18

#: What is wrong with each row, by number: 0 nothing, then the faults of the reference, those of the hypothesis, and one
#: of both together, as the kernel numbers them; those of spans come after the kernel's.
Status: TypeAlias = npt.NDArray[np.uint8]
_OF_HYPOTHESIS = 16
_DIFFERENT_MASSES = 32
_SPAN_FAULTS = (
    "has a span that is empty, runs backwards or starts before 0",
    "has a span that ends after the last unit",
    "has no number of units, or one below 1",
)
_NULL, _HOLDS_NULL, _EMPTY, _BELOW_1, _TOO_LARGE = range(1, 6)
_BAD_SPAN, _OUTSIDE, _NO_LENGTH = range(len(FAULTS), len(FAULTS) + len(_SPAN_FAULTS))

#: The whole numbers of structs by the kind of coding that a list of them is, and the label of each.
_FIELDS: dict[Kind, tuple[tuple[str, ...], str]] = {
    "labels": (("mass",), "label"),
    "spans": (("start", "end"), "category"),
}


def kind_of_column(schema: Schema, name: str) -> Kind:
    """The kind of coding that a column holds: boundaries, unless it has lists of structs."""
    present = arrow.struct_fields(schema, name)
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


class PairColumns(NamedTuple):
    """Which columns of a table hold the pairs.

    Lists hold segment masses or, when there is a column ``mass`` with the number of units, ascending boundary
    positions; strings hold one character per potential boundary, 1 where there is a boundary and 0 elsewhere.
    """

    reference: str = "reference"
    hypothesis: str = "hypothesis"
    mass: str | None = None

    def reasons(self) -> dict[int, str]:
        """What every status means, in the words of these columns."""
        meanings = {_DIFFERENT_MASSES: f"{self.reference} and {self.hypothesis} cover different numbers of units"}
        for fault, words in enumerate((*FAULTS, *_SPAN_FAULTS)):
            meanings[fault] = f"{self.reference} {words}"
            meanings[fault + _OF_HYPOTHESIS] = f"{self.hypothesis} {words}"
        return meanings


@dataclass(frozen=True, slots=True)
class PairBlock:
    """Some rows of a table, what is wrong with each of them (None when all are good), and the good ones as pairs.

    The pairs lie in buffers that the next block overwrites; there are none where nobody wants them.
    """

    rows: slice
    status: Status | None
    pairs: tuple[Codings, ...]

    @property
    def good_rows(self) -> Int64Array:
        """The rows that are pairs, numbered as in the table."""
        rows: Int64Array = np.arange(self.rows.start, self.rows.stop)
        return rows if self.status is None else rows[self.status == 0]


def _pair_blocks(
    batch: RecordBatch, columns: PairColumns, kind: Kind, filled: Sequence[_Filled]
) -> Iterator[PairBlock]:
    """The rows of a record batch, in order; every block must be used up before the next is asked for.

    While boundaries are read, the jobs of metrics are done; pairs stand in the block only when a metric has no job.
    """
    if kind != "boundaries":
        yield _struct_block(batch, columns, kind)
        return
    a, b = (arrow.segmentation_column(batch, name, columns.mass) for name in (columns.reference, columns.hypothesis))
    blocks = list(_blocks(batch.num_rows, (a, b)))
    buffers = _buffers((a, b), blocks) if any(one.job is None for one in filled) else ()
    for rows in blocks:
        places = [(one.job, one.counts(rows)) for one in filled if one.job is not None]
        status, bad = count_rows(a, b, rows, places, buffers)
        good = rows.stop - rows.start - bad
        pairs = tuple(SegmentationArray._unchecked(side.columns(good)) for side in buffers)
        yield PairBlock(rows, status if bad else None, pairs)


def _buffers(sides: Sequence[RowColumn], blocks: Sequence[slice]) -> tuple[RowBuffers, ...]:
    """Room for any of the blocks, for each side."""
    largest = max((block.stop - block.start for block in blocks), default=0)
    return tuple(RowBuffers.of(largest, max((side.count(block) for block in blocks), default=0)) for side in sides)


def _blocks(rows: int, sides: Sequence[RowColumn]) -> Iterator[slice]:
    """Blocks of so many rows, or of fewer when rows are long."""
    start = 0
    while start < rows:
        stop = min(start + BLOCK_ROWS, rows)
        for side in sides:
            offsets = side.offsets
            fits = int(np.searchsorted(offsets[start : stop + 1], offsets[start] + _VALUES, side="right")) - 1
            stop = start + max(1, min(stop - start, fits))
        yield slice(start, stop)
        start = stop


def _struct_block(batch: RecordBatch, columns: PairColumns, kind: Kind) -> PairBlock:
    """All rows of a batch of labels or spans."""
    sides = [_StructColumn.of(batch.column(name), kind) for name in (columns.reference, columns.hypothesis)]
    lengths = [side.last_ends() for side in sides]
    if kind == "spans" and columns.mass is None:
        lengths = [np.maximum(np.maximum(*lengths), 1)] * 2
    elif kind == "spans":
        lengths = [arrow.whole_numbers(batch.column(columns.mass), str(columns.mass))] * 2
    status = np.where(lengths[0] != lengths[1], np.uint8(_DIFFERENT_MASSES), np.uint8(0))
    for side, units, first in ((sides[1], lengths[1], _OF_HYPOTHESIS), (sides[0], lengths[0], 0)):
        faults = side.faults(units)
        status = np.where(faults > 0, faults + np.uint8(first), status)
    good = np.flatnonzero(status == 0)
    pairs = tuple(side.codings(units).take(good) for side, units in zip(sides, lengths, strict=True))
    return PairBlock(slice(0, batch.num_rows), status if status.any() else None, pairs)


@dataclass(frozen=True, slots=True)
class _StructColumn:
    """A column of lists of structs: start, end and the code of a label for every struct.

    ``bad`` marks structs that are no segment or span, ``incomplete`` those that lack a number; ``null`` marks rows.
    """

    kind: Kind
    starts: Int64Array
    ends: Int64Array
    codes: Int32Array
    labels: tuple[Hashable, ...]
    bad: npt.NDArray[np.bool_]
    incomplete: npt.NDArray[np.bool_]
    offsets: Int64Array
    null: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, column: Array, kind: Kind) -> _StructColumn:
        numbers, codes, labels, incomplete, offsets, null = arrow.struct_lists(column, *_FIELDS[kind])
        if kind == "labels":
            before = np.concatenate(([0], np.cumsum(numbers[0])))
            starts = before[:-1] - np.repeat(before[offsets[:-1]], np.diff(offsets))
            ends, bad = starts + numbers[0], numbers[0] < 1
        else:
            starts, ends = numbers
            bad = (starts < 0) | (starts >= ends)
        names = in_type_order(labels, "label")
        place = {name: code for code, name in enumerate(names)}
        ordered = np.array([place[name] for name in labels], dtype=np.int32)
        return cls(kind, starts, ends, ordered[codes], names, bad, incomplete, offsets, null)

    @property
    def _row(self) -> Int64Array:
        return np.repeat(np.arange(self.null.size, dtype=np.int64), np.diff(self.offsets))

    def _rows_with(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which rows have a struct that is marked."""
        return np.bincount(self._row[marked], minlength=self.null.size) > 0

    def last_ends(self) -> Int64Array:
        """Where the last span or segment of each row ends, 0 where there is none."""
        found = np.zeros(self.null.size, dtype=np.int64)
        np.maximum.at(found, self._row, self.ends)
        return found

    def faults(self, lengths: Int64Array) -> Status:
        """What is wrong with each row, given the number of units of each; 0 where nothing is."""
        labels = self.kind == "labels"
        # Far below 2**63 the sum is exact; beyond, it may have wrapped around, but not to another size as a float.
        sizes = (self.ends - self.starts).astype(np.float64)
        wrapped = np.bincount(self._row, weights=sizes, minlength=self.null.size) > 1.5 * LARGEST_MASS
        faults = (
            (_NULL, self.null),
            (_HOLDS_NULL, self._rows_with(self.incomplete)),
            (_EMPTY if labels else _NO_LENGTH, (np.diff(self.offsets) == 0) if labels else lengths < 1),
            (_BELOW_1 if labels else _BAD_SPAN, self._rows_with(self.bad)),
            (_TOO_LARGE, (lengths > LARGEST_MASS) | (wrapped & labels)),
            (_OUTSIDE, self.last_ends() > lengths),
        )
        found = np.zeros(self.null.size, dtype=np.uint8)
        for number, rows in reversed(faults):
            found[rows] = number
        return found

    def codings(self, lengths: Int64Array) -> Codings:
        """All rows, whatever is wrong with them."""
        order = np.lexsort((self.codes, self.ends, self.starts, self._row))
        columns: dict[str, Any] = {"codes": self.codes[order], "names": self.labels}
        if self.kind == "spans":
            columns["ends"] = self.ends[order]
        made: Codings = Codings._wrapped(self.kind, lengths, self.offsets, self.starts[order], **columns)
        return made


class Reasons:
    """The reasons of the rows of a batch. Few different ones occur: every row has the number of a text, 0 for none."""

    def __init__(self, rows: int) -> None:
        self._texts: list[str] = []
        self._numbers = np.zeros(rows, dtype=np.int64)

    def add(self, rows: Int64Array, sentence: str) -> None:
        """Say this of some rows, after what is said of them already."""
        before = self._numbers[rows]
        for number in np.unique(before).tolist():
            text = f"{self._texts[number - 1]}; {sentence}" if number else sentence
            if text not in self._texts:
                self._texts.append(text)
            self._numbers[rows[before == number]] = self._texts.index(text) + 1

    def add_undefined(self, metric: Metric, rows: Int64Array, counts: FloatArray) -> None:
        """Say why rows have no score under the metric, given their counts.

        A score is undefined because some of its counts are zero: rows with the same zeros share a sentence.
        """
        patterns, pattern = np.unique(counts == 0, axis=0, return_inverse=True)
        for place in range(len(patterns)):
            these = pattern.reshape(-1) == place
            row = dict(zip(metric.fields, counts[these.argmax()].tolist(), strict=True))
            self.add(rows[these], metric._why_undefined(row))

    def column(self) -> Array:
        """The reasons as text, null where there is nothing to say."""
        return arrow.text_column(self._numbers, self._texts)


# ---------------------------------------------------------------------------------------------- scores and their sums


def input_names(columns: PairColumns, keep: Sequence[str], group: str | None = None) -> tuple[str, ...]:
    """The columns that are read: those of the pairs, those that are handed on, and the one that sums are kept by."""
    further = (() if columns.mass is None else (columns.mass,), keep, () if group is None else (group,))
    names = (columns.reference, columns.hypothesis, *chain(*further))
    return tuple(dict.fromkeys(string_of(name, "the name of a column") for name in names))


@dataclass(frozen=True, slots=True)
class ScoredBatch:
    """What became of a batch: a row of scores for every row, the numbers of the bad rows, the sums of the others."""

    scores: RecordBatch
    rejected: Int64Array
    sums: Sums

    def first_fault(self, batch: Batch) -> ParseError:
        """The error about the first bad row of the batch."""
        row = int(self.rejected[0])
        return ParseError(f"row {batch.first_row + row}: {self.scores.column(REASON)[row].as_py()}", path=batch.path)


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
    >>> batch = pa.RecordBatch.from_pydict({"reference": [[2, 3], [5]], "hypothesis": [[2, 3], [4, 1]]})
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
        arrow.require_kind(schema, "Schema", "schema")
        self._pairs = PairColumns(reference, hypothesis, mass)
        self._counts = true_or_false(counts, "counts")
        self._keep = tuple(items_of(keep, "keep", "names of columns"))
        self.input_names = input_names(self._pairs, self._keep)
        arrow.require_columns(schema, self.input_names)
        self._labels, self._metrics = zip(*as_metrics(metrics), strict=True)
        # Of pairs of any size with one boundary type: an option that depends on pairs shows its rule.
        none = Codings.of([], kind_of_pairs(schema, reference, hypothesis, self._metrics))
        self._signatures = tuple(metric.bind(none).signature for metric in self._metrics)
        self._layout = Layout(self._metrics)
        self._parts = [part_names(metric) for metric in self._metrics]
        self._width = self._layout.width
        self._meanings = self._pairs.reasons()
        self.schema = arrow.score_schema(schema, self._keep, self._columns())
        names = self.schema.names
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InputError(f"two columns of the result would be called {twice!r}; name the metrics otherwise")

    def __call__(self, batch: RecordBatch) -> RecordBatch:
        """A row of scores for every row, in the columns of ``schema``."""
        arrow.require_kind(batch, "RecordBatch", "batch")
        arrow.require_columns(batch.schema, self.input_names)
        for name in self._keep:
            found, expected = batch.schema.field(name).type, self.schema.field(name).type
            if not found.equals(expected):
                raise InputError(f"column {name!r} is {found}; expected {expected}, as the schema has it")
        return self._score(batch).scores

    def _score(self, batch: RecordBatch, group: str | None = None) -> ScoredBatch:
        """Scores and their sums, kept apart by the values of a column if it is named; the batch is known to fit."""
        kind = kind_of_column(batch.schema, self._pairs.reference)
        filled = [
            _Filled(metric, job_of(metric) if kind == "boundaries" else None, parts, batch.num_rows, self._counts)
            for metric, parts in zip(self._metrics, self._parts, strict=True)
        ]
        reasons = Reasons(batch.num_rows)
        number, keys = (None, []) if group is None else arrow.group_numbers(batch, group)
        overall, of_groups = np.zeros(self._width), np.zeros((len(keys), self._width))
        rejected = [np.empty(0, dtype=np.int64)]
        for block in _pair_blocks(batch, self._pairs, kind, filled):
            if block.status is not None:
                rejected.append(block.rows.start + np.flatnonzero(block.status))
                for fault in np.unique(block.status[block.status > 0]).tolist():
                    reasons.add(block.rows.start + np.flatnonzero(block.status == fault), self._meanings[fault])
            scored = [one.scored(block) for one in filled]
            for metric, one in zip(self._metrics, scored, strict=True):
                if one.missing is not None:
                    reasons.add_undefined(metric, block.good_rows[one.missing], one.counts[one.missing])
            overall += summed(scored)
            if number is not None:
                of_groups += summed_by_group(scored, number[block.good_rows], len(keys))
        columns = [batch.column(name) for name in self._keep]
        columns += [column for place in filled for column in place.columns()]
        scores = arrow.record_batch([*columns, reasons.column()], self.schema)
        # Not a mere dict of the groups: 0 and -0 are one key, and so is every NaN.
        groups = added_up(zip(keys, of_groups, strict=True))
        return ScoredBatch(scores, np.concatenate(rejected), Sums(overall, groups))

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

    def __init__(self, metric: Metric, job: Job | None, parts: Sequence[str], rows: int, counts: bool) -> None:
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

    def counts(self, rows: slice) -> FloatArray:
        """Where the counts of a block go."""
        first = rows.start if self._with_counts else 0
        return self._counts[first : first + rows.stop - rows.start]

    def scored(self, block: PairBlock) -> Scored:
        """The good rows of a block; all of its rows are in the columns then, bad ones without numbers."""
        if self.job is None:
            scored = Scored.of(self._metric, self._metric.bind(*block.pairs).count())
            self._write(block, scored)
        else:
            counts = self.counts(block.rows)
            scores = self._scores[block.rows] = self._metric.score_rows(counts)
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
        return [arrow.number_column(column, complete=self._complete) for column in self._columns]


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
        rejects, counted = None, Counter[str]()
        if scored.rejected.size:
            if self.strict:
                raise scored.first_fault(batch)
            reasons = arrow.taken(scored.scores.column(REASON), scored.rejected)
            place = batch.path, batch.first_row
            rejects = arrow.reject_batch(self.reject_schema, batch.rows, scored.rejected, reasons, *place)
            counted = arrow.text_counts(reasons)
        scores = scored.scores if self.write else None
        return ScoredRows(batch.task.number, batch.rows.num_rows, scores, rejects, counted, scored.sums)

    def score_task(self, task: FileTask) -> list[ScoredRows]:
        """Score one task by itself, as a worker of a cluster does."""
        return list(map(self.score_batch, read_batches([task], self.names, threads=False)))
