"""Action segmentation: F1 of runs, edit score and accuracy, against versions that look at every unit."""

from hypothesis import strategies as st

import seamark as sm
from tests.metrics.case import MetricCase, drawn, label_pair, units_of
from tests.metrics.partitions import SONGS
from tests.oracle import labelled as oracle

BACKGROUND = st.sampled_from([(), ("A",), ("A", "D"), ("not there",)])
HALF = ("1", "1/2", "1/2")
NOTHING = {"background": ("-",)}


def action_counts(a, b, threshold, background, convention):
    counts = oracle.action_counts(units_of(a), units_of(b), threshold, background, convention == "ms-tcn2")
    return dict(zip(("tp", "fp", "fn"), counts, strict=True))


def run_edits(a, b, background):
    orders = [[label for _, _, label in oracle.runs(units_of(side), background)] for side in (a, b)]
    return {"distance": oracle.levenshtein(*orders), "longest": max(map(len, orders))}


CASES = [
    MetricCase(
        metric=sm.ActionF1,
        function=sm.action_f1,
        returns=("precision", "recall", "value"),
        edges=("1", "0", "0"),
        edge_options=NOTHING,
        golden={
            "METRICS2.md, two songs": [
                (SONGS, {"threshold": share}, {"tp": "3", "fp": "1", "fn": "0"}) for share in (0.1, 0.25, 0.5)
            ]
        },
        oracle=action_counts,
        pairs=drawn(label_pair),
        options={
            "threshold": st.sampled_from([0.1, 0.25, 0.5, 0.75, 1.0]),
            "background": BACKGROUND,
            "convention": st.sampled_from(["ms-tcn", "ms-tcn2"]),
        },
        draws=400,
        close=0,
    ),
    MetricCase(
        metric=sm.EditScore,
        function=sm.edit_score,
        edges=("1", "0", "0"),
        edge_options=NOTHING,
        golden={"METRICS2.md, two songs": [(SONGS, {}, "3/4")]},
        oracle=run_edits,
        pairs=drawn(label_pair),
        options={"background": BACKGROUND},
        draws=200,
        close=0,
    ),
    MetricCase(
        metric=sm.UnitAccuracy,
        function=sm.unit_accuracy,
        edges=HALF,
        golden={"METRICS2.md, two songs": [(SONGS, {}, "3/4")]},
        oracle=lambda a, b: {"same": sum(map(str.__eq__, units_of(a), units_of(b))), "total": a.mass},
        pairs=drawn(label_pair),
        close=0,
    ),
]
