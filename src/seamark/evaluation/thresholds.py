"""Scores of predicted probabilities under every threshold, and a threshold that was chosen on other data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.base.checks import finite_number, items_of, one_of, shown
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import S
from seamark.metrics.sums import AVERAGES, Average, Scored
from seamark.model.codings import SegmentationArray
from seamark.model.segmentation import Segmentation, SegmentationLike

#: One entry per item, by name or in the same order.
References: TypeAlias = "Mapping[str, SegmentationLike] | Sequence[SegmentationLike]"
Probabilities: TypeAlias = "Mapping[str, npt.ArrayLike] | Sequence[npt.ArrayLike]"
ChosenOn: TypeAlias = Literal["other data", "all other items"]

_DEFAULT = tuple(step / 20 for step in range(1, 20))


@dataclass(frozen=True, slots=True)
class ThresholdPoint(ResultRecord):
    """A threshold and the score with it; NaN where the score is undefined."""

    threshold: float
    value: float


@dataclass(frozen=True, slots=True)
class ThresholdCurve(ResultRecord):
    """The score under every threshold.

    Attributes
    ----------
    points
        Every threshold with its score, in ascending order.
    best
        The best of them. Its score is too good, because the threshold was chosen on the data that it is scored on.
    value
        The score to report: with thresholds that were chosen without the items they are applied to. NaN with a single
        item and no other data.
    chosen_on
        Where: on the other data that were given, or, for each item, on all other items.
    thresholds
        Those that were chosen: one, or one for each item.
    signature
        The metric with its options, the average and the number of items.
    """

    points: tuple[ThresholdPoint, ...]
    best: ThresholdPoint
    value: float
    chosen_on: ChosenOn
    thresholds: tuple[float, ...]
    signature: Signature

    def rows(self) -> list[dict[str, Any]]:
        """A row per threshold."""
        return [point.to_dict() for point in self.points]

    def __str__(self) -> str:
        chosen = sorted(set(self.thresholds))
        which = " to ".join(f"{end:g}" for end in dict.fromkeys((*chosen[:1], *chosen[-1:]))) or "none"
        return (
            f"{self.value:.4f} with threshold {which}, chosen on {self.chosen_on}; "
            f"best in hindsight {self.best.value:.4f} with {self.best.threshold:g}  {self.signature}"
        )


def threshold_curve(
    reference: References,
    probabilities: Probabilities,
    metric: Metric | str | None = None,
    *,
    thresholds: Iterable[float] = _DEFAULT,
    average: Average = "micro",
    other: tuple[References, Probabilities] | None = None,
) -> ThresholdCurve:
    """The score of predicted boundaries under every threshold, and with a threshold chosen on other data.

    Parameters
    ----------
    reference
        The segmentations that are right, by name of the item or as a list.
    probabilities
        For each item the probability of a boundary at each potential boundary, by the same names or in the same order.
    metric
        What is measured; ``S()`` by default.
    thresholds
        The thresholds to try; a boundary is placed where the probability is at least that.
    average
        ``"micro"`` scores the summed counts of all items, ``"macro"`` is the mean of their scores.
    other
        References and probabilities of other items, such as a development set, on which the threshold is chosen.
        Without them the threshold for each item is chosen on all other items.

    Examples
    --------
    >>> curve = threshold_curve(
    ...     {"poem": [2, 3], "song": [1, 3]},
    ...     {"poem": [0.2, 0.9, 0.4, 0.1], "song": [0.7, 0.3, 0.2]},
    ...     thresholds=[0.25, 0.5, 0.75],
    ... )
    >>> [(point.threshold, round(point.value, 4)) for point in curve.points]
    [(0.25, 0.7143), (0.5, 1.0), (0.75, 0.8571)]
    >>> curve.value, curve.thresholds
    (1.0, (0.5, 0.5))
    """
    measured = S() if metric is None else as_metric(metric)
    one_of(average, "average", AVERAGES)
    levels = _levels(thresholds)
    here = _ThresholdTable.of(measured, average, levels, reference, probabilities)
    best = here.best()
    chosen_on: ChosenOn = "all other items" if other is None else "other data"
    if other is None:
        picked, value = here.leaving_one_out()
    else:
        picked = [_ThresholdTable.of(measured, average, levels, *_two(other)).best()]
        value = float(here.curve[picked[0]])
    points = tuple(ThresholdPoint(*point) for point in zip(levels, here.curve.tolist(), strict=True))
    return ThresholdCurve(points, points[best], value, chosen_on, tuple(levels[i] for i in picked), here.signature)


@dataclass(frozen=True, slots=True)
class _ThresholdTable:
    """Every item under every threshold."""

    metric: Metric
    average: Average
    #: Rows of counts, by threshold, then item: items stand in an order that follows from their content.
    rows: FloatArray
    #: The place of every given item in that order.
    places: list[int]
    curve: FloatArray
    signature: Signature

    @classmethod
    def of(
        cls, metric: Metric, average: Average, levels: list[float], reference: References, probabilities: Probabilities
    ) -> _ThresholdTable:
        paired, likely = _paired(reference, probabilities)
        order = sorted(range(len(likely)), key=lambda item: (paired[item].masses, str(np.ravel(likely[item]).tolist())))
        truth = SegmentationArray.from_segmentations([paired[item] for item in order])
        given = [likely[item] for item in order]
        rows, curve = [], []
        for level in levels:
            placed = [Segmentation.from_probabilities(one, level) for one in given]
            guess = SegmentationArray.from_segmentations(placed)
            bound = metric.bind(truth, guess)
            counted = Scored.of(metric, bound.count())
            sums = counted.summed(metric, bound.signature)
            rows.append(counted.counts)
            curve.append(sums.mean(average))
        places = np.argsort(order).tolist()
        return cls(metric, average, np.array(rows), places, np.array(curve), sums.signature_of(average))

    def best(self) -> int:
        """The threshold with the best score; the lowest of several."""
        if np.isnan(self.curve).all():
            raise UndefinedScoreError(f"{self.metric.info.title} has no value under any threshold")
        return int(self._best_of(self.curve))

    def leaving_one_out(self) -> tuple[list[int], float]:
        """For each item the threshold that is best on all others, and the score of all items with those."""
        items = self.rows.shape[1]
        if items < 2:
            return [], float("nan")
        if self.average == "micro":
            others = self.metric.score_rows(self.rows.sum(axis=1, keepdims=True) - self.rows)
        else:
            scores = self.metric.score_rows(self.rows)
            known = ~np.isnan(scores)
            filled = np.where(known, scores, 0.0)
            left = known.sum(axis=1, keepdims=True) - known
            sums = filled.sum(axis=1, keepdims=True) - filled
            others = np.where(left > 0, sums / np.maximum(left, 1), np.nan)
        picked = np.array([self._best_of(others[:, item]) for item in range(items)])
        taken = Scored.of(self.metric, self.rows[picked, np.arange(items)])
        return picked[self.places].tolist(), float(taken.summed(self.metric).mean(self.average))

    def _best_of(self, scores: FloatArray) -> np.intp:
        upwards = scores if self.metric.info.higher_is_better else -scores
        return np.where(np.isnan(upwards), -np.inf, upwards).argmax()


def _levels(thresholds: object) -> list[float]:
    expected = "a number from 0 to 1"
    given = items_of(thresholds, "thresholds", "numbers from 0 to 1")
    levels = sorted({finite_number(one, "a threshold", lambda level: 0 <= level <= 1, expected) for one in given})
    if not levels:
        raise InputError("thresholds are empty; expected at least one number from 0 to 1")
    return levels


def _two(other: object) -> tuple[Any, Any]:
    if not isinstance(other, tuple) or len(other) != 2:
        raise InputError(f"other is {shown(other)}; expected a tuple of references and probabilities")
    return other


def _paired(reference: Any, probabilities: Any) -> tuple[SegmentationArray, list[Any]]:
    """References and probabilities of the same items in the same order."""
    if isinstance(reference, Mapping) != isinstance(probabilities, Mapping):
        raise InputError("one of reference and probabilities has names of items; expected both or neither")
    if isinstance(reference, Mapping):
        for item in (*reference, *probabilities):
            if item not in reference or item not in probabilities:
                side = "reference" if item not in reference else "probabilities"
                raise InputError(f"item {shown(item)} has no {side}")
        names, truth, given = list(reference), list(reference.values()), [probabilities[item] for item in reference]
    else:
        truth, given = list(items_of(reference, "reference")), list(items_of(probabilities, "probabilities"))
        names = list(range(1, len(truth) + 1))
        if len(truth) != len(given):
            raise InputError(f"there are {len(truth)} references and probabilities of {len(given)} items")
    if not truth:
        raise InputError("there is no item; expected at least one")
    array = SegmentationArray.from_segmentations(
        [one if isinstance(one, Segmentation) else SegmentationArray.of_one(one)[0] for one in truth]
    )
    for name, mass, one in zip(names, array.masses.tolist(), given, strict=True):
        if np.ndim(one) == 1 and len(one) != mass - 1:
            expected = f"expected {mass - 1}, one for each potential boundary"
            raise InputError(f"item {shown(name)} has {len(one)} probabilities and {mass} units; {expected}")
    return array, given
