"""Figure 5: how S and WindowDiff respond to full misses, near misses and mass."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.metrics.similarity import similarity
from seamark.metrics.weights import EditWeights
from seamark.metrics.window_diff import WindowDiff, window_diff
from seamark.model.array import SegmentationArray
from seamark.reproduce.check import Check, check
from seamark.reproduce.published import published


def full_misses() -> Iterator[Check]:
    """Figure 5a: 100 units cut evenly into more and more segments, against one matching boundary; k = 25."""
    for row in published("figure5a"):
        misses = int(row["full_misses"])
        hypothesis = _even(100, misses + 2)
        reference = [hypothesis[0], 100 - hypothesis[0]]
        wd = window_diff(reference, hypothesis, k=25, convention="fournier2012")
        yield check("figure5a", f"{misses} full misses: 1-WD", row["one_minus_wd"], 1 - wd)
        yield check("figure5a", f"{misses} full misses: S", row["s"], similarity(reference, hypothesis))


def near_misses() -> Iterator[Check]:
    """Figure 5b: one boundary moved further and further away; 25 units, k = 6."""
    free = EditWeights(transposition=0.0)
    flat = EditWeights(scale="unit")
    for row in published("figure5b"):
        d = int(row["near_miss_distance"])
        pair = [2, 23], [2 + d, 23 - d]
        at = f"distance {d}"
        wd = window_diff(*pair, k=6, convention="fournier2012")
        yield check("figure5b", f"{at}: 1-WD", row["one_minus_wd"], 1 - wd)
        yield check(
            "figure5b",
            f"{at}: S(n=3)",
            row["s_n3"],
            similarity(*pair, n=3, weights=flat),
            explanation="the curve labelled n=3 forgives a distance of 3, which is n=4 (scale='unit')",
            reproduced=similarity(*pair, n=4, weights=flat),
        )
        yield check("figure5b", f"{at}: S(n=5, scale)", row["s_n5_scaled"], similarity(*pair, n=5))
        yield check("figure5b", f"{at}: S(n=5, w_trp=0)", row["s_n5_wtrp0"], similarity(*pair, n=5, weights=free))


def growing_mass() -> Iterator[Check]:
    """Figure 5c: one match and one full miss in a text that grows from 4 to 100 units."""
    metric = WindowDiff(convention="fournier2012")
    for row in published("figure5c"):
        m = int(row["mass"])
        quarter = m // 4
        reference, hypothesis = [quarter, m - quarter], [quarter, quarter, m - 2 * quarter]
        k = int(metric.layout.k_for(SegmentationArray.of_one(reference), None)[0])
        yield check("figure5c", f"m={m}: 1-WD", row["one_minus_wd"], 1 - metric.compare(reference, hypothesis).value)
        yield check("figure5c", f"m={m}: S", row["s"], similarity(reference, hypothesis))
        yield check("figure5c", f"m={m}: k/m", row["k_over_m"], k / m)


def _even(mass: int, segments: int) -> list[int]:
    """Segments of equal size, the remainder going to the first ones."""
    size, rest = divmod(mass, segments)
    return [size + 1] * rest + [size] * (segments - rest)
