"""Several counts of the same pairs in one pass over them, with one boundary type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import Columns, FloatArray
from seamark.kernels.edit import EditParameters
from seamark.kernels.rows import Frames, pair_columns


@dataclass(frozen=True, slots=True)
class EditJob:
    """Count edits; matches and edits together go to ``sizes``, what they cost to ``distances``."""

    parameters: EditParameters
    sizes: FloatArray
    distances: FloatArray


@dataclass(frozen=True, slots=True)
class WindowJob:
    """Count the windows that differ: in their number of boundaries, or (``presence``) in whether they hold any."""

    frames: Frames
    presence: bool
    differ: FloatArray


Job: TypeAlias = EditJob | WindowJob


def count_jobs(a: Columns, b: Columns, jobs: Sequence[Job]) -> None:
    """Do all jobs; every column that one writes to has a place for each pair."""
    edits = [_kernel.EditWork(j.parameters.weights, j.sizes, j.distances) for j in jobs if isinstance(j, EditJob)]
    windows = [
        _kernel.WindowWork(j.presence, _kernel.Frames(*j.frames), j.differ) for j in jobs if isinstance(j, WindowJob)
    ]
    call(_kernel.count_together, pair_columns(a, b), edits, windows)
