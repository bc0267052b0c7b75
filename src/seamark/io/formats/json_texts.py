"""Spans in the characters of texts, as JSON: doccano and Prodigy.

doccano has one file per annotator, named after them. In the JSONL that ``prodigy db-out`` writes, the input is the item
and the annotator the coder.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from seamark.base.numbers import counted
from seamark.io.format import File, Format, FormatName, ReadOptions, text_format
from seamark.io.json_text import field_name, records
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Reading, Recording, TextDocument, edges_of
from seamark.io.segments import JoinedText
from seamark.io.source import Head, Source
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
    only = source.coder or source.item
    for number, (raw, example, line) in enumerate(records(source, DoccanoExample), start=1):
        given = [marked for name in _DOCCANO_FIELDS if (marked := getattr(example, name)) is not None]
        if len(given) != 1:
            raise source.error("the example has not one of label, labels, entities and annotations", line)
        by_user: dict[str, MarkedSpans] = {}
        for user, span in map(_doccano_span, given[0]):
            by_user.setdefault(user or only, MarkedSpans()).add(*span)
        item = str(number if example.id is None else example.id)
        if options.name_by is not None:
            item = field_name(source, options.name_by, {**(raw.get("meta") or {}), **raw}, f"example {item}", line)
        document = TextDocument(example.text)
        for coder, spans in sorted(by_user.items()) or [(only, MarkedSpans())]:
            reading.marks.append(Marks(item, coder, document, spans, source.name, line))
    if not any(mark.spans for mark in reading.marks):
        reading.notes.append(f"{source.name}: no text has a label; did this annotator take part?")
    return reading


def _doccano_span(entity: DoccanoEntity | _Row) -> tuple[str | None, MarkedSpan]:
    if isinstance(entity, tuple):
        return None, MarkedSpan(*entity)
    label, user = (
        None if told is None else str(told)
        for told in (entity.label_name or entity.label, entity.user_name or entity.user)
    )
    return user, MarkedSpan(entity.start_offset, entity.end_offset, label)


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
    FormatName("doccano", "doccano JSONL or JSON", (".jsonl", ".json")),
    _is_doccano,
    read_doccano,
    names="items",
    write_files=write_doccano,
    fields=True,
)


class ProdigySpan(msgspec.Struct):
    """A span, in characters or in seconds, or a token of the text."""

    start: float
    end: float
    label: str | None = None
    text: str | None = None


class ProdigyTask(msgspec.Struct):
    """One answer of one annotator."""

    text: str | None = None
    spans: list[ProdigySpan] | None = None
    audio_spans: list[ProdigySpan] | None = None
    tokens: list[ProdigySpan] | None = None
    answer: Literal["accept", "reject", "ignore"] | None = None
    input_hash: int | None = msgspec.field(default=None, name="_input_hash")
    annotator_id: str | None = msgspec.field(default=None, name="_annotator_id")
    session_id: str | None = msgspec.field(default=None, name="_session_id")


def read_prodigy(source: Source, options: ReadOptions) -> Reading:
    """Read accepted answers; tasks that were rejected or ignored are left out."""
    reading = Reading()
    numbers: dict[str, str] = {}
    left_out = bare = 0
    for raw, task, line in records(source, ProdigyTask):
        if task.answer not in (None, "accept"):
            left_out += 1
            continue
        if task.text is None and (task.audio_spans is None or task.input_hash is None):
            raise source.error("the task has neither a text, nor audio_spans and _input_hash", line)
        coder = task.annotator_id or task.session_id or source.coder or source.item
        item = str(task.input_hash)
        if task.input_hash is None:  # Without a hash, the same text is the same item.
            item = numbers.setdefault(task.text or "", str(len(numbers) + 1))
        if options.name_by is not None:
            item = field_name(source, options.name_by, {**raw, **(raw.get("meta") or {})}, f"task {item}", line)
        marked = task.spans if task.audio_spans is None else task.audio_spans
        bare += marked is None
        medium = Recording() if task.audio_spans is not None else _prodigy_text(source, task, line)
        spans = MarkedSpans.of(MarkedSpan(span.start, span.end, span.label) for span in marked or ())
        reading.marks.append(Marks(item, coder, medium, spans, source.name, line))
    if bare and bare == len(reading.marks):
        raise source.error("no task has spans or audio_spans; expected what a recipe for spans writes")
    if bare:
        told = f"without spans, counted as coded without boundaries: {counted(bare, 'task')}"
        reading.notes.append(f"{source.name}: {told}")
    if left_out:
        reading.notes.append(f"left out, because they were rejected or ignored: {counted(left_out, 'task')}")
    return reading


def _prodigy_text(source: Source, task: ProdigyTask, line: int | None) -> TextDocument:
    """The text and its tokens, without those of white space that spaCy makes of line ends and repeated spaces.

    The offsets of spans and tokens must agree with the text.
    """
    text, tokens = task.text or "", task.tokens or []
    for mark in (*(task.spans or ()), *tokens):
        if not 0 <= mark.start <= mark.end <= len(text):
            raise source.error(f"a span from {mark.start:g} to {mark.end:g} does not lie within the text", line)
        found = text[int(mark.start) : int(mark.end)]
        if mark.text not in (None, found):
            said = f"the text reads {found[:40]!r} from {mark.start:g} to {mark.end:g}"
            raise source.error(f"{said}, the span says {str(mark.text)[:40]!r}", line)
    edges = ((int(token.start), int(token.end)) for token in tokens)
    return TextDocument(text, edges_of((start, end) for start, end in edges if not text[start:end].isspace()))


def _is_prodigy(head: Head) -> bool:
    keys = head.keys.keys()
    spans = "audio_spans" in keys or {"text", "spans"} <= keys
    return spans or bool({"_input_hash", "_annotator_id"} & keys)


PRODIGY = Format(
    FormatName("prodigy", "Prodigy JSONL", (".jsonl",)),
    _is_prodigy,
    read_prodigy,
    measure="characters or seconds",
    names="both",
    fields=True,
)
