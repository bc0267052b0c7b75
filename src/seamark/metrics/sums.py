"""Sums of counts and scores: what micro and macro means, over all pairs or by group, are made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Literal, TypeAlias, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from seamark.base.checks import of_kind, one_of
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Bound, Metric, Result
from seamark.metrics.names import as_metric
from seamark.metrics.signature import Signature
from seamark.model.codings import CodingLike, Codings, CodingsLike
from seamark.stats.rows import exact_sum

__all__ = ["Accumulator", "ScoreSums"]

Average: TypeAlias = Literal["micro", "macro"]
AVERAGES: tuple[Average, ...] = get_args(Average)


@dataclass(frozen=True, slots=True)
class Scored:
    """Some pairs under one metric: a row of counts for each, its score (NaN where undefined) and further scores."""

    counts: FloatArray
    scores: FloatArray
    parts: Mapping[str, FloatArray]
    #: Where there is no score; None when all have one.
    missing: npt.NDArray[np.bool_] | None

    @classmethod
    def of(cls, metric: Metric, counts: FloatArray) -> Scored:
        """Score the rows of counts."""
        return cls.known(counts, metric.score_rows(counts), metric.part_rows(counts))

    @classmethod
    def known(cls, counts: FloatArray, scores: FloatArray, parts: Mapping[str, FloatArray]) -> Scored:
        """Rows of counts that have been scored."""
        missing = np.isnan(scores)
        return cls(counts, scores, parts, missing if missing.any() else None)

    def summed(self, metric: Metric, signature: Signature | None = None) -> ScoreSums:
        """The sums of all pairs."""
        sums = np.array(self.sums(), dtype=np.float64)
        return ScoreSums(metric, sums, len(self.scores), metric.signature() if signature is None else signature)

    def sums(self) -> list[float]:
        """The sums of all terms."""
        if self.missing is None and not self.parts:
            return [*self.counts.sum(axis=0).tolist(), float(self.scores.sum()), len(self.scores)]
        return [float(term.sum()) for term in self.terms()]

    def terms(self) -> list[FloatArray]:
        """The columns that are summed, in the order of the layout; of pairs without a score the counts alone."""
        if self.missing is None:
            columns = [*self.counts.T, self.scores, np.ones_like(self.scores)]
        else:
            columns = [*self.counts.T, np.where(self.missing, 0.0, self.scores), (~self.missing).astype(np.float64)]
        for part in self.parts.values():
            known = ~np.isnan(part)
            columns += [np.where(known, part, 0.0), known.astype(np.float64)]
        return columns


@dataclass(frozen=True, slots=True, eq=False)
class ScoreSums(ResultRecord):
    """One metric summed over some pairs; ``+`` joins the sums of several parts of the data.

    Attributes
    ----------
    metric
        What was measured.
    sums
        The metric's part of the vector that ``Layout`` describes.
    pairs
        How many pairs there were.
    signature
        The metric with its options; ``signature_of`` adds which mean it is, and of how many pairs.

    Examples
    --------
    >>> from seamark import S, count_pairs
    >>> one, other = (ScoreSums.of(S(), count_pairs(S(), [[5]], [given])) for given in ([5], [4, 1]))
    >>> (one + other).macro, (one + other).pairs, dict((one + other).counts)
    (0.875, 2, {'potential': 8, 'distance': 1})
    """

    metric: Metric
    sums: FloatArray
    pairs: int
    signature: Signature

    # Both means with all that belongs to them.
    _left_out = ("metric", "sums")
    _also = ("macro", "micro", "undefined", "counts", "macro_parts", "micro_parts")

    @classmethod
    def of(cls, metric: Metric, counts: FloatArray, signature: Signature | None = None) -> ScoreSums:
        """The sums of some pairs, given a row of counts for each."""
        metric = as_metric(metric, default=None)
        rows = metric._rows(counts)
        if rows.ndim != 2:
            raise InputError(f"counts have the shape {rows.shape}; expected a table with a row per pair")
        return Scored.of(metric, rows).summed(metric, signature)

    def __add__(self, other: ScoreSums) -> ScoreSums:
        pairs = self.pairs + other.pairs
        return ScoreSums(self.metric, self.sums + other.sums, pairs, common_signature(self.signature, other.signature))

    @property
    def undefined(self) -> int:
        """How many pairs have no score of their own; their counts are in the micro mean like all others."""
        return self.pairs - int(self.sums[len(self.metric.fields) + 1])

    @property
    def counts(self) -> Mapping[str, float]:
        """The summed counts of all pairs, by name."""
        return self.metric._named(self._counts.tolist())

    @property
    def macro(self) -> float:
        """The mean of the pairs' scores; NaN when no pair has one."""
        return _ratio(*self._scores[0])

    @property
    def micro(self) -> float:
        """The score of the summed counts, in which long texts weigh more; NaN when that has none."""
        return float(self.metric.score_rows(self._counts)) if self.pairs else math.nan

    @property
    def macro_parts(self) -> Mapping[str, float]:
        """Means of further scores, such as precision and recall, by name."""
        means = (_ratio(*sums) for sums in self._scores[1:])
        return FrozenMapping(dict(zip(part_names(self.metric), means, strict=True)))

    @property
    def micro_parts(self) -> Mapping[str, float]:
        """Further scores of the summed counts, by name."""
        return FrozenMapping({name: float(part) for name, part in self.metric.part_rows(self._counts).items()})

    def mean(self, average: Average) -> float:
        """One of the two means."""
        return self.macro if one_of(average, "average", AVERAGES) == "macro" else self.micro

    def parts(self, average: Average) -> Mapping[str, float]:
        """The further scores that belong to that mean."""
        return self.macro_parts if one_of(average, "average", AVERAGES) == "macro" else self.micro_parts

    def signature_of(self, average: Average, **more: object) -> Signature:
        """The string that makes one of the means reproducible, with more options where the value has them."""
        one_of(average, "average", AVERAGES)
        *options, version = self.signature.options
        added = {"avg": average, "pairs": self.pairs, **more}.items()
        return Signature(self.signature.name, (*options, *((key, str(value)) for key, value in added), version))

    def __str__(self) -> str:
        note = f" ({self.undefined} undefined)" if self.undefined else ""
        return f"macro {self.macro:.4f}, micro {self.micro:.4f} of {self.pairs} pairs{note}  {self.signature}"

    @property
    def _counts(self) -> FloatArray:
        return self.sums[: len(self.metric.fields)]

    @property
    def _scores(self) -> FloatArray:
        """Of the score and of every further score: its sum, and the number of pairs that have it."""
        return self.sums[len(self.metric.fields) :].reshape(-1, 2)


