"""WindowDiff, Pk and their relatives against segeval and nltk, and how cost grows with k, mass and boundaries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import segeval
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff

import seamark as sm
from bench.growth import growth
from bench.inputs import pairs
from bench.timing import Row, best_of, best_of_each

PAIRS, SEGMENTS, MASS = 500, 1_000, 25_000
PEER_PAIRS = 2


def rows() -> Iterator[Row]:
    a, b = pairs(PAIRS, SEGMENTS, MASS)
    array_a, array_b = sm.SegmentationArray.from_masses(a), sm.SegmentationArray.from_masses(b)
    size = f"{SEGMENTS:,} segments, mass {MASS:,}"

    def batch(metric: sm.Metric) -> float:
        return best_of(lambda: sm.score_pairs(metric, array_a, array_b, workers=1), pieces=PAIRS)

    window_diff, pk = batch(sm.WindowDiff()), batch(sm.Pk())
    theirs = segeval_window_diff(a, b)
    yield Row(f"WindowDiff, {size}, batch", "segeval", theirs, "seamark", window_diff, ">= 5,000")
    yield Row(f"Pk, {size}, batch", "segeval WindowDiff", theirs, "seamark", pk, ">= 5,000")
    strings = [(gaps(x), gaps(y), round(MASS / (2 * len(x)))) for x, y in zip(a[:PEER_PAIRS], b, strict=False)]

    def nltk(function: Callable[[str, str, int], float]) -> float:
        return best_of(lambda: [function(*string) for string in strings], rounds=3, pieces=PEER_PAIRS)

    nltk_window_diff = nltk(nltk_windowdiff)
    yield Row(f"WindowDiff, {size}, batch", "nltk", nltk_window_diff, "seamark", window_diff, ">= 500")
    yield Row(f"Pk, {size}, batch", "nltk WindowDiff", nltk_window_diff, "seamark", pk, ">= 500")
    yield Row(f"Pk, {size}, batch", "nltk Pk", nltk(nltk_pk), "seamark", pk, "")
    one_call = best_of(lambda: [sm.window_diff(x, y) for x, y in zip(a[:50], b, strict=False)], pieces=50)
    yield Row("WindowDiff, one call on two lists", "nltk", nltk_window_diff, "seamark", one_call, "")
    yield window_sizes("WindowDiff", sm.WindowDiff, array_a, array_b)
    yield window_sizes("Pk", sm.Pk, array_a, array_b)
    yield from growth("WindowDiff", sm.WindowDiff())
    yield from growth("Pk", sm.Pk())
    yield from hamming()


def gaps(masses: list[int]) -> str:
    return "".join("0" * (mass - 1) + "1" for mass in masses)[:-1]


def segeval_window_diff(a: list[list[int]], b: list[list[int]]) -> float:
    """Seconds per pair, from masses as its users give them."""
    sides = [(tuple(y), tuple(x)) for x, y in zip(a[:PEER_PAIRS], b, strict=False)]
    return best_of(lambda: [segeval.window_diff(*side) for side in sides], rounds=3, pieces=PEER_PAIRS)


def window_sizes(
    name: str, metric: type[sm.WindowDiff] | type[sm.Pk], a: sm.SegmentationArray, b: sm.SegmentationArray
) -> Row:
    """A thousand times the window."""

    def sized(k: int) -> Callable[[], object]:
        return lambda: sm.score_pairs(metric(k), a, b, workers=1)

    times = best_of_each({"small": sized(10), "large": sized(10_000)})
    return Row(f"{name}: k 10 -> 10,000", "10,000", times["large"], "10", times["small"], "<= 1.3")


def hamming() -> Iterator[Row]:
    """One pair with ten thousand boundaries a side; a tenth of a second would be well under one."""
    (x,), (y,) = pairs(1, 10_000, 250_000)
    time = best_of(lambda: sm.ghd(x, y))
    yield Row("GHD, 10,000 boundaries, one call", "allowed", 0.1, "seamark", time, ">= 1")
