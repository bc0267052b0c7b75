"""Precision, recall and F of boundaries, against a real maximum matching; GHD, against a cheapest assignment.

Left out of mir_eval: no boundary on a side, where it has 0 for all three values, and two empty sides agree fully here.
Of nltk's ``ghd``: its table leaves out some edits, so that it is an upper bound (``tests/cross/test_coming_from.py``).
"""

from fractions import Fraction
from itertools import accumulate, pairwise

import mir_eval
import numpy as np
from hypothesis import strategies as st

import seamark as sm
from tests.metrics.case import MetricCase, Peer
from tests.oracle import boundaries as oracle
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
