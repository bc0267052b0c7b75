"""The table of pairs: which codings are compared, by their row numbers; and what many pairs score.

``score``, ``agree``, ``compare`` and ``audit`` list pairs, count them with a bound metric, and sum: they differ in
which pairs they list and how they sum, and in nothing else.

- ``Pairs.within(item, coder)``: every two codings of an item;
- ``Pairs.between(reference, hypothesis)``: codings of the same item in two corpora.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from seamark.base.checks import one_of, shown, whole_number
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import Columns, FloatArray, Int64Array, block_ends
from seamark.kernels.edit import CodedItems, PairSums, pair_blocks
from seamark.kernels.fused import EditJob, Job, WindowJob
from seamark.metrics.base import Metric
from seamark.metrics.edit import StudyTypes
from seamark.metrics.names import as_metric
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import B, S
from seamark.metrics.sums import AVERAGES, Average, Scored
from seamark.metrics.windows import Pk, WindowDiff
from seamark.model.codings import CodingLike, Codings, CodingsLike
from seamark.model.segmentation import DEFAULT_TYPE

#: Boundaries on a side of a block of pairs. All pairs of one long text repeat its boundaries many times; parts of this
#: size stay in the processor's cache, and were measured to be quickest.
BLOCK_BOUNDARIES = 2**18
#: Pairs of spans or hierarchies in a block.
_BLOCK_PAIRS = 2**14


@dataclass(frozen=True, eq=False)
class Pairs:
    """Which codings are compared: numbers of rows, never copies.

    Attributes
    ----------
    a, b
        The rows of the two sides, the reference first where that matters.
    item
        The number of the item that both are codings of.

    Examples
    --------
    >>> pairs = Pairs(np.array([0, 0]), np.array([1, 2]), np.array([0, 0]))
    >>> codings = Codings.of([[2, 3], [5], [4, 1]])
    >>> S().bind(codings).count(pairs).tolist()
    [[4.0, 1.0], [4.0, 2.0]]
    """

    a: Int64Array
    b: Int64Array
    item: Int64Array

    @staticmethod
    def within(item: Int64Array, coder: Int64Array, items: int, coders: int) -> PairsWithin:
        """Every two codings of an item; ``item``, ascending, and ``coder`` number the rows of the codings."""
        return PairsWithin(CodedItems.of(item, coder, items, coders), item)

    def __len__(self) -> int:
        return len(self.a)

    def swapped(self) -> Pairs:
        """The same pairs with the other side first."""
        return Pairs(self.b, self.a, self.item)

    def part(self, rows: Any) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.a[rows], self.b[rows], self.item[rows])

    def blocks(self, a: Any, b: Any) -> Iterator[Pairs]:
        """The pairs in parts whose rows of these columns, when they are copied, stay in the processor's cache."""
        if isinstance(a, Columns):
            ends = block_ends(a, self.a, b, self.b, BLOCK_BOUNDARIES)
        else:
            ends = range(_BLOCK_PAIRS, len(self) + _BLOCK_PAIRS, _BLOCK_PAIRS)
        start = 0
        for end in ends:
            yield self.part(slice(start, end))
            start = end


class PairsWithin(Pairs):
    """Every two codings of an item; item after item, the first coder before the second.

    There may be very many, so that the columns are made only when somebody asks for them; ``blocks`` and ``summed``
    need little memory.

    Attributes
    ----------
    coded
        The codings by item, and who met whom.
    first, second
        The numbers of the two coders of every pair.
    """

    def __init__(self, coded: CodedItems, item: Int64Array) -> None:
        self.__dict__.update(coded=coded, _item=item)

    coded: CodedItems
    _item: Int64Array

    @cached_property
    def _rows(self) -> tuple[Int64Array, Int64Array]:
        row = np.arange(len(self._item))
        # A row is the first of as many pairs as rows follow it within its item.
        followers = np.searchsorted(self._item, self._item, side="right") - row - 1
        first = np.repeat(row, followers)
        return first, first + 1 + np.arange(first.size) - np.repeat(np.cumsum(followers) - followers, followers)

    @property
    def a(self) -> Int64Array:  # type: ignore[override]
        """The row of the first coder."""
        return self._rows[0]

    @property
    def b(self) -> Int64Array:  # type: ignore[override]
        """The row of the second coder."""
        return self._rows[1]

    @property
    def item(self) -> Int64Array:  # type: ignore[override]
        """The number of the item."""
        return self._item[self.a]

    @property
    def first(self) -> Int64Array:
        """The number of the first coder."""
        return self.coded.coder[self.a]

    @property
    def second(self) -> Int64Array:
        """The number of the second coder."""
        return self.coded.coder[self.b]

    def __len__(self) -> int:
        return self.coded.pairs

    def blocks(self, a: Any, b: Any) -> Iterator[Pairs]:
        """The pairs in parts of limited size."""
        if not isinstance(a, Columns):
            yield from super().blocks(a, b)
            return
        for rows_a, rows_b in pair_blocks(a, self.coded.starts, BLOCK_BOUNDARIES):
            yield Pairs(rows_a, rows_b, self._item[rows_a])

    def summed(self, width: int, rows_of: Callable[[Pairs], FloatArray], columns: Any) -> PairSums:
        """Sums of rows of so many numbers: over the pairs that each coding is in, and over the items of each two coders.

        ``rows_of`` gives the rows of some pairs; ``columns`` are those of the codings.
        """
        sums = self.coded.no_sums(width)
        for part in self.blocks(columns, columns):
            self.coded.add(sums, part.a, part.b, np.ascontiguousarray(rows_of(part)))
        return sums


