"""Agreement as dots on a scale, with intervals."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from seamark.agreement import Agreement, Diagnosis, diagnose
from seamark.agreement.coefficients import Similarity
from seamark.base.checks import mapping_of, of_kind, shown, string_of
from seamark.base.errors import InputError, MassMismatchError
from seamark.charts import theme
from seamark.evaluation.compare import Evaluation, Standing
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.alignment import MATCH, NEAR_MISS
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.drawing import tracks_of_overlaps
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.model.spans import Span, Spans

if TYPE_CHECKING:
    from altair import LayerChart


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
        height=theme.step(_DOT_ROW_HEIGHT),
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
    return x, alt.Y("row:N", **theme.named_rows(names), axis=theme.axis(None))


# ---------------------------------------- Bars: labelled segments, spans that may overlap, and levels, a lane per coder


#: What can be drawn as bars.
Drawable: TypeAlias = Spans | LabelledSegmentation | Hierarchy

_TRACK_HEIGHT = 20
# What a letter of a label needs, in pixels; a bar that is narrower than its label shows none.
_LETTER = 6.5


class Bar(NamedTuple):
    """A span in the row of a lane where it has room; rows are counted from 0."""

    track: int
    span: Span


def bars(
    codings: Mapping[str, Drawable] | Drawable, *, title: str | None = None, width: int = theme.WIDTH
) -> LayerChart:
    """A lane of bars per coder: labelled segments, spans (those that overlap below each other), or nested levels.

    Parameters
    ----------
    codings
        For each coder ``Spans``, a ``LabelledSegmentation`` or a ``Hierarchy``, all of one length; or one of these.
        The lane of a hierarchy has a row per level, the coarsest on top. Segments without a label are gaps, except in
        levels that have no labels at all.
    title
        Of the chart.
    width
        Of the plot, in pixels.

    Raises
    ------
    MassMismatchError
        When two codings have different lengths.
    InputError
        When there is nothing to draw or too much, or altair is not installed.

    Examples
    --------
    >>> turns = Spans([(0, 10, "ann"), (8, 20, "ben")], length=24)
    >>> chart = bars({"reference": turns, "system": Spans([(0, 20, "ann")], length=24)})
    >>> chart.to_dict()["layer"][0]["encoding"]["y"]["scale"]["domain"]
    ['reference', 'system']
    """
    given = _checked(codings)
    heading = "Codings side by side" if title is None else string_of(title, "title")
    lanes = {name: tracks_of(coding) for name, coding in given.items()}
    return theme.layered(
        *bar_layers(lanes, _length(next(iter(given.values()))), theme.plot_width(width)),
        title=heading,
        width=width,
        height=lane_height(),
    )


def _checked(codings: object) -> dict[str, Drawable]:
    """The codings by name, all of one length."""
    kinds = Spans | LabelledSegmentation | Hierarchy
    expected = "Spans, a LabelledSegmentation or a Hierarchy for each coder"
    if isinstance(codings, kinds):
        return {"": codings}
    given = dict(mapping_of(codings, "codings", expected))
    if not given:
        raise InputError(f"codings are empty; expected {expected}")
    for name, coding in given.items():
        if not isinstance(name, str) or not isinstance(coding, kinds):
            raise InputError(f"coder {shown(name)}: {shown(coding)}; expected {expected}")
    if len({_length(coding) for coding in given.values()}) > 1:
        lengths = ", ".join(f"{name} {_length(coding)}" for name, coding in given.items())
        raise MassMismatchError(f"all codings must have one length: {lengths}")
    return given


def _length(coding: Drawable) -> int:
    return coding.length if isinstance(coding, Spans) else coding.mass


def tracks_of(coding: Drawable) -> list[Bar]:
    """The bars of a coding: those that overlap get rows below each other, and so do levels.

    Examples
    --------
    >>> [bar.track for bar in tracks_of(Spans([(0, 10), (8, 20), (10, 12)], length=24))]
    [0, 1, 0]
    """
    if isinstance(coding, Hierarchy):
        levels: tuple[Segmentation | LabelledSegmentation, ...] = coding.levels
        return [Bar(track, span) for track, level in enumerate(levels) for span in _segments(level)]
    rows = coding if isinstance(coding, Spans) else coding.spans
    tracks = tracks_of_overlaps((span.start, span.end) for span in rows.spans)
    return [Bar(track, span) for track, span in zip(tracks, rows.spans, strict=True)]


def _segments(level: Segmentation | LabelledSegmentation) -> tuple[Span, ...]:
    """The segments of a level; the number of their units stands for labels where there are none."""
    if isinstance(level, LabelledSegmentation):
        return level.spans.spans
    return tuple(Span(start, end) for start, end in level.segments)


def bar_layers(lanes: Mapping[str, Sequence[Bar]], length: int, width: int) -> list[Any]:
    """Layers of a chart: a bar for every span, in the colour of its category and with its name where there is room."""
    alt = theme.load_altair()
    names = category_names(bar.span.category for found in lanes.values() for bar in found)
    rows = theme.rows(_rows(lanes, names, length, width), "bars")
    x, y, row = channels(lanes, length, width)
    colours = [
        theme.QUIET if category is None else theme.LINES[place % len(theme.LINES)]
        for place, category in enumerate(names)
    ]
    legend = None if names.keys() <= {None} else theme.legend(None)
    # Names in the order of the rows, not as a domain: beside an offset, Vega turns that into code, which some
    # characters in names break.
    scale = alt.Scale(range=colours)
    tooltip = [alt.Tooltip("lane:N", title="coder"), alt.Tooltip("category:N"), alt.Tooltip("place:N")]
    return [
        alt.Chart(rows)
        .mark_rect(fillOpacity=0.3, strokeWidth=1.2)
        .encode(
            x=x,
            x2="end:Q",
            y=y,
            yOffset=row,
            fill=alt.Fill("category:N", sort=None, scale=scale, legend=legend),
            stroke=alt.Stroke("category:N", sort=None, scale=scale, legend=legend),
            tooltip=tooltip,
        ),
        alt.Chart(rows)
        .mark_text(color=theme.INK, font=theme.FONT, fontSize=10)
        .encode(x=alt.X("middle:Q"), y=y, yOffset=row, text="label:N", tooltip=tooltip)
        .transform_filter(alt.datum.room),
    ]


def channels(lanes: Mapping[str, Sequence[Bar]], length: int, width: int) -> tuple[Any, Any, Any]:
    """Where a bar lies: its place, its lane, and its row in the lane."""
    alt = theme.load_altair()
    y = alt.Y("lane:N", **theme.named_rows(lanes), axis=theme.axis(None, labelFontSize=12, labelLimit=220))
    row = alt.YOffset("track:O", scale=alt.Scale(domain=list(range(_tracks(lanes))), paddingInner=0.1))
    return theme.unit_places(length, width), y, row


def lane_height() -> Any:
    """The height of a chart, which grows with its rows; all lanes have room for as many as the fullest."""
    return theme.step(_TRACK_HEIGHT)


def _tracks(lanes: Mapping[str, Sequence[Bar]]) -> int:
    return 1 + max((bar.track for found in lanes.values() for bar in found), default=0)


def category_names(categories: Iterable[Hashable]) -> dict[Hashable, str]:
    """What to call categories; those that would be called the same, such as 1 and "1", are written as in Python.

    Examples
    --------
    >>> category_names(["A", 1, "1", None])
    {'A': 'A', 1: '1', '1': "'1'", None: 'no category'}
    """
    distinct = dict.fromkeys(categories)
    found: dict[Hashable, str] = {}
    taken: set[str] = set()
    for category in distinct:
        name = "no category" if category is None else str(category)
        found[category] = repr(category) if name in taken else name
        taken.add(found[category])
    return found


def _rows(
    lanes: Mapping[str, Sequence[Bar]], names: Mapping[Hashable, str], length: int, width: int
) -> Iterator[dict[str, Any]]:
    for lane, found in lanes.items():
        for track, (start, end, category) in found:
            label = f"{end - start:,}" if category is None else names[category]
            yield {
                "lane": lane,
                "track": track,
                "position": start,
                "end": end,
                "middle": (start + end) / 2,
                "category": names[category],
                "label": label,
                "place": f"units {start + 1:,} to {end:,}",
                "room": (end - start) * width >= _LETTER * (len(label) + 1) * length,
            }


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
    values = alt.Chart(theme.rows(cells, "the matrix"))
    angle = 0 if max(map(len, names)) <= _UPRIGHT else -40
    place = {
        "x": alt.X("second:N", **theme.named_rows(names), axis=theme.axis(None, labelAngle=angle)),
        "y": alt.Y("first:N", **theme.named_rows(names), axis=theme.axis(None)),
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
