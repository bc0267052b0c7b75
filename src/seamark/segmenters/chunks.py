"""Chunks of a fixed size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, TypeAlias, get_args

from seamark.checks import whole_number
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.segmenters.unit_texts import require_units

#: What a size counts.
Measure: TypeAlias = Literal["units", "words", "characters"]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Chunks:
    """A segmenter that fills chunks up to a size, whole units at a time.

    Attributes
    ----------
    size
        The most that a chunk may hold; a single unit that is larger is a chunk by itself.
    by
        What is counted: ``"units"``, ``"words"`` or ``"characters"``.

    Examples
    --------
    >>> Chunks(2)(["a", "b", "c", "d", "e"])
    [2, 4]
    >>> Chunks(5, by="words")(["one two three", "four five", "six seven eight"])
    [2]
    """

    size: int
    by: Measure = "units"

    def __post_init__(self) -> None:
        if whole_number(self.size, "size") < 1:
            raise InputError(f"size is {self.size}; expected at least 1")
        one_of(self.by, "by", get_args(Measure))

    def __call__(self, units: Sequence[str]) -> list[int]:
        """The boundaries between chunks."""
        require_units(units)
        boundaries: list[int] = []
        filled = 0
        for place, amount in enumerate(map(self._amount, units)):
            if place and filled + amount > self.size:
                boundaries.append(place)
                filled = 0
            filled += amount
        return boundaries

    def _amount(self, unit: str) -> int:
        if self.by == "units":
            return 1
        return len(unit) if self.by == "characters" else sum(1 for _ in _WORD.finditer(unit))


def nearest_places(cuts: Sequence[int], lengths: Sequence[int], between_units: int) -> list[int]:
    """Cuts in a text, in characters from its start, moved to the nearest place between two units.

    Parameters
    ----------
    cuts
        Where the text is cut.
    lengths
        The length of each unit.
    between_units
        The length of what stands between two units in the text.

    Returns
    -------
    list of int
        Ascending, each once. A cut nearest to the start or the end of the text is none.

    Examples
    --------
    >>> nearest_places([1, 8, 11, 29], lengths=[10, 10, 10], between_units=0)
    [1]
    """
    edges = [0, *accumulate(length + between_units for length in lengths)]
    edges[-1] -= between_units
    found: set[int] = set()
    place = 0
    for cut in sorted(cuts):
        while place + 1 < len(edges) and abs(edges[place + 1] - cut) < abs(edges[place] - cut):
            place += 1
        found.add(place)
    return sorted(found - {0, len(lengths)})
