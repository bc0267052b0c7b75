"""The theme of charts: colours, shapes, axes and legends.

Everything that a colour says is also said by lightness or by a shape, for readers who see colours differently and for
paper that has none. Styles are set on the parts of a chart and not in its configuration, since altair cannot put
configured charts beside or on top of each other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from seamark.base.checks import items_of, of_kind, path_of, string_of
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.base.files import write_file
from seamark.model.alignment import FULL_MISS, MATCH, NEAR_MISS, OTHER_TYPE

if TYPE_CHECKING:
    from altair import LayerChart, TopLevelMixin

__all__ = ["save_chart"]


INK: Final = "#1d2b34"
QUIET: Final = "#5d6b74"
FAINT: Final = "#d3dadf"
#: Nothing, on the scale of ``RAMP``.
EMPTY: Final = "#f0f3f5"
#: From few to many: every step is darker than the one before.
RAMP: Final = ("#dbe7ee", "#8db7cd", "#3f83a6", "#11506f", "#062a3d")
#: Colours of names that are beside each other.
LINES: Final = ("#0d4a6b", "#c9541f", "#3f8f7a", "#8a5fa8", "#b58900", "#5d6b74")

#: A full miss, on the lane that lacks the boundary.
MISSING: Final = "full miss (missing here)"
#: Of a point: its colour, its shape, and whether the shape is filled.
PointStyle: TypeAlias = tuple[str, str, bool]
#: What becomes of a boundary, in the order of legends.
KINDS: Final[Mapping[str, PointStyle]] = {
    MATCH: ("#0d4a6b", "circle", True),
    NEAR_MISS: ("#d98e04", "diamond", True),
    FULL_MISS: ("#bf3b22", "cross", True),
    MISSING: ("#bf3b22", "cross", False),
    OTHER_TYPE: ("#7b4f9d", "square", True),
}

FONT: Final = "Helvetica Neue, Helvetica, Arial, sans-serif"
#: The letters of axes and legends.
_LABELS: Final[dict[str, Any]] = {
    "titleFont": FONT,
    "titleFontSize": 11,
    "titleFontWeight": "normal",
    "titleColor": QUIET,
    "labelFont": FONT,
    "labelFontSize": 11,
    "labelColor": INK,
}
WIDTH: Final = 640

_LONGEST_TITLE: Final = 900

# A browser needs seconds for more marks than this, and they cannot be distinguished.
_MOST_MARKS: Final = 50_000


def load_altair() -> Any:
    """The module altair, or one line that says how to get it."""
    return require("altair", package="altair", extra="charts", what="a chart")


def chart(values: Iterable[Mapping[str, object]]) -> Any:
    """A chart of rows, still without marks; one that nobody could read is refused."""
    listed = [dict(row) for row in values]
    if len(listed) > _MOST_MARKS:
        raise InputError(
            f"the chart has {len(listed):,} marks; expected at most {_MOST_MARKS:,}, so choose fewer items"
        )
    alt = load_altair()
    return alt.Chart(alt.InlineData(values=listed))


def kind_points(marks: Iterable[Mapping[str, Any]], **channels: Any) -> Any:
    """A point for every row, with the colour, shape and filling of its kind."""
    rows = list(marks)
    drawn = chart(rows).mark_point(size=95, strokeWidth=1.4, opacity=1)
    return drawn.encode(**kind_scales(row["kind"] for row in rows), **channels)


def two_names(names: Iterable[str]) -> list[str]:
    """The names of two sides, which differ."""
    named = [string_of(name, "a name") for name in items_of(names, "names", "two different names")]
    if len(named) != 2 or named[0] == named[1]:
        raise InputError(f"names are {named}; expected two different names")
    return named


def axis(title: str | None, **choices: Any) -> Any:
    """An axis with a title, small labels and no lines that carry nothing."""
    bare = {"grid": False, "domain": False, "ticks": False, "labelPadding": 6, "labelFlush": False}
    return load_altair().Axis(title=title, **_LABELS | {"titleFontSize": 12, "titlePadding": 8} | bare | choices)


def number_axis(title: str | None, **choices: Any) -> Any:
    """An axis of numbers that are read off: with faint lines across the chart."""
    return axis(title, grid=True, gridColor=FAINT, gridOpacity=0.7, **choices)


def place_text(start: int, end: int) -> str:
    """Where something is: between two units where it begins and ends at the same place, otherwise at some units."""
    return f"between units {start:,} and {start + 1:,}" if start == end else f"units {start + 1:,} to {end:,}"


def box(start: int, end: int, length: int, pixels: float) -> dict[str, Any]:
    """Where a box is on a line of so many units, and whether it has room for a text of so many pixels."""
    room = (end - start) * WIDTH >= pixels * length
    return {"position": start, "end": end, "middle": (start + end) / 2, "room": room}


def unit_places(
    high: float, low: float = 0, *, field: str = "position:Q", title: str = "Units", pixels: int = 40
) -> Any:
    """The horizontal channel of places between the units of an item, with a tick for about so many pixels."""
    alt = load_altair()
    scale = alt.Scale(domain=[low, high], nice=False)
    return alt.X(field, scale=scale, axis=axis(title, format="~s", tickMinStep=1, tickCount=WIDTH // pixels))


def in_seconds(chart: LayerChart, resolution: float) -> LayerChart:
    """The same chart with places in seconds; ``resolution`` is the length of a unit."""
    for layer in chart.layer:
        place = layer.encoding.x
        place.axis = axis("Seconds", labelExpr=f"format(datum.value * {resolution!r}, '~r')", tickCount=WIDTH // 60)
    return chart


def named(channel: str, field: str, names: Iterable[str], **choices: Any) -> Any:
    """A channel, ``"X"`` or ``"Y"``, with a place for each name, in this order; the choices are those of the axis.

    The order is a domain and not a list to sort by: Vega turns such a list into code, which some characters in names
    break.
    """
    alt = load_altair()
    scale = alt.Scale(domain=list(names))
    return getattr(alt, channel)(field, sort=None, scale=scale, axis=axis(None, **choices))


def legend(title: str | None, **choices: Any) -> Any:
    """A legend above the chart, where it takes no width from it."""
    return load_altair().Legend(title=title, orient="top", **_LABELS | choices)


def layered(*layers: Any, title: str, height: Any, width: Any = WIDTH) -> LayerChart:
    """Layers as one chart without a frame, under a title; a width or height may be a ``step`` per row."""
    alt = load_altair()
    view = alt.ViewBackground(stroke=None)
    heading = alt.TitleParams(
        title, anchor="start", font=FONT, fontSize=13, fontWeight="bold", color=INK, offset=10, limit=_LONGEST_TITLE
    )
    chart: LayerChart = alt.layer(*layers, view=view, title=heading).properties(width=width, height=height)
    return chart


def colours(number: int) -> list[str]:
    """Colours for so many names, which begin again where there are more names than colours."""
    return [LINES[place % len(LINES)] for place in range(number)]


def scale_of(names: Iterable[str]) -> Any:
    """A colour for each name."""
    domain = list(names)
    return load_altair().Scale(domain=domain, range=colours(len(domain)))


def ramp(title: str, domain: tuple[float, float], *, format: str = ".0%") -> dict[str, Any]:
    """Lightness for a number, darker for more, with its legend."""
    scale = load_altair().Scale(domain=list(domain), range=list(RAMP), clamp=True)
    return {
        "scale": scale,
        "legend": legend(title, type="gradient", format=format, gradientLength=160, gradientThickness=10),
    }


def kind_scales(kinds: Iterable[str]) -> dict[str, Any]:
    """Colour, shape and filling for the kinds that occur, as one legend."""
    alt, found, shown = load_altair(), set(kinds), legend(None, symbolSize=90)
    present = {kind: style for kind, style in KINDS.items() if kind in found}

    def channel(kind: Any, values: Iterable[str]) -> Any:
        return kind("kind:N", scale=alt.Scale(domain=list(present), range=list(values)), legend=shown)

    return {
        "stroke": channel(alt.Stroke, (colour for colour, _, _ in present.values())),
        "fill": channel(alt.Fill, (colour if filled else "white" for colour, _, filled in present.values())),
        "shape": channel(alt.Shape, (shape for _, shape, _ in present.values())),
    }


# ------------------------------------------------------------------------------ Charts as files, made without a network


class _ScriptSafe(json.JSONEncoder):
    """JSON that can be in a script element: a name such as ``</script>`` cannot end it."""

    def encode(self, o: Any) -> str:
        return super().encode(o).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


#: What a chart can be saved as, and how; a PNG is sharp in print at the width of a column.
_SAVING: Final[Mapping[str, Mapping[str, Any]]] = {
    ".svg": {},
    ".png": {"scale_factor": 2.0},
    ".pdf": {},
    ".html": {"inline": True, "embed_options": {"renderer": "svg"}, "json_kwds": {"cls": _ScriptSafe}},
}
SUFFIXES: Final = tuple(_SAVING)


def save_chart(chart: TopLevelMixin, path: str | os.PathLike[str]) -> None:
    """Write a chart to a file; the suffix says how: ``.svg``, ``.png``, ``.pdf`` or ``.html``.

    An HTML file holds everything it needs and opens without a network.

    Parameters
    ----------
    chart
        Any altair chart.
    path
        Where to; an existing file is replaced.

    Raises
    ------
    InputError
        When the suffix is another one, or vl-convert-python is not installed.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from seamark.charts.boundaries import alignment
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_chart(alignment([2, 3], [3, 2]), Path(folder, "lanes.svg"))
    ...     Path(folder, "lanes.svg").read_text(encoding="utf-8")[:4]
    '<svg'
    """
    write_file(path_of(path, "path"), [chart_file(chart, path)], force=True)


def chart_file(chart: TopLevelMixin, path: str | os.PathLike[str]) -> bytes:
    """The contents of the file that ``save_chart`` writes.

    Examples
    --------
    >>> from seamark.charts.boundaries import alignment
    >>> chart_file(alignment([2, 3], [3, 2]), "lanes.png")[1:4]
    b'PNG'
    """
    suffix = chart_suffix(path)
    of_kind(chart, load_altair().TopLevelMixin, "chart", "an altair chart")
    require("vl_convert", package="vl-convert-python", extra="charts", what="saving a chart")
    settings: Any = {"format": suffix[1:], **_SAVING[suffix]}
    # Room for long labels: an SVG is drawn in the fonts of its reader, which may be wider than those it was made with.
    drawn: Any = chart
    if suffix == ".svg" and drawn.padding is load_altair().Undefined:
        drawn = drawn.properties(padding={"left": 30, "right": 10, "top": 5, "bottom": 5})
    if suffix in (".png", ".pdf"):
        drawn.save(binary := BytesIO(), **settings)
        return binary.getvalue()
    drawn.save(text := StringIO(), **settings)
    return text.getvalue().encode("utf-8", "backslashreplace")


def chart_suffix(path: str | os.PathLike[str]) -> str:
    """The suffix of a file, if a chart can be saved as that.

    Examples
    --------
    >>> chart_suffix("lanes.SVG")
    '.svg'
    """
    suffix = path_of(path, "path").suffix.casefold()
    if suffix not in SUFFIXES:
        given = f"as {suffix}" if suffix else "without a suffix"
        raise InputError(f"{os.fspath(path)}: a chart cannot be saved {given}; expected one of {', '.join(SUFFIXES)}")
    return suffix
