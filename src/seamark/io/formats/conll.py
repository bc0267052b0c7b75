"""Columns of tags, as CoNLL shared tasks and taggers write them: a token per line, an empty line between sentences.

The token is the first column (or the second, where the first counts tokens), and tags such as B-PER are in the last
column that holds some. A line ``-DOCSTART-`` begins a document.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence

from seamark.base.errors import OPTION, InputError
from seamark.io.format import Format, ReadOptions
from seamark.io.reading import ONLY_CODER, ReadCoding, Reading
from seamark.io.source import Head, Source
from seamark.model.spans import Spans

_TAG = re.compile(r"O|[BIESLUM]-\S+")
_NUMBER = re.compile(r"[0-9]+(?:[-.][0-9]+)?")
_COMMENT = re.compile(r"#(?:\s*\w+\s*=|begin document|end document|\s+\S+://)")
_DOCUMENT = "-DOCSTART-"


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the spans that tags make; ``layer`` chooses a column by its number, from 1."""
    documents = list(_documents(source))
    if not documents:
        raise source.error("has no tokens; expected lines such as 'Paris B-LOC'")
    rows = [row for sentences in documents for sentence in sentences for row in sentence]
    tagged = _tag_columns([cells for _, cells in rows])
    column = _chosen(source, options.layer, tagged, len(rows[0][1]))
    numbered = len(rows[0][1]) > 2 and all(_NUMBER.fullmatch(cells[0]) for _, cells in rows)
    found = Reading(kind="spans")
    for number, sentences in enumerate(documents, start=1):
        item = source.item if len(documents) == 1 else f"{source.item}-{number}"
        spans: list[tuple[int, int, Hashable]] = []
        tokens: list[str] = []
        for sentence in sentences:
            try:
                marked = Spans.from_tags([cells[column] for _, cells in sentence])
            except InputError as error:
                raise source.error(str(error), sentence[0][0]) from None
            spans += [(len(tokens) + start, len(tokens) + end, category) for start, end, category in marked]
            tokens += [cells[int(numbered)] for _, cells in sentence]
        coding = Spans(spans, length=len(tokens))
        found.codings.append(ReadCoding(item, source.coder or ONLY_CODER, coding, source.name))
        found.texts[item] = tokens
    if len(tagged) > 1 and options.layer is None:
        listed = ", ".join(str(number + 1) for number in tagged)
        found.notes.append(f"{source.name}: columns {listed} hold tags; column {column + 1} was read (--layer chooses)")
    return found


def _documents(source: Source) -> Iterator[list[list[tuple[int, list[str]]]]]:
    """The documents as lists of sentences, which are lists of rows with their lines."""
    document: list[list[tuple[int, list[str]]]] = []
    width, begins = 0, True
    for number, line in enumerate(source.lines, start=1):
        cells = line.split("\t") if "\t" in line else line.split()
        if cells and cells[0] == _DOCUMENT:
            if document:
                yield document
            document, begins = [], True
        elif not line.strip():
            begins = True
        elif not (_COMMENT.match(line) and begins):
            if len(cells) < 2 or len(cells) != (width or len(cells)):
                raise source.error(f"the line has {len(cells)} columns; expected {width or 'two or more'}", number)
            width = len(cells)
            if begins:
                document.append([])
            document[-1].append((number, cells))
            begins = False
    if document:
        yield document


def _tag_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """The columns in which there is nothing but tags, of which one at least is not O."""
    columns = list(zip(*rows, strict=True))
    return [n for n, column in enumerate(columns) if n and set(column) != {"O"} and all(map(_TAG.fullmatch, column))]


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
    # Old files of WebAnno have columns of tags, too.
    return len(set(map(len, rows))) == 1 and bool(_tag_columns(rows)) and "#text=" not in head.text


CONLL = Format(
    "conll",
    "columns of tags, such as B-PER (CoNLL, BIO)",
    (".conll", ".bio", ".iob", ".iob2", ".conllu", ".txt", ".tsv"),
    _matches,
    read,
    measure="units",
    layers=True,
    task="entities",
)
