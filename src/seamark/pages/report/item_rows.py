"""The table of items, the heat map's rows and the hardest items."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from seamark.agreement import Agreement, ItemAgreement, Misses
from seamark.agreement.misses import misses_of
from seamark.charts.heat_map import MarkedPlace, marked_places
from seamark.kernels.columns import FloatArray
from seamark.model.corpus import Corpus
from seamark.number_text import counted

_HARDEST = 6


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item: its place in the corpus, its agreement, the mean number of segments per coder, and marked places."""

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
    """Every item, in the order of the corpus; ``misses`` holds a sum of rows of ``MissCounting`` for each."""
    places: dict[str, list[MarkedPlace]] = {item: [] for item in corpus}
    for place in marked_places(corpus):
        places[place.item].append(place)
    return tuple(
        ItemRow(
            number,
            item,
            agreement.per_item[item],
            fmean(len(coding.masses) for coding in codings.values()),
            misses_of(misses[number]),
            tuple(places[item]),
        )
        for number, (item, codings) in enumerate(corpus.items())
    )


def hardest_first(rows: Sequence[ItemRow]) -> list[ItemRow]:
    """Items from the least agreement up; those without a value come last."""
    return sorted(rows, key=lambda row: (math.isnan(row.agreement.value), row.agreement.value))


def hardest(rows: Sequence[ItemRow]) -> list[ItemRow]:
    """The few items with the least agreement, at most half of all."""
    known = [row for row in hardest_first(rows) if row.agreement.value < 1]
    return known[: min(_HARDEST, len(rows) // 2)]
