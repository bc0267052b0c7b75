"""Studies drawn from stated rates: what agreement can be expected before anybody has coded anything."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seamark.checks import count_between, finite_number
from seamark.kernels.columns import Columns, FloatArray
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus

_MOST_CODERS, _MOST_ITEMS, _MOST_UNITS = 1_000, 100_000, 100_000


@dataclass(frozen=True, slots=True)
class CoderRates:
    """How texts and coders are imagined.

    Attributes
    ----------
    boundary_rate
        The share of places between units at which there is a boundary.
    hit
        The share of boundaries that a typical coder marks.
    false_alarm
        The share of the other places that a typical coder marks.
    coder_sd
        How much coders differ: the standard deviation of the logits of their rates.
    near
        The share of marks that lie one unit beside their boundary, for a typical coder.
    units
        How many units an item has.
    """

    boundary_rate: float = 0.1
    hit: float = 0.7
    false_alarm: float = 0.03
    coder_sd: float = 0.6
    near: float = 0.1
    units: int = 50

    def __post_init__(self) -> None:
        for name in ("boundary_rate", "hit", "false_alarm", "near"):
            finite_number(getattr(self, name), name, lambda rate: 0 < rate < 1, "a share between 0 and 1")
        finite_number(self.coder_sd, "coder_sd", lambda spread: 0 <= spread <= 5, "a number from 0 to 5")
        count_between(self.units, "units", 2, _MOST_UNITS)

    def drawn(self, items: int, coders: int, rng: np.random.Generator) -> Corpus:
        """A study in which every coder codes every item.

        Examples
        --------
        >>> CoderRates(units=40).drawn(3, 4, np.random.default_rng(1))
        <Corpus of 3 items and 4 coders: 12 codings, 40 units per item>
        """
        count_between(items, "items", 1, _MOST_ITEMS)
        count_between(coders, "coders", 1, _MOST_CODERS)
        hit, false_alarm, near = (
            self._of_coders(rate, coders, rng) for rate in (self.hit, self.false_alarm, self.near)
        )
        places = self.units - 1
        truth = rng.random((items, 1, places)) < self.boundary_rate
        shape = (items, coders, places)
        marked = truth & (rng.random(shape) < hit[:, None])
        moved = marked & (rng.random(shape) < near[:, None])
        left = moved & (rng.random(shape) < 0.5)
        right = moved & ~left
        marks = (marked & ~moved) | (~truth & (rng.random(shape) < false_alarm[:, None]))
        # A mark that would lie beyond an end of the text is lost.
        marks[..., :-1] |= left[..., 1:]
        marks[..., 1:] |= right[..., :-1]
        rows = marks.reshape(-1, places)
        row, place = np.nonzero(rows)
        offsets = np.searchsorted(row, np.arange(len(rows) + 1))
        masses = np.full(len(rows), self.units)
        codings = SegmentationArray._unchecked(Columns(place + 1, offsets, masses))
        names = [f"item {number + 1}" for number in range(items)], [f"coder {number + 1}" for number in range(coders)]
        return Corpus.from_columns(
            [item for item in names[0] for _ in names[1]], [coder for _ in names[0] for coder in names[1]], codings
        )

    def _of_coders(self, rate: float, coders: int, rng: np.random.Generator) -> FloatArray:
        logits = np.log(rate / (1.0 - rate)) + self.coder_sd * rng.standard_normal(coders)
        rates: FloatArray = 1.0 / (1.0 + np.exp(-logits))
        return rates
