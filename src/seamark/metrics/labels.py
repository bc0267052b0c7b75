"""Action segmentation: labelled segments of a video, compared as runs and unit by unit.

================= ======================================================================= ========================
``action_f1``      runs of the hypothesis that overlap a reference run of their label enough  Lea et al. 2017
``edit_score``     edit distance of the labels of the runs, wherever they begin and end       Lea et al. 2016
``unit_accuracy``  share of units with the same label ("mean over frames")                    Farha & Gall 2019
================= ======================================================================= ========================

Neighbours with one label are one run; runs with a background label (``background``) are left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np

from seamark.base.checks import finite_number
from seamark.kernels.columns import Column, Columns, Int32Array, units_of
from seamark.kernels.spans import action_matches, equally_labelled, run_edits
from seamark.metrics.base import FMetric, Metric, MetricInfo, ShareMetric
from seamark.metrics.counting import Counts, PrecisionRecall, Side, ratio_or, shared_types
from seamark.metrics.signature import in_signature
from seamark.model.labelled import LabelledSegmentation, checked_background

__all__ = ["ActionF1", "EditScore", "UnitAccuracy", "action_f1", "edit_score", "unit_accuracy"]

#: Whose code: in "ms-tcn2", and in the release of 2019, the last run ends one unit early.
ActionConvention: TypeAlias = Literal["ms-tcn", "ms-tcn2"]

#: Labels that mean background.
Background: TypeAlias = Annotated[tuple[Hashable, ...], lambda given, _: checked_background(given)]

_THRESHOLD = "a number above 0, at most 1"
_CITATION = "Lea et al. 2017; Farha & Gall 2019"
#: What is known of all three.
_run_info = partial(MetricInfo, kinds=("labels",))


def _with_background(one: Side, other: Side, background: tuple[Hashable, ...]) -> tuple[Any, Any, tuple[Int32Array]]:
    """Both sides, and the codes of the labels that mean background."""
    a, b, labels = shared_types(one, other)
    return a, b, (np.array([code for code, label in enumerate(labels) if label in background], dtype=np.int32),)


class ActionF1(FMetric):
    """F1 of runs that overlap enough; ``parts`` hold precision and recall.

    Options are those of ``action_f1``.

    Examples
    --------
    >>> reference, hypothesis = (LabelledSegmentation.from_labels(units) for units in ("AAABBB", "AABBBB"))
    >>> print(ActionF1(threshold=0.75).compare(reference, hypothesis))
    0.5000  actionf1|conv:ms-tcn|threshold:0.75|background:none|v:1.0.0rc1
    """

    threshold: Annotated[float, partial(finite_number, fits=lambda share: 0 < share <= 1, expected=_THRESHOLD)] = 0.5
    background: Background = ()
    convention: ActionConvention = "ms-tcn"

    info: ClassVar[MetricInfo] = _run_info("actionf1", "F1 of action runs", _CITATION)
    fields: ClassVar[tuple[str, ...]] = ("tp", "fp", "fn")

    def _resolve(self, one: Side, other: Side) -> tuple[Any, Any, tuple[Int32Array]]:
        return _with_background(one, other, self.background)

    def _count(self, a: Columns, b: Columns, background: Int32Array) -> Counts:
        return action_matches(a, b, background, self.convention == "ms-tcn2", self.threshold)

    def _options(self) -> dict[str, object]:
        named = {"conv": self.convention, "threshold": self.threshold, "background": self.background}
        return {name: in_signature(value) for name, value in named.items()}


class EditScore(Metric):
    """1 minus the edit distance of the labels of the runs over the larger number of runs.

    Options are those of ``edit_score``.

    Examples
    --------
    >>> reference, hypothesis = (LabelledSegmentation.from_labels(units) for units in ("AABBA", "AAABB"))
    >>> print(EditScore().compare(reference, hypothesis))
    0.6667  edit|background:none|v:1.0.0rc1
    """

    background: Background = ()

    info: ClassVar[MetricInfo] = _run_info("edit", "edit score of action runs", "Lea et al. 2016", symmetric=True)
    fields: ClassVar[tuple[str, ...]] = ("distance", "longest")

    def _resolve(self, one: Side, other: Side) -> tuple[Any, Any, tuple[Int32Array]]:
        return _with_background(one, other, self.background)

    def _count(self, a: Columns, b: Columns, background: Int32Array) -> Counts:
        return run_edits(a, b, background)

    def _score(self, distance: Column, longest: Column) -> Column:
        """1 where neither side has a run."""
        return 1.0 - ratio_or(distance, longest, otherwise=0.0)


class UnitAccuracy(ShareMetric):
    """Share of the units that have the same label ("mean over frames", MoF).

    Examples
    --------
    >>> reference, hypothesis = (LabelledSegmentation.from_labels(units) for units in ("AABBA", "AAABB"))
    >>> print(UnitAccuracy().compare(reference, hypothesis))
    0.6000  accuracy|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _run_info("accuracy", "accuracy of units", _CITATION, symmetric=True)
    fields: ClassVar[tuple[str, ...]] = ("same", "total")

    def _count(self, a: Columns, b: Columns) -> Counts:
        return *equally_labelled(a, b), units_of(a.masses) - 1


def action_f1(
    reference: LabelledSegmentation,
    hypothesis: LabelledSegmentation,
    /,
    *,
    threshold: float = 0.5,
    background: Iterable[Hashable] = (),
    convention: ActionConvention = "ms-tcn",
) -> PrecisionRecall:
    """F1@t: runs of the hypothesis that overlap a reference run of their label enough.

    Neighbours with one label are one run. Every run of the hypothesis, in order, takes the reference run of its label
    with the largest intersection over union, if that is at least the threshold and the run is still free.

    Parameters
    ----------
    reference, hypothesis
        Two labelled segmentations of the same units.
    threshold
        The least intersection over union; papers print 0.1, 0.25 and 0.5.
    background
        Labels that mean background; their runs are left out.
    convention
        ``"ms-tcn2"``: the last run ends one unit early, as in the code of MS-TCN++ and in many printed numbers.

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
    >>> other = LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")])
    >>> action_f1(song, other)
    PrecisionRecall(precision=0.75, recall=1.0, f=0.8571428571428571)

    References
    ----------
    Lea et al. 2017; Farha & Gall 2019.
    """
    return PrecisionRecall._of(ActionF1(threshold, background, convention).compare(reference, hypothesis))  # type: ignore[arg-type]


def edit_score(
    reference: LabelledSegmentation, hypothesis: LabelledSegmentation, /, *, background: Iterable[Hashable] = ()
) -> float:
    """How far the runs of labels have the right order, regardless of their ends; 1 means the same order.

    Neighbours with one label are one run; runs of ``background`` are left out.

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
    >>> edit_score(song, LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")]))
    0.75

    References
    ----------
    Lea et al. 2016.
    """
    return EditScore(background).compare(reference, hypothesis).value  # type: ignore[arg-type]


def unit_accuracy(reference: LabelledSegmentation, hypothesis: LabelledSegmentation, /) -> float:
    """Share of the units that have the same label, background included.

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
    >>> unit_accuracy(song, LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")]))
    0.75
    """
    return UnitAccuracy().compare(reference, hypothesis).value
