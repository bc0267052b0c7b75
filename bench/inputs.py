"""Random segmentations for measurements."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise

import numpy as np

import seamark as sm


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


def near_misses(segmentations: list[list[int]], seed: int = 1) -> list[list[int]]:
    """The same with about three boundaries in seven a unit or two away."""
    rng = random.Random(seed)

    def moved(masses: list[int]) -> list[int]:
        places = {place + rng.choice((0, 0, 0, 0, -1, 1, 2)) for place in accumulate(masses[:-1])}
        total = sum(masses)
        return [right - left for left, right in pairwise([0, *sorted(p for p in places if 0 < p < total), total])]

    return list(map(moved, segmentations))


def study(items: int, coders: int, seed: int = 1, segments: int = 10, mass: int = 100, noise: float = 0.0) -> sm.Corpus:
    """Coders who find four in five boundaries of a text, now and then all a unit early or late.

    With ``noise`` every boundary that they find is a unit early or late by itself, with that probability, and a fifth
    of their boundaries is anywhere.
    """
    rng = np.random.default_rng(seed)
    names, by, codings = [], [], []
    for item in range(items):
        places = np.sort(rng.choice(np.arange(1, mass), segments - 1, replace=False))
        for coder in range(coders):
            found = places[rng.random(len(places)) < 0.8]
            if noise:
                found = found + rng.choice((-1, 0, 1), len(found), p=(noise / 2, 1 - noise, noise / 2))
                found = np.concatenate((found, rng.integers(1, mass, segments // 5)))
            else:
                found = found + rng.integers(-1, 2)
            found = np.unique(np.clip(found, 1, mass - 1))
            names.append(f"text {item}")
            by.append(f"coder {coder}")
            codings.append(np.diff(found, prepend=0, append=mass).tolist())
    return sm.Corpus.from_columns(names, by, sm.SegmentationArray.from_masses(codings))


def text(characters: int, seed: int = 1) -> list[str]:
    """Paragraphs of about 500 characters, with another vocabulary every ten of them."""
    rng = random.Random(seed)
    vocabulary = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 9))) for _ in range(5_000)]
    paragraphs: list[str] = []
    topic: list[str] = []
    while characters > 0:
        if len(paragraphs) % 10 == 0:
            topic = rng.sample(vocabulary, 80)
        paragraphs.append(" ".join(rng.choices(topic, k=80)))
        characters -= len(paragraphs[-1])
    return paragraphs
