"""Tables and Parquet files in, scores out; files are streamed, so that any size needs the memory of a few batches.

A part of a folder is written by the worker that scored it. The folder is complete when it holds ``_SUCCESS``. On a file
system it also takes its name only then; at an address, where nothing can be renamed at once, the mark is all there is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from os import PathLike, fspath
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, cast

from seamark.base.checks import items_of, path_of, require_progress, true_or_false
from seamark.base.errors import OPTION, InputError
from seamark.base.files import require_apart, whole_file, whole_folder, write_errors
from seamark.base.results import FrozenMapping, ResultRecord, plain
from seamark.io.parquet import MOST_BYTES, RecordBatch, Schema, Table
from seamark.kernels.columns import worker_count
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.score import ScoreSums, Sums, added_up
from seamark.scale import arrow
from seamark.scale.arrow import ArrowStream
from seamark.scale.files import (
    BATCH_ROWS,
    Batch,
    FileTask,
    Locations,
    Progress,
    RowsDone,
    batch_size,
    file_system,
    is_remote,
    listed_locations,
    parquet_input,
    reaching,
    read_batches,
)
from seamark.scale.scoring import BatchScorer
from seamark.scale.workers import Cluster, Threads, Workers, in_order, workers_on


def score_table(
    table: ArrowStream,
    metrics: Metrics,
    *,
    reference: str = "reference",
    hypothesis: str = "hypothesis",
    mass: str | None = None,
    counts: bool = True,
    keep: Sequence[str] = (),
    batch_rows: int = BATCH_ROWS,
    workers: int | None = None,
) -> Table:
    """Score every row of a table.

    Parameters
    ----------
    table
        Anything with ``__arrow_c_stream__``: a pyarrow table or reader, a polars or pandas frame, a duckdb relation.
    metrics
        Metrics or their names, such as ``[S(n=3), "pk"]``; a mapping names the columns: ``{"near": S(n=5)}``.
    reference, hypothesis
        The columns with the segmentations: lists of segment masses, of any integer type; or strings of 0 and 1, one
        character per potential boundary.
    mass
        A column with the number of units; lists then hold ascending boundary positions.
    counts
        Whether the counts behind the scores get columns too, named ``S.distance`` and so on.
    keep
        Columns of the table that are copied to the result.
    batch_rows
        How many rows are scored at once at most.
    workers
        How many threads to use; by default as many as the machine has. The result is the same.

    Returns
    -------
    pyarrow.Table
        A row for every row, in the same order: the columns to keep, for each metric its score and counts, and
        ``reason``. Where a score is undefined it is null; where a row is bad (null, empty, a mass below 1, unequal
        numbers of units, more than 2**62 of them) all are, and ``reason`` says why.

    Raises
    ------
    InputError
        When a column is missing, or of a type that cannot hold segmentations.

    Examples
    --------
    >>> import pyarrow as pa
    >>> table = pa.table({"reference": [[2, 3], [5], [4]], "hypothesis": [[2, 3], [4, 1], None]})
    >>> score_table(table, "S", counts=False).to_pylist()
    [{'S': 1.0, 'reason': None}, {'S': 0.75, 'reason': None}, {'S': None, 'reason': 'hypothesis is null'}]
    """
    reader = arrow.table_reader(table)
    scorer = BatchScorer(
        reader.schema, metrics, reference=reference, hypothesis=hypothesis, mass=mass, counts=counts, keep=keep
    )
    batches = arrow.table_batches(reader, scorer.input_names, batch_size(batch_rows))
    return arrow.joined(list(in_order(scorer, batches, worker_count(workers))), scorer.schema)


@dataclass(frozen=True, slots=True)
class ParquetScores(ResultRecord):
    """What ``score_parquet`` found.

    Attributes
    ----------
    files
        What was read, as it was given: files, folders and patterns.
    rows_read
        How many rows there were.
    rejected
        How many of them are not pairs of segmentations of the same units.
    reasons
        How many rows were rejected for each reason.
    output
        The file or folder that was written; None when nothing was to be written.
    overall
        Means over all pairs, by the name of the metric's column.
    groups
        The same for every value of the group column.
    """

    files: tuple[str, ...]
    rows_read: int
    rejected: int
    reasons: Mapping[str, int]
    output: Path | str | None
    overall: Mapping[str, ScoreSums]
    groups: Mapping[Hashable, Mapping[str, ScoreSums]]

    def to_dict(self) -> dict[str, Any]:
        """Everything in plain values."""
        groups = [{"group": _plain_key(key), "scores": plain(sums)} for key, sums in self.groups.items()]
        return {**ResultRecord.to_dict(self), "groups": groups}

    def rows(self) -> list[dict[str, Any]]:
        """A row for every metric, or for every group and metric where there are groups."""
        if not self.groups:
            return _metric_rows(self.overall)
        return [{"group": key, **row} for key, sums in self.groups.items() for row in _metric_rows(sums)]

    def __str__(self) -> str:
        lines = [f"{label}: {sums}" for label, sums in self.overall.items()]
        lines += [
            f"{number:,} of {self.rows_read:,} rows rejected: {reason}" for reason, number in self.reasons.items()
        ]
        return "\n".join(lines)


def _plain_key(key: Hashable) -> object:
    """A group as JSON can name it: NaN is not the group of those that have none."""
    return str(key) if isinstance(key, float) and not math.isfinite(key) else plain(key)


def _metric_rows(sums: Mapping[str, ScoreSums]) -> list[dict[str, Any]]:
    names = ("macro", "micro", "pairs", "undefined", "signature")
    return [{"metric": label, **{name: getattr(one, name) for name in names}} for label, one in sums.items()]


def score_parquet(
    locations: Locations,
    metrics: Metrics,
    output: str | PathLike[str] | None = None,
    *,
    reference: str = "reference",
    hypothesis: str = "hypothesis",
    mass: str | None = None,
    counts: bool = False,
    keep: Sequence[str] = (),
    group: str | None = None,
    parts: bool = False,
    strict: bool = False,
    force: bool = False,
    most_bytes: int = MOST_BYTES,
    batch_rows: int = BATCH_ROWS,
    workers: int | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> ParquetScores:
    """Score every row of Parquet files, and write the scores as Parquet.

    Parameters
    ----------
    locations
        A file, a folder (all files in it that end in ``.parquet``), a pattern such as ``data/*.parquet``, or several;
        also addresses of fsspec, such as ``s3://bucket/data``.
    metrics, reference, hypothesis, mass, keep
        As for ``score_table``.
    output
        Where the scores go: a row for every row, in order; ``reason`` says why a row has none. Without it only means
        are computed.
    counts
        Whether the counts behind the scores are written too.
    group
        A column for whose values means are computed too.
    parts
        Write a folder of files, ``part-00000.parquet`` and so on, instead of one file: each worker
        writes the rows it scores, so that nothing goes through one process. The folder holds ``_SUCCESS`` when it is
        complete. It may be at an address, such as ``s3://bucket/scores``.
    strict
        Stop with an error at the first bad row.
    force
        Replace files that are there.
    most_bytes
        What a column of a row group may take in memory when it takes less than a hundredth of that in the file, as
        lists may whose values are all alike; more is refused, since a few bytes could ask for any amount.
    batch_rows
        How many rows are read and scored at once at most; long lists come in smaller batches.
    workers
        How many threads to use; by default as many as this process may. With a cluster: how many local workers.
    cluster
        ``"local"`` for worker processes on this machine, the address of a Dask scheduler such as
        ``"tcp://host:8786"``, or a ``dask.distributed.Client``. All of its workers must see the files.
    progress
        Is called with the number of rows that are done and of all rows.

    Returns
    -------
    ParquetScores
        Means, and how many rows were rejected why. Nothing in it or in the files depends on workers or cluster.

    Raises
    ------
    InputError
        When files cannot be read or written, or columns are missing; with ``strict`` at the first bad row. No output is
        left behind then.

    Examples
    --------
    >>> import pyarrow as pa, pyarrow.parquet, tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> table = pa.table({"reference": [[2, 3], [5], [4]], "hypothesis": [[2, 3], [4, 1], [0, 4]]})
    >>> pyarrow.parquet.write_table(table, folder / "pairs.parquet")
    >>> found = score_parquet(folder / "pairs.parquet", "S", folder / "scores.parquet")
    >>> print(found.overall["S"])
    macro 0.8750, micro 0.8750 of 2 pairs  S|n:2|scale:te|w:1,1,1|types:1|v:1.0.0rc1
    >>> dict(found.reasons)
    {'hypothesis has a mass below 1': 1}
    """
    keep, metrics = tuple(items_of(keep, "keep", "names of columns")), dict(as_metrics(metrics))
    names = arrow.column_names(reference, hypothesis, mass, *keep, group)
    given, count = listed_locations(locations), worker_count(workers)
    target = _target(output, parts=true_or_false(parts, "parts"))
    require_progress(progress)
    true_or_false(strict, "strict")
    true_or_false(force, "force")

    with ExitStack() as open_output, workers_on(cluster, count) as workers_found:
        found = parquet_input(locations, names, most_bytes, batch_rows, workers_found.each)
        _require_apart([*found.paths, *given], target)
        scorer = BatchScorer(
            found.schema, metrics, reference=reference, hypothesis=hypothesis, mass=mass, counts=counts, keep=keep
        )
        task_scorer = TaskScorer(scorer, names, group, target is not None, strict)
        # A table without rows has a part too, which says what its columns are.
        tasks = found.tasks() or (FileTask(0, ()),)
        file: ParquetOutput | None = None
        if parts and target is not None:
            folder = _folder_at(target, force=force) if isinstance(target, str) else _folder(target, force=force)
            write = partial(task_scorer.write_part, folder=open_output.enter_context(folder))
            scored = workers_found.each(write, tasks)
        else:
            scored = _scored(task_scorer, tasks, workers_found)
            if target is not None:
                draft = open_output.enter_context(whole_file(Path(target), force=force))
                file = open_output.enter_context(ParquetOutput(Path(target), draft, scorer.schema))
        total, reasons = _written(scored, scorer, file, RowsDone(progress, found.rows))
    return ParquetScores(
        files=tuple(fspath(place) for place in given),
        rows_read=found.rows,
        rejected=reasons.total(),
        reasons=FrozenMapping(dict(reasons.most_common())),
        output=target,
        overall=FrozenMapping(scorer._sums_by_label(total.overall)),
        groups=FrozenMapping(
            {key: scorer._sums_by_label(vector) for key, vector in added_up(total.groups.items()).items()}
        ),
    )


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """What became of some rows of the task of this number.

    ``scores`` are None when only sums are wanted; ``reasons`` count the bad rows, and ``sums`` are those of the others.
    """

    task: int
    rows: int
    scores: RecordBatch | None
    reasons: Counter[str]
    sums: Sums


@dataclass(frozen=True, slots=True)
class TaskScorer:
    """Scores the rows of files, here or on the workers of a cluster.

    ``names`` are the columns to read, ``write`` asks for scores and not only sums, kept by the values of the column
    ``group``; with ``strict`` the first bad row is an error.
    """

    scorer: BatchScorer
    names: tuple[str, ...]
    group: str | None
    write: bool
    strict: bool

    def score_batch(self, batch: Batch) -> ScoredRows:
        """Score the rows of a batch."""
        scored = self.scorer._score(batch.rows, self.group)
        if self.strict:
            scored.require_all(batch)
        scores, reasons = scored.scores if self.write else None, Counter(scored.rejected.values())
        return ScoredRows(batch.task.number, batch.rows.num_rows, scores, reasons, scored.sums)

    def score_task(self, task: FileTask) -> list[ScoredRows]:
        """Score the rows of a task, a batch at a time."""
        return list(map(self.score_batch, read_batches([task], self.names, threads=False)))

    def write_part(self, task: FileTask, folder: str) -> ScoredRows:
        """Score a task and write its part into a folder; only sums and reasons come back.

        A part gets its name when it is complete, and it has the same bytes on every worker: a task that is done twice
        does no harm.
        """
        scored = map(self.score_batch, read_batches([task], self.names, threads=False))
        with _part(folder, f"part-{task.number:05}{_SUFFIX}", self.scorer.schema) as output:
            sums, reasons = _written(scored, self.scorer, output, RowsDone(None, 0))
        return ScoredRows(task.number, task.rows, None, reasons, sums)


def _scored(scorer: TaskScorer, tasks: Sequence[FileTask], workers: Workers) -> Iterator[ScoredRows]:
    """All rows scored, in order, by threads a batch at a time or by a cluster a task at a time.

    With threads, this one reads and writes, which Arrow does without holding up the others; they score.
    """
    if isinstance(workers, Threads):
        batches = read_batches(tasks, scorer.names, threads=workers.number > 1)
        return workers.each(scorer.score_batch, batches, size=lambda batch: batch.rows.nbytes)
    return chain.from_iterable(workers.each(scorer.score_task, tasks, large=scorer.write))


def _written(
    scored: Iterable[ScoredRows],
    scorer: BatchScorer,
    output: ParquetOutput | None,
    done: RowsDone,
) -> tuple[Sums, Counter[str]]:
    """Write what is scored; the sums of everything, and how often each reason was given."""
    reasons: Counter[str] = Counter()

    def sums_of(parts: Iterable[ScoredRows]) -> Iterator[Sums]:
        for part in parts:
            if output is not None and part.scores is not None:
                output.write(part.scores)
            reasons.update(part.reasons)
            done.add(part.rows)
            yield part.sums

    # The sums of each task first, as a worker has them who has the task alone: the same to the last bit.
    tasks = groupby(scored, key=lambda part: part.task)
    return scorer._total(scorer._total(sums_of(parts)) for _, parts in tasks), reasons


def _require_apart(inputs: Sequence[str | PathLike[str]], target: Path | str | None) -> None:
    """Refuse to write to what is read, on this machine or at an address."""
    if isinstance(target, Path):
        require_apart([place for place in inputs if not is_remote(place)], [target])
    for place in inputs:
        if isinstance(target, str) and f"{place}/".startswith(f"{target}/"):
            raise InputError(f"{target}: contains the input {place}; choose another place")


def _target(output: str | PathLike[str] | None, *, parts: bool) -> Path | str | None:
    """Where scores go: a path, or an address."""
    if parts and output is None:
        raise InputError("parts need an output; expected the name of a folder")
    if not is_remote(output):
        return None if output is None else path_of(output, "output")
    if not parts:
        raise InputError(f"{output}: one file is written on this machine only; expected a path, or parts=True")
    return str(output).rstrip("/")


# --------------------------------------------------------------------------------------- Parquet files that are written


#: What says that a folder is complete; a reader of a folder of Parquet files passes over it.
COMPLETE = "_SUCCESS"
_SUFFIX = ".parquet"

#: Rows that are gathered into one row group.
_ROW_GROUP = 2**17


class ParquetOutput:
    """A Parquet file that grows batch by batch; where its row groups end does not depend on who made the batches.

    It is written at ``place`` and will be at ``path``, which errors name; it is complete when its ``with`` block ends
    without an error.
    """

    def __init__(self, path: Path, place: Path | BinaryIO, schema: Schema) -> None:
        self._path, self._schema = path, schema
        with write_errors(path):
            self._writer = arrow.parquet_writer(place, schema)
        self._waiting: list[RecordBatch] = []
        self._rows = 0

    def __enter__(self) -> ParquetOutput:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                self._flush()
                with write_errors(self._path):
                    self._writer.close()
        finally:
            with suppress(Exception):  # the reason for giving up is what counts
                self._writer.close()

    def write(self, batch: RecordBatch) -> None:
        """Add a record batch."""
        self._waiting.append(batch)
        self._rows += batch.num_rows
        if self._rows >= _ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._rows:
            with write_errors(self._path):
                self._writer.write_table(arrow.joined(self._waiting, self._schema), row_group_size=self._rows)
        self._waiting, self._rows = [], 0


@contextmanager
def _part(folder: str, name: str, schema: Schema) -> Iterator[ParquetOutput]:
    """A file of the folder to write to, which has its name when it is complete."""
    path = Path(folder, name)
    if is_remote(folder):
        system, place = file_system(folder)
        with (
            reaching(folder),
            system.open(f"{place}/{name}", "wb") as stream,
            ParquetOutput(path, cast("BinaryIO", stream), schema) as output,
        ):
            yield output
        return
    with whole_file(path, force=True) as draft, ParquetOutput(path, draft, schema) as output:
        yield output


@contextmanager
def _folder(folder: Path, *, force: bool) -> Iterator[str]:
    """Where the parts go; complete at the end, and gone when anything fails."""
    with whole_folder(folder, suffix=_SUFFIX, marks=(COMPLETE,), force=force) as draft:
        yield str(draft)
        for left_behind in draft.glob(".*.tmp"):  # by a worker that was killed
            left_behind.unlink()
        (draft / COMPLETE).touch()


@contextmanager
def _folder_at(address: str, *, force: bool) -> Iterator[str]:
    """The same at an address."""
    system, place = file_system(address)
    with reaching(address):
        found = system.find(place) if system.exists(place) else []
        if found and not force:
            raise InputError(f"{address}: exists; it is not overwritten without {OPTION}", option="force")
        for path in found:
            name = PurePosixPath(path).name
            if not (name == COMPLETE or name.endswith(_SUFFIX)):
                raise InputError(f"{address}: holds {name!r}, so the folder is not replaced; choose another name")
        # The mark goes first: parts of two runs are never taken for a whole.
        for path in sorted(found, key=lambda path: PurePosixPath(path).name != COMPLETE):
            system.rm_file(path)
        system.makedirs(place, exist_ok=True)  # where folders are more than the names of files
    try:
        yield address
        with reaching(address):
            system.pipe_file(f"{place}/{COMPLETE}", b"")
    except BaseException:
        with suppress(Exception):  # the reason for giving up is what counts
            system.rm(place, recursive=True)
        raise
