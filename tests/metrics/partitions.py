"""Segmentations as partitions of units: P_mu, R_FN and R_FP, covering, Rand, pairwise F, entropies, information.

Peers are scikit-learn, which takes segments as labels of units, and mir_eval, whose frames here are a power of two of a
second, so that it is exact. Left out of mir_eval: sides that put no two units together (``pairwise`` divides by zero),
and one segment or label on a side (0 there; here nothing could be lost on it, so that it is 1).
"""

from functools import partial
from itertools import accumulate, pairwise

import mir_eval
import numpy as np
from hypothesis import strategies as st
from sklearn import metrics as sklearn

import seamark as sm
from tests.metrics.case import (
    MetricCase,
    Peer,
    drawn,
    label_pair,
    on_units,
    random_label_pairs,
    random_partitions,
    units_of,
)
from tests.oracle import partitions as oracle
from tests.strategies import mass_pairs

X = [5, 5, 5, 5], [5, 6, 9]
#: Two songs, computed with exact fractions.
SONGS = (
    sm.LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")]),
    sm.LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")]),
)
FEW = mass_pairs(max_segments=8, max_mass=5)
#: One segment, all apart, one against all, one unit.
EXTREMES = [((a, b), {}) for a, b in (([6], [6]), ([1] * 3, [1] * 3), ([4], [1] * 4), ([7], [7]), ([1], [1]))]
FRAME = 0.25


def structure(coding):
    """Intervals and labels, as mir_eval takes them."""
    masses, labels = (coding.masses, coding.labels) if isinstance(coding, sm.LabelledSegmentation) else (coding, None)
    intervals = np.array(list(pairwise([0, *accumulate(masses)])), dtype=float) * FRAME
    return intervals, [str(label) for label in labels or range(len(masses))]


def of_mir_eval(function, wanted=lambda units: len(set(units)) > 1, order=(0, 1, 2), pairs=random_partitions, **more):
    def expected(a, b):
        if not (wanted(units_of(a)) and wanted(units_of(b))):
            return NotImplemented
        found = function(*structure(a), *structure(b), frame_size=FRAME)
        return tuple(found[place] for place in order) if isinstance(found, tuple) else found

    return Peer(name="mir_eval", expected=expected, pairs=pairs, **more)


def of_sklearn(function, **more):
    return Peer(name="scikit-learn", expected=on_units(function), pairs=random_partitions, **more)


def information(a, b, norm, adjusted):
    """The counts: in units times nats."""
    found = len(a) * (oracle.entropy(a) - oracle.conditional_entropy(a, b))
    expected = len(a) * oracle.expected_information(a, b) if adjusted else 0
    entropies = {"reference": len(a) * oracle.entropy(a), "hypothesis": len(a) * oracle.entropy(b)}
    return {"information": found, "expected": expected, **entropies}


def all_apart(a, b):
    """Whether no two units of a side are together: information corrected for chance is 0 / 0 then."""
    return len(set(units_of(a))) == a.mass or len(set(units_of(b))) == b.mass


def information_of_mir_eval(a, b, norm=None, adjusted=False):
    if all_apart(a, b) or min(len(set(units_of(a))), len(set(units_of(b)))) == 1:
        return NotImplemented
    plain, corrected, normalised = mir_eval.segment.mutual_information(*structure(a), *structure(b), frame_size=FRAME)
    return corrected if adjusted else normalised if norm else plain


def information_of_sklearn(a, b, norm, adjusted=False):
    if all_apart(a, b):
        return NotImplemented
    function = sklearn.adjusted_mutual_info_score if adjusted else sklearn.normalized_mutual_info_score
    method = {"mean": "arithmetic", "sqrt": "geometric"}.get(norm, norm)
    return function(units_of(a), units_of(b), average_method=method)


of_both_kinds = partial(MetricCase, pairs=st.one_of(FEW, drawn(label_pair)), examples=EXTREMES, draws=200)

