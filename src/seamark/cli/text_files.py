"""Texts that a command works on: text files cut into units, or a corpus that holds the texts of its units."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath

import click

from seamark.cli.output import Output
from seamark.cli.sources import STANDARD_INPUT, Reader
from seamark.errors import InputError
from seamark.io.detect import candidates
from seamark.io.options import ReadOptions
from seamark.io.source import HEAD, Source, read_file, read_stream
from seamark.model.corpus import Corpus
from seamark.texts.units import CUTS

#: Suffixes of files that hold a text and nothing else.
_TEXT_SUFFIXES = (".txt", ".text", ".md", "")

separator_option = click.option(
    "--separator",
    metavar="TEXT",
    help=r"Text between two units of a text file, such as '\n\n\n', instead of --unit.",
)


def unit_texts(
    files: Sequence[str], reader: Reader, separator: str | None, output: Output
) -> Corpus | Mapping[str, Sequence[str]]:
    """The units of every text; or the corpus, if that is what the files hold."""
    meant = None if separator is None else _unescaped(separator)
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
        texts[source.item] = _units(source, reader.options, meant)
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
