"""Rows of items behind an overall score: how far it would move with other items, and how far it is from baselines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from seamark.checks import by_name, shown
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.pairing import Pairs
from seamark.metrics.score_table import BaselineScore
from seamark.metrics.sums import Average, Scored
from seamark.model.array import SegmentationArray
from seamark.model.gather import gather
from seamark.stats.intervals import Interval
from seamark.stats.paired_difference import paired_difference, score_interval
from seamark.stats.rows import Score, mean_of_sums, rows_of_values


class Drawn(Protocol):
    """A baseline, such as those of ``seamark.baselines``: segmentations of items, drawn once or several times."""

    @property
    def items(self) -> Sequence[str]:
        """The names of the items."""

    @property
    def draws(self) -> Sequence[SegmentationArray]:
        """One array per draw, with a row per item."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemRows:
    """A row per item, and how sums of rows are scored; NaN where a mean of scores lacks one."""

    rows: FloatArray
    score: Score

    @classmethod
    def of(cls, metric: Metric, parts: Sequence[Scored], average: Average) -> ItemRows:
        """What the overall score of one metric is made of."""
        scores = np.concatenate([np.empty(0), *(part.scores for part in parts)])
        if average == "macro":
            return cls(rows_of_values(scores), mean_of_sums)
        counts = np.concatenate([np.empty((0, len(metric.fields))), *(part.counts for part in parts)])
        return cls(counts, metric.score_rows)

    @property
    def known(self) -> FloatArray:
        """The rows that count."""
        return self.rows[~np.isnan(self.rows).any(axis=1)]

    def interval(self, ci: float, limits: tuple[float, float]) -> Interval:
        """For other items; without ends where it cannot be estimated."""
        found = score_interval(self.known, self.score, ci, limits)
        return Interval(math.nan, math.nan, ci, "jackknife-t") if found is None else found

    def beside(self, other: ItemRows, ci: float, resamples: int, seed: int) -> BaselineScore:
        """The score of a baseline, and how far these are from it on the items of both."""
        value = float(self.score(other.known.sum(axis=0)))
        both = ~np.isnan(self.rows + other.rows).any(axis=1)
        if np.count_nonzero(both) < 2:
            return BaselineScore(value, None)
        rows = self.rows[both], other.rows[both]
        return BaselineScore(value, paired_difference(*rows, self.score, ci=ci, resamples=resamples, rng=seed))


def drawn_scores(metric: Metric, pairs: Pairs, name: str, baseline: Drawn) -> Scored:
    """The means over the draws of a baseline, item by item."""
    place = {item: number for number, item in enumerate(baseline.items)}
    missing = [item for item in pairs.items if item not in place]
    if missing:
        raise InputError(f"baseline {name!r} has no item {missing[0]!r}")
    rows = [place[item] for item in pairs.items]
    counts = np.array([count_pairs(metric, pairs.reference, gather(draw, rows)) for draw in baseline.draws])
    return Scored(counts.mean(axis=0), metric.score_rows(counts).mean(axis=0), {}, None)


def known_baselines(given: object) -> dict[str, Drawn]:
    """Baselines by name; an error for anything else."""
    expected = "what sm.baselines gives"
    known: dict[str, Drawn] = {} if given is None else by_name(given, "baselines", expected)
    for name, one in known.items():
        if not hasattr(one, "items") or not hasattr(one, "draws"):
            raise InputError(f"baseline {name!r} is {shown(one)}; expected {expected}")
    return known
