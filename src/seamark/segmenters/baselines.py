"""Segmenters that know nothing of the text: the floor under every comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from seamark.agreement.shuffled import shuffled
from seamark.checks import count_between
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import Columns, Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.gather import gather
from seamark.model.segmentation import SegmentationLike
from seamark.stats.seeds import RandomSource, resolve_rng

# A boundary in every place costs memory for every unit; past this many units in all, that baseline is left out.
_MOST_UNITS_FOR_ALL = 2**22

# All draws are held in memory.
_MOST_DRAWS = 100_000

# Baselines have a stream of their own: the same seed elsewhere neither changes them nor repeats their numbers.
_STREAM = 3


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """A segmenter that knows nothing of the text.

    Attributes
    ----------
    name
        Such as ``"random"``.
    description
        What it does, in a few words.
    draws
        Its segmentations, one array per draw with a row per item of the humans' corpus, in its order. A baseline
        without chance has one draw.
    """

    name: str
    description: str
    draws: tuple[SegmentationArray, ...]


def baselines(
    humans: Corpus | Mapping[str, Mapping[str, SegmentationLike]], *, draws: int = 100, rng: RandomSource = None
) -> Mapping[str, Baseline]:
    """Baselines for a corpus: ``none``, ``all``, ``even``, ``random`` and ``shuffled``.

    Parameters
    ----------
    humans
        The codings that give the baselines their number of boundaries, item by item and type by type.
    draws
        How often the random ones are drawn, to be averaged.
    rng
        A seed or generator.

    Returns
    -------
    Mapping
        By name. ``none`` places no boundary; ``all`` places one in every place; ``even`` cuts into as many segments of
        equal size as the humans' mean number, rounded; ``random`` places each boundary with the humans' mean rate in
        the item, independently; ``shuffled`` takes the segments of a random human in a random order. ``all`` is left
        out for corpora of more than four million units, where it would need memory for every unit.

    Examples
    --------
    >>> found = baselines({"poem": {"ann": [2, 3, 5], "ben": [5, 5], "cat": [2, 3, 5]}}, rng=7)
    >>> list(found)
    ['none', 'all', 'even', 'random', 'shuffled']
    >>> found["even"].draws[0][0].masses, len(found["random"].draws)
    ((3, 3, 4), 100)
    """
    corpus = as_corpus(humans)
    times = count_between(draws, "draws", 1, _MOST_DRAWS)
    seed = resolve_rng(rng)[1]
    generator = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_STREAM,)))
    rates = _HumanRates.of(corpus)
    made = [Baseline("none", "no boundary at all", (rates.placed(lambda mass, mean: _NOWHERE),))]
    if int(rates.masses.sum()) <= _MOST_UNITS_FOR_ALL:
        made.append(Baseline("all", "a boundary in every place", (rates.placed(lambda mass, mean: _everywhere(mass)),)))
    made += [
        Baseline("even", "segments of equal size, as many as the humans' mean", (rates.placed(_evenly),)),
        Baseline(
            "random",
            "boundaries anywhere, as often as the humans",
            tuple(rates.placed(lambda mass, mean: _anywhere(mass, mean, generator)) for _ in range(times)),
        ),
        Baseline(
            "shuffled",
            "the segments of a random human in a random order",
            tuple(shuffled(_one_coder_each(corpus, generator), generator) for _ in range(times)),
        ),
    ]
    return FrozenMapping({baseline.name: baseline for baseline in made})


_NOWHERE: Int64Array = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _HumanRates:
    """How many boundaries of each type humans place in each item, on average; shape (items, types)."""

    masses: Int64Array
    means: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    types: tuple[object, ...]

    @classmethod
    def of(cls, corpus: Corpus) -> _HumanRates:
        columns, types, items = corpus.codings.columns, corpus.types, len(corpus)
        first, last = int(columns.offsets[0]), int(columns.offsets[-1])
        item = np.repeat(corpus.item_index, np.diff(columns.offsets))
        code = columns.types[first:last] if columns.types.size else np.zeros(last - first, dtype=np.int32)
        kinds = max(1, len(types))
        placed = np.bincount(item * kinds + code, minlength=items * kinds).reshape(items, kinds)
        coders = np.bincount(corpus.item_index, minlength=items)
        return cls(np.array(list(corpus.masses.values()), dtype=np.int64), placed / coders[:, np.newaxis], types)

    def placed(self, place: Callable[[int, float], Int64Array]) -> SegmentationArray:
        """A segmentation per item: ``place`` gives the positions of a type from the mass and the mean number."""
        positions: list[Int64Array] = [_NOWHERE]
        codes: list[Int64Array] = [_NOWHERE]
        sizes = [0]
        for mass, means in zip(self.masses.tolist(), self.means.tolist(), strict=True):
            of_types = [place(mass, mean) for mean in means]
            together = np.concatenate(of_types)
            code = np.repeat(np.arange(len(of_types)), [part.size for part in of_types])
            order = np.lexsort((code, together))
            positions.append(together[order])
            codes.append(code[order])
            sizes.append(together.size)
        several = len(self.types) > 1
        columns = Columns(np.concatenate(positions), np.cumsum(sizes, dtype=np.int64), self.masses)
        if several:
            columns = columns._replace(types=np.concatenate(codes).astype(np.int32))
        return SegmentationArray(columns, self.types) if self.types else SegmentationArray(columns)


def _everywhere(mass: int) -> Int64Array:
    return np.arange(1, mass, dtype=np.int64)


def _evenly(mass: int, mean: float) -> Int64Array:
    """Boundaries of as many segments as the mean, half rounded up, with sizes that differ by one at most."""
    segments = min(mass, int(mean + 0.5) + 1)
    # In Python's own integers: the product passes int64 for the largest masses.
    return np.array([number * mass // segments for number in range(1, segments)], dtype=np.int64)


def _anywhere(mass: int, mean: float, generator: np.random.Generator) -> Int64Array:
    """Every place gets a boundary with the same probability; drawn as their number and then their places."""
    if mass == 1:
        return _NOWHERE
    number = int(generator.binomial(mass - 1, min(1.0, mean / (mass - 1))))
    places: Int64Array = generator.choice(mass - 1, number, replace=False, shuffle=False) + 1
    places.sort()
    return places


def _one_coder_each(corpus: Corpus, generator: np.random.Generator) -> SegmentationArray:
    """The coding of a random coder for every item."""
    coders = np.bincount(corpus.item_index, minlength=len(corpus))
    starts = np.cumsum(coders) - coders
    return gather(corpus.codings, starts + generator.integers(0, coders))
