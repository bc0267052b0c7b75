"""``seamark align``: two codings of an item under each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from seamark.choices import hint
from seamark.cli.edit_marks import Kind, Mark, marks_of
from seamark.cli.exits import speaking_of
from seamark.cli.metric_choice import edit_options
from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output, show_tables
from seamark.cli.sources import Reader, corpus_argument, reading_options
from seamark.cli.tables import console, drawn
from seamark.errors import InputError
from seamark.metrics.base import Result
from seamark.metrics.edit import align as align_segmentations
from seamark.metrics.similarity import S
from seamark.model.alignment import Alignment
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.number_text import counted
from seamark.text_table import Table


@command(
    epilog=example(
        "seamark align codings.json --item ch3 --coders ann,ben",
        "seamark align sample:stargazer --coders 1,2 --n 3",
    )
)
@corpus_argument()
@click.option("--item", metavar="NAME", help="The item; may be left out when there is only one.")
@click.option("--coders", metavar="A,B", help="The two coders; may be left out when there are only two.")
@click.option("--whole", is_flag=True, help="Show every unit of a long text, and all of it.")
@edit_options
@reading_options
@output_options
def align(
    corpus: str, item: str | None, coders: str | None, whole: bool, metric: S, reader: Reader, output: Output
) -> None:
    """Draw two codings of an item under each other, with what differs between them.

    A near miss (~) is a boundary that the two place up to N - 1 units apart, a full miss one that only the first (-) or
    only the second (+) coder has. The alignment is the cheapest there is. Where the corpus has the texts of the units,
    they stand beside the lanes.
    """
    codings = reader.corpus(corpus, output)
    with speaking_of(corpus):
        name = _item(codings, item)
        pair = _coders(codings, name, coders)
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
    from seamark.cli import lanes

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


def _item(corpus: Corpus, item: str | None) -> str:
    if item is None:
        if len(corpus) == 1:
            return corpus.item_names[0]
        raise InputError(f"--item is missing, and there are {len(corpus)} items; {hint('', corpus.item_names)}")
    if item not in corpus:
        raise InputError(f"no item is called {item!r}; {hint(item, corpus.item_names)}")
    return item


def _coders(corpus: Corpus, item: str, coders: str | None) -> tuple[str, str]:
    present = tuple(corpus[item])
    names = present if coders is None else tuple(coders.split(","))
    if len(names) != 2:
        number = counted(len(names), "coder")
        given = f"--coders names {number}" if coders is not None else f"item {item!r} has {number}"
        raise InputError(f"{given}; expected two with a comma between them, of {', '.join(present)}")
    for name in names:
        if name not in present:
            raise InputError(f"item {item!r} has no coder {name!r}; {hint(name, present)}")
    return names[0], names[1]


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
