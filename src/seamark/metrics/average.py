"""One value for many pairs: micro (a score of summed counts) or macro (a mean of scores)."""

from __future__ import annotations

from dataclasses import dataclass

from seamark.choices import one_of
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.names import as_metric
from seamark.metrics.signature import Signature
from seamark.metrics.sums import AVERAGES, Average, Scored
from seamark.model.arrays import Many, array_of
from seamark.results import ResultRecord


@dataclass(frozen=True, slots=True)
class Mean(ResultRecord):
    """The score of many pairs.

    Attributes
    ----------
    value
        The mean; NaN when no pair has a score.
    pairs
        How many pairs there were.
    undefined
        How many of them have no score. They are left out of the mean, never in silence.
    scores
        The score of every pair, NaN where it is undefined.
    signature
        The metric with its options, the kind of mean and the number of pairs.
    """

    value: float
    pairs: int
    undefined: int
    scores: FloatArray
    signature: Signature

    def __str__(self) -> str:
        note = f" ({self.undefined} of {self.pairs} pairs undefined)" if self.undefined else ""
        return f"{self.value:.4f}{note}  {self.signature}"


def mean_score(
    metric: Metric | str,
    a: Many,
    b: Many,
    *,
    average: Average = "macro",
    workers: int | None = None,
) -> Mean:
    """The mean score of many pairs.

    Parameters are those of ``score_pairs``, and ``average``: ``"macro"`` is the mean of the pairs' scores, ``"micro"``
    the score of the summed counts, in which long texts weigh more.

    Examples
    --------
    >>> from seamark import S
    >>> print(mean_score(S(), [[2, 3], [5]], [[2, 3], [4, 1]]))
    0.8750  S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:0.1.0
    """
    one_of(average, "average", AVERAGES)
    metric = as_metric(metric, default=None)
    one, other = array_of(a), array_of(b)
    scored = Scored.of(metric, count_pairs(metric, one, other, workers=workers))
    sums = scored.summed(metric, metric.signature(one, other))
    return Mean(sums.mean(average), sums.pairs, sums.undefined, scored.scores, sums.signature_of(average))
