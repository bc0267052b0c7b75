"""Figure 5: how S and WindowDiff respond to full misses, near misses and mass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from seamark.charts.curves import Scenario, full_misses, growing_mass, near_misses
from seamark.kernels.rows import window_sizes
from seamark.metrics.base import Metric
from seamark.metrics.edit import EditWeights
from seamark.metrics.similarity import S
from seamark.metrics.windows import WindowDiff
from seamark.model.segmentation import Segmentation
from seamark.reproduce.check import Check, check
from seamark.reproduce.published import published


class Curve(NamedTuple):
    """A curve of the figure: its name among the values and in the chart, its column of printed points, its metric.

    ``printed_with`` is the metric that gives the printed points, where that is another one, and ``note`` says why.
    """

    value: str
    legend: str
    column: str
    metric: Metric
    printed_with: Metric | None = None
    note: str = ""


class Figure(NamedTuple):
    """A part of Figure 5; ``at`` names a place on its axis."""

    title: str
    scenario: Callable[[], Scenario]
    at: str
    curves: tuple[Curve, ...]


_FREE, _FLAT = EditWeights(transposition=0.0), EditWeights(scale="unit")
_NOT_N3 = "the curve labelled n=3 forgives a distance of 3, which is n=4 (scale='unit')"
_BY_MASS = WindowDiff(convention="fournier2012")

FIGURES = {
    # 100 units cut evenly into more and more segments, against one matching boundary.
    "figure5a": Figure(
        "Figure 5a: full misses",
        full_misses,
        "{} full misses",
        (
            Curve("1-WD", "1-WD, k=25", "one_minus_wd", WindowDiff(25, "fournier2012")),
            Curve("S", "S", "s", S()),
        ),
    ),
    # One boundary of 25 units, moved further and further away.
    "figure5b": Figure(
        "Figure 5b: near misses",
        near_misses,
        "distance {}",
        (
            Curve("1-WD", "1-WD, k=6", "one_minus_wd", WindowDiff(6, "fournier2012")),
            Curve("S(n=3)", "S, n=4, unit (printed as n=3)", "s_n3", S(3, _FLAT), S(4, _FLAT), _NOT_N3),
            Curve("S(n=5, scale)", "S, n=5", "s_n5_scaled", S(5)),
            Curve("S(n=5, w_trp=0)", "S, n=5, near misses free", "s_n5_wtrp0", S(5, _FREE)),
        ),
    ),
    # One match and one full miss in a text that grows from 4 to 100 units.
    "figure5c": Figure(
        "Figure 5c: growing mass",
        growing_mass,
        "m={}",
        (Curve("1-WD", "1-WD", "one_minus_wd", _BY_MASS), Curve("S", "S", "s", S())),
    ),
}


def checks(name: str) -> Iterator[Check]:
    """Every printed point of one part of the figure."""
    figure = FIGURES[name]
    pairs = figure.scenario().pairs
    for row in published(name):
        x = next(iter(row.values()))
        at, pair = figure.at.format(x), pairs[float(x)]
        for curve in figure.curves:
            reproduced = None if curve.printed_with is None else _similarity(curve.printed_with, pair)
            value, computed = f"{at}: {curve.value}", _similarity(curve.metric, pair)
            yield check(name, value, row[curve.column], computed, explanation=curve.note, reproduced=reproduced)
        if "k_over_m" in row:
            k = int(window_sizes(_BY_MASS.laid, pair[0].columns())[0])
            yield check(name, f"{at}: k/m", row["k_over_m"], k / int(x))


def _similarity(metric: Metric, pair: tuple[Segmentation, Segmentation]) -> float:
    value = metric.compare(*pair).value
    return value if metric.info.higher_is_better else 1 - value
