"""A hypothesis against several annotators of one series, as change points are scored (van den Burg & Williams 2020).

``annotator_f`` counts a change point of the hypothesis as right when any annotator has one nearby, and as found for
each annotator by himself; ``annotator_covering`` is the mean of the coverings of all annotators. Position 0 counts as a
change point on every side, as published.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from seamark.base.checks import mapping_of
from seamark.base.errors import InputError
from seamark.kernels.columns import Column, Columns
from seamark.kernels.rows import tolerance_matches
from seamark.metrics.base import Counts, HarmonicMetric, Metric, MetricInfo, PrecisionRecall, ratio_or
from seamark.metrics.partitions import Covering
from seamark.model.segmentation import Segmentation, SegmentationLike

__all__ = ["annotator_covering", "annotator_f"]

_SOURCE = "van den Burg & Williams 2020"


@dataclass(frozen=True, slots=True)
class AnnotatorMetric(Metric):
    """A metric of one hypothesis and all annotators of an item, whose counts are not sums over pairs."""

    def _count(self, *sides: Any, **_: Any) -> Counts:
        raise InputError(f"{self.info.title} compares a hypothesis with several annotators; see task='changepoints'")

    @abstractmethod
    def row(self, annotators: Mapping[str, SegmentationLike], hypothesis: SegmentationLike) -> list[float]:
        """The counts of one item."""


@dataclass(frozen=True, slots=True)
class AnnotatorCovering(AnnotatorMetric):
    """Mean over annotators of how well the hypothesis covers their segments."""

    info: ClassVar[MetricInfo] = MetricInfo("annotatorcovering", "covering of several annotators", _SOURCE)
    fields: ClassVar[tuple[str, ...]] = ("covering", "items")

    def row(self, annotators: Mapping[str, SegmentationLike], hypothesis: SegmentationLike) -> list[float]:
        """The counts of one item."""
        theirs, mine = _sides(annotators, hypothesis)
        metric = Covering()
        return [math.fsum(metric.compare(one, mine).value for one in theirs.values()) / len(theirs), 1.0]

    def _score(self, covering: Column, items: Column) -> Column:
        return ratio_or(covering, items)


@dataclass(frozen=True, slots=True)
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
            return int(tolerance_matches(a, b, self.tolerance))

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
    possible are paired; position 0 is a change point of everybody.

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
    """Everybody's segmentation, checked to be of the same units."""
    given = mapping_of(annotators, "annotators", "a segmentation by every annotator, by name")
    theirs, mine = {name: Segmentation.of(one) for name, one in given.items()}, Segmentation.of(hypothesis)
    if not theirs:
        raise InputError("there is no annotator; expected at least one")
    for name, one in theirs.items():
        if one.mass != mine.mass:
            raise InputError(f"{name} covers {one.mass} units, the hypothesis {mine.mass}; both must cover the same")
    return theirs, mine
