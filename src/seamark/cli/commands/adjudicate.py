"""``seamark adjudicate``: a page on which a person decides what the coders dispute."""

from __future__ import annotations

from typing import Any

from seamark.cli import options
from seamark.cli.inputs import Reader, corpus_argument, named, naming_file, reading_options_as, require_other_places
from seamark.cli.options import command, example, option
from seamark.cli.output import Output, Target
from seamark.pages.adjudicate import Only
from seamark.pages.adjudicate import adjudicate as write_page


@command(
    epilog=example(
        "seamark adjudicate codings.json -o decide.html",
        "seamark adjudicate codings.json --only disputed --blind -o decide.html",
        "seamark adjudicate ann/ ben/ --near 0.5 -o decide.html",
        "seamark adjudicate talk.json --as spans -o decide.html",
        "seamark adjudicate ann.json ben.json --start 'coder ann' -o decide.html",
    )
)
@corpus_argument(several=True)
@option(
    "--start START",
    "The segmentation where nothing has been decided: consensus, 'coder NAME' or empty.",
    default="consensus",
)
@option("--only", "Ask about disputed boundaries only; those that all coders place alike are kept.", choices=Only)
@option("--blind", "Leave the names of coders out of the page [default: letters until the user asks for names].")
@options.near_option
@option("--title TEXT", "Heading of the page.")
@reading_options_as("boundaries", "labels", "spans")
@options.writing_options("HTML file to write, such as decide.html.")
@options.quiet_option
def adjudicate(
    corpus: tuple[str, ...],
    near: float | None,
    reader: Reader,
    target: Target,
    output: Output,
    **settings: Any,
) -> None:
    """Write a page on which a person decides what the coders dispute, as one HTML file.

    The page opens without a network. It asks about one boundary after another, the most disputed first; near misses of
    one boundary are one question. Save on the page gives gold.json, a corpus with the coder gold, and decisions.csv.
    """
    require_other_places(corpus, target)
    study = reader.corpus(corpus, output, reader.kind or "boundaries", of_coders=True)
    n = 2 if near is None else options.near_units(near, output) + 1
    with naming_file(corpus):
        step = options.seconds_per_unit(output)
        write_page(study, target.place, n=n, resolution=step, force=target.force, **settings)
    output.remark(f"{named(corpus)} -> {target.place}")
