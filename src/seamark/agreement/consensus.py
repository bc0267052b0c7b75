"""One segmentation for what several coders said: the median, the vote, or what a model of the coders finds likely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.coefficients import Similarity, segmentations_of_marks
from seamark.agreement.consensus_search import (
    SMALLEST_GAIN,
    BoundaryModel,
    Threshold,
    fit_boundary_model,
    lengths_of_items,
    medians,
    voted,
)
from seamark.base.checks import is_number, one_of
from seamark.base.errors import InputError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, percent, share
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.edit import WEIGHTS_2013, B
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import Pairs
from seamark.metrics.signature import Signature
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import Segmentation

#: How a consensus is found.
ConsensusMethod: TypeAlias = Literal["median", "vote", "model"]


@dataclass(frozen=True, slots=True)
class PlaceProbability(ResultRecord):
    """How probable a boundary of a type is at a place."""

    position: int
    type: str
    probability: float


@dataclass(frozen=True, slots=True)
class ItemConsensus(ResultRecord):
    """The consensus of one item.

    Attributes
    ----------
    item
        Its name.
    segmentation
        The consensus.
    coders
        How many coders coded the item.
    similarity
        The mean similarity of the consensus to all of them.
    best_coder
        The coder whose own coding has the largest mean similarity to all codings, its own among them.
    best_coder_similarity
        That mean similarity.
    probabilities
        Of the model: how probable a boundary is at every place that a coder marked or marked one unit beside.
    """

    item: str
    segmentation: Segmentation
    coders: int
    similarity: float
    best_coder: str
    best_coder_similarity: float
    probabilities: tuple[PlaceProbability, ...] = ()

    _also = ("units", "positions", "types")
    _left_out = ("segmentation",)

    @property
    def units(self) -> int:
        """How many units the item has."""
        return self.segmentation.mass

    @property
    def positions(self) -> tuple[int, ...]:
        """Where the boundaries of the consensus lie."""
        return self.segmentation.positions

    @property
    def types(self) -> tuple[str, ...]:
        """The types of its boundaries, as text."""
        return tuple(str(label) for _, label in self.segmentation.boundaries)


@dataclass(frozen=True, slots=True)
class CoderQuality(ResultRecord):
    """How good a coder is according to the model.

    Attributes
    ----------
    sensitivity
        The share of boundaries that the coder marks, at their place or one unit beside it.
    false_alarm
        The share of places that the coder marks without a boundary.
    """

    sensitivity: float
    false_alarm: float


@dataclass(frozen=True, slots=True, eq=False)
class Consensus(ResultRecord, Mapping[str, Segmentation]):
    """A segmentation for every item: ``consensus[item]`` is a ``Segmentation``.

    Attributes
    ----------
    by
        How it was found.
    value
        The mean similarity to the coders: the mean over items of each item's mean.
    best_coder
        The same mean when every item has the coding of its best coder instead.
    per_item
        The consensus of each item, with its similarity to the coders.
    coders
        Of the model: how good every coder is.
    jitter
        Of the model: how marks are distributed over the places one unit before, at, and one unit after a boundary.
    signature
        The string that makes the numbers reproducible.
    """

    by: ConsensusMethod
    value: float
    best_coder: float
    per_item: Mapping[str, ItemConsensus]
    coders: Mapping[str, CoderQuality]
    jitter: tuple[float, ...]
    signature: Signature

    def __getitem__(self, item: str) -> Segmentation:
        return self.per_item[item].segmentation

    def __iter__(self) -> Iterator[str]:
        return iter(self.per_item)

    def __len__(self) -> int:
        return len(self.per_item)

    def rows(self) -> list[dict[str, Any]]:
        """A row per item."""
        return [
            {
                "item": one.item,
                "units": one.units,
                "coders": one.coders,
                "boundaries": len(one.positions),
                "similarity": one.similarity,
                "best_coder": one.best_coder,
                "best_coder_similarity": one.best_coder_similarity,
            }
            for one in self.per_item.values()
        ]

    def answer(self) -> tuple[str, ...]:
        """How alike the consensus and the coders are, beside the best coder of each item."""
        boundaries = sum(len(one.positions) for one in self.per_item.values())
        what = {"median": "most like all coders", "vote": "what enough coders place", "model": "probable by a model"}
        return (
            f"The consensus of {counted(len(self), 'item')} ({what[self.by]}) has {counted(boundaries, 'boundary')}.",
            f"Its mean similarity to the coders is {share(self.value)}, that of the best coder of each item "
            f"{share(self.best_coder)}.",
        )

    def table(self) -> Table:
        """A row per item."""
        header = ("item", "units", "coders", "boundaries", "similarity", "best coder's")
        rows = [[cell for name, cell in row.items() if name != "best_coder"] for row in self.rows()]
        return Table(header, rows, summary=[("mean", None, None, None, self.value, self.best_coder)])

    def details(self) -> tuple[Table | str, ...]:
        """The best coder of every item; of the model, how good every coder is, and where marks lie."""
        found: list[Table | str] = [Table.of_rows(self.rows())]
        if self.by == "median":
            found.append(
                "The consensus is a local optimum: where coders have boundaries, and beside these places, no boundary "
                "added, removed or shifted by one unit makes it more similar to the coders."
            )
        if self.coders:
            rows = [(name, one.sensitivity, one.false_alarm) for name, one in self.coders.items()]
            title = "Coders according to the model"
            found.append(Table(("coder", "sensitivity", "false alarms"), rows, title=title))
        if self.jitter:
            before, at, after = map(percent, self.jitter)
            found.append(
                f"Marks lie at their boundary in {at} of cases, one unit before it in {before}, after it in {after}."
            )
        return tuple(found)

    def methods(self) -> Methods:
        """How the consensus was found, for a paper."""
        origin = f" {cite('Dawid & Skene 1979')}" if self.by == "model" else ""
        return Methods.of(
            [f"A consensus of the codings was made by {self.by}{origin}.", *self.answer()], self.signatures()
        )


def consensus(
    corpus: CorpusLike,
    by: ConsensusMethod = "median",
    metric: Metric | str | None = None,
    *,
    threshold: Threshold = "majority",
) -> Consensus:
    """Compute the consensus of the coders: one segmentation per item.

    Parameters
    ----------
    corpus
        The codings.
    by
        ``"median"``: the segmentation with the largest mean similarity to the coders, found by local search.
        ``"vote"``: the boundaries that enough coders placed, each at exactly that place. ``"model"``: the boundaries
        that are more probable than not when every coder has a sensitivity, a false-alarm rate and a chance of placing a
        boundary one unit beside its place; the parameters are estimated from all items.
    metric
        What the median maximizes, and what the similarity to the coders is measured with; B by default, without an
        order of boundary types that are not numbers. Where a comparison has no value it counts as 0.
    threshold
        For the vote: the least number of coders for a boundary, or ``"majority"``: more than half of those who coded
        the item.

    Returns
    -------
    Consensus
        A mapping from item to segmentation, which ``save`` writes.

    Raises
    ------
    InputError
        When the threshold is below 1 or above the largest number of coders of an item, or is given without a vote.

    Examples
    --------
    >>> codings = {"poem": {"ann": [4, 6], "ben": [5, 5], "cat": [6, 4]}}
    >>> found = consensus(codings)
    >>> found["poem"].masses, round(found.value, 4), round(found.best_coder, 4)
    ((5, 5), 0.6667, 0.6667)
    >>> consensus(codings, "vote")["poem"].masses
    (10,)
    >>> consensus({"song": {"ann": [4, 16, 20], "ben": [5, 15, 20], "cat": [6, 14, 20]}}, "model")["song"].masses
    (5, 15, 20)

    References
    ----------
    Dawid & Skene 1979; Hovy et al. 2013; Passonneau & Carpenter 2014.
    """
    method: ConsensusMethod = one_of(by, "by", get_args(ConsensusMethod))
    given = as_corpus(corpus)
    study = given.in_content_order()
    similarity = Similarity(default_metric(study) if metric is None else as_metric(metric))
    bound = similarity.metric.bind(study.codings)
    if method != "vote" and not (isinstance(threshold, str) and threshold == "majority"):
        raise InputError(f"threshold is given, and the consensus is by {method}; expected by='vote' with a threshold")
    model, jitter, coders = None, (), {}
    if method == "model":
        model = fit_boundary_model(study)
        found, jitter = _likely(study, model), tuple(model.jitter.tolist())
        qualities = map(CoderQuality, model.sensitivity.tolist(), model.false_alarm.tolist())
        of_coder = dict(zip(study.coder_names, qualities, strict=True))
        coders = {name: of_coder[name] for name in given.coder_names}
    else:
        found = medians(study, similarity) if method == "median" else voted(study, threshold)
    per_item = _per_item(study, found, similarity, model)
    described = {"by": method, "metric": similarity.label, **bound.options}
    if method == "vote":
        described["threshold"] = threshold
    return Consensus(
        method,
        float(np.mean([one.similarity for one in per_item.values()])),
        float(np.mean([one.best_coder_similarity for one in per_item.values()])),
        FrozenMapping({item: per_item[item] for item in given.item_names}),
        FrozenMapping(coders),
        jitter,
        Signature.of(
            "consensus", {**described, **study.read_as, "coders": len(study.coder_names), "items": len(study)}
        ),
    )


def default_metric(corpus: Corpus, n: int = 2) -> Metric:
    """B; types that are not numbers have no order, so any two of them are equally far apart."""
    ordered = len(corpus.types) < 2 or all(is_number(label) for label in corpus.types)
    return B(n=n) if ordered else B(n=n, weights=replace(WEIGHTS_2013, ordinal=False))


def _likely(corpus: Corpus, model: BoundaryModel) -> SegmentationArray:
    """The places where a boundary is more probable than not."""
    kept = model.probability > 0.5
    columns = (model.item[kept], model.position[kept], model.code[kept])
    return segmentations_of_marks(*columns, lengths_of_items(corpus), corpus.types)


def _per_item(
    corpus: Corpus, found: SegmentationArray, similarity: Similarity, model: BoundaryModel | None
) -> dict[str, ItemConsensus]:
    codings, pairs = corpus.codings.boundaries(), Pairs.within(corpus)
    item, coders = corpus.item_index, np.bincount(corpus.item_index, minlength=len(corpus))
    rows = np.arange(len(item))
    reached = np.bincount(item, similarity.bind(found, codings).values(Pairs(item, rows, item))) / coders
    alike = similarity.bind(codings).values(pairs)
    own = np.ones(len(item))
    own += np.bincount(pairs.a, alike, len(item)) + np.bincount(pairs.b, alike, len(item))
    own /= coders[item]
    # The best row of each item: rows are sorted by item, and of equals the one with the fewest boundaries is taken.
    starts = np.searchsorted(item, np.arange(len(corpus) + 1)).tolist()
    most = np.maximum.reduceat(own, starts[:-1])
    best = [_best_row(codings, own, range(start, stop), corpus) for start, stop in pairwise(starts)]
    probabilities = _probabilities(corpus, model)
    return {
        name: ItemConsensus(
            name,
            found[number],
            int(coders[number]),
            float(reached[number]),
            corpus.coder_names[int(corpus.coder_index[best[number]])],
            float(most[number]),
            probabilities[number],
        )
        for number, name in enumerate(corpus.item_names)
    }


def _best_row(codings: SegmentationArray, own: FloatArray, rows: range, corpus: Corpus) -> int:
    """The row with the largest value; among equals the one with the fewest boundaries, then the smallest positions."""
    most = max(own[row] for row in rows)

    def key(row: int) -> tuple[int, tuple[int, ...], str]:
        positions = codings[row].positions
        return len(positions), positions, corpus.coder_names[int(corpus.coder_index[row])]

    return min((row for row in rows if own[row] > most - SMALLEST_GAIN), key=key)


def _probabilities(corpus: Corpus, model: BoundaryModel | None) -> list[tuple[PlaceProbability, ...]]:
    places: list[list[PlaceProbability]] = [[] for _ in range(len(corpus))]
    if model is not None:
        columns = (model.item, model.position, model.code, model.probability)
        for item, position, code, probability in zip(*(column.tolist() for column in columns), strict=True):
            places[item].append(PlaceProbability(position, str(corpus.types[code]), probability))
    return list(map(tuple, places))
