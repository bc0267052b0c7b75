"""WindowDiff (Pevzner & Hearst 2002), under every convention in use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import window_differences
from seamark.metrics.base import MetricInfo
from seamark.metrics.conventions import ConventionName, Padding, padding_named
from seamark.metrics.single_call import value_call
from seamark.metrics.window_metric import WindowMetric, share_of_windows
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class WindowDiff(WindowMetric):
    """Share of windows in which the two segmentations place different numbers of boundaries.

    Options are those of ``window_diff``.

    Examples
    --------
    >>> print(WindowDiff().compare([5, 5, 5, 5], [5, 6, 9]))
    0.2941  windowdiff|conv:pevzner-hearst|k:half-mean=3|pad:none|v:0.1.0
    """

    padding: Padding | None = None

    info: ClassVar[MetricInfo] = MetricInfo("windowdiff", "WindowDiff", "Pevzner & Hearst 2002", best=0.0, worst=1.0)
    fields: ClassVar[tuple[str, ...]] = ("windows", "differ", "undefined")
    window_kind: ClassVar[str] = "windowdiff"

    def __post_init__(self) -> None:
        super(WindowDiff, self).__post_init__()
        object.__setattr__(self, "padding", padding_named(self.padding))

    @property
    def effective_padding(self) -> Padding | None:
        """The padding asked for, or that of the convention."""
        return self.padding or self.layout.padding

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        windows, more, fewer, undefined = window_differences(a.columns, b.columns, self.laid).T
        return np.column_stack((windows, more + fewer, undefined))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.window_diff(self.laid)

    def _score(self, rows: FloatArray) -> FloatArray:
        return share_of_windows(rows[..., 1], rows[..., 0], rows[..., 2])

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        return {**super(WindowDiff, self)._options(a, b), "pad": self.effective_padding or "none"}


def window_diff(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
    padding: Padding | None = None,
) -> float:
    """Share of windows in which the two segmentations place different numbers of boundaries.

    Lower is better; 0 means that no window differs. With the same ``k`` for both orders it is symmetric, but ``k``
    follows the reference unless it is given.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    k
        The window size in units; by default what the convention makes of the reference, about half its mean segment.
    convention
        How k is chosen and windows are laid; ``seamark.audit`` shows what difference it makes.
    padding
        ``"lamprier"`` adds k units at each end, so that errors near the ends count as much as others.

    Raises
    ------
    UndefinedScoreError
        When there is no window, as with a ``k`` of the mass or more.
    MassMismatchError, InputError
        When the two cannot be compared, or an option cannot be used.

    Examples
    --------
    >>> window_diff([5, 5, 5, 5], [5, 6, 9], k=2)
    0.2222222222222222

    References
    ----------
    Pevzner & Hearst 2002; Lamprier et al. 2007 for the padding.
    """
    return _window_diff_of_pair(reference, hypothesis, (k, convention, padding))


_window_diff_of_pair = value_call(WindowDiff)
