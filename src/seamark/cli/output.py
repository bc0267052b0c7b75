"""What a command has to say, in the three forms it can be asked for."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import click

from seamark.cli.progress import end_waiting
from seamark.cli.tables import console, drawn, drawn_table
from seamark.cli.terminal_text import one_line, to_terminal, visible
from seamark.io.delimited import write_row
from seamark.results import plain
from seamark.text_table import Cell, Table
from seamark.version import __version__

Form = Literal["tables", "json", "csv"]

#: How a cell begins that a spreadsheet computes; a plain number with a sign is what it looks like.
_FORMULA = re.compile(r"[=@\t\r]|[+-](?![0-9]+([.][0-9]+)?\Z)")


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command.

    Attributes
    ----------
    document
        Everything, for programs: numbers in full, counts, signatures.
    tables
        The same for people.
    csv
        The one table that a spreadsheet gets.
    notes
        Lines under the tables, such as signatures.
    """

    document: Mapping[str, object]
    tables: Sequence[Table]
    csv: Table
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Output:
    """How the user wants to be answered."""

    form: Form
    quiet: bool
    #: How files were read that had to be placed on a grid of units; it stands in the JSON document.
    readings: list[dict[str, object]] = field(default_factory=list)

    @classmethod
    def of(cls, json: bool, csv: bool, quiet: bool) -> Output:
        """From the options ``--json``, ``--csv`` and ``--quiet``."""
        if json and csv:
            raise click.UsageError("--json and --csv cannot be used together")
        return cls("json" if json else "csv" if csv else "tables", quiet)

    @classmethod
    def of_remarks(cls, quiet: bool) -> Output:
        """From the option ``--quiet`` alone."""
        return cls("tables", quiet)

    def show(self, answer: Answer) -> None:
        """Print the answer on standard output."""
        end_waiting()
        if self.form == "json":
            reading = {"reading": self.readings} if self.readings else {}
            print(_json_document({"seamark": __version__, **answer.document, **reading}))
        elif self.form == "csv":
            write_csv([answer.csv.header, *answer.csv.rows])
            self.remark(*answer.notes)
        else:
            show_tables(answer.tables, answer.notes)

    def remark(self, *lines: str) -> None:
        """Say something on the side: on standard error, unless the user wants it quiet."""
        if lines and not self.quiet:
            end_waiting()
            for line in lines:
                print(one_line(line), file=sys.stderr)


def show_tables(tables: Sequence[Table], notes: Iterable[str] = ()) -> None:
    """Print tables with an empty line between them, and the notes under them."""
    to = console()
    # A signature is there to be copied, so its line is not broken.
    lines = "".join(drawn(to, one_line(note), style="dim", soft_wrap=True) for note in notes)
    text = "\n".join([*(drawn_table(table, to) for table in tables), *([lines] if lines else [])])
    # Line by line: of one large write without a buffer, what a reader no longer takes would be lost without a word.
    sys.stdout.writelines(text.splitlines(keepends=True))


def write_csv(rows: Iterable[Sequence[Cell]]) -> None:
    """Print rows as CSV, numbers in full; what is not defined stays empty."""
    end_waiting()
    for row in rows:
        cells = map(csv_cell, row)
        sys.stdout.write(write_row(map(visible, cells) if to_terminal() else cells))


def csv_cell(cell: Cell) -> str:
    """A cell as CSV has it; what is not defined is empty."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return not_a_formula(cell)
    return "" if cell is None or (isinstance(cell, float) and math.isnan(cell)) else str(cell)


def not_a_formula(text: str) -> str:
    """A cell that a spreadsheet would compute, behind an apostrophe, with which it stands as text; others as they are.

    Examples
    --------
    >>> not_a_formula("=1+1"), not_a_formula("-1.5"), not_a_formula("poem")
    ("'=1+1", '-1.5', 'poem')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def _json_document(document: Mapping[str, object]) -> str:
    """A JSON object with a line for every entry, and for every element of an entry that is a list of objects."""
    entries = []
    for key, value in document.items():
        parts = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []
        if parts and isinstance(parts[0], Mapping):
            lines = ",\n".join(f"    {json_text(part)}" for part in parts)
            entries.append(f"  {json_text(key)}: [\n{lines}\n  ]")
        else:
            entries.append(f"  {json_text(key)}: {json_text(value)}")
    return "{\n" + ",\n".join(entries) + "\n}"


def json_text(value: object) -> str:
    """A value as JSON on one line; numbers that JSON lacks (undefined, infinite) become null."""
    return json.dumps(
        plain(value),
        allow_nan=False,
        # Characters that standard output cannot hold would otherwise be written in a way that JSON does not know, and
        # JSON by itself leaves some that a terminal obeys.
        ensure_ascii=to_terminal() or sys.stdout.encoding.lower().replace("-", "") != "utf8",
    )
