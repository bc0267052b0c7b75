"""What codings of all four kinds share: they are values of checked masses and names, and may lie in time."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from numbers import Real
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from seamark.base.checks import count_between, finite_number, is_text, items_of, plain_array, shown
from seamark.base.errors import InputError
from seamark.kernels.columns import LARGEST_MASS, Int32Array, Int64Array


def mass_number(value: object, what: str = "mass") -> int:
    """The value as a number of units: whole, at least 1, at most 2**62."""
    return count_between(value, what, 1, LARGEST_MASS)


def is_name(value: object) -> bool:
    """Whether a value can be a label: it is hashable, and equal to itself as a missing value is not.

    A tuple that contains a list is not hashable, although its type is.
    """
    try:
        hash(value)
        return bool(value == value)
    except (TypeError, ValueError):  # ``pandas.NA`` is neither equal to itself nor not; arrays are both
        return False


def names_of(values: Iterable[object], place: Callable[[int], str]) -> list[Any]:
    """Labels, types or categories that can be distinguished; numbers of torch, JAX and numpy's arrays become Python's.

    Parameters
    ----------
    values
        As they were given.
    place
        Names the value of a number, from 0, in a message.

    Examples
    --------
    >>> names_of(["A", None, np.array(2)], lambda number: f"label {number + 1}")
    ['A', None, 2]
    >>> names_of(["A", float("nan")], lambda number: f"label {number + 1}")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: label 2 is nan; expected a name or a number, or None where there is none
    """
    names = list(values)
    kinds = set(map(type, names))
    # A number of torch is another key than its equal; one of numpy cannot be compared with a tuple.
    if tuple in kinds or any(hasattr(kind, "item") and not issubclass(kind, np.generic) for kind in kinds):
        names = [name.item() if hasattr(name, "item") and getattr(name, "ndim", 1) == 0 else name for name in names]
    distinct: Iterable[object] = names
    with suppress(TypeError):
        distinct = set(names)
    if not all(map(is_name, distinct)):
        wrong = next(number for number, name in enumerate(names) if not is_name(name))
        expected = "expected a name or a number, or None where there is none"
        raise InputError(f"{place(wrong)} is {shown(names[wrong])}; {expected}")
    return names


def checked_names(names: Iterable[object], what: str = "boundary type") -> tuple[Hashable, ...]:
    """Boundary types, labels or categories as they were given, when they can be used at all."""
    given = items_of(names, "types" if what == "boundary type" else "names", f"a list: each a {what}")
    return tuple(names_of(given, lambda number: f"a {what}"))


def in_type_order(labels: Iterable[Hashable], what: str = "boundary type") -> tuple[Hashable, ...]:
    """Distinct boundary types or categories in their canonical order: numbers by value, then others by kind and text.

    Examples
    --------
    >>> in_type_order([2, "minor", 1, "major", 2])
    (1, 2, 'major', 'minor')
    """
    distinct = set(names_of(labels, lambda number: f"a {what}"))
    for label in distinct:
        if isinstance(label, str) and not is_text(label):
            raise InputError(f"a {what} is {shown(label)}; it holds half of a character, and cannot be written")
    return tuple(sorted(distinct, key=_type_key))


def codes_among(names: Sequence[Hashable], own: Sequence[Hashable]) -> Int32Array:
    """The code among the names of each of one's own, -1 where it is none of them; the last is that of the code -1."""
    code_of = {name: code for code, name in enumerate(names)}
    return np.array([*(code_of.get(name, -1) for name in own), -1], dtype=np.int32)


def coded(values: Iterable[object], place: Callable[[int], str], what: str) -> tuple[Int32Array, tuple[Hashable, ...]]:
    """The code of every name, and the distinct names in canonical order; ``place`` is that of ``names_of``.

    Examples
    --------
    >>> codes, names = coded(["B", "A", "B"], lambda number: f"label {number + 1}", "label")
    >>> codes.tolist(), names
    ([1, 0, 1], ('A', 'B'))
    """
    given = names_of(values, place)
    names = in_type_order(given, what)
    return codes_among(names, given)[:-1], names


