"""Chunks of a retrieval pipeline: what a splitter made of each text, as strings, as offsets, or both; and questions.

JSON lines, or a JSON array, of ``{"item": ..., "chunks": [...]}``; a chunk is a string, or an object as libraries write
it. Or a table (CSV, TSV, Parquet, objects of JSON) with a row for every chunk and the columns ``item`` and ``chunk``,
perhaps also ``coder``, ``start`` and ``end``. Boundaries lie where a chunk ends and the next one goes on. A record may
bring its ``text``; otherwise the text comes from the corpus that the chunks are read or scored with.

Documents and nodes that LangChain and LlamaIndex dump are rows: their source, without folders and suffix, is the item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import msgspec

from seamark.base.errors import InputError
from seamark.io.format import FormatName, ReadOptions, text_format
from seamark.io.json_text import convert, records
from seamark.io.reading import ChunkStrings, MarkedSpan, MarkedSpans, Marks, Reading, TextDocument
from seamark.io.source import Head, Source, errors_at, read_file, read_table, whole_number
from seamark.model.spans import Spans
from seamark.texts.placing import normalised, place_chunks

#: The columns of a table with a row for every chunk.
COLUMNS = ("item", "coder", "chunk", "start", "end")
_NEEDED = ("item", "chunk")


class Metadata(msgspec.Struct, frozen=True):
    """What LangChain notes about a chunk."""

    start_index: int | None = None


class ChunkForm(msgspec.Struct):
    """A chunk with what libraries note about it: LangChain's documents, chonkie's chunks, LlamaIndex's nodes."""

    text: str | None = None
    page_content: str | None = None
    start: int | None = None
    end: int | None = None
    start_index: int | None = None
    end_index: int | None = None
    start_char_idx: int | None = None
    end_char_idx: int | None = None
    metadata: Metadata = Metadata()
    relationships: dict[str, Any] = {}


class Document(msgspec.Struct):
    """What a splitter made of one text: all of its chunks, or one of them."""

    item: str | int
    chunks: list[str | ChunkForm] | None = None
    chunk: str | None = None
    start: int | None = None
    end: int | None = None
    coder: str | None = None
    text: str | None = None


#: Where libraries name the text that was split, and how LlamaIndex calls the node that a chunk was made of.
_SOURCES, _MADE_OF = ("source", "file_name", "file_path", "document_id", "doc_id", "title"), "1"


class Chunk(NamedTuple):
    """A chunk: what it says, and from where to where it goes in the characters of its text, as far as it is known."""

    text: str | None
    start: int | None
    end: int | None


class CutText(NamedTuple):
    """What a splitter made of one text, which may not be known, and the line that says so."""

    item: str
    coder: str
    chunks: list[Chunk]
    text: str | None
    line: int | None


def read(source: Source, options: ReadOptions) -> Reading:
    """Read JSON, or a table."""
    return (_read_json if source.text.lstrip().startswith(("{", "[")) else _read_table)(source, options)


def _read_json(source: Source, options: ReadOptions) -> Reading:
    documents: list[tuple[int | None, Document]] = []
    for whole, _, line in records(source, dict[str, Any]):
        # A store of LlamaIndex holds all nodes in one object, a constructor of LangChain its fields in another.
        stored = whole.get("docstore/data")
        inner = [one.get("__data__", {}) for one in stored.values()] if isinstance(stored, dict) else [whole]
        if dumped := [one.get("kwargs", one) for one in inner if _is_dumped(one)]:
            documents += [(line, _library_row(source, one, line)) for one in dumped]
            continue
        document = convert(source, whole, Document, line)
        if (document.chunks is None) == (document.chunk is None):
            raise source.error("expected either chunks, a list, or chunk, a string", line)
        documents.append((line, document))
    return reading_of(source, options, documents)


def _is_dumped(raw: dict[str, Any]) -> bool:
    return "item" not in raw and bool({"page_content", "start_char_idx", "kwargs"} & raw.keys())


