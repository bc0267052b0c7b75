"""Spans of several coders as lanes, with lines between those that mean the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seamark.agreement.span_alignment import CategoryDistances, SpanAlignment, align_spans
from seamark.charts import theme
from seamark.charts.bars import Bar, bar_layers, channels, lane_height, tracks_of
from seamark.model.spans import Span, Spans

if TYPE_CHECKING:
    from altair import LayerChart


def span_alignment(
    codings: Mapping[str, Spans],
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    empty: float = 1.0,
    distances: CategoryDistances | None = None,
    width: int = theme.WIDTH,
) -> LayerChart:
    """A lane of spans per coder, and a line through those that the best alignment takes for the same.

    A cross marks a span that stands alone.

    Parameters
    ----------
    codings, alpha, beta, empty, distances
        As for ``align_spans``.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When the spans cannot be aligned or are too many to show, or altair is not installed.

    Examples
    --------
    >>> one, other = Spans([(0, 10, "A")], length=60), Spans([(2, 12, "A"), (50, 60, "A")], length=60)
    >>> chart = span_alignment({"ann": one, "ben": other})
    >>> chart.to_dict()["title"]["text"]
    'Spans that mean the same: disorder 0.6933'
    """
    found = align_spans(codings, alpha=alpha, beta=beta, empty=empty, distances=distances)
    alt, pixels = theme.load_altair(), theme.plot_width(width)
    lanes = {coder: tracks_of(spans) for coder, spans in codings.items()}
    length = next(iter(codings.values())).length
    x, y, row = channels(lanes, length, pixels)
    members = alt.Chart(theme.rows(_members(found, lanes), "the alignment"))
    tooltip = [alt.Tooltip("place:N"), alt.Tooltip("cost:Q", format=".4f", title="cost of the set")]
    return theme.layered(
        *bar_layers(lanes, length, pixels),
        members.mark_line(color=theme.INK, strokeWidth=1.5)
        .encode(x=x, y=y, yOffset=row, detail="set:N", order="order:Q")
        .transform_filter(~alt.datum.alone),
        members.mark_point(size=40, color=theme.INK, filled=True, opacity=1).encode(
            x=x,
            y=y,
            yOffset=row,
            shape=alt.Shape("alone:N", scale=alt.Scale(domain=[False, True], range=["circle", "cross"]), legend=None),
            tooltip=tooltip,
        ),
        title=f"Spans that mean the same: disorder {found.disorder:.4f}",
        width=pixels,
        height=lane_height(),
    )


def _members(found: SpanAlignment, lanes: Mapping[str, Sequence[Bar]]) -> Iterator[dict[str, Any]]:
    """A row per span; those of a set share its number."""
    # Equal spans of one coder stand in different rows of the lane: each set takes the next of them.
    tracks: dict[tuple[str, Span], list[int]] = {}
    for lane, bars in lanes.items():
        for track, span in reversed(bars):
            tracks.setdefault((lane, span), []).append(track)
    for number, one in enumerate(found.unitary):
        present = {coder: span for coder, span in one.spans.items() if span is not None}
        for place, (coder, span) in enumerate(present.items()):
            yield {
                "order": place,
                "lane": coder,
                "track": tracks[coder, span].pop(),
                # At the left of a bar, where it does not hide the name in the middle.
                "position": span.start + min(1, (span.end - span.start) / 8),
                "set": number,
                "alone": len(present) == 1,
                "cost": one.cost,
                "place": f"units {span.start + 1:,} to {span.end:,}",
            }
