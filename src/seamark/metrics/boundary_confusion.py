"""Precision, recall and F from the alignment of boundaries, with part credit for near misses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.frozen_mapping import FrozenMapping
from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import MetricInfo
from seamark.metrics.edit import align
from seamark.metrics.edit_metric import EditMetric, edit_rows
from seamark.metrics.ratios import f_of, precision_and_recall, precision_of
from seamark.metrics.single_call import measured
from seamark.metrics.weights import WEIGHTS_2013, EditWeights, weights_or
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike
from seamark.results import ResultRecord


@dataclass(frozen=True, slots=True)
class Confusion(ResultRecord):
    """True and false boundaries of a hypothesis, and what follows from them.

    Attributes
    ----------
    true_positives
        Matches, and for every near miss the credit 1 - d / n.
    false_positives, false_negatives
        Boundaries that only the hypothesis has, and that only the reference has.
    """

    _also: ClassVar[tuple[str, ...]] = ("precision", "recall", "f")

    true_positives: float
    false_positives: float
    false_negatives: float

    @property
    def precision(self) -> float:
        """True boundaries among those of the hypothesis; 1 when neither side has any, 0 when only the hypothesis
        has none.
        """
        return float(precision_of(self.true_positives, self.false_positives, self.false_negatives))

    @property
    def recall(self) -> float:
        """True boundaries among those of the reference; 1 when neither side has any, 0 when only the reference
        has none.
        """
        return float(precision_of(self.true_positives, self.false_negatives, self.false_positives))

    @property
    def f(self) -> float:
        """Harmonic mean of precision and recall."""
        return float(f_of(self.true_positives, self.false_positives, self.false_negatives))


@dataclass(frozen=True, slots=True)
class TypedConfusion(Confusion):
    """The confusion of all types together (micro), with each type's own in ``per_type``."""

    per_type: Mapping[Hashable, Confusion]

    @property
    def macro_precision(self) -> float:
        """Mean precision over the types."""
        return self._mean([confusion.precision for confusion in self.per_type.values()])

    @property
    def macro_recall(self) -> float:
        """Mean recall over the types."""
        return self._mean([confusion.recall for confusion in self.per_type.values()])

    @property
    def macro_f(self) -> float:
        """Mean F over the types."""
        return self._mean([confusion.f for confusion in self.per_type.values()])

    @staticmethod
    def _mean(values: list[float]) -> float:
        return sum(values) / len(values) if values else 1.0


@dataclass(frozen=True, slots=True)
class BoundaryConfusion(EditMetric):
    """F of boundaries with part credit for near misses; ``parts`` hold precision and recall.

    Options are those of ``boundary_confusion``.

    Examples
    --------
    >>> result = BoundaryConfusion().compare([5, 5, 5, 5], [5, 6, 9])
    >>> result.value, dict(result.parts)
    (0.75, {'precision': 1.0, 'recall': 0.6})
    """

    default_weights: ClassVar[EditWeights] = WEIGHTS_2013
    info: ClassVar[MetricInfo] = MetricInfo(
        "confusion",
        "boundary F from the alignment",
        "Fournier 2013",
        symmetric=True,
        several_types=True,
        models=("boundaries", "labels", "levels"),
    )
    fields: ClassVar[tuple[str, ...]] = ("true_positives", "false_positives", "false_negatives")

    def _count_boundaries(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        counts = edit_rows(a, b, self.n, self.weights, self.types)
        credit = counts["transpositions"] - counts["transposed_distance"] / self.n
        return np.column_stack(
            (
                counts["matches"] + credit,
                counts["additions_b"] + counts["substitutions"],
                counts["additions_a"] + counts["substitutions"],
            )
        )

    def _single(self) -> one_pair.Measure | None:
        return None if self.types is not None else one_pair.boundary_confusion(self.pricing[0])

    def _score(self, rows: FloatArray) -> FloatArray:
        return f_of(*np.moveaxis(rows, -1, 0))

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return precision_and_recall(rows)


def boundary_confusion(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: Sequence[Hashable] | None = None,
) -> TypedConfusion:
    """True and false boundaries of a hypothesis, with part credit for near misses.

    A near miss over a distance ``d`` counts as ``1 - d / n`` true positives, and the rest of it is not an error. A
    substitution is a false negative of the reference's type and a false positive of the hypothesis's.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units.
    n, weights, types
        As for ``boundary_similarity``.

    Returns
    -------
    TypedConfusion
        With ``precision``, ``recall`` and ``f`` over all types, ``macro_...`` means over types, and ``per_type``.

    Examples
    --------
    >>> confusion = boundary_confusion([5, 5, 5, 5], [5, 6, 9])
    >>> confusion.precision, confusion.recall, confusion.f
    (1.0, 0.6, 0.75)

    References
    ----------
    Fournier 2013, section 4.
    """
    counts = measured(BoundaryConfusion, reference, hypothesis, n, weights, types)
    if counts is not None:
        tp_all, fp_all, fn_all = counts
        label = next(iter((*_types(reference), *_types(hypothesis))), DEFAULT_TYPE)
        alone: dict[Hashable, Confusion] = {label: Confusion(*counts)} if any(counts) else {}
        return TypedConfusion(tp_all, fp_all, fn_all, FrozenMapping(alone))
    alignment = align(reference, hypothesis, n=n, weights=weights_or(WEIGHTS_2013, weights), types=types)
    tp: dict[Hashable, float] = defaultdict(float)
    fp: dict[Hashable, float] = defaultdict(float)
    fn: dict[Hashable, float] = defaultdict(float)
    for match in alignment.matches:
        tp[match.type] += 1
    for near in alignment.transpositions:
        tp[near.type] += 1 - near.distance / n
    for addition in alignment.additions:
        (fn if addition.side == "a" else fp)[addition.type] += 1
    for substitution in alignment.substitutions:
        fn[substitution.type_a] += 1
        fp[substitution.type_b] += 1
    labels = [label for label in (*alignment.a.types, *alignment.b.types) if label in {*tp, *fp, *fn}]
    per_type = {label: Confusion(tp[label], fp[label], fn[label]) for label in dict.fromkeys(labels)}
    return TypedConfusion(sum(tp.values()), sum(fp.values()), sum(fn.values()), FrozenMapping(per_type))


def _types(side: SegmentationLike) -> tuple[Hashable, ...]:
    return side.types if isinstance(side, Segmentation) else ()
