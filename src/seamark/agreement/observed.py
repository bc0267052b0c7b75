"""Observed agreement: how alike the codings of an item are, over all pairs of coders."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from seamark.agreement.base import whole
from seamark.agreement.tally import Tally
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.names import as_metric
from seamark.model.coder_pairs import CoderPairs
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike
from seamark.stats.crossed import Units, Weights


@dataclass(frozen=True, slots=True)
class Likeness:
    """A metric as a similarity from 0 to 1: a penalty ``p`` is used as ``1 - p``.

    Examples
    --------
    >>> Likeness(as_metric(None)).label
    'S'
    """

    metric: Metric

    def __post_init__(self) -> None:
        info = self.metric.info
        if not (math.isfinite(info.best) and math.isfinite(info.worst)):
            raise InputError(f"{info.title} has no worst value, so it cannot be turned into an agreement")

    @property
    def label(self) -> str:
        """How the metric is named in a signature."""
        name = self.metric.info.name
        return name if self.metric.info.higher_is_better else f"1-{name}"

    def of_rows(self, rows: FloatArray) -> FloatArray:
        """The similarity of every sum of rows."""
        scores = self.metric.score_rows(rows)
        return scores if self.metric.info.higher_is_better else 1.0 - scores

    def count(self, pairs: CoderPairs) -> tuple[FloatArray, int]:
        """A row of counts per pair, and how many comparisons have no value of their own.

        A metric that tells reference from hypothesis makes two comparisons per pair, one in each direction.
        """
        rows = [np.empty((0, len(self.metric.fields)))]
        undefined = 0
        for part in pairs.blocks():
            a, b = part.a, part.b
            directions = [count_pairs(self.metric, a, b)]
            if not self.metric.info.symmetric:
                directions.append(count_pairs(self.metric, b, a))
            undefined += sum(int(np.count_nonzero(np.isnan(self.metric.score_rows(row)))) for row in directions)
            rows.append(np.sum(directions, axis=0))
        return np.concatenate(rows), undefined


@dataclass(frozen=True, slots=True, eq=False)
class ObservedAgreement:
    """The similarity of summed counts over pairs of coders and items.

    Attributes
    ----------
    likeness
        What is measured.
    tally
        The metric's counts and, last, a 1, of every pair.
    undefined
        How many comparisons have no value of their own. Their counts are in the sums like all others.
    """

    likeness: Likeness
    tally: Tally
    undefined: int

    @classmethod
    def of(cls, likeness: Likeness, pairs: CoderPairs, items: int) -> ObservedAgreement:
        """Compare all pairs, once."""
        counts, undefined = likeness.count(pairs)
        return cls.of_counts(likeness, counts, pairs, items, undefined)

    @classmethod
    def of_counts(
        cls, likeness: Likeness, counts: FloatArray, pairs: CoderPairs, items: int, undefined: int
    ) -> ObservedAgreement:
        """From counts of pairs that have been compared already."""
        rows = np.column_stack((counts, np.ones(len(pairs))))
        return cls(likeness, Tally(rows, pairs.item, (pairs.first, pairs.second), items), undefined)

    def under(self, weights: Weights) -> FloatArray:
        """The pooled similarity in every resample."""
        return self.similarity(self.tally.totals(weights))

    def per_item(self) -> FloatArray:
        """The pooled similarity within each item."""
        return self.similarity(self.tally.per_item())

    def for_units(self, units: Units) -> ObservedAgreement:
        """The same from fewer rows."""
        return ObservedAgreement(self.likeness, self.tally.for_units(units), self.undefined)

    def similarity(self, sums: FloatArray) -> FloatArray:
        """The similarity of sums of rows; NaN where there is nothing to compare."""
        similarity = self.likeness.of_rows(sums[..., :-1])
        return np.where(sums[..., -1] > 0, similarity, np.nan)


def require_pairs(corpus: Corpus) -> CoderPairs:
    """All pairs of the corpus; an error when there are none."""
    coders = len(corpus.coder_names)
    if coders < 2:
        raise InputError(f"agreement needs at least two coders; the corpus has {coders}: {corpus.coder_names[0]!r}")
    pairs = corpus.pairs()
    if not len(pairs):
        raise InputError("no item was coded by two coders, so there is nothing to compare")
    return pairs


def observed_agreement(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]], metric: Metric | None = None
) -> float:
    """How alike the codings are, without regard to chance: the metric over all pairs of coders and items, pooled.

    Parameters
    ----------
    corpus
        The codings.
    metric
        ``S()`` by default. A penalty such as WindowDiff is used as 1 - value; a metric that tells reference from
        hypothesis is taken in both directions.

    Returns
    -------
    float
        The sum of numerators over the sum of denominators, so that every potential boundary counts once per pair.

    Examples
    --------
    >>> observed_agreement({"poem": {"ann": [5, 5], "ben": [4, 6], "cat": [5, 5]}})
    0.9259259259259259
    """
    study = as_corpus(corpus)
    pairs = require_pairs(study)
    term = ObservedAgreement.of(Likeness(as_metric(metric)), pairs, len(study))
    return whole(term, len(study), len(study.coder_names))
