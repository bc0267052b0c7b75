"""``seamark next``: which items to annotate next."""

from __future__ import annotations

from pathlib import Path

import click

from seamark.agreement.plan import next_items
from seamark.base.files import write_file
from seamark.cli import options
from seamark.cli.inputs import Reader, corpus_argument, naming_file, reading_options, require_other_places
from seamark.cli.options import MetricChoice, command, example, option
from seamark.cli.output import Answer, Output


@command(
    epilog=example(
        "seamark next corpus.json",
        "seamark next corpus.json --first 5 -o items.txt",
        "seamark annotate texts/*.txt --items items.txt --coder dan -o dan.html",
    ),
)
@corpus_argument(several=True)
@options.one_metric("B")
@option("--first N", "Number of items to list.", type=click.IntRange(min=1))
@option("--seed NUMBER", "Seed of the shuffles.", name="rng", type=click.IntRange(min=0), default=0)
@reading_options
@options.place_option("File for the names, one per line, which annotate --items takes.", default=None)
@options.force_option
@options.output_options
def next(  # the name of the command
    corpus: tuple[str, ...],
    metric: MetricChoice,
    first: int | None,
    rng: int,
    reader: Reader,
    place: str | None,
    force: bool,
    output: Output,
) -> None:
    """List the items of a study in the order in which one more coding helps most.

    One more coding of the first item narrows the interval of the agreement more than one of any other. Items with a
    single coding come before all others.
    """
    require_other_places(corpus, place)
    study = reader.corpus(corpus, output)
    with naming_file(corpus):
        found = next_items(study, *metric.made(output), rng=rng)
    shown = found.items[:first]
    if place is not None:
        write_file(Path(place), ["".join(f"{one.item}\n" for one in shown).encode("utf-8")], force=force)
        output.remark(f"{len(shown)} items -> {place}")
    output.show(Answer.of(type(found)(shown, found.metric)))
