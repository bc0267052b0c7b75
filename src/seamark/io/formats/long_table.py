"""The long table, CSV or TSV, of any kind of coding: a row for every mark, with the columns of ``io.tables``."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from functools import partial

from seamark.base.errors import InputError
from seamark.io.format import Format, ReadOptions, used_types
from seamark.io.reading import Coding, CodingRows, Reading
from seamark.io.source import Head, Source, encode_table, read_table, separator_of, write_row
from seamark.io.tables import (
    MARK_COLUMNS,
    SMALLEST,
    boundaries_in_columns,
    codings_of_rows,
    kind_of_marks,
    require_columns,
    rows_of,
)
from seamark.model.codings import KINDS
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a long table; a large one of boundaries in columns, where nothing is unusual about it."""
    if (found := _in_columns(source)) is not None:
        return Reading(rows=found)
    header, rows = read_table(source)
    names = [name.strip().casefold() for name in header]
    kind = kind_of_marks(names) or "boundaries"
    require_columns(kind, names, source.error)
    codings = codings_of_rows(kind, names, rows, source.error)
    return Reading([Coding(*one, source.name) for one in codings], kind=kind)


def _in_columns(source: Source) -> CodingRows | None:
    start = source.data.find(b"\n") + 1
    first = source.data[:start].removeprefix(codecs.BOM_UTF8).rstrip()
    if len(source.data) < SMALLEST or source.encoding != "utf-8" or not first.isascii():
        return None
    separator = separator_of(first.decode()) or ","
    columns = [name.strip().casefold() for name in first.decode().split(separator)]
    if kind_of_marks(columns) != "boundaries" or len(set(columns)) < len(columns):
        return None
    return boundaries_in_columns(source.data, start, columns, separator, source.name)


def write(corpus: Corpus, *, separator: str) -> Iterator[bytes]:
    """A row for every mark; boundary types, and labels of levels, where there are some."""
    needed, every = MARK_COLUMNS[corpus.kind].needed, MARK_COLUMNS[corpus.kind].every
    named = _has_names(corpus)
    yield write_row(every if named else needed, separator).encode()
    for item, mass in corpus.lengths.items():
        rows = []
        for coder, coding in corpus[item].items():
            start = write_row((item, coder, mass), separator).removesuffix("\n") + separator
            rows += [start + write_row(cells, separator) for cells in rows_of(coding, named=named)]
        yield encode_table(rows)


def _has_names(corpus: Corpus) -> bool:
    """Whether the column of names is written: types of boundaries and labels of levels only where there are some."""
    if corpus.kind == "boundaries":
        return not set(used_types(corpus)) <= {DEFAULT_TYPE}
    if corpus.kind != "levels":
        return True
    found = {one.labelled is not None for one in corpus.codings}
    if len(found) > 1:
        raise InputError("some hierarchies have labels and some have none; a table keeps one kind, use JSON")
    return True in found


def is_long_table(head: Head) -> bool:
    """Whether a file begins with the columns of a long table."""
    cells = head.header_cells
    if kind_of_marks(cells) is not None:
        return True
    # A wide table may have coders of these names, but begins with the unit.
    return {"item", "coder", "position"} <= set(cells) and cells[0] in MARK_COLUMNS["boundaries"].every


def _format(name: str, separators: str, title: str) -> Format:
    return Format(
        name,
        f"long table with {title}: item, coder, mass, position[, type]",
        (f".{name}",),
        lambda head: is_long_table(head) and (head.separator or " ") in separators,
        read,
        write_file=partial(write, separator=separators[0]),
        priority=1,
        measure="units",
        names="both",
        kinds=KINDS,
        columns="item, coder, mass, position and perhaps type",
    )


FORMATS = (_format("csv", ",;", "commas"), _format("tsv", "\t", "tabs"))
