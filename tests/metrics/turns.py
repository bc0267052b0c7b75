"""Turns and spans: DER, JER and F of spans, against every mapping and every matching.

Peers: pyannote.metrics, which counts turns of one speaker that overlap each other twice (they are merged here), and
whose collar is the width of both sides; seqeval and nervaluate, which read tags.

Named entities against every way to pair them. nervaluate gives an entity to the first prediction that overlaps it, so
that it is right where nothing overlaps twice.
"""

from __future__ import annotations

import random
from functools import cache, partial
from importlib.metadata import version

import nervaluate
import numpy as np
from hypothesis import strategies as st
from pyannote.core import Annotation, Segment
from pyannote.metrics.detection import DetectionErrorRate
from pyannote.metrics.diarization import DiarizationCoverage, DiarizationErrorRate, DiarizationPurity, JaccardErrorRate
from pyannote.metrics.identification import IdentificationErrorRate
from pyannote.metrics.segmentation import SegmentationCoverage, SegmentationPurity
from seqeval import metrics as seqeval

import seamark as sm
from tests.metrics.case import MetricCase, Peer, drawn, span_pair
from tests.oracle import turns as oracle
from tests.random_models import turns

TALK = (
    sm.Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30),
    sm.Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30),
)
TOUCHING = sm.Spans([(0, 10, "A"), (10, 20, "A")], length=20)
NAMED = TALK[0], sm.Spans([(0, 9, "A"), (9, 22, "B"), (24, 28, "C")], length=30)
TIE = sm.Spans([(0, 4, "A"), (4, 8, "B"), (20, 30, "B")], length=30), sm.Spans([(0, 8, "x")], length=30)
HALVES = sm.Spans([(0, 5, "A"), (5, 10, "B")], length=10)
NO_CUT, ONE_CUT = (HALVES, sm.Spans([], length=10)), (HALVES, sm.Spans([(0, 2, "x")], length=10))
LEFT_OUT = {"collar": st.sampled_from([0, 1, 3]), "skip_overlap": st.booleans()}
SHARES = ("precision", "recall", "value")
LENGTH = 5000


def listed(spans):
    return [tuple(span) for span in spans.spans]


def counted(metric, counts, **fixed):
    """An oracle of counts by their names."""

    def by_name(a, b, **options):
        return dict(zip(metric.fields, counts(listed(a), listed(b), a.length, **options, **fixed), strict=True))

    return by_name


def span_counts(a, b, match, labels):
    true = oracle.most_matches(listed(a), listed(b), match, labels)
    return {"true": true, "false": len(b.spans) - true, "missed": len(a.spans) - true}


@cache
def random_turns(seed=14, names=("ABC", "xyz")):
    rng = np.random.default_rng(seed)
    sides = ([sm.Spans(turns(rng, LENGTH, labels, 12), length=LENGTH) for labels in names] for _ in range(250))
    return [tuple(side.merged() for side in pair) for pair in sides]


def annotation(spans):
    found = Annotation()
    for number, (start, end, label) in enumerate(spans.spans):
        found[Segment(start, end), number] = label
    return found


def of_pyannote(rate, a, b, collar, skip_overlap):
    peer = rate(collar=2 * collar, skip_overlap=skip_overlap)
    return peer(annotation(a), annotation(b), uem=Segment(0, LENGTH), detailed=True)


def renamed(spans, names):
    """The labels A, B, C, or x, y, z, exchanged."""
    name = dict(zip(sorted(names), names, strict=True))
    return sm.Spans([(start, end, name[label]) for start, end, label in spans], length=spans.length)


def der_of_pyannote(a, b, collar, skip_overlap):
    found = of_pyannote(DiarizationErrorRate, a, b, collar, skip_overlap)
    names = ("total", "correct", "false alarm", "missed detection", "confusion")
    return dict(zip(sm.DER.fields, (found[name] for name in names), strict=True))


def jer_of_pyannote(a, b, collar, skip_overlap, mapping):
    """Labels of which nothing is scored count there, and among equally good mappings names decide."""
    scored = sm.DER(collar, skip_overlap).counts(a, b)["total"] > 0
    if not scored or len(a.categories) != sm.JER(collar, skip_overlap).counts(a, b)["labels"]:
        return NotImplemented
    found = {
        round(of_pyannote(JaccardErrorRate, one, other, collar, skip_overlap)["jaccard error rate"], 9)
        for one in (a, renamed(a, "CBA"))
        for other in (b, renamed(b, "zyx"))
    }
    return found.pop() if len(found) == 1 else NotImplemented


def of_pyannote_by(rate, name):
    """The value of one of its metrics; none of ours where a side is empty or nothing is scored."""

    def value(a, b, collar=0, skip_overlap=False):
        if not (a.spans and b.spans) or sm.DER(collar, skip_overlap).counts(a, b)["total"] == 0:
            return NotImplemented
        return of_pyannote(rate, a, b, collar, skip_overlap)[name]

    return value


