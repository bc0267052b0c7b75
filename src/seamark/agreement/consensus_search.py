"""Three ways to a consensus: votes, the median, and a model of the coders.

Votes count how many coders placed a boundary at a place. The median is the segmentation of an item with the largest
mean similarity to its codings, by local search from every coding and from the vote: a step adds a boundary, removes
one, shifts one by one unit or changes its type, whichever gains most, and of equals the one with the fewest boundaries
and the smallest positions; boundaries are tried where a coder has one, and beside these places. The model gives every
coder a sensitivity and a rate of false alarms, and all of them a chance to mark a boundary one unit beside its place
(Dawid & Skene 1979); expectation maximization estimates them from all items.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.agreement.coefficients import Similarity, boundary_marks, segmentations_of_marks
from seamark.agreement.sums import distinct_rows
from seamark.base.checks import shown, whole_number
from seamark.base.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.edit import MedianOptions
from seamark.kernels.edit import medians as kernel_medians
from seamark.metrics.edit import B, S
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.stats.rows import summed_by

#: How many coders of an item make an opinion: at least so many, or more than half of those who coded it.
Threshold: TypeAlias = int | Literal["majority"]

#: Places that are tried together; longer stretches are parted, so that the work grows with the text and not faster.
_MOST_PLACES = 200
#: Less than this is no gain.
SMALLEST_GAIN = 1e-12
_MOST_ROUNDS = 500
_CONVERGED = 1e-6
#: Whether there is a boundary one unit before a mark, at its place, and one unit after: all eight cases.
_CASES = np.array(list(product((False, True), repeat=3)))


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """How many coders placed a boundary of a type at a place, for every place that anybody marked.

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

    def carried(self, threshold: Threshold) -> npt.NDArray[np.bool_]:
        """Which votes reach the threshold."""
        needed = self.voters // 2 + 1 if threshold == "majority" else threshold
        carried: npt.NDArray[np.bool_] = self.count >= needed
        return carried


