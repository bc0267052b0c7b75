"""Questions with their answers in texts, and the chunks of texts, both as spans of characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from seamark.base.errors import InputError
from seamark.io.format import ReadOptions
from seamark.io.formats.chunks import read
from seamark.io.json_text import records
from seamark.io.source import Source, errors_at, read_file
from seamark.model.spans import Spans
from seamark.texts.placing import place_chunks


class Reference(msgspec.Struct):
    """An answer: what it says, or from where to where it goes in the characters of its text."""

    content: str | None = None
    start_index: int | None = None
    end_index: int | None = None


class Question(msgspec.Struct):
    """A question about a text, with one answer or several; ``corpus_id`` and ``references`` are Chroma's names."""

    question: str
    item: str | int | None = None
    corpus_id: str | None = None
    answer: str | None = None
    answers: list[str] = []
    start: int | None = None
    end: int | None = None
    references: list[Reference] = []


def load_questions(path: str | Path, texts: Mapping[str, str]) -> dict[str, Spans]:
    """The answers to questions as spans of characters, with the question as category, by item.

    Parameters
    ----------
    path
        JSON lines, or a JSON array, of ``{"item": ..., "question": ..., "answer": ...}``; instead of ``answer``, which
        is looked for in the text, ``answers``, ``start`` and ``end``, or ``references`` as Chroma has them.
    texts
        The text of every item.

    Raises
    ------
    ParseError
        When an item or an answer is not there; it names the line.
    """
    source = _source(path)
    found: dict[str, list[tuple[int, int, str]]] = {}
    for _, one, line in records(source, Question):
        item = one.item if one.item is not None else one.corpus_id
        if item is None and len(texts) == 1:
            item = next(iter(texts))
        if str(item) not in texts:
            raise source.error(f"there is no text of item {item!r}; expected one of {', '.join(list(texts)[:5])}", line)
        for start, end in _answers(source, one, texts[str(item)], line):
            found.setdefault(str(item), []).append((start, end, one.question))
    if not found:
        raise source.error("holds no question")
    return {item: Spans(spans, length=len(texts[item])) for item, spans in found.items()}


def _answers(source: Source, one: Question, text: str, line: int | None) -> Iterator[tuple[int, int]]:
    answers = [Reference(said) for said in (one.answer, *one.answers) if said is not None]
    if one.start is not None:
        answers.append(Reference(None, one.start, one.end))
    answers += one.references
    if not answers:
        raise source.error("a question has no answer; expected answer, answers, references, or start and end", line)
    for answer in answers:
        if answer.content is not None:
            placed = None
            with suppress(InputError):
                (placed,) = place_chunks(text, [answer.content]).spans
            if placed is None:
                raise source.error(f"the answer {answer.content[:40]!r} is not in the text", line)
            yield placed
            continue
        start, end = answer.start_index, answer.end_index
        if start is None or end is None or not 0 <= start < end <= len(text):
            raise source.error(f"an answer goes from {start} to {end}, the text from 0 to {len(text)}", line)
        yield start, end


def load_chunk_spans(path: str | Path, texts: Mapping[str, str], max_lost: float = 0.0) -> dict[str, Spans]:
    """The chunks of every text, where they are found in it, as spans of characters; chunks may overlap."""
    source = _source(path)
    reading = read(source, ReadOptions(texts={item: [text] for item, text in texts.items()}))
    found: dict[str, Spans] = {}
    for one in reading.chunks:
        if one.item not in texts:
            continue
        if one.item in found:
            raise source.error(f"item {one.item!r} has the chunks of two chunkers; expected a file for each", one.line)
        with errors_at(source.name, one.line, f"item {one.item!r}: "):
            placed = place_chunks(texts[one.item], one.chunks, max_lost=max_lost).spans
        kept = [span for span in placed if span is not None and span[0] < span[1]]
        found[one.item] = Spans(kept, length=len(texts[one.item]))
    return found


def _source(path: str | Path) -> Source:
    place = Path(path)
    return Source(str(path), read_file(place), place.stem)
