"""T-measure and L-measure, against every query with every pair of results.

Left out of mir_eval: a side that orders nothing, for which it has 0. Windows of one frame and texts of a few crash it.
"""

from functools import cache

import mir_eval
import numpy as np
from hypothesis import strategies as st

import seamark as sm
from tests.metrics.case import MetricCase, Peer, drawn, labelled_level_pair, level_pair
from tests.metrics.partitions import FRAME, structure, units_of
from tests.oracle import hierarchies as oracle

SCORES = ("precision", "recall", "value")


def song(levels, labels, units):
    segments = ([(mass * units, name) for mass, name in zip(*both, strict=True)] for both in zip(levels, labels))  # noqa: B905
    return sm.Hierarchy.from_labelled(map(sm.LabelledSegmentation.from_segments, segments), nested=False)


#: The example of mir_eval's manual, with a window of 15 s; units of .1 s and of 1 s.
MANUAL = {
    units: (
        song([[30, 30], [15, 15, 15, 15]], ["AB", "abac"], units),
        song([[45, 15], [15, 15, 15, 15]], ["AB", "aabb"], units),
    )
    for units in (10, 1)
}


def t_measure(a, b, transitive, window):
    shared = ([units_of(list(level.masses)) for level in side.segmentations] for side in (a, b))
    return oracle.measure(*shared, transitive, window)


def l_measure(a, b):
    return oracle.measure(*([units_of(level) for level in side.labelled] for side in (a, b)))


@cache
def random_levels():
    rng = np.random.default_rng(12)
    return [level_pair(rng, 6, 25) for _ in range(60)]


@cache
def random_labelled_levels():
    rng = np.random.default_rng(13)
    return [labelled_level_pair(rng, 6, 25) for _ in range(40)]


def t_of_mir_eval(a, b, transitive, window):
    sides = [[structure(list(level.masses))[0] for level in side.segmentations] for side in (a, b)]
    seconds = None if window is None else window * FRAME
    found = mir_eval.hierarchy.tmeasure(*sides, transitive=transitive, window=seconds, frame_size=FRAME)
    return found if all(found) else NotImplemented


def l_of_mir_eval(a, b):
    sides = [list(zip(*map(structure, side.labelled), strict=True)) for side in (a, b)]
    found = mir_eval.hierarchy.lmeasure(*(list(part) for side in sides for part in side), frame_size=FRAME)
    return found if all(found) else NotImplemented


CASES = [
    MetricCase(
        metric=sm.TMeasure,
        function=sm.t_measure,
        returns=SCORES,
        edges=("1", "0", "0"),
        golden={
            "McFee, Nieto & Bello 2015, as mir_eval's manual shows it": [
                (MANUAL[10], {"window": 150}, "0.9471"),
                (MANUAL[10], {"window": 150, "transitive": False}, "0.8712"),
                (MANUAL[1], {"window": 15}, "0.9437"),
                (MANUAL[1], {"window": 15, "transitive": False}, "0.8693"),
            ]
        },
        oracle=t_measure,
        pairs=drawn(level_pair),
        options={"transitive": st.booleans(), "window": st.sampled_from([None, 1, 2, 5, 40])},
        draws=400,
        peers=[
            Peer(
                name="mir_eval",
                expected=t_of_mir_eval,
                options=[{"transitive": t, "window": window} for t in (True, False) for window in (None, 3, 8)],
                pairs=random_levels,
                at_least=20,
            )
        ],
    ),
    MetricCase(
        metric=sm.LMeasure,
        function=sm.l_measure,
        returns=SCORES,
        edges=("1", "0", "0"),
        golden={
            "McFee, Nieto & Bello 2015, as mir_eval's manual shows it": [
                (MANUAL[10], {}, "0.6856"),
                (MANUAL[1], {}, "0.6867"),
            ]
        },
        oracle=l_measure,
        pairs=drawn(labelled_level_pair),
        peers=[Peer(name="mir_eval", expected=l_of_mir_eval, pairs=random_labelled_levels, at_least=20)],
    ),
]