CASES = [
    MetricCase(
        metric=sm.PMu,
        function=sm.p_mu,
        edges=("0.3242", "0.4302", "1", "1", "0", "1", "0"),
        golden={"METRICS.md, pair X": [(X, {}, "0.7872"), (X, {"mu": 1 / 5}, "0.7872")]},
        oracle=on_units(oracle.p_mu),
        pairs=FEW,
        options={"mu": st.one_of(st.none(), st.floats(0, 50))},
        examples=[*((([3, 4, 5], [2, 5, 5]), {"mu": mu}) for mu in (0.0, 1e-12, 700.0)), (([1], [1]), {"mu": None})],
        close=1e-11,
    ),
    MetricCase(
        metric=sm.Franz,
        function=sm.franz,
        returns=("r_fn", "r_fp"),
        edges=("33/5", "33/5", "0", "0", "9", "0", "1"),
        golden={"METRICS.md, pair X": [(X, {}, ("2/5", "5/2")), (X, {"direction": "forward"}, ("1/5", "5/4"))]},
        oracle=on_units(oracle.franz),
        pairs=FEW,
        options={"direction": st.sampled_from(["both", "forward"])},
        close=0,
    ),
    MetricCase(
        metric=sm.Covering,
        function=sm.covering,
        edges=("2/5", "17/50", "1", "1", "1/10", "1", "1/2"),
        golden={"METRICS.md, pair X": [(X, {}, "0.6972"), (X[::-1], {}, "3/4")]},
        oracle=on_units(oracle.covering),
        pairs=FEW,
        examples=EXTREMES,
        close=1e-14,
    ),
    of_both_kinds(
        metric=sm.Rand,
        function=sm.rand,
        edges=("4/15", "4/15", "1", "1", "0", "1", "0"),
        golden={"METRICS.md, pair X": [(X, {}, "0.8474")], "METRICS2.md, two songs": [(SONGS, {}, "0.6957")]},
        oracle=on_units(oracle.rand),
        close=0,
        peers=[
            of_sklearn(sklearn.rand_score, close=1e-14),
            of_mir_eval(mir_eval.segment.rand_index, pairs=random_label_pairs, at_least=500),
        ],
    ),
    of_both_kinds(
        metric=sm.AdjustedRand,
        function=sm.adjusted_rand,
        edges=("0", "0", "1", "1", "0", "1", "0"),
        golden={"METRICS.md, pair X": [(X, {}, "0.6150")], "METRICS2.md, two songs": [(SONGS, {}, "0.4044")]},
        oracle=on_units(oracle.adjusted_rand),
        peers=[
            of_sklearn(sklearn.adjusted_rand_score),
            of_mir_eval(mir_eval.segment.ari, pairs=random_label_pairs, at_least=500),
        ],
    ),
    of_both_kinds(
        metric=sm.PairwiseF,
        function=sm.pairwise_f,
        returns=("precision", "recall", "value"),
        edges=("8/19", "8/19", "1", "1", "0", "1", "0"),
        golden={
            "METRICS.md, pair X": [(X, {}, ("0.5902", "9/10", "0.7129"))],
            "METRICS2.md, two songs": [(SONGS, {}, ("0.8333", "0.5405", "0.6557"))],
        },
        oracle=on_units(oracle.pairwise),
        close=0,
        peers=[of_mir_eval(mir_eval.segment.pairwise, wanted=lambda units: len(set(units)) < len(units))],
    ),
    of_both_kinds(
        metric=sm.VMeasure,
        function=sm.v_measure,
        returns=("homogeneity", "completeness", "value"),
        edges=("0", "0", "1", "1", "0", "1", "0"),
        golden={"METRICS2.md, two songs": [(SONGS, {}, {"value": "0.5142"})]},
        oracle=on_units(oracle.v_measure),
        close=1e-11,
        peers=[
            of_sklearn(sklearn.homogeneity_completeness_v_measure, close=1e-9),
            of_mir_eval(mir_eval.segment.vmeasure, order=(1, 0, 2), close=1e-9),
        ],
    ),
    of_both_kinds(
        metric=sm.NCE,
        function=sm.nce,
        returns=("over", "under", "value"),
        edges=("0.0175", "0.0175", "1", "1", "0", "1", "0"),
        golden={"METRICS2.md, two songs": [(SONGS, {}, {"value": "0.5503"})]},
        oracle=on_units(oracle.nce),
        close=1e-11,
        peers=[of_mir_eval(mir_eval.segment.nce, close=1e-9)],
    ),
    MetricCase(
        metric=sm.MutualInformation,
        function=sm.mutual_information,
        edges=("1", "0", "0"),
        edge_options={"norm": "mean"},
        golden={
            "METRICS2.md, two songs": [
                (SONGS, {}, "0.4280"),
                (SONGS, {"norm": "mean"}, "0.5142"),
                (SONGS, {"norm": "sqrt"}, "0.5291"),
                (SONGS, {"adjusted": True}, "0.3871"),
            ]
        },
        oracle=on_units(information),
        pairs=drawn(label_pair),
        options={"norm": st.sampled_from([None, "sqrt", "mean", "max", "min"]), "adjusted": st.booleans()},
        draws=200,
        close=1e-10,
        peers=[
            Peer(
                name="mir_eval",
                expected=information_of_mir_eval,
                options=[{}, {"adjusted": True}, {"norm": "sqrt"}],
                pairs=random_label_pairs,
                at_least=500,
                close=1e-9,
            ),
            Peer(
                name="scikit-learn",
                expected=information_of_sklearn,
                options=[{"norm": n, "adjusted": a} for n in ("mean", "sqrt", "max", "min") for a in (False, True)],
                pairs=random_label_pairs,
                at_least=500,
                close=1e-7,
            ),
        ],
    ),
]
