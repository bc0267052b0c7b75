"""Labels with a start and an end, a line each: Audacity label tracks, ``.lab`` of music research, ``.lab`` of HTK."""

from __future__ import annotations

import re

from seamark.io.format import Format
from seamark.io.head import Head
from seamark.io.options import ReadOptions
from seamark.io.reading import ONLY_CODER, Marks, Reading, Recording, Spans
from seamark.io.source import Source

_TIME = r"[0-9]{1,18}(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,2})?"
# The forms also serve to tell formats apart.
_AUDACITY = rf"(?P<start>{_TIME})\t(?P<end>{_TIME})(?:\t(?P<label>.*))?"
# Either commas or white space, so that a decimal comma is not taken for one between start and end.
_COMMA = r"[ \t]*,[ \t]*"
_LAB = rf"(?P<start>{_TIME})(?:[ \t]+|(?P<comma>{_COMMA}))(?P<end>{_TIME})(?:(?(comma){_COMMA}|[ \t]+)(?P<label>.*))?"
# Behind the name stand a score and the names of longer segments, each with its score.
_HTK = r"(?P<start>[0-9]{1,18})[ \t]+(?P<end>[0-9]{1,18})(?:[ \t]+(?P<label>\S+)(?:[ \t].*)?)?"

#: One unit of HTK is 100 nanoseconds.
_HTK_UNITS = 10_000_000
#: A hundredth of a second in these units; as seconds it would be more than a day.
_CLEARLY_HTK = _HTK_UNITS // 100


def read_audacity(source: Source, options: ReadOptions) -> Reading:
    """Read a label track; the lines that tell frequencies are passed over. A point label is one boundary."""
    return _read(source, _AUDACITY, 1, r"\\\t-?[0-9.]+\t-?[0-9.]+")


def read_lab(source: Source, options: ReadOptions) -> Reading:
    """Read start, end and label in seconds, with white space or commas between them."""
    return _read(source, _LAB, 1, "#.*")


def read_htk(source: Source, options: ReadOptions) -> Reading:
    """Read start, end and the first name in units of 100 nanoseconds."""
    return _read(source, _HTK, _HTK_UNITS, "#.*")


def _read(source: Source, form: str, per_second: int, passed_over: str) -> Reading:
    spans = Spans()
    fullmatch = re.compile(form).fullmatch
    for number, line in enumerate(source.lines, start=1):
        text = line.strip()
        if not text or re.fullmatch(passed_over, text):
            continue
        match = fullmatch(text)
        if match is None:
            raise source.error(f"{line[:40]!r} is not a label; expected start, end and text", number)
        start, end, label = match.group("start", "end", "label")
        if float(end) < float(start):
            raise source.error(f"the label ends at {end}, before its start {start}", number)
        spans.add(float(start) / per_second, float(end) / per_second, label)
    if not spans:
        raise source.error("has no labels")
    return Reading(marks=[Marks(source.item, source.coder or ONLY_CODER, Recording(), spans, source.name)])


def _is_htk(head: Head) -> bool:
    if not _begins(head, _HTK):
        return False
    ends = (match["end"] for line in head.lines if (match := re.fullmatch(_HTK, line.strip())))
    return max((int(end) for end in ends), default=0) >= _CLEARLY_HTK


def _begins(head: Head, form: str) -> bool:
    """Whether the first line has this form: a fault further down is for the reader to report, with its line."""
    first = next((line.strip() for line in head.lines if not line.startswith(("#", "\\"))), "")
    return re.fullmatch(form, first) is not None


FORMATS = (
    Format(
        name="audacity",
        title="Audacity label track",
        suffixes=(".txt",),
        measure="seconds",
        names="neither",
        sign=lambda head: _begins(head, _AUDACITY),
        read=read_audacity,
    ),
    Format(
        name="lab",
        title=".lab intervals in seconds",
        suffixes=(".lab",),
        measure="seconds",
        names="neither",
        sign=lambda head: _begins(head, _LAB) and not _is_htk(head),
        read=read_lab,
    ),
    Format(
        name="htk",
        title=".lab of HTK, in 100 ns",
        suffixes=(".lab",),
        measure="seconds",
        names="neither",
        sign=_is_htk,
        read=read_htk,
    ),
)
