"""Results: agreement with its intervals, segmenters beside humans, and how alike every two coders are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from seamark.agreement.agree import Agreement
from seamark.agreement.coefficients import Similarity
from seamark.agreement.diagnose import Diagnosis, diagnose
from seamark.base.checks import of_kind, shown
from seamark.base.errors import InputError
from seamark.charts import theme
from seamark.evaluation.human_comparison import Evaluation, Standing
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.alignment import MATCH, NEAR_MISS
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["agreement", "evaluation", "pairwise"]


_DOT_ROW_HEIGHT = 20
_SHUFFLED = "shuffled codings"


def agreement(results: Agreement | Mapping[str, Agreement], *, width: int = theme.WIDTH) -> LayerChart:
    """How far coders agree, with intervals where they were asked for, and the coefficient that shuffled codings have.

    Of one result it shows every item by itself, the hardest first, over the value of the whole corpus, its interval and
    the level of shuffled codings; of several results by name, the value, interval and level of each.

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
    >>> corpus = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}, "song": {"ann": [4, 4], "ben": [4, 4]}}
    >>> chart = agreement(agree(corpus))
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['poem', 'song']
    >>> chart = agreement({"pi": agree(corpus, ci=0.95, rng=7), "kappa": agree(corpus, coefficient="kappa")})
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['pi', 'kappa']
    """
    pixels = theme.plot_width(width)
    if isinstance(results, Agreement):
        return _items(results, pixels)
    if not isinstance(results, Mapping) or not all(isinstance(result, Agreement) for result in results.values()):
        raise InputError(f"results are {shown(results)}; expected what agree returns, or several by name")
    if not results:
        raise InputError("there are no results to show; expected at least one")
    return _forest(results, pixels)


def _items(result: Agreement, width: int) -> LayerChart:
    alt = theme.load_altair()
    parts = {item: part for item, part in result.per_item.items() if not math.isnan(part.value)}
    names = sorted(parts, key=lambda item: parts[item].value)
    dots: list[dict[str, Any]] = [
        {"row": name, "value": parts[name].value, "units": parts[name].mass, "coders": parts[name].coders}
        for name in names
    ]
    whole, levels = [_whole("corpus", result)], _levels({"corpus": result})
    x, y = _axes(names, [row["value"] for row in dots + levels] + [whole[0]["low"]], result.name)
    across = theme.chart(whole, "agreement")
    return theme.layered(
        across.mark_rect(color=theme.RAMP[0], opacity=0.7).encode(x=alt.X("low:Q"), x2="high:Q"),
        across.mark_rule(color=theme.KINDS[MATCH][0], strokeWidth=1.5).encode(x=alt.X("value:Q")),
        theme.chart(levels, "agreement")
        .mark_rule(strokeWidth=1.5, strokeDash=[5, 3])
        .encode(x=alt.X("value:Q"), **_level_legend(levels, "stroke")),
        theme.chart(dots, "agreement")
        .mark_point(filled=True, size=60, color=theme.INK, opacity=1)
        .encode(
            x=x,
            y=y,
            tooltip=[
                alt.Tooltip("row:N", title="item"),
                alt.Tooltip("value:Q", title=result.name, format=".4f"),
                alt.Tooltip("units:Q", format=","),
                alt.Tooltip("coders:Q", format=","),
            ],
        ),
        title=f"Agreement on each item ({result.name}, {result.similarity})",
        width=width,
        height=theme.step(_DOT_ROW_HEIGHT),
    )


def _forest(results: Mapping[str, Agreement], width: int) -> LayerChart:
    alt = theme.load_altair()
    data = [_whole(name, result) for name, result in results.items()]
    labels = dict.fromkeys(result.name for result in results.values())
    levels = _levels(results)
    x, y = _axes(list(results), [row["low"] for row in data] + [row["value"] for row in levels], ", ".join(labels))
    drawn = theme.chart(data, "agreement")
    return theme.layered(
        drawn.mark_rule(color=theme.QUIET, strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q", y=y),
        theme.chart(levels, "agreement")
        .mark_tick(thickness=2.5, size=14)
        .encode(x=alt.X("value:Q"), y=y, **_level_legend(levels, "square")),
        drawn.mark_point(filled=True, size=70, color=theme.INK, opacity=1).encode(
            x=x,
            y=y,
            tooltip=[
                alt.Tooltip("row:N", title=" "),
                *(alt.Tooltip(f"{field}:Q", format=".4f") for field in ("value", "low", "high")),
                alt.Tooltip("signature:N"),
            ],
        ),
        title="Agreement of the coders",
        width=width,
        height=theme.step(_DOT_ROW_HEIGHT),
    )


def _whole(name: str, result: Agreement) -> dict[str, Any]:
    low, high = theme.interval_ends(result.interval, result.value)
    return {"row": name, "value": result.value, "low": low, "high": high, "signature": str(result.signature)}


def _levels(results: Mapping[str, Agreement]) -> list[dict[str, Any]]:
    """The coefficient that shuffled codings have, of every result that has one."""
    levels = {name: result.shuffled_value for name, result in results.items()}
    return [{"row": name, "value": level, "kind": _SHUFFLED} for name, level in levels.items() if not math.isnan(level)]


def _level_legend(levels: list[dict[str, Any]], symbol: str) -> dict[str, Any]:
    """The colour of these levels, with a legend where there are any, and what a reader sees who points at one."""
    alt = theme.load_altair()
    scale = alt.Scale(domain=[_SHUFFLED], range=[theme.KINDS[NEAR_MISS][0]])
    shown = theme.legend(None, symbolType=symbol, symbolSize=100) if levels else None
    tooltip = [alt.Tooltip("row:N", title=" "), alt.Tooltip("value:Q", title=_SHUFFLED, format=".4f")]
    return {"color": alt.Color("kind:N", scale=scale, legend=shown), "tooltip": tooltip}


def _axes(names: list[str], values: list[float], title: str) -> tuple[Any, Any]:
    alt = theme.load_altair()
    # Agreement is read against 0 (chance) and 1 (full); below chance only where there is something to show.
    low = min(0.0, math.floor(min(values, default=0.0) * 10) / 10)
    x = alt.X(
        "value:Q",
        scale=alt.Scale(domain=[low, 1.0], nice=False),
        axis=theme.number_axis(title, tickCount=6),
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
