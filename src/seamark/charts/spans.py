"""Labels, spans and levels as bars in a lane per coder: with errors, over a text; and the chart of a task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heappush, heapreplace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from seamark.base.checks import items_of, mapping_of, of_kind
from seamark.base.errors import MassMismatchError
from seamark.charts import theme
from seamark.charts.boundaries import alignment, lanes, series, values_of
from seamark.metrics.turns import speaker_mapping
from seamark.model.corpus import Corpus
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Span, Spans
from seamark.tasks.declared import Task

if TYPE_CHECKING:
    from altair import LayerChart

__all__ = ["bars", "chunks", "tags", "turns"]

#: What can be drawn as bars.
Drawable: TypeAlias = Spans | LabelledSegmentation | Hierarchy | Segmentation

_TRACK_HEIGHT = 20
# What a letter of a label needs, in pixels; a bar that is narrower than its label shows none.
_LETTER = 6.5
#: Turns and kinds of errors: the colour of each.
_TURNS: Mapping[Hashable, str] = {
    "turn": theme.QUIET,
    "missed": "#0d4a6b",
    "confusion": "#c9541f",
    "false alarm": "#b58900",
}
#: Chunks, and what becomes of an answer: it is within one chunk, or is cut.
_CHUNKS: Mapping[Hashable, str] = {"chunk": theme.QUIET, "whole": "#3f8f7a", "cut": "#bf3b22"}
#: Characters of a line of text, and pixels of a character.
_LINE = 90
_CHARACTER = 7.2


class Bar(NamedTuple):
    """A span in the row of a lane where it has room, counted from 0, and what is written on it if not its category."""

    track: int
    span: Span
    label: str | None = None


def bars(codings: Mapping[str, Drawable] | Drawable) -> LayerChart:
    """A lane of bars per coder: labelled segments, spans (those that overlap below each other), or nested levels.

    Parameters
    ----------
    codings
        For each coder ``Spans``, a ``LabelledSegmentation`` or a ``Hierarchy``, all of one kind and length; or one of
        these. The lane of a hierarchy has a row per level, the coarsest on top. Segments without a label are gaps,
        except in levels that have no labels at all.

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
    study = Corpus({"codings": codings if isinstance(codings, Mapping) else {"coding": codings}})
    drawn = {name: tracks_of(coding) for name, coding in study["codings"].items()}
    return _bar_chart(drawn, study.lengths["codings"], "Codings side by side")


def tracks_of(coding: Drawable) -> list[Bar]:
    """The bars of a coding: those that overlap get rows below each other, and so do levels.

    Examples
    --------
    >>> [bar.track for bar in tracks_of(Spans([(0, 10), (8, 20), (10, 12)], length=24))]
    [0, 1, 0]
    """
    if isinstance(coding, Hierarchy):
        return [Bar(track, span) for track, level in enumerate(coding.levels) for span in _spans_of(level)]
    bars: list[Bar] = []
    # A heap of (where the last bar of a row ends, row): a bar goes where a row became free first.
    free: list[tuple[int, int]] = []
    for span in _spans_of(coding):
        if free and free[0][0] <= span.start:
            track = heapreplace(free, (span.end, free[0][1]))[1]
        else:
            track = len(free)
            heappush(free, (span.end, track))
        bars.append(Bar(track, span))
    return bars


def _spans_of(coding: Any) -> Sequence[Span]:
    """The segments or spans of a coding; segments without labels have no category."""
    if isinstance(coding, Segmentation):
        return [Span(start, end) for start, end in coding.segments]
    return coding.spans if isinstance(coding, Spans) else coding.spans.spans


