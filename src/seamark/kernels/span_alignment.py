"""Aligning spans of several coders: which sets of spans can stand together, and the best pairs of two coders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import FloatArray, Int32Array, Int64Array

#: More sets of spans than this are not listed: solving for the best alignment would take hours.
MOST_CANDIDATES = 5_000_000


class CodersSpans(NamedTuple):
    """The spans of several coders on one line: those of coder ``i`` are ``starts[offsets[i]:offsets[i + 1]]`` ..."""

    starts: Int64Array
    ends: Int64Array
    codes: Int32Array
    offsets: Int64Array

    @property
    def coders(self) -> int:
        """How many coders there are."""
        return len(self.offsets) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Dissimilarity:
    """How unlike two spans are: weights of place and category, the cost of nothing, distances of categories."""

    alpha: float
    beta: float
    empty: float
    distances: FloatArray


class Candidates(NamedTuple):
    """Sets of spans that a best alignment may hold: ``members[ends[i]:ends[i + 1]]``, and what each costs."""

    members: Int32Array
    ends: Int64Array
    costs: FloatArray


def candidates(spans: CodersSpans, unlike: Dissimilarity) -> Candidates:
    """Every set of spans, one of a coder at the most, that is not better cut in two."""
    position, category = unlike.alpha * unlike.empty, unlike.beta * unlike.empty
    distances = unlike.distances.reshape(-1)
    return Candidates(
        *call(
            _kernel.span_candidates,
            *spans,
            position,
            category,
            unlike.empty,
            distances,
            len(unlike.distances),
            MOST_CANDIDATES,
        )
    )


def assign_pairs(offsets: Int64Array, columns: Int32Array, costs: FloatArray, column_count: int) -> Int32Array:
    """For each row the column that it is paired with at least cost, or -1; costs are below 0, staying alone is 0."""
    return call(_kernel.assign_pairs, offsets, columns, costs, column_count)
