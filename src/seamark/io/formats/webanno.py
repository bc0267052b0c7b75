"""WebAnno TSV 3, which INCEpTION writes too: one file per document and annotator, tokens in rows, layers in columns."""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from seamark.io.format import File, Format, ReadOptions
from seamark.io.reading import MarkedSpan, MarkedSpans, Reading, TextDocument, edges_of
from seamark.io.segments import JoinedText, Segment
from seamark.io.source import Source, offsets_in_utf16, utf16_offsets
from seamark.model.corpus import Corpus
from seamark.texts.units import CUTS

_UNIT = re.compile(r"([0-9]{1,9})-([0-9]{1,9})(?:\.([0-9]{1,9}))?")
_OFFSETS = re.compile(r"([0-9]{1,15})-([0-9]{1,15})")
_ESCAPE = re.compile(r"\\(->|.)")
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r"}
# A backslash and what follows it are one character here, also where that is a backslash.
_STACKED = re.compile(r"((?:\\.|[^\\|]|\\$)*)(\||$)")
_VALUE = re.compile(r"((?:\\.|[^\\])*?)\[([0-9]{1,9})\]")
_BRACKETS = re.compile(r"(?:\\.|[^\\\[\]])*[\[\]]")
# What a feature that links to other annotations holds; its brackets have another meaning.
_LINK = re.compile(r"(?<!\\);|[0-9]+-[0-9]+")
_EMPTY = "_"


class Layer(NamedTuple):
    """A span layer and the columns in which it stands."""

    name: str
    first: int
    columns: int


class Row(NamedTuple):
    """A token or a part of one, with offsets in UTF-16 as the format has them."""

    line: int
    number: int  # of the token in its sentence
    part: int  # 0 for a token, else the number of the part in the token
    start: int
    end: int
    form: str
    cells: list[str]


@dataclass(slots=True)
class Sentence:
    """A sentence: its text and its rows."""

    text: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    @property
    def end(self) -> int:
        """Where its last token ends; parts of that token may follow it."""
        return max(row.end for row in self.rows)


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans of all layers; tokens and sentences of the document serve as units."""
    layers, width = _layers(source)
    found = [Annotations(layer) for layer in layers]
    tokens, bounds = array("q"), array("q")  # start, end, start, end, ...
    pieces: list[str] = []
    length = padding = 0
    for sentence in _sentences(source, width):
        first = sentence.rows[0]
        text = "\n".join(sentence.text)
        gap = first.start - length
        padding += gap
        if gap < 0 or padding > len(source.data):
            raise source.error(f"the sentence starts at {first.start}, the text before it ends at {length}", first.line)
        _check_text(source, text.encode("utf-16-le"), sentence)
        pieces += [" " * (gap - 1) + "\n" if gap and pieces else " " * gap, text]
        length += gap + len(text.encode("utf-16-le")) // 2
        bounds.extend((first.start, sentence.end))
        for row in sentence.rows:
            if not row.part:
                tokens.extend((row.start, row.end))
            for layer in found:
                layer.add(source, row, len(tokens) // 2)
    whole = "".join(pieces)
    at = utf16_offsets(whole)
    document = TextDocument(
        whole,
        edges_of((at(start), at(end)) for start, end in zip(tokens[::2], tokens[1::2], strict=True)),
        edges_of((at(start), at(end)) for start, end in zip(bounds[::2], bounds[1::2], strict=True)),
    )
    used = {
        one.layer.name: MarkedSpans.of(
            MarkedSpan(at(int(start)), at(int(end)), label) for start, end, label in one.spans
        )
        for one in found
    }
    return Reading.of_layers(source, document, used)


def _layers(source: Source) -> tuple[list[Layer], int]:
    """The span layers that the header declares, and the number of columns: one for every feature, at least one."""
    lines = source.lines
    if not next(lines, "").startswith("#FORMAT=WebAnno TSV 3"):
        raise source.error("expected '#FORMAT=WebAnno TSV 3.x' on the first line", 1)
    layers = []
    column = 3
    for line in lines:
        if not line.startswith(("#T_SP=", "#T_CH=", "#T_RL=")):
            break
        name, *features = line.partition("=")[2].split("|")
        columns = max(1, len([feature for feature in features if feature]))
        if line.startswith("#T_SP="):
            layers.append(Layer(name, column, columns))
        column += columns
    return layers, column  # without a span layer, where the annotator marked nothing


def _sentences(source: Source, width: int) -> Iterator[Sentence]:
    """The sentences, one by one."""
    sentence: Sentence | None = None
    count = 0
    for number, line in enumerate(source.lines, start=1):
        if line.startswith("#Text="):
            if sentence is None or sentence.rows:
                if sentence is not None:
                    yield sentence
                sentence = Sentence()
                count += 1
            sentence.text.append(_unescaped(line.removeprefix("#Text=")))
        elif line and not line.startswith("#"):
            if sentence is None:
                raise source.error("a token stands before the first '#Text='", number)
            row = _row(source, line, number, width, count)
            _check_order(source, sentence.rows, row)
            sentence.rows.append(row)
    if sentence is None or not sentence.rows:
        raise source.error("has a sentence without tokens" if sentence else "has no sentences ('#Text=')")
    yield sentence


def _row(source: Source, line: str, number: int, width: int, sentence: int) -> Row:
    cells = line.split("\t")
    unit = _UNIT.fullmatch(cells[0])
    offsets = _OFFSETS.fullmatch(cells[1]) if len(cells) > 2 else None
    if unit is None or offsets is None:
        raise source.error(f"{line[:40]!r} is not a token; expected such as '1-1<tab>0-4<tab>Word'", number)
    if len(cells) != width and not (len(cells) == width + 1 and not cells[-1]):
        raise source.error(f"the token has {len(cells)} columns, the header declares {width}", number)
    if int(unit[1]) != sentence:
        raise source.error(f"the token {cells[0]} stands in sentence {sentence}", number)
    start, end = int(offsets[1]), int(offsets[2])
    return Row(number, int(unit[2]), int(unit[3] or 0), start, end, _unescaped(cells[2]), cells)


def _check_order(source: Source, rows: list[Row], row: Row) -> None:
    """Tokens are numbered from 1 in their sentence, and parts in their token: a row that is missing shows here."""
    before = (rows[-1].number, rows[-1].part) if rows else (0, 0)
    if (row.number, row.part) not in ((before[0] + 1, 0), (before[0], before[1] + 1)):
        raise source.error(f"the token {row.cells[0]} does not follow the one before it; a row is missing", row.line)


def _check_text(source: Source, text: bytes, sentence: Sentence) -> None:
    """The text of a sentence, in UTF-16, says what its tokens say, and nothing behind the last of them."""
    rows = sentence.rows
    first = rows[0].start
    for row in rows:
        said = text[2 * max(0, row.start - first) : 2 * max(0, row.end - first)].decode("utf-16-le", "replace")
        if said != row.form or row.end - first > len(text) // 2:
            raise source.error(f"the text does not read {row.form[:40]!r} at {row.start}-{row.end}", row.line)
    behind = text[2 * max(0, sentence.end - first) :].decode("utf-16-le", "replace")
    if any(character.isprintable() and not character.isspace() for character in behind):
        raise source.error(f"no token covers {behind.strip()[:40]!r}; a row is missing", rows[-1].line)


class Annotations:
    """The annotations of a layer: parts with one number in brackets belong together, others stand alone."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.spans = MarkedSpans()
        self._numbered: dict[str, int] = {}
        self._reached: dict[str, int] = {}

    def add(self, source: Source, row: Row, token: int) -> None:
        """Add what a row, of the token with this number, says."""
        cells = row.cells[self.layer.first : self.layer.first + self.layer.columns]
        if all(cell == _EMPTY for cell in cells):
            return
        for number, label in _stacked(source, row.line, cells):
            if number is None:
                self.spans.add(row.start, row.end, label)
                continue
            if self._reached.get(number, token) < token - 1:
                raise source.error(f"annotation [{number}] goes on here, but the token before is none of it", row.line)
            self._reached[number] = token
            if number in self._numbered:
                place = self._numbered[number]
                if label != (first := self.spans[place].label):
                    raise source.error(f"annotation [{number}] is {label!r} here, {first!r} before", row.line)
                self.spans.widen(place, row.start, row.end)
            else:
                self._numbered[number] = len(self.spans)
                self.spans.add(row.start, row.end, label)


