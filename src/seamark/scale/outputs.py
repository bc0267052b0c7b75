"""The Parquet files that scoring writes: scores, and the rows that were rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias

from seamark.checks import shown
from seamark.errors import InputError
from seamark.io.parquet import RecordBatch, Schema, Table
from seamark.safe_write import telling, whole_files
from seamark.scale.arrow import REASON, Encoding, joined, parquet_writer, text_counts

#: Is called with the number of rows that are done, and of all rows.
Progress: TypeAlias = Callable[[int, int], None]

#: Rows that are gathered into one row group.
_ROW_GROUP = 2**17


def require_progress(progress: object) -> None:
    """Refuse what cannot be called."""
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {shown(progress)}; expected a function of the rows done and of all rows")


class ParquetOutput:
    """A Parquet file that grows batch by batch; where its row groups end does not depend on who made the batches.

    It is written at ``place`` and will be at ``path``, which errors name; it is complete when its ``with`` block ends
    without an error. With ``threads``, a row group is written while the next one is gathered.
    """

    def __init__(
        self, path: Path, place: Path | BinaryIO, schema: Schema, encoding: Encoding, *, threads: bool
    ) -> None:
        self._path, self._schema = path, schema
        with telling(path):
            self._writer = parquet_writer(place, schema, encoding)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="seamark") if threads else None
        self._writing: Future[None] | None = None
        self._waiting: list[RecordBatch] = []
        self._rows = 0

    def __enter__(self) -> ParquetOutput:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                self._finish()
            else:
                for step in (self._wait, self._writer.close):
                    with suppress(Exception):  # the reason for giving up is what counts
                        step()
        finally:
            if self._pool is not None:
                self._pool.shutdown()

    def write(self, batch: RecordBatch) -> None:
        """Add a record batch."""
        self._waiting.append(batch)
        self._rows += batch.num_rows
        if self._rows >= _ROW_GROUP:
            self._flush()

    def _finish(self) -> None:
        if self._rows:
            self._flush()
        self._wait()
        with telling(self._path):
            self._writer.close()

    def _flush(self) -> None:
        table = joined(self._waiting, self._schema)
        self._waiting, self._rows = [], 0
        self._wait()
        if self._pool is None:
            self._write(table)
        else:
            self._writing = self._pool.submit(self._write, table)

    def _write(self, table: Table) -> None:
        with telling(self._path):
            self._writer.write_table(table, row_group_size=table.num_rows)

    def _wait(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()


class ScoreOutputs:
    """Takes the results of all batches in the order of the rows: writes them, and counts why rows were rejected."""

    def __init__(
        self, scores: ParquetOutput | None, rejects: ParquetOutput | None, rows: int, progress: Progress | None
    ) -> None:
        self.reasons: Counter[str] = Counter()
        self._scores, self._rejects = scores, rejects
        self._progress = progress
        self._done, self._rows = 0, rows

    def write(self, scores: RecordBatch | None, rejects: RecordBatch | None, rows: int) -> None:
        """Take the next rows."""
        if self._scores is not None and scores is not None:
            self._scores.write(scores)
        if rejects is not None and self._rejects is not None:
            self._rejects.write(rejects)
        self.count(Counter() if rejects is None else text_counts(rejects.column(REASON)), rows)

    def count(self, reasons: Counter[str], rows: int) -> None:
        """Take the next rows, which were written elsewhere."""
        self.reasons += reasons
        self._done += rows
        if self._progress is not None:
            self._progress(self._done, self._rows)


@contextmanager
def parquet_outputs(
    *wanted: tuple[Path | None, Schema], encoding: Encoding, force: bool, threads: bool
) -> Iterator[tuple[ParquetOutput | None, ...]]:
    """Files of these paths and schemas that take their names together when all is written, and leave nothing behind
    otherwise; None for no path.

    ``threads`` allows the first one a thread of its own to write in.
    """
    paths = [path for path, _ in wanted if path is not None]
    with whole_files(*paths, force=force) as places, ExitStack() as open_outputs:
        free = iter(places)
        yield tuple(
            None
            if path is None
            else open_outputs.enter_context(
                ParquetOutput(path, next(free), schema, encoding, threads=threads and number == 0)
            )
            for number, (path, schema) in enumerate(wanted)
        )
