"""``seamark align``: codings of an item under each other, with what differs between them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from seamark.agreement.span_alignment import SpanAlignment, align_spans, shown_span
from seamark.base.numbers import counted
from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.inputs import Reader, chosen_codings, chosen_item, corpus_argument, naming_file, reading_options_as
from seamark.cli.main import visible
from seamark.cli.options import command, example, option
from seamark.cli.output import Answer, Output, console, drawn, show_tables
from seamark.metrics.edit import align as align_segmentations
from seamark.metrics.similarity import S
from seamark.model.alignment import (
    FULL_MISS,
    MATCH,
    NEAR_MISS,
    OTHER_TYPE,
    Alignment,
    BoundaryOutcome,
    OutcomeKind,
    Side,
)
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Span

#: Colours for those who see them; the signs say the same to everybody.
_STYLES: dict[OutcomeKind, str] = {
    MATCH: "green",
    NEAR_MISS: "bold yellow",
    FULL_MISS: "bold red",
    OTHER_TYPE: "bold magenta",
}
_SIDES: tuple[Side, Side] = ("a", "b")
#: Lines for a text when the output has no width of its own.
_PAGE = 100
#: Longest name beside a lane.
_LONGEST_NAME = 16
#: Longest item that is drawn to scale; a longer one is listed place by place.
_LONGEST_TO_SCALE = 400
#: Units shown around each boundary when a long text is not shown as a whole, and what long means.
_CONTEXT = 2
_LONG_TEXT = 80
#: Lines of one unit that are shown.
_LINES_OF_A_UNIT = 3
#: Sets of spans that are drawn; more would be too narrow to tell apart, and the table lists them all.
_MOST_SETS = 60


@command(
    epilog=example(
        "seamark align codings.json --item ch3 --coders ann,ben",
        "seamark align sample:stargazer --coders 1,2 --n 3",
        "seamark align talk.eaf --as spans --tiers-as-coders",
    )
)
@corpus_argument(several=True)
@option("--item NAME", "The item; needed if there are several.")
@option("--coders A,B", "The two coders; needed if the item has more, except for spans.")
@option("--whole", "Show every unit of a long text in full.")
@options.edit_options
@reading_options_as("boundaries", "spans")
@options.output_options
def align(
    corpus: tuple[str, ...],
    item: str | None,
    coders: str | None,
    whole: bool,
    metric: S,
    reader: Reader,
    output: Output,
) -> None:
    """Draw two codings of an item under each other, with what differs between them.

    A near miss (~) is a boundary that the two coders place up to N - 1 units apart; a full miss is one that only the
    first (-) or only the second (+) coder placed. The alignment is one of lowest cost. If the corpus has the texts of
    the units, they are shown beside the codings. With --as spans, spans that mean the same have the same number.
    """
    kind = reader.kind or "boundaries"
    if kind == "spans":
        options.refuse_options_of_boundaries("spans", "item", "coders")
    study = reader.corpus(corpus, output, kind)
    with naming_file(corpus):
        name = chosen_item(study, item)
        codings = chosen_codings(study, name, coders, two=kind == "boundaries")
        if kind == "spans":
            found = align_spans(codings)
        else:
            a, b = codings.values()
            alignment = align_segmentations(a, b, n=metric.n, weights=metric.weights, types=metric.types)
            similarity = metric.compare(a, b)
    if kind == "spans":
        _show_spans(found, codings, output)
        return
    first, second = codings
    header = ("edit", f"position {first}", f"position {second}", f"type {first}", f"type {second}")
    table = Table(header, [tuple(row.values()) for row in alignment.rows()])
    if output.form == "tables":
        _draw(alignment, study.texts.get(name), (first, second), table, whole=whole)
        show_tables([], ["", alignment.in_words(first, second), str(similarity)])
    else:
        facts = {"item": name, "coders": list(codings), **alignment.to_dict(), "similarity": similarity.to_dict()}
        output.show(Answer(facts, [], table, [str(similarity)]))


def _draw(
    alignment: Alignment, texts: Sequence[str] | None, pair: tuple[str, str], table: Table, *, whole: bool
) -> None:
    """Print the codings beside the texts of the units, or to scale, or, where neither is possible, the table."""
    to = console()
    typed = not {*alignment.a.types, *alignment.b.types} <= {DEFAULT_TYPE}
    if texts is not None:
        lines = _drawn_down_the_page(texts, alignment.outcomes, pair, to, whole=whole)
    elif alignment.a.mass <= _LONGEST_TO_SCALE and not typed:
        lines = _drawn_to_scale(alignment.a, alignment.b, alignment.outcomes, pair, _page_width(to))
    else:
        show_tables([table])
        return
    sys.stdout.writelines(drawn(to, line, soft_wrap=True) for line in lines)


def _show_spans(found: SpanAlignment, codings: Mapping[str, Any], output: Output) -> None:
    """Print which spans of the coders of an item mean the same."""
    length = next(iter(codings.values())).length
    table = Table(
        ("set", *codings, "cost"),
        [(number, *map(shown_span, one.spans.values()), one.cost) for number, one in enumerate(found.unitary, 1)],
    )
    notes = [f"disorder {found.disorder:.4f}"]
    if output.form != "tables":
        output.show(Answer(found.to_dict(), [], Table.of_rows(found.rows()) if found.unitary else table, notes))
        return
    to = console()
    if len(found.unitary) <= _MOST_SETS:
        lines = _drawn_spans(found, tuple(codings), length, _page_width(to))
        sys.stdout.writelines(drawn(to, line, soft_wrap=True) for line in lines)
    show_tables([table], notes)


def _page_width(console: Console) -> int:
    """Columns to draw in: those of the terminal, or a page's."""
    return console.width if console.is_terminal else _PAGE


