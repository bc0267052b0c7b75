"""R_FN and R_FP: units missing from, and too many in, the segment of each unit (Franz et al. 2007)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

import numpy as np

from seamark.choices import one_of
from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import unit_errors
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.named_scores import UnitErrorRates
from seamark.metrics.ratios import ratio_or
from seamark.metrics.single_call import scores_call
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike

Direction: TypeAlias = Literal["both", "forward"]


@dataclass(frozen=True, slots=True)
class Franz(Metric):
    """Units missed plus units too many, per unit; ``parts`` hold the two rates.

    Options are those of ``franz``.

    Examples
    --------
    >>> print(Franz().compare([5, 5, 5, 5], [5, 6, 9]))
    2.9000  franz|direction:both|v:0.1.0
    """

    direction: Direction = "both"

    info: ClassVar[MetricInfo] = MetricInfo(
        "franz", "R_FN + R_FP", "Franz, McCarley & Xu 2007", best=0.0, worst=float("inf"), symmetric=True
    )
    fields: ClassVar[tuple[str, ...]] = ("missed", "extra", "units")

    def __post_init__(self) -> None:
        one_of(self.direction, "direction", get_args(Direction))

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        errors = unit_errors(a.columns, b.columns, forward=self.direction == "forward")
        return np.column_stack((errors, a.masses))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.franz(self.direction == "forward")

    def _score(self, rows: FloatArray) -> FloatArray:
        return ratio_or(rows[..., 0] + rows[..., 1], rows[..., 2])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {"r_fn": ratio_or(rows[..., 0], rows[..., 2]), "r_fp": ratio_or(rows[..., 1], rows[..., 2])}

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        return {"direction": self.direction}


def franz(
    reference: SegmentationLike, hypothesis: SegmentationLike, /, *, direction: Direction = "both"
) -> UnitErrorRates:
    """Units that the hypothesis takes from, and adds to, the reference segment of a unit, on average.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    direction
        ``"both"`` looks at the whole segment of each unit, ``"forward"`` only at the units after it.

    Returns
    -------
    UnitErrorRates
        ``r_fn`` and ``r_fp``.

    Examples
    --------
    >>> franz([5, 5, 5, 5], [5, 6, 9])
    UnitErrorRates(r_fn=0.4, r_fp=2.5)

    References
    ----------
    Franz, McCarley & Xu 2007, after the description in the literature.
    """
    return _franz_of_pair(reference, hypothesis, (direction,))


_franz_of_pair = scores_call(UnitErrorRates, Franz)
