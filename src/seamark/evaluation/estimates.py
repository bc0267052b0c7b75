"""Agreement of groups, and how far it moves with other items: bootstrap resamples, the same for every group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seamark.evaluation.panel import Joined, Panel
from seamark.kernels.columns import FloatArray
from seamark.stats.bootstrap import Bootstrap
from seamark.stats.intervals import Interval
from seamark.stats.paired import difference
from seamark.stats.resampling import check_resamples, multiplicity_blocks

# One item, resampled, is always itself.
_FEWEST_ITEMS = 2
# Weights of items held at once, in numbers: 8 MB.
_WEIGHTS = 2**20


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """A number and, when there are items to resample, its bootstrap."""

    value: float
    bootstrap: Bootstrap | None

    def interval(self, ci: float) -> Interval | None:
        """The percentile interval, which goes with the p-value; None without resamples."""
        return None if self.bootstrap is None else self.bootstrap.interval(ci)

    @property
    def p_value(self) -> float:
        """Of the hypothesis that the number is 0; NaN without resamples."""
        return math.nan if self.bootstrap is None else self.bootstrap.p_value()

    def minus(self, other: Estimate) -> Estimate:
        """The difference on the same resamples."""
        if self.bootstrap is None or other.bootstrap is None:
            return Estimate(self.value - other.value, None)
        gap = difference(self.bootstrap, other.bootstrap)
        return Estimate(gap.estimate, gap)


def agreements(groups: Sequence[Panel | Joined], *, items: int, resamples: int, seed: int) -> list[Estimate]:
    """The agreement of every group, with the same resamples of the items of the study.

    The resamples are those that ``agree`` draws with the same seed. A group that lacks items is judged by those it has.
    """
    check_resamples(resamples)
    if items < _FEWEST_ITEMS:
        return [Estimate(group.value, None) for group in groups]
    replicates: list[list[FloatArray]] = [[] for _ in groups]
    step = max(1, _WEIGHTS // items)
    for weights in multiplicity_blocks(items, resamples, np.random.default_rng(seed), step=step):
        for values, group in zip(replicates, groups, strict=True):
            values.append(group.under(weights))
    return [
        Estimate(group.value, Bootstrap(group.value, np.concatenate(values), leave_one_out=(), seed=seed))
        for group, values in zip(groups, replicates, strict=True)
    ]
