"""UEM: the regions of recordings that are scored, ``file channel start end`` on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from seamark.base.checks import path_of
from seamark.io.format import Format, ReadOptions
from seamark.io.reading import MarkedSpans, Reading
from seamark.io.source import SECONDS, Source, read_file

_LINE = re.compile(rf"(\S+)\s+(\S+)\s+({SECONDS})\s+({SECONDS})")


def read_uem(path: str | PathLike[str]) -> dict[str, list[tuple[float, float]]]:
    """The regions of every recording that a UEM file names, in seconds, by their start; channels are read as one.

    Raises
    ------
    ParseError
        When a line is not a region, or ends before it starts; it names the line.
    """
    place = Path(path_of(path, "path"))
    source = Source(str(place), read_file(place), "")
    found: dict[str, set[tuple[float, float]]] = {}
    for item, start, end in _regions(source):
        found.setdefault(item, set()).add((start, end))
    return {item: sorted(regions) for item, regions in found.items()}


def _regions(source: Source) -> Iterator[tuple[str, float, float]]:
    none = True
    for number, line in source.numbered_lines:
        if line.startswith(";;"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise source.error(f"{line[:40]!r} is not a region; expected 'file channel start end'", number)
        start, end = float(match[3]), float(match[4])
        if end <= start:
            raise source.error(f"the region ends at {end:g}, not after its start {start:g}", number)
        none = False
        yield match[1], start, end
    if none:
        raise source.error("has no regions; expected at least one")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the regions as spans."""
    spans: dict[str, MarkedSpans] = {}
    for item, start, end in _regions(source):
        spans.setdefault(item, MarkedSpans()).add(start, end, "scored")
    return Reading.of_items(source, spans)


# Other lines may look so, too: only the suffix tells.
UEM = Format(
    "uem",
    "UEM: regions that are scored",
    (".uem",),
    lambda head: False,
    read,
    names="items",
    by_suffix=True,
    task="diarization",
)
