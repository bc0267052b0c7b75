"""Rows of columns by number."""

from __future__ import annotations

import numpy as np

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import NO_TYPES, Columns, Int64Array


def gathered_rows(columns: Columns, rows: Int64Array) -> Columns:
    """The rows with these numbers, in that order; a row may stand several times."""
    size = call(_kernel.boundaries_of_rows, columns.positions, columns.offsets, rows)
    positions, offsets = np.empty(size, dtype=np.int64), np.empty(len(rows) + 1, dtype=np.int64)
    types = np.empty(size, dtype=np.int32) if columns.types.size else NO_TYPES.copy()
    call(_kernel.gather_rows, columns.positions, columns.offsets, columns.types, rows, positions, types, offsets)
    return Columns(positions, offsets, columns.masses[rows], types if columns.types.size else NO_TYPES)


def block_ends(a: Columns, rows_a: Int64Array, b: Columns, rows_b: Int64Array, most: int) -> list[int]:
    """Where pairs of rows are cut: no side of a block has more than ``most`` boundaries, unless it is a single pair."""
    ends = call(_kernel.block_ends, a.positions, a.offsets, rows_a, b.positions, b.offsets, rows_b, most)
    return [int(end) for end in ends]
