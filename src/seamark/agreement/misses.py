"""Full and near misses between coders, from the alignments of all pairs of codings."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from seamark.kernels.columns import FloatArray
from seamark.metrics.edit_metric import edit_rows
from seamark.metrics.weights import WEIGHTS_2012, EditWeights, near_miss_width, weights_or
from seamark.model.coder_pairs import CoderPairs
from seamark.model.corpus import CorpusLike, as_corpus
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
    pairs = as_corpus(corpus).pairs()
    rows = miss_rows(pairs, near_miss_width(n), weights_or(WEIGHTS_2012, weights), None)
    return misses_of(rows.sum(axis=0))


def misses_of(row: FloatArray) -> Misses:
    """A sum of rows of ``miss_rows`` by name."""
    return Misses(*(int(number) for number in row))


def miss_rows(pairs: CoderPairs, n: int, weights: EditWeights, types: tuple[Hashable, ...] | None) -> FloatArray:
    """Matches, full misses, near misses and substitutions of every pair of codings."""
    rows = [np.empty((0, 4))]
    for part in pairs.blocks():
        counts = edit_rows(part.a, part.b, n, weights, types)
        full = counts["additions_a"] + counts["additions_b"]
        rows.append(np.column_stack((counts["matches"], full, counts["transpositions"], counts["substitutions"])))
    return np.concatenate(rows)
