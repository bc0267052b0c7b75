"""``seamark agree``: how far the coders of a corpus agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, cast, get_args

import click

from seamark.agreement import Agreement, Diagnosis, diagnose
from seamark.agreement import agree as agree_on
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceSource, CoefficientName
from seamark.agreement.intervals import AgreementInterval
from seamark.agreement.item_table import item_rows
from seamark.cli.exits import naming_file
from seamark.cli.metric_options import complete_convention, near_option, one_metric_options
from seamark.cli.options import (
    bundle,
    choice_option,
    ci_option,
    coefficient_option,
    command,
    example,
    option_in,
    output_options,
    resamples_option,
    seed_option,
)
from seamark.cli.output import Answer, Output
from seamark.cli.progress import Advance, progress
from seamark.cli.sources import Reader, corpus_argument, metrics_on_grid, named, reading_options
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


def _interval_of(ci: float | None, resample: Any, resamples: int, method: Any, seed: int | None) -> dict[str, Any]:
    return {"ci": ci, "resample": resample, "resamples": resamples, "method": method, "rng": seed}


def _chance_of(chance: Any, chance_count: Any, chance_average: Any) -> dict[str, Any]:
    return {"chance": chance, "chance_count": chance_count, "chance_average": chance_average}


#: What ``agree`` of the library takes for its interval, and for expected agreement.
interval_options = bundle(
    "interval",
    _interval_of,
    ci_option(),
    choice_option(
        "--resample",
        Resampled,
        option=_interval,
        help="What is resampled for the interval [default: items, or coders if there is one item].",
    ),
    resamples_option,
    choice_option("--method", AgreementInterval, option=_interval, default="bca", help="Method of the interval."),
    seed_option(),
)
chance_options = bundle(
    "chance",
    _chance_of,
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
@interval_options
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

    A value of 1 is full agreement, 0 is what chance alone would give. Several files are joined to one corpus. Codings
    may be missing: every two codings of an item are compared. A metric that measures errors, such as windowdiff, is
    used as 1 - value. Large Parquet files, sorted by item, need not fit into memory, unless --by, --ci, --items,
    --coders or --chance permutation is given.
    """
    if output.form == "csv" and len(by) > 1:
        raise click.UsageError("--csv prints one table; give --by at most once")
    window_diff = _window_diff(wd_convention)
    whole_corpus = by or items or coders or interval["ci"] is not None or chance["chance"] != "closed"
    details: list[Answer] = []
    if not whole_corpus and near is None and reader.is_large_parquet(corpus):
        with progress("measuring", None, quiet=output.quiet, rate="rows") as done:
            agreement = _from_tables(corpus, metric, coefficient, chance, done)
    else:
        study = reader.corpus(corpus, output)
        (metric,) = metrics_on_grid([metric], near, output)
        with naming_file(named(corpus)):
            if items or coders:
                study = study.subset(items=_names(items), coders=_names(coders))
            with progress("resampling", None, quiet=output.quiet or interval["ci"] is None):
                agreement = agree_on(study, metric, coefficient, **interval, **chance)
            details = [_detail(one, study, metric, agreement, window_diff, chance) for one in dict.fromkeys(by)]
    overall = _overall(agreement)
    output.show(
        Answer(
            {**agreement.to_dict(), **{key: rows for detail in details for key, rows in detail.document.items()}},
            [overall, *(table for detail in details for table in detail.tables)],
            details[0].csv if details else overall,
            [str(agreement.signature), *_remarks(agreement), *(note for detail in details for note in detail.notes)],
        )
    )


def _from_tables(
    files: Sequence[str], metric: Metric, coefficient: CoefficientName, chance: dict[str, Any], done: Advance
) -> Agreement:
    """The agreement in Parquet files that need not fit into memory."""
    from seamark.scale import agree_parquet  # loads pyarrow

    settings = {name: setting for name, setting in chance.items() if name != "chance"}
    with naming_file(named(files)):
        return agree_parquet(list(files), metric, coefficient, strict=True, progress=done, **settings)


def _window_diff(convention: str) -> WindowDiff:
    try:
        return WindowDiff(convention=cast("Any", convention))
    except InputError as error:
        raise click.UsageError(f"--wd-convention: {error}") from None


def _names(given: str | None) -> list[str] | None:
    return None if given is None else given.split(",")


def _detail(
    by: By, corpus: Corpus, metric: Metric, agreement: Agreement, window_diff: WindowDiff, chance: dict[str, Any]
) -> Answer:
    if by == "item":
        pi, kappa = (
            agreement if agreement.coefficient == name else agree_on(corpus, metric, name, rng=agreement.seed, **chance)
            for name in get_args(CoefficientName)
        )
        return _by_item(item_rows(corpus, pi, kappa, window_diff), window_diff, chance["chance_count"])
    settings = {name: setting for name, setting in chance.items() if name != "chance"}
    diagnosis = diagnose(corpus, metric, agreement.coefficient, **settings)
    return _by_coder(diagnosis, agreement) if by == "coder" else _by_pair(corpus, diagnosis, agreement)


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


def _by_pair(corpus: Corpus, diagnosis: Diagnosis, agreement: Agreement) -> Answer:
    """A matrix for people, a row per pair for programs."""
    rows = diagnosis.pair_rows()
    matrix: list[list[Cell]] = [
        # The diagonal is always 1, and coders without a common item have no value: both stay empty.
        [name, *(None if i == j or math.isnan(value) else value for j, value in enumerate(similarities))]
        for i, (name, similarities) in enumerate(zip(corpus.coder_names, diagnosis.matrix.tolist(), strict=True))
    ]
    misses = diagnosis.misses
    total = f"over all pairs: {misses.matches:,} matched, {misses.near:,} near misses, {misses.full:,} full misses"
    if misses.substituted:
        total += f", {misses.substituted:,} of another type"
    table = Table(("coder", *corpus.coder_names), matrix, title=f"By pair: {agreement.similarity}")
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
