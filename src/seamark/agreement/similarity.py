"""A metric as a similarity from 0 to 1, and the counts of many pairs of codings."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from seamark.agreement.pair_tally import summed_blocks
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.pair_sums import CodedItems, PairSums
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs, sum_pairs
from seamark.metrics.names import as_metric
from seamark.model.array import SegmentationArray
from seamark.model.coder_pairs import row_blocks
from seamark.model.gather import gather


@dataclass(frozen=True, slots=True)
class Similarity:
    """A metric as a similarity from 0 to 1: a penalty ``p`` is used as ``1 - p``.

    Examples
    --------
    >>> from seamark import S, WindowDiff
    >>> Similarity(S()).label, Similarity(WindowDiff()).label
    ('S', '1-windowdiff')
    """

    metric: Metric

    def __post_init__(self) -> None:
        info = self.metric.info
        worst = self.metric.worst_value
        if not (math.isfinite(info.best) and math.isfinite(worst)):
            raise InputError(f"{info.title} has no worst value, so it cannot be turned into an agreement")
        if info.higher_is_better and worst < 0:
            raise InputError(
                f"{info.title} is corrected for chance itself, and agreement would correct it again; "
                "expected a metric from 0 to 1, such as S, B or rand"
            )
        if not info.higher_is_better and worst > 1:
            raise InputError(
                f"{info.title} can reach {worst:g} with these options, so that 1 - value is no agreement; "
                "expected costs of at most 1"
            )

    @classmethod
    def of(cls, metric: Metric | str | None) -> Similarity:
        """A metric, or one by its name; ``S()`` when none is given."""
        return cls(as_metric(metric))

    @property
    def label(self) -> str:
        """How the metric is named in a signature."""
        name = self.metric.info.name
        return name if self.metric.info.higher_is_better else f"1-{name}"

    def of_rows(self, rows: FloatArray) -> FloatArray:
        """The similarity of every sum of rows of the metric's counts."""
        scores = self.metric.score_rows(rows)
        return scores if self.metric.info.higher_is_better else 1.0 - scores

    def pair_rows(
        self, one: SegmentationArray, rows_one: Int64Array, other: SegmentationArray, rows_other: Int64Array
    ) -> FloatArray:
        """For every pair of rows the metric's counts, how many comparisons have no value of their own, and a 1.

        A metric that tells reference from hypothesis makes two comparisons per pair, one in each direction.
        """
        width = len(self.metric.fields)
        rows = np.empty((len(rows_one), width + 2))
        rows[:, -1] = 1.0
        for part in row_blocks(one, rows_one, other, rows_other):
            a, b = gather(one, rows_one[part]), gather(other, rows_other[part])
            counts = count_pairs(self.metric, a, b)
            undefined = np.isnan(self.metric.score_rows(counts)).astype(np.float64)
            if not self.metric.info.symmetric:
                other_way = count_pairs(self.metric, b, a)
                counts += other_way
                undefined += np.isnan(self.metric.score_rows(other_way))
            rows[part, :width], rows[part, width] = counts, undefined
        return rows

    def pair_sums(self, codings: SegmentationArray, coded: CodedItems) -> PairSums:
        """The sums of these rows over every two codings of an item."""
        sums = sum_pairs(self.metric, codings, coded)
        if sums is None:
            return summed_blocks(self, codings, coded)
        # A metric that gives sums by itself has a value for every pair.
        numbers = zip(sums, coded.numbers(), strict=True)
        return PairSums(*(np.column_stack((rows, np.zeros(len(rows)), number)) for rows, number in numbers))
