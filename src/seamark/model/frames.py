"""A corpus from a data frame, and back: rows of marks, or of whole codings."""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest
from numbers import Integral
from typing import TYPE_CHECKING, Any, cast

from seamark.base.checks import shown
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.base.results import frame_of
from seamark.model.segmentation import DEFAULT_TYPE
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


class CorpusFrames:
    """What a corpus has to do with data frames."""

    __slots__ = ()

    @classmethod
    def from_frame(cls, frame: object) -> Corpus:
        """From a data frame with the columns of ``to_pandas``, or of a Parquet file, with a row for every coding.

        Of a table of one coder the column ``coder`` may be missing. ``load(frame, columns=...)`` reads frames whose
        columns have other names, or that have a row for every unit.

        Parameters
        ----------
        frame
            A data frame of pandas or polars, an Arrow table, or anything else with the Arrow interface. Items and
            coders are names or whole numbers.

        Raises
        ------
        InputError
            When a column is missing, or a row cannot be used.

        Examples
        --------
        >>> import pandas
        >>> from seamark import Corpus
        >>> frame = pandas.DataFrame({"item": ["poem"], "coder": ["ann"], "masses": [[2, 1]]})
        >>> Corpus.from_frame(frame)["poem"]["ann"].masses
        (2, 1)
        """
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
        made: Corpus = cast("Any", cls).from_columns(*([one[part] for one in codings] for part in range(3)))
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
