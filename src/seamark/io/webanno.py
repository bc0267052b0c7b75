"""WebAnno TSV 3, which INCEpTION writes too: one file per document and annotator, tokens in rows, layers in columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Span, TextDocument
from seamark.io.separated_text import ONLY_CODER
from seamark.io.source import Source
from seamark.io.utf16 import Utf16Offsets

_UNIT = re.compile(r"([0-9]{1,9})-([0-9]{1,9})(?:\.([0-9]{1,9}))?")
_OFFSETS = re.compile(r"([0-9]{1,15})-([0-9]{1,15})")
_ESCAPE = re.compile(r"\\(->|.)")
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r"}
_STACK = re.compile(r"(?<!\\)\|")
_VALUE = re.compile(r"(.*?)(?<!\\)\[([0-9]{1,9})\]")
_BRACKET = re.compile(r"(?<!\\)[\[\]]")
# What a feature that links to other annotations holds; its brackets have another meaning.
_LINK = re.compile(r"(?<!\\);|[0-9]+-[0-9]+")
_EMPTY = ("_", "")


class Layer(NamedTuple):
    """A span layer and the columns in which it stands."""

    name: str
    first: int
    columns: int


class Row(NamedTuple):
    """A token or a part of one, with offsets in UTF-16 as the format has them.

    Attributes
    ----------
    number
        Of the token in its sentence.
    part
        0 for a token, else the number of the part in the token.
    """

    line: int
    number: int
    part: int
    start: int
    end: int
    form: str
    cells: list[str]


@dataclass(slots=True)
class Sentence:
    """A sentence: its text and its rows."""

    text: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans of one layer; its tokens and sentences serve as units."""
    layers, width = _layers(source)
    sentences = _sentences(source, width)
    text, offsets = _text_of(source, sentences)
    tokens = [(offsets.at(row.start), offsets.at(row.end)) for part in sentences for row in part.rows if not row.part]
    bounds = [(offsets.at(part.rows[0].start), offsets.at(part.rows[-1].end)) for part in sentences]
    for part in sentences:
        for row in part.rows:
            if text[offsets.at(row.start) : offsets.at(row.end)] != row.form:
                raise source.error(f"the text does not read {row.form[:40]!r} at {row.start}-{row.end}", row.line)
    layer = _chosen(source, layers, sentences, options.layer)
    spans = [Span(offsets.at(start), offsets.at(end), label) for start, end, label in _spans(source, layer, sentences)]
    document = TextDocument(text, tokens, bounds)
    return Reading(marks=[Marks(source.item, source.coder or ONLY_CODER, document, spans, source.name)])


def _layers(source: Source) -> tuple[list[Layer], int]:
    """The span layers that the header declares, and the number of columns.

    Every feature has a column, a layer without features has one.
    """
    if not source.lines or not source.lines[0].startswith("#FORMAT=WebAnno TSV 3"):
        raise source.error("expected '#FORMAT=WebAnno TSV 3.x' on the first line", 1)
    layers = []
    column = 3
    for line in source.lines[1:]:
        if not line.startswith(("#T_SP=", "#T_CH=", "#T_RL=")):
            break
        name, *features = line.partition("=")[2].split("|")
        columns = max(1, len([feature for feature in features if feature]))
        if line.startswith("#T_SP="):
            layers.append(Layer(name, column, columns))
        column += columns
    if not layers:
        raise source.error("the header declares no span layer (#T_SP=)", 1)
    return layers, column


def _sentences(source: Source, width: int) -> list[Sentence]:
    sentences: list[Sentence] = []
    for number, line in enumerate(source.lines, start=1):
        if line.startswith("#Text="):
            if not sentences or sentences[-1].rows:
                sentences.append(Sentence())
            sentences[-1].text.append(_unescaped(line.removeprefix("#Text=")))
        elif line and not line.startswith("#"):
            if not sentences:
                raise source.error("a token stands before the first '#Text='", number)
            row = _row(source, line, number, width, len(sentences))
            _check_order(source, sentences[-1].rows, row)
            sentences[-1].rows.append(row)
    if not sentences or not all(sentence.rows for sentence in sentences):
        raise source.error("has a sentence without tokens" if sentences else "has no sentences ('#Text=')")
    return sentences


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


