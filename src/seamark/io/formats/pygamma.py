"""CSV of pygamma-agreement, without a header: annotator, category, start, end."""

from __future__ import annotations

import re

from seamark.io.format import Format, ReadOptions
from seamark.io.reading import MarkedSpans, Marks, Reading, Recording
from seamark.io.source import SECONDS, Head, Source, separator_of


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a row for every unit of a continuum; the file is the item."""
    spans: dict[str, MarkedSpans] = {}
    for number, line in source.numbered_lines:
        cells = [cell.strip().strip('"') for cell in line.split(separator_of(line) or ",")]
        if len(cells) != 4 or not cells[0] or not all(re.fullmatch(SECONDS, cell) for cell in cells[2:]):
            raise source.error(f"{line[:40]!r} is not a unit; expected annotator, category, start, end", number)
        start, end = map(float, cells[2:])
        source.require_forward(start, end, number)
        spans.setdefault(cells[0], MarkedSpans()).add(start, end, cells[1] or None)
    recording = Recording()
    return Reading(marks=[Marks(source.item, coder, recording, mine, source.name) for coder, mine in spans.items()])


def _matches(head: Head) -> bool:
    rows = [[cell.strip() for cell in line.split(head.separator)] for line in head.lines[:-1] or head.lines]
    numbers = [[re.fullmatch(SECONDS, cell) is not None for cell in row] for row in rows]
    fitting = all(len(row) == 4 and row[2:] == [True, True] and not row[0] for row in numbers)
    return head.separator is not None and fitting


PYGAMMA = Format(
    "pygamma",
    "CSV of pygamma-agreement: annotator, category, start, end",
    (".csv",),
    _matches,
    read,
    names="coders",
    bare_times=True,
)
