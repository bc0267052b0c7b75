"""The files that scoring leaves behind."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from seamark.io.safe_write import whole_file
from seamark.scale.arrow_columns import arrow

#: Rows that are gathered into one row group.
_ROW_GROUP = 2**17


class ParquetOutput:
    """A Parquet file that grows batch by batch; where its row groups end does not depend on who made the batches.

    With a pool, a row group is written while the next one is gathered.
    """

    def __init__(self, path: Path, schema: Any, pool: ThreadPoolExecutor | None) -> None:
        # Made by hand first: what the system has against the place is then said in its own few words.
        path.open("xb").close()
        self._writer = arrow("pyarrow.parquet").ParquetWriter(path, schema)
        self._schema = schema
        self._pool = pool
        self._writing: Future[None] | None = None
        self._waiting: list[Any] = []
        self._rows = 0

    def write(self, batch: Any) -> None:
        """Add a record batch."""
        self._waiting.append(batch)
        self._rows += batch.num_rows
        if self._rows >= _ROW_GROUP:
            self._flush()

    def close(self) -> None:
        """Write what is left, and the footer."""
        try:
            if self._rows:
                self._flush()
            self._wait()
        finally:
            self._writer.close()

    def _flush(self) -> None:
        table = arrow().Table.from_batches(self._waiting, schema=self._schema)
        self._waiting, self._rows = [], 0
        self._wait()
        if self._pool is None:
            self._write(table)
        else:
            self._writing = self._pool.submit(self._write, table)

    def _write(self, table: Any) -> None:
        self._writer.write_table(table, row_group_size=table.num_rows)

    def _wait(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()


@contextmanager
def parquet_output(path: Path | None, schema: Any, *, force: bool, threads: bool) -> Iterator[ParquetOutput | None]:
    """A file that takes its name when all is written, and leaves nothing behind otherwise; None for no path.

    ``threads`` allows it a thread of its own to write in.
    """
    if path is None:
        yield None
        return
    with whole_file(path, force=force) as beside:
        pool = ThreadPoolExecutor(1, thread_name_prefix="seamark") if threads else None
        try:
            output = ParquetOutput(beside, schema, pool)
            try:
                yield output
            finally:
                output.close()
        finally:
            if pool is not None:
                pool.shutdown()
