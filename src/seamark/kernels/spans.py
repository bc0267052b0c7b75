"""Kernels on pairs of labelled segmentations.

A labelled segmentation of N units is a row of typed boundaries of mass N + 1: a boundary before every segment, moved on
by one place so that the first segment has one too, whose type is the label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seamark import _kernel
from seamark.kernels.columns import Columns, FloatArray, Int32Array, Int64Array, SpanColumns, call
from seamark.kernels.rows import filled


def label_pair_counts(a: Columns, b: Columns) -> FloatArray:
    """Pairs of units with one label: in the first, in the second, in both; and all pairs."""
    return filled(4, _kernel.label_pair_counts, a, b)


def label_entropies(a: Columns, b: Columns) -> FloatArray:
    """Entropies of the labels, as ``segment_entropies`` of segments."""
    return filled(6, _kernel.label_entropies, a, b)


def expected_information(a: Columns, b: Columns) -> FloatArray:
    """The mutual information of labels of the same lengths at random places, in nats."""
    return filled(1, _kernel.expected_information, a, b)[:, 0]


def equally_labelled(a: Columns, b: Columns) -> FloatArray:
    """Units with the same label; codes of both refer to the same labels."""
    return filled(1, _kernel.equally_labelled, a, b)[:, 0]


def action_matches(
    a: Columns, b: Columns, background: Int32Array, threshold: float, *, last_run_short: bool
) -> FloatArray:
    """Runs of the second that match one of the first, those that match none, and unmatched ones of the first."""
    return filled(3, _kernel.action_matches, a, b, background, last_run_short, threshold)


def run_edits(a: Columns, b: Columns, background: Int32Array) -> FloatArray:
    """Edit distance of the labels of the runs, and the larger number of runs."""
    return filled(2, _kernel.run_edits, a, b, background)


# ---- Kernels on pairs of hierarchies: levels are rows of columns, and ``hierarchies`` says where each hierarchy starts


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


# ----------- Aligning spans of several coders: which sets of spans can stand together, and the best pairs of two coders


#: More sets of spans than this are not listed: solving for the best alignment would take hours.
MOST_CANDIDATES = 5_000_000


class CodersSpans(NamedTuple):
    """The spans of several coders on one line: those of coder ``i`` are ``starts[offsets[i]:offsets[i + 1]]`` ..."""

    starts: Int64Array
    ends: Int64Array
    codes: Int32Array
    offsets: Int64Array

    @property
    def coders(self) -> int:
        """How many coders there are."""
        return len(self.offsets) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Dissimilarity:
    """How unlike two spans are: weights of place and category, the cost of nothing, distances of categories."""

    alpha: float
    beta: float
    empty: float
    distances: FloatArray


class Candidates(NamedTuple):
    """Sets of spans that a best alignment may hold: ``members[ends[i]:ends[i + 1]]``, and what each costs."""

    members: Int32Array
    ends: Int64Array
    costs: FloatArray


def candidates(spans: CodersSpans, unlike: Dissimilarity) -> Candidates:
    """Every set of spans, one of a coder at the most, that is not better cut in two."""
    position, category = unlike.alpha * unlike.empty, unlike.beta * unlike.empty
    distances = unlike.distances.reshape(-1)
    return Candidates(
        *call(
            _kernel.span_candidates,
            *spans,
            position,
            category,
            unlike.empty,
            distances,
            len(unlike.distances),
            MOST_CANDIDATES,
        )
    )


def assign_pairs(offsets: Int64Array, columns: Int32Array, costs: FloatArray, column_count: int) -> Int32Array:
    """For each row the column that it is paired with at least cost, or -1; costs are below 0, staying alone is 0."""
    return call(_kernel.assign_pairs, offsets, columns, costs, column_count)


# ----------------------------------------- Kernels on pairs of codings with spans, whose codes lie below ``categories``


def turn_errors(
    a: SpanColumns, b: SpanColumns, categories: int, *, collar: int, skip_overlap: bool, map_on_all_places: bool
) -> FloatArray:
    """Time in total, correct, of false alarms, missed and confused."""
    out = np.empty((len(a.lengths), 5))
    one, other = _kernel.SpanArrays(*a), _kernel.SpanArrays(*b)
    call(_kernel.turn_errors, one, other, categories, collar, skip_overlap, map_on_all_places, out)
    return out


def jaccard_errors(
    a: SpanColumns, b: SpanColumns, categories: int, *, collar: int, skip_overlap: bool, map_by_time: bool
) -> FloatArray:
    """Summed Jaccard errors of the labels of the first, and the number of these labels."""
    out = np.empty((len(a.lengths), 2))
    one, other = _kernel.SpanArrays(*a), _kernel.SpanArrays(*b)
    call(_kernel.jaccard_errors, one, other, categories, collar, skip_overlap, map_by_time, out)
    return out


def span_matches(a: SpanColumns, b: SpanColumns, categories: int, *, least_share: float, labels: bool) -> FloatArray:
    """The largest number of spans that can be paired one to one with at least this intersection over union."""
    out = np.empty((len(a.lengths), 1))
    one, other = _kernel.SpanArrays(*a), _kernel.SpanArrays(*b)
    call(_kernel.span_matches, one, other, categories, least_share, labels, out)
    return out[:, 0]


# ------------------------------------------------------------------- The sums behind Krippendorff's alpha for unitizing


#: What ``category_lengths`` says of a category: the length of its units; how much of it another coder gives the same
#: category, another one, or none; the squares of the units' lengths; the squares of what others gave a category to.
LENGTH, SAME, OTHER, GAP, SQUARED, PAIRABLE = range(6)


def category_lengths(columns: SpanColumns, items: Int64Array, categories: int) -> tuple[FloatArray, FloatArray]:
    """For every item the length of its gaps, and a table (items, categories, 6) of lengths; zeros with one coder.

    The codings of item ``i`` are the rows ``items[i]`` to before ``items[i + 1]``; no coder's spans overlap.
    """
    gaps, table = np.zeros(len(items) - 1), np.zeros((len(items) - 1, categories * 6))
    call(_kernel.unitizing_lengths, _kernel.SpanArrays(*columns), items, categories, gaps, table)
    return gaps, table.reshape(len(gaps), categories, 6)


def category_differences(columns: SpanColumns, items: Int64Array, categories: int) -> FloatArray:
    """For every item and category the squared differences of units, over ordered pairs of coders, by other coder."""
    out = np.zeros((len(items) - 1, categories))
    call(_kernel.unitizing_differences, _kernel.SpanArrays(*columns), items, categories, out)
    return out
