"""Baselines: segmenters that ignore the text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from seamark.base.checks import count_between
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping
from seamark.kernels.columns import Columns, FloatArray, Int64Array
from seamark.kernels.edit import random_places, shuffled_draws
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus, as_corpus, corpus_of_items
from seamark.model.segmentation import DEFAULT_TYPE, SegmentationLike
from seamark.stats.resampling import RandomSource, resolve_rng

# A boundary in every place costs memory for every unit; past this many units in all, that baseline is left out.
_MOST_UNITS_FOR_ALL = 2**22

# More draws take longer, and change no digit of the mean that is printed.
_MOST_DRAWS = 100_000

# Baselines draw from random streams of their own, which no other function uses with the same seed.
_STREAM = 3
_SHUFFLES, _NUMBERS, _PLACES, _HUMANS = range(1, 5)


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """A segmenter that ignores the text.

    Attributes
    ----------
    name
        Such as ``"random"``.
    draws
        One array per draw, with a row per item of the humans' corpus; a baseline that is not random has one draw.
    """

    name: str
    draws: tuple[SegmentationArray, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBaseline:
    """A baseline whose draws are made when they are needed, some at a time.

    Attributes
    ----------
    name
        As that of ``Baseline``.
    draws
        How many draws there are.
    drawn
        Called with a number of draws, gives that many after the other until all have been given: arrays with a row for
        every item, draw after draw. They are the same however many are taken at a time.
    """

    name: str
    draws: int
    drawn: Callable[[int], Iterator[SegmentationArray]]


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
    given = as_corpus(corpus_of_items(humans, "reference") if isinstance(humans, Mapping) else humans)
    # What is drawn for an item follows from its codings, whatever the order of items and coders.
    ordered = given.in_content_order()
    number = {name: place for place, name in enumerate(ordered.item_names)}
    place = np.array([number[name] for name in given.item_names], dtype=np.int64)
    drawn = drawn_baselines(ordered, draws, resolve_rng(rng)[1])
    found = (Baseline(one.name, tuple(draw.take(place) for draw in one.drawn(1))) for one in drawn)
    return FrozenMapping({one.name: one for one in found})


def drawn_baselines(corpus: Corpus, draws: int, seed: int, segmenters: Collection[str] = ()) -> list[DrawnBaseline]:
    """The baselines of a corpus that is in the order of its content, without making their draws; an error when a
    segmenter beside them has the name of one.
    """
    times = count_between(draws, "draws", 1, _MOST_DRAWS)
    rates = _HumanRates.of(corpus)
    once = {"none": lambda mass, mean: _evenly(mass, 0.0)}
    if int(rates.masses.sum()) <= _MOST_UNITS_FOR_ALL:
        once["all"] = lambda mass, mean: np.arange(1, mass, dtype=np.int64)
    once["even"] = _evenly
    found = [
        *(DrawnBaseline(name, 1, partial(_once, rates, place)) for name, place in once.items()),
        DrawnBaseline("random", times, partial(_random, rates, seed, times)),
        DrawnBaseline("shuffled", times, partial(_shuffled_humans, corpus, seed, times)),
    ]
    clash = sorted({*segmenters} & {one.name for one in found})
    if clash:
        raise InputError(f"segmenter {clash[0]!r} has the name of a baseline; rename it, or compare without baselines")
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _HumanRates:
    """How many boundaries of each type humans place in each item, on average; shape (items, types)."""

    masses: Int64Array
    means: FloatArray
    types: tuple[Hashable, ...]

    @classmethod
    def of(cls, corpus: Corpus) -> _HumanRates:
        columns, types, starts = corpus.codings.columns, corpus.types, corpus.item_starts
        first, last = int(columns.offsets[0]), int(columns.offsets[-1])
        item = np.repeat(corpus.item_index, np.diff(columns.offsets))
        code = columns.types[first:last] if columns.types.size else np.zeros(last - first, dtype=np.int32)
        items, kinds = len(starts) - 1, max(1, len(types))
        placed = np.bincount(item * kinds + code, minlength=items * kinds).reshape(items, kinds)
        return cls(corpus.codings.lengths[starts[:-1]], placed / np.diff(starts)[:, np.newaxis], types)

    def array(self, positions: Int64Array, sizes: Int64Array) -> SegmentationArray:
        """Every item, so many times, from the places of each type, ascending, and their number: one type of an item
        after the other, item after item.
        """
        kinds = self.means.shape[1]
        times = len(sizes) // self.means.size
        offsets = np.zeros(times * len(self.masses) + 1, dtype=np.int64)
        np.cumsum(sizes.reshape(-1, kinds).sum(axis=1), out=offsets[1:])
        columns = Columns(positions, offsets, np.tile(self.masses, times))
        if kinds > 1:
            part = np.repeat(np.arange(len(sizes)), sizes)
            # One sort for all: within a segmentation by place, and by type where types share one.
            order = np.lexsort((part, positions, part // kinds))
            columns = columns._replace(positions=positions[order], types=(part[order] % kinds).astype(np.int32))
        return SegmentationArray._unchecked(columns, self.types or (DEFAULT_TYPE,))


def _once(rates: _HumanRates, place: Callable[[int, float], Int64Array], _: int) -> Iterator[SegmentationArray]:
    """One draw, in which ``place`` gives the places of a type from the mass and the mean number."""
    rows = zip(rates.masses.tolist(), rates.means.tolist(), strict=True)
    parts = [place(mass, mean) for mass, means in rows for mean in means]
    sizes = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
    yield rates.array(np.concatenate(parts), sizes)


def _evenly(mass: int, mean: float) -> Int64Array:
    """Boundaries of as many segments as the mean, half rounded up, with sizes that differ by one at most."""
    segments = min(mass, int(mean + 0.5) + 1)
    # In Python's own integers: the product passes int64 for the largest masses.
    return np.array([number * mass // segments for number in range(1, segments)], dtype=np.int64)


def _random(rates: _HumanRates, seed: int, times: int, step: int) -> Iterator[SegmentationArray]:
    """Boundaries with the same probability at every place: their number is drawn first, then their places."""
    kinds = rates.means.shape[1]
    places = np.repeat(rates.masses - 1, kinds)
    share = np.minimum(1.0, rates.means.ravel() / np.maximum(places, 1))
    counters = np.arange(len(places), dtype=np.uint64)
    generator, key = _generator(seed, _NUMBERS), _key(seed, _PLACES)
    for first in range(0, times, step):
        size = min(step, times - first)
        numbers = generator.binomial(places, share, (size, len(places)))
        yield rates.array(random_places(numbers, places, counters, key, first), numbers.ravel())


def _shuffled_humans(corpus: Corpus, seed: int, times: int, step: int) -> Iterator[SegmentationArray]:
    """The segments of a random coder of every item in a random order."""
    starts, coders = corpus.item_starts[:-1], np.diff(corpus.item_starts)
    columns, types = corpus.codings.columns, corpus.types
    generator, key = _generator(seed, _HUMANS), _key(seed, _SHUFFLES)
    for first in range(0, times, step):
        size = min(step, times - first)
        rows = starts + generator.integers(0, coders, (size, len(coders)))
        humans = columns.take(rows.ravel())
        yield SegmentationArray._unchecked(shuffled_draws(humans, size, key, first), types)


def _generator(seed: int, stream: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_STREAM, stream)))


def _key(seed: int, stream: int) -> int:
    return int(np.random.SeedSequence(seed, spawn_key=(_STREAM, stream)).generate_state(1, np.uint64)[0])
