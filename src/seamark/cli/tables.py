"""Tables for people: plain in a file, coloured in a terminal, and never wider than it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from seamark.cli.progress import end_waiting
from seamark.cli.terminal_text import visible
from seamark.text_table import Table, cell_text

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as RichTable

#: Columns between two columns of a table, as rich draws them with our box.
_GAP = 3
#: A file has no width: lines are as long as the table needs.
_ENDLESS = 1_000_000


def console(width_of_files: int = _ENDLESS) -> Console:
    """Where tables go: standard output, plain if the user wants no colours, and without limits when it is a file."""
    from rich.console import Console

    end_waiting()
    terminal = sys.stdout.isatty()
    return Console(
        highlight=False,
        markup=False,
        emoji=False,
        color_system="auto" if terminal and not os.environ.get("NO_COLOR") else None,
        width=None if terminal else width_of_files,
    )


def drawn(to: Console, *objects: RenderableType, style: str | None = None, soft_wrap: bool = False) -> str:
    """What the console would print, without spaces at the ends of lines.

    Printing is left to standard output itself: a console has its own way of ending the program when nobody reads.
    """
    with to.capture() as capture:
        to.print(*objects, style=style, soft_wrap=soft_wrap)
    return "".join(f"{line.rstrip(' ')}\n" for line in capture.get().splitlines())


def drawn_table(table: Table, to: Console) -> str:
    """The table, broken by columns into several when one is too wide."""
    rows = [[visible(cell_text(cell)) for cell in row] for row in (*table.rows, *table.summary)]
    header = [visible(name) for name in table.header]
    title = drawn(to, visible(table.title), style="bold", soft_wrap=True) if table.title else ""
    blocks = _blocks(header, rows, table.keys, to.width)
    return title + "\n".join(drawn(to, _block(table, header, rows, columns)) for columns in blocks)


def _block(table: Table, header: list[str], rows: list[list[str]], columns: list[int]) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    block = RichTable(box=box.HORIZONTALS, show_edge=False, pad_edge=False, header_style="bold")
    for column in columns:
        right = table.holds_numbers(column)
        block.add_column(
            Text(header[column]),
            justify="right" if right else "left",
            no_wrap=right and column >= table.keys,
            overflow="fold",
        )
    for number, row in enumerate(rows):
        if table.summary and number == len(table.rows):
            block.add_section()
        block.add_row(*(Text(row[column]) for column in columns), style="bold" if number >= len(table.rows) else None)
    return block


def _blocks(header: list[str], rows: list[list[str]], keys: int, width: int) -> list[list[int]]:
    """The columns of each part of the table, the key columns first in every part."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, cells)) for cells in zip(header, *rows, strict=True)]
    # Names may be folded, figures may not: names get half of the line at most when that is not enough for all.
    fixed = min(sum(widths[:keys]) + _GAP * (keys - 1), width // 2) if keys else 0
    blocks: list[list[int]] = []
    used = width
    for column in range(keys, len(header)):
        if used + _GAP + widths[column] > width or not blocks:
            blocks.append(list(range(keys)))
            used = fixed
        blocks[-1].append(column)
        used += _GAP + widths[column]
    return blocks or [list(range(keys))]
