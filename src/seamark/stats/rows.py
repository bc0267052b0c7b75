"""Rows of counts, the functions that score their sum, and exact sums.

Everything in this room works on ``rows`` of shape (items, F), the sufficient statistics of each item, and on a pure
``score`` that maps summed rows (..., F) to scores (...). NaN means undefined; it is passed on and counted, never
dropped silently.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.checks import number_array
from seamark.base.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array

Score: TypeAlias = Callable[[FloatArray], FloatArray]

# Sums of the same numbers in another order differ in their last bits: scores this close, relatively, are the same.
ROUNDING = 1e-12
# Every float64 is a multiple of 2**-1074.
_SMALLEST_BITS = 1074


def as_rows(rows: npt.ArrayLike, name: str = "rows") -> FloatArray:
    """Rows of counts as float64 of shape (items, F), two or more; a row of NaN makes every sum undefined."""
    given = number_array(rows, name, "a table of numbers (items, counts)")
    if given.ndim != 2 or given.shape[1] == 0:
        raise InputError(f"{name}: expected a table of shape (items, counts), got shape {given.shape}")
    table = np.ascontiguousarray(given)
    infinite = np.isinf(table).any(axis=1)
    if infinite.any():
        raise InputError(f"{name}: item {int(infinite.argmax())} has an infinite count")
    if len(table) < 2:
        raise InputError(f"{name}: resampling over items needs at least two items, got {len(table)}")
    return table


def apply_score(score: Score, sums: FloatArray) -> FloatArray:
    """Score sums of rows, and check that the score is vectorised: (..., F) becomes (...), NaN where undefined."""
    try:
        # 0/0 is the usual way to say that a score is undefined.
        with np.errstate(divide="ignore", invalid="ignore"):
            scores = np.asarray(score(sums), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"score cannot be computed: {error}") from error
    if scores.shape != sums.shape[:-1]:
        raise InputError(f"score must map shape {sums.shape} to {sums.shape[:-1]}, but it gave {scores.shape}")
    return scores


def leave_one_out(rows: FloatArray, score: Score) -> FloatArray:
    """The score without each item in turn: of the total minus the row of that item."""
    return apply_score(score, rows.sum(axis=0) - rows)


def rows_of_values(values: npt.ArrayLike) -> FloatArray:
    """Rows (value, 1) of per-item scores, so that ``mean_of_sums`` of their sum is the macro mean.

    A score of NaN makes the mean undefined too. Leave such items out beforehand, and say so, to average the others.

    Examples
    --------
    >>> rows_of_values([0.5, 1.0])
    array([[0.5, 1. ],
           [1. , 1. ]])
    """
    column = as_values(values)
    return np.column_stack([column, np.ones_like(column)])


def mean_of_sums(sums: FloatArray) -> FloatArray:
    """Score sums of rows (value, 1) as ``rows_of_values`` makes them: the macro average of per-item scores.

    Examples
    --------
    >>> float(mean_of_sums(rows_of_values([0.5, 1.0]).sum(axis=0)))
    0.75
    """
    table = number_array(sums, "sums", "sums of shape (..., 2)")
    if table.ndim == 0 or table.shape[-1] != 2:
        raise InputError(f"sums: expected sums of shape (..., 2), got shape {table.shape}")
    with np.errstate(divide="ignore", invalid="ignore"):
        means: FloatArray = table[..., 0] / table[..., 1]
    return means


def as_values(values: npt.ArrayLike, name: str = "values") -> FloatArray:
    """A list of scores as float64, each finite or NaN."""
    column = number_array(values, name, "a list of numbers")
    if column.ndim != 1:
        raise InputError(f"{name}: expected one dimension, got shape {column.shape}")
    infinite = np.isinf(column)
    if infinite.any():
        raise InputError(f"{name}: number {int(infinite.argmax())} is infinite; undefined scores are NaN")
    return column


# Products made in one call of the matrix library: of more, it starts threads, which for tables as narrow as ours cost
# several times the work itself. With a single row or column it does so much sooner.
_PRODUCTS = 2**18
_PRODUCTS_OF_ONE = 2**13


def weighted_sums(weights: FloatArray, rows: FloatArray) -> FloatArray:
    """The sum of all rows, each times its weight: ``weights @ rows``, of shape (resamples, F).

    Examples
    --------
    >>> weighted_sums(np.array([[1.0, 1.0], [0.0, 2.0]]), np.array([[1.0, 5.0], [2.0, 7.0]])).tolist()
    [[3.0, 12.0], [4.0, 14.0]]
    """
    shape = len(weights), rows.shape[1]
    most = _PRODUCTS if min(shape) > 1 else _PRODUCTS_OF_ONE
    step = max(1, most // max(1, shape[0] * shape[1]))
    sums = np.zeros(shape)
    for start in range(0, len(rows), step):
        sums += weights[:, start : start + step] @ rows[start : start + step]
    return sums


def summed_by(key: Int64Array, rows: FloatArray, size: int) -> FloatArray:
    """The sum of the rows with each key 0 to ``size - 1``; shape (size, F)."""
    sums = np.empty((size, rows.shape[1]))
    for number, column in enumerate(rows.T):
        sums[:, number] = np.bincount(key, weights=column, minlength=size)
    return sums


def undefined_last(value: float) -> tuple[bool, float]:
    """A key that orders values, NaN after all others."""
    return math.isnan(value), 0.0 if math.isnan(value) else value


def exact_sum(column: FloatArray) -> Fraction:
    """The sum of a column without rounding, which is the same in any order and in any parts.

    Examples
    --------
    >>> exact_sum(np.array([0.1, 0.2])) == Fraction(0.1) + Fraction(0.2)
    True
    """
    total = 0
    for number in column.tolist():
        numerator, denominator = number.as_integer_ratio()
        # In units of the smallest number that a float64 can hold.
        total += numerator << (_SMALLEST_BITS + 1 - denominator.bit_length())
    return Fraction(total, 1 << _SMALLEST_BITS)
