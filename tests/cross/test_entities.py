"""Tags beside seqeval, on random tags; what it gets wrong (see ``tests/unit/model/test_tags.py``) is not followed."""

from __future__ import annotations

import random

import pytest
from seqeval import scheme as schemes
from seqeval.metrics.sequence_labeling import get_entities

from seamark import Spans

CASES = 400


def random_tags(rng: random.Random, prefixes: str) -> list[str]:
    """Any tags in any order, of which few are well formed."""
    known = ["O", *(f"{prefix}-{category}" for prefix in prefixes for category in ("A", "B"))]
    return [rng.choice(known) for _ in range(rng.randint(1, 9))]


@pytest.mark.parametrize(("scheme", "prefixes"), [("IOB1", "BI"), ("IOB2", "BI"), ("IOBES", "BIES"), ("BILOU", "BILU")])
def test_dropped_as_in_the_strict_mode_of_seqeval(scheme, prefixes):
    rng = random.Random(scheme)  # noqa: S311
    for _ in range(CASES):
        tags = random_tags(rng, prefixes)
        (theirs,) = schemes.Entities([tags], getattr(schemes, scheme)).entities
        ours = Spans.from_tags(tags, scheme, "drop")
        assert [tuple(span) for span in ours] == [(one.start, one.end, one.tag) for one in theirs], tags


@pytest.mark.parametrize("prefixes", ["BI", "BIES"])
def test_repaired_as_in_the_default_mode_of_seqeval(prefixes):
    rng = random.Random(prefixes)  # noqa: S311
    for _ in range(CASES):
        tags = random_tags(rng, prefixes)
        theirs = [(start, last + 1, category) for category, start, last in get_entities(tags)]
        assert [tuple(span) for span in Spans.from_tags(tags)] == theirs, tags
