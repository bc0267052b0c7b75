"""How far boundaries lie from those of the other side.

==================== =================================================================== ========================
``deviation``         medians, means and shares within tolerances, in both directions      Turnbull et al. 2007
``mean_time_error``   mean distance of hypothesis boundaries from the nearest reference    Truong et al. 2020
``hausdorff``         the largest distance in either direction                             Truong et al. 2020
==================== =================================================================== ========================

A distance is that to the nearest boundary of the other side, which several boundaries may share; or, with
``pairing="order"``, to the boundary of the same number: then both sides have as many, and labelled segments have the
same labels in the same order, as phones have that were aligned to one transcript. Boundaries lie inside a text;
``ends=True`` adds both ends.

Means and shares add; medians and largest distances do not, so that their counts are (sum, items), and the micro mean
is the macro mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np

from seamark.base.checks import count_between, items_of
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import FrozenMapping
from seamark.kernels.columns import LARGEST_MASS, Column, Columns
from seamark.kernels.rows import BoundaryDistances, boundary_distances, with_ends
from seamark.metrics.base import Bound, Counts, Metric, MetricInfo, Side, choose, ratio_or, shared_types
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import SegmentationLike

__all__ = [
    "Deviation",
    "Hausdorff",
    "MeanTimeError",
    "MedianDeviation",
    "SharesWithin",
    "WithinTolerance",
    "deviation",
    "hausdorff",
    "mean_time_error",
]

#: Which boundaries are compared: each with the nearest one, or with that of the same number.
Pairing: TypeAlias = Literal["nearest", "order"]
#: Boundaries, or labelled segments, whose labels must be the same in the same order where boundaries are paired so.
Boundaries: TypeAlias = "SegmentationLike | LabelledSegmentation"


#: What is known of all distances.
_distance_info = partial(MetricInfo, best=0.0, worst=float("inf"), kinds=("boundaries", "labels"))


@dataclass(frozen=True, slots=True)
class _DistanceMetric(Metric):
    """Distances of boundaries; of labelled segments, those between them."""

    def _resolve(self, one: Side, other: Side) -> tuple[Columns, Columns, tuple[bool]]:
        a, b, _ = shared_types(one, other)
        return a, b, (one.kind == "labels",)

    def _distances(
        self, a: Columns, b: Columns, labelled: bool, pairing: Pairing, *, ends: bool = False, tolerance: int = 0
    ) -> BoundaryDistances:
        if pairing == "order":
            _require_order(a, b, labelled)
        if labelled:
            a, b = _between_segments(a), _between_segments(b)
        if ends:
            a, b = with_ends(a), with_ends(b)
        return boundary_distances(a, b, tolerance, in_order=pairing == "order")

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        return f"{self.info.title} is undefined: a side has no boundary"


def _between_segments(columns: Columns) -> Columns:
    """The inner boundaries of labelled segmentations, which have one before the first segment too."""
    positions, offsets, masses, _ = columns
    if len(masses) == 1:
        inner = positions[offsets[0] + 1 : offsets[1]] - 1
        return Columns(inner, np.array([0, len(inner)]), masses - 1)
    inner = np.delete(positions[offsets[0] : offsets[-1]], offsets[:-1] - offsets[0]) - 1
    return Columns(inner, offsets - offsets[0] - np.arange(len(offsets)), masses - 1)


def _require_order(a: Columns, b: Columns, labelled: bool) -> None:
    """Raise unless both sides have the same labels in the same order, or at least as many boundaries."""
    sizes = [np.diff(side.offsets) for side in (a, b)]
    different = sizes[0] != sizes[1]
    if different.any():
        row = int(different.argmax())
        what = "segments" if labelled else "boundaries"
        raise InputError(
            f"pair {row}: the reference has {sizes[0][row]} {what}, the hypothesis {sizes[1][row]}; expected as many, "
            "to compare them in order"
        )
    if labelled:
        mine, theirs = (side.types[side.offsets[0] : side.offsets[-1]] for side in (a, b))
        wrong = np.flatnonzero(mine != theirs)
        if wrong.size:
            row = int(np.searchsorted(a.offsets - a.offsets[0], wrong[0], side="right")) - 1
            segment = int(wrong[0] - (a.offsets[row] - a.offsets[0])) + 1
            raise InputError(f"pair {row}: segment {segment} has another label in the hypothesis than in the reference")


@dataclass(frozen=True, slots=True)
class MedianDeviation(_DistanceMetric):
    """Median distance of reference boundaries from the hypothesis; ``parts`` hold both directions.

    Parameters
    ----------
    ends
        Whether the two ends of a text are boundaries.
    pairing
        ``"nearest"`` or ``"order"``.

    Examples
    --------
    >>> result = MedianDeviation().compare([5, 4, 6, 5], [6, 14])
    >>> result.value, dict(result.parts)
    (3.0, {'to_hypothesis': 3.0, 'to_reference': 1.0})
    """

    ends: bool = False
    pairing: Pairing = "nearest"

    info: ClassVar[MetricInfo] = _distance_info("deviation", "median deviation of boundaries", "Turnbull et al. 2007")
    fields: ClassVar[tuple[str, ...]] = ("to_hypothesis_sum", "to_reference_sum", "items")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        found = self._distances(a, b, labelled, self.pairing, ends=self.ends)
        return found.median_a, found.median_b, choose((found.count_a > 0) & (found.count_b > 0), 1.0, 0.0)

    def _score(self, to_hypothesis: Column, to_reference: Column, items: Column) -> Column:
        return ratio_or(to_hypothesis, items)

    def _parts(self, to_hypothesis: Column, to_reference: Column, items: Column) -> dict[str, Column]:
        return {"to_hypothesis": ratio_or(to_hypothesis, items), "to_reference": ratio_or(to_reference, items)}


@dataclass(frozen=True, slots=True)
class Hausdorff(_DistanceMetric):
    """The largest distance of any boundary from the other side.

    Examples
    --------
    >>> print(Hausdorff().compare([5, 4, 6, 5], [6, 14]))
    9.0000  hausdorff|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _distance_info(
        "hausdorff", "Hausdorff distance of boundaries", "Truong, Oudre & Vayatis 2020", symmetric=True
    )
    fields: ClassVar[tuple[str, ...]] = ("sum", "items")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        """0 where neither side has a boundary; undefined where one has."""
        found = self._distances(a, b, labelled, "nearest")
        return found.largest, choose((found.count_a > 0) == (found.count_b > 0), 1.0, 0.0)

    def _score(self, total: Column, items: Column) -> Column:
        return ratio_or(total, items)


