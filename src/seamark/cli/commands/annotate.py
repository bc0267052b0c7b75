"""``seamark annotate``: a page on which a coder places boundaries."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from seamark.base.files import write_file
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
from seamark.cli.options import command, example, quiet_option, writing_options
from seamark.cli.output import Output
from seamark.pages.annotate import annotation_page_html
from seamark.pages.page import page_file


@command(
    epilog=example(
        "seamark annotate chapters/*.txt --coder ann -o ann.html",
        "seamark annotate chapters/*.txt --types minor,major --guidelines guide.md --shuffle -o anybody.html",
        "seamark annotate corpus.json --prefill system.json --coder ben -o ben.html",
    )
)
@corpus_argument("texts", "TEXT", several=True)
@click.option("--coder", metavar="NAME", help="Who annotates [default: the page asks for a name].")
@click.option("--study", metavar="NAME", default="study", show_default=True, help="Name of the study.")
@click.option("--types", metavar="NAMES", help="Types of boundaries, such as minor,major [default: one type].")
@click.option(
    "--guidelines", type=click.File(encoding="utf-8"), metavar="FILE", help="Text that coders can read on the page."
)
@click.option(
    "--items-per-page",
    type=click.IntRange(min=1, max=10_000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many items stand under each other.",
)
@click.option("--shuffle", is_flag=True, help="Show the items in a random order, another one for every coder.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="NUMBER",
    help="Seed of that order.",
)
@click.option("--prefill", metavar="FILE", help="Codings of one coder from which the page starts.")
@separator_option
@reading_options
@writing_options("HTML file to write, such as ann.html.")
@quiet_option
def annotate(
    texts: tuple[str, ...],
    coder: str | None,
    study: str,
    types: str | None,
    guidelines: TextIO | None,
    items_per_page: int,
    shuffle: bool,
    seed: int,
    prefill: str | None,
    separator: str | None,
    reader: Reader,
    target: str,
    force: bool,
    output: Output,
) -> None:
    """Write a page on which a coder places boundaries in texts, as one HTML file.

    TEXT is a text file, cut into paragraphs, or into the units that --unit or --separator names; or a corpus that holds
    the texts of its units. The page works without a network, keeps the work in the browser, and saves it as
    STUDY-CODER.json; 'seamark collect' joins such files.
    """
    further = [place for place in (prefill, None if guidelines is None else guidelines.name) if place is not None]
    require_one_standard_input(*texts, *further)
    require_other_places([*texts, *further], target)
    page = annotation_page_html(
        unit_texts(texts, reader, separator, output),
        study=study,
        coder=coder,
        types=[] if types is None else [_label(name.strip()) for name in types.split(",")],
        guidelines="" if guidelines is None else guidelines.read(),
        items_per_page=items_per_page,
        shuffle=shuffle,
        rng=seed,
        prefill=None if prefill is None else Reader.of(False, (), reader.large_file).corpus(prefill, output),
    )
    write_file(Path(target), [page_file(page)], force=force)
    output.remark(f"{named(texts)} -> {target}")


def _label(name: str) -> str | int:
    """A type as files of others have it: levels are numbers."""
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else name
