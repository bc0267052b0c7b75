"""Segmentations as plain columns, the form in which the kernel takes them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from seamark import _kernel
from seamark._kernel import Weights, Windows
from seamark.base.checks import count_between
from seamark.base.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

P = ParamSpec("P")
R = TypeVar("R")


def call(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function of the kernel; what it cannot take is an ``InputError``."""
    try:
        return function(*args, **kwargs)
    except ValueError as error:
        raise InputError(str(error)) from None


def worker_count(workers: int | None) -> int:
    """How many threads to use: as many as asked for, or as this process may use.

    Examples
    --------
    >>> worker_count(3)
    3
    """
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return count_between(workers, "workers", 1, 2**20)


@contextmanager
def stoppable_threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that end soon, also in the middle of a long kernel, when the block is left by an exception (Ctrl-C).

    Only the main thread receives signals, so it must be the one that waits for the others.
    """
    from concurrent.futures import ThreadPoolExecutor  # loads logging, and few calls need threads

    stop = _kernel.StopFlag()
    with ThreadPoolExecutor(count, thread_name_prefix="seamark", initializer=stop.watch) as pool:
        try:
            yield pool
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# ---------------------------------------------- Segmentations as plain columns, the form in which the kernel takes them


Int64Array: TypeAlias = npt.NDArray[np.int64]
Int32Array: TypeAlias = npt.NDArray[np.int32]
FloatArray: TypeAlias = npt.NDArray[np.float64]
#: A number for every pair; of a single pair the number itself, so that one formula serves both and one pair is quick.
Column: TypeAlias = "float | npt.NDArray[Any]"

_INT64 = np.dtype(np.int64)

#: The largest number of units a segmentation may cover.
LARGEST_MASS = 2**62

NO_TYPES: Int32Array = np.empty(0, dtype=np.int32)
NO_TYPES.flags.writeable = False


def counting(kernel: Callable[P, object]) -> Callable[P, tuple[Column, ...]]:
    """The columns that a kernel gives for pairs."""

    def counted(*args: P.args, **kwargs: P.kwargs) -> tuple[Column, ...]:
        found = call(kernel, *args, **kwargs)
        return found if isinstance(found, tuple) else tuple(cast("FloatArray", found).T)

    return counted


class Columns(NamedTuple):
    """Many segmentations: boundaries of number ``i`` are ``positions[offsets[i]:offsets[i + 1]]``.

    ``types`` holds one code per boundary, or nothing at all when there is only one type. The kernel checks the
    columns it is given at every use; only edits of one type are counted without a look at positions.
    """

    positions: Int64Array
    offsets: Int64Array
    masses: Int64Array
    types: Int32Array = NO_TYPES

    def rows(self, start: int, stop: int) -> Columns:
        """A part of the rows; nothing is copied, since offsets are absolute."""
        return Columns(self.positions, self.offsets[start : stop + 1], self.masses[start:stop], self.types)

    def take(self, rows: Int64Array) -> Columns:
        """The rows with these numbers, in that order; a row may occur several times."""
        positions, offsets, types = call(_kernel.gather_rows, self, rows)
        return Columns(positions, offsets, self.masses[rows], types)


def columns_of_masses(segmentations: Iterable[object]) -> Columns | None:
    """Columns of a list of plain lists of masses, or None when anything in it is not a plain integer."""
    made = _kernel.columns_of_masses(segmentations if isinstance(segmentations, list) else list(segmentations))
    return None if made is None else Columns(*made)


def positions_of_masses(masses: object) -> tuple[int, Int64Array] | None:
    """The mass and the boundaries of one plain list of masses, or None when anything in it is not a plain integer."""
    made = _kernel.positions_of_masses(masses)
    return None if made is None else (made[0], np.frombuffer(made[1], _INT64))


def columns_of_mass_values(values: Int64Array, offsets: Int64Array) -> tuple[Columns, int]:
    """Columns of masses that are columns already, and the first row with a fault (-1: none)."""
    positions, new_offsets, masses, bad = call(_kernel.columns_of_mass_values, values, offsets)
    return Columns(positions, new_offsets, masses), bad


def first_bad_row(columns: Columns) -> int:
    """The first row whose boundaries are not ascending within 1..mass-1, or -1."""
    return call(_kernel.first_bad_row, columns)


def columns_of(rows: FloatArray) -> tuple[Column, ...]:
    """The columns of a table with a row for every pair."""
    return tuple(rows[0].tolist() if len(rows) == 1 else rows.T)


def units_of(masses: Int64Array) -> Column:
    """The number of units of every pair, as a column."""
    return int(masses[0]) if len(masses) == 1 else masses


def marks_of(columns: Columns | SpanColumns) -> Column:
    """The number of boundaries or spans of every row, as a column."""
    offsets = columns.offsets
    return int(offsets[1] - offsets[0]) if len(offsets) == 2 else np.diff(offsets)


# --------------------------------------------- How the kernel was compiled, and which of its paths this processor takes


def features() -> dict[str, str]:
    """The compiler, the vector instructions in use, and whose 128-bit integers are used.

    Examples
    --------
    >>> sorted(features())
    ['compiler', 'vector_instructions', 'wide_integers']
    """
    return _kernel.features()


# ----------- Columns that other programs made, read into boundary positions row by row; bad rows are marked, not raised


Marks: TypeAlias = npt.NDArray[np.uint8]
#: Any integer type: the kernel reads them all.
Integers: TypeAlias = npt.NDArray[Any]

NO_MARKS: Marks = np.empty(0, dtype=np.uint8)
NO_MARKS.flags.writeable = False

#: What is wrong with a row, by the number of the fault; the words follow the name of a column.
FAULTS: tuple[str, ...] = (
    "is as it should be",
    "is null",
    "holds a null",
    "is empty; expected at least one mass",
    "has a mass below 1",
    "covers more than 2**62 units",
    "has a position outside 1..mass-1",
    "has positions that do not ascend",
    "has a null for its mass",
    "contains something other than 0 and 1",
    "covers another number of units than its mass says",
)

#: Forms of rows, by their number in the kernel.
_MASSES, _POSITIONS, _CHARACTERS = range(3)


class MassColumn(NamedTuple):
    """The number of units of every row."""

    values: Int64Array
    present: Marks = NO_MARKS


_NO_MASSES = MassColumn(np.empty(0, dtype=np.int64))


class RowColumn(NamedTuple):
    """A column of segmentations: row ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    Values are masses; with ``units``, the number of units of every row, they are positions. Characters (``text``) may
    have units too, and must then be as many. Marks are 0 where something is null; there are none when nothing is.
    """

    values: Integers
    offsets: Integers
    row_present: Marks = NO_MARKS
    value_present: Marks = NO_MARKS
    units: MassColumn | None = None
    text: bool = False

    def source(self, rows: slice) -> _kernel.TableRows:
        """Some of the rows as the kernel takes them; nothing is copied."""
        form = _CHARACTERS if self.text else _MASSES if self.units is None else _POSITIONS
        units = self.units or _NO_MASSES
        offsets, present = self.offsets[rows.start : rows.stop + 1], self.row_present[rows]
        return _kernel.TableRows(
            form, self.values, offsets, present, self.value_present, units.values[rows], units.present[rows]
        )

    def count(self, rows: slice) -> int:
        """How many values these rows have."""
        return int(self.offsets[rows.stop]) - int(self.offsets[rows.start])


@dataclass(frozen=True, slots=True)
class RowBuffers:
    """Buffers for the rows of one side; they are reused, since allocating memory for every block would be slower."""

    positions: Int64Array
    offsets: Int64Array
    masses: Int64Array

    @classmethod
    def of(cls, rows: int, values: int) -> RowBuffers:
        """Buffers for a number of rows and a total number of values."""
        return cls(*(np.empty(size, dtype=np.int64) for size in (values, rows + 1, rows)))

    def columns(self, rows: int) -> Columns:
        """The first so many rows, as views of the buffers."""
        offsets = self.offsets[: rows + 1]
        return Columns(self.positions[: offsets[-1]], offsets, self.masses[:rows])

    @property
    def target(self) -> _kernel.ReadRows:
        """The buffers as the kernel takes them."""
        return _kernel.ReadRows(self.positions, self.offsets, self.masses)

    def read(self, column: RowColumn, rows: slice) -> Marks:
        """Read some rows, and what is wrong with each of them."""
        faults = np.empty(rows.stop - rows.start, dtype=np.uint8)
        call(_kernel.read_rows, column.source(rows), self.target, faults)
        return faults


# ------------------------------------------------------ Spans as plain columns, the form in which the kernel takes them


class SpanColumns(NamedTuple):
    """Many codings of spans: those of number ``i`` are ``starts[offsets[i]:offsets[i + 1]]`` and their like.

    Within a coding, spans ascend by start, then end, then code. ``codes`` number the categories; ``lengths`` holds the
    length of the line of each coding.
    """

    starts: Int64Array
    ends: Int64Array
    codes: Int32Array
    offsets: Int64Array
    lengths: Int64Array

    @property
    def masses(self) -> Int64Array:
        """The length of each line, under the name that other columns have for it."""
        return self.lengths

    def take(self, rows: Int64Array) -> SpanColumns:
        """The rows with these numbers, in that order."""
        offsets, places = ranges(self.offsets, rows)
        return SpanColumns(self.starts[places], self.ends[places], self.codes[places], offsets, self.lengths[rows])

    def only(self, code: int) -> SpanColumns:
        """The spans with this code."""
        mine = self.codes == code
        offsets = np.concatenate(([0], np.cumsum(mine)))[self.offsets]
        return SpanColumns(self.starts[mine], self.ends[mine], self.codes[mine], offsets, self.lengths)


class LevelColumns(NamedTuple):
    """Many hierarchies: the levels of number ``i``, from coarse to fine, are the rows ``hierarchies[i]`` to before
    ``hierarchies[i + 1]`` of ``levels``.
    """

    levels: Columns
    hierarchies: Int64Array

    @property
    def masses(self) -> Int64Array:
        """The number of units of each hierarchy."""
        return self.levels.masses[self.hierarchies[:-1]]

    @property
    def depths(self) -> Int64Array:
        """The number of levels of each hierarchy."""
        return np.diff(self.hierarchies)

    def take(self, rows: Int64Array) -> LevelColumns:
        """The hierarchies with these numbers, in that order."""
        hierarchies, levels = ranges(self.hierarchies, rows)
        return LevelColumns(self.levels.take(levels), hierarchies)


def ranges(offsets: Int64Array, rows: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The offsets of some rows when they are one after the other, and the places of their values before.

    Examples
    --------
    >>> [found.tolist() for found in ranges(np.array([0, 2, 2, 5]), np.array([2, 0]))]
    [[0, 3, 5], [2, 3, 4, 0, 1]]
    """
    sizes = offsets[rows + 1] - offsets[rows]
    new = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(sizes, out=new[1:])
    return new, np.arange(new[-1], dtype=np.int64) + np.repeat(offsets[rows] - new[:-1], sizes)


