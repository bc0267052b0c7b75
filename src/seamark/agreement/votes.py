"""How many coders placed a boundary at a place, and the segmentation that enough of them support."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.agreement.tally import distinct_rows
from seamark.checks import shown, whole_number
from seamark.errors import InputError
from seamark.kernels.columns import NO_TYPES, Columns, Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus

#: How many coders of an item make an opinion: at least so many, or more than half of those who coded it.
Threshold: TypeAlias = int | Literal["majority"]


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
        columns = corpus.codings.columns
        part = slice(columns.offsets[0], columns.offsets[-1])
        sizes = np.diff(columns.offsets)
        positions, number = np.unique(columns.positions[part], return_inverse=True)
        codes = columns.types[part].astype(np.int64) if columns.types.size else np.zeros_like(number)
        (item, place, code), vote = distinct_rows((np.repeat(corpus.item_index, sizes), number, codes))
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
    offsets = np.searchsorted(votes.item[kept], np.arange(len(corpus) + 1))
    codes = votes.code[kept].astype(np.int32) if corpus.codings.columns.types.size else NO_TYPES
    masses = np.fromiter(corpus.masses.values(), dtype=np.int64, count=len(corpus))
    return SegmentationArray._unchecked(Columns(votes.place[kept], offsets, masses, codes), corpus.types)
