"""Items of two corpora, paired by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from seamark.choices import hint
from seamark.errors import InputError, MassMismatchError
from seamark.io import StreamedItem
from seamark.model.array import SegmentationArray, as_array
from seamark.model.corpus import Corpus
from seamark.model.gather import gather
from seamark.model.segmentation import Segmentation, SegmentationLike

_Coding = TypeVar("_Coding")

#: Segments held at a time while files are streamed: enough for the kernel, little for the memory.
_BATCH = 200_000
#: Segments of items that wait for their partner in the other stream.
_MOST_WAITING = 8_000_000


@dataclass(frozen=True, slots=True)
class Pairs:
    """Items with the reference and the hypothesis of each."""

    items: Sequence[str]
    reference: SegmentationArray
    hypothesis: SegmentationArray


class Pair(NamedTuple):
    """One item with its reference and its hypothesis."""

    item: str
    reference: SegmentationLike
    hypothesis: SegmentationLike


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two files, and whose codings are taken from it.

    Attributes
    ----------
    file
        The file, as messages call it.
    coder
        The coder to take; None takes the only one of each item.
    strict
        Whether that coder must be the one also where somebody else alone coded an item.
    """

    file: str
    coder: str | None = None
    strict: bool = False

    @property
    def name(self) -> str:
        """The file and, if one was named, the coder."""
        return f"{self.file} (coder {self.coder!r})" if self.strict else self.file

    def pick(self, item: str, codings: Mapping[str, _Coding]) -> _Coding | None:
        """The coding of an item that is to be scored; None when the coder that was named has not coded it."""
        if self.coder is not None and self.coder in codings:
            return codings[self.coder]
        if len(codings) == 1 and not self.strict:
            return next(iter(codings.values()))
        if self.coder is None:
            raise InputError(
                f"{self.file}: item {item!r} has {len(codings)} codings, by {', '.join(codings)}; "
                "say whose with --coder"
            )
        return None


@dataclass(slots=True)
class Partners:
    """The two files, and what becomes of items that only one of them has.

    Attributes
    ----------
    sides
        Reference and hypothesis.
    allow_missing
        Whether an item without a partner is left out with a remark; otherwise it is an error.
    remarks
        What was left out.
    """

    sides: tuple[Side, Side]
    allow_missing: bool
    remarks: list[str]

    def without(self, only_reference: Sequence[str], only_hypothesis: Sequence[str]) -> None:
        """Refuse or remember items without a partner."""
        for items, here, there, others in (
            (only_reference, *self.sides, only_hypothesis),
            (only_hypothesis, *self.sides[::-1], only_reference),
        ):
            if not items:
                continue
            which = f"item {items[0]!r}" if len(items) == 1 else f"{len(items)} items, such as {items[0]!r},"
            message = f"{which} of {here.file} {'is' if len(items) == 1 else 'are'} not in {there.name}"
            if not self.allow_missing:
                advice = hint(items[0], others)
                raise InputError(f"{message}; {advice if '?' in advice else 'score the others with --allow-missing'}")
            self.remarks.append(message)

    def twice(self, side: int, item: StreamedItem) -> InputError:
        """The error about an item that stands twice in a stream."""
        return InputError(f"{self.sides[side].file}:{item.line}: item {item.name!r} stands twice; expected it once")


def paired_corpora(reference: Corpus, hypothesis: Corpus, partners: Partners) -> Iterator[Pairs]:
    """All items that two corpora share, in the order of the reference."""
    rows_a, rows_b = _rows(reference, partners.sides[0]), _rows(hypothesis, partners.sides[1])
    partners.without([item for item in rows_a if item not in rows_b], [item for item in rows_b if item not in rows_a])
    items = [item for item in rows_a if item in rows_b]
    if items:
        a = gather(reference.codings, [rows_a[item] for item in items])
        b = gather(hypothesis.codings, [rows_b[item] for item in items])
        yield _checked(items, a, b, partners)


