"""Labels, spans and levels as long tables, one row per segment or span; positions count units from 0.

======  ==========================================================================================
labels  item, coder, mass, start, label
levels  item, coder, mass, level, start and, where levels have labels, label; level 1 is the coarsest
spans   item, coder, mass, start, end, category; a row without start and end is a coder who marked
        nothing
======  ==========================================================================================

A label made of digits is a number, any other a name, and an empty cell is None. Every row that is written has the mass,
the number of units of the item; in a file to read, one row per item is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from seamark.errors import InputError
from seamark.io.delimited import Row, encode_table, whole_cell, write_row
from seamark.io.features import Label, checked_label
from seamark.io.reading import ModelCoding, Reading
from seamark.io.source import Source
from seamark.model.corpora import OtherCoding, OtherCorpus, OtherModel, model_of_corpus
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Spans

_SHARED = ("item", "coder", "mass")
#: The columns of each model: those that must be there, and all.
COLUMNS: dict[OtherModel, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "levels": ((*_SHARED, "level", "start"), (*_SHARED, "level", "start", "label")),
    "spans": ((*_SHARED, "start", "end"), (*_SHARED, "start", "end", "category")),
    "labels": ((*_SHARED, "start", "label"), (*_SHARED, "start", "label")),
}
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")


def model_of_header(cells: Sequence[str]) -> OtherModel | None:
    """The model whose columns these are; None when they are of no model.

    Examples
    --------
    >>> model_of_header(["item", "coder", "mass", "start", "end"]), model_of_header(["start", "end", "label"])
    ('spans', None)
    """
    names = set(cells)
    for model, (needed, known) in COLUMNS.items():
        if names.issuperset(needed) and names.issubset(known):
            return model
    return None


class _Cells(NamedTuple):
    """A row of one coding, with the numbers and the label in it."""

    line: int
    level: int
    start: int | None
    end: int | None
    label: Label


def read_rows(source: Source, header: Sequence[str], rows: Iterator[Row], model: OtherModel) -> Reading:
    """The codings of a table whose header is that of a model."""
    if len(set(header)) < len(header):
        raise source.error("the header has a column twice", 1)
    masses: dict[str, int] = {}
    codings: dict[tuple[str, str], list[_Cells]] = {}
    for line, cells in rows:
        row = dict(zip(header, cells, strict=True))
        item, coder = row["item"], row["coder"]
        if not item or not coder:
            raise source.error(f"the {'coder' if item else 'item'} is empty; expected a name", line)
        note_mass(source, masses, item, row["mass"], line)
        start, end, level = (
            whole_cell(source, cell, f"the {name}", line) if (cell := row.get(name, "")) else None
            for name in ("start", "end", "level")
        )
        if "level" in row and level is None:
            raise source.error("the level is empty; expected a number from 1, the coarsest", line)
        label = label_in(row.get("category", row.get("label", "")))
        codings.setdefault((item, coder), []).append(_Cells(line, level or 1, start, end, label))
    reading = Reading(model=model)
    make = partial(_levels, labels="label" in header) if model == "levels" else _MAKERS[model]
    for (item, coder), mine in codings.items():
        if item not in masses:
            raise source.error(f"no row tells the mass of item {item!r}", mine[0].line)
        try:
            coding = make(mine, masses[item])
        except InputError as error:
            raise source.error(f"item {item!r}, coder {coder!r}: {error}", mine[-1].line) from None
        reading.models.append(ModelCoding(item, coder, coding, source.name))
    return reading


def note_mass(source: Source, masses: dict[str, int], item: str, cell: str, line: int) -> None:
    """Take note of the mass of an item where a row tells it; every row that does tells the same."""
    if not cell:
        return
    mass = whole_cell(source, cell, "the mass", line)
    if masses.setdefault(item, mass) != mass:
        raise source.error(f"item {item!r} has mass {mass} here and {masses[item]} above; expected one mass", line)


def label_in(cell: str) -> Label:
    """Digits are a number, anything else a name, nothing is None."""
    if not cell:
        return None
    return int(cell) if _WHOLE.fullmatch(cell) else cell


def _spans(rows: Sequence[_Cells], mass: int) -> Spans:
    if len(rows) == 1 and rows[0].start is None and rows[0].end is None and rows[0].label is None:
        return Spans([], length=mass)
    for row in rows:
        if row.start is None or row.end is None:
            raise InputError("a row has no start or no end; only a coder who marked nothing has such a row, and one")
    return Spans([(row.start, row.end, row.label) for row in rows], length=mass)


def _labelled(rows: Sequence[_Cells], mass: int) -> LabelledSegmentation:
    return LabelledSegmentation.from_positions(_starts(rows)[1:], mass, [row.label for row in rows])


def _starts(rows: Sequence[_Cells]) -> list[int]:
    starts = [row.start for row in rows if row.start is not None]
    if len(starts) < len(rows) or starts[0] != 0:
        raise InputError(f"the first segment starts at {rows[0].start}; expected the starts of all segments, from 0 on")
    return starts


def _levels(rows: Sequence[_Cells], mass: int, *, labels: bool) -> Hierarchy:
    numbers = sorted({row.level for row in rows})
    if numbers != list(range(1, len(numbers) + 1)):
        raise InputError(f"the levels are {', '.join(map(str, numbers))}; expected 1, the coarsest, 2, ...")
    by_level = [[row for row in rows if row.level == number] for number in numbers]
    if labels:
        labelled = [_labelled(level, mass) for level in by_level]
        return Hierarchy.from_labelled(labelled, nested=is_nested([level.segmentation for level in labelled]))
    plain = [Segmentation.from_positions(_starts(level)[1:], mass) for level in by_level]
    return Hierarchy.from_levels(plain, nested=is_nested(plain))


_MAKERS: dict[str, Callable[[Sequence[_Cells], int], OtherCoding]] = {"labels": _labelled, "spans": _spans}


# ------------------------------------------------------------------------------------------------------------ writing


def write_rows(corpus: OtherCorpus, separator: str) -> Iterator[bytes]:
    """A table with a row for every segment or span."""
    model = model_of_corpus(corpus)
    needed, known = COLUMNS[model]
    labelled = model != "levels" or _with_labels(corpus)
    yield write_row(known if labelled else needed, separator).encode()
    for item in corpus:
        rows = []
        for coder, coding in corpus[item].items():
            start = write_row((item, coder, corpus._sizes[item]), separator).removesuffix("\n") + separator
            rows += [start + write_row(cells, separator) for cells in _cells_of(coding)]
        yield encode_table(rows)


def _with_labels(corpus: Any) -> bool:
    """Whether all hierarchies have labels; some with and some without them would not read back as they were."""
    found = {one.labelled is not None for one in corpus.codings}
    if len(found) > 1:
        raise InputError("some hierarchies have labels and some have none; a table keeps one kind, use JSON")
    return True in found


def _cells_of(coding: OtherCoding) -> Iterator[tuple[object, ...]]:
    if isinstance(coding, Spans):
        yield from ((span.start, span.end, label_out(span.category)) for span in coding)
        if not len(coding):
            yield "", "", ""
    elif isinstance(coding, LabelledSegmentation):
        starts = (0, *coding.segmentation.positions)
        yield from ((start, label_out(label)) for start, label in zip(starts, coding.labels, strict=True))
    else:
        for number, level in enumerate(coding.labelled or (), start=1):
            yield from ((number, *cells) for cells in _cells_of(level))
        for number, plain in enumerate(() if coding.labelled else coding.segmentations, start=1):
            yield from ((number, start) for start in (0, *plain.positions))


def label_out(label: object) -> str:
    """A label as a cell that reads back as it was."""
    kept = checked_label(label)
    text = "" if kept is None else str(kept)
    if label_in(text) != kept or type(label_in(text)) is not type(kept):
        raise InputError(f"label {kept!r} would read back as {label_in(text)!r}; use JSON")
    return text
