"""Curves: how exact a study would be with more items and coders, and how metrics react while one thing grows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from seamark.agreement.coefficients import Similarity
from seamark.agreement.plan import StudyPlan
from seamark.base.checks import by_name, count_between, finite_number, of_kind, shown
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping
from seamark.charts import theme
from seamark.metrics.base import Metric
from seamark.metrics.pairs import score_pairs
from seamark.metrics.similarity import S
from seamark.metrics.windows import WindowDiff
from seamark.model.checks import mass_number
from seamark.model.segmentation import Segmentation

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["SCENARIOS", "Scenario", "full_misses", "growing_mass", "near_misses", "plan", "response"]


_HEIGHT = 260
# As many points as a chart can show, and, where segmentations down to single units are made, as many of those.
_MOST_PAIRS: Final = 50_000
_MOST_UNITS_IN_ALL_SIZES: Final = 2_000

_DEFAULT: Mapping[str, Metric] = {"S": S(), "1-windowdiff": WindowDiff()}


def _lines(
    rows: list[dict[str, Any]], names: Sequence[str], x: Any, y: Any, tooltip: Sequence[Any], *, points: bool = False
) -> Any:
    """A layer of curves, told apart by colour and by dashes."""
    alt, shown = theme.load_altair(), theme.legend(None, symbolType="stroke", symbolSize=500)
    colours = alt.Scale(domain=names, range=list(theme.LINES[: len(names)]))
    dashes = alt.Scale(domain=names, range=[list(dash) for dash in theme.DASHES[: len(names)]])
    drawn = theme.chart(rows, "the curves").mark_line(strokeWidth=2, **({"point": True} if points else {}))
    return drawn.encode(
        x=x,
        y=y,
        color=alt.Color("curve:N", scale=colours, legend=shown),
        strokeDash=alt.StrokeDash("curve:N", scale=dashes, legend=shown),
        tooltip=tooltip,
    )


def plan(found: StudyPlan, *, width: int = 480) -> LayerChart:
    """The expected width of the interval over the number of items, with a curve for some numbers of coders.

    The width that was asked for is a line across.

    Parameters
    ----------
    found
        What ``sm.plan`` returned.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When altair is not installed.

    Examples
    --------
    >>> from seamark.agreement.plan import plan as plan_study
    >>> from seamark.agreement.plan import CoderRates
    >>> chart = plan(plan_study(rates=CoderRates(), target_width=0.2, coders=(3, 10), rng=1))
    >>> chart.to_dict()["layer"][0]["encoding"]["color"]["scale"]["domain"]
    ['3 coders', '10 coders']
    """
    of_kind(found, StudyPlan, "found", "what sm.plan returns")
    pixels, alt = theme.plot_width(width), theme.load_altair()
    coders = sorted({design.coders for design in found.designs})
    if len(coders) > len(theme.LINES):
        coders = [coders[place] for place in np.linspace(0, len(coders) - 1, len(theme.LINES)).round().astype(int)]
    names = {number: f"{number} coders" for number in coders}
    curves: list[dict[str, Any]] = [
        {"curve": name, "items": design.items, "width": design.width, "error": design.standard_error}
        for number, name in names.items()
        for design in found.designs
        if design.coders == number
    ]
    ticks = sorted({design.items for design in found.designs})
    layers = [
        _lines(
            curves,
            list(names.values()),
            alt.X(
                "items:Q",
                scale=alt.Scale(type="log", nice=False),
                axis=theme.axis("Items", format="~s", values=ticks),
            ),
            alt.Y(
                "width:Q", scale=alt.Scale(zero=True), axis=theme.number_axis(f"Width of the {found.ci:.0%} interval")
            ),
            [
                alt.Tooltip("curve:N", title=" "),
                alt.Tooltip("items:Q", format=","),
                alt.Tooltip("width:Q", format=".3f"),
                alt.Tooltip("error:Q", title="standard error", format=".3f"),
            ],
            points=True,
        )
    ]
    if found.target_width is not None:
        target = theme.chart([{"width": found.target_width}], "the width asked for")
        layers.append(target.mark_rule(color=theme.QUIET, strokeDash=[2, 2]).encode(y=alt.Y("width:Q")))
    return theme.layered(*layers, title="How exact a study would be", width=pixels, height=_HEIGHT)


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """Pairs of a reference and a hypothesis along an axis.

    Attributes
    ----------
    axis
        What grows.
    pairs
        For each place on the axis the reference and the hypothesis.
    """

    axis: str
    pairs: Mapping[float, tuple[Segmentation, Segmentation]]


def full_misses(mass: int = 100) -> Scenario:
    """More and more boundaries that the reference has not: Figure 5a of the 2012 paper.

    The hypothesis cuts the units evenly into 2, 3, ... segments, longer ones first, down to single units but for the
    last step; the reference has only the hypothesis's first boundary.

    Examples
    --------
    >>> reference, hypothesis = full_misses().pairs[2]
    >>> reference.masses, hypothesis.masses
    ((25, 75), (25, 25, 25, 25))
    """
    units = count_between(mass, "mass", 4, _MOST_UNITS_IN_ALL_SIZES)
    pairs = {}
    for misses in range(units - 2):
        size, longer = divmod(units, misses + 2)
        masses = [size + (number < longer) for number in range(misses + 2)]
        reference = Segmentation.from_masses([masses[0], units - masses[0]])
        pairs[float(misses)] = (reference, Segmentation.from_masses(masses))
    return Scenario("Full misses", FrozenMapping(pairs))


def near_misses(farthest: int = 10, mass: int = 25) -> Scenario:
    """One boundary that moves away from its place: Figure 5b of the 2012 paper.

    Examples
    --------
    >>> reference, hypothesis = near_misses().pairs[3]
    >>> reference.masses, hypothesis.masses
    ((2, 23), (5, 20))
    """
    units, last = mass_number(mass), count_between(farthest, "farthest", 0, _MOST_PAIRS - 1)
    if last >= units - 2:
        raise InputError(f"farthest is {last}; expected 0 to {units - 3}, so that {units} units hold the boundary")
    reference = Segmentation.from_masses([2, units - 2])
    pairs = {
        float(distance): (reference, Segmentation.from_masses([2 + distance, units - 2 - distance]))
        for distance in range(last + 1)
    }
    return Scenario("Distance between the two boundaries (units)", FrozenMapping(pairs))


def growing_mass(largest: int = 100) -> Scenario:
    """One match and one full miss in more and more units: Figure 5c of the 2012 paper.

    Examples
    --------
    >>> reference, hypothesis = growing_mass().pairs[8]
    >>> reference.masses, hypothesis.masses
    ((2, 6), (2, 2, 4))
    """
    pairs = {}
    for mass in range(4, count_between(largest, "largest", 4, _MOST_PAIRS) + 1):
        quarter = mass // 4
        reference = Segmentation.from_masses([quarter, mass - quarter])
        pairs[float(mass)] = (reference, Segmentation.from_masses([quarter, quarter, mass - 2 * quarter]))
    return Scenario("Mass (units)", FrozenMapping(pairs))


#: The scenarios by name.
SCENARIOS: Final[Mapping[str, Callable[[], Scenario]]] = MappingProxyType(
    {"full-misses": full_misses, "near-misses": near_misses, "growing-mass": growing_mass}
)


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
    >>> from seamark.charts.curves import near_misses
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
    x = alt.X("x:Q", title=scenario.axis, scale=alt.Scale(nice=False), axis=theme.axis(scenario.axis))
    y = alt.Y("value:Q", scale=alt.Scale(domain=[0, 1]), axis=theme.number_axis("Similarity"))
    tooltip = ["curve:N", alt.Tooltip("x:Q", title=scenario.axis), alt.Tooltip("value:Q", format=".4f")]
    layers = [_lines(curves, names, x, y, tooltip)]
    if given:
        circles = theme.chart(given, "the curves").mark_point(filled=False, size=24, strokeWidth=1.1, opacity=1)
        layers.append(circles.encode(x=x, y=y, color=alt.Color("curve:N", legend=None)))
    title = f"Similarity against {scenario.axis[0].lower()}{scenario.axis[1:]}"
    return theme.layered(*layers, title=title, width=theme.plot_width(width), height=_HEIGHT)


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
