"""Spans for ``seamark align``: a lane per coder to scale, and the sets of spans that mean the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.text import Text

from seamark.agreement.span_alignment import SpanAlignment, align_spans, shown_span
from seamark.cli.commands.align_lanes import page_width
from seamark.cli.exits import naming_file
from seamark.cli.models import chosen_codings, read_spans
from seamark.cli.output import Answer, Output, show_tables
from seamark.cli.sources import Reader, named
from seamark.cli.tables import console, drawn
from seamark.cli.terminal_text import visible
from seamark.model.spans import Span
from seamark.number_text import counted
from seamark.text_table import Table

#: Longest name beside a lane.
_LONGEST_NAME = 16
#: Sets that are drawn; more would be too narrow to tell apart, and the table lists them all.
_MOST_SETS = 60


def align_spans_of(
    sources: Sequence[str], reader: Reader, item: str | None, coders: str | None, output: Output
) -> None:
    """Print which spans of the coders of an item mean the same."""
    study, _ = read_spans(reader, sources, output)
    with naming_file(named(sources)):
        codings = chosen_codings(study, item, coders)
        found = align_spans(codings)
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
        lines = drawn_spans(found, tuple(codings), length, page_width(to))
        sys.stdout.writelines(drawn(to, line, soft_wrap=True) for line in lines)
    show_tables([table], notes)


def drawn_spans(found: SpanAlignment, coders: Sequence[str], length: int, width: int) -> Iterator[Text]:
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
            first, text = _drawn(span, f"{number}{'*' if alone else ''}", length, columns)
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


def _drawn(span: Span, name: str, length: int, columns: int) -> tuple[int, str]:
    """The column where a span begins, and the span to scale, though never narrower than its name in brackets."""
    first = span.start * columns // length
    inner = max(len(name), -(-span.end * columns // length) - first - 2)
    return first, f"[{name.center(inner, '-')}]"
