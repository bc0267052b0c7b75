"""The segmentation of an item with the largest mean similarity to its codings, by local search.

The search starts from every coding and from the vote. A step adds a boundary, removes one, shifts one by one unit or
changes its type, whichever gains most; it ends where nothing gains. Boundaries are tried where a coder has one, and
beside these places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seamark.agreement.similarity import Similarity
from seamark.agreement.votes import voted
from seamark.kernels.columns import NO_TYPES, Columns, FloatArray, Int64Array
from seamark.metrics.edit_metric import EditMetric
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.gather import gather, stacked

#: Which of the places that are tried have a boundary.
_Marks = npt.NDArray[np.bool_]

#: Places that are tried together; longer stretches are parted, so that the work grows with the text and not faster.
_MOST_PLACES = 200
#: Less than this is no gain.
_SMALLEST_GAIN = 1e-12


def medians(corpus: Corpus, similarity: Similarity) -> SegmentationArray:
    """For each item the best segmentation that the local search finds.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [4, 6], "ben": [5, 5], "cat": [6, 4]}})
    >>> medians(corpus, Similarity.of("B"))[0].masses
    (5, 5)
    """
    votes = voted(corpus, "majority")
    starts = np.searchsorted(corpus.item_index, np.arange(len(corpus) + 1)).tolist()
    found = []
    for item in range(len(corpus)):
        codings = gather(corpus.codings, np.arange(starts[item], starts[item + 1]))
        found.append(_ItemSearch.of(codings, similarity).best(stacked([codings, votes[item : item + 1]])))
    return stacked(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """Places that are tried together, with what the codings have there, and the pairs of places a shift may connect."""

    places: slice
    codings: SegmentationArray
    shifts: tuple[Int64Array, Int64Array]

    def neighbours(self, marks: _Marks) -> _Marks:
        """The marks as they are, then with every single change, one row each."""
        own = marks[self.places]
        flipped = own ^ np.eye(len(own), dtype=bool)
        one, other = self.shifts
        possible = own[one] != own[other]
        one, other = one[possible], other[possible]
        shifted = np.tile(own, (len(one), 1))
        row = np.arange(len(one))
        shifted[row, one] ^= True
        shifted[row, other] ^= True
        return np.concatenate((own[None], flipped, shifted))


@dataclass(frozen=True, slots=True, eq=False)
class _ItemSearch:
    """The codings of one item, the places where boundaries are tried, and what was compared so far."""

    codings: SegmentationArray
    similarity: Similarity
    position: Int64Array
    code: Int64Array
    stretches: tuple[_Stretch, ...]
    # The counts of two segmentations without boundaries, which every stretch holds once.
    nothing: FloatArray
    # Per stretch and its marks: all changes, and the rows of counts of each with every coding.
    compared: dict[tuple[int, bytes], tuple[_Marks, FloatArray]]

    @classmethod
    def of(cls, codings: SegmentationArray, similarity: Similarity) -> _ItemSearch:
        position, code = _tried(codings)
        metric = similarity.metric
        # Boundaries that lie n units apart are never aligned; the counts of other metrics are no sums over stretches.
        apart = metric.n + 1 if isinstance(metric, EditMetric) else None
        edges = _edges(position, apart)
        parts = _parted(codings, position[edges[1:-1]])
        stretches = tuple(
            _Stretch(
                slice(start, stop),
                parts[number * len(codings) : (number + 1) * len(codings)],
                _shifts(position[start:stop], code[start:stop]),
            )
            for number, (start, stop) in enumerate(pairwise(edges))
        )
        empty = SegmentationArray._unchecked(
            Columns(position[:0], np.zeros(2, np.int64), codings.masses[:1]), codings.types
        )
        return cls(codings, similarity, position, code, stretches, _rows(similarity, [(empty, empty)])[0], {})

    def best(self, starts: SegmentationArray) -> SegmentationArray:
        """The best of what the search reaches from each of the starts, and of these themselves."""
        begun = self._distinct(self._marks_of(starts))
        climbing, arrived = list(begun), list(begun)
        seen = {marks.tobytes() for marks in begun}
        while climbing and self.stretches:
            self._compare(climbing)
            moved = [step for marks in climbing if (step := self._step(marks)) is not None]
            climbing = [marks for marks in self._distinct(moved) if marks.tobytes() not in seen]
            seen.update(marks.tobytes() for marks in climbing)
            arrived += climbing
        candidates = self._segmentations(np.array(arrived), slice(None))
        value = self._means(
            _rows(self.similarity, [(candidates, self.codings)]).reshape(len(arrived), len(self.codings), -1)
        )
        return gather(candidates, [int(np.argmax(value > value.max() - _SMALLEST_GAIN))])

    def _marks_of(self, segmentations: SegmentationArray) -> list[_Marks]:
        """Which of the places have a boundary; those of codings and of the vote are all among them."""
        columns = segmentations.columns
        codes = columns.types if columns.types.size else np.zeros(columns.positions.size, dtype=np.int32)
        number = np.searchsorted(self._keys(self.position, self.code), self._keys(columns.positions, codes))
        marks = np.zeros((len(segmentations), len(self.position)), dtype=bool)
        marks[np.repeat(np.arange(len(marks)), np.diff(columns.offsets)), number] = True
        return list(marks)

    def _keys(self, position: Int64Array, code: npt.NDArray[np.integer]) -> Int64Array:
        """A number for every place that is tried, in ascending order."""
        keys: Int64Array = np.searchsorted(np.unique(self.position), position) * max(1, len(self.codings.types)) + code
        return keys

    @staticmethod
    def _distinct(several: Iterable[_Marks]) -> list[_Marks]:
        return list({marks.tobytes(): marks for marks in several}.values())

    def _compare(self, several: list[_Marks]) -> None:
        """Compare all changes of these marks that were not compared before, in one batch."""
        new: dict[tuple[int, bytes], _Marks] = {}
        for marks in several:
            for number, stretch in enumerate(self.stretches):
                key = (number, marks[stretch.places].tobytes())
                if key not in self.compared and key not in new:
                    new[key] = stretch.neighbours(marks)
        if not new:
            return
        pairs = []
        for (number, _), changes in new.items():
            stretch = self.stretches[number]
            pairs.append((self._segmentations(changes, stretch.places), stretch.codings))
        rows = _rows(self.similarity, pairs)
        start = 0
        for key, changes in new.items():
            stop = start + len(changes) * len(self.codings)
            self.compared[key] = (changes, rows[start:stop].reshape(len(changes), len(self.codings), -1))
            start = stop

    def _step(self, marks: _Marks) -> _Marks | None:
        """The marks after the best change of every stretch, or after the best of all if that is better; None at an
        optimum.
        """
        found = [
            self.compared[number, marks[stretch.places].tobytes()] for number, stretch in enumerate(self.stretches)
        ]
        total = sum(rows[0] for _, rows in found) - (len(found) - 1) * self.nothing
        change = np.concatenate([rows - rows[0] for _, rows in found])
        means = self._means(total + change)
        now = means[0]  # the first row of every stretch is no change
        ends = np.cumsum([len(rows) for _, rows in found])
        best = np.array([start + means[start:end].argmax() for start, end in pairwise([0, *ends.tolist()])])
        gains = means[best] - now
        if gains.max() <= _SMALLEST_GAIN:
            return None
        together = np.flatnonzero(gains > _SMALLEST_GAIN)
        value = self._means((total + change[best[together]].sum(axis=0))[None])[0]
        chosen = together if value >= means.max() else gains.argmax()[None]
        moved = marks.copy()
        for number in chosen.tolist():
            changes = found[number][0]
            moved[self.stretches[number].places] = changes[best[number] - ends[number]]
        return moved

    def _segmentations(self, marks: _Marks, places: slice) -> SegmentationArray:
        row, place = np.nonzero(marks)
        offsets = np.searchsorted(row, np.arange(len(marks) + 1))
        codes = self.code[places][place].astype(np.int32) if len(self.codings.types) > 1 else NO_TYPES
        masses = np.repeat(self.codings.masses[:1], len(marks))
        return SegmentationArray._unchecked(
            Columns(self.position[places][place], offsets, masses, codes), self.codings.types
        )

    def _means(self, rows: FloatArray) -> FloatArray:
        """The mean similarity over the codings, the last axis but one; what has no value counts as 0."""
        means: FloatArray = np.nan_to_num(self.similarity.of_rows(rows)).mean(axis=-1)
        return means


def _rows(similarity: Similarity, pairs: list[tuple[SegmentationArray, SegmentationArray]]) -> FloatArray:
    """The counts of every row of the first array with every row of the second, pair of arrays after pair."""
    one, other = (stacked(arrays) for arrays in zip(*pairs, strict=True))
    row_one, row_other, start_one, start_other = [], [], 0, 0
    for first, second in pairs:
        row_one.append(np.repeat(np.arange(start_one, start_one + len(first)), len(second)))
        row_other.append(np.tile(np.arange(start_other, start_other + len(second)), len(first)))
        start_one, start_other = start_one + len(first), start_other + len(second)
    rows = similarity.pair_rows(one, np.concatenate(row_one), other, np.concatenate(row_other))
    return rows[:, : len(similarity.metric.fields)]


def _tried(codings: SegmentationArray) -> tuple[Int64Array, Int64Array]:
    """Where a coding has a boundary, and the places beside, with the types there; ascending."""
    columns = codings.columns
    within = slice(int(columns.offsets[0]), int(columns.offsets[-1]))
    codes = (
        columns.types[within].astype(np.int64) if columns.types.size else np.zeros(within.stop - within.start, np.int64)
    )
    beside = np.concatenate([columns.positions[within] + step for step in (-1, 0, 1)])
    inside = (beside > 0) & (beside < codings.masses[0])
    found = np.unique(np.column_stack((beside, np.tile(codes, 3)))[inside], axis=0)
    return found[:, 0], found[:, 1]


def _edges(position: Int64Array, apart: int | None) -> list[int]:
    """Where stretches begin and end: at gaps in which nothing is aligned, and where a stretch would get too long."""
    if apart is None:
        return [0, len(position)] if len(position) else [0]
    cuts = [0, *(np.flatnonzero(np.diff(position) >= apart) + 1).tolist(), len(position)]
    edges = [0]
    for start, stop in pairwise(cuts):
        parts = -(-(stop - start) // _MOST_PLACES)
        edges += np.linspace(start, stop, parts + 1).astype(int).tolist()[1:]
    return edges


def _parted(codings: SegmentationArray, cuts: Int64Array) -> SegmentationArray:
    """The codings with only their boundaries before the first cut, then with those up to the second, and so on."""
    columns = codings.columns
    number = np.repeat(np.arange(len(codings)), np.diff(columns.offsets))
    row = np.searchsorted(cuts, columns.positions, side="right") * len(codings) + number
    order = np.argsort(row, kind="stable")
    size = (len(cuts) + 1) * len(codings)
    offsets = np.searchsorted(row[order], np.arange(size + 1))
    codes = columns.types[order] if columns.types.size else NO_TYPES
    masses = np.repeat(columns.masses[:1], size)
    return SegmentationArray._unchecked(Columns(columns.positions[order], offsets, masses, codes), codings.types)


def _shifts(position: Int64Array, code: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Pairs of places that differ by one unit, or at which only the type differs."""
    number = {place: index for index, place in enumerate(zip(position.tolist(), code.tolist(), strict=True))}
    codes = np.unique(code).tolist()
    pairs = []
    for (place, kind), index in number.items():
        others = [(place + 1, kind), *((place, other) for other in codes if other > kind)]
        pairs += [(index, number[other]) for other in others if other in number]
    one, other = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    return one, other