def _drawn_to_scale(
    a: Segmentation, b: Segmentation, outcomes: Sequence[BoundaryOutcome], names: tuple[str, str], width: int
) -> Iterator[Text]:
    """Two lanes, two columns to a unit, broken into as many lines as the width asks for.

    Every segment has its mass in it; bars are boundaries, and the line below says what is wrong with them.
    """
    labels = _labels(names)
    units_per_line = max(4, (width - len(labels[0]) - 2) // 2)
    for first in range(0, a.mass, units_per_line):
        last = min(first + units_per_line, a.mass)
        if units_per_line < a.mass:
            yield Text(f"units {first + 1} to {last}", style="dim")
        for label, segmentation, side in zip(labels, (a, b), _SIDES, strict=True):
            kinds = {place: outcome.kind for outcome in outcomes if (place := outcome.position(side)) is not None}
            yield _lane(label, segmentation, kinds, first, units_per_line)
        yield _signs(len(labels[0]), outcomes, first, last)


def _lane(
    label: str, segmentation: Segmentation, kinds: dict[int, OutcomeKind], first: int, units_per_line: int
) -> Text:
    last = min(first + units_per_line, segmentation.mass)
    cells = [" "] * (2 * (last - first) + 1)
    for start, end in segmentation.segments:
        if first <= start < last or start <= first < end:
            mass, room = str(end - start), 2 * (min(end, last) - max(start, first)) - 1
            if _line_of_mass(start, end, units_per_line) == first // units_per_line and len(mass) <= room:
                begin = 2 * (max(start, first) - first) + 1 + (room - len(mass)) // 2
                cells[begin : begin + len(mass)] = mass
    bars = [0] * (first == 0) + [place for place in segmentation.positions if first < place <= last]
    bars += [segmentation.mass] * (last == segmentation.mass)
    for place in bars:
        cells[2 * (place - first)] = "|"
    drawn = Text(f"{label} {''.join(cells)}".rstrip())
    for place in bars:
        if place in kinds:
            column = len(label) + 1 + 2 * (place - first)
            drawn.stylize(_STYLES[kinds[place]], column, column + 1)
    return drawn


def _line_of_mass(start: int, end: int, units_per_line: int) -> int:
    """The line where most of a segment is seen, the first of several."""
    lines = range(start // units_per_line, (end - 1) // units_per_line + 1)
    return max(lines, key=lambda line: min(end, (line + 1) * units_per_line) - max(start, line * units_per_line))


def _signs(indent: int, outcomes: Sequence[BoundaryOutcome], first: int, last: int) -> Text:
    line = [" "] * (indent + 2 + 2 * (last - first))
    styles: list[tuple[str, int]] = []
    for outcome in outcomes:
        if outcome.kind == MATCH:
            continue
        low, high = (2 * place for place in (outcome.places[0], outcome.places[-1]))
        for column in range(max(low, 2 * first + 1), min(high, 2 * last) + 1):
            line[indent + 1 + column - 2 * first] = outcome.sign
            styles.append((_STYLES[outcome.kind], indent + 1 + column - 2 * first))
    drawn = Text("".join(line).rstrip())
    for style, column in styles:
        drawn.stylize(style, column, column + 1)
    return drawn


def _drawn_down_the_page(
    texts: Sequence[str], outcomes: Sequence[BoundaryOutcome], names: tuple[str, str], console: Console, *, whole: bool
) -> Iterator[Text]:
    """The units one under the other, the two lanes on the left and boundaries across them.

    Of a long item only the units around boundaries are shown, and of a long unit its first lines, unless the ``whole``
    is asked for.
    """
    labels = tuple(_short(name) for name in names)
    widths = [max(5, len(label)) for label in labels]
    number_width = len(str(len(texts)))
    indent = number_width + sum(widths) + 6
    room = max(20, _page_width(console) - indent)
    at = {
        place: [outcome for outcome in outcomes if place in outcome.places]
        for place in {p for m in outcomes for p in m.places}
    }
    yield Text(f"{'':{number_width}}  {labels[0]:^{widths[0]}}  {labels[1]:^{widths[1]}}".rstrip(), style="bold")
    hidden = 0
    for unit, text in enumerate(texts, start=1):
        near = any(place in at for place in range(unit - _CONTEXT, unit + _CONTEXT))
        if not whole and len(texts) > _LONG_TEXT and not near:
            hidden += 1
            continue
        if hidden:
            yield _gap(hidden, number_width)
            hidden = 0
        lane = f"{'|':^{widths[0]}}  {'|':^{widths[1]}}"
        lines = _wrapped(text, room, console, whole=whole)
        yield Text(f"{unit:>{number_width}}  {lane}  ") + lines[0]
        for line in lines[1:]:
            yield Text(f"{'':{number_width}}  {lane}  ") + line
        if unit in at:
            yield _rule(unit, at[unit], names, widths, number_width)
    if hidden:
        yield _gap(hidden, number_width)


def _rule(
    place: int, outcomes: Sequence[BoundaryOutcome], names: tuple[str, str], widths: Sequence[int], number_width: int
) -> Text:
    """The line between two units where somebody has a boundary."""
    line = Text(" " * (number_width + 2))
    for side, width in zip(_SIDES, widths, strict=True):
        mine = [outcome for outcome in outcomes if outcome.position(side) == place]
        labels = [str(outcome.type(side)) for outcome in mine]
        shown = "" if set(labels) <= {str(DEFAULT_TYPE)} else visible(",".join(labels))[:width]
        if mine:
            line += Text(f"{shown:-^{width}}", style=_STYLES[mine[0].kind]) + Text("  ")
        else:
            line += Text(f"{'|':^{width}}  ")
    words = dict.fromkeys(_in_words(outcome, place, names) for outcome in outcomes if outcome.kind != MATCH)
    line += Text("; ".join(words), style=_STYLES[next((m.kind for m in outcomes if m.kind != MATCH), MATCH)])
    line.rstrip()
    return line


def _in_words(outcome: BoundaryOutcome, place: int, names: tuple[str, str]) -> str:
    if outcome.only is not None:
        return f"only {visible(names[outcome.only == 'b'])}"
    if outcome.kind == NEAR_MISS:
        way = "below" if place == outcome.places[0] else "above"
        other = names[place == outcome.position_a]
        return f"near miss: {visible(other)} {outcome.distance} {way}"
    return "another type"


def _wrapped(text: str, room: int, console: Console, *, whole: bool) -> list[Text]:
    more = " …"
    lines = list(Text(visible(" ".join(text.split()))).wrap(console, room - len(more)))
    for line in lines:
        line.rstrip()
    if whole or len(lines) <= _LINES_OF_A_UNIT:
        return lines or [Text()]
    return [*lines[: _LINES_OF_A_UNIT - 1], lines[_LINES_OF_A_UNIT - 1] + Text(more)]


def _gap(hidden: int, number_width: int) -> Text:
    return Text(f"{'':{number_width}}  ... {counted(hidden, 'more unit')}", style="dim")


def _labels(names: tuple[str, str]) -> list[str]:
    short = [_short(name) for name in names]
    return [name.ljust(max(map(len, short))) for name in short]


def _short(name: str) -> str:
    shown = visible(name)
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[: _LONGEST_NAME - 1]}…"


def _drawn_spans(found: SpanAlignment, coders: Sequence[str], length: int, width: int) -> Iterator[Text]:
    """A lane per coder over the whole line, with the number of its set in every span; ``*`` marks one that is alone.

    Spans that overlap, or that would touch at this scale, go on lines below each other.
    """
    names = {coder: visible(coder)[:_LONGEST_NAME] for coder in coders}
    margin = max(map(len, names.values())) + 1
    columns = max(10, width - margin - 1)
    for coder in coders:
        rows: list[list[str]] = []
        mine = [(span, number, one) for number, one in enumerate(found.unitary, 1) if (span := one.spans[coder])]
        for span, number, one in sorted(mine, key=lambda row: (row[0].start, row[0].end, row[1])):
            alone = sum(other is not None for other in one.spans.values()) == 1
            first, text = _drawn_span(span, f"{number}{'*' if alone else ''}", length, columns)
            row = next((row for row in rows if len(row) <= first), None)
            if row is None:
                row = []
                rows.append(row)
            row.extend(" " * (first - len(row)) + text)
        for place, row in enumerate(rows or [[]]):
            yield Text(f"{names[coder] if place == 0 else '':<{margin}}{''.join(row)}".rstrip())
    yield Text(
        f"{'':<{margin}}{counted(length, 'unit')}; a number is a set of spans, * a span that is alone", style="dim"
    )


def _drawn_span(span: Span, name: str, length: int, columns: int) -> tuple[int, str]:
    """The column where a span begins, and the span to scale, though never narrower than its name in brackets."""
    first = span.start * columns // length
    inner = max(len(name), -(-span.end * columns // length) - first - 2)
    return first, f"[{name.center(inner, '-')}]"
