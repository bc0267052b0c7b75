"""Segments as clusters of units against mir_eval, which looks at every frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mir_eval
import numpy as np

import seamark as sm
from bench.inputs import pairs
from bench.timing import Row, best_of

PAIRS, SEGMENTS, MASS = 5_000, 20, 1_000
PEER_PAIRS = 20


def rows() -> Iterator[Row]:
    a, b = pairs(PAIRS, SEGMENTS, MASS)
    array_a, array_b = sm.SegmentationArray.from_masses(a), sm.SegmentationArray.from_masses(b)
    peer_pairs = [(*labelled(x), *labelled(y)) for x, y in zip(a[:PEER_PAIRS], b, strict=False)]
    size = f"~{SEGMENTS} segments, mass {MASS:,}, batch"

    def row(name: str, metric: sm.Metric, function: Callable[..., object]) -> Row:
        peer = best_of(lambda: [function(*pair, frame_size=1.0) for pair in peer_pairs], rounds=3, pieces=PEER_PAIRS)
        ours = best_of(lambda: sm.score_pairs(metric, array_a, array_b, workers=1), pieces=PAIRS)
        return Row(f"{name}, {size}", "mir_eval", peer, "seamark", ours, "")

    yield row("pairwise F", sm.PairwiseF(), mir_eval.segment.pairwise)
    yield row("adjusted Rand", sm.AdjustedRand(), mir_eval.segment.ari)
    yield row("V-measure", sm.VMeasure(), mir_eval.segment.vmeasure)
    yield row("NCE", sm.NCE(), mir_eval.segment.nce)


def labelled(masses: list[int]) -> tuple[np.ndarray, list[str]]:
    """Intervals in seconds, one unit being a second, and a label of its own for every segment."""
    edges = np.concatenate(([0], np.cumsum(masses))).astype(float)
    return np.column_stack((edges[:-1], edges[1:])), [str(number) for number in range(len(masses))]
