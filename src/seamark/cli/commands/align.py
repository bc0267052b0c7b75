"""``seamark align``: two codings of an item under each other."""

from __future__ import annotations

import sys

import click

from seamark.cli.commands.align_lanes import LONGEST_TO_SCALE, drawn_down_the_page, drawn_to_scale, page_width
from seamark.cli.commands.align_span_lanes import align_spans_of
from seamark.cli.exits import naming_file
from seamark.cli.metric_options import edit_options
from seamark.cli.models import refuse_options_of_boundaries, spans_option
from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output, show_tables
from seamark.cli.sources import Reader, chosen_coders, chosen_item, corpus_argument, named, reading_options
from seamark.cli.tables import console, drawn
from seamark.metrics.base import Result
from seamark.metrics.edit import align as align_segmentations
from seamark.metrics.similarity import S
from seamark.model.alignment import Alignment
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.text_table import Table


@command(
    epilog=example(
        "seamark align codings.json --item ch3 --coders ann,ben",
        "seamark align sample:stargazer --coders 1,2 --n 3",
        "seamark align talk.eaf --as spans --tiers-are coders",
    )
)
@corpus_argument(several=True)
@click.option("--item", metavar="NAME", help="The item; needed if there are several.")
@click.option("--coders", metavar="A,B", help="The two coders; needed if the item has more, except for spans.")
@spans_option("What is aligned: boundaries of two coders, or spans of two or more")
@click.option("--whole", is_flag=True, help="Show every unit of a long text in full.")
@edit_options
@reading_options
@output_options
def align(
    corpus: tuple[str, ...],
    item: str | None,
    coders: str | None,
    model: str | None,
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
    if model == "spans":
        refuse_options_of_boundaries("spans", "item", "coders")
        align_spans_of(corpus, reader, item, coders, output)
        return
    codings = reader.corpus(corpus, output)
    with naming_file(named(corpus)):
        name = chosen_item(codings, item)
        pair = chosen_coders(codings, name, coders)
        a, b = (codings.coding(name, coder) for coder in pair)
        alignment = align_segmentations(a, b, n=metric.n, weights=metric.weights, types=metric.types)
        similarity = metric.compare(a, b)
    if output.form == "tables":
        _draw(codings, name, pair, alignment, whole=whole)
        show_tables([], ["", alignment.in_words(*pair), str(similarity)])
    else:
        table = _table(alignment, pair)
        output.show(Answer(_document(name, pair, alignment, similarity), [], table, [str(similarity)]))


def _draw(corpus: Corpus, item: str, pair: tuple[str, str], alignment: Alignment, *, whole: bool) -> None:
    to = console()
    typed = not {*alignment.a.types, *alignment.b.types} <= {DEFAULT_TYPE}
    if item in corpus.texts:
        lines = drawn_down_the_page(corpus.texts[item], alignment.outcomes, pair, to, whole=whole)
    elif alignment.a.mass <= LONGEST_TO_SCALE and not typed:
        lines = drawn_to_scale(alignment.a, alignment.b, alignment.outcomes, pair, page_width(to))
    else:
        show_tables([_table(alignment, pair)])
        return
    sys.stdout.writelines(drawn(to, line, soft_wrap=True) for line in lines)


def _table(alignment: Alignment, pair: tuple[str, str]) -> Table:
    header = ("edit", f"position {pair[0]}", f"position {pair[1]}", f"type {pair[0]}", f"type {pair[1]}")
    return Table(header, [tuple(row.values()) for row in alignment.rows()])


def _document(item: str, pair: tuple[str, str], alignment: Alignment, similarity: Result) -> dict[str, object]:
    return {"item": item, "coders": pair, **alignment.to_dict(), "similarity": similarity.to_dict()}
