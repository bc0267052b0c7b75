"""``seamark segment``: ready segmenters over texts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PurePath
from typing import Any, Literal, TextIO, get_args

import click

from seamark.cli.options import bundle, command, example, option_in, quiet_option, writing_options
from seamark.cli.output import Output
from seamark.cli.progress import progress
from seamark.cli.sources import (
    STANDARD_INPUT,
    STANDARD_OUTPUT,
    Reader,
    corpus_argument,
    reading_options,
    require_one_standard_input,
    require_other_places,
)
from seamark.cli.terminal_text import data_output
from seamark.errors import InputError
from seamark.io import save
from seamark.io.detect import candidates
from seamark.io.options import ReadOptions
from seamark.io.source import HEAD, Source, read_file, read_stream, split_lines
from seamark.model.corpus import Corpus
from seamark.number_text import counted
from seamark.segmenters.chunks import Chunks, Measure
from seamark.segmenters.run import Segmenter, segment_texts
from seamark.segmenters.separators import Separators
from seamark.segmenters.text_tiling import TextTiling
from seamark.texts.units import CUTS

Name = Literal["texttiling", "chunks", "separators"]

_SEGMENTERS: dict[Name, Callable[..., Segmenter]] = {
    "texttiling": TextTiling,
    "chunks": Chunks,
    "separators": Separators,
}
#: The options of each segmenter.
_OPTIONS: dict[Name, tuple[str, ...]] = {
    "texttiling": ("w", "k", "stop_words"),
    "chunks": ("size", "by"),
    "separators": ("size",),
}
_UNITS_PER_CHUNK = 10
#: Suffixes of files that hold a text and nothing else.
_TEXT_SUFFIXES = (".txt", ".text", ".md", "")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A segmenter, its name, and the file of stop words that it reads."""

    name: Name
    segmenter: Segmenter
    stop_words: str | None


def _chosen(with_: Name, stop_words: TextIO | None, **given: Any) -> Chosen:
    options = {name: value for name, value in given.items() if value is not None}
    for name in [*options, *(["stop_words"] if stop_words is not None else [])]:
        if name not in _OPTIONS[with_]:
            known = ", ".join(f"--{one.replace('_', '-')}" for one in _OPTIONS[with_])
            raise click.UsageError(f"{with_} has no --{name.replace('_', '-')}; expected {known}")
    if stop_words is not None:
        with stop_words as file:
            options["stop_words"] = frozenset(line.strip().lower() for line in split_lines(file.read()))
    if with_ == "chunks":
        options.setdefault("size", _UNITS_PER_CHUNK)
    return Chosen(with_, _SEGMENTERS[with_](**options), None if stop_words is None else stop_words.name)


_option = option_in("Segmenter")
_whole = click.IntRange(min=1)