def part_names(metric: Metric) -> tuple[str, ...]:
    """The names of a metric's further scores."""
    return tuple(metric.part_rows(np.zeros((1, len(metric.fields)))))


def _ratio(total: np.float64, number: np.float64) -> float:
    return float(total / number) if number else math.nan


def common_signature(one: Signature, other: Signature) -> Signature:
    """Signatures of two parts as one: a rule with different outcomes (``half-mean=5``) stands without its outcome."""
    if one == other:
        return one
    options = ((key, value if value == other[key] else value.partition("=")[0]) for key, value in one.options)
    return Signature(one.name, tuple(options))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the sums of several metrics lie in one vector.

    For each metric: the counts of all pairs; the sum of their scores and how many have one; and the same two numbers
    for every further score. The last number of all is that of the pairs.
    """

    metrics: tuple[Metric, ...]

    @property
    def widths(self) -> list[int]:
        """How many numbers each metric has."""
        return [len(metric.fields) + 2 + 2 * len(part_names(metric)) for metric in self.metrics]

    @property
    def width(self) -> int:
        """How many numbers there are."""
        return sum(self.widths) + 1

    def split(self, vector: FloatArray, signatures: Iterable[Signature]) -> list[ScoreSums]:
        """The sums of every metric by itself."""
        *parts, pairs = np.split(vector, np.cumsum(self.widths))
        return [
            ScoreSums(metric, sums, int(pairs[0]), signature)
            for metric, sums, signature in zip(self.metrics, parts, signatures, strict=True)
        ]


def summed(scored: Sequence[Scored]) -> FloatArray:
    """The sums of some pairs under all metrics, as a vector of the layout."""
    pairs = len(scored[0].scores)
    return np.array([*(number for metric in scored for number in metric.sums()), pairs], dtype=np.float64)


def summed_by_group(scored: Sequence[Scored], group: Int64Array, groups: int) -> FloatArray:
    """The same for every group, by its number."""
    columns = [np.bincount(group, term, groups) for metric in scored for term in metric.terms()]
    return np.column_stack([*columns, np.bincount(group, minlength=groups)]).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over all pairs and over the pairs of every group, as vectors in the layout that ``Layout`` gives."""

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


