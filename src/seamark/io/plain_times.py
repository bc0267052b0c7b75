"""Plain files of times read in columns: labels on lines, cues of SRT, intervals of a TextGrid.

What stands here takes only what the readers of these formats would take, and gives None for everything else: they look
at every line, and say what is wrong and where.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import numpy as np

from seamark.io.reading import MarkedSpans
from seamark.io.source import pieces_of
from seamark.kernels.columns import FloatArray

_CLOCK = "[0-9]{2}:[0-5][0-9]:[0-5][0-9],[0-9]{3}"
# Lines of text that do not begin as the times of a cue might.
_CUE = re.compile(
    rf"([0-9]{{1,9}})\n({_CLOCK}) --> ({_CLOCK})\n((?:(?![ \t]*[0-9:]+[.,][0-9])[ \t]*+\S[^\n]*+\n)*+)(\n++)"
)
_ARROW = " --> "
#: What each place of a clock adds to the seconds, 00:00:00, and behind the comma to the thousandths.
_SECONDS, _THOUSANDTHS = (36_000, 3_600, 0, 600, 60, 0, 10, 1), (100, 10, 1)

_TIME = r"([0-9]{1,20}+(?:\.[0-9]*+)?+)\s++"
_INTERVAL = re.compile(
    rf'\s*+(?:intervals \[[0-9]++\]:\s*+)?+(?:xmin = )?+{_TIME}(?:xmax = )?+{_TIME}(?:text = )?+"((?:[^"]|"")*+)"'
)


class Cues(NamedTuple):
    """The cues of a file, and the numbers above them."""

    spans: MarkedSpans
    numbers: list[int]


class Intervals(NamedTuple):
    """The intervals of a tier, and where the last ends in the file."""

    starts: FloatArray
    ends: FloatArray
    labels: list[str]
    at: int


def spans_of_lines(text: str, form: str, per_second: int) -> MarkedSpans | None:
    """The labels of a file whose lines all have this form, with groups called start, end and label."""
    lines = _with_plain_ends(text)
    if lines is None:
        return None
    pattern = _line(form)
    start, end, label = (pattern.groupindex[name] - 1 for name in ("start", "end", "label"))
    spans = MarkedSpans()
    for piece in pieces_of(lines):
        rows = pattern.findall(piece)
        if len(rows) != piece.count("\n"):
            return None
        starts, ends = (_numbers([row[column] for row in rows]) / per_second for column in (start, end))
        spans.extend(starts, ends, [row[label].rstrip() for row in rows])
    return spans


@cache
def _line(form: str) -> re.Pattern[str]:
    return re.compile(rf"^{form}\n", re.MULTILINE)


def cues_of_srt(text: str) -> Cues | None:
    """The cues of a file in which all have a number, and times as the format has them."""
    blocks = _with_plain_ends(text)
    if blocks is None:
        return None
    rows = _CUE.findall(blocks + "\n")
    numbers, starts, ends, texts, empty = zip(*rows, strict=True) if rows else [()] * 5
    matched = sum(sum(map(len, column)) for column in (numbers, starts, ends, texts, empty))
    matched += len(rows) * (len(_ARROW) + 2)
    if not rows or matched != len(blocks) + 1 or blocks.count("-->") != len(rows):
        return None
    spans = MarkedSpans()
    spans.extend(_seconds(starts), _seconds(ends), [" ".join(text.split()) for text in texts])
    return Cues(spans, list(map(int, numbers)))


def intervals_of_textgrid(text: str, at: int, count: int) -> Intervals | None:
    """So many intervals of a tier, the first of which begins there."""
    rows = []
    for _ in range(count):
        match = _INTERVAL.match(text, at)
        if match is None:
            return None
        at = match.end()
        rows.append(match.groups())
    if not rows:
        return None
    starts, ends, texts = zip(*rows, strict=True)
    return Intervals(_numbers(starts), _numbers(ends), [text.replace('""', '"') for text in texts], at)


def _with_plain_ends(text: str) -> str | None:
    """The text with lines that end with LF, and no empty ones around it; None if some end with CR alone."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return None if "\r" in text else text.strip("\n") + "\n"


def _numbers(cells: list[str] | tuple[str, ...]) -> FloatArray:
    return np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))


def _seconds(clocks: tuple[str, ...]) -> FloatArray:
    """The seconds that clocks show: whole ones, and a decimal that is added as one number."""
    digits = np.frombuffer("".join(clocks).encode(), dtype=np.uint8).reshape(len(clocks), -1) - ord("0")
    whole, part = digits[:, :8] @ np.array(_SECONDS), digits[:, 9:] @ np.array(_THOUSANDTHS)
    seconds: FloatArray = whole + part / 1000
    return seconds
