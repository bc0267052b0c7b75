"""Gamma: agreement about spans that may overlap, from the best alignment of what coders marked."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Hashable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.span_alignment import CategoryDistances, best_alignment, category_sums, dissimilarity
from seamark.base.checks import count_between, finite_number, one_of, require_progress
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array, stoppable_threads
from seamark.kernels.spans import CodersSpans, Dissimilarity
from seamark.metrics.signature import Signature, in_full
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.stats.intervals import Interval
from seamark.stats.resampling import RandomSource, resolve_rng

GammaConvention: TypeAlias = Literal["paper", "gamma-software"]
#: Random continua that are always drawn, and at the most.
FIRST_SAMPLES, MOST_SAMPLES = 30, 100_000

# With fewer spans a sample is over sooner than threads have handed the interpreter to each other.
_SPANS_FOR_THREADS = 200
# Samples have a stream of their own: other random numbers with the same seed do not repeat theirs.
_STREAM = 3

#: Is called with the number of samples that are done, and of all that are known to be needed.
Progress: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ItemDisorder(ResultRecord):
    """What the best alignment of one item costs.

    Attributes
    ----------
    disorder
        The cost divided by the mean number of spans of a coder; NaN when nobody marked anything.
    cost
        The sum of the costs of its unitary alignments.
    spans, coders
        How many there are.
    """

    disorder: float
    cost: float
    spans: int
    coders: int


@dataclass(frozen=True, slots=True)
class Gamma(ResultRecord):
    """Gamma, and everything needed to get the number again.

    Attributes
    ----------
    value
        1 - observed / expected: 1 is full agreement, 0 what chance brings.
    observed, expected
        The disorder of the best alignment, and the mean of that of random codings.
    interval
        Where gamma would lie with endless samples, given the precision; it says nothing about other items or coders.
    cat
        The same for the categories alone, where spans are aligned; NaN when no spans are, or chance expects nothing.
    per_category
        ``cat`` of the pairs that hold each category.
    per_item
        The best alignment of each item.
    samples
        How many random codings were drawn.
    seed
        The integer that gives the same samples again.
    signature
        The string that makes the value reproducible.
    """

    value: float
    observed: float
    expected: float
    interval: Interval
    cat: float
    per_category: Mapping[Hashable, float]
    per_item: Mapping[str, ItemDisorder]
    samples: int
    seed: int
    signature: Signature

    def rows(self) -> list[dict[str, Any]]:
        """A row per item."""
        return [{"item": item, **part.to_dict()} for item, part in self.per_item.items()]


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """What alignments of one or several items add up to: cost, mean spans of a coder, weights and distances."""

    cost: float
    spans: float
    categories: FloatArray

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(self.cost + other.cost, self.spans + other.spans, self.categories + other.categories)

    @property
    def disorder(self) -> float:
        return self.cost / self.spans if self.spans else np.nan

    @property
    def category_disorders(self) -> FloatArray:
        """Of all pairs, then of those with each category; NaN where there is no pair."""
        weight, distance = self.categories.T
        return np.where(weight > 0, distance / np.where(weight > 0, weight, 1.0), np.nan)


def gamma(
    corpus: CorpusLike,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    empty: float = 1.0,
    distances: CategoryDistances | None = None,
    precision: float = 0.02,
    convention: GammaConvention = "paper",
    rng: RandomSource = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Gamma:
    """How far coders agree about spans, overlaps allowed: where they lie and what they are called.

    Spans of different coders that mean the same are aligned at the least cost, see ``align_spans``; gamma compares that
    cost with the one of random codings. The alignment is proven to be the best, with any number of spans.

    Parameters
    ----------
    corpus
        Spans by item and coder. Items that fewer than two coders looked at are left out.
    alpha, beta, empty, distances
        See ``align_spans``.
    precision
        How exact the expected disorder is to be, as a share, at 95 percent: 30 random codings are drawn, and more when
        their spread asks for it.
    convention
        How coders of a random coding are moved against each other: ``"paper"``, by at least the mean length of a span
        around the line; ``"gamma-software"``, by at least half of it along the line, as the published programs do.
    rng
        A seed or generator; the seed is reported.
    workers
        How many threads to use, by default as many as the machine has, or one where spans are few. The result is the
        same.
    progress
        Is called with the number of samples that are done, and of all.

    Returns
    -------
    Gamma

    Raises
    ------
    InputError
        When no item was coded by two coders, when there are more than 5,000,000 sets of spans that could be aligned, or
        when more than two coders are to be aligned and highspy is not installed.
    UndefinedScoreError
        When nobody marked anything.

    Examples
    --------
    >>> from seamark import Spans
    >>> one, other = Spans([(2, 8, "A"), (12, 16, "B")], length=20), Spans([(3, 9, "A"), (12, 15, "A")], length=20)
    >>> result = gamma({"talk": {"ann": one, "ben": other}}, rng=1)
    >>> round(result.observed, 4), result.value < 1
    (0.5241, True)

    References
    ----------
    Mathet, Widlöcher & Métivier 2015; Mathet 2017.
    """
    one_of(convention, "convention", get_args(GammaConvention))
    share = finite_number(precision, "precision", lambda p: 0 < p < 1, "a number between 0 and 1, such as 0.02")
    require_progress(progress, "samples")
    study = as_corpus(corpus, "spans")
    by_default = (os.cpu_count() or 1) if study.codings.starts.size >= _SPANS_FOR_THREADS else 1
    threads = by_default if workers is None else count_between(workers, "workers", 1, 1024)
    unlike = dissimilarity(study.types, alpha, beta, empty, distances)
    lines = _lines(study)
    seed = resolve_rng(rng)[1]
    own = {item: _aligned(spans, unlike) for item, (spans, _) in lines.items()}
    observed = reduce(operator.add, own.values())
    if not observed.spans:
        raise UndefinedScoreError("gamma is undefined: nobody marked anything")
    draw = partial(_sample, list(lines.values()), unlike, convention, seed)
    drawn = _drawn(draw, share, threads, progress)
    expected = float(np.mean([sample.disorder for sample in drawn]))
    # The mean over those samples in which spans of a category are aligned.
    chance = np.array([sample.category_disorders for sample in drawn])
    defined = ~np.isnan(chance)
    number = defined.sum(axis=0)
    mean_chance = np.where(defined, chance, 0.0).sum(axis=0) / np.maximum(number, 1)
    by_category = _below(observed.category_disorders, np.where(number > 0, mean_chance, np.nan))
    value, low, high = _below(
        np.array([observed.disorder]), np.array([expected, expected * (1 - share), expected * (1 + share)])
    ).tolist()
    described = {
        "alpha": in_full(alpha),
        "beta": in_full(beta),
        "empty": in_full(empty),
        **({} if distances is None else {"distances": "given"}),
        "conv": convention,
        "precision": in_full(share),
        "coders": len(study.coder_names),
        "items": len(lines),
        "samples": len(drawn),
        "seed": seed,
    }
    return Gamma(
        value=value,
        observed=observed.disorder,
        expected=expected,
        interval=Interval(low, high, 0.95, "sampling"),
        cat=float(by_category[0]),
        per_category=FrozenMapping(dict(zip(study.types, by_category[1:].tolist(), strict=True))),
        per_item=FrozenMapping(
            {
                item: ItemDisorder(sums.disorder, sums.cost, len(lines[item][0].starts), lines[item][0].coders)
                for item, sums in own.items()
            }
        ),
        samples=len(drawn),
        seed=seed,
        signature=Signature.of("gamma", described),
    )


def _lines(study: Corpus) -> dict[str, tuple[CodersSpans, int]]:
    """The spans of all coders and the length, for every item that two coders looked at."""
    columns = study.codings.span_columns
    edges = np.searchsorted(study.item_index, np.arange(len(study) + 1)).tolist()
    lines = {}
    for name, begin, end in zip(study.item_names, edges[:-1], edges[1:], strict=True):
        if end - begin < 2:
            continue
        offsets = columns.offsets[begin : end + 1]
        inside = slice(int(offsets[0]), int(offsets[-1]))
        spans = CodersSpans(columns.starts[inside], columns.ends[inside], columns.codes[inside], offsets - offsets[0])
        lines[name] = spans, int(columns.lengths[begin])
    if not lines:
        raise InputError("no item was coded by two coders; agreement needs two codings of an item")
    return lines


def _aligned(spans: CodersSpans, unlike: Dissimilarity) -> _Sums:
    found = best_alignment(spans, unlike)
    return _Sums(found.total, len(spans.starts) / spans.coders, category_sums(spans, found, unlike))


def _sample(
    lines: list[tuple[CodersSpans, int]], unlike: Dissimilarity, convention: GammaConvention, seed: int, number: int
) -> _Sums:
    """Random codings of all items, aligned; drawn again when only coders who marked nothing were drawn."""
    generator = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_STREAM, number)))
    while True:
        drawn = [random_coders(spans, length, convention, generator) for spans, length in lines]
        if any(spans.starts.size for spans in drawn):
            return reduce(operator.add, (_aligned(spans, unlike) for spans in drawn))


def _drawn(draw: Callable[[int], _Sums], precision: float, threads: int, progress: Progress | None) -> list[_Sums]:
    """As many samples as the precision asks for."""
    samples: list[_Sums] = []
    needed = FIRST_SAMPLES
    with nullcontext() if threads == 1 else stoppable_threads(threads) as pool:
        while len(samples) < needed:
            for sample in (map if pool is None else pool.map)(draw, range(len(samples), needed)):
                samples.append(sample)
                if progress is not None:
                    progress(len(samples), needed)
            if needed == FIRST_SAMPLES:
                disorders = np.array([sample.disorder for sample in samples])
                variation = float(disorders.std(ddof=1) / disorders.mean()) if disorders.any() else 0.0
                needed = max(needed, math.ceil((1.96 * variation / precision) ** 2))
                if needed > MOST_SAMPLES:
                    raise InputError(
                        f"precision {precision:g} asks for {needed:,} random codings; the most are {MOST_SAMPLES:,}"
                    )
            else:
                break
    return samples


def _below(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """1 - observed / expected; 1 where nothing is observed, undefined where chance expects nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(expected > 0, 1.0 - observed / expected, np.nan)
    return np.where(observed == 0, 1.0, share)