def _bar_chart(
    lanes: Mapping[str, Sequence[Bar]],
    length: int,
    title: str,
    colours: Mapping[Hashable, str] | None = None,
) -> LayerChart:
    """A bar for every span, in the colour of its category and with its name where there is room."""
    alt = theme.load_altair()
    names = category_names(bar.span.category for found in lanes.values() for bar in found)
    # All lanes have room for as many rows as the fullest.
    tracks = 1 + max((bar.track for found in lanes.values() for bar in found), default=0)
    place = {
        "x": theme.unit_places(length),
        "y": theme.named("Y", "lane:N", lanes, labelFontSize=12, labelLimit=220),
        "yOffset": alt.YOffset("track:O", scale=alt.Scale(domain=list(range(tracks)), paddingInner=0.1)),
    }
    chosen = dict(zip(names, theme.colours(len(names)), strict=True)) | {None: theme.QUIET} | dict(colours or {})
    # Names in the order of the rows, not as a domain: beside an offset, Vega turns that into code, which some
    # characters in names break.
    by_category = {
        "sort": None,
        "scale": alt.Scale(range=[chosen[category] for category in names]),
        "legend": None if names.keys() <= {None} else theme.legend(None),
    }
    colour = {"fill": alt.Fill("category:N", **by_category), "stroke": alt.Stroke("category:N", **by_category)}
    tooltip = [alt.Tooltip("lane:N", title="coder"), "category:N", "place:N"]
    drawn = theme.chart(_rows(lanes, names, length))
    label = drawn.mark_text(color=theme.INK, font=theme.FONT, fontSize=10).transform_filter(alt.datum.room)
    return theme.layered(
        drawn.mark_rect(fillOpacity=0.3, strokeWidth=1.2).encode(**place, **colour, x2="end:Q", tooltip=tooltip),
        label.encode(**place | {"x": "middle:Q"}, text="label:N", tooltip=tooltip),
        title=title,
        height=alt.Step(_TRACK_HEIGHT),
    )


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


def _rows(lanes: Mapping[str, Sequence[Bar]], names: Mapping[Hashable, str], length: int) -> Iterator[dict[str, Any]]:
    for lane, found in lanes.items():
        for track, (start, end, category), written in found:
            label = written or (f"{end - start:,}" if category is None else names[category])
            yield {
                "lane": lane,
                "track": track,
                "category": names[category],
                "label": label,
                "place": f"{label}, {theme.place_text(start, end)}",
                **theme.box(start, end, length, _LETTER * (len(label) + 1)),
            }


