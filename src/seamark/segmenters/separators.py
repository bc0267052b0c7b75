"""Splitting at separators, coarse ones before fine ones, until every piece is small enough: chunks for retrieval."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, TypeAlias, get_args

from seamark.base.checks import count_between, one_of, shown, string_of
from seamark.base.errors import InputError
from seamark.segmenters.run import is_texts, require_units

_COARSE_TO_FINE = ("\n\n", "\n", ". ", " ", "")

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Separators:
    """A segmenter that splits the text at the coarsest separator and joins neighbouring pieces up to a size.

    A piece that is too long is split at the next finer separator. This is how retrieval frameworks cut documents into
    chunks. They cut anywhere; here every cut moves to the nearest place between two units.

    Attributes
    ----------
    size
        The largest number of characters of a chunk.
    separators
        From coarse to fine. An empty one cuts between any two characters.
    between_units
        The text between two units.

    Examples
    --------
    >>> Separators(20)(["A first paragraph.", "Short.", "And short.", "One more paragraph."])
    [1, 3]
    """

    size: int = 1000
    separators: tuple[str, ...] = _COARSE_TO_FINE
    between_units: str = "\n\n"

    def __post_init__(self) -> None:
        count_between(self.size, "size", 1, 2**62)
        string_of(self.between_units, "between_units")
        if not is_texts(self.separators):
            raise InputError(f"separators are {shown(self.separators)}; expected strings, such as ('. ', ' ')")
        if not self.separators:
            raise InputError("there are no separators; expected at least one, such as a space")

    def __call__(self, units: Sequence[str]) -> list[int]:
        """The boundaries between chunks."""
        require_units(units)
        text = self.between_units.join(units)
        cuts = [start for start, _ in self._chunks(text, 0, len(text), self.separators)][1:]
        return nearest_places(cuts, [len(unit) for unit in units], len(self.between_units))

    def _chunks(self, text: str, start: int, end: int, separators: Sequence[str]) -> Iterator[Stretch]:
        """Chunks of a stretch of the text."""
        if end - start <= self.size or not separators:
            yield start, end
            return
        separator, finer = separators[0], separators[1:]
        if not separator:
            for edge in range(start, end, self.size):
                yield edge, min(edge + self.size, end)
            return
        open_from = start
        for piece_start, piece_end in _pieces(text, start, end, separator):
            if piece_end - open_from <= self.size:
                continue
            if piece_start > open_from:
                yield open_from, piece_start
            open_from = piece_start
            if piece_end - piece_start > self.size:
                yield from self._chunks(text, piece_start, piece_end, finer)
                open_from = piece_end
        if open_from < end:
            yield open_from, end


def _pieces(text: str, start: int, end: int, separator: str) -> Iterator[Stretch]:
    """A stretch of the text, split behind every separator."""
    while start < end:
        found = text.find(separator, start, end)
        stop = end if found < 0 else found + len(separator)
        yield start, stop
        start = stop


def nearest_places(cuts: Sequence[int], lengths: Sequence[int], between_units: int) -> list[int]:
    """Cuts in a text, in characters from its start, moved to the nearest place between two of its units.

    Units have these lengths, and as many characters stand between two of them. Every place is given once; a cut that is
    nearest to the start or the end of the text is left out.

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


# ----------------------------------------------------------------------------------------------- Chunks of a fixed size


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
        count_between(self.size, "size", 1, 2**62)
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
