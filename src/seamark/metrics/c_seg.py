"""C_seg, the segmentation cost of the TDT evaluations (Doddington 1998)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from seamark.checks import finite_number
from seamark.errors import InputError
from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import window_presence
from seamark.metrics.base import MetricInfo
from seamark.metrics.conventions import ConventionName
from seamark.metrics.named_scores import SegmentationCost
from seamark.metrics.ratios import ratio_or
from seamark.metrics.signature import in_full
from seamark.metrics.single_call import scores_call
from seamark.metrics.window_metric import WindowMetric
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class CSeg(WindowMetric):
    """Weighted cost of misses and false alarms at distance k; ``parts`` hold the rates and the normalised cost.

    Options are those of ``c_seg``.

    Examples
    --------
    >>> round(CSeg(k=3).compare([5, 5, 5, 5], [5, 6, 9]).value, 4)
    0.1596
    """

    c_miss: float = 1.0
    c_fa: float = 0.3
    p_seg: float = 0.3

    info: ClassVar[MetricInfo] = MetricInfo(
        "cseg", "TDT segmentation cost C_seg", "Doddington 1998", best=0.0, worst=1.0
    )
    fields: ClassVar[tuple[str, ...]] = ("probes", "different", "missed", "false", "undefined")
    window_kind: ClassVar[str] = "pk"

    def __post_init__(self) -> None:
        super(CSeg, self).__post_init__()
        for name in ("c_miss", "c_fa", "p_seg"):
            value = finite_number(getattr(self, name), name, lambda value: value >= 0, "a number of at least 0")
            object.__setattr__(self, name, value)
        if self.p_seg > 1:
            raise InputError(f"p_seg is {self.p_seg}; expected a probability between 0 and 1")

    @property
    def worst_value(self) -> float:
        """The cost when everything is missed and every probe within a segment is a false alarm."""
        return self.c_miss * self.p_seg + self.c_fa * (1 - self.p_seg)

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        return window_presence(a.columns, b.columns, self.laid)

    def _single(self) -> one_pair.Measure | None:
        return one_pair.c_seg(self.laid, self.c_miss, self.c_fa, self.p_seg)

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        p_miss = ratio_or(rows[..., 2], rows[..., 1])
        p_fa = ratio_or(rows[..., 3], rows[..., 0] - rows[..., 1])
        trivial = min(self.c_miss * self.p_seg, self.c_fa * (1 - self.p_seg))
        return {"p_miss": p_miss, "p_fa": p_fa, "normalized": ratio_or(self._cost(p_miss, p_fa), trivial)}

    def _score(self, rows: FloatArray) -> FloatArray:
        """The cost; undefined unless some probes lie in one reference segment and some in two."""
        parts = self._parts(rows)
        return self._cost(parts["p_miss"], parts["p_fa"])

    def _cost(self, p_miss: FloatArray, p_fa: FloatArray) -> FloatArray:
        return p_miss * self.c_miss * self.p_seg + p_fa * self.c_fa * (1 - self.p_seg)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        constants = {"cmiss": self.c_miss, "cfa": self.c_fa, "pseg": self.p_seg}
        return {**super(CSeg, self)._options(a, b), **{name: in_full(value) for name, value in constants.items()}}

    def _why_undefined(self, counts: Mapping[str, float], reference: SegmentationArray | None = None) -> str:
        if counts["probes"] > 0:
            where = "no probe" if counts["different"] == 0 else "every probe"
            return f"{self.info.title} is undefined: {where} falls into two reference segments"
        return super(CSeg, self)._why_undefined(counts, reference)


def c_seg(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
    c_miss: float = 1.0,
    c_fa: float = 0.3,
    p_seg: float = 0.3,
) -> SegmentationCost:
    """The TDT cost: misses and false alarms of probes ``k`` apart, weighted by what they cost and how likely they are.

    ``p_miss`` is the chance that the hypothesis puts two units into one segment that the reference parts; ``p_fa`` the
    chance that it parts two that the reference keeps together. ``k`` and ``convention`` are those of ``pk``.

    Examples
    --------
    >>> [round(value, 4) for value in c_seg([5, 5, 5, 5], [5, 6, 9], k=3)]
    [0.4444, 0.125, 0.1596, 0.7599]

    References
    ----------
    Doddington 1998, after the description in the literature.
    """
    return _c_seg_of_pair(reference, hypothesis, (k, convention, c_miss, c_fa, p_seg))


_c_seg_of_pair = scores_call(SegmentationCost, CSeg)
