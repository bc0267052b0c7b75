"""Labels of times, a line each.

With a start and an end: Audacity label tracks, ``.lab`` of music research, ``.lab`` of HTK. With a start alone: music
sections (SALAMI, Harmonix) and chapter lists. A label for every frame: the corpora of action segmentation.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice, pairwise
from typing import NamedTuple

from seamark.base.errors import OPTION, InputError
from seamark.base.numbers import counted
from seamark.io.format import File, Format, ReadOptions
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.segments import Segment, files_by_coder_and_item, milliseconds
from seamark.io.source import CLOCK, SECONDS, Head, Source, seconds_of
from seamark.model.corpus import Corpus

# The forms also serve to tell formats apart.
_AUDACITY = rf"(?P<start>{SECONDS})\t(?P<end>{SECONDS})(?:\t(?P<label>.*))?"
# Either commas or white space, so that a decimal comma is not taken for one between start and end.
_COMMA = r"[ \t]*,[ \t]*"
_LAB = (
    rf"(?P<start>{SECONDS})(?:[ \t]+|(?P<comma>{_COMMA}))(?P<end>{SECONDS})(?:(?(comma){_COMMA}|[ \t]+)(?P<label>.*))?"
)
# A row of four numbers or more is a table, not an interval.
_NUMBERS = rf"{SECONDS}(?:[ \t,]+{SECONDS}){{3,}}"
# After the name come a score and the names of longer segments, each with its score.
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


def _read_intervals(
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
            fault = f"{line[:40]!r} is not a label; expected start, end and text, or another {OPTION}="
            raise source.error(fault, number, option="format")
        start, end, label = match.group("start", "end", "label")
        begins, ends = float(start) / per_second, float(end) / per_second
        source.require_forward(begins, ends, number)
        if in_order and begins < started - _ROUNDED:
            raise source.error(f"the label starts at {start}, before the one above it", number)
        overlaps += begins < reached - _ROUNDED
        started, reached = begins, ends
        spans.add(started, reached, label)
    if not spans:
        raise source.error("has no labels; expected at least one")
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


def _write_intervals(corpus: Corpus, resolution: float | None, *, form: str) -> Iterator[File]:
    """A file for each coder and item, with a line of this form for each span."""
    return files_by_coder_and_item(corpus, resolution, lambda spans: "".join(form.format(*span) for span in spans))


# The label must not be a time itself, or the line would be one with a start and an end.
_TIMES = rf"(?P<start>{SECONDS})[ \t]+(?!{SECONDS}(?:[ \t]|\Z))(?P<label>\S.*)"
# Perhaps with a bullet before it, and with an end.
_CHAPTERS = (
    rf"(?:[-*•][ \t]*)?[(\[]?(?P<start>{CLOCK})(?:[ \t]*(?:[-–—]|-->|to)[ \t]*(?P<end>{CLOCK}))?[)\]]?"
    r"[ \t]*(?:[-–—:|][ \t]*)?(?P<label>\S.*)"
)
#: How predictions of MS-TCN begin.
_PREDICTIONS = "### Frame level recognition"
# The label at the end of the recording.
_END = "end"
#: Lists in a text begin at 0:00 and have at least so many chapters, as YouTube wants them.
_FEWEST_CHAPTERS = 3


class Start(NamedTuple):
    """A start and what begins there; the end where it is told, and the line that says so."""

    start: float
    label: str | None
    end: float | None = None
    line: int | None = None


def reading_of_starts(
    source: Source,
    options: ReadOptions,
    rows: Iterable[Start],
    length: float | None = None,
    *,
    end_label: str | None = None,
) -> Reading:
    """What starts say about a recording, whose length may be known: a label lasts until its end, or until the next.

    A last label with the name ``end_label`` gives the length.
    """
    spans = MarkedSpans()
    before: Start | None = None
    last: Start | None = None

    def add(row: Start, after: float) -> None:
        source.require_forward(row.start, row.start if row.end is None else row.end, row.line)
        spans.add(row.start, max(row.start, after) if row.end is None else row.end, row.label)

    for row in rows:
        if last is not None and row.start < last.start:
            raise source.error(f"the time {row.start:g} is before the one above it", row.line)
        if before is not None and last is not None:
            add(before, last.start)
        before, last = last, row
    if last is None:
        raise source.error("has no labels; expected at least one")
    if before is not None and (last.label or "").casefold() == end_label:
        length, last = last.start, before
    elif before is not None:
        add(before, last.start)
    given = options.duration.get(source.item) if isinstance(options.duration, Mapping) else options.duration
    known = given or length
    add(last, known or last.start)
    reading = Reading.of_one_coder(source, Recording(known), spans)
    if last.end is None and known is None:
        told = f"the last label, {(last.label or '')[:40]!r}, has no end, so the item ends where it starts"
        reading.notes.append(f"{source.name}: {told}; --duration (duration=) sets its length")
    return reading


def _read_starts(source: Source, options: ReadOptions, *, form: str, expected: str, in_text: bool = False) -> Reading:
    """Read starts; a label called "end" says how long the recording is.

    A list of chapters may stand in a text, such as the description of a video.
    """
    first, last = _chapter_lines(source) if in_text else (0, None)
    fullmatch = re.compile(form).fullmatch

    def rows() -> Iterator[Start]:
        for number, line in islice(source.numbered_lines, first, last):
            match = fullmatch(line.strip())
            if match is None:
                raise source.error(f"{line[:40]!r} is not a time and a label; expected such as {expected!r}", number)
            end = match.groupdict().get("end")
            yield Start(_time(match["start"]), match["label"].strip(), None if end is None else _time(end), number)

    reading = reading_of_starts(source, options, rows(), end_label=_END)
    if last is not None:
        left_out = first + sum(1 for _ in islice(source.numbered_lines, last, None))
        said = f"{source.name}: left out, because they are not chapters: {counted(left_out, 'line')}"
        reading.notes.extend([said] if left_out else [])
    return reading


def _chapter_lines(source: Source) -> tuple[int, int | None]:
    """The first line of a list of chapters in a text, and the one behind the last; all lines where there is no list."""
    places, times = array("q"), array("d")
    for place, (_, line) in enumerate(source.numbered_lines):
        if match := re.fullmatch(_CHAPTERS, line.strip()):
            places.append(place)
            times.append(seconds_of(match["start"]))
    return (places[0], places[-1] + 1) if _are_chapters(times) else (0, None)


#: Reads a list of chapters, which may stand in a text.
read_chapters = partial(_read_starts, form=_CHAPTERS, expected="1:02 Title", in_text=True)


def _write_chapters(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A list for each coder and item; its last line tells where the recording ends."""
    return files_by_coder_and_item(corpus, resolution, lambda spans: "".join(_chapters(spans)))