@dataclass(frozen=True, slots=True)
class MeanTimeError(_DistanceMetric):
    """Mean distance of hypothesis boundaries from the reference; in order, ``parts`` hold the bias.

    Options are those of ``mean_time_error``.

    Examples
    --------
    >>> print(MeanTimeError().compare([5, 4, 6, 5], [6, 14]))
    1.0000  timeerror|pairing:nearest|v:1.0.0rc1
    """

    pairing: Pairing = "nearest"

    info: ClassVar[MetricInfo] = _distance_info(
        "timeerror", "mean time error of boundaries", "Truong, Oudre & Vayatis 2020", function="mean_time_error"
    )
    fields: ClassVar[tuple[str, ...]] = ("distance", "boundaries", "ahead")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        found = self._distances(a, b, labelled, self.pairing)
        ahead = found.ahead if self.pairing == "order" else 0.0
        return found.sum_b, choose(found.count_a > 0, found.count_b, 0.0), ahead

    def _score(self, distance: Column, boundaries: Column, ahead: Column) -> Column:
        return ratio_or(distance, boundaries)

    def _parts(self, distance: Column, boundaries: Column, ahead: Column) -> dict[str, Column]:
        return {"bias": ratio_or(ahead, boundaries)} if self.pairing == "order" else {}


