"""Timing that a noisy machine cannot spoil: the best of several rounds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One comparison: two times (or sizes) per piece of work, and the ratio that has a bar to reach."""

    work: str
    slow: str
    slow_seconds: float
    fast: str
    fast_seconds: float
    bar: str
    unit: str = "s"

    @property
    def ratio(self) -> float:
        return self.slow_seconds / self.fast_seconds

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio}


def best_of(work: Callable[[], object], *, rounds: int = 7, pieces: int = 1) -> float:
    """Seconds per piece in the quickest round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best / pieces


def processor_time(work: Callable[[], object], *, rounds: int = 3) -> float:
    """Seconds of all processors in the best round: for long work, when others use the machine too."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def best_of_each(works: dict[str, Callable[[], object]], *, rounds: int = 15) -> dict[str, float]:
    """The same for several pieces of work in turns, so that a busy moment hits all of them alike."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            best[name] = min(best[name], best_of(work, rounds=1))
    return best
