"""The chart of a task, and charts of single fields: turns, tags in a text, change points of a series, chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from seamark.base.checks import items_of, mapping_of, number_array, of_kind
from seamark.base.errors import InputError, MassMismatchError
from seamark.charts import theme
from seamark.charts.boundaries import alignment, lanes
from seamark.charts.spans import Bar, bars, category_names, tracks_of
from seamark.metrics.turns import speaker_mapping
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.model.spans import Span, Spans
from seamark.tasks.declared import Task

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["chunks", "series", "tags", "turns"]

_TRACK_HEIGHT = 20
#: What is wrong with turns, in the order of the legend: the colour of each, from dark to light.
_ERRORS = {"missed": "#0d4a6b", "confusion": "#c9541f", "false alarm": "#d9a86c"}
#: What becomes of an answer: it lies within one chunk, or is cut.
_ANSWERS = {"whole": "#3f8f7a", "cut": "#bf3b22"}
#: Characters of a line of text, and pixels of a character.
_LINE = 90
_LETTER = 7.2


def chart_of_task(
    task: Task, codings: Mapping[str, Any], words: Sequence[str] | None = None, resolution: float | None = None
) -> LayerChart:
    """How a field looks at an item: a reference or several coders, and systems, with the texts of the units if known.

    Change points stand over a series where these texts are its values. Places are told in seconds where a unit has a
    resolution.
    """
    values = values_of(words or ())
    near = task.agreement[0].near if task.agreement else None
    reach = 2 if near is None else 1 + task.units(near, "near", resolution)
    if task.chart == "tags" and words is not None:
        return tags(words, codings)
    if task.chart == "turns" and len(codings) == 2:
        (one, reference), (other, hypothesis) = codings.items()
        chart = turns(reference, hypothesis, names=(one, other))
    elif task.chart == "series" and values is not None:
        chart = series(values, codings)
    elif task.kind in ("labels", "spans"):
        chart = bars(codings)
    elif len(codings) == 2:
        one, other = codings
        chart = alignment(*codings.values(), n=reach, names=(one, other))
    else:
        chart = lanes({task.item: codings}, task.item, n=reach)
    return chart if resolution is None else theme.in_seconds(chart, resolution)


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


def turns(
    reference: Spans,
    hypothesis: Spans,
    *,
    names: tuple[str, str] = ("reference", "hypothesis"),
    title: str = "Turns and what is wrong with them",
    width: int = theme.WIDTH,
) -> LayerChart:
    """Turns of the reference and of the hypothesis, a lane for each speaker, and below them the errors that DER counts.

    Speakers of the hypothesis stand with the speaker of the reference to whom they are mapped; ``names`` are those of
    the two sides.

    Examples
    --------
    >>> reference = Spans([(0, 10, "A"), (8, 20, "B")], length=20)
    >>> chart = turns(reference, Spans([(0, 9, 1), (9, 20, 2)], length=20))
    >>> chart.to_dict()["layer"][0]["encoding"]["y"]["scale"]["domain"]
    ['reference A', 'reference B', 'hypothesis 1 = A', 'hypothesis 2 = B', 'errors']
    """
    for name, side in (("reference", reference), ("hypothesis", hypothesis)):
        of_kind(side, Spans, name, "Spans")
    length = max(reference.length, hypothesis.length)
    sides = [Spans(side, length=length) for side in (reference, hypothesis)]
    mapping = speaker_mapping(*sides)
    speakers = category_names([*reference.categories, *hypothesis.categories])
    drawn: dict[str, list[tuple[int, int, str]]] = {}
    for name, side in zip(names, (reference, hypothesis), strict=True):
        for label in side.categories:
            is_mapped = side is hypothesis and label in mapping
            mapped = f" = {speakers[mapping[label]]}" if is_mapped else ""
            mine = (span for span in side.spans if span.category == label)
            drawn[f"{name} {speakers[label]}{mapped}"] = [(span.start, span.end, "turn") for span in mine]
    drawn["errors"] = list(turn_errors(reference, hypothesis, mapping))
    rows = [
        {"lane": lane, "position": start, "end": end, "kind": kind, "place": f"units {start + 1:,} to {end:,}"}
        for lane, stretches in drawn.items()
        for start, end, kind in stretches
    ]
    return _bars(rows, drawn, {"turn": theme.LINES[-1], **_ERRORS}, length, title, width)


def turn_errors(reference: Spans, hypothesis: Spans, mapping: Mapping[Any, Any]) -> Iterator[tuple[int, int, str]]:
    """Stretches where somebody is missed, taken for another, or speaks too much; the first of these that holds."""
    changes: dict[int, list[tuple[int, Any, int]]] = {}
    for number, side in enumerate((reference, hypothesis)):
        for span in side.spans:
            changes.setdefault(span.start, []).append((number, span.category, 1))
            changes.setdefault(span.end, []).append((number, span.category, -1))
    active: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    begun: tuple[int, int, str] | None = None
    for start, end in pairwise(sorted(changes)):
        for number, label, change in changes[start]:
            active[number][label] += change
        speaking, found = (+counts for counts in active)
        right = len({mapping[label] for label in found if label in mapping} & speaking.keys())
        kind = None
        if min(len(speaking), len(found)) > right:
            kind = "confusion"
        elif len(speaking) != len(found):
            kind = "missed" if len(speaking) > len(found) else "false alarm"
        if begun is not None and begun[1:] == (start, kind):
            begun = (begun[0], end, str(kind))
            continue
        if begun is not None:
            yield begun
        begun = None if kind is None else (start, end, kind)
    if begun is not None:
        yield begun


def _bars(
    rows: list[dict[str, Any]],
    lanes: Mapping[str, object],
    colours: Mapping[str, str],
    length: int,
    title: str,
    width: int,
) -> LayerChart:
    """Bars in lanes, coloured by their kind."""
    alt = theme.load_altair()
    present = [kind for kind in colours if any(row["kind"] == kind for row in rows)]
    scale = alt.Scale(domain=present, range=[colours[kind] for kind in present])
    place = {
        "x": theme.unit_places(length, theme.plot_width(width)),
        "y": theme.named("Y", "lane:N", lanes, labelFontSize=12, labelLimit=220),
    }
    drawn = theme.chart(rows, "bars").mark_rect(fillOpacity=0.8, stroke="white", strokeWidth=0.5)
    layer = drawn.encode(
        **place,
        x2="end:Q",
        fill=alt.Fill("kind:N", scale=scale, legend=theme.legend(None)),
        tooltip=[alt.Tooltip("lane:N"), alt.Tooltip("kind:N"), alt.Tooltip("place:N")],
    )
    return theme.layered(layer, title=title, width=width, height=theme.step(_TRACK_HEIGHT + 4))


def chunks(
    chunkers: Mapping[str, Spans], answers: Spans, *, title: str = "Chunks and answers", width: int = theme.WIDTH
) -> LayerChart:
    """The chunks of several chunkers over a text, and under each the gold answers: whole, or cut by the chunks.

    Examples
    --------
    >>> answers = Spans([(2, 8, "q1"), (12, 14, "q2")], length=20)
    >>> chart = chunks({"fixed": Spans([(0, 5), (5, 10), (10, 20)], length=20)}, answers)
    >>> [row["kind"] for row in list(chart.to_dict()["datasets"].values())[0]]
    ['chunk', 'chunk', 'chunk', 'cut', 'whole']
    """
    expected = "Spans of chunks for each chunker"
    given = dict(mapping_of(chunkers, "chunkers", expected))
    for name, one in {**given, "answers": answers}.items():
        of_kind(one, Spans, str(name), expected)
    lengths = {answers.length, *(one.length for one in given.values())}
    if len(lengths) > 1:
        raise MassMismatchError(f"chunks and answers have the lengths {sorted(lengths)}; expected one")
    rows: list[dict[str, Any]] = []
    lanes: dict[str, Spans] = {}
    for name, one in given.items():
        under = f"{name}: answers"
        lanes |= {str(name): one, under: answers}
        rows += [_row(str(name), span, "chunk") for span in one.spans]
        for span in answers.spans:
            whole = any(chunk.start <= span.start and span.end <= chunk.end for chunk in one.spans)
            rows.append(_row(under, span, "whole" if whole else "cut"))
    return _bars(rows, lanes, {"chunk": theme.FAINT, **_ANSWERS}, answers.length, title, width)


def _row(lane: str, span: Span, kind: str) -> dict[str, Any]:
    called = "" if span.category is None else f"{span.category}, "
    place = f"{called}units {span.start + 1:,} to {span.end:,}"
    return {"lane": lane, "position": span.start, "end": span.end, "kind": kind, "place": place}


def series(
    values: Sequence[float],
    codings: Mapping[str, SegmentationLike],
    *,
    title: str = "Change points",
    width: int = theme.WIDTH,
) -> LayerChart:
    """A series of values, and the change points that each coder or system places, in a lane below it each.

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
    x = theme.unit_places(numbers.size, theme.plot_width(width))
    y = alt.Y("value:Q", scale=alt.Scale(zero=False), axis=theme.number_axis("Value"))
    scale = alt.Scale(domain=list(segmented), range=[theme.LINES[n % len(theme.LINES)] for n in range(len(segmented))])
    points = [{"position": place + 0.5, "value": value} for place, value in enumerate(numbers.tolist())]
    layers = [
        theme.chart(points, "the series").mark_line(strokeWidth=1, color=theme.QUIET).encode(x=x, y=y),
        theme.chart(places, "change points")
        .mark_rule(strokeWidth=2)
        .encode(
            x=x,
            y=y,
            y2="end:Q",
            color=alt.Color("coder:N", scale=scale, legend=theme.legend(None)),
            tooltip=[alt.Tooltip("coder:N"), alt.Tooltip("position:Q")],
        ),
    ]
    return theme.layered(*layers, title=title, width=width, height=theme.CURVE_HEIGHT)