@dataclass(frozen=True, slots=True)
class WithinTolerance(_DistanceMetric):
    """Share of reference boundaries at most so far from the hypothesis; ``parts`` hold the shares of both sides.

    Boundaries are not paired one to one, so that there is no F of the two; ``precision_recall`` has that.

    Parameters
    ----------
    tolerance
        The largest distance that counts.
    pairing
        ``"nearest"`` or ``"order"``.

    Examples
    --------
    >>> print(WithinTolerance(tolerance=1).compare([5, 4, 11], [6, 6, 8]))
    0.5000  within|tolerance:1|pairing:nearest|v:1.0.0rc1
    """

    tolerance: int = 0
    pairing: Pairing = "nearest"

    info: ClassVar[MetricInfo] = MetricInfo(
        "within", "boundaries within a tolerance", "Hosom 2009", kinds=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = ("within", "boundaries", "hypothesis_within", "hypothesis_boundaries")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        found = self._distances(a, b, labelled, self.pairing, tolerance=self.tolerance)
        return found.within_a, found.count_a, found.within_b, found.count_b

    def _score(self, within: Column, boundaries: Column, *_: Column) -> Column:
        return ratio_or(within, boundaries)

    def _parts(self, *counts: Column) -> dict[str, Column]:
        within, boundaries, hypothesis_within, hypothesis_boundaries = counts
        return {
            "reference": ratio_or(within, boundaries),
            "hypothesis": ratio_or(hypothesis_within, hypothesis_boundaries),
        }

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        return f"{self.info.title} is undefined: the reference has no boundary"


class SharesWithin(NamedTuple):
    """The shares of the boundaries of both sides that are near one of the other side."""

    reference: float
    hypothesis: float


class Deviation(NamedTuple):
    """Distances of boundaries: medians, means, the largest, and shares within tolerances.

    Attributes
    ----------
    to_hypothesis, to_reference
        Medians over the boundaries of the reference, and of the hypothesis.
    mean_to_hypothesis, mean_to_reference
        Means over the same.
    largest
        The largest distance of either direction.
    bias
        Mean of hypothesis minus reference; None unless boundaries are paired in order.
    within
        For every tolerance the shares of the boundaries of both sides.
    """

    to_hypothesis: float
    to_reference: float
    mean_to_hypothesis: float
    mean_to_reference: float
    largest: float
    bias: float | None
    within: Mapping[int, SharesWithin]


def deviation(
    reference: Boundaries,
    hypothesis: Boundaries,
    /,
    *,
    ends: bool = False,
    pairing: Pairing = "nearest",
    tolerances: Iterable[int] = (),
) -> Deviation:
    """How far the boundaries of either side lie from those of the other.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, or two labelled ones.
    ends
        Whether the two ends of a text are boundaries, as in mir_eval unless ``trim=True``.
    pairing
        Compare every boundary with the nearest of the other side (``"nearest"``), or with that of the same number
        (``"order"``), for which both sides must have as many, and the same labels in the same order.
    tolerances
        Distances for which the shares of boundaries within them are wanted.

    Raises
    ------
    UndefinedScoreError
        When a side has no boundary.

    Examples
    --------
    >>> found = deviation([5, 4, 11], [6, 6, 8], tolerances=[1, 3])
    >>> found.to_hypothesis, found.to_reference, found.within[1]
    (2.0, 2.0, SharesWithin(reference=0.5, hypothesis=0.5))
    >>> deviation([5, 4, 11], [6, 6, 8], pairing="order").bias
    2.0

    References
    ----------
    Turnbull et al. 2007; Hosom 2009 for shares of boundaries in order.
    """
    metric = MedianDeviation(ends, pairing)
    bound = metric._bound_pair(reference, hypothesis)
    limits = [count_between(t, "a tolerance", 0, LARGEST_MASS) for t in items_of(tolerances, "tolerances", "distances")]
    (labelled,) = bound.settings
    at: list[Any] = [
        metric._distances(bound.a, bound.b, labelled, pairing, ends=metric.ends, tolerance=limit)
        for limit in (0, *limits)
    ]
    found = at[0]
    counts = found.count_a, found.count_b
    if not all(counts):
        raise UndefinedScoreError(metric._why_undefined({}))
    shares = (SharesWithin(one.within_a / counts[0], one.within_b / counts[1]) for one in at[1:])
    means = found.sum_a / counts[0], found.sum_b / counts[1]
    bias = found.ahead / counts[0] if pairing == "order" else None
    within = FrozenMapping(dict(zip(limits, shares, strict=True)))
    return Deviation(found.median_a, found.median_b, *means, found.largest, bias, within)


def hausdorff(reference: Boundaries, hypothesis: Boundaries, /) -> float:
    """The largest distance of any boundary from the nearest of the other side; 0 where neither side has one.

    Examples
    --------
    >>> hausdorff([5, 4, 6, 5], [6, 14])
    9.0
    """
    return Hausdorff().compare(reference, hypothesis).value


def mean_time_error(reference: Boundaries, hypothesis: Boundaries, /, *, pairing: Pairing = "nearest") -> float:
    """Mean distance of the boundaries of the hypothesis from the reference, as ``meantime`` of ruptures.

    ``pairing`` is that of ``deviation``.

    Examples
    --------
    >>> mean_time_error([5, 4, 6, 5], [6, 14])
    1.0
    """
    return MeanTimeError(pairing).compare(reference, hypothesis).value
