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

    def shown(self, number: float) -> str:
        """One of the two sizes as people write it."""
        if self.unit != "s":
            return f"{number:,.0f} {self.unit}"
        for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
            if number >= size:
                return f"{number / size:.3g} {unit}"
        return f"{number * 1e9:.3g} ns"

    def line(self) -> str:
        """The row of a Markdown table, as docs/performance.md has it."""
        ratio = f"{self.ratio:,.0f}" if self.ratio >= 100 else f"{self.ratio:.3g}"
        slow, fast = f"{self.slow}: {self.shown(self.slow_seconds)}", f"{self.fast}: {self.shown(self.fast_seconds)}"
        return f"| {self.work} | {slow} | {fast} | {ratio} | {self.bar.replace('>=', '≥').replace('<=', '≤')} |"

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
