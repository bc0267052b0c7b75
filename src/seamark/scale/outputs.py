"""The two files that scoring leaves behind: scores and rejects."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from seamark.io.safe_write import whole_file
from seamark.scale.arrow_columns import arrow

#: Rows that are gathered into one row group.
_ROW_GROUP = 2**17


class ParquetOutput:
    """A Parquet file that grows batch by batch; where its row groups end does not depend on who made the batches."""

    def __init__(self, path: Path, schema: Any) -> None:
        # Made by hand first: what the system has against the place is then said in its own few words.
        path.open("xb").close()
        self._writer = arrow("pyarrow.parquet").ParquetWriter(path, schema)
        self._schema = schema
        self._waiting: list[Any] = []
        self._rows = 0

    def write(self, batch: Any) -> None:
        """Add a record batch."""
        self._waiting.append(batch)
        self._rows += batch.num_rows
        if self._rows >= _ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        table = arrow().Table.from_batches(self._waiting, schema=self._schema)
        self._waiting, self._rows = [], 0
        self._writer.write_table(table, row_group_size=max(table.num_rows, 1))

    def close(self) -> None:
        """Write what is left, and the footer."""
        try:
            if self._rows:
                self._flush()
        finally:
            self._writer.close()


@contextmanager
def parquet_output(path: Path | None, schema: Any, *, force: bool) -> Iterator[ParquetOutput | None]:
    """A file that takes its name when all is written, and leaves nothing behind otherwise; None for no path."""
    if path is None:
        yield None
        return
    with whole_file(path, force=force) as beside, ExitStack() as open_file:
        output = ParquetOutput(beside, schema)
        open_file.callback(output.close)
        yield output
