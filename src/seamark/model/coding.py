"""What codings of all four kinds share: they are values, and may lie in time."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple, Self

import numpy as np

from seamark.base.checks import finite_number, items_of
from seamark.base.errors import InputError
from seamark.model.checks import mass_number, names_of


class Coding:
    """One coding: immutable, hashable and equal by value. What it holds stands in the slots of its class."""

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
        """What two equal codings have in common."""
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
        except AttributeError:  # asked for the first time
            object.__setattr__(self, "_hash", hash((type(self), *self._value())))
            return self._hash

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed (tried to set {name!r})")


def _restored(kind: type[Coding], values: dict[str, Any]) -> Coding:
    """A coding out of a pickle."""
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
