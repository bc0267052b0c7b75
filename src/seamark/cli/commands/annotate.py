"""``seamark annotate``: a page on which a coder places boundaries."""

from __future__ import annotations

from typing import Any, TextIO

import click

from seamark.cli import options
from seamark.cli.inputs import (
    Reader,
    corpus_argument,
    named,
    reading_options,
    require_one_standard_input,
    require_other_places,
    separator_option,
    unit_texts,
)
from seamark.cli.options import command, example, option
from seamark.cli.output import Output, Target
from seamark.pages.annotate import write_annotation_page


@command(
    epilog=example(
        "seamark annotate chapters/*.txt --coder ann -o ann.html",
        "seamark annotate chapters/*.txt --types minor,major --guidelines guide.md --shuffle -o anybody.html",
        "seamark annotate corpus.json --prefill system.json --coder ben -o ben.html",
    )
)
@corpus_argument("texts", "TEXT", several=True)
@option("--coder NAME", "Who annotates [default: the page asks for a name].")
@option("--study NAME", "Name of the study.", default="study")
@option("--types NAMES", "Types of boundaries, such as minor,major [default: one type].")
@option("--guidelines FILE", "Text that coders can read on the page.", type=click.File(encoding="utf-8"))
@option(
    "--items-per-page N", "How many items stand under each other.", type=click.IntRange(min=1, max=10_000), default=1
)
@option("--shuffle", "Show the items in a random order, another one for every coder.")
@option("--seed NUMBER", "Seed of that order.", name="rng", type=click.IntRange(min=0), default=0)
@option("--prefill FILE", "Codings of one coder from which the page starts.")
@separator_option
@reading_options
@options.writing_options("HTML file to write, such as ann.html.")
@options.quiet_option
def annotate(
    texts: tuple[str, ...],
    types: str | None,
    guidelines: TextIO | None,
    prefill: str | None,
    separator: str | None,
    reader: Reader,
    target: Target,
    output: Output,
    **settings: Any,
) -> None:
    """Write a page on which a coder places boundaries in texts, as one HTML file.

    TEXT is a text file, cut into paragraphs, or into the units that --unit or --separator names; or a corpus that holds
    the texts of its units. The page works without a network, keeps the work in the browser, and saves it as
    STUDY-CODER.json; 'seamark collect' joins such files.
    """
    further = [place for place in (prefill, None if guidelines is None else guidelines.name) if place is not None]
    require_one_standard_input(*texts, *further)
    require_other_places([*texts, *further], target)
    found = unit_texts(texts, reader, separator, output)
    write_annotation_page(
        found.units,
        target.place,
        paragraphs=found.paragraphs,
        types=[] if types is None else [_label(name.strip()) for name in types.split(",")],
        guidelines="" if guidelines is None else guidelines.read(),
        prefill=None if prefill is None else Reader.of().corpus(prefill, output),
        force=target.force,
        **settings,
    )
    output.remark(f"{named(texts)} -> {target.place}")


def _label(name: str) -> str | int:
    """A type as files of others have it: levels are numbers."""
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else name
