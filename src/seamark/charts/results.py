"""Results: agreement with its intervals, and how alike coders are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from seamark.agreement.agree import Agreement
from seamark.agreement.coefficients import Similarity
from seamark.agreement.diagnose import diagnose
from seamark.base.checks import of_kind
from seamark.base.numbers import counted
from seamark.charts import theme
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.alignment import NEAR_MISS
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["agreement", "pairwise"]


_DOT_ROW_HEIGHT = 20
_GUESS = "best guess"


def agreement(result: Agreement) -> LayerChart:
    """How far coders agree above shuffled codings: the whole corpus, with the interval where it was asked for.

    Below it is every item in the order of ``ranking``, with its best guess as a tick. 0 is what the same
    segments reach in random order, 1 is full agreement.

    Parameters
    ----------
    result
        What ``agree`` returned.

    Raises
    ------
    InputError
        When the result is of another kind, or altair is not installed.

    Examples
    --------
    >>> from seamark.agreement.agree import agree
    >>> corpus = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}, "song": {"ann": [4, 2, 2], "ben": [4, 2, 2]}}
    >>> chart = agreement(agree(corpus, "B", ci=0.95))
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['2 items', 'poem', 'song']
    """
    of_kind(result, Agreement, "result", "what agree returns")
    alt = theme.load_altair()
    interval, whole = result.above_interval, counted(len(result.per_item), "item")
    rows: list[dict[str, Any]] = [{"row": whole, "value": result.above_shuffled, "signature": str(result.signature)}]
    if interval is not None and not math.isnan(interval.low):
        rows[0] |= {"low": interval.low, "high": interval.high}
    parts = {item: result.per_item[item] for item in result.ranking}
    rows += [
        {"row": item, "value": part.above_shuffled, "guess": part.shrunken, "kind": _GUESS}
        for item, part in parts.items()
    ]
    rows = [row for row in rows if not math.isnan(row["value"])]
    # Read against 0 (shuffled) and 1 (full); below 0 only where there is something to show.
    lowest = min((row.get("low", row["value"]) for row in rows), default=0.0)
    scale = alt.Scale(domain=[max(-1.0, min(0.0, math.floor(lowest * 10) / 10)), 1.0], nice=False, clamp=True)
    x = alt.X("value:Q", scale=scale, axis=theme.number_axis("Above shuffled", tickCount=6))
    y = theme.named("Y", "row:N", [row["row"] for row in rows])
    scale = alt.Scale(domain=[_GUESS], range=[theme.KINDS[NEAR_MISS][0]])
    colour = alt.Color("kind:N", scale=scale, legend=theme.legend(None, symbolType="square", symbolSize=100))
    of_row = alt.Tooltip("row:N", title=" ")
    of_guess = [of_row, alt.Tooltip("guess:Q", title=_GUESS, format=".4f")]
    of_value = [alt.Tooltip(f"{field}:Q", format=".4f") for field in ("value", "low", "high")]
    drawn = theme.chart(rows)
    guess = drawn.mark_tick(thickness=2.5, size=14).transform_filter("isValid(datum.guess)")
    point = drawn.mark_point(filled=True, size=60, color=theme.INK, opacity=1)
    return theme.layered(
        drawn.mark_rule(color=theme.QUIET, strokeWidth=2).encode(x="low:Q", x2="high:Q", y=y),
        guess.encode(x="guess:Q", y=y, color=colour, tooltip=of_guess),
        point.encode(x=x, y=y, tooltip=[of_row, *of_value, "signature:N"]),
        title=f"Agreement on each item ({result.similarity})",
        height=alt.Step(_DOT_ROW_HEIGHT),
    )


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
    cells: list[dict[str, Any]] = [
        {"first": one, "second": other, "value": pair.similarity, "items": pair.items}
        for names_of_pair, pair in found.pairs.items()
        if not math.isnan(pair.similarity)
        for one, other in (names_of_pair, names_of_pair[::-1])
    ]
    low = min((cell["value"] for cell in cells), default=0.0)
    values = theme.chart(cells)
    angle = 0 if max(map(len, names)) <= _UPRIGHT else -40
    place = {
        "x": theme.named("X", "second:N", names, labelAngle=angle),
        "y": theme.named("Y", "first:N", names),
    }
    # Pairs are often all alike: the darkness begins below the least of them and not at 0, and the numbers are printed.
    floor = math.floor(low * 10) / 10
    shade = theme.ramp(f"Similarity ({Similarity(chosen).label})", (floor, 1.0), format=".2f")
    tooltip = [
        alt.Tooltip("first:N", title="coder"),
        alt.Tooltip("second:N", title="and coder"),
        alt.Tooltip("value:Q", title="similarity", format=".4f"),
        alt.Tooltip("items:Q", title="items", format=","),
    ]
    large = len(names) <= _MOST_LARGE_CELLS
    cell = values.mark_rect(stroke="white", strokeWidth=2)
    number = values.mark_text(font=theme.FONT, fontSize=11 if large else 8)
    contrast = alt.condition(alt.datum.value > floor + 0.48 * (1 - floor), alt.value("white"), alt.value("black"))
    size = alt.Step(_CELL if large else _SMALL_CELL)
    return theme.layered(
        cell.encode(**place, fill=alt.Fill("value:Q", **shade), tooltip=tooltip),
        number.encode(**place, text=alt.Text("value:Q", format=".2f"), tooltip=tooltip, color=contrast),
        title=f"Similarity of every two coders ({Similarity(chosen).label})",
        width=size,
        height=size,
    )
