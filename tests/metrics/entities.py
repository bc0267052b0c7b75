"""Named entities against every way to pair them; seqeval and nervaluate, which read tags.

nervaluate gives an entity to the first prediction that overlaps it, so that it is right where nothing overlaps twice.
"""

from functools import cache

import nervaluate
from hypothesis import strategies as st

import seamark as sm
from tests.metrics.case import MetricCase, Peer, drawn, span_pair
from tests.metrics.turns import of_seqeval, random_tags, tags

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


def of_nervaluate(a, b, match):
    found = nervaluate.Evaluator([tags(a)], [tags(b)], tags=["A", "B"], loader="list").evaluate()["overall"]
    name = {"type": "ent_type"}.get(match, match)
    return {"precision": found[name].precision, "recall": found[name].recall}


CASES = [
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
                expected=of_nervaluate,
                options=[{"match": match} for match in ("strict", "exact", "partial", "type")],
                pairs=single_overlaps,
                at_least=200,
            ),
        ],
    )
]
