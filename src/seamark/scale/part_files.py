"""Scores as a folder of part files, one for every task, each written by whoever did the task.

The folder is complete when it holds ``_SUCCESS``. On a file system it also takes its name only then; at an address,
where nothing can be renamed at once, the mark is all there is.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from seamark.base.errors import OPTION, InputError
from seamark.base.files import whole_folder
from seamark.io.parquet import Schema
from seamark.metrics.sums import Sums
from seamark.scale.arrow import REASON, Encoding, text_counts
from seamark.scale.files import ParquetOutput, ScoreOutputs, Source, Task, read_batches
from seamark.scale.locations import file_system, is_remote, reaching
from seamark.scale.run import FileScorer, ScoredRows, Workers

#: What says that a folder is complete, and the folder in it with the rows that were rejected; both are passed over by
#: whoever reads a folder of Parquet files.
COMPLETE, REJECTS = "_SUCCESS", "_rejects"
_SUFFIX, _DRAFT = ".parquet", ".tmp"


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """What is left to say of a task whose scores were written."""

    rows: int
    reasons: Counter[str]
    sums: Sums


@dataclass(frozen=True, slots=True)
class PartScorer:
    """Scores a task and writes its part, and its rejected rows where there are some, into a folder.

    A part gets its name when it is complete, and it has the same bytes whoever writes it: a task that is done twice
    does no harm.
    """

    scorer: FileScorer
    folder: str
    encoding: Encoding

    def __call__(self, task: Task) -> WrittenPart:
        """Score one task."""
        name = f"part-{task.number:05}{_SUFFIX}"
        sums: list[Sums] = []
        reasons: Counter[str] = Counter()
        rejected = []
        with _new_file(self.folder, name) as place, self._output(name, place, self.scorer.scorer.schema) as output:
            for part in self._parts(task):
                if part.scores is not None:
                    output.write(part.scores)
                if part.rejects is not None:
                    rejected.append(part.rejects)
                    reasons += text_counts(part.rejects.column(REASON))
                sums.append(part.sums)
        if rejected:
            bad = f"{REJECTS}/{name}"
            with _new_file(self.folder, bad) as place, self._output(bad, place, self.scorer.reject_schema) as output:
                for batch in rejected:
                    output.write(batch)
        return WrittenPart(task.rows, reasons, self.scorer.scorer._total(sums))

    def _parts(self, task: Task) -> Iterator[ScoredRows]:
        return map(self.scorer.score_batch, read_batches([task], self.scorer.names, threads=False))

    def _output(self, name: str, place: Path | BinaryIO, schema: Schema) -> ParquetOutput:
        return ParquetOutput(Path(self.folder, name), place, schema, self.encoding, threads=False)


def score_by_parts(
    source: Source,
    scorer: FileScorer,
    folder: str | Path,
    outputs: ScoreOutputs,
    workers: Workers,
    *,
    encoding: Encoding,
    force: bool,
) -> Sums:
    """Score all tasks into a folder that is not there yet; only sums come back."""
    # A table without rows has a part too, which says what its columns are.
    tasks = source.tasks() or (Task(0, ()),)
    with _new_folder(folder, force=force) as place:
        written = workers.each(PartScorer(scorer, place, encoding), tasks)
        return scorer.scorer._total(_counted(part, outputs) for part in written)


def _counted(part: WrittenPart, outputs: ScoreOutputs) -> Sums:
    outputs.count(part.reasons, part.rows)
    return part.sums


@contextmanager
def _new_folder(folder: str | Path, *, force: bool) -> Iterator[str]:
    """Where the parts go; complete at the end, and gone when anything fails."""
    if isinstance(folder, str) and is_remote(folder):
        with _new_remote_folder(folder, force=force):
            yield folder
        return
    with whole_folder(Path(folder), suffix=_SUFFIX, marks=(COMPLETE,), force=force) as place:
        (place / REJECTS).mkdir()
        yield str(place)
        for left_behind in place.rglob(f".*{_DRAFT}"):  # by a worker that was killed
            left_behind.unlink()
        if not any((place / REJECTS).iterdir()):
            (place / REJECTS).rmdir()
        (place / COMPLETE).touch()


@contextmanager
def _new_remote_folder(address: str, *, force: bool) -> Iterator[None]:
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


@contextmanager
def _new_file(folder: str, name: str) -> Iterator[Path | BinaryIO]:
    """A file of a folder to write to, which has its name when it is complete."""
    if is_remote(folder):
        system, place = file_system(folder)
        with reaching(folder), system.open(f"{place}/{name}", "wb") as stream:
            yield cast("BinaryIO", stream)
        return
    target = Path(folder, name)
    draft = target.with_name(f".{target.name}.{os.urandom(6).hex()}{_DRAFT}")
    try:
        yield draft
        with draft.open("rb+") as stream:
            os.fsync(stream.fileno())
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink()
