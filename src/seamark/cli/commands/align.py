"""``seamark align``: codings of an item under each other, with what differs between them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from seamark.agreement.span_alignment import align_spans, shown_span
from seamark.base.errors import visible
from seamark.base.numbers import counted
from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.inputs import Reader, chosen_codings, chosen_item, corpus_argument, naming_file, reading_options_as
from seamark.cli.options import command, example, option
from seamark.cli.output import Answer, Output, show_lines
from seamark.metrics.edit import align as align_segmentations
from seamark.metrics.similarity import S
from seamark.model.alignment import MATCH, NEAR_MISS, BoundaryOutcome
from seamark.model.segmentation import DEFAULT_TYPE

#: Columns of a drawing, and the longest name of a coder in it.
_PAGE = 100
_LONGEST_NAME = 16
#: Units shown around each boundary when a long text is not shown as a whole, and what long means.
_CONTEXT = 2
_LONG_TEXT = 80
#: Lines of one unit that are shown.
_LINES_OF_A_UNIT = 3


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
@options.n_option
@options.near_option
@reading_options_as("boundaries", "spans")
@options.output_options
def align(
    corpus: tuple[str, ...],
    item: str | None,
    coders: str | None,
    whole: bool,
    n: int | None,
    near: float | None,
    reader: Reader,
    output: Output,
) -> None:
    """Draw two codings of an item under each other, with what differs between them.

    A near miss (~) is a boundary that the two coders place up to N - 1 units apart; a full miss is one that only the
    first (-) or only the second (+) coder placed. The alignment is one of lowest cost. If the corpus has the texts of
    the units, they are shown beside the codings. With --as spans, aligned spans are in one row.
    """
    kind = reader.kind or "boundaries"
    if kind == "spans":
        options.refuse_options_of_boundaries("spans", "item", "coders")
    study = reader.corpus(corpus, output, kind, of_coders=True)
    metric = S(n or 2 if near is None else options.near_units(near, output) + 1)
    with naming_file(corpus):
        name = chosen_item(study, item)
        codings = chosen_codings(study, name, coders, two=kind == "boundaries")
        if kind == "spans":
            found = align_spans(codings)
            sets = [(*map(shown_span, one.spans.values()), one.cost) for one in found.unitary]
            table = Table((*codings, "cost"), sets)
            csv = Table.of_rows(found.rows()) if sets else table
            output.show(Answer(found.to_dict(), [table], csv, [f"disorder {found.disorder:.4f}"]))
            return
        a, b = codings.values()
        alignment = align_segmentations(a, b, n=metric.n)
        similarity = metric.compare(a, b)
    first, second = map(_short, codings)
    if output.form == "tables":
        texts = study.texts.get(name)
        if texts is None:
            show_lines(alignment.drawn(first, second, resolution=options.seconds_per_unit(output)).splitlines())
        else:
            show_lines(_beside_texts(texts, alignment.outcomes, (first, second), whole=whole))
        show_lines(["", alignment.in_words(first, second), str(similarity)])
    else:
        facts = {"item": name, "coders": list(codings), **alignment.to_dict(), "similarity": similarity.to_dict()}
        header = ("edit", *(f"{what} {coder}" for what in ("position", "type") for coder in codings))
        table = Table(header, [tuple(row.values()) for row in alignment.rows()])
        output.show(Answer(facts, [], table, [str(similarity)]))


def _short(name: str) -> str:
    shown = visible(name)
    return shown if len(shown) <= _LONGEST_NAME else f"{shown[: _LONGEST_NAME - 1]}…"


def _beside_texts(
    texts: Sequence[str], outcomes: Sequence[BoundaryOutcome], names: tuple[str, str], *, whole: bool
) -> Iterator[str]:
    """The units one under the other, the two lanes on the left and boundaries across them.

    Of a long item only the units around boundaries are shown, and of a long unit its first lines, unless the ``whole``
    is asked for.
    """
    widths = [max(5, len(name)) for name in names]
    margin = len(str(len(texts)))
    lanes = "  ".join(f"{'|':^{width}}" for width in widths)
    lines_of_a_unit = textwrap.TextWrapper(
        max(20, _PAGE - margin - len(lanes) - 4), max_lines=None if whole else _LINES_OF_A_UNIT, placeholder=" …"
    )
    at: dict[int, list[BoundaryOutcome]] = {}
    for outcome in outcomes:
        for place in outcome.places:
            at.setdefault(place, []).append(outcome)
    yield f"{'':{margin}}  {'  '.join(f'{name:^{width}}' for name, width in zip(names, widths, strict=True))}"
    hidden = 0
    for unit, text in enumerate(texts, start=1):
        if not whole and len(texts) > _LONG_TEXT and at.keys().isdisjoint(range(unit - _CONTEXT, unit + _CONTEXT)):
            hidden += 1
            continue
        if hidden:
            yield f"{'':{margin}}  ... {counted(hidden, 'more unit')}"
            hidden = 0
        for number, line in enumerate(lines_of_a_unit.wrap(visible(" ".join(text.split()))) or [""]):
            yield f"{unit if number == 0 else '':>{margin}}  {lanes}  {line}"
        if unit in at:
            yield f"{'':{margin}}  {_rule(unit, at[unit], names, widths)}"
    if hidden:
        yield f"{'':{margin}}  ... {counted(hidden, 'more unit')}"


def _rule(place: int, outcomes: Sequence[BoundaryOutcome], names: tuple[str, str], widths: Sequence[int]) -> str:
    """The line between two units where somebody has a boundary."""
    cells = []
    for side, width in enumerate(widths):
        types = [str(outcome.types[side]) for outcome in outcomes if outcome.positions[side] == place]
        shown = "" if set(types) <= {str(DEFAULT_TYPE)} else visible(",".join(types))[:width]
        cells.append(f"{shown:-^{width}}" if types else f"{'|':^{width}}")
    words = dict.fromkeys(_in_words(outcome, place, names) for outcome in outcomes if outcome.kind != MATCH)
    return "  ".join([*cells, "; ".join(words)])


def _in_words(outcome: BoundaryOutcome, place: int, names: tuple[str, str]) -> str:
    if outcome.only is not None:
        return f"only {names[outcome.only == 'b']}"
    if outcome.kind == NEAR_MISS:
        way = "below" if place == outcome.places[0] else "above"
        return f"near miss: {names[place == outcome.positions[0]]} {outcome.distance} {way}"
    return "another type"
