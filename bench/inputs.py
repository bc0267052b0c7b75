"""Random segmentations for measurements."""

from __future__ import annotations

import random
from itertools import pairwise


def masses(rng: random.Random, segments: int, mass: int) -> list[int]:
    """A random segmentation with that many segments."""
    cuts = sorted(rng.sample(range(1, mass), segments - 1))
    return [right - left for left, right in pairwise([0, *cuts, mass])]


def pairs(count: int, segments: int, mass: int, seed: int = 1) -> tuple[list[list[int]], list[list[int]]]:
    """Pairs of random segmentations with about that many segments (a third more or less)."""
    rng = random.Random(seed)
    spread = segments // 3

    def one() -> list[int]:
        return masses(rng, rng.randint(segments - spread, segments + spread), mass)

    return [one() for _ in range(count)], [one() for _ in range(count)]
