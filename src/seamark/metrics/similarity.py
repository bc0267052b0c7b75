"""S, the segmentation similarity of Fournier & Inkpen 2012."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import LARGEST_MASS, FloatArray
from seamark.kernels.edit import edit_costs
from seamark.metrics.base import MetricInfo
from seamark.metrics.edit_metric import UndirectedEditMetric
from seamark.metrics.single_call import value_call
from seamark.metrics.study_types import StudyTypes, TypesOption
from seamark.metrics.weights import EditWeights, edit_parameters
from seamark.model.array import SegmentationArray, with_shared_types
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class S(UndirectedEditMetric):
    """Segmentation similarity: the share of potential boundaries that need no edit.

    Options are those of ``similarity``.

    Examples
    --------
    >>> print(S().compare([5, 5, 5, 5], [5, 6, 9]))
    0.8947  S|n:2|scale:te|w:1,1,1|types:1|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "S",
        "segmentation similarity S",
        "Fournier & Inkpen 2012",
        symmetric=True,
        several_types=True,
        models=("boundaries", "labels", "levels"),
    )
    fields: ClassVar[tuple[str, ...]] = ("potential", "distance")

    def _count_boundaries(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        columns_a, columns_b, labels = with_shared_types(a, b)
        study = StudyTypes.resolve(self.types, labels)
        rows = np.empty((len(a), 2), dtype=np.float64, order="F")
        np.multiply(a.masses - 1, float(study.count), out=rows[:, 0])
        edit_costs(columns_a, columns_b, edit_parameters(self.weights, self.n, labels, study), out=rows[:, 1])
        return rows

    def _row_of_edits(self, edits: Mapping[str, FloatArray], types: int) -> FloatArray:
        return np.column_stack((types * edits["potential"], self._penalty(edits)))

    def _single(self) -> one_pair.Measure | None:
        if isinstance(self.types, tuple):
            return None
        if self.types is not None and not 1 <= self.types <= LARGEST_MASS:
            return None
        return one_pair.similarity(*self.pricing, self.types or 0)

    def _score(self, rows: FloatArray) -> FloatArray:
        """1 minus the distance per potential boundary; 1 where there is no potential boundary."""
        potential, distance = rows[..., 0], rows[..., 1]
        return np.divide(potential - distance, potential, out=np.ones_like(potential), where=potential > 0)


def similarity(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> float:
    """S: the share of potential boundaries that are not changed when one segmentation is edited into the other.

    1 means identical, 0 that one side has every possible boundary and the other none. It does not matter which comes
    first.

    Parameters
    ----------
    a, b
        Two segmentations of the same units: ``Segmentation`` objects, masses such as ``[2, 3, 5]``, or strings of 0
        and 1.
    n
        A near miss spans at most this many adjacent potential boundaries: a boundary up to ``n - 1`` places off is
        transposed instead of missed.
    weights
        What each edit costs; by default 1 each, a transposition growing from 1 towards 2 with its distance.
    types
        The number of boundary types in the study, or the list of them; by default those that occur in the pair.

    Raises
    ------
    MassMismatchError
        When the two do not cover the same number of units.
    InputError
        When a segmentation or an option cannot be used.

    Examples
    --------
    >>> similarity([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    0.6923076923076923

    References
    ----------
    Fournier & Inkpen 2012, equation 3.
    """
    return _s_of_pair(a, b, (n, weights, types))


_s_of_pair = value_call(S)
