"""Checks of masses and boundary types that more than one constructor makes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.base.checks import is_number, is_text, items_of, plain_array, shown, whole_number
from seamark.base.errors import InputError
from seamark.kernels.columns import LARGEST_MASS, Columns, Int32Array, Int64Array, first_bad_row


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


def checked_names(names: Iterable[object], what: str = "boundary type") -> tuple[Hashable, ...]:
    """Boundary types, labels or categories as they were given, when they can be used at all."""
    checked = tuple(items_of(names, "types" if what == "boundary type" else "names", f"a list: each a {what}"))
    for name in checked:
        if not is_hashable(name):
            raise InputError(f"{what} {shown(name)} cannot be used: it is not hashable")
    return checked


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


# ------------------------------------------------------- Checks of columns that come from outside: arrays of a user


def int64_column(name: str, values: npt.ArrayLike) -> Int64Array:
    """A column of whole numbers; it is copied only when it is not an array of int64 already."""
    array, whole = _array(name, values)
    if array.ndim != 1 or not whole:
        raise InputError(
            f"{name} must be a one-dimensional array of whole numbers, not {array.dtype} of shape {array.shape}"
        )
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise InputError(f"{name} hold {array.max()}, which is past the largest mass 2**62")
    return np.require(array, np.int64, ["C", "A"])


def name_codes(values: npt.ArrayLike, size: int, names: int) -> Int32Array:
    """One code per mark, each below the number of names."""
    codes, whole = _array("types", values)
    if codes.shape != (size,) or not whole:
        raise InputError(
            f"types must be {size} whole numbers, one per position, not {codes.dtype} of shape {codes.shape}"
        )
    if codes.size and (codes.min() < 0 or codes.max() >= names):
        raise InputError(
            f"type codes go from {codes.min()} to {codes.max()}, but there are {names} labels (0..{names - 1})"
        )
    return np.require(codes, np.int32, ["C", "A"])


def require_offsets(offsets: Int64Array, size: int) -> None:
    """Raise when rows between these offsets do not lie within so many values."""
    if not offsets.size:
        raise InputError("offsets are empty; there is one more offset than there are rows")
    # Neighbours are compared, not subtracted: a difference may pass 64 bits.
    if offsets[0] < 0 or offsets[-1] > size or np.any(offsets[1:] < offsets[:-1]):
        raise InputError(f"offsets must ascend from 0 or more to at most {size}, the number of values")


def require_rows(columns: Columns) -> None:
    """Raise when the boundaries of a row do not ascend within its mass."""
    bad = first_bad_row(columns)
    if bad < 0:
        return
    mass, row = int(columns.masses[bad]), columns.positions[columns.offsets[bad] : columns.offsets[bad + 1]]
    if mass < 1:
        raise InputError(f"row {bad}: mass {mass} is below 1")
    raise InputError(
        f"row {bad}: positions {row.tolist()[:20]} must ascend within 1..{mass - 1} (mass {mass}), each once per type"
    )


def _array(name: str, values: npt.ArrayLike) -> tuple[npt.NDArray[Any], bool]:
    """The values as an array, and whether they are whole numbers."""
    array = plain_array(values, name, "a one-dimensional array of whole numbers")
    whole = array.dtype.kind in "iu"
    # In a list with numbers, True has become 1.
    if whole and isinstance(values, (list, tuple)) and any(isinstance(value, (bool, np.bool_)) for value in values):
        raise InputError(f"{name} hold True or False beside numbers; expected whole numbers")
    # An empty list becomes an array of floats; spans of time count as whole numbers for numpy, but not here.
    return array, whole or (array.size == 0 and array.dtype.kind == "f")
