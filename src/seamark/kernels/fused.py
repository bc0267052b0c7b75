"""Pairs of rows read and counted in one pass over them, with one boundary type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from seamark import _kernel
from seamark._kernel import Weights, Windows
from seamark.kernels.columns import FloatArray, Marks, RowBuffers, RowColumn, call


@dataclass(frozen=True, slots=True)
class EditJob:
    """Count edits: beside potential boundaries, each of which has so many types, or beside boundaries (0)."""

    weights: Weights
    types: int

    def work(self, counts: FloatArray) -> _kernel.EditWork:
        """Counts are what the distance is taken per, and the distance."""
        return _kernel.EditWork(self.weights, float(self.types), counts[:, 0], counts[:, 1])


@dataclass(frozen=True, slots=True)
class WindowJob:
    """Count the windows that differ: in their number of boundaries, or (``presence``) in whether they hold any."""

    windows: Windows
    presence: bool

    def work(self, counts: FloatArray) -> _kernel.WindowWork:
        """Counts are the windows, those that differ, and 1 where windows are missing."""
        return _kernel.WindowWork(self.presence, self.windows, counts[:, 0], counts[:, 1], counts[:, 2])


Job: TypeAlias = EditJob | WindowJob
#: A job, and the columns that its counts go to, with a place for each row.
Place: TypeAlias = tuple[Job, FloatArray]


def count_rows(
    a: RowColumn, b: RowColumn, rows: slice, places: Sequence[Place], read: Sequence[RowBuffers] = ()
) -> tuple[Marks, int]:
    """Do all jobs for some rows of two columns; what is wrong with each row, and with how many there is anything.

    Pairs that can be used are also written to the buffers of both sides, one after the other, if there are any.
    """
    status = np.empty(rows.stop - rows.start, dtype=np.uint8)
    edits = [job.work(counts) for job, counts in places if isinstance(job, EditJob)]
    windows = [job.work(counts) for job, counts in places if isinstance(job, WindowJob)]
    targets = (read[0].target, read[1].target) if read else None
    bad = call(_kernel.count_rows, a.source(rows), b.source(rows), edits, windows, status, targets)
    return status, bad
