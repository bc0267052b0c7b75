"""How segeval writes a segmentation down, and what turns one way into another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

from seamark.checks import items_of, string_of
from seamark.choices import one_of
from seamark.model.segmentation import Segmentation

Format: TypeAlias = Literal["mass", "position", "sets", "nltk"]


class BoundaryFormat:
    """The names of segeval's formats."""

    mass: Final = "mass"
    position: Final = "position"
    sets: Final = "sets"
    nltk: Final = "nltk"


FORMATS: tuple[Format, ...] = ("mass", "position", "sets", "nltk")


def segmentation_of(given: Any, boundary_format: str = "mass") -> Segmentation:
    """What segeval takes for one segmentation; a bare number is a text of one segment.

    Examples
    --------
    >>> segmentation_of((5, 3, 5)) == segmentation_of("000010010000", "nltk")
    True
    """
    match one_of(boundary_format, "boundary_format", FORMATS):
        case "mass":
            return Segmentation.from_masses([given] if isinstance(given, int) else given)
        case "position":
            return Segmentation.from_labels(given)
        case "sets":
            return Segmentation.from_sets(given)
        case _:
            return Segmentation.from_string(given)


def sets_of(segmentation: Segmentation) -> tuple[frozenset[Any], ...]:
    """The boundary types at each potential boundary."""
    found: list[set[Any]] = [set() for _ in range(segmentation.mass - 1)]
    for place, kind in segmentation.boundaries:
        found[place - 1].add(kind)
    return tuple(map(frozenset, found))


def convert_positions_to_masses(positions: Iterable[Any]) -> tuple[int, ...]:
    """The lengths of runs of one segment number.

    Examples
    --------
    >>> convert_positions_to_masses([1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3])
    (5, 3, 5)
    """
    return Segmentation.from_labels(items_of(positions, "positions")).masses


def convert_masses_to_positions(masses: Iterable[int]) -> tuple[int, ...]:
    """The number of its segment for each unit.

    Examples
    --------
    >>> convert_masses_to_positions([2, 1])
    (1, 1, 2)
    """
    sizes = Segmentation.from_masses(masses).masses
    return tuple(number for number, size in enumerate(sizes, start=1) for _ in range(size))


def boundary_string_from_masses(masses: Iterable[int]) -> tuple[frozenset[Any], ...]:
    """A set of boundary types for each potential boundary.

    Examples
    --------
    >>> boundary_string_from_masses([1, 2])
    (frozenset({1}), frozenset())
    """
    return sets_of(Segmentation.from_masses(masses))


def convert_nltk_to_masses(string: str, boundary_symbol: str = "1") -> tuple[int, ...]:
    """The segment sizes of a string with a character per potential boundary.

    Examples
    --------
    >>> convert_nltk_to_masses("000010010000")
    (5, 3, 5)
    """
    parts = string_of(string, "string").split(string_of(boundary_symbol, "boundary_symbol"))
    return tuple(len(part) + 1 for part in parts)
