"""RTTM (NIST rich transcription): a line per turn, ``SPEAKER file channel start duration ...``."""

from __future__ import annotations

import re

from seamark.io.format import SPAN_MODELS, Format, ReadOptions
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Reading, Recording
from seamark.io.source import Head, Source
from seamark.io.time_spans import SECONDS, write_rttm

_TYPES = frozenset(
    {"SEGMENT", "NOSCORE", "NO_RT_METADATA", "LEXEME", "NON-LEX", "NON-SPEECH", "FILLER"}
    | {"EDIT", "SU", "IP", "CB", "A/P", "SPEAKER", "SPKR-INFO"}
)

_TIME = re.compile(SECONDS)


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
    coder = source.coder or source.item
    reading = Reading(marks=[Marks(item, coder, Recording(), mine, source.name) for item, mine in spans.items()])
    several = [item for item, found in channels.items() if len(found) > 1]
    if several:
        reading.notes.append(f"{source.name}: the channels of {several[0]!r} are read as one")
    return reading


def _span(source: Source, fields: list[str], number: int) -> MarkedSpan:
    for what, value in (("the start", fields[3]), ("the duration", fields[4])):
        if not _TIME.fullmatch(value):
            raise source.error(f"{what} is {value[:40]!r}; expected seconds", number)
    start, duration = float(fields[3]), float(fields[4])
    return MarkedSpan(start, start + duration, fields[7] if fields[7] != "<NA>" else None)


def _is_sign(head: Head) -> bool:
    fields = next((line.split() for line in head.lines if not line.startswith(";;")), [])
    return len(fields) >= 9 and fields[0] in _TYPES


FORMATS = (
    Format(
        "rttm",
        "RTTM",
        (".rttm",),
        names="items",
        sign=_is_sign,
        read=read,
        write_spans=write_rttm,
        holds=SPAN_MODELS,
        tells_length=False,
        keeps=frozenset(("types",)),
        has_layers=True,
    ),
)
