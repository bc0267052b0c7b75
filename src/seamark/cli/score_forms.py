"""Scores as they are printed, batch by batch: as a table, as CSV, as one JSON document."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from seamark.cli.output import Output, json_text, show_tables, write_csv
from seamark.cli.pairing import Pairs
from seamark.cli.score_sums import ItemScores, Overall
from seamark.metrics.base import Metric
from seamark.metrics.sums import Average
from seamark.text_table import Cell, Table
from seamark.version import __version__

#: Items that are listed one by one to people; programs get all.
_MOST_ROWS = 100


class Form(Protocol):
    """Takes the scores of batch after batch, and at the end those of everything."""

    def batch(self, pairs: Pairs, scores: Sequence[ItemScores]) -> None:
        """Take the scores of some items, one element per metric."""

    def end(self, overall: Sequence[Overall], remarks: Sequence[str]) -> None:
        """Take the overall scores, one per metric, and anything else to say."""


class TableForm:
    """A table for people: the first items, then everything together."""

    def __init__(self, labels: Sequence[str], average: Average) -> None:
        self._labels = labels
        self._average = average
        self._rows: list[Sequence[Cell]] = []
        self._header: Sequence[str] = ()
        self._items = 0

    def batch(self, pairs: Pairs, scores: Sequence[ItemScores]) -> None:
        """Keep the rows that will be shown."""
        self._header = self._header or header(self._labels, scores)
        self._items += len(pairs.items)
        for row in _rows(pairs, scores):
            if len(self._rows) == _MOST_ROWS:
                return
            self._rows.append(row)

    def end(self, overall: Sequence[Overall], remarks: Sequence[str]) -> None:
        """Print the table, with a signature for each metric under it."""
        rows, summary = self._rows, [[f"{self._average} mean", *_overall_cells(overall)]]
        if self._items > len(rows):
            rows = [*rows, [f"... {self._items - len(rows):,} more", *([None] * (len(self._header) - 1))]]
        notes = [str(total.signature) for total in overall]
        show_tables([Table(self._header, rows, summary)], [*notes, *_undefined(self._labels, overall), *remarks])


class CsvForm:
    """CSV with a line per item and one for everything, told apart by the first column."""

    def __init__(self, labels: Sequence[str], average: Average, output: Output) -> None:
        self._labels = labels
        self._average = average
        self._output = output
        self._begun = False

    def batch(self, pairs: Pairs, scores: Sequence[ItemScores]) -> None:
        """Print the items."""
        if not self._begun:
            write_csv([["level", *header(self._labels, scores)]])
            self._begun = True
        write_csv(["item", *row] for row in _rows(pairs, scores))

    def end(self, overall: Sequence[Overall], remarks: Sequence[str]) -> None:
        """Print the overall scores; signatures go to standard error."""
        write_csv([[self._average, None, *_overall_cells(overall)]])
        self._output.remark(*(str(total.signature) for total in overall), *_undefined(self._labels, overall), *remarks)


class JsonForm:
    """One JSON document, written as the scores come, so that it may be longer than the memory."""

    def __init__(self, metrics: Sequence[Metric], labels: Sequence[str], files: tuple[str, str]) -> None:
        self._metrics = metrics
        self._labels = labels
        self._files = files
        self._begun = False

    def batch(self, pairs: Pairs, scores: Sequence[ItemScores]) -> None:
        """Print the items."""
        if not self._begun:
            reference, hypothesis = self._files
            head = {"seamark": __version__, "reference": reference, "hypothesis": hypothesis}
            sys.stdout.write(f'{json_text(head)[:-1]}, "items": [')
        for number, item in enumerate(pairs.items):
            record = {"item": item, "mass": int(pairs.reference.masses[number]), "scores": self._scores(scores, number)}
            sys.stdout.write(f"{',' if self._begun else ''}\n{json_text(record)}")
            self._begun = True

    def _scores(self, scores: Sequence[ItemScores], number: int) -> dict[str, object]:
        return {
            label: {
                "value": float(score.values[number]),
                "counts": _counts(dict(zip(metric.fields, score.rows[number].tolist(), strict=True))),
                "parts": {name: float(part[number]) for name, part in score.parts.items()},
            }
            for label, metric, score in zip(self._labels, self._metrics, scores, strict=True)
        }

    def end(self, overall: Sequence[Overall], remarks: Sequence[str]) -> None:
        """Print the overall scores and close the document."""
        totals = {
            label: {
                "value": total.value,
                "average": total.signature["avg"],
                "counts": _counts(total.counts),
                "parts": total.parts,
                "items": total.items,
                "undefined": total.undefined,
                "signature": str(total.signature),
            }
            for label, total in zip(self._labels, overall, strict=True)
        }
        sys.stdout.write(f"\n], {json_text({'overall': totals, 'remarks': remarks})[1:]}\n")


def _counts(counts: Mapping[str, float]) -> dict[str, float]:
    """Counts as programs expect them: whole numbers without a fraction."""
    return {name: int(number) if number.is_integer() else number for name, number in counts.items()}


def header(labels: Sequence[str], scores: Sequence[ItemScores]) -> list[str]:
    """The names of the columns: each metric, followed by its parts."""
    parts = [[label, *(f"{label} {part}" for part in score.parts)] for label, score in zip(labels, scores, strict=True)]
    return ["item", *(name for names in parts for name in names)]


def _rows(pairs: Pairs, scores: Sequence[ItemScores]) -> Iterator[list[Cell]]:
    columns = [column.tolist() for score in scores for column in (score.values, *score.parts.values())]
    return ([item, *cells] for item, *cells in zip(pairs.items, *columns, strict=True))


def _overall_cells(overall: Sequence[Overall]) -> list[Cell]:
    return [cell for total in overall for cell in (total.value, *total.parts.values())]


def _undefined(labels: Sequence[str], overall: Sequence[Overall]) -> list[str]:
    return [
        f"{label} is undefined for {total.undefined:,} of {total.items:,} items"
        for label, total in zip(labels, overall, strict=True)
        if total.undefined
    ]
