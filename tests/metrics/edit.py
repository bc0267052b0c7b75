"""S, B and boundary confusion, against the brute force over all edits.

The peer is segeval 2 with its own weights and n=2, where its greedy search is optimal; it fails where neither side has
a boundary. Where it is known to be off: ``tests/cross/test_segeval.py``.
"""

import segeval
from hypothesis import strategies as st

import seamark as sm
from tests.metrics.case import MetricCase, Peer
from tests.metrics.windows import X
from tests.oracle import edit_scores as oracle
from tests.strategies import set_pairs

TYPED = set_pairs(max_pbs=6).map(lambda pair: tuple(map(sm.Segmentation.from_sets, pair)))
N = {"n": st.sampled_from([2, 3, 4, 5])}
LINEAR = sm.EditWeights(scale="linear")


def on_sets(function):
    return lambda a, b, **options: function(a.to_sets(), b.to_sets(), **options)


def confusion(a, b, n):
    """Alignments that tie may earn different credit: any of them."""
    pooled = [oracle.pooled(one.values()) for one in oracle.best_confusions(a, b, n)]
    return [dict(zip(sm.BoundaryConfusion.fields, (one.tp, one.fp, one.fn), strict=True)) for one in pooled]


def of_segeval(function):
    def expected(a, b, **options):
        return float(function(tuple(a), tuple(b))) if len(a) + len(b) > 2 else NotImplemented

    return expected


def labels(*segments):
    return sm.LabelledSegmentation.from_segments(list(segments))


WORDS = labels((5, "a"), (5, "b"), (5, "a"), (5, "c"), (5, "b"))
CAUSES = [
    ((WORDS, labels((5, "a"), (5, "c"), (5, "a"), (5, "c"), (5, "b"))), {}, "4/5"),  # a wrong label
    ((WORDS, labels((5, "a"), (10, "b"), (5, "c"), (5, "b"))), {}, "4/5"),  # two segments merged
    ((WORDS, labels((5, "a"), (5, "b"), (5, "a"), (3, "c"), (2, "a"), (5, "b"))), {}, "5/6"),  # one cut
    ((WORDS, labels((5, "a"), (6, "b"), (4, "a"), (5, "c"), (5, "b"))), {}, "9/10"),  # a near miss
]
FIRST_LABEL = sm.LabelledSegmentation.from_labels("AABB"), sm.LabelledSegmentation.from_labels("CCBB")

#: One substitution between neighbours: on a scale of 1..2 and alone; on a scale of 1..3 and beside two matches.
EXCHANGED = [
    (tuple(sm.Segmentation.from_sets(side) for side in pair), {}, value)
    for pair, value in (([[{1}], [{2}]], "1/2"), ([[{1}, {3}, {2}], [{1}, {3}, {1}]], "8/9"))
]

BOOK = {20: 1, 40: 2, 60: 3, 80: 2}
OTHER_BOOKS = [
    ({40: 2, 60: 3, 80: 2}, "5/8"),  # a coarse boundary missed
    ({**BOOK, 20: 3}, "3/4"),  # coarse as fine
    ({21: 2, 40: 2, 60: 3, 80: 2}, "3/4"),  # a near miss, and demoted
    ({21: 1, 40: 2, 60: 3, 80: 2}, "13/16"),  # a near miss
    ({**BOOK, 20: 2}, "7/8"),  # coarse as mid
    ({20: 1, 40: 2, 80: 2}, "7/8"),  # a fine boundary missed
    ({20: 1, 40: 2, 61: 3, 80: 2}, "15/16"),  # a fine near miss
    (BOOK, "1"),
]
BOOKS = [
    ((sm.Hierarchy.from_strengths(BOOK, 100), sm.Hierarchy.from_strengths(other, 100, depth=3)), {}, value)
    for other, value in OTHER_BOOKS
]

CASES = [
    MetricCase(
        metric=sm.S,
        function=sm.similarity,
        edges=("7/9", "7/9", "1", "1", "0", "1", "0"),
        golden={
            "METRICS.md, pair X": [(X, {}, "17/19"), (X, {"weights": LINEAR}, "35/38")],
            "by hand: the first label counts": [(FIRST_LABEL, {}, "11/12")],
        },
        oracle=on_sets(oracle.similarity),
        pairs=TYPED,
        options={**N, "types": st.sampled_from([None, 7])},
        draws=200,
        peers=[
            Peer(name="segeval", expected=of_segeval(segeval.segmentation_similarity), options=[{"weights": LINEAR}])
        ],
    ),
    MetricCase(
        metric=sm.B,
        function=sm.boundary_similarity,
        edges=("0", "0", "1", "1", "0", "1", "0"),
        golden={
            "Fournier 2013, by its formula": [
                *((pair, {"n": n}, value) for pair in (X, X[::-1]) for n, value in ((2, "1/2"), (3, "5/9"))),
                (([7], [7]), {}, "1"),
                (([14], [1] * 14), {}, "0"),
                (([2, 8], [8, 2]), {}, "0"),
                *EXCHANGED,
            ],
            "METRICS2.md: one cause is one edit": CAUSES,
            "by hand: the first label counts": [(FIRST_LABEL, {}, "1/2")],
            "METRICS2.md: levels of a book": BOOKS,
        },
        oracle=on_sets(oracle.boundary_similarity),
        pairs=TYPED,
        options=N,
        draws=200,
        peers=[Peer(name="segeval", expected=of_segeval(segeval.boundary_similarity))],
    ),
    MetricCase(
        metric=sm.BoundaryConfusion,
        function=sm.boundary_confusion,
        returns=(),
        edges=("0", "0", "1", "1", "0", "1", "0"),
        golden={
            "Fournier 2013, by its formula": [
                (X, {}, {"precision": "1", "recall": "3/5", "value": "3/4"}),
                (([2, 8], [2, 2, 2, 4]), {}, {"precision": "1/3", "recall": "1"}),
            ]
        },
        oracle=on_sets(confusion),
        pairs=TYPED,
        options={"n": st.sampled_from([2, 3, 4])},
    ),
]
