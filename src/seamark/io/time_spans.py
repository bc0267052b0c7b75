"""Corpora written as spans of time: Praat, ELAN, JAMS, RTTM, Audacity, subtitles, intervals in seconds."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import msgspec
import numpy as np

from seamark.base.errors import InputError
from seamark.io.reading import MarkedSpans
from seamark.io.saving import JoinedText, SpanCoding, printable, seconds_per_unit, segments_of, units_of
from seamark.io.source import offsets_in_utf16, pieces_of
from seamark.kernels.columns import FloatArray
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.texts.units import CUTS

#: Folders and name of a file, and what is in it.
File = tuple[tuple[str, ...], bytes]


class TimedSpan(NamedTuple):
    """A segment in seconds."""

    start: float
    end: float
    label: str


#: A corpus of boundaries, labels or spans; the writers that know levels say so.


def _seconds(units: int, resolution: float | None) -> float:
    """Units in seconds, rounded to a billionth: 3 x 0.1 is 0.3."""
    return round(units * seconds_per_unit(resolution), 9)


def _spans(coding: SpanCoding, resolution: float | None) -> list[TimedSpan]:
    return [
        TimedSpan(_seconds(start, resolution), _seconds(end, resolution), label)
        for start, end, label in segments_of(coding)
    ]


def _require_some(spans: list[TimedSpan], item: str, coder: str) -> None:
    if not spans:
        raise InputError(
            f"item {item!r}: coder {coder!r} marked nothing, which a file of spans alone cannot say; use JSON"
        )


def _require_apart(spans: list[TimedSpan], tier: str) -> None:
    for one, other in pairwise(spans):
        if other.start < one.end:
            raise InputError(
                f"tier {tier!r}: the spans from {one.start:g} to {one.end:g} s and from {other.start:g} to "
                f"{other.end:g} s overlap, which a tier cannot hold; use rttm, audacity, jams or JSON"
            )


def _milliseconds(spans: list[TimedSpan]) -> list[tuple[int, int, str]]:
    """The same in thousandths of a second; an error when two boundaries would be one."""
    found = [(round(1000 * start), round(1000 * end), label) for start, end, label in spans]
    for (start, end, _), span in zip(found, spans, strict=True):
        if start == end:
            raise InputError(
                f"the segment from {span.start:g} to {span.end:g} s is shorter than the milliseconds of the format; "
                "use jams, lab or textgrid"
            )
    return found


def _by_item(
    corpus: Corpus,
    resolution: float | None,
    made: Callable[[dict[str, list[TimedSpan]], float], str],
) -> Iterator[File]:
    """A file for each item, with a tier for each coder, or for each level of the only coder."""
    for item in corpus:
        codings = _levels(corpus, item) if corpus.kind == "levels" else corpus[item]
        tiers = {printable(name): _spans(coding, resolution) for name, coding in codings.items()}
        end = max(_seconds(units_of(coding), resolution) for coding in codings.values())
        yield (item,), made(tiers, end).encode()


def _levels(corpus: Corpus, item: str) -> dict[str, SpanCoding]:
    """The levels of an item, each under the name of its tier."""
    if len(corpus[item]) > 1:
        raise InputError(
            f"item {item!r} has the levels of {len(corpus[item])} coders; tiers can be those of one, use jams or JSON"
        )
    (hierarchy,) = corpus[item].values()
    return {f"level{number}": level for number, level in enumerate(_codings(hierarchy), start=1)}


def _codings(hierarchy: Hierarchy) -> Sequence[SpanCoding]:
    return hierarchy.segmentations if hierarchy.labelled is None else hierarchy.labelled


def _by_coder_and_item(
    corpus: Corpus, resolution: float | None, made: Callable[[list[TimedSpan]], str]
) -> Iterator[File]:
    """A file for each coder and item."""
    for item in corpus:
        for coder, coding in corpus[item].items():
            spans = _spans(coding, resolution)
            _require_some(spans, item, coder)
            yield (coder, item), made(spans).encode()


# -------------------------------------------------------------------------------------------------------------- Praat


def write_textgrid(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A TextGrid for each item, in Praat's long form."""
    return _by_item(corpus, resolution, _textgrid)


