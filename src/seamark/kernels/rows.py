"""Kernels that count pairs of segmentations, with one boundary type: columns of numbers, one for every pair.

The columns of a single pair are plain numbers. Arguments are those of the kernel, the two sides first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seamark import _kernel
from seamark.kernels.columns import Column, Columns, Int64Array, call, counting


def window_sizes(windows: _kernel.Windows, references: Columns) -> Int64Array:
    """The window size for every reference."""
    return call(_kernel.window_sizes, windows, references)


#: Windows; those with more boundaries in the first; with more in the second; 1 where windows are missing.
window_differences = counting(_kernel.window_differences)
#: Windows; those with a boundary in the first; only in it; only in the second; 1 where windows are missing.
window_presence = counting(_kernel.window_presence)
#: Sums over windows that run off both ends: of what both have, of the second's surplus, of the first's.
window_sums = counting(_kernel.window_sums)
#: The largest number of boundaries that can be paired one to one within a tolerance.
tolerance_matches = counting(_kernel.tolerance_matches)
#: Insertions, deletions and summed length of shifts that turn the second into the first most cheaply.
hamming_edits = counting(_kernel.hamming_edits)
#: Units missing from, and too many in, the segment of each unit, summed over units.
unit_errors = counting(_kernel.unit_errors)
#: Sum over the segments of the first of their size times the best Jaccard index with one of the second.
covering_sums = counting(_kernel.covering_sums)
#: Pairs of units in one segment: of the first, of the second, of both; and all pairs.
pair_counts = counting(_kernel.pair_counts)
#: As ``pair_counts``, a pair at distance d weighing exp(-mu * (d - 1)).
pair_weights = counting(_kernel.pair_weights)
#: Entropies in nats: of the first, of the second, of the first given the second, of the second given the first; and the
#: largest that as many segments as the first has, and as the second has, can have.
segment_entropies = counting(_kernel.segment_entropies)
_boundary_distances = counting(_kernel.boundary_distances)


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

    @classmethod
    def of(cls, a: Columns, b: Columns, tolerance: int, *, in_order: bool) -> BoundaryDistances:
        """To the nearest boundary of the other side, or to that of the same number; and how many are within a
        tolerance.
        """
        return cls(*_boundary_distances(a, b, in_order, tolerance))


def with_ends(columns: Columns) -> Columns:
    """The same with a boundary at both ends of every text; of one type."""
    positions, offsets, masses, _ = columns
    places = offsets - offsets[0]
    ends = np.column_stack((places[:-1], places[1:])).ravel(), np.column_stack((np.zeros_like(masses), masses)).ravel()
    filled = np.insert(positions[offsets[0] : offsets[-1]], *ends)
    return Columns(filled, places + 2 * np.arange(len(offsets)), masses)
