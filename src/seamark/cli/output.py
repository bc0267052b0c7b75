"""What a command prints: progress on standard error, and its answer as tables, JSON or CSV on standard output.

Tables are plain in a file; in a terminal they are coloured and never wider than it. Whatever a terminal would obey is
written out.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

import click

from seamark.base.errors import visible
from seamark.base.files import write_file
from seamark.base.results import Cell, ResultRecord, Table, plain
from seamark.base.version import __version__
from seamark.cli.main import WORDS, one_line
from seamark.io.source import write_row

Form = Literal["tables", "json", "csv", "methods", "latex", "markdown"]

#: How a cell begins that a spreadsheet computes; a plain number with a sign is what it looks like.
_FORMULA = re.compile(r"[=@\t\r]|[+-](?![0-9]+([.][0-9]+)?\Z)")
#: Spaces between two columns of a table.
_GAP = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command.

    Attributes
    ----------
    document
        Makes everything, for programs: numbers in full, counts, signatures.
    tables
        The same for people.
    csv
        The one table that a spreadsheet gets.
    notes
        Lines under the tables, such as signatures.
    sentences
        What a person reads first.
    details
        Makes further tables and lines, which are shown with ``--details``; lines that are notes are not repeated.
    methods
        Makes the paragraph for a paper, where there is one.
    """

    document: Callable[[], Mapping[str, object]]
    tables: Sequence[Table]
    csv: Table
    notes: Sequence[str] = ()
    sentences: Sequence[str] = ()
    details: Callable[[], Sequence[Table | str]] = tuple
    methods: Callable[[], object] = str

    @classmethod
    def of(cls, result: ResultRecord, **changes: Any) -> Answer:
        """What a person reads of a result, and its values for programs; parts can be given in another way."""
        rows, notes, sentences = Table.of_rows(result.rows()), result.signatures(), result.answer()
        made = cls(result.to_dict, [result.table()], rows, notes, sentences, result.details, result.methods)
        return replace(made, **changes)


@dataclass(frozen=True, slots=True)
class Output:
    """How the user wants to be answered."""

    form: Form
    quiet: bool
    details: bool = False
    #: How files were read that had to be placed on a grid of units; it is part of the JSON document.
    readings: list[dict[str, Any]] = field(default_factory=list)
    #: The files that were read, and a digest of the codings in them; they are part of it, too, with the command.
    inputs: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, *, quiet: bool = False, details: bool = False, **forms: bool) -> Output:
        """From ``--quiet``, ``--details``, and options with the names of forms."""
        chosen = [name for name in get_args(Form) if forms.get(name)]
        if len(chosen) > 1:
            raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} cannot be used together")
        return cls(chosen[0] if chosen else "tables", quiet, details)

    def show(self, answer: Answer) -> None:
        """Print the answer on standard output."""
        if self.form == "json":
            reading = {"reading": self.readings} if self.readings else {}
            words = click.get_current_context().meta.get(WORDS)
            source = {"command": words, "inputs": self.inputs} if words and self.inputs else {}
            print(_json_document({"seamark": __version__, **answer.document(), **reading, **source}))
        elif self.form == "csv":
            for row in (answer.csv.header, *answer.csv.rows):
                cells = map(csv_cell, row)
                sys.stdout.write(write_row(map(visible, cells) if _to_terminal() else cells))
            self.remark(*answer.notes)
        elif self.form == "methods":
            show_lines(str(answer.methods()).splitlines())
        else:
            more = answer.details() if self.details else ()
            tables = [*answer.tables, *(part for part in more if isinstance(part, Table))]
            if self.form == "tables":
                further = [part for part in more if isinstance(part, str) and part not in answer.notes]
                show_tables(tables, [*answer.notes, *further], answer.sentences)
            else:
                parts = (part for table in tables for part in table.readable())
                made = (part.as_latex() if self.form == "latex" else part.as_markdown() for part in parts)
                show_lines("\n\n".join(made).splitlines())

    @contextmanager
    def progress(self, label: str, total: int | None = None) -> Iterator[Callable[..., None]]:
        """Show how far a piece of work has come; gives the function that moves the bar: it takes how much is
        done so far and, where it becomes known only later, how much there is.

        Nothing is shown, and nothing imported for it, when standard error is not a terminal or the user wants it quiet.
        """
        if self.quiet or not sys.stderr.isatty():
            yield lambda done, total=None: None
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(label, total=total)
            yield lambda done, total=None: bar.update(task, completed=done, total=total)

    def remark(self, *lines: str) -> None:
        """Say something on the side: on standard error, unless the user wants it quiet."""
        if lines and not self.quiet:
            for line in lines:
                print(one_line(line), file=sys.stderr)


