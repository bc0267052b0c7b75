"""How the cost of a metric grows with boundaries and with mass."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import seamark as sm
from bench.inputs import pairs
from bench.timing import Row, best_of_each


def growth(name: str, metric: sm.Metric) -> Iterator[Row]:
    """Ten times the boundaries, and a million times the mass."""

    def work(count: int, segments: int, mass: int) -> Callable[[], object]:
        x, y = (sm.SegmentationArray.from_masses(side) for side in pairs(count, segments, mass))
        return lambda: sm.score_pairs(metric, x, y, workers=1)

    # The same number of boundaries in both rounds of work: 200 x 1,000 and 20 x 10,000.
    times = best_of_each({"few": work(200, 1_000, 25_000), "many": work(20, 10_000, 250_000)})
    yield Row(f"{name}: 10 x the boundaries", "10,000", times["many"] * 10, "1,000", times["few"], "<= 12")
    times = best_of_each({"small": work(2_000, 50, 10**3), "large": work(2_000, 50, 10**9)})
    yield Row(f"{name}: mass 10^3 -> 10^9, 50 segments", "10^9", times["large"], "10^3", times["small"], "<= 1.3")
