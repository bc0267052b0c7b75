"""Baselines: segmenters that ignore the text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from seamark.agreement.shuffled import shuffled
from seamark.checks import count_between
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import Columns, Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.gather import gather, stacked
from seamark.model.segmentation import SegmentationLike
from seamark.results import ResultRecord
from seamark.stats.seeds import RandomSource, resolve_rng

# A boundary in every place costs memory for every unit; past this many units in all, that baseline is left out.
_MOST_UNITS_FOR_ALL = 2**22

# All draws are held in memory.
_MOST_DRAWS = 100_000

# Baselines draw from a random stream of their own, which no other function uses with the same seed.
_STREAM = 3


class BaselineDocument(TypedDict):
    """What ``Baseline.to_dict`` gives: for every draw, the segment sizes of each item."""

    name: str
    description: str
    draws: list[dict[str, list[int]]]


@dataclass(frozen=True, slots=True, eq=False)
class Baseline(ResultRecord):
    """A segmenter that ignores the text.

    Attributes
    ----------
    name
        Such as ``"random"``.
    description
        What it does, in a few words.
    items
        The names of the items of the humans' corpus.
    segmentations
        A row for every item, in the order of ``items``, draw after draw.
    """

    name: str
    description: str
    items: tuple[str, ...]
    segmentations: SegmentationArray

    @property
    def draws(self) -> tuple[SegmentationArray, ...]:
        """One array per draw, with a row per item; a baseline that is not random has one draw."""
        items = len(self.items)
        return tuple(self.segmentations[start : start + items] for start in range(0, len(self.segmentations), items))

    def to_dict(self) -> dict[str, Any]:
        """The name and, draw by draw, the segment sizes of every item."""
        draws = [dict(zip(self.items, ([*one.masses] for one in draw), strict=True)) for draw in self.draws]
        return {"name": self.name, "description": self.description, "draws": draws}

    @classmethod
    def _document(cls) -> Any:
        return BaselineDocument

    def rows(self) -> list[dict[str, Any]]:
        """A row per draw and item."""
        return [
            {"name": self.name, "draw": number, "item": item, "masses": [*segmentation.masses]}
            for number, draw in enumerate(self.draws, start=1)
            for item, segmentation in zip(self.items, draw, strict=True)
        ]


def baselines(
    humans: Corpus | Mapping[str, Mapping[str, SegmentationLike] | SegmentationLike],
    *,
    draws: int = 100,
    rng: RandomSource = None,
) -> Mapping[str, Baseline]:
    """Baselines for a corpus: ``none``, ``all``, ``even``, ``random`` and ``shuffled``.

    Parameters
    ----------
    humans
        The codings that give the baselines their number of boundaries, item by item and type by type: by coder, or
        one reference per item.
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
    corpus = as_corpus(_by_coder(humans))
    times = count_between(draws, "draws", 1, _MOST_DRAWS)
    seed = resolve_rng(rng)[1]
    generator = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_STREAM,)))
    key = int(np.random.SeedSequence(seed, spawn_key=(_STREAM, 1)).generate_state(1, np.uint64)[0])
    rates = _HumanRates.of(corpus)
    made = [("none", "no boundary at all", rates.placed(lambda mass, mean: _NOWHERE))]
    if int(rates.masses.sum()) <= _MOST_UNITS_FOR_ALL:
        made.append(("all", "a boundary in every place", rates.placed(lambda mass, mean: _everywhere(mass))))
    made += [
        ("even", "segments of equal size, as many as the humans' mean", rates.placed(_evenly)),
        (
            "random",
            "boundaries anywhere, as often as the humans",
            rates.placed(lambda mass, mean: _anywhere(mass, mean, generator), times),
        ),
        (
            "shuffled",
            "the segments of a random human in a random order",
            stacked([shuffled(one, key, draw) for draw, one in enumerate(_random_humans(corpus, generator, times))]),
        ),
    ]
    return FrozenMapping({name: Baseline(name, what, corpus.item_names, rows) for name, what, rows in made})


def _by_coder(humans: Any) -> Any:
    """References without a name get one."""
    if isinstance(humans, Corpus) or not isinstance(humans, Mapping):
        return humans
    return {item: one if isinstance(one, Mapping) else {"reference": one} for item, one in humans.items()}


_NOWHERE: Int64Array = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _HumanRates:
    """How many boundaries of each type humans place in each item, on average; shape (items, types)."""

    masses: Int64Array
    means: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    types: tuple[Hashable, ...]

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

    def placed(self, place: Callable[[int, float], Int64Array], times: int = 1) -> SegmentationArray:
        """Every item, so many times: ``place`` gives the places of a type from the mass and the mean number."""
        cases = [
            (mass, mean)
            for mass, means in zip(self.masses.tolist(), self.means.tolist(), strict=True)
            for mean in means
        ]
        parts = [place(mass, mean) for _ in range(times) for mass, mean in cases]
        kinds = self.means.shape[1]
        sizes = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
        positions = np.concatenate([_NOWHERE, *parts])
        part = np.repeat(np.arange(len(parts)), sizes)
        # One sort for all: within a segmentation by place, and by type where types share one.
        order = np.lexsort((part, positions, part // kinds))
        offsets = np.zeros(times * len(self.masses) + 1, dtype=np.int64)
        np.cumsum(sizes.reshape(-1, kinds).sum(axis=1), out=offsets[1:])
        columns = Columns(positions[order], offsets, np.tile(self.masses, times))
        if kinds > 1:
            columns = columns._replace(types=(part[order] % kinds).astype(np.int32))
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
    return places


def _random_humans(corpus: Corpus, generator: np.random.Generator, times: int) -> Iterator[SegmentationArray]:
    """The coding of a random coder for every item, so many times."""
    coders = np.bincount(corpus.item_index, minlength=len(corpus))
    starts = np.cumsum(coders) - coders
    for _ in range(times):
        yield gather(corpus.codings, starts + generator.integers(0, coders))
