"""How often intervals of agreement hold the true value, in studies whose truth is known.

Texts of 30 to 70 units have a boundary at a tenth to a fifth of their places. Every coder has a hit rate, a rate of
false alarms and a rate of boundaries placed one unit off, whose logits vary from coder to coder with a deviation of .6.

    python -m tests.properties.coverage --studies 1000

prints the table of docs/statistics.md.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cache

import numpy as np

import seamark as sm
from seamark.agreement.coefficients import ChanceOptions, Similarity
from seamark.agreement.intervals import IntervalPlan
from seamark.agreement.measurement import Measurement, measured_rows
from seamark.kernels.columns import Columns
from seamark.model.segmentation import DEFAULT_TYPE

#: Items, coders, the share of codings that are missing, and groups of coders with items of their own.
DESIGNS = {
    "5 x 3": (5, 3, 0.0, 1),
    "20 x 3": (20, 3, 0.0, 1),
    "20 x 5": (20, 5, 0.0, 1),
    "100 x 4": (100, 4, 0.0, 1),
    "20 x 4, 30 % missing": (20, 4, 0.3, 1),
    "1 x 7": (1, 7, 0.0, 1),
    "5 groups of 4 x 5": (4, 5, 0.0, 5),
}
CELLS = [(design, units) for design in DESIGNS for units in ("items", "coders", "both") if design != "1 x 7"]
CELLS.append(("1 x 7", "coders"))
METRICS = ("S", "B")

#: How many panels of coders, or sets of items, the studies of a cell share out among themselves.
PANELS = 20
_LONGEST = 70


@dataclass(frozen=True)
class Texts:
    """Texts with the places of their boundaries."""

    masses: np.ndarray
    boundary: np.ndarray

    @classmethod
    def drawn(cls, generator: np.random.Generator, number: int) -> Texts:
        masses = generator.integers(30, _LONGEST + 1, number)
        boundary = generator.random((number, _LONGEST)) < generator.uniform(0.1, 0.2, (number, 1))
        return cls(masses, boundary & _inside(masses))


@dataclass(frozen=True)
class Coders:
    """How often each coder finds a boundary, makes one up, and places one a unit off."""

    hit: np.ndarray
    alarm: np.ndarray
    jitter: np.ndarray

    @classmethod
    def drawn(cls, generator: np.random.Generator, number: int) -> Coders:
        return cls(*(_rates(generator, rate, number) for rate in (0.7, 0.03, 0.2)))


def _rates(generator: np.random.Generator, rate: float, number: int) -> np.ndarray:
    return 1 / (1 + np.exp(-(np.log(rate / (1 - rate)) + generator.normal(0, 0.6, number))))


def _inside(masses: np.ndarray) -> np.ndarray:
    """The potential boundaries of texts: place p stands before unit p + 1, and 0 is none."""
    places = np.arange(_LONGEST)
    return (places > 0) & (places < masses[:, np.newaxis])


def coded(generator: np.random.Generator, texts: Texts, coders: Coders) -> np.ndarray:
    """What the coders make of the texts; shape (texts, coders, places)."""
    shape = (len(texts.masses), len(coders.hit), _LONGEST)
    found = texts.boundary[:, np.newaxis] & (generator.random(shape) < coders.hit[:, np.newaxis])
    off = generator.random(shape) < coders.jitter[:, np.newaxis]
    left = generator.random(shape) < 0.5
    placed = found & ~off
    placed |= np.roll(found & off & left, -1, axis=2) | np.roll(found & off & ~left, 1, axis=2)
    placed |= generator.random(shape) < coders.alarm[:, np.newaxis]
    return placed & _inside(texts.masses)[:, np.newaxis]


def measured(metric: str, masses: np.ndarray, placed: np.ndarray, kept: np.ndarray, groups: int = 1) -> Measurement:
    """The measurement of those codings that are kept; coders of different groups are different people."""
    item, coder = np.nonzero(kept)
    rows = placed[item, coder]
    offsets = np.concatenate(([0], np.cumsum(rows.sum(axis=1)))).astype(np.int64)
    codings = sm.SegmentationArray._unchecked(
        Columns(np.nonzero(rows)[1].astype(np.int64), offsets, masses[item].astype(np.int64)), (DEFAULT_TYPE,)
    )
    in_group = placed.shape[1]
    person = coder + item // (len(masses) // groups) * in_group
    names = tuple(map(str, range(len(masses)))), tuple(map(str, range(in_group * groups)))
    return measured_rows(codings, (item, names[0]), (person, names[1]), Similarity.of(metric), ChanceOptions())


def coverage(design: str, units: str, metric: str, studies: int, method: str = "jackknife", seed: int = 1) -> float:
    """The share of studies whose 95 % interval holds the true value."""
    items, coders, missing, groups = DESIGNS[design]
    generator = np.random.default_rng([seed, list(DESIGNS).index(design), ("items", "coders", "both").index(units)])
    panels = studies if units == "both" else PANELS
    hits = 0
    for _ in range(panels):
        texts = Texts.drawn(generator, items * groups)
        people = [Coders.drawn(generator, coders) for _ in range(groups)]
        truth = _truth(metric) if units == "both" else _truth_of(metric, units, texts, people, generator)
        for _ in range(studies // panels):
            if units == "items":
                texts = Texts.drawn(generator, items * groups)
            elif units == "coders":
                people = [Coders.drawn(generator, coders) for _ in range(groups)]
            placed = _coded_by_groups(generator, texts, people)
            kept = generator.random(placed.shape[:2]) >= missing
            kept[:, 0] |= ~kept.any(axis=1)
            study = measured(metric, texts.masses, placed, kept, groups)
            plan = IntervalPlan(0.95, units, method, resamples=1_000)
            hits += truth in sm.agreement_of(study, plan=plan, rng=generator).interval
    return hits / (panels * (studies // panels))


def _coded_by_groups(generator: np.random.Generator, texts: Texts, people: list[Coders]) -> np.ndarray:
    parts = np.split(np.arange(len(texts.masses)), len(people))
    return np.concatenate(
        [
            coded(generator, Texts(texts.masses[part], texts.boundary[part]), group)
            for part, group in zip(parts, people, strict=True)
        ]
    )


def _truth_of(metric: str, units: str, texts: Texts, people: list[Coders], generator: np.random.Generator) -> float:
    """The value for these coders with endless items, or for these items with endless coders."""
    groups = len(people)
    if units == "items":
        texts = Texts.drawn(generator, 3_000 // groups * groups)
    else:
        number = 400 if len(texts.masses) == 1 else 150
        people = [Coders.drawn(generator, number) for _ in people]
    placed = _coded_by_groups(generator, texts, people)
    study = measured(metric, texts.masses, placed, np.ones(placed.shape[:2], dtype=bool), groups)
    return sm.agreement_of(study).value


@cache
def _truth(metric: str) -> float:
    """The value with endless items and coders."""
    generator = np.random.default_rng(99)
    values = []
    for _ in range(12):
        texts, coders = Texts.drawn(generator, 200), Coders.drawn(generator, 100)
        placed = coded(generator, texts, coders)
        values.append(sm.agreement_of(measured(metric, texts.masses, placed, np.ones((200, 100), dtype=bool))).value)
    return float(np.mean(values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=1_000)
    parser.add_argument("--methods", nargs="+", default=["jackknife"])
    given = parser.parse_args()
    columns = [f"{metric}, {method}" for metric in METRICS for method in given.methods]
    print("| items x coders | other | " + " | ".join(columns) + " |")
    print("|---|---|" + "---|" * len(columns))
    for design, units in CELLS:
        shares = [coverage(design, units, metric, given.studies, way) for metric in METRICS for way in given.methods]
        cells = " | ".join(f"{100 * share:.1f}" for share in shares)
        print(f"| {design} | {units} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
