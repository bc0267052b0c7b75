"""Boundary edit distance and the alignment behind it."""

from __future__ import annotations

from typing import Any, NamedTuple

from seamark.kernels import one_pair
from seamark.kernels.edit import edit_costs, edit_scripts
from seamark.metrics.single_call import aligned, single_call
from seamark.metrics.study_types import StudyTypes, TypesOption
from seamark.metrics.weights import (
    WEIGHTS_2012,
    EditWeights,
    edit_parameters,
    near_miss_width,
    pair_pricing,
    weights_or,
)
from seamark.model.alignment import Addition, Alignment, Match, Substitution, Transposition
from seamark.model.array import SegmentationArray, require_comparable, with_shared_types
from seamark.model.segmentation import Segmentation, SegmentationLike

_RECORDS = one_pair.EditRecords(Match, Addition, Substitution, Transposition)


class _Distance(NamedTuple):
    """The distance and the edits of one pair as the kernel finds them."""

    n: int
    weights: EditWeights | None
    types: TypesOption

    def _single(self) -> one_pair.Measure | None:
        if self.types is not None:
            return None
        chosen = weights_or(WEIGHTS_2012, self.weights)
        return one_pair.edit_distance(*pair_pricing(chosen, near_miss_width(self.n)))


def edit_distance(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> float:
    """Cost of the cheapest edits that turn one segmentation into the other.

    A boundary that only one side has is an addition (a full miss); one that lies up to ``n - 1`` places away is a
    transposition (a near miss); one of another type at the same place is a substitution. The distance is a global
    minimum; so many types may interleave that it is out of reach, which is an error.

    Parameters
    ----------
    a, b
        Two segmentations of the same units, in either order.
    n
        A near miss spans at most this many adjacent potential boundaries.
    weights
        What each edit costs; by default 1 each, transpositions growing with their distance as in Fournier & Inkpen
        2012.
    types
        The boundary types in their order, needed only for ordinal weights with types that are not numbers.

    Examples
    --------
    >>> edit_distance([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    4.0

    References
    ----------
    Fournier & Inkpen 2012, section 3.2; Fournier 2013.
    """
    return _edit_distance(a, b, (n, weights, types))


def _batch_distance(
    a: SegmentationLike, b: SegmentationLike, n: int, weights: EditWeights | None, types: TypesOption
) -> float:
    width, chosen = near_miss_width(n), weights_or(WEIGHTS_2012, weights)
    one, other = _pair(a, b)
    columns_a, columns_b, labels = with_shared_types(one, other)
    parameters = edit_parameters(chosen, width, labels, StudyTypes.resolve(types, labels))
    return float(edit_costs(columns_a, columns_b, parameters)[0])


_edit_distance = single_call(_Distance, _batch_distance)


def align(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> Alignment:
    """The cheapest edits that turn one segmentation into the other, each with its place.

    Parameters are those of ``edit_distance``. Among equally cheap alignments the one with the fewest edits is taken,
    then the one whose transpositions lie furthest left.

    Examples
    --------
    >>> alignment = align([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    >>> alignment.transpositions
    (Transposition(start=4, end=5, type=1, side='b'),)
    >>> [addition.position for addition in alignment.additions]
    [6, 8, 11]
    >>> print(alignment)
    a |1| 2 | 2 |  3  |  3  |1| 2 |
    b |1| 2 |1| 2 |     6     | 2 |
              ~~~ +   -     -
    3 matched, 1 near (~), 3 missed (- only a, + only b); distance 4
    """
    one, other = Segmentation.of(a), Segmentation.of(b)
    edits = aligned(_RECORDS, _Distance, one, other, n, weights, types)
    if edits is None:
        [edits] = _scripts(*_pair(one, other), n, weights, types)
    return Alignment(one, other, *edits)


def align_pairs(
    a: SegmentationArray,
    b: SegmentationArray,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> list[Alignment]:
    """``align`` for every pair of two arrays that have been found comparable, in one go.

    Examples
    --------
    >>> a, b = SegmentationArray.from_masses([[2, 3], [1, 4]]), SegmentationArray.from_masses([[3, 2], [1, 4]])
    >>> [alignment.distance for alignment in align_pairs(a, b)]
    [1.0, 0.0]
    """
    scripts = _scripts(a, b, n, weights, types)
    return [Alignment(a[row], b[row], *edits) for row, edits in enumerate(scripts)]


def _scripts(
    a: SegmentationArray, b: SegmentationArray, n: int, weights: EditWeights | None, types: TypesOption
) -> list[tuple[Any, ...]]:
    """Of every pair what an alignment holds beside the two segmentations."""
    width, chosen = near_miss_width(n), weights_or(WEIGHTS_2012, weights)
    columns_a, columns_b, labels = with_shared_types(a, b)
    parameters = edit_parameters(chosen, width, labels, StudyTypes.resolve(types, labels))
    return edit_scripts(columns_a, columns_b, parameters, labels, _RECORDS)


def _pair(a: SegmentationLike, b: SegmentationLike) -> tuple[SegmentationArray, SegmentationArray]:
    one, other = SegmentationArray.of_one(a), SegmentationArray.of_one(b)
    require_comparable(one, other)
    return one, other
