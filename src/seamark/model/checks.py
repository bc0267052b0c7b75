"""Checks of masses and boundary types that more than one constructor makes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from seamark.checks import is_number, shown, whole_number
from seamark.errors import InputError
from seamark.kernels.columns import LARGEST_MASS


def mass_number(value: object, what: str = "mass") -> int:
    """The value as a number of units: whole, at least 1, at most 2**62."""
    mass = whole_number(value, what)
    if mass < 1:
        raise InputError(f"{what} is {shown(mass)}; a mass is at least 1")
    if mass > LARGEST_MASS:
        raise InputError(f"{what} is {shown(mass)}; the largest mass is 2**62")
    return mass


def in_type_order(labels: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """Distinct boundary types in their canonical order: numbers by value, then everything else by kind and text.

    Examples
    --------
    >>> in_type_order([2, "minor", 1, "major", 2])
    (1, 2, 'major', 'minor')
    """
    return tuple(sorted(set(labels), key=_type_key))


def _type_key(label: Hashable) -> tuple[int, Any, str, str]:
    if is_number(label):
        return (0, label, "", "")
    return (1, 0, type(label).__name__, str(label))
