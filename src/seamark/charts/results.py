"""Results: agreement with its intervals, segmenters beside humans, how alike coders are, and plans of studies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from seamark.agreement.agree import Agreement
from seamark.agreement.coefficients import Similarity
from seamark.agreement.diagnose import Diagnosis, diagnose
from seamark.agreement.plan import Design, StudyPlan
from seamark.base.checks import of_kind, shown
from seamark.base.errors import InputError
from seamark.base.numbers import counted, percent
from seamark.charts import theme
from seamark.evaluation.human_comparison import Evaluation, Standing
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.alignment import MATCH, NEAR_MISS
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["agreement", "evaluation", "pairwise", "plan"]


_DOT_ROW_HEIGHT = 20
_GUESS = "best guess"


def agreement(results: Agreement | Mapping[str, Agreement], *, width: int = theme.WIDTH) -> LayerChart:
    """How far coders agree above shuffled codings, with intervals where they were asked for.

    Of one result it shows the whole corpus, and below it every item in the order of ``ranking``, with the
    best guess of it as a tick; of several results by name, each with its interval. 0 is what the same segments reach in
    random order, 1 is full agreement.

    Parameters
    ----------
    results
        What ``agree`` returned, once or several times under different names.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When there is no result, or altair is not installed.

    Examples
    --------
    >>> from seamark.agreement.agree import agree
    >>> corpus = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}, "song": {"ann": [4, 2, 2], "ben": [4, 2, 2]}}
    >>> chart = agreement(agree(corpus, "B"))
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['2 items', 'poem', 'song']
    >>> chart = agreement({"B": agree(corpus, "B", ci=0.95), "S": agree(corpus, "S")})
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['B', 'S']
    """
    pixels = theme.plot_width(width)
    if isinstance(results, Agreement):
        title = f"Agreement on each item ({results.similarity})"
        whole = {counted(len(results.per_item), "item"): results}
        parts = {item: results.per_item[item] for item in results.ranking}
    else:
        if not isinstance(results, Mapping) or not all(isinstance(result, Agreement) for result in results.values()):
            raise InputError(f"results are {shown(results)}; expected what agree returns, or several by name")
        if not results:
            raise InputError("there are no results to show; expected at least one")
        title, whole, parts = "Agreement of the coders", dict(results), {}
    rows = [
        _row(
            name,
            result.above_shuffled,
            *theme.interval_ends(result.above_interval, result.above_shuffled),
            str(result.signature),
        )
        for name, result in whole.items()
    ]
    rows += [_row(item, part.above_shuffled, part.above_shuffled, part.above_shuffled) for item, part in parts.items()]
    rows = [row for row in rows if not math.isnan(row["value"])]
    drawn_rows = {row["row"] for row in rows}
    guesses = [
        {"row": item, "value": part.shrunken, "kind": _GUESS}
        for item, part in parts.items()
        if part.shrunken is not None and item in drawn_rows
    ]
    x, y = _axes([row["row"] for row in rows], [row["low"] for row in rows])
    alt, drawn = theme.load_altair(), theme.chart(rows, "agreement")
    return theme.layered(
        drawn.mark_rule(color=theme.QUIET, strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q", y=y),
        theme.chart(guesses, "agreement")
        .mark_tick(thickness=2.5, size=14)
        .encode(x=alt.X("value:Q"), y=y, **_guess_legend(guesses)),
        drawn.mark_point(filled=True, size=60, color=theme.INK, opacity=1).encode(
            x=x,
            y=y,
            tooltip=[
                alt.Tooltip("row:N", title=" "),
                *(alt.Tooltip(f"{field}:Q", format=".4f") for field in ("value", "low", "high")),
                alt.Tooltip("signature:N"),
            ],
        ),
        title=title,
        width=pixels,
        height=theme.step(_DOT_ROW_HEIGHT),
    )


def _row(name: str, value: float, low: float, high: float, signature: str = "") -> dict[str, Any]:
    return {"row": name, "value": value, "low": low, "high": high, "signature": signature}


def _guess_legend(guesses: list[dict[str, Any]]) -> dict[str, Any]:
    """The colour of best guesses, with a legend where there are any, and what a reader sees who points at one."""
    alt = theme.load_altair()
    scale = alt.Scale(domain=[_GUESS], range=[theme.KINDS[NEAR_MISS][0]])
    shown = theme.legend(None, symbolType="square", symbolSize=100) if guesses else None
    tooltip = [alt.Tooltip("row:N", title=" "), alt.Tooltip("value:Q", title=_GUESS, format=".4f")]
    return {"color": alt.Color("kind:N", scale=scale, legend=shown), "tooltip": tooltip}


def _axes(names: list[str], values: list[float]) -> tuple[Any, Any]:
    alt = theme.load_altair()
    # Read against 0 (shuffled) and 1 (full); below 0 only where there is something to show.
    low = max(-1.0, min(0.0, math.floor(min(values, default=0.0) * 10) / 10))
    x = alt.X(
        "value:Q",
        scale=alt.Scale(domain=[low, 1.0], nice=False, clamp=True),
        axis=theme.number_axis("Above shuffled", tickCount=6),
    )
    return x, theme.named("Y", "row:N", names)


# ------------------------------- Segmenters beside the humans: what each does to agreement, over the band of the humans


_CHANGE_ROW_HEIGHT = 26
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
    y = theme.named("Y", "row:N", names, labelLimit=240)
    drawn = theme.chart(marks, "the evaluation")
    layers = [drawn.mark_rule(color=theme.INK, strokeWidth=1).encode(x=alt.datum(0))]
    if len(result.band):
        band = theme.chart([{"low": result.band.low, "high": result.band.high}], "the evaluation")
        shade = band.mark_rect(color=theme.RAMP[0], opacity=0.75)
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
    return theme.layered(
        *layers, title="Segmenters beside the humans", width=pixels, height=theme.step(_CHANGE_ROW_HEIGHT)
    )


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


# ---------------------------------------------------------- Every coder beside every other: how alike their codings are


# Cells with room for two digits, unless there are so many that the chart would not fit a page.
_CELL, _SMALL_CELL = 40, 18
_MOST_LARGE_CELLS = 20
# Names that fit above a cell without being turned.
_UPRIGHT = 4


def pairwise(corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]], metric: Metric | None = None) -> LayerChart:
    """A matrix of coders: the similarity of every two, over the items that both coded; darker for more alike.

    Parameters
    ----------
    corpus
        The codings.
    metric
        ``S()`` by default; a penalty such as WindowDiff is used as 1 - value.

    Raises
    ------
    InputError
        When nobody coded an item together, or altair is not installed.

    Examples
    --------
    >>> chart = pairwise({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> chart.to_dict()["layer"][0]["encoding"]["x"]["scale"]["domain"]
    ['ann', 'ben', 'cat']
    """
    alt = theme.load_altair()
    study = as_corpus(corpus)
    chosen = as_metric(metric)
    found = diagnose(study, chosen)
    names = list(study.coder_names)
    cells = list(_cells(names, found))
    low = min((cell["value"] for cell in cells), default=0.0)
    values = theme.chart(cells, "the matrix")
    angle = 0 if max(map(len, names)) <= _UPRIGHT else -40
    place = {
        "x": theme.named("X", "second:N", names, labelAngle=angle),
        "y": theme.named("Y", "first:N", names),
    }
    # Pairs are often all alike: the darkness begins below the least of them and not at 0, and the numbers stand beside.
    floor = math.floor(low * 10) / 10
    shade = theme.ramp(f"Similarity ({Similarity(chosen).label})", (floor, 1.0), format=".2f")
    tooltip = [
        alt.Tooltip("first:N", title="coder"),
        alt.Tooltip("second:N", title="and coder"),
        alt.Tooltip("value:Q", title="similarity", format=".4f"),
        alt.Tooltip("items:Q", title="items", format=","),
    ]
    coloured = values.mark_rect(stroke="white", strokeWidth=2).encode(
        **place,
        fill=alt.Fill("value:Q", **shade),
        tooltip=tooltip,
    )
    large = len(names) <= _MOST_LARGE_CELLS
    numbers = values.mark_text(font=theme.FONT, fontSize=11 if large else 8).encode(
        **place,
        text=alt.Text("value:Q", format=".2f"),
        tooltip=tooltip,
        color=alt.condition(alt.datum.value > floor + 0.48 * (1 - floor), alt.value("white"), alt.value("black")),
    )
    size = theme.step(_CELL if large else _SMALL_CELL)
    title = f"Similarity of every two coders ({Similarity(chosen).label})"
    return theme.layered(coloured, numbers, title=title, width=size, height=size)


def _cells(names: list[str], found: Diagnosis) -> Iterator[dict[str, Any]]:
    for (first, second), pair in found.pairs.items():
        if not math.isnan(pair.similarity):
            for one, other in ((first, second), (second, first)):
                yield {"first": one, "second": other, "value": pair.similarity, "items": pair.items}


# ------------------------------------------------------------- How exact a study would be with more items and coders


def plan(found: StudyPlan, *, width: int = 480) -> LayerChart:
    """The width of the interval over the number of items, with a curve for some numbers of coders.

    It is the width that as many studies reach as the plan assures, or the expected one. The width that was asked for is
    a line across.

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
        {"curve": name, "items": design.items, "width": _planned(found, design), "error": design.standard_error}
        for number, name in names.items()
        for design in found.designs
        if design.coders == number
    ]
    ticks = sorted({design.items for design in found.designs})
    layers = [
        theme.curves(
            curves,
            list(names.values()),
            alt.X(
                "items:Q",
                scale=alt.Scale(type="log", nice=False),
                axis=theme.axis("Items", format="~s", values=ticks),
            ),
            alt.Y(
                "width:Q",
                scale=alt.Scale(zero=True),
                axis=theme.number_axis(f"Width of the {percent(found.ci)} interval"),
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
    return theme.layered(*layers, title="How exact a study would be", width=pixels, height=theme.CURVE_HEIGHT)


def _planned(found: StudyPlan, design: Design) -> float:
    return design.width if found.assurance is None else design.assured_width
