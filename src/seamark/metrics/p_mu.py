"""P_mu, the ancestor of Pk (Beeferman, Berger & Lafferty 1997)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.checks import finite_number
from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray
from seamark.kernels.rows import pair_weights
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.ratios import ratio_or
from seamark.metrics.signature import in_full
from seamark.metrics.single_call import value_call
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class PMu(Metric):
    """Chance that both judge two units alike (one segment or two), near pairs being likelier.

    Options are those of ``p_mu``.

    Examples
    --------
    >>> print(PMu(mu=0.2).compare([5, 5, 5, 5], [5, 6, 9]))
    0.7872  pmu|mu:0.2|v:0.1.0
    """

    mu: float | None = None

    info: ClassVar[MetricInfo] = MetricInfo("pmu", "P_mu", "Beeferman, Berger & Lafferty 1997")
    fields: ClassVar[tuple[str, ...]] = ("alike", "total")

    def __post_init__(self) -> None:
        if self.mu is not None:
            mu = finite_number(self.mu, "mu", lambda mu: mu >= 0, "a finite number of at least 0")
            object.__setattr__(self, "mu", mu)

    def _rates(self, reference: SegmentationArray) -> FloatArray:
        if self.mu is not None:
            return np.full(len(reference), self.mu)
        return (np.diff(reference.columns.offsets) + 1) / reference.masses

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        same_a, same_b, same_both, total = pair_weights(a.columns, b.columns, self._rates(a)).T
        return np.column_stack((total - ((same_a - same_both) + (same_b - same_both)), total))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.p_mu(math.nan if self.mu is None else self.mu)

    def _score(self, rows: FloatArray) -> FloatArray:
        """Share of the weight; 1 where there is no pair of units."""
        return ratio_or(rows[..., 0], rows[..., 1], otherwise=1.0)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """The rate mu, with its value when that is the same for all pairs."""
        if self.mu is not None:
            return {"mu": in_full(self.mu)}
        rates = np.empty(0) if a is None else self._rates(a)
        same = rates.size and np.all(rates == rates[0])
        return {"mu": f"1/mean={rates[0]:.6g}" if same else "1/mean"}


def p_mu(reference: SegmentationLike, hypothesis: SegmentationLike, /, *, mu: float | None = None) -> float:
    """Chance that the two segmentations agree on whether two units lie in one segment.

    Pairs of units are drawn with a probability that falls with their distance as exp(-mu * distance). Higher is
    better. The cost follows the number of boundaries.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    mu
        How quickly the probability falls; by default 1 over the mean reference segment.

    Examples
    --------
    >>> round(p_mu([5, 5, 5, 5], [5, 6, 9]), 4)
    0.7872

    References
    ----------
    Beeferman, Berger & Lafferty 1997, after the description in the literature.
    """
    return _p_mu_of_pair(reference, hypothesis, (mu,))


_p_mu_of_pair = value_call(PMu)
