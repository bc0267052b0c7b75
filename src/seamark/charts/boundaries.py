"""Boundaries: how many coders place one where, coders beside a reference, and two segmentations aligned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from seamark.agreement.consensus import consensus
from seamark.base.checks import hint, shown, string_of
from seamark.base.errors import InputError
from seamark.charts import theme
from seamark.metrics.edit import EditWeights, align
from seamark.model.alignment import NEAR_MISS, Alignment
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import Segmentation, SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["alignment", "heatmap", "lanes"]


_ROW_HEIGHT, _CELL_HEIGHT, _LANE_HEIGHT, _TWO_LANE_HEIGHT = 18, 16, 30, 64
# Below this many pixels a segment has no room for its mass.
_ROOM_FOR_MASS = 16

#: The name of the consensus of all coders.
CONSENSUS: Final = "consensus"


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A potential boundary that at least one coder chose.

    Attributes
    ----------
    item, position
        Where it is; position ``p`` lies between unit ``p`` and the next.
    coders
        How many coders placed a boundary there, of whatever type.
    voters
        How many coders coded the item.
    """

    item: str
    position: int
    coders: int
    voters: int

    @property
    def share(self) -> float:
        """The share of the item's coders."""
        return self.coders / self.voters


def marked_places(corpus: Corpus) -> Iterator[MarkedPlace]:
    """Every place that anybody marked, item by item and from left to right.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [2, 2, 1], "cat": [5]}})
    >>> [(place.position, place.coders, place.voters) for place in marked_places(corpus)]
    [(2, 2, 3), (4, 1, 3)]
    """
    for item, codings in corpus.items():
        votes = Counter(position for coding in codings.values() for position in coding.positions)
        for position, coders in sorted(votes.items()):
            yield MarkedPlace(item, position, coders, len(codings))