def tags(
    tokens: Sequence[str], codings: Mapping[str, Spans], *, title: str = "Tags in the text", line: int = _LINE
) -> LayerChart:
    """A text with the spans of each coder or system under its lines, in the colour of their category.

    Parameters
    ----------
    tokens
        The text, unit by unit.
    codings
        The spans of each coder over these units.
    title
        Of the chart.
    line
        Characters in a line.

    Examples
    --------
    >>> chart = tags(["Ann", "Lee", "lives", "in", "Rome"], {"gold": Spans([(0, 2, "PER"), (4, 5, "LOC")], length=5)})
    >>> [row["text"] for row in list(chart.to_dict()["datasets"].values())[0]]
    ['Ann', 'Lee', 'lives', 'in', 'Rome']
    """
    alt = theme.load_altair()
    words = [str(word) for word in items_of(tokens, "tokens", "the text of each unit")]
    named = mapping_of(codings, "codings", "Spans of each coder")
    given = {str(name): of_kind(one, Spans, str(name), "Spans") for name, one in named.items()}
    if any(one.length != len(words) for one in given.values()):
        raise MassMismatchError(f"codings cover other units than the {len(words)} tokens")
    if not words:
        raise InputError("there are no tokens; expected a text")
    lines, starts, row, used = [], [], 0, 0
    for word in words:
        if used and used + len(word) > line:
            row, used = row + 1, 0
        lines.append(row)
        starts.append(used)
        used += len(word) + 1
    tracks: dict[str, list[Bar]] = {name: tracks_of(one) for name, one in given.items()}
    below = {name: 1 + max((bar.track for bar in mine), default=0) for name, mine in tracks.items()}
    height = 1.6 + 0.9 * sum(below.values())
    texts = [
        {"text": word, "x": start, "y": height * at + 0.7} for word, start, at in zip(words, starts, lines, strict=True)
    ]
    names = category_names(bar.span.category for mine in tracks.values() for bar in mine)
    marked, offset = [], 0
    for name, of_coder in tracks.items():
        for track, span in of_coder:
            for at in sorted({lines[unit] for unit in range(span.start, span.end)}):
                units = [unit for unit in range(span.start, span.end) if lines[unit] == at]
                top = height * at + 1.2 + 0.9 * (offset + track)
                marked.append(
                    {
                        "x": starts[units[0]],
                        "end": starts[units[-1]] + len(words[units[-1]]),
                        "top": top,
                        "bottom": top + 0.7,
                        "category": names[span.category],
                        "coder": name,
                    }
                )
        offset += below[name]
    scale = alt.Scale(domain=[-0.5, line + 1], nice=False)
    x = alt.X("x:Q", scale=scale, axis=None)
    down = alt.Scale(domain=[0, height * (row + 1)], reverse=True, nice=False)
    colours = alt.Scale(
        domain=list(names.values()), range=[theme.LINES[n % len(theme.LINES)] for n in range(len(names))]
    )
    layers = [
        theme.chart(texts, "words")
        .mark_text(align="left", font="Menlo, Consolas, monospace", fontSize=12, color=theme.INK)
        .encode(x=x, y=alt.Y("y:Q", scale=down, axis=None), text="text:N"),
        theme.chart(marked, "spans")
        .mark_rect(fillOpacity=0.75)
        .encode(
            x=x,
            x2="end:Q",
            y=alt.Y("top:Q", scale=down, axis=None),
            y2="bottom:Q",
            fill=alt.Fill("category:N", scale=colours, legend=theme.legend(None)),
            tooltip=[alt.Tooltip("coder:N"), alt.Tooltip("category:N")],
        ),
    ]
    heading = f"{title}: {', '.join(given)} from top to bottom" if len(given) > 1 else title
    return theme.layered(
        *layers, title=heading, width=round(_LETTER * (line + 2)), height=round(14 * height * (row + 1))
    )
