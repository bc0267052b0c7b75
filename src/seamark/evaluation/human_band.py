"""How much agreement moves when each human joins the others: the yardstick for a segmenter."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from seamark.evaluation.joining import Panel
from seamark.frozen_mapping import FrozenMapping


@dataclass(frozen=True, slots=True)
class HumanStanding:
    """One human, left out and joined again.

    Attributes
    ----------
    items
        On how many items this could be done: those that the human and at least two others coded.
    value
        The agreement of everybody on these items.
    others
        The agreement of the others on these items.
    drop
        ``value - others``: negative when the human agrees less with the others than they do among themselves.
    similarity
        To the others, pooled over everything they coded together.
    """

    items: int
    value: float
    others: float
    drop: float
    similarity: float


@dataclass(frozen=True, slots=True)
class HumanBand:
    """What every human does to the agreement of the others.

    Attributes
    ----------
    humans
        By name, best first.
    without_place
        Humans who cannot be left out, since no item of theirs has two others; they are not in the band.
    """

    humans: Mapping[str, HumanStanding]
    without_place: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.humans)

    @property
    def low(self) -> float:
        """The lowest drop of a human; NaN without humans."""
        return min((human.drop for human in self.humans.values()), default=math.nan)

    @property
    def high(self) -> float:
        """The highest drop of a human; NaN without humans."""
        return max((human.drop for human in self.humans.values()), default=math.nan)

    def __contains__(self, drop: object) -> bool:
        return isinstance(drop, (int, float)) and self.low <= drop <= self.high


def human_band(panel: Panel) -> HumanBand:
    """Leave out each human of a panel in turn."""
    names = panel.corpus.coder_names
    columns = (
        panel.places.sum(axis=1).astype(np.int64),
        panel.with_each,
        panel.without_each,
        panel.with_each - panel.without_each,
        panel.measured.observed.per_coder(),
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    standings = {name: HumanStanding(*row) for name, row in zip(names, rows, strict=True)}
    placed = {name: human for name, human in standings.items() if not math.isnan(human.drop)}
    best_first = dict(sorted(placed.items(), key=lambda named: -named[1].drop))
    return HumanBand(FrozenMapping(best_first), tuple(name for name in names if name not in placed))
