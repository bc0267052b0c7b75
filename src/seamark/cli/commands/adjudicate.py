"""``seamark adjudicate``: a page on which a person decides what the coders dispute."""

from __future__ import annotations

from pathlib import Path

import click

from seamark.base.files import write_file
from seamark.cli.exits import naming_file
from seamark.cli.inputs import Reader, corpus_argument, named, reading_options, require_other_places
from seamark.cli.options import choice_option, command, example, quiet_option, writing_options
from seamark.cli.output import Output
from seamark.pages.adjudicate import Only, adjudication_html
from seamark.pages.page import page_file


@command(
    epilog=example(
        "seamark adjudicate codings.json -o decide.html",
        "seamark adjudicate codings.json --only disputed --blind -o decide.html",
        "seamark adjudicate ann.json ben.json --start 'coder ann' -o decide.html",
    )
)
@corpus_argument(several=True)
@click.option(
    "--start",
    default="consensus",
    show_default=True,
    metavar="START",
    help="What stands where nothing has been decided: consensus, 'coder NAME' or empty.",
)
@choice_option("--only", Only, help="Ask about disputed boundaries only; those that all coders place alike are kept.")
@click.option("--blind", is_flag=True, help="Number the coders; the page does not hold their names.")
@click.option("--title", metavar="TEXT", help="Heading of the page.")
@reading_options
@writing_options("HTML file to write, such as decide.html.")
@quiet_option
def adjudicate(
    corpus: tuple[str, ...],
    start: str,
    only: Only | None,
    blind: bool,
    title: str | None,
    reader: Reader,
    target: str,
    force: bool,
    output: Output,
) -> None:
    """Write a page on which a person decides what the coders dispute, as one HTML file.

    The page opens without a network. It asks about one boundary after another, the most disputed first; near misses of
    one boundary are one question. Save on the page gives gold.json, a corpus with the coder gold, and decisions.csv.
    """
    require_other_places(corpus, target)
    study = reader.corpus(corpus, output)
    with naming_file(named(corpus)):
        page = adjudication_html(study, start=start, only=only, blind=blind, title=title)
    write_file(Path(target), [page_file(page)], force=force)
    output.remark(f"{named(corpus)} -> {target}")
