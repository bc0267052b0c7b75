"""``seamark align``: two codings of an item under each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from seamark.cli.edit_marks import Kind, Mark, marks_of
from seamark.cli.exits import naming_file
from seamark.cli.metric_choice import edit_options
from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output, show_tables
from seamark.cli.sources import Reader, chosen_coders, chosen_item, corpus_argument, reading_options
from seamark.cli.tables import Table, console, drawn
from seamark.metrics.base import Result
from seamark.metrics.edit import align as align_segmentations
from seamark.metrics.similarity import S
from seamark.model.alignment import Alignment
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE


@command(
    epilog=example(
        "seamark align codings.json --item ch3 --coders ann,ben",
        "seamark align sample:stargazer --coders 1,2 --n 3",
    )
)
@corpus_argument()
@click.option("--item", metavar="NAME", help="The item; needed if there are several.")
@click.option("--coders", metavar="A,B", help="The two coders; needed if the item has more.")
@click.option("--whole", is_flag=True, help="Show every unit of a long text in full.")
@edit_options
@reading_options
@output_options
def align(
    corpus: str, item: str | None, coders: str | None, whole: bool, metric: S, reader: Reader, output: Output
) -> None:
    """Draw two codings of an item under each other, with what differs between them.

    A near miss (~) is a boundary that the two coders place up to N - 1 units apart; a full miss is one that only the
    first (-) or only the second (+) coder placed. The alignment is one of lowest cost. If the corpus has the texts of
    the units, they are shown beside the codings.
    """
    codings = reader.corpus(corpus, output)
    with naming_file(corpus):
        name = chosen_item(codings, item)
        pair = chosen_coders(codings, name, coders)
        a, b = (codings.coding(name, coder) for coder in pair)
        alignment = align_segmentations(a, b, n=metric.n, weights=metric.weights, types=metric.types)
        similarity = metric.compare(a, b)
    marks = marks_of(alignment)
    if output.form == "tables":
        _draw(codings, name, pair, alignment, marks, whole=whole)
        show_tables([], ["", _in_words(alignment, pair), str(similarity)])
    else:
        table = _table(marks, pair)
        output.show(Answer(_document(name, pair, alignment, marks, similarity), [], table, [str(similarity)]))


def _draw(
    corpus: Corpus, item: str, pair: tuple[str, str], alignment: Alignment, marks: list[Mark], *, whole: bool
) -> None:
    from seamark.cli.commands import align_lanes as lanes

    to = console()
    typed = not {*alignment.a.types, *alignment.b.types} <= {DEFAULT_TYPE}
    if item in corpus.texts:
        lines = lanes.drawn_down_the_page(corpus.texts[item], marks, pair, to, whole=whole)
    elif alignment.a.mass <= lanes.LONGEST_TO_SCALE and not typed:
        lines = lanes.drawn_to_scale(alignment.a, alignment.b, marks, pair, lanes.page_width(to))
    else:
        show_tables([_table(marks, pair)])
        return
    sys.stdout.writelines(drawn(to, line, soft_wrap=True) for line in lines)


def _in_words(alignment: Alignment, pair: tuple[str, str]) -> str:
    parts = [
        f"{len(alignment.matches)} matched",
        f"{len(alignment.transpositions)} near (~)",
        f"{len(alignment.additions)} missed (- only {pair[0]}, + only {pair[1]})",
    ]
    if alignment.substitutions:
        parts.append(f"{len(alignment.substitutions)} of another type (*)")
    return f"{', '.join(parts)}; distance {alignment.distance:g}"


_WORDS: dict[Kind, str] = {
    "match": "match",
    "near": "near miss",
    "first": "full miss",
    "second": "full miss",
    "other type": "other type",
}


def _table(marks: list[Mark], pair: tuple[str, str]) -> Table:
    header = ("edit", f"position {pair[0]}", f"position {pair[1]}", f"type {pair[0]}", f"type {pair[1]}")
    rows = [
        (_WORDS[mark.kind], mark.position_a, mark.position_b, *(_label(label) for label in (mark.type_a, mark.type_b)))
        for mark in marks
    ]
    return Table(header, rows)


def _label(label: object) -> str | None:
    return None if label is None else str(label)


def _document(
    item: str, pair: tuple[str, str], alignment: Alignment, marks: list[Mark], similarity: Result
) -> dict[str, object]:
    return {
        "item": item,
        "coders": pair,
        "mass": alignment.a.mass,
        "distance": alignment.distance,
        "boundaries": list(_edits(marks)),
        "similarity": {
            "value": similarity.value,
            "counts": similarity.counts,
            "signature": str(similarity.signature),
        },
    }


def _edits(marks: list[Mark]) -> Iterator[dict[str, object]]:
    for mark in marks:
        yield {
            "edit": _WORDS[mark.kind],
            "positions": [mark.position_a, mark.position_b],
            "types": [_label(mark.type_a), _label(mark.type_b)],
        }
