"""Items of a reference and of a hypothesis, paired by name: from corpora, mappings and streams."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

import numpy as np

from seamark.base.checks import hint, items_of, one_of, shown, whole_number
from seamark.base.errors import OPTION, InputError, MassMismatchError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray, stoppable_threads
from seamark.kernels.edit import CodedItems, PairSums
from seamark.kernels.fused import EditJob, Job, WindowJob
from seamark.metrics.base import Metric
from seamark.metrics.edit import StudyTypes
from seamark.metrics.names import as_metric
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import B, S
from seamark.metrics.sums import AVERAGES, Average, Scored
from seamark.metrics.windows import Pk, WindowDiff
from seamark.model.codings import CodingLike, Codings, CodingsLike, Kind, SegmentationArray, kind_of
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike

_Coding = TypeVar("_Coding")

#: One segmentation, one per item, or several codings per item (a ``Corpus`` is such a mapping).
BoundaryCodings: TypeAlias = (
    "SegmentationLike | Mapping[str, SegmentationLike] | Mapping[str, Mapping[str, SegmentationLike]]"
)
#: The same for any model.
AnyCodings: TypeAlias = (
    "BoundaryCodings | CodingLike | Mapping[str, CodingLike] | Mapping[str, Mapping[str, CodingLike]]"
)

#: Segments held at a time while items are streamed: enough for the kernel, little for the memory.
BATCH = 200_000
#: Segments of items that wait for their partner in the other stream.
MOST_WAITING = 8_000_000


class StreamedItem(Protocol):
    """An item of a stream: its name, its codings by coder, and the line it is from."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def codings(self) -> Mapping[str, SegmentationLike]: ...  # noqa: D102
    @property
    def line(self) -> int: ...  # noqa: D102


#: Items with their codings: a corpus, a mapping, or a stream of items, which is read once.
Items: TypeAlias = "Mapping[str, CodingLike] | Mapping[str, Mapping[str, CodingLike]] | Iterable[StreamedItem]"


@dataclass(frozen=True, slots=True)
class Pairs:
    """Items with the reference and the hypothesis of each."""

    items: Sequence[str]
    reference: Codings
    hypothesis: Codings


class _Pair(NamedTuple):
    item: str
    reference: SegmentationLike
    hypothesis: SegmentationLike


@dataclass(frozen=True, slots=True)
class Side:
    """The reference or the hypothesis: its name in messages, and the coder to take (None: the only one of each item).

    A ``strict`` side takes that coder and no other, also where somebody else alone coded an item.
    """

    source: str
    coder: str | None = None
    strict: bool = False

    @property
    def name(self) -> str:
        """The source and, if one was named, the coder."""
        return f"{self.source} (coder {self.coder!r})" if self.strict else self.source

    def pick(self, item: str, codings: Mapping[str, _Coding]) -> _Coding | None:
        """The coding of an item that is to be scored; None when the coder that was named has not coded it."""
        if self.coder is not None and self.coder in codings:
            return codings[self.coder]
        if len(codings) == 1 and not self.strict:
            return next(iter(codings.values()))
        if self.coder is None:
            raise InputError(
                f"{self.source}: item {item!r} has {len(codings)} codings, by {', '.join(codings)}; "
                f"say whose with {OPTION}=",
                option="coder",
            )
        return None

    def rows(self, corpus: Corpus) -> dict[str, int]:
        """For every item the row of the coding that is scored."""
        if self.strict and self.coder is not None and self.coder not in corpus.coder_names:
            raise InputError(
                f"{self.source}: no coder is called {self.coder!r}; {hint(self.coder, corpus.coder_names)}"
            )
        starts = np.searchsorted(corpus.item_index, np.arange(len(corpus) + 1)).tolist()
        coders = [corpus.coder_names[number] for number in corpus.coder_index.tolist()]
        picked = {
            item: self.pick(item, {coders[row]: row for row in range(start, stop)})
            for item, start, stop in zip(corpus.item_names, starts, starts[1:], strict=False)
        }
        return {item: row for item, row in picked.items() if row is not None}

    def picked(self, items: Mapping[str, Any]) -> dict[str, Any]:
        """For every item the coding that is scored; a coding without a coder is the only one."""
        by_coder = {item: one if isinstance(one, Mapping) else {self.source: one} for item, one in items.items()}
        picked = {item: self.pick(item, codings) for item, codings in by_coder.items()}
        return {item: coding for item, coding in picked.items() if coding is not None}

    def corpus(self, items: Mapping[str, object]) -> Corpus:
        """The items as a corpus; a coding without a coder gets the name of the side."""
        if isinstance(items, Corpus):
            return items
        named = {item: one if isinstance(one, Mapping) else {self.source: one} for item, one in items.items()}
        return Corpus(cast("Mapping[str, Mapping[str, SegmentationLike]]", named))


