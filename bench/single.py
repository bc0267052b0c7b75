"""One call on two short segmentations, as people type it, against every peer that has the metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from random import Random

import segeval
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff

import seamark as sm
from bench.inputs import pairs
from bench.timing import Row, best_of
from bench.windows import gaps

PAIRS, SEGMENTS, MASS = 200, 10, 250


def rows() -> Iterator[Row]:
    a, b = pairs(PAIRS, SEGMENTS, MASS)
    for kind, others in (("random", b), ("near-miss", [_moved(masses) for masses in a])):
        yield from _of_pairs(kind, a, others)


def _of_pairs(kind: str, a: list[list[int]], b: list[list[int]]) -> Iterator[Row]:
    lists = list(zip(a, b, strict=True))
    objects = [(sm.Segmentation.from_masses(x), sm.Segmentation.from_masses(y)) for x, y in lists]
    tuples = [(tuple(x), tuple(y)) for x, y in lists]
    strings = [(gaps(x), gaps(y), round(MASS / (2 * len(x)))) for x, y in lists]

    def each(function: Callable[..., object], given: list[tuple[object, ...]]) -> float:
        return best_of(lambda: [function(*pair) for pair in given], pieces=len(given))

    for name, function, peer_name, peer, peer_pairs, bar in (
        ("S", sm.similarity, "segeval", segeval.segmentation_similarity, tuples, ""),
        ("B", sm.boundary_similarity, "segeval", segeval.boundary_similarity, tuples, ""),
        ("WindowDiff", sm.window_diff, "nltk", nltk_windowdiff, strings, ">= 50"),
        ("Pk", sm.pk, "nltk", nltk_pk, strings, ">= 50"),
    ):
        theirs = each(peer, peer_pairs)
        for form, given in (("lists", lists), ("Segmentations", objects)):
            yield Row(f"{name}, one call on {form}, {kind}", peer_name, theirs, "seamark", each(function, given), bar)


def _moved(masses: list[int]) -> list[int]:
    """About three boundaries in seven a unit or two away."""
    rng = Random(1)
    places = {place + rng.choice((0, 0, 0, 0, -1, 1, 2)) for place in accumulate(masses[:-1])}
    return [right - left for left, right in pairwise([0, *sorted(p for p in places if 0 < p < MASS), MASS])]
