"""WinPR: precision and recall over windows (Scaiano & Inkpen 2012)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.rows import window_sums
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.conventions import CONVENTIONS, k_in_signature, window_size
from seamark.metrics.named_scores import WindowConfusion
from seamark.metrics.ratios import f_of, precision_and_recall
from seamark.metrics.single_call import scores_call
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike

_LAYOUT = CONVENTIONS["pevzner-hearst"]


@dataclass(frozen=True, slots=True)
class WinPR(Metric):
    """F over windows; ``parts`` hold precision and recall.

    Options are those of ``win_pr``.

    Examples
    --------
    >>> print(WinPR(k=3).compare([5, 5, 5, 5], [5, 6, 9]))
    0.6667  winpr|k:3|v:0.1.0
    """

    k: int | None = None

    info: ClassVar[MetricInfo] = MetricInfo("winpr", "WinPR F", "Scaiano & Inkpen 2012")
    fields: ClassVar[tuple[str, ...]] = ("tp", "fp", "fn", "tn")

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", window_size(self.k))

    def _sizes(self, reference: SegmentationArray) -> Int64Array:
        # A single unit has no potential boundary, so any window will do.
        return np.maximum(_LAYOUT.k_for(reference, self.k), 1)

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        k = self._sizes(a)
        counts = window_sums(a.columns, b.columns, k) / k[:, np.newaxis]
        return np.column_stack((counts, (a.masses - 1) - counts.sum(axis=1)))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.win_pr(_LAYOUT.windows(self.k, None))

    def _score(self, rows: FloatArray) -> FloatArray:
        return f_of(rows[..., 0], rows[..., 1], rows[..., 2])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return precision_and_recall(rows)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """The window size, with its value when that is the same for all pairs."""
        return {"k": k_in_signature(_LAYOUT.rule, self.k, None if a is None else self._sizes(a))}


def win_pr(reference: SegmentationLike, hypothesis: SegmentationLike, /, *, k: int | None = None) -> WindowConfusion:
    """Precision and recall over windows that slide off both ends, so that every boundary counts alike.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    k
        The window size in potential boundaries; by default half the mean reference segment, at least 2.

    Returns
    -------
    WindowConfusion
        ``tp``, ``fp``, ``fn``, ``tn`` in boundaries; ``precision``, ``recall``, ``f``.

    Examples
    --------
    >>> result = win_pr([5, 5, 5, 5], [5, 6, 9], k=3)
    >>> [round(count, 4) for count in result[:3]]
    [1.6667, 0.3333, 1.3333]

    References
    ----------
    Scaiano & Inkpen 2012.
    """
    return _win_pr_of_pair(reference, hypothesis, (k,))


_win_pr_of_pair = scores_call(WindowConfusion, WinPR)
