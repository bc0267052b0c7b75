"""Tags beside seqeval, on random tags; what it gets wrong (see ``tests/unit/model/test_kinds.py``) is not followed."""

import random

import pytest
from seqeval import scheme as schemes
from seqeval.metrics import classification_report
from seqeval.metrics.sequence_labeling import get_entities

from seamark import Spans, score

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


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("prefixes", ["BI", "BIES"])
def test_the_report_of_seqeval(prefixes):
    """Micro, macro, weighted and every category, as the task has them; it has 0 where nothing is there."""
    rng = random.Random(prefixes)  # noqa: S311
    compared = 0
    for _ in range(250):
        sentences = [random_tags(rng, prefixes) for _ in range(rng.randint(1, 4))]
        guesses = [random_tags(rng, prefixes)[: len(tags)] for tags in sentences]
        guesses = [guess + ["O"] * (len(tags) - len(guess)) for guess, tags in zip(guesses, sentences, strict=True)]
        sides = [{str(n): Spans.from_tags(tags) for n, tags in enumerate(side)} for side in (sentences, guesses)]
        if not all(any(len(spans) for spans in side.values()) for side in sides):
            continue
        compared += 1
        theirs = classification_report(sentences, guesses, output_dict=True, zero_division=0)
        table = score(*sides, task="entities")
        ours = table.further
        assert table.overall["F"].value == pytest.approx(ours.f, abs=1e-12)
        named = {"micro avg": ours, "macro avg": ours.macro, "weighted avg": ours.weighted, **ours.per_category}
        assert set(named) == set(theirs)
        for name, found in named.items():
            expected = [theirs[name][key] for key in ("precision", "recall", "f1-score")]
            assert [found.precision, found.recall, found.f] == pytest.approx(expected, abs=1e-12), name
        assert [one.support for one in ours.per_category.values()] == [theirs[c]["support"] for c in ours.per_category]
    assert compared > 200
