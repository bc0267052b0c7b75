"""``seamark segment``: ready segmenters over texts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, Literal

import click

from seamark.base.numbers import counted
from seamark.cli import options
from seamark.cli.inputs import (
    STANDARD_OUTPUT,
    Reader,
    corpus_argument,
    reading_options,
    require_other_places,
)
from seamark.cli.options import command, example, option
from seamark.cli.output import Output, Target, data_output
from seamark.cli.texts import separator_option, unit_texts
from seamark.io import save
from seamark.segmenters.run import Segmenter, segment_texts
from seamark.segmenters.separators import Chunks, Measure, Separators
from seamark.segmenters.text_tiling import TextTiling

Name = Literal["texttiling", "chunks", "separators"]

_SEGMENTERS: dict[Name, Callable[..., Segmenter]] = {
    "texttiling": TextTiling,
    "chunks": Chunks,
    "separators": Separators,
}
#: The options of each segmenter.
_OPTIONS: dict[Name, tuple[str, ...]] = {
    "texttiling": ("w", "k"),
    "chunks": ("size", "by"),
    "separators": ("size",),
}
_UNITS_PER_CHUNK = 10


def _chosen(with_: Name, **given: Any) -> tuple[Name, Segmenter]:
    """The name of the segmenter, and the segmenter."""
    chosen = options.given_options(**given)
    for name in chosen:
        if name not in _OPTIONS[with_]:
            known = ", ".join(f"--{one}" for one in _OPTIONS[with_])
            raise click.UsageError(f"{with_} has no --{name}; expected {known}")
    if with_ == "chunks":
        chosen.setdefault("size", _UNITS_PER_CHUNK)
    return with_, _SEGMENTERS[with_](**chosen)


_option = options.option_in("Segmenter")
_whole = click.IntRange(min=1)

segmenter_options = options.bundle(
    "chosen",
    _chosen,
    _option("--with", "The segmenter.", name="with_", choices=Name, required=True),
    _option("--size N", "Largest size of a chunk [default: chunks 10 units, separators 1000 characters].", type=_whole),
    _option("--by", "Unit of --size, for chunks [default: units].", choices=Measure),
    _option("--w N", "Words per pseudo-sentence, for texttiling [default: 20].", type=_whole),
    _option("--k N", "Pseudo-sentences per block, for texttiling [default: 10].", type=_whole),
)


@command(
    epilog=example(
        "seamark segment chapters/*.txt --with texttiling -o texttiling.json",
        "seamark segment humans.json --with chunks --size 300 --by words -o chunks.json",
        r"seamark segment chapters/*.txt --separator '\n\n\n' --with separators -o separators.json",
    )
)
@corpus_argument("texts", "TEXT", several=True)
@segmenter_options
@option("--name NAME", "Name of the segmenter as a coder [default: as after --with].")
@separator_option
@option("--texts", "Also write the texts of the units.", name="keep_texts")
@reading_options
@options.writing_options("File to write [default: standard output].", default="-")
@options.quiet_option
def segment(
    texts: tuple[str, ...],
    chosen: tuple[Name, Segmenter],
    name: str | None,
    separator: str | None,
    keep_texts: bool,
    reader: Reader,
    target: Target,
    output: Output,
) -> None:
    """Segment texts with one of the built-in segmenters, to compare them with humans.

    TEXT is a text file, cut into paragraphs, or into the units that --unit or --separator names; every file is an item
    with the name of the file. Or TEXT is a transcript such as talk.srt, whose cues are the units, or a corpus that
    holds the texts of its units. Boundaries always lie between units.
    """
    require_other_places(texts, target)
    called, segmenter = chosen
    units = unit_texts(texts, reader, separator, output).units
    done = count(1)
    with output.progress(called, len(units)) as advance:
        corpus = segment_texts(units, segmenter, coder=name or called, progress=lambda _: advance(next(done)))
    drop: tuple[Literal["texts"], ...] = () if keep_texts else ("texts",)
    if target.place == STANDARD_OUTPUT:
        save(corpus, data_output(), format="json", drop=drop)
        return
    save(corpus, target.place, force=target.force, drop=drop)
    found = counted(sum(len(segmentation.positions) for segmentation in corpus.codings), "boundary")
    output.remark(f"{target.place}: {counted(len(corpus), 'item')}, {found} by {corpus.coder_names[0]}")
