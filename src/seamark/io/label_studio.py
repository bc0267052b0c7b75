"""Label Studio: the JSON export, raw or JSON-MIN. A task is an item, whoever completed an annotation is a coder."""

from __future__ import annotations

from typing import Any

import msgspec

from seamark.io.json_text import convert, parse
from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Recording, Span, TextDocument
from seamark.io.source import Source
from seamark.io.utf16 import Utf16Offsets


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
    original_length: float | None = None


class Annotation(msgspec.Struct):
    """What one annotator did with one task."""

    result: list[Region]
    completed_by: int | str | dict[str, Any] | None = None
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
    for number, value in enumerate(tasks):
        minimal = "annotations" not in value and "annotation_id" in value
        task = convert(source, _raw(source, value, number) if minimal else value, Task)
        done = task.annotations or task.completions or []
        kept = {
            order: [region for region in annotation.result if _wanted(region, options.layer)]
            for order, annotation in enumerate(done)
            if not annotation.was_cancelled
        }
        skipped += len(done) - len(kept)
        if not kept:
            continue
        medium = _medium(source, task, [region for regions in kept.values() for region in regions])
        for order, regions in kept.items():
            coder = _coder(done[order].completed_by, order + 1)
            spans = _spans(source, str(task.id), regions, medium)
            reading.marks.append(Marks(str(task.id), coder, medium, spans, source.name))
    if skipped:
        reading.notes.append(
            f"left out, because their annotator skipped them: {skipped} annotation{'' if skipped == 1 else 's'}"
        )
    return reading


def _raw(source: Source, value: dict[str, Any], number: int) -> dict[str, Any]:
    """A task of JSON-MIN in the shape of the raw export; regions are recognised by having a start and an end."""
    controls = {
        key: regions
        for key, regions in value.items()
        if isinstance(regions, list) and regions and all(isinstance(r, dict) and "start" in r for r in regions)
    }
    result = [
        {"type": kind, "value": region, "from_name": key, "original_length": region.get("original_length")}
        for key, regions in controls.items()
        for region in regions
        for kind in [next((name for name in _REGIONS if name in region), "")]
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


def _wanted(region: Region, layer: str | None) -> bool:
    return region.type in _REGIONS and (layer is None or region.from_name == layer)


def _coder(completed_by: int | str | dict[str, Any] | None, order: int) -> str:
    if isinstance(completed_by, dict):
        completed_by = completed_by.get("email") or completed_by.get("id")
    return str(order if completed_by in (None, "") else completed_by)


def _medium(source: Source, task: Task, regions: list[Region]) -> TextDocument | Recording:
    """What the task is about, by all regions that anybody marked: seconds have fractions, or come with a length."""
    lengths = [region.original_length for region in regions if region.original_length is not None]
    ends = [end for region in regions for end in (region.value.start, region.value.end)]
    if lengths or any(isinstance(end, float) for end in ends):
        return Recording(max(lengths) if lengths else None)
    return TextDocument(_text(source, task))


def _spans(source: Source, item: str, regions: list[Region], medium: TextDocument | Recording) -> list[Span]:
    """The spans of one annotation; old versions counted UTF-16, which shows in the texts that regions quote."""
    spans = [_span(source, item, region) for region in regions]
    if isinstance(medium, Recording) or _reads(regions, spans, medium.text):
        return spans
    offsets = Utf16Offsets.of(medium.text)
    converted = [Span(offsets.at(int(start)), offsets.at(int(end)), label) for start, end, label in spans]
    return converted if _reads(regions, converted, medium.text) else spans


def _reads(regions: list[Region], spans: list[Span], text: str) -> bool:
    """Whether the text says in every span what its region quotes; line ends are escaped in quotes."""
    return all(
        text[int(span.start) : int(span.end)] == region.value.text.replace("\\n", "\n")
        for region, span in zip(regions, spans, strict=True)
        if isinstance(region.value.text, str)
    )


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