def _type_key(label: Hashable) -> tuple[int, Any, str, str]:
    if isinstance(label, Real | np.bool_):  # True == 1, and both must have the same place in the order
        return (0, label, "", "")
    return (1, 0, type(label).__name__, label if isinstance(label, str) else shown(label))


# ------------------------------------------------------- Checks of columns that come from outside: arrays of a user


def int64_column(name: str, values: npt.ArrayLike) -> Int64Array:
    """A column of whole numbers; it is copied only when it is not an array of int64 already."""
    array = plain_array(values, name, "a one-dimensional array of whole numbers")
    whole = array.dtype.kind in "iu"
    # numpy converts True in a list of numbers to 1.
    if whole and isinstance(values, (list, tuple)) and any(isinstance(value, (bool, np.bool_)) for value in values):
        raise InputError(f"{name} hold True or False beside numbers; expected whole numbers")
    # An empty list becomes an array of floats; spans of time count as whole numbers for numpy, but not here.
    if array.ndim != 1 or not (whole or (array.size == 0 and array.dtype.kind == "f")):
        raise InputError(
            f"{name} must be a one-dimensional array of whole numbers, not {array.dtype} of shape {array.shape}"
        )
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise InputError(f"{name} hold {array.max()}, which is past the largest mass 2**62")
    return np.require(array, np.int64, ["C", "A"])


# ------------------------------------------------------------------------ One coding is a value, and may lie in time


class Coding:
    """One coding: immutable, hashable and equal by value. What it holds is in the slots of its class."""

    __slots__ = ("_hash",)

    _hash: int

    def __new__(cls, *_: object, **__: object) -> Self:  # noqa: D102
        *makers, last = (name for name in vars(cls) if name.startswith("from_"))
        raise TypeError(f"make a {cls.__name__} with {', '.join(makers)} or {last}")

    def _set(self, **values: Any) -> Self:
        """Fill the slots with checked values; arrays become read-only."""
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
            object.__setattr__(self, name, value)
        return self

    def _value(self) -> tuple[Hashable, ...]:
        """The key by which codings are compared and hashed."""
        held = (getattr(self, name) for name in self.__slots__)
        return tuple(value.tobytes() if isinstance(value, np.ndarray) else value for value in held)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), {name: getattr(self, name) for name in self.__slots__})

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:  # computed on first use
            object.__setattr__(self, "_hash", hash((type(self), *self._value())))
            return self._hash

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed (tried to set {name!r})")


def _restored(kind: type[Coding], values: dict[str, Any]) -> Coding:
    """Restore a pickled coding."""
    return object.__new__(kind)._set(**values)


def label_per_unit(labels: Iterable[Hashable]) -> list[Hashable]:
    """Labels of units, of which there is at least one."""
    given = labels if isinstance(labels, str) else items_of(labels, "labels")
    units = names_of(given, lambda number: f"label {number + 1}")
    if not units:
        raise InputError("labels are empty; a segmentation has at least one unit")
    return units


class UnitGrid(NamedTuple):
    """Time cut into units of equal duration."""

    duration: float
    resolution: float
    units: int

    @classmethod
    def of(cls, duration: float, resolution: float) -> UnitGrid:
        """From the duration of everything and of a unit, in the same measure of time."""
        whole, step = positive_time(duration, "duration"), positive_time(resolution, "resolution")
        if math.isinf(whole / step):
            raise InputError(f"duration {whole} / resolution {step} is infinite; the largest mass is 2**62")
        return cls(whole, step, mass_number(math.floor(whole / step + 0.5), "duration / resolution"))

    def nearest(self, time: float) -> int:
        """The edge between units that is nearest to a time."""
        return math.floor(time / self.resolution + 0.5)


def positive_time(value: object, what: str) -> float:
    """A duration."""
    return finite_number(value, what, lambda time: time > 0, "a positive, finite time")
