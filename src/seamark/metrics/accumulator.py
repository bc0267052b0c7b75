"""Scores that grow pair by pair, as in a training loop, and join those of other processes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seamark.checks import of_kind
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.frozen_mapping import FrozenMapping
from seamark.metrics.base import Metric, Result
from seamark.metrics.exact_sums import exact_sum
from seamark.metrics.signature import Signature
from seamark.metrics.sums import AVERAGES, Average, Scored, ScoreSums, common_signature
from seamark.model.arrays import AnyArray, Many, Measurable, array_of, array_of_one


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
    0.8182  S|n:2|scale:te|w:1,1,1|types:1|avg:micro|pairs:3|v:0.1.0
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

    def update(self, reference: Measurable, hypothesis: Measurable) -> None:
        """Add one pair."""
        self._add(array_of_one(reference), array_of_one(hypothesis))

    def update_pairs(self, references: Many, hypotheses: Many) -> None:
        """Add many pairs, given in the same order."""
        self._add(array_of(references), array_of(hypotheses))

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
            raise UndefinedScoreError(self.metric.why_undefined(sums.counts))
        return Result(value, sums.counts, sums.signature_of(self.average), FrozenMapping(sums.parts(self.average)))

    def __repr__(self) -> str:
        return f"<Accumulator of {self.metric}, {self.average}, {self._pairs} pairs>"

    def _add(self, references: AnyArray, hypotheses: AnyArray) -> None:
        scored = Scored.of(self.metric, self.metric.count_pairs(references, hypotheses))
        if len(scored.scores):
            sums = [exact_sum(term) for term in scored.terms()]
            self._join(len(scored.scores), sums, self.metric.signature(references, hypotheses))

    def _join(self, pairs: int, sums: list[Fraction], signature: Signature | None) -> None:
        if signature is None:  # the other has seen no pair
            return
        if self._signature is None:
            self._pairs, self._sums, self._signature = pairs, list(sums), signature
            return
        self._pairs += pairs
        self._sums = [mine + given for mine, given in zip(self._sums, sums, strict=True)]
        self._signature = common_signature(self._signature, signature)
