"""Spans of several coders side by side: which of them mean the same.

The best alignment is a set partition at the least cost: an assignment problem for two coders, an integer program for
more, whose optimum is proven.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.base.checks import finite_number, mapping_of, shown
from seamark.base.errors import InputError, MassMismatchError, SeamarkError
from seamark.base.extras import require
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.spans import Candidates, CodersSpans, Dissimilarity, assign_pairs, candidates
from seamark.model.coding import is_name
from seamark.model.codings import Codings
from seamark.model.spans import Span, Spans
from seamark.stats.rows import summed_by

#: The solver's own accuracy: a share this near to 0 or 1 is whole, and costs this near to each other are the same.
_TOLERANCE = 1e-6
#: Reduced costs up to this are looked at first: most optima lie within.
_FIRST_REACH = 0.05
#: What public functions accept as distances of categories: pairs of categories and how far apart they are.
CategoryDistances = Mapping[tuple[Hashable, Hashable], float]


@dataclass(frozen=True, slots=True)
class UnitaryAlignment(ResultRecord):
    """Spans of different coders that mean the same.

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
        return [
            {
                **{
                    f"{coder} {name}": None if span is None else getattr(span, name)
                    for coder, span in one.spans.items()
                    for name in Span._fields
                },
                "cost": one.cost,
            }
            for one in self.unitary
        ]

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
    """Which spans of several coders mean the same: the alignment at the least cost, proven to be one.

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
    given = mapping_of(codings, "codings", "Spans by coder")
    for coder, spans in given.items():
        if not isinstance(coder, str) or not isinstance(spans, Spans):
            raise InputError(f"coder {shown(coder)}: {shown(spans)}; expected a name and Spans")
    if len(given) < 2:
        raise InputError(f"there are spans of {len(given)} coder; an alignment needs two or more")
    if len({spans.length for spans in given.values()}) > 1:
        lengths = ", ".join(f"{coder} {spans.length}" for coder, spans in given.items())
        raise MassMismatchError(f"all coders' lines must have one length: {lengths}")
    array = Codings.of(given.values(), "spans")
    unlike = dissimilarity(array.names, alpha, beta, empty, distances)
    columns = array.span_columns
    spans = CodersSpans(columns.starts, columns.ends, columns.codes, columns.offsets)
    found = best_alignment(spans, unlike)
    mean = len(spans.starts) / spans.coders
    pairs, *pairs_with = map(tuple, category_sums(spans, found, unlike).tolist())
    return SpanAlignment(
        tuple(_unitary(found, spans, array.names, tuple(given))),
        float(found.costs.sum()) / mean if mean else 0.0,
        pairs,
        FrozenMapping(dict(zip(array.names, pairs_with, strict=True))),
    )


def _unitary(
    found: Candidates, spans: CodersSpans, categories: tuple[Hashable, ...], coders: tuple[str, ...]
) -> list[UnitaryAlignment]:
    """The sets of spans by their leftmost place."""
    coder_of = np.repeat(np.arange(spans.coders), np.diff(spans.offsets)).tolist()
    rows = zip(spans.starts.tolist(), spans.ends.tolist(), spans.codes.tolist(), strict=True)
    made = [Span(start, end, categories[code]) for start, end, code in rows]
    sets = []
    for begin, end, cost in zip(found.ends[:-1].tolist(), found.ends[1:].tolist(), found.costs.tolist(), strict=True):
        members = found.members[begin:end].tolist()
        by_coder = dict.fromkeys(coders) | {coders[coder_of[i]]: made[i] for i in members}
        sets.append(
            (min((made[i].start, made[i].end) for i in members), UnitaryAlignment(FrozenMapping(by_coder), cost))
        )
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


def best_alignment(spans: CodersSpans, unlike: Dissimilarity) -> Candidates:
    """The candidates that put every span into one set, at most one of a coder in each, at the least cost altogether.

    Two coders are an assignment problem; more need an integer program, and highspy.
    """
    found = candidates(spans, unlike)
    chosen = _best_pairs(found, spans, unlike.empty) if spans.coders == 2 else _best_sets(found, len(spans.starts))
    return _picked(found, chosen)


def _picked(found: Candidates, chosen: Int64Array) -> Candidates:
    sizes = np.diff(found.ends)[chosen]
    ends = np.concatenate(([0], np.cumsum(sizes)))
    places = np.arange(ends[-1]) + np.repeat(found.ends[chosen] - ends[:-1], sizes)
    return Candidates(found.members[places], ends, found.costs[chosen])


def _best_pairs(found: Candidates, spans: CodersSpans, empty: float) -> Int64Array:
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

    The relaxation gives every span a price and a lower bound. A set that costs more than its spans' prices by more than
    the best alignment known lies above the bound is in no better one, so that the integer program needs no such set.
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


def category_sums(spans: CodersSpans, found: Candidates, unlike: Dissimilarity) -> FloatArray:
    """Weights of aligned pairs of spans, and the weighted distances of their categories; shape (1 + categories, 2).

    The first row is of all pairs, the others of those with at least one span of each category. A pair weighs the more
    the better its places fit, and the less the more spans are in its set.
    """
    sums = np.zeros((1 + len(unlike.distances), 2))
    for size in range(2, spans.coders + 1):
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
