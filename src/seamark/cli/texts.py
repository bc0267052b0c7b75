"""Texts that commands read: cut into units, or with questions and the chunks of several chunkers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, Literal, NamedTuple, TypeAlias

import click

from seamark.base.errors import InputError, RereadError
from seamark.cli.inputs import SAMPLE, STANDARD_INPUT, Reader, named_file, require_one_standard_input, standard_input
from seamark.cli.output import Output, Target
from seamark.io.format import candidates, format_named
from seamark.io.formats.chunks import load_chunk_spans, load_questions
from seamark.io.source import HEAD, Source, read_file
from seamark.metrics.chunks import ChunkerComparison, compare_chunkers
from seamark.model.corpus import Corpus
from seamark.model.spans import Spans
from seamark.tasks.score import score
from seamark.texts.units import CUTS, paragraph_starts

#: Suffixes of files that hold a text and nothing else.
_TEXT_SUFFIXES = (".txt", ".text", ".md", "")
#: The units of every item, and which of them begin a paragraph, where that is known.
UnitTexts: TypeAlias = tuple[Corpus | Mapping[str, Sequence[str]], Mapping[str, Sequence[int]]]


def unit_texts(files: Sequence[str], reader: Reader, output: Output) -> UnitTexts:
    """The units of every text file, or a corpus with the texts of its units."""
    require_one_standard_input(*files)
    contents = {file: _content(file, reader) for file in files}
    held = set(contents.values())
    if "text" not in held:
        if reader.options.unit is None and held == {"cues"}:
            reader = reader.changed(unit="cue")
        return reader.corpus(files, output), {}
    if held != {"text"}:
        other = next(file for file, content in contents.items() if content != "text")
        raise click.UsageError(f"{other} is not a text file; give either text files or a corpus")
    unit = reader.options.unit or "paragraph"
    if unit not in CUTS:
        raise click.UsageError(f"--unit {unit} cannot be segmented; expected one of {', '.join(CUTS)}")
    texts: dict[str, Sequence[str]] = {}
    paragraphs: dict[str, Sequence[int]] = {}
    for file in files:
        source = _text_source(file, reader.options.encoding)
        if source.item in texts:
            raise InputError(f"two texts are called {source.item!r}; expected files of different names")
        stretches = list(CUTS[unit](source.text))
        texts[source.item] = [source.text[start:end] for start, end in stretches]
        if unit in ("sentence", "token"):
            paragraphs[source.item] = paragraph_starts(source.text, stretches)
        if not texts[source.item]:
            raise source.error("has no units; the text is empty")
    return texts, paragraphs


def _content(file: str, reader: Reader) -> Literal["text", "cues", "corpus"]:
    """Whether a file is a text, a transcript, whose cues are the units, or a corpus; what is not there is a text, too,
    if it is called so.
    """
    given, encoding, path = reader.options.format, reader.options.encoding, Path(file)
    called_text = given is None and (file == STANDARD_INPUT or path.suffix.lower() in _TEXT_SUFFIXES)
    if file.startswith(SAMPLE):
        return "corpus"
    if file == STANDARD_INPUT or not path.is_file():
        return "text" if called_text and not path.is_dir() else "corpus"
    head = read_file(path, most=HEAD)
    # A text with lines of '=' between its segments is a corpus, whose lines are the units.
    if called_text and "text" not in {format.name for format in candidates(head, "", encoding)}:
        return "text"
    found = candidates(head, file, encoding) if given is None else [format_named(given)]
    return "cues" if len(found) == 1 and found[0].cues else "corpus"


def _text_source(file: str, encoding: str) -> Source:
    if file == STANDARD_INPUT:
        return Source("standard input", standard_input().read(), "text", encoding=encoding)
    return Source(file, read_file(Path(file)), PurePath(file).stem, encoding=encoding)


class ReadChunkers(NamedTuple):
    """Texts in characters, answers by text, the chunks of every chunker by text, and its B with the gold segments."""

    texts: Mapping[str, str]
    answers: Mapping[str, Spans]
    chunkers: Mapping[str, Mapping[str, Spans]]
    boundaries: Mapping[str, float]

    @classmethod
    def of(
        cls, files: Sequence[str], questions: str | None, reader: Reader, output: Output, target: Target | None = None
    ) -> ReadChunkers:
        """Read a corpus with texts, a file for each chunker, and the questions."""
        if questions is None:
            raise click.UsageError("--task chunks needs --spans, the file with questions and answers")
        if len(files) < 2:
            raise click.UsageError("no chunks; expected a corpus with texts, and a file for each chunker")
        try:
            gold, systems, _ = reader.study(files[0], files[1:], output, target=target)
        except RereadError as other:
            raise reader.without_texts(other.name) from None
        texts = {item: " ".join(units) for item, units in gold.texts.items()}
        if not texts:
            raise reader.without_texts(files[0])
        lost = reader.options.max_lost or 0.0
        places = {name or PurePath(file).stem: file for name, file in map(named_file, files[1:])}
        chunkers = {name: load_chunk_spans(file, texts, lost) for name, file in places.items()}
        beside = {name: score(gold, one, "B", allow_missing=True).overall["B"].value for name, one in systems.items()}
        return cls(texts, load_questions(questions, texts), chunkers, beside)

    def compared(self, interval: Mapping[str, Any]) -> ChunkerComparison:
        """The chunkers from the best to the worst."""
        settings = {**interval, "ci": interval["ci"] or 0.95}
        return compare_chunkers(self.answers, self.chunkers, texts=self.texts, boundaries=self.boundaries, **settings)
