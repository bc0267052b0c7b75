"""Curves: how precise a study would be with more items and more coders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from seamark.agreement.plan import StudyPlan
from seamark.charts import theme
from seamark.checks import of_kind

if TYPE_CHECKING:
    from altair import LayerChart

_HEIGHT = 260


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
    >>> from seamark.agreement.simulation import CoderRates
    >>> chart = plan(plan_study(rates=CoderRates(), target_width=0.2, coders=(3, 10), rng=1))
    >>> chart.to_dict()["layer"][0]["encoding"]["color"]["scale"]["domain"]
    ['3 coders', '10 coders']
    """
    of_kind(found, StudyPlan, "found", "what sm.plan returns")
    pixels, alt = theme.plot_width(width), theme.load_altair()
    coders = sorted({design.coders for design in found.designs})
    if len(coders) > len(theme.LINES):
        coders = [coders[place] for place in np.linspace(0, len(coders) - 1, len(theme.LINES)).round().astype(int)]
    names = [f"{number} coders" for number in coders]
    curves: list[dict[str, Any]] = [
        {"curve": name, "items": design.items, "width": design.width, "error": design.standard_error}
        for name, number in zip(names, coders, strict=True)
        for design in found.designs
        if design.coders == number
    ]
    shown = theme.legend(None, symbolType="stroke", symbolSize=500)
    dashes = alt.Scale(domain=names, range=[list(dash) for dash in theme.DASHES[: len(names)]])
    layers = [
        alt.Chart(theme.rows(curves, "the curves"))
        .mark_line(strokeWidth=2, point=True)
        .encode(
            x=alt.X(
                "items:Q",
                scale=alt.Scale(type="log", nice=False),
                axis=theme.axis("Items", format="~s", values=_ticks(found)),
            ),
            y=alt.Y(
                "width:Q", scale=alt.Scale(zero=True), axis=theme.number_axis(f"Width of the {found.ci:.0%} interval")
            ),
            color=alt.Color(
                "curve:N", scale=alt.Scale(domain=names, range=list(theme.LINES[: len(names)])), legend=shown
            ),
            strokeDash=alt.StrokeDash("curve:N", scale=dashes, legend=shown),
            tooltip=[
                alt.Tooltip("curve:N", title=" "),
                alt.Tooltip("items:Q", format=","),
                alt.Tooltip("width:Q", format=".3f"),
                alt.Tooltip("error:Q", title="standard error", format=".3f"),
            ],
        )
    ]
    if found.target_width is not None:
        target = alt.Chart(theme.rows([{"width": found.target_width}], "the width asked for"))
        layers.append(target.mark_rule(color=theme.QUIET, strokeDash=[2, 2]).encode(y=alt.Y("width:Q")))
    return theme.layered(*layers, title="How exact a study would be", width=pixels, height=_HEIGHT)


def _ticks(found: StudyPlan) -> list[int]:
    return sorted({design.items for design in found.designs})