def _library_row(source: Source, raw: dict[str, Any], line: int | None) -> Document:
    """A chunk that a library dumped, as a row of the table of chunks; what it was cut from is in its metadata."""
    chunk = _chunk(convert(source, raw, ChunkForm, line))
    told = [raw.get("metadata", {}).get(name) for name in _SOURCES]
    made_of = raw.get("relationships", {}).get(_MADE_OF)
    told.append(made_of.get("node_id") if isinstance(made_of, dict) else None)
    item = PurePosixPath(str(next((one for one in told if one not in (None, "")), source.item))).stem
    return Document(item, chunk=chunk.text, start=chunk.start, end=chunk.end)


def _chunk(form: str | ChunkForm) -> Chunk:
    if isinstance(form, str):
        return Chunk(form, None, None)
    text = form.page_content if form.text is None else form.text
    starts = (form.start, form.start_index, form.start_char_idx, form.metadata.start_index)
    start, end = (
        next((number for number in numbers if number is not None), None)
        for numbers in (starts, (form.end, form.end_index, form.end_char_idx))
    )
    if end is None and start is not None and text is not None:
        end = start + len(text)
    return Chunk(text, start, end)


def _read_table(source: Source, options: ReadOptions) -> Reading:
    header, rows, _ = read_table(source)
    names = [name.strip().casefold() for name in header]
    require_columns(source, names, _NEEDED, COLUMNS)
    offsets = [name for name in ("start", "end") if name in names]

    def records_of() -> Iterator[tuple[int, Document]]:
        for line, cells in rows:
            row: dict[str, Any] = dict(zip(names, cells, strict=True))
            for name in offsets:
                row[name] = whole_number(row[name], "an offset", line, source.error) if row[name] else None
            yield line, convert(source, row, Document, line)

    return reading_of(source, options, records_of())


def require_columns(source: Source, names: Sequence[str], needed: Iterable[str], known: Iterable[str]) -> None:
    """Refuse a table that lacks a column that it needs, or has one of those that are known twice."""
    for name in known:
        if names.count(name) > 1 or (name in needed and name not in names):
            fault = f"has no column {name!r}" if name not in names else f"has several columns {name!r}"
            others = [other for other in known if other not in needed]
            raise source.error(f"{fault}; expected {', '.join(needed)} and optionally {', '.join(others)}")


def _cut_texts(source: Source, documents: Iterable[tuple[int | None, Document]]) -> list[CutText]:
    """The chunks of every text: texts with all their chunks, then those whose chunks have a row each, in this order."""
    whole: list[CutText] = []
    by_rows: dict[tuple[str, str], CutText] = {}
    for line, one in documents:
        key = str(one.item), one.coder or source.coder or source.item
        if one.chunks is not None:
            whole.append(CutText(*key, list(map(_chunk, one.chunks)), one.text, line))
        elif one.item == "":
            raise source.error("the item is empty; expected a name", line)
        else:
            by_rows.setdefault(key, CutText(*key, [], None, line)).chunks.append(Chunk(one.chunk, one.start, one.end))
    return [*whole, *by_rows.values()]


def reading_of(source: Source, options: ReadOptions, documents: Iterable[tuple[int | None, Document]]) -> Reading:
    """The chunks of every text; chunks whose text is not known stay strings."""
    found = Reading()
    for item, coder, chunks, text, line in _cut_texts(source, documents):
        if text is not None and item in (options.texts or {}):  # the units of the other corpus are those to compare in
            chunks = [one._replace(text=text[one.start : one.end]) if one.text is None else one for one in chunks]
            text = None
        strings = [chunk.text for chunk in chunks if chunk.text is not None]
        with errors_at(source.name, line, f"item {item!r}: "):
            if not chunks:
                raise InputError("has no chunks")
            if text is None and len(strings) < len(chunks):
                raise InputError("a chunk has no text, and its offsets need the text that was split")
            if text is None:
                found.chunks.append(ChunkStrings(item, coder, strings, source.name, line))
                continue
            spans = MarkedSpans.of(MarkedSpan(end, end) for end in _ends(text, chunks, strings, options))
        found.marks.append(Marks(item, coder, TextDocument(text), spans, source.name, line))
    return found


