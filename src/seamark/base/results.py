"""Results: records with an answer, a table, signatures and details; tables; mappings that nobody can change."""

from __future__ import annotations

import math
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, fields, replace
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast
from unicodedata import combining, east_asian_width

import numpy as np

from seamark.base.errors import visible
from seamark.base.extras import require
from seamark.base.methods import Methods

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class FrozenMapping(Mapping[_Key, _Value]):
    """A mapping with the entries of another one, read-only; unlike a ``mappingproxy`` it can be copied and pickled.

    Examples
    --------
    >>> FrozenMapping({"a": 1})
    {'a': 1}
    >>> from copy import deepcopy
    >>> deepcopy(FrozenMapping({"a": 1})) == {"a": 1}
    True
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[_Key, _Value]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: _Key) -> _Value:
        return self._entries[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def values(self) -> ValuesView[_Value]:
        """The values; unlike the view of ``Mapping``, without a lookup of every key."""
        return self._entries.values()

    def items(self) -> ItemsView[_Key, _Value]:
        """The keys with their values."""
        return self._entries.items()

    def __repr__(self) -> str:
        return repr(self._entries)


# ------------------------ A table of results: the same rows as plain text, as HTML, and for the command line's terminal


#: Characters with a meaning in LaTeX, and their replacements.
_LATEX = str.maketrans(
    {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "∞": r"$\infty$"}
    | {character: f"\\{character}" for character in "&%$#_{}"}
)

#: What may be in a cell; a number that is not defined is NaN, and None is left empty.
Cell = str | float | int | bool | None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a header; ``str()`` draws them as plain text.

    Attributes
    ----------
    header
        The names of the columns.
    rows
        The cells.
    summary
        Further rows, under a rule: means and totals.
    title
        A line above.
    keys
        How many columns on the left name a row; they are repeated when a table is broken to fit the terminal.

    Examples
    --------
    >>> print(Table(("item", "S", "pairs"), [("poem", 0.75, 3), ("song", float("nan"), 0)], summary=[("all", 0.75, 3)]))
    item          S  pairs
    ----------------------
    poem     0.7500      3
    song  undefined      0
    ----------------------
    all      0.7500      3
    """

    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    summary: Sequence[Sequence[Cell]] = ()
    title: str = ""
    keys: int = 1

    @classmethod
    def of_rows(cls, rows: Sequence[Mapping[str, Cell]]) -> Table:
        """A column for every name that occurs; cells that a row lacks are empty.

        Examples
        --------
        >>> print(Table.of_rows([{"item": "poem", "S": 0.75}, {"item": "song"}]))
        item       S
        ------------
        poem  0.7500
        song
        """
        names = tuple(dict.fromkeys(name for row in rows for name in row))
        return cls(names, [[row.get(name) for name in names] for row in rows])

    def on_its_side(self) -> Table | None:
        """A row for every column; None for a table whose rows have several names.

        Examples
        --------
        >>> print(Table(("item", "S"), [("poem", 0.75), ("song", 0.5)]).on_its_side())
        item    poem    song
        --------------------
        S     0.7500  0.5000
        """
        if self.keys != 1:
            return None
        names, *columns = zip(self.header, *self.rows, *self.summary, strict=True)
        return replace(self, header=list(map(cell_text, names)), rows=columns, summary=())

    def readable(self, width: int | None = None, gap: int = 2) -> list[Table]:
        """The same in at most six columns, and in lines of this width: as it is, on its side, or broken by columns.

        Columns that name a row are in every part, and cut when they take more than half of a line.

        Examples
        --------
        >>> [len(part.header) for part in Table("abcdefgh", [range(8)] * 9).readable()]
        [6, 3]
        """

        def fits(table: Table) -> bool:
            narrow = width is None or max(map(columns_of, table.as_text(gap=gap).splitlines())) <= width
            return len(table.header) <= MOST_COLUMNS and narrow

        whole = [one for one in (self, self.on_its_side()) if one is not None and fits(one)]
        if whole:
            return whole[:1]
        shortened = self if width is None else self._with_short_names((width // 2 - gap) // self.keys)
        for most in range(MOST_COLUMNS, self.keys, -1):
            keys, step = range(self.keys), most - self.keys
            starts = range(self.keys, len(self.header), step)
            parts = [shortened.columns((*keys, *range(len(self.header))[first : first + step])) for first in starts]
            if all(map(fits, parts)):
                break
        return parts

    def columns(self, chosen: Sequence[int]) -> Table:
        """Some of the columns."""
        header = [self.header[column] for column in chosen]
        rows, summary = ([[row[column] for column in chosen] for row in part] for part in (self.rows, self.summary))
        return replace(self, header=header, rows=rows, summary=summary)

    def _with_short_names(self, longest: int) -> Table:
        def short(row: Sequence[Cell]) -> list[Cell]:
            names = (
                f"{cell[: longest - 1]}…" if isinstance(cell, str) and len(cell) > longest else cell
                for cell in row[: self.keys]
            )
            return [*names, *row[self.keys :]]

        rows, summary = (list(map(short, part)) for part in (self.rows, self.summary))
        return replace(self, header=list(map(str, short(self.header))), rows=rows, summary=summary)

    def holds_numbers(self, column: int) -> bool:
        """Whether a column holds numbers, which are aligned on the right."""
        return any(
            isinstance(row[column], (int, float)) and not isinstance(row[column], bool)
            for row in (*self.rows, *self.summary)
        )

    def __str__(self) -> str:
        return self.as_text()

    def as_text(self, *, gap: int = 2, rule: str = "-") -> str:
        """Plain text: numbers are aligned on the right, and wide characters take two columns.

        Parameters
        ----------
        gap
            Spaces between two columns.
        rule
            The character of the lines under the header and above the summary.
        """
        texts = [[visible(cell_text(cell)) for cell in row] for row in (self.header, *self.rows, *self.summary)]
        widths = [max(map(columns_of, cells)) for cells in zip(*texts, strict=True)]
        right = [self.holds_numbers(column) for column in range(len(widths))]
        lines = [
            (" " * gap)
            .join(
                f"{' ' * (width - columns_of(cell))}{cell}" if number else f"{cell}{' ' * (width - columns_of(cell))}"
                for cell, width, number in zip(row, widths, right, strict=True)
            )
            .rstrip()
            for row in texts
        ]
        ruled = rule * (sum(widths) + gap * (len(widths) - 1))
        body = 1 + len(self.rows)
        parts = [lines[0], ruled, *lines[1:body], *([ruled, *lines[body:]] if self.summary else [])]
        return "\n".join([*([visible(self.title)] if self.title else []), *parts])

    def as_html(self) -> str:
        """An HTML table, everything in it escaped.

        Examples
        --------
        >>> Table(("name", "S"), [("<poem>", 0.75)]).as_html()
        '<table><thead><tr><th>name</th><th>S</th></tr></thead><tbody><tr><td>&lt;poem&gt;</td><td>0.7500</td></tr></tbody></table>'
        """
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        header = "".join(f"<th>{escape(name)}</th>" for name in self.header)
        bodies = "".join(
            f"<tbody>{''.join(map(_html_row, rows))}</tbody>" for rows in (self.rows, self.summary) if rows
        )
        return f"<table>{caption}<thead><tr>{header}</tr></thead>{bodies}</table>"

    def as_markdown(self) -> str:
        r"""A table of Markdown, with the same cells as on screen.

        Examples
        --------
        >>> print(Table(("name", "S"), [("a|b", 0.75)]).as_markdown())
        | name | S |
        |---|---:|
        | a\|b | 0.7500 |
        """
        marks = ["---:" if self.holds_numbers(column) else "---" for column in range(len(self.header))]
        rows = [[cell_text(cell).replace("|", "\\|") for cell in row] for row in (*self.rows, *self.summary)]
        lines = [f"| {' | '.join(row)} |" for row in ([*self.header], *rows)]
        return "\n".join(
            [*([f"**{self.title}**", ""] if self.title else []), lines[0], f"|{'|'.join(marks)}|", *lines[1:]]
        )

    def as_latex(self) -> str:
        r"""A table of LaTeX with the rules of booktabs, with the same cells as on screen.

        Examples
        --------
        >>> print(Table(("name", "S"), [("a_b", 0.75)]).as_latex())
        \begin{tabular}{lr}
        \toprule
        name & S \\
        \midrule
        a\_b & 0.7500 \\
        \bottomrule
        \end{tabular}
        """
        sides = "".join("r" if self.holds_numbers(column) else "l" for column in range(len(self.header)))
        body = [*map(_latex_row, self.rows), *([r"\midrule", *map(_latex_row, self.summary)] if self.summary else [])]
        rows = [r"\toprule", _latex_row(self.header), r"\midrule", *body, r"\bottomrule"]
        title = [f"% {self.title}"] if self.title else []
        return "\n".join([*title, rf"\begin{{tabular}}{{{sides}}}", *rows, r"\end{tabular}"])


def _latex_row(row: Sequence[Cell]) -> str:
    return rf"{' & '.join(cell_text(cell).translate(_LATEX) for cell in row)} \\"


def columns_of(text: str) -> int:
    """How many columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)


def _html_row(row: Sequence[Cell]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell_text(cell))}</td>' for cell in row)}</tr>"


def cell_text(cell: Cell) -> str:
    """A cell as people read it: four decimals, no sign before zero, ``undefined`` for NaN, nothing for None.

    Examples
    --------
    >>> [cell_text(cell) for cell in (0.75, -0.00001, float("nan"), float("inf"), 3, True, None, "poem")]
    ['0.7500', '0.0000', 'undefined', '∞', '3', 'yes', '', 'poem']
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return "undefined" if math.isnan(cell) else f"{cell:z.4f}" if math.isfinite(cell) else "∞"
    return str(cell)


# ------- What every public result can do: turn into plain values, into tables, and into text for a person or a notebook


#: Characters of a one-line description, and rows of a table on screen and in a notebook.
_LONGEST_REPR = 120
_MOST_ROWS = 20
#: Columns of a table that a person reads.
MOST_COLUMNS = 6


class ResultRecord:
    """Base of results, which are frozen dataclasses.

    A person reads the answer first, a few plain sentences, then a table of at most six columns, then the signatures;
    everything else is in the details. A subclass says each of them in the method of that name, and lists its values in
    ``rows``.
    What it holds should be plain values, arrays, mappings, sequences or further records; anything else, such as a
    signature, appears as its text in ``to_dict``.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, slots=True)
    ... class Width(ResultRecord):
    ...     value: float
    ...     parts: tuple[float, ...]
    >>> width = Width(2 / 3, (0.5, float("nan")))
    >>> width, float(width)
    (Width(value=0.6667, parts=<2>), 0.6666666666666666)
    >>> width.to_dict()
    {'value': 0.6666666666666666, 'parts': [0.5, None]}
    """

    __slots__ = ()

    #: Properties that ``to_dict`` holds beside the fields.
    _also: ClassVar[tuple[str, ...]] = ()
    #: Fields that it leaves out.
    _left_out: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        # A dataclass writes its own __repr__ unless the class itself has one.
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]

    def answer(self) -> tuple[str, ...]:
        """What the result says, in two or three plain sentences."""
        value = getattr(self, "value", None)
        return (f"The value is {value:.4f}.",) if isinstance(value, float) else ()

    def table(self) -> Table:
        """The table under the answer, of at most six columns; by default the first of ``rows``."""
        return self._table(MOST_COLUMNS)

    def signatures(self) -> tuple[str, ...]:
        """What makes the numbers reproducible."""
        signature = getattr(self, "signature", None)
        return () if signature is None else (str(signature),)

    def details(self) -> tuple[Table | str, ...]:
        """Further tables, and sentences, with all numbers; by default all columns of ``rows``."""
        table = self._table()
        return (table,) if len(table.header) > MOST_COLUMNS else ()

    def methods(self) -> Methods:
        """A paragraph for the methods section of a paper: text, BibTeX entries and signatures."""
        return Methods.of(self.answer(), self.signatures())

    def to_dict(self) -> dict[str, Any]:
        """Everything in plain values that JSON has: what is undefined is None."""
        names = (name for name in _names(self) if name not in self._left_out)
        return {name: plain(getattr(self, name)) for name in (*names, *self._also)}

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the result as a table: by default one for each item, or one row with its single values."""
        per_item = getattr(self, "per_item", None)
        if isinstance(per_item, Mapping):
            return [{"item": item, **part.to_dict()} for item, part in per_item.items()]
        return [{name: value for name, value in self.to_dict().items() if not isinstance(value, (dict, list))}]

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of Arrow; needs pyarrow."""
        return require("pyarrow", package="pyarrow", extra="scale", what="to_arrow").table(self._columns())

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas, which must be installed."""
        return cast("pandas.DataFrame", frame_of("pandas", self._columns()))

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of polars, which must be installed."""
        return cast("polars.DataFrame", frame_of("polars", self._columns()))

    def _table(self, most: int | None = None) -> Table:
        columns = dict(list(self._columns().items())[:most])
        return Table(tuple(columns), [tuple(map(_cell, row)) for row in zip(*columns.values(), strict=True)])

    def _columns(self) -> dict[str, list[Any]]:
        rows = [{name: plain(value) for name, value in row.items()} for row in self.rows()]
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: [row.get(name) for row in rows] for name in names}

    def __float__(self) -> float:
        value = getattr(self, "value", None)
        if not isinstance(value, (int, float)):
            raise TypeError(f"{type(self).__name__} has no single value; see its fields, or to_dict()")
        return float(value)

    def __repr__(self) -> str:
        parts = (f"{name}={_brief(getattr(self, name))}" for name in _names(self))
        text = f"{type(self).__name__}({', '.join(parts)})"
        return text if len(text) <= _LONGEST_REPR else f"{text[: _LONGEST_REPR - 5]} ...)"

    def __str__(self) -> str:
        if type(self).answer is not ResultRecord.answer:
            parts = ("\n".join(self.answer()), str(_shortened(self.table())), "\n".join(self.signatures()))
            return "\n\n".join(part for part in parts if part)
        value, signature = getattr(self, "value", None), getattr(self, "signature", None)
        return f"{value:.4f}  {signature}" if isinstance(value, float) and signature is not None else repr(self)

    def _repr_html_(self) -> str:
        table = _shortened(self.table()).as_html()
        if type(self).answer is ResultRecord.answer:
            return f"<div><pre>{escape(str(self))}</pre>{table}</div>"
        answer, signatures = ("".join(f"<p>{escape(line)}</p>" for line in self.answer()), self.signatures())
        more = "".join(
            _shortened(part).as_html() if isinstance(part, Table) else f"<p>{escape(part)}</p>"
            for part in self.details()
        )
        fold = f"<details><summary>Details</summary>{more}</details>" if more else ""
        return f"<div>{answer}{table}<pre>{escape(chr(10).join(signatures))}</pre>{fold}</div>"


