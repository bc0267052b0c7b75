"""Segmentations as plain columns, the form in which the kernel takes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark import _kernel
from seamark.kernels.calling import call

Int64Array: TypeAlias = npt.NDArray[np.int64]
Int32Array: TypeAlias = npt.NDArray[np.int32]
FloatArray: TypeAlias = npt.NDArray[np.float64]

_INT64 = np.dtype(np.int64)

#: The largest number of units a segmentation may cover.
LARGEST_MASS = 2**62

NO_TYPES: Int32Array = np.empty(0, dtype=np.int32)
NO_TYPES.flags.writeable = False


class Columns(NamedTuple):
    """Many segmentations: boundaries of number ``i`` are ``positions[offsets[i]:offsets[i + 1]]``.

    ``types`` holds one code per boundary, or nothing at all when there is only one type. The kernel checks sizes and
    offsets of the columns it is given, and trusts positions: they are checked once, when an array is made.
    """

    positions: Int64Array
    offsets: Int64Array
    masses: Int64Array
    types: Int32Array = NO_TYPES

    def rows(self, start: int, stop: int) -> Columns:
        """A part of the rows; nothing is copied, since offsets are absolute."""
        return Columns(self.positions, self.offsets[start : stop + 1], self.masses[start:stop], self.types)


def columns_of_masses(segmentations: Iterable[object]) -> Columns | None:
    """Columns of a list of plain lists of masses, or None when anything in it needs a closer look."""
    made = _kernel.columns_of_masses(segmentations if isinstance(segmentations, list) else list(segmentations))
    return None if made is None else Columns(*made)


def positions_of_masses(masses: object) -> tuple[int, Int64Array] | None:
    """The mass and the boundaries of one plain list of masses, or None when anything in it needs a closer look."""
    made = _kernel.positions_of_masses(masses)
    return None if made is None else (made[0], np.frombuffer(made[1], _INT64))


def columns_of_mass_values(values: Int64Array, offsets: Int64Array) -> tuple[Columns, int]:
    """Columns of masses that are columns already, and the first row with a fault (-1: none)."""
    positions, new_offsets, masses, bad = call(_kernel.columns_of_mass_values, values, offsets)
    return Columns(positions, new_offsets, masses), bad


def first_bad_row(columns: Columns) -> int:
    """The first row whose boundaries are not ascending within 1..mass-1, or -1."""
    return call(_kernel.first_bad_row, columns.positions, columns.offsets, columns.types, columns.masses)
