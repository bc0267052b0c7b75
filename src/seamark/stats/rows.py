"""Rows of counts, the functions that score their sum, and exact sums.

Everything in this room works on ``rows`` of shape (items, F), the sufficient statistics of each item, and on a pure
``score`` that maps summed rows (..., F) to scores (...). NaN means undefined; it is passed on and counted, never
dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from seamark.base.checks import number_array, shown
from seamark.base.errors import InputError

_Given = TypeVar("_Given")
FloatArray: TypeAlias = npt.NDArray[np.float64]
Int64Array: TypeAlias = npt.NDArray[np.int64]
Score: TypeAlias = Callable[[FloatArray], FloatArray]

# Sums of the same numbers in another order differ in their last bits: scores this close, relatively, are the same.
ROUNDING = 1e-12


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
        raise InputError(
            f"{name}: resampling over items needs at least two items, got {len(table)}; "
            "with a single item, resample its coders instead"
        )
    return table


def apply_score(score: Score, sums: FloatArray) -> FloatArray:
    """Score sums of rows, and check that the score is vectorised: (..., F) becomes (...), NaN where undefined."""
    scores = called(score, sums, "score")
    if scores.shape != sums.shape[:-1]:
        raise InputError(f"score must map shape {sums.shape} to {sums.shape[:-1]}, but it gave {scores.shape}")
    return scores


def called(function: Callable[[_Given], object], given: _Given, name: str) -> FloatArray:
    """What a caller's function gives, as an array of numbers.

    0/0 is the usual way to say that a score is undefined, so that it raises no warning.
    """
    if not callable(function):
        raise InputError(f"{name} is {shown(function)}; expected a function")
    try:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(function(given), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} cannot be computed: {error}") from error


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


# ---------------------------------------------------------------------- Sums of floats that are the same in any order


# Every number is cut into digits of 24 bits, so that a float holds the sum of a hundred million of them without
# rounding. The digits reach from 2**62 down to 2**-144; the rest of a number is cut off, always in the same way.
_BITS = 24
_BASE = 2.0**_BITS
#: Digits of the part below 1, and of the whole part.
_FRACTION, _WHOLE = 6, 3
DIGITS = _FRACTION + _WHOLE
_LARGEST = 2.0**62
#: Rows whose digits are summed as floats at once: far below the limit of 2**53, also with weights, and 75 MB for four
#: columns.
ROWS = 2**18


@dataclass(frozen=True, slots=True, eq=False)
class DigitSums:
    """Sums of columns of numbers for many cells (resamples, or blocks of items), as exact sums of digits.

    ``+`` joins the sums of parts; the result does not depend on how things were shared out, nor on the order.

    Attributes
    ----------
    places
        Which digit of which column each sum is of: ``column * DIGITS + digit``, ascending; digits that are 0 in every
        row are left out.
    sums
        Of the digits, which are whole numbers below 2**24 with the sign of their number; shape (places, cells).

    Examples
    --------
    >>> def one(number):
    ...     return DigitSums.by_key(np.array([[number]]), np.array([0]), 1)
    >>> numbers = [1e15, 0.1, -1e15, 0.2]
    >>> sum(numbers[1:], numbers[0]), float((one(1e15) + one(0.1) + one(-1e15) + one(0.2)).values(1)[0, 0])
    (0.325, 0.30000000000000004)
    """

    places: Int64Array
    sums: Int64Array

    @classmethod
    def dense(cls, digits: Int64Array) -> DigitSums:
        """From the sums of all digits of every column, as ``all_digits`` gives them."""
        return cls(np.arange(len(digits)), digits)

    @classmethod
    def by_key(cls, rows: FloatArray, key: Int64Array, size: int) -> DigitSums:
        """The sum of all rows with each key from 0 up: a cell for each.

        Examples
        --------
        >>> DigitSums.by_key(np.array([[1.0], [2.0], [0.5]]), np.array([1, 1, 0]), 2).values(1).tolist()
        [[0.5], [3.0]]
        """
        total = cls(np.empty(0, dtype=np.int64), np.empty((0, size), dtype=np.int64))
        for start in range(0, len(rows), ROWS):
            part = slice(start, start + ROWS)
            digits = _digits(rows[part])
            places = np.flatnonzero(digits.any(axis=0))
            total += cls(places, summed_by(key[part], digits[:, places], size).T.astype(np.int64))
        return total

    def __add__(self, other: DigitSums) -> DigitSums:
        places = np.union1d(self.places, other.places)
        sums = np.zeros((len(places), self.sums.shape[1]), dtype=np.int64)
        for one in (self, other):
            sums[np.searchsorted(places, one.places)] += one.sums
        return DigitSums(places, sums)

    def all_digits(self, columns: int) -> Int64Array:
        """The sums of all digits, those that are 0 in every row too, as processes add them; shape (places, cells)."""
        digits = np.zeros((columns * DIGITS, self.sums.shape[1]), dtype=np.int64)
        digits[self.places] = self.sums
        return digits

    def exact(self, cell: int, column: int) -> Fraction:
        """The sum of one column in one cell.

        Examples
        --------
        >>> DigitSums.by_key(np.array([[0.5], [2.0]]), np.array([0, 0]), 1).exact(0, 0)
        Fraction(5, 2)
        """
        total = Fraction(0)
        for place, digits in zip(self.places.tolist(), self.sums[:, cell].tolist(), strict=True):
            if place // DIGITS == column:
                total += digits * Fraction(2) ** (_BITS * (place % DIGITS - _FRACTION))
        return total

    def values(self, columns: int) -> FloatArray:
        """The sums as floats, of shape (cells, columns): the digits from the highest down, in one order for all."""
        values = np.zeros((self.sums.shape[1], columns))
        for place, sums in zip(self.places[::-1].tolist(), self.sums[::-1], strict=True):
            column, digit = divmod(place, DIGITS)
            values[:, column] += np.ldexp(sums.astype(np.float64), _BITS * (digit - _FRACTION))
        return values


def _digits(rows: FloatArray) -> FloatArray:
    """All digits of rows of numbers, the columns one after the other; shape (rows, columns * DIGITS)."""
    size = np.abs(rows)
    if not (size < _LARGEST).all():
        raise InputError("counts are not below 2**62, and cannot be summed without rounding")
    digits = np.zeros((*rows.shape, DIGITS))
    whole = np.floor(size)
    rest, left = size - whole, whole.astype(np.int64)
    # Scaling by a power of two and taking off the whole part are exact.
    for place in reversed(range(_FRACTION)):
        if not rest.any():
            break
        rest = rest * _BASE
        digits[..., place] = np.floor(rest)
        rest -= digits[..., place]
    for place in range(_FRACTION, DIGITS):
        digits[..., place] = left & (int(_BASE) - 1)
        left >>= _BITS
    digits *= np.sign(rows)[..., np.newaxis]
    return digits.reshape(len(rows), rows.shape[1] * DIGITS)


# -------------------------------------------------------------------- A single column, whatever the size of its numbers


#: Whole numbers up to this size are added without rounding.
_LARGEST_WHOLE = 2.0**53


def exact_sum(column: FloatArray) -> Fraction:
    """The sum of a column without rounding.

    Examples
    --------
    >>> exact_sum(np.array([0.1, 0.2])) == Fraction(0.1) + Fraction(0.2)
    True
    """
    if np.abs(column).sum() < _LARGEST_WHOLE and (column == np.floor(column)).all():
        return Fraction(int(column.sum()))
    return sum(map(Fraction, column.tolist()), Fraction(0))
