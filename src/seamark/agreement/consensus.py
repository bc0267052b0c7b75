"""One segmentation for what several coders said: the median, the vote, or what a model of the coders finds likely.

Votes count how many coders placed a boundary at a place. The median is the segmentation of an item with the largest
mean similarity to its codings, by local search from every coding and from the vote: a step adds a boundary, removes
one, shifts one by one unit or changes its type, whichever gains most, and of equals the one with the fewest boundaries
and the smallest positions; boundaries are tried where a coder has one, and beside these places. The model gives every
coder a sensitivity and a rate of false alarms, and all of them a chance to mark a boundary one unit beside its place
(Dawid & Skene 1979); expectation maximization estimates them from all items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.coefficients import Similarity, boundary_marks, segmentations_of_marks
from seamark.agreement.sums import distinct_rows
from seamark.base.checks import is_number, one_of, shown, whole_number
from seamark.base.errors import InputError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, percent, share
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.edit import MedianOptions
from seamark.kernels.edit import medians as kernel_medians
from seamark.metrics.base import Metric
from seamark.metrics.edit import WEIGHTS_2013, B, S
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import Pairs
from seamark.metrics.signature import Signature
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import Segmentation
from seamark.stats.rows import summed_by

#: How a consensus is found.
ConsensusMethod: TypeAlias = Literal["median", "vote", "model"]
#: How many coders of an item make an opinion: at least so many, or more than half of those who coded it.
Threshold: TypeAlias = int | Literal["majority"]

#: Places that are tried together; longer stretches are parted, so that the work grows with the text and not faster.
_MOST_PLACES = 200
#: Less than this is no gain.
_SMALLEST_GAIN = 1e-12
_MOST_ROUNDS = 500
_CONVERGED = 1e-6
#: Whether there is a boundary one unit before a mark, at its place, and one unit after: all eight cases.
_CASES = np.array(list(product((False, True), repeat=3)))


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
    probabilities: tuple[PlaceProbability, ...]

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
                f"Marks are at their boundary in {at} of cases, one unit before it in {before}, after it in {after}."
            )
        return tuple(found)

    def methods(self) -> Methods:
        """How the consensus was found, for a paper."""
        origin = f" {cite('Dawid & Skene 1979')}" if self.by == "model" else ""
        how = f"A consensus of the codings was made by {self.by}{origin}."
        return Methods.of([how, *self.answer()], self.signatures())


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
    described: dict[str, object] = {"by": method, "metric": similarity.label, **bound.options}
    if method == "vote":
        described["threshold"] = threshold
    elif not (isinstance(threshold, str) and threshold == "majority"):
        raise InputError(f"threshold is given, and the consensus is by {method}; expected by='vote' with a threshold")
    described |= {**study.read_as, "coders": len(study.coder_names), "items": len(study)}
    jitter, coders = (), {}
    probable: list[list[PlaceProbability]] = [[] for _ in study]
    if method == "model":
        model = fit_boundary_model(study)
        kept, jitter = model.probability > 0.5, tuple(model.jitter.tolist())
        found = _of_places(study, model.item[kept], model.position[kept], model.code[kept])
        places = (model.item, model.position, model.code, model.probability)
        for item, position, code, probability in zip(*(column.tolist() for column in places), strict=True):
            probable[item].append(PlaceProbability(position, str(study.types[code]), probability))
        qualities = map(CoderQuality, model.sensitivity.tolist(), model.false_alarm.tolist())
        of_coder = dict(zip(study.coder_names, qualities, strict=True))
        coders = {name: of_coder[name] for name in given.coder_names}
    else:
        found = medians(study, similarity) if method == "median" else voted(study, threshold)
    per_item = _per_item(study, found, similarity, probable)
    return Consensus(
        method,
        float(np.mean([one.similarity for one in per_item.values()])),
        float(np.mean([one.best_coder_similarity for one in per_item.values()])),
        FrozenMapping({item: per_item[item] for item in given.item_names}),
        FrozenMapping(coders),
        jitter,
        Signature.of("consensus", described),
    )


def default_metric(corpus: Corpus, n: int = 2) -> Metric:
    """B; types that are not numbers have no order, so any two of them are equally far apart."""
    ordered = len(corpus.types) < 2 or all(is_number(label) for label in corpus.types)
    return B(n=n) if ordered else B(n=n, weights=replace(WEIGHTS_2013, ordinal=False))


def _per_item(
    corpus: Corpus, found: SegmentationArray, similarity: Similarity, probable: list[list[PlaceProbability]]
) -> dict[str, ItemConsensus]:
    codings, pairs = corpus.codings.boundaries(), Pairs.within(corpus)
    item, coders = corpus.item_index, np.bincount(corpus.item_index, minlength=len(corpus))
    rows = np.arange(len(item))
    reached = np.bincount(item, similarity.bind(found, codings).values(Pairs(item, rows, item))) / coders
    alike = similarity.bind(codings).values(pairs)
    own = np.ones(len(item))
    own += np.bincount(pairs.a, alike, len(item)) + np.bincount(pairs.b, alike, len(item))
    own /= coders[item]
    most = np.maximum.reduceat(own, corpus.item_starts[:-1])

    def key(row: int) -> tuple[int, int, tuple[int, ...], str]:
        positions = codings[row].positions
        return int(item[row]), len(positions), positions, corpus.coder_names[int(corpus.coder_index[row])]

    # The best coder of each item; of equals the one with the fewest boundaries, then the smallest positions.
    best: dict[int, str] = {}
    for number, *_, coder in sorted(map(key, np.flatnonzero(own > most[item] - _SMALLEST_GAIN).tolist())):
        best.setdefault(number, coder)
    names, best_coders = corpus.item_names, [best[number] for number in range(len(corpus))]
    columns = (found, coders.tolist(), reached.tolist(), best_coders, most.tolist(), map(tuple, probable))
    return {name: ItemConsensus(name, *row) for name, *row in zip(names, *columns, strict=True)}


# ---------------------------------------------------------------------------------------------------- votes and medians


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """How many coders placed a boundary of a type at a place, for every place that a coder marked.

    Attributes
    ----------
    item, place, code
        The item, the position and the boundary type (a number in the corpus's types) of each vote.
    count
        How many coders placed it.
    voters
        How many coders coded the item.
    of_boundary
        For every boundary of the corpus, in the order of its codings, the vote it belongs to.
    """

    item: Int64Array
    place: Int64Array
    code: Int64Array
    count: Int64Array
    voters: Int64Array
    of_boundary: Int64Array

    @classmethod
    def of(cls, corpus: Corpus) -> Votes:
        """Count the boundaries of all coders at every place."""
        row, position, code = boundary_marks(corpus.codings.boundaries())
        positions, number = np.unique(position, return_inverse=True)
        (item, place, code), vote = distinct_rows((corpus.item_index[row], number, code))
        voters = np.bincount(corpus.item_index, minlength=len(corpus))
        return cls(item, positions[place], code, np.bincount(vote, minlength=len(item)), voters[item], vote)


def checked_threshold(threshold: object, corpus: Corpus) -> Threshold:
    """Refuse a threshold that every place reaches, or that no item can reach."""
    if isinstance(threshold, str) and threshold == "majority":
        return "majority"
    needed = 0 if isinstance(threshold, str) else whole_number(threshold, "threshold")
    most = int(np.bincount(corpus.item_index).max())
    if not 1 <= needed <= most:
        raise InputError(
            f"threshold is {shown(threshold)}; expected 1 to {most}, the most coders of an item, or 'majority'"
        )
    return needed


def voted(corpus: Corpus, threshold: Threshold) -> SegmentationArray:
    """For each item the segmentation with the boundaries that enough coders placed.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> voted(corpus, 2)[0].masses
    (2, 9)
    """
    votes, needed = Votes.of(corpus), checked_threshold(threshold, corpus)
    kept = votes.count >= (votes.voters // 2 + 1 if needed == "majority" else needed)
    return _of_places(corpus, votes.item[kept], votes.place[kept], votes.code[kept])


def _of_places(corpus: Corpus, item: Int64Array, position: Int64Array, code: Int64Array) -> SegmentationArray:
    """For each item the segmentation with these boundaries."""
    lengths = corpus.codings.lengths[corpus.item_starts[:-1]]
    return segmentations_of_marks(item, position, code, lengths, corpus.types)


def medians(corpus: Corpus, similarity: Similarity) -> SegmentationArray:
    """For each item the best segmentation that the local search finds.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [4, 6], "ben": [5, 5], "cat": [6, 4]}})
    >>> medians(corpus, Similarity.of("B"))[0].masses
    (5, 5)
    """
    metric = similarity.metric
    if not isinstance(metric, B | S):
        raise InputError(f"the median is computed with B or S, not with {metric.info.name}; expected one of them")
    votes, codings = voted(corpus, "majority"), corpus.codings.boundaries()
    (settings,) = metric.bind(codings).settings
    options = MedianOptions(isinstance(metric, B), float(settings.study.count), _MOST_PLACES, _SMALLEST_GAIN)
    found = kernel_medians(codings.columns, corpus.item_starts, votes.columns, settings.parameters, options)
    return SegmentationArray._unchecked(found, codings.types)


# ------------------------------------------------------------------------------------------------------------ the model


@dataclass(frozen=True, slots=True, eq=False)
class BoundaryModel:
    """The model of a corpus.

    Attributes
    ----------
    item, position, code
        The places near a mark, in this order: the item, the position and the type (a number in the corpus's types).
    probability
        That there is a boundary at each of these places.
    sensitivity, false_alarm
        Of each coder: the share of boundaries they mark, and the share of places they mark without one.
    jitter
        How a mark is distributed over the places one unit before, at, and one unit after its boundary.
    rate
        Boundaries per place.
    """

    item: Int64Array
    position: Int64Array
    code: Int64Array
    probability: FloatArray
    sensitivity: FloatArray
    false_alarm: FloatArray
    jitter: FloatArray
    rate: float


def fit_boundary_model(corpus: Corpus, *, shifts: bool = True) -> BoundaryModel:
    """Estimate the model; without ``shifts``, marks lie exactly at their boundaries.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [4, 16, 20], "ben": [5, 15, 20], "cat": [6, 14, 20]}})
    >>> model = fit_boundary_model(corpus)
    >>> dict(zip(model.position.tolist(), model.probability.round(2).tolist(), strict=True))
    {3: 0.01, 4: 0.09, 5: 0.81, 6: 0.09, 7: 0.01, 19: 0.02, 20: 0.97, 21: 0.02}
    """
    items, coders = len(corpus), len(corpus.coder_names)
    row, position, code = boundary_marks(corpus.codings.boundaries())
    coder, mark = corpus.coder_index[row], np.column_stack((corpus.item_index[row], code, position))
    near, at = _places_near(mark, corpus.codings.lengths[row])
    possible, runs = _possible_shifts(row, mark), _runs(near)
    # How many places each item has, and how many of them lie near no mark.
    places = (corpus.codings.lengths[corpus.item_starts[:-1]] - 1).astype(np.float64) * max(1, len(corpus.types))
    unmarked = places - np.bincount(near[:, 0], minlength=items)

    def per_coder(of_items: FloatArray) -> FloatArray:
        return summed_by(corpus.coder_index, of_items[corpus.item_index][:, None], coders)[:, 0]

    jitter = np.array([0.15, 0.7, 0.15]) if shifts else np.array([0.0, 1.0, 0.0])
    sensitivity, false_alarm = np.full(coders, 0.7), np.full(coders, 0.02)
    judged = per_coder(places)
    rate = min(0.5, (len(coder) + 1.0) / (judged.sum() + 2.0))
    probability = np.zeros(len(near))
    for _ in range(_MOST_ROUNDS):
        before = probability
        # How much more probable a mark at each shift is than none, if there is a boundary.
        gain = (sensitivity / (1.0 - sensitivity))[:, None][coder] * jitter * possible
        # How probable it was in each case that the coder would not have made a mark.
        silent = (1.0 - false_alarm[coder])[:, None]
        quiet = silent / (1.0 + gain[:, ::-1] @ _CASES.T)
        # Where nobody marked anything; and how much more probable the marks at a place are than none, in each case.
        odds = np.log(rate) - np.log1p(-rate)
        odds = odds + np.bincount(corpus.item_index, np.log1p(-sensitivity)[corpus.coder_index], minlength=items)
        elsewhere: FloatArray = 0.5 * (1.0 + np.tanh(0.5 * odds))
        factor = summed_by(at, np.log1p(-quiet) - np.log(quiet), len(near))
        cases = _probable_cases(runs, elsewhere[near[:, 0]], factor)
        probability = cases[:, _CASES[:, 1]].sum(axis=1)
        # How many marks come from boundaries, by shift (one unit before a mark is one unit after the boundary), and
        # how many from nothing.
        certain = cases[at] / (1.0 - quiet)
        fired = summed_by(coder, ((certain * quiet / silent) @ _CASES)[:, ::-1] * gain, coders)
        invented = summed_by(coder, certain.sum(axis=1, keepdims=True) * false_alarm[coder][:, None], coders)[:, 0]
        found = per_coder(summed_by(near[:, 0], probability[:, None], items)[:, 0] + elsewhere * unmarked)
        # One more in each cell keeps shares away from 0 and 1, where nothing could move them again.
        sensitivity = np.minimum((fired.sum(axis=1) + 1.0) / (found + 2.0), 0.999)
        false_alarm = (invented + 1.0) / (judged + 2.0)
        total = fired.sum(axis=0)
        jitter = total / total.sum() if total.sum() > 0 else jitter
        rate = float((probability.sum() + (elsewhere * unmarked).sum() + 1.0) / (places.sum() + 2.0))
        if np.abs(probability - before).max(initial=0.0) < _CONVERGED:
            break
    # A boundary is also marked by chance.
    marked = 1.0 - (1.0 - sensitivity) * (1.0 - false_alarm)
    order = np.lexsort((near[:, 1], near[:, 2], near[:, 0]))
    item, code, position = near[order].T
    return BoundaryModel(item, position, code, probability[order], marked, false_alarm, jitter, rate)


def _places_near(mark: Int64Array, lengths: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The places of marks and beside them, rows of item, type and position, sorted; and the number of each mark's."""
    near = np.concatenate([mark + np.array((0, 0, shift)) for shift in (0, -1, 1)])
    inside = (near[:, 2] > 0) & (near[:, 2] < np.tile(lengths, 3))
    found, number = np.unique(near[inside], axis=0, return_inverse=True)
    return found, number.reshape(-1)[: len(mark)]  # all marks are inside, and come first