@dataclass(frozen=True, slots=True)
class Target:
    """A file to write, and whether it may replace one; ``place`` is ``-`` for standard output."""

    place: str
    force: bool

    def write(self, data: bytes, source: str, output: Output) -> None:
        """Write the file, and say from what."""
        write_file(Path(self.place), [data], force=self.force)
        output.remark(f"{source} -> {self.place}")


def show_tables(tables: Sequence[Table], notes: Iterable[str] = (), sentences: Iterable[str] = ()) -> None:
    """Print sentences, then tables with an empty line between them, and the notes under them."""
    terminal = _to_terminal()
    width = shutil.get_terminal_size().columns if terminal else None
    colours = terminal and not os.environ.get("NO_COLOR")
    parts = [_drawn(part, bold=colours) for table in tables for part in table.readable(width, _GAP)]
    # A signature is there to be copied, so its line is not broken.
    below = [line for note in notes for line in ([note] if "|v:" in note else _wrapped(note, width))]
    lines = "".join(f"{click.style(one_line(line), dim=True) if colours else one_line(line)}\n" for line in below)
    first = "".join(f"{line}\n" for sentence in sentences for line in _wrapped(one_line(sentence), width))
    text = "\n".join(part for part in (first, *parts, lines) if part)
    # Line by line: of one large write without a buffer, what a reader no longer takes would be lost without a word.
    sys.stdout.writelines(text.splitlines(keepends=True))


def _wrapped(sentence: str, width: int | None) -> list[str]:
    """The lines of a sentence in a terminal of this width; in a file it is one."""
    import textwrap

    return [sentence] if width is None else textwrap.wrap(sentence, max(width, 20))


def show_lines(lines: Iterable[str]) -> None:
    """Print lines of a drawing."""
    sys.stdout.writelines(f"{visible(line).rstrip()}\n" for line in lines)


def csv_cell(cell: Cell) -> str:
    """A cell as CSV has it, numbers in full; what is not defined is empty."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return not_a_formula(cell)
    return "" if cell is None or (isinstance(cell, float) and math.isnan(cell)) else str(cell)


def not_a_formula(text: str) -> str:
    """A cell that a spreadsheet would compute gets an apostrophe, which makes it text; others stay as they are.

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
            lines = ",\n".join(f"    {_json_text(part)}" for part in parts)
            entries.append(f"  {_json_text(key)}: [\n{lines}\n  ]")
        else:
            entries.append(f"  {_json_text(key)}: {_json_text(value)}")
    return "{\n" + ",\n".join(entries) + "\n}"


def _json_text(value: object) -> str:
    """A value as JSON on one line; numbers that JSON lacks (undefined, infinite) become null."""
    return json.dumps(
        plain(value),
        allow_nan=False,
        # Characters that standard output cannot hold would otherwise be written in a way that JSON does not know, and
        # JSON by itself leaves some that a terminal obeys.
        ensure_ascii=_to_terminal() or sys.stdout.encoding.lower().replace("-", "") != "utf8",
    )


def _to_terminal() -> bool:
    """Whether standard output is a terminal, and not a file or another program, which get data as they are."""
    return sys.stdout.isatty()


def print_file(data: bytes) -> None:
    """Print a file instead of writing it: the bytes, or what a terminal can show of them."""
    if not _to_terminal():
        # Line by line: of one large write without a buffer, what a reader no longer takes would be lost without a word.
        sys.stdout.buffer.writelines(data.splitlines(keepends=True))
        return
    text = data.decode("utf-8", errors="backslashreplace")
    sys.stdout.write("".join(part if part in "\n\t" else visible(part) for part in re.split(r"([\n\t])", text)))


def _drawn(table: Table, *, bold: bool) -> str:
    """The table, perhaps with a bold header, which is under the title."""
    lines = table.as_text(gap=_GAP, rule="─").splitlines()
    head = 1 if table.title else 0
    lines[head] = click.style(lines[head], bold=True) if bold else lines[head]
    return "".join(f"{line}\n" for line in lines)
