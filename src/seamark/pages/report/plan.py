"""What the report measures: the choices of its reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from seamark.agreement.chance import CoefficientName
from seamark.agreement.similarity import Similarity
from seamark.metrics.base import Metric
from seamark.metrics.boundary_similarity import B
from seamark.metrics.edit_metric import EditOptions, edit_options_of
from seamark.metrics.similarity import S

_REFERENCES: Final = {
    "pi": "Scott 1955; for many coders Fleiss 1971, Artstein & Poesio 2008; for segmentations Fournier & Inkpen 2012",
    "kappa": "Cohen 1960; for many coders Davies & Fleiss 1982, Artstein & Poesio 2008; "
    "for segmentations Fournier & Inkpen 2012",
}


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

    @property
    def others(self) -> tuple[Metric, ...]:
        """What stands beside the metric at the top of the page: S and B read sparse boundaries differently."""
        n, _, types = self.edits
        return tuple(kind(n=n, types=types) for kind in (S, B) if not isinstance(self.metric, kind))

    @property
    def references(self) -> str:
        """Where the coefficient comes from."""
        return _REFERENCES[self.coefficient]