def heatmap(corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]], *, width: int = theme.WIDTH) -> LayerChart:
    """The share of coders that place a boundary at each potential boundary; an item per row, darker for more coders.

    Parameters
    ----------
    corpus
        The codings.
    width
        Of the plot, in pixels.

    Raises
    ------
    InputError
        When the corpus holds more places than a chart can show, or altair is not installed.

    Examples
    --------
    >>> chart = heatmap({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> chart.to_dict()["layer"][1]["encoding"]["x"]["title"]
    'Potential boundary (between units)'

    References
    ----------
    Fournier & Inkpen 2012, Figure 6.
    """
    alt = theme.load_altair()
    study, pixels = as_corpus(corpus), theme.plot_width(width)
    places = (
        {
            "item": place.item,
            "position": place.position,
            "start": place.position - 0.5,
            "end": place.position + 0.5,
            "place": f"between units {place.position:,} and {place.position + 1:,}",
            "share": place.share,
            "coders": f"{place.coders} of {place.voters}",
        }
        for place in marked_places(study)
    )
    longest = max(study.lengths.values())
    x = alt.X(
        "start:Q",
        title="Potential boundary (between units)",
        scale=alt.Scale(domain=[0.5, max(1.5, longest - 0.5)], nice=False),
        axis=theme.axis("Potential boundary (between units)", format="~s", tickMinStep=1, tickCount=pixels // 60),
    )
    return density(
        {item: (0.5, max(0.5, mass - 0.5), mass) for item, mass in study.lengths.items()},
        places,
        x,
        title="Share of coders who place a boundary",
        width=pixels,
        # Where an item has more places than the chart has pixels, a tick keeps a place visible.
        ticks=longest > pixels,
    )


def density(
    items: Mapping[str, tuple[float, float, int]],
    cells: Iterable[Mapping[str, object]],
    x: Any,
    *,
    title: str,
    width: int,
    ticks: bool = False,
) -> LayerChart:
    """A row per item, from where to where and of how many units, so that items show their length, with shaded cells.

    Ticks at the ``position`` of cells lie below them.
    """
    alt, what = theme.load_altair(), "the heat map"
    y = theme.named("Y", "item:N", items)
    rows = [{"item": item, "start": start, "end": end, "units": units} for item, (start, end, units) in items.items()]
    background, shaded = theme.chart(rows, what), theme.chart(cells, what)
    shade = alt.Color("share:Q", **theme.ramp("Share of coders", (0.0, 1.0)))
    layers = [
        background.mark_rect(color=theme.EMPTY, height=_CELL_HEIGHT).encode(
            x=x, x2="end:Q", y=y, tooltip=["item:N", alt.Tooltip("units:Q", format=",")]
        ),
        shaded.mark_rect(height=_CELL_HEIGHT).encode(
            x=x,
            x2="end:Q",
            y=y,
            color=shade,
            tooltip=["item:N", "place:N", "coders:N", alt.Tooltip("share:Q", format=".0%")],
        ),
    ]
    if ticks:
        thin = shaded.mark_tick(thickness=1, size=_CELL_HEIGHT, opacity=1)
        layers.insert(1, thin.encode(x=alt.X("position:Q"), y=y, color=shade))
    return theme.layered(*layers, title=title, width=width, height=theme.step(_ROW_HEIGHT))


def lanes(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    item: str,
    *,
    against: str = CONSENSUS,
    n: int = 2,
    weights: EditWeights | None = None,
    width: int = theme.WIDTH,
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
    width
        Of the plot, in pixels.

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
    string_of(item, "item")
    string_of(against, "against")
    study, pixels = as_corpus(corpus), theme.plot_width(width)
    reference, label = _reference(study, item, against)
    others = {coder: coding for coder, coding in study[item].items() if coder != against}
    marks = list(_rows(reference, others, n, weights))
    alt, names = theme.load_altair(), [label, *others]
    x = theme.unit_places(reference.mass, pixels)
    y = theme.named("Y", "lane:N", names, labelLimit=220)
    tracks = theme.chart(({"lane": name, "position": 0, "end": reference.mass} for name in names), "lanes")
    places = theme.chart(({"lane": label, "position": position} for position in reference.positions), "lanes")
    drawn = theme.chart(marks, "lanes")
    return theme.layered(
        # The reference's boundaries run through all lanes, so that the eye can follow them.
        places.mark_rule(color=theme.FAINT, strokeWidth=1).encode(x=x),
        tracks.mark_rule(color=theme.QUIET, strokeWidth=1).encode(x=x, x2="end:Q", y=y),
        places.mark_tick(color=theme.INK, thickness=2.5, size=18).encode(x=x, y=y),
        drawn.mark_rule(color=theme.KINDS[NEAR_MISS][0], strokeWidth=2.5)
        .encode(x=x, x2="reference:Q", y=y)
        .transform_filter(alt.datum.kind == NEAR_MISS),
        drawn.mark_point(size=95, strokeWidth=1.4, opacity=1).encode(
            x=x,
            y=y,
            **theme.kind_scales(row["kind"] for row in marks),
            tooltip=[alt.Tooltip("lane:N", title="coder"), "kind:N", "place:N"],
        ),
        title=f"{item}: coders beside {'their consensus' if label.startswith(CONSENSUS) else against}",
        width=pixels,
        height=theme.step(_LANE_HEIGHT),
    )


def _reference(corpus: Corpus, item: str, against: str) -> tuple[Segmentation, str]:
    if item not in corpus:
        raise InputError(f"no item is called {item!r}; {hint(item, corpus.item_names)}")
    if against in corpus[item]:
        return corpus[item][against], f"{against} (reference)"
    if against != CONSENSUS:
        raise InputError(f"item {item!r} has no coder {against!r}; {hint(against, [CONSENSUS, *corpus[item]])}")
    return consensus(corpus.subset(items=[item]))[item], "consensus (reference)"


def _rows(
    reference: Segmentation, coders: Mapping[str, Segmentation], n: int, weights: EditWeights | None
) -> Iterator[dict[str, Any]]:
    for coder, coding in coders.items():
        for outcome in align(reference, coding, n=n, weights=weights).outcomes:
            there, here = (place or outcome.places[0] for place in (outcome.position_a, outcome.position_b))
            yield {
                "lane": coder,
                "position": here,
                "reference": there,
                "kind": theme.MISSING if outcome.only == "a" else outcome.kind,
                "place": f"between units {here:,} and {here + 1:,}",
            }


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
    y = theme.named("Y", "lane:N", names, labelFontSize=12, labelLimit=220)
    boxes = [
        box
        for name, segmentation in zip(names, (aligned.a, aligned.b), strict=True)
        for box in _boxes(name, segmentation, pixels)
    ]
    marks = list(_marks(aligned, names))
    segments, boundaries = theme.chart(boxes, "the alignment"), theme.chart(marks, "the alignment")
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
        height=theme.step(_TWO_LANE_HEIGHT),
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
