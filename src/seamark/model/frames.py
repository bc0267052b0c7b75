"""A corpus from a data frame, and back: rows of boundaries, of units, or of whole codings."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from itertools import zip_longest
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from seamark.base.checks import mapping_of, shown, string_of
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.base.results import frame_of
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.tables import (
    LIST_COLUMNS,
    MARK_COLUMNS,
    Fault,
    coding_of,
    codings_of_rows,
    kind_of_lists,
    kind_of_marks,
    rows_of,
)

if TYPE_CHECKING:
    import pandas
    import polars

    from seamark.model.corpus import Corpus


#: Item and coder of a coding, and both with it.
_Names: TypeAlias = tuple[str, str]
_Row: TypeAlias = tuple[str, str, Any]


class CorpusFrames:
    """What a corpus has to do with data frames."""

    __slots__ = ()

    @classmethod
    def from_frame(
        cls,
        frame: object,
        *,
        item: str = "item",
        coder: str = "coder",
        masses: str | None = None,
        segment: str | None = None,
        position: str | None = None,
        mass: str | Mapping[Any, int] | None = None,
        type: str | None = None,
    ) -> Corpus:
        """From a data frame; the arguments name its columns, and one of three says what a row is.

        Without them the columns are those of ``to_pandas``, with a row for every boundary, segment or span, or those
        of a Parquet file, with a row for every coding and lists in it.

        Parameters
        ----------
        frame
            A data frame of pandas or polars, an Arrow table, or anything else with the Arrow interface. Items and
            coders are names or whole numbers.
        item, coder
            The columns with the item and the coder of a row.
        masses
            A row is a coding: the column holds its segment sizes, as lists.
        segment
            A row is a unit: the column says to which segment it belongs. The units of an item stand in their order.
        position
            A row is a boundary, after so many units. A row without a position says that the coder coded the item.
        mass
            With ``position``: the column with the number of units of the item, or a mapping from item to it.
        type
            With ``position``: the column with the type of the boundary.

        Raises
        ------
        InputError
            When a column is missing, or a row cannot be used.

        Examples
        --------
        >>> import pandas
        >>> from seamark import Corpus
        >>> units = pandas.DataFrame({"text": ["poem"] * 3, "who": ["ann"] * 3, "part": [1, 1, 2]})
        >>> Corpus.from_frame(units, item="text", coder="who", segment="part")["poem"]["ann"].masses
        (2, 1)
        """
        columns = _Columns(frame)
        if masses is segment is position is mass is type is None:
            corpus: Corpus = cast("Any", cls).from_columns(*zip(*columns.codings(item, coder), strict=True))
            return corpus
        given = [name for name in (masses, segment, position) if name is not None]
        if len(given) != 1:
            raise InputError(
                f"{len(given)} of masses, segment and position are given; expected one of them: the column with the "
                "segment sizes of a coding, the segment of a unit, or the position of a boundary"
            )
        if position is None and (mass is not None or type is not None):
            raise InputError("mass and type go with position: a row is then a boundary")
        items, coders = columns.names(item, "item"), columns.names(coder, "coder")
        names = list(zip(items, coders, strict=True))
        if masses is not None:
            rows = _of_lists(names, columns.filled(masses, "masses"))
        elif segment is not None:
            rows = _of_units(names, columns.filled(segment, "segment"))
        else:
            table = {"item": items, "coder": coders, "position": columns[string_of(position, "position")]}
            known: dict[str, int] = {}
            if isinstance(mass, str):
                table["mass"] = columns[mass]
            else:
                expected = "the column with the number of units of an item, or a mapping from item to it"
                given_masses = mapping_of(mass, "the masses of the items", expected)
                known = {_name(one, "an item of mass"): units for one, units in given_masses.items()}
            if type is not None:
                table["type"] = columns[string_of(type, "type")]
            cells = enumerate(zip(*table.values(), strict=True))
            rows = list(codings_of_rows("boundaries", list(table), cells, _fault, number=_whole, masses=known))
        made: Corpus = cast("Any", cls).from_columns(*([row[part] for row in rows] for part in range(3)))
        return made

    def to_pandas(self) -> pandas.DataFrame:
        """A row per boundary: item, coder, mass, position and, where there are several, type; needs pandas.

        Of labels, spans and levels, a row per segment or span: its start, and its label, end and category, or level.

        Examples
        --------
        >>> from seamark import Corpus
        >>> frame = Corpus({"poem": {"ann": [2, 3], "ben": [5]}}).to_pandas()
        >>> frame.columns.tolist(), len(frame)
        (['item', 'coder', 'mass', 'position'], 2)
        """
        return cast("pandas.DataFrame", frame_of("pandas", _mark_rows(cast("Corpus", self))))

    def to_polars(self) -> polars.DataFrame:
        """The rows of ``to_pandas`` as a data frame of polars, which must be installed."""
        return cast("polars.DataFrame", frame_of("polars", _mark_rows(cast("Corpus", self))))


def _fault(message: str, row: int) -> InputError:
    return InputError(f"row {row}: {message}")


def _mark_rows(corpus: Corpus) -> dict[str, list[Any]]:
    """The columns of a table with a row for every mark."""
    kind, names = corpus.kind, set(corpus.types)
    named = bool(names - {DEFAULT_TYPE}) if kind == "boundaries" else kind != "levels" or bool(names)
    rows = [
        (item, coder, mass, *cells)
        for item, mass in corpus.lengths.items()
        for coder, coding in corpus[item].items()
        for cells in rows_of(coding, named=named)
    ]
    header = MARK_COLUMNS[kind].every if named else MARK_COLUMNS[kind].needed
    return {name: list(cells) for name, cells in zip(header, zip_longest(*rows), strict=True)}


def is_frame(value: object) -> bool:
    """Whether a value is a data frame of pandas or polars, an Arrow table, or has the Arrow interface of one."""
    return (hasattr(value, "columns") and (hasattr(value, "isna") or hasattr(value, "to_dicts"))) or (
        hasattr(value, "__arrow_c_stream__") and not hasattr(value, "to_list")
    )


def has_declared_columns(frame: Any) -> bool:
    """Whether the columns of a frame have the names that are declared for a kind."""
    header = {*_Columns(frame).header, "coder"}
    return "item" in header and (kind_of_marks(header) is not None or _holds_lists(header))


def _holds_lists(names: Collection[str]) -> bool:
    """Whether columns have names of those that hold a list for every coding."""
    return not {"masses", "positions", LIST_COLUMNS[kind_of_lists(names)][0]}.isdisjoint(names)


class _Columns:
    """The columns of a frame as lists, with None where a value is missing."""

    def __init__(self, frame: Any) -> None:
        if not is_frame(frame):
            raise InputError(
                f"the frame is {shown(frame)}; expected a data frame of pandas or polars, or an Arrow table"
            )
        if not hasattr(frame, "columns"):
            frame = require("pyarrow", package="pyarrow", extra="formats", what="an Arrow table").table(frame)
        self._frame: Any = frame

    def __getitem__(self, name: str) -> list[Any]:
        known = self.header
        if known.count(name) != 1:
            fault = "several columns" if name in known else "no column"
            raise InputError(f"the frame has {fault} {shown(name)}; expected one of {shown(known)}")
        column = self._frame[name]
        if hasattr(column, "isna"):  # pandas has several values for what is missing
            column = column.astype(object).where(column.notna(), None)
        values: list[Any] = column.to_list() if hasattr(column, "to_list") else column.to_pylist()
        return values

    def codings(self, item: str, coder: str) -> list[_Row]:
        """Item, coder and coding of a table whose columns have the names that are declared for a kind."""
        called = {item: "item", coder: "coder"}
        header = [called.get(name, name) for name in self.header]
        marks = kind_of_marks({*header, "coder"})
        if "item" not in header or (marks is None and not _holds_lists(header)):
            raise InputError(
                f"the frame has the columns {', '.join(map(str, self.header))}; expected those of a kind, such as "
                "item, coder, mass, position; Corpus.from_frame and load(frame, columns=...) can be told which is which"
            )
        table: dict[str, list[Any]] = {"item": self.names(item, "item")}
        table["coder"] = self.names(coder, "coder") if coder in self.header else ["coder"] * len(table["item"])
        table |= {name: self[name] for name in self.header if name not in (item, coder)}
        if marks is not None:
            cells = enumerate(zip(*table.values(), strict=True))
            return list(codings_of_rows(marks, list(table), cells, _fault, number=_whole))
        kind = kind_of_lists(header)
        rows = [dict(zip(table, map(_plain, row), strict=True)) for row in zip(*table.values(), strict=True)]
        return [
            (row["item"], row["coder"], _built(number, (row["item"], row["coder"]), coding_of, kind, row))
            for number, row in enumerate(rows)
        ]

    @property
    def header(self) -> list[str]:
        """The names of all columns."""
        return list(getattr(self._frame, "column_names", self._frame.columns))

    def filled(self, name: str, what: str) -> list[Any]:
        """A column in which nothing is missing."""
        values = self[string_of(name, what)]
        if None in (missing := [None if value is None else True for value in values]):
            raise InputError(
                f"row {missing.index(None)} has no value in column {shown(name)}; expected one, or no such row"
            )
        return values

    def names(self, name: str, what: str) -> list[str]:
        """A column of names; whole numbers are names, too."""
        return [_name(value, f"row {row}: the {what}") for row, value in enumerate(self.filled(name, what))]


def _name(value: object, what: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise InputError(f"{what} is {shown(value)}; expected a name or a whole number")


def _of_lists(names: Iterable[_Names], cells: Iterable[Any]) -> list[_Row]:
    return [
        (*pair, _built(row, pair, coding_of, "boundaries", {"masses": _plain(cell)}))
        for row, (pair, cell) in enumerate(zip(names, cells, strict=True))
    ]


def _of_units(names: Iterable[_Names], segments: Iterable[Hashable]) -> list[_Row]:
    units: dict[_Names, list[Hashable]] = {}
    for pair, segment in zip(names, segments, strict=True):
        units.setdefault(pair, []).append(segment)
    return [(*pair, _built(0, pair, Segmentation.from_labels, labels)) for pair, labels in units.items()]


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


def _built(row: int, pair: _Names, make: Any, *given: Any) -> Any:
    try:
        return make(*given)
    except InputError as error:
        raise _fault(f"item {shown(pair[0])}, coder {shown(pair[1])}: {error}", row) from None
