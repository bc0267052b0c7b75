"""What the report measures: the choices of its reader."""

from __future__ import annotations

from dataclasses import dataclass, field

from seamark.agreement.chance import CoefficientName
from seamark.agreement.similarity import Similarity
from seamark.metrics.base import Metric
from seamark.metrics.edit_metric import EditOptions, edit_options_of
from seamark.metrics.similarity import S


@dataclass(frozen=True, slots=True)
class Plan:
    """How a report is made; the choices are those of ``write_report``."""

    metric: Metric = field(default_factory=S)
    coefficient: CoefficientName = "pi"
    ci: float = 0.95
    resamples: int = 10_000
    seed: int = 0
    texts: bool = True

    @property
    def similarity(self) -> Similarity:
        """The metric as a similarity."""
        return Similarity(self.metric)

    @property
    def edits(self) -> EditOptions:
        """How two codings are aligned."""
        return edit_options_of(self.metric)
