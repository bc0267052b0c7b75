"""What the report measures: the choices of its reader, and the edits that belong to them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from seamark.agreement.chance import CoefficientName
from seamark.agreement.similarity import Similarity
from seamark.metrics.base import Metric
from seamark.metrics.boundary_confusion import BoundaryConfusion
from seamark.metrics.boundary_similarity import B
from seamark.metrics.edit import align
from seamark.metrics.similarity import S
from seamark.metrics.weights import WEIGHTS_2012, EditWeights
from seamark.model.alignment import Alignment
from seamark.model.segmentation import Segmentation


@dataclass(frozen=True, slots=True)
class Plan:
    """How a report is made.

    Attributes
    ----------
    metric
        What is measured between two codings.
    coefficient
        Which chance term.
    level, resamples, seed
        Of the intervals.
    texts
        Whether the page may hold the texts of the units.
    """

    metric: Metric = field(default_factory=S)
    coefficient: CoefficientName = "pi"
    level: float = 0.95
    resamples: int = 10_000
    seed: int = 0
    texts: bool = True

    @property
    def similarity(self) -> Similarity:
        """The metric as a similarity."""
        return Similarity(self.metric)

    @property
    def edits(self) -> tuple[int, EditWeights, tuple[Hashable, ...] | None]:
        """Reach of a near miss, weights and types: those of the metric if it has them, otherwise those of S."""
        if isinstance(self.metric, S | B | BoundaryConfusion):
            types = self.metric.types
            return self.metric.n, self.metric.weights, types if isinstance(types, tuple) else None
        return 2, WEIGHTS_2012, None

    def align(self, a: Segmentation, b: Segmentation) -> Alignment:
        """Two codings of an item, aligned as the metric would."""
        n, weights, types = self.edits
        return align(a, b, n=n, weights=weights, types=types)
