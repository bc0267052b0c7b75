"""Parquet files that are written: one file of scores and one of rejected rows, or a folder of part files.

A part is written by whoever scored its task. The folder is complete when it holds ``_SUCCESS``. On a file system it
also takes its name only then; at an address, where nothing can be renamed at once, the mark is all there is.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from seamark.base.errors import OPTION, InputError
from seamark.base.files import whole_files, whole_folder, write_errors
from seamark.io.parquet import RecordBatch, Schema, Table
from seamark.scale.arrow import Encoding, joined, parquet_writer
from seamark.scale.files import FileTask, read_batches
from seamark.scale.locations import file_system, is_remote, reaching
from seamark.scale.scoring import FileScorer, ScoredRows

#: What says that a folder is complete, and the folder in it with the rows that were rejected; both are passed over by
#: whoever reads a folder of Parquet files.
COMPLETE, REJECTS = "_SUCCESS", "_rejects"
_SUFFIX, _DRAFT = ".parquet", ".tmp"

#: Rows that are gathered into one row group.
_ROW_GROUP = 2**17


class ParquetOutput:
    """A Parquet file that grows batch by batch; where its row groups end does not depend on who made the batches.

    It is written at ``place`` and will be at ``path``, which errors name; it is complete when its ``with`` block ends
    without an error. With ``threads``, a row group is written while the next one is gathered.
    """

    def __init__(
        self, path: Path, place: Path | BinaryIO, schema: Schema, encoding: Encoding, *, threads: bool
    ) -> None:
        self._path, self._schema = path, schema
        with write_errors(path):
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
        with write_errors(self._path):
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
        with write_errors(self._path):
            self._writer.write_table(table, row_group_size=table.num_rows)

    def _wait(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()


@contextmanager
def parquet_outputs(
    *wanted: tuple[Path | None, Schema], encoding: Encoding, force: bool, threads: bool
) -> Iterator[tuple[ParquetOutput | None, ...]]:
    """Files of these paths and schemas, which take their names when all are written; None for no path.

    ``threads`` allows the first one a thread of its own to write in.
    """
    paths = [path for path, _ in wanted if path is not None]
    with whole_files(*paths, force=force) as drafts, ExitStack() as open_outputs:
        free = iter(drafts)
        yield tuple(
            None
            if path is None
            else open_outputs.enter_context(
                ParquetOutput(path, next(free), schema, encoding, threads=threads and number == 0)
            )
            for number, (path, schema) in enumerate(wanted)
        )


@dataclass(frozen=True, slots=True)
class PartWriter:
    """Scores a task and writes its part, and its rejected rows where there are some, into a folder.

    A part gets its name when it is complete, and it has the same bytes whoever writes it: a task that is done twice
    does no harm.
    """

    scorer: FileScorer
    folder: str
    encoding: Encoding

    def __call__(self, task: FileTask) -> ScoredRows:
        """Score one task; only sums and reasons come back."""
        name = f"part-{task.number:05}{_SUFFIX}"
        sums, rejected = [], []
        reasons: Counter[str] = Counter()
        with self._new_file(name, self.scorer.scorer.schema) as output:
            for batch in read_batches([task], self.scorer.names, threads=False):
                scored = self.scorer.score_batch(batch)
                output.write(scored.scores)
                if scored.rejects is not None:
                    rejected.append(scored.rejects)
                reasons += scored.reasons
                sums.append(scored.sums)
        if rejected:
            with self._new_file(f"{REJECTS}/{name}", self.scorer.reject_schema) as output:
                for rows in rejected:
                    output.write(rows)
        return ScoredRows(task.number, task.rows, None, None, reasons, self.scorer.scorer._total(sums))

    @contextmanager
    def _new_file(self, name: str, schema: Schema) -> Iterator[ParquetOutput]:
        """A file of the folder to write to, which has its name when it is complete."""
        path = Path(self.folder, name)
        if is_remote(self.folder):
            system, place = file_system(self.folder)
            with (
                reaching(self.folder),
                system.open(f"{place}/{name}", "wb") as stream,
                ParquetOutput(path, cast("BinaryIO", stream), schema, self.encoding, threads=False) as output,
            ):
                yield output
            return
        draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}{_DRAFT}")
        try:
            with ParquetOutput(path, draft, schema, self.encoding, threads=False) as output:
                yield output
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


@contextmanager
def part_folder(folder: str | Path, *, force: bool) -> Iterator[str]:
    """Where the parts go; complete at the end, and gone when anything fails."""
    if isinstance(folder, str) and is_remote(folder):
        with _remote_part_folder(folder, force=force):
            yield folder
        return
    with whole_folder(Path(folder), suffix=_SUFFIX, marks=(COMPLETE,), force=force) as draft:
        (draft / REJECTS).mkdir()
        yield str(draft)
        for left_behind in draft.rglob(f".*{_DRAFT}"):  # by a worker that was killed
            left_behind.unlink()
        if not any((draft / REJECTS).iterdir()):
            (draft / REJECTS).rmdir()
        (draft / COMPLETE).touch()


@contextmanager
def _remote_part_folder(address: str, *, force: bool) -> Iterator[None]:
    system, place = file_system(address)
    with reaching(address):
        found = system.find(place) if system.exists(place) else []
        if found and not force:
            raise InputError(f"{address}: is there already; nothing is overwritten without {OPTION}", option="force")
        for path in found:
            name = PurePosixPath(path).name
            if not (name == COMPLETE or name.endswith(_SUFFIX)):
                raise InputError(f"{address}: holds {name!r}, so the folder is not replaced; choose another name")
        # The mark goes first: parts of two runs are never taken for a whole.
        for path in sorted(found, key=lambda path: PurePosixPath(path).name != COMPLETE):
            system.rm_file(path)
    try:
        yield
        with reaching(address):
            system.pipe_file(f"{place}/{COMPLETE}", b"")
    except BaseException:
        with suppress(Exception):  # the reason for giving up is what counts
            system.rm(place, recursive=True)
        raise
