"""doccano: the JSONL (or JSON) export of sequence labelling. One file per annotator, named after them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from seamark.io.format import File, Format, ReadOptions
from seamark.io.json_text import Named, field_name, records
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Reading, TextDocument
from seamark.io.segments import JoinedText
from seamark.io.source import Head, Source
from seamark.model.corpus import Corpus


class Entity(msgspec.Struct):
    """A span in the export with relations, and in that of old versions."""

    start_offset: int
    end_offset: int
    label: str | int | None = None
    label_name: str | None = None
    user: int | str | None = None
    user_name: str | None = None


class Example(msgspec.Struct):
    """One text; which field holds the spans depends on the version and on the kind of project."""

    text: str
    id: int | str | None = None
    label: list[tuple[int, int, str]] | None = None
    labels: list[tuple[int, int, str]] | None = None
    entities: list[Entity | tuple[int, int, str]] | None = None
    annotations: list[Entity] | None = None


_FIELDS = ("label", "labels", "entities", "annotations")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read one annotator's file; an old export that names users within the file gives a coder per user."""
    reading = Reading()
    empty = True
    named = Named(source, "an id")
    for number, (raw, example, line) in enumerate(records(source, Example), start=1):
        given = [name for name in _FIELDS if getattr(example, name) is not None]
        if len(given) != 1:
            fault = f"has labels in several fields ({', '.join(given)})" if given else "has no labels"
            raise source.error(f"the example {fault}; expected label, labels, entities or annotations", line)
        by_user: dict[str | None, MarkedSpans] = {}
        for user, span in map(_span, getattr(example, given[0])):
            by_user.setdefault(user, MarkedSpans()).add(*span)
        if None in by_user and len(by_user) > 1:
            raise source.error("some spans of the example name their user, some do not", line)
        named.note(example.id is not None, line)
        item = str(number if example.id is None else example.id)
        if options.name_by is not None:
            item = field_name(source, options.name_by, raw, raw.get("meta") or {}, f"example {item}", line)
        empty = empty and not by_user
        document = TextDocument(example.text)
        marked = sorted((user, spans) for user, spans in by_user.items() if user is not None)
        for coder, spans in marked or [(source.coder or source.item, by_user.get(None, MarkedSpans()))]:
            reading.marks.append(Marks(item, coder, document, spans, source.name, line))
    if empty and reading.marks:
        reading.notes.append(f"{source.name}: no text has a label; did this annotator take part?")
    return reading


def _span(entity: Entity | tuple[int, int, str]) -> tuple[str | None, MarkedSpan]:
    if isinstance(entity, tuple):
        return None, MarkedSpan(*entity)
    label, user = entity.label_name or entity.label, entity.user_name or entity.user
    return None if user is None else str(user), MarkedSpan(
        entity.start_offset, entity.end_offset, None if label is None else str(label)
    )


def _matches(head: Head) -> bool:
    keys = head.keys.keys()
    if "text" not in keys or {"spans", "_input_hash", "data", "annotation_id"} & keys:
        return False
    return any(head.keys.get(key) == "[" for key in _FIELDS)


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
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


DOCCANO = Format(
    "doccano",
    "doccano JSONL or JSON",
    (".jsonl", ".json"),
    _matches,
    read,
    measure="characters",
    names="items",
    write_files=write,
    keeps=("types", "texts"),
    fields=True,
)
