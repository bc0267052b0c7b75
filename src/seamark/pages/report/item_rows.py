"""The table of items, the heat map's rows and the hardest items."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from seamark.agreement import Agreement, ItemAgreement, Misses
from seamark.agreement.misses import misses_of
from seamark.charts.heat_map import MarkedPlace, marked_places
from seamark.kernels.columns import FloatArray
from seamark.model.corpus import Corpus
from seamark.number_text import counted

_HARDEST = 6


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item.

    Attributes
    ----------
    number
        Its place in the corpus.
    name, agreement
        Its name and how far its coders agree on it.
    segments
        The mean number of segments per coder.
    misses
        What the alignments of its pairs of coders hold.
    places
        The potential boundaries that anybody marked.
    """

    number: int
    name: str
    agreement: ItemAgreement
    segments: float
    misses: Misses
    places: tuple[MarkedPlace, ...]

    @property
    def in_words(self) -> str:
        """Why its coders agree as they do."""
        everybody = sum(place.coders == place.voters for place in self.places)
        alone = sum(place.coders == 1 for place in self.places)
        potential = self.agreement.mass - 1
        return (
            f"{self.agreement.coders} coders marked {len(self.places):,} of {counted(potential, 'possible boundary')}: "
            f"{everybody or 'none'} by everybody, {alone or 'none'} by one coder alone. Over all pairs of coders, "
            f"{counted(self.misses.matches, 'match')}, {counted(self.misses.near, 'near miss')} and "
            f"{counted(self.misses.full, 'full miss')}."
        )


def item_rows(corpus: Corpus, agreement: Agreement, misses: FloatArray) -> tuple[ItemRow, ...]:
    """Every item, in the order of the corpus; ``misses`` holds a row of ``miss_rows`` for each."""
    places: dict[str, list[MarkedPlace]] = {item: [] for item in corpus}
    for place in marked_places(corpus):
        places[place.item].append(place)
    segments = _segments(corpus)
    return tuple(
        ItemRow(
            number,
            item,
            agreement.per_item[item],
            segments[item],
            misses_of(misses[number]),
            tuple(places[item]),
        )
        for number, item in enumerate(corpus)
    )


def _segments(corpus: Corpus) -> Mapping[str, float]:
    means = {item: [len(coding.masses) for coding in codings.values()] for item, codings in corpus.items()}
    return {item: float(np.mean(numbers)) for item, numbers in means.items()}


def hardest_first(rows: Sequence[ItemRow]) -> list[ItemRow]:
    """Items from the least agreement up; those without a value come last."""
    return sorted(rows, key=lambda row: (math.isnan(row.agreement.value), row.agreement.value))


def hardest(rows: Sequence[ItemRow]) -> list[ItemRow]:
    """The few items with the least agreement, at most half of all."""
    known = [row for row in hardest_first(rows) if row.agreement.value < 1]
    return known[: min(_HARDEST, len(rows) // 2)]
