"""Texts cut into units: from plain text files, or from a corpus that holds them."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath

import click

from seamark.cli.output import Output
from seamark.cli.sources import Reader
from seamark.errors import InputError
from seamark.io.options import ReadOptions
from seamark.io.source import Source, read_file, read_stream
from seamark.model.corpus import Corpus
from seamark.texts.units import CUTS

_STANDARD_INPUT = "-"
#: Files that hold a text and nothing else.
_PLAIN = (".txt", ".text", ".md", "")


def unit_texts(
    files: Sequence[str], reader: Reader, separator: str | None, output: Output
) -> Corpus | Mapping[str, Sequence[str]]:
    """The units of every text; or the corpus, when that is what the one file holds."""
    plain = [_is_plain(file, reader) for file in files]
    if not any(plain):
        if len(files) > 1:
            raise click.UsageError("several corpora cannot be segmented at once; give one, or text files")
        if separator is not None:
            raise click.UsageError("--separator is for text files; a corpus has its units already")
        return reader.corpus(files[0], output)
    if not all(plain):
        raise click.UsageError(f"{files[plain.index(False)]} is not a text file; give text files only, or one corpus")
    texts: dict[str, Sequence[str]] = {}
    for file in files:
        source = _source(file, reader.options)
        if source.item in texts:
            raise InputError(f"two texts are called {source.item!r}; expected files of different names")
        texts[source.item] = _units(source, reader.options, separator)
    return texts


def _is_plain(file: str, reader: Reader) -> bool:
    if reader.format is not None or file.startswith("sample:"):
        return False
    return file == _STANDARD_INPUT or (PurePath(file).suffix.lower() in _PLAIN and not Path(file).is_dir())


def _source(file: str, options: ReadOptions) -> Source:
    if file == _STANDARD_INPUT:
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
