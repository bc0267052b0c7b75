"""Prodigy: the JSONL that ``prodigy db-out`` writes. The input is the item, the annotator the coder."""

from __future__ import annotations

import msgspec

from seamark.base.numbers import counted
from seamark.io.format import Format, ReadOptions
from seamark.io.json_text import Named, field_name, records
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Reading, Recording, TextDocument, edges_of
from seamark.io.source import Head, Source


class ProdigySpan(msgspec.Struct):
    """A span, in characters or in seconds."""

    start: float
    end: float
    label: str | None = None
    text: str | None = None
    token_start: int | None = None
    token_end: int | None = None


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


# What recipes for texts as a whole, for images and for pairs of texts write.
_OTHER_KINDS = frozenset(("label", "options", "accept", "image", "cats", "relations"))
_ANSWERS = ("accept", "reject", "ignore")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read accepted answers; tasks that were rejected or ignored are left out."""
    reading = Reading()
    left_out = 0
    numbers: dict[str, str] = {}
    answered, hashed = Named(source, "an answer"), Named(source, "an _input_hash")
    bare = 0
    others: set[str] = set()
    for raw, task, line in records(source, ProdigyTask):
        answered.note(task.answer is not None, line)
        hashed.note(task.input_hash is not None, line)
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
        if task.audio_spans is not None:
            reading.marks.append(Marks(item, coder, Recording(), _spans(task.audio_spans), source.name, line))
            continue
        if task.spans is None:
            bare += 1
            others |= raw.keys() & _OTHER_KINDS
        _check_quotes(source, task, line)
        spans = _spans(task.spans or [])
        reading.marks.append(Marks(item, coder, _document(task), spans, source.name, line))
    if bare and bare == len(reading.marks):
        what = f"; they have {', '.join(sorted(others))}" if others else ""
        raise source.error(f"no task has spans or audio_spans{what}; expected what a recipe for spans writes")
    if bare:
        reading.notes.append(
            f"{source.name}: without spans, counted as coded without boundaries: {counted(bare, 'task')}"
        )
    if left_out:
        reading.notes.append(f"left out, because they were rejected or ignored: {counted(left_out, 'task')}")
    return reading


def _spans(spans: list[ProdigySpan]) -> MarkedSpans:
    return MarkedSpans.of(MarkedSpan(span.start, span.end, span.label) for span in spans)


def _check_quotes(source: Source, task: ProdigyTask, line: int | None) -> None:
    """The text, and the tokens at which a span starts and ends, must agree with the offsets."""
    text, tokens = task.text or "", task.tokens or []
    for what, marks in (("span", task.spans or []), ("token", tokens)):
        for mark in marks:
            if not 0 <= mark.start <= mark.end <= len(text):
                raise source.error(f"a {what} from {mark.start} to {mark.end} does not lie within the text", line)
            found = text[int(mark.start) : int(mark.end)]
            if mark.text is not None and mark.text != found:
                said = f"the text reads {found[:40]!r} from {mark.start} to {mark.end}"
                raise source.error(f"{said}, the {what} says {mark.text[:40]!r}", line)
    for span in task.spans or [] if tokens else []:
        for what, number, edge in (("start", span.token_start, span.start), ("end", span.token_end, span.end)):
            if number is None:
                continue
            if not 0 <= number < len(tokens) or getattr(tokens[number], what) != edge:
                raise source.error(f"a span has its {what} at {edge:g}, which is not that of token {number}", line)


def _document(task: ProdigyTask) -> TextDocument:
    """The text and its tokens, without those of white space that spaCy makes of line ends and repeated spaces."""
    text = task.text or ""
    tokens = edges_of(
        (token.start, token.end) for token in task.tokens or () if not text[token.start : token.end].isspace()
    )
    return TextDocument(text, tokens)


def _matches(head: Head) -> bool:
    keys = head.keys.keys()
    spans = "audio_spans" in keys or {"text", "spans"} <= keys
    return spans or bool({"_input_hash", "_annotator_id"} & keys)


PRODIGY = Format(
    "prodigy", "Prodigy JSONL", (".jsonl",), _matches, read, measure="characters or seconds", names="both", fields=True
)
