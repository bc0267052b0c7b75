"""One pair of segmentations, read and measured in one call of the kernel."""

from __future__ import annotations

from seamark._kernel import (
    EditRecords,
    Measure,
    OnePair,
    SingleCall,
    Weights,
    WindowLayout,
    Windows,
    boundary_similarity,
    edit_distance,
    pk,
    precision_recall,
    similarity,
    window_diff,
)

__all__ = [
    "EditRecords",
    "Measure",
    "OnePair",
    "SingleCall",
    "Weights",
    "WindowLayout",
    "Windows",
    "boundary_similarity",
    "edit_distance",
    "pk",
    "precision_recall",
    "similarity",
    "window_diff",
]
