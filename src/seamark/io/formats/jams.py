"""JAMS: annotations of music; those in a ``segment_`` namespace, and the levels of ``multi_segment``, are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from seamark.base.errors import OPTION
from seamark.io.format import File, Format, FormatName, ReadOptions
from seamark.io.json_text import convert, parse
from seamark.io.reading import MarkedSpans, Marks, Reading, Recording
from seamark.io.segments import Clock, clock_for, printable, timed_spans
from seamark.io.source import Source
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus
from seamark.model.labelled import Hierarchy


class Observation(msgspec.Struct):
    """One segment."""

    time: float
    duration: float
    value: Any = None


class Annotator(msgspec.Struct):
    """An annotator, or the curator of the collection; files have further fields."""

    name: str | int | None = None


class AnnotationMetadata(msgspec.Struct):
    """Who made an annotation; files have further fields."""

    annotator: Annotator | None = None
    curator: Annotator | None = None


class JamsAnnotation(msgspec.Struct):
    """One annotation of the recording; data of other namespaces need not have the same shape."""

    namespace: str
    data: Any
    annotation_metadata: AnnotationMetadata = msgspec.field(default_factory=AnnotationMetadata)


class FileMetadata(msgspec.Struct):
    """What is known about the recording; only its duration is read."""

    duration: float | None = None


class Jams(msgspec.Struct):
    """The whole file."""

    annotations: list[JamsAnnotation]
    file_metadata: FileMetadata = msgspec.field(default_factory=FileMetadata)


_PREFIX = "segment_"
# Segmentations of several levels in one annotation; a level is a layer, such as multi_segment:0.
_LEVELS = "multi_segment"


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the segmentations of all namespaces that hold some."""
    # Times that are read are checked to be finite; confidences and the like may be NaN.
    jams = convert(source, parse(source, strict=False), Jams)
    recording = Recording(jams.file_metadata.duration)
    reading = Reading(layering="namespace")
    count: Counter[str] = Counter()
    for number, annotation in enumerate(jams.annotations):
        if annotation.namespace.startswith(_PREFIX) or annotation.namespace in (_LEVELS, options.layer):
            data = convert(source, annotation.data, list[Observation], place=f"$.annotations[{number}].data")
            for layer, spans in _layers(source, annotation.namespace, data).items():
                count[layer] += 1
                coder = _coder(annotation.annotation_metadata) or str(count[layer])
                reading.marks.append(Marks(source.item, coder, recording, spans, source.name, tier=layer))
    if not reading.marks:
        others = ", ".join(sorted({annotation.namespace for annotation in jams.annotations}))
        which = f"{others}; if their times are boundaries, choose one with {OPTION}=" if others else "none"
        raise source.error(f"has no annotation of namespace {_PREFIX}* or {_LEVELS}; it has {which}", option="layer")
    levels = {layer for layer in count if layer.startswith(f"{_LEVELS}:")}
    reading.levels = tuple(sorted(levels, key=lambda layer: int(layer.partition(":")[2])))
    return reading


def _coder(metadata: AnnotationMetadata) -> str:
    """The annotator; the curator of the collection where nobody else is named."""
    names = [person.name for person in (metadata.annotator, metadata.curator) if person is not None and person.name]
    return str(names[0]) if names else ""


def _layers(source: Source, namespace: str, data: list[Observation]) -> dict[str, MarkedSpans]:
    """The layers of an annotation: itself, or its levels."""
    layer = namespace
    layers = {} if namespace == _LEVELS else {layer: MarkedSpans()}
    for seen in data:
        value = seen.value
        if namespace == _LEVELS:
            level = value.get("level") if isinstance(value, dict) else None
            if type(level) is not int:
                raise source.error(f"a value of {_LEVELS} is {str(value)[:40]!r}; expected a label and a whole level")
            layer = f"{_LEVELS}:{level}"
        layers.setdefault(layer, MarkedSpans()).add(seen.time, seen.time + seen.duration, _label(value))
    return layers


def _label(value: Any) -> str | None:
    if isinstance(value, dict):  # hierarchical namespaces keep the label beside its level
        value = value.get("label")
    return None if value is None else str(value)


#: What JAMS wants to be said about every annotation, and is not known.
_UNSAID = {
    **dict.fromkeys(("version", "corpus", "annotation_tools", "annotation_rules", "validation", "data_source"), ""),
    "curator": {"name": "", "email": ""},
}


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A JAMS file for each item, with an annotation for each coder; levels are those of ``multi_segment``."""
    for item, length in corpus.lengths.items():
        clock = clock_for(corpus, item, resolution)
        end = clock(length)
        about = {"sandbox": {}, "time": 0, "duration": end}
        annotations = [
            {
                "namespace": _LEVELS if corpus.kind == "levels" else "segment_open",
                "data": _observations(coding, clock),
                "annotation_metadata": {**_UNSAID, "annotator": {"name": printable(coder)}},
                **about,
            }
            for coder, coding in corpus[item].items()
        ]
        file = {"title": "", "artist": "", "release": "", "duration": end, "identifiers": {}, "jams_version": "0.3.5"}
        made = {"annotations": annotations, "file_metadata": file, "sandbox": {}}
        yield (item,), msgspec.json.encode(made) + b"\n"


def _observations(coding: Any, clock: Clock) -> list[dict[str, object]]:
    made: list[dict[str, object]] = []
    in_levels = isinstance(coding, Hierarchy)
    for level, segments in enumerate(coding.levels if in_levels else [coding]):
        for start, end, label in timed_spans(segments, clock):
            value = {"label": label, "level": level} if in_levels else label
            made.append({"time": start, "duration": round(end - start, 9), "value": value, "confidence": None})
    return made


JAMS = Format(
    FormatName("jams", "JAMS, segment_* and multi_segment namespaces", (".jams", ".json")),
    lambda head: head.is_object and "annotations" in head.keys and "text" not in head.keys,
    read,
    names="coders",
    write_files=write,
    kinds=KINDS,
    tells_length=True,
    layers=True,
)
