"""Spans of several coders side by side: which of them mean the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.agreement.best_alignment import BestAlignment, best_alignment, category_sums
from seamark.checks import finite_number, mapping_of, shown
from seamark.errors import InputError, MassMismatchError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray
from seamark.kernels.span_alignment import CodersSpans, Dissimilarity
from seamark.model.checks import is_hashable
from seamark.model.span_array import SpanArray
from seamark.model.spans import Span, Spans
from seamark.results import ResultRecord
from seamark.text_table import Table

#: What stands for distances of categories in public functions: pairs of categories and how far apart they are.
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
        The sets of spans that stand together, by their places; every span is in one.
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
        if category is not None and not (is_hashable(category) and category in self._pairs_with):
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
        What it costs to stand beside nothing.
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
    array = SpanArray.from_spans(given.values())
    unlike = dissimilarity(array.categories, alpha, beta, empty, distances)
    columns = array.columns
    spans = CodersSpans(columns.starts, columns.ends, columns.codes, columns.offsets)
    found = best_alignment(spans, unlike)
    mean = len(spans.starts) / spans.coders
    pairs, *pairs_with = map(tuple, category_sums(spans, found, unlike).tolist())
    return SpanAlignment(
        tuple(_unitary(found, spans, array.categories, tuple(given))),
        found.total / mean if mean else 0.0,
        pairs,
        FrozenMapping(dict(zip(array.categories, pairs_with, strict=True))),
    )


def _unitary(
    found: BestAlignment, spans: CodersSpans, categories: tuple[Hashable, ...], coders: tuple[str, ...]
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
