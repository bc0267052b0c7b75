"""Where coders place boundaries or mark spans, coders beside a reference, two segmentations aligned, a series."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from seamark.agreement.consensus import consensus
from seamark.base.checks import hint, items_of, mapping_of, number_array, string_of
from seamark.base.errors import InputError, MassMismatchError
from seamark.charts import theme
from seamark.metrics.edit import EditWeights, align
from seamark.metrics.pairs import kind_of_items
from seamark.model.alignment import NEAR_MISS, Alignment
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import Segmentation, SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["alignment", "heatmap", "lanes", "series"]


_ROW_HEIGHT, _CELL_HEIGHT, _LANE_HEIGHT, _TWO_LANE_HEIGHT, _SERIES_HEIGHT = 18, 16, 30, 64, 260
# Below this many pixels a segment has no room for its mass.
_ROOM_FOR_MASS = 16

#: The name of the consensus of all coders.
CONSENSUS: Final = "consensus"


class Marked(NamedTuple):
    """What the same number of coders marked: units from ``start`` to ``end``, or the boundary where the two are equal.

    ``voters`` is how many coders coded the item. The boundary at ``p`` is between unit ``p`` and the next.
    """

    item: str
    start: int
    end: int
    coders: int
    voters: int

    @property
    def share(self) -> float:
        """The share of the item's coders."""
        return self.coders / self.voters


def marked(corpus: Corpus) -> Iterator[Marked]:
    """Every boundary, or every stretch of spans, that a coder marked, item by item and from left to right.

    A coder counts once, whatever the types of the boundaries at a place, and however spans overlap.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [2, 2, 1], "cat": [5]}})
    >>> [(place.start, place.coders, place.voters) for place in marked(corpus)]
    [(2, 2, 3), (4, 1, 3)]
    >>> from seamark.model.spans import Spans
    >>> ann, ben = Spans([(2, 8, "A"), (6, 9, "B")], length=20), Spans([(3, 9, "A")], length=20)
    >>> [tuple(found)[1:4] for found in marked(Corpus({"talk": {"ann": ann, "ben": ben}}))]
    [(2, 3, 1), (3, 9, 2)]
    """
    for item, codings in corpus.items():
        if corpus.kind == "boundaries":
            votes = Counter(position for coding in codings.values() for position in coding.positions)
            for position, coders in sorted(votes.items()):
                yield Marked(item, position, position, coders, len(codings))
            continue
        changes: Counter[int] = Counter()
        for spans in codings.values():
            # What is no gap is marked, however often.
            edges = [0, *(edge for gap in spans.gaps() for edge in gap), spans.length]
            changes.update(edges[::2])
            changes.subtract(edges[1::2])
        coders = 0
        for start, end in pairwise(sorted(place for place, change in changes.items() if change)):
            coders += changes[start]
            if coders:
                yield Marked(item, start, end, coders, len(codings))


def heatmap(corpus: CorpusLike) -> LayerChart:
    """The share of coders who place a boundary, or mark a span, at each place; an item per row, darker for more coders.

    Parameters
    ----------
    corpus
        The codings: boundaries or spans.

    Raises
    ------
    InputError
        When the corpus holds more places than a chart can show, or altair is not installed.

    Examples
    --------
    >>> chart = heatmap({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> chart.to_dict()["layer"][1]["encoding"]["x"]["axis"]["title"]
    'Potential boundary (between units)'

    References
    ----------
    Fournier & Inkpen 2012, Figure 6.
    """
    alt = theme.load_altair()
    of_spans = isinstance(corpus, Mapping) and kind_of_items(corpus) == "spans"
    study = as_corpus(corpus, "spans" if of_spans else "boundaries")
    # A boundary takes the room from the middle of one unit to the middle of the next.
    half = 0.0 if of_spans else 0.5
    rows = [
        {"item": item, "start": half, "end": max(half, length - half), "units": length}
        for item, length in study.lengths.items()
    ]
    cells = (
        {
            "item": found.item,
            "position": found.start,
            "start": found.start - half,
            "end": found.end + half,
            "place": theme.place_text(found.start, found.end),
            "share": found.share,
            "coders": f"{found.coders} of {found.voters}",
        }
        for found in marked(study)
    )
    longest = max(study.lengths.values())
    title = "Units" if of_spans else "Potential boundary (between units)"
    x = theme.unit_places(max(1 + half, longest - half), half, field="start:Q", title=title, pixels=60)
    y = theme.named("Y", "item:N", study)
    background, shaded = theme.chart(rows), theme.chart(cells)
    shade = alt.Color("share:Q", **theme.ramp("Share of coders", (0.0, 1.0)))
    of_item = ["item:N", alt.Tooltip("units:Q", format=",")]
    of_place = ["item:N", "place:N", "coders:N", alt.Tooltip("share:Q", format=".0%")]
    empty = background.mark_rect(color=theme.EMPTY, height=_CELL_HEIGHT)
    layers = [empty.encode(x=x, x2="end:Q", y=y, tooltip=of_item)]
    if longest > theme.WIDTH and not of_spans:
        # Where an item has more places than the chart has pixels, a tick keeps a place visible.
        thin = shaded.mark_tick(thickness=1, size=_CELL_HEIGHT, opacity=1)
        layers.append(thin.encode(x="position:Q", y=y, color=shade))
    cell = shaded.mark_rect(height=_CELL_HEIGHT)
    layers.append(cell.encode(x=x, x2="end:Q", y=y, color=shade, tooltip=of_place))
    heading = f"Share of coders who {'mark a span' if of_spans else 'place a boundary'}"
    return theme.layered(*layers, title=heading, height=alt.Step(_ROW_HEIGHT))


