"""Every coder beside every other: how alike their codings are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from seamark.agreement import Diagnosis, diagnose
from seamark.agreement.similarity import Similarity
from seamark.charts import theme
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike

if TYPE_CHECKING:
    from altair import LayerChart

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
