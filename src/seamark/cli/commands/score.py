"""``seamark score``: hypotheses against references."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast, get_args

import click

from seamark.base.errors import InputError, MassMismatchError, UndefinedScoreError
from seamark.base.results import Cell, Table
from seamark.base.version import __version__
from seamark.cli.inputs import Reader, corpus_argument, reading_options
from seamark.cli.options import (
    bundle,
    command,
    example,
    interval_options,
    mass_option,
    metric_options,
    near_option,
    option_in,
    output_options,
    refuse_options,
    said,
    working_options,
)
from seamark.cli.output import Answer, Output, end_waiting, json_text, progress, show_tables, write_csv
from seamark.cli.pair_inputs import (
    levels_option,
    metrics_on_grid,
    metrics_or,
    model_compared,
    model_option,
    read_models,
    read_pair,
)
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metrics
from seamark.metrics.score import DEFAULT_METRICS, DEFAULTS
from seamark.metrics.score import score as score_items
from seamark.metrics.score_table import (
    MOST_ROWS,
    OverallScore,
    ScoredItems,
    baselines_table_of,
    notes_of,
    overall_cells,
    table_of,
)
from seamark.metrics.sums import AVERAGES, Average, ScoreSums
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.scale.arrow import Encoding
from seamark.scale.tables import ParquetScores, score_parquet
from seamark.segmenters.baselines import Baseline
from seamark.segmenters.baselines import baselines as baselines_of
from seamark.stats.resampling import resolve_rng


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


# -------------------------- ``seamark score`` for pairs that stand in tables: Parquet files with a column for each side


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


# --------------------------------------------------------------------- ``seamark score``: hypotheses against references


@command(
    epilog=example(
        "seamark score reference.json system.json --metric S,B,windowdiff,pk",
        "seamark score gold.csv system.csv --metric windowdiff --convention nltk --average micro",
        "seamark score gold.csv system.csv --ci 0.95 --baselines --seed 7",
        "seamark score codings.json codings.json --coder ann,ben --json",
        "seamark score reference.lab estimated.lab --as labels",
        "seamark score reference.rttm system.rttm --metric der,jer",
        "seamark score pairs.parquet --reference ref --hypothesis hyp -o scores.parquet",
    )
)
@corpus_argument("files", "REF HYP | PAIRS", several=True)
@metric_options(",".join(DEFAULT_METRICS))
@near_option
@model_option()
@levels_option
@click.option(
    "--average",
    type=click.Choice(AVERAGES),
    default="macro",
    show_default=True,
    help="Overall score: the mean of the items' scores (macro), or the score of their summed counts (micro).",
)
@click.option(
    "--coder",
    metavar="NAME[,NAME]",
    help="The coder to score, if an item has several; of two names, the first is for REF and the second for HYP.",
)
@click.option("--allow-missing", is_flag=True, help="Leave out items that are in only one of the files.")
@click.option("--baselines", is_flag=True, help="Also score baselines, which ignore the text, and test against them.")
@interval_options()
@table_options
@reading_options
@output_options
def score(
    files: tuple[str, ...],
    metrics: tuple[Metric, ...],
    near: float | None,
    model: Kind | None,
    levels: tuple[str, ...],
    average: Average,
    coder: str | None,
    allow_missing: bool,
    baselines: bool,
    interval: dict[str, Any],
    tables: dict[str, Any] | None,
    reader: Reader,
    output: Output,
) -> None:
    """Score hypotheses against references, item by item and overall.

    REF and HYP are files of any format that 'seamark formats' lists, or - for standard input; items are matched by
    name.

    PAIRS are Parquet files, folders or patterns such as 'data/*.parquet'; --reference and --hypothesis name the columns
    with the two sides. They may be larger than memory.
    """
    if tables is not None:
        sections = ("Metric", "Pairs in Parquet", "Output")
        refuse_options("is not for tables of pairs", sections, ("average",), besides=("near",))
        score_tables(files, dict(as_metrics(metrics)), average, tables, output)
        return
    reference, hypothesis = names = _two(files)
    chosen = model_compared(metrics) if model is None else model
    sides: tuple[Any, Any]
    if chosen == "boundaries":
        sides = _paired(*read_pair(reader, reference, hypothesis, output), output=output)
    else:
        if baselines:
            raise click.UsageError(f"--baselines are of boundaries, not of {chosen}")
        one, other = read_models(reader, (reference, hypothesis), chosen, levels, output)
        sides = one, other
        metrics = metrics_or(metrics, DEFAULTS[chosen])
    metrics = metrics_on_grid(metrics, near, output)
    if baselines:
        interval["rng"] = resolve_rng(interval["rng"])[1]
    with _lengths_of(output):
        table = score_items(
            sides[0],
            sides[1],
            metrics,
            average=average,
            coder=_coder(coder),
            allow_missing=allow_missing,
            names=names,
            baselines=_baselines(cast("Corpus", sides[0]), _coder(coder), interval["rng"]) if baselines else None,
            **interval,
        )
    form = form_of(output, names)
    form.batch(table.per_item)
    form.end(table.overall, table.remarks)
    for label, total in table.overall.items():
        if math.isnan(total.value):
            raise UndefinedScoreError(f"overall: {table.per_item.metrics[label].why_undefined(total.counts)}")


@contextmanager
def _lengths_of(output: Output) -> Iterator[None]:
    """Say of recordings that differ in length, and of texts that are counted in other units, what helps."""
    try:
        yield
    except MassMismatchError as error:
        units = {reading["unit"] for reading in output.readings}
        if not units:
            raise
        advice = "--unit chooses the units in which texts are counted"
        if "time" in units:
            advice = "--trim SECONDS cuts lengths that differ by no more, --duration SECONDS tells them"
        raise MassMismatchError(f"{error}; {advice}") from None


def _paired(reference: Corpus, hypothesis: Corpus, *, output: Output) -> tuple[Corpus, Corpus]:
    """The two sides; of two corpora with one item each, the items are a pair whatever they are called."""
    if len(reference) + len(hypothesis) > 2:
        return reference, hypothesis
    (item,), (other,) = reference.item_names, hypothesis.item_names
    if item == other:
        return reference, hypothesis
    output.remark(f"item {other!r} is scored against item {item!r}: each file holds one")
    codings = hypothesis.codings
    coders = [hypothesis.coder_names[number] for number in hypothesis.coder_index.tolist()]
    return reference, Corpus.from_columns([item] * len(coders), coders, codings)


def _baselines(reference: Corpus, coder: str | tuple[str, ...] | None, seed: int | None) -> Mapping[str, Baseline]:
    """Baselines that cut as finely as the reference."""
    name = coder[0] if isinstance(coder, tuple) else coder
    chosen = reference if name is None or name not in reference.coder_names else reference.subset(coders=[name])
    return baselines_of(chosen, rng=seed)


def _two(files: tuple[str, ...]) -> tuple[str, str]:
    if len(files) == 1:
        table = "; a table of pairs needs --reference and --hypothesis" if files[0].endswith(".parquet") else ""
        raise click.UsageError(f"missing argument 'HYP'{table}")
    if len(files) > 2:
        raise click.UsageError(f"got unexpected extra argument ({files[2]})")
    return files[0], files[1]


def _coder(coder: str | None) -> str | tuple[str, ...] | None:
    """One name, or the coder in REF and the one in HYP."""
    names = tuple((coder or "").split(","))
    if len(names) > 2 or (coder is not None and "" in names):
        raise click.UsageError(f"--coder is {coder!r}; expected one name, or two with a comma between them")
    return names if len(names) == 2 else coder
