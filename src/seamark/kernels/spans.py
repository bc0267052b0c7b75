"""Kernels on pairs of labelled segmentations.

A labelled segmentation of N units is a row of typed boundaries of mass N + 1: a boundary before every segment, moved on
by one place so that the first segment has one too, whose type is the label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seamark import _kernel
from seamark.kernels.columns import Column, Columns, FloatArray, Int32Array, Int64Array, LevelColumns, SpanColumns, call
from seamark.kernels.rows import counted


def label_pair_counts(a: Columns, b: Columns) -> tuple[Column, ...]:
    """Pairs of units with one label: in the first, in the second, in both; and all pairs."""
    return counted(_kernel.label_pair_counts, a, b)


def label_entropies(a: Columns, b: Columns) -> tuple[Column, ...]:
    """Entropies of the labels, as ``segment_entropies`` of segments."""
    return counted(_kernel.label_entropies, a, b)


def expected_information(a: Columns, b: Columns) -> Column:
    """The mutual information of labels of the same lengths at random places, in nats."""
    return counted(_kernel.expected_information, a, b)[0]


def equally_labelled(a: Columns, b: Columns) -> Column:
    """Units with the same label; codes of both refer to the same labels."""
    return counted(_kernel.equally_labelled, a, b)[0]


def action_matches(
    a: Columns, b: Columns, background: Int32Array, threshold: float, *, last_run_short: bool
) -> tuple[Column, ...]:
    """Runs of the second that match one of the first, those that match none, and unmatched ones of the first."""
    return counted(_kernel.action_matches, a, b, background, last_run_short, threshold)


def run_edits(a: Columns, b: Columns, background: Int32Array) -> tuple[Column, ...]:
    """Edit distance of the labels of the runs, and the larger number of runs."""
    return counted(_kernel.run_edits, a, b, background)


# -------------------------------------------------------------------------------------- Kernels on pairs of hierarchies


def tree_scores(a: LevelColumns, b: LevelColumns, *, transitive: bool, window: int | None) -> tuple[Column, ...]:
    """Sums of shares and numbers of units for precision, then for recall, with depth by shared segments."""
    return counted(_kernel.tree_scores, a, b, a.masses, transitive, window)


def label_level_scores(a: LevelColumns, b: LevelColumns) -> tuple[Column, ...]:
    """The same with depth by equal labels; levels are labelled segmentations."""
    return counted(_kernel.label_level_scores, a, b, a.masses - 1)


# ----------- Aligning spans of several coders: which sets of spans can be aligned, and the best pairs of two coders


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
    weights = unlike.alpha * unlike.empty, unlike.beta * unlike.empty, unlike.empty
    distances = unlike.distances.reshape(-1), len(unlike.distances)
    return Candidates(*call(_kernel.span_candidates, *spans, *weights, *distances, MOST_CANDIDATES))


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

    @property
    def masses(self) -> Int64Array:
        """The length of each line."""
        return self.turns.lengths

    def take(self, rows: Int64Array) -> ScoredTurns:
        """The rows with these numbers, in that order."""
        return ScoredTurns(self.turns.take(rows), None if self.regions is None else self.regions.take(rows))


#: How labels are mapped, in the order of the kernel: by most common scored time, then least Jaccard error; by most
#: common time before collars, then scored time; by least Jaccard error, then most common time; or as they are named.
SCORED, ANYWHERE, JACCARD, NAMED = range(4)


class TurnRules(NamedTuple):
    """How many labels there are, and what is not scored: units around the ends of turns, and overlaps."""

    categories: int
    collar: int = 0
    skip_overlap: bool = False


def turn_errors(a: ScoredTurns, b: SpanColumns, rules: TurnRules, by: int) -> tuple[Column, ...]:
    """Time in total, correct, of false alarms, missed and confused."""
    return counted(_kernel.turn_errors, a, b, *rules, by)


def jaccard_errors(a: ScoredTurns, b: SpanColumns, rules: TurnRules, by: int) -> tuple[Column, ...]:
    """Summed Jaccard errors of the labels of the first, and the number of these labels."""
    return counted(_kernel.jaccard_errors, a, b, *rules, by)


def label_times(a: ScoredTurns, b: SpanColumns, rules: TurnRules) -> tuple[Column, ...]:
    """Time with any label in the first, in the second, in both; time that labels of the second share with one label of
    the first at most, and all their time; and these two with the sides exchanged.
    """
    return counted(_kernel.label_times, a, b, *rules)


def segment_parts(a: ScoredTurns, b: SpanColumns, categories: int, fill: int) -> tuple[Column, ...]:
    """Summed largest parts of the pieces of the second, of the first, and the length of the union of the first."""
    return counted(_kernel.segment_parts, a, b, categories, fill)


def mapped_labels(a: ScoredTurns, b: SpanColumns, rules: TurnRules, by: int) -> list[tuple[int, int]]:
    """The codes of the labels of the first and of the second that are mapped to each other, of a single pair."""
    return call(_kernel.mapped_labels, a, b, *rules, by)


def entity_pairs(a: SpanColumns, b: SpanColumns, categories: int, *, ends: bool, labels: bool) -> tuple[Column, ...]:
    """Pairs of overlapping spans, one to one: most that are correct (equal ends, equal labels, or both), then most
    others.
    """
    return counted(_kernel.entity_pairs, a, b, categories, ends, labels)


def span_matches(a: SpanColumns, b: SpanColumns, categories: int, *, least_share: float, labels: bool) -> Column:
    """The largest number of spans that can be paired one to one with at least this intersection over union."""
    return counted(_kernel.span_matches, a, b, categories, least_share, labels)[0]


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
