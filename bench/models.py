"""Labels, turns and hierarchies against mir_eval and pyannote.metrics, and how cost grows with segments."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, pairwise

import mir_eval
import numpy as np
from pyannote.core import Annotation, Segment
from pyannote.metrics.diarization import DiarizationErrorRate

import seamark as sm
from bench.timing import Row, best_of, best_of_each

#: A song of 300 s, in frames of .1 s as mir_eval has them.
FRAMES, FRAME = 3_000, 0.1


def rows() -> Iterator[Row]:
    yield from hierarchies()
    yield from clusters()
    yield from diarization()
    yield from growth()


def labelled(rng: np.random.Generator, mass: int, segments: int, labels: int = 6) -> sm.LabelledSegmentation:
    positions = np.sort(rng.choice(np.arange(1, mass), segments - 1, replace=False)).tolist()
    return sm.LabelledSegmentation.from_positions(positions, mass, rng.integers(0, labels, segments).tolist())


def intervals(level: sm.LabelledSegmentation) -> np.ndarray:
    return np.array(list(pairwise([0, *accumulate(level.masses)])), dtype=float) * FRAME


def names(level: sm.LabelledSegmentation) -> list[str]:
    return [str(label) for label in level.labels]


def hierarchies() -> Iterator[Row]:
    rng = np.random.default_rng(1)
    sides = [[labelled(rng, FRAMES, segments) for segments in (6, 15, 40)] for _ in range(2)]
    ours = [sm.Hierarchy.from_labelled(side, nested=False) for side in sides]
    theirs = [[intervals(level) for level in side] for side in sides]
    size = "300 s, 3 levels"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that levels are not nested
        peer = best_of(lambda: mir_eval.hierarchy.tmeasure(*theirs, window=None, transitive=True), rounds=1)
        by_label = [
            part for side, level in zip(theirs, sides, strict=True) for part in (side, [names(x) for x in level])
        ]
        peer_l = best_of(lambda: mir_eval.hierarchy.lmeasure(*by_label), rounds=1)
    yield Row(f"T-measure, {size}", "mir_eval", peer, "seamark", best_of(lambda: sm.t_measure(*ours)), ">= 500")
    yield Row(f"L-measure, {size}", "mir_eval", peer_l, "seamark", best_of(lambda: sm.l_measure(*ours)), ">= 500")


def clusters() -> Iterator[Row]:
    rng = np.random.default_rng(2)
    sides = [labelled(rng, FRAMES, 20) for _ in range(2)]
    theirs = [part for side in sides for part in (intervals(side), names(side))]
    for name, ours, peer in (
        ("pairwise F of labels", sm.pairwise_f, mir_eval.segment.pairwise),
        ("NCE of labels", sm.nce, mir_eval.segment.nce),
        ("AMI of labels", lambda a, b: sm.mutual_information(a, b, adjusted=True), mir_eval.segment.mutual_information),
    ):
        their_time = best_of(partial(peer, *theirs), rounds=3)
        our_time = best_of(partial(ours, *sides))
        yield Row(f"{name}, 3,000 units, one call", "mir_eval", their_time, "seamark", our_time, ">= 50")


def turns(seed: int, count: int, speakers: int = 8) -> sm.Spans:
    rng = np.random.default_rng(seed)
    starts = np.cumsum(rng.integers(200, 3_000, count))
    ends = starts + rng.integers(300, 4_000, count)
    spoken = zip(starts.tolist(), ends.tolist(), rng.integers(0, speakers, count).tolist(), strict=True)
    return sm.Spans(list(spoken), length=3_100 * count + 4_000)


def annotation(spans: sm.Spans) -> Annotation:
    found = Annotation()
    for number, (start, end, label) in enumerate(spans.spans):
        found[Segment(start / 1000, end / 1000), number] = f"speaker {label}"
    return found


def diarization() -> Iterator[Row]:
    reference, hypothesis = turns(3, 1_000), turns(4, 1_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the extent is not given
        theirs = annotation(reference), annotation(hypothesis)
        peer = best_of(lambda: DiarizationErrorRate()(*theirs), rounds=1)
    ours = best_of(lambda: sm.der(reference, hypothesis))
    yield Row("DER, 1,000 turns a side, one call", "pyannote.metrics", peer, "seamark", ours, ">= 100")


def count(metric: sm.Metric, reference: sm.Codings, hypothesis: sm.Codings) -> object:
    """The row of counts of one pair, through the way that every batch takes."""
    return metric.bind(reference, hypothesis).count()


def growth() -> Iterator[Row]:
    """Ten times the segments."""
    rng = np.random.default_rng(5)
    labels = {size: [sm.Codings.of([labelled(rng, 10**7, size)]) for _ in range(2)] for size in (2_000, 20_000)}
    for name, metric in (("pairwise F", sm.PairwiseF()), ("action F1", sm.ActionF1())):
        times = best_of_each({str(size): partial(count, metric, *pair) for size, pair in labels.items()})
        yield Row(f"{name} of labels: 10 x the segments", "20,000", times["20000"], "2,000", times["2000"], "<= 13")
    sides = {size: [turns(seed, size) for seed in (6, 7)] for size in (1_000, 10_000)}
    spans = {size: [sm.Codings.of([side]) for side in pair] for size, pair in sides.items()}
    times = best_of_each({str(size): partial(count, sm.DER(), *pair) for size, pair in spans.items()})
    yield Row("DER: 10 x the turns", "10,000", times["10000"], "1,000", times["1000"], "<= 13")
