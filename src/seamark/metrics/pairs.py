"""The table of pairs: which codings are compared, by their row numbers; and what many pairs score.

``score``, ``agree``, ``compare`` and ``audit`` list pairs, count them with a bound metric, and sum: they differ in
which pairs they list and how they sum, and in nothing else.

- ``Pairs.within(corpus)``: every two codings of an item (agree, diagnose, consensus);
- ``Pairs.between(reference, hypothesis)``: the two codings of every item of two corpora (score);
- ``Pairs.against(references, system)``: every reference of an item with the coding by a system (compare, audit).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from seamark.base.checks import hint, shown
from seamark.base.errors import OPTION, InputError, MassMismatchError
from seamark.kernels.columns import Columns, FloatArray, Int64Array, Job, edit_job, window_job, worker_count
from seamark.kernels.edit import CodedItems, PairSums
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.codings import CodingLike, Codings, CodingsLike, Kind, kind_of
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, SegmentationLike

__all__ = ["count_pairs", "score_pairs"]

#: One segmentation, one per item, or several codings per item (a ``Corpus`` is such a mapping).
BoundaryCodings: TypeAlias = (
    "SegmentationLike | Mapping[str, SegmentationLike] | Mapping[str, Mapping[str, SegmentationLike]]"
)
#: The same for any kind.
AnyCodings: TypeAlias = "CodingLike | Mapping[str, CodingLike] | Mapping[str, Mapping[str, CodingLike]]"

#: Boundaries on a side of a block of pairs, about. All pairs of one long text repeat its boundaries many times; parts
#: of this size stay in the processor's cache, and were measured to be quickest.
BLOCK_BOUNDARIES = 2**18
#: Pairs in a block.
_BLOCK_PAIRS = 2**14


@dataclass(frozen=True, eq=False)
class Pairs:
    """Which codings are compared: numbers of rows, never copies.

    Attributes
    ----------
    a, b
        The rows of the two sides, the reference first where that matters.
    item
        The number of the item that both are codings of, in the corpus of the first side.
    remarks
        What was left out.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5], "cat": [4, 1]}})
    >>> pairs = Pairs.within(corpus)
    >>> pairs.a.tolist(), pairs.b.tolist()
    ([0, 0, 1], [1, 2, 2])
    >>> as_metric("S").bind(corpus.codings).count(pairs).tolist()
    [[4.0, 1.0], [4.0, 2.0], [4.0, 1.0]]
    """

    a: Int64Array
    b: Int64Array
    item: Int64Array
    remarks: tuple[str, ...] = ()

    @staticmethod
    def within(corpus: Corpus) -> PairsWithin:
        """Every two codings of an item."""
        extent = len(corpus.item_names), len(corpus.coder_names)
        return PairsWithin(CodedItems.of(corpus.item_index, corpus.coder_index, *extent))

    @classmethod
    def between(
        cls,
        reference: Corpus,
        hypothesis: Corpus,
        *,
        coder: str | Sequence[str] | None = None,
        allow_missing: bool = False,
        names: tuple[str, str] = ("reference", "hypothesis"),
    ) -> Pairs:
        """Items of two corpora matched by name, with one coding on each side; in the order of the reference.

        Parameters
        ----------
        reference, hypothesis
            The two corpora.
        coder
            Whose coding to take where an item has several; two names are the coder of the reference and the coder of
            the hypothesis, and no other will do.
        allow_missing
            Leave out items that only one side has, and say so in ``remarks``; otherwise they are an error.
        names
            What messages call the two sides.

        Examples
        --------
        >>> gold, study = Corpus({"poem": {"gold": [2, 3]}}), Corpus({"poem": {"ann": [5], "ben": [4, 1]}})
        >>> pairs = Pairs.between(gold, study, coder="ben")
        >>> pairs.a.tolist(), pairs.b.tolist()
        ([0], [1])
        """
        coders = _coders(coder)
        exactly = not isinstance(coder, str | None)
        one, other = (f"{name} (coder {who!r})" if exactly else name for name, who in zip(names, coders, strict=True))
        rows_a = _rows_of(reference, names[0], coders[0], exactly)
        rows_b = _rows_of(hypothesis, names[1], coders[1], exactly)
        only_a = [item for item in rows_a if item not in rows_b]
        only_b = [item for item in rows_b if item not in rows_a]
        remarks = tuple(
            _partnerless(only, here, there, others, allow_missing)
            for only, here, there, others in ((only_a, names[0], other, only_b), (only_b, names[1], one, only_a))
            if only
        )
        matched = [item for item in rows_a if item in rows_b] if only_a else list(rows_a)
        a = np.array([rows_a[item] for item in matched], dtype=np.int64)
        b = np.array([rows_b[item] for item in matched], dtype=np.int64)
        pairs = cls(a, b, reference.item_index[a], remarks)
        pairs._require_equal_lengths(reference, hypothesis, one, other)
        return pairs

    @classmethod
    def against(cls, references: Corpus, system: Corpus, name: str = "system", *, may_lack: bool = False) -> Pairs:
        """Every reference coding of an item with the only coding by a system.

        Parameters
        ----------
        references, system
            The two corpora; the system has no item that the references lack.
        name
            What messages call the system.
        may_lack
            Whether the system may lack items.

        Examples
        --------
        >>> humans = Corpus({"poem": {"ann": [2, 3], "ben": [5]}})
        >>> pairs = Pairs.against(humans, Corpus({"poem": {"mine": [1, 4]}}))
        >>> pairs.a.tolist(), pairs.b.tolist()
        ([0, 1], [0, 0])
        """
        number_of = {item: number for number, item in enumerate(references.item_names)}
        extra = next((item for item in system.item_names if item not in number_of), None)
        if extra is not None:
            raise InputError(f"{name} has item {extra!r}, which the reference does not have")
        codings = np.bincount(system.item_index)
        if codings.max() > 1:
            item = int(codings.argmax())
            raise InputError(f"{name} has {codings[item]} codings of item {system.item_names[item]!r}; expected one")
        row_of = np.full(len(number_of), -1)
        row_of[[number_of[system.item_names[item]] for item in system.item_index.tolist()]] = np.arange(len(codings))
        if not may_lack and (row_of < 0).any():
            raise InputError(f"{name} has no item {references.item_names[int((row_of < 0).argmax())]!r}")
        b = row_of[references.item_index]
        a = np.flatnonzero(b >= 0)
        pairs = cls(a, b[a], references.item_index[a])
        pairs._require_equal_lengths(references, system, None, name)
        return pairs

    def _require_equal_lengths(self, one: Corpus, other: Corpus, whose: str | None, others: str) -> None:
        """Raise where the two codings of a pair cover different numbers of units; the first coding is called by its
        coder where nothing else names it.
        """
        units, theirs = one.codings.lengths[self.a], other.codings.lengths[self.b]
        different = np.flatnonzero(units != theirs)
        if different.size:
            place = int(different[0])
            row = int(self.a[place])
            who = whose or f"coder {one.coder_names[one.coder_index[row]]!r}"
            raise MassMismatchError(
                f"item {one.item_names[self.item[place]]!r}: {who} covers {units[place]} units, {others} covers "
                f"{theirs[place]}"
            )

    def taken(self, one: Any, other: Any) -> tuple[Any, Any]:
        """The codings of both sides, row beside row; copied only where rows are left out or are in another order."""
        row = np.arange(len(self))
        return tuple(
            codings if len(codings) == len(rows) and (rows == row).all() else codings.take(rows)
            for codings, rows in ((one, self.a), (other, self.b))
        )

    def __len__(self) -> int:
        return len(self.a)

    def swapped(self) -> Pairs:
        """The same pairs with the other side first."""
        return Pairs(self.b, self.a, self.item)

    def part(self, rows: Any) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.a[rows], self.b[rows], self.item[rows])

    def blocks(self, a: Any, b: Any) -> Iterator[Pairs]:
        """The pairs in parts whose rows of these columns, when they are copied, stay in the processor's cache."""
        for start in range(0, len(self), _BLOCK_PAIRS):
            some = self.part(slice(start, start + _BLOCK_PAIRS))
            if not isinstance(a, Columns):
                yield some
                continue
            sizes = (side.offsets[rows + 1] - side.offsets[rows] for side, rows in ((a, some.a), (b, some.b)))
            held = np.cumsum(np.maximum(*sizes)) // BLOCK_BOUNDARIES
            edges = [0, *(np.flatnonzero(np.diff(held)) + 1).tolist(), len(some)]
            yield from (some.part(slice(begin, end)) for begin, end in pairwise(edges))


