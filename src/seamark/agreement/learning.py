"""How much every further coder adds: the consensus of k coders beside the coders who are held out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.agreement.median import medians
from seamark.agreement.similarity import Similarity
from seamark.checks import count_between
from seamark.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.gather import gather
from seamark.results import ResultRecord
from seamark.stats.seeds import RandomSource, resolve_rng

_MOST_DRAWS = 100_000
#: Numbers of coders that are tried, spread over what there is.
_MOST_POINTS = 10


@dataclass(frozen=True, slots=True)
class LearningPoint(ResultRecord):
    """The consensus of some coders.

    Attributes
    ----------
    coders
        How many coders make the consensus.
    similarity
        Its mean similarity to coders who had no part in it.
    standard_error
        Of that mean, over the draws of coders and items.
    """

    coders: int
    similarity: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class LearningCurve(ResultRecord):
    """How similar the consensus of ever more coders is to further coders.

    Attributes
    ----------
    points
        One for every number of coders.
    items
        How many items were drawn from.
    metric
        What similarity is measured with, as a signature names it.
    seed
        Of the random numbers.
    """

    points: tuple[LearningPoint, ...]
    items: int
    metric: str
    seed: int

    def rows(self) -> list[dict[str, Any]]:
        """A row per number of coders."""
        return [point.to_dict() for point in self.points]


def learning_curve(
    corpus: CorpusLike, metric: Metric | str | None = None, *, draws: int = 100, rng: RandomSource = None
) -> LearningCurve:
    """How similar the consensus of k coders is to coders who had no part in it, for k from 1 up.

    The same items are used for every k: those with at least as many coders as the median item has. Items are drawn, and
    of each k coders; their consensus (the median, see ``consensus``) is compared with the other coders of the item.
    Where the curve is flat, further coders no longer change what the group says.

    Parameters
    ----------
    corpus
        The codings.
    metric
        What similarity is measured with; B by default.
    draws
        How many items are drawn for each k.
    rng
        A seed or a generator for the draws.

    Raises
    ------
    InputError
        When no item has two coders.

    Examples
    --------
    >>> from seamark.datasets import stargazer
    >>> [point.coders for point in learning_curve(stargazer(), draws=5, rng=1).points]
    [1, 2, 3, 4, 5, 6]
    """
    study = as_corpus(corpus)
    similarity = Similarity(as_metric(metric, default="B"))
    similarity.metric.require_supported(study.codings, study.codings)
    number = count_between(draws, "draws", 2, _MOST_DRAWS)
    generator, seed = resolve_rng(rng)
    coders = np.bincount(study.item_index, minlength=len(study))
    comparable = np.sort(coders[coders > 1])
    if not comparable.size:
        raise InputError("no item was coded by two coders, so a consensus has nobody to be compared with")
    most = int(comparable[len(comparable) // 2])
    sizes = np.unique(np.linspace(1, most - 1, min(most - 1, _MOST_POINTS)).round().astype(int)).tolist()
    items = np.flatnonzero(coders >= most)
    # The same items and orders of coders for every k, so that what differs between them is only k.
    drawn = generator.permutation(np.resize(items, number))
    first = np.searchsorted(study.item_index, drawn).tolist()
    orders = [start + generator.permutation(most) for start, most in zip(first, coders[drawn].tolist(), strict=True)]
    return LearningCurve(
        tuple(_point(study, similarity, orders, size) for size in sizes), len(items), similarity.label, seed
    )


def _point(corpus: Corpus, similarity: Similarity, orders: list[Int64Array], size: int) -> LearningPoint:
    """The first coders of every draw, given by the rows of their codings, beside the rest."""
    inside = np.concatenate([order[:size] for order in orders])
    outside = np.concatenate([order[size:] for order in orders])
    names = [f"draw {number}" for number in range(len(orders)) for _ in range(size)]
    members = [f"coder {number % size}" for number in range(len(names))]
    found = medians(Corpus.from_columns(names, members, gather(corpus.codings, inside)), similarity)
    of_draw = np.repeat(np.arange(len(orders)), [len(order) - size for order in orders])
    rows = similarity.pair_rows(found, of_draw, corpus.codings, outside)
    values = np.nan_to_num(similarity.of_rows(rows[:, : len(similarity.metric.fields)]))
    means = np.bincount(of_draw, values) / np.bincount(of_draw)
    return LearningPoint(size, float(means.mean()), float(means.std(ddof=1) / np.sqrt(len(means))))
