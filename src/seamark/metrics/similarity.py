"""S, B and boundary confusion: metrics on the boundary edit distance of ``edit.py``.

======================= ============================================= ==========================================
``similarity`` (S)       1 - distance / potential boundaries           Fournier & Inkpen 2012, equation 3
``boundary_similarity``  1 - weighted edits / boundaries (B)           Fournier 2013, section 4
``boundary_confusion``   precision, recall and F of boundaries, with   Fournier 2013, section 4
                         the credit 1 - d / n for a near miss
======================= ============================================= ==========================================

S looks at all potential boundaries, and so is high wherever boundaries are rare; B looks at boundaries
alone. All three distinguish boundary types.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels import one_pair
from seamark.kernels.columns import LARGEST_MASS, Column, Columns
from seamark.kernels.edit import edit_costs
from seamark.kernels.rows import units_of
from seamark.metrics.base import Counts, FMetric, MetricInfo, f_of, precision_of, ratio_or, value_of_pair
from seamark.metrics.edit import (
    WEIGHTS_2013,
    EditMetric,
    EditSettings,
    EditWeights,
    TypesOption,
    UndirectedEditMetric,
    align,
    edits_by_name,
    weights_or,
)
from seamark.model.segmentation import SegmentationLike

__all__ = [
    "B",
    "BoundaryConfusion",
    "Confusion",
    "S",
    "TypedConfusion",
    "boundary_confusion",
    "boundary_similarity",
    "similarity",
]


#: What is known of all three.
_edit_info = partial(MetricInfo, symmetric=True, several_types=True, kinds=("boundaries", "labels", "levels"))


@dataclass(frozen=True, slots=True)
class S(UndirectedEditMetric):
    """Segmentation similarity: the share of potential boundaries that need no edit.

    Options are those of ``similarity``.

    Examples
    --------
    >>> print(S().compare([5, 5, 5, 5], [5, 6, 9]))
    0.8947  S|n:2|scale:te|w:1,1,1|types:1|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _edit_info(
        "S", "segmentation similarity S", "Fournier & Inkpen 2012", function="similarity"
    )
    fields: ClassVar[tuple[str, ...]] = ("potential", "distance")

    def _count_edits(self, a: Columns, b: Columns, settings: EditSettings) -> Counts:
        potential = (units_of(a.masses) - 1) * float(settings.study.count)
        return potential, edit_costs(a, b, settings.parameters)

    def _row_of_edits(self, edits: Mapping[str, Any], settings: EditSettings) -> Counts:
        return settings.study.count * edits["potential"], self._penalty(edits)

    def _single(self) -> one_pair.Measure | None:
        fits = self.types is None or (isinstance(self.types, int) and 1 <= self.types <= LARGEST_MASS)
        return one_pair.similarity(self.pricing, self.types or 1) if fits else None  # type: ignore[arg-type]

    def _score(self, potential: Column, distance: Column) -> Column:
        """1 minus the distance per potential boundary; 1 where there is no potential boundary."""
        return ratio_or(potential - distance, potential, otherwise=1.0)


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
    return value_of_pair(S, a, b, n, weights, types)


# -------------------------------------------------------------------------- B, the boundary similarity of Fournier 2013


@dataclass(frozen=True, slots=True)
class B(UndirectedEditMetric):
    """Boundary similarity: 1 minus the weighted edits per boundary.

    Options are those of ``boundary_similarity``.

    Examples
    --------
    >>> print(B(n=3).compare([5, 5, 5, 5], [5, 6, 9]))
    0.5556  B|n:3|scale:linear|w:1,1,1|ordinal:yes|types:1|v:1.0.0rc1
    """

    default_weights: ClassVar[EditWeights] = WEIGHTS_2013
    info: ClassVar[MetricInfo] = _edit_info(
        "B", "boundary similarity B", "Fournier 2013", function="boundary_similarity"
    )
    fields: ClassVar[tuple[str, ...]] = ("boundaries", "penalty")

    def _count_edits(self, a: Columns, b: Columns, settings: EditSettings) -> Counts:
        return self._row_of_edits(edits_by_name(a, b, settings.parameters), settings)

    def _row_of_edits(self, edits: Mapping[str, Any], settings: EditSettings) -> Counts:
        boundaries = edits["additions"] + edits["substitutions"] + edits["transpositions"] + edits["matches"]
        return boundaries, self._penalty(edits)

    def _single(self) -> one_pair.Measure | None:
        return None if self.types is not None else one_pair.boundary_similarity(self.pricing)

    def _score(self, boundaries: Column, penalty: Column) -> Column:
        """1 minus the penalty per boundary; 1 where neither side has a boundary."""
        return 1.0 - ratio_or(penalty, boundaries, otherwise=0.0)


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
    return value_of_pair(B, a, b, n, weights, types)


# --------------------------- Precision, recall and F from the alignment of boundaries, with part credit for near misses


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


@dataclass(frozen=True, slots=True)
class BoundaryConfusion(FMetric, EditMetric):
    """F of boundaries with part credit for near misses; ``parts`` hold precision and recall.

    Options are those of ``boundary_confusion``.

    Examples
    --------
    >>> result = BoundaryConfusion().compare([5, 5, 5, 5], [5, 6, 9])
    >>> result.value, dict(result.parts)
    (0.75, {'precision': 1.0, 'recall': 0.6})
    """

    default_weights: ClassVar[EditWeights] = WEIGHTS_2013
    info: ClassVar[MetricInfo] = _edit_info("confusion", "boundary F from the alignment", "Fournier 2013")
    fields: ClassVar[tuple[str, ...]] = ("true_positives", "false_positives", "false_negatives")

    def _count_edits(self, a: Columns, b: Columns, settings: EditSettings) -> Counts:
        edits = edits_by_name(a, b, settings.parameters)
        credit = edits["transpositions"] - edits["transposed_distance"] / self.n
        return (
            edits["matches"] + credit,
            edits["additions_b"] + edits["substitutions"],
            edits["additions_a"] + edits["substitutions"],
        )


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