def _stacked(source: Source, line: int, cells: list[str]) -> list[tuple[str | None, str | None]]:
    """The annotations in the cells of one layer: their number, and the first feature that has a value."""
    found = []
    for cell in cells:
        for value in _values(cell):
            match = _VALUE.fullmatch(value)
            if not (value if match is None else match[1]):
                raise source.error(f"{cell[:40]!r} holds an annotation without a value; expected '*' or '_'", line)
            if _BRACKETS.match(value if match is None else match[1]) and not _LINK.search(value):
                raise source.error(f"{value[:40]!r} has brackets without a number; expected such as 'A[2]'", line)
    for values in zip_longest(*map(_values, cells), fillvalue="*"):
        parts = [(match[1], match[2]) if (match := _VALUE.fullmatch(value)) else (value, None) for value in values]
        number = next((number for _, number in parts if number is not None), None)
        label = next((_unescaped(value) for value, _ in parts if value not in ("*", "_", "")), None)
        found.append((number, label))
    return found


def _values(cell: str) -> list[str]:
    """The values of a feature, one for each annotation."""
    found = []
    for match in _STACKED.finditer(cell):
        found.append(match[1])
        if not match[2]:
            break
    return found


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)


# ------------------------------------------------------------------------------------------------------------ writing


#: What WebAnno escapes in values of features and in text.
_SPECIAL = re.compile(r"([\\\[\]|_;*]|->)")


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """A file for each item and coder; units of several words are sentences."""
    for item in corpus:
        joined = JoinedText.of(corpus, item)
        sentences = [(0, len(joined.text))] if joined.unit == "token" else joined.stretches
        for coder, segmentation in corpus[item].items():
            yield (item, coder), _webanno(joined.text, sentences, joined.segments(segmentation)).encode()


def _webanno(text: str, sentences: list[tuple[int, int]], spans: list[Segment]) -> str:
    lines = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Segment|value", ""]
    at = offsets_in_utf16(text)
    waiting = deque(enumerate(spans, start=1))
    open_now: list[tuple[int, Segment]] = []
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


WEBANNO = Format(
    "webanno",
    "WebAnno TSV 3",
    (".tsv",),
    lambda head: head.text.startswith("#FORMAT=WebAnno TSV 3"),
    read,
    measure="characters",
    write_files=write,
    keeps=("types", "texts"),
    layout="item/coder",
    layers=True,
)
