"""Sums of floats without rounding, so that they depend neither on the order nor on how the terms were shared out."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seamark.kernels.columns import FloatArray, Int64Array

#: Whole numbers up to this size are added without rounding.
_LARGEST_WHOLE = 2.0**53
#: Every float is a whole number of 2**-1074, and below 2**1024; a digit has 32 bits, so that billions can be added.
_SCALE = 1074
_DIGIT = 32
DIGITS = (_SCALE + 1024) // _DIGIT + 2


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


def digits_of(total: Fraction) -> Int64Array:
    """A sum of floats as whole numbers that can be added one by one, as processes do with arrays.

    Examples
    --------
    >>> int(digits_of(Fraction(3))[_SCALE // _DIGIT]) == 3 << _SCALE % _DIGIT
    True
    """
    scaled = total * (1 << _SCALE)
    left, sign = abs(scaled.numerator), 1 if scaled >= 0 else -1
    digits = np.zeros(DIGITS, dtype=np.int64)
    for place in range(DIGITS):
        digits[place] = sign * (left & ((1 << _DIGIT) - 1))
        left >>= _DIGIT
    return digits


def sum_of_digits(digits: Int64Array) -> Fraction:
    """The sum that digits, or sums of digits, stand for.

    Examples
    --------
    >>> sum_of_digits(digits_of(Fraction(0.1)) + digits_of(Fraction(-2.5))) == Fraction(0.1) - Fraction(2.5)
    True
    """
    whole = sum(digit << (_DIGIT * place) for place, digit in enumerate(digits.tolist()))
    return Fraction(whole, 1 << _SCALE)
