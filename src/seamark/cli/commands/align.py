"""``seamark align``: codings of an item under each other, with what differs between them."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.agreement.gamma import align_spans, shown_span
from seamark.base.errors import visible
from seamark.base.results import Cell, Table
from seamark.cli import inputs, options
from seamark.cli.options import command, option
from seamark.cli.output import Answer, Output, show_lines, show_tables
from seamark.metrics.edit import S
from seamark.metrics.edit import align as align_segmentations
from seamark.model.alignment import Alignment
from seamark.model.segmentation import DEFAULT_TYPE


@command(
    "seamark align codings.json --item ch3 --coders ann,ben",
    "seamark align sample:stargazer --coders 1,2 --n 3",
    "seamark align talk.eaf --as spans --tiers-as-coders",
)
def align(
    corpus: tuple[str, ...] = inputs.corpus_argument(several=True),
    item: str | None = option("--item NAME", "The item; needed if there are several."),
    coders: str | None = option("--coders A,B", "The two coders; needed if the item has more, except for spans."),
    n: int | None = options.n_option,
    near: float | None = options.near_option,
    reader: inputs.Reader = inputs.reading_options_as("boundaries", "spans"),
    output: Output = options.output_options,
) -> None:
    """Draw two codings of an item under each other, and mark where they differ.

    A near miss (~) is a boundary that the two coders place up to N - 1 units apart; a full miss is one that only the
    first (-) or only the second (+) coder placed. The alignment is one of lowest cost. If the corpus has the texts of
    the units, those around every boundary are shown. With --as spans, aligned spans are in one row.
    """
    kind = reader.kind or "boundaries"
    if kind == "spans":
        options.refuse_options_of_boundaries("spans", "item", "coders")
    study = reader.corpus(corpus, output, kind, of_coders=True)
    metric = S(n or 2 if near is None else options.near_units(near, output) + 1)
    with inputs.naming_file(corpus):
        name = inputs.chosen_item(study, item)
        codings = inputs.chosen_codings(study, name, coders, two=kind == "boundaries")
        if kind == "spans":
            found = align_spans(codings)
            sets = [(*map(shown_span, one.spans.values()), one.cost) for one in found.unitary]
            table = Table((*codings, "cost"), sets)
            csv = Table.of_rows(found.rows()) if sets else table
            output.show(Answer(found.to_dict, [table], csv, [f"disorder {found.disorder:.4f}"]))
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
            show_tables([_beside_texts(alignment, texts, (first, second))])
        show_lines(["", alignment.in_words(first, second), str(similarity)])
    else:
        facts = {"item": name, "coders": list(codings), **alignment.to_dict(), "similarity": similarity.to_dict()}
        header = ("edit", *(f"{what} {coder}" for what in ("position", "type") for coder in codings))
        table = Table(header, [tuple(row.values()) for row in alignment.rows()])
        output.show(Answer(lambda: facts, [], table, [str(similarity)]))


def _short(text: str, longest: int = 16) -> str:
    """The first characters of a name or a text."""
    shown = visible(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def _beside_texts(alignment: Alignment, texts: Sequence[str], coders: Sequence[str]) -> Table:
    """A row for every boundary, with the units before it and behind it."""
    rows: list[list[Cell]] = []
    for one in alignment.rows():
        places = {side: (one[f"position_{side}"], one[f"type_{side}"]) for side in "ab"}
        place = next(position for position, _ in places.values() if position is not None)
        around = (_short(" ".join(text.split()), longest=40) for text in texts[place - 1 : place + 1])
        typed = (at if type in (None, str(DEFAULT_TYPE)) else f"{at} ({type})" for at, type in places.values())
        rows.append([one["edit"], *typed, *around])
    return Table(("edit", *(f"position {coder}" for coder in coders), "before", "behind"), rows)
