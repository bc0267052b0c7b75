"""Spans of time, a line each, and labels of frames.

With a start and an end: Audacity label tracks, ``.lab`` of music research and of HTK, CTM, STM, RTTM, UEM, and the
CSV of pygamma-agreement. A label for every frame: the corpora of action segmentation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from os import PathLike
from pathlib import Path

from seamark.base.checks import path_of
from seamark.base.errors import OPTION, InputError
from seamark.io.format import DEFAULT_OPTIONS, File, Format, FormatName, ReadOptions, only_by_suffix
from seamark.io.reading import MarkedSpans, Reading, Recording, TimedSpan
from seamark.io.segments import Segment, clock_for, files_by_coder_and_item, require_some, timed_spans
from seamark.io.source import SECONDS, Head, Source, read_file
from seamark.model.corpus import Corpus

# The forms also serve to distinguish formats.
_START, _END, _LENGTH = (rf"(?P<{name}>{SECONDS})" for name in ("start", "end", "length"))
_AUDACITY = rf"{_START}\t{_END}(?:\t(?P<label>.*))?"
# Either commas or white space, so that a decimal comma is not taken for one between start and end.
_COMMA = r"[ \t]*,[ \t]*"
_LAB = rf"{_START}(?:[ \t]+|(?P<comma>{_COMMA})){_END}(?:(?(comma){_COMMA}|[ \t]+)(?P<label>.*))?"
# A row of four numbers or more is a table, not an interval.
_NUMBERS = rf"{SECONDS}(?:[ \t,]+{SECONDS}){{3,}}"
# After the name come a score and the names of longer segments, each with its score.
_HTK = r"(?P<start>[0-9]{1,18})[ \t]+(?P<end>[0-9]{1,18})(?:[ \t]+(?P<label>\S+)(?:[ \t].*)?)?"
_CTM = rf"(?P<item>\S+)\s+\S+\s+{_START}\s+{_LENGTH}\s+(?P<label>\S+)(?:\s.*)?"
_STM = rf"(?P<item>\S+)\s+\S+\s+(?P<label>\S+)\s+{_START}\s+{_END}(?:\s.*)?"
_UEM = rf"(?P<item>\S+)\s+\S+\s+{_START}\s+{_END}"
_PYGAMMA = (
    r'"?(?P<coder>[^",;\t]+?)"?\s*(?P<between>[,;\t])\s*"?(?P<label>(?:(?!(?P=between)).)*?)"?\s*(?P=between)'
    rf'\s*"?{_START}"?\s*(?P=between)\s*"?{_END}"?'
)
_RTTM_TYPES = (
    *("SEGMENT", "NOSCORE", "NO_RT_METADATA", "LEXEME", "NON-LEX", "NON-SPEECH", "FILLER"),
    *("EDIT", "SU", "IP", "CB", "A/P", "SPEAKER", "SPKR-INFO"),
)
# What follows the type: file, channel, start, duration, two fields, the name, and one or two fields.
_RTTM = (
    rf"SPEAKER[ \t]+(?P<item>[^ \t]+)[ \t]+(?P<channel>[^ \t]+)[ \t]+{_START}[ \t]+{_LENGTH}"
    r"(?:[ \t]+[^ \t]+){2}[ \t]+(?:<NA>|(?P<label>[^ \t]+))(?:[ \t]+[^ \t]+){1,2}"
)
_RTTM_LINE = rf"(?:{'|'.join(_RTTM_TYPES)})(?:[ \t]+[^ \t]+){{8,9}}"
_RTTM_EXAMPLE = "SPEAKER file 1 0.5 2.5 <NA> <NA> name <NA> <NA>"

# Lines that are passed over: those of Audacity with frequencies, and comments.
_FREQUENCIES = r"\\\t-?[0-9.]+\t-?[0-9.]+"
_COMMENT = "#.*"
_NIST_COMMENT = ";;.*"
#: What STM calls a stretch that nobody scores.
_IGNORED = "ignore_time_segment_in_scoring"

#: One unit of HTK is 100 nanoseconds.
_HTK_UNITS = 10_000_000
#: A hundredth of a second in these units; as seconds it would be more than a day.
_CLEARLY_HTK = _HTK_UNITS // 100
#: Ends and starts are rounded each for itself.
_ROUNDED = 1e-3
#: How predictions of MS-TCN begin.
_PREDICTIONS = "### Frame level recognition"


def _read(
    source: Source,
    options: ReadOptions,
    *,
    form: str,
    expected: str,
    passed_over: str = _NIST_COMMENT,
    per_second: int = 1,
    in_order: bool = False,
    points: bool = True,
) -> Reading:
    """Read a span per line.

    Parameters
    ----------
    form
        The pattern of a line. Its groups are ``start``, ``end`` or ``length``, and perhaps ``label``, ``item``,
        ``coder`` and ``channel``.
    expected
        An example of a line, for errors.
    passed_over
        The pattern of lines that say nothing about spans.
    in_order
        Whether every line starts after the one above.
    points
        Whether a span may end where it starts.
    """
    channels: dict[str, str] = {}
    noted: Counter[str] = Counter()
    fullmatch = re.compile(form).fullmatch

    def spans() -> Iterator[TimedSpan]:
        started = reached = 0.0
        for number, line in source.numbered_lines:
            match = fullmatch(line.strip())
            if match is None and re.fullmatch(passed_over, line.strip()):
                continue
            if match is None:
                fault = f"{line[:40]!r} is not a line of the format; expected {expected!r}, or another {OPTION}="
                raise source.error(fault, number, option="format")
            given = match.groupdict()
            start = float(given["start"]) / per_second
            end = start + float(given["length"]) if "length" in given else float(given["end"]) / per_second
            if start == end and not points:
                raise source.error(f"the span ends at {end:g}, where it starts", number)
            if in_order and start < started - _ROUNDED:
                raise source.error(f"the span starts at {start:g}, before the one above it", number)
            noted["labels that start before the end of the one above"] += in_order and start < reached - _ROUNDED
            started, reached = start, end
            if _IGNORED in line.casefold():
                noted["lines left out, because they are not scored"] += 1
                continue
            item, label = given.get("item"), given.get("label")
            if channels.setdefault(item or "", given.get("channel", "")) != given.get("channel", ""):
                noted[f"lines of {item!r} in another channel, which are read as one"] += 1
            yield TimedSpan(start, end, label, number, item, given.get("coder"))

    reading = Reading.of_recordings(source, spans(), "spans")
    reading.notes.extend(f"{source.name}: {what}: {count:,}" for what, count in noted.items() if count)
    return reading


def read_uem(path: str | PathLike[str]) -> dict[str, list[tuple[float, float]]]:
    """The regions of every recording that a UEM file names, in seconds, by their start; channels are read as one.

    Raises
    ------
    ParseError
        When a line is not a region, or ends before it starts; it names the line.
    """
    place = Path(path_of(path, "path"))
    source = Source(str(place), read_file(place), "")
    marks = _read(source, DEFAULT_OPTIONS, form=_UEM, expected="file channel 0.5 2.5", points=False).marks
    return {mark.item: sorted({(span.start, span.end) for span in mark.spans}) for mark in marks}


def _read_frames(source: Source, options: ReadOptions) -> Reading:
    """Read runs of one label: a line each, or all on one line below the headline of MS-TCN and its successors."""
    labels: Iterable[str] = (line.strip() for line in source.lines)
    predicted = source.text.lstrip().startswith(_PREDICTIONS)
    if predicted or options.format == "mstcn":
        lines = [line.split() for _, line in source.numbered_lines]
        if len(lines) != 2 or not predicted:
            raise source.error(f"expected the line {_PREDICTIONS!r} and one line of labels")
        labels = lines[1]
    spans = MarkedSpans()
    start = 0
    for label, run in groupby(labels):
        end = start + sum(1 for _ in run)
        if not label:
            raise source.error("is blank; expected a label for every frame", start + 1)
        spans.add(start, end, label)
        start = end
    if not spans:
        raise source.error("has no labels; expected at least one")
    return Reading.of_one_coder(source, Recording(float(start), step=1.0, measure="frames"), spans)


def _begins(head: Head, form: str) -> bool:
    """Whether the first line has this form: a fault further down is for the reader to report, with its line."""
    first = next((line.strip() for line in head.lines if not line.startswith(("#", "\\", ";;"))), "")
    return re.fullmatch(form, first) is not None


def _is_htk(head: Head) -> bool:
    ends = (match["end"] for line in head.lines if (match := re.fullmatch(_HTK, line.strip())))
    return _begins(head, _HTK) and max((int(end) for end in ends), default=0) >= _CLEARLY_HTK


def _lines(spans: list[Segment], *, form: str) -> str:
    """A line of this form for each span."""
    return "".join(form.format(*span) for span in spans)


def _write_rttm(corpus: Corpus, resolution: float | None) -> Iterator[File]:
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


AUDACITY = Format(
    FormatName("audacity", "Audacity label track, segments of pyAudioAnalysis", (".txt", ".segments")),
    lambda head: _begins(head, _AUDACITY),
    partial(_read, form=_AUDACITY, expected="0.5<tab>2.5<tab>label", passed_over=_FREQUENCIES),
    write_files=partial(files_by_coder_and_item, made=partial(_lines, form="{:.6f}\t{:.6f}\t{}\n")),
    bare_times=True,
)
LAB = Format(
    FormatName("lab", ".lab intervals in seconds", (".lab",)),
    lambda head: _begins(head, _LAB) and not _begins(head, _NUMBERS) and not _is_htk(head),
    partial(_read, form=_LAB, expected="0.5 2.5 label", passed_over=_COMMENT, in_order=True),
    write_files=partial(files_by_coder_and_item, made=partial(_lines, form="{:.9g}\t{:.9g}\t{}\n")),
    bare_times=True,
)
HTK = Format(
    FormatName("htk", ".lab of HTK, in 100 ns", (".lab",)),
    _is_htk,
    partial(_read, form=_HTK, expected="0 5000000 a", passed_over=_COMMENT, per_second=_HTK_UNITS, in_order=True),
)
# What the next two look like is too common: only the suffix decides.
CTM = Format(
    FormatName("ctm", "CTM: words with times", (".ctm",)),
    only_by_suffix,
    partial(_read, form=_CTM, expected="file channel 0.5 2.0 word"),
    names="items",
    cues=True,
)
STM = Format(
    FormatName("stm", "STM: turns of speakers with times", (".stm",)),
    only_by_suffix,
    partial(_read, form=_STM, expected="file channel speaker 0.5 2.5 text"),
    names="items",
    task="diarization",
)
RTTM = Format(
    FormatName("rttm", "RTTM", (".rttm",)),
    lambda head: _begins(head, _RTTM_LINE),
    partial(_read, form=_RTTM, expected=_RTTM_EXAMPLE, passed_over=rf";;.*|(?!SPEAKER[ \t]){_RTTM_LINE}"),
    names="items",
    write_files=_write_rttm,
    task="diarization",
)
PYGAMMA = Format(
    FormatName("pygamma", "CSV of pygamma-agreement: annotator, category, start, end", (".csv",)),
    # An annotator who is a number is read where the format is named.
    lambda head: _begins(head, rf"(?!{SECONDS}[,;\t]){_PYGAMMA}"),
    partial(_read, form=_PYGAMMA, expected="annotator,category,0.5,2.5", passed_over="(?!)"),
    names="coders",
    bare_times=True,
)
MSTCN = Format(
    FormatName("mstcn", "predictions of MS-TCN: a label for every frame, on one line", (".txt",)),
    lambda head: head.text.lstrip().startswith(_PREDICTIONS),
    _read_frames,
    measure="frames",
    bare_times=True,
    task="actions",
)
# Any text could be a list of labels, so it matches nothing; the format must be named.
FRAMES = Format(
    FormatName("frames", "a label per line and frame; must be named", (".txt",)),
    lambda head: False,
    _read_frames,
    measure="frames",
    bare_times=True,
)
