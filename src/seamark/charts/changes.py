"""Segmenters beside the humans: what each does to agreement, over the band of the humans."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from seamark.charts import theme
from seamark.checks import of_kind
from seamark.evaluation.standing import Evaluation, Standing
from seamark.model.boundary_outcomes import MATCH

if TYPE_CHECKING:
    from altair import LayerChart

_ROW_HEIGHT = 26
_HUMAN: Final = "human"
_SEGMENTER: Final = "segmenter"
_BASELINE: Final = "baseline"
_BEYOND: Final = "baseline, off the scale"
#: Colour and shape; baselines are hollow, since they are only the floor.
_STYLES: Final = {
    _HUMAN: (theme.QUIET, "M0,-1L0,1", True),
    _SEGMENTER: theme.KINDS[MATCH],
    _BASELINE: (theme.QUIET, "square", False),
    _BEYOND: (theme.QUIET, "triangle-left", False),
}
# What lies on either side of the humans and segmenters, as a share of the width they take.
_MARGIN = 0.25


def evaluation(result: Evaluation, *, width: int = theme.WIDTH) -> LayerChart:
    """How agreement changes when each segmenter joins the humans, over the band of what each human does to it.

    The first row has a stroke for every human; the shade spans from the lowest to the highest of them. Segmenters
    follow, best first, and the baselines below them. A baseline that is far worse than everybody else is only pointed
    at: the scale is for those who are compared. The band is a picture of human variation; what a segmenter is worth
    beside a human is in ``Standing.difference``.

    Parameters
    ----------
    result
        What ``compare`` returned.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When the result is of another kind, or altair is not installed.

    Examples
    --------
    >>> from seamark.evaluation.compare import compare
    >>> humans = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}
    >>> chart = evaluation(compare(humans, {"tiler": {"poem": [2, 3, 6]}}, baselines=False, rng=7))
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['humans (each joining the others)', 'tiler']
    """
    of_kind(result, Evaluation, "result", "what compare returns")
    alt, pixels = theme.load_altair(), theme.plot_width(width)
    humans = "humans (each joining the others)"
    names = [humans, *(standing.name for standing in (*result.segmenters, *result.baselines))]
    marks: list[dict[str, Any]] = [
        {"row": humans, "who": name, "kind": _HUMAN, "change": human.change, "shown": human.change}
        for name, human in result.band.humans.items()
    ]
    marks += [_mark(standing, _SEGMENTER) for standing in result.segmenters]
    low, high = change_range(result)
    marks += [
        _mark(standing, _BASELINE) if standing.change >= low else _pointer(standing, low, high)
        for standing in result.baselines
    ]
    x = alt.X(
        "shown:Q",
        axis=theme.number_axis("Change of agreement on joining the humans", format="+.3~f", tickCount=pixels // 80),
        scale=alt.Scale(domain=[low, high], nice=False, clamp=True),
    )
    y = alt.Y("row:N", **theme.named_rows(names), axis=theme.axis(None, labelLimit=240))
    drawn = alt.Chart(theme.rows(marks, "the evaluation"))
    layers = [drawn.mark_rule(color=theme.INK, strokeWidth=1).encode(x=alt.datum(0))]
    if len(result.band):
        band = theme.rows([{"low": result.band.low, "high": result.band.high}], "the evaluation")
        shade = alt.Chart(band).mark_rect(color=theme.RAMP[0], opacity=0.75)
        layers.insert(0, shade.encode(x=alt.X("low:Q"), x2="high:Q"))
    layers += [
        drawn.mark_point(size=75, strokeWidth=1.5, opacity=1).encode(
            x=x,
            y=y,
            **theme.kind_scales((mark["kind"] for mark in marks), _STYLES),
            tooltip=[
                alt.Tooltip("who:N", title=" "),
                alt.Tooltip("change:Q", title="change", format="+.4f"),
                alt.Tooltip("difference:Q", title="difference from a human", format="+.4f"),
                alt.Tooltip("win_rate:Q", title="win rate", format=".0%"),
            ],
        ),
    ]
    return theme.layered(*layers, title="Segmenters beside the humans", width=pixels, height=theme.step(_ROW_HEIGHT))


def change_range(result: Evaluation) -> tuple[float, float]:
    """The changes that matter: from the worst to the best of humans and segmenters, with a margin on both sides."""
    ends = [0.0, result.band.low, result.band.high, *(standing.change for standing in result.segmenters)]
    known = [end for end in ends if not math.isnan(end)]
    margin = _MARGIN * (max(known) - min(known)) or 0.01
    return min(known) - margin, max(known) + margin


def _pointer(standing: Standing, low: float, high: float) -> dict[str, Any]:
    return {**_mark(standing, _BEYOND), "shown": low + 0.01 * (high - low)}


def _mark(standing: Standing, kind: str) -> dict[str, Any]:
    return {
        "row": standing.name,
        "change": standing.change,
        "shown": standing.change,
        "who": standing.name,
        "kind": kind,
        "difference": standing.difference.value,
        "win_rate": standing.win_rate,
    }
