"""Kernels on pairs of labelled segmentations.

A labelled segmentation of N units is a row of typed boundaries of mass N + 1: a boundary before every segment, moved on
by one place so that the first segment has one too, whose type is the label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seamark import _kernel
from seamark.kernels.columns import FloatArray, Int32Array, Int64Array, SpanColumns, call, counting

#: Pairs of units with one label: in the first, in the second, in both; and all pairs.
label_pair_counts = counting(_kernel.label_pair_counts)
#: Entropies of the labels, as ``segment_entropies`` of segments.
label_entropies = counting(_kernel.label_entropies)
#: The mutual information of labels of the same lengths at random places, in nats.
expected_information = counting(_kernel.expected_information)
#: Units with the same label; codes of both refer to the same labels.
equally_labelled = counting(_kernel.equally_labelled)
#: Runs of the second that match one of the first, those that match none, and unmatched ones of the first.
action_matches = counting(_kernel.action_matches)
#: Edit distance of the labels of the runs, and the larger number of runs.
run_edits = counting(_kernel.run_edits)


# -------------------------------------------------------------------------------------- Kernels on pairs of hierarchies


#: Sums of shares and numbers of units for precision, then for recall, with depth by shared segments.
tree_scores = counting(_kernel.tree_scores)
#: The same with depth by equal labels; levels are labelled segmentations.
label_level_scores = counting(_kernel.label_level_scores)


# ----------- Aligning spans of several coders: which sets of spans can be aligned, and the best pairs of two coders


#: More sets of spans than this are not listed: solving for the best alignment would take hours.
MOST_CANDIDATES = 5_000_000


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


def candidates(spans: SpanColumns, unlike: Dissimilarity) -> Candidates:
    """Every set of spans, at most one of each row (a coder), that is not better cut in two."""
    weights = unlike.alpha * unlike.empty, unlike.beta * unlike.empty, unlike.empty
    distances = unlike.distances.reshape(-1), len(unlike.distances)
    return Candidates(*call(_kernel.span_candidates, *spans[:4], *weights, *distances, MOST_CANDIDATES))


def assign_pairs(offsets: Int64Array, columns: Int32Array, costs: FloatArray, column_count: int) -> Int32Array:
    """For each row the column that it is paired with at least cost, or -1; costs are below 0, staying alone is 0."""
    return call(_kernel.assign_pairs, offsets, columns, costs, column_count)


# ----------------------------------------- Kernels on pairs of codings with spans, whose codes lie below ``categories``


class ScoredTurns(NamedTuple):
    """Turns of the reference, and the regions within which they are scored, a row of them for every coding; None where
    everything is scored.
    """

    turns: SpanColumns
    regions: SpanColumns | None = None

    def take(self, rows: Int64Array) -> ScoredTurns:
        """The rows with these numbers, in that order."""
        return ScoredTurns(self.turns.take(rows), None if self.regions is None else self.regions.take(rows))


#: How labels are mapped, in the order of the kernel: by most common scored time, then least Jaccard error; by most
#: common time before collars, then scored time; by least Jaccard error, then most common time; or as they are named.
SCORED, ANYWHERE, JACCARD, NAMED = range(4)


#: Time in total, correct, of false alarms, missed and confused.
turn_errors = counting(_kernel.turn_errors)
#: Summed Jaccard errors of the labels of the first, and the number of these labels.
jaccard_errors = counting(_kernel.jaccard_errors)
#: Time with any label in the first, in the second, in both; time that labels of the second share with one label of the
#: first at most, and all their time; and these two with the sides exchanged.
label_times = counting(_kernel.label_times)
#: Summed largest parts of the pieces of the second, of the first, and the length of the union of the first.
segment_parts = counting(_kernel.segment_parts)
#: Pairs of overlapping spans, one to one: most that are correct (equal ends, equal labels, or both), then most others.
entity_pairs = counting(_kernel.entity_pairs)
#: The largest number of spans that can be paired one to one with at least an intersection over union.
span_matches = counting(_kernel.span_matches)


def mapped_labels(
    a: ScoredTurns, b: SpanColumns, categories: int, collar: int, skip_overlap: bool, by: int
) -> list[tuple[int, int]]:
    """The codes of the labels of the first and of the second that are mapped to each other, of a single pair."""
    return call(_kernel.mapped_labels, a, b, categories, collar, skip_overlap, by)


# ------------------------------------------------------------------- The sums behind Krippendorff's alpha for unitizing


#: What ``category_lengths`` says of a category: the length of its units; how much of it another coder gives the same
#: category, another one, or none; the squares of the units' lengths; the squares of what others gave a category to.
LENGTH, SAME, OTHER, GAP, SQUARED, PAIRABLE = range(6)


def category_lengths(columns: SpanColumns, items: Int64Array, categories: int) -> tuple[FloatArray, FloatArray]:
    """For every item the length of its gaps, and a table (items, categories, 6) of lengths; zeros with one coder.

    The codings of item ``i`` are the rows ``items[i]`` to before ``items[i + 1]``; no coder's spans overlap.
    """
    gaps, table = np.zeros(len(items) - 1), np.zeros((len(items) - 1, categories * 6))
    call(_kernel.unitizing_lengths, columns, items, categories, gaps, table)
    return gaps, table.reshape(len(gaps), categories, 6)


def category_differences(columns: SpanColumns, items: Int64Array, categories: int) -> FloatArray:
    """For every item and category the squared differences of units, over ordered pairs of coders, by other coder."""
    out = np.zeros((len(items) - 1, categories))
    call(_kernel.unitizing_differences, columns, items, categories, out)
    return out
