"""Label Studio: the JSON export, raw or JSON-MIN. A task is an item, whoever completed an annotation is a coder."""

from __future__ import annotations

from typing import Any

import msgspec

from seamark.io.format import Format
from seamark.io.json_text import Named, convert, parse
from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Recording, Span, Spans, TextDocument
from seamark.io.source import Source
from seamark.io.utf16 import utf16_offsets
from seamark.number_text import counted


class Offsets(msgspec.Struct):
    """Where a region of hypertext or of paragraphs lies in the text as a whole."""

    start: int
    end: int


class Value(msgspec.Struct):
    """The region itself; its labels stand under the name of the control that made it."""

    start: int | float | str | None = None
    end: int | float | str | None = None
    text: Any = None
    global_offsets: Offsets | None = msgspec.field(default=None, name="globalOffsets")
    labels: list[str] | None = None
    hypertextlabels: list[str] | None = None
    paragraphlabels: list[str] | None = None
    timeserieslabels: list[str] | None = None


class Region(msgspec.Struct):
    """One entry of a result."""

    type: str = ""
    value: Value = msgspec.field(default_factory=Value)
    from_name: str = ""
    to_name: str = ""
    original_length: float | None = None


class User(msgspec.Struct):
    """An annotator, where the export tells more than a number."""

    id: int | str
    email: str | None = None


class Annotation(msgspec.Struct):
    """What one annotator did with one task."""

    result: list[Region]
    completed_by: int | str | User | None = None
    was_cancelled: bool | None = False


class Task(msgspec.Struct):
    """One task of the raw export; ``completions`` is how old versions called annotations."""

    id: int | str
    data: dict[str, Any]
    annotations: list[Annotation] | None = None
    completions: list[Annotation] | None = None


