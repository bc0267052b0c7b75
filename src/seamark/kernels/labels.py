"""Kernels on pairs of labelled segmentations.

A labelled segmentation of N units is a row of typed boundaries of mass N + 1: a boundary before every segment, moved on
by one place so that the first segment has one too, whose type is the label.
"""

from __future__ import annotations

from seamark import _kernel
from seamark.kernels.columns import Columns, FloatArray, Int32Array
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
