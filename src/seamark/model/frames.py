"""A corpus from a data frame, and back: rows of boundaries, of units, or of whole codings."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
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
        roles = {"item": string_of(item, "item"), "coder": string_of(coder, "coder")}
        named = {"masses": masses, "segment": segment, "position": position, "mass": mass, "type": type}
        given = {role: column for role, column in named.items() if column is not None}
        if given and len({"masses", "segment", "position"} & given.keys()) != 1:
            raise InputError(
                f"{', '.join(given)} are given; expected one of masses, segment and position: the column with the "
                "segment sizes of a coding, the segment of a unit, or the position of a boundary"
            )
        if position is None and len(given) > 1:
            raise InputError("mass and type go with position: a row is then a boundary")
        if segment is not None:
            rows = columns.codings_of_units(roles, segment)
        elif isinstance(mass, str) or position is None:
            others = given or {name: name for name in columns.header if name not in (item, coder)}
            rows = columns.codings(roles | cast("dict[str, str]", others))
        else:
            expected = "the column with the number of units of an item, or a mapping from item to it"
            known = mapping_of(given.pop("mass", None), "the masses of the items", expected)
            units = {_name(one, "an item of mass"): number for one, number in known.items()}
            rows = columns.codings(roles | cast("dict[str, str]", given), units)
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

    def codings(self, roles: Mapping[str, str], masses: Mapping[str, int] | None = None) -> list[_Row]:
        """Item, coder and coding of a table, of which the columns have these roles: the names that are declared for a
        kind. Where no column has the role of the mass, ``masses`` tells it.
        """
        header = {*roles, "coder", *(() if masses is None else ("mass",))}
        marks = kind_of_marks(header)
        if roles["item"] not in self.header or (marks is None and not _holds_lists(header)):
            raise InputError(
                f"the frame has the columns {', '.join(map(str, self.header))}; expected those of a kind, such as "
                "item, coder, mass, position; Corpus.from_frame and load(frame, columns=...) take the names of columns"
            )
        names = self._items_and_coders(roles)
        table: dict[str, list[Any]] = {"item": [item for item, _ in names], "coder": [coder for _, coder in names]}
        table |= {role: self[column] for role, column in roles.items() if role not in table}
        if marks is not None:
            cells = enumerate(zip(*table.values(), strict=True))
            return list(codings_of_rows(marks, list(table), cells, _fault, number=_whole, masses=masses))
        kind = kind_of_lists(header)
        rows = [dict(zip(table, map(_plain, row), strict=True)) for row in zip(*table.values(), strict=True)]
        return [(*pair, _built(row, pair, coding_of, kind, rows[row])) for row, pair in enumerate(names)]

    def codings_of_units(self, roles: Mapping[str, str], segment: str) -> list[_Row]:
        """The same of a table with a row for every unit, which tells the segment that the unit belongs to."""
        units: dict[_Names, list[Hashable]] = {}
        for pair, part in zip(self._items_and_coders(roles), self.filled(segment, "segment"), strict=True):
            units.setdefault(pair, []).append(part)
        return [(*pair, _built(0, pair, Segmentation.from_labels, labels)) for pair, labels in units.items()]

    def _items_and_coders(self, roles: Mapping[str, str]) -> list[_Names]:
        items = self.names(roles["item"], "item")
        # A table of one coder need not name them.
        alone = roles["coder"] == "coder" and "coder" not in self.header
        coders = ["coder"] * len(items) if alone else self.names(roles["coder"], "coder")
        return list(zip(items, coders, strict=True))

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