def segments_of_pyannote(rate):
    """Its hypothesis must reach from the beginning to the end of the reference: other time is left out there."""

    def value(a, b, fill):
        if not (a.spans and b.spans) or min(a.spans)[0] < min(b.spans)[0]:
            return NotImplemented
        if max(span.end for span in a) > max(span.end for span in b):
            return NotImplemented
        return rate(tolerance=fill)(annotation(a), annotation(b))

    return value


@cache
def covering_turns():
    """Hypotheses with a turn at the beginning and at the end of the line."""
    ends = [(0, 1, "x"), (LENGTH - 1, LENGTH, "x")]
    return [(a, sm.Spans([*b.spans, *ends], length=LENGTH)) for a, b in random_turns()]


def peer_of_pyannote(rate, name, pairs=None, options=({},)):
    if rate in (DiarizationPurity, DiarizationCoverage) and version("pyannote.metrics").startswith("3."):
        return []  # it divides by the time shared with each speaker of the reference, summed
    expected = of_pyannote_by(rate, name)
    return [
        Peer(name="pyannote", expected=expected, options=options, pairs=pairs or random_turns, at_least=200, close=1e-9)
    ]


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
            pairs.append((sm.Spans(reference, length=30), sm.Spans(hypothesis, length=30)))
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


of_turns = partial(MetricCase, pairs=drawn(span_pair), draws=300)
of_rates = partial(of_turns, options=LEFT_OUT, close=0)

