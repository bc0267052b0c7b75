"""The first thing a reader sees: how far coders agree under each metric, and what of it shuffled codings reach."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seamark.agreement import Agreement, Misses
from seamark.agreement.agree import agreement_of
from seamark.agreement.intervals import IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import shuffled_term
from seamark.metrics.base import MetricInfo
from seamark.pages.report.plan import Plan
from seamark.stats.crossed import FEWEST_CODERS, Resampled
from seamark.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class Level:
    """Agreement under one metric: the coefficient, the level that shuffled codings reach, and the value above it."""

    metric: MetricInfo
    agreement: Agreement
    shuffled: float
    above: float
    intervals: Mapping[Resampled, Interval]

    @classmethod
    def of(cls, measured: Measurement, plan: Plan) -> Level:
        """From what has been measured between the coders."""
        found = dict(_agreements(measured, plan))
        agreement = next(iter(found.values())) if found else agreement_of(measured, plan.coefficient)
        level = shuffled_term(measured, shuffles=200, seed=plan.seed).whole()
        return cls(
            measured.metric.info,
            agreement,
            (level - agreement.expected) / (1 - agreement.expected),
            (agreement.observed - level) / (1 - level) if level < 1 else math.nan,
            {resampled: result.interval for resampled, result in found.items() if result.interval},
        )

    @property
    def floor(self) -> float:
        """Where the scale begins: below everything that is drawn on it, so that differences can be seen."""
        items = [part.value for part in self.agreement.per_item.values()]
        ends = [interval.low for interval in self.intervals.values()]
        known = [value for value in (self.agreement.value, self.shuffled, *items, *ends) if not math.isnan(value)]
        return max(-1.0, min(0.9, math.floor(10 * min(known)) / 10))

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


def _agreements(measured: Measurement, plan: Plan) -> Iterator[tuple[Resampled, Agreement]]:
    """With an interval over items and one over coders, as far as there are enough of them to make one."""
    enough: dict[Resampled, bool] = {"items": measured.items >= 2, "coders": measured.coders >= FEWEST_CODERS}
    for resampled, possible in enough.items():
        if possible:
            wanted = IntervalPlan(plan.ci, resampled, "bca", plan.resamples)
            result = agreement_of(measured, plan.coefficient, plan=wanted, rng=plan.seed)
            if result.interval is not None and not any(math.isnan(end) for end in result.interval):
                yield resampled, result