def sides(names: tuple[str, str], coder: str | Sequence[str] | None) -> tuple[Side, Side]:
    """Whose coding to take on each side: one coder serves where an item has several, two are meant exactly.

    Examples
    --------
    >>> sides(("ref", "hyp"), ("ann", "ben"))[1].name
    "hyp (coder 'ben')"
    """
    if coder is None or isinstance(coder, str):
        return Side(names[0], coder), Side(names[1], coder)
    two = tuple(coder) if isinstance(coder, Sequence) else ()
    if len(two) != 2 or not all(isinstance(one, str) and one for one in two):
        raise InputError(
            f"{OPTION} is {shown(coder)}; expected one name, or two: of reference and hypothesis", option="coder"
        )
    return Side(names[0], two[0], strict=True), Side(names[1], two[1], strict=True)


@dataclass(slots=True)
class Pairing:
    """How items find their partners; one without a partner is an error, or with ``allow_missing`` a remark."""

    sides: tuple[Side, Side]
    allow_missing: bool = False
    batch: int = BATCH
    most_waiting: int = MOST_WAITING
    #: What was left out.
    remarks: list[str] = field(default_factory=list)

    def pairs(self, reference: Items, hypothesis: Items) -> Iterator[Pairs]:
        """All items that both have: of mappings in the order of the reference, of streams as they come.

        Two streams must have their items in about the same order: an item waits for its partner in the other stream,
        and how much may wait is limited, for that is what costs memory.
        """
        for side, items in zip(self.sides, (reference, hypothesis), strict=True):
            items_of(items, side.source, "segmentations by item, or a stream of items")
        if isinstance(reference, Mapping) and isinstance(hypothesis, Mapping):
            if {model_of_items(reference), model_of_items(hypothesis)} != {"boundaries"}:
                return self._of_mappings(reference, hypothesis)
            return self._of_corpora(self.sides[0].corpus(reference), self.sides[1].corpus(hypothesis))
        if isinstance(reference, Mapping):
            corpus = self.sides[0].corpus(reference)
            return self._batches(self._with_stream(corpus, cast("Iterable[StreamedItem]", hypothesis), streamed=1))
        if isinstance(hypothesis, Mapping):
            return self._batches(self._with_stream(self.sides[1].corpus(hypothesis), reference, streamed=0))
        return self._batches(self._of_streams(reference, hypothesis))

    def _of_corpora(self, reference: Corpus, hypothesis: Corpus) -> Iterator[Pairs]:
        rows_a, rows_b = self.sides[0].rows(reference), self.sides[1].rows(hypothesis)
        self._without([item for item in rows_a if item not in rows_b], [item for item in rows_b if item not in rows_a])
        items = [item for item in rows_a if item in rows_b]
        if items:
            a = reference.codings.take([rows_a[item] for item in items])
            b = hypothesis.codings.take([rows_b[item] for item in items])
            yield self._checked(items, a, b)

    def _of_mappings(self, reference: Mapping[str, Any], hypothesis: Mapping[str, Any]) -> Iterator[Pairs]:
        """Items whose codings are labelled segmentations, hierarchies or spans."""
        one, other = (side.picked(items) for side, items in zip(self.sides, (reference, hypothesis), strict=True))
        self._without([item for item in one if item not in other], [item for item in other if item not in one])
        items = [item for item in one if item in other]
        if items:
            yield self._checked(
                items, Codings.of(one[item] for item in items), Codings.of(other[item] for item in items)
            )

    def _with_stream(self, corpus: Corpus, stream: Iterable[StreamedItem], *, streamed: int) -> Iterator[_Pair]:
        """The items of a stream with their partners in a corpus; ``streamed`` says which side the stream is."""
        rows = self.sides[1 - streamed].rows(corpus)
        unseen = dict.fromkeys(rows)
        alone: list[str] = []
        for item in stream:
            mine = self._picked(streamed, item)
            if mine is None:
                continue
            if item.name not in rows:
                alone.append(item.name)
            elif item.name not in unseen:
                raise self._twice(streamed, item)
            else:
                del unseen[item.name]
                theirs = corpus.codings[rows[item.name]]
                yield _Pair(item.name, theirs, mine) if streamed else _Pair(item.name, mine, theirs)
        self._without(*((list(unseen), alone) if streamed else (alone, list(unseen))))

    def _of_streams(self, reference: Iterable[StreamedItem], hypothesis: Iterable[StreamedItem]) -> Iterator[_Pair]:
        streams = (iter(reference), iter(hypothesis))
        waiting: tuple[dict[str, SegmentationLike], dict[str, SegmentationLike]] = ({}, {})
        load = 0
        running = [0, 1]
        while running:
            for number in tuple(running):
                item = next(streams[number], None)
                if item is None:
                    running.remove(number)
                    continue
                mine = self._picked(number, item)
                if mine is None:
                    continue
                theirs = waiting[1 - number].pop(item.name, None)
                if theirs is not None:
                    load -= _size(theirs)
                    yield _Pair(item.name, theirs, mine) if number else _Pair(item.name, mine, theirs)
                elif item.name in waiting[number]:
                    raise self._twice(number, item)
                else:
                    waiting[number][item.name] = mine
                    load += _size(mine)
            if load > self.most_waiting:
                raise InputError(
                    f"the items of {self.sides[0].source} and {self.sides[1].source} stand in different orders, or "
                    "many of them in one file only; sort both by item to score files of this size"
                )
        self._without(list(waiting[0]), list(waiting[1]))

    def _picked(self, side: int, item: StreamedItem) -> SegmentationLike | None:
        try:
            name, codings = item.name, item.codings
        except AttributeError:
            raise InputError(
                f"{self.sides[side].source}: an item of the stream is {shown(item)}; expected name, codings and line"
            ) from None
        return self.sides[side].pick(name, codings)

    def _batches(self, pairs: Iterable[_Pair]) -> Iterator[Pairs]:
        waiting: list[_Pair] = []
        load = 0
        for pair in pairs:
            waiting.append(pair)
            load += _size(pair.reference) + _size(pair.hypothesis)
            if load > self.batch:
                yield self._batch(waiting)
                waiting, load = [], 0
        if waiting:
            yield self._batch(waiting)

    def _batch(self, pairs: Sequence[_Pair]) -> Pairs:
        items, a, b = zip(*pairs, strict=True)
        return self._checked(items, SegmentationArray.from_segmentations(a), SegmentationArray.from_segmentations(b))

    def _checked(self, items: Sequence[str], a: Codings, b: Codings) -> Pairs:
        different = np.flatnonzero(a.lengths != b.lengths)
        if different.size:
            row = int(different[0])
            reference, hypothesis = self.sides
            raise MassMismatchError(
                f"item {items[row]!r} covers {a.lengths[row]} units in {reference.name}, "
                f"{b.lengths[row]} in {hypothesis.name}"
            )
        return Pairs(items, a, b)

    def _without(self, only_reference: Sequence[str], only_hypothesis: Sequence[str]) -> None:
        """Refuse or remember items without a partner."""
        for items, here, there, others in (
            (only_reference, *self.sides, only_hypothesis),
            (only_hypothesis, *self.sides[::-1], only_reference),
        ):
            if not items:
                continue
            which = f"item {items[0]!r}" if len(items) == 1 else f"{len(items)} items, such as {items[0]!r},"
            message = f"{which} of {here.source} {'is' if len(items) == 1 else 'are'} not in {there.name}"
            if not self.allow_missing:
                advice = hint(items[0], others)
                others_only = f"score the others with {OPTION}"
                raise InputError(f"{message}; {advice if '?' in advice else others_only}", option="allow_missing")
            self.remarks.append(message)

    def _twice(self, side: int, item: StreamedItem) -> InputError:
        """The error about an item that stands twice in a stream."""
        return InputError(f"{self.sides[side].source}:{item.line}: item {item.name!r} stands twice; expected it once")


