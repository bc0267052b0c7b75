"""Segments and spans as bars of HTML, which is how a notebook shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappush, heapreplace
from html import escape
from typing import NamedTuple

#: More bars than this say nothing; the description stands alone then.
_MOST_BARS = 200
# Readable on a light and on a dark page.
_BAR = (
    "position:absolute;box-sizing:border-box;height:100%;overflow:hidden;text-align:center;"
    "border:1px solid #5d6b74;background:#8db7cd55"
)


class NotebookBar(NamedTuple):
    """A bar from one place to another, with a text on it."""

    start: int
    end: int
    text: str


def segment_bars(masses: Sequence[int], texts: Iterable[object]) -> list[NotebookBar]:
    """Segments under each other's ends.

    Examples
    --------
    >>> segment_bars([2, 3], "ab")
    [NotebookBar(start=0, end=2, text='a'), NotebookBar(start=2, end=5, text='b')]
    """
    bars: list[NotebookBar] = []
    for mass, text in zip(masses, texts, strict=True):
        start = bars[-1].end if bars else 0
        bars.append(NotebookBar(start, start + mass, str(text)))
    return bars


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


def bars_html(description: str, rows: Sequence[Sequence[NotebookBar]], length: int) -> str:
    """A description, and below it a row of bars after the other, all as wide as the page.

    Examples
    --------
    >>> shown = bars_html("<Spans>", [[NotebookBar(5, 10, "A & B")]], 20)
    >>> "<pre>&lt;Spans&gt;</pre>" in shown, "left:25%;width:25%" in shown, ">A &amp; B</div>" in shown
    (True, True, True)
    """
    drawn = rows if sum(map(len, rows)) <= _MOST_BARS else ()
    lanes = "".join(
        f'<div style="position:relative;height:1.6em;margin:2px 0">{"".join(_bar(bar, length) for bar in row)}</div>'
        for row in drawn
    )
    return f"<div><pre>{escape(description)}</pre>{lanes}</div>"


def _bar(bar: NotebookBar, length: int) -> str:
    left, width = 100 * bar.start / length, 100 * (bar.end - bar.start) / length
    text = escape(bar.text)
    return f'<div style="{_BAR};left:{left:.6g}%;width:{width:.6g}%" title="{text}">{text}</div>'