segmenter_options = bundle(
    "chosen",
    _chosen,
    _option("--with", "with_", type=click.Choice(get_args(Name)), required=True, help="The segmenter."),
    _option(
        "--size",
        type=_whole,
        metavar="N",
        help="Largest size of a chunk [default: chunks 10 units, separators 1000 characters].",
    ),
    _option("--by", type=click.Choice(get_args(Measure)), help="Unit of --size, for chunks [default: units]."),
    _option("--w", type=_whole, metavar="N", help="Words per pseudo-sentence, for texttiling [default: 20]."),
    _option("--k", type=_whole, metavar="N", help="Pseudo-sentences per block, for texttiling [default: 10]."),
    _option(
        "--stop-words",
        type=click.File(encoding="utf-8"),
        metavar="FILE",
        help="Words to ignore, one per line, for texttiling [default: an English list].",
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
@segmenter_options
@click.option("--name", metavar="NAME", help="Name of the segmenter as a coder [default: as after --with].")
@click.option(
    "--separator",
    metavar="TEXT",
    help=r"Text between two units of a text file, such as '\n\n\n', instead of --unit.",
)
@click.option("--texts", "keep_texts", is_flag=True, help="Also write the texts of the units.")
@reading_options
@writing_options("File to write [default: standard output].", default="-")
@quiet_option
def segment(
    texts: tuple[str, ...],
    chosen: Chosen,
    name: str | None,
    separator: str | None,
    keep_texts: bool,
    reader: Reader,
    target: str,
    force: bool,
    output: Output,
) -> None:
    """Segment texts with one of the built-in segmenters, to compare them with humans.

    TEXT is a text file, cut into paragraphs, or into the units that --unit or --separator names; every file is an item
    with the name of the file. Or TEXT is a corpus that holds the texts of its units. Boundaries always lie between
    units.
    """
    require_one_standard_input(*texts)
    require_other_places([*texts, *([] if chosen.stop_words is None else [chosen.stop_words])], target)
    units = _unit_texts(texts, reader, None if separator is None else _unescaped(separator), output)
    done = count(1)
    with progress(chosen.name, len(units), quiet=output.quiet) as advance:
        corpus = segment_texts(
            units, chosen.segmenter, coder=name or chosen.name, progress=lambda _: advance(next(done))
        )
    drop: tuple[Literal["texts"], ...] = () if keep_texts else ("texts",)
    if target == STANDARD_OUTPUT:
        save(corpus, data_output(), format="json", drop=drop)
        return
    save(corpus, target, force=force, drop=drop)
    found = counted(sum(len(segmentation.positions) for segmentation in corpus.codings), "boundary")
    output.remark(f"{target}: {counted(len(corpus), 'item')}, {found} by {corpus.coder_names[0]}")


def _unit_texts(
    files: Sequence[str], reader: Reader, separator: str | None, output: Output
) -> Corpus | Mapping[str, Sequence[str]]:
    """The units of every text; or the corpus, if that is what the files hold."""
    plain = [_is_plain(file, reader) for file in files]
    if not any(plain):
        if separator is not None:
            raise click.UsageError("--separator is for text files; a corpus has its units already")
        return reader.corpus(files, output)
    if not all(plain):
        raise click.UsageError(f"{files[plain.index(False)]} is not a text file; give either text files or a corpus")
    texts: dict[str, Sequence[str]] = {}
    for file in files:
        source = _source(file, reader.options)
        if source.item in texts:
            raise InputError(f"two texts are called {source.item!r}; expected files of different names")
        texts[source.item] = _units(source, reader.options, separator)
    return texts


def _is_plain(file: str, reader: Reader) -> bool:
    if reader.options.format is not None or file.startswith("sample:"):
        return False
    if file == STANDARD_INPUT:
        return True
    path = Path(file)
    if path.suffix.lower() not in _TEXT_SUFFIXES or not path.is_file():
        return path.suffix.lower() in _TEXT_SUFFIXES and not path.is_dir()
    with path.open("rb") as stream:
        # A text with lines of '=' between its segments is a corpus, whose lines are the units.
        return "text" not in {format.name for format in candidates(stream.read(HEAD), "", reader.options.encoding)}


def _source(file: str, options: ReadOptions) -> Source:
    if file == STANDARD_INPUT:
        return Source(
            "standard input", read_stream(sys.stdin.buffer, "standard input"), "text", encoding=options.encoding
        )
    return Source(file, read_file(Path(file)), PurePath(file).stem, encoding=options.encoding)


def _units(source: Source, options: ReadOptions, separator: str | None) -> list[str]:
    if separator is None:
        chosen = options.unit or "paragraph"
        if chosen not in CUTS:
            raise click.UsageError(f"--unit {chosen} cannot be segmented; expected one of {', '.join(CUTS)}")
        units = [source.text[start:end] for start, end in CUTS[chosen](source.text)]
    else:
        text = source.text.replace("\r\n", "\n").replace("\r", "\n")
        units = [unit.strip() for unit in text.split(separator) if unit.strip()]
    if not units:
        raise source.error("has no units; the text is empty")
    return units


def _unescaped(separator: str) -> str:
    r"""A separator as it was meant: a shell passes ``\n`` as two characters."""
    meant = separator.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\\t", "\t")
    if not meant:
        raise click.UsageError("--separator is empty; expected what stands between two units")
    return meant
