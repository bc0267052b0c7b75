"""Measures of fields against the programs of these fields, and how cost grows with turns, tokens and chunks."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from functools import partial

import numpy as np
from pyannote.metrics.diarization import DiarizationCoverage, DiarizationPurity
from seqeval.metrics import classification_report

import seamark as sm
from bench.models import annotation, turns
from bench.timing import Row, best_of, processor_time


def rows() -> Iterator[Row]:
    yield from entities()
    yield from labels_of_turns()
    yield from growth()


def tags(count: int) -> list[list[str]]:
    """A reference with one token in four inside an entity, and a hypothesis with one tag in twenty changed."""
    rng = random.Random(1)
    reference: list[str] = []
    while len(reference) < count:
        category = rng.choice(["PER", "LOC", "ORG", "MISC"])
        found = rng.random() < 0.12
        reference += [f"B-{category}", *[f"I-{category}"] * rng.randint(0, 3)] if found else ["O"]
    known = ["O", "B-PER", "I-PER", "I-LOC"]
    hypothesis = [rng.choice(known) if rng.random() < 0.05 else tag for tag in reference[:count]]
    return [reference[:count], hypothesis]


def scored_tags(reference: list[str], hypothesis: list[str]) -> sm.EntityScores:
    return sm.entity_scores(sm.Spans.from_tags(reference), sm.Spans.from_tags(hypothesis))


def entities() -> Iterator[Row]:
    reference, hypothesis = tags(200_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = best_of(lambda: classification_report([reference], [hypothesis], output_dict=True), rounds=1)
    ours = best_of(lambda: scored_tags(reference, hypothesis))
    yield Row("scores of entities, 200,000 tags, reading included", "seqeval", peer, "seamark", ours, ">= 20")


def labels_of_turns() -> Iterator[Row]:
    reference, hypothesis = turns(3, 1_000), turns(4, 1_000)
    theirs = annotation(reference), annotation(hypothesis)
    for name, ours, peer in (("purity", sm.purity, DiarizationPurity), ("coverage", sm.coverage, DiarizationCoverage)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that the extent is not given
            their_time = best_of(partial(peer(), *theirs), rounds=1)
        our_time = best_of(partial(ours, reference, hypothesis))
        yield Row(
            f"{name}, 1,000 turns a side, one call", "pyannote.metrics", their_time, "seamark", our_time, ">= 100"
        )


def chunked(size: int) -> tuple[sm.Spans, sm.Spans]:
    """So many chunks that overlap, and as many gold spans of half as many questions."""
    rng = np.random.default_rng(2)
    length = 200 * size
    starts = np.sort(rng.integers(0, length - 300, size))
    chunks = zip(starts.tolist(), (starts + rng.integers(100, 300, size)).tolist(), strict=True)
    begin = rng.integers(0, length - 300, size)
    questions = rng.integers(0, size // 2, size).tolist()
    gold = zip(begin.tolist(), (begin + rng.integers(5, 250, size)).tolist(), questions, strict=True)
    return sm.Spans(chunks, length=length), sm.Spans(gold, length=length)


def growth() -> Iterator[Row]:
    """Ten times the work."""
    regions = {size: [(1_000 * n, 1_000 * n + 800) for n in range(2 * size)] for size in (10_000, 100_000)}
    pairs = {size: [sm.Codings.of([turns(seed, size)]) for seed in (6, 7)] for size in regions}
    bound = {size: sm.DER(collar=50).bind(*pair, uem=[regions[size]]) for size, pair in pairs.items()}
    times = {size: processor_time(one.count, rounds=5) for size, one in bound.items()}
    yield Row("DER within a UEM: 10 x the turns", "100,000", times[100_000], "10,000", times[10_000], "<= 12")
    tagged = {size: tags(size) for size in (100_000, 1_000_000)}
    times = {size: processor_time(partial(scored_tags, *sides), rounds=5) for size, sides in tagged.items()}
    yield Row("entities: 10 x the tags", "1,000,000", times[1_000_000], "100,000", times[100_000], "<= 12")
    texts = {size: chunked(size) for size in (1_000, 10_000)}
    times = {size: processor_time(partial(sm.chunk_scores, *text), rounds=15) for size, text in texts.items()}
    yield Row("chunks: 10 x the chunks and spans", "10,000", times[10_000], "1,000", times[1_000], "<= 12")
