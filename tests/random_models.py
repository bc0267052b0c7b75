"""Random labelled segmentations, spans and hierarchies, from a generator that every test seeds itself."""

import numpy as np


def labelled_units(rng: np.random.Generator, units: int, labels: str = "ABCD") -> list[str]:
    """One label per unit, in runs."""
    stay = rng.choice([0.3, 0.7, 0.9])
    found = [str(rng.choice(list(labels)))]
    while len(found) < units:
        found.append(found[-1] if rng.random() < stay else str(rng.choice(list(labels))))
    return found


def near(rng: np.random.Generator, units: list[str], labels: str = "ABCD") -> list[str]:
    """The same with some units changed."""
    changed = list(units)
    for _ in range(rng.integers(0, 4)):
        start = int(rng.integers(0, len(units)))
        end = min(len(units), start + int(rng.integers(1, 5)))
        changed[start:end] = [str(rng.choice(list(labels)))] * (end - start)
    return changed


def unit_pairs(seed: int, count: int, most: int = 30, labels: str = "ABCD"):
    """Pairs of labels per unit, unrelated ones and near ones."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        reference = labelled_units(rng, int(rng.integers(1, most)), labels)
        unrelated = rng.random() < 0.5
        yield reference, labelled_units(rng, len(reference), labels) if unrelated else near(rng, reference, labels)


def turns(rng: np.random.Generator, length: int, labels: str, most: int = 6) -> list[tuple[int, int, str]]:
    """Spans anywhere, overlapping at will."""
    found = []
    for _ in range(int(rng.integers(0, most))):
        start, end = sorted(rng.choice(length + 1, 2, replace=False).tolist())
        found.append((start, end, str(rng.choice(list(labels)))))
    return sorted(found)


def levels(rng: np.random.Generator, mass: int, depth: int, nested: bool) -> list[list[int]]:
    """Boundary positions of every level, from coarse to fine."""
    found: list[list[int]] = []
    for _ in range(depth):
        count = int(rng.integers(0, max(1, min(mass - 1, 5)) + 1)) if mass > 1 else 0
        new = set(rng.choice(np.arange(1, mass), min(count, mass - 1), replace=False).tolist()) if mass > 1 else set()
        found.append(sorted(new | (set(found[-1]) if nested and found else set())))
    return found
