"""Figure 5: how S and WindowDiff respond to full misses, near misses and mass."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.charts import scenarios
from seamark.metrics.similarity import similarity
from seamark.metrics.weights import EditWeights
from seamark.metrics.window_diff import WindowDiff
from seamark.model.array import SegmentationArray
from seamark.reproduce.check import Check, check
from seamark.reproduce.published import published


def full_misses() -> Iterator[Check]:
    """Figure 5a: 100 units cut evenly into more and more segments, against one matching boundary; k = 25."""
    pairs = scenarios.full_misses().pairs
    windows = WindowDiff(25, "fournier2012")
    for row in published("figure5a"):
        pair = pairs[float(row["full_misses"])]
        at = f"{row['full_misses']} full misses"
        yield check("figure5a", f"{at}: 1-WD", row["one_minus_wd"], 1 - windows.compare(*pair).value)
        yield check("figure5a", f"{at}: S", row["s"], similarity(*pair))


def near_misses() -> Iterator[Check]:
    """Figure 5b: one boundary moved further and further away; 25 units, k = 6."""
    free, flat = EditWeights(transposition=0.0), EditWeights(scale="unit")
    windows = WindowDiff(6, "fournier2012")
    pairs = scenarios.near_misses().pairs
    for row in published("figure5b"):
        pair = pairs[float(row["near_miss_distance"])]
        at = f"distance {row['near_miss_distance']}"
        yield check("figure5b", f"{at}: 1-WD", row["one_minus_wd"], 1 - windows.compare(*pair).value)
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
    windows = WindowDiff(convention="fournier2012")
    pairs = scenarios.growing_mass().pairs
    for row in published("figure5c"):
        reference, hypothesis = pairs[float(row["mass"])]
        k = int(windows.layout.k_for(SegmentationArray.of_one(reference), None)[0])
        at = f"m={row['mass']}"
        yield check("figure5c", f"{at}: 1-WD", row["one_minus_wd"], 1 - windows.compare(reference, hypothesis).value)
        yield check("figure5c", f"{at}: S", row["s"], similarity(reference, hypothesis))
        yield check("figure5c", f"{at}: k/m", row["k_over_m"], k / reference.mass)
