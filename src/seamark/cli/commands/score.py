"""``seamark score``: hypotheses against references."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import Cell, Table
from seamark.cli import inputs, options
from seamark.cli.options import MetricChoice, command, option
from seamark.cli.output import Answer, Output
from seamark.io import read_uem
from seamark.metrics.base import Metric
from seamark.metrics.names import Metrics, MetricSpec
from seamark.metrics.score import DEFAULT_METRICS, DEFAULTS, Average, ScoreTable
from seamark.model.codings import KINDS
from seamark.tasks.declared import fitting_tasks
from seamark.tasks.score import score as score_items

if TYPE_CHECKING:
    from seamark.scale.tables import ParquetScores

_TABLES = "Pairs in Parquet"


_option = options.option_in(_TABLES)
_rare = options.option_in(_TABLES, rare=True)


def _tables(**given: Any) -> dict[str, Any] | None:
    """The parameters of ``score_parquet``; None where none was given."""
    found = {name: value for name, value in given.items() if value}
    if found and not ("reference" in found and "hypothesis" in found):
        raise click.UsageError("tables need --reference and --hypothesis: the columns with the two sides")
    return found or None


def _coders(given: str) -> str | list[str]:
    """One name, or the coder in REF and the one in HYP."""
    names = given.split(",")
    if len(names) > 2 or "" in names:
        raise click.UsageError(f"--coder is {given!r}; expected one name, or two with a comma between them")
    return names if len(names) == 2 else given


table_options = options.bundle(
    _tables,
    _option("--reference COLUMN", "Column with the references."),
    _option("--hypothesis COLUMN", "Column with the hypotheses."),
    _option("-o, --output FILE", "Write a score for every row to this Parquet file."),
    _rare("--parts", "Write a folder of Parquet files instead of one, each by the worker that scored its rows."),
    _rare("--keep COLUMN[,COLUMN...]", "Columns to copy to the output.", type=options.names_in),
    _rare("--group COLUMN", "Also compute means for every value of this column."),
    _rare("--mass COLUMN", "Column with the number of units; lists then hold boundary positions."),
    *options.working_options(_TABLES),
)


@command(
    "seamark score reference.json system.json --metric S,B,windowdiff,pk",
    "seamark score gold.csv system.csv --metric windowdiff --convention nltk --average micro",
    "seamark score gold.csv system.csv --ci 0.95",
    "seamark score reference.lab estimated.lab --task music",
    "seamark score pairs.parquet --reference ref --hypothesis hyp -o scores.parquet",
)
def score(
    files: tuple[str, ...] = inputs.corpus_argument("REF HYP | PAIRS", several=True),
    metrics: MetricChoice = options.metric_options(",".join(DEFAULT_METRICS)),
    field: options.TaskChoice = options.task_options,
    average: Average | None = option(
        "--average",
        "Mean of scores (macro), or score of summed counts (micro) [default: the task's, or macro].",
        choices=Average,
    ),
    chosen_pairs: dict[str, Any] = options.bundle(
        dict,
        option(
            "--coder NAME[,NAME]",
            "Coder to score, if there are several; of two names, the first is for REF.",
            type=_coders,
        ),
        option("--allow-missing", "Leave out items that are in only one of the files."),
    ),
    force: bool = option("--force", "Replace an output that exists.", rare=True),
    interval: dict[str, Any] = options.interval_options(),
    tables: dict[str, Any] | None = table_options,
    reader: inputs.Reader = inputs.reading_options_as(*KINDS, default="what the metrics compare"),
    output: Output = options.answer_options,
) -> None:
    """Score hypotheses against references, item by item and overall.

    REF and HYP are files of any format that 'seamark formats' lists, or - for standard input; items are matched by
    name. --task chooses the metrics, means, tolerances and treatment of ends that a field uses; files of a format that
    only one task uses select the task.

    PAIRS are Parquet files, folders or patterns such as 'data/*.parquet'; --reference and --hypothesis name the columns
    with the two sides. They may be larger than memory.
    """
    if tables is not None:
        options.refuse_options(
            "is not for tables of pairs", ("Metric", _TABLES, "Output"), ("average", "force"), besides=("near",)
        )
        from seamark.scale import score_parquet  # loads pyarrow

        with output.progress("scoring") as done:
            means = score_parquet(list(files), metrics.made(output), progress=done, force=force, **tables)
        if not means.rows_read:
            raise InputError(f"{files[0]}: there are no rows")
        output.show(_answer_of_tables(means, average or "macro"))
        for label, sums in means.overall.items():
            if math.isnan(sums.macro):
                raise UndefinedScoreError(f"overall: {label} has no value for any of {sums.pairs:,} pairs")
        return
    if field.task is not None and field.task.name == "chunks":
        from seamark.cli.texts import ReadChunkers  # for this task alone

        read = ReadChunkers.of(files, field.options.get("spans"), reader, output)
        found = read.compared(interval)
        output.show(Answer.of(found, tables=found.tables(), details=tuple))
        return
    names = _two_files(files)
    head: list[str] = []
    of_task: dict[str, Any] = {}
    chosen: Metrics | None = None
    reader = reader.for_field(field)
    kind, metrics = metrics.for_kind(reader.kind, field.task, DEFAULTS)
    (reference, hypothesis), report = reader.sides(names, output, kind)
    if field.task is not None:
        by_hand = {**field.options, **options.given_options(near=metrics.near)}
        if "uem" in by_hand:
            step = report.resolution or field.task.resolution or 1.0
            by_hand["uem"] = {
                item: [(round(start / step), round(end / step)) for start, end in regions]
                for item, regions in read_uem(by_hand["uem"]).items()
            }
        of_task = {"task": field.task, "resolution": report.resolution, **by_hand}
        chosen = metrics.made(output) if metrics.given else None
    elif field.may_be_chosen and report.unit == "time":
        chosen, head = _of_times(metrics.near, output)
    else:
        chosen = metrics.made(output)
    with inputs.advice_on_lengths([reading["unit"] for reading in output.readings]):
        settings = {"average": average, "names": names, "ci": interval["ci"], **chosen_pairs, **of_task}
        table = score_items(reference, hypothesis, chosen, **settings)
    output.show(Answer.of(table, tables=table.tables(), csv=_csv(table), sentences=[*head, *table.answer()]))
    for label, total in table.overall.items():
        if math.isnan(total.value):
            raise UndefinedScoreError(f"overall: {table.metrics[label]._why_undefined(total.counts)}")


def _of_times(near: float | None, output: Output) -> tuple[dict[str, Metric], list[str]]:
    """The metrics of times that nobody chose, F within a tolerance of seconds first, and the tasks that fit."""
    tolerance = 0.5 if near is None else near
    specs = tuple(MetricSpec.read(name) for name in ("f", "B", "windowdiff", "pk"))
    made = MetricChoice.of(specs, tolerance, given=False).made(output)
    line = f"times fit several tasks: {', '.join(fitting_tasks(None))}; --task NAME prints the numbers of a field"
    return dict(zip((f"F@{tolerance:g}s", "B", "windowdiff", "pk"), made, strict=True)), [line]


def _two_files(files: tuple[str, ...]) -> tuple[str, str]:
    if len(files) == 1:
        table = "; a table of pairs needs --reference and --hypothesis" if files[0].endswith(".parquet") else ""
        raise click.UsageError(f"missing argument 'HYP'{table}")
    if len(files) > 2:
        raise click.UsageError(f"got unexpected extra argument ({files[2]})")
    return files[0], files[1]


def _csv(table: ScoreTable) -> Table:
    """A line per item and one for everything, distinguished by the first column; then intervals."""
    totals = table.overall
    rows: list[dict[str, Cell]] = [
        {"level": "item", **{name: cell for name, cell in row.items() if name != "mass"}} for row in table.rows()
    ]
    averages = list(dict.fromkeys(total.average for total in totals.values()))
    level = averages[0] if len(averages) == 1 else "overall"
    rows.append({"level": level, **table.means})
    intervals = {label: total.interval for label, total in totals.items() if total.interval is not None}
    for end in ("low", "high") if intervals else ():
        rows.append({"level": end, **{label: getattr(interval, end) for label, interval in intervals.items()}})
    return Table.of_rows(rows)


def _answer_of_tables(found: ParquetScores, average: Average) -> Answer:
    """A row for every metric, under those of every group."""
    names = ("metric", average, "pairs", "undefined")
    overall = replace(found, groups={}).rows()
    groups = found.rows() if found.groups else []
    for row in groups:
        row["group"] = "null" if row["group"] is None else str(row["group"])
    header = [*(["group"] if groups else []), *names]
    rows, total = ([[row.get(name) for name in header] for row in part] for part in (groups or overall, overall))
    table = Table(header, rows, total if groups else (), keys=len(header) - 3)
    return Answer.of(found, tables=[table], csv=Table(header, [*rows, *table.summary]), notes=_notes(found, average))


def _notes(found: ParquetScores, average: Average) -> list[str]:
    notes = [str(means.signature_of(average)) for means in found.overall.values()]
    notes += [
        f"{label} is undefined for {means.undefined:,} of {means.pairs:,} pairs"
        for label, means in found.overall.items()
        if means.undefined
    ]
    if found.rejected:
        where = "-o FILE writes why, row by row" if found.output is None else f"see the column reason of {found.output}"
        notes.append(f"{found.rejected:,} of {found.rows_read:,} rows are not pairs of segmentations ({where}):")
        notes += [f"  {number:,} x {reason}" for reason, number in found.reasons.items()]
    if found.output is not None:
        notes.append(f"{found.rows_read:,} rows -> {found.output}")
    return notes
