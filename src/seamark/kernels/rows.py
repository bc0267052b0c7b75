"""Kernels that give one row of counts for every pair, with one boundary type."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import Columns, FloatArray, Int64Array


class Frames(NamedTuple):
    """For every pair, the windows {s+1, ..., s+width} over potential boundaries, s going from ``first`` to ``last``.

    ``closing`` is a boundary that both sides share after all others, or 0.
    """

    first: Int64Array
    last: Int64Array
    width: Int64Array
    closing: Int64Array


def pair_columns(a: Columns, b: Columns) -> _kernel.PairColumns:
    """Two columns as the kernel takes them."""
    return _kernel.PairColumns(a.positions, a.offsets, a.types, b.positions, b.offsets, b.types, a.masses)


def window_differences(a: Columns, b: Columns, frames: Frames) -> FloatArray:
    """Windows; those with more boundaries in the first; those with more in the second."""
    out = _rows(a, 3)
    call(_kernel.window_differences, pair_columns(a, b), _kernel.Frames(*frames), out)
    return out


def window_presence(a: Columns, b: Columns, frames: Frames) -> FloatArray:
    """Windows; those with a boundary in the first; with one only in the first; with one only in the second."""
    out = _rows(a, 4)
    call(_kernel.window_presence, pair_columns(a, b), _kernel.Frames(*frames), out)
    return out


def window_sums(a: Columns, b: Columns, width: Int64Array) -> FloatArray:
    """Sums over windows that run off both ends: of what both have, of the second's surplus, of the first's."""
    out = _rows(a, 3)
    call(_kernel.window_sums, pair_columns(a, b), width, out)
    return out


def tolerance_matches(a: Columns, b: Columns, tolerance: int) -> FloatArray:
    """The largest number of boundaries that can be paired one to one within the tolerance."""
    out = _rows(a, 1)
    call(_kernel.tolerance_matches, pair_columns(a, b), tolerance, out)
    return out[:, 0]


def hamming_edits(a: Columns, b: Columns, insertion: float, deletion: float, shift: float) -> FloatArray:
    """Insertions, deletions and summed length of shifts that turn the second into the first most cheaply."""
    out = _rows(a, 3)
    call(_kernel.hamming_edits, pair_columns(a, b), insertion, deletion, shift, out)
    return out


def unit_errors(a: Columns, b: Columns, *, forward: bool) -> FloatArray:
    """Units missing from, and too many in, the segment of each unit, summed over units."""
    out = _rows(a, 2)
    call(_kernel.unit_errors, pair_columns(a, b), forward, out)
    return out


def covering_sums(a: Columns, b: Columns) -> FloatArray:
    """Sum over the segments of the first of their size times the best Jaccard index with one of the second."""
    out = _rows(a, 1)
    call(_kernel.covering_sums, pair_columns(a, b), out)
    return out[:, 0]


def pair_counts(a: Columns, b: Columns) -> FloatArray:
    """Pairs of units in one segment: of the first, of the second, of both; and all pairs."""
    out = _rows(a, 4)
    call(_kernel.pair_counts, pair_columns(a, b), out)
    return out


def segment_entropies(a: Columns, b: Columns) -> FloatArray:
    """Entropies in nats: of the first, of the second, of the first given the second, of the second given the first."""
    out = _rows(a, 4)
    call(_kernel.segment_entropies, pair_columns(a, b), out)
    return out


def pair_weights(a: Columns, b: Columns, mu: FloatArray) -> FloatArray:
    """As ``pair_counts``, a pair at distance d weighing exp(-mu * (d - 1))."""
    out = _rows(a, 4)
    call(_kernel.pair_weights, pair_columns(a, b), mu, out)
    return out


def _rows(a: Columns, width: int) -> FloatArray:
    return np.empty((len(a.masses), width), dtype=np.float64)
