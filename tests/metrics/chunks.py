"""Chunks and gold spans, unit by unit, and every set of chunks tried.

Of Chroma's chunking_evaluation, omega is restated in ``tests/cross/test_tasks.py``.
"""

from fractions import Fraction
from itertools import combinations

import seamark as sm
from tests.metrics.case import MetricCase, drawn, span_pair, undefined

FOLDED = (sm.Spans([(8, 22, "q1"), (1, 4, "q2")], length=30), sm.Spans([(0, 10), (5, 25), (20, 30)], length=30))
#: FIELDS.md 10: chunks that only touch a span are none of its own.
TOUCHING = sm.Spans([(10, 20, "q")], length=30), sm.Spans([(0, 10), (10, 20), (20, 30)], length=30)
NO_SPAN = undefined("there is no span")


def units(spans):
    return {unit for span in spans for unit in range(span.start, span.end)}


def every_count(spans, chunks):
    held = units(chunks)

    def fewest(span):
        wanted = units([span]) & held
        return next(
            size
            for size in range(len(chunks) + 1)
            if any(wanted <= units(some) for some in combinations(chunks.spans, size))
        )

    omega = Fraction(0)
    for question in spans.categories:
        asked = units(spans.only(question))
        given = units([chunk for chunk in chunks if asked & units([chunk])])
        omega += Fraction(len(asked & given), len(asked | given))
    return {
        "spans": len(spans),
        "whole": sum(any(units([span]) <= units([chunk]) for chunk in chunks) for span in spans),
        "pieces": sum(fewest(span) for span in spans),
        "touched": sum(bool(units([span]) & units([chunk])) for span in spans for chunk in chunks),
        "span_units": sum(span.end - span.start for span in spans),
        "lost_units": sum(len(units([span]) - held) for span in spans),
        "omega_sum": omega,
        "questions": len(spans.categories),
        "chunks": len(chunks),
        "chunk_units": sum(chunk.end - chunk.start for chunk in chunks),
        "covered_units": len(held),
    }


def counts(spans, chunks):
    if not len(spans):
        return None
    found = every_count(spans, chunks)
    named = {**found, "value": found["omega_sum"] / found["questions"]}
    # Parts have the names of some counts, and stand before them.
    return {name: named[name] for name in named if name not in ("whole", "pieces", "touched")}


CASES = [
    MetricCase(
        metric=sm.ChunkFit,
        function=lambda spans, chunks, /: sm.chunk_scores(chunks, spans),
        returns=(),
        edges=(NO_SPAN, NO_SPAN, "0"),
        identity_is_best=False,  # chunks that overlap are more than the answers they hold
        golden={
            "FIELDS.md 8.5": [(FOLDED, {}, {"value": "0.3833", "overlap": "1/3"})],
            "FIELDS.md 10": [(TOUCHING, {}, {"value": "1", "lost": "0"})],
        },
        oracle=counts,
        pairs=drawn(lambda rng: span_pair(rng, 25, ("PQR", "x"))),
        draws=400,
    )
]
