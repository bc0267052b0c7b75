"""A batch of rows in, its scores and sums out: the function that tables, files and clusters map over.

Boundaries are in lists of whole numbers or in strings, which the kernel reads; labels and spans are in lists of
structs.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

import numpy as np

from seamark.base.checks import items_of, true_or_false
from seamark.base.errors import InputError, ParseError
from seamark.io.parquet import RecordBatch, Schema
from seamark.kernels.columns import FAULTS, FloatArray, Int64Array, RowBuffers, RowColumn, count_rows
from seamark.metrics.base import Metric
from seamark.metrics.edit import S
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairs import job_of
from seamark.metrics.score import Scored, ScoreSums, Sums, Tree, added_up, part_names, split, summed, summed_by_group
from seamark.model.codings import CodingLike, Codings, Kind, SegmentationArray
from seamark.model.labelled import LabelledSegmentation
from seamark.model.spans import Spans
from seamark.scale import arrow
from seamark.scale.files import Batch

#: Small enough for a block and what is computed from it to stay in the cache, large enough for numpy to be worth it.
BLOCK_ROWS, _VALUES = 2**13, 2**18

#: What is wrong with each row of boundaries, by number: 0 nothing, then the faults of the reference, those of the
#: hypothesis, and one of both together, as the kernel numbers them.
_OF_HYPOTHESIS = 16
_DIFFERENT_MASSES = 32

#: The whole numbers of structs by the kind of coding that a list of them is, and the label of each.
_FIELDS: dict[Kind, tuple[tuple[str, ...], str]] = {
    "labels": (("mass",), "label"),
    "spans": (("start", "end"), "category"),
}

_NO_CODING: dict[Kind, str] = {
    "labels": "is no list of segments with masses from 1 up, of at most 2**62 units",
    "spans": "is no list of spans with 0 <= start < end <= the number of units, of at most 2**62 units",
}


def kind_of_column(schema: Schema, name: str) -> Kind:
    """The kind of coding that a column holds: boundaries, unless it has lists of structs."""
    present = arrow.struct_fields(schema, name)
    if present is None:
        return "boundaries"
    kind: Kind = "labels" if {"mass", "label"} <= {*present} else "spans"
    numbers = _FIELDS[kind][0]
    if not {*numbers} <= {*present}:
        raise InputError(
            f"column {name!r} holds structs of {', '.join(sorted(present))}; expected mass and label, or start and end"
        )
    for number in numbers:
        arrow.require_integers(present[number], number)
    return kind


def kind_of_pairs(schema: Schema, reference: str, hypothesis: str, metrics: Sequence[Metric]) -> Kind:
    """The kind of both columns, which all metrics must compare, each pair by itself."""
    kind, other = kind_of_column(schema, reference), kind_of_column(schema, hypothesis)
    if kind != other:
        raise InputError(f"column {reference!r} holds {kind}, column {hypothesis!r} {other}; expected the same")
    for metric in metrics:
        if kind not in metric.info.kinds:
            raise InputError(f"{metric.info.name} compares {' or '.join(metric.info.kinds)}; the columns hold {kind}")
        if kind == "labels" and isinstance(metric, S) and metric.types is None:
            raise InputError("S of labels depends on how many labels the whole study has; give it, as in S:types=5")
    return kind


class PairColumns(NamedTuple):
    """Which columns of a table hold the pairs.

    Lists hold segment masses or, when there is a column ``mass`` with the number of units, ascending boundary
    positions; strings hold one character per potential boundary, 1 where there is a boundary and 0 elsewhere.
    """

    reference: str
    hypothesis: str
    mass: str | None

    def reasons(self) -> dict[int, str]:
        """What every status means, in the words of these columns."""
        meanings = {_DIFFERENT_MASSES: f"{self.reference} and {self.hypothesis} cover different numbers of units"}
        for fault, words in enumerate(FAULTS):
            meanings[fault] = f"{self.reference} {words}"
            meanings[fault + _OF_HYPOTHESIS] = f"{self.hypothesis} {words}"
        return meanings


def _pair_blocks(
    batch: RecordBatch, columns: PairColumns, kind: Kind, metrics: Sequence[Metric]
) -> Iterator[tuple[slice, Mapping[int, str], list[FloatArray]]]:
    """The rows of a record batch, a block at a time: which rows they are, why some of them are no pairs, and the counts
    of the others under every metric.

    While boundaries are read, the jobs of metrics are done; the other metrics count the pairs, which lie in buffers.
    """
    if kind != "boundaries":
        why_not, coded = _struct_pairs(batch, columns, kind)
        yield slice(0, batch.num_rows), why_not, [metric.bind(*coded).count() for metric in metrics]
        return
    a, b = (arrow.segmentation_column(batch, name, columns.mass) for name in (columns.reference, columns.hypothesis))
    blocks, jobs, meanings = list(_blocks(batch.num_rows, (a, b))), [job_of(one) for one in metrics], columns.reasons()
    buffers = _buffers((a, b), blocks) if None in jobs else ()
    for rows in blocks:
        size = rows.stop - rows.start
        # By columns, since that is how rows are counted, summed and written.
        counts = [np.empty((size, len(metric.fields)), order="F") for metric in metrics]
        places = [(job, mine) for job, mine in zip(jobs, counts, strict=True) if job is not None]
        status, bad = count_rows(a, b, rows, places, buffers)
        if bad:
            counts = [np.asfortranarray(mine[status == 0]) for mine in counts]
        pairs = [SegmentationArray._unchecked(side.columns(size - bad)) for side in buffers]
        for place, (metric, job) in enumerate(zip(metrics, jobs, strict=True)):
            if job is None:
                counts[place] = metric.bind(*pairs).count()
        yield rows, {rows.start + row: meanings[status[row]] for row in np.flatnonzero(status).tolist()}, counts


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


def _struct_pairs(batch: RecordBatch, columns: PairColumns, kind: Kind) -> tuple[dict[int, str], list[Codings]]:
    """Why some rows of a batch of labels or spans are no pairs, and the others as pairs; each is made by itself."""
    reasons: dict[int, str] = {}
    pairs: list[list[CodingLike]] = [[], []]
    names = (columns.reference, columns.hypothesis)
    lists = (batch.column(name).to_pylist() for name in names)
    lengths = repeat(None) if columns.mass is None else batch.column(columns.mass).to_pylist()
    for row, (*given, length) in enumerate(zip(*lists, lengths, strict=False)):
        try:
            sides = [_rows_of(kind, structs, name) for structs, name in zip(given, names, strict=True)]
            if columns.mass is None and kind == "spans":
                length = max((end for side in sides for _, end, _ in side), default=1)
            made = [_coding(kind, side, length, name) for side, name in zip(sides, names, strict=True)]
            if kind == "labels" and len({sum(mass for mass, _ in side) for side in sides}) > 1:
                raise InputError(columns.reasons()[_DIFFERENT_MASSES])
        except InputError as error:
            reasons[row] = str(error)
        else:
            for side, coding in zip(pairs, made, strict=True):
                side.append(coding)
    return reasons, [Codings.of(side, kind) for side in pairs]


def _rows_of(kind: Kind, structs: Sequence[Mapping[str, Any] | None] | None, name: str) -> list[tuple[Any, ...]]:
    """A list of structs as rows of numbers, each with its label."""
    numbers, label = _FIELDS[kind]
    if structs is None:
        raise InputError(f"{name} is null")
    if any(one is None or None in [one[number] for number in numbers] for one in structs):
        raise InputError(f"{name} holds a null")
    return [(*(one[number] for number in numbers), one.get(label)) for one in structs if one is not None]


def _coding(kind: Kind, rows: list[tuple[Any, ...]], length: Any, name: str) -> LabelledSegmentation | Spans:
    try:
        return LabelledSegmentation.from_segments(rows) if kind == "labels" else Spans(rows, length=length)
    except InputError:  # in words that do not differ from row to row, since rows are counted by reason
        raise InputError(f"{name} {_NO_CODING[kind]}") from None


# ---------------------------------------------------------------------------------------------- scores and their sums


class ScoredBatch(NamedTuple):
    """What became of a batch: a row of scores for every row, why bad rows are bad, the sums of the others."""

    scores: RecordBatch
    rejected: dict[int, str]
    sums: Sums

    def require_all(self, batch: Batch) -> None:
        """An error about the first bad row of the batch."""
        for row, reason in self.rejected.items():
            raise ParseError(f"row {batch.first_row + row}: {reason}", path=batch.path)


class BatchScorer:
    """A function that scores record batches, which other programs map over a table.

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
        self.input_names = arrow.column_names(*self._pairs, *self._keep)
        arrow.require_columns(schema, self.input_names)
        self._labels, self._metrics = zip(*as_metrics(metrics), strict=True)
        # Of pairs of any size with one boundary type: an option that depends on pairs shows its rule.
        none = Codings.of([], kind_of_pairs(schema, reference, hypothesis, self._metrics))
        self._signatures = tuple(metric.bind(none).signature for metric in self._metrics)
        self._nothing = summed([Scored.of(metric, np.zeros((0, len(metric.fields)))) for metric in self._metrics])
        self._numbers = [
            _names_of_numbers(label, metric, counts=self._counts)
            for label, metric in zip(self._labels, self._metrics, strict=True)
        ]
        signed = zip(self._numbers, self._signatures, strict=True)
        signatures = [(name, str(signature)) for names, signature in signed for name in names]
        self.schema = arrow.score_schema(schema, self._keep, signatures)
        names = self.schema.names
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InputError(f"two columns of the result would be called {twice!r}; give the metrics other names")

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
        numbers = np.empty((sum(map(len, self._numbers)), batch.num_rows))
        reasons: list[str | None] = [None] * batch.num_rows
        group_of, keys = (None, []) if group is None else arrow.group_numbers(batch, group)
        overall, of_groups = self._nothing.copy(), np.zeros((len(keys), len(self._nothing)))
        rejected: dict[int, str] = {}
        for rows, why_not, counts in _pair_blocks(batch, self._pairs, kind, self._metrics):
            good = np.arange(rows.start, rows.stop)
            if why_not:
                good = np.setdiff1d(good, [*why_not])
                rejected |= why_not
                numbers[:, rows] = np.nan
            scored = [Scored.of(metric, mine) for metric, mine in zip(self._metrics, counts, strict=True)]
            counted = [one.counts.T if self._counts else () for one in scored]
            filled = [(one.scores, *one.parts.values(), *more) for one, more in zip(scored, counted, strict=True)]
            for row, reason in why_not.items():
                reasons[row] = reason
            for place, column in enumerate(chain(*filled)):
                numbers[place, good if why_not else rows] = column
            for metric, one in zip(self._metrics, scored, strict=True):
                if (missing := np.isnan(one.scores)).any():
                    _add_undefined(reasons, metric, good[missing], one.counts[missing])
            overall += summed(scored)
            if group_of is not None:
                of_groups += summed_by_group(scored, group_of[good], len(keys))
        columns = [batch.column(name) for name in self._keep]
        columns += map(arrow.number_column, numbers)
        scores = arrow.record_batch([*columns, arrow.text_column(reasons)], self.schema)
        # Not a mere dict of the groups: 0 and -0 are one key, and so is every NaN.
        groups = added_up(zip(keys, of_groups, strict=True))
        return ScoredBatch(scores, rejected, Sums(overall, groups))

    def _total(self, sums: Iterable[Sums]) -> Sums:
        """All sums together, added as a tree."""
        tree: Tree[Sums] = Tree(operator.add)
        for part in sums:
            tree.add(part)
        return tree.total() or Sums(self._nothing)

    def _sums_by_label(self, vector: FloatArray) -> dict[str, ScoreSums]:
        """The sums of every metric, by the name of its column."""
        return dict(zip(self._labels, split(vector, self._metrics, self._signatures), strict=True))


def _names_of_numbers(label: str, metric: Metric, *, counts: bool) -> list[str]:
    """The columns of numbers of a metric: its score, further scores, and its counts if they are wanted."""
    parts = part_names(metric)
    named = [f"{name}_count" if name in parts else name for name in metric.fields if counts]
    return [label, *(f"{label}.{name}" for name in (*parts, *named))]


def _add_undefined(reasons: list[str | None], metric: Metric, rows: Int64Array, counts: FloatArray) -> None:
    """Say why rows have no score under the metric, given their counts, after what is said of them already.

    A score is undefined because some of its counts are zero: rows with the same zeros share a sentence.
    """
    patterns, pattern = np.unique(counts == 0, axis=0, return_inverse=True)
    for place in range(len(patterns)):
        these = pattern.reshape(-1) == place
        sentence = metric._why_undefined(dict(zip(metric.fields, counts[these.argmax()].tolist(), strict=True)))
        for row in rows[these].tolist():
            reasons[row] = sentence if reasons[row] is None else f"{reasons[row]}; {sentence}"
