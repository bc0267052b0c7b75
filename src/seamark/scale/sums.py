"""Sums of counts and scores: what micro and macro means, over all pairs or by group, are made of.

Partial sums are added in pairs of equal size, in the order of the data, as a tree. The shape of the tree follows from
the data alone, so that one thread, many threads and many machines come to the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over some pairs, as vectors in the layout that ``Layout`` gives.

    Attributes
    ----------
    overall
        Of all pairs.
    groups
        Of the pairs of every group.
    """

    overall: FloatArray
    groups: Mapping[Hashable, FloatArray] = field(default_factory=dict)

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.overall + other.overall, added_up((*self.groups.items(), *other.groups.items())))


def added_up(entries: Iterable[tuple[Hashable, FloatArray]]) -> dict[Hashable, FloatArray]:
    """Vectors by key, those of equal keys added; every NaN is ``math.nan``, though it equals none.

    Examples
    --------
    >>> list(added_up([(0.0, 1), (float("nan"), 2), (-0.0, 4), (float("nan"), 8)]).values())
    [5, 10]
    """
    groups: dict[Hashable, FloatArray] = {}
    for given, vector in entries:
        key = math.nan if given != given else given
        groups[key] = groups[key] + vector if key in groups else vector
    return groups


@dataclass(frozen=True, slots=True)
class Scored:
    """Some pairs under one metric.

    Attributes
    ----------
    counts
        A row for every pair.
    scores
        What they come to; NaN where that is undefined.
    parts
        Further scores, by name.
    missing
        Where there is no score; None when all have one.
    """

    counts: FloatArray
    scores: FloatArray
    parts: Mapping[str, FloatArray]
    missing: npt.NDArray[np.bool_] | None

    @classmethod
    def of(cls, metric: Metric, counts: FloatArray) -> Scored:
        """Score the rows of counts."""
        scores = metric.score_rows(counts)
        missing = np.isnan(scores)
        return cls(counts, scores, metric.part_rows(counts), missing if missing.any() else None)

    def sums(self) -> list[float]:
        """The sums of all terms."""
        if self.missing is None and not self.parts:
            return [*self.counts.sum(axis=0).tolist(), float(self.scores.sum()), len(self.scores)]
        return [float(term.sum()) for term in self.terms()]

    def terms(self) -> list[FloatArray]:
        """The columns that are summed, in the order of the layout; undefined scores add nothing."""
        if self.missing is None:
            columns = [*self.counts.T, self.scores, np.ones_like(self.scores)]
        else:
            counts = np.where(self.missing[:, np.newaxis], 0.0, self.counts)
            columns = [*counts.T, np.where(self.missing, 0.0, self.scores), (~self.missing).astype(np.float64)]
        for part in self.parts.values():
            known = ~np.isnan(part)
            columns += [np.where(known, part, 0.0), known.astype(np.float64)]
        return columns


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the sums of several metrics lie in one vector.

    For each metric: the counts of its pairs with a score; the score and how many have one; and the same two numbers for
    every further score. The last number of all is that of the pairs.
    """

    metrics: tuple[Metric, ...]

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The names of the further scores of every metric."""
        return tuple(tuple(metric.part_rows(np.zeros((1, len(metric.fields))))) for metric in self.metrics)

    @property
    def starts(self) -> list[int]:
        """Where each metric starts, and where the last one ends."""
        widths = [len(m.fields) + 2 + 2 * len(parts) for m, parts in zip(self.metrics, self.parts, strict=True)]
        return [0, *np.cumsum(widths).tolist()]

    @property
    def width(self) -> int:
        """How many numbers there are."""
        return self.starts[-1] + 1


def summed(scored: Sequence[Scored]) -> FloatArray:
    """The sums of some pairs under all metrics, as a vector of the layout."""
    pairs = len(scored[0].scores)
    return np.array([*(number for metric in scored for number in metric.sums()), pairs], dtype=np.float64)


def summed_by_group(scored: Sequence[Scored], group: Int64Array, groups: int) -> FloatArray:
    """The same for every group, by its number."""
    columns = [np.bincount(group, term, groups) for metric in scored for term in metric.terms()]
    return np.column_stack([*columns, np.bincount(group, minlength=groups)]).astype(np.float64)


T = TypeVar("T")


class Tree(Generic[T]):
    """Adds things one after the other as a binary tree would: never more than a few partial sums are kept.

    Examples
    --------
    >>> tree = Tree(lambda a, b: f"({a}+{b})")
    >>> for name in "abcde":
    ...     tree.add(name)
    >>> tree.total()
    '(((a+b)+(c+d))+e)'
    """

    def __init__(self, join: Callable[[T, T], T]) -> None:
        self._join = join
        self._sums: list[tuple[int, T]] = []

    def add(self, part: T) -> None:
        """Add the next part."""
        size = 1
        while self._sums and self._sums[-1][0] == size:
            part, size = self._join(self._sums.pop()[1], part), 2 * size
        self._sums.append((size, part))

    def total(self) -> T | None:
        """The sum of everything added so far, later and smaller sums first; None of nothing."""
        if not self._sums:
            return None
        total = self._sums[-1][1]
        for _, part in reversed(self._sums[:-1]):
            total = self._join(part, total)
        return total