def _text_of(source: Source, sentences: list[Sentence]) -> tuple[str, Utf16Offsets]:
    """The whole text, with padding between sentences as their offsets ask for it."""
    pieces: list[str] = []
    length = 0
    for sentence in sentences:
        first = sentence.rows[0]
        gap = first.start - length
        text = "\n".join(sentence.text)
        if gap < 0 or gap > len(source.data):
            raise source.error(f"the sentence starts at {first.start}, the text before it ends at {length}", first.line)
        behind = text.encode("utf-16-le")[2 * max(0, sentence.rows[-1].end - first.start) :].decode(
            "utf-16-le", "replace"
        )
        if any(character.isprintable() and not character.isspace() for character in behind):
            raise source.error(f"no token covers {behind.strip()[:40]!r}; a row is missing", sentence.rows[-1].line)
        pieces += [" " * (gap - 1) + "\n" if gap and pieces else " " * gap, text]
        length += gap + len(text.encode("utf-16-le")) // 2
    whole = "".join(pieces)
    return whole, Utf16Offsets.of(whole)


def _chosen(source: Source, layers: list[Layer], sentences: list[Sentence], wanted: str | None) -> Layer:
    """The layer to read: the one asked for, or the only one that has annotations."""
    if wanted is not None:
        found = [layer for layer in layers if wanted in (layer.name, layer.name.rpartition(".")[2])]
        if len(found) != 1:
            raise source.error(f"has no layer {wanted!r}; it has {', '.join(layer.name for layer in layers)}")
        return found[0]
    used = [layer for layer in layers if _spans(source, layer, sentences)] if len(layers) > 1 else layers
    if len(used) > 1:
        raise source.error(f"has several layers ({', '.join(layer.name for layer in used)}); choose one with layer=")
    return (used or layers)[0]


def _spans(source: Source, layer: Layer, sentences: list[Sentence]) -> list[tuple[int, int, str | None]]:
    """The annotations of a layer: parts with one number in brackets belong together, others stand alone."""
    spans: list[tuple[int, int, str | None]] = []
    numbered: dict[str, int] = {}
    reached: dict[str, int] = {}
    token = 0
    for row in (row for sentence in sentences for row in sentence.rows):
        token += not row.part
        cells = row.cells[layer.first : layer.first + layer.columns]
        if all(cell in _EMPTY for cell in cells):
            continue
        for number, label in _stacked(source, row.line, cells):
            if number is not None and reached.setdefault(number, token) < token - 1:
                raise source.error(f"annotation [{number}] goes on here, but the token before is none of it", row.line)
            if number is not None and number in numbered:
                place = numbered[number]
                start, end, first = spans[place]
                spans[place] = min(start, row.start), max(end, row.end), first
                reached[number] = token
                continue
            if number is not None:
                numbered[number] = len(spans)
            spans.append((row.start, row.end, label))
    return spans


def _stacked(source: Source, line: int, cells: list[str]) -> list[tuple[str | None, str | None]]:
    """The annotations in the cells of one layer: their number, and the first feature that has a value."""
    found = []
    for cell in cells:
        for value in _STACK.split(cell) if "[" in cell or "]" in cell else ():
            match = _VALUE.fullmatch(value)
            if _BRACKET.search(value if match is None else match[1]) and not _LINK.search(value):
                raise source.error(f"{value[:40]!r} has brackets without a number; expected such as 'A[2]'", line)
    for values in zip_longest(*(_STACK.split(cell) for cell in cells), fillvalue="*"):
        parts = [(match[1], match[2]) if (match := _VALUE.fullmatch(value)) else (value, None) for value in values]
        number = next((number for _, number in parts if number is not None), None)
        label = next((_unescaped(value) for value, _ in parts if value not in ("*", "_", "")), None)
        found.append((number, label))
    return found


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)
