"""Metrics that match boundaries by place.

==================== ============================================================ ================================
``precision_recall``  precision, recall and F of boundaries matched one to one,     van Rijsbergen 1979
                      exactly or within a tolerance
``ghd``               cheapest insertions, deletions and shifts of boundaries       Bookstein, Kulyukin & Raita 2002
==================== ============================================================ ================================

The ends of a text are boundaries only with ``ends``. A ratio without a denominator is 1 when both sides have no
boundary, 0 when one has.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar

from seamark.base.checks import finite_number
from seamark.kernels import one_pair
from seamark.kernels.columns import Column, Columns
from seamark.kernels.rows import hamming_edits, marks_of, tolerance_matches, with_ends
from seamark.metrics.base import (
    AtLeastZero,
    Counts,
    Metric,
    MetricInfo,
    PrecisionRecall,
    Share,
    choose,
    f_of,
    measured,
    ratio_or,
)
from seamark.metrics.signature import in_full
from seamark.model.segmentation import SegmentationLike

__all__ = ["GHD", "BoundaryF", "ghd", "precision_recall"]

_BETA = "a positive number, at most 1e150"


@dataclass(frozen=True, slots=True)
class BoundaryF(Metric):
    """F of boundaries; ``parts`` hold precision and recall.

    Options are those of ``precision_recall``.

    Examples
    --------
    >>> print(BoundaryF(tolerance=1).compare([5, 5, 5, 5], [5, 6, 9]))
    0.8000  f|tolerance:1|beta:1|zero:auto|v:1.0.0rc1
    """

    tolerance: int = 0
    # The square of beta is what counts, and must be a number too.
    beta: Annotated[float, partial(finite_number, fits=lambda beta: 1e-150 <= beta <= 1e150, expected=_BETA)] = 1.0
    zero_division: Share | None = None
    ends: bool = False

    info: ClassVar[MetricInfo] = MetricInfo(
        "f",
        "boundary F",
        "van Rijsbergen 1979; Pevzner & Hearst 2002 for segmentation",
        symmetric=True,
        function="precision_recall",
    )
    fields: ClassVar[tuple[str, ...]] = ("matched", "reference", "hypothesis")

    def _count(self, a: Columns, b: Columns) -> Counts:
        if self.ends:
            a, b = with_ends(a), with_ends(b)
        return tolerance_matches(a, b, self.tolerance), marks_of(a), marks_of(b)

    def _single(self) -> one_pair.Measure | None:
        if self.ends:
            return None
        return one_pair.precision_recall(
            self.tolerance, self.beta**2, math.nan if self.zero_division is None else self.zero_division
        )

    def _score(self, matched: Column, reference: Column, hypothesis: Column) -> Column:
        f = f_of(matched, hypothesis - matched, reference - matched, beta=self.beta)
        return choose(reference + hypothesis == 0, self._empty(reference, hypothesis), f)

    def _parts(self, matched: Column, reference: Column, hypothesis: Column) -> dict[str, Column]:
        empty = self._empty(reference, hypothesis)
        return {
            "precision": ratio_or(matched, hypothesis, otherwise=empty),
            "recall": ratio_or(matched, reference, otherwise=empty),
        }

    def _empty(self, reference: Column, hypothesis: Column) -> Column:
        """What a ratio without a denominator is: as the user says, else 1 when both sides are empty and 0 when
        one is.
        """
        both, one = (1.0, 0.0) if self.zero_division is None else (self.zero_division, self.zero_division)
        return choose(reference + hypothesis == 0, both, one)

    def _options(self) -> dict[str, object]:
        zero = "auto" if self.zero_division is None else in_full(self.zero_division)
        options = {"tolerance": self.tolerance, "beta": in_full(self.beta), "zero": zero}
        return {**options, "ends": "yes"} if self.ends else options


def precision_recall(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    tolerance: int = 0,
    beta: float = 1.0,
    zero_division: float | None = None,
    ends: bool = False,
) -> PrecisionRecall:
    """Precision, recall and F of the boundaries of a hypothesis.

    Boundaries are paired one to one, as many as possible, at most ``tolerance`` places apart.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    tolerance
        How far apart paired boundaries may lie.
    beta
        How much more recall weighs than precision in F.
    zero_division
        The value of a ratio whose denominator is zero; by default 1 when both sides are without boundaries, and 0
        otherwise.
    ends
        Whether the two ends of the text are boundaries, as in mir_eval unless ``trim=True``; by default they are not.

    Examples
    --------
    >>> precision_recall([5, 5, 5, 5], [5, 6, 9], tolerance=1)
    PrecisionRecall(precision=1.0, recall=0.6666666666666666, f=0.8)
    """
    options = tolerance, beta, zero_division, ends
    found = measured(BoundaryF, reference, hypothesis, *options)
    if found is not None:
        return PrecisionRecall(*found)
    return PrecisionRecall._of(BoundaryF(*options).compare(reference, hypothesis))


# --------------------------------------------- GHD, the generalized Hamming distance (Bookstein, Kulyukin & Raita 2002)


@dataclass(frozen=True, slots=True)
class GHD(Metric):
    """Cheapest insertions, deletions and shifts that turn the hypothesis into the reference, per pair.

    Options are those of ``ghd``.

    Examples
    --------
    >>> print(GHD().compare([5, 5, 5, 5], [5, 6, 9]))
    3.0000  ghd|insertion:2|deletion:2|shift:1|v:1.0.0rc1
    """

    insertion: AtLeastZero = 2.0
    deletion: AtLeastZero = 2.0
    shift: AtLeastZero = 1.0

    info: ClassVar[MetricInfo] = MetricInfo(
        "ghd", "generalized Hamming distance", "Bookstein, Kulyukin & Raita 2002", best=0.0, worst=float("inf")
    )
    fields: ClassVar[tuple[str, ...]] = ("insertions", "deletions", "shifted", "pairs")

    def _count(self, a: Columns, b: Columns) -> Counts:
        return (*hamming_edits(a, b, self.insertion, self.deletion, self.shift), 1.0)

    def _score(self, insertions: Column, deletions: Column, shifted: Column, pairs: Column) -> Column:
        return ratio_or(self.insertion * insertions + self.deletion * deletions + self.shift * shifted, pairs)


def ghd(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    insertion: float = 2.0,
    deletion: float = 2.0,
    shift: float = 1.0,
) -> float:
    """Cost of the cheapest way to turn the hypothesis into the reference by inserting, deleting and shifting
    boundaries.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    insertion, deletion
        What a new or a dropped boundary costs.
    shift
        What moving a boundary by one place costs.

    Examples
    --------
    >>> ghd([5, 5, 5, 5], [5, 6, 9]), ghd([5, 5, 5, 5], [5, 6, 9], insertion=1, deletion=1, shift=0.5)
    (3.0, 1.5)

    References
    ----------
    Bookstein, Kulyukin & Raita 2002.
    """
    return GHD(insertion, deletion, shift).compare(reference, hypothesis).value
