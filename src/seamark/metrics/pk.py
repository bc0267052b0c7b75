"""Pk (Beeferman et al. 1999), under every convention in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import window_presence
from seamark.metrics.base import MetricInfo
from seamark.metrics.conventions import ConventionName
from seamark.metrics.single_call import value_call
from seamark.metrics.window_metric import WindowMetric, share_of_windows
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class Pk(WindowMetric):
    """Share of probes in which the two disagree on whether units k apart lie in one segment.

    Options are those of ``pk``.

    Examples
    --------
    >>> print(Pk(k=2).compare([5, 5, 5, 5], [5, 6, 9]))
    0.2222  pk|conv:pevzner-hearst|k:2|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo("pk", "Pk", "Beeferman, Berger & Lafferty 1999", best=0.0, worst=1.0)
    fields: ClassVar[tuple[str, ...]] = ("probes", "differ", "undefined")
    window_kind: ClassVar[str] = "pk"

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        probes, _, missed, false, undefined = window_presence(a.columns, b.columns, self.laid).T
        return np.column_stack((probes, missed + false, undefined))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.pk(self.laid)

    def _score(self, rows: FloatArray) -> FloatArray:
        return share_of_windows(rows[..., 1], rows[..., 0], rows[..., 2])


def pk(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
) -> float:
    """Share of probes in which the two segmentations disagree on whether units ``k`` apart lie in one segment.

    Lower is better. Parameters and errors are those of ``window_diff``.

    Examples
    --------
    >>> pk([5, 5, 5, 5], [5, 6, 9], k=3)
    0.29411764705882354

    References
    ----------
    Beeferman, Berger & Lafferty 1999.
    """
    return _pk_of_pair(reference, hypothesis, (k, convention))


_pk_of_pair = value_call(Pk)
