"""Many pairs at once."""

from __future__ import annotations

import os

import numpy as np

from seamark.checks import shown, whole_number
from seamark.errors import InputError
from seamark.kernels.calling import stoppable_threads
from seamark.kernels.columns import FloatArray
from seamark.kernels.pair_sums import CodedItems, PairSums
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.array import SegmentationArray
from seamark.model.arrays import Many, array_of

#: Less work than this, in boundaries, is not worth a thread of its own: about 80,000 pairs of ten segments. A pair
#: costs as much as some boundaries, however few it has.
_WORK_PER_THREAD, _PAIR = 2**21, 8


def count_pairs(metric: Metric | str, a: Many, b: Many, *, workers: int | None = None) -> FloatArray:
    """A row of counts for every pair, in the order of ``metric.fields``.

    Sums of rows can be scored with ``metric.score_rows``; that is how micro means, resampling and partial results from
    several machines are made. Parameters are those of ``score_pairs``.

    Examples
    --------
    >>> from seamark import S
    >>> count_pairs(S(), [[2, 3], [5]], [[2, 3], [4, 1]]).tolist()
    [[4.0, 0.0], [4.0, 1.0]]
    """
    metric = as_metric(metric, default=None)
    one, other = metric.require_supported(array_of(a), array_of(b))
    most = _most_threads(workers)
    if not isinstance(one, SegmentationArray) or not isinstance(other, SegmentationArray):
        return metric.count_pairs(one, other)
    boundaries = sum(int(array.columns.offsets[-1] - array.columns.offsets[0]) for array in (one, other))
    threads = min(most, len(one), (boundaries + _PAIR * len(one)) // _WORK_PER_THREAD)
    if threads <= 1:
        return metric.count_pairs(one, other)
    edges = np.linspace(0, len(one), threads + 1).astype(int).tolist()
    with stoppable_threads(threads) as pool:
        parts = pool.map(
            lambda i: metric.count_pairs(one[edges[i] : edges[i + 1]], other[edges[i] : edges[i + 1]]), range(threads)
        )
        return np.concatenate(list(parts))


def sum_pairs(metric: Metric, codings: SegmentationArray, coded: CodedItems) -> PairSums | None:
    """Sums of the rows of counts of every two codings of an item; None for a metric that has no quicker way to them."""
    metric.require_supported(codings, codings)
    return metric._pair_sums(codings, coded)


def score_pairs(metric: Metric | str, a: Many, b: Many, *, workers: int | None = None) -> FloatArray:
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
    metric = as_metric(metric, default=None)
    return metric.score_rows(count_pairs(metric, a, b, workers=workers))


def _most_threads(workers: int | None) -> int:
    if workers is None:
        return os.cpu_count() or 1
    count = whole_number(workers, "workers")
    if count < 1:
        raise InputError(f"workers is {shown(count)}; expected at least 1")
    return count
