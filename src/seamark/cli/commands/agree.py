"""``seamark agree``: how far the coders of a corpus agree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, cast, get_args

import click

from seamark.agreement import Agreement, Diagnosis, Measurement, agreement_of
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, ChanceSource, CoefficientName
from seamark.agreement.diagnose import diagnosis_of, misses_between
from seamark.agreement.intervals import AgreementInterval, interval_plan
from seamark.agreement.item_table import item_rows
from seamark.agreement.shuffled import DEFAULT_SHUFFLES
from seamark.cli.exits import naming_file
from seamark.cli.metric_options import complete_convention, near_option, one_metric_options
from seamark.cli.options import (
    bundle,
    choice_option,
    coefficient_option,
    command,
    example,
    interval_options,
    option_in,
    output_options,
)
from seamark.cli.output import Answer, Output
from seamark.cli.progress import progress
from seamark.cli.sources import Reader, corpus_argument, named, reading_options
from seamark.cli.together import metrics_on_grid
from seamark.errors import InputError
from seamark.metrics.base import Metric
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus
from seamark.number_text import counted
from seamark.stats.crossed import Resampled
from seamark.text_table import Cell, Table

By = Literal["item", "coder", "pair"]

_interval = option_in("Interval")
_chance = option_in("Expected agreement")


chance_options = bundle(
    "chance",
    dict,
    choice_option(
        "--chance",
        ChanceSource,
        option=_chance,
        default="closed",
        help="Expected agreement from the rates of boundaries (closed), or from shuffled segments (permutation).",
    ),
    choice_option(
        "--chance-count",
        ChanceCount,
        option=_chance,
        default="boundaries",
        help="What is counted per potential boundary.",
    ),
    choice_option(
        "--chance-average",
        ChanceAverage,
        option=_chance,
        default="micro",
        help="How the rates of several codings are averaged.",
    ),
)


@command(
    epilog=example(
        "seamark agree codings.json --ci 0.95 --by item",
        "seamark agree ann.json ben.json",
        "seamark agree sample:stargazer --ci 0.95 --resample coders --by pair",
        "seamark agree moonstone/segmentations --by item --chance-count segments --wd-convention fournier2012",
    )
)
@corpus_argument(several=True)
@one_metric_options
@near_option
@coefficient_option
@interval_options(
    choice_option(
        "--resample",
        Resampled,
        option=_interval,
        help="What is resampled for the interval [default: items, or coders if there is one item].",
    ),
    choice_option("--method", AgreementInterval, option=_interval, default="bca", help="Method of the interval."),
)
@chance_options
@click.option(
    "--by", type=click.Choice(get_args(By)), multiple=True, help="Add a table with a row per item, coder or pair."
)
@click.option(
    "--wd-convention",
    metavar="NAME",
    default="pevzner-hearst",
    show_default=True,
    shell_complete=complete_convention,
    help="Convention of 1-WD, the column of --by item with 1 - WindowDiff.",
)
@click.option("--items", metavar="NAME[,NAME...]", help="Use only these items.")
@click.option("--coders", metavar="NAME[,NAME...]", help="Use only these coders.")
@reading_options
@output_options
def agree(
    corpus: tuple[str, ...],
    metric: Metric,
    near: float | None,
    coefficient: CoefficientName,
    interval: dict[str, Any],
    chance: dict[str, Any],
    by: tuple[By, ...],
    wd_convention: str,
    items: str | None,
    coders: str | None,
    reader: Reader,
    output: Output,
) -> None:
    """Measure how far the coders of a corpus agree, beyond chance.

    A value of 1 is full agreement; 0 is the agreement expected from how often coders place boundaries. Several files
    are joined to one corpus. Codings may be missing: every two codings of an item are compared. A metric that measures
    errors, such as windowdiff, is used as 1 - value. Large Parquet files, sorted by item, need not fit into memory,
    unless --by, --ci, --items, --coders or --chance permutation is given.
    """
    if output.form == "csv" and len(by) > 1:
        raise click.UsageError("--csv prints one table; give --by at most once")
    window_diff, rng = _window_diff(wd_convention), interval.pop("rng")
    shuffles = DEFAULT_SHUFFLES if chance.pop("chance") == "permutation" else None
    whole_corpus = by or items or coders or interval["ci"] is not None or shuffles is not None
    details: list[Answer] = []
    if not whole_corpus and near is None and reader.is_large_parquet(corpus):
        from seamark.scale import agree_parquet  # loads pyarrow

        with progress("measuring", None, quiet=output.quiet, rate="rows") as done, naming_file(named(corpus)):
            agreement = agree_parquet(list(corpus), metric, coefficient, strict=True, progress=done, **chance)
    else:
        study = reader.corpus(corpus, output)
        (metric,) = metrics_on_grid([metric], near, output)
        with naming_file(named(corpus)):
            if items or coders:
                study = study.subset(items=_names(items), coders=_names(coders))
            options = ChanceOptions(chance["chance_count"], chance["chance_average"])
            measured = Measurement.of(study, metric, options)
            with progress("resampling", None, quiet=output.quiet or interval["ci"] is None):
                agreement = agreement_of(
                    measured, coefficient, plan=interval_plan(**interval, items=len(study)), shuffles=shuffles, rng=rng
                )
            details = list(_details(by, study, measured, agreement, shuffles, window_diff))
    overall = _overall(agreement)
    output.show(
        Answer(
            {**agreement.to_dict(), **{key: rows for detail in details for key, rows in detail.document.items()}},
            [overall, *(table for detail in details for table in detail.tables)],
            details[0].csv if details else overall,
            [str(agreement.signature), *_remarks(agreement), *(note for detail in details for note in detail.notes)],
        )
    )


def _window_diff(convention: str) -> WindowDiff:
    try:
        return WindowDiff(convention=cast("Any", convention))
    except InputError as error:
        raise click.UsageError(f"--wd-convention: {error}") from None


def _names(given: str | None) -> list[str] | None:
    return None if given is None else given.split(",")


def _details(
    by: tuple[By, ...],
    corpus: Corpus,
    measured: Measurement,
    agreement: Agreement,
    shuffles: int | None,
    window_diff: WindowDiff,
) -> Iterator[Answer]:
    """The tables asked for with ``--by``, all from one measurement."""
    diagnosis = None
    for view in dict.fromkeys(by):
        if view == "item":
            pi, kappa = (
                agreement
                if agreement.coefficient == name
                else agreement_of(measured, name, shuffles=shuffles, rng=agreement.seed)
                for name in get_args(CoefficientName)
            )
            yield _by_item(item_rows(corpus, pi, kappa, window_diff), window_diff, measured.chance.count)
            continue
        if diagnosis is None:
            diagnosis = diagnosis_of(measured, agreement.coefficient, misses_between(measured, corpus.pairs()))
        yield _by_coder(diagnosis, agreement) if view == "coder" else _by_pair(diagnosis, agreement)


def _by_item(rows: list[dict[str, Any]], window_diff: WindowDiff, counted: ChanceCount) -> Answer:
    titles = {"one_minus_windowdiff": "1-WD", "one_minus_windowdiff_std": "1-WD std"}
    columns = ("item", "pi", "kappa", "bias", *titles, "coders", counted, "mass")
    table = Table(
        [titles.get(column, column) for column in columns],
        [[row[column] for column in columns] for row in rows],
        title="By item",
    )
    note = f"1-WD: mean and population std over ordered pairs of coders, {window_diff.signature()}"
    measured = any(not math.isnan(cast("float", row["one_minus_windowdiff"])) for row in rows)
    return Answer({"by_item": rows}, [table], Table.of_rows(rows), [note] if measured else [])


def _by_coder(diagnosis: Diagnosis, agreement: Agreement) -> Answer:
    rows = diagnosis.rows()
    titles = {"segment_size": "segment size", "without": f"{agreement.coefficient} without"}
    full = Table.of_rows(rows)
    table = Table([titles.get(name, name) for name in full.header], full.rows, title="By coder")
    return Answer({"by_coder": rows}, [table], full)


def _by_pair(diagnosis: Diagnosis, agreement: Agreement) -> Answer:
    """A matrix for people, a row per pair for programs."""
    rows, names = diagnosis.pair_rows(), tuple(diagnosis.coders)
    matrix: list[list[Cell]] = [
        # The diagonal is always 1, and coders without a common item have no value: both stay empty.
        [name, *(None if i == j or math.isnan(value) else value for j, value in enumerate(similarities))]
        for i, (name, similarities) in enumerate(zip(names, diagnosis.matrix.tolist(), strict=True))
    ]
    misses = diagnosis.misses
    total = f"over all pairs: {misses.matches:,} matched, {misses.near:,} near misses, {misses.full:,} full misses"
    if misses.substituted:
        total += f", {misses.substituted:,} of another type"
    table = Table(("coder", *names), matrix, title=f"By pair: {agreement.similarity}")
    return Answer({"by_pair": rows}, [table], Table.of_rows(rows), [total])


def _overall(agreement: Agreement) -> Table:
    cells: dict[str, Cell] = {"coefficient": agreement.name, "value": agreement.value}
    if agreement.interval is not None:
        cells |= {"low": agreement.interval.low, "high": agreement.interval.high}
    cells |= {
        "observed": agreement.observed,
        "expected": agreement.expected,
        "bias": agreement.bias,
        "items": agreement.items,
        "coders": agreement.coders,
        "pairs": agreement.pairs,
    }
    return Table(tuple(cells), [tuple(cells.values())])


def _remarks(agreement: Agreement) -> list[str]:
    remarks = []
    if agreement.undefined_items:
        undefined = counted(len(agreement.undefined_items), "item")
        remarks.append(f"{undefined} without a value, such as {agreement.undefined_items[0]!r}")
    if agreement.undefined_comparisons:
        remarks.append(f"{counted(agreement.undefined_comparisons, 'comparison')} of two codings without a value")
    if agreement.interval is not None and agreement.interval.undefined:
        undefined = counted(agreement.interval.undefined, "resample")
        remarks.append(f"{undefined} without a value, left out of the interval")
    return remarks
