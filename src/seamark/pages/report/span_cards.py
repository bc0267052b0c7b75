"""The first thing a reader sees of spans: each coefficient, what it means, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from seamark.agreement.gamma import Gamma
from seamark.agreement.span_agreement import SpanAgreement
from seamark.agreement.unitizing import UnitizingAlpha


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name and a sentence on what it means."""

    name: str
    value: float
    means: str


@dataclass(frozen=True, slots=True)
class Card:
    """A coefficient: the number itself and that of categories, the values of items, and where it might lie.

    ``ends`` are those of the interval, None where there is none; ``sure`` says what they are, or why they are missing.
    """

    figures: tuple[Figure, Figure]
    items: tuple[float, ...]
    ends: tuple[float, float] | None
    sure: str

    @property
    def floor(self) -> float:
        """Where the scale begins: below everything that is drawn on it."""
        lowest = min(self.figures[0].value, *self.items, *(self.ends or ()), 0.9)
        return max(-1.0, math.floor(10 * lowest) / 10)

    def place(self, value: float) -> float:
        """Where a value lies on the scale, in percent of its width."""
        return 100 * max(0.0, value - self.floor) / (1 - self.floor)


def cards(found: SpanAgreement) -> Iterator[Card]:
    """A card for each coefficient that has a value."""
    if found.gamma is not None:
        yield _of_gamma(found.gamma)
    if found.alpha is not None:
        yield _of_alpha(found.alpha)


def _of_gamma(found: Gamma) -> Card:
    means = (
        "Agreement about where spans lie and what they are called. Spans that mean the same are aligned at the least "
        "cost, which is compared with that of random codings: 1 is full agreement, 0 what chance brings."
    )
    categories = "The same for the categories alone, where spans are aligned."
    return Card(
        (Figure("gamma", found.value, means), Figure("gamma of categories", found.cat, categories)),
        (),
        (found.interval.low, found.interval.high),
        f"where gamma would lie with endless random codings ({found.samples} were drawn); it says nothing about other "
        "items or coders",
    )


def _of_alpha(found: UnitizingAlpha) -> Card:
    means = (
        "Agreement about every unit of the line, what nobody marked being a value too: 1 is full agreement, 0 what "
        "chance brings. Cuts within a stretch of one category are not seen."
    )
    share = f"{100 * (found.coverage or 0.0):.0f}%"
    categories = f"The same for the categories alone, on the {share} of the line where two coders marked something."
    coding = math.nan if found.coding is None else found.coding
    interval = found.interval
    if interval is None:
        ends, sure = None, "No interval: there are too few items to say how far the value would move."
    elif math.isnan(interval.low):
        ends, sure = None, f"The interval is {interval.note or 'not estimable'}."
    else:
        ends, sure = (interval.low, interval.high), f"{100 * interval.ci:g}% interval if other items had been drawn"
    return Card(
        (Figure("unitizing alpha", found.value, means), Figure("alpha of categories", coding, categories)),
        tuple(part.value for part in found.per_item.values() if not math.isnan(part.value)),
        ends,
        sure,
    )
