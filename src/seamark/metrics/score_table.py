"""What ``score`` returns: scores of items, and of all of them together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, cast

from seamark.base.checks import one_of, whole_number
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table, plain
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average, Scored
from seamark.stats.intervals import Interval
from seamark.stats.significance import PairedDifference

__all__ = ["OverallScore", "ScoreTable", "ScoredItems"]

#: Items that are listed one by one to people.
MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class BaselineScore(ResultRecord):
    """One metric of a baseline, which ignores the text.

    Attributes
    ----------
    value
        Its overall score; of a random baseline, of the means over its draws.
    difference
        The score of the hypotheses minus that of the baseline, on the items where both have one; None with fewer than
        two of them.
    """

    value: float
    difference: PairedDifference | None


@dataclass(frozen=True, slots=True)
class OverallScore(ResultRecord):
    """One metric over all items.

    Attributes
    ----------
    value
        The mean of the items' scores (macro) or the score of their summed counts (micro); NaN when undefined.
    average
        Which of the two.
    counts
        The summed counts of the items that have a score, by name.
    parts
        Further values, such as precision and recall, by name.
    items, undefined
        How many items there are, and how many of them have no score. Those are left out of the value.
    interval
        A confidence interval of the value, if one was asked for; its ends are NaN where it cannot be estimated.
    signature
        The string that makes the value reproducible.
    baselines
        The same metric of baselines, by name, if any were given.
    """

    value: float
    average: Average
    counts: Mapping[str, float]
    parts: Mapping[str, float]
    items: int
    undefined: int
    interval: Interval | None
    signature: Signature
    baselines: Mapping[str, BaselineScore] = field(default_factory=lambda: FrozenMapping({}))


class ItemScore(TypedDict):
    """One item under one metric, in plain values."""

    value: float
    counts: dict[str, float]
    parts: dict[str, float]


class ItemRecord(TypedDict):
    """One item under all metrics, by label."""

    item: str
    mass: int
    scores: dict[str, ItemScore]


class ScoreDocument(TypedDict):
    """A table of scores in plain values; NaN is None."""

    reference: str
    hypothesis: str
    items: list[ItemRecord]
    overall: dict[str, OverallScore]
    remarks: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class ScoredItems:
    """Some items under every metric.

    Attributes
    ----------
    items
        Their names.
    sizes
        The number of units of each.
    metrics
        The metrics, by label.
    scores
        For every metric the counts, scores and further scores of the items.
    """

    items: Sequence[str]
    sizes: Int64Array
    metrics: Mapping[str, Metric]
    scores: Mapping[str, Scored]

    @property
    def columns(self) -> dict[str, FloatArray]:
        """Every metric's scores, followed by its further scores, by the name of the column."""
        columns: dict[str, FloatArray] = {}
        for label, scored in self.scores.items():
            columns |= {label: scored.scores, **{f"{label} {name}": part for name, part in scored.parts.items()}}
        return columns

    def records(self) -> Iterator[ItemRecord]:
        """Every item in plain values, with counts and further scores."""
        by_metric = [self._item_scores(label) for label in self.scores]
        for item, size, *scores in zip(self.items, self.sizes.tolist(), *by_metric, strict=True):
            yield ItemRecord(item=item, mass=size, scores=dict(zip(self.scores, scores, strict=True)))

    def _item_scores(self, label: str) -> Iterator[ItemScore]:
        scored, fields = self.scores[label], self.metrics[label].fields
        parts = [part.tolist() for part in scored.parts.values()]
        for value, row, *others in zip(scored.scores.tolist(), scored.counts.tolist(), *parts, strict=True):
            counts = {
                name: int(count) if count.is_integer() else count for name, count in zip(fields, row, strict=True)
            }
            named = {name: plain(other) for name, other in zip(scored.parts, others, strict=True)}
            yield ItemScore(value=plain(value), counts=counts, parts=named)

    def table_rows(self) -> Iterator[list[Cell]]:
        """Every item with the values of all columns."""
        values = [column.tolist() for column in self.columns.values()]
        return ([item, *cells] for item, *cells in zip(self.items, *values, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable(ResultRecord):
    """Scores of hypotheses against references; ``str()`` is a table.

    Attributes
    ----------
    reference, hypothesis
        What the two sides are called.
    per_item
        The scores of every item.
    overall
        Every metric over all items, by label.
    remarks
        What was left out.

    Examples
    --------
    >>> from seamark import score
    >>> table = score({"poem": [2, 3, 5], "song": [4, 4]}, {"poem": [2, 8], "song": [4, 4]}, "S,pk")
    >>> table
    <ScoreTable of 2 items: S 0.9444, pk 0.1250>
    >>> table.overall["S"].counts["potential"], table.scores("S").tolist()
    (16, [0.8888888888888888, 1.0])
    """

    reference: str
    hypothesis: str
    per_item: ScoredItems
    overall: Mapping[str, OverallScore]
    remarks: tuple[str, ...] = ()

    def scores(self, label: str) -> FloatArray:
        """The scores of all items under one metric; NaN where undefined."""
        return self.per_item.scores[cast("str", one_of(label, "label", self.overall))].scores

    def to_dict(self) -> dict[str, Any]:
        """Everything in plain values: what ``seamark score --json`` prints."""
        return {
            "reference": self.reference,
            "hypothesis": self.hypothesis,
            "items": list(self.per_item.records()),
            "overall": plain(self.overall),
            "remarks": list(self.remarks),
        }

    @classmethod
    def _document(cls) -> Any:
        return ScoreDocument

    def rows(self) -> list[dict[str, Any]]:
        """A row for every item, with a column for every metric and every further score."""
        names = ("item", "mass", *self.per_item.columns)
        sizes = self.per_item.sizes.tolist()
        cells = zip(self.per_item.table_rows(), sizes, strict=True)
        return [dict(zip(names, (item, size, *values), strict=True)) for (item, *values), size in cells]

    def table(self, most_rows: int = MOST_ROWS) -> Table:
        """A table for people: the first items, and under them the overall scores."""
        most = whole_number(most_rows, "most_rows")
        rows = [row for row, _ in zip(self.per_item.table_rows(), range(most), strict=False)]
        return table_of(list(self.per_item.columns), rows, len(self.per_item.items), self.overall)

    def baselines_table(self) -> Table | None:
        """Every metric beside baselines; None when none were given."""
        return baselines_table_of(self.overall)

    def __repr__(self) -> str:
        number = len(self.per_item.items)
        values = ", ".join(f"{label} {total.value:.4f}" for label, total in self.overall.items())
        return f"<ScoreTable of {number:,} item{'s' if number != 1 else ''}: {values}>"

    def __str__(self) -> str:
        floor = self.baselines_table()
        tables = [str(self.table()), "", *([] if floor is None else [str(floor), ""])]
        return "\n".join([*tables, *notes_of(self.overall), *self.remarks])

    def _repr_html_(self) -> str:
        return self.table().as_html()


def table_of(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]], items: int, overall: Mapping[str, OverallScore]
) -> Table:
    """Rows of items, how many more there are, and the overall scores with their intervals."""
    average = next(iter(overall.values())).average
    summary: list[list[Cell]] = [[f"{average} mean", *overall_cells(overall)]]
    if any(total.interval is not None for total in overall.values()):
        summary.append(["interval", *(cell for total in overall.values() for cell in _interval_cells(total))])
    if items > len(rows):
        rows = [*rows, [f"... {items - len(rows):,} more", *([None] * len(columns))]]
    return Table(["item", *columns], rows, summary)