# ----------------------------------------- Pairs of rows read and counted in one pass over them, with one boundary type


#: Makes the work of the kernel for columns of counts, which have an entry for each row.
Job: TypeAlias = Callable[[FloatArray], _kernel.EditWork | _kernel.WindowWork]


def edit_job(weights: Weights, types: int) -> Job:
    """Count edits: beside potential boundaries, each of which has so many types, or beside boundaries (0).

    Counts are what the distance is taken per, and the distance.
    """
    return lambda counts: _kernel.EditWork(weights, float(types), counts[:, 0], counts[:, 1])


def window_job(windows: Windows, *, presence: bool) -> Job:
    """Count the windows that differ: in their number of boundaries, or (``presence``) in whether they hold any.

    Counts are the windows, those that differ, and 1 where windows are missing.
    """
    return lambda counts: _kernel.WindowWork(presence, windows, counts[:, 0], counts[:, 1], counts[:, 2])


#: A job, and the columns that its counts go to, with a place for each row.
Place: TypeAlias = tuple[Job, FloatArray]


def count_rows(
    a: RowColumn, b: RowColumn, rows: slice, places: Sequence[Place], read: Sequence[RowBuffers] = ()
) -> tuple[Marks, int]:
    """Do all jobs for some rows of two columns; what is wrong with each row, and with how many there is anything.

    Pairs that can be used are also written to the buffers of both sides, one after the other, if there are any.
    """
    status = np.empty(rows.stop - rows.start, dtype=np.uint8)
    work = [job(counts) for job, counts in places]
    edits = [one for one in work if isinstance(one, _kernel.EditWork)]
    windows = [one for one in work if isinstance(one, _kernel.WindowWork)]
    targets = (read[0].target, read[1].target) if read else None
    bad = call(_kernel.count_rows, a.source(rows), b.source(rows), edits, windows, status, targets)
    return status, bad
