"""Segments in a random order."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import NO_TYPES, Columns


def shuffled_rows(columns: Columns, counters: npt.NDArray[np.uint64], key: int, first: int, draws: int) -> Columns:
    """Every row so many times with its segments in a random order, draw after draw.

    The random numbers of a row depend on the key, the number of the draw, which goes from ``first`` up, and the row's
    counter, and on nothing else.
    """
    begin, end = int(columns.offsets[0]), int(columns.offsets[-1])
    size, rows = end - begin, len(columns.masses)
    positions = np.empty(size * draws, dtype=np.int64)
    types = np.empty(size * draws, dtype=np.int32) if columns.types.size else NO_TYPES.copy()
    call(
        _kernel.shuffle_rows,
        columns.positions,
        columns.offsets,
        columns.types,
        columns.masses,
        counters,
        key,
        first,
        draws,
        positions,
        types,
    )
    offsets = np.empty(rows * draws + 1, dtype=np.int64)
    offsets[0] = 0
    starts = size * np.arange(draws, dtype=np.int64)[:, np.newaxis]
    offsets[1:] = (columns.offsets[1:] - begin + starts).ravel()
    return Columns(positions, offsets, np.tile(columns.masses, draws), types if types.size else NO_TYPES)
