"""Scores of systems item by item, against one reference or several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from seamark.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.pairing import Codings, paired
from seamark.metrics.sums import Average
from seamark.stats.rows import Score, mean_of_sums, rows_of_values

#: What a system is judged by on an item with several references: all of them, or the one it is most like.
Over: TypeAlias = Literal["mean", "best"]
OVERS: tuple[Over, ...] = get_args(Over)


@dataclass(frozen=True, slots=True, eq=False)
class References:
    """The references as pairs with a hypothesis see them.

    Attributes
    ----------
    items, coders
        Their names; no coders when every item has a single reference without a name.
    item, coder
        For each pair the number of its item and of its coder.
    """

    items: tuple[str, ...]
    coders: tuple[str, ...]
    item: Int64Array
    coder: Int64Array

    @classmethod
    def of(cls, reference: Codings) -> References:
        """The pairs in the order in which ``paired`` gives them."""
        if not isinstance(reference, Mapping):
            raise InputError("there is one reference; systems are compared over items, at least two of them")
        named = [
            (item, coder)
            for item, codings in reference.items()
            for coder in (codings if isinstance(codings, Mapping) else (None,))
        ]
        items = {item: number for number, item in enumerate(reference)}
        coders = {name: number for number, name in enumerate(dict.fromkeys(coder for _, coder in named if coder))}
        return cls(
            tuple(items),
            tuple(coders),
            np.array([items[item] for item, _ in named], dtype=np.int64),
            np.array([coders.get(coder or "", -1) for _, coder in named], dtype=np.int64),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ItemScores:
    """One system against all references.

    Attributes
    ----------
    metric
        What is measured.
    references
        Whom the system was compared with.
    rows
        The metric's counts of every pair.
    scores
        The score of every pair; NaN where undefined.
    """

    metric: Metric
    references: References
    rows: FloatArray
    scores: FloatArray

    @classmethod
    def of(cls, metric: Metric, reference: Codings, references: References, name: str, codings: Codings) -> ItemScores:
        """Compare a system with every reference."""
        one, other = paired(reference, codings, name=name)
        rows = count_pairs(metric, one, other)
        return cls(metric, references, rows, metric.score_rows(rows))

    def item_rows(self, over: Over, average: Average) -> FloatArray:
        """A row per item, to be summed and scored by ``score_of_sums``; NaN where the item has no score."""
        if average == "micro":
            return self._best_rows() if over == "best" else self._summed_rows()
        return rows_of_values(self._best_scores() if over == "best" else self._mean_scores())

    def of_coder(self, coder: int, average: Average) -> float:
        """The score against one reference coder, over the items where it is defined; NaN without any."""
        mine = (self.references.coder == coder) & ~np.isnan(self.scores)
        if not mine.any():
            return float("nan")
        return float(
            self.metric.score_rows(self.rows[mine].sum(axis=0)) if average == "micro" else self.scores[mine].mean()
        )

    def _mean_scores(self) -> FloatArray:
        defined = ~np.isnan(self.scores)
        item = self.references.item[defined]
        items = len(self.references.items)
        number = np.bincount(item, minlength=items)
        total = np.bincount(item, weights=self.scores[defined], minlength=items)
        return np.where(number > 0, total / np.maximum(number, 1), np.nan)

    def _summed_rows(self) -> FloatArray:
        defined = ~np.isnan(self.scores)
        sums = np.zeros((len(self.references.items), self.rows.shape[1]))
        np.add.at(sums, self.references.item[defined], self.rows[defined])
        sums[np.bincount(self.references.item[defined], minlength=len(sums)) == 0] = np.nan
        return sums

    def _best_pairs(self) -> Int64Array:
        """For every item the pair with the best score; any of them where none has one."""
        sign = 1.0 if self.metric.info.higher_is_better else -1.0
        order = np.lexsort((np.where(np.isnan(self.scores), -np.inf, sign * self.scores), self.references.item))
        ends = np.cumsum(np.bincount(self.references.item, minlength=len(self.references.items)))
        best: Int64Array = order[ends - 1]
        return best

    def _best_scores(self) -> FloatArray:
        return self.scores[self._best_pairs()]

    def _best_rows(self) -> FloatArray:
        best = self._best_pairs()
        return np.where(np.isnan(self.scores[best])[:, np.newaxis], np.nan, self.rows[best])


def score_of_sums(metric: Metric, average: Average) -> Score:
    """How sums of the rows that ``ItemScores.item_rows`` gives are scored."""
    return metric.score_rows if average == "micro" else mean_of_sums
