"""One segmentation: a number of units and the boundaries placed between them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias, cast, final

import numpy as np
import numpy.typing as npt

from seamark.base.checks import finite_number, items_of, number_array, shown, whole_number
from seamark.base.errors import InputError
from seamark.kernels.columns import NO_TYPES, Columns, Int32Array, Int64Array, positions_of_masses
from seamark.model.coding import Coding, UnitGrid, coded, label_per_unit, mass_number, positive_time

#: What public functions accept as a segmentation: itself, its masses, or a string of 0 and 1.
SegmentationLike: TypeAlias = "Segmentation | Sequence[int] | str | Int64Array"

#: The type of a boundary by default.
DEFAULT_TYPE: Final = 1
#: Of boundaries of one type: one tuple, which all such segmentations share.
_ONE_TYPE: tuple[Hashable, ...] = (DEFAULT_TYPE,)

_LONGEST_REPR: Final = 24

#: The largest number of units that are listed one by one; a mass of 2**62 would exceed the memory.
_MOST_WRITTEN_OUT: Final = 10**8


class Boundary(NamedTuple):
    """A boundary between unit ``position`` and the next, of one type."""

    position: int
    type: Hashable


@final
class Segmentation(Coding):
    """A sequence of units cut by boundaries.

    Immutable, hashable and equal by value. It keeps its boundaries, never its units: a mass of ``10**12`` with three
    boundaries costs as much as a poem with three boundaries. Make one with a ``from_`` constructor.

    Examples
    --------
    >>> s = Segmentation.from_masses([2, 3, 5])
    >>> s.mass, s.positions, s.segments
    (10, (2, 5), ((0, 2), (2, 5), (5, 10)))
    >>> s == Segmentation.from_string("010010000") == Segmentation.from_positions([2, 5], mass=10)
    True
    """

    __slots__ = ("_codes", "_labels", "_mass", "_positions")

    _mass: int
    _positions: Int64Array
    _codes: Int32Array
    _labels: tuple[Hashable, ...]

    @classmethod
    def _from_arrays(
        cls,
        mass: int,
        positions: Int64Array,
        codes: Int32Array = NO_TYPES,
        labels: tuple[Hashable, ...] = _ONE_TYPE,
    ) -> Segmentation:
        """Wrap checked arrays: sorted by position then code; codes empty when there is one label; only labels
        present.
        """
        used = labels if positions.size else ()
        return object.__new__(cls)._set(_mass=mass, _positions=positions, _codes=codes, _labels=used)

    # ------------------------------------------------------------------------------------------------ constructors

    @classmethod
    def from_masses(cls, masses: Iterable[int]) -> Segmentation:
        """From the size of each segment.

        Examples
        --------
        >>> Segmentation.from_masses([2, 3]).positions
        (2,)
        """
        plain = positions_of_masses(masses)
        if plain is not None:
            return cls._from_arrays(*plain)
        given = list(items_of(masses, "masses", "whole numbers, such as [2, 3, 5]"))
        try:
            sizes = [mass_number(mass, f"mass of segment {i}") for i, mass in enumerate(given, start=1)]
        except InputError as error:
            other = "Segmentation.from_labels, from_probabilities, from_positions and from_times read other forms"
            raise InputError(f"{error}; masses are sizes of segments; {other}") from None
        if not sizes:
            raise InputError("masses are empty; a segmentation has at least one segment")
        total = mass_number(sum(sizes), "sum of the masses")
        return cls._from_arrays(total, np.cumsum(sizes, dtype=np.int64)[:-1])

    @classmethod
    def from_positions(
        cls, positions: Iterable[int], mass: int, types: Iterable[Hashable] | None = None
    ) -> Segmentation:
        """From boundary positions in any order, and the mass.

        Parameters
        ----------
        positions
            Position ``p`` (1 to ``mass - 1``) is between unit ``p`` and unit ``p + 1``.
        mass
            The number of units.
        types
            One type per position; a position may then occur several times, once per type.

        Examples
        --------
        >>> Segmentation.from_positions([5, 2], mass=10).masses
        (2, 3, 5)
        >>> Segmentation.from_positions([2, 5, 5], mass=10, types=["minor", "minor", "major"]).boundaries[1:]
        (Boundary(position=5, type='major'), Boundary(position=5, type='minor'))
        """
        total = mass_number(mass)
        places = _places(positions, total)
        if types is None:
            return cls._from_boundaries(total, places)
        labels = list(items_of(types, "types"))
        if len(labels) != places.size:
            raise InputError(f"{places.size} positions but {len(labels)} types; expected one type per position")
        return cls._from_boundaries(total, places, labels)

    @classmethod
    def from_labels(cls, labels: Iterable[Hashable]) -> Segmentation:
        """From one label per unit: there is a boundary wherever the label changes.

        Examples
        --------
        >>> Segmentation.from_labels([1, 1, 2, 2, 2]).masses
        (2, 3)
        """
        units = label_per_unit(labels)
        changes = [i for i, (one, other) in enumerate(pairwise(units), start=1) if one != other]
        return cls._from_arrays(len(units), np.array(changes, dtype=np.int64))

    @classmethod
    def from_string(cls, text: str) -> Segmentation:
        """From a string with one character per potential boundary: ``1`` where there is a boundary, ``0`` elsewhere.

        Examples
        --------
        >>> Segmentation.from_string("0100").masses
        (2, 3)
        """
        if not isinstance(text, str):
            raise InputError(f"the boundary string is {shown(text)}; expected a string of 0 and 1")
        for place, character in enumerate(text, start=1):
            if character not in "01":
                raise InputError(f"character {place} of the boundary string is {shown(character)}; expected 0 or 1")
        marks = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
        return cls._from_arrays(len(text) + 1, np.flatnonzero(marks == ord("1")).astype(np.int64) + 1)

    @classmethod
    def from_sets(cls, sets: Iterable[Iterable[Hashable]]) -> Segmentation:
        """From one set of boundary types per potential boundary.

        Examples
        --------
        >>> s = Segmentation.from_sets([{1}, set(), {1, 2}])
        >>> s.mass, s.positions, s.types
        (4, (1, 3), (1, 2))
        """
        places: list[int] = []
        labels: list[Hashable] = []
        place = 0
        for place, types in enumerate(items_of(sets, "sets"), start=1):
            before = len(labels)
            labels.extend(items_of(types, f"types at potential boundary {place}", "a set of boundary types"))
            places += [place] * (len(labels) - before)
        return cls._from_boundaries(place + 1, np.array(places, dtype=np.int64), labels)

    @classmethod
    def from_probabilities(cls, probabilities: npt.ArrayLike, threshold: float = 0.5) -> Segmentation:
        """From the probability of a boundary at each potential boundary, of which there is one fewer than units; also
        from 0 and 1, or False and True.

        A boundary is placed wherever the probability is at least the threshold.

        Examples
        --------
        >>> Segmentation.from_probabilities([0.1, 0.8, 0.3, 0.5]).positions
        (2, 4)
        """
        expected = "one probability for each potential boundary"
        given = number_array(probabilities, "probabilities", expected)
        if given.ndim != 1:
            raise InputError(f"probabilities have the shape {given.shape}; expected {expected}")
        least = finite_number(threshold, "threshold", lambda number: 0 <= number <= 1, "a number from 0 to 1")
        outside = ~((given >= 0) & (given <= 1))  # also NaN
        if outside.any():
            place = int(outside.argmax())
            raise InputError(f"probability {given[place]} at potential boundary {place + 1} is not between 0 and 1")
        return cls._from_arrays(given.size + 1, np.flatnonzero(given >= least).astype(np.int64) + 1)

    @classmethod
    def from_times(cls, times: Iterable[float], duration: float, resolution: float) -> Segmentation:
        """From boundary times; a unit is one step of ``resolution`` in the same measure of time.

        Every time goes to the nearest step. A time that would fall on the start or the end, or on a step that another
        time has taken, is an error: a finer resolution keeps them apart.

        Examples
        --------
        >>> Segmentation.from_times([1.5, 3.25], duration=10.0, resolution=0.25).positions
        (6, 13)
        """
        grid = UnitGrid.of(duration, resolution)
        places: dict[int, float] = {}
        for given in items_of(times, "times"):
            expected = f"a time between 0 and the duration {shown(duration)}"
            time = finite_number(given, "a boundary time", lambda time: 0 < time < grid.duration, expected)
            place = grid.nearest(time)
            if place in places or not 1 <= place < grid.units:
                taken = f"the step of {places[place]!r}" if place in places else "the edge"
                at = f"at resolution {shown(resolution)}; use a finer resolution"
                raise InputError(f"time {shown(time)} falls on {taken} {at}")
            places[place] = time
        return cls._from_arrays(grid.units, np.array(sorted(places), dtype=np.int64))

    @classmethod
    def of(cls, value: SegmentationLike) -> Segmentation:
        """A segmentation from what a public function accepts: itself, masses, or a string of 0 and 1.

        Examples
        --------
        >>> Segmentation.of([2, 3]) == Segmentation.of("0100") == Segmentation.of(Segmentation.from_masses([2, 3]))
        True
        """
        if isinstance(value, Segmentation):
            return value
        if isinstance(value, str):
            return cls.from_string(value)
        listed = isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, (bytes, bytearray))
        # Also a column of pandas or polars, a tensor.
        if listed or (hasattr(value, "__array__") and getattr(value, "ndim", 1) == 1):
            return cls.from_masses(cast("Iterable[int]", value))
        raise InputError(
            f"{type(value).__name__} is not a segmentation; "
            "expected a Segmentation, masses such as [2, 3, 5], or a string of 0 and 1"
        )

    @classmethod
    def _from_boundaries(cls, mass: int, places: Int64Array, types: Sequence[Hashable] = _ONE_TYPE) -> Segmentation:
        """Sort boundaries with their types, of which there may be one for all; a repeated one is an error."""
        codes, labels = NO_TYPES, _ONE_TYPE
        if types is not _ONE_TYPE:
            what = "boundary type"
            codes, labels = coded(types, lambda number: f"the {what} at position {places[number]}", what)
        if len(labels) > 1:
            order = np.lexsort((codes, places))
            places, codes = places[order], codes[order]
        else:
            places, codes = np.sort(places), NO_TYPES
        repeated = places[1:] == places[:-1]
        if codes.size:
            repeated &= codes[1:] == codes[:-1]
        if repeated.any():
            first = int(repeated.argmax())
            label = labels[codes[first] if codes.size else 0]
            kind = "" if labels == (DEFAULT_TYPE,) else f" with type {shown(label)}"
            raise InputError(f"position {places[first]}{kind} is given twice")
        return cls._from_arrays(mass, places, codes, labels)

    # ----------------------------------------------------------------------------------------------------- contents

    @property
    def mass(self) -> int:
        """The number of units."""
        return self._mass

    @property
    def positions(self) -> tuple[int, ...]:
        """Where the boundaries lie, each place once: place ``p`` is between unit ``p`` and unit ``p + 1``."""
        return tuple(self._distinct().tolist())

    @property
    def masses(self) -> tuple[int, ...]:
        """The size of each segment."""
        edges = np.concatenate(([0], self._distinct(), [self._mass]))
        return tuple(np.diff(edges).tolist())

    @property
    def segments(self) -> tuple[tuple[int, int], ...]:
        """Start and stop of each segment, for slicing a list of units."""
        return tuple(pairwise((0, *self.positions, self._mass)))

    @property
    def types(self) -> tuple[Hashable, ...]:
        """The boundary types present, in canonical order."""
        return self._labels

    @property
    def boundaries(self) -> tuple[Boundary, ...]:
        """Every boundary with its type; a place occurs once per type."""
        codes = self._codes.tolist() if self._codes.size else [0] * self._positions.size
        places = zip(self._positions.tolist(), codes, strict=True)
        return tuple(Boundary(place, self._labels[code]) for place, code in places)

    def to_string(self) -> str:
        """One character per potential boundary, as ``from_string`` reads it; one type only.

        Examples
        --------
        >>> Segmentation.from_masses([2, 3]).to_string()
        '0100'
        """
        if self._labels not in ((), (DEFAULT_TYPE,)):
            raise InputError(f"boundary types {shown(self._labels)} do not fit into a string of 0 and 1; use to_sets()")
        self._require_few_units("a string of 0 and 1")
        marks = np.full(self._mass - 1, ord("0"), dtype=np.uint8)
        marks[self._positions - 1] = ord("1")
        return marks.tobytes().decode("ascii")

    def to_sets(self) -> tuple[frozenset[Hashable], ...]:
        """One set of boundary types per potential boundary, as ``from_sets`` reads it.

        Examples
        --------
        >>> Segmentation.from_masses([2, 2]).to_sets() == (frozenset(), frozenset({1}), frozenset())
        True
        """
        self._require_few_units("sets")
        sets: list[set[Hashable]] = [set() for _ in range(self._mass - 1)]
        for place, label in self.boundaries:
            sets[place - 1].add(label)
        return tuple(frozenset(types) for types in sets)

    def to_labels(self) -> tuple[int, ...]:
        """The number of its segment for every unit, as ``from_labels`` reads it.

        Examples
        --------
        >>> Segmentation.from_masses([2, 3]).to_labels()
        (1, 1, 2, 2, 2)
        """
        self._require_few_units("labels")
        return tuple(number for number, size in enumerate(self.masses, start=1) for _ in range(size))

    def to_times(self, resolution: float) -> tuple[float, ...]:
        """The time of every boundary, with one unit lasting ``resolution``.

        Examples
        --------
        >>> Segmentation.from_times([1.5], duration=10.0, resolution=0.25).to_times(0.25)
        (1.5,)
        """
        step = positive_time(resolution, "resolution")
        return tuple(place * step for place in self.positions)

    def _require_few_units(self, form: str) -> None:
        if self._mass > _MOST_WRITTEN_OUT:
            raise InputError(f"{self._mass} units are too many to be written out as {form}; use positions")

    def _distinct(self) -> Int64Array:
        return np.unique(self._positions) if self._codes.size else self._positions

    def columns(self) -> Columns:
        """This segmentation as columns of one row, the form the kernel takes; codes refer to ``types``."""
        return Columns(self._positions, _numbers(0, self._positions.size), _numbers(self._mass), self._codes)

    # --------------------------------------------------------------------------------------------------- value object

    def __repr__(self) -> str:
        if self._positions.size >= _LONGEST_REPR:
            kinds = "" if len(self._labels) < 2 else f" of {len(self._labels)} types"
            return f"<Segmentation of {self._mass:,} units with {self._positions.size:,} boundaries{kinds}>"
        if self._labels in ((), (DEFAULT_TYPE,)):
            return f"Segmentation.from_masses({list(self.masses)})"
        labels = [label for _, label in self.boundaries]
        return f"Segmentation.from_positions({self._positions.tolist()}, mass={self._mass}, types={labels!r})"


@lru_cache(maxsize=1024)
def _numbers(*values: int) -> Int64Array:
    """A few numbers as an array that cannot be written to; made once, since single pairs need many of them."""
    numbers = np.array(values, dtype=np.int64)
    numbers.flags.writeable = False
    return numbers


def _places(positions: Iterable[int], mass: int) -> Int64Array:
    """Positions as an array, each checked to lie between two units."""
    if type(positions) is np.ndarray and positions.dtype == np.int64 and positions.ndim == 1:
        outside = (positions < 1) | (positions >= mass)
        if not outside.any():
            return positions
    given = items_of(positions, "positions")
    places = [whole_number(p, f"position {i}") for i, p in enumerate(given, start=1)]
    for place in places:
        if not 1 <= place < mass:
            raise InputError(f"position {shown(place)} is outside 1..{mass - 1} (mass {mass})")
    return np.array(places, dtype=np.int64)
