"""Formulas over counts: on columns with a number for every pair, or on the plain numbers of a single pair."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from seamark.kernels.columns import Column, FloatArray

if TYPE_CHECKING:
    from seamark.metrics.base import Result

__all__ = ["PrecisionRecall"]

#: The counts of pairs: a column for each of a metric's fields.
Counts: TypeAlias = tuple[Column, ...]


def choose(condition: Any, one: Column, other: Column) -> Column:
    """The first where the condition holds, the other where not.

    Examples
    --------
    >>> choose(2.0 > 1.0, 5.0, 6.0), choose(np.array([True, False]), 5.0, 6.0).tolist()
    (5.0, [5.0, 6.0])
    """
    if isinstance(condition, (bool, np.bool_)):
        return one if condition else other
    return np.where(condition, one, other)


def ratio_or(numerator: Column, denominator: Column, *, otherwise: Column = math.nan) -> Column:
    """Divide; take ``otherwise`` where the denominator is zero.

    Examples
    --------
    >>> ratio_or(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist(), ratio_or(1.0, 0.0, otherwise=1.0)
    ([0.5, nan], 1.0)
    """
    if isinstance(denominator, (float, int)):
        return numerator / denominator if denominator else otherwise
    if denominator.all():  # nearly always, and then there is nothing to choose
        return numerator / denominator
    some = denominator != 0
    return np.where(some, numerator / np.where(some, denominator, 1.0), otherwise)


def precision_of(true: Column, false: Column, missed: Column) -> Column:
    """Share of what was found that is true; with nothing found, 1 if there was nothing to find and 0 otherwise.

    With ``false`` and ``missed`` exchanged this is recall.

    Examples
    --------
    >>> precision_of(1.5, 0, 1), precision_of(1.5, 1, 0), precision_of(0, 0, 0)
    (1.0, 0.6, 1.0)
    """
    return ratio_or(true, true + false, otherwise=choose(true + missed > 0, 0.0, 1.0))


def f_of(true: Column, false: Column, missed: Column, *, beta: float = 1.0) -> Column:
    """Weighted harmonic mean of precision and recall, from the counts: one division; 1 if there was nothing at all.

    Examples
    --------
    >>> f_of(1.5, 0, 1)
    0.75
    """
    return ratio_or((1 + beta**2) * true, (1 + beta**2) * true + beta**2 * missed + false, otherwise=1.0)


def columns_of_rows(rows: FloatArray) -> Any:
    """The columns of a table of counts along its last axis; the numbers of a single row."""
    return rows.tolist() if rows.ndim == 1 else np.moveaxis(rows, -1, 0)


def table_of(counts: Counts) -> FloatArray:
    """Columns of counts as a table with a row per pair."""
    pairs = next((len(column) for column in counts if isinstance(column, np.ndarray)), 1)
    rows = np.empty((pairs, len(counts)))
    for place, column in enumerate(counts):
        rows[:, place] = column
    return rows


class PrecisionRecall(NamedTuple):
    """Precision, recall and their weighted harmonic mean."""

    precision: float
    recall: float
    f: float

    @classmethod
    def _of(cls, result: Result) -> PrecisionRecall:
        """The numbers of a metric that is F, and has precision and recall for parts."""
        return cls(**result.parts, f=result.value)
