"""Distances of boundaries, from every boundary to all of the other side.

Peers: mir_eval's ``deviation``, with and without ends; ruptures' ``hausdorff`` and ``meantime``, which have no answer
for a side without a boundary.
"""

from functools import partial
from itertools import accumulate
from statistics import median

import mir_eval
import ruptures
from hypothesis import strategies as st
from ruptures.metrics.timeerror import meantime

import seamark as sm
from tests.metrics.boundaries import intervals
from tests.metrics.case import MetricCase, Peer, undefined
from tests.oracle.edit import positions_of
from tests.strategies import mass_pairs

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

CASES = [
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
