"""WebAnno TSV, one file per document and annotator: tokens in rows, layers in columns.

Version 3, which INCEpTION writes too, has offsets, and numbers for annotations of several tokens. Versions 1 and 2 have
neither: tokens are looked for in the text, and annotations of several tokens begin with B- and go on with I-.
"""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from seamark.io.format import File, FormatName, ReadOptions, text_format
from seamark.io.reading import MarkedSpans, Reading, TextDocument
from seamark.io.segments import JoinedText, Segment
from seamark.io.source import Head, Source, offsets_in_utf16, utf16_offsets
from seamark.model.corpus import Corpus
from seamark.texts.units import CUTS


class Layer(NamedTuple):
    """A span layer, the columns of its features, and whether its spans may cover several tokens."""

    name: str
    columns: range
    in_parts: bool = True


class TokenRow(NamedTuple):
    """A token or a part of one, the line of its row, and where it is in the text."""

    line: int
    cells: list[str]
    is_part: bool
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class Sentence:
    """A sentence: the lines of its text, if the file has it, and its rows."""

    text: list[str] = field(default_factory=list)
    rows: list[TokenRow] = field(default_factory=list)


def _reading(
    source: Source,
    layers: Sequence[NumberedAnnotations | AnnotationsInParts],
    sentences: Iterable[tuple[str, Sequence[TokenRow]]],
) -> Reading:
    """What a file holds whose sentences have these texts, and these rows at characters of the whole text."""
    pieces = []
    tokens, stretches = array("q"), array("q")  # start, end, start, end, ...
    for text, rows in sentences:
        pieces.append(text)
        stretches.extend((rows[0].start, max(row.end for row in rows)))
        for row in rows:
            if not row.is_part:
                tokens.extend((row.start, row.end))
            for layer in layers:
                layer.add(source, row, len(tokens) // 2)
    edges = (np.frombuffer(one, dtype=np.int64) for one in (tokens, stretches))
    found = {one.layer.name: one.spans for one in layers}
    return Reading.of_layers(source, TextDocument("".join(pieces), *edges), found)


_ROW = re.compile(r"([0-9]{1,9}-)?[0-9]{1,9}(\.[0-9]{1,9})?\t")


def _sentences(source: Source, width: int, example: str, *, on_lines: bool) -> Iterator[Sentence]:
    """The sentences, one by one; ``on_lines`` says that their text may go on, or be missing, as in old versions."""
    sentence, found = Sentence(), False
    for number, line in enumerate(source.lines, start=1):
        begins = line.startswith(("#Text=", "#text=", "#id="))
        if sentence.rows and (begins or not line.strip()):
            yield sentence
            sentence = Sentence()
        if line.startswith(("#Text=", "#text=")):
            sentence.text.append(line[len("#Text=") :])
        elif begins or not line.strip() or (line.startswith("#") and not on_lines) or _is_header(number, line):
            continue
        elif (match := _ROW.match(line)) is not None and (sentence.text or on_lines):
            found, cells = True, line.split("\t")
            if len(cells) < width or any(cells[width:]):  # tabs at the end mean nothing
                raise source.error(f"the token has {len(cells)} columns, the header declares {width}", number)
            sentence.rows.append(TokenRow(number, cells, match[2] is not None))
        elif on_lines and sentence.text and not sentence.rows:
            sentence.text.append(line)
        else:
            raise source.error(f"{line[:40]!r} is not a token of a sentence; expected such as {example!r}", number)
    if not sentence.rows and (sentence.text or not found):
        raise source.error(f"has a sentence without tokens, or no sentence; expected rows such as {example!r}")
    if sentence.rows:
        yield sentence


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
    return _reading(source, [NumberedAnnotations(layer) for layer in layers], _placed(source, width))


def _placed(source: Source, width: int) -> Iterator[tuple[str, list[TokenRow]]]:
    """The text of every sentence, with what is before it, and its rows; their offsets counted UTF-16."""
    length = reached = padding = 0
    for sentence in _sentences(source, width, "1-1<tab>0-4<tab>Word", on_lines=False):
        text = "\n".join(map(_unescaped, sentence.text))
        stretches = [_offsets(source, row) for row in sentence.rows]
        start, line = stretches[0][0], sentence.rows[0].line
        gap = start - reached
        padding += gap
        if gap < 0 or padding > len(source.data):
            raise source.error(f"the sentence starts at {start}, the text before it ends at {reached}", line)
        at = utf16_offsets(text)
        rows, covered = [], 0
        for row, (begin, end) in zip(sentence.rows, stretches, strict=True):
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


class NumberedAnnotations:
    """The annotations of version 3: parts with one number in brackets belong together, others are alone."""

    def __init__(self, layer: Layer) -> None:
        self.layer, self.spans = layer, MarkedSpans()
        self._numbered: dict[str, tuple[int, int]] = {}  # the span of a number, and its last token

    def add(self, source: Source, row: TokenRow, token: int) -> None:
        """Add what a row, of the token with this number, says."""
        cells = [row.cells[column] for column in self.layer.columns]
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


_HEADER = re.compile(r"\s?#\s+[\w.$]+(\s*[|#]|\s*$)")
_PART = re.compile(r"([BI])[-_](.*)", re.DOTALL)
_DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
#: Cells without an annotation, and with an annotation without a value.
_NONE = frozenset(("_", "O", "-", "O-_", "B-_", "I-_"))


#: Version 1 has no header: number, form, lemma, part of speech, entity, one that is not used, and relations.
_VERSION_1 = [
    Layer(f"{_DKPRO}.segmentation.type.Lemma", range(2, 3), in_parts=False),
    Layer(f"{_DKPRO}.lexmorph.type.pos.POS", range(3, 4), in_parts=False),
    Layer(f"{_DKPRO}.ner.type.NamedEntity", range(4, 5)),
]
_WIDTH_1 = 10


def read_old(source: Source, options: ReadOptions) -> Reading:
    """Read the spans of all layers; tokens and sentences of the document serve as units."""
    layers, width = _old_layers(source)
    return _reading(source, [AnnotationsInParts(layer) for layer in layers], _found(source, width))


def _old_layers(source: Source) -> tuple[list[Layer], int]:
    """The layers that the first line declares, and the number of columns: relations have one for the other end.

    A layer without features has no column, so that nothing of it is in the file.
    """
    first = next((line for line in source.lines if line.strip()), "")
    if _HEADER.match(first) is None:
        numbers = (match for line in source.lines if (match := _ROW.match(line)))
        # A file of version 2 in which nothing was marked has no header either.
        return ([], 2) if (number := next(numbers, None)) and number[1] else (_VERSION_1, _WIDTH_1)
    layers = []
    column = 2
    for declared in first.split("#")[1:]:
        name, *features = (part.strip() for part in declared.split("|"))
        if features and not features[-1].startswith("AttachTo="):
            layers.append(Layer(name, range(column, column + len(features))))
        column += len(features)
    return layers, column


def _is_header(number: int, line: str) -> bool:
    return number == 1 and _HEADER.match(line) is not None


def _found(source: Source, width: int) -> Iterator[tuple[str, list[TokenRow]]]:
    """The text of every sentence, on a line of its own, and its rows, whose tokens are looked for in it."""
    length = 0
    for sentence in _sentences(source, width, "1-1<tab>Word", on_lines=True):
        text = "\n" * (length > 0) + ("\n".join(sentence.text) or " ".join(row.cells[1] for row in sentence.rows))
        rows = []
        end = 0
        for row in sentence.rows:
            form = row.cells[1]
            start = text.find(form, end) if form else -1
            if start < 0:
                raise source.error(f"the text does not go on with the token {form[:40]!r}", row.line)
            _require_blank(source, text[end:start], row.line)
            end = start + len(form)
            rows.append(row._replace(start=length + start, end=length + end))
        _require_blank(source, text[end:], rows[-1].line)
        yield text, rows
        length += len(text)


class AnnotationsInParts:
    """The annotations of versions 1 and 2: those of several tokens begin with B- and go on with I-."""

    def __init__(self, layer: Layer) -> None:
        self.layer, self.spans = layer, MarkedSpans()
        # Numbers of the spans that the last token is part of, by label, and that token.
        self._open: dict[str | None, list[int]] = {}
        self._token = 0

    def add(self, source: Source, row: TokenRow, token: int) -> None:
        """Add what a row, of the token with this number, says."""
        before = self._open if self._token == token - 1 else {}
        self._open, self._token = {}, token
        for goes_on, label in self._stacked(row.cells):
            if not goes_on:
                number = len(self.spans)
                self.spans.add(row.start, row.end, label)
            elif before.get(label):
                # By its label: the place in the cell changes when another annotation before it ends.
                number = before[label].pop(0)
                self.spans.widen(number, row.start, row.end)
            else:
                raise source.error(f"annotation {label!r} continues, but the token before is not part of it", row.line)
            self._open.setdefault(label, []).append(number)

    def _stacked(self, cells: Sequence[str]) -> Iterator[tuple[bool, str | None]]:
        """Whether each annotation goes on from the token before, and the first feature that has a value."""
        features = (
            [cells[column]] if not self.layer.in_parts else cells[column].split("|") for column in self.layer.columns
        )
        for values in zip_longest(*features, fillvalue="_"):
            parts = [value for value in values if value not in _NONE]
            if not parts:
                continue
            split = [_PART.fullmatch(value) if self.layer.in_parts else None for value in parts]
            names = [value if match is None else match[2] for value, match in zip(parts, split, strict=True)]
            # A feature without a value has the name of the layer.
            label = next((name for name in names if not name.startswith(f"{self.layer.name}_")), None)
            yield any(match is not None and match[1] == "I" for match in split), label


def _is_old_webanno(head: Head) -> bool:
    lines = head.lines[:3]
    if lines and _HEADER.match(lines[0]):
        lines = lines[1:]
    return len(lines) > 1 and lines[0].startswith("#id=") and lines[1].startswith("#text=")


WEBANNO = text_format(
    FormatName("webanno", "WebAnno TSV 3", (".tsv",)),
    lambda head: head.text.startswith("#FORMAT=WebAnno TSV 3"),
    read,
    write_files=write,
    layout="item/coder",
    layers=True,
)
WEBANNO_OLD = text_format(
    FormatName("webanno-old", "WebAnno TSV 1 and 2", (".tsv",)),
    _is_old_webanno,
    read_old,
    layout="item/coder",
    layers=True,
)