def lanes(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    item: str,
    *,
    against: str = CONSENSUS,
    n: int = 2,
    weights: EditWeights | None = None,
) -> LayerChart:
    """A row per coder of an item: which boundaries match, nearly match or miss those of a reference.

    A full miss is a boundary of the coder that the reference has not; a missing one is the other way round. A thin line
    leads from a near miss to the place that the reference has.

    Parameters
    ----------
    corpus
        The codings.
    item
        Which item.
    against
        The reference: a coder, or ``"consensus"`` for that of all coders, as ``sm.consensus`` finds it (unless a coder
        has that name).
    n, weights
        What counts as a near miss; see ``align``.

    Raises
    ------
    InputError
        When there is no such item or coder, or altair is not installed.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> chart = lanes(corpus, "poem", against="ann")
    >>> chart.to_dict()["layer"][-1]["encoding"]["y"]["scale"]["domain"]
    ['ann (reference)', 'ben', 'cat']
    """
    string_of(against, "against")
    study = as_corpus(corpus)
    reference, label = _reference(study, item, against)
    others = {coder: coding for coder, coding in study[item].items() if coder != against}
    marks = list(_rows(reference, others, n, weights))
    alt, names = theme.load_altair(), [label, *others]
    x = theme.unit_places(reference.mass)
    y = theme.named("Y", "lane:N", names, labelLimit=220)
    tracks = theme.chart({"lane": name, "position": 0, "end": reference.mass} for name in names)
    places = theme.chart({"lane": label, "position": position} for position in reference.positions)
    near = theme.chart(marks).mark_rule(color=theme.KINDS[NEAR_MISS][0], strokeWidth=2.5)
    return theme.layered(
        # The reference's boundaries run through all lanes, so that the eye can follow them.
        places.mark_rule(color=theme.FAINT, strokeWidth=1).encode(x=x),
        tracks.mark_rule(color=theme.QUIET, strokeWidth=1).encode(x=x, x2="end:Q", y=y),
        places.mark_tick(color=theme.INK, thickness=2.5, size=18).encode(x=x, y=y),
        near.encode(x=x, x2="reference:Q", y=y).transform_filter(alt.datum.kind == NEAR_MISS),
        theme.kind_points(marks, x=x, y=y, tooltip=[alt.Tooltip("lane:N", title="coder"), "kind:N", "place:N"]),
        title=f"{item}: coders beside {'their consensus' if label.startswith(CONSENSUS) else against}",
        height=alt.Step(_LANE_HEIGHT),
    )


def _reference(corpus: Corpus, item: str, against: str) -> tuple[Segmentation, str]:
    part = corpus.subset(items=[item])
    if against in part[item]:
        return part[item][against], f"{against} (reference)"
    if against != CONSENSUS:
        raise InputError(f"item {item!r} has no coder {against!r}; {hint(against, [CONSENSUS, *part[item]])}")
    return consensus(part)[item], "consensus (reference)"


def _rows(
    reference: Segmentation, coders: Mapping[str, Segmentation], n: int, weights: EditWeights | None
) -> Iterator[dict[str, Any]]:
    for coder, coding in coders.items():
        for outcome in align(reference, coding, n=n, weights=weights).outcomes:
            there, here = (place or outcome.places[0] for place in outcome.positions)
            kind = theme.MISSING if outcome.only == "a" else outcome.kind
            yield {**_point(coder, here, kind), "reference": there}


