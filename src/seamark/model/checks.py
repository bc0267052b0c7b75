"""Checks of single values that more than one constructor makes."""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable
from numbers import Real
from typing import Any, SupportsIndex

from seamark.arguments import described
from seamark.errors import InputError
from seamark.kernels.columns import LARGEST_MASS


def whole_number(value: object, what: str) -> int:
    """The value as an int; booleans, fractions and anything else are refused.

    Parameters
    ----------
    value
        What was given.
    what
        How to name it in the message.

    Examples
    --------
    >>> whole_number(3, "mass")
    3
    >>> whole_number(2.5, "mass")
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: mass is 2.5; expected a whole number
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise InputError(f"{what} is {value!r}; expected a whole number")
    try:
        return operator.index(value)
    except TypeError:  # a numpy array of floats, for example, only looks like an index
        raise InputError(f"{what} is {value!r}; expected a whole number") from None


def whole_number_from(low: int, high: int, value: object, what: str) -> int:
    """The value as an int from ``low`` to ``high``, both included.

    Examples
    --------
    >>> whole_number_from(1, 1000, 2000, "shuffles")
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: shuffles is 2000; expected 1 to 1,000
    """
    number = whole_number(value, what)
    if not low <= number <= high:
        raise InputError(f"{what} is {described(number)}; expected {low:,} to {high:,}")
    return number


def mass_number(value: object, what: str = "mass") -> int:
    """The value as a number of units: whole, at least 1, at most 2**62."""
    mass = whole_number(value, what)
    if mass < 1:
        raise InputError(f"{what} is {mass}; a mass is at least 1")
    if mass > LARGEST_MASS:
        raise InputError(f"{what} is {mass}; the largest mass is 2**62")
    return mass


def in_type_order(labels: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """Distinct boundary types in their canonical order: numbers by value, then everything else by kind and text.

    Examples
    --------
    >>> in_type_order([2, "minor", 1, "major", 2])
    (1, 2, 'major', 'minor')
    """
    return tuple(sorted(set(labels), key=_type_key))


def is_number(label: object) -> bool:
    """Whether a boundary type is a number, so that a distance between types has a meaning."""
    return isinstance(label, Real) and not isinstance(label, bool)


def _type_key(label: Hashable) -> tuple[int, Any, str, str]:
    if is_number(label):
        return (0, label, "", "")
    return (1, 0, type(label).__name__, str(label))
