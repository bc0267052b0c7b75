"""WindowDiff, Pk and their relatives against segeval and nltk, and how cost grows with k, mass and boundaries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import segeval
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff

import seamark as sm
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
    yield from growth(array_a, array_b)
    yield from hamming()


def gaps(masses: list[int]) -> str:
    return "".join("0" * (mass - 1) + "1" for mass in masses)[:-1]


def segeval_window_diff(a: list[list[int]], b: list[list[int]]) -> float:
    """Seconds per pair, from masses as its users give them."""
    sides = [(tuple(y), tuple(x)) for x, y in zip(a[:PEER_PAIRS], b, strict=False)]
    return best_of(lambda: [segeval.window_diff(*side) for side in sides], rounds=3, pieces=PEER_PAIRS)


def growth(array_a: sm.SegmentationArray, array_b: sm.SegmentationArray) -> Iterator[Row]:
    """A thousand times the window, ten times the boundaries, a million times the mass."""
    for name, metric in (("WindowDiff", sm.WindowDiff), ("Pk", sm.Pk)):

        def sized(k: int, metric: type[sm.WindowDiff] | type[sm.Pk] = metric) -> Callable[[], object]:
            return lambda: sm.score_pairs(metric(k), array_a, array_b, workers=1)

        times = best_of_each({"small": sized(10), "large": sized(10_000)})
        yield Row(f"{name}: k 10 -> 10,000", "10,000", times["large"], "10", times["small"], "<= 1.3")

        def work(
            count: int, segments: int, mass: int, metric: type[sm.WindowDiff] | type[sm.Pk] = metric
        ) -> Callable[[], object]:
            x, y = (sm.SegmentationArray.from_masses(side) for side in pairs(count, segments, mass))
            return lambda: sm.score_pairs(metric(), x, y, workers=1)

        # The same number of boundaries in both rounds of work: 200 x 1,000 and 20 x 10,000.
        times = best_of_each({"few": work(200, 1_000, 25_000), "many": work(20, 10_000, 250_000)})
        yield Row(f"{name}: 10 x the boundaries", "10,000", times["many"] * 10, "1,000", times["few"], "<= 12")
        times = best_of_each({"small": work(2_000, 50, 10**3), "large": work(2_000, 50, 10**9)})
        yield Row(f"{name}: mass 10^3 -> 10^9, 50 segments", "10^9", times["large"], "10^3", times["small"], "<= 1.3")


def hamming() -> Iterator[Row]:
    """One pair with ten thousand boundaries a side; a tenth of a second would be well under one."""
    (x,), (y,) = pairs(1, 10_000, 250_000)
    time = best_of(lambda: sm.ghd(x, y))
    yield Row("GHD, 10,000 boundaries, one call", "0.1 s", 0.1, "seamark", time, ">= 1")
