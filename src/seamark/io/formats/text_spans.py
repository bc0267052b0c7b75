"""Spans in the characters of texts, as JSON: training data of spaCy, its documents, PubAnnotation, and GATE."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from seamark.io.format import Format, ReadOptions
from seamark.io.json_text import convert, elements, parse, records
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Reading, TextDocument, edges_of
from seamark.io.source import Head, Source, utf16_offsets


class Entities(msgspec.Struct):
    """What is said about a text of training data; everything but entities is passed over."""

    entities: list[tuple[int, int, str]]


class DocumentEntity(msgspec.Struct):
    """An entity of a spaCy document as JSON."""

    start: int
    end: int
    label: str | None = None


class SpacyDocument(msgspec.Struct):
    """A spaCy document as ``Doc.to_json`` writes it."""

    text: str
    ents: list[DocumentEntity]


def read_spacy(source: Source, options: ReadOptions) -> Reading:
    """Read ``[[text, {"entities": [[start, end, label]]}], ...]``, or documents; items are numbered."""
    found = Reading()
    coder = source.coder or source.item
    labels: dict[str | None, int] = {None: 0}
    rows = _training_data(source) if _is_training_data(source.text) else _documents(source)
    for number, (text, spans, line) in enumerate(rows, start=1):
        marked = MarkedSpans.of(spans, labels)
        found.marks.append(Marks(str(number), coder, TextDocument(text), marked, source.name, line))
    if len(found.marks) == 1:
        found.marks[0] = found.marks[0]._replace(item=source.item)
    return found


def _training_data(source: Source) -> Iterator[tuple[str, Iterable[MarkedSpan], None]]:
    for number, value in enumerate(elements(source)):
        text, said = convert(source, value, tuple[str, Entities], place=f"$[{number}]")
        yield text, (MarkedSpan(*one) for one in said.entities), None


def _documents(source: Source) -> Iterator[tuple[str, Iterable[MarkedSpan], int | None]]:
    for _, one, line in records(source, SpacyDocument):
        yield one.text, (MarkedSpan(entity.start, entity.end, entity.label) for entity in one.ents), line


def _is_training_data(text: str) -> bool:
    return re.match(r'\s*\[\s*\[\s*"(?:[^"\\]|\\.)*+"\s*,\s*\{\s*"entities"', text) is not None


class Offsets(msgspec.Struct):
    """Where a denotation lies."""

    begin: int
    end: int


class Denotation(msgspec.Struct):
    """A span and what it is."""

    span: Offsets
    obj: str


class PubAnnotation(msgspec.Struct):
    """A document; ``denotations`` are missing where nobody marked anything."""

    text: str
    denotations: list[Denotation] = []
    project: str | None = None
    sourcedb: str | None = None
    sourceid: str | int | None = None
    divid: str | int | None = None


def read_pubannotation(source: Source, options: ReadOptions) -> Reading:
    """Read documents; the project is the coder, and the source with its id the item."""
    found = Reading()
    for _, one, line in records(source, PubAnnotation):
        parts = [str(part) for part in (one.sourcedb, one.sourceid, one.divid) if part is not None]
        names = "-".join(parts) if one.sourceid is not None else source.item, one.project or source.coder or source.item
        spans = MarkedSpans.of(MarkedSpan(mark.span.begin, mark.span.end, mark.obj) for mark in one.denotations)
        found.marks.append(Marks(*names, TextDocument(one.text), spans, source.name, line))
    return found


class GateAnnotation(msgspec.Struct):
    """An annotation of GATE."""

    type: str
    start: Annotated[int, msgspec.Meta(le=2**53)]
    end: Annotated[int, msgspec.Meta(le=2**53)]


class GateSet(msgspec.Struct):
    """A set of annotations of GATE."""

    annotations: list[GateAnnotation]


class GateDocument(msgspec.Struct):
    """A document of GATE as the plugin Format_Bdoc and gatenlp write it; Java (``j``) counts UTF-16."""

    text: str
    annotation_sets: dict[str, GateSet]
    offset_type: str = "p"


def read_gate(source: Source, options: ReadOptions) -> Reading:
    """Read annotations; their types are layers, and Token and Sentence the units."""
    document = convert(source, parse(source), GateDocument)
    at = utf16_offsets(document.text) if document.offset_type == "j" else int
    layers: dict[str, MarkedSpans] = {}
    for one in (mark for marked in document.annotation_sets.values() for mark in marked.annotations):
        layers.setdefault(one.type, MarkedSpans()).add(at(one.start), at(one.end), one.type)
    units = (
        edges_of(sorted((int(span.start), int(span.end)) for span in layers.pop(name, ())))
        for name in ("Token", "Sentence")
    )
    return Reading.of_layers(source, TextDocument(document.text, *units), layers)


def _is_spacy(head: Head) -> bool:
    keys: dict[str, Any] = head.keys
    return _is_training_data(head.text) or ("text" in keys and keys.get("ents") == "[")


SPACY = Format(
    "spacy",
    "spaCy: [text, {entities}] and documents as JSON",
    (".json", ".jsonl"),
    _is_spacy,
    read_spacy,
    measure="characters",
    names="items",
    task="entities",
)
PUBANNOTATION = Format(
    "pubannotation",
    "PubAnnotation JSON",
    (".json", ".jsonl"),
    lambda head: head.keys.get("denotations") == "[" and "text" in head.keys,
    read_pubannotation,
    measure="characters",
    names="both",
)
GATE = Format(
    "gate",
    "GATE documents as bdocjs",
    (".bdocjs", ".json"),
    lambda head: head.keys.get("annotation_sets") == "{" and "text" in head.keys,
    read_gate,
    measure="characters",
    layers=True,
)
