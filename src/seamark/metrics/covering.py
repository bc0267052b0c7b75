"""Covering: how well the segments of the reference are covered by segments of the hypothesis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import covering_sums
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.ratios import ratio_or
from seamark.metrics.single_call import value_call
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class Covering(Metric):
    """Best Jaccard index of each reference segment with a segment of the hypothesis, weighted by its size.

    Examples
    --------
    >>> print(Covering().compare([5, 5, 5, 5], [5, 6, 9]))
    0.6972  covering|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "covering", "covering", "Arbelaez et al. 2011; van den Burg & Williams 2020 for change points"
    )
    fields: ClassVar[tuple[str, ...]] = ("covered", "units")

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        return np.column_stack((covering_sums(a.columns, b.columns), a.masses))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.covering()

    def _score(self, rows: FloatArray) -> FloatArray:
        return ratio_or(rows[..., 0], rows[..., 1])


def covering(reference: SegmentationLike, hypothesis: SegmentationLike, /) -> float:
    """How well the segments of the reference are covered by segments of the hypothesis.

    For every reference segment the best Jaccard index with a hypothesis segment, weighted by the size of the reference
    segment. 1 means identical.

    Examples
    --------
    >>> round(covering([5, 5, 5, 5], [5, 6, 9]), 4), covering([5, 6, 9], [5, 5, 5, 5])
    (0.6972, 0.75)
    """
    return _covering_of_pair(reference, hypothesis, ())


_covering_of_pair = value_call(Covering)
