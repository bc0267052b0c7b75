"""Corpora written as spans of time: Praat, ELAN, JAMS, RTTM, Audacity, subtitles, intervals in seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

import msgspec

from seamark.errors import InputError
from seamark.io.segments_out import printable, seconds_per_unit, segments_of
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

#: Folders and name of a file, and what is in it.
File = tuple[tuple[str, ...], bytes]


class TimedSpan(NamedTuple):
    """A segment in seconds."""

    start: float
    end: float
    label: str


def _spans(segmentation: Segmentation, resolution: float | None) -> list[TimedSpan]:
    step = seconds_per_unit(resolution)
    # Rounded to a billionth of a second: 3 x 0.1 is 0.3.
    return [
        TimedSpan(round(start * step, 9), round(end * step, 9), label)
        for start, end, label in segments_of(segmentation)
    ]


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
    corpus: Corpus, resolution: float | None, made: Callable[[dict[str, list[TimedSpan]], float], str]
) -> Iterator[File]:
    """A file for each item, with a tier for each coder."""
    for item in corpus:
        tiers = {printable(coder): _spans(coding, resolution) for coder, coding in corpus[item].items()}
        yield (item,), made(tiers, max(spans[-1].end for spans in tiers.values())).encode()


def _by_coder_and_item(
    corpus: Corpus, resolution: float | None, made: Callable[[list[TimedSpan]], str]
) -> Iterator[File]:
    """A file for each coder and item."""
    for item in corpus:
        for coder, segmentation in corpus[item].items():
            yield (coder, item), made(_spans(segmentation, resolution)).encode()


# -------------------------------------------------------------------------------------------------------------- Praat


def write_textgrid(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A TextGrid for each item, in Praat's long form."""
    return _by_item(corpus, resolution, _textgrid)


def _textgrid(tiers: dict[str, list[TimedSpan]], end: float) -> str:
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0", f"xmax = {end!r}"]
    lines += ["tiers? <exists>", f"size = {len(tiers)}", "item []:"]
    for number, (coder, spans) in enumerate(tiers.items(), start=1):
        lines += [f"    item [{number}]:", '        class = "IntervalTier"', f"        name = {_quoted(coder)}"]
        lines += ["        xmin = 0", f"        xmax = {end!r}", f"        intervals: size = {len(spans)}"]
        for place, span in enumerate(spans, start=1):
            lines += [f"        intervals [{place}]:", f"            xmin = {span.start!r}"]
            lines += [f"            xmax = {span.end!r}", f"            text = {_quoted(span.label)}"]
    return "\n".join([*lines, ""])


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
    timed = {coder: _milliseconds(spans) for coder, spans in tiers.items()}
    times = sorted({time for spans in timed.values() for start, end, _ in spans for time in (start, end)})
    slot = {time: f"ts{number}" for number, time in enumerate(times, start=1)}
    lines = [_EAF, "  <TIME_ORDER>\n"]
    lines += [f'    <TIME_SLOT TIME_SLOT_ID="{name}" TIME_VALUE="{time}"/>\n' for time, name in slot.items()]
    lines.append("  </TIME_ORDER>\n")
    number = 0
    for coder, spans in timed.items():
        lines.append(f'  <TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID={quoteattr(coder)}>\n')
        for start, end, label in spans:
            number += 1
            place = f'ANNOTATION_ID="a{number}" TIME_SLOT_REF1="{slot[start]}" TIME_SLOT_REF2="{slot[end]}"'
            lines.append(f"    <ANNOTATION>\n      <ALIGNABLE_ANNOTATION {place}>\n")
            lines.append(f"        <ANNOTATION_VALUE>{escape(label)}</ANNOTATION_VALUE>\n")
            lines.append("      </ALIGNABLE_ANNOTATION>\n    </ANNOTATION>\n")
        lines.append("  </TIER>\n")
    return "".join([*lines, _EAF_TYPE, "</ANNOTATION_DOCUMENT>\n"])


# --------------------------------------------------------------------------------------------------------------- JAMS


def write_jams(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A JAMS file for each item, with an annotation for each coder."""
    return _by_item(corpus, resolution, _jams)


#: What JAMS wants to be said about every annotation, and is not known.
_UNSAID = ("version", "corpus", "annotation_tools", "annotation_rules", "validation", "data_source")


def _jams(tiers: dict[str, list[TimedSpan]], end: float) -> str:
    annotations = []
    for coder, spans in tiers.items():
        data = [
            {"time": span.start, "duration": round(span.end - span.start, 9), "value": span.label, "confidence": None}
            for span in spans
        ]
        about = {**dict.fromkeys(_UNSAID, ""), "curator": {"name": "", "email": ""}, "annotator": {"name": coder}}
        place = {"time": 0, "duration": end}
        annotations.append(
            {"namespace": "segment_open", "data": data, "annotation_metadata": about, "sandbox": {}, **place}
        )
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
            for start, end, label in _spans(corpus[item][coder], resolution):
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
