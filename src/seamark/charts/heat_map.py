"""The heat map: how many coders place a boundary, place by place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seamark.charts import theme
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

_ROW_HEIGHT, _CELL_HEIGHT = 18, 16


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
    # A row is as long as its item has places, so that items of different mass show their length.
    items = theme.rows(
        (
            {"item": item, "start": 0.5, "end": max(0.5, mass - 0.5), "units": mass}
            for item, mass in study.masses.items()
        ),
        "the heat map",
    )
    places = theme.rows(
        (
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
        ),
        "the heat map",
    )
    longest = max(study.masses.values())
    x = alt.X(
        "start:Q",
        title="Potential boundary (between units)",
        scale=alt.Scale(domain=[0.5, max(1.5, longest - 0.5)], nice=False),
        axis=theme.axis("Potential boundary (between units)", format="~s", tickMinStep=1, tickCount=pixels // 60),
    )
    y = alt.Y("item:N", **theme.named_rows(study.item_names), axis=theme.axis(None))
    rows = (
        alt.Chart(items)
        .mark_rect(color=theme.EMPTY, height=_CELL_HEIGHT)
        .encode(x=x, x2="end:Q", y=y, tooltip=["item:N", alt.Tooltip("units:Q", format=",")])
    )
    shade = alt.Color("share:Q", **theme.ramp("Share of coders", (0.0, 1.0)))
    cells = alt.Chart(places)
    squares = cells.mark_rect(height=_CELL_HEIGHT).encode(
        x=x,
        x2="end:Q",
        y=y,
        color=shade,
        tooltip=["item:N", "place:N", alt.Tooltip("coders:N"), alt.Tooltip("share:Q", format=".0%")],
    )
    # Where an item has more places than the chart has pixels, a tick keeps a place visible.
    ticks = cells.mark_tick(thickness=1, size=_CELL_HEIGHT, opacity=1).encode(x=alt.X("position:Q"), y=y, color=shade)
    layers = [rows, ticks, squares] if longest > pixels else [rows, squares]
    return theme.layered(
        *layers, title="Share of coders who place a boundary", width=pixels, height=theme.step(_ROW_HEIGHT)
    )
