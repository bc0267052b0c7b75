"""Spans in the characters of texts, as JSON: doccano, Prodigy, spaCy, PubAnnotation and GATE.

doccano has one file per annotator, named after them. In the JSONL that ``prodigy db-out`` writes, the input is the item
and the annotator the coder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

import msgspec

from seamark.base.numbers import counted
from seamark.io.format import File, Format, ReadOptions, text_format
from seamark.io.json_text import convert, field_name, parse, records, require_all_or_none
from seamark.io.reading import (
    MarkedSpan,
    MarkedSpans,
    Marks,
    Reading,
    Recording,
    TextDocument,
    edges_of,
)
from seamark.io.segments import JoinedText
from seamark.io.source import Head, Source, utf16_offsets
from seamark.model.corpus import Corpus

#: A span as a list: start, end and label.
_Row: TypeAlias = tuple[int, int, str]


class DoccanoEntity(msgspec.Struct):
    """A span in the export with relations, and in that of old versions."""

    start_offset: int
    end_offset: int
    label: str | int | None = None
    label_name: str | None = None
    user: int | str | None = None
    user_name: str | None = None


class DoccanoExample(msgspec.Struct):
    """One text; which field holds the spans depends on the version and on the kind of project."""

    text: str
    id: int | str | None = None
    label: list[DoccanoEntity | _Row] | None = None
    labels: list[DoccanoEntity | _Row] | None = None
    entities: list[DoccanoEntity | _Row] | None = None
    annotations: list[DoccanoEntity | _Row] | None = None


_DOCCANO_FIELDS = ("label", "labels", "entities", "annotations")


def read_doccano(source: Source, options: ReadOptions) -> Reading:
    """Read one annotator's file; an old export that names users within the file gives a coder per user."""
    reading = Reading()
    empty = True
    named: dict[bool, int | None] = {}
    for number, (raw, example, line) in enumerate(records(source, DoccanoExample), start=1):
        given = [name for name in _DOCCANO_FIELDS if getattr(example, name) is not None]
        if len(given) != 1:
            fault = f"has labels in several fields ({', '.join(given)})" if given else "has no labels"
            raise source.error(f"the example {fault}; expected label, labels, entities or annotations", line)
        by_user: dict[str | None, MarkedSpans] = {}
        for user, span in map(_doccano_span, getattr(example, given[0])):
            by_user.setdefault(user, MarkedSpans()).add(*span)
        if None in by_user and len(by_user) > 1:
            raise source.error("some spans of the example name their user, some do not", line)
        named.setdefault(example.id is not None, line)
        item = str(number if example.id is None else example.id)
        if options.name_by is not None:
            item = field_name(source, options.name_by, raw, raw.get("meta") or {}, f"example {item}", line)
        empty = empty and not by_user
        document = TextDocument(example.text)
        marked = sorted((user, spans) for user, spans in by_user.items() if user is not None)
        for coder, spans in marked or [(source.coder or source.item, by_user.get(None, MarkedSpans()))]:
            reading.marks.append(Marks(item, coder, document, spans, source.name, line))
    require_all_or_none(source, named, "an id")
    if empty and reading.marks:
        reading.notes.append(f"{source.name}: no text has a label; did this annotator take part?")
    return reading


def _doccano_span(entity: DoccanoEntity | _Row) -> tuple[str | None, MarkedSpan]:
    if isinstance(entity, tuple):
        return None, MarkedSpan(*entity)
    label, user = entity.label_name or entity.label, entity.user_name or entity.user
    return None if user is None else str(user), MarkedSpan(
        entity.start_offset, entity.end_offset, None if label is None else str(label)
    )


def _is_doccano(head: Head) -> bool:
    keys = head.keys.keys()
    if "text" not in keys or {"spans", "_input_hash", "data", "annotation_id"} & keys:
        return False
    return any(head.keys.get(key) == "[" for key in _DOCCANO_FIELDS)


