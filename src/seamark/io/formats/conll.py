"""Columns of tags, as CoNLL shared tasks and taggers write them: a token per line, an empty line between sentences.

The token is the first column (or the second, where the first counts tokens), and tags such as B-PER are in the last
column that holds some. A line ``-DOCSTART-`` begins a document.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from seamark.base.errors import OPTION, InputError
from seamark.io.format import FormatName, ReadOptions, unit_format
from seamark.io.reading import ONLY_CODER, ReadCoding, Reading
from seamark.io.source import Head, Source, errors_at
from seamark.model.spans import Spans

_TAG = re.compile(r"O|[BIESLUM]-\S+")
_NUMBER = re.compile(r"[0-9]+(?:[-.][0-9]+)?")
_COMMENT = re.compile(r"#(?:\s*\w+\s*=|begin document|end document|\s+\S+://)")
_DOCUMENT = "-DOCSTART-"
#: What tags that go on or end mean where a sentence begins.
_AT_START = {"I-": "B-", "M-": "B-", "E-": "S-", "L-": "S-"}


class Tokens(NamedTuple):
    """The tokens of a file: their cells by columns, and the first tokens and lines of sentences and documents."""

    columns: list[list[str]]
    sentences: array[int]
    lines: array[int]
    documents: array[int]


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans that tags make; ``layer`` chooses a column by its number, from 1."""
    tokens = _tokens(source)
    tagged = _tag_columns(tokens.columns)
    column = _chosen(source, options.layer, tagged, len(tokens.columns))
    numbered = len(tokens.columns) > 2 and all(map(_NUMBER.fullmatch, tokens.columns[0]))
    found = Reading(kind="spans")
    stops = [*tokens.documents[1:], len(tokens.columns[0])]
    for number, (start, stop) in enumerate(zip(tokens.documents, stops, strict=True), start=1):
        item = source.item if len(stops) == 1 else f"{source.item}-{number}"
        coding = _spans(source, tokens, tokens.columns[column], start, stop)
        found.codings.append(ReadCoding(item, source.coder or ONLY_CODER, coding, source.name))
        found.texts[item] = tokens.columns[int(numbered)][start:stop]
    if len(tagged) > 1 and options.layer is None:
        listed = ", ".join(str(number + 1) for number in tagged)
        found.notes.append(f"{source.name}: columns {listed} hold tags; column {column + 1} was read (--layer chooses)")
    return found


def _tokens(source: Source) -> Tokens:
    """The tokens; words and tags come again and again, and are kept once."""
    known: dict[str, str] = {}
    tokens = Tokens([], array("q"), array("q"), array("q"))
    count, sentence_begins, document_begins = 0, True, True
    for number, line in enumerate(source.lines, start=1):
        cells = line.split("\t") if "\t" in line else line.split()
        if cells and cells[0] == _DOCUMENT:
            sentence_begins = document_begins = True
        elif not line.strip():
            sentence_begins = True
        elif not (_COMMENT.match(line) and sentence_begins):
            width = len(tokens.columns)
            if len(cells) < 2 or len(cells) != (width or len(cells)):
                raise source.error(f"the line has {len(cells)} columns; expected {width or 'two or more'}", number)
            if not width:
                tokens.columns.extend([] for _ in cells)
            if document_begins:
                tokens.documents.append(count)
            if sentence_begins:
                tokens.sentences.append(count)
                tokens.lines.append(number)
            sentence_begins = document_begins = False
            for column, cell in zip(tokens.columns, cells, strict=True):
                column.append(known.setdefault(cell, cell))
            count += 1
    if not count:
        raise source.error("has no tokens; expected lines such as 'Paris B-LOC'")
    return tokens


def _spans(source: Source, tokens: Tokens, tags: Sequence[str], start: int, stop: int) -> Spans:
    """The spans of a document, from a token to another: none goes on from one sentence to the next."""
    own = list(tags[start:stop])
    first, last = (bisect_left(tokens.sentences, token) for token in (start, stop))
    for place in tokens.sentences[first:last]:
        tag = tags[place]
        own[place - start] = _AT_START.get(tag[:2], tag[:2]) + tag[2:]
    try:
        return Spans.from_tags(own)
    except InputError:
        for number in range(first, last):
            following = tokens.sentences[number + 1] if number + 1 < last else stop
            with errors_at(source.name, tokens.lines[number]):
                Spans.from_tags(tags[tokens.sentences[number] : following])
        raise


def _tag_columns(columns: Sequence[Sequence[str]]) -> list[int]:
    """The columns in which there is nothing but tags, of which one at least is not O."""
    distinct = [set(column) for column in columns]
    return [n for n, tags in enumerate(distinct) if n and tags != {"O"} and all(map(_TAG.fullmatch, tags))]


def _chosen(source: Source, layer: str | None, tagged: Sequence[int], width: int) -> int:
    if layer is None and not tagged:
        raise source.error("has no column of tags such as B-PER, I-PER and O", option="layer")
    if layer is not None and not (layer.isdecimal() and 2 <= int(layer) <= width):
        raise source.error(f"{OPTION} is {layer!r}; expected the number of a column, from 2 to {width}", option="layer")
    return tagged[-1] if layer is None else int(layer) - 1


def _matches(head: Head) -> bool:
    """Whether all lines have as many columns, and one of them holds tags."""
    lines = [line for line in head.lines if not _COMMENT.match(line) and not line.startswith(_DOCUMENT)]
    rows = [line.split("\t") if "\t" in line else line.split() for line in lines[:-1] or lines]
    # Old files of WebAnno, which are not read, have columns of tags, too.
    if len(set(map(len, rows))) != 1 or "#text=" in head.text:
        return False
    return bool(_tag_columns(list(zip(*rows, strict=True))))


CONLL = unit_format(
    FormatName(
        "conll",
        "columns of tags, such as B-PER (CoNLL, BIO)",
        (".conll", ".bio", ".iob", ".iob2", ".conllu", ".txt", ".tsv"),
    ),
    _matches,
    read,
    layers=True,
    task="entities",
)