def _ends(text: str, chunks: Sequence[Chunk], strings: Sequence[str], options: ReadOptions) -> list[int]:
    """Where each chunk ends, without the last: as offsets say, or else where the strings are found."""
    ends = []
    for number, (said, start, end) in enumerate(chunks, start=1):
        if start is None or end is None:
            placed = place_chunks(text, strings if len(strings) == len(chunks) else [], max_lost=options.max_lost or 0)
            return list(placed.segmentation.positions)
        if not 0 <= start <= end <= len(text):
            raise InputError(f"chunk {number} goes from {start} to {end}, the text from 0 to {len(text)}")
        if said is not None and normalised(text[start:end]) != normalised(said):
            there = text[start:end][:40]
            raise InputError(f"chunk {number} is {said[:40]!r}, but the text from {start} to {end} is {there!r}")
        ends.append(end)
    return ends[:-1]


def _matches(head: Head) -> bool:
    cells = head.header_cells
    if {"page_content", "start_char_idx", "docstore/data"} & head.keys.keys() or {"lc", "kwargs"} <= head.keys.keys():
        return True
    if head.keys:
        listed = head.keys.get("chunks") == "[" and ("item" in head.keys or "text" not in head.keys)
        return not head.is_ours and (listed or {"item", "chunk"} <= head.keys.keys())
    return "chunk" in cells and "item" in cells


CHUNKS = text_format(
    FormatName(
        "chunks", "chunks of a splitter: item and chunks, or a row for every chunk", (".jsonl", ".json", ".csv", ".tsv")
    ),
    _matches,
    read,
    names="items",
)


# -------------------------------------- Questions with their answers, and the chunks of texts, as spans of characters


class Question(msgspec.Struct):
    """A question about a text, with one answer or several, or with the characters from where to where one goes."""

    question: str
    item: str | int | None = None
    answer: str | None = None
    answers: list[str] = []
    start: int | None = None
    end: int | None = None


def load_questions(path: str | Path, texts: Mapping[str, str]) -> dict[str, Spans]:
    """The answers to questions as spans of characters, with the question as category, by item.

    Parameters
    ----------
    path
        JSON lines, or a JSON array, of ``{"item": ..., "question": ..., "answer": ...}``; instead of ``answer``, which
        is looked for in the text, ``answers``, or ``start`` and ``end``.
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
        item = next(iter(texts)) if one.item is None and len(texts) == 1 else one.item
        if str(item) not in texts:
            raise source.error(f"there is no text of item {item!r}; expected one of {', '.join(list(texts)[:5])}", line)
        for start, end in _answers(source, one, texts[str(item)], line):
            found.setdefault(str(item), []).append((start, end, one.question))
    if not found:
        raise source.error("holds no question")
    return {item: Spans(spans, length=len(texts[item])) for item, spans in found.items()}


def _answers(source: Source, one: Question, text: str, line: int | None) -> Iterator[tuple[int, int]]:
    answers = [answer for answer in (one.answer, *one.answers) if answer is not None]
    if not answers and one.start is None:
        raise source.error("a question has no answer; expected answer, answers, or start and end", line)
    for answer in answers:
        placed = None
        with suppress(InputError):
            (placed,) = place_chunks(text, [answer]).spans
        if placed is None:
            raise source.error(f"the answer {answer[:40]!r} is not in the text", line)
        yield placed
    if one.start is not None:
        if one.end is None or not 0 <= one.start < one.end <= len(text):
            raise source.error(f"an answer goes from {one.start} to {one.end}, the text from 0 to {len(text)}", line)
        yield one.start, one.end


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
