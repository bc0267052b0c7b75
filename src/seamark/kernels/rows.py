"""Kernels that count pairs of segmentations, with one boundary type: columns of numbers, one for every pair.

The columns of a single pair are plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from seamark import _kernel
from seamark._kernel import Windows
from seamark.base.errors import InputError
from seamark.kernels.columns import Column, Columns, FloatArray, Int64Array, SpanColumns, call


def counted(kernel: Callable[..., Any], a: Any, b: Any, *options: object) -> tuple[Column, ...]:
    """The columns that a kernel gives for pairs."""
    try:
        found = kernel(a, b, *options)
    except ValueError as error:
        raise InputError(str(error)) from None
    return found if isinstance(found, tuple) else tuple(found.T)


def columns_of(rows: FloatArray) -> tuple[Column, ...]:
    """The columns of a table with a row for every pair."""
    return tuple(rows[0].tolist() if len(rows) == 1 else rows.T)


def units_of(masses: Int64Array) -> Column:
    """The number of units of every pair, as a column."""
    return int(masses[0]) if len(masses) == 1 else masses


def marks_of(columns: Columns | SpanColumns) -> Column:
    """The number of boundaries or spans of every row, as a column."""
    offsets = columns.offsets
    return int(offsets[1] - offsets[0]) if len(offsets) == 2 else np.diff(offsets)


def window_sizes(windows: Windows, references: Columns) -> Int64Array:
    """The window size for every reference."""
    return call(_kernel.window_sizes, windows, references)


def window_differences(a: Columns, b: Columns, windows: Windows) -> tuple[Column, ...]:
    """Windows; those with more boundaries in the first; with more in the second; 1 where windows are missing."""
    return counted(_kernel.window_differences, a, b, windows)


def window_presence(a: Columns, b: Columns, windows: Windows) -> tuple[Column, ...]:
    """Windows; those with a boundary in the first; only in it; only in the second; 1 where windows are missing."""
    return counted(_kernel.window_presence, a, b, windows)


def window_sums(a: Columns, b: Columns, width: Int64Array) -> tuple[Column, ...]:
    """Sums over windows that run off both ends: of what both have, of the second's surplus, of the first's."""
    return counted(_kernel.window_sums, a, b, width)


def tolerance_matches(a: Columns, b: Columns, tolerance: int) -> Column:
    """The largest number of boundaries that can be paired one to one within the tolerance."""
    return counted(_kernel.tolerance_matches, a, b, tolerance)[0]


class BoundaryDistances(NamedTuple):
    """Distances of boundaries of the first (a), of the second (b), to the other side; 0 where a side has none."""

    count_a: Column
    count_b: Column
    sum_a: Column
    sum_b: Column
    median_a: Column
    median_b: Column
    within_a: Column
    within_b: Column
    largest: Column
    #: The second minus the first, boundary by boundary.
    ahead: Column


def boundary_distances(a: Columns, b: Columns, tolerance: int, *, in_order: bool) -> BoundaryDistances:
    """To the nearest boundary of the other side, or to that of the same number; and how many are within a tolerance."""
    return BoundaryDistances(*counted(_kernel.boundary_distances, a, b, in_order, tolerance))


def with_ends(columns: Columns) -> Columns:
    """The same with a boundary at both ends of every text; of one type."""
    positions, offsets, masses, _ = columns
    places = offsets - offsets[0]
    ends = np.column_stack((places[:-1], places[1:])).ravel(), np.column_stack((np.zeros_like(masses), masses)).ravel()
    filled = np.insert(positions[offsets[0] : offsets[-1]], *ends)
    return Columns(filled, places + 2 * np.arange(len(offsets)), masses)


def hamming_edits(a: Columns, b: Columns, insertion: float, deletion: float, shift: float) -> tuple[Column, ...]:
    """Insertions, deletions and summed length of shifts that turn the second into the first most cheaply."""
    return counted(_kernel.hamming_edits, a, b, insertion, deletion, shift)


def unit_errors(a: Columns, b: Columns, *, forward: bool) -> tuple[Column, ...]:
    """Units missing from, and too many in, the segment of each unit, summed over units."""
    return counted(_kernel.unit_errors, a, b, forward)


def covering_sums(a: Columns, b: Columns) -> Column:
    """Sum over the segments of the first of their size times the best Jaccard index with one of the second."""
    return counted(_kernel.covering_sums, a, b)[0]


def pair_counts(a: Columns, b: Columns) -> tuple[Column, ...]:
    """Pairs of units in one segment: of the first, of the second, of both; and all pairs."""
    return counted(_kernel.pair_counts, a, b)


def segment_entropies(a: Columns, b: Columns) -> tuple[Column, ...]:
    """Entropies in nats: of the first, of the second, of the first given the second, of the second given the first; and
    the largest that as many segments as the first has, and as the second has, can have.
    """
    return counted(_kernel.segment_entropies, a, b)


def pair_weights(a: Columns, b: Columns, mu: FloatArray) -> tuple[Column, ...]:
    """As ``pair_counts``, a pair at distance d weighing exp(-mu * (d - 1))."""
    return counted(_kernel.pair_weights, a, b, mu)
