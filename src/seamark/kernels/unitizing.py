"""The sums behind Krippendorff's alpha for unitizing."""

from __future__ import annotations

import numpy as np

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.span_columns import SpanColumns

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
