"""``seamark convert``: from one format to another."""

from __future__ import annotations

from dataclasses import asdict
from typing import cast, get_args

import click

from seamark.cli.exits import in_our_words
from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output, show_tables
from seamark.cli.sources import FormatName, Reader, corpus_argument, reading_options, require_other_places
from seamark.cli.tables import Cell, Table
from seamark.cli.terminal_text import data_output
from seamark.io import save
from seamark.io.features import Feature


@command(
    epilog=example(
        "seamark convert interview.eaf interview.json --resolution 0.01",
        "seamark convert annotations/ codings.csv --from brat --unit sentence",
        "seamark convert codings.json - --to csv",
    )
)
@corpus_argument("source", "IN")
@click.argument("target", metavar="OUT", type=click.Path(allow_dash=True))
@click.option("--to", type=FormatName(), metavar="FORMAT", help="The format of OUT, when its suffix does not tell.")
@click.option("--force", is_flag=True, help="Replace OUT when it is there already.")
@click.option(
    "--drop",
    type=click.Choice(get_args(Feature)),
    multiple=True,
    help="Leave out what the format of OUT cannot keep; may be given several times.",
)
@reading_options
@output_options
def convert(
    source: str, target: str, to: str | None, force: bool, drop: tuple[str, ...], reader: Reader, output: Output
) -> None:
    """Rewrite a corpus in another format.

    Formats are recognised; see 'seamark formats'. Spans and times are put on a grid of units, and the command says how
    many boundaries moved, and how far. OUT may be a folder for formats with a file per item, or - for standard output.
    Nothing is overwritten without --force, and nothing is lost without --drop.
    """
    to_standard_output = target == "-"
    if to_standard_output and output.form != "tables":
        raise click.UsageError("--json and --csv print a report, but standard output holds the corpus")
    require_other_places([source], target)
    corpus, report = reader.load(source)
    with in_our_words({"format=": "--to", "without force": "without --force", "drop them (": "--drop them ("}):
        save(
            corpus,
            data_output() if to_standard_output else target,
            format=to,
            force=force,
            drop=cast("tuple[Feature, ...]", drop),
        )
    sizes = {"items": len(corpus), "coders": len(corpus.coder_names), "codings": len(corpus.codings)}
    if output.form != "tables":
        facts = {"source": source, "target": target, **sizes, **asdict(report)}
        table = Table(tuple(facts), [[_cell(fact) for fact in facts.values()]])
        output.show(Answer(facts, [], table))
        return
    counted = ", ".join(f"{number:,} {name if number != 1 else name[:-1]}" for name, number in sizes.items())
    lines = [f"{source} ({report.format}) -> {target}: {counted}", report.summary(), *report.notes]
    if to_standard_output:
        output.remark(*lines)
    else:
        show_tables([], lines)


def _cell(fact: object) -> Cell:
    return "; ".join(fact) if isinstance(fact, tuple) else cast("Cell", fact)
