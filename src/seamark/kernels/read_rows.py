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
    """Room for the rows of one side, used again and again: new memory for every block would cost more than the work."""

    positions: Int64Array
    offsets: Int64Array
    masses: Int64Array

    @classmethod
    def of(cls, rows: int, values: int) -> RowBuffers:
        """Room for so many rows with so many values altogether."""
        return cls(*(np.empty(size, dtype=np.int64) for size in (values, rows + 1, rows)))

    def columns(self, rows: int) -> Columns:
        """The first so many rows, as views of the buffers."""
        offsets = self.offsets[: rows + 1]
        return Columns(self.positions[: offsets[-1]], offsets, self.masses[:rows])

    @property
    def target(self) -> _kernel.ReadRows:
        """The room as the kernel takes it."""
        return _kernel.ReadRows(self.positions, self.offsets, self.masses)

    def read(self, column: RowColumn, rows: slice) -> Marks:
        """Read some rows, and what is wrong with each of them."""
        faults = np.empty(rows.stop - rows.start, dtype=np.uint8)
        with sound_offsets():
            _kernel.read_rows(column.source(rows), self.target, faults)
        return faults


@contextmanager
def sound_offsets() -> Iterator[None]:
    """What the kernel finds wrong with a table is an ``InputError``."""
    try:
        yield
    except ValueError as error:
        raise InputError(f"the table is damaged: {error}") from None
