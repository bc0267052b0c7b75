"""Random pairs of segmentations for comparisons with other tools, the same in every run."""

from __future__ import annotations

import random
from itertools import pairwise

Pair = tuple[tuple[int, ...], tuple[int, ...]]


def random_pairs(count: int, *, seed: int, largest_mass: int = 40) -> list[Pair]:
    """Pairs of masses with one total, from one unit up, with any density of boundaries from none to all.

    In half of the pairs the second side is the first with boundaries moved, dropped and added, so that near misses
    are as common as in real data.
    """
    rng = random.Random(seed)  # noqa: S311
    return [_pair(rng, rng.randint(1, largest_mass)) for _ in range(count)]


def _pair(rng: random.Random, mass: int) -> Pair:
    density = rng.choice([0.0, 0.05, 0.15, 0.15, 0.3, 0.3, 0.6, 1.0])
    places = range(1, mass)
    first = {p for p in places if rng.random() < density}
    if rng.random() < 0.5:
        second = {p for p in places if rng.random() < density}
    else:
        moved = {p + rng.choice([-2, -1, 0, 0, 1, 2]) for p in first if rng.random() < 0.8}
        second = {p for p in moved if 0 < p < mass} | {p for p in places if rng.random() < 0.05}
    return _masses(first, mass), _masses(second, mass)


def _masses(cuts: set[int], mass: int) -> tuple[int, ...]:
    return tuple(right - left for left, right in pairwise([0, *sorted(cuts), mass]))
