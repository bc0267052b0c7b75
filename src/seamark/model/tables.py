"""Tables of codings: the columns of each kind, and the one way from rows or frames to codings and back.

A table with a row for every mark (CSV, TSV, data frames); positions count units from 0, level 1 is the coarsest:

==========  =====================================================================================
boundaries  item, coder, mass, position and, where there are several types, type
labels      item, coder, mass, start, label
levels      item, coder, mass, level, start and, where levels have labels, label
spans       item, coder, mass, start, end, category
==========  =====================================================================================

A row of boundaries or spans without a mark says that the coder coded the item; it is the only row of a coding that has
none; a boundary without a type has the one that boundaries have by default. Every row that is written has the mass, the
number of units of the item; to read, one row per item is enough.

A table with a row for every coding (JSON, Parquet, Arrow) has lists in its cells:

==========  =====================================================================================
boundaries  item, coder, mass, positions and, where there are several, types; or masses
labels      item, coder, masses, labels
levels      item, coder, levels (masses of each, the coarsest first), perhaps labels of each, nested
spans       item, coder, mass, starts, ends, categories
==========  =====================================================================================
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from seamark.base.checks import shown
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.kernels.columns import LARGEST_MASS
from seamark.model.codings import AnyCoding, Kind
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Spans

if TYPE_CHECKING:
    from seamark.model.corpus import Corpus

#: Makes an error that names the place of a row, such as its line.
Fault: TypeAlias = Callable[[str, int], InputError]
#: A coding that a row or rows represent; masses that need no look stay a list.
RowCoding: TypeAlias = "list[int] | AnyCoding"


#: The columns of a table with a row for every mark: item, coder, mass, the numbers of the mark, and last its name.
_MARK_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "boundaries": ("item", "coder", "mass", "position", "type"),
    "levels": ("item", "coder", "mass", "level", "start", "label"),
    "spans": ("item", "coder", "mass", "start", "end", "category"),
    "labels": ("item", "coder", "mass", "start", "label"),
}
#: The columns of a table with a row for every coding, after item, coder and mass; the first determines the kind.
LIST_COLUMNS: dict[Kind, tuple[str, ...]] = {
    "levels": ("levels", "labels", "nested"),
    "spans": ("starts", "ends", "categories"),
    "labels": ("labels", "masses"),
    "boundaries": ("positions", "masses", "types"),
}


def mark_columns(kind: Kind, *, named: bool) -> tuple[str, ...]:
    """The columns of a table with a row for every mark, with the name of the mark or without; labels always have it."""
    return _MARK_COLUMNS[kind] if named or kind == "labels" else _MARK_COLUMNS[kind][:-1]


def kind_of_marks(names: Iterable[str]) -> Kind | None:
    """The kind of a table that has these columns and a row for every mark; None when it is none of these.

    Examples
    --------
    >>> kind_of_marks(["item", "coder", "mass", "start", "end"]), kind_of_marks(["start", "end", "label"])
    ('spans', None)
    """
    given = set(names)
    for kind, columns in _MARK_COLUMNS.items():
        if set(mark_columns(kind, named=False)) <= given <= set(columns):
            return kind
    return None


def kind_of_lists(names: Iterable[str]) -> Kind:
    """The kind of a table that has these columns and a row for every coding.

    Examples
    --------
    >>> kind_of_lists(["item", "coder", "masses", "labels"]), kind_of_lists(["item", "coder", "masses"])
    ('labels', 'boundaries')
    """
    given = set(names)
    return next((kind for kind, columns in LIST_COLUMNS.items() if columns[0] in given), "boundaries")


# --------------------------------------------------------------------------------- a row for every coding: lists


def coding_of(kind: Kind, row: Mapping[str, Any]) -> RowCoding:
    """The coding in a row of lists; an error says what is wrong with it, or what contradicts what.

    Examples
    --------
    >>> coding_of("spans", {"mass": 20, "starts": [2], "ends": [8], "categories": ["A"]})
    Spans([(2, 8, 'A')], length=20)
    """
    mass = row.get("mass")
    if kind == "spans":
        starts, ends = _list(row, "starts"), _list(row, "ends")
        categories = [None] * len(starts) if row.get("categories") is None else _list(row, "categories")
        if not len(starts) == len(ends) == len(categories):
            raise InputError(f"{len(starts)} starts, {len(ends)} ends and {len(categories)} categories")
        return Spans(list(zip(starts, ends, categories, strict=True)), length=mass)  # type: ignore[arg-type]  # which refuses None
    if kind == "boundaries":
        return _boundaries(row, mass)
    made: LabelledSegmentation | Hierarchy
    if kind == "labels":
        made = _labelled(_segments(row.get("masses")), row.get("labels"))
    else:
        made = _hierarchy(list(map(_segments, _list(row, "levels"))), row.get("labels"), row.get("nested"))
    if mass not in (None, made.mass):
        raise InputError(f"the masses add up to {made.mass}, the mass is {mass}")
    return made


def _boundaries(row: Mapping[str, Any], mass: Any) -> list[int] | Segmentation:
    types, has_masses = row.get("types"), row.get("masses") is not None
    if has_masses == (row.get("positions") is not None) or (has_masses and types is not None):
        raise InputError("expected either masses, or positions with the mass and perhaps types")
    if not has_masses:
        types = None if types is None else _list(row, "types")
        return Segmentation.from_positions(_list(row, "positions"), mass, types)
    masses: list[int] = _list(row, "masses")
    if set(map(type, masses)) != {int} or min(masses) < 1 or sum(masses) > LARGEST_MASS:
        Segmentation.from_masses(masses)  # says what is wrong
    if mass not in (None, sum(masses)):
        raise InputError(f"the masses add up to {sum(masses)}, the mass is {mass}")
    return masses


def _hierarchy(levels: list[Segmentation], labels: Any, nested: bool | None) -> Hierarchy:
    nested = False if nested is None else nested
    if labels is None:
        return Hierarchy.from_levels(levels, nested=nested)
    if not isinstance(labels, list) or len(labels) != len(levels):
        raise InputError(f"the labels of {len(levels)} levels are {labels!r}; expected a list of as many lists")
    return Hierarchy.from_labelled(list(map(_labelled, levels, labels)), nested=nested)


def _segments(masses: Any) -> Segmentation:
    return Segmentation.from_masses(_list({"masses": masses}, "masses"))


def _starting(starts: list[int], mass: int) -> Segmentation:
    """Segments that start there, the first at 0."""
    if not len(starts) or starts[0] != 0:
        raise InputError(f"the segments start at {list(starts[:3])}; expected the starts of all segments, from 0 on")
    if any(later <= start for start, later in pairwise(starts)):
        raise InputError("the starts of segments do not ascend")
    return Segmentation.from_positions(starts[1:], mass)


def _labelled(segments: Segmentation, labels: Any) -> LabelledSegmentation:
    if not isinstance(labels, list) or len(labels) != len(segments.masses):
        raise InputError(f"the labels of {len(segments.masses)} segments are {labels!r}; expected a list of as many")
    return LabelledSegmentation.from_positions(segments.positions, segments.mass, labels)


def _list(row: Mapping[str, Any], name: str) -> Any:
    value = row.get(name)
    if not isinstance(value, list | np.ndarray):
        raise InputError(f"{name} is {value!r}; expected a list")
    return value


def lists_of(coding: AnyCoding) -> dict[str, Any]:
    """A coding as lists, from which ``coding_of`` makes it again.

    Examples
    --------
    >>> lists_of(Segmentation.from_positions([2], 5, ["scene"]))
    {'positions': [2], 'types': ['scene']}
    """
    if isinstance(coding, Segmentation):
        if coding.types in ((), (DEFAULT_TYPE,)):
            return {"masses": list(coding.masses)}
        places, types = zip(*coding.boundaries, strict=True)
        return {"positions": list(places), "types": list(types)}
    if isinstance(coding, Spans):
        starts, ends, categories = zip(*coding, strict=True) if len(coding) else ((), (), ())
        return {"starts": list(starts), "ends": list(ends), "categories": list(categories)}
    if isinstance(coding, LabelledSegmentation):
        return {"masses": list(coding.masses), "labels": list(coding.labels)}
    masses = [list(level.masses) for level in coding.segmentations]
    labels = None if coding.labelled is None else [list(level.labels) for level in coding.labelled]
    return {"levels": masses, "labels": labels, "nested": coding.nested}


# ------------------------------------------------------------------------------------------- a row for every mark


class _Marks:
    """The marks of one coding as columns, and the places of its first and its last row."""

    __slots__ = ("first", "last", "names", "numbers")

    def __init__(self, place: int, columns: int) -> None:
        self.numbers = [array("q") for _ in range(columns)]
        self.names: list[Hashable] = []
        self.first = self.last = place


def codings_of_rows(
    kind: Kind,
    header: Sequence[str],
    rows: Iterable[tuple[int, Sequence[Any]]],
    fault: Fault,
    *,
    number: Callable[[Any, str, int, Fault], int],
    name: Callable[[Any], Hashable] = lambda cell: cell,
) -> Iterator[tuple[str, str, RowCoding]]:
    """The item, the coder and the coding of a table with a row for every mark, in the order in which codings begin.

    Parameters
    ----------
    header
        The names of the columns, which are those of the kind.
    rows
        The place of each row, such as its line, and its cells; a cell that is empty or None says nothing.
    fault
        Makes the error about a row.
    number, name
        Read the whole number, or the name of a mark, in a cell.
    """
    column = {called: place for place, called in enumerate(header)}
    of_item, of_coder, of_mass = column["item"], column["coder"], column["mass"]
    _, _, _, *numbers, called_name = _MARK_COLUMNS[kind]
    of_numbers = [column[called] for called in numbers]
    of_name = column.get(called_name)
    of_marks = of_numbers if of_name is None else [*of_numbers, of_name]
    known_masses: dict[str, int] = {}
    found: dict[tuple[str, str], _Marks] = {}
    known: dict[Any, Hashable] = {}
    for place, cells in rows:
        item, coder = key = cells[of_item], cells[of_coder]
        if not item or not coder:
            raise fault(f"the {'coder' if item else 'item'} is empty; expected a name", place)
        if cells[of_mass] not in ("", None):
            mass = number(cells[of_mass], "the mass", place, fault)
            if (told := known_masses.setdefault(item, mass)) != mass:
                raise fault(f"item {item!r} has mass {mass} here and {told} above; expected one mass", place)
        marks = found.get(key)
        if marks is None:
            marks = found[key] = _Marks(place, len(numbers))
        named = None if of_name is None else cells[of_name]
        if kind in ("boundaries", "spans") and all(cells[one] in ("", None) for one in of_marks):
            continue  # the coder coded the item
        for called, of_number, values in zip(numbers, of_numbers, marks.numbers, strict=True):
            values.append(number(cells[of_number], f"the {called}", place, fault))
        if named not in known:
            known[named] = name(named)
        marks.names.append(known[named])
        marks.last = place
    for (item, coder), marks in found.items():
        if item not in known_masses:
            raise fault(f"no row has the mass of item {item!r}", marks.first)
        try:
            coding = _coding_of_marks(kind, marks, known_masses[item], named=of_name is not None)
        except InputError as error:
            raise fault(f"item {item!r}, coder {coder!r}: {error}", marks.last) from None
        yield item, coder, coding


def _coding_of_marks(kind: Kind, marks: _Marks, mass: int, *, named: bool) -> AnyCoding:
    columns = [np.frombuffer(values, dtype=np.int64) for values in marks.numbers]
    if kind == "boundaries":
        types = [DEFAULT_TYPE if name is None else name for name in marks.names]
        return Segmentation.from_positions(columns[0], mass, types if named else None)
    if kind == "spans":
        return Spans(list(zip(columns[0].tolist(), columns[1].tolist(), marks.names, strict=True)), length=mass)
    if kind == "labels":
        return _labelled(_starting(columns[0].tolist(), mass), marks.names)
    levels: dict[int, tuple[list[int], list[Hashable]]] = {}
    for level, start, name in zip(*marks.numbers, marks.names, strict=True):
        starts, names = levels.setdefault(level, ([], []))
        starts.append(start)
        names.append(name)
    if sorted(levels) != list(range(1, len(levels) + 1)):
        raise InputError(f"the levels are {', '.join(map(str, sorted(levels)))}; expected 1, the coarsest, 2, ...")
    ordered = [levels[level] for level in sorted(levels)]
    made = [_starting(starts if named else sorted(starts), mass) for starts, _ in ordered]
    return _hierarchy(made, [names for _, names in ordered] if named else None, None)


def require_columns(kind: Kind, header: Sequence[str], fault: Fault) -> None:
    """Refuse a header that is not that of a table with a row for every mark."""
    needed, every = mark_columns(kind, named=False), mark_columns(kind, named=True)
    if not set(needed) <= set(header) <= set(every) or len(set(header)) < len(header):
        also = "" if needed == every else f" and optionally {every[-1]}"
        raise fault(f"the header is {', '.join(header)}; expected the columns {', '.join(needed)}{also}", 1)


def used_types(corpus: Corpus) -> tuple[Hashable, ...]:
    """The boundary types, labels or categories that any coding has."""
    codings = corpus.codings
    start, stop = codings.offsets[[0, -1]].tolist()
    if codings.codes is None or start == stop:
        return () if start == stop else codings.names[:1]
    return tuple(codings.names[code] for code in np.unique(codings.codes[start:stop]).tolist())


def has_names(corpus: Corpus) -> bool:
    """Whether a table has the column of names: types of boundaries and labels of levels only where there are some."""
    if corpus.kind == "boundaries":
        return not set(used_types(corpus)) <= {DEFAULT_TYPE}
    if corpus.kind == "levels" and corpus.codings.codes is not None and not corpus.codings.has_level_labels:
        raise InputError("some hierarchies have labels and some have none; a table keeps one kind, use JSON")
    return corpus.codings.codes is not None


def rows_of(coding: AnyCoding, *, named: bool) -> Iterator[tuple[object, ...]]:
    """The cells of a coding after item, coder and mass, with names or without them; ``codings_of_rows`` reads them."""
    if isinstance(coding, Segmentation):
        for place, label in coding.boundaries:
            yield (place, label) if named else (place,)
        if not coding.boundaries:
            yield (None, None) if named else (None,)
    elif isinstance(coding, Spans):
        yield from ((span.start, span.end, span.category) for span in coding)
        if not len(coding):
            yield None, None, None
    elif isinstance(coding, LabelledSegmentation):
        starts = (0, *coding.segmentation.positions)
        yield from ((at, label) for at, label in zip(starts, coding.labels, strict=True))
    elif coding.labelled is not None:
        for number, level in enumerate(coding.labelled, start=1):
            yield from ((number, *cells) for cells in rows_of(level, named=True))
    else:
        for number, plain in enumerate(coding.segmentations, start=1):
            yield from ((number, start) for start in (0, *plain.positions))


# --------------------------------------------------------------------------------------------------------- data frames


def columns_of_frame(frame: object) -> tuple[list[str], list[str], list[RowCoding]]:
    """The item, the coder and the coding of every coding in a frame, as ``Corpus.from_frame`` reads it."""
    opened = _opened(frame)
    if not _are_declared(header := _header_of(opened)):
        raise InputError(
            f"the frame has the columns {', '.join(map(str, header))}; expected those of a kind, such as item, "
            "coder, mass, position; load(frame, columns=...) takes the names of others"
        )
    table = _columns_of(opened)
    table.setdefault("coder", ["coder"] * len(table["item"]))
    for role in ("item", "coder"):
        table[role] = [_name(value, role, row) for row, value in enumerate(table[role])]
    rows = list(zip(*table.values(), strict=True))
    if (kind := kind_of_marks(table)) is not None:
        codings = list(codings_of_rows(kind, list(table), enumerate(rows), _fault, number=_whole))
    else:
        lists = (dict(zip(table, map(_plain, row), strict=True)) for row in rows)
        codings = [_coding_of_lists(number, cells) for number, cells in enumerate(lists)]
    return [item for item, _, _ in codings], [coder for _, coder, _ in codings], [coding for _, _, coding in codings]


def _fault(message: str, row: int) -> InputError:
    return InputError(f"row {row}: {message}")


def mark_rows(corpus: Corpus) -> dict[str, list[Any]]:
    """The columns of a table with a row for every mark."""
    named = has_names(corpus)
    rows = [
        (item, coder, mass, *cells)
        for item, mass in corpus.lengths.items()
        for coder, coding in corpus[item].items()
        for cells in rows_of(coding, named=named)
    ]
    header = mark_columns(corpus.kind, named=named)
    return {name: list(cells) for name, cells in zip(header, zip_longest(*rows), strict=True)}


def is_frame(value: object) -> bool:
    """Whether a value is a data frame of pandas or polars, an Arrow table, or has the Arrow interface of one."""
    return (hasattr(value, "columns") and (hasattr(value, "isna") or hasattr(value, "to_dicts"))) or (
        hasattr(value, "__arrow_c_stream__") and not hasattr(value, "to_list")
    )


def has_declared_columns(frame: Any) -> bool:
    """Whether the columns of a frame have the names that are declared for a kind."""
    return _are_declared(_header_of(_opened(frame)))


def _are_declared(header: Collection[str]) -> bool:
    lists = {"masses", "positions", LIST_COLUMNS[kind_of_lists(header)][0]}
    return "item" in header and (kind_of_marks({*header, "coder"}) is not None or not lists.isdisjoint(header))


def _opened(frame: Any) -> Any:
    """The frame, or the table of Arrow that its interface gives."""
    if not is_frame(frame):
        raise InputError(f"the frame is {shown(frame)}; expected a data frame of pandas or polars, or an Arrow table")
    if hasattr(frame, "columns"):
        return frame
    return require("pyarrow", package="pyarrow", extra="formats", what="an Arrow table").table(frame)


def _header_of(frame: Any) -> list[str]:
    return list(getattr(frame, "column_names", frame.columns))


def _columns_of(frame: Any) -> dict[str, list[Any]]:
    """The columns of a frame as lists, with None where a value is missing."""
    header = _header_of(frame)
    if len(set(header)) < len(header):
        raise InputError(f"the frame has several columns of one name: {shown(header)}")
    columns = {}
    for name in header:
        column = frame[name]
        if hasattr(column, "isna"):  # pandas has several values for what is missing
            column = column.astype(object).where(column.notna(), None)
        columns[name] = column.to_list() if hasattr(column, "to_list") else column.to_pylist()
    return columns


def _name(value: object, role: str, row: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise _fault(f"the {role} is {shown(value)}; expected a name or a whole number", row)


def _plain(cell: Any) -> Any:
    """A cell with lists in the place of arrays, also within it."""
    listed = cell.tolist() if hasattr(cell, "tolist") else cell
    nested = isinstance(listed, list) and listed and hasattr(listed[0], "tolist")
    return [_plain(one) for one in listed] if nested else listed


def _whole(value: Any, what: str, row: int, fault: Fault) -> int:
    """A whole number, which pandas holds as a float where others in its column are missing."""
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    if not isinstance(number, Integral) or isinstance(number, bool):
        raise fault(f"{what} is {shown(value)}; expected a whole number", row)
    return int(number)


def _coding_of_lists(number: int, row: dict[str, Any]) -> tuple[str, str, Any]:
    try:
        return row["item"], row["coder"], coding_of(kind_of_lists(row), row)
    except InputError as error:
        raise _fault(f"item {shown(row['item'])}, coder {shown(row['coder'])}: {error}", number) from None
