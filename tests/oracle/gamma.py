"""Gamma's best alignment, slowly: every set of spans, and every way to put all spans into sets.

A coder's spans are rows (start, end, category). Sets are tuples of places (coder, number of the row).
"""

import itertools
from collections import defaultdict

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array


def unlike(a, b, alpha=1.0, beta=1.0, empty=1.0, distance=lambda one, other: float(one != other)):
    """How unlike two spans are, or a span and nothing (None), or nothing and nothing."""
    if a is None or b is None:
        return empty
    share = (abs(a[0] - b[0]) + abs(a[1] - b[1])) / (a[1] - a[0] + b[1] - b[0])
    return alpha * empty * share**2 + beta * empty * distance(a[2], b[2])


def sets_of_spans(coders, empty=1.0, **weights):
    """Every set with at most one span of a coder, and its cost; those dearer than their spans alone are of no use."""
    rows = [[*enumerate(spans), (None, None)] for spans in coders]
    pairs = {}
    for (i, one), (j, other) in itertools.combinations(enumerate(rows), 2):
        for (a, span), (b, second) in itertools.product(one, other):
            pairs[i, a, j, b] = unlike(span, second, empty=empty, **weights)
    count = len(coders) * (len(coders) - 1) / 2
    found = {}
    for chosen in itertools.product(*([number for number, _ in spans] for spans in rows)):
        members = tuple((coder, number) for coder, number in enumerate(chosen) if number is not None)
        cost = sum(pairs[i, a, j, b] for (i, a), (j, b) in itertools.combinations(enumerate(chosen), 2)) / count
        if len(members) == 1 or (members and cost < len(members) * empty):
            found[members] = cost
    return found


def best_by_trying(sets):
    """The least cost of sets that hold every span once."""
    holding = defaultdict(list)
    for members, cost in sets.items():
        holding[members[0]].append((members, cost))
    places = sorted({place for members in sets for place in members})

    def cheapest(left):
        if not left:
            return 0.0
        return min(
            cost + cheapest(tuple(place for place in left if place not in members))
            for members, cost in holding[left[0]]
            if all(place in left for place in members)
        )

    return cheapest(tuple(places))


def by_program(sets, *, whole=True):
    """The same by an integer program over all sets, or its relaxation; the cost, and whether all shares are whole."""
    places = {place: row for row, place in enumerate(sorted({place for members in sets for place in members}))}
    rows = [places[place] for members in sets for place in members]
    columns = [column for column, members in enumerate(sets) for _ in members]
    matrix = csc_array((np.ones(len(rows)), (rows, columns)), shape=(len(places), len(sets)))
    found = milp(
        list(sets.values()),
        integrality=np.full(len(sets), int(whole)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, 1, 1),
        options={"mip_rel_gap": 0},
    )
    return found.fun, bool(np.all((found.x < 1e-6) | (found.x > 1 - 1e-6)))


def category_weights(sets_chosen, coders, category=None, alpha=1.0, distance=lambda one, other: float(one != other)):
    """The weighted mean distance of the categories of aligned spans."""
    weights = total = 0.0
    for members in sets_chosen:
        spans = [coders[coder][number] for coder, number in members]
        for a, b in itertools.combinations(spans, 2):
            if category is not None and category not in (a[2], b[2]):
                continue
            share = (abs(a[0] - b[0]) + abs(a[1] - b[1])) / (a[1] - a[0] + b[1] - b[0])
            weight = max(0.0, 1 - alpha * share**2) / (len(spans) - 1)
            weights += weight
            total += weight * distance(a[2], b[2])
    return total / weights if weights else None
