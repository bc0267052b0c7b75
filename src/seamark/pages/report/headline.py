"""The first thing a reader sees: the coefficient, its intervals, and what it is made of."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seamark.agreement import Agreement, Misses
from seamark.agreement.agree import agreement_of
from seamark.agreement.intervals import IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.pages.report.plan import Plan
from seamark.stats.crossed import FEWEST_CODERS, Resampled
from seamark.stats.intervals import Interval

_REFERENCES = {
    "pi": "Scott 1955; for many coders Fleiss 1971, Artstein & Poesio 2008; for segmentations Fournier & Inkpen 2012",
    "kappa": "Cohen 1960; for many coders Davies & Fleiss 1982, Artstein & Poesio 2008; "
    "for segmentations Fournier & Inkpen 2012",
}


@dataclass(frozen=True, slots=True)
class Headline:
    """The corpus in one number, with the intervals that could be made, and what the alignments of all pairs hold."""

    agreement: Agreement
    intervals: Mapping[Resampled, Interval]
    misses: Misses
    codings: int
    units: int
    references: str

    @classmethod
    def of(cls, measured: Measurement, plan: Plan, misses: Misses) -> Headline:
        """From what has been measured between the coders."""
        found = dict(_agreements(measured, plan))
        return cls(
            next(iter(found.values())) if found else agreement_of(measured, plan.coefficient),
            {resampled: result.interval for resampled, result in found.items() if result.interval},
            misses,
            len(measured.rows.rows),
            int(measured.lengths.sum()),
            _REFERENCES[plan.coefficient],
        )

    @property
    def floor(self) -> float:
        """Where a scale of agreement begins: at chance, or below what lies under it."""
        values = [part.value for part in self.agreement.per_item.values() if not math.isnan(part.value)]
        lowest = min([self.agreement.value, *values, *(interval.low for interval in self.intervals.values())])
        return max(-1.0, min(0.0, math.floor(10 * lowest) / 10))

    def place(self, value: float) -> float:
        """Where a value lies on that scale, in percent of its width."""
        return 100 * max(0.0, value - self.floor) / (1 - self.floor)

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
            wanted = IntervalPlan(plan.ci, resampled)
            result = agreement_of(measured, plan.coefficient, plan=wanted, rng=plan.seed)
            if result.interval is not None and not any(math.isnan(end) for end in result.interval):
                yield resampled, result
