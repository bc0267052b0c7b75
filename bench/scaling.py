"""How cost grows with each size of a job: exponents fitted to processor times, ``python -m bench.scaling``.

An exponent of 1 says that twice the size takes twice the time. Each line is fitted by least squares to the logarithms
of sizes and times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

import seamark as sm
from bench.inputs import pairs, study, text
from bench.timing import processor_time


@dataclass(frozen=True)
class Scaling:
    """One job at several sizes, with the processor time of each."""

    job: str
    against: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def exponent(self) -> float:
        return float(np.polyfit(np.log(self.sizes), np.log(self.seconds), 1)[0])

    def __str__(self) -> str:
        sizes = ", ".join(f"{size:,}" for size in self.sizes)
        seconds = ", ".join(f"{one:.3g}" for one in self.seconds)
        return f"| {self.job} | {self.against} | {sizes} | {seconds} | {self.exponent:.2f} |"


def measured() -> Iterator[Scaling]:
    boundaries = (200, 800, 3_200, 12_800)
    yield _fitted("`score_pairs`, S", "pairs", (50_000, 100_000, 200_000, 400_000), lambda size: _batch("S", size, 10))
    for metric in ("S", "B", "windowdiff", "pk"):
        yield _fitted(
            f"`score_pairs`, {metric}", "boundaries", boundaries, lambda size, metric=metric: _batch(metric, 200, size)
        )
    yield _fitted("`agree`, two-way interval", "items", (5_000, 10_000, 20_000, 40_000), lambda size: _agree(size, 5))
    yield _fitted(
        "`agree`, two-way interval", "pairs of coders", (10, 45, 190), lambda size: _agree(1_000, _coders(size))
    )
    yield _fitted("`compare`, one system", "items", (2_500, 5_000, 10_000), lambda size: _compare(size, 1))
    yield _fitted("`audit`, three systems", "items", (5_000, 10_000, 20_000), _audit)
    yield _fitted("`TextTiling`", "characters", (125_000, 250_000, 500_000, 1_000_000), _tile)


def _fitted(job: str, against: str, sizes: tuple[int, ...], make: Callable[[int], Callable[[], object]]) -> Scaling:
    return Scaling(job, against, sizes, tuple(processor_time(make(size), rounds=3) for size in sizes))


def _batch(metric: str, count: int, segments: int) -> Callable[[], object]:
    one, other = (sm.SegmentationArray.from_masses(side) for side in pairs(count, segments, 25 * segments))
    return lambda: sm.score_pairs(metric, one, other, workers=1)


def _agree(items: int, coders: int) -> Callable[[], object]:
    humans = study(items, coders)
    return lambda: sm.agree(humans, ci=0.95, shuffles=0)


def _coders(number_of_pairs: int) -> int:
    return round((1 + (1 + 8 * number_of_pairs) ** 0.5) / 2)


def _compare(items: int, systems: int) -> Callable[[], object]:
    humans = study(items, 5)
    found = _systems(items, systems)
    return lambda: sm.compare(humans, found, draws=20, rng=1)


def _audit(items: int) -> Callable[[], object]:
    found = _systems(items, 4)
    reference = found.pop("system 0")
    return lambda: sm.audit(reference, found, resamples=500, rng=1)


def _systems(items: int, number: int) -> dict[str, dict[str, list[int]]]:
    codings = study(items, number, seed=2)
    rows = zip(codings.item_index.tolist(), codings.coder_index.tolist(), codings.codings, strict=True)
    found: dict[str, dict[str, list[int]]] = {f"system {coder}": {} for coder in range(number)}
    for item, coder, coding in rows:
        found[f"system {coder}"][codings.item_names[item]] = list(coding.masses)
    return found


def _tile(characters: int) -> Callable[[], object]:
    units = text(characters)
    return lambda: sm.TextTiling()(units)


if __name__ == "__main__":
    print("| job | against | sizes | processor time, s | exponent |\n|---|---|---|---|---|")
    for line in measured():
        print(line, flush=True)
