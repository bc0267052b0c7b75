"""Tiers of annotation programs: Praat TextGrid (long, short, and as others write it), ELAN EAF and Transcriber.

Praat itself reads a TextGrid as a row of texts in quotes, free-standing numbers and flags, and takes everything else
for comments; so does this reader, and the long and the short form are the same to it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from seamark.base.errors import ParseError
from seamark.io.format import NEEDS_XML, Format, FormatName, ReadOptions
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, Reading, Recording
from seamark.io.segments import Segment, files_by_item, require_apart
from seamark.io.source import Source, parse_xml
from seamark.model.codings import KINDS

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_TOKEN = re.compile(r'"((?:[^"]|"")*+)("?)|(![^\r\n]*)|(<[A-Za-z]+>)|([^\s"]+)')
#: Programs round the edges of tiers and intervals each for itself.
_SAME = 1e-3
_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?s?")
# A word is a comment, but one that begins like a number is a number gone wrong.
_LIKE_NUMBER = re.compile(r"[+-]?[.,]?[0-9]")


def _reading(
    source: Source, tiers: Sequence[tuple[str, MarkedSpans]], recording: Recording, coder: str = ""
) -> Reading:
    """All tiers of a file; ``coder`` is the one of a file whose place names none, by default left open."""
    if not tiers:
        raise source.error("has no tiers with times; expected one whose annotations have a start and an end")
    who = source.coder or coder
    marks = [Marks(source.item, who, recording, spans, source.name, tier=name) for name, spans in tiers]
    return Reading(marks=marks, layering="tier")


def read_textgrid(source: Source, options: ReadOptions) -> Reading:
    """Read the tiers; intervals and points alike put boundaries."""
    if source.data.startswith(b"ooBinaryFile"):
        raise source.error("is a binary TextGrid; open it in Praat and save it as a text file")
    stream = _Stream(source)
    if stream.text("the file type").removesuffix(" short") != "ooTextFile" or stream.text("the class") != "TextGrid":
        raise source.error("is not a TextGrid saved as text", 1)
    start, end = stream.number("xmin"), stream.number("xmax")
    if stream.take("flag", "<exists>").casefold() != "<exists>":
        raise source.error("has no tiers")
    tiers = [stream.tier(start, end) for _ in range(int(stream.number("the number of tiers")))]
    stream.finish()
    return _reading(source, tiers, Recording(end, start=start, covered=True))


class _Stream:
    """The tokens of a TextGrid, taken one after the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._tokens = _tokens(source.text)
        self._place = 0

    def take(self, kind: str, what: str) -> str:
        found, value, self._place = next(self._tokens)
        if found != kind:
            raise self.error(f"expected {what}, got {value[:40] or 'the end of the file'!r}")
        return value

    def text(self, what: str) -> str:
        return self.take("text", what).replace('""', '"')

    def number(self, what: str) -> float:
        value = float(self.take("number", what).removesuffix("s"))
        if not math.isfinite(value):
            raise self.error(f"{what} is not a number of seconds")
        return value

    def finish(self) -> None:
        """Refuse text after the last tier: then a number of tiers or of intervals is too small."""
        found, _, self._place = next(self._tokens)
        if found != "end":
            raise self.error("something follows the last tier; a number of tiers is wrong")

    def tier(self, start: float, end: float) -> tuple[str, MarkedSpans]:
        kind = self.text("the class of a tier")
        if kind not in ("IntervalTier", "TextTier"):
            raise self.error(f"a tier has class {kind!r}; expected IntervalTier or TextTier")
        name = self.text("the name of a tier")
        first, last = self.number("xmin"), self.number("xmax")
        if not start - _SAME <= first <= last <= end + _SAME:
            raise self.error(f"tier {name!r} runs from {first:g} to {last:g}, beyond the file")
        count = int(self.number("the number of intervals"))
        spans = MarkedSpans()
        reached = first
        for _ in range(count):
            begin = self.number("xmin")
            finish = self.number("xmax") if kind == "IntervalTier" else begin
            # Some programs leave out empty intervals, so there may be gaps; nothing overlaps or goes back.
            if not reached - _SAME <= begin <= finish <= last + _SAME:
                raise self.error(f"tier {name!r}: an interval begins before {reached:g}")
            reached = finish
            spans.add(begin, finish, self.text("the text of an interval"))
        return name, spans

    def error(self, fault: str) -> ParseError:
        return self._source.error(fault, self._source.text.count("\n", 0, self._place) + 1)


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """The kind of each text, number and flag, what it says and its place; then the end."""
    for match in _TOKEN.finditer(text):
        quoted, closing, comment, flag, word = match.groups()
        if quoted is not None:
            yield "text" if closing else "text without an end", quoted, match.start()
        elif flag is not None:
            yield "flag", flag, match.start()
        elif comment is None and _NUMBER.fullmatch(word):
            yield "number", word, match.start()
        elif comment is None and _LIKE_NUMBER.match(word):
            yield "number that is none", word, match.start()
    yield "end", "", len(text) - 1


def _textgrid(tiers: dict[str, list[Segment]], end: float) -> str:
    """A TextGrid of these tiers, in Praat's long form."""
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


def _filled(spans: list[Segment], tier: str, end: float) -> list[Segment]:
    """The same with intervals without a text in all gaps: in Praat a tier covers everything."""
    require_apart(spans, tier)
    filled: list[Segment] = []
    reached = 0.0
    for span in (*spans, Segment(end, end, "")):
        if span.start > reached:
            filled.append(Segment(reached, span.start, ""))
        if span.end > span.start:
            filled.append(span)
        reached = span.end
    return filled


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


