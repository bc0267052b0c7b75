"""Random pairs of segmentations for the tests of tables and files."""

from itertools import pairwise

import numpy as np
import pyarrow as pa


def random_masses(rng: np.random.Generator, mass: int, most: int = 20) -> list[int]:
    cuts = sorted({int(cut) for cut in rng.integers(1, mass, rng.integers(0, most))} if mass > 1 else [])
    return [right - left for left, right in pairwise([0, *cuts, mass])]


def random_pairs(count: int, seed: int = 1, heaviest: int = 300) -> tuple[list[list[int]], list[list[int]]]:
    rng = np.random.default_rng(seed)
    masses = rng.integers(1, heaviest, count).tolist()
    return [random_masses(rng, mass) for mass in masses], [random_masses(rng, mass) for mass in masses]


def pair_table(count: int, seed: int = 1, bad_every: int | None = None, **columns: object) -> pa.Table:
    """A table with columns ref and hyp, with a bad row at the beginning and after every so many rows."""
    references, hypotheses = random_pairs(count, seed)
    for number, row in enumerate(range(0, count, bad_every) if bad_every else ()):
        references[row] = [None, [], [0], [10**6]][number % 4]
    return pa.table({"ref": references, "hyp": hypotheses, **columns})