def _possible_shifts(row: Int64Array, mark: Int64Array) -> FloatArray:
    """Which shifts each mark can have.

    A boundary has at most one mark of a coder, so marks of one coder that lie close together lie at their boundaries.
    """
    order = np.lexsort((mark[:, 2], mark[:, 1], row))
    close = (np.diff(row[order]) == 0) & (np.diff(mark[order, 1]) == 0) & (np.diff(mark[order, 2]) <= 2)
    shifts = np.ones((len(mark), 3))
    for neighbours in (order[1:][close], order[:-1][close]):
        shifts[neighbours] = (0.0, 1.0, 0.0)
    return shifts


def _runs(places: Int64Array) -> tuple[Int64Array, Int64Array]:
    """The starts and lengths of unbroken rows of places, which are sorted; the longest first."""
    step = np.diff(places, axis=0)
    new = np.concatenate(([True], np.any(step != (0, 0, 1), axis=1)))[: len(places)]
    starts = np.flatnonzero(new)
    lengths = np.diff(np.append(starts, len(places)))
    order = np.argsort(-lengths, kind="stable")
    return starts[order], lengths[order]


def _probable_cases(runs: tuple[Int64Array, Int64Array], prior: FloatArray, factor: FloatArray) -> FloatArray:
    """How probable each case is around every place, given how probable a boundary is there without any mark, and
    the logarithm of how the marks at a place change that in each case. Beside a run there is no boundary.
    """
    starts, lengths = runs
    weight = np.exp(factor - factor.max(axis=1, keepdims=True)).reshape(-1, 2, 2, 2)
    alone = np.column_stack((1.0 - prior, prior))
    # What is known from the left about a place and the one before it, and from the right about it and the next one.
    left, right = np.zeros((2, len(prior), 2, 2))
    left[starts, 0] = alone[starts]
    right[starts + lengths - 1, :, 0] = 1.0
    for step in range(1, int(lengths.max(initial=0))):
        longer = slice(0, int(np.searchsorted(-lengths, -step)))
        here = starts[longer] + step
        known = (left[here - 1][..., None] * weight[here - 1]).sum(axis=1) * alone[here][:, None]
        left[here] = known / known.sum(axis=(1, 2), keepdims=True)
        here = starts[longer] + lengths[longer] - 1 - step
        known = (weight[here + 1] * right[here + 1][:, None]).sum(axis=3) * alone[here + 1][:, None]
        right[here] = known / known.sum(axis=(1, 2), keepdims=True)
    cases = (left[..., None] * weight * right[:, None]).reshape(-1, len(_CASES))
    probable: FloatArray = cases / cases.sum(axis=1, keepdims=True)
    return probable
