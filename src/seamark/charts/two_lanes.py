"""Two segmentations under each other, with a line for every boundary they share or nearly share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from seamark.charts import theme
from seamark.checks import shown
from seamark.errors import InputError
from seamark.metrics.edit import align
from seamark.metrics.weights import EditWeights
from seamark.model.alignment import Alignment
from seamark.model.segmentation import Segmentation, SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

_ROW_HEIGHT = 64
# Below this many pixels a segment has no room for its mass.
_ROOM_FOR_MASS = 16


def alignment(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    names: tuple[str, str] = ("a", "b"),
    width: int = theme.WIDTH,
) -> LayerChart:
    """Two segmentations as rows of boxes: lines join boundaries that match or nearly match, crosses mark full misses.

    Parameters
    ----------
    a, b
        Two segmentations of the same units.
    n, weights
        What counts as a near miss; see ``align``.
    names
        What to call the two.
    width
        Of the plot, in pixels.

    Raises
    ------
    MassMismatchError
        When the two do not cover the same number of units.
    InputError
        When a segmentation, an option or the names cannot be used, or altair is not installed.

    Examples
    --------
    >>> chart = alignment([2, 3, 6], [2, 4, 5], names=("ann", "ben"))
    >>> chart.to_dict()["width"]
    640
    """
    if not isinstance(names, tuple | list) or not _two_names(*names):
        raise InputError(f"names are {shown(names)}; expected two different names")
    aligned, pixels = align(a, b, n=n, weights=weights), theme.plot_width(width)
    alt = theme.load_altair()
    x = theme.unit_places(aligned.a.mass, pixels)
    y = alt.Y("lane:N", **theme.named_rows(names), axis=theme.axis(None, labelFontSize=12, labelLimit=220))
    boxes = [
        box
        for name, segmentation in zip(names, (aligned.a, aligned.b), strict=True)
        for box in _boxes(name, segmentation, pixels)
    ]
    marks = list(_marks(aligned, names))
    segments = alt.Chart(theme.rows(boxes, "the alignment"))
    boundaries = alt.Chart(theme.rows(marks, "the alignment"))
    scales = theme.kind_scales(mark["kind"] for mark in marks)
    of_segment = [alt.Tooltip("lane:N", title=" "), alt.Tooltip("units:Q", format=",")]
    return theme.layered(
        segments.mark_rect(
            color=theme.RAMP[0], stroke="white", strokeWidth=2, height=alt.RelativeBandSize(0.44)
        ).encode(x=x, x2="end:Q", y=y, tooltip=of_segment),
        segments.mark_text(color=theme.INK, font=theme.FONT, fontSize=11)
        .encode(x=alt.X("middle:Q"), y=y, text=alt.Text("units:Q", format=",d"), tooltip=of_segment)
        .transform_filter(alt.datum.room),
        boundaries.mark_line(strokeWidth=2)
        .encode(x=x, y=y, detail="edit:N", stroke=scales["stroke"])
        .transform_filter(alt.datum.joined),
        boundaries.mark_point(size=95, strokeWidth=1.4, opacity=1).encode(
            x=x, y=y, **scales, tooltip=[alt.Tooltip("lane:N", title=" "), "kind:N", "place:N"]
        ),
        title=f"{names[0]} and {names[1]}: matches, near misses and full misses",
        width=pixels,
        height=theme.step(_ROW_HEIGHT),
    )


def _two_names(*names: object) -> bool:
    return len(names) == 2 and all(isinstance(name, str) for name in names) and names[0] != names[1]


def _boxes(name: str, segmentation: Segmentation, width: int) -> Iterator[dict[str, Any]]:
    for start, end in pairwise((0, *segmentation.positions, segmentation.mass)):
        yield {
            "lane": name,
            "position": start,
            "end": end,
            "middle": (start + end) / 2,
            "units": end - start,
            "room": (end - start) * width >= _ROOM_FOR_MASS * segmentation.mass,
        }


def _marks(aligned: Alignment, names: tuple[str, str]) -> Iterator[dict[str, Any]]:
    """A row per boundary; the two rows of an edit that both sides have a part in share its number."""
    for number, outcome in enumerate(aligned.outcomes):
        for lane, position in zip(names, (outcome.position_a, outcome.position_b), strict=True):
            if position is not None:
                yield {
                    "lane": lane,
                    "position": position,
                    "kind": outcome.kind,
                    "edit": number,
                    "joined": outcome.only is None,
                    "place": f"between units {position:,} and {position + 1:,}",
                }
