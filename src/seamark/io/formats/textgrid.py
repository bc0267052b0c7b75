"""Praat TextGrid: long, short, and as other programs write it.

Praat itself reads a TextGrid as a row of texts in quotes, free-standing numbers and flags, and takes everything else
for comments; so does this reader, and the long and the short form are the same to it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from seamark.io.format import File, Format, ReadOptions
from seamark.io.layers import reading_of_tiers
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.segments import Segment, files_by_item, require_apart
from seamark.io.source import Source
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus

_TOKEN = re.compile(r'"((?:[^"]|"")*+)("?)|(![^\r\n]*)|(<[A-Za-z]+>)|([^\s"]+)')
#: Programs round the edges of tiers and intervals each for itself.
_SAME = 1e-3
_NUMBER = re.compile(r"[+-]?[0-9]{1,20}(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?s?")
# A word is a comment, but one that begins like a number is a number gone wrong.
_LIKE_NUMBER = re.compile(r"[+-]?[.,]?[0-9]")


class Token(NamedTuple):
    """A text, a number or a flag, and its place in the file."""

    kind: str
    value: str
    at: int


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the tiers; intervals and points alike put boundaries."""
    if source.data.startswith(b"ooBinaryFile"):
        raise source.error("is a binary TextGrid; open it in Praat and save it as a text file")
    stream = _Stream(source)
    if stream.text("the file type").removesuffix(" short") != "ooTextFile" or stream.text("the class") != "TextGrid":
        raise source.error("is not a TextGrid saved as text", 1)
    start, end = stream.number("xmin"), stream.number("xmax")
    if stream.take("flag", "<exists>").casefold() != "<exists>":
        raise source.error("has no tiers")
    tiers = [stream.tier(start, end) for _ in range(stream.count("the number of tiers"))]
    stream.finish()
    return reading_of_tiers(source, tiers, Recording(end, start=start, covered=True))


class _Stream:
    """The tokens of a TextGrid, taken one after the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._tokens = _tokens(source.text)
        self._last = 0

    def take(self, kind: str, what: str) -> str:
        token = next(self._tokens, None)
        if token is None:
            raise self._source.error(f"the file ends before {what}", sum(1 for _ in self._source.lines))
        self._last = token.at
        if token.kind != kind:
            raise self._source.error(f"{token.value[:40]!r} is where {what} should be", self._line())
        return token.value

    def text(self, what: str) -> str:
        return self.take("text", what).replace('""', '"')

    def number(self, what: str) -> float:
        value = float(self.take("number", what).removesuffix("s"))
        if not math.isfinite(value):
            raise self._source.error(f"{what} is not a number of seconds", self._line())
        return value

    def count(self, what: str) -> int:
        value = self.number(what)
        if value != int(value) or value < 0:
            raise self._source.error(f"{what} is {value:g}; expected a whole number", self._line())
        return int(value)

    def finish(self) -> None:
        """Refuse text after the last tier: then a number of tiers or of intervals is too small."""
        if (token := next(self._tokens, None)) is not None:
            self._last = token.at
            raise self._source.error("something follows the last tier; a number of tiers is wrong", self._line())

    def tier(self, start: float, end: float) -> tuple[str, MarkedSpans]:
        kind = self.text("the class of a tier")
        if kind not in ("IntervalTier", "TextTier"):
            raise self._source.error(f"a tier has class {kind!r}; expected IntervalTier or TextTier", self._line())
        name = self.text("the name of a tier")
        first, last = self.number("xmin"), self.number("xmax")
        if not start - _SAME <= first <= last <= end + _SAME:
            raise self._source.error(f"tier {name!r} runs from {first:g} to {last:g}, beyond the file", self._line())
        count = self.count("the number of intervals")
        spans = MarkedSpans()
        reached = first
        for _ in range(count):
            begin = self.number("xmin")
            finish = self.number("xmax") if kind == "IntervalTier" else begin
            # Some programs leave out empty intervals, so there may be gaps; nothing overlaps or goes back.
            if not reached - _SAME <= begin <= finish <= last + _SAME:
                raise self._source.error(f"tier {name!r}: an interval begins before {reached:g}", self._line())
            reached = finish
            spans.add(begin, finish, self.text("the text of an interval"))
        return name, spans

    def _line(self) -> int:
        return self._source.text.count("\n", 0, self._last) + 1


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        quoted, closing, comment, flag, word = match.groups()
        if quoted is not None:
            yield Token("text" if closing else "text without an end", quoted, match.start())
        elif flag is not None:
            yield Token("flag", flag, match.start())
        elif comment is None and _NUMBER.fullmatch(word):
            yield Token("number", word, match.start())
        elif comment is None and _LIKE_NUMBER.match(word):
            yield Token("number that is none", word, match.start())


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A TextGrid for each item, in Praat's long form."""
    return files_by_item(corpus, resolution, _textgrid)


def _textgrid(tiers: dict[str, list[Segment]], end: float) -> str:
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
    "textgrid",
    "Praat TextGrid: long, short, UTF-8 or UTF-16",
    lambda head: "ooTextFile" in head.text[:80] and '"TextGrid"' in head.text[:400],
    read,
    names="tiers",
    write_files=write,
    kinds=KINDS,
    tells_length=True,
    cues=True,
)
