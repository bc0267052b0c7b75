"""Agreement as dots on a scale, with intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from seamark.agreement import Agreement
from seamark.charts import theme
from seamark.checks import shown
from seamark.errors import InputError
from seamark.model.boundary_outcomes import MATCH, NEAR_MISS

if TYPE_CHECKING:
    from altair import LayerChart

_ROW_HEIGHT = 20
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
    >>> from seamark.agreement import agree
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
    across = alt.Chart(theme.rows(whole, "agreement"))
    return theme.layered(
        across.mark_rect(color=theme.RAMP[0], opacity=0.7).encode(x=alt.X("low:Q"), x2="high:Q"),
        across.mark_rule(color=theme.KINDS[MATCH][0], strokeWidth=1.5).encode(x=alt.X("value:Q")),
        alt.Chart(theme.rows(levels, "agreement"))
        .mark_rule(strokeWidth=1.5, strokeDash=[5, 3])
        .encode(x=alt.X("value:Q"), **_level_legend(levels, "stroke")),
        alt.Chart(theme.rows(dots, "agreement"))
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
        height=theme.step(_ROW_HEIGHT),
    )


def _forest(results: Mapping[str, Agreement], width: int) -> LayerChart:
    alt = theme.load_altair()
    data = [_whole(name, result) for name, result in results.items()]
    labels = dict.fromkeys(result.name for result in results.values())
    levels = _levels(results)
    x, y = _axes(list(results), [row["low"] for row in data] + [row["value"] for row in levels], ", ".join(labels))
    drawn = alt.Chart(theme.rows(data, "agreement"))
    return theme.layered(
        drawn.mark_rule(color=theme.QUIET, strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q", y=y),
        alt.Chart(theme.rows(levels, "agreement"))
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
        height=theme.step(_ROW_HEIGHT),
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
    return x, alt.Y("row:N", **theme.named_rows(names), axis=theme.axis(None))
