"""References and hypotheses whose scores have no short binary fractions."""

import numpy as np

NAMES = ("S", "B:n=3", "B:n=7", "windowdiff", "p_mu")


def pairs() -> list[tuple[list[int], list[int]]]:
    rng = np.random.default_rng(17)
    return [(_masses(rng, size), _masses(rng, size)) for size in rng.integers(5, 40, size=90)]


def _masses(rng: np.random.Generator, size: int) -> list[int]:
    places = np.flatnonzero(rng.random(size - 1) < 0.25) + 1
    return np.diff([0, *places, size]).tolist()
