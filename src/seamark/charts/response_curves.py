"""Curves: how metrics react while one thing grows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from seamark.agreement.similarity import Similarity
from seamark.charts import theme
from seamark.charts.scenarios import Scenario
from seamark.checks import by_name, finite_number, of_kind, shown
from seamark.errors import InputError
from seamark.metrics.base import Metric
from seamark.metrics.batch import score_pairs
from seamark.metrics.similarity import S
from seamark.metrics.window_diff import WindowDiff

if TYPE_CHECKING:
    from altair import LayerChart

_HEIGHT = 260
_DEFAULT: Mapping[str, Metric] = {"S": S(), "1-windowdiff": WindowDiff()}


def response(
    scenario: Scenario,
    metrics: Mapping[str, Metric] | None = None,
    *,
    points: Mapping[str, Mapping[float, float]] | None = None,
    width: int = 420,
) -> LayerChart:
    """How metrics react to a scenario, as in Figure 5 of the 2012 paper; 1 is full agreement for all of them.

    Parameters
    ----------
    scenario
        Pairs of segmentations in which something grows, such as ``full_misses()``.
    metrics
        Metrics by the name their curve gets; S and WindowDiff by default. A penalty is drawn as 1 - value.
    points
        Values to compare with, by the name of a curve: drawn as open circles.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When the scenario is of another kind, a metric has no worst value, there are more curves than styles, or altair
        is not installed.

    Examples
    --------
    >>> from seamark.charts.scenarios import near_misses
    >>> chart = response(near_misses(), {"S": S(), "S, n=5": S(n=5)})
    >>> chart.to_dict()["layer"][0]["encoding"]["x"]["title"]
    'Distance between the two boundaries (units)'
    """
    of_kind(scenario, Scenario, "scenario", "a Scenario, such as full_misses()")
    chosen = _DEFAULT if metrics is None else by_name(metrics, "metrics", "metrics by the name of their curve")
    compared = {} if points is None else by_name(points, "points", "values by the name of their curve")
    names = list(dict.fromkeys([*chosen, *compared]))
    if not 1 <= len(names) <= len(theme.LINES):
        raise InputError(f"{len(names)} curves; expected 1 to {len(theme.LINES)}, so that they can be told apart")
    alt = theme.load_altair()
    curves = [row for name, metric in chosen.items() for row in _curve(name, metric, scenario)]
    given = [row for name, known in compared.items() for row in _points(name, known)]
    axes = {
        "x": alt.X("x:Q", title=scenario.axis, scale=alt.Scale(nice=False), axis=theme.axis(scenario.axis)),
        "y": alt.Y(
            "value:Q",
            scale=alt.Scale(domain=[0, 1]),
            axis=theme.number_axis("Similarity"),
        ),
    }
    shown = theme.legend(None, symbolType="stroke", symbolSize=500)
    colour = alt.Color("curve:N", scale=alt.Scale(domain=names, range=list(theme.LINES[: len(names)])), legend=shown)
    dashes = alt.Scale(domain=names, range=[list(dash) for dash in theme.DASHES[: len(names)]])
    layers = [
        alt.Chart(theme.rows(curves, "the curves"))
        .mark_line(strokeWidth=2)
        .encode(
            **axes,
            color=colour,
            strokeDash=alt.StrokeDash("curve:N", scale=dashes, legend=shown),
            tooltip=["curve:N", alt.Tooltip("x:Q", title=scenario.axis), alt.Tooltip("value:Q", format=".4f")],
        )
    ]
    if given:
        layers.append(
            alt.Chart(theme.rows(given, "the curves"))
            .mark_point(filled=False, size=24, strokeWidth=1.1, opacity=1)
            .encode(**axes, color=alt.Color("curve:N", legend=None))
        )
    return theme.layered(
        *layers,
        title=f"Similarity against {scenario.axis[0].lower()}{scenario.axis[1:]}",
        width=theme.plot_width(width),
        height=_HEIGHT,
    )


def _points(name: str, known: object) -> Iterator[dict[str, Any]]:
    if not isinstance(known, Mapping):
        raise InputError(f"the points of {name!r} are {shown(known)}; expected values by their place on the axis")
    for x, value in known.items():
        for number in (x, value):
            finite_number(number, f"a point of {name!r}", lambda _: True, "a finite number")
        yield {"curve": name, "x": float(x), "value": float(value)}


def _curve(name: str, metric: Metric, scenario: Scenario) -> Iterator[dict[str, Any]]:
    references, hypotheses = zip(*scenario.pairs.values(), strict=True)
    values = score_pairs(metric, references, hypotheses)
    # The same turn that agreement takes: a metric without a worst value is refused there.
    if not Similarity(metric).metric.info.higher_is_better:
        values = 1.0 - values
    for x, value in zip(scenario.pairs, values.tolist(), strict=True):
        if not math.isnan(value):
            yield {"curve": name, "x": x, "value": value}