def _shortened(table: Table) -> Table:
    more = len(table.rows) - _MOST_ROWS
    if more <= 0:
        return table
    last = (f"... {more:,} more", *[None] * (len(table.header) - 1))
    return replace(table, rows=[*table.rows[:_MOST_ROWS], last])


def plain(value: Any) -> Any:
    """A value as JSON can hold it: numbers that JSON lacks become None, what has no other form becomes its text.

    Examples
    --------
    >>> plain({"a": np.float64("nan"), 2: (np.int64(3), True)})
    {'a': None, '2': [3, True]}
    """
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, ResultRecord):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Iterable):
        return [plain(part) for part in value]
    return str(value)


def _names(record: ResultRecord) -> list[str]:
    return [field.name for field in fields(cast("Any", record)) if not field.name.startswith("_")]


def frame_of(library: str, columns: dict[str, list[Any]]) -> object:
    """A data frame of pandas or polars, which must be installed."""
    return require(library, package=library, extra=None, what=f"to_{library}").DataFrame(columns)


def _brief(value: Any) -> str:
    """A value of a record in few characters; of what holds many, how many."""
    if isinstance(value, float):
        return repr(float(f"{value:.4g}"))
    if value is None or isinstance(value, (bool, int, str, ResultRecord)):
        return repr(value)
    return f"<{len(value)}>" if hasattr(value, "__len__") else str(value)


def _cell(value: Any) -> Cell:
    return value if value is None or isinstance(value, (str, int, float)) else str(value)
