"""Chunks of a fixed size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from seamark.checks import whole_number
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.segmenters.run import require_units

#: What a size counts.
Measure: TypeAlias = Literal["units", "words", "characters"]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Chunks:
    """A segmenter that puts whole units into a chunk until the next one would exceed the size.

    Attributes
    ----------
    size
        The largest size of a chunk; a single unit that is larger becomes a chunk by itself.
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
