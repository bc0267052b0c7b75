"""Segmentations as partitions: pairs of units that lie in one segment (Rand, adjusted Rand, pairwise F)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import pair_counts
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.precision_recall import PrecisionRecall
from seamark.metrics.ratios import f_of, precision_of, ratio_or
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class Rand(Metric):
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> print(Rand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.8474  rand|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        name="rand",
        title="Rand index",
        best=1.0,
        worst=0.0,
        symmetric=True,
        several_types=False,
        citation="Rand 1971",
    )
    fields: ClassVar[tuple[str, ...]] = ("alike", "pairs")

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        """Pairs of units judged alike, and all pairs."""
        same_a, same_b, both, pairs = pair_counts(a.columns, b.columns).T
        return np.column_stack((pairs - ((same_a - both) + (same_b - both)), pairs))

    def _score(self, rows: FloatArray) -> FloatArray:
        """Share of the pairs; 1 where there is no pair."""
        return ratio_or(rows[..., 0], rows[..., 1], otherwise=1.0)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """None."""
        return {}


@dataclass(frozen=True, slots=True)
class AdjustedRand(Metric):
    """The Rand index corrected for what random partitions with the same segment sizes would share.

    Examples
    --------
    >>> print(AdjustedRand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.6150  ari|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        name="ari",
        title="adjusted Rand index",
        best=1.0,
        worst=-0.5,
        symmetric=True,
        several_types=False,
        citation="Hubert & Arabie 1985",
    )
    fields: ClassVar[tuple[str, ...]] = ("both", "expected", "mean")

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        """Pairs together in both, the number expected by chance, and the mean of the two sides."""
        same_a, same_b, both, pairs = pair_counts(a.columns, b.columns).T
        return np.column_stack((both, same_a * ratio_or(same_b, pairs, otherwise=0.0), (same_a + same_b) / 2))

    def _score(self, rows: FloatArray) -> FloatArray:
        """Excess over chance against the largest possible excess; 1 where that is zero (trivial partitions, alike)."""
        both, expected, mean = (rows[..., column] for column in range(3))
        return ratio_or(both - expected, mean - expected, otherwise=1.0)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """None."""
        return {}


@dataclass(frozen=True, slots=True)
class PairwiseF(Metric):
    """F over pairs of units that lie in one segment; ``parts`` hold precision and recall.

    Examples
    --------
    >>> print(PairwiseF().compare([5, 5, 5, 5], [5, 6, 9]))
    0.7129  pairwisef|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        name="pairwisef",
        title="pairwise F",
        best=1.0,
        worst=0.0,
        symmetric=True,
        several_types=False,
        citation="Levy & Sandler 2008",
    )
    fields: ClassVar[tuple[str, ...]] = ("both", "only_hypothesis", "only_reference")

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        """Pairs together in both, only in the hypothesis, only in the reference; ``a`` is the reference."""
        same_a, same_b, both, _ = pair_counts(a.columns, b.columns).T
        return np.column_stack((both, same_b - both, same_a - both))

    def _score(self, rows: FloatArray) -> FloatArray:
        """Harmonic mean of precision and recall."""
        return f_of(rows[..., 0], rows[..., 1], rows[..., 2])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        """Precision and recall."""
        both, only_b, only_a = (rows[..., column] for column in range(3))
        return {"precision": precision_of(both, only_b, only_a), "recall": precision_of(both, only_a, only_b)}

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """None."""
        return {}


def rand(a: SegmentationLike, b: SegmentationLike, /) -> float:
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> round(rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.8474
    """
    return Rand().compare(a, b).value


def adjusted_rand(a: SegmentationLike, b: SegmentationLike, /) -> float:
    """The Rand index corrected for chance: 1 for identical segmentations, about 0 for unrelated ones.

    Examples
    --------
    >>> round(adjusted_rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.615
    """
    return AdjustedRand().compare(a, b).value


def pairwise_f(reference: SegmentationLike, hypothesis: SegmentationLike, /) -> PrecisionRecall:
    """Precision, recall and F over the pairs of units that lie in one segment.

    Examples
    --------
    >>> [round(value, 4) for value in pairwise_f([5, 5, 5, 5], [5, 6, 9])]
    [0.5902, 0.9, 0.7129]
    """
    result = PairwiseF().compare(reference, hypothesis)
    return PrecisionRecall(result.parts["precision"], result.parts["recall"], result.value)
