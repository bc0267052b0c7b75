"""Columns that other programs made, read into boundary positions row by row; bad rows are marked, not raised."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark import _kernel
from seamark.errors import InputError
from seamark.kernels.columns import Columns, Int64Array

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
    "holds something other than 0 and 1",
    "covers another number of units than its mass says",
)
_NULL_MASS, _OTHER_MASS = 8, 10


class ListColumn(NamedTuple):
    """Row ``i`` is ``values[offsets[i]:offsets[i + 1]]``.

    Marks are 0 where something is null; there are none when nothing is.
    """

    values: Integers
    offsets: Integers
    row_present: Marks = NO_MARKS
    value_present: Marks = NO_MARKS

    def source(self, rows: slice) -> _kernel.SourceRows:
        """Some of the rows as the kernel takes them; nothing is copied."""
        return _kernel.SourceRows(
            self.values, self.offsets[rows.start : rows.stop + 1], self.row_present[rows], self.value_present
        )


class MassColumn(NamedTuple):
    """The number of units of every row."""

    values: Int64Array
    present: Marks = NO_MARKS


@dataclass(frozen=True, slots=True)
class RowBuffers:
    """Room for the rows of one side, used again and again: new memory for every block would cost more than the work."""

    positions: Int64Array
    offsets: Int64Array
    masses: Int64Array
    faults: Marks

    @classmethod
    def of(cls, rows: int, values: int) -> RowBuffers:
        """Room for so many rows with so many values altogether."""
        return cls(
            np.empty(values, dtype=np.int64),
            np.empty(rows + 1, dtype=np.int64),
            np.empty(rows, dtype=np.int64),
            np.empty(rows, dtype=np.uint8),
        )

    def columns(self, rows: int) -> Columns:
        """The rows that were read last, as views of the buffers."""
        offsets = self.offsets[: rows + 1]
        return Columns(self.positions[: offsets[-1]], offsets, self.masses[:rows])

    def _target(self) -> _kernel.ReadRows:
        return _kernel.ReadRows(self.positions, self.offsets, self.masses, self.faults)

    def read_masses(self, column: ListColumn, rows: slice) -> int:
        """Read rows of segment masses; how many cannot be used."""
        with _sound_offsets():
            return _kernel.read_masses(column.source(rows), self._target())

    def read_positions(self, column: ListColumn, masses: MassColumn, rows: slice) -> int:
        """Read rows of boundary positions; how many cannot be used."""
        source, totals, present = column.source(rows), masses.values[rows], masses.present[rows]
        with _sound_offsets():
            return _kernel.read_positions(source, totals, present, self._target())

    def read_strings(self, column: ListColumn, rows: slice) -> int:
        """Read rows of characters 0 and 1; how many cannot be used."""
        with _sound_offsets():
            return _kernel.read_strings(column.source(rows), self._target())

    def compare_masses(self, masses: MassColumn, rows: slice) -> int:
        """Mark the rows read last whose number of units is another one; how many there are."""
        count = rows.stop - rows.start
        faults = np.where(self.masses[:count] == masses.values[rows], 0, _OTHER_MASS)
        if masses.present.size:
            faults[masses.present[rows] == 0] = _NULL_MASS
        faults[self.faults[:count] > 0] = 0  # what is wrong with them is told already
        self.faults[:count] += faults.astype(np.uint8)
        return int(np.count_nonzero(faults))


@contextmanager
def _sound_offsets() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise InputError(f"the table is damaged: {error}") from None