def write_doccano(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file for each coder, as doccano imports and exports them."""
    for coder in corpus.coder_names:
        lines = []
        for item in corpus:
            if coder not in corpus[item]:
                continue
            joined = JoinedText.of(corpus, item)
            labels = joined.segments(corpus[item][coder])
            lines.append(msgspec.json.encode({"id": item, "text": joined.text, "label": labels}) + b"\n")
        yield (coder,), b"".join(lines)


DOCCANO = text_format(
    "doccano",
    "doccano JSONL or JSON",
    (".jsonl", ".json"),
    _is_doccano,
    read_doccano,
    names="items",
    write_files=write_doccano,
    fields=True,
)


class ProdigySpan(msgspec.Struct):
    """A span, in characters or in seconds."""

    start: float
    end: float
    label: str | None = None
    text: str | None = None


class ProdigyToken(msgspec.Struct):
    """A token of the text."""

    start: int
    end: int
    text: str | None = None


class ProdigyTask(msgspec.Struct):
    """One answer of one annotator."""

    text: str | None = None
    spans: list[ProdigySpan] | None = None
    audio_spans: list[ProdigySpan] | None = None
    tokens: list[ProdigyToken] | None = None
    answer: str | None = None
    input_hash: int | None = msgspec.field(default=None, name="_input_hash")
    annotator_id: str | None = msgspec.field(default=None, name="_annotator_id")
    session_id: str | None = msgspec.field(default=None, name="_session_id")


_ANSWERS = ("accept", "reject", "ignore")


def read_prodigy(source: Source, options: ReadOptions) -> Reading:
    """Read accepted answers; tasks that were rejected or ignored are left out."""
    reading = Reading()
    left_out = 0
    numbers: dict[str, str] = {}
    answered: dict[bool, int | None] = {}
    hashed: dict[bool, int | None] = {}
    bare = 0
    for raw, task, line in records(source, ProdigyTask):
        answered.setdefault(task.answer is not None, line)
        hashed.setdefault(task.input_hash is not None, line)
        if task.answer not in (None, *_ANSWERS):
            raise source.error(f"the answer is {task.answer!r}; expected {', '.join(_ANSWERS)}", line)
        if task.answer not in (None, "accept"):
            left_out += 1
            continue
        coder = task.annotator_id or task.session_id or source.coder or source.item
        if task.audio_spans is None and task.text is None:
            raise source.error("the task has neither text nor audio_spans", line)
        if task.input_hash is None and task.audio_spans is not None:
            raise source.error("the task has no _input_hash, so it is not clear what was annotated", line)
        # Without a hash, the same text is the same item.
        item = str(task.input_hash)
        if task.input_hash is None:
            item = numbers.setdefault(task.text or "", str(len(numbers) + 1))
        if options.name_by is not None:
            item = field_name(source, options.name_by, raw.get("meta") or {}, raw, f"task {item}", line)
        if task.audio_spans is None and task.spans is None:
            bare += 1
        medium = Recording() if task.audio_spans is not None else _prodigy_text(source, task, line)
        marked = task.spans if task.audio_spans is None else task.audio_spans
        spans = MarkedSpans.of(MarkedSpan(span.start, span.end, span.label) for span in marked or ())
        reading.marks.append(Marks(item, coder, medium, spans, source.name, line))
    require_all_or_none(source, answered, "an answer")
    require_all_or_none(source, hashed, "an _input_hash")
    if bare and bare == len(reading.marks):
        raise source.error("no task has spans or audio_spans; expected what a recipe for spans writes")
    if bare:
        reading.notes.append(
            f"{source.name}: without spans, counted as coded without boundaries: {counted(bare, 'task')}"
        )
    if left_out:
        reading.notes.append(f"left out, because they were rejected or ignored: {counted(left_out, 'task')}")
    return reading


def _prodigy_text(source: Source, task: ProdigyTask, line: int | None) -> TextDocument:
    """The text and its tokens, without those of white space that spaCy makes of line ends and repeated spaces.

    The offsets of spans and tokens must agree with the text.
    """
    text, spans, tokens = task.text or "", task.spans or [], task.tokens or []
    marks: list[ProdigySpan | ProdigyToken] = [*spans, *tokens]
    for mark in marks:
        if not 0 <= mark.start <= mark.end <= len(text):
            raise source.error(f"a span from {mark.start} to {mark.end} does not lie within the text", line)
        found = text[int(mark.start) : int(mark.end)]
        if mark.text not in (None, found):
            said = f"the text reads {found[:40]!r} from {mark.start} to {mark.end}"
            raise source.error(f"{said}, the span says {str(mark.text)[:40]!r}", line)
    kept = ((token.start, token.end) for token in tokens if not text[token.start : token.end].isspace())
    return TextDocument(text, edges_of(kept))


def _is_prodigy(head: Head) -> bool:
    keys = head.keys.keys()
    spans = "audio_spans" in keys or {"text", "spans"} <= keys
    return spans or bool({"_input_hash", "_annotator_id"} & keys)


PRODIGY = Format(
    "prodigy",
    "Prodigy JSONL",
    (".jsonl",),
    _is_prodigy,
    read_prodigy,
    measure="characters or seconds",
    names="both",
    fields=True,
)


class Entities(msgspec.Struct):
    """What is said about a text of training data; everything but entities is passed over."""

    entities: list[_Row]


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
    labels: dict[str | None, int] = {None: 0}
    form: Any = tuple[str, Entities] if _is_training_data(source.text) else SpacyDocument
    for number, (_, one, line) in enumerate(records(source, form), start=1):
        text, rows = (one[0], one[1].entities) if isinstance(one, tuple) else (one.text, one.ents)
        spans = MarkedSpans(labels)
        for row in rows:
            spans.add(*(row if isinstance(row, tuple) else (row.start, row.end, row.label)))
        document = TextDocument(text)
        found.marks.append(Marks(str(number), source.coder or source.item, document, spans, source.name, line))
    if len(found.marks) == 1:
        found.marks[0] = found.marks[0]._replace(item=source.item)
    return found


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


SPACY = text_format(
    "spacy",
    "spaCy: [text, {entities}] and documents as JSON",
    (".json", ".jsonl"),
    lambda head: _is_training_data(head.text) or ("text" in head.keys and head.keys.get("ents") == "["),
    read_spacy,
    names="items",
    task="entities",
)
PUBANNOTATION = text_format(
    "pubannotation",
    "PubAnnotation JSON",
    (".json", ".jsonl"),
    lambda head: head.keys.get("denotations") == "[" and "text" in head.keys,
    read_pubannotation,
    names="both",
)
GATE = text_format(
    "gate",
    "GATE documents as bdocjs",
    (".bdocjs", ".json"),
    lambda head: head.keys.get("annotation_sets") == "{" and "text" in head.keys,
    read_gate,
    layers=True,
)
