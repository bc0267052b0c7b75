"""Boundary edit distance: S, B and alignments against segeval, and how cost grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import segeval

import seamark as sm
from bench.inputs import pairs
from bench.timing import Row, best_of, best_of_each

PAIRS, SEGMENTS, MASS = 100_000, 10, 250  # segments of 25 units on average, as in the simulations of the literature
PEER_PAIRS = 200


def rows() -> Iterator[Row]:
    a, b = pairs(PAIRS, SEGMENTS, MASS)
    peer_pairs = [(tuple(x), tuple(y)) for x, y in zip(a[:PEER_PAIRS], b, strict=False)]
    array_a, array_b = sm.SegmentationArray.from_masses(a), sm.SegmentationArray.from_masses(b)

    def peer(function: Callable[..., object]) -> float:
        return best_of(lambda: [function(x, y) for x, y in peer_pairs], rounds=3, pieces=PEER_PAIRS)

    def batch(metric: sm.Metric) -> float:
        return best_of(lambda: sm.score_pairs(metric, array_a, array_b, workers=1), pieces=PAIRS)

    def build() -> float:
        return best_of(lambda: [sm.SegmentationArray.from_masses(side) for side in (a, b)], pieces=PAIRS)

    peer_s = peer(segeval.segmentation_similarity)
    size = f"{PAIRS:,} pairs, ~{SEGMENTS} segments, mass {MASS}"
    yield Row(f"S, {size}, one thread", "segeval", peer_s, "seamark", batch(sm.S()), ">= 8,000")
    yield Row(f"B, {size}, one thread", "segeval", peer(segeval.boundary_similarity), "seamark", batch(sm.B()), "")
    yield Row("building both arrays from lists", "segeval S", peer_s, "seamark", build(), ">= 300")
    few = list(zip(a[:5_000], b, strict=False))
    one_call = best_of(lambda: [sm.similarity(x, y) for x, y in few], pieces=len(few))
    yield Row("S, one call on two lists", "segeval", peer_s, "seamark", one_call, ">= 150")
    one_alignment = best_of(lambda: [sm.align(x, y) for x, y in few[:500]], pieces=500)
    yield Row("align, one call on two lists", "segeval edits", peer(_peer_edits), "seamark", one_alignment, "")
    yield from growth()


def _peer_edits(a: tuple[int, ...], b: tuple[int, ...]) -> object:
    return segeval.boundary_edit_distance(
        segeval.boundary_string_from_masses(a), segeval.boundary_string_from_masses(b)
    )


def growth() -> Iterator[Row]:
    """Ten times the boundaries, and a million times the mass."""
    for name, metric in (("S", sm.S()), ("S, n=5", sm.S(n=5))):

        def work(metric: sm.Metric, count: int, segments: int, mass: int) -> Callable[[], object]:
            x, y = (sm.SegmentationArray.from_masses(side) for side in pairs(count, segments, mass))
            return lambda: sm.score_pairs(metric, x, y, workers=1)

        # The same number of boundaries in both rounds of work: 200 x 1,000 and 20 x 10,000.
        boundaries = best_of_each({"few": work(metric, 200, 1_000, 25_000), "many": work(metric, 20, 10_000, 250_000)})
        yield Row(
            f"{name}: 10 x the boundaries", "10,000", boundaries["many"] * 10, "1,000", boundaries["few"], "<= 12"
        )
        units = best_of_each({"small": work(metric, 2_000, 50, 10**3), "large": work(metric, 2_000, 50, 10**9)})
        yield Row(f"{name}: mass 10^3 -> 10^9, 50 segments", "10^9", units["large"], "10^3", units["small"], "<= 1.3")
