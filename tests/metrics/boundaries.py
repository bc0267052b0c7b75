"""Precision, recall and F of boundaries, against a real maximum matching; GHD, against a cheapest assignment.

Left out of mir_eval: no boundary on a side, where it has 0 for all three values, and two empty sides agree fully here.
Of nltk's ``ghd``: its table leaves out some edits, so that it is an upper bound (``tests/cross/test_coming_from.py``).

Distances, from every boundary to all of the other side. Peers: mir_eval's ``deviation``, with and without ends;
ruptures' ``hausdorff`` and ``meantime``, which have no answer for a side without a boundary.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from statistics import median

import mir_eval
import numpy as np
import ruptures
from hypothesis import strategies as st
from ruptures.metrics.timeerror import meantime

import seamark as sm
from tests.metrics.case import MetricCase, Peer, undefined
from tests.oracle import boundaries as oracle
from tests.oracle.edit import positions_of
from tests.strategies import mass_pairs

X = [5, 5, 5, 5], [5, 6, 9]
#: Quarters are exact in binary, so that ties stay ties.
COST = st.sampled_from([Fraction(i, 4) for i in (0, 1, 2, 3, 4, 6, 8, 12, 40)])


def intervals(masses):
    return np.array(list(pairwise([0, *accumulate(masses)])), dtype=float)


def detection(reference, hypothesis, tolerance, beta, ends=False):
    if not ends and (len(reference) == 1 or len(hypothesis) == 1):
        return NotImplemented
    sides = intervals(reference), intervals(hypothesis)
    return mir_eval.segment.detection(*sides, window=tolerance, beta=beta, trim=not ends)


def precision_recall(a, b, tolerance, beta, zero_division, ends=False):
    if ends:  # as boundaries inside a text that is one unit longer at each end
        a, b = [1, *a, 1], [1, *b, 1]
    precision, recall, f = oracle.precision_recall(a, b, tolerance, beta, zero_division)
    counts = {"matched": oracle.matched(a, b, tolerance), "reference": len(a) - 1, "hypothesis": len(b) - 1}
    return {**counts, "precision": precision, "recall": recall, "value": f}


CASES = [
    MetricCase(
        metric=sm.BoundaryF,
        function=sm.precision_recall,
        returns=("precision", "recall", "value"),
        edges=("0", "0", "1", "1", "0", "1", "0"),
        golden={"by hand": [(X, {"tolerance": 1}, ("1", "2/3", "4/5"))]},
        oracle=precision_recall,
        pairs=mass_pairs(max_segments=16, max_mass=4),
        options={
            "tolerance": st.one_of(st.integers(0, 4), st.integers(0, 70)),
            "beta": st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)]),
            "zero_division": st.sampled_from([None, Fraction(0), Fraction(1, 2), Fraction(1)]),
            "ends": st.booleans(),
        },
        examples=[
            (([1, 2, 1, 5], [2, 2, 1, 4]), {"tolerance": 1, "beta": Fraction(1), "zero_division": None}),
            (([5], [5]), {"tolerance": 0, "beta": Fraction(1), "zero_division": Fraction(1, 2)}),
            (([5], [2, 3]), {"tolerance": 0, "beta": Fraction(1), "zero_division": Fraction(1)}),
        ],
        draws=200,
        close=1e-15,
        peers=[
            Peer(
                name="mir_eval",
                expected=detection,
                options=[
                    *({"tolerance": tolerance, "beta": beta} for tolerance in (0, 1, 2, 5) for beta in (1.0, 2.0)),
                    *({"tolerance": tolerance, "beta": 1.0, "ends": True} for tolerance in (0, 2)),
                ],
            )
        ],
    ),
    MetricCase(
        metric=sm.GHD,
        function=sm.ghd,
        edges=("4", "4", "0", "0", "18", "0", "2"),
        golden={"METRICS.md, pair X": [(X, {}, "3"), (X, {"insertion": 1, "deletion": 1, "shift": 0.5}, "3/2")]},
        oracle=oracle.ghd,
        pairs=mass_pairs(max_segments=8, max_mass=5),
        options={"insertion": COST, "deletion": COST, "shift": COST},
        examples=[
            (([1, 1, 1, 9], [9, 1, 1, 1]), {"insertion": Fraction(2), "deletion": Fraction(2), "shift": Fraction(1)})
        ],
        close=0,
    ),
]


# ------------------------------------------------------------------------------------------------------------ Distances


#: {5, 9} and {6, 12} of 20 units; {5, 9, 15} and {6}.
TWO = [5, 4, 11], [6, 6, 8]
THREE = [5, 4, 6, 5], [6, 14]
NONE = undefined("a side has no boundary")
NO_REFERENCE = undefined("the reference has no boundary")


def places(masses, ends=False):
    inner = positions_of(masses)
    return [0, *inner, sum(masses)] if ends else inner


def apart(a, b, pairing="nearest"):
    """The distances of the first from the second, and of the second from the first."""
    if pairing == "order":
        return [[abs(x - y) for x, y in zip(a, b, strict=True)]] * 2
    return [[min(abs(x - y) for y in there) for x in here] for here, there in ((a, b), (b, a))]


def medians(a, b, ends, pairing):
    one, other = places(a, ends), places(b, ends)
    if not (one and other):
        return None
    to_hypothesis, to_reference = map(median, apart(one, other, pairing))
    return {"to_hypothesis": to_hypothesis, "to_reference": to_reference, "value": to_hypothesis}


def largest(a, b):
    one, other = places(a), places(b)
    if not (one and other):
        return 0 if one == other else None
    return max(max(side) for side in apart(one, other))


def mean(a, b, pairing):
    one, other = places(a), places(b)
    if not (one and other):
        return None
    found = {"distance": sum(apart(one, other, pairing)[1]), "boundaries": len(other)}
    return {**found, "bias": (sum(other) - sum(one)) / len(one)} if pairing == "order" else found


def within(a, b, tolerance, pairing):
    one, other = places(a), places(b)
    if not one:
        return None
    if not other:
        return {"within": 0, "boundaries": len(one)}
    near = [sum(distance <= tolerance for distance in side) for side in apart(one, other, pairing)]
    return {"reference": near[0] / len(one), "hypothesis": near[1] / len(other), "value": near[0] / len(one)}


def of_mir_eval(a, b, ends):
    if not ends and (len(a) == 1 or len(b) == 1):
        return NotImplemented
    found = mir_eval.segment.deviation(intervals(a), intervals(b), trim=not ends)
    return dict(zip(("to_hypothesis", "to_reference"), found, strict=True))


def of_ruptures(function):
    def value(a, b):
        if len(a) == 1 or len(b) == 1:
            return NotImplemented
        return function(list(accumulate(a)), list(accumulate(b)))

    return value


PAIRINGS = st.sampled_from(["nearest"])
#: Pairs with as many boundaries on both sides.
IN_ORDER = [(([3, 4, 5], [4, 2, 6]), 1), (([1, 1, 1, 9], [5, 5, 1, 1]), 4), (([2, 8], [8, 2]), 6)]

of_pairs = partial(MetricCase, pairs=mass_pairs(max_segments=12, max_mass=5))

CASES += [
    of_pairs(
        metric=sm.MedianDeviation,
        function=sm.deviation,
        returns=(),
        only_function=("tolerances",),
        edges=(NONE, NONE, NONE, "0", NONE, NONE, NONE),
        golden={
            "FIELDS.md 8.1": [
                (TWO, {}, {"to_hypothesis": "2", "to_reference": "2"}),
                (TWO, {"ends": True}, {"to_hypothesis": "1/2", "to_reference": "1/2"}),
                (THREE, {}, {"to_hypothesis": "3", "to_reference": "1"}),
            ]
        },
        oracle=medians,
        options={"ends": st.booleans(), "pairing": PAIRINGS},
        examples=[(pair, {"ends": ends, "pairing": "order"}) for pair, _ in IN_ORDER for ends in (False, True)],
        close=0,
        peers=[Peer(name="mir_eval", expected=of_mir_eval, options=[{"ends": False}, {"ends": True}])],
    ),
    of_pairs(
        metric=sm.Hausdorff,
        function=sm.hausdorff,
        edges=(NONE, NONE, "0", "0", NONE, "0", NONE),
        golden={"FIELDS.md 8.1": [(THREE, {}, "9")]},
        oracle=largest,
        close=0,
        peers=[Peer(name="ruptures", expected=of_ruptures(ruptures.metrics.hausdorff))],
    ),
    of_pairs(
        metric=sm.MeanTimeError,
        function=sm.mean_time_error,
        edges=(NONE, NONE, NONE, "0", NONE, NONE, NONE),
        golden={"FIELDS.md 8.1": [(THREE, {}, "1")], "by hand": [(TWO, {"pairing": "order"}, {"bias": "2"})]},
        oracle=mean,
        options={"pairing": PAIRINGS},
        examples=[(pair, {"pairing": "order"}) for pair, _ in IN_ORDER],
        close=1e-15,
        peers=[Peer(name="ruptures", expected=of_ruptures(meantime))],
    ),
    of_pairs(
        metric=sm.WithinTolerance,
        function=sm.deviation,
        returns=(),
        only_metric=("tolerance",),
        only_function=("ends", "tolerances"),
        edges=(NO_REFERENCE, "0", NO_REFERENCE, "1", "0", NO_REFERENCE, "0"),
        golden={"FIELDS.md 8.1": [(TWO, {"tolerance": 1}, {"reference": "1/2", "hypothesis": "1/2"})]},
        oracle=within,
        options={"tolerance": st.integers(0, 6), "pairing": PAIRINGS},
        examples=[(pair, {"tolerance": limit, "pairing": "order"}) for pair, limit in IN_ORDER],
        close=1e-15,
    ),
]
