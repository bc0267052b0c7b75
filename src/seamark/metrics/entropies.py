"""What knowing the segment, or the label, of a unit in one tells about the other (V-measure, NCE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.labels import label_entropies
from seamark.kernels.rows import segment_entropies
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.named_scores import NCEScores, VMeasureScores
from seamark.metrics.partitions import Partition, Partitions, boundary_columns, label_columns
from seamark.metrics.ratios import ratio_or
from seamark.metrics.single_call import scores_call
from seamark.model.labelled_array import LabelledArray


def _harmonic(one: FloatArray, other: FloatArray) -> FloatArray:
    return ratio_or(2 * one * other, one + other, otherwise=0.0)


def _known(lost: FloatArray, all_there_is: FloatArray) -> FloatArray:
    """1 minus the share of uncertainty that is left; 1 when there was none to begin with."""
    # Sums of logarithms can pass their largest value by a rounding error.
    return np.maximum(1.0 - ratio_or(lost, all_there_is, otherwise=0.0), 0.0)


def _entropies(a: Partitions, b: Partitions) -> FloatArray:
    """Entropies of both sides, of each given the other, and the largest that so many segments or labels can have."""
    if isinstance(a, LabelledArray) and isinstance(b, LabelledArray):
        return label_entropies(*label_columns(a, b))
    return segment_entropies(*boundary_columns(a, b))


@dataclass(frozen=True, slots=True)
class VMeasure(Metric):
    """Harmonic mean of homogeneity and completeness; ``parts`` hold the two.

    Examples
    --------
    >>> print(VMeasure().compare([5, 5, 5, 5], [5, 5, 5, 5]))
    1.0000  vmeasure|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "vmeasure", "V-measure", "Rosenberg & Hirschberg 2007", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = (
        "reference",
        "hypothesis",
        "reference_given_hypothesis",
        "hypothesis_given_reference",
    )

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        """Entropies times the number of units, so that longer texts weigh more in a sum."""
        return _entropies(a, b)[:, :4] * a.masses[:, np.newaxis]

    def _single(self) -> one_pair.Measure | None:
        return one_pair.v_measure()

    def _score(self, rows: FloatArray) -> FloatArray:
        parts = self._parts(rows)
        return _harmonic(parts["homogeneity"], parts["completeness"])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {
            "homogeneity": _known(rows[..., 2], rows[..., 0]),
            "completeness": _known(rows[..., 3], rows[..., 1]),
        }


@dataclass(frozen=True, slots=True)
class NCE(Metric):
    """Normalised conditional entropy: harmonic mean of the over- and the under-segmentation score.

    Examples
    --------
    >>> print(NCE().compare([5, 5, 5, 5], [5, 5, 5, 5]))
    1.0000  nce|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "nce", "normalised conditional entropy", "Lukashevich 2008", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = ("over_lost", "over_most", "under_lost", "under_most")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        return _entropies(a, b)[:, [3, 5, 2, 4]] * a.masses[:, np.newaxis]

    def _single(self) -> one_pair.Measure | None:
        return one_pair.nce()

    def _score(self, rows: FloatArray) -> FloatArray:
        parts = self._parts(rows)
        return _harmonic(parts["over"], parts["under"])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {"over": _known(rows[..., 0], rows[..., 1]), "under": _known(rows[..., 2], rows[..., 3])}


def v_measure(reference: Partition, hypothesis: Partition, /) -> VMeasureScores:
    """Homogeneity (no hypothesis segment mixes reference segments), completeness (none is torn apart), and their mean.

    Examples
    --------
    >>> scores = v_measure([4, 4], [2, 2, 4])
    >>> scores.homogeneity, round(scores.completeness, 4)
    (1.0, 0.6667)

    References
    ----------
    Rosenberg & Hirschberg 2007.
    """
    return _v_measure_of_pair(reference, hypothesis, ())


def nce(reference: Partition, hypothesis: Partition, /) -> NCEScores:
    """Scores against over-segmentation and under-segmentation, by conditional entropy over its largest value.

    Examples
    --------
    >>> nce([4, 4], [2, 2, 4]).under
    1.0

    References
    ----------
    Lukashevich 2008.
    """
    return _nce_of_pair(reference, hypothesis, ())


_v_measure_of_pair = scores_call(VMeasureScores, VMeasure)
_nce_of_pair = scores_call(NCEScores, NCE)
