"""WebAnno TSV 1 and 2, as WebAnno wrote them before version 3: tokens in rows, no offsets, spans as B- and I-."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from seamark.io.format import Format, ReadOptions
from seamark.io.reading import MarkedSpans, Reading, TextDocument, edges_of
from seamark.io.source import Head, Source

_HEADER = re.compile(r"\s?#\s+[\w.$]+(\s*[|#]|\s*$)")
_NUMBER = re.compile(r"(?:([0-9]{1,9})-)?([0-9]{1,9})\t")
_PART = re.compile(r"([BI])[-_](.*)", re.DOTALL)
_DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
#: What stands where there is no annotation, and where it keeps the place of one.
_NONE = frozenset(("_", "O", "-", "O-_", "B-_", "I-_"))


class Layer(NamedTuple):
    """A span layer, the columns of its features, and whether its spans may cover several tokens."""

    name: str
    columns: range
    in_parts: bool = True


class Header(NamedTuple):
    """The span layers, the number of cells of a row, and layers that have no column."""

    layers: list[Layer]
    width: int
    unwritten: list[str]


#: Version 1 has no header: number, form, lemma, part of speech, entity, one that is not used, and relations.
_VERSION_1 = Header(
    [
        Layer(f"{_DKPRO}.segmentation.type.Lemma", range(2, 3), in_parts=False),
        Layer(f"{_DKPRO}.lexmorph.type.pos.POS", range(3, 4), in_parts=False),
        Layer(f"{_DKPRO}.ner.type.NamedEntity", range(4, 5)),
    ],
    10,
    [],
)


class Row(NamedTuple):
    """A token."""

    line: int
    cells: list[str]


class Sentence(NamedTuple):
    """A sentence: the lines of its text, if the file has it, and its tokens."""

    text: list[str]
    rows: list[Row]


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans of all layers; tokens and sentences of the document serve as units."""
    header = _header(source)
    found = [Annotations(layer) for layer in header.layers]
    tokens, bounds = array("q"), array("q")  # start, end, start, end, ...
    pieces: list[str] = []
    length = 0
    for sentence in _sentences(source, header.width):
        text, places = _placed(source, sentence)
        for row, (start, end) in zip(sentence.rows, places, strict=True):
            tokens.extend((length + start, length + end))
            for layer in found:
                layer.add(source, row, len(tokens) // 2, length + start, length + end)
        bounds.extend((length + places[0][0], length + places[-1][1]))
        pieces.append(text)
        length += len(text) + 1
    document = TextDocument(
        "\n".join(pieces),
        edges_of(zip(tokens[::2], tokens[1::2], strict=True)),
        edges_of(zip(bounds[::2], bounds[1::2], strict=True)),
    )
    reading = Reading.of_layers(source, document, {one.layer.name: one.spans for one in found})
    if header.unwritten:
        reading.notes.append(
            f"{source.name}: layers without features, whose spans this version does not write, are left out: "
            f"{', '.join(header.unwritten)}"
        )
    return reading


def _header(source: Source) -> Header:
    """The layers that the first line declares; relations have a column more, for the other end."""
    first = next((line for line in source.lines if line.strip()), "")
    if _HEADER.match(first) is None:
        numbers = (match for line in source.lines if (match := _NUMBER.match(line)))
        # A file of version 2 in which nothing was marked has no header either.
        return Header([], 2, []) if (number := next(numbers, None)) and number[1] else _VERSION_1
    layers, unwritten = [], []
    column = 2
    for declared in first.split("#")[1:]:
        name, *features = (part.strip() for part in declared.split("|"))
        if not features:
            unwritten.append(name)
        elif not features[-1].startswith("AttachTo="):
            layers.append(Layer(name, range(column, column + len(features))))
        column += len(features)
    return Header(layers, column, unwritten)


def _sentences(source: Source, width: int) -> Iterator[Sentence]:
    """The sentences, one by one; their text may go on on lines that are no tokens."""
    sentence = Sentence([], [])
    count = 0
    for number, line in enumerate(source.lines, start=1):
        begins = line.startswith(("#id=", "#text="))
        if sentence.rows and (begins or not line.strip()):
            yield sentence
            sentence = Sentence([], [])
        if line.startswith("#text="):
            sentence.text.append(line.removeprefix("#text="))
        elif begins or not line.strip() or (number == 1 and _HEADER.match(line)):
            continue
        elif (match := _NUMBER.match(line)) is None:
            if not sentence.text or sentence.rows:
                raise source.error(f"{line[:40]!r} is not a token; expected such as '1-1<tab>Word'", number)
            sentence.text.append(line)
        else:
            count += not sentence.rows
            cells = line.split("\t")
            _check_row(source, number, match, cells, width, (count, len(sentence.rows) + 1))
            sentence.rows.append(Row(number, cells))
    if sentence.rows:
        yield sentence
    if not count:
        raise source.error("has no tokens; expected rows such as '1-1<tab>Word'")


def _check_row(
    source: Source, line: int, match: re.Match[str], cells: list[str], width: int, expected: tuple[int, int]
) -> None:
    """Refuse a row that is missing, or of another width."""
    sentence, token = expected
    if int(match[2]) != token or (match[1] is not None and int(match[1]) != sentence):
        raise source.error(
            f"the token {cells[0]} stands where token {token} of sentence {sentence} was expected; a row is missing",
            line,
        )
    if len(cells) != width and not (len(cells) == width + 1 and not cells[-1]):
        raise source.error(f"the token has {len(cells)} columns; expected {width}", line)


def _placed(source: Source, sentence: Sentence) -> tuple[str, list[tuple[int, int]]]:
    """The text of a sentence, and where its tokens stand in it, one after the other."""
    text = "\n".join(sentence.text) or " ".join(row.cells[1] for row in sentence.rows)
    places = []
    end = 0
    for row in sentence.rows:
        form = row.cells[1]
        start = text.find(form, end) if form else -1
        if start < 0 or text[end:start].strip():
            raise source.error(
                f"the text reads {text[end:].strip()[:40]!r} where the token {form[:40]!r} stands", row.line
            )
        end = start + len(form)
        places.append((start, end))
    if behind := text[end:].strip():
        raise source.error(f"no token covers {behind[:40]!r}; a row is missing", sentence.rows[-1].line)
    return text, places


class Annotations:
    """The annotations of a layer: those of several tokens begin with B- and go on with I-, others have neither."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.spans = MarkedSpans()
        # Numbers of the spans that the last token is part of, by label, and that token.
        self._open: dict[str | None, list[int]] = {}
        self._token = 0

    def add(self, source: Source, row: Row, token: int, start: int, end: int) -> None:
        """Add what a row, of the token with this number, says."""
        before = self._open if self._token == token - 1 else {}
        self._open, self._token = {}, token
        for goes_on, label in self._stacked(row.cells):
            if not goes_on:
                number = len(self.spans)
                self.spans.add(start, end, label)
            elif before.get(label):
                # By its label: the place in the cell changes when another annotation before it ends.
                number = before[label].pop(0)
                self.spans.widen(number, start, end)
            else:
                raise source.error(
                    f"annotation {label or self.layer.name!r} goes on here, but the token before is none of it",
                    row.line,
                )
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


WEBANNO_OLD = Format(
    "webanno-old",
    "WebAnno TSV 1 and 2",
    (".tsv",),
    _is_old_webanno,
    read,
    measure="characters",
    layout="item/coder",
    layers=True,
)
