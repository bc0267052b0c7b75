"""The alignment of spans at least cost, proven to be one: candidates, relaxation, integer program."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seamark.errors import SeamarkError
from seamark.extras import require
from seamark.kernels.columns import FloatArray, Int32Array, Int64Array
from seamark.kernels.span_alignment import Candidates, CodersSpans, Dissimilarity, assign_pairs, candidates

#: The solver's own accuracy: a share this near to 0 or 1 is whole, and costs this near to each other are the same.
_TOLERANCE = 1e-6
#: Reduced costs up to this are looked at first: most optima lie within.
_FIRST_REACH = 0.05


class BestAlignment(NamedTuple):
    """Sets of spans that hold every span once: ``members[ends[i]:ends[i + 1]]``, and what each set costs."""

    members: Int32Array
    ends: Int64Array
    costs: FloatArray

    @property
    def total(self) -> float:
        """What the alignment costs."""
        return float(self.costs.sum())

    def sets_of_size(self, size: int) -> Int32Array:
        """The sets with so many spans, one per row."""
        starts = self.ends[:-1][np.diff(self.ends) == size]
        sets: Int32Array = self.members[starts[:, np.newaxis] + np.arange(size)]
        return sets


def best_alignment(spans: CodersSpans, unlike: Dissimilarity) -> BestAlignment:
    """Put every span into one set, at most one of a coder in each, at the least cost altogether.

    Two coders are an assignment problem; more need an integer program, and highspy.
    """
    found = candidates(spans, unlike)
    chosen = _best_pairs(found, spans, unlike.empty) if spans.coders == 2 else _best_sets(found, len(spans.starts))
    return BestAlignment(*_picked(found, chosen))


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


def category_sums(spans: CodersSpans, found: BestAlignment, unlike: Dissimilarity) -> FloatArray:
    """Weights of aligned pairs of spans, and the weighted distances of their categories; shape (1 + categories, 2).

    The first row is of all pairs, the others of those with at least one span of each category. A pair weighs the more
    the better its places fit, and the less the more spans are in its set.
    """
    sums = np.zeros((1 + len(unlike.distances), 2))
    for size in range(2, spans.coders + 1):
        sets = found.sets_of_size(size)
        one, other = np.triu_indices(size, 1)
        a, b = sets[:, one].ravel(), sets[:, other].ravel()
        apart = np.abs(spans.starts[a] - spans.starts[b]).astype(float) + np.abs(spans.ends[a] - spans.ends[b])
        lengths = (spans.ends[a] - spans.starts[a]).astype(float) + (spans.ends[b] - spans.starts[b])
        weight = np.maximum(0.0, 1.0 - unlike.alpha * (apart / lengths) ** 2) / (size - 1)
        first, second = spans.codes[a], spans.codes[b]
        rows = np.column_stack((weight, weight * unlike.distances[first, second]))
        sums[0] += rows.sum(axis=0)
        _add_by_code(sums[1:], first, rows)
        _add_by_code(sums[1:], second[first != second], rows[first != second])
    return sums


def _add_by_code(sums: FloatArray, codes: npt.NDArray[np.int32], rows: FloatArray) -> None:
    for column in range(rows.shape[1]):
        sums[:, column] += np.bincount(codes, rows[:, column], len(sums))
