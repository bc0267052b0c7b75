"""The heat map of spans: how many coders marked something, stretch by stretch."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from seamark.agreement.span_alignment import CategoryDistances, SpanAlignment, align_spans
from seamark.base.checks import shown
from seamark.base.errors import InputError
from seamark.charts import theme
from seamark.charts.results import Bar, bar_layers, channels, lane_height, tracks_of
from seamark.model.checks import is_hashable
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.spans import Span, Spans

if TYPE_CHECKING:
    from altair import LayerChart


_ROW_HEIGHT, _CELL_HEIGHT = 18, 16


class MarkedStretch(NamedTuple):
    """Units that the same number of coders marked."""

    item: str
    start: int
    end: int
    coders: int
    voters: int


def marked_stretches(corpus: Corpus, category: Hashable = None) -> Iterator[MarkedStretch]:
    """Every stretch that anybody marked, item by item and from left to right.

    A coder whose spans overlap counts once. With a category, only spans of it count.

    Examples
    --------
    >>> from seamark.model.spans import Spans
    >>> ann, ben = Spans([(2, 8, "A"), (6, 9, "B")], length=20), Spans([(3, 9, "A")], length=20)
    >>> [tuple(found)[1:4] for found in marked_stretches(Corpus({"talk": {"ann": ann, "ben": ben}}))]
    [(2, 3, 1), (3, 9, 2)]
    """
    for item, codings in corpus.items():
        changes: dict[int, int] = {}
        for spans in codings.values():
            chosen = spans if category is None else spans.only(category)
            # What is no gap is marked, however often.
            edges = [0, *(edge for gap in chosen.gaps() for edge in gap), spans.length]
            for start, end in zip(edges[::2], edges[1::2], strict=True):
                if start < end:
                    changes[start] = changes.get(start, 0) + 1
                    changes[end] = changes.get(end, 0) - 1
        marked = 0
        for start, end in pairwise(sorted(place for place, change in changes.items() if change)):
            marked += changes[start]
            if marked:
                yield MarkedStretch(item, start, end, marked, len(codings))


def span_density(corpus: CorpusLike, *, category: Hashable = None, width: int = theme.WIDTH) -> LayerChart:
    """The share of coders who marked something, stretch by stretch; an item per row, darker for more coders.

    Parameters
    ----------
    corpus
        The spans.
    category
        Count only spans of this category; all of them if it is None.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When no coder has a span of the category, there is more than a chart can show, or altair is not installed.

    Examples
    --------
    >>> from seamark.model.spans import Spans
    >>> ann, ben = Spans([(2, 8, "A")], length=20), Spans([(3, 9, "A")], length=20)
    >>> span_density({"talk": {"ann": ann, "ben": ben}}).to_dict()["title"]["text"]
    'Share of coders who mark a span'
    """
    study, pixels = as_corpus(corpus, "spans"), theme.plot_width(width)
    if category is not None and not (is_hashable(category) and category in study.types):
        raise InputError(f"category is {shown(category)}; no coder has a span of it")
    alt = theme.load_altair()
    items = theme.rows(
        ({"item": item, "position": 0, "end": length} for item, length in study.lengths.items()), "the heat map"
    )
    stretches = theme.rows(
        (
            {
                "item": found.item,
                "position": found.start,
                "end": found.end,
                "place": f"units {found.start + 1:,} to {found.end:,}",
                "share": found.coders / found.voters,
                "coders": f"{found.coders} of {found.voters}",
            }
            for found in marked_stretches(study, category)
        ),
        "the heat map",
    )
    x = theme.unit_places(max(study.lengths.values()), pixels)
    y = alt.Y("item:N", **theme.named_rows(study.item_names), axis=theme.axis(None))
    return theme.layered(
        alt.Chart(items).mark_rect(color=theme.EMPTY, height=_CELL_HEIGHT).encode(x=x, x2="end:Q", y=y),
        alt.Chart(stretches)
        .mark_rect(height=_CELL_HEIGHT)
        .encode(
            x=x,
            x2="end:Q",
            y=y,
            color=alt.Color("share:Q", **theme.ramp("Share of coders", (0.0, 1.0))),
            tooltip=["item:N", "place:N", "coders:N", alt.Tooltip("share:Q", format=".0%")],
        ),
        title="Share of coders who mark a span" + ("" if category is None else f" of {category}"),
        width=pixels,
        height=theme.step(_ROW_HEIGHT),
    )


# ---------------------------------------- Spans of several coders as lanes, with lines between those that mean the same


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