_REGIONS = ("labels", "hypertextlabels", "paragraphlabels", "timeserieslabels")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read an export; predictions and annotations that were skipped are left out."""
    reading = Reading()
    tasks = convert(source, parse(source), list[dict[str, Any]])
    skipped = 0
    marked: set[str] = set()
    named = Named(source, "an annotator (completed_by)")
    for number, value in enumerate(tasks):
        minimal = "annotations" not in value and "annotation_id" in value
        task = convert(source, _raw(source, value, number) if minimal else value, Task)
        done = task.annotations or task.completions or []
        kept = {
            order: [region for region in annotation.result if _wanted(region, options.layer)]
            for order, annotation in enumerate(done)
            if not annotation.was_cancelled
        }
        every = [region for order in kept for region in done[order].result]
        _check_types(source, task, every, [region for regions in kept.values() for region in regions])
        marked |= {f"{region.from_name or region.type} ({region.type})" for region in every}
        skipped += len(done) - len(kept)
        if not kept:
            continue
        medium = _medium(source, task, [region for regions in kept.values() for region in regions])
        for order, regions in kept.items():
            named.note(done[order].completed_by not in (None, ""), None)
            coder = _coder(done[order].completed_by, order + 1)
            spans = _spans(source, str(task.id), regions, medium)
            reading.marks.append(Marks(str(task.id), coder, medium, Spans.of(spans), source.name))
    if marked and not any(marks.spans for marks in reading.marks):
        asked = "spans" if options.layer is None else f"spans of the control {options.layer!r}"
        raise source.error(f"no annotation has {asked}; what was marked: {', '.join(sorted(marked))}")
    if skipped:
        reading.notes.append(f"left out, because their annotator skipped them: {counted(skipped, 'annotation')}")
    return reading


def _raw(source: Source, value: dict[str, Any], number: int) -> dict[str, Any]:
    """A task of JSON-MIN in the shape of the raw export; a control has regions with labels, or with a start."""
    controls = {
        key: regions
        for key, regions in value.items()
        if isinstance(regions, list)
        and all(isinstance(region, dict) for region in regions)
        and any(region.keys() & {"start", *_REGIONS} for region in regions)
    }
    result = [
        {"type": kind, "value": region, "from_name": key, "original_length": region.get("original_length")}
        for key, regions in controls.items()
        for kind in [next((name for name in _REGIONS for region in regions if name in region), "")]
        for region in regions
    ]
    if "id" not in value:
        raise source.error(f"the task has no id - at `$[{number}]`")
    data = {key: kept for key, kept in value.items() if key not in controls and isinstance(kept, str)}
    texts = {key: kept for key, kept in data.items() if key not in _MINIMAL_FIELDS}
    annotation = {"result": result, "completed_by": value.get("annotator")}
    return {"id": value["id"], "data": texts, "annotations": [annotation]}


# Where a recording lies; nobody marks characters in it.
_LINKS = ("/data/", "http://", "https://", "s3://", "gs://", "azure-blob://")

_MINIMAL_FIELDS = frozenset(("created_at", "updated_at", "annotator", "sentiment"))


def _check_types(source: Source, task: Task, every: list[Region], wanted: list[Region]) -> None:
    """Refuse spans that a wrong type would leave out, and those of several texts or recordings in one task."""
    for region in every:
        if region.type not in _REGIONS and any(getattr(region.value, name) for name in _REGIONS):
            raise source.error(
                f"task {str(task.id)!r}: a region with labels has the type {region.type!r}; "
                f"expected {', '.join(_REGIONS)}"
            )
    objects = sorted({region.to_name for region in wanted})
    if len(objects) > 1:
        raise source.error(f"task {str(task.id)!r}: regions lie in several objects ({', '.join(objects)})")


def _wanted(region: Region, layer: str | None) -> bool:
    return region.type in _REGIONS and (layer is None or region.from_name == layer)


def _coder(completed_by: int | str | User | None, order: int) -> str:
    if isinstance(completed_by, User):
        completed_by = completed_by.email or completed_by.id
    return str(order if completed_by in (None, "") else completed_by)


def _medium(source: Source, task: Task, regions: list[Region]) -> TextDocument | Recording:
    """What the task is about, by all regions that anybody marked: seconds have fractions, or come with a length."""
    lengths = [region.original_length for region in regions if region.original_length is not None]
    ends = [end for region in regions for end in (region.value.start, region.value.end)]
    if lengths:
        return Recording(max(lengths))
    if any(isinstance(end, float) for end in ends) and not _is_text(task, regions):
        return Recording()
    return TextDocument(_text(source, task))


def _is_text(task: Task, regions: list[Region]) -> bool:
    """Whether only a text can be meant: regions quote it, or there is nothing else in the task."""
    if any(isinstance(region.value.text, str) or region.value.global_offsets for region in regions):
        return True
    values = [value for value in task.data.values() if isinstance(value, str)]
    return isinstance(task.data.get("text"), str) and not any(value.startswith(_LINKS) for value in values)


def _spans(source: Source, item: str, regions: list[Region], medium: TextDocument | Recording) -> list[Span]:
    """The spans of one annotation; old versions counted UTF-16, which shows in the texts that regions quote."""
    spans = [_span(source, item, region) for region in regions]
    if isinstance(medium, Recording) or (wrong := _misquoted(regions, spans, medium.text)) is None:
        return spans
    character_at = utf16_offsets(medium.text)
    converted = [Span(character_at(int(start)), character_at(int(end)), label) for start, end, label in spans]
    if _misquoted(regions, converted, medium.text) is None:
        return converted
    start, end, quote = wrong
    raise source.error(
        f"task {item!r}: the text reads {medium.text[start:end][:40]!r} from {start} to {end}, the region says "
        f"{quote[:40]!r}"
    )


def _misquoted(regions: list[Region], spans: list[Span], text: str) -> tuple[int, int, str] | None:
    """The first span in which the text does not say what the region quotes; line ends are escaped in quotes."""
    for region, span in zip(regions, spans, strict=True):
        start, end, quote = max(0, int(span.start)), max(0, int(span.end)), region.value.text
        if isinstance(quote, str) and text[start:end].split() != quote.replace("\\n", "\n").split():
            return start, end, quote
    return None


def _span(source: Source, item: str, region: Region) -> Span:
    value = region.value
    names = value.labels or value.hypertextlabels or value.paragraphlabels or value.timeserieslabels
    label = names[0] if names else None
    if value.global_offsets is not None:
        return Span(value.global_offsets.start, value.global_offsets.end, label)
    if isinstance(value.start, (int, float)) and isinstance(value.end, (int, float)):
        return Span(value.start, value.end, label)
    raise source.error(
        f"task {item!r}: a region has no offsets in the text as a whole (start {value.start!r}, end {value.end!r})"
    )


def _text(source: Source, task: Task) -> str:
    texts = {key: text for key, text in task.data.items() if isinstance(text, str) and not text.startswith(_LINKS)}
    if "text" in texts:
        return texts["text"]
    if len(texts) != 1:
        names = ", ".join(sorted(texts)) or "none"
        raise source.error(
            f"task {str(task.id)!r}: cannot tell which field of data is the text ({names}); expected 'text'"
        )
    return next(iter(texts.values()))


FORMATS = (
    Format(
        "label-studio",
        "Label Studio JSON",
        (".json",),
        measure="characters or seconds",
        names="both",
        sign=lambda head: head.is_array and bool({"annotations", "completions", "annotation_id"} & head.keys.keys()),
        read=read,
        has_layers=True,
    ),
)
