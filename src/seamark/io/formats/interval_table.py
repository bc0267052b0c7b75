"""A table of intervals: a row for each, with the columns start, end and, where wanted, label, file and coder."""

from __future__ import annotations

import re
from collections.abc import Mapping

from seamark.io.format import Format, ReadOptions
from seamark.io.formats.whisper import is_whisper_table
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, Reading, Recording
from seamark.io.source import SECONDS, Head, Source, columns_called, read_table

#: The names that columns have in the tables of several programs. ChildProject's onsets are milliseconds.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "start": ("start", "onset", "begin", "start_time", "segment_onset"),
    "end": ("end", "stop", "offset", "end_time", "segment_offset"),
    "duration": ("duration",),
    "label": ("label", "labels", "speaker", "speaker_type", "category", "text"),
    "file": ("file", "filename", "item", "recording", "recording_filename", "raw_filename"),
    "coder": ("coder", "annotator"),
}
_MILLISECONDS = ("segment_onset", "segment_offset")
#: What a table needs, for messages.
COLUMNS = "start and end (or duration), and perhaps label, file and coder"


def read(source: Source, options: ReadOptions) -> Reading:
    """Read intervals in seconds, of one file or of several."""
    header, rows = read_table(source)
    columns = columns_called(header, _NAMES)
    if not _is_complete(columns):
        raise source.error(f"the header has not the columns {COLUMNS}", 1)
    scale = 1000 if header[columns["start"]].strip().casefold() in _MILLISECONDS else 1
    spans: dict[tuple[str, str], MarkedSpans] = {}
    for line, cells in rows:
        given = {name: cells[number] for name, number in columns.items()}
        start = _seconds(source, given["start"], "the start", line) / scale
        if "end" in given:
            end = _seconds(source, given["end"], "the end", line) / scale
        else:
            end = start + _seconds(source, given["duration"], "the duration", line) / scale
        if end < start:
            raise source.error(f"the interval ends at {end:g}, before its start {start:g}", line)
        item, coder = given.get("file", source.item), given.get("coder", source.coder or ONLY_CODER)
        if not item or not coder:
            raise source.error(f"the {'coder' if item else 'file'} is empty; expected a name", line)
        spans.setdefault((item, coder), MarkedSpans()).add(start, end, given.get("label") or None)
    if not spans:
        raise source.error("has no intervals; expected a row at least")
    recording = Recording()
    return Reading(marks=[Marks(*names, recording, mine, source.name) for names, mine in spans.items()])


def _seconds(source: Source, cell: str, what: str, line: int) -> float:
    if not re.fullmatch(SECONDS, cell.strip()):
        raise source.error(f"{what} is {cell[:40]!r}; expected seconds", line)
    return float(cell.strip())  # which takes away more than float() does


def _is_complete(columns: Mapping[str, int]) -> bool:
    return "start" in columns and ("end" in columns or "duration" in columns)


def _matches(head: Head) -> bool:
    columns = columns_called(head.header_cells, _NAMES)
    return _is_complete(columns) and not {"position", "mass"} & set(head.header_cells) and not is_whisper_table(head)


INTERVALS = Format(
    "intervals",
    "table of intervals in seconds: start, end[, label, file, coder]",
    (".csv", ".tsv"),
    _matches,
    read,
    columns=COLUMNS,
)
