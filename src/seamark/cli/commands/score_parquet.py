"""``seamark score`` for pairs that stand in tables: Parquet files with a column for each side."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import click

from seamark.cli.options import bundle, option_in
from seamark.cli.output import Answer, Output
from seamark.cli.progress import progress
from seamark.cli.sources import Reader
from seamark.errors import InputError, UndefinedScoreError
from seamark.io.options import ReadOptions
from seamark.io.parquet import MOST_BYTES
from seamark.metrics.base import Metric
from seamark.metrics.sums import Average, ScoreSums
from seamark.scale.tables import ParquetScores, score_parquet
from seamark.text_table import Cell, Table

#: Groups that are listed to people; programs get all.
_MOST_GROUPS = 100


@dataclass(frozen=True, slots=True)
class PairTables:
    """How pairs are to be read from tables, and where the scores go."""

    reference: str
    hypothesis: str
    mass: str | None
    output: str | None
    rejects: str | None
    counts: bool
    keep: tuple[str, ...]
    group: str | None
    strict: bool
    force: bool
    most_bytes: int | None
    workers: int | None
    dask: str | None

    @classmethod
    def of(
        cls,
        reference_column: str | None,
        hypothesis_column: str | None,
        mass: str | None,
        scores: str | None,
        rejects: str | None,
        counts: bool,
        keep: str | None,
        group: str | None,
        strict: bool,
        force: bool,
        most_bytes: int | None,
        workers: int | None,
        dask: str | None,
    ) -> PairTables | None:
        """From the options of the command line; None when they name no columns."""
        if reference_column is None and hypothesis_column is None:
            if mass or scores or rejects or counts or keep or group or strict or force or most_bytes or workers or dask:
                raise click.UsageError(
                    "options for tables of pairs need --reference and --hypothesis, the columns with the pairs"
                )
            return None
        if reference_column is None or hypothesis_column is None:
            raise click.UsageError("--reference and --hypothesis go together: one column for each side")
        if dask is not None and dask != "local" and "://" not in dask:
            raise click.UsageError(f"--dask is {dask!r}; expected local, or an address such as tcp://host:8786")
        kept = tuple((keep or "").split(",")) if keep else ()
        return cls(
            reference_column,
            hypothesis_column,
            mass,
            scores,
            rejects,
            counts,
            kept,
            group,
            strict,
            force,
            most_bytes,
            workers,
            dask,
        )

    def require_no_corpora(
        self, coder: str | None, allow_missing: bool, ci: float | None, baselines: bool, reader: Reader
    ) -> None:
        """Refuse options that are for corpora: they would be without effect."""
        if coder is not None or allow_missing or ci is not None or baselines or reader != Reader(ReadOptions()):
            raise click.UsageError(
                "--coder, --allow-missing, --ci, --baselines and the options for reading are not for tables of pairs"
            )


_option = option_in("Pairs in Parquet")

table_options = bundle(
    "tables",
    PairTables.of,
    _option("--reference", "reference_column", metavar="COLUMN", help="Column with the references."),
    _option("--hypothesis", "hypothesis_column", metavar="COLUMN", help="Column with the hypotheses."),
    _option(
        "--mass",
        metavar="COLUMN",
        help="Column with the number of units; lists are then boundary positions instead of segment sizes.",
    ),
    _option("--output", "-o", "scores", metavar="FILE", help="Write a score for every row to this Parquet file."),
    _option("--rejects", metavar="FILE", help="File for rows that cannot be scored [default: beside the output]."),
    _option("--counts", is_flag=True, help="Also write the counts behind the scores."),
    _option("--keep", metavar="COLUMN[,COLUMN...]", help="Columns to copy to the output."),
    _option("--group", metavar="COLUMN", help="Also compute means for every value of this column."),
    _option("--strict", is_flag=True, help="Stop at the first row that cannot be scored."),
    _option("--force", is_flag=True, help="Replace the output if it exists."),
    _option(
        "--most-bytes",
        type=click.IntRange(min=1),
        metavar="N",
        help=f"Most memory for a column that takes far less in the file [default: {MOST_BYTES}].",
    ),
    _option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="Number of threads, or of local workers with --dask local.",
    ),
    _option("--dask", metavar="local|ADDRESS", help="Score on a Dask cluster, such as tcp://host:8786."),
)


def score_tables(
    files: Sequence[str],
    metrics: Mapping[str, Metric],
    average: Average,
    tables: PairTables,
    output: Output,
) -> None:
    """Score the pairs in the files, and print the means."""
    with progress("scoring", None, quiet=output.quiet, rate="rows") as done:
        found = score_parquet(
            list(files),
            metrics,
            tables.output,
            reference=tables.reference,
            hypothesis=tables.hypothesis,
            mass=tables.mass,
            counts=tables.counts,
            keep=tables.keep,
            group=tables.group,
            rejects=tables.rejects,
            strict=tables.strict,
            force=tables.force,
            most_bytes=MOST_BYTES if tables.most_bytes is None else tables.most_bytes,
            workers=tables.workers,
            cluster=tables.dask,
            progress=done,
        )
    if not found.rows_read:
        raise InputError(f"{files[0]}: there are no rows")
    output.show(_answer(found, average, tables.group))
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
