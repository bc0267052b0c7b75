"""Spans: gamma against pygamma-agreement where that is installed (it brings 800 MB along), and unitizing alpha."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np

import seamark as sm
from bench.timing import Row, best_of, best_of_each

#: Coders, spans of each, and how many times quicker than the peer gamma is to be.
STUDIES = ((3, 10, ""), (3, 50, ">= 10"), (2, 200, ""), (5, 10, ">= 15"), (4, 30, ">= 30"))


def rows() -> Iterator[Row]:
    if find_spec("pygamma_agreement") is not None:
        yield from against_pygamma()
    yield from alpha()
    yield from growth()


def coders(count: int, spans: int, seed: int = 1) -> dict[str, list[tuple[int, int, str]]]:
    """Coders who mark the same spans of 5 to 20 units a little differently, one span in ten under another name."""
    rng = np.random.default_rng(seed)
    length = 25 * spans
    starts = np.sort(rng.integers(5, length - 30, spans))
    ends = starts + rng.integers(5, 21, spans)
    names = rng.integers(0, 3, spans)
    marked = {}
    for coder in range(count):
        moved = starts + rng.integers(-3, 4, spans)
        stops = np.maximum(moved + 1, ends + rng.integers(-3, 4, spans))
        other = np.where(rng.random(spans) < 0.1, rng.integers(0, 3, spans), names)
        marks = zip(moved.tolist(), stops.tolist(), (f"{name}" for name in other), strict=True)
        marked[f"coder {coder}"] = sorted(set(marks))
    return marked


def corpus(marked: dict[str, list[tuple[int, int, str]]]) -> sm.Corpus:
    length = max(end for marks in marked.values() for _, end, _ in marks)
    return sm.Corpus({"item": {coder: sm.Spans(marks, length=length) for coder, marks in marked.items()}})


def against_pygamma() -> Iterator[Row]:
    """Thirty random codings each, on one thread of ours against all of theirs."""
    from pyannote.core import Segment
    from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum

    for count, spans, bar in STUDIES:
        marked = coders(count, spans)
        study, theirs = corpus(marked), Continuum()
        for coder, marks in marked.items():
            for start, end, name in marks:
                theirs.add(coder, Segment(float(start), float(end)), name)
        unlike = CombinedCategoricalDissimilarity(delta_empty=1.0)
        peer = best_of(lambda c=theirs, d=unlike: c.compute_gamma(d, n_samples=30, precision_level=None), rounds=2)
        ours = best_of(lambda s=study: sm.gamma(s, precision=0.5, rng=1, workers=1), rounds=5)
        yield Row(f"gamma, {count} coders x {spans} spans, 30 samples", "pygamma", peer, "seamark", ours, bar)


def alpha() -> Iterator[Row]:
    """Two coders with ten thousand spans each; a fiftieth of a second would be well under one."""
    study = corpus(apart(coders(2, 10_000)))
    for variant in ("2016", "2004"):
        time = best_of(lambda v=variant: sm.unitizing_alpha(study, v))
        yield Row(f"unitizing alpha {variant}, 2 x 10,000 spans", "allowed", 0.02, "seamark", time, ">= 1")


def growth() -> Iterator[Row]:
    """Ten times the spans of two coders."""
    few, many = (corpus(apart(coders(2, spans))) for spans in (1_000, 10_000))
    works: dict[str, Callable[[sm.Corpus], object]] = {
        "unitizing alpha 2016": sm.unitizing_alpha,
        "unitizing alpha 2004": lambda study: sm.unitizing_alpha(study, "2004"),
        "gamma": lambda study: sm.gamma(study, precision=0.5, rng=1, workers=1),
    }
    for name, work in works.items():
        times = best_of_each({"few": lambda w=work: w(few), "many": lambda w=work: w(many)}, rounds=5)
        yield Row(f"{name}: 10 x the spans", "10,000", times["many"], "1,000", times["few"], "<= 13")


def apart(marked: dict[str, list[tuple[int, int, str]]]) -> dict[str, list[tuple[int, int, str]]]:
    """The same without those spans that overlap an earlier one."""
    kept = {}
    for coder, marks in marked.items():
        reached, mine = 0, []
        for mark in marks:
            if mark[0] >= reached:
                mine.append(mark)
                reached = mark[1]
        kept[coder] = mine
    return kept