def random_coders(
    spans: CodersSpans, length: int, convention: GammaConvention, generator: np.random.Generator
) -> CodersSpans:
    """As many coders, each a real one drawn with replacement, whose spans are moved around the line together.

    A span that passes the end begins again at the start of the line and keeps its length. No two coders are moved by
    nearly the same.
    """
    drawn = generator.integers(0, spans.coders, spans.coders)
    mean = float((spans.ends - spans.starts).mean()) if spans.starts.size else 1.0
    shifts = _shifts(spans.coders, length, mean, convention, generator)
    parts = [slice(*spans.offsets[coder : coder + 2].tolist()) for coder in drawn.tolist()]
    sizes = np.array([part.stop - part.start for part in parts])
    places = np.concatenate([np.arange(part.start, part.stop) for part in parts])
    starts = (spans.starts[places] + np.repeat(shifts, sizes)) % length
    ends = starts + (spans.ends - spans.starts)[places]
    order = np.lexsort((spans.codes[places], ends, starts, np.repeat(np.arange(len(parts)), sizes)))
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return CodersSpans(starts[order], ends[order], spans.codes[places][order], offsets)


def _shifts(
    count: int, length: int, mean: float, convention: GammaConvention, generator: np.random.Generator
) -> Int64Array:
    """Whole shifts, each at least a mean length from those before it around the line (the paper), or half of one
    along it (the published program). Where no such place is left, any place will do.
    """
    circular = convention == "paper"
    reach = math.ceil(mean if circular else mean / 2) - 1
    taken: list[tuple[int, int]] = []
    shifts: list[int] = []
    for _ in range(count):
        free = _free(taken, length) or [(0, length)]
        place = int(generator.integers(sum(end - begin for begin, end in free)))
        for begin, end in free:
            if place < end - begin:
                break
            place -= end - begin
        shift = begin + place
        shifts.append(shift)
        low, high = shift - reach, shift + reach + 1
        if circular:
            taken += [(low + length, length), (0, high - length)]
        taken.append((low, high))
    return np.array(shifts, dtype=np.int64)


def _free(taken: list[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """What is left of the line outside of these stretches."""
    free, place = [], 0
    for low, high in sorted(taken):
        if place < low < high:
            free.append((place, min(low, length)))
        place = max(place, high) if low < high else place
    if place < length:
        free.append((place, length))
    return free