def _chapters(spans: list[Segment]) -> Iterator[str]:
    rows = milliseconds(spans)
    for time, label in (*((start, label) for start, _, label in rows), (rows[-1][1], "End")):
        if label.casefold() == _END and time != rows[-1][1]:
            raise InputError(f"the label {label!r} would end the recording; use vtt or textgrid")
        seconds, rest = divmod(time, 1000)
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        yield f"{clock}.{rest:03} {label}\n" if rest else f"{clock} {label}\n"


def _time(told: str) -> float:
    return seconds_of(told) if ":" in told else float(told)


def _are_chapters(times: Sequence[float]) -> bool:
    """Whether lines with these times are a list of chapters of a text."""
    return len(times) >= _FEWEST_CHAPTERS and times[0] == 0 and all(one < other for one, other in pairwise(times))


def _has_chapters(head: Head) -> bool:
    matches = [re.fullmatch(_CHAPTERS, line.strip()) for line in head.lines]
    return (len(matches) > 0 and all(matches[:2])) or _are_chapters(
        [seconds_of(match["start"]) for match in matches if match]
    )


def _are_times(head: Head) -> bool:
    """Whether lines begin with times; whole numbers without an end may count something else, such as rows or tokens."""
    matches = [re.fullmatch(_TIMES, line.strip()) for line in head.lines]
    times = [match["start"] for match in matches if match]
    ended = bool(matches) and matches[-1] is not None and matches[-1]["label"].strip().casefold() == _END
    decimals = sum(re.search(r"\.[0-9]", time) is not None for time in times)
    clear = ended or 2 * decimals > len(times)
    return clear and all(matches[:2]) and len(times) > 0.9 * len(matches) - 2


def _read_predictions(source: Source, options: ReadOptions) -> Reading:
    """Read what MS-TCN and its successors predict: one line with a label for every frame, below a headline."""
    lines = [line.split() for _, line in source.numbered_lines]
    if len(lines) != 2 or not source.text.lstrip().startswith(_PREDICTIONS):
        raise source.error(f"expected the line {_PREDICTIONS!r} and one line of labels")
    return _of_frames(source, lines[1])


def _read_frames(source: Source, options: ReadOptions) -> Reading:
    """Read runs of one label; a blank line would be a frame of which nothing is said. Predictions are read as such."""
    if source.text.lstrip().startswith(_PREDICTIONS):
        return _read_predictions(source, options)
    return _of_frames(source, (line.strip() for line in source.lines))


def _of_frames(source: Source, labels: Iterable[str]) -> Reading:
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


AUDACITY = Format(
    "audacity",
    "Audacity label track, segments of pyAudioAnalysis",
    (".txt", ".segments"),
    lambda head: _begins(head, _AUDACITY),
    partial(_read_intervals, form=_AUDACITY, passed_over=_FREQUENCIES, in_order=False),
    write_files=partial(_write_intervals, form="{:.6f}\t{:.6f}\t{}\n"),
    tells_length=False,
    bare_times=True,
)
LAB = Format(
    "lab",
    ".lab intervals in seconds",
    (".lab",),
    lambda head: _begins(head, _LAB) and not _begins(head, _NUMBERS) and not _is_htk(head),
    partial(_read_intervals, form=_LAB),
    write_files=partial(_write_intervals, form="{:.9g}\t{:.9g}\t{}\n"),
    tells_length=False,
    bare_times=True,
)
HTK = Format(
    "htk", ".lab of HTK, in 100 ns", (".lab",), _is_htk, partial(_read_intervals, form=_HTK, per_second=_HTK_UNITS)
)
TIMES = Format(
    "times",
    "start and label on each line, in seconds (SALAMI, Harmonix)",
    (".txt",),
    _are_times,
    partial(_read_starts, form=_TIMES, expected="12.5<tab>verse"),
    bare_times=True,
)
CHAPTERS = Format(
    "chapters",
    "chapter list, such as 1:02 Title, also within a description",
    (".txt",),
    _has_chapters,
    read_chapters,
    write_files=_write_chapters,
    kinds=("boundaries",),
)
MSTCN = Format(
    "mstcn",
    "predictions of MS-TCN: a label for every frame, on one line",
    (".txt",),
    lambda head: head.text.lstrip().startswith(_PREDICTIONS),
    _read_predictions,
    measure="frames",
    bare_times=True,
    task="actions",
)
# Any text could be a list of labels, so it matches nothing; the format must be named.
FRAMES = Format(
    "frames",
    "a label per line and frame; must be named",
    (".txt",),
    lambda head: False,
    _read_frames,
    measure="frames",
    bare_times=True,
)