def _textgrid(tiers: dict[str, list[TimedSpan]], end: float) -> str:
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0", f"xmax = {end!r}"]
    lines += ["tiers? <exists>", f"size = {len(tiers)}", "item []:"]
    for number, (coder, marked) in enumerate(tiers.items(), start=1):
        spans = _filled(marked, coder, end)
        lines += [f"    item [{number}]:", '        class = "IntervalTier"', f"        name = {_quoted(coder)}"]
        lines += ["        xmin = 0", f"        xmax = {end!r}", f"        intervals: size = {len(spans)}"]
        for place, span in enumerate(spans, start=1):
            lines += [f"        intervals [{place}]:", f"            xmin = {span.start!r}"]
            lines += [f"            xmax = {span.end!r}", f"            text = {_quoted(span.label)}"]
    return "\n".join([*lines, ""])


def _filled(spans: list[TimedSpan], tier: str, end: float) -> list[TimedSpan]:
    """The same with intervals without a text in all gaps: in Praat a tier covers everything."""
    _require_apart(spans, tier)
    filled: list[TimedSpan] = []
    reached = 0.0
    for span in (*spans, TimedSpan(end, end, "")):
        if span.start > reached:
            filled.append(TimedSpan(reached, span.start, ""))
        if span.end > span.start:
            filled.append(span)
        reached = span.end
    return filled


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


# --------------------------------------------------------------------------------------------------------------- ELAN


def write_eaf(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """An EAF for each item."""
    return _by_item(corpus, resolution, lambda tiers, end: _eaf(tiers))


_EAF = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<ANNOTATION_DOCUMENT AUTHOR="" DATE="2000-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">\n'
    '  <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>\n'
)
_EAF_TYPE = '  <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="default-lt" TIME_ALIGNABLE="true"/>\n'


def _eaf(tiers: dict[str, list[TimedSpan]]) -> str:
    for tier, spans in tiers.items():
        _require_apart(spans, tier)
    timed = {coder: _milliseconds(spans) for coder, spans in tiers.items()}
    times = sorted({time for spans in timed.values() for start, end, _ in spans for time in (start, end)})
    slot = {time: f"ts{number}" for number, time in enumerate(times, start=1)}
    lines = [_EAF, "  <TIME_ORDER>\n"]
    lines += [f'    <TIME_SLOT TIME_SLOT_ID="{name}" TIME_VALUE="{time}"/>\n' for time, name in slot.items()]
    lines.append("  </TIME_ORDER>\n")
    number = 0
    for coder, rows in timed.items():
        lines.append(f'  <TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID={quoteattr(coder)}>\n')
        for start, end, label in rows:
            number += 1
            place = f'ANNOTATION_ID="a{number}" TIME_SLOT_REF1="{slot[start]}" TIME_SLOT_REF2="{slot[end]}"'
            lines.append(f"    <ANNOTATION>\n      <ALIGNABLE_ANNOTATION {place}>\n")
            lines.append(f"        <ANNOTATION_VALUE>{escape(label)}</ANNOTATION_VALUE>\n")
            lines.append("      </ALIGNABLE_ANNOTATION>\n    </ANNOTATION>\n")
        lines.append("  </TIER>\n")
    return "".join([*lines, _EAF_TYPE, "</ANNOTATION_DOCUMENT>\n"])


# --------------------------------------------------------------------------------------------------------------- JAMS