def paired_with_stream(
    corpus: Corpus, stream: Iterable[StreamedItem], partners: Partners, *, streamed: int
) -> Iterator[Pairs]:
    """The items of a stream with their partners in a corpus; ``streamed`` says which side the stream is."""
    side = partners.sides[streamed]
    rows = _rows(corpus, partners.sides[1 - streamed])

    def pairs() -> Iterator[Pair]:
        unseen = dict.fromkeys(rows)
        alone: list[str] = []
        for item in stream:
            mine = side.pick(item.name, item.codings)
            if mine is None:
                continue
            if item.name not in rows:
                alone.append(item.name)
            elif item.name not in unseen:
                raise partners.twice(streamed, item)
            else:
                del unseen[item.name]
                theirs = corpus.codings[rows[item.name]]
                yield Pair(item.name, theirs, mine) if streamed else Pair(item.name, mine, theirs)
        partners.without(*((list(unseen), alone) if streamed else (alone, list(unseen))))

    yield from _batches(pairs(), partners)


def paired_streams(
    reference: Iterable[StreamedItem], hypothesis: Iterable[StreamedItem], partners: Partners
) -> Iterator[Pairs]:
    """The items of two streams, which must come in about the same order.

    An item waits for its partner in the other stream; how much may wait is limited, for that is what costs memory.
    """

    def pairs() -> Iterator[Pair]:
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
                mine = partners.sides[number].pick(item.name, item.codings)
                if mine is None:
                    continue
                theirs = waiting[1 - number].pop(item.name, None)
                if theirs is not None:
                    load -= _size(theirs)
                    yield Pair(item.name, theirs, mine) if number else Pair(item.name, mine, theirs)
                elif item.name in waiting[number]:
                    raise partners.twice(number, item)
                else:
                    waiting[number][item.name] = mine
                    load += _size(mine)
            if load > _MOST_WAITING:
                raise InputError(
                    f"the items of {partners.sides[0].file} and {partners.sides[1].file} stand in different orders, or "
                    "many of them in one file only; sort both by item to score files of this size"
                )
        partners.without(list(waiting[0]), list(waiting[1]))

    yield from _batches(pairs(), partners)


def _rows(corpus: Corpus, side: Side) -> dict[str, int]:
    """For every item the row of the coding that is scored."""
    if side.strict and side.coder is not None and side.coder not in corpus.coder_names:
        raise InputError(f"{side.file}: no coder is called {side.coder!r}; {hint(side.coder, corpus.coder_names)}")
    starts = np.searchsorted(corpus.item_index, np.arange(len(corpus) + 1)).tolist()
    coders = [corpus.coder_names[number] for number in corpus.coder_index.tolist()]
    picked = {
        item: side.pick(item, {coders[row]: row for row in range(start, stop)})
        for item, start, stop in zip(corpus.item_names, starts, starts[1:], strict=False)
    }
    return {item: row for item, row in picked.items() if row is not None}


def _batches(pairs: Iterable[Pair], partners: Partners) -> Iterator[Pairs]:
    waiting: list[Pair] = []
    load = 0
    for pair in pairs:
        waiting.append(pair)
        load += _size(pair.reference) + _size(pair.hypothesis)
        if load > _BATCH:
            yield _batch(waiting, partners)
            waiting, load = [], 0
    if waiting:
        yield _batch(waiting, partners)


def _batch(pairs: Sequence[Pair], partners: Partners) -> Pairs:
    items, a, b = zip(*pairs, strict=True)
    return _checked(items, as_array(a), as_array(b), partners)


def _size(coding: SegmentationLike) -> int:
    """What holding a coding costs, in segments; a short one costs more than its segments."""
    return 8 + (len(coding.positions) if isinstance(coding, Segmentation) else len(coding))


def _checked(items: Sequence[str], a: SegmentationArray, b: SegmentationArray, partners: Partners) -> Pairs:
    different = np.flatnonzero(a.masses != b.masses)
    if different.size:
        row = int(different[0])
        reference, hypothesis = partners.sides
        raise MassMismatchError(
            f"item {items[row]!r} covers {a.masses[row]} units in {reference.name}, "
            f"{b.masses[row]} in {hypothesis.name}"
        )
    return Pairs(items, a, b)
