"""Corpora written as spans of time: Praat, ELAN, JAMS, RTTM, Audacity, subtitles, intervals in seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias
from xml.sax.saxutils import escape, quoteattr

import msgspec

from seamark.errors import InputError
from seamark.io.segments_out import SpanCoding, printable, seconds_per_unit, segments_of, units_of
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.hierarchy_corpus import HierarchyCorpus
from seamark.model.labelled_corpus import LabelledCorpus
from seamark.model.span_corpus import SpanCorpus

#: Folders and name of a file, and what is in it.
File = tuple[tuple[str, ...], bytes]


class TimedSpan(NamedTuple):
    """A segment in seconds."""

    start: float
    end: float
    label: str


#: A corpus of boundaries, labels or spans; the writers that know levels say so.
Timed: TypeAlias = Corpus | LabelledCorpus | SpanCorpus


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
    corpus: Timed | HierarchyCorpus,
    resolution: float | None,
    made: Callable[[dict[str, list[TimedSpan]], float], str],
) -> Iterator[File]:
    """A file for each item, with a tier for each coder, or for each level of the only coder."""
    for item in corpus:
        codings = _levels(corpus, item) if isinstance(corpus, HierarchyCorpus) else corpus[item]
        tiers = {printable(name): _spans(coding, resolution) for name, coding in codings.items()}
        end = max(_seconds(units_of(coding), resolution) for coding in codings.values())
        yield (item,), made(tiers, end).encode()


def _levels(corpus: HierarchyCorpus, item: str) -> dict[str, SpanCoding]:
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
    corpus: Timed, resolution: float | None, made: Callable[[list[TimedSpan]], str]
) -> Iterator[File]:
    """A file for each coder and item."""
    for item in corpus:
        for coder, coding in corpus[item].items():
            spans = _spans(coding, resolution)
            _require_some(spans, item, coder)
            yield (coder, item), made(spans).encode()


# -------------------------------------------------------------------------------------------------------------- Praat


def write_textgrid(corpus: Timed | HierarchyCorpus, resolution: float | None) -> Iterator[File]:
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


def write_eaf(corpus: Timed | HierarchyCorpus, resolution: float | None) -> Iterator[File]:
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


def write_jams(corpus: Timed | HierarchyCorpus, resolution: float | None) -> Iterator[File]:
    """A JAMS file for each item, with an annotation for each coder; levels are those of ``multi_segment``."""
    if not isinstance(corpus, HierarchyCorpus):
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


def write_rttm(corpus: Timed, resolution: float | None) -> Iterator[File]:
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


def write_audacity(corpus: Timed, resolution: float | None) -> Iterator[File]:
    """A label track for each coder and item."""
    return _by_coder_and_item(
        corpus,
        resolution,
        lambda spans: "".join(f"{start:.6f}\t{end:.6f}\t{label}\n" for start, end, label in spans),
    )


def write_lab(corpus: Timed, resolution: float | None) -> Iterator[File]:
    """A file of intervals for each coder and item."""
    return _by_coder_and_item(
        corpus,
        resolution,
        lambda spans: "".join(f"{start:.9g}\t{end:.9g}\t{label}\n" for start, end, label in spans),
    )


# ---------------------------------------------------------------------------------------------------------- subtitles


def write_vtt(corpus: Timed, resolution: float | None) -> Iterator[File]:
    """WebVTT for each coder and item, with a cue for each segment."""
    return _by_coder_and_item(corpus, resolution, lambda spans: "WEBVTT\n\n" + "\n".join(_cues(spans, ".")))


def write_srt(corpus: Timed, resolution: float | None) -> Iterator[File]:
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