TEXTGRID = Format(
    FormatName("textgrid", "Praat TextGrid: long, short, UTF-8 or UTF-16", (".textgrid",)),
    lambda head: "ooTextFile" in head.text[:80] and '"TextGrid"' in head.text[:400],
    read_textgrid,
    names="tiers",
    write_files=partial(files_by_item, made=_textgrid),
    kinds=KINDS,
    tells_length=True,
    cues=True,
)


def read_eaf(source: Source, options: ReadOptions) -> Reading:
    """Read the tiers that are aligned to time; tiers that only refer to others put no boundaries of their own."""
    root = parse_xml(source, "reading ELAN EAF")
    slots = _slots(source, root)
    tiers: list[tuple[str, MarkedSpans]] = []
    referring = []
    for tier in root.findall("TIER"):
        name, aligned = tier.get("TIER_ID", ""), tier.findall("ANNOTATION/ALIGNABLE_ANNOTATION")
        if not aligned and tier.find("ANNOTATION") is not None:
            referring.append(name)
        else:
            tiers.append((name, _spans(source, name, aligned, slots)))
    reading = _reading(source, tiers, Recording())
    if referring:
        reading.notes.append(f"{source.name}: tiers that refer to other tiers are left out: {', '.join(referring)}")
    return reading


def _slots(source: Source, root: Element) -> dict[str, float | None]:
    """The time of every slot; None where ELAN left it open."""
    units = root.find("HEADER")
    if units is not None and units.get("TIME_UNITS", "milliseconds") != "milliseconds":
        raise source.error(f"its time unit is {units.get('TIME_UNITS')!r}; expected milliseconds")
    slots: dict[str, float | None] = {}
    for slot in root.findall("TIME_ORDER/TIME_SLOT"):
        name, value = slot.get("TIME_SLOT_ID", ""), slot.get("TIME_VALUE")
        if value is not None and not (value.isascii() and value.isdigit() and len(value) <= 15):
            raise source.error(f"a time slot has the time {value[:40]!r}; expected milliseconds")
        if name in slots:
            raise source.error(f"two time slots are called {name!r}; expected a name for each")
        slots[name] = None if value is None else int(value) / 1000
    return slots


def _spans(source: Source, tier: str, annotations: list[Element], slots: dict[str, float | None]) -> MarkedSpans:
    edges = [(one.get("TIME_SLOT_REF1", ""), one.get("TIME_SLOT_REF2", "")) for one in annotations]
    times = _times(source, tier, edges, slots)
    made = MarkedSpans()
    for (start, end), annotation in zip(edges, annotations, strict=True):
        made.add(times[start], times[end], annotation.findtext("ANNOTATION_VALUE"))
    return made


def _times(source: Source, tier: str, edges: list[tuple[str, str]], slots: dict[str, float | None]) -> dict[str, float]:
    """Times for all slots of a tier; open ones are spread evenly between their neighbours, as ELAN shows them."""
    times = {slot: time for ends in edges for slot in ends if (time := slots.get(slot)) is not None}
    following = dict(edges)
    passed: set[str] = set()  # so that slots which follow one another in a ring are passed once
    for first in list(times):
        chain = [first]
        while (after := following.get(chain[-1])) in slots and after not in times and after not in passed:
            chain.append(after)
            passed.add(after)
        if after in times:
            step = (times[after] - times[first]) / len(chain)
            times |= {slot: times[first] + step * number for number, slot in enumerate(chain[1:], start=1)}
    for slot in (slot for ends in edges for slot in ends):
        if slot not in times:
            raise source.error(f"tier {tier!r} has an annotation at time slot {slot!r}, whose time is not known")
    return times


def read_transcriber(source: Source, options: ReadOptions) -> Reading:
    """Read sections, turns, labelled with their speakers, and what is between times; turns unless asked otherwise."""
    root = parse_xml(source, "reading Transcriber", document_type=True)
    names = {one.get("id"): one.get("name") for one in root.findall("Speakers/Speaker")}
    topics = {one.get("id"): one.get("desc") for one in root.findall("Topics/Topic")}
    layers = {"Section": MarkedSpans(), "Turn": MarkedSpans(), "Sync": MarkedSpans()}
    last = 0.0
    for section in root.findall("Episode/Section"):
        start, end = _edges(source, section)
        last = max(last, end)
        layers["Section"].add(start, end, topics.get(section.get("topic")) or section.get("type"))
        for turn in section.findall("Turn"):
            start, end = _edges(source, turn)
            label = " + ".join(names.get(speaker) or speaker for speaker in turn.get("speaker", "").split())
            layers["Turn"].add(start, end, label)
            times = {start, *(source.seconds(sync.get("time", ""), "a time") for sync in turn.findall("Sync"))}
            for one, other in pairwise([*sorted(times), end]):
                layers["Sync"].add(one, other, label)
    if not layers["Turn"]:
        raise source.error("has no turns; expected Turn within Section, within Episode")
    reading = _reading(source, list(layers.items()), Recording(last), ONLY_CODER)
    reading.layering, reading.default_layer = "kind of unit", "Turn"
    return reading


def _edges(source: Source, element: Element) -> tuple[float, float]:
    start, end = (
        source.seconds(element.get(name, ""), f"{name} of a {element.tag}") for name in ("startTime", "endTime")
    )
    source.require_forward(start, end)
    return start, end


_format = partial(Format, needs=NEEDS_XML)

EAF = _format(
    FormatName("eaf", "ELAN EAF", (".eaf",)),
    lambda head: "<ANNOTATION_DOCUMENT" in head.text,
    read_eaf,
    names="tiers",
    cues=True,
)
TRS = _format(
    FormatName("trs", "Transcriber", (".trs",)),
    lambda head: "<Trans " in head.text or "<!DOCTYPE Trans" in head.text,
    read_transcriber,
    layers=True,
)
