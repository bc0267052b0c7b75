"""Pairs of units that lie in one segment, or have one label (Rand, adjusted Rand, pairwise F)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.labels import label_pair_counts
from seamark.kernels.rows import pair_counts
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.named_scores import PrecisionRecall
from seamark.metrics.partitions import Partition, Partitions, boundary_columns, label_columns
from seamark.metrics.ratios import f_of, precision_and_recall, ratio_or
from seamark.metrics.single_call import scores_call, value_call
from seamark.model.labelled_array import LabelledArray


def _pair_counts(a: Partitions, b: Partitions) -> FloatArray:
    """Pairs of units together in the first, in the second, in both; and all pairs."""
    if isinstance(a, LabelledArray) and isinstance(b, LabelledArray):
        return label_pair_counts(*label_columns(a, b))
    return pair_counts(*boundary_columns(a, b))


@dataclass(frozen=True, slots=True)
class Rand(Metric):
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> print(Rand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.8474  rand|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "rand", "Rand index", "Rand 1971", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = ("alike", "pairs")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        same_a, same_b, both, pairs = _pair_counts(a, b).T
        return np.column_stack((pairs - ((same_a - both) + (same_b - both)), pairs))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.rand()

    def _score(self, rows: FloatArray) -> FloatArray:
        """Share of the pairs; 1 where there is no pair."""
        return ratio_or(rows[..., 0], rows[..., 1], otherwise=1.0)


@dataclass(frozen=True, slots=True)
class AdjustedRand(Metric):
    """The Rand index corrected for what random partitions with the same segment sizes would share.

    Examples
    --------
    >>> print(AdjustedRand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.6150  ari|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "ari",
        "adjusted Rand index",
        "Hubert & Arabie 1985",
        worst=-0.5,
        symmetric=True,
        models=("boundaries", "labels"),
    )
    fields: ClassVar[tuple[str, ...]] = ("both", "expected", "mean")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        same_a, same_b, both, pairs = _pair_counts(a, b).T
        return np.column_stack((both, same_a * ratio_or(same_b, pairs, otherwise=0.0), (same_a + same_b) / 2))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.adjusted_rand()

    def _score(self, rows: FloatArray) -> FloatArray:
        """Excess over chance against the largest possible excess; 1 where that is zero (trivial partitions, alike)."""
        both, expected, mean = (rows[..., column] for column in range(3))
        return ratio_or(both - expected, mean - expected, otherwise=1.0)


@dataclass(frozen=True, slots=True)
class PairwiseF(Metric):
    """F over pairs of units that lie in one segment; ``parts`` hold precision and recall.

    Examples
    --------
    >>> print(PairwiseF().compare([5, 5, 5, 5], [5, 6, 9]))
    0.7129  pairwisef|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "pairwisef", "pairwise F", "Levy & Sandler 2008", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = ("both", "only_hypothesis", "only_reference")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        same_a, same_b, both, _ = _pair_counts(a, b).T
        return np.column_stack((both, same_b - both, same_a - both))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.pairwise_f()

    def _score(self, rows: FloatArray) -> FloatArray:
        return f_of(*np.moveaxis(rows, -1, 0))

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return precision_and_recall(rows)


def rand(a: Partition, b: Partition, /) -> float:
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> round(rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.8474
    """
    return _rand_of_pair(a, b, ())


def adjusted_rand(a: Partition, b: Partition, /) -> float:
    """The Rand index corrected for chance: 1 for identical segmentations, about 0 for unrelated ones.

    Examples
    --------
    >>> round(adjusted_rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.615
    """
    return _adjusted_rand_of_pair(a, b, ())


def pairwise_f(reference: Partition, hypothesis: Partition, /) -> PrecisionRecall:
    """Precision, recall and F over the pairs of units that lie in one segment.

    Examples
    --------
    >>> [round(value, 4) for value in pairwise_f([5, 5, 5, 5], [5, 6, 9])]
    [0.5902, 0.9, 0.7129]
    """
    return _pairwise_f_of_pair(reference, hypothesis, ())


_rand_of_pair = value_call(Rand)
_adjusted_rand_of_pair = value_call(AdjustedRand)
_pairwise_f_of_pair = scores_call(PrecisionRecall, PairwiseF)
