"""Turns and spans: DER, JER and F of spans, against every mapping and every matching.

Peers: pyannote.metrics, which counts turns of one speaker that overlap each other twice (they are merged here), and
whose collar is the width of both sides; seqeval and nervaluate, which read tags.
"""

from __future__ import annotations

import random
from functools import cache

import nervaluate
import numpy as np
from hypothesis import strategies as st
from pyannote.core import Annotation, Segment
from pyannote.metrics.diarization import DiarizationErrorRate, JaccardErrorRate
from seqeval import metrics as seqeval

import seamark as sm
from seamark import Spans
from tests.metrics.case import MetricCase, Peer, drawn, span_pair
from tests.oracle import turns as oracle
from tests.random_models import turns

TALK = (
    Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30),
    Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30),
)
TOUCHING = Spans([(0, 10, "A"), (10, 20, "A")], length=20)
LEFT_OUT = {"collar": st.sampled_from([0, 1, 3]), "skip_overlap": st.booleans()}
SHARES = ("precision", "recall", "value")
LENGTH = 5000


def listed(spans):
    return [tuple(span) for span in spans.spans]


def der_counts(a, b, **options):
    fields = sm.DER.fields
    best = oracle.der_counts(listed(a), listed(b), a.length, **options)
    return [dict(zip(fields, counts, strict=True)) for counts in best]


def span_counts(a, b, match, labels):
    true = oracle.most_matches(listed(a), listed(b), match, labels)
    return {"true": true, "false": len(b.spans) - true, "missed": len(a.spans) - true}


@cache
def random_turns():
    rng = np.random.default_rng(14)
    sides = ([Spans(turns(rng, LENGTH, labels, 12), length=LENGTH) for labels in ("ABC", "xyz")] for _ in range(60))
    return [tuple(side.merged() for side in pair) for pair in sides]


def of_pyannote(rate, a, b, collar, skip_overlap):
    def annotation(spans):
        found = Annotation()
        for number, (start, end, label) in enumerate(spans.spans):
            found[Segment(start, end), number] = label
        return found

    peer = rate(collar=2 * collar, skip_overlap=skip_overlap)
    return peer(annotation(a), annotation(b), uem=Segment(0, LENGTH), detailed=True)


def der_of_pyannote(a, b, collar, skip_overlap):
    found = of_pyannote(DiarizationErrorRate, a, b, collar, skip_overlap)
    names = ("total", "correct", "false alarm", "missed detection", "confusion")
    return dict(zip(sm.DER.fields, (found[name] for name in names), strict=True))


def jer_of_pyannote(a, b, collar, skip_overlap, mapping):
    """Labels of which nothing is scored count there."""
    scored = sm.DER(collar, skip_overlap).counts(a, b)["total"] > 0
    if not scored or len(a.categories) != sm.JER(collar, skip_overlap).counts(a, b)["labels"]:
        return NotImplemented
    return of_pyannote(JaccardErrorRate, a, b, collar, skip_overlap)["jaccard error rate"]


TURN_OPTIONS = [{"collar": collar, "skip_overlap": skip} for collar in (0, 40) for skip in (False, True)]


@cache
def random_tags():
    """Spans that do not overlap, as tags can write them; none is empty, as the peers have no answer then."""
    rng = random.Random(11)  # noqa: S311

    def side():
        spans, place = [], 0
        while True:
            start = place + rng.randint(0, 4)
            place = start + rng.randint(1, 4)
            if place > 30:
                return spans
            spans.append((start, place, rng.choice("AB")))

    pairs = []
    while len(pairs) < 600:
        reference = side()
        hypothesis = [span for span in reference if rng.random() < 0.6] if rng.random() < 0.3 else side()
        if reference and hypothesis:
            pairs.append((Spans(reference, length=30), Spans(hypothesis, length=30)))
    return pairs


def tags(spans):
    found = ["O"] * 30
    for start, end, label in spans.spans:
        found[start:end] = [f"B-{label}"] + [f"I-{label}"] * (end - start - 1)
    return found


def of_seqeval(a, b):
    scores = (seqeval.precision_score, seqeval.recall_score, seqeval.f1_score)
    return tuple(score([tags(a)], [tags(b)], zero_division=0) for score in scores)


def of_nervaluate(a, b, labels):
    evaluator = nervaluate.Evaluator([tags(a)], [tags(b)], tags=["A", "B"], loader="list")
    found = evaluator.evaluate()["overall"]["strict" if labels else "exact"]
    return {"precision": found.precision, "recall": found.recall}


CASES = [
    MetricCase(
        metric=sm.DER,
        function=sm.der,
        edges=("0", "1", "1"),
        golden={
            "METRICS2.md, a talk": [
                (TALK, {}, {"total": "28", "correct": "20", "false_alarm": "2", "missed": "4", "confusion": "4"}),
                (TALK, {}, "0.3571"),
                (TALK, {"collar": 1}, "0.2778"),
                (TALK, {"skip_overlap": True}, "0.3333"),
            ],
            "by hand: touching turns have a collar at their joint": [
                ((TOUCHING, TOUCHING), {"collar": 2}, {"total": "12"})
            ],
        },
        oracle=der_counts,
        pairs=drawn(span_pair),
        options={**LEFT_OUT, "map_on": st.sampled_from(["scored", "all"])},
        draws=300,
        peers=[
            Peer(
                name="pyannote",
                expected=der_of_pyannote,
                options=TURN_OPTIONS,
                pairs=random_turns,
                at_least=60,
                close=1e-9,
            )
        ],
    ),
    MetricCase(
        metric=sm.JER,
        function=sm.jer,
        edges=("0", "1", "1"),
        golden={"METRICS2.md, a talk": [(TALK, {}, "0.3259")]},
        oracle=lambda a, b, **options: list(oracle.jer(listed(a), listed(b), a.length, **options)),
        pairs=drawn(span_pair),
        options={**LEFT_OUT, "mapping": st.sampled_from(["jaccard", "common"])},
        draws=300,
        peers=[
            Peer(
                name="pyannote",
                expected=jer_of_pyannote,
                options=[{**options, "mapping": "common"} for options in TURN_OPTIONS],
                pairs=random_turns,
                at_least=20,
                close=1e-9,
            )
        ],
    ),
    MetricCase(
        metric=sm.SpanF1,
        function=sm.span_f1,
        returns=SHARES,
        edges=("1", "0", "0"),
        golden={
            "by hand": [
                (
                    (Spans([(0, 4, "A"), (6, 9, "B")], length=9), Spans([(0, 5, "A")], length=9)),
                    {"match": 0.5},
                    ("1", "1/2", "2/3"),
                )
            ]
        },
        oracle=span_counts,
        pairs=drawn(lambda rng: span_pair(rng, 12, ("AB", "AB"))),
        options={"match": st.sampled_from(["exact", "overlap", 0.3, 0.5, 1.0]), "labels": st.booleans()},
        draws=600,
        close=0,
        peers=[
            Peer(name="seqeval", expected=of_seqeval, pairs=random_tags, at_least=600),
            Peer(
                name="nervaluate",
                expected=of_nervaluate,
                options=[{"labels": True}, {"labels": False}],
                pairs=random_tags,
                at_least=600,
            ),
        ],
    ),
]
