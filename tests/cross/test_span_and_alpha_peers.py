"""Span F against seqeval and nervaluate, alpha of boundaries against krippendorff, on random inputs."""

import random

import krippendorff
import nervaluate
import numpy as np
import pytest
from seqeval import metrics

import seamark as sm

LENGTH = 30


def random_spans(generator: random.Random) -> list[tuple[int, int, str]]:
    """Spans that do not overlap, as tags can write them."""
    spans, place = [], 0
    while True:
        start = place + generator.randint(0, 4)
        end = start + generator.randint(1, 4)
        if end > LENGTH:
            return spans
        spans.append((start, end, generator.choice("AB")))
        place = end


def tags_of(spans: list[tuple[int, int, str]]) -> list[str]:
    tags = ["O"] * LENGTH
    for start, end, label in spans:
        tags[start:end] = [f"B-{label}"] + [f"I-{label}"] * (end - start - 1)
    return tags


def pairs_of_spans(count: int) -> list[tuple[list[tuple[int, int, str]], list[tuple[int, int, str]]]]:
    generator = random.Random(11)  # noqa: S311
    made = []
    while len(made) < count:
        reference = random_spans(generator)
        copied = [span for span in reference if generator.random() < 0.6]
        hypothesis = copied if generator.random() < 0.3 else random_spans(generator)
        if reference and hypothesis:
            made.append((reference, hypothesis))
    return made


def test_exact_spans_are_those_of_seqeval():
    for reference, hypothesis in pairs_of_spans(1000):
        found = sm.span_f1(sm.Spans(reference, length=LENGTH), sm.Spans(hypothesis, length=LENGTH))
        tags = [tags_of(reference)], [tags_of(hypothesis)]
        assert found.precision == pytest.approx(metrics.precision_score(*tags, zero_division=0))
        assert found.recall == pytest.approx(metrics.recall_score(*tags, zero_division=0))
        assert found.f == pytest.approx(metrics.f1_score(*tags, zero_division=0))


def test_exact_spans_with_and_without_labels_are_those_of_nervaluate():
    for reference, hypothesis in pairs_of_spans(300):
        spans = sm.Spans(reference, length=LENGTH), sm.Spans(hypothesis, length=LENGTH)
        tags = [tags_of(reference)], [tags_of(hypothesis)]
        theirs = nervaluate.Evaluator(*tags, tags=["A", "B"], loader="list").evaluate()["overall"]
        for labels, name in ((True, "strict"), (False, "exact")):
            found = sm.span_f1(*spans, labels=labels)
            assert (found.precision, found.recall) == pytest.approx((theirs[name].precision, theirs[name].recall))


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alpha_of_boundaries_is_that_of_krippendorff(level):
    rng = np.random.default_rng(5)
    for _ in range(200):
        mass, coders = int(rng.integers(4, 30)), int(rng.integers(2, 5))
        truth = rng.random(mass - 1) < 0.4
        marks = np.where(rng.random((coders, mass - 1)) < 0.25, rng.random((coders, mass - 1)) < 0.5, truth)
        strengths = marks * rng.integers(1, 4, (coders, mass - 1))
        if len(np.unique(strengths)) < 2:
            continue
        codings = {
            f"coder {number}": sm.Segmentation.from_positions(
                (np.flatnonzero(row) + 1).tolist(), mass, types=row[row > 0].tolist()
            )
            for number, row in enumerate(strengths)
        }
        theirs = krippendorff.alpha(strengths.astype(float), level_of_measurement=level)
        assert sm.boundary_alpha({"text": codings}, level).value == pytest.approx(theirs)
