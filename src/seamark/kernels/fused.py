"""Pairs of rows read and counted in one pass over them, with one boundary type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from seamark import _kernel
from seamark._kernel import Weights, Windows
from seamark.kernels.columns import FloatArray, Marks, RowBuffers, RowColumn, call

#: Says where its counts go: into columns with a place for each row.
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
