"""Metrics of the places of boundaries: those that match boundaries, and how far boundaries lie from each other.

====================== ========================================================== ================================
``precision_recall``    precision, recall and F of boundaries matched one to one,   van Rijsbergen 1979
                        exactly or within a tolerance
``ghd``                 cheapest insertions, deletions and shifts of boundaries     Bookstein, Kulyukin & Raita 2002
``deviation``           medians, means and shares within tolerances                 Turnbull et al. 2007
``mean_time_error``     mean distance of hypothesis boundaries from the reference   Truong et al. 2020
``hausdorff``           the largest distance in either direction                    Truong et al. 2020
``annotator_f``         F of change points against several annotators               van den Burg & Williams 2020
``annotator_covering``  mean of the coverings of several annotators                 van den Burg & Williams 2020
====================== ========================================================== ================================

The ends of a text are boundaries only with ``ends``. In the first two a ratio without a denominator is 1 when both
sides have no boundary, 0 when one has.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np

from seamark.base.checks import count_between, finite_number, items_of, mapping_of
from seamark.base.errors import InputError, MassMismatchError, UndefinedScoreError
from seamark.base.results import FrozenMapping
from seamark.kernels.columns import LARGEST_MASS, Column, Columns, marks_of
from seamark.kernels.rows import BoundaryDistances, hamming_edits, tolerance_matches, with_ends
from seamark.metrics.base import ONE_PAIR, AtLeastZero, Bound, HarmonicMetric, Metric, MetricInfo, Share, ShareMetric
from seamark.metrics.counting import Counts, PrecisionRecall, choose, f_of, ratio_or
from seamark.metrics.partitions import Covering, PartitionMetric
from seamark.metrics.signature import in_full
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation, SegmentationLike

__all__ = [
    "GHD",
    "BoundaryF",
    "Deviation",
    "Hausdorff",
    "MeanTimeError",
    "MedianDeviation",
    "SharesWithin",
    "WithinTolerance",
    "annotator_covering",
    "annotator_f",
    "deviation",
    "ghd",
    "hausdorff",
    "mean_time_error",
    "precision_recall",
]

_BETA = "a positive number, at most 1e150"


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
        return *tolerance_matches(a, b, self.tolerance), marks_of(a), marks_of(b)

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
    try:
        found = ONE_PAIR.precision_recall(reference, hypothesis, tolerance, beta, zero_division, ends)
    except TypeError:  # an option of another type: ``BoundaryF`` takes it, or says what is wrong with it
        found = None
    if isinstance(found, PrecisionRecall):
        return found
    return PrecisionRecall._of(BoundaryF(tolerance, beta, zero_division, ends).compare(reference, hypothesis))


# --------------------------------------------- GHD, the generalized Hamming distance (Bookstein, Kulyukin & Raita 2002)


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


# ---------------------------------------------------------------------------------------- Distances from the other side


#: Which boundaries are compared: each with the nearest one, or with that of the same number.
Pairing: TypeAlias = Literal["nearest", "order"]
#: Boundaries, or labelled segments, whose labels must be the same in the same order where boundaries are paired so.
Boundaries: TypeAlias = "SegmentationLike | LabelledSegmentation"


#: What is known of all distances.
_distance_info = partial(MetricInfo, best=0.0, worst=float("inf"), kinds=("boundaries", "labels"))


class _DistanceMetric(PartitionMetric):
    """Distances of boundaries; of labelled segments, those between them."""

    def _distances(
        self, a: Columns, b: Columns, labelled: bool, pairing: Pairing, *, ends: bool = False, tolerance: int = 0
    ) -> BoundaryDistances:
        if pairing == "order":
            _require_order(a, b, labelled)
        if labelled:
            a, b = _between_segments(a), _between_segments(b)
        if ends:
            a, b = with_ends(a), with_ends(b)
        return BoundaryDistances.of(a, b, tolerance, in_order=pairing == "order")

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        return f"{self.info.title} is undefined: a side has no boundary"


def _between_segments(columns: Columns) -> Columns:
    """The inner boundaries of labelled segmentations, which have one before the first segment too."""
    positions, offsets, masses, _ = columns
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


class Hausdorff(ShareMetric, _DistanceMetric):
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


class MeanTimeError(ShareMetric, _DistanceMetric):
    """Mean distance of hypothesis boundaries from the reference; in order, ``parts`` hold the bias.

    Options are those of ``mean_time_error``.

    Examples
    --------
    >>> print(MeanTimeError().compare([5, 4, 6, 5], [6, 14]))
    1.0000  timeerror|pairing:nearest|v:1.0.0rc1
    """

    pairing: Pairing = "nearest"

    info: ClassVar[MetricInfo] = _distance_info(
        "timeerror", "mean time error of boundaries", "Truong, Oudre & Vayatis 2020"
    )
    fields: ClassVar[tuple[str, ...]] = ("distance", "boundaries", "ahead")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        found = self._distances(a, b, labelled, self.pairing)
        ahead = found.ahead if self.pairing == "order" else 0.0
        return found.sum_b, choose(found.count_a > 0, found.count_b, 0.0), ahead

    def _parts(self, distance: Column, boundaries: Column, ahead: Column) -> dict[str, Column]:
        return {"bias": ratio_or(ahead, boundaries)} if self.pairing == "order" else {}


class WithinTolerance(ShareMetric, _DistanceMetric):
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


# --------------------------------------------------------------------------------------- Several annotators of a series


_SOURCE = "van den Burg & Williams 2020"


class AnnotatorMetric(Metric):
    """A metric of one hypothesis and all annotators of an item, whose counts are not sums over pairs."""

    def _count(self, *sides: Any, **_: Any) -> Counts:
        raise InputError(f"{self.info.title} compares a hypothesis with several annotators; see task='changepoints'")

    @abstractmethod
    def row(self, annotators: Mapping[str, SegmentationLike], hypothesis: SegmentationLike) -> list[float]:
        """The counts of one item."""


class AnnotatorCovering(ShareMetric, AnnotatorMetric):
    """Mean over annotators of how well the hypothesis covers their segments."""

    info: ClassVar[MetricInfo] = MetricInfo("annotatorcovering", "covering of several annotators", _SOURCE)
    fields: ClassVar[tuple[str, ...]] = ("covering", "items")

    def row(self, annotators: Mapping[str, SegmentationLike], hypothesis: SegmentationLike) -> list[float]:
        """The counts of one item."""
        theirs, mine = _sides(annotators, hypothesis)
        metric = Covering()
        return [math.fsum(metric.compare(one, mine).value for one in theirs.values()) / len(theirs), 1.0]


class AnnotatorF(HarmonicMetric, AnnotatorMetric):
    """F of change points, found when any annotator has one nearby; ``parts`` hold precision and recall.

    Examples
    --------
    >>> AnnotatorF().row({"ann": [10, 10, 25], "ben": [10, 35], "cat": [5, 40]}, [10, 10, 25])
    [3, 3, 3.0, 3]
    """

    tolerance: int = 5

    info: ClassVar[MetricInfo] = MetricInfo("annotatorf", "F against several annotators", _SOURCE)
    fields: ClassVar[tuple[str, ...]] = ("matched", "hypothesis", "recall_sum", "annotators")

    def row(self, annotators: Mapping[str, SegmentationLike], hypothesis: SegmentationLike) -> list[float]:
        """The counts of one item."""
        theirs, mine = _sides(annotators, hypothesis)
        points = [(0, *one.positions) for one in theirs.values()]
        guessed = (0, *mine.positions)

        def matched(one: tuple[int, ...]) -> int:
            a, b = (
                Columns(np.array(side, dtype=np.int64), np.array([0, len(side)]), np.array([mine.mass]))
                for side in (one, guessed)
            )
            return int(tolerance_matches(a, b, self.tolerance)[0])

        union = tuple(sorted({place for one in points for place in one}))
        recalls = math.fsum(matched(one) / len(one) for one in points)
        return [matched(union), len(guessed), recalls, len(points)]

    def _parts(self, matched: Column, hypothesis: Column, recalls: Column, annotators: Column) -> dict[str, Column]:
        return {"precision": ratio_or(matched, hypothesis), "recall": ratio_or(recalls, annotators)}


def annotator_f(
    annotators: Mapping[str, SegmentationLike], hypothesis: SegmentationLike, /, *, tolerance: int = 5
) -> PrecisionRecall:
    """Precision, recall and F of change points against several annotators.

    Precision: the change points of the hypothesis that can be paired one to one with those of all annotators together,
    at most ``tolerance`` apart. Recall: the mean over annotators of the share of theirs that can be paired. As many as
    possible are paired; position 0 is a change point of every side.

    Parameters
    ----------
    annotators
        A segmentation by every annotator, by name.
    hypothesis
        A segmentation of the same units.
    tolerance
        How far apart paired change points may lie.

    Examples
    --------
    >>> annotator_f({"ann": [10, 10, 25], "ben": [10, 35], "cat": [5, 40]}, [10, 10, 25])
    PrecisionRecall(precision=1.0, recall=1.0, f=1.0)

    References
    ----------
    van den Burg & Williams 2020.
    """
    metric = AnnotatorF(tolerance)
    return PrecisionRecall._of(metric._result(metric.row(annotators, hypothesis)))


def annotator_covering(annotators: Mapping[str, SegmentationLike], hypothesis: SegmentationLike, /) -> float:
    """The mean over annotators of how well the hypothesis covers their segments, as ``covering``.

    Examples
    --------
    >>> round(annotator_covering({"ann": [10, 10, 25], "ben": [10, 35], "cat": [5, 40]}, [10, 10, 25]), 4)
    0.7963

    References
    ----------
    van den Burg & Williams 2020.
    """
    return AnnotatorCovering().row(annotators, hypothesis)[0]


def _sides(annotators: object, hypothesis: SegmentationLike) -> tuple[dict[str, Segmentation], Segmentation]:
    """Every annotator's segmentation, checked to be of the same units."""
    given = mapping_of(annotators, "annotators", "a segmentation by every annotator, by name")
    theirs, mine = {name: Segmentation.of(one) for name, one in given.items()}, Segmentation.of(hypothesis)
    if not theirs:
        raise InputError("there is no annotator; expected at least one")
    for name, one in theirs.items():
        if one.mass != mine.mass:
            raise MassMismatchError(f"{name} covers {one.mass} units, the hypothesis covers {mine.mass}")
    return theirs, mine
