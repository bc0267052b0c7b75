"""RTTM (NIST rich transcription): a line per turn, ``SPEAKER file channel start duration ...``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seamark.base.errors import InputError
from seamark.io.format import File, Format, ReadOptions
from seamark.io.reading import MarkedSpan, MarkedSpans, Reading
from seamark.io.segments import clock_for, require_some, timed_spans
from seamark.io.source import Head, Source
from seamark.model.corpus import Corpus

_TYPES = frozenset(
    {"SEGMENT", "NOSCORE", "NO_RT_METADATA", "LEXEME", "NON-LEX", "NON-SPEECH", "FILLER"}
    | {"EDIT", "SU", "IP", "CB", "A/P", "SPEAKER", "SPKR-INFO"}
)


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the turns of every recording in the file; ``layer`` reads another type of line than SPEAKER."""
    wanted = options.layer or "SPEAKER"
    if wanted not in _TYPES:
        raise source.error(f"RTTM has no lines of type {wanted!r}; it has {', '.join(sorted(_TYPES))}")
    spans: dict[str, MarkedSpans] = {}
    channels: dict[str, set[str]] = {}
    for number, line in source.numbered_lines:
        fields = re.findall(r"[^ \t]+", line)
        if line.startswith(";;"):
            continue
        if fields[0] not in _TYPES or len(fields) not in (9, 10):
            raise source.error(f"{line[:40]!r} is not a line of RTTM; expected a type, and 9 or 10 fields", number)
        if fields[0] == wanted:
            item = fields[1]
            if item not in spans:
                spans[item], channels[item] = MarkedSpans(), set()
            spans[item].add(*_span(source, fields, number))
            channels[item].add(fields[2])
    if not spans:
        raise source.error(f"has no lines of type {wanted}")
    reading = Reading.of_items(source, spans)
    several = [item for item, found in channels.items() if len(found) > 1]
    if several:
        reading.notes.append(f"{source.name}: the channels of {several[0]!r} are read as one")
    return reading


def _span(source: Source, fields: list[str], number: int) -> MarkedSpan:
    start, duration = (source.seconds(value, "a time", number) for value in fields[3:5])
    return MarkedSpan(start, start + duration, fields[7] if fields[7] != "<NA>" else None)


def _matches(head: Head) -> bool:
    fields = next((line.split() for line in head.lines if not line.startswith(";;")), [])
    return len(fields) >= 9 and fields[0] in _TYPES


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file for each coder, with a line for each segment of all items."""
    for coder in corpus.coder_names:
        lines = []
        for item in corpus:
            if coder not in corpus[item]:
                continue
            spans = timed_spans(corpus[item][coder], clock_for(corpus, item, resolution))
            require_some(spans, item, coder)
            for start, end, label in spans:
                for name in (item, label):
                    if not name or any(character.isspace() for character in name):
                        raise InputError(f"{name!r} has white space, which RTTM cannot keep; use jams or textgrid")
                lines.append(f"SPEAKER {item} 1 {start:.9g} {round(end - start, 9):.9g} <NA> <NA> {label} <NA> <NA>\n")
        yield (coder,), "".join(lines).encode()


RTTM = Format(
    "rttm",
    "RTTM",
    (".rttm",),
    _matches,
    read,
    names="items",
    write_files=write,
    tells_length=False,
    layers=True,
    task="diarization",
)
