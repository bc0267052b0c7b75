"""Labels with a start and an end, a line each: Audacity label tracks, ``.lab`` of music research, ``.lab`` of HTK."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from seamark.base.errors import OPTION
from seamark.base.numbers import counted
from seamark.io.format import File, Format, ReadOptions
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.segments import files_by_coder_and_item
from seamark.io.source import SECONDS as _TIME
from seamark.io.source import Head, Source
from seamark.model.corpus import Corpus

# The forms also serve to tell formats apart.
_AUDACITY = rf"(?P<start>{_TIME})\t(?P<end>{_TIME})(?:\t(?P<label>.*))?"
# Either commas or white space, so that a decimal comma is not taken for one between start and end.
_COMMA = r"[ \t]*,[ \t]*"
_LAB = rf"(?P<start>{_TIME})(?:[ \t]+|(?P<comma>{_COMMA}))(?P<end>{_TIME})(?:(?(comma){_COMMA}|[ \t]+)(?P<label>.*))?"
# Behind the name stand a score and the names of longer segments, each with its score.
_HTK = r"(?P<start>[0-9]{1,18})[ \t]+(?P<end>[0-9]{1,18})(?:[ \t]+(?P<label>\S+)(?:[ \t].*)?)?"

#: One unit of HTK is 100 nanoseconds.
_HTK_UNITS = 10_000_000
#: Ends and starts are rounded each for itself.
_ROUNDED = 1e-3
#: A hundredth of a second in these units; as seconds it would be more than a day.
_CLEARLY_HTK = _HTK_UNITS // 100


# Lines that are passed over: those of Audacity that tell frequencies, and comments.
_FREQUENCIES = r"\\\t-?[0-9.]+\t-?[0-9.]+"
_COMMENT = "#.*"


def _read(
    source: Source,
    options: ReadOptions,
    *,
    form: str,
    per_second: int = 1,
    passed_over: str = _COMMENT,
    in_order: bool = True,
) -> Reading:
    """Read a label per line; a point label is one boundary."""
    spans = MarkedSpans()
    started = reached = 0.0
    overlaps = 0
    fullmatch = re.compile(form).fullmatch
    for number, line in source.numbered_lines:
        text = line.strip()
        match = fullmatch(text)
        if match is None and re.fullmatch(passed_over, text):
            continue
        if match is None:
            raise source.error(
                f"{line[:40]!r} is not a label; expected start, end and text, or another {OPTION}=",
                number,
                option="format",
            )
        start, end, label = match.group("start", "end", "label")
        begins, ends = float(start) / per_second, float(end) / per_second
        if ends < begins:
            raise source.error(f"the label ends at {end}, before its start {start}", number)
        if in_order and begins < started - _ROUNDED:
            raise source.error(f"the label starts at {start}, before the one above it", number)
        overlaps += begins < reached - _ROUNDED
        started, reached = begins, ends
        spans.add(started, reached, label)
    if not spans:
        raise source.error("has no labels; expected one at least")
    reading = Reading.of_one_coder(source, Recording(), spans)
    if overlaps and in_order:
        reading.notes.append(f"{source.name}: {counted(overlaps, 'label')} start before the end of the one above")
    return reading


def _is_htk(head: Head) -> bool:
    if not _begins(head, _HTK):
        return False
    ends = (match["end"] for line in head.lines if (match := re.fullmatch(_HTK, line.strip())))
    return max((int(end) for end in ends), default=0) >= _CLEARLY_HTK


def _begins(head: Head, form: str) -> bool:
    """Whether the first line has this form: a fault further down is for the reader to report, with its line."""
    first = next((line.strip() for line in head.lines if not line.startswith(("#", "\\"))), "")
    return re.fullmatch(form, first) is not None


# ------------------------------------------------------------------------------------------------------------ writing


def write_audacity(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A label track for each coder and item."""
    return files_by_coder_and_item(
        corpus,
        resolution,
        lambda spans: "".join(f"{start:.6f}\t{end:.6f}\t{label}\n" for start, end, label in spans),
    )


def write_lab(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file of intervals for each coder and item."""
    return files_by_coder_and_item(
        corpus,
        resolution,
        lambda spans: "".join(f"{start:.9g}\t{end:.9g}\t{label}\n" for start, end, label in spans),
    )


FORMATS = (
    Format(
        "audacity",
        "Audacity label track, segments of pyAudioAnalysis",
        (".txt", ".segments"),
        lambda head: _begins(head, _AUDACITY),
        partial(_read, form=_AUDACITY, passed_over=_FREQUENCIES, in_order=False),
        write_files=write_audacity,
        tells_length=False,
    ),
    Format(
        "lab",
        ".lab intervals in seconds",
        (".lab",),
        lambda head: _begins(head, _LAB) and not _is_htk(head),
        partial(_read, form=_LAB),
        write_files=write_lab,
        tells_length=False,
    ),
    Format("htk", ".lab of HTK, in 100 ns", (".lab",), _is_htk, partial(_read, form=_HTK, per_second=_HTK_UNITS)),
)
