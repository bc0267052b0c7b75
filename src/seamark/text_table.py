"""A table of results: the same rows as plain text, as HTML, and for the command line's terminal."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

#: What may stand in a cell; a number that is not defined is NaN, and None is left empty.
Cell = str | float | int | bool | None

#: Spaces between two columns of plain text.
_GAP = "  "


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

    def holds_numbers(self, column: int) -> bool:
        """Whether a column holds numbers, which stand on the right."""
        return any(
            isinstance(row[column], (int, float)) and not isinstance(row[column], bool)
            for row in (*self.rows, *self.summary)
        )

    def __str__(self) -> str:
        lines = self._lines()
        rule = "-" * max(map(len, lines))
        parts = [lines[0], rule, *lines[1 : 1 + len(self.rows)]]
        parts += [rule, *lines[1 + len(self.rows) :]] if self.summary else []
        return "\n".join([*([self.title] if self.title else []), *parts])

    def _lines(self) -> list[str]:
        texts = [tuple(self.header), *(tuple(map(cell_text, row)) for row in (*self.rows, *self.summary))]
        widths = [max(map(len, cells)) for cells in zip(*texts, strict=True)]
        right = [self.holds_numbers(column) for column in range(len(widths))]
        return [
            _GAP.join(
                cell.rjust(width) if number else cell.ljust(width)
                for cell, width, number in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in texts
        ]

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


def _html_row(row: Sequence[Cell]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell_text(cell))}</td>' for cell in row)}</tr>"


def cell_text(cell: Cell) -> str:
    """A cell as people read it: four decimals, ``undefined`` for NaN, nothing for None.

    Examples
    --------
    >>> [cell_text(cell) for cell in (0.75, float("nan"), float("inf"), 3, True, None, "poem")]
    ['0.7500', 'undefined', '∞', '3', 'yes', '', 'poem']
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return "undefined" if math.isnan(cell) else f"{cell:.4f}" if math.isfinite(cell) else "∞"
    return str(cell)
