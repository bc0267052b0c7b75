"""Spans of several coders side by side: which of them mean the same, and gamma, the agreement that follows from it.

The best alignment is a set partition at the least cost: an assignment problem for two coders, an integer program for
more, whose optimum is proven. Gamma compares its cost with that of random codings.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from seamark.agreement.coefficients import below_chance
from seamark.agreement.intervals import described_interval, two_way_interval
from seamark.agreement.measurement import require_pairs
from seamark.agreement.sentences import between
from seamark.agreement.sums import ratio
from seamark.base.checks import finite_number, mapping_of, one_of, require_progress, shown
from seamark.base.errors import InputError, SeamarkError, UndefinedScoreError
from seamark.base.extras import require
from seamark.base.methods import Methods, cite
from seamark.base.numbers import decimal, share
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array, SpanColumns, ranges, stoppable_threads, worker_count
from seamark.kernels.spans import Candidates, Dissimilarity, assign_pairs, candidates
from seamark.metrics.signature import Signature, in_full
from seamark.model.coding import is_name
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.spans import Span, Spans
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, Resampled, name_number, resolve_rng
from seamark.stats.rows import summed_by

#: The solver's own accuracy: a share this near to 0 or 1 is whole, and costs this near to each other are the same.
_TOLERANCE = 1e-6
#: Reduced costs up to this are looked at first: most optima lie within.
_FIRST_REACH = 0.05
#: What public functions accept as distances of categories: pairs of categories and how far apart they are.
CategoryDistances = Mapping[tuple[Hashable, Hashable], float]


@dataclass(frozen=True, slots=True)
class UnitaryAlignment(ResultRecord):
    """Spans of different coders that are aligned with each other.

    Attributes
    ----------
    spans
        The span of each coder, or None where a coder has none.
    cost
        The mean dissimilarity over all pairs of coders.
    """

    spans: Mapping[str, Span | None]
    cost: float


@dataclass(frozen=True, slots=True)
class SpanAlignment(ResultRecord):
    """The best alignment of the spans of several coders.

    Attributes
    ----------
    unitary
        The sets of aligned spans, by their places; every span is in one.
    disorder
        The sum of their costs, divided by the mean number of spans of a coder; 0 when nobody marked anything.
    """

    unitary: tuple[UnitaryAlignment, ...]
    disorder: float
    _pairs: tuple[float, float]
    _pairs_with: Mapping[Hashable, tuple[float, float]]

    def categorial_disorder(self, category: Hashable = None) -> float:
        """The weighted mean distance of the categories of aligned spans, or of those pairs that hold one category.

        NaN when there is no such pair.

        Examples
        --------
        >>> one, other = Spans([(2, 8, "A")], length=20), Spans([(2, 8, "B")], length=20)
        >>> align_spans({"ann": one, "ben": other}).categorial_disorder()
        1.0
        """
        if category is not None and not (is_name(category) and category in self._pairs_with):
            raise InputError(f"category is {shown(category)}; no coder has a span of it")
        weight, distance = self._pairs if category is None else self._pairs_with[category]
        return distance / weight if weight > 0 else np.nan

    def rows(self) -> list[dict[str, Any]]:
        """A row per set of spans: start, end and category for each coder."""
        rows = []
        for one in self.unitary:
            cells = ((coder, span, name) for coder, span in one.spans.items() for name in Span._fields)
            rows.append({f"{coder} {name}": getattr(span, name, None) for coder, span, name in cells})
            rows[-1]["cost"] = one.cost
        return rows

    def __str__(self) -> str:
        """A line for each set of spans."""
        end = f"disorder {self.disorder:.4f}"
        if not self.unitary:
            return end
        rows = [(*map(shown_span, one.spans.values()), one.cost) for one in self.unitary]
        return f"{Table((*self.unitary[0].spans, 'cost'), rows)}\n{end}"


def shown_span(span: Span | None) -> str | None:
    """A span in a cell of a table.

    Examples
    --------
    >>> shown_span(Span(2, 8, "A")), shown_span(Span(2, 8))
    ('2-8 A', '2-8')
    """
    if span is None:
        return None
    return f"{span.start}-{span.end}" if span.category is None else f"{span.start}-{span.end} {span.category}"


def align_spans(
    codings: Mapping[str, Spans],
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    empty: float = 1.0,
    distances: CategoryDistances | None = None,
) -> SpanAlignment:
    """The alignment of the spans of several coders at the least cost, which is proven to be minimal.

    Two spans cost ``alpha * empty * ((|start - start'| + |end - end'|) / (length + length'))**2 + beta * empty *
    distance of their categories``; a coder without a span in a set costs ``empty`` for every other coder.

    Parameters
    ----------
    codings
        The spans of each coder, at least two; more than two need highspy.
    alpha, beta
        How much places and categories count.
    empty
        The cost of a span without a partner.
    distances
        How far apart two categories are, from 0 to 1, by pair; pairs that are not given are 1 apart.

    Returns
    -------
    SpanAlignment

    Examples
    --------
    >>> one, other = Spans([(0, 10, "A")], length=60), Spans([(2, 12, "A"), (50, 60, "A")], length=60)
    >>> found = align_spans({"ann": one, "ben": other})
    >>> print(found)
    ann     ben        cost
    -----------------------
    0-10 A  2-12 A   0.0400
            50-60 A  1.0000
    disorder 0.6933
    >>> found.unitary[0].spans["ben"]
    Span(start=2, end=12, category='A')

    References
    ----------
    Mathet, Widlöcher & Métivier 2015.
    """
    study = as_corpus({"codings": mapping_of(codings, "codings", "Spans by coder")}, "spans")
    if len(study.coder_names) < 2:
        raise InputError("there are spans of 1 coder; an alignment needs two or more")
    unlike = dissimilarity(study.types, alpha, beta, empty, distances)
    spans = study.codings.span_columns
    found = best_alignment(spans, unlike)
    mean = len(spans.starts) / len(spans.lengths)
    pairs, *pairs_with = map(tuple, category_sums(spans, found, unlike).tolist())
    return SpanAlignment(
        tuple(_unitary(found, spans, study.types, study.coder_names)),
        float(found.costs.sum()) / mean if mean else 0.0,
        pairs,
        FrozenMapping(dict(zip(study.types, pairs_with, strict=True))),
    )


def _unitary(
    found: Candidates, spans: SpanColumns, categories: tuple[Hashable, ...], coders: tuple[str, ...]
) -> list[UnitaryAlignment]:
    """The sets of spans by their leftmost place."""
    coder_of = np.repeat(np.arange(len(coders)), np.diff(spans.offsets)).tolist()
    rows = zip(spans.starts.tolist(), spans.ends.tolist(), spans.codes.tolist(), strict=True)
    made = [Span(start, end, categories[code]) for start, end, code in rows]
    sets = []
    for begin, end, cost in zip(found.ends[:-1].tolist(), found.ends[1:].tolist(), found.costs.tolist(), strict=True):
        members = found.members[begin:end].tolist()
        by_coder = dict.fromkeys(coders) | {coders[coder_of[i]]: made[i] for i in members}
        leftmost = min((made[i].start, made[i].end) for i in members)
        sets.append((leftmost, UnitaryAlignment(FrozenMapping(by_coder), cost)))
    return [one for _, one in sorted(sets, key=lambda pair: pair[0])]


def dissimilarity(
    categories: tuple[Hashable, ...], alpha: float, beta: float, empty: float, distances: CategoryDistances | None
) -> Dissimilarity:
    """How unlike two spans of these categories are, from what a caller gave."""
    at_least_0 = "a number of at least 0"
    return Dissimilarity(
        finite_number(alpha, "alpha", lambda weight: weight >= 0, at_least_0),
        finite_number(beta, "beta", lambda weight: weight >= 0, at_least_0),
        finite_number(empty, "empty", lambda cost: cost > 0, "a number above 0"),
        _distance_table(categories, distances),
    )


def _distance_table(categories: tuple[Hashable, ...], distances: CategoryDistances | None) -> FloatArray:
    """The distance of every two categories."""
    table = 1.0 - np.eye(len(categories))
    if distances is None:
        return table
    number = {category: place for place, category in enumerate(categories)}
    expected = "a mapping from pairs of categories to numbers from 0 to 1"
    for pair, distance in mapping_of(distances, "distances", expected).items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise InputError(f"distances have the key {shown(pair)}; expected a pair of categories")
        value = finite_number(distance, f"the distance of {shown(pair)}", lambda d: 0 <= d <= 1, "a number from 0 to 1")
        one, other = (number.get(category) for category in pair)
        if one is None or other is None:
            continue  # a scheme may have more categories than were used
        if one == other and value:
            raise InputError(f"the distance of {shown(pair)} is {value:g}; a category is 0 from itself")
        table[one, other] = table[other, one] = value
    return table


def best_alignment(spans: SpanColumns, unlike: Dissimilarity) -> Candidates:
    """The candidates that put every span into one set, at most one of a coder in each, at the least cost altogether.

    Two coders are an assignment problem; more need an integer program, and highspy.
    """
    found = candidates(spans, unlike)
    chosen = (
        _best_pairs(found, spans, unlike.empty) if len(spans.lengths) == 2 else _best_sets(found, len(spans.starts))
    )
    return _picked(found, chosen)


def _picked(found: Candidates, chosen: Int64Array) -> Candidates:
    ends, places = ranges(found.ends, chosen)
    return Candidates(found.members[places], ends, found.costs[chosen])


def _best_pairs(found: Candidates, spans: SpanColumns, empty: float) -> Int64Array:
    """The numbers of the best candidates of two coders."""
    rows, columns = int(spans.offsets[1]), len(spans.starts) - int(spans.offsets[1])
    sizes = np.diff(found.ends)
    pairs = np.flatnonzero(sizes == 2)
    one, other = found.members[found.ends[pairs]], found.members[found.ends[pairs] + 1] - rows
    # What a pair costs beyond both spans alone. Candidates come by the first span.
    offsets = np.searchsorted(one, np.arange(rows + 1)).astype(np.int64)
    partner = assign_pairs(offsets, other.astype(np.int32), found.costs[pairs] - 2 * empty, columns)
    alone = np.ones(rows + columns, dtype=bool)
    alone[:rows], alone[rows + partner[partner >= 0]] = partner < 0, False
    chosen = np.where(sizes == 1, alone[found.members[found.ends[:-1]]], False)
    chosen[pairs] = partner[one] == other
    return np.flatnonzero(chosen)


def _best_sets(found: Candidates, spans: int) -> Int64Array:
    """The numbers of the best candidates of any number of coders.

    The relaxation gives every span a price and a lower bound. A set whose cost exceeds its spans' prices by more than
    the best known alignment exceeds the bound is in no better one, so that the integer program needs no such set.
    """
    if not spans:
        return np.empty(0, dtype=np.int64)
    shares, prices = _solved(found, spans, whole=False)
    if np.all((shares < _TOLERANCE) | (shares > 1 - _TOLERANCE)):
        return np.flatnonzero(shares > 0.5)
    excess = found.costs - np.add.reduceat(prices[found.members], found.ends[:-1])
    alone = np.diff(found.ends) == 1
    reach = _FIRST_REACH
    while True:
        near = np.flatnonzero(alone | (excess <= reach))
        shares, _ = _solved(_picked(found, near), spans, whole=True)
        chosen = near[shares > 0.5]
        gap = float(found.costs[chosen].sum() - prices.sum()) + _TOLERANCE
        if gap <= reach:
            return chosen
        reach = gap


def _solved(found: Candidates, spans: int, *, whole: bool) -> tuple[FloatArray, FloatArray]:
    """The shares in which candidates are taken, and the prices of the spans (of the relaxation)."""
    highs: Any = require("highspy", package="highspy", extra="gamma", what="gamma of three coders or more")
    size = len(found.costs)
    model = highs.HighsLp()
    model.num_col_, model.num_row_ = size, spans
    model.col_cost_ = found.costs
    model.col_lower_, model.col_upper_ = np.zeros(size), np.full(size, highs.kHighsInf)
    model.row_lower_ = model.row_upper_ = np.ones(spans)
    model.a_matrix_.format_ = highs.MatrixFormat.kColwise
    model.a_matrix_.start_, model.a_matrix_.index_ = found.ends, found.members
    model.a_matrix_.value_ = np.ones(len(found.members))
    if whole:
        model.integrality_ = [highs.HighsVarType.kInteger] * size
    solver = highs.Highs()
    # Presolving takes longer than solving here, and one thread gives the same answer every time.
    options = {"output_flag": False, "threads": 1, "parallel": "off", "mip_rel_gap": 0.0, "mip_abs_gap": 1e-9}
    for name, value in {**options, **({} if whole else {"presolve": "off", "solver": "simplex"})}.items():
        solver.setOptionValue(name, value)
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() != highs.HighsModelStatus.kOptimal:
        raise SeamarkError(f"HiGHS did not solve the alignment: {solver.modelStatusToString(solver.getModelStatus())}")
    solution = solver.getSolution()
    return np.asarray(solution.col_value, dtype=float), np.asarray(solution.row_dual, dtype=float)


def category_sums(spans: SpanColumns, found: Candidates, unlike: Dissimilarity) -> FloatArray:
    """Weights of aligned pairs of spans, and the weighted distances of their categories; shape (1 + categories, 2).

    The first row is of all pairs, the others of those with at least one span of each category. A pair weighs the more
    the better its places fit, and the less the more spans are in its set.
    """
    sums = np.zeros((1 + len(unlike.distances), 2))
    for size in range(2, len(spans.lengths) + 1):
        sets = found.members[found.ends[:-1][np.diff(found.ends) == size][:, np.newaxis] + np.arange(size)]
        one, other = np.triu_indices(size, 1)
        a, b = sets[:, one].ravel(), sets[:, other].ravel()
        apart = np.abs(spans.starts[a] - spans.starts[b]).astype(float) + np.abs(spans.ends[a] - spans.ends[b])
        lengths = (spans.ends[a] - spans.starts[a]).astype(float) + (spans.ends[b] - spans.starts[b])
        weight = np.maximum(0.0, 1.0 - unlike.alpha * (apart / lengths) ** 2) / (size - 1)
        first, second = spans.codes[a], spans.codes[b]
        rows = np.column_stack((weight, weight * unlike.distances[first, second]))
        sums[0] += rows.sum(axis=0)
        for codes, of_pairs in ((first, rows), (second[first != second], rows[first != second])):
            sums[1:] += summed_by(codes.astype(np.int64), of_pairs, len(unlike.distances))
    return sums


# ---------------------------------------------------------------------------------------------------------------- gamma


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
    """Gamma, and everything needed to reproduce the number.

    Attributes
    ----------
    value
        1 - observed / expected: 1 is full agreement, 0 what chance brings.
    observed, expected
        The disorder of the best alignment, and the mean of that of random codings.
    interval
        A confidence interval of the value for other items and other coders, if one was asked for.
    precision_interval
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
    interval: Interval | None
    precision_interval: Interval
    cat: float
    per_category: Mapping[Hashable, float]
    per_item: Mapping[str, ItemDisorder]
    samples: int
    seed: int
    signature: Signature

    def answer(self) -> tuple[str, ...]:
        """What it says."""
        part = self.observed / self.expected if self.expected else math.nan
        return (
            f"Gamma is {share(self.value)}{between(self.interval)}: the spans of the coders are "
            f"{decimal(100 * part, 0)} % as disordered as those of random codings.",
        )

    def methods(self) -> Methods:
        """What was measured and found, for a paper."""
        terms = f"observed disorder {self.observed:.3f}, expected {self.expected:.3f}"
        named = f"Gamma {cite('Mathet, Widlocher & Metivier 2015')}"
        how = f"{named} was measured: {terms} from {self.samples} random codings."
        return Methods.of([how, *self.answer()], self.signatures())


class _Aligned(NamedTuple):
    """The best alignments of some items: the cost and the mean spans of a coder of each; of all items together, the
    weights of aligned pairs and the weighted distances of their categories.
    """

    cost: FloatArray
    spans: FloatArray
    categories: FloatArray

    @property
    def disorder(self) -> float:
        """Of all items; sums do not depend on their order."""
        total = math.fsum(self.spans)
        return math.fsum(self.cost) / total if total else np.nan

    @property
    def without_each(self) -> FloatArray:
        """The disorder without each item."""
        return ratio(math.fsum(self.cost) - self.cost, math.fsum(self.spans) - self.spans)

    @property
    def category_disorders(self) -> FloatArray:
        """Of all pairs, then of those with each category; NaN where there is no pair."""
        weight, distance = self.categories.T
        return ratio(distance, weight)


class _Line(NamedTuple):
    """An item: its name, and the spans of its coders, a row for each, in the order of their names."""

    name: str
    spans: SpanColumns
    coders: tuple[str, ...]

    def without(self, coder: str) -> _Line:
        """The same without a coder."""
        left = [number for number, name in enumerate(self.coders) if name != coder]
        spans = self.spans.take(np.array(left, dtype=np.int64))
        return self._replace(spans=spans, coders=tuple(self.coders[number] for number in left))


def gamma(
    corpus: CorpusLike,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    empty: float = 1.0,
    distances: CategoryDistances | None = None,
    precision: float = 0.02,
    convention: GammaConvention = "paper",
    ci: float | None = None,
    resample: Resampled | None = None,
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
    ci
        The level of a confidence interval, such as 0.95; none by default.
    resample
        What the interval is about, as for ``agree``: other ``"items"``, other ``"coders"``, or ``"both"``, the default
        where both can be. Each coder left out takes 30 random codings of its own.
    rng
        A seed or generator; the seed is reported. What is drawn for an item follows from the seed and its name.
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
    exact = finite_number(precision, "precision", lambda p: 0 < p < 1, "a number between 0 and 1, such as 0.02")
    require_progress(progress, "samples")
    level = None if ci is None else check_level(ci)
    study = as_corpus(corpus, "spans")
    few = workers is None and study.codings.starts.size < _SPANS_FOR_THREADS
    threads = 1 if few else worker_count(workers)
    unlike = dissimilarity(study.types, alpha, beta, empty, distances)
    lines = _lines(study)
    seed = resolve_rng(rng)[1]
    own = _aligned([line.spans for line in lines], unlike)
    if not own.spans.any():
        raise UndefinedScoreError("gamma is undefined: nobody marked anything")
    draw = partial(_sample, unlike=unlike, convention=convention, seed=seed)
    with nullcontext() if threads == 1 else stoppable_threads(threads) as pool:
        each: _Map = map if pool is None else pool.map
        drawn = _drawn(partial(draw, lines), exact, each, progress)

        def without(coder: str) -> float:
            left = [line.without(coder) for line in lines]
            kept = [line for line in left if len(line.coders) > 1]
            found = _aligned([line.spans for line in kept], unlike)
            if not found.spans.any():
                return math.nan
            samples = each(partial(draw, kept), range(FIRST_SAMPLES))
            return float(below_chance(found.disorder, float(np.mean([sample.disorder for sample in samples]))))

        expected = float(np.mean([sample.disorder for sample in drawn]))
        value = float(below_chance(own.disorder, expected))
        interval = None
        if level is not None:
            names = sorted({name for line in lines for name in line.coders})
            chance_without = np.mean([sample.without_each for sample in drawn], axis=0)
            without_items = below_chance(own.without_each, chance_without)
            interval = two_way_interval(value, without_items, names, without, level, resample)
    # The mean over those samples in which spans of a category are aligned.
    chance = np.array([sample.category_disorders for sample in drawn])
    mean_chance = ratio(np.nansum(chance, axis=0), (~np.isnan(chance)).sum(axis=0))
    by_category = below_chance(own.category_disorders, mean_chance)
    low, high = below_chance(own.disorder, expected * np.array([1 - exact, 1 + exact])).tolist()
    described = {
        "alpha": in_full(alpha),
        "beta": in_full(beta),
        "empty": in_full(empty),
        "distances": None if distances is None else _described(distances),
        "conv": convention,
        "precision": in_full(exact),
        "coders": len(study.coder_names),
        "items": len(lines),
        "samples": len(drawn),
        **described_interval(interval),
        "seed": seed,
    }
    rows = zip(lines, own.cost.tolist(), own.spans.tolist(), strict=True)
    per_item = {
        line.name: ItemDisorder(cost / spans if spans else np.nan, cost, len(line.spans.starts), len(line.coders))
        for line, cost, spans in rows
    }
    return Gamma(
        value=value,
        observed=own.disorder,
        expected=expected,
        interval=interval,
        precision_interval=Interval(low, high, 0.95, "sampling"),
        cat=float(by_category[0]),
        per_category=FrozenMapping(dict(zip(study.types, by_category[1:].tolist(), strict=True))),
        per_item=FrozenMapping({item: per_item[item] for item in study.item_names if item in per_item}),
        samples=len(drawn),
        seed=seed,
        signature=Signature.of("gamma", described),
    )


def _described(distances: CategoryDistances) -> str:
    """Distances of categories as they appear in a signature: JSON, whatever the order in which they were given."""
    ordered = partial(json.dumps, ensure_ascii=False, separators=(",", ":"), default=str)
    rows = ([*sorted(pair, key=ordered), float(distance)] for pair, distance in distances.items())
    return ordered(sorted(rows, key=ordered))


def _lines(study: Corpus) -> list[_Line]:
    """Every item that two coders looked at; items and their coders in the order of names."""
    columns = study.codings.span_columns
    edges = study.item_starts.tolist()
    lines = []
    for name, begin, end in zip(study.item_names, edges[:-1], edges[1:], strict=True):
        if end - begin > 1:
            coders = [study.coder_names[coder] for coder in study.coder_index[begin:end].tolist()]
            order = sorted(range(len(coders)), key=coders.__getitem__)
            ordered = tuple(coders[number] for number in order)
            lines.append(_Line(name, columns.take(begin + np.array(order, dtype=np.int64)), ordered))
    require_pairs(study.coder_names, len(lines))
    return sorted(lines, key=lambda line: line.name)


def _aligned(items: Sequence[SpanColumns], unlike: Dissimilarity) -> _Aligned:
    """Align the spans of every item."""
    cost, spans, categories = np.zeros(len(items)), np.zeros(len(items)), []
    for number, one in enumerate(items):
        found = best_alignment(one, unlike)
        cost[number], spans[number] = found.costs.sum(), len(one.starts) / len(one.lengths)
        categories.append(category_sums(one, found, unlike))
    return _Aligned(cost, spans, np.sum(categories, axis=0))


def _sample(
    lines: Sequence[_Line], number: int, *, unlike: Dissimilarity, convention: GammaConvention, seed: int
) -> _Aligned:
    """Random codings of all items, aligned; drawn again when only coders who marked nothing were drawn."""
    keys = [name_number(line.name, b"item") for line in lines]
    for again in itertools.count():
        streams = (np.random.SeedSequence(seed, spawn_key=(_STREAM, number, key, again)) for key in keys)
        generators = zip(lines, map(np.random.default_rng, streams), strict=True)
        drawn = [random_coders(line.spans, convention, generator) for line, generator in generators]
        if any(spans.starts.size for spans in drawn):
            break
    return _aligned(drawn, unlike)


#: Applies a function to numbers, in order, here or in threads.
_Map: TypeAlias = Callable[[Callable[[int], _Aligned], Iterable[int]], Iterable[_Aligned]]


def _drawn(draw: Callable[[int], _Aligned], precision: float, each: _Map, progress: Progress | None) -> list[_Aligned]:
    """As many samples as the precision asks for."""
    samples: list[_Aligned] = []
    needed = FIRST_SAMPLES
    while len(samples) < needed:
        for sample in each(draw, range(len(samples), needed)):
            samples.append(sample)
            if progress is not None:
                progress(len(samples), needed)
        if needed > FIRST_SAMPLES:
            break
        disorders = np.array([sample.disorder for sample in samples])
        variation = float(disorders.std(ddof=1) / disorders.mean()) if disorders.any() else 0.0
        needed = max(needed, math.ceil((1.96 * variation / precision) ** 2))
        if needed > MOST_SAMPLES:
            raise InputError(
                f"precision {precision:g} asks for {needed:,} random codings; the most are {MOST_SAMPLES:,}"
            )
    return samples


def random_coders(spans: SpanColumns, convention: GammaConvention, generator: np.random.Generator) -> SpanColumns:
    """As many coders, each a real one drawn with replacement, whose spans are moved around the line together.

    A span that passes the end begins again at the start of the line and keeps its length. No two coders are moved by
    nearly the same.
    """
    coders, length = len(spans.lengths), int(spans.lengths[0])
    taken = spans.take(generator.integers(0, coders, coders))
    mean = float((spans.ends - spans.starts).mean()) if spans.starts.size else 1.0
    shifts = _shifts(coders, length, mean, convention, generator)
    sizes = np.diff(taken.offsets)
    starts = (taken.starts + np.repeat(shifts, sizes)) % length
    ends = starts + (taken.ends - taken.starts)
    order = np.lexsort((taken.codes, ends, starts, np.repeat(np.arange(len(sizes)), sizes)))
    return taken._replace(starts=starts[order], ends=ends[order], codes=taken.codes[order])


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