def alignment(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    names: tuple[str, str] = ("a", "b"),
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
    named = theme.two_names(names)
    aligned = align(a, b, n=n, weights=weights)
    alt = theme.load_altair()
    x = theme.unit_places(aligned.a.mass)
    y = theme.named("Y", "lane:N", named, labelFontSize=12, labelLimit=220)
    boxes = [
        {"lane": name, "units": end - start, **theme.box(start, end, coding.mass, _ROOM_FOR_MASS)}
        for name, coding in zip(named, (aligned.a, aligned.b), strict=True)
        for start, end in coding.segments
    ]
    marks = list(_marks(aligned, named))
    segments, joined = theme.chart(boxes), theme.chart(marks).mark_line(strokeWidth=2)
    stroke = theme.kind_scales(mark["kind"] for mark in marks)["stroke"]
    of_segment = [alt.Tooltip("lane:N", title=" "), alt.Tooltip("units:Q", format=",")]
    box = segments.mark_rect(color=theme.RAMP[0], stroke="white", strokeWidth=2, height=alt.RelativeBandSize(0.44))
    mass = segments.mark_text(color=theme.INK, font=theme.FONT, fontSize=11).transform_filter(alt.datum.room)
    return theme.layered(
        box.encode(x=x, x2="end:Q", y=y, tooltip=of_segment),
        mass.encode(x="middle:Q", y=y, text=alt.Text("units:Q", format=",d"), tooltip=of_segment),
        joined.encode(x=x, y=y, detail="edit:N", stroke=stroke).transform_filter(alt.datum.joined),
        theme.kind_points(marks, x=x, y=y, tooltip=[alt.Tooltip("lane:N", title=" "), "kind:N", "place:N"]),
        title=f"{' and '.join(named)}: matches, near misses and full misses",
        height=alt.Step(_TWO_LANE_HEIGHT),
    )


def _marks(aligned: Alignment, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row per boundary; the two rows of an edit that both sides have a part in share its number."""
    for number, outcome in enumerate(aligned.outcomes):
        for lane, position in zip(names, outcome.positions, strict=True):
            if position is not None:
                yield {**_point(lane, position, outcome.kind), "edit": number, "joined": outcome.only is None}


def _point(lane: str, position: int, kind: str) -> dict[str, Any]:
    return {"lane": lane, "position": position, "kind": kind, "place": theme.place_text(position, position)}


def series(values: Sequence[float], codings: Mapping[str, SegmentationLike]) -> LayerChart:
    """A series of values, and below it a lane with the change points of each coder or system.

    Examples
    --------
    >>> chart = series([1, 1, 1, 5, 5, 5], {"ann": [3, 3], "system": [2, 4]})
    >>> [row["position"] for row in list(chart.to_dict()["datasets"].values())[1]]
    [3, 2]
    """
    alt = theme.load_altair()
    numbers = number_array(list(items_of(values, "values")), "values", "a series of numbers")
    segmented = {str(name): Segmentation.of(one) for name, one in mapping_of(codings, "codings", "codings").items()}
    for name, one in segmented.items():
        if one.mass != numbers.size:
            raise MassMismatchError(f"{name} covers {one.mass} units, and there are {numbers.size} values")
    known = numbers[np.isfinite(numbers)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    step = (high - low or 1.0) * 0.08
    places = [
        {
            "coder": name,
            "position": position,
            "value": low - step * (2 * number + 1),
            "end": low - step * (2 * number + 2.5),
        }
        for number, (name, one) in enumerate(segmented.items())
        for position in one.positions
    ]
    x = theme.unit_places(numbers.size)
    y = alt.Y("value:Q", scale=alt.Scale(zero=False), axis=theme.number_axis("Value"))
    colour = alt.Color("coder:N", scale=theme.scale_of(segmented), legend=theme.legend(None))
    points = [{"position": place + 0.5, "value": value} for place, value in enumerate(numbers.tolist())]
    line, rules = theme.chart(points), theme.chart(places)
    return theme.layered(
        line.mark_line(strokeWidth=1, color=theme.QUIET).encode(x=x, y=y),
        rules.mark_rule(strokeWidth=2).encode(x=x, y=y, y2="end:Q", color=colour, tooltip=["coder:N", "position:Q"]),
        title="Change points",
        height=_SERIES_HEIGHT,
    )


def values_of(words: Sequence[str]) -> list[float] | None:
    """The values of a series, where the units of an item are numbers.

    Examples
    --------
    >>> values_of(["1", "2.5"]), values_of(["one", "2.5"])
    ([1.0, 2.5], None)
    """
    try:
        return [float(word) for word in words] or None
    except ValueError:
        return None