def write_jams(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A JAMS file for each item, with an annotation for each coder; levels are those of ``multi_segment``."""
    if corpus.kind != "levels":
        yield from _by_item(corpus, resolution, _jams)
        return
    for item in corpus:
        annotations = []
        for coder, hierarchy in corpus[item].items():
            data = [
                _observation(span, {"label": span.label, "level": level})
                for level, coding in enumerate(_codings(hierarchy))
                for span in _spans(coding, resolution)
            ]
            end = _seconds(hierarchy.mass, resolution)
            annotations.append(_annotation("multi_segment", printable(coder), data, end))
        yield (item,), _jams_file(annotations, end).encode()


#: What JAMS wants to be said about every annotation, and is not known.
_UNSAID = ("version", "corpus", "annotation_tools", "annotation_rules", "validation", "data_source")


def _jams(tiers: dict[str, list[TimedSpan]], end: float) -> str:
    annotations = [
        _annotation("segment_open", coder, [_observation(span, span.label) for span in spans], end)
        for coder, spans in tiers.items()
    ]
    return _jams_file(annotations, end)


def _observation(span: TimedSpan, value: object) -> dict[str, object]:
    return {"time": span.start, "duration": round(span.end - span.start, 9), "value": value, "confidence": None}


def _annotation(namespace: str, coder: str, data: list[dict[str, object]], end: float) -> dict[str, object]:
    about = {**dict.fromkeys(_UNSAID, ""), "curator": {"name": "", "email": ""}, "annotator": {"name": coder}}
    place = {"time": 0, "duration": end}
    return {"namespace": namespace, "data": data, "annotation_metadata": about, "sandbox": {}, **place}


def _jams_file(annotations: list[dict[str, object]], end: float) -> str:
    file = {"title": "", "artist": "", "release": "", "duration": end, "identifiers": {}, "jams_version": "0.3.5"}
    return msgspec.json.encode({"annotations": annotations, "file_metadata": file, "sandbox": {}}).decode() + "\n"


# ---------------------------------------------------------------------------------------------------- lines of a file


def write_rttm(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file for each coder, with a line for each segment of all items."""
    for coder in corpus.coder_names:
        lines = []
        for item in corpus:
            if coder not in corpus[item]:
                continue
            spans = _spans(corpus[item][coder], resolution)
            _require_some(spans, item, coder)
            for start, end, label in spans:
                for name in (item, label):
                    if not name or any(character.isspace() for character in name):
                        raise InputError(
                            f"{name!r} has white space, which separates the fields of RTTM; use jams or textgrid"
                        )
                lines.append(f"SPEAKER {item} 1 {start:.9g} {round(end - start, 9):.9g} <NA> <NA> {label} <NA> <NA>\n")
        yield (coder,), "".join(lines).encode()


def write_audacity(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A label track for each coder and item."""
    return _by_coder_and_item(
        corpus,
        resolution,
        lambda spans: "".join(f"{start:.6f}\t{end:.6f}\t{label}\n" for start, end, label in spans),
    )


def write_lab(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file of intervals for each coder and item."""
    return _by_coder_and_item(
        corpus,
        resolution,
        lambda spans: "".join(f"{start:.9g}\t{end:.9g}\t{label}\n" for start, end, label in spans),
    )


# ---------------------------------------------------------------------------------------------------------- subtitles


def write_vtt(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """WebVTT for each coder and item, with a cue for each segment."""
    return _by_coder_and_item(corpus, resolution, lambda spans: "WEBVTT\n\n" + "\n".join(_cues(spans, ".")))


def write_srt(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """SubRip for each coder and item, with a subtitle for each segment."""
    return _by_coder_and_item(corpus, resolution, lambda spans: "\n".join(_cues(spans, ",")))


def _cues(spans: list[TimedSpan], point: str) -> Iterator[str]:
    for number, (start, end, label) in enumerate(_milliseconds(spans), start=1):
        if any(mark in label for mark in ("-->", "<", "&")):
            raise InputError(
                f"the label {label!r} holds an arrow or a sign of markup, which have a meaning in subtitles; use "
                "audacity or textgrid"
            )
        yield f"{number}\n{_clock(start, point)} --> {_clock(end, point)}\n{label}\n"


def _clock(milliseconds: int, point: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    hours, seconds = divmod(seconds, 3600)
    return f"{hours:02}:{seconds // 60:02}:{seconds % 60:02}{point}{rest:03}"


# -------------------------- Plain files of times read in columns: labels on lines, cues of SRT, intervals of a TextGrid


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
    spans.extend(_plain_seconds(starts), _plain_seconds(ends), [" ".join(text.split()) for text in texts])
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


def _plain_seconds(clocks: tuple[str, ...]) -> FloatArray:
    """The seconds that clocks show: whole ones, and a decimal that is added as one number."""
    digits = np.frombuffer("".join(clocks).encode(), dtype=np.uint8).reshape(len(clocks), -1) - ord("0")
    whole, part = digits[:, :8] @ np.array(_SECONDS), digits[:, 9:] @ np.array(_THOUSANDTHS)
    seconds: FloatArray = whole + part / 1000
    return seconds


# ----------------------------------------------------- Times as files write them: seconds, and clocks such as 1:02:03.5


#: Seconds, as a part of a larger pattern.
SECONDS = r"[0-9]{1,18}(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,2})?"

#: Hours, minutes, seconds and what follows a full stop or comma, as a part of a larger pattern with one group.
CLOCK = r"((?:[0-9]{1,9}:)?[0-5]?[0-9]:[0-5][0-9](?:[.,][0-9]{1,9})?)"


def seconds_of(clock: str) -> float:
    """The seconds that a clock shows.

    Examples
    --------
    >>> seconds_of("1:02:03,5"), seconds_of("0:07")
    (3723.5, 7.0)
    """
    whole, _, part = clock.replace(",", ".").partition(".")
    total = 0.0
    for number in whole.split(":"):
        total = 60 * total + int(number)
    # Added as one decimal, so that 0.378 is the number that its digits mean.
    return total + (int(part) / 10 ** len(part) if part else 0)


# ------------------ Corpora with texts written as spans in texts: pre-annotations of Label Studio, doccano, WebAnno TSV


#: Folders and name of a file, and what is in it.
#: A corpus of boundaries, labels or spans.


def write_label_studio(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One file of tasks; the codings are predictions, which Label Studio shows as pre-annotations."""
    tasks = []
    for number, item in enumerate(corpus, start=1):
        joined = JoinedText.of(corpus, item)
        predictions: list[dict[str, Any]] = []
        for coder, segmentation in corpus[item].items():
            results: list[dict[str, Any]] = []
            for place, segment in enumerate(segments_of(segmentation), start=1):
                start, end = joined.span(segment)
                value = {"start": start, "end": end, "text": joined.text[start:end], "labels": [segment.label]}
                names = {"from_name": "label", "to_name": "text", "type": "labels"}
                results.append({"id": f"{number}-{len(predictions) + 1}-{place}", **names, "value": value})
            predictions.append({"model_version": coder, "result": results})
        tasks.append({"data": {"text": joined.text, "item": item}, "predictions": predictions})
    yield ("tasks",), msgspec.json.format(msgspec.json.encode(tasks), indent=1) + b"\n"


def write_doccano(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file for each coder, as doccano imports and exports them."""
    for coder in corpus.coder_names:
        lines = []
        for item in corpus:
            if coder not in corpus[item]:
                continue
            joined = JoinedText.of(corpus, item)
            labels = [(*joined.span(segment), segment.label) for segment in segments_of(corpus[item][coder])]
            lines.append(msgspec.json.encode({"id": item, "text": joined.text, "label": labels}) + b"\n")
        yield (coder,), b"".join(lines)


#: What WebAnno escapes in values of features and in text.
_SPECIAL = re.compile(r"([\\\[\]|_;*]|->)")


def write_webanno(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file for each item and coder; units of several words are sentences."""
    for item in corpus:
        joined = JoinedText.of(corpus, item)
        sentences = [(0, len(joined.text))] if joined.unit == "token" else joined.stretches
        for coder, segmentation in corpus[item].items():
            spans = [(*joined.span(segment), segment.label) for segment in segments_of(segmentation)]
            yield (item, coder), _webanno(joined.text, sentences, spans).encode()


def _webanno(text: str, sentences: list[tuple[int, int]], spans: list[tuple[int, int, str]]) -> str:
    lines = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Segment|value", ""]
    at = offsets_in_utf16(text)
    waiting = deque(enumerate(spans, start=1))
    open_now: list[tuple[int, tuple[int, int, str]]] = []
    for number, (start, end) in enumerate(sentences, start=1):
        escaped = text[start:end].replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
        lines += ["", f"#Text={escaped}"]
        tokens = ((start + first, start + last) for first, last in CUTS["token"](text[start:end]))
        for place, (first, last) in enumerate(tokens, start=1):
            while waiting and waiting[0][1][0] <= first:
                open_now.append(waiting.popleft())
            open_now = [one for one in open_now if one[1][1] > first]
            # Spans that overlap stand side by side; a token in none has an underscore.
            labels = "|".join(_SPECIAL.sub(r"\\\1", label) + f"[{number}]" for number, (_, _, label) in open_now)
            form = text[first:last].replace("\\", "\\\\")
            lines.append(f"{number}-{place}\t{at(first)}-{at(last)}\t{form}\t{labels or '_'}\t")
    return "\n".join([*lines, ""])
