"""``seamark segment``: ready segmenters over texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import click

from seamark.cli.options import bundle, command, example, option_in
from seamark.cli.output import Output
from seamark.cli.progress import progress
from seamark.cli.sources import (
    Reader,
    corpus_argument,
    reading_options,
    require_one_standard_input,
    require_other_places,
)
from seamark.cli.terminal_text import data_output
from seamark.cli.unit_texts import unit_texts
from seamark.io import save
from seamark.io.source import split_lines
from seamark.model.corpus import Corpus
from seamark.number_text import counted
from seamark.segmenters.chunks import Chunks, Measure
from seamark.segmenters.run import Segmenter, segment_texts
from seamark.segmenters.separators import Separators
from seamark.segmenters.text_tiling import TextTiling

Name = Literal["texttiling", "chunks", "separators"]

#: What each segmenter can be told.
_OPTIONS: dict[Name, tuple[str, ...]] = {
    "texttiling": ("w", "k", "stop_words"),
    "chunks": ("size", "by"),
    "separators": ("size",),
}
_PARAGRAPHS_PER_CHUNK = 10


@dataclass(frozen=True, slots=True)
class Choice:
    """A segmenter and what the user told it."""

    with_: Name
    size: int | None
    by: Measure | None
    w: int | None
    k: int | None
    stop_words: Any

    @property
    def files(self) -> list[str]:
        """The files that the segmenter reads."""
        return [] if self.stop_words is None else [str(self.stop_words.name)]

    def segmenter(self) -> Segmenter:
        """The segmenter, made."""
        given = {"size": self.size, "by": self.by, "w": self.w, "k": self.k, "stop_words": self.stop_words}
        options: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        for name in options:
            if name not in _OPTIONS[self.with_]:
                known = ", ".join(f"--{one.replace('_', '-')}" for one in _OPTIONS[self.with_])
                raise click.UsageError(f"{self.with_} has no --{name.replace('_', '-')}; expected {known}")
        if self.with_ == "chunks":
            return Chunks(**{"size": _PARAGRAPHS_PER_CHUNK, **options})
        if self.with_ == "separators":
            return Separators(**options)
        if "stop_words" in options:
            with options["stop_words"] as file:
                options["stop_words"] = frozenset(line.strip().lower() for line in split_lines(file.read()))
        return TextTiling(**options)


_option = option_in("Segmenter")
_whole = click.IntRange(min=1)

choice_options = bundle(
    "choice",
    Choice,
    _option("--with", "with_", type=click.Choice(get_args(Name)), required=True, help="Which segmenter."),
    _option("--size", type=_whole, metavar="N", help="Most per chunk [chunks: 10 units; separators: 1000 characters]."),
    _option("--by", type=click.Choice(get_args(Measure)), help="What --size counts, for chunks [default: units]."),
    _option("--w", type=_whole, metavar="N", help="Words per pseudo-sentence, for texttiling [default: 20]."),
    _option("--k", type=_whole, metavar="N", help="Pseudo-sentences per block, for texttiling [default: 10]."),
    _option(
        "--stop-words",
        type=click.File(encoding="utf-8"),
        metavar="FILE",
        help="Words to leave out, one per line, for texttiling [default: English ones].",
    ),
)


@command(
    epilog=example(
        "seamark segment chapters/*.txt --with texttiling -o texttiling.json",
        "seamark segment humans.json --with chunks --size 300 --by words -o chunks.json",
        r"seamark segment chapters/*.txt --separator '\n\n\n' --with separators -o separators.json",
    )
)
@corpus_argument("texts", "TEXT", several=True)
@choice_options
@click.option("-o", "--output", "target", metavar="OUT", default="-", help="Where to write [default: standard output].")
@click.option("--name", metavar="NAME", help="The segmenter's name as a coder [default: as after --with].")
@click.option(
    "--separator",
    metavar="TEXT",
    help=r"What stands between two units of a text file, such as '\n\n\n', instead of --unit.",
)
@click.option("--texts", "keep_texts", is_flag=True, help="Write the texts of the units, too.")
@click.option("--force", is_flag=True, help="Replace OUT when it is there already.")
@click.option("--quiet", "-q", is_flag=True, help="No progress bar and no remarks on standard error.")
@reading_options
def segment(
    texts: tuple[str, ...],
    choice: Choice,
    target: str,
    name: str | None,
    separator: str | None,
    keep_texts: bool,
    force: bool,
    quiet: bool,
    reader: Reader,
) -> None:
    """Cut texts with a ready segmenter, to be compared with humans.

    TEXT is a text file, cut into paragraphs, or into what --unit and --separator say; every file is an item of its
    name. Or TEXT is a corpus that holds the texts of its units. Boundaries always lie between units.
    """
    require_one_standard_input(*texts)
    require_other_places([*texts, *choice.files], target)
    segmenter = choice.segmenter()
    output = Output("tables", quiet)
    units = unit_texts(texts, reader, None if separator is None else _unescaped(separator), output)
    done = 0
    with progress(choice.with_, len(units), quiet=quiet) as advance:

        def one_more(item: str) -> None:
            nonlocal done
            done += 1
            advance(done)

        corpus = segment_texts(units, segmenter, coder=name or choice.with_, progress=one_more)
    _write(corpus, target, keep_texts=keep_texts, force=force)
    boundaries = sum(len(segmentation.positions) for segmentation in corpus.codings)
    if target != "-":
        found = counted(boundaries, "boundary")
        output.remark(f"{target}: {counted(len(corpus), 'item')}, {found} by {corpus.coder_names[0]}")


def _unescaped(separator: str) -> str:
    r"""A separator as it was meant: a shell passes ``\n`` as two characters."""
    meant = separator.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\\t", "\t")
    if not meant:
        raise click.UsageError("--separator is empty; expected what stands between two units")
    return meant


def _write(corpus: Corpus, target: str, *, keep_texts: bool, force: bool) -> None:
    drop: tuple[Literal["texts"], ...] = () if keep_texts else ("texts",)
    if target == "-":
        save(corpus, data_output(), format="json", drop=drop)
    else:
        save(corpus, target, force=force, drop=drop)
