"""Kernels on pairs of codings with spans, whose codes lie below ``categories``."""

from __future__ import annotations

import numpy as np

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import FloatArray
from seamark.kernels.span_columns import SpanColumns


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