def model_of_items(items: Mapping[str, Any]) -> Kind:
    """The model of the first coding."""
    if isinstance(items, Corpus):
        return items.kind
    first = next(iter(items.values()), None)
    if isinstance(first, Mapping):
        first = next(iter(first.values()), None)
    return kind_of(first)


def _size(coding: SegmentationLike) -> int:
    """What holding a coding costs, in segments; a short one costs more than its segments."""
    return 8 + (len(coding.positions) if isinstance(coding, Segmentation) else len(coding))


# --------------------------------------------------------------------------------------------------- Many pairs at once


#: Less work than this, in boundaries, is not worth a thread of its own: about 80,000 pairs of ten segments. A pair
#: costs as much as some boundaries, however few it has.
_WORK_PER_THREAD, _PAIR = 2**21, 8


def count_pairs(metric: Metric | str, a: CodingsLike, b: CodingsLike, *, workers: int | None = None) -> FloatArray:
    """A row of counts for every pair, in the order of ``metric.fields``.

    Sums of rows can be scored with ``metric.score_rows``; that is how micro means, resampling and partial results from
    several machines are made. Parameters are those of ``score_pairs``.

    Examples
    --------
    >>> from seamark import S
    >>> count_pairs(S(), [[2, 3], [5]], [[2, 3], [4, 1]]).tolist()
    [[4.0, 0.0], [4.0, 1.0]]
    """
    metric = as_metric(metric, default=None)
    one, other = metric.require_supported(Codings.of(a), Codings.of(b))
    most = _most_threads(workers)
    if not isinstance(one, SegmentationArray) or not isinstance(other, SegmentationArray):
        return metric.count_pairs(one, other)
    boundaries = sum(int(array.columns.offsets[-1] - array.columns.offsets[0]) for array in (one, other))
    threads = min(most, len(one), (boundaries + _PAIR * len(one)) // _WORK_PER_THREAD)
    if threads <= 1:
        return metric.count_pairs(one, other)
    edges = np.linspace(0, len(one), threads + 1).astype(int).tolist()
    with stoppable_threads(threads) as pool:
        parts = pool.map(
            lambda i: metric.count_pairs(one[edges[i] : edges[i + 1]], other[edges[i] : edges[i + 1]]), range(threads)
        )
        return np.concatenate(list(parts))


def sum_pairs(metric: Metric, codings: SegmentationArray, coded: CodedItems) -> PairSums | None:
    """Sums of the rows of counts of every two codings of an item; None for a metric that has no quicker way to them."""
    metric.require_supported(codings, codings)
    return metric._pair_sums(codings, coded)


def score_pairs(metric: Metric | str, a: CodingsLike, b: CodingsLike, *, workers: int | None = None) -> FloatArray:
    """The score of every pair; NaN where it is undefined.

    Parameters
    ----------
    metric
        Any metric, such as ``S(n=3)``, or its name, such as ``"windowdiff:k=5"``.
    a, b
        Two arrays of the same length, references first where that matters; plain sequences are turned into arrays.
    workers
        How many threads to use at most, by default as many as the machine has; fewer where there is too little work for
        them to gain anything. The result is the same.

    Examples
    --------
    >>> from seamark import S
    >>> score_pairs(S(), [[2, 3], [5]], [[2, 3], [4, 1]]).tolist()
    [1.0, 0.75]
    >>> score_pairs("S:n=3", [[2, 3], [5]], [[2, 3], [4, 1]]).tolist()
    [1.0, 0.75]
    """
    metric = as_metric(metric, default=None)
    return metric.score_rows(count_pairs(metric, a, b, workers=workers))


def _most_threads(workers: int | None) -> int:
    if workers is None:
        return os.cpu_count() or 1
    count = whole_number(workers, "workers")
    if count < 1:
        raise InputError(f"workers is {shown(count)}; expected at least 1")
    return count


# ------------------- Metrics that the kernel counts and scores in one pass over the rows of a table: the commonest ones


def job_of(metric: Metric) -> Job | None:
    """What the kernel does for the metric, with the same numbers as ``count_pairs`` and ``score_rows`` give.

    None for other metrics, and where options do not go with pairs of one boundary type: ``count_pairs`` has the error.

    Examples
    --------
    >>> job_of(S(types=3)).types, job_of(B()).types
    (3, 0)
    """
    # A class derived from these may count otherwise, and is asked itself.
    if type(metric) is WindowDiff or type(metric) is Pk:
        return WindowJob(metric.laid, presence=type(metric) is Pk)
    if type(metric) is not S and type(metric) is not B:
        return None
    if metric.weights.levels or (isinstance(metric.types, tuple) and DEFAULT_TYPE not in metric.types):
        return None
    study = StudyTypes.resolve(metric.types, (DEFAULT_TYPE,))
    return EditJob(metric.pricing[0], study.count if type(metric) is S else 0)


# ------------------------------- One value for many pairs: micro (a score of summed counts) or macro (a mean of scores)


@dataclass(frozen=True, slots=True)
class Mean(ResultRecord):
    """The score of many pairs.

    Attributes
    ----------
    value
        The mean; NaN when no pair has a score.
    pairs
        How many pairs there were.
    undefined
        How many of them have no score. They are left out of the mean, never in silence.
    scores
        The score of every pair, NaN where it is undefined.
    signature
        The metric with its options, the kind of mean and the number of pairs.
    """

    value: float
    pairs: int
    undefined: int
    scores: FloatArray
    signature: Signature

    def __str__(self) -> str:
        note = f" ({self.undefined} of {self.pairs} pairs undefined)" if self.undefined else ""
        return f"{self.value:.4f}{note}  {self.signature}"


def mean_score(
    metric: Metric | str,
    a: CodingsLike,
    b: CodingsLike,
    *,
    average: Average = "macro",
    workers: int | None = None,
) -> Mean:
    """The mean score of many pairs.

    Parameters are those of ``score_pairs``, and ``average``: ``"macro"`` is the mean of the pairs' scores, ``"micro"``
    the score of the summed counts, in which long texts weigh more.

    Examples
    --------
    >>> from seamark import S
    >>> print(mean_score(S(), [[2, 3], [5]], [[2, 3], [4, 1]]))
    0.8750  S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:0.1.0
    """
    one_of(average, "average", AVERAGES)
    metric = as_metric(metric, default=None)
    one, other = Codings.of(a), Codings.of(b)
    scored = Scored.of(metric, count_pairs(metric, one, other, workers=workers))
    sums = scored.summed(metric, metric.signature(one, other))
    return Mean(sums.mean(average), sums.pairs, sums.undefined, scored.scores, sums.signature_of(average))