# --------------------------------------------------------------------------------------------------- Many pairs at once


def count_pairs(metric: Metric | str, a: CodingsLike, b: CodingsLike, *, workers: int | None = None) -> FloatArray:
    """A row of counts for every pair, in the order of ``metric.fields``.

    Sums of rows can be scored with ``metric.score_rows``; that is how micro means, resampling and partial results from
    several machines are made. Parameters are those of ``score_pairs``.

    Examples
    --------
    >>> from seamark import S
    >>> count_pairs(S(), [[2, 3], [5]], [[2, 3], [4, 1]]).tolist()
    [[4.0, 0.0], [4.0, 1.0]]
    """
    bound = as_metric(metric, default=None).bind(Codings.of(a), Codings.of(b))
    return bound.count(workers=_most_threads(workers))


def score_pairs(metric: Metric | str, a: CodingsLike, b: CodingsLike, *, workers: int | None = None) -> FloatArray:
    """The score of every pair; NaN where it is undefined.

    Parameters
    ----------
    metric
        Any metric, such as ``S(n=3)``, or its name, such as ``"windowdiff:k=5"``.
    a, b
        Two arrays of the same length, references first where that matters; plain sequences are turned into arrays.
    workers
        How many threads to use at most, by default as many as the machine has; fewer where there is too little work for
        them to gain anything. The result is the same.

    Examples
    --------
    >>> from seamark import S
    >>> score_pairs(S(), [[2, 3], [5]], [[2, 3], [4, 1]]).tolist()
    [1.0, 0.75]
    >>> score_pairs("S:n=3", [[2, 3], [5]], [[2, 3], [4, 1]]).tolist()
    [1.0, 0.75]
    """
    bound = as_metric(metric, default=None).bind(Codings.of(a), Codings.of(b))
    return bound.scores(workers=_most_threads(workers))


def _most_threads(workers: int | None) -> int:
    if workers is None:
        return os.cpu_count() or 1
    count = whole_number(workers, "workers")
    if count < 1:
        raise InputError(f"workers is {shown(count)}; expected at least 1")
    return count


# ------------------- Metrics that the kernel counts and scores in one pass over the rows of a table: the commonest ones


def job_of(metric: Metric) -> Job | None:
    """What the kernel does for the metric, with the same numbers as ``count_pairs`` and ``score_rows`` give.

    None for other metrics, and where options do not go with pairs of one boundary type: ``count_pairs`` has the error.

    Examples
    --------
    >>> job_of(S(types=3)).types, job_of(B()).types
    (3, 0)
    """
    # A class derived from these may count otherwise, and is asked itself.
    if type(metric) is WindowDiff or type(metric) is Pk:
        return WindowJob(metric.laid, presence=type(metric) is Pk)
    if type(metric) is not S and type(metric) is not B:
        return None
    if metric.weights.levels or (isinstance(metric.types, tuple) and DEFAULT_TYPE not in metric.types):
        return None
    study = StudyTypes.resolve(metric.types, (DEFAULT_TYPE,))
    return EditJob(metric.pricing[0], study.count if type(metric) is S else 0)


# ------------------------------- One value for many pairs: micro (a score of summed counts) or macro (a mean of scores)


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
    a: CodingsLike,
    b: CodingsLike,
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
    bound = metric.bind(Codings.of(a), Codings.of(b))
    scored = Scored.of(metric, bound.count(workers=_most_threads(workers)))
    sums = scored.summed(metric, bound.signature)
    return Mean(sums.mean(average), sums.pairs, sums.undefined, scored.scores, sums.signature_of(average))
