"""Segmenters beside the humans, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from seamark.charts.drops_and_band import scale_of
from seamark.evaluation.compare import compare
from seamark.evaluation.standing import Evaluation, Standing
from seamark.metrics.pairing import Codings
from seamark.model.corpus import Corpus
from seamark.pages.report.plan import Plan


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A segmenter or a baseline, with what is said about it."""

    rank: int | None
    standing: Standing
    conclusion: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """All segmenters and baselines, best first, over the scale that all of them fit on."""

    evaluation: Evaluation
    rows: tuple[RankedRow, ...]
    low: float
    high: float

    @classmethod
    def of(cls, corpus: Corpus, systems: Mapping[str, Codings], plan: Plan) -> Ranking:
        """Let every segmenter join the humans."""
        result = compare(
            corpus,
            systems,
            plan.metric,
            plan.coefficient,
            ci=plan.level,
            resamples=plan.resamples,
            rng=plan.seed,
        )
        conclusions = result.conclusions
        rows = [
            RankedRow(rank, standing, conclusions[standing.name])
            for rank, standing in enumerate(result.segmenters, start=1)
        ]
        rows += [RankedRow(None, standing, "") for standing in result.baselines]
        return cls(result, tuple(rows), *scale_of(result))

    def place(self, value: float) -> float:
        """Where a change lies on the scale, in percent of its width; what lies outside is at its edge."""
        return 100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def beyond(self, value: float) -> bool:
        """Whether a change is so much worse than everybody's that the scale does not reach it."""
        return value < self.low
