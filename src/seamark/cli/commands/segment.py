"""``seamark segment``: ready segmenters over texts."""

from __future__ import annotations

from dataclasses import fields
from io import BytesIO
from itertools import count
from typing import Any, Literal

import click

from seamark.base.numbers import counted
from seamark.cli import inputs, options
from seamark.cli.options import command, option
from seamark.cli.output import Output, Target, print_file
from seamark.cli.texts import unit_texts
from seamark.io import save
from seamark.segmenters.run import Chunks, Measure, Segmenter, Separators, TextTiling, segment_texts

Name = Literal["texttiling", "chunks", "separators"]


def _chosen(with_: Name, size: int | None, by: Measure | None) -> tuple[Name, Segmenter]:
    """The name of the segmenter, and the segmenter."""
    made: type[Any] = {"texttiling": TextTiling, "chunks": Chunks, "separators": Separators}[with_]
    given = options.given_options(size=size, by=by)
    for name in given:
        if name not in {one.name for one in fields(made)}:
            raise click.UsageError(f"{with_} has no --{name}")
    return with_, made(**({"size": 10} if with_ == "chunks" else {}) | given)


_option = options.option_in("Segmenter")

segmenter_options = options.bundle(
    _chosen,
    _option("--with", "The segmenter.", name="with_", choices=Name, required=True),
    _option("--size N", "Largest chunk [default: 10 units; separators: 1000 characters].", type=options.NUMBER),
    _option("--by", "Unit of --size, for chunks [default: units].", choices=Measure),
)


@command(
    "seamark segment chapters/*.txt --with texttiling -o texttiling.json",
    "seamark segment humans.json --with chunks --size 300 --by words -o chunks.json",
    "seamark segment chapters/*.txt --unit sentence --with separators -o separators.json",
)
def segment(
    texts: tuple[str, ...] = inputs.corpus_argument("TEXT", several=True),
    chosen: tuple[Name, Segmenter] = segmenter_options,
    name: str | None = option("--name NAME", "Name of the segmenter as a coder [default: as after --with]."),
    keep_texts: bool = option("--texts", "Also write the texts of the units."),
    reader: inputs.Reader = inputs.reading_options,
    target: Target = options.writing_options("File to write [default: standard output].", default="-"),
    output: Output = options.quiet_option,
) -> None:
    """Segment texts with one of the built-in segmenters, to compare them with humans.

    TEXT is a text file, cut into paragraphs, or into the units that --unit names; every file is an item
    with the name of the file. Or TEXT is a transcript such as talk.srt, whose cues are the units, or a corpus that
    holds the texts of its units. Boundaries always lie between units.
    """
    inputs.require_other_places(texts, target)
    called, segmenter = chosen
    units, _ = unit_texts(texts, reader, output)
    done = count(1)
    with output.progress(called, len(units)) as advance:
        corpus = segment_texts(units, segmenter, coder=name or called, progress=lambda _: advance(next(done)))
    drop: tuple[Literal["texts"], ...] = () if keep_texts else ("texts",)
    if target.place == inputs.STANDARD_OUTPUT:
        save(corpus, printed := BytesIO(), format="json", drop=drop)
        print_file(printed.getvalue())
        return
    save(corpus, target.place, force=target.force, drop=drop)
    found = counted(sum(len(segmentation.positions) for segmentation in corpus.codings), "boundary")
    output.remark(f"{target.place}: {counted(len(corpus), 'item')}, {found} by {corpus.coder_names[0]}")