def baselines_table_of(overall: Mapping[str, OverallScore]) -> Table | None:
    """Every metric beside baselines: their score, and how far the hypotheses are from it."""
    rows = [
        (label, name, one.value, *_difference_cells(one.difference))
        for label, total in overall.items()
        for name, one in total.baselines.items()
    ]
    header = ("metric", "baseline", "score", "difference", "interval", "p")
    return Table(header, rows, title="Beside baselines, which ignore the text", keys=2) if rows else None


def _difference_cells(found: PairedDifference | None) -> tuple[Cell, ...]:
    if found is None:
        return None, "not estimable", None
    between = found.interval
    ends = "not estimable" if between is None else f"{between.low:+.4f} to {between.high:+.4f}"
    return found.value, ends, found.p_value


def overall_cells(overall: Mapping[str, OverallScore]) -> list[Cell]:
    """The overall value of every metric, followed by its further values."""
    return [cell for total in overall.values() for cell in (total.value, *total.parts.values())]


def notes_of(overall: Mapping[str, OverallScore]) -> list[str]:
    """The signature of every metric, and how many items have no score."""
    notes = [str(total.signature) for total in overall.values()]
    notes += [
        f"{label} is undefined for {total.undefined:,} of {total.items:,} items"
        for label, total in overall.items()
        if total.undefined
    ]
    return notes


def _interval_cells(total: OverallScore) -> list[Cell]:
    interval = total.interval
    if interval is None:
        text = ""
    else:
        text = "not estimable" if math.isnan(interval.low) else f"{interval.low:.4f} to {interval.high:.4f}"
    return [text, *([None] * len(total.parts))]
