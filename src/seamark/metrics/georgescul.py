"""WindowDiff split into misses and false alarms (Georgescul et al. 2006)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import window_differences, window_presence
from seamark.metrics.base import MetricInfo
from seamark.metrics.conventions import ConventionName
from seamark.metrics.named_scores import MissAndFalseAlarm
from seamark.metrics.ratios import ratio_or
from seamark.metrics.single_call import scores_call
from seamark.metrics.window_metric import WindowMetric
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class Georgescul(WindowMetric):
    """Mean of the miss rate and the false-alarm rate of windows; ``parts`` hold the two.

    Examples
    --------
    >>> round(Georgescul(k=3).compare([5, 5, 5, 5], [5, 6, 9]).value, 4)
    0.2516
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "georgescul",
        "WindowDiff split into misses and false alarms",
        "Georgescul, Clark & Armstrong 2006",
        best=0.0,
        worst=1.0,
    )
    fields: ClassVar[tuple[str, ...]] = ("windows", "with_boundary", "missed", "false", "undefined")
    window_kind: ClassVar[str] = "windowdiff"

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        windows, missed, false, undefined = window_differences(a.columns, b.columns, self.laid).T
        with_boundary = window_presence(a.columns, b.columns, self.laid)[:, 1]
        return np.column_stack((windows, with_boundary, missed, false, undefined))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.georgescul(self.laid)

    def _score(self, rows: FloatArray) -> FloatArray:
        """Mean of the two rates; undefined when no window holds a reference boundary."""
        parts = self._parts(rows)
        return (parts["miss"] + parts["false_alarm"]) / 2

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {"miss": ratio_or(rows[..., 2], rows[..., 1]), "false_alarm": ratio_or(rows[..., 3], rows[..., 0])}

    def _why_undefined(self, counts: Mapping[str, float], reference: SegmentationArray | None = None) -> str:
        if counts["windows"] > 0:
            return f"{self.info.title} is undefined: no window holds a reference boundary"
        return super(Georgescul, self)._why_undefined(counts, reference)


def georgescul(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
) -> MissAndFalseAlarm:
    """WindowDiff's errors as a rate of misses and a rate of false alarms.

    The miss rate is the share of windows with too few boundaries among those where the reference has one; the
    false-alarm rate is the share of all windows that have too many. ``k`` and ``convention`` are those of
    ``window_diff``.

    Examples
    --------
    >>> [round(rate, 4) for rate in georgescul([5, 5, 5, 5], [5, 6, 9], k=3)]
    [0.4444, 0.0588, 0.2516]

    References
    ----------
    Georgescul, Clark & Armstrong 2006, after the description in the literature.
    """
    return _georgescul_of_pair(reference, hypothesis, (k, convention))


_georgescul_of_pair = scores_call(MissAndFalseAlarm, Georgescul)
