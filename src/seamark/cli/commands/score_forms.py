"""Scores as they are printed, batch by batch: as a table, as CSV, as one JSON document."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from seamark.cli.output import Output, json_text, show_tables, write_csv
from seamark.cli.progress import end_waiting
from seamark.metrics.score_table import (
    MOST_ROWS,
    OverallScore,
    ScoredItems,
    baselines_table_of,
    notes_of,
    overall_cells,
    table_of,
)
from seamark.text_table import Cell
from seamark.version import __version__


def form_of(output: Output, files: tuple[str, str]) -> _TableForm | _CsvForm | _JsonForm:
    """The form that the user asked for; it takes batch after batch of scores, and at the end those of everything."""
    if output.form == "json":
        return _JsonForm(files, output)
    return _CsvForm(output) if output.form == "csv" else _TableForm()


class _TableForm:
    """A table for people: the first items, then everything together."""

    def __init__(self) -> None:
        self._rows: list[Sequence[Cell]] = []
        self._columns: list[str] = []
        self._items = 0

    def batch(self, scores: ScoredItems) -> None:
        """Keep the rows that will be shown."""
        self._columns = list(scores.columns)
        self._items += len(scores.items)
        self._rows += [row for row, _ in zip(scores.table_rows(), range(MOST_ROWS - len(self._rows)), strict=False)]

    def end(self, overall: Mapping[str, OverallScore], remarks: Sequence[str]) -> None:
        """Print the table, with a signature for each metric under it."""
        tables = [table_of(self._columns, self._rows, self._items, overall), baselines_table_of(overall)]
        show_tables([table for table in tables if table is not None], [*notes_of(overall), *remarks])


class _CsvForm:
    """CSV with a line per item and one for everything, told apart by the first column."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._begun = False

    def batch(self, scores: ScoredItems) -> None:
        """Print the items."""
        if not self._begun:
            write_csv([["level", "item", *scores.columns]])
            self._begun = True
        write_csv(["item", *row] for row in scores.table_rows())

    def end(self, overall: Mapping[str, OverallScore], remarks: Sequence[str]) -> None:
        """Print the overall scores, and the ends of their intervals; signatures go to standard error."""
        totals = list(overall.values())
        write_csv([[totals[0].average, None, *overall_cells(overall)]])
        for end in ("low", "high"):
            if totals[0].interval is not None:
                cells = (
                    cell for total in totals for cell in (getattr(total.interval, end), *([None] * len(total.parts)))
                )
                write_csv([[end, None, *cells]])
        for name in totals[0].baselines:
            cells = (cell for total in totals for cell in (total.baselines[name].value, *([None] * len(total.parts))))
            write_csv([["baseline", name, *cells]])
        self._output.remark(*notes_of(overall), *remarks)


class _JsonForm:
    """The document of ``ScoreTable.to_dict``, written as the scores come, so that it may be longer than the memory."""

    def __init__(self, files: tuple[str, str], output: Output) -> None:
        self._files, self._output = files, output
        self._begun = False

    def batch(self, scores: ScoredItems) -> None:
        """Print the items."""
        if not self._begun:
            end_waiting()
            reference, hypothesis = self._files
            head = {"seamark": __version__, "reference": reference, "hypothesis": hypothesis}
            sys.stdout.write(f'{json_text(head)[:-1]}, "items": [')
        for record in scores.records():
            sys.stdout.write(f"{',' if self._begun else ''}\n{json_text(record)}")
            self._begun = True

    def end(self, overall: Mapping[str, OverallScore], remarks: Sequence[str]) -> None:
        """Print the overall scores and close the document."""
        totals = {label: total.to_dict() for label, total in overall.items()}
        reading = {"reading": self._output.readings} if self._output.readings else {}
        sys.stdout.write(f"\n], {json_text({'overall': totals, 'remarks': remarks, **reading})[1:]}\n")
