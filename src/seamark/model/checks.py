"""Checks of masses and boundary types that more than one constructor makes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import Any

import numpy as np

from seamark.checks import is_number, is_text, items_of, shown, whole_number
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


def is_hashable(value: object) -> bool:
    """Whether a value can be a key; a tuple that holds a list looks hashable and is not."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def checked_types(labels: Iterable[object]) -> tuple[Hashable, ...]:
    """Boundary types as they were given, when they can be types at all."""
    types = tuple(items_of(labels, "types", "a list of boundary types"))
    for label in types:
        if not is_hashable(label):
            raise InputError(f"boundary type {shown(label)} cannot be used: it is not hashable")
    return types


def in_type_order(labels: Iterable[Hashable], what: str = "boundary type") -> tuple[Hashable, ...]:
    """Distinct boundary types or categories in their canonical order: numbers by value, then others by kind and text.

    Examples
    --------
    >>> in_type_order([2, "minor", 1, "major", 2])
    (1, 2, 'major', 'minor')
    """
    distinct = set(labels)
    for label in distinct:
        if isinstance(label, (float, complex, Decimal, np.generic)) and label != label:
            found = f"a {what} is {shown(label)}, which is not equal to itself"
            raise InputError(f"{found}; expected a number or a name")
        if isinstance(label, str) and not is_text(label):
            raise InputError(f"a {what} is {shown(label)}; it holds half of a character, and cannot be written")
    return tuple(sorted(distinct, key=_type_key))


def _type_key(label: Hashable) -> tuple[int, Any, str, str]:
    if is_number(label):
        return (0, label, "", "")
    return (1, 0, type(label).__name__, label if isinstance(label, str) else shown(label))
