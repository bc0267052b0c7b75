"""GHD, the generalized Hamming distance (Bookstein, Kulyukin & Raita 2002)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.checks import finite_number
from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import hamming_edits
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.ratios import ratio_or
from seamark.metrics.signature import in_full
from seamark.metrics.single_call import value_call
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class GHD(Metric):
    """Cheapest insertions, deletions and shifts that turn the hypothesis into the reference, per pair.

    Options are those of ``ghd``.

    Examples
    --------
    >>> print(GHD().compare([5, 5, 5, 5], [5, 6, 9]))
    3.0000  ghd|insertion:2|deletion:2|shift:1|v:0.1.0
    """

    insertion: float = 2.0
    deletion: float = 2.0
    shift: float = 1.0

    info: ClassVar[MetricInfo] = MetricInfo(
        "ghd", "generalized Hamming distance", "Bookstein, Kulyukin & Raita 2002", best=0.0, worst=float("inf")
    )
    fields: ClassVar[tuple[str, ...]] = ("insertions", "deletions", "shifted", "pairs")

    def __post_init__(self) -> None:
        for name in ("insertion", "deletion", "shift"):
            given, expected = getattr(self, name), "a finite number of at least 0"
            object.__setattr__(self, name, finite_number(given, f"cost {name}", lambda cost: cost >= 0, expected))

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        edits = hamming_edits(a.columns, b.columns, self.insertion, self.deletion, self.shift)
        return np.column_stack((edits, np.ones(len(a))))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.ghd(self.insertion, self.deletion, self.shift)

    def _score(self, rows: FloatArray) -> FloatArray:
        cost = self.insertion * rows[..., 0] + self.deletion * rows[..., 1] + self.shift * rows[..., 2]
        return ratio_or(cost, rows[..., 3])

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        return {name: in_full(getattr(self, name)) for name in ("insertion", "deletion", "shift")}


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
    return _ghd_of_pair(reference, hypothesis, (insertion, deletion, shift))


_ghd_of_pair = value_call(GHD)
