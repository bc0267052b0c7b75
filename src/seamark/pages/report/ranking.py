"""Segmenters beside the humans, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from seamark.agreement.measurement import Measurement
from seamark.charts.changes import change_range
from seamark.evaluation.compare import evaluation_of
from seamark.evaluation.standing import Evaluation
from seamark.metrics.pairing import Codings
from seamark.model.corpus import Corpus
from seamark.pages.report.plan import Plan


@dataclass(frozen=True, slots=True)
class Ranking:
    """All segmenters and baselines, and the scale that their changes are drawn on."""

    evaluation: Evaluation
    low: float
    high: float

    @classmethod
    def of(cls, corpus: Corpus, measured: Measurement, systems: Mapping[str, Codings], plan: Plan) -> Ranking:
        """Let every segmenter join the humans, who have been measured."""
        result = evaluation_of(
            corpus,
            lambda judged: (
                measured if judged is corpus else Measurement.of(judged, measured.metric, measured.chance).in_detail()
            ),
            systems,
            plan.coefficient,
            ci=plan.ci,
            rng=plan.seed,
        )
        return cls(result, *change_range(result))

    def place(self, value: float) -> float:
        """Where a change lies on the scale, in percent of its width; what lies outside is at its edge."""
        return 100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def beyond(self, value: float) -> bool:
        """Whether a change is so much worse than everybody's that the scale does not reach it."""
        return value < self.low
