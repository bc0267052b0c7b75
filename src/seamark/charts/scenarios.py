"""Series of pairs of segmentations in which one thing grows, to see how metrics react."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from seamark.checks import count_between
from seamark.errors import InputError
from seamark.frozen_mapping import FrozenMapping
from seamark.model.checks import mass_number
from seamark.model.segmentation import Segmentation

# As many points as a chart can show, and, where segmentations down to single units are made, as many of those.
_MOST_PAIRS: Final = 50_000
_MOST_UNITS_IN_ALL_SIZES: Final = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """Pairs of a reference and a hypothesis along an axis.

    Attributes
    ----------
    axis
        What grows.
    pairs
        For each place on the axis the reference and the hypothesis.
    """

    axis: str
    pairs: Mapping[float, tuple[Segmentation, Segmentation]]


def full_misses(mass: int = 100) -> Scenario:
    """More and more boundaries that the reference has not: Figure 5a of the 2012 paper.

    The hypothesis cuts the units evenly into 2, 3, ... segments, longer ones first, down to single units but for the
    last step; the reference has only the hypothesis's first boundary.

    Examples
    --------
    >>> reference, hypothesis = full_misses().pairs[2]
    >>> reference.masses, hypothesis.masses
    ((25, 75), (25, 25, 25, 25))
    """
    units = count_between(mass, "mass", 4, _MOST_UNITS_IN_ALL_SIZES)
    pairs = {}
    for misses in range(units - 2):
        size, longer = divmod(units, misses + 2)
        masses = [size + (number < longer) for number in range(misses + 2)]
        reference = Segmentation.from_masses([masses[0], units - masses[0]])
        pairs[float(misses)] = (reference, Segmentation.from_masses(masses))
    return Scenario("Full misses", FrozenMapping(pairs))


def near_misses(farthest: int = 10, mass: int = 25) -> Scenario:
    """One boundary that moves away from its place: Figure 5b of the 2012 paper.

    Examples
    --------
    >>> reference, hypothesis = near_misses().pairs[3]
    >>> reference.masses, hypothesis.masses
    ((2, 23), (5, 20))
    """
    units, last = mass_number(mass), count_between(farthest, "farthest", 0, _MOST_PAIRS - 1)
    if last >= units - 2:
        raise InputError(f"farthest is {last}; expected 0 to {units - 3}, so that {units} units hold the boundary")
    reference = Segmentation.from_masses([2, units - 2])
    pairs = {
        float(distance): (reference, Segmentation.from_masses([2 + distance, units - 2 - distance]))
        for distance in range(last + 1)
    }
    return Scenario("Distance between the two boundaries (units)", FrozenMapping(pairs))


def growing_mass(largest: int = 100) -> Scenario:
    """One match and one full miss in more and more units: Figure 5c of the 2012 paper.

    Examples
    --------
    >>> reference, hypothesis = growing_mass().pairs[8]
    >>> reference.masses, hypothesis.masses
    ((2, 6), (2, 2, 4))
    """
    pairs = {}
    for mass in range(4, count_between(largest, "largest", 4, _MOST_PAIRS) + 1):
        quarter = mass // 4
        reference = Segmentation.from_masses([quarter, mass - quarter])
        pairs[float(mass)] = (reference, Segmentation.from_masses([quarter, quarter, mass - 2 * quarter]))
    return Scenario("Mass (units)", FrozenMapping(pairs))


#: The scenarios by name.
SCENARIOS: Final[Mapping[str, Callable[[], Scenario]]] = MappingProxyType(
    {"full-misses": full_misses, "near-misses": near_misses, "growing-mass": growing_mass}
)