def checked_threshold(threshold: object, corpus: Corpus) -> Threshold:
    """Refuse a threshold that every place reaches, or that no item can reach."""
    if isinstance(threshold, str):
        if threshold != "majority":
            raise InputError(f"threshold is {threshold!r}; expected a number of coders or 'majority'")
        return "majority"
    needed = whole_number(threshold, "threshold")
    most = int(np.bincount(corpus.item_index).max())
    if not 1 <= needed <= most:
        raise InputError(
            f"threshold is {shown(needed)}; expected 1 to {most}, the most coders of an item, or 'majority'"
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
    votes = Votes.of(corpus)
    kept = votes.carried(checked_threshold(threshold, corpus))
    columns = (votes.item[kept], votes.place[kept], votes.code[kept])
    return segmentations_of_marks(*columns, lengths_of_items(corpus), corpus.types)


def lengths_of_items(corpus: Corpus) -> Int64Array:
    """The number of units of every item."""
    return np.fromiter(corpus.lengths.values(), dtype=np.int64, count=len(corpus))


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
        raise InputError(
            f"the median is searched by B or S, not by {metric.info.name}; expected one of them, or a vote"
        )
    votes, codings = voted(corpus, "majority"), in_order_of_codings(corpus)
    starts = np.searchsorted(corpus.item_index, np.arange(len(corpus) + 1))
    (settings,) = metric.bind(codings).settings
    options = MedianOptions(isinstance(metric, B), float(settings.study.count), _MOST_PLACES, SMALLEST_GAIN)
    found = kernel_medians(codings.columns, starts, votes.columns, settings.parameters, options)
    return SegmentationArray._unchecked(found, codings.types)


def in_order_of_codings(corpus: Corpus) -> SegmentationArray:
    """The codings, those of an item in an order that follows from them, so that sums do not depend on names."""
    codings = corpus.codings.boundaries()
    _, position, code = boundary_marks(codings)
    names = [str(kind) for kind in codings.types]
    marks = list(zip(position.tolist(), [names[number] for number in code.tolist()], strict=True))
    edges = (codings.offsets - codings.offsets[0]).tolist()
    keys = [
        (item, marks[start:stop])
        for item, (start, stop) in zip(corpus.item_index.tolist(), pairwise(edges), strict=True)
    ]
    return codings.take(sorted(range(len(keys)), key=keys.__getitem__))


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
    data = _CodedMarks.of(corpus)
    jitter = np.array([0.15, 0.7, 0.15]) if shifts else np.array([0.0, 1.0, 0.0])
    sensitivity = np.full(len(corpus.coder_names), 0.7)
    false_alarm = np.full(len(corpus.coder_names), 0.02)
    rate = min(0.5, (len(data.coder) + 1.0) / (data.places_per_coder.sum() + 2.0))
    probability = np.zeros(len(data.item))
    for _ in range(_MOST_ROUNDS):
        # How much more probable a mark at each shift is than none, if there is a boundary.
        effect = (sensitivity / (1.0 - sensitivity))[:, None] * jitter
        before = probability
        cases, elsewhere = data.expected(sensitivity, effect, false_alarm, rate)
        probability = cases[:, _CASES[:, 1]].sum(axis=1)
        fired, invented = data.causes(cases, effect, false_alarm)
        found = data.boundaries_per_coder(probability, elsewhere)
        # One more in each cell keeps shares away from 0 and 1, where nothing could move them again.
        sensitivity = np.minimum((fired.sum(axis=1) + 1.0) / (found + 2.0), 0.999)
        false_alarm = (invented + 1.0) / (data.places_per_coder + 2.0)
        total = fired.sum(axis=0)
        jitter = total / total.sum() if total.sum() > 0 else jitter
        rate = float((probability.sum() + (elsewhere * data.unmarked).sum() + 1.0) / (data.places.sum() + 2.0))
        if np.abs(probability - before).max(initial=0.0) < _CONVERGED:
            break
    # A boundary is also marked by chance.
    marked = 1.0 - (1.0 - sensitivity) * (1.0 - false_alarm)
    order = np.lexsort((data.code, data.position, data.item))
    item, position, code = (column[order] for column in (data.item, data.position, data.code))
    return BoundaryModel(item, position, code, probability[order], marked, false_alarm, jitter, rate)


@dataclass(frozen=True, slots=True, eq=False)
class _CodedMarks:
    """Every boundary of every coding, and the places near them.

    ``coder`` and ``at`` have for each mark its coder and the number of its place, ``shifts`` which shifts it can have:
    a boundary has at most one mark of a coder, so marks of one coder that lie close together lie at their boundaries.
    ``places`` and ``unmarked`` have for each item how many places there are, and how many of them lie near no mark.
    """

    corpus: Corpus
    item: Int64Array
    position: Int64Array
    code: Int64Array
    runs: _Runs
    coder: Int64Array
    at: Int64Array
    shifts: FloatArray
    places: FloatArray
    unmarked: FloatArray

    @classmethod
    def of(cls, corpus: Corpus) -> _CodedMarks:
        row, position, code = boundary_marks(corpus.codings.boundaries())
        mark = np.column_stack((corpus.item_index[row], code, position))
        near = np.concatenate([mark + np.array((0, 0, shift)) for shift in (0, -1, 1)])
        inside = (near[:, 2] > 0) & (near[:, 2] < np.tile(corpus.codings.lengths[row], 3))
        found, number = np.unique(near[inside], axis=0, return_inverse=True)
        item, code, position = found.T
        places = (lengths_of_items(corpus) - 1).astype(np.float64) * max(1, len(corpus.types))
        unmarked = places - np.bincount(item, minlength=len(corpus))
        at = number.reshape(-1)[: len(mark)]  # all marks lie inside, and stand first
        order = np.lexsort((mark[:, 2], mark[:, 1], row))
        close = (np.diff(row[order]) == 0) & (np.diff(mark[order, 1]) == 0) & (np.diff(mark[order, 2]) <= 2)
        shifts = np.ones((len(mark), 3))
        for neighbours in (order[1:][close], order[:-1][close]):
            shifts[neighbours] = (0.0, 1.0, 0.0)
        coder = corpus.coder_index[row]
        return cls(corpus, item, position, code, _Runs.of(found), coder, at, shifts, places, unmarked)

    @property
    def places_per_coder(self) -> FloatArray:
        return self._per_coder(self.places)

    def boundaries_per_coder(self, probability: FloatArray, elsewhere: FloatArray) -> FloatArray:
        """How many boundaries are expected in what each coder coded; ``elsewhere`` is the probability per item."""
        near = summed_by(self.item, probability[:, None], len(self.places))[:, 0]
        return self._per_coder(near + elsewhere * self.unmarked)

    def expected(
        self, sensitivity: FloatArray, effect: FloatArray, false_alarm: FloatArray, rate: float
    ) -> tuple[FloatArray, FloatArray]:
        """How probable each of the eight cases is around every place near a mark, and a boundary at any other place of
        an item.
        """
        silent = np.log1p(-sensitivity)[self.corpus.coder_index]
        odds = np.log(rate) - np.log1p(-rate)
        odds = odds + np.bincount(self.corpus.item_index, silent, minlength=len(self.places))
        # How much more probable the marks at a place are than none, in each case.
        quiet = self._quiet(effect, false_alarm)
        marked = np.log1p(-quiet) - np.log(quiet)
        factor = summed_by(self.at, marked, len(self.item))
        return self.runs.cases(_logistic(odds)[self.item], factor), _logistic(odds)

    def causes(self, cases: FloatArray, effect: FloatArray, false_alarm: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Per coder how many marks are expected to come from boundaries, by shift, and how many from nothing."""
        quiet = self._quiet(effect, false_alarm)
        certain = cases[self.at] / (1.0 - quiet)
        share = certain * quiet / (1.0 - false_alarm[self.coder])[:, None]
        # A boundary one unit before its mark is marked one unit after itself.
        caused = (share @ _CASES)[:, ::-1] * effect[self.coder] * self.shifts
        invented = certain.sum(axis=1, keepdims=True) * false_alarm[self.coder][:, None]
        fired, made_up = (summed_by(self.coder, rows, len(effect)) for rows in (caused, invented))
        return fired, made_up[:, 0]

    def _quiet(self, effect: FloatArray, false_alarm: FloatArray) -> FloatArray:
        """Of every mark, how probable it was in each case that its coder would not have made it."""
        gain = (effect[self.coder] * self.shifts)[:, ::-1] @ _CASES.T
        found: FloatArray = (1.0 - false_alarm[self.coder])[:, None] / (1.0 + gain)
        return found

    def _per_coder(self, of_items: FloatArray) -> FloatArray:
        rows = of_items[self.corpus.item_index][:, None]
        return summed_by(self.corpus.coder_index, rows, len(self.corpus.coder_names))[:, 0]


@dataclass(frozen=True, slots=True, eq=False)
class _Runs:
    """Places in unbroken rows, the longest first: ``start`` and ``length`` of each."""

    start: Int64Array
    length: Int64Array

    @classmethod
    def of(cls, places: Int64Array) -> _Runs:
        """From columns of items, types and positions, sorted."""
        step = np.diff(places, axis=0)
        new = np.concatenate(([True], np.any(step != (0, 0, 1), axis=1)))[: len(places)]
        start = np.flatnonzero(new)
        length = np.diff(np.append(start, len(places)))
        order = np.argsort(-length, kind="stable")
        return cls(start[order], length[order])

    def cases(self, prior: FloatArray, factor: FloatArray) -> FloatArray:
        """How probable each case is around every place, given how probable a boundary is there without any mark, and
        the logarithm of how the marks at a place change that in each case. Beside a run there is no boundary.
        """
        weight = np.exp(factor - factor.max(axis=1, keepdims=True)).reshape(-1, 2, 2, 2)
        alone = np.column_stack((1.0 - prior, prior))
        # What is known from the left about a place and the one before it, and from the right about it and the next one.
        left, right = np.zeros((2, len(prior), 2, 2))
        left[self.start, 0] = alone[self.start]
        right[self.start + self.length - 1, :, 0] = 1.0
        for step in range(1, int(self.length.max(initial=0))):
            longer = slice(0, int(np.searchsorted(-self.length, -step)))
            here = self.start[longer] + step
            known = (left[here - 1][..., None] * weight[here - 1]).sum(axis=1) * alone[here][:, None]
            left[here] = known / known.sum(axis=(1, 2), keepdims=True)
            here = self.start[longer] + self.length[longer] - 1 - step
            known = (weight[here + 1] * right[here + 1][:, None]).sum(axis=3) * alone[here + 1][:, None]
            right[here] = known / known.sum(axis=(1, 2), keepdims=True)
        cases = (left[..., None] * weight * right[:, None]).reshape(-1, len(_CASES))
        probable: FloatArray = cases / cases.sum(axis=1, keepdims=True)
        return probable


def _logistic(odds: FloatArray) -> FloatArray:
    positive: FloatArray = 0.5 * (1.0 + np.tanh(0.5 * odds))
    return positive
