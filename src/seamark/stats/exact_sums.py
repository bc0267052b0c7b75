"""Sums of floats that are the same in any order: every number is cut into digits, and sums of digits are exact.

A digit has 24 bits, so that a float holds the sum of a hundred million of them without rounding. The digits reach from
2**62 down to 2**-144; what a number has below that is cut off, always in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from seamark.base.errors import InputError
from seamark.stats.rows import FloatArray, summed_by

Int64Array = npt.NDArray[np.int64]

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