def _coders(coder: str | Sequence[str] | None) -> Sequence[str | None]:
    """The coder to take on each side; None for the only one of each item."""
    if isinstance(coder, str | None):
        return coder, coder
    named = isinstance(coder, Sequence) and len(coder) == 2 and all(isinstance(one, str) and one for one in coder)
    if not named:
        raise InputError(
            f"{OPTION} is {shown(coder)}; expected one name, or two: of reference and hypothesis", option="coder"
        )
    return coder


def _rows_of(corpus: Corpus, source: str, coder: str | None, exactly: bool) -> dict[str, int]:
    """For every item the row of the coding that is compared; an item without one is left out. A coder who is meant
    exactly is taken and no other, also where only another coder coded an item.
    """
    if exactly and coder not in corpus.coder_names:
        known = hint(str(coder), corpus.coder_names)
        raise InputError(f"{source}: no coder is called {coder!r}; {known}")
    codings = np.bincount(corpus.item_index)
    if coder is None and (codings > 1).any():
        item = corpus.item_names[int((codings > 1).argmax())]
        raise InputError(
            f"{source}: item {item!r} has {len(corpus[item])} codings, by {', '.join(corpus[item])}; "
            f"choose one with {OPTION}=",
            option="coder",
        )
    taken = np.array([name == coder for name in corpus.coder_names])[corpus.coder_index]
    if not exactly:
        taken |= codings[corpus.item_index] == 1
    rows = np.flatnonzero(taken)
    items = corpus.item_index[rows].tolist()
    return {corpus.item_names[item]: row for item, row in zip(items, rows.tolist(), strict=True)}