def turns(
    reference: Spans,
    hypothesis: Spans,
    *,
    names: tuple[str, str] = ("reference", "hypothesis"),
) -> LayerChart:
    """Turns of the reference and of the hypothesis, a lane for each speaker, and below them the errors that DER counts.

    Speakers of the hypothesis are shown with the speaker of the reference to whom they are mapped; ``names`` are those
    of the two sides.

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
    mapping = speaker_mapping(*(Spans(side, length=length) for side in (reference, hypothesis)))
    speakers = category_names([*reference.categories, *hypothesis.categories])
    drawn: dict[str, list[Bar]] = {}
    for name, side in zip(theme.two_names(names), (reference, hypothesis), strict=True):
        for label in side.categories:
            mapped = f" = {speakers[mapping[label]]}" if side is hypothesis and label in mapping else ""
            mine = (span for span in side.spans if span.category == label)
            drawn[f"{name} {speakers[label]}{mapped}"] = [
                Bar(0, Span(span.start, span.end, "turn"), speakers[label]) for span in mine
            ]
    drawn["errors"] = [Bar(0, error) for error in turn_errors(reference, hypothesis, mapping)]
    return _bar_chart(drawn, length, "Turns and their errors", _TURNS)


def turn_errors(reference: Spans, hypothesis: Spans, mapping: Mapping[Any, Any]) -> list[Span]:
    """Stretches where a speaker is missed, confused with another, or a false alarm; the first of these that applies."""
    changes: dict[int, list[tuple[int, Any, int]]] = {}
    for number, side in enumerate((reference, hypothesis)):
        for span in side.spans:
            changes.setdefault(span.start, []).append((number, span.category, 1))
            changes.setdefault(span.end, []).append((number, span.category, -1))
    active: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    errors: list[Span] = []
    for start, end in pairwise(sorted(changes)):
        for number, label, change in changes[start]:
            active[number][label] += change
        speaking, found = (+counts for counts in active)
        right = len({mapping[label] for label in found if label in mapping} & speaking.keys())
        if min(len(speaking), len(found)) > right:
            kind = "confusion"
        elif len(speaking) != len(found):
            kind = "missed" if len(speaking) > len(found) else "false alarm"
        else:
            continue
        joined = bool(errors) and (errors[-1].end, errors[-1].category) == (start, kind)
        errors.append(Span(errors.pop().start if joined else start, end, kind))
    return errors


def chunks(chunkers: Mapping[str, Spans], answers: Spans) -> LayerChart:
    """The chunks of several chunkers over a text, and under each the gold answers: whole, or cut by the chunks.

    Examples
    --------
    >>> answers = Spans([(2, 8, "q1"), (12, 14, "q2")], length=20)
    >>> chart = chunks({"fixed": Spans([(0, 5), (5, 10), (10, 20)], length=20)}, answers)
    >>> [row["category"] for row in list(chart.to_dict()["datasets"].values())[0]]
    ['chunk', 'chunk', 'chunk', 'cut', 'whole']
    """
    expected = "Spans of chunks for each chunker"
    given = dict(mapping_of(chunkers, "chunkers", expected))
    for name, one in {**given, "answers": answers}.items():
        of_kind(one, Spans, str(name), expected)
    lengths = {answers.length, *(one.length for one in given.values())}
    if len(lengths) > 1:
        raise MassMismatchError(f"chunks and answers have the lengths {sorted(lengths)}; expected one")
    drawn: dict[str, list[Bar]] = {}
    for name, one in given.items():
        drawn[str(name)] = [Bar(0, Span(start, end, "chunk"), f"{end - start:,}") for start, end, _ in one.spans]
        under = drawn[f"{name}: answers"] = []
        for start, end, question in answers.spans:
            whole = any(chunk.start <= start and end <= chunk.end for chunk in one.spans)
            label = None if question is None else str(question)
            under.append(Bar(0, Span(start, end, "whole" if whole else "cut"), label))
    return _bar_chart(drawn, answers.length, "Chunks and answers", _CHUNKS)


def tags(tokens: Sequence[str], codings: Mapping[str, Spans]) -> LayerChart:
    """A text with the spans of each coder or system under its lines, in the colour of their category.

    Parameters
    ----------
    tokens
        The text, unit by unit.
    codings
        The spans of each coder over these units.

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
    lines, starts, row, used = [], [], 0, 0
    for word in words:
        if used and used + len(word) > _LINE:
            row, used = row + 1, 0
        lines.append(row)
        starts.append(used)
        used += len(word) + 1
    tracks = {name: tracks_of(one) for name, one in given.items()}
    below = {name: 1 + max((bar.track for bar in mine), default=0) for name, mine in tracks.items()}
    height = 1.6 + 0.9 * sum(below.values())
    texts = [
        {"text": word, "x": start, "y": height * at + 0.7} for word, start, at in zip(words, starts, lines, strict=True)
    ]
    names = category_names(bar.span.category for mine in tracks.values() for bar in mine)
    marked, offset = [], 0
    for name, of_coder in tracks.items():
        for track, span, _ in of_coder:
            # A span has a bar on every line that it touches.
            for at, on_line in groupby(range(span.start, span.end), lines.__getitem__):
                units = list(on_line)
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
    scale = alt.Scale(domain=[-0.5, _LINE + 1], nice=False)
    x = alt.X("x:Q", scale=scale, axis=None)
    down = alt.Scale(domain=[0, height * (row + 1)], reverse=True, nice=False)
    y, top = (alt.Y(field, scale=down, axis=None) for field in ("y:Q", "top:Q"))
    fill = alt.Fill("category:N", scale=theme.scale_of(names.values()), legend=theme.legend(None))
    text = theme.chart(texts).mark_text(align="left", font="Menlo, Consolas, monospace", fontSize=12, color=theme.INK)
    bars = theme.chart(marked).mark_rect(fillOpacity=0.75)
    title = "Tags in the text"
    return theme.layered(
        text.encode(x=x, y=y, text="text:N"),
        bars.encode(x=x, x2="end:Q", y=top, y2="bottom:Q", fill=fill, tooltip=["coder:N", "category:N"]),
        title=f"{title}: {', '.join(given)} from top to bottom" if len(given) > 1 else title,
        width=round(_CHARACTER * (_LINE + 2)),
        height=round(14 * height * (row + 1)),
    )


def chart_of_task(
    task: Task, codings: Mapping[str, Any], words: Sequence[str] | None = None, resolution: float | None = None
) -> LayerChart:
    """How a field looks at an item: a reference or several coders, and systems, with the texts of the units if known.

    Change points are drawn over a series where these texts are its values. Places are in seconds where a unit has a
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
    elif task.kind in ("labels"):
        chart = bars(codings)
    elif len(codings) == 2:
        one, other = codings
        chart = alignment(*codings.values(), n=reach, names=(one, other))
    else:
        chart = lanes({task.item: codings}, task.item, n=reach)
    return chart if resolution is None else theme.in_seconds(chart, resolution)
