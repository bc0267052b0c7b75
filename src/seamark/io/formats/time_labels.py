"""Labels with the time at which they start, a line each: music sections (SALAMI, Harmonix) and chapter lists."""

from __future__ import annotations

import re
from functools import partial

from seamark.io.format import Format, ReadOptions
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.source import CLOCK, SECONDS, Head, Source, seconds_of

# The label must not be a time itself, or the line would be one with a start and an end.
_TIMES = rf"({SECONDS})[ \t]+(?!{SECONDS}(?:[ \t]|\Z))(\S.*)"
_CHAPTERS = rf"[(\[]?{CLOCK}[)\]]?[ \t]*(?:[-–—:|][ \t]*)?(\S.*)"
# What stands at the end of the recording.
_END = "end"


def _read(source: Source, options: ReadOptions, *, form: str, expected: str) -> Reading:
    """Read starts; a label lasts until the next, and one called "end" says how long the recording is."""
    rows: list[tuple[float, str]] = []
    for number, line in source.numbered_lines:
        match = re.fullmatch(form, line.strip())
        if match is None:
            raise source.error(f"{line[:40]!r} is not a time and a label; expected such as {expected!r}", number)
        time = seconds_of(match[1]) if ":" in match[1] else float(match[1])
        if rows and time < rows[-1][0]:
            raise source.error(f"the time {match[1]} is before the one above it", number)
        rows.append((time, match[2].strip()))
    if not rows:
        raise source.error("has no labels; expected one at least")
    ended = rows[-1][1].casefold() == _END
    starts = [time for time, _ in rows]
    spans = MarkedSpans()
    for (start, label), end in zip(rows[:-1] if ended else rows, [*starts[1:], starts[-1]], strict=False):
        spans.add(start, end, label)
    reading = Reading.of_one_coder(source, Recording(starts[-1] if ended else None), spans)
    if not ended and options.duration is None:
        last = f"the last label, {rows[-1][1][:40]!r}, has no end, so the item ends where it starts"
        reading.notes.append(f"{source.name}: {last}; --duration (duration=) tells how long it lasts")
    return reading


def _matches(head: Head, form: str) -> bool:
    return bool(head.lines) and all(re.fullmatch(form, line.strip()) for line in head.lines[:2])


FORMATS = (
    Format(
        "times",
        "start and label on each line, in seconds (SALAMI, Harmonix)",
        (".txt",),
        partial(_matches, form=_TIMES),
        partial(_read, form=_TIMES, expected="12.5<tab>verse"),
    ),
    Format(
        "chapters",
        "chapter list, such as 1:02 Title",
        (".txt",),
        partial(_matches, form=_CHAPTERS),
        partial(_read, form=_CHAPTERS, expected="1:02 Title"),
    ),
)
