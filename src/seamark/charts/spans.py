"""Labelled segments, spans and levels: bars in a lane per coder, spans that mean the same, and who marked what."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heappush, heapreplace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from seamark.agreement.span_alignment import CategoryDistances, SpanAlignment, align_spans
from seamark.base.checks import mapping_of, shown, string_of
from seamark.base.errors import InputError, MassMismatchError
from seamark.charts import theme
from seamark.charts.boundaries import density
from seamark.model.checks import is_hashable
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Span, Spans

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["bars", "span_alignment", "span_density"]

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
    layers, _ = _bar_layers(lanes, _length(next(iter(given.values()))), theme.plot_width(width))
    return theme.layered(*layers, title=heading, width=width, height=theme.step(_TRACK_HEIGHT))


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


def _bar_layers(lanes: Mapping[str, Sequence[Bar]], length: int, width: int) -> tuple[list[Any], dict[str, Any]]:
    """Layers of a chart: a bar for every span, in the colour of its category and with its name where there is room; and
    the channels that say where a bar lies: its place, its lane, and its row in the lane.
    """
    alt = theme.load_altair()
    names = category_names(bar.span.category for found in lanes.values() for bar in found)
    # All lanes have room for as many rows as the fullest.
    tracks = 1 + max((bar.track for found in lanes.values() for bar in found), default=0)
    place = {
        "x": theme.unit_places(length, width),
        "y": theme.named("Y", "lane:N", lanes, labelFontSize=12, labelLimit=220),
        "yOffset": alt.YOffset("track:O", scale=alt.Scale(domain=list(range(tracks)), paddingInner=0.1)),
    }
    colours = [
        theme.QUIET if category is None else theme.LINES[number % len(theme.LINES)]
        for number, category in enumerate(names)
    ]
    # Names in the order of the rows, not as a domain: beside an offset, Vega turns that into code, which some
    # characters in names break.
    by_category = {
        "sort": None,
        "scale": alt.Scale(range=colours),
        "legend": None if names.keys() <= {None} else theme.legend(None),
    }
    tooltip = [alt.Tooltip("lane:N", title="coder"), alt.Tooltip("category:N"), alt.Tooltip("place:N")]
    drawn = theme.chart(_rows(lanes, names, length, width), "bars")
    layers = [
        drawn.mark_rect(fillOpacity=0.3, strokeWidth=1.2).encode(
            **place,
            x2="end:Q",
            fill=alt.Fill("category:N", **by_category),
            stroke=alt.Stroke("category:N", **by_category),
            tooltip=tooltip,
        ),
        drawn.mark_text(color=theme.INK, font=theme.FONT, fontSize=10)
        .encode(**place | {"x": alt.X("middle:Q")}, text="label:N", tooltip=tooltip)
        .transform_filter(alt.datum.room),
    ]
    return layers, place


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

    A cross marks a span without a partner.

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
    'Aligned spans: disorder 0.6933'
    """
    found = align_spans(codings, alpha=alpha, beta=beta, empty=empty, distances=distances)
    alt, pixels = theme.load_altair(), theme.plot_width(width)
    lanes = {coder: tracks_of(spans) for coder, spans in codings.items()}
    layers, place = _bar_layers(lanes, next(iter(codings.values())).length, pixels)
    members = theme.chart(_members(found, lanes), "the alignment")
    shapes = alt.Scale(domain=[False, True], range=["circle", "cross"])
    return theme.layered(
        *layers,
        members.mark_line(color=theme.INK, strokeWidth=1.5)
        .encode(**place, detail="set:N", order="order:Q")
        .transform_filter(~alt.datum.alone),
        members.mark_point(size=40, color=theme.INK, filled=True, opacity=1).encode(
            **place,
            shape=alt.Shape("alone:N", scale=shapes, legend=None),
            tooltip=[alt.Tooltip("place:N"), alt.Tooltip("cost:Q", format=".4f", title="cost of the set")],
        ),
        title=f"Aligned spans: disorder {found.disorder:.4f}",
        width=pixels,
        height=theme.step(_TRACK_HEIGHT),
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
    stretches = (
        {
            "item": found.item,
            "start": found.start,
            "end": found.end,
            "place": f"units {found.start + 1:,} to {found.end:,}",
            "share": found.coders / found.voters,
            "coders": f"{found.coders} of {found.voters}",
        }
        for found in marked_stretches(study, category)
    )
    return density(
        {item: (0, length, length) for item, length in study.lengths.items()},
        stretches,
        theme.unit_places(max(study.lengths.values()), pixels, "start:Q"),
        title="Share of coders who mark a span" + ("" if category is None else f" of {category}"),
        width=pixels,
    )


def tracks_of_overlaps(places: Iterable[tuple[int, int]]) -> list[int]:
    """The row of each bar, from 0, so that no two of a row overlap; bars are given by their starts, from left to right.

    Examples
    --------
    >>> tracks_of_overlaps([(0, 10), (8, 20), (10, 12)])
    [0, 1, 0]
    """
    # A heap of (where the last bar of a row ends, row): a bar goes where a row became free first.
    free: list[tuple[int, int]] = []
    tracks = []
    for start, end in places:
        if free and free[0][0] <= start:
            tracks.append(free[0][1])
            heapreplace(free, (end, tracks[-1]))
        else:
            tracks.append(len(free))
            heappush(free, (end, tracks[-1]))
    return tracks
