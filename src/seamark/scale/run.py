"""Scoring the rows of files, by the threads of this process or task by task anywhere."""

from __future__ import annotations

import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from seamark.checks import whole_number
from seamark.errors import InputError, ParseError
from seamark.io.parquet import RecordBatch, Schema
from seamark.kernels.calling import stoppable_threads
from seamark.metrics.sums import Sums
from seamark.scale.arrow import REASON, reject_batch, taken
from seamark.scale.files import Batch, Source, Task, read_batches
from seamark.scale.outputs import ScoreOutputs
from seamark.scale.scoring import BatchScorer

T = TypeVar("T")
R = TypeVar("R")

#: ``"local"``, the address of a scheduler, or a client of one.
Cluster: TypeAlias = Any

#: Inputs that wait for a thread, beyond those that are worked on: enough to last while this thread writes.
_AHEAD = 4

#: Bytes of inputs that may wait: more than batches of ordinary rows come to, less than one of the longest lists.
_HELD = 2**27


def worker_count(workers: int | None) -> int:
    """How many threads to use: as many as asked for, or as this process may use.

    Examples
    --------
    >>> worker_count(3)
    3
    """
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = whole_number(workers, "workers")
    if count < 1:
        raise InputError(f"workers is {count}; expected at least 1")
    return count


def in_order(
    work: Callable[[T], R], inputs: Iterable[T], workers: int, size: Callable[[T], int] = lambda _: 0
) -> Iterator[R]:
    """The result of every input, in order; inputs are taken only as fast as results are asked for.

    ``size`` tells how many bytes an input has: large ones do not wait in numbers.

    Examples
    --------
    >>> list(in_order(abs, [-1, 2, -3], workers=2))
    [1, 2, 3]
    """
    if workers == 1:
        yield from map(work, inputs)
        return
    with stoppable_threads(workers) as pool:
        waiting: deque[tuple[Future[R], int]] = deque()
        held = 0
        for item in inputs:
            waiting.append((pool.submit(work, item), size(item)))
            held += waiting[-1][1]
            while len(waiting) >= workers + _AHEAD or (held > _HELD and waiting):
                future, weight = waiting.popleft()
                held -= weight
                yield future.result()
        while waiting:
            yield waiting.popleft()[0].result()


class Workers(Protocol):
    """Whoever does the work: the threads of this process, or a cluster."""

    def each(self, work: Callable[[T], R], inputs: Sequence[T], *, large: bool = False) -> Iterator[R]:
        """The result of every input, in order; few results are held at once where they are said to be large."""


@dataclass(frozen=True, slots=True)
class Threads:
    """The threads of this process."""

    number: int

    def each(self, work: Callable[[T], R], inputs: Sequence[T], *, large: bool = False) -> Iterator[R]:
        """The result of every input, in order; never more than a few are held, large or not."""
        return in_order(work, inputs, self.number)


@contextmanager
def workers_on(cluster: Cluster | None, number: int) -> Iterator[Workers]:
    """So many threads of this process; or the workers of a cluster, so many of a local one.

    Examples
    --------
    >>> with workers_on(None, 2) as workers:
    ...     list(workers.each(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if cluster is None:
        yield Threads(number)
        return
    from seamark.scale.dask import dask_workers  # what it needs takes a while to load

    with dask_workers(cluster, number) as found:
        yield found


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """What is to be written about the rows of a batch, and the sums of the good ones.

    Scores are None when only sums are wanted, rejects (the bad rows with their place and reason) when there are none.
    """

    task: Task
    scores: RecordBatch | None
    rejects: RecordBatch | None
    rows: int
    sums: Sums


@dataclass(frozen=True, slots=True)
class FileScorer:
    """What is done with every batch of a file.

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
        rejects = None
        if scored.rejected.size:
            reasons = taken(scored.scores.column(REASON), scored.rejected)
            if self.strict:
                row = batch.first_row + int(scored.rejected[0])
                raise ParseError(f"row {row}: {reasons[0].as_py()}", path=batch.path)
            rejects = reject_batch(
                self.reject_schema, batch.rows, scored.rejected, reasons, batch.path, batch.first_row
            )
        scores = scored.scores if self.write else None
        return ScoredRows(batch.task, scores, rejects, batch.rows.num_rows, scored.sums)

    def score_task(self, task: Task) -> list[ScoredRows]:
        """Score one task by itself, as a worker somewhere does."""
        return list(map(self.score_batch, read_batches([task], self.names, threads=False)))


def score_by_batches(source: Source, scorer: FileScorer, outputs: ScoreOutputs, threads: int) -> Sums:
    """Score all batches, a few at a time; the sums of everything.

    This thread reads and writes, which Arrow does without holding up the others; they score.
    """
    batches = read_batches(source.tasks(), scorer.names, threads=threads > 1)
    scored = in_order(scorer.score_batch, batches, threads, size=lambda batch: batch.rows.nbytes)
    return _written(scored, scorer, outputs)


def score_by_tasks(source: Source, scorer: FileScorer, outputs: ScoreOutputs, workers: Workers) -> Sums:
    """The same by workers who have no memory in common; their scores come back here, a few tasks at a time."""
    tasks = workers.each(scorer.score_task, source.tasks(), large=scorer.write)
    return _written(itertools.chain.from_iterable(tasks), scorer, outputs)


def _written(scored: Iterable[ScoredRows], scorer: FileScorer, outputs: ScoreOutputs) -> Sums:
    def sums_of(parts: Iterable[ScoredRows]) -> Iterator[Sums]:
        for part in parts:
            outputs.write(part.scores, part.rejects, part.rows)
            yield part.sums

    # The sums of each task first, as a worker has them who has the task alone: the same to the last bit.
    tasks = itertools.groupby(scored, key=lambda part: part.task.number)
    total = scorer.scorer._total
    return total(total(sums_of(parts)) for _, parts in tasks)
