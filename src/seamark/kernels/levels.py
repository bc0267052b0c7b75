"""Kernels on pairs of hierarchies: levels are rows of columns, and ``hierarchies`` says where each hierarchy starts."""

from __future__ import annotations

import numpy as np

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import Columns, FloatArray, Int64Array


def tree_scores(
    a: Columns,
    hierarchies_a: Int64Array,
    b: Columns,
    hierarchies_b: Int64Array,
    masses: Int64Array,
    *,
    transitive: bool,
    window: int | None,
) -> FloatArray:
    """Sums of shares and numbers of units for precision, then for recall, with depth by shared segments."""
    out = np.empty((len(masses), 4))
    one, other = _levels(a, hierarchies_a), _levels(b, hierarchies_b)
    call(_kernel.tree_scores, one, other, masses, transitive, window, out)
    return out


def label_level_scores(
    a: Columns, hierarchies_a: Int64Array, b: Columns, hierarchies_b: Int64Array, masses: Int64Array
) -> FloatArray:
    """The same with depth by equal labels; levels are in the form of ``kernels/labels.py``."""
    out = np.empty((len(masses), 4))
    call(_kernel.label_level_scores, _levels(a, hierarchies_a), _levels(b, hierarchies_b), masses, out)
    return out


def _levels(columns: Columns, hierarchies: Int64Array) -> _kernel.LevelColumns:
    return _kernel.LevelColumns(columns.positions, columns.offsets, columns.types, hierarchies)
