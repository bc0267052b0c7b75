"""``seamark score`` for pairs that stand in tables: Parquet files with a column for each side."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, cast, get_args

import click

from seamark.cli.options import bundle, option_in
from seamark.cli.output import Answer, Output
from seamark.cli.parquet_options import mass_option, said, working_options
from seamark.cli.progress import progress
from seamark.errors import InputError, UndefinedScoreError
from seamark.metrics.base import Metric
from seamark.metrics.sums import Average, ScoreSums
from seamark.scale.arrow import Encoding
from seamark.scale.tables import ParquetScores, score_parquet
from seamark.text_table import Cell, Table

#: Groups that are listed to people; programs get all.
_MOST_GROUPS = 100


def _chosen(
    reference: str | None,
    hypothesis: str | None,
    keep: str | None,
    score_encoding: str | None,
    **more: Any,
) -> dict[str, Any] | None:
    """The parameters of ``score_parquet``; None when no columns are named."""
    if reference is None and hypothesis is None:
        if keep or score_encoding or any(more.values()):
            raise click.UsageError(
                "options for tables of pairs need --reference and --hypothesis, the columns with the pairs"
            )
        return None
    if reference is None or hypothesis is None:
        raise click.UsageError("--reference and --hypothesis go together: one column for each side")
    kept = tuple(keep.split(",")) if keep else ()
    return {"reference": reference, "hypothesis": hypothesis, "keep": kept, **said(**more, encoding=score_encoding)}


_option = option_in("Pairs in Parquet")

table_options = bundle(
    "tables",
    _chosen,
    _option("--reference", metavar="COLUMN", help="Column with the references."),
    _option("--hypothesis", metavar="COLUMN", help="Column with the hypotheses."),
    mass_option(_option),
    _option("--output", "-o", metavar="FILE", help="Write a score for every row to this Parquet file."),
    _option("--rejects", metavar="FILE", help="File for rows that cannot be scored [default: beside the output]."),
    _option(
        "--parts",
        is_flag=True,
        help="Write a folder of Parquet files instead of one, each by the worker that scored its rows.",
    ),
    _option(
        "--score-encoding",
        type=click.Choice(get_args(Encoding)),
        help="How scores are laid out in the output [default: byte-stream-split].",
    ),
    _option("--counts", is_flag=True, help="Also write the counts behind the scores."),
    _option("--keep", metavar="COLUMN[,COLUMN...]", help="Columns to copy to the output."),
    _option("--group", metavar="COLUMN", help="Also compute means for every value of this column."),
    _option("--strict", is_flag=True, help="Stop at the first row that cannot be scored."),
    _option("--force", is_flag=True, help="Replace the output if it exists."),
    *working_options(_option),
)


def score_tables(
    files: Sequence[str], metrics: Mapping[str, Metric], average: Average, tables: dict[str, Any], output: Output
) -> None:
    """Score the pairs in the files, and print the means."""
    with progress("scoring", None, quiet=output.quiet, rate="rows") as done:
        found = score_parquet(list(files), metrics, progress=done, **tables)
    if not found.rows_read:
        raise InputError(f"{files[0]}: there are no rows")
    output.show(_answer(found, average, tables.get("group")))
    for label, means in found.overall.items():
        if math.isnan(means.macro):
            raise UndefinedScoreError(f"overall: {label} has no value for any of {means.pairs:,} pairs")


def _answer(found: ParquetScores, average: Average, group: str | None) -> Answer:
    names = [
        name for label, means in found.overall.items() for name in (label, *(f"{label} {p}" for p in means.macro_parts))
    ]
    rows = [[_name(key), by_label.pairs, *cells] for key, by_label, cells in _groups(found, average)]
    total: list[Cell] = [f"{average} mean", found.rows_read - found.rejected, *_cells(found.overall, average)]
    shown = rows[:_MOST_GROUPS]
    if len(rows) > len(shown):
        shown = [*shown, [f"... {len(rows) - len(shown):,} more", *([None] * (len(total) - 1))]]
    header = [group or "", "pairs", *names]
    return Answer(
        found.to_dict(),
        [Table(header, shown, [total]) if rows else Table(header, [total])],
        Table(header, [*rows, total]),
        _notes(found, average),
    )


def _groups(found: ParquetScores, average: Average) -> list[tuple[Hashable, ScoreSums, list[Cell]]]:
    by_name = sorted(found.groups.items(), key=lambda entry: (entry[0] is None, str(type(entry[0])), entry[0]))
    return [(key, next(iter(means.values())), _cells(means, average)) for key, means in by_name]


def _cells(means: Mapping[str, ScoreSums], average: Average) -> list[Cell]:
    return [cell for mean in means.values() for cell in (mean.mean(average), *mean.parts(average).values())]


def _name(key: Hashable) -> Cell:
    """A group in a table: NaN is not the group of those that have none."""
    if isinstance(key, float) and not math.isfinite(key):
        return str(key)
    return "null" if key is None else cast("Cell", key)


def _notes(found: ParquetScores, average: Average) -> list[str]:
    notes = [str(means.signature_of(average)) for means in found.overall.values()]
    notes += [
        f"{label} is undefined for {means.undefined:,} of {means.pairs:,} pairs"
        for label, means in found.overall.items()
        if means.undefined
    ]
    if found.rejected:
        where = "" if found.rejects is None else f", written to {found.rejects}"
        notes.append(f"{found.rejected:,} of {found.rows_read:,} rows are no pair of segmentations{where}:")
        notes += [f"  {number:,} x {reason}" for reason, number in found.reasons.items()]
    if found.output is not None:
        notes.append(f"{found.rows_read:,} rows -> {found.output}")
    return notes
