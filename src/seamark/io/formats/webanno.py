"""WebAnno TSV 3, which INCEpTION writes too, one file per document and annotator: tokens in rows, layers in columns.

Tokens have offsets, and annotations of several tokens have numbers.
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from seamark.io.format import File, FormatName, ReadOptions, text_format
from seamark.io.reading import MarkedSpans, Reading, TextDocument
from seamark.io.segments import JoinedText, Segment
from seamark.io.source import Source, offsets_in_utf16, utf16_offsets
from seamark.model.corpus import Corpus
from seamark.texts.units import CUTS


class TokenRow(NamedTuple):
    """A token or a part of one, the line of its row, and where it is in the text."""

    line: int
    cells: list[str]
    is_part: bool
    start: int = 0
    end: int = 0


_ROW = re.compile(r"[0-9]{1,9}-[0-9]{1,9}(\.[0-9]{1,9})?\t")
_EXAMPLE = "expected such as '1-1<tab>0-4<tab>Word'"
_TEXT = "#Text="


def _sentences(source: Source, width: int) -> Iterator[tuple[list[str], list[TokenRow]]]:
    """The lines of the text of every sentence, and its rows, one by one."""
    found, text, rows = False, list[str](), list[TokenRow]()
    for number, line in enumerate(source.lines, start=1):
        if rows and (line.startswith(_TEXT) or not line.strip()):
            yield text, rows
            text, rows = [], []
        if line.startswith(_TEXT):
            text.append(line.removeprefix(_TEXT))
        elif text and (match := _ROW.match(line)) is not None:
            found, cells = True, line.split("\t")
            if len(cells) < width or any(cells[width:]):  # tabs at the end mean nothing
                raise source.error(f"the token has {len(cells)} columns, the header declares {width}", number)
            rows.append(TokenRow(number, cells, match[1] is not None))
        elif line.strip() and not line.startswith("#"):
            raise source.error(f"{line[:40]!r} is not a token of a sentence; {_EXAMPLE}", number)
    if not rows and (text or not found):
        raise source.error(f"has a sentence without tokens, or no sentence; {_EXAMPLE}")
    if rows:
        yield text, rows


_OFFSETS = re.compile(r"([0-9]{1,15})-([0-9]{1,15})")
_ESCAPE = re.compile(r"\\(->|.)")
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r"}
# A backslash and what follows it are one character here, also where that is a backslash.
_STACKED = re.compile(r"((?:\\.|[^\\|]|\\$)*)(\||$)")
_VALUE = re.compile(r"((?:\\.|[^\\])*?)\[([0-9]{1,9})\]")
_EMPTY = "_"


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans of all layers; tokens and sentences of the document serve as units."""
    layers, width = _layers(source)
    pieces = []
    tokens, stretches = array("q"), array("q")  # start, end, start, end, ...
    for text, rows in _placed(source, width):
        pieces.append(text)
        stretches.extend((rows[0].start, max(row.end for row in rows)))
        for row in rows:
            if not row.is_part:
                tokens.extend((row.start, row.end))
            for layer in layers:
                layer.add(source, row, len(tokens) // 2)
    edges = (np.frombuffer(one, dtype=np.int64) for one in (tokens, stretches))
    return Reading.of_layers(source, TextDocument("".join(pieces), *edges), {one.name: one.spans for one in layers})


def _placed(source: Source, width: int) -> Iterator[tuple[str, list[TokenRow]]]:
    """The text of every sentence, with what is before it, and its rows; their offsets counted UTF-16."""
    length = reached = padding = 0
    for lines, given in _sentences(source, width):
        text = "\n".join(map(_unescaped, lines))
        stretches = [_offsets(source, row) for row in given]
        start, line = stretches[0][0], given[0].line
        gap = start - reached
        padding += gap
        if gap < 0 or padding > len(source.data):
            raise source.error(f"the sentence starts at {start}, the text before it ends at {reached}", line)
        at = utf16_offsets(text)
        rows, covered = [], 0
        for row, (begin, end) in zip(given, stretches, strict=True):
            first, last, form = at(begin - start), at(end - start), _unescaped(row.cells[2])
            if first < 0 or last > len(text) or text[first:last] != form:
                raise source.error(f"the text does not read {form[:40]!r} at {begin}-{end}", row.line)
            _require_blank(source, text[covered:first], row.line)
            rows.append(row._replace(start=length + gap + first, end=length + gap + last))
            covered = max(covered, last)
        _require_blank(source, text[covered:], rows[-1].line)
        between = " " * (gap - 1) + ("\n" if length else " ") if gap else ""
        yield between + text, rows
        length += gap + len(text)
        reached = start + offsets_in_utf16(text)(len(text))


def _require_blank(source: Source, text: str, line: int) -> None:
    """Refuse text between tokens: then a row is missing."""
    if any(character.isprintable() and not character.isspace() for character in text):
        raise source.error(f"no token covers {text.strip()[:40]!r}; a row is missing", line)


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
            layers.append(Layer(name, range(column, column + columns)))
        column += columns
    return layers, column  # without a span layer, where the annotator marked nothing


def _offsets(source: Source, row: TokenRow) -> tuple[int, int]:
    start, end = source.matched(_OFFSETS, row.cells[1], "a pair of offsets, such as '0-4'", row.line).groups()
    return int(start), int(end)


class Layer:
    """A span layer in its columns: annotations with one number in brackets are one, others are alone."""

    def __init__(self, name: str, columns: range) -> None:
        self.name, self.spans, self._columns = name, MarkedSpans(), columns
        self._numbered: dict[str, tuple[int, int]] = {}  # the span of a number, and its last token

    def add(self, source: Source, row: TokenRow, token: int) -> None:
        """Add what a row, of the token with this number, says."""
        cells = [row.cells[column] for column in self._columns]
        if all(cell == _EMPTY for cell in cells):
            return
        for number, label in _stacked(cells):
            if number is None:
                self.spans.add(row.start, row.end, label)
                continue
            span, reached = self._numbered.get(number, (len(self.spans), token))
            if reached < token - 1:
                raise source.error(f"annotation [{number}] continues, but the token before is not part of it", row.line)
            if number in self._numbered:
                self.spans.widen(span, row.start, row.end)
            else:
                self.spans.add(row.start, row.end, label)
            self._numbered[number] = span, token


def _stacked(cells: list[str]) -> Iterator[tuple[str | None, str | None]]:
    """The annotations in the cells of one layer: their number, and the first feature that has a value."""
    for values in zip_longest(*map(_values, cells), fillvalue="*"):
        numbered = [_VALUE.fullmatch(value) for value in values]
        said = [value if match is None else match[1] for value, match in zip(values, numbered, strict=True)]
        label = next((_unescaped(one) for one in said if one not in ("*", _EMPTY)), None)
        yield next((match[2] for match in numbered if match is not None), None), label


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
            # Spans that overlap are side by side; a token in none has an underscore.
            labels = "|".join(_SPECIAL.sub(r"\\\1", label) + f"[{number}]" for number, (_, _, label) in open_now)
            form = text[first:last].replace("\\", "\\\\")
            lines.append(f"{number}-{place}\t{at(first)}-{at(last)}\t{form}\t{labels or '_'}\t")
    return "\n".join([*lines, ""])


WEBANNO = text_format(
    FormatName("webanno", "WebAnno TSV 3", (".tsv",)),
    lambda head: head.text.startswith("#FORMAT=WebAnno TSV 3"),
    read,
    write_files=write,
    layout="item/coder",
    layers=True,
)
