"""Boundaries of several coders that belong together, and those of them about which the coders differ.

Two coders who place a boundary one unit apart mean one boundary, not two. Alignments of every two codings say what
belongs together; a group holds at most one boundary of each coder.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np

from seamark.agreement.coefficients import boundary_marks
from seamark.agreement.consensus import consensus
from seamark.base.checks import by_name, shown
from seamark.base.errors import MassMismatchError
from seamark.base.extras import gc_paused
from seamark.base.numbers import counted
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels.columns import Int64Array
from seamark.kernels.edit import counted_links
from seamark.metrics.edit import WEIGHTS_2012, EditCounts, EditWeights, near_miss_width, weights_or
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import Segmentation, SegmentationLike

#: A boundary: its position and its type; and the boundaries of a group by coder.
_Place: TypeAlias = tuple[int, Hashable]
_Placed: TypeAlias = dict[str, _Place]
#: Two boundaries that are one, the left one first, and how many pairs of coders say so.
Links: TypeAlias = dict[tuple[_Place, _Place], int]


@dataclass(frozen=True, slots=True)
class BoundaryGroup(ResultRecord):
    """A boundary of an item as the coders placed it, at most one of each coder.

    Attributes
    ----------
    item
        The item.
    position
        Where it is: where the consensus has it, otherwise where most coders have it, the first place of several.
    placed
        The position and the type that each coder gave it.
    not_placed_by
        The coders of the item who have no boundary there.
    in_consensus
        Whether it is in the consensus.
    before, after
        The texts of the units on either side of ``position``; None when the text is not known.
    """

    item: str
    position: int
    placed: Mapping[str, tuple[int, Hashable]]
    not_placed_by: tuple[str, ...]
    in_consensus: bool
    before: str | None
    after: str | None

    _also = ("first", "last", "coders", "disagreement", "placed_by", "types")
    _left_out = ("placed",)

    @property
    def placed_by(self) -> Mapping[str, int]:
        """Where each coder placed it."""
        return {coder: position for coder, (position, _) in self.placed.items()}

    @property
    def types(self) -> Mapping[str, str]:
        """The type that each coder gave it, as text."""
        return {coder: str(label) for coder, (_, label) in self.placed.items()}

    @property
    def first(self) -> int:
        """The leftmost of the places."""
        return min(self.placed_by.values())

    @property
    def last(self) -> int:
        """The rightmost of the places."""
        return max(self.placed_by.values())

    @property
    def coders(self) -> int:
        """How many coders coded the item."""
        return len(self.placed) + len(self.not_placed_by)

    @property
    def disagreement(self) -> float:
        """The share of pairs of coders who differ: 1 for a pair of which one has the boundary, one half for a pair that
        has it at different places or of different types.
        """
        placed, missing = len(self.placed), len(self.not_placed_by)
        pairs = (placed + missing) * (placed + missing - 1) / 2
        if not pairs:
            return 0.0
        apart, places = 0, self.placed.values()
        if len(set(places)) > 1:
            apart = (placed**2 - sum(number**2 for number in Counter(places).values())) // 2
        return (placed * missing + 0.5 * apart) / pairs


@dataclass(frozen=True, slots=True)
class DisputedPlaces(ResultRecord):
    """The places about which coders differ, the most disputed first.

    Attributes
    ----------
    places
        The disputed boundaries.
    boundaries
        How many boundaries there are, disputed or not; the near misses of one boundary count once.
    """

    places: tuple[BoundaryGroup, ...]
    boundaries: int

    _also = ("disputed",)

    @property
    def disputed(self) -> int:
        """How many boundaries are disputed."""
        return len(self.places)

    def rows(self) -> list[dict[str, Any]]:
        """A row per disputed place; who placed it where is one text."""
        rows = []
        for place in self.places:
            typed = len({label for _, label in place.placed.values()}) > 1
            names = (f"{coder} {at}" + (f" ({label})" if typed else "") for coder, (at, label) in place.placed.items())
            row = {**place.to_dict(), "placed": len(place.placed), "placed_by": ", ".join(names)}
            row["not_placed_by"] = ", ".join(place.not_placed_by)
            del row["types"]
            rows.append(row)
        return rows

    def __str__(self) -> str:
        return f"{len(self.places):,} of {counted(self.boundaries, 'boundary')} disputed"


def disputed_places(
    corpus: CorpusLike,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    agreed: Mapping[str, SegmentationLike] | None = None,
) -> DisputedPlaces:
    """The places where coders differ, the most disputed first.

    Near misses of one boundary are one place. Boundaries that all coders of an item place alike are left out.

    Parameters
    ----------
    corpus
        The codings.
    n, weights
        What a near miss is; see ``align``.
    agreed
        The consensus; by default that of ``consensus``.

    Returns
    -------
    DisputedPlaces

    Examples
    --------
    >>> found = disputed_places({"poem": {"ann": [4, 6], "ben": [5, 5], "cat": [5, 3, 2]}})
    >>> [(place.position, dict(place.placed), round(place.disagreement, 2)) for place in found.places]
    [(8, {'cat': (8, 1)}, 0.67), (5, {'ann': (4, 1), 'ben': (5, 1), 'cat': (5, 1)}, 0.33)]
    """
    groups = boundary_groups(corpus, n=n, weights=weights, agreed=agreed)
    disputed = [group for group in groups if group.disagreement > 0]
    return DisputedPlaces(tuple(sorted(disputed, key=lambda group: -group.disagreement)), len(groups))


@gc_paused()
def boundary_groups(
    corpus: CorpusLike,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    agreed: Mapping[str, SegmentationLike] | None = None,
) -> list[BoundaryGroup]:
    """Every boundary of every item, disputed or not, item after item and from left to right.

    Parameters are those of ``disputed_places``.

    Examples
    --------
    >>> [group.position for group in boundary_groups({"poem": {"ann": [4, 6], "ben": [5, 5], "cat": [5, 3, 2]}})]
    [5, 8]
    """
    given = as_corpus(corpus)
    return [group for _, _, groups in grouped_items(given, n=n, weights=weights, agreed=agreed) for group in groups]


def grouped_items(
    given: Corpus, *, n: int, weights: EditWeights | None = None, agreed: Mapping[str, SegmentationLike] | None = None
) -> Iterator[tuple[str, dict[str, list[_Place]], list[BoundaryGroup]]]:
    """For every item its name, the boundaries of each coder, and the groups of them."""
    study = given.in_content_order()
    kept: Mapping[str, SegmentationLike] = (
        consensus(study) if agreed is None else by_name(agreed, "agreed", "segmentations by item")
    )
    width = near_miss_width(n)
    linked = item_links(
        study.codings.boundaries(), study.item_starts, EditCounts(width, weights_or(WEIGHTS_2012, weights))
    )
    links, lengths = dict(zip(study, linked, strict=True)), study.lengths
    for item, places in _places_of_coders(given).items():
        together = Segmentation.of(kept[item]) if item in kept else None
        if together is not None and together.mass != lengths[item]:
            raise MassMismatchError(
                f"item {shown(item)}: the consensus covers {together.mass} units, the coders cover {lengths[item]}"
            )
        yield item, places, groups_of_item(item, places, links[item], together, width, given.texts.get(item))


def _places_of_coders(corpus: Corpus) -> dict[str, dict[str, list[_Place]]]:
    """For every item the boundaries of each of its coders."""
    codings = corpus.codings.boundaries()
    row, position, code = boundary_marks(codings)
    places = list(zip(position.tolist(), map(codings.types.__getitem__, code.tolist()), strict=True))
    edges = np.searchsorted(row, np.arange(len(codings) + 1)).tolist()
    found: dict[str, dict[str, list[_Place]]] = {item: {} for item in corpus}
    rows = zip(corpus.item_index.tolist(), corpus.coder_index.tolist(), pairwise(edges), strict=True)
    for item, coder, (start, stop) in rows:
        found[corpus.item_names[item]][corpus.coder_names[coder]] = places[start:stop]
    return found


def item_links(codings: SegmentationArray, starts: Int64Array, edits: EditCounts) -> list[Links]:
    """For every item the boundaries of two coders that are one, at different places or of different types; ``starts``
    are the first rows of items, and the number of rows.
    """
    (settings,) = edits.bind(codings).settings
    linked: list[Links] = [{} for _ in range(len(starts) - 1)]
    columns = counted_links(codings.columns, starts, settings.parameters)
    for item, start, end, code, other, pairs in zip(*(column.tolist() for column in columns), strict=True):
        one, two = (start, codings.types[code]), (end, codings.types[other])
        if start == end and str(two[1]) < str(one[1]):
            one, two = two, one
        linked[item][one, two] = pairs
    return linked


def groups_of_item(
    item: str,
    places: Mapping[str, Sequence[_Place]],
    links: Links,
    agreed: Segmentation | None,
    n: int,
    texts: tuple[str, ...] | None,
) -> list[BoundaryGroup]:
    """Every boundary of one item from left to right, for callers who have the links between its codings."""
    groups, found = _grouped(places, links), []
    for placed, position in zip(groups, _agreed_positions(groups, agreed, n), strict=True):
        chosen = sorted([position for position, _ in placed.values()])
        most = chosen[0] if chosen[0] == chosen[-1] else Counter(chosen).most_common(1)[0][0]
        place = most if position is None else position
        by_coder = FrozenMapping({coder: placed[coder] for coder in places if coder in placed})
        others = tuple([coder for coder in places if coder not in placed])
        beside = (None, None) if texts is None else texts[place - 1 : place + 1]
        found.append(BoundaryGroup(item, place, by_coder, others, position is not None, *beside))
    return sorted(found, key=lambda group: group.position)


def _grouped(places: Mapping[str, Sequence[_Place]], links: Links) -> list[_Placed]:
    """The boundaries that belong together; each coder has at most one in a group."""
    members: dict[_Place, _Placed] = {}
    for coder, own in places.items():
        for place in own:
            members.setdefault(place, {})[coder] = place
    group_of = {place: place for place in members}

    def group(place: _Place) -> _Place:
        while group_of[place] != place:
            place = group_of[place]
        return place

    # The nearest first, then those that more pairs of coders connect.
    def rank(link: tuple[tuple[_Place, _Place], int]) -> tuple[int, int, int, str, str]:
        (one, other), times = link
        return other[0] - one[0], -times, one[0], str(one[1]), str(other[1])

    for (one, other), _ in sorted(links.items(), key=rank):
        first, second = group(one), group(other)
        if first != second and members[first].keys().isdisjoint(members[second]):
            members[first] |= members.pop(second)
            group_of[second] = first
    return list(members.values())


def _agreed_positions(groups: list[_Placed], agreed: Segmentation | None, n: int) -> list[int | None]:
    """Where the consensus has the boundary of each group; None where it has none."""
    number = {place: index for index, placed in enumerate(groups) for place in placed.values()}
    positions: list[int | None] = [None] * len(groups)
    chosen: dict[Hashable, list[int]] = defaultdict(list)
    for position, kind in sorted(number, key=itemgetter(0)):
        chosen[kind].append(position)
    for boundary in agreed.boundaries if agreed is not None else ():
        # The consensus may lie between places that coders chose; the nearest first, then the left one.
        center, kind = boundary
        places = chosen[kind]
        near = places[bisect_left(places, center - n + 1) : bisect_left(places, center + n)]
        for place in sorted(near, key=lambda place: abs(place - center)):
            index = number[place, kind]
            if positions[index] is None:
                positions[index] = center
                break
    return positions
