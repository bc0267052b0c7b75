"""Full and near misses between coders, from the alignments of all pairs of codings."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import numpy as np

from seamark.agreement.pair_tally import Comparisons, PairTally
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.pair_sums import CodedItems, PairSums
from seamark.metrics.edit_metric import edit_rows, edit_sums_by_name
from seamark.metrics.weights import WEIGHTS_2012, EditWeights, near_miss_width, weights_or
from seamark.model.array import SegmentationArray
from seamark.model.coder_pairs import row_blocks
from seamark.model.corpus import CorpusLike, as_corpus
from seamark.model.gather import gather
from seamark.results import ResultRecord


@dataclass(frozen=True, slots=True)
class Misses(ResultRecord):
    """What the alignments of codings hold.

    Attributes
    ----------
    matches
        Boundaries that both coders placed.
    full
        Boundaries that only one of two coders placed.
    near
        Boundaries that two coders placed close to each other.
    substituted
        Places where two coders placed boundaries of different types.
    """

    matches: int
    full: int
    near: int
    substituted: int


def count_misses(corpus: CorpusLike, *, n: int = 2, weights: EditWeights | None = None) -> Misses:
    """Matches, full misses and near misses over all pairs of coders and items.

    ``n`` and ``weights`` are those of ``similarity``.

    Examples
    --------
    >>> count_misses({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    Misses(matches=3, full=2, near=1, substituted=0)
    """
    study = as_corpus(corpus)
    counting = MissCounting(near_miss_width(n), weights_or(WEIGHTS_2012, weights), None)
    extent = (len(study), len(study.coder_names))
    compared = Comparisons(counting, study.codings, study.item_index, study.coder_index, *extent)
    return misses_of(PairTally(compared).total())


def misses_of(row: FloatArray) -> Misses:
    """A sum of rows of ``MissCounting`` by name."""
    return Misses(*(int(number) for number in row))


@dataclass(frozen=True, slots=True)
class MissCounting:
    """Counts matches, full misses, near misses and substitutions of pairs of codings."""

    n: int
    weights: EditWeights
    types: tuple[Hashable, ...] | None

    def pair_rows(
        self, one: SegmentationArray, rows_one: Int64Array, other: SegmentationArray, rows_other: Int64Array
    ) -> FloatArray:
        """A row for every pair of rows."""
        rows = [np.empty((0, 4))]
        for part in row_blocks(one, rows_one, other, rows_other):
            a, b = gather(one, rows_one[part]), gather(other, rows_other[part])
            rows.append(_row(edit_rows(a, b, self.n, self.weights, self.types)))
        return np.concatenate(rows)

    def pair_sums(self, codings: SegmentationArray, coded: CodedItems) -> PairSums:
        """The sums of the rows of every two codings of an item."""
        return PairSums(*map(_row, edit_sums_by_name(codings, coded, self.n, self.weights, self.types)))


def _row(edits: Mapping[str, FloatArray]) -> FloatArray:
    return np.column_stack([edits[name] for name in ("matches", "additions", "transpositions", "substitutions")])