# ------------------------------ Scores that grow pair by pair, as in a training loop, and join those of other processes


class Accumulator:
    """The sums of one metric over the pairs given so far; made by ``Metric.accumulator``.

    Sums are exact fractions, so that the value depends neither on the order of the pairs nor on how they were shared
    out among processes. It can be pickled.

    Examples
    --------
    >>> from seamark import S
    >>> one, other = S().accumulator(), S().accumulator()
    >>> one.update([2, 3], [5])
    >>> other.update_pairs([[5], [2, 2]], [[4, 1], [2, 2]])
    >>> one.merge(other)
    >>> print(one.compute())
    0.8182  S|n:2|scale:te|w:1,1,1|types:1|avg:micro|pairs:3|v:1.0.0rc1
    """

    def __init__(self, metric: Metric, average: Average = "micro") -> None:
        self.metric = of_kind(metric, Metric, "metric", "a metric such as S(n=3)")  # type: ignore[type-abstract]
        self.average: Average = one_of(average, "average", AVERAGES)
        self.reset()

    def reset(self) -> None:
        """Forget all pairs."""
        self._pairs = 0
        self._sums: list[Fraction] = []
        self._signature: Signature | None = None

    def update(self, reference: CodingLike, hypothesis: CodingLike) -> None:
        """Add one pair."""
        self._add(self.metric._bound_pair(reference, hypothesis))

    def update_pairs(self, references: CodingsLike, hypotheses: CodingsLike) -> None:
        """Add many pairs, given in the same order."""
        self._add(self.metric.bind(Codings.of(references), Codings.of(hypotheses)))

    def merge(self, other: Accumulator) -> None:
        """Add all pairs of another accumulator of the same metric."""
        of_kind(other, Accumulator, "other", "an accumulator")
        if (other.metric, other.average) != (self.metric, self.average):
            raise InputError(f"{other!r} cannot be merged into {self!r}; expected the same metric and the same average")
        self._join(other._pairs, other._sums, other._signature)

    def compute(self) -> Result:
        """The mean of all pairs so far, with the summed counts and the signature.

        Raises
        ------
        UndefinedScoreError
            When there is no pair yet, or the pairs have no score.
        """
        if self._signature is None:
            raise UndefinedScoreError(f"{self.metric.info.title} has no value before the first pair")
        sums = ScoreSums(self.metric, np.array(self._sums, dtype=np.float64), self._pairs, self._signature)
        value = sums.mean(self.average)
        if np.isnan(value):
            raise UndefinedScoreError(self.metric._why_undefined(sums.counts))
        return Result(value, sums.counts, sums.signature_of(self.average), FrozenMapping(sums.parts(self.average)))

    def __repr__(self) -> str:
        return f"<Accumulator of {self.metric}, {self.average}, {self._pairs} pairs>"

    def _add(self, bound: Bound) -> None:
        scored = Scored.of(self.metric, bound.count())
        if len(scored.scores):
            self._join(len(scored.scores), [exact_sum(term) for term in scored.terms()], bound.signature)

    def _join(self, pairs: int, sums: list[Fraction], signature: Signature | None) -> None:
        if signature is None:  # the other has seen no pair
            return
        if self._signature is None:
            self._pairs, self._sums, self._signature = pairs, list(sums), signature
            return
        self._pairs += pairs
        self._sums = [mine + given for mine, given in zip(self._sums, sums, strict=True)]
        self._signature = common_signature(self._signature, signature)