def _partnerless(items: Sequence[str], here: str, there: str, others: Sequence[str], allowed: bool) -> str:
    """Refuse items without a partner on the other side, or say which they are."""
    which = f"item {items[0]!r}" if len(items) == 1 else f"{len(items)} items, such as {items[0]!r},"
    message = f"{which} of {here} {'is' if len(items) == 1 else 'are'} not in {there}"
    if not allowed:
        advice = hint(items[0], others)
        others_only = f"score the others with {OPTION}"
        raise InputError(f"{message}; {advice if '?' in advice else others_only}", option="allow_missing")
    return message


class PairsWithin(Pairs):
    """Every two codings of an item; item after item, the first coder before the second.

    There may be very many, so that the columns are made only when they are needed; ``blocks`` and ``summed``
    need little memory.

    Attributes
    ----------
    coded
        The codings by item, and who met whom.
    """

    coded: CodedItems

    def __init__(self, coded: CodedItems) -> None:
        self.__dict__.update(coded=coded, remarks=())

    @cached_property
    def coded_item(self) -> Int64Array:
        """The item of every coding."""
        codings = np.diff(self.coded.starts)
        return np.repeat(np.arange(len(codings)), codings)

    @cached_property
    def _before(self) -> Int64Array:
        """How many pairs have a first row before each row, which is the first of as many as follow it in its item."""
        followers = self.coded.starts[self.coded_item + 1] - np.arange(1, len(self.coded_item) + 1)
        before: Int64Array = np.cumsum(followers) - followers
        return before

    def part(self, rows: slice) -> Pairs:
        """Some of the pairs."""
        number = np.arange(*rows.indices(len(self)))
        first = np.searchsorted(self._before, number, side="right") - 1
        return Pairs(first, first + 1 + number - self._before[first], self.coded_item[first])

    @cached_property
    def _all(self) -> Pairs:
        return self.part(slice(None))

    @property
    def a(self) -> Int64Array:
        """The row of the first coder."""
        return self._all.a

    @property
    def b(self) -> Int64Array:
        """The row of the second coder."""
        return self._all.b

    @property
    def item(self) -> Int64Array:
        """The number of the item."""
        return self.coded_item[self.a]

    @cached_property
    def _number(self) -> int:
        codings = np.diff(self.coded.starts)
        return int((codings * (codings - 1) // 2).sum())

    def __len__(self) -> int:
        return self._number

    def summed(self, width: int, rows_of: Callable[[Pairs], FloatArray], columns: Any) -> PairSums:
        """Sums of rows of so many numbers over the pairs that each coding is in, and over those of each two coders.

        ``rows_of`` gives the rows of some pairs; ``columns`` are those of the codings.
        """
        sums = self.coded.no_sums(width)
        for part in self.blocks(columns, columns):
            self.coded.add(sums, part.a, part.b, np.ascontiguousarray(rows_of(part)))
        return sums


def kind_of_items(items: Mapping[str, Any]) -> Kind:
    """The kind of the first coding of items, which have one coding each or several by coder."""
    if isinstance(items, Corpus):
        return items.kind
    first = next(iter(items.values()), None)
    return kind_of(next(iter(first.values()), None) if isinstance(first, Mapping) else first)


# --------------------------------------------------------------------------------------------------- Many pairs at once


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
    bound = as_metric(metric, default=None).bind(Codings.of(a), Codings.of(b))
    return bound.count(workers=worker_count(workers))


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
    bound = as_metric(metric, default=None).bind(Codings.of(a), Codings.of(b))
    return bound.scores(workers=worker_count(workers))


# ------------------------------ Metrics that the kernel counts in one pass over the rows of a table: the commonest ones


def job_of(metric: Metric) -> Job | None:
    """What the kernel does for the metric, with the same numbers as ``count_pairs`` gives.

    None for other metrics, and where options do not go with pairs of one boundary type: ``count_pairs`` has the error.

    Examples
    --------
    >>> from seamark import B, S
    >>> job_of(S(types=3)) is None, job_of(B(n=3)) is None, job_of(B(types=("a", "b"))) is None
    (False, False, True)
    """
    from seamark.metrics.edit import B, S, StudyTypes
    from seamark.metrics.windows import Pk, WindowDiff

    # A class derived from these may count otherwise, and is asked itself.
    if type(metric) is WindowDiff or type(metric) is Pk:
        return window_job(metric.laid, presence=type(metric) is Pk)
    if type(metric) is not S and type(metric) is not B:
        return None
    if metric.weights.levels or (isinstance(metric.types, tuple) and DEFAULT_TYPE not in metric.types):
        return None
    study = StudyTypes.resolve(metric.types, (DEFAULT_TYPE,))
    return edit_job(metric.pricing, study.count if type(metric) is S else 0)
