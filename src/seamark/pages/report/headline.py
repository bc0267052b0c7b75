"""The first thing a reader sees: how far coders agree under each metric, and what of it shuffled codings reach."""

from __future__ import annotations

import math
from dataclasses import dataclass

from seamark.agreement import Agreement, Misses
from seamark.agreement.agree import agreement_of
from seamark.agreement.intervals import IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES
from seamark.errors import InputError
from seamark.metrics.base import MetricInfo
from seamark.pages.report.plan import Plan


@dataclass(frozen=True, slots=True)
class Level:
    """Agreement under one metric, with what a reader needs to see it on a scale."""

    metric: MetricInfo
    agreement: Agreement

    @classmethod
    def of(cls, measured: Measurement, plan: Plan) -> Level:
        """From what has been measured between the coders; without an interval where there are too few of them."""
        wanted = IntervalPlan(plan.ci, resamples=plan.resamples)
        try:
            found = agreement_of(measured, plan.coefficient, plan=wanted, shuffles=SHUFFLES, rng=plan.seed)
        except InputError:
            found = agreement_of(measured, plan.coefficient, shuffles=SHUFFLES, rng=plan.seed)
        return cls(measured.metric.info, found)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends of the interval, where it could be estimated."""
        interval = self.agreement.interval
        return None if interval is None or math.isnan(interval.low) else (interval.low, interval.high)

    @property
    def floor(self) -> float:
        """Where the scale begins: below everything that is drawn on it, so that differences can be seen."""
        items = (part.value for part in self.agreement.per_item.values())
        drawn = (self.agreement.value, self.agreement.shuffled_value, *items, *(self.interval or ()))
        lowest = float(min(value for value in drawn if not math.isnan(value)))
        return max(-1.0, min(0.9, math.floor(10 * lowest) / 10))

    def place(self, value: float) -> float:
        """Where a value lies on that scale, in percent of its width."""
        return 100 * max(0.0, value - self.floor) / (1 - self.floor)


@dataclass(frozen=True, slots=True)
class Headline:
    """The corpus in a few numbers; the first level is the one that the rest of the page stands on."""

    levels: tuple[Level, ...]
    misses: Misses
    codings: int
    units: int

    @property
    def agreement(self) -> Agreement:
        """Agreement under the metric of the page."""
        return self.levels[0].agreement

    @property
    def parts(self) -> tuple[tuple[str, int, float], ...]:
        """Kinds of boundaries with their number and their share of all."""
        kinds = {
            "match": self.misses.matches,
            "near": self.misses.near,
            "full": self.misses.full,
            "other": self.misses.substituted,
        }
        total = sum(kinds.values())
        return tuple((kind, number, number / total) for kind, number in kinds.items() if number)
