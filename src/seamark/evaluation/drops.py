"""Changes of agreement, and how far they move with other items: bootstrap resamples, the same for everybody."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seamark.evaluation.joining import Joined, Panel
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.bootstrap import Bootstrap
from seamark.stats.crossed import Weights
from seamark.stats.intervals import Interval
from seamark.stats.paired import difference
from seamark.stats.resampling import check_resamples, multiplicity_blocks

# One item, resampled, is always itself.
_FEWEST_ITEMS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
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

    def minus(self, other: Figure) -> Figure:
        """The difference on the same resamples."""
        if self.bootstrap is None or other.bootstrap is None:
            return Figure(self.value - other.value, None)
        gap = difference(self.bootstrap, other.bootstrap)
        return Figure(gap.estimate, gap)


def mean_of(figures: Sequence[Figure]) -> Figure:
    """The mean on the same resamples."""
    if len(figures) == 1:
        return figures[0]
    value = float(np.mean([figure.value for figure in figures]))
    made = [figure.bootstrap for figure in figures if figure.bootstrap is not None]
    if not made:
        return Figure(value, None)
    replicates = np.mean([bootstrap.replicates for bootstrap in made], axis=0)
    return Figure(value, Bootstrap(value, replicates, leave_one_out=(), seed=made[0].seed))


def agreements(groups: Sequence[Panel | Joined], *, items: int, resamples: int, seed: int) -> list[Figure]:
    """The agreement of every group, with the same resamples of the items of the study.

    The resamples are those that ``agree`` draws with the same seed. A group that lacks items is judged by those it has.
    """
    check_resamples(resamples)
    if items < _FEWEST_ITEMS:
        return [Figure(group.value, None) for group in groups]
    judged = [_Judged(group, items) for group in groups]
    replicates: list[list[FloatArray]] = [[] for _ in judged]
    for weights in multiplicity_blocks(items, resamples, np.random.default_rng(seed)):
        for values, group in zip(replicates, judged, strict=True):
            values.append(group.under(weights))
    return [
        Figure(group.value, Bootstrap(group.value, np.concatenate(values), leave_one_out=(), seed=seed))
        for group, values in zip(groups, replicates, strict=True)
    ]


class _Judged:
    """A group under weights of all items of the study."""

    def __init__(self, group: Panel | Joined, items: int) -> None:
        panel = group if isinstance(group, Panel) else group.panel
        self._quick = group.coefficient.for_resampling("items")
        self._coders = np.ones((1, group.measured.coders))
        self._columns: Int64Array | None = panel.columns if len(panel.columns) < items else None

    def under(self, weights: FloatArray) -> FloatArray:
        mine = weights if self._columns is None else weights[:, self._columns]
        return self._quick.under(Weights(mine, self._coders))
