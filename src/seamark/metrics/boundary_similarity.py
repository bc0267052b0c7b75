"""B, the boundary similarity of Fournier 2013."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import MetricInfo
from seamark.metrics.edit_metric import UndirectedEditMetric, edit_rows
from seamark.metrics.single_call import value_call
from seamark.metrics.study_types import TypesOption
from seamark.metrics.weights import WEIGHTS_2013, EditWeights
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class B(UndirectedEditMetric):
    """Boundary similarity: 1 minus the weighted edits per boundary.

    Options are those of ``boundary_similarity``.

    Examples
    --------
    >>> print(B(n=3).compare([5, 5, 5, 5], [5, 6, 9]))
    0.5556  B|n:3|scale:linear|w:1,1,1|ordinal:yes|types:1|v:0.1.0
    """

    default_weights: ClassVar[EditWeights] = WEIGHTS_2013
    info: ClassVar[MetricInfo] = MetricInfo(
        "B",
        "boundary similarity B",
        "Fournier 2013",
        symmetric=True,
        several_types=True,
        models=("boundaries", "labels", "levels"),
    )
    fields: ClassVar[tuple[str, ...]] = ("boundaries", "penalty")

    def _count_boundaries(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        return self._row_of_edits(edit_rows(a, b, self.n, self.weights, self.types), 1)

    def _row_of_edits(self, edits: Mapping[str, FloatArray], types: int) -> FloatArray:
        boundaries = edits["additions"] + edits["substitutions"] + edits["transpositions"] + edits["matches"]
        return np.column_stack((boundaries, self._penalty(edits)))

    def _single(self) -> one_pair.Measure | None:
        return None if self.types is not None else one_pair.boundary_similarity(*self.pricing)

    def _score(self, rows: FloatArray) -> FloatArray:
        """1 minus the penalty per boundary; 1 where neither side has a boundary."""
        boundaries, penalty = rows[..., 0], rows[..., 1]
        some = boundaries > 0
        if np.all(some):  # nearly always, and then there is nothing to choose
            return 1.0 - penalty / boundaries
        return np.where(some, 1.0 - penalty / np.where(some, boundaries, 1.0), 1.0)


def boundary_similarity(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> float:
    """B: 1 minus the weighted edits per boundary, where S looks at all potential boundaries.

    1 means identical, 0 that no boundary is shared, not even nearly. It does not matter which comes first. Errors are
    those of ``similarity``.

    Parameters
    ----------
    a, b
        Two segmentations of the same units.
    n
        A near miss spans at most this many adjacent potential boundaries; transposing over a distance ``d`` costs ``d
        / n``.
    weights
        What each edit costs; by default those of Fournier 2013: additions 1, transpositions ``d / n``, substitutions
        the distance between the types over their range plus 1.
    types
        The boundary types in their order; needed only when several occur that are not numbers.

    Examples
    --------
    >>> boundary_similarity([5, 5, 5, 5], [5, 6, 9])
    0.5

    References
    ----------
    Fournier 2013, section 4.
    """
    return _b_of_pair(a, b, (n, weights, types))


_b_of_pair = value_call(B)
