"""Made-up studies: some coders, some items, any coding missing."""

import itertools
import random
from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import strategies as st
from tests.oracle.agreement import Study, compared
from tests.oracle.edit import Sets

import seamark as sm

CODERS = ("ann", "ben", "cat", "dan")


@st.composite
def studies(draw: st.DrawFn, *, labels: int = 2, comparable: bool = True) -> Study:
    """A small study in which, unless `comparable` is false, at least two codings can be compared."""
    coders = CODERS[: draw(st.integers(2, len(CODERS)))]
    known = tuple(range(1, draw(st.integers(1, labels)) + 1))
    study: dict[str, dict[str, Sets]] = {}
    for number in range(draw(st.integers(1, 4))):
        places = draw(st.integers(0, 5))
        coding = st.lists(st.frozensets(st.sampled_from(known)), min_size=places, max_size=places)
        those = draw(st.lists(st.sampled_from(coders), min_size=1, unique=True))
        study[f"item {number}"] = {coder: draw(coding) for coder in those}
    if comparable and not compared(study):
        first = next(iter(study.values()))
        first.update({coder: next(iter(first.values())) for coder in coders})
    return study


def corpus_of(study: Study) -> sm.Corpus:
    return sm.Corpus(
        {
            item: {coder: sm.Segmentation.from_sets(sets) for coder, sets in by_coder.items()}
            for item, by_coder in study.items()
        }
    )


def random_masses(source: random.Random, mass: int, rate: float) -> list[int]:
    """Segments of a text in which every place is cut with the given chance."""
    edges = [0, *(place for place in range(1, mass) if source.random() < rate), mass]
    return [right - left for left, right in itertools.pairwise(edges)]


def random_codings(
    source: random.Random, *, items: int, coders: int, masses: tuple[int, int], missing: float = 0.0
) -> dict[str, dict[str, list[int]]]:
    """Codings by coders of different granularity, with a share of them removed at random."""
    rates = [0.1 + 0.4 * source.random() for _ in range(coders)]
    codings: dict[str, dict[str, list[int]]] = {}
    for item in range(items):
        mass = source.randint(*masses)
        codings[f"item {item}"] = {
            f"coder {coder}": random_masses(source, mass, rate) for coder, rate in enumerate(rates)
        }
    everything = [(item, coder) for item, by_coder in codings.items() for coder in by_coder]
    for item, coder in source.sample(everything, round(missing * len(everything))):
        if len(codings[item]) > 1:
            del codings[item][coder]
    return codings


def coded_items(
    rng: np.random.Generator, items: int, mass: int, rate: float, hits: Sequence[float], alarm: float, near: float = 0.0
) -> tuple[dict[str, np.ndarray], sm.Corpus]:
    """The true boundaries of items, and what coders with these hits make of them; some are placed one unit off."""
    truth: dict[str, np.ndarray] = {}
    codings: dict[str, dict[str, sm.Segmentation]] = {}
    for number in range(items):
        boundaries = truth[f"item {number}"] = np.flatnonzero(rng.random(mass - 1) < rate) + 1
        codings[f"item {number}"] = {}
        for coder, hit in enumerate(hits):
            marked = boundaries[rng.random(boundaries.size) < hit]
            marked = marked + rng.choice([-1, 0, 1], marked.size, p=[near / 2, 1 - near, near / 2])
            added = np.flatnonzero(rng.random(mass - 1) < alarm) + 1
            places = np.union1d(marked[(marked > 0) & (marked < mass)], added)
            codings[f"item {number}"][f"coder {coder}"] = sm.Segmentation.from_positions(places.tolist(), mass)
    return truth, sm.Corpus(codings)


def repeated(study: Study, items: Mapping[str, int], coders: Mapping[str, int]) -> Study:
    """The study with every item and every coder as often as given, copies numbered."""
    return {
        f"{item} copy {copy}": codings
        for item, by_coder in study.items()
        for copy in range(items[item])
        if (codings := {f"{coder}#{again}": sets for coder, sets in by_coder.items() for again in range(coders[coder])})
    }