CASES = [
    of_turns(
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
        oracle=counted(sm.DER, oracle.der_counts),
        options={**LEFT_OUT, "map_on": st.sampled_from(["scored", "all"])},
        peers=[
            Peer(
                name="pyannote",
                expected=der_of_pyannote,
                options=TURN_OPTIONS,
                pairs=random_turns,
                at_least=200,
                close=1e-9,
            )
        ],
    ),
    of_turns(
        metric=sm.JER,
        function=sm.jer,
        edges=("0", "1", "1"),
        golden={
            "METRICS2.md, a talk": [(TALK, {}, "0.3259")],
            "FIELDS.md 8.2, whatever the names": [(TIE, {"mapping": "common"}, "3/4"), (TIE, {}, "3/4")],
        },
        oracle=lambda a, b, **options: oracle.jer(listed(a), listed(b), a.length, **options),
        options={**LEFT_OUT, "mapping": st.sampled_from(["jaccard", "common"])},
        peers=[
            Peer(
                name="pyannote",
                expected=jer_of_pyannote,
                options=[{**options, "mapping": "common"} for options in TURN_OPTIONS],
                pairs=random_turns,
                at_least=60,
                close=1e-8,
            )
        ],
    ),
    of_rates(
        metric=sm.IdentificationError,
        function=sm.identification_error,
        edges=("0", "1", "1"),
        golden={"FIELDS.md 8.2": [(NAMED, {}, "10/28")]},
        oracle=counted(sm.IdentificationError, oracle.identification_counts),
        pairs=drawn(lambda rng: span_pair(rng, 25, ("ABC", "ABC"))),
        peers=peer_of_pyannote(
            IdentificationErrorRate,
            "identification error rate",
            partial(random_turns, 15, ("ABC", "ABC")),
            TURN_OPTIONS,
        ),
    ),
    of_rates(
        metric=sm.DetectionError,
        function=sm.detection_error,
        edges=("0", "1", "1"),
        golden={"FIELDS.md 8.2": [(TALK, {}, "4/26")]},
        oracle=counted(sm.DetectionError, oracle.detection_counts),
        peers=peer_of_pyannote(DetectionErrorRate, "detection error rate", options=TURN_OPTIONS),
    ),
    of_rates(
        metric=sm.Purity,
        function=sm.purity,
        edges=("1", "0", "1"),
        golden={"FIELDS.md 8.2": [(TALK, {}, "24/26")]},
        oracle=counted(sm.Purity, oracle.purity_counts),
        peers=peer_of_pyannote(DiarizationPurity, "purity"),
    ),
    of_rates(
        metric=sm.Coverage,
        function=sm.coverage,
        edges=("1", "1", "0"),
        golden={"FIELDS.md 8.2": [(TALK, {}, "20/28")]},
        oracle=counted(sm.Coverage, oracle.purity_counts, sides=-1),
        peers=peer_of_pyannote(DiarizationCoverage, "coverage"),
    ),
    *(
        of_turns(
            metric=metric,
            function=function,
            edges=("1", "1", "1"),
            # As in pyannote.metrics, turns of one label that touch are one, but only in the reference.
            identity_is_best=metric is not sm.SegmentCoverage,
            golden={"FIELDS.md 8.2 and 9": [(TALK, {}, talk), (NO_CUT, {}, no_cut), (ONE_CUT, {}, one_cut)]},
            oracle=counted(metric, oracle.segment_counts, sides=sides),
            options={"fill": st.integers(0, 4)},
            close=0,
            peers=[
                Peer(
                    name="pyannote",
                    expected=segments_of_pyannote(rate),
                    options=[{"fill": 0}, {"fill": 30}],
                    pairs=covering_turns,
                    at_least=200,
                    close=1e-9,
                )
            ],
        )
        for metric, function, rate, sides, talk, no_cut, one_cut in (
            (sm.SegmentPurity, sm.segment_purity, SegmentationPurity, 1, "24/26", "1/2", "7/10"),
            (sm.SegmentCoverage, sm.segment_coverage, SegmentationCoverage, -1, "23/26", "1", "4/5"),
        )
    ),
    MetricCase(
        metric=sm.SpanF1,
        function=sm.span_f1,
        returns=SHARES,
        edges=("1", "0", "0"),
        golden={
            "by hand": [
                (
                    (sm.Spans([(0, 4, "A"), (6, 9, "B")], length=9), sm.Spans([(0, 5, "A")], length=9)),
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


# ------------------------------------------------------------------------------------------------------- Named entities


SIX = (
    sm.Spans([(0, 2, "PER"), (5, 6, "LOC"), (8, 11, "ORG")], length=12),
    sm.Spans([(0, 2, "PER"), (5, 7, "LOC"), (8, 11, "LOC")], length=12),
)
#: FIELDS.md 10: an earlier overlapping prediction takes the entity of a later exact one in nervaluate.
TAKEN = sm.Spans([(2, 5, "A")], length=6), sm.Spans([(0, 3, "A"), (2, 5, "A")], length=6)


def overlap(one, other):
    return min(one.end, other.end) > max(one.start, other.start)


def counts(a, b, match="strict", category=None):
    """Every span of the hypothesis with every free one of the reference, or with none."""
    mine, theirs = ([span for span in side if category in (None, span.category)] for side in (a, b))

    def correct(one, other):
        ends, label = one[:2] == other[:2], one.category == other.category
        return {"strict": ends and label, "exact": ends, "partial": ends, "type": label}[match]

    def best(place, free):
        if place == len(theirs):
            return 0, 0
        found = [best(place + 1, free)]
        for i in free:
            if overlap(mine[i], theirs[place]):
                right, other = best(place + 1, free - {i})
                found.append((right + 1, other) if correct(mine[i], theirs[place]) else (right, other + 1))
        return max(found)

    right, other = best(0, frozenset(range(len(mine))))
    incorrect, partial = (0, other) if match == "partial" else (other, 0)
    missed, spurious = len(mine) - right - other, len(theirs) - right - other
    return dict(zip(sm.EntityF.fields, (right, incorrect, partial, missed, spurious), strict=True))


@cache
def single_overlaps():
    """Pairs of which no span overlaps two of the other side."""

    def alone(a, b):
        return all(sum(overlap(one, other) for other in b) < 2 for one in a)

    return [(a, b) for a, b in random_tags() if alone(a, b) and alone(b, a)]


def entities_of_nervaluate(a, b, match):
    found = nervaluate.Evaluator([tags(a)], [tags(b)], tags=["A", "B"], loader="list").evaluate()["overall"]
    name = {"type": "ent_type"}.get(match, match)
    return {"precision": found[name].precision, "recall": found[name].recall}


CASES += [
    MetricCase(
        metric=sm.EntityF,
        function=sm.entity_scores,
        returns=(),
        only_metric=("category",),
        edges=("1", "0", "0"),
        golden={
            "FIELDS.md 8.3": [
                (SIX, {"match": match}, {"value": value})
                for match, value in {"strict": "1/3", "exact": "2/3", "partial": "5/6", "type": "2/3"}.items()
            ],
            "by hand": [
                (TAKEN, {}, {"correct": "1", "spurious": "1"}),
                (SIX, {"category": "LOC"}, {"correct": "0", "incorrect": "1", "spurious": "1"}),
            ],
        },
        oracle=counts,
        pairs=drawn(lambda rng: span_pair(rng, 12, ("AB", "AB"))),
        options={
            "match": st.sampled_from(["strict", "exact", "partial", "type"]),
            "category": st.sampled_from([None, "A", "Z"]),
        },
        draws=600,
        close=0,
        peers=[
            Peer(
                name="seqeval",
                expected=lambda a, b: dict(zip(("precision", "recall", "value"), of_seqeval(a, b), strict=True)),
                pairs=random_tags,
                at_least=600,
            ),
            Peer(
                name="nervaluate",
                expected=entities_of_nervaluate,
                options=[{"match": match} for match in ("strict", "exact", "partial", "type")],
                pairs=single_overlaps,
                at_least=200,
            ),
        ],
    )
]
