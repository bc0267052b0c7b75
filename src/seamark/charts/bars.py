"""Bars: labelled segments, spans that may overlap, and levels, a lane per coder."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from seamark.charts import theme
from seamark.checks import mapping_of, shown, string_of
from seamark.errors import InputError, MassMismatchError
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.notebook_bars import tracks_of_overlaps
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Span, Spans

if TYPE_CHECKING:
    from altair import LayerChart

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
