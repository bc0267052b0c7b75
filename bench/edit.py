"""Boundary edit distance: S and B in batches against segeval, and how cost grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import segeval

import seamark as sm
from bench.growth import growth
from bench.inputs import near_misses, pairs
from bench.timing import Row, best_of

PAIRS, SEGMENTS, MASS = 100_000, 10, 250  # segments of 25 units on average, as in the simulations of the literature
PEER_PAIRS = 200


def rows() -> Iterator[Row]:
    a, b = pairs(PAIRS, SEGMENTS, MASS)
    yield from batches("random", a, b)
    yield from batches("near-miss", a, near_misses(a))
    yield from growth("S", sm.S())
    yield from growth("S, n=5", sm.S(n=5))


def batches(kind: str, a: list[list[int]], b: list[list[int]]) -> Iterator[Row]:
    """Scores of all pairs by one thread, and the arrays that they are in."""
    peer_pairs = [(tuple(x), tuple(y)) for x, y in zip(a[:PEER_PAIRS], b, strict=False)]
    array_a, array_b = sm.SegmentationArray.from_masses(a), sm.SegmentationArray.from_masses(b)

    def peer(function: Callable[..., object]) -> float:
        return best_of(lambda: [function(x, y) for x, y in peer_pairs], rounds=3, pieces=PEER_PAIRS)

    def batch(metric: sm.Metric) -> float:
        return best_of(lambda: sm.score_pairs(metric, array_a, array_b, workers=1), rounds=15, pieces=PAIRS)

    def build() -> float:
        return best_of(lambda: [sm.SegmentationArray.from_masses(side) for side in (a, b)], pieces=PAIRS)

    peer_s = peer(segeval.segmentation_similarity)
    size = f"{PAIRS:,} {kind} pairs, ~{SEGMENTS} segments, mass {MASS}"
    yield Row(f"S, {size}, one thread", "segeval", peer_s, "seamark", batch(sm.S()), ">= 10,000")
    yield Row(f"B, {size}, one thread", "segeval", peer(segeval.boundary_similarity), "seamark", batch(sm.B()), "")
    yield Row(f"building both arrays from lists, {kind}", "segeval S", peer_s, "seamark", build(), ">= 300")
