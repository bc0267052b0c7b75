"""``seamark agree``: how far the coders of a corpus agree."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal, cast, get_args

import click
from click.core import ParameterSource

from seamark.agreement import Agreement, AgreementDifference, Diagnosis, Measurement, agree_difference, agreement_of
from seamark.agreement.chance import (
    AgreementCoefficient,
    ChanceAverage,
    ChanceCount,
    ChanceOptions,
    ChanceSource,
    CoefficientName,
    ItemWeight,
)
from seamark.agreement.diagnose import diagnosis_of, misses_between
from seamark.agreement.intervals import AgreementInterval, IntervalPlan
from seamark.agreement.item_table import item_rows
from seamark.agreement.shuffled import SHUFFLES
from seamark.cli.commands.agree_spans import agree_on_spans
from seamark.cli.exits import naming_file
from seamark.cli.metric_options import complete_convention, metric_options, near_option
from seamark.cli.options import (
    bundle,
    choice_option,
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
from seamark.stats.intervals import Interval
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
    choice_option(
        "--item-weight",
        ItemWeight,
        option=_chance,
        default="pairs",
        help="What an item of m codings weighs in observed agreement: its m(m - 1)/2 pairs, or m (coders).",
    ),
    _chance(
        "--shuffles",
        type=click.IntRange(0, 1_000_000),
        default=SHUFFLES,
        show_default=True,
        metavar="NUMBER",
        help="How often segments are shuffled for the shuffled level; 0 leaves it out.",
    ),
)


@command(
    epilog=example(
        "seamark agree codings.json --ci 0.95 --by item",
        "seamark agree ann.json ben.json",
        "seamark agree sample:stargazer --ci 0.95 --resample coders --by pair",
        "seamark agree pilot.json --against second_round.json",
        "seamark agree moonstone/segmentations --by item --chance-count segments --wd-convention fournier2012",
    )
)
@corpus_argument(several=True)
@metric_options("S,B")
@near_option
@choice_option(
    "--coefficient",
    AgreementCoefficient,
    default="pi",
    help="Expected agreement from one distribution of boundaries for all coders (pi), one per coder (kappa), or "
    "what the metric finds between codings filled at random (alpha).",
)
@interval_options(
    choice_option(
        "--resample",
        Resampled,
        option=_interval,
        help="What the interval is about: other items, other coders [default: both, where both can be].",
    ),
    choice_option("--method", AgreementInterval, option=_interval, default="jackknife", help="Method of the interval."),
    seed=0,
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
@click.option("--against", metavar="CORPUS", help="A second corpus: how much its agreement differs from the first.")
@click.option(
    "--as",
    "model",
    type=click.Choice(("boundaries", "spans")),
    default="boundaries",
    show_default=True,
    help="What is compared: boundaries, or spans with gaps and overlaps (gamma and unitizing alpha).",
)
@click.option("--items", metavar="NAME[,NAME...]", help="Use only these items.")
@click.option("--coders", metavar="NAME[,NAME...]", help="Use only these coders.")
@reading_options
@output_options
def agree(
    corpus: tuple[str, ...],
    metrics: tuple[Metric, ...],
    near: float | None,
    coefficient: AgreementCoefficient,
    interval: dict[str, Any],
    chance: dict[str, Any],
    by: tuple[By, ...],
    wd_convention: str,
    against: str | None,
    model: str,
    items: str | None,
    coders: str | None,
    reader: Reader,
    output: Output,
) -> None:
    """Measure how far the coders of a corpus agree, beyond chance.

    A value of 1 is full agreement. The column "shuffled" says what the metric finds when every coder's segments are put
    in a random order, and "above it" how far the codings rise above that: 0 for coders who cut anywhere. Several files
    are joined to one corpus. Codings may be missing: every two codings of an item are compared. A metric that measures
    errors, such as windowdiff, is used as 1 - value. Tables of --by are about the first metric. Large Parquet files,
    sorted by item, need not fit into memory, unless --by, --ci, --items, --coders, --against or --chance permutation is
    given.
    """
    if output.form == "csv" and len(by) > 1:
        raise click.UsageError("--csv prints one table; give --by at most once")
    if model == "spans":
        if by or against is not None:
            raise click.UsageError("--by and --against are for boundaries, not for --as spans")
        names = (_names(items), _names(coders))
        output.show(agree_on_spans(corpus, reader, *names, interval["ci"], interval["rng"], output))
        return
    window_diff = _window_diff(wd_convention)
    whole_corpus = by or items or coders or against or interval["ci"] is not None
    whole_corpus = whole_corpus or chance["chance"] != "closed" or chance["item_weight"] != "pairs"
    if coefficient == "alpha" and not {"coder", "pair"}.isdisjoint(by):
        raise click.UsageError("--by coder and --by pair tell pi or kappa; give another --coefficient")
    options = ChanceOptions(chance["chance_count"], chance["chance_average"])
    details: list[Answer] = []
    if not whole_corpus and coefficient != "alpha" and near is None and reader.is_large_parquet(corpus):
        from seamark.scale import agree_parquet  # loads pyarrow

        reckoned: dict[str, Any] = {"chance_count": options.count, "chance_average": options.average}
        reckoned |= {"shuffles": chance["shuffles"], "rng": interval["rng"]}
        with progress("measuring", None, quiet=output.quiet, rate="rows") as done, naming_file(named(corpus)):
            agreements = [
                agree_parquet(list(corpus), metric, coefficient, strict=True, progress=done, **reckoned)
                for metric in metrics
            ]
    else:
        study = reader.corpus(corpus, output)
        metrics = metrics_on_grid(metrics, near, output)
        other = None if against is None else reader.corpus(against, output)
        with naming_file(named(corpus)):
            if items or coders:
                study = study.subset(items=_names(items), coders=_names(coders))
            metrics = _usable(metrics, study, output)
            if other is not None:
                output.show(_difference(study, other, metrics, coefficient, interval, chance))
                return
            measured = [Measurement.of(study, one, options, item_weight=chance["item_weight"]) for one in metrics]
            plan = None
            if interval["ci"] is not None:
                plan = IntervalPlan(interval["ci"], interval["resample"], interval["method"], interval["resamples"])
            drawn = {"chance": chance["chance"], "shuffles": chance["shuffles"], "rng": interval["rng"]}
            with progress("resampling", None, quiet=output.quiet or plan is None):
                agreements = [agreement_of(one, coefficient, plan=plan, **drawn) for one in measured]
            details = list(_details(by, study, measured[0], agreements[0], drawn, window_diff))
    overall = Table.of_rows([_cells(agreement) for agreement in agreements])
    document = {**agreements[0].to_dict(), "others": [agreement.to_dict() for agreement in agreements[1:]]}
    output.show(
        Answer(
            {**document, **{key: rows for detail in details for key, rows in detail.document.items()}},
            [_shown(overall), *(table for detail in details for table in detail.tables)],
            details[0].csv if details else overall,
            [
                *(str(agreement.signature) for agreement in agreements),
                *_remarks(agreements),
                *(note for detail in details for note in detail.notes),
            ],
        )
    )


def _usable(metrics: tuple[Metric, ...], study: Corpus, output: Output) -> tuple[Metric, ...]:
    """The metrics asked for; of those that nobody asked for, only what can be measured."""
    if click.get_current_context().get_parameter_source("metric") is not ParameterSource.DEFAULT:
        return metrics
    usable = []
    for metric in metrics:
        try:
            metric.count_pairs(study.codings[:1], study.codings[:1])
            usable.append(metric)
        except InputError as error:
            output.remark(f"{metric.info.name} is left out: {error}")
    return tuple(usable)


def _difference(
    before: Corpus,
    after: Corpus,
    metrics: Sequence[Metric],
    coefficient: AgreementCoefficient,
    interval: dict[str, Any],
    chance: dict[str, Any],
) -> Answer:
    if interval["method"] != "jackknife":
        raise click.UsageError("--against takes the jackknife; expected no other --method")
    settings = {"ci": interval["ci"] or 0.95, "resample": interval["resample"], "rng": interval["rng"], **chance}
    found = [agree_difference(before, after, metric, coefficient, **settings) for metric in metrics]
    table = Table.of_rows([_difference_cells(one) for one in found])
    notes = [str(one.signature) for one in found]
    notes.append(
        f"both have {counted(found[0].shared_items, 'item')} and {counted(found[0].shared_coders, 'coder')} of the "
        f"same name; {_about(found[0].interval)}"
    )
    notes += dict.fromkeys(one.interval.note for one in found if one.interval.note is not None)
    return Answer({**found[0].to_dict(), "others": [one.to_dict() for one in found[1:]]}, [table], table, notes)


def _difference_cells(found: AgreementDifference) -> dict[str, Cell]:
    return {
        "metric": found.before.similarity,
        "coefficient": found.before.name,
        "before": found.before.value,
        "after": found.after.value,
        "difference": found.value,
        "low": found.interval.low,
        "high": found.interval.high,
        "p": found.p_value,
    }


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
    drawn: dict[str, Any],
    window_diff: WindowDiff,
) -> Iterator[Answer]:
    """The tables asked for with ``--by``, all from one measurement."""
    diagnosis = None
    if drawn["chance"] == "closed":
        drawn = {**drawn, "shuffles": 0}  # what single items need is in the measurement
    for view in dict.fromkeys(by):
        if view == "item":
            pi, kappa = (
                agreement if agreement.coefficient == name else agreement_of(measured, name, **drawn)
                for name in get_args(CoefficientName)
            )
            yield _by_item(item_rows(corpus, pi, kappa, window_diff), window_diff, measured.chance.count)
            continue
        if diagnosis is None:
            diagnosis = diagnosis_of(
                measured, cast("CoefficientName", agreement.coefficient), misses_between(measured, corpus.pairs())
            )
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
    titles = {
        "segment_size": "segment size",
        "without": f"{agreement.coefficient} without",
        "shrunken_effect": "shrunken effect",
        "outlier_p": "outlier p",
    }
    left_out = {"change", "effect"}
    columns = [name for name in rows[0] if name not in left_out]
    table = Table(
        [titles.get(name, name) for name in columns],
        [[row[name] for name in columns] for row in rows],
        title="By coder",
    )
    return Answer({"by_coder": rows}, [table], Table.of_rows(rows), [diagnosis.verdict])


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


#: Columns that the note under the table tells in words.
_COUNTS = ("items", "coders", "pairs")


def _cells(agreement: Agreement) -> dict[str, Cell]:
    cells: dict[str, Cell] = {
        "metric": agreement.similarity,
        "coefficient": agreement.name,
        "value": agreement.value,
    }
    if agreement.interval is not None:
        cells |= {"low": agreement.interval.low, "high": agreement.interval.high}
    cells |= {"observed": agreement.observed, "expected": agreement.expected}
    if agreement.draws:
        cells |= {"shuffled": agreement.shuffled, "above it": agreement.above_shuffled}
    if agreement.coefficient != "alpha" and not math.isnan(agreement.alpha):
        cells["alpha"] = agreement.alpha
    return cells | {"bias": agreement.bias, **{name: getattr(agreement, name) for name in _COUNTS}}


def _shown(overall: Table) -> Table:
    kept = len(overall.header) - len(_COUNTS)
    return Table(overall.header[:kept], [row[:kept] for row in overall.rows])


def _remarks(agreements: Sequence[Agreement]) -> list[str]:
    """What the numbers are about, and what is to be known of them; what all metrics share is said once."""
    first = agreements[0]
    remarks = [", ".join(counted(getattr(first, name), name.removesuffix("s")) for name in _COUNTS) + " of codings"]
    if first.draws:
        remarks.append(
            f"shuffled: every coder's segments in a random order, mean of {counted(first.draws, 'shuffle')} "
            f"with seed {first.seed}"
        )
    if first.coefficient != "alpha" and not math.isnan(first.alpha):
        remarks.append(
            "alpha: chance is what the metric finds between codings filled at random; "
            f"{first.coefficient} expects only boundaries at the same place, which is less"
        )
    if first.interval is not None:
        remarks.append(_about(first.interval))
    remarks += (note for agreement in agreements for note in _notes(agreement))
    return list(dict.fromkeys(remarks))


def _about(interval: Interval) -> str:
    others = "other items and other coders" if interval.resampled == "both" else f"other {interval.resampled}"
    return f"{interval.ci:.0%} interval for {others}, {interval.method}".replace("%", " %")


def _notes(agreement: Agreement) -> Iterator[str]:
    if agreement.degenerate:
        yield "nobody placed a boundary: the value 1 says nothing about agreement"
    if agreement.undefined_items:
        undefined = counted(len(agreement.undefined_items), "item")
        yield f"{undefined} without a value, such as {agreement.undefined_items[0]!r}"
    if agreement.undefined_comparisons:
        undefined = counted(agreement.undefined_comparisons, "comparison")
        yield f"{agreement.similarity}: {undefined} of two codings without a value"
    interval = agreement.interval
    if interval is not None and interval.undefined:
        yield f"{counted(interval.undefined, 'resample')} without a value, left out of the interval"
    if interval is not None and interval.note is not None:
        # Why there is no interval depends on the metric; what a method is worth does not.
        yield f"{agreement.similarity}: {interval.note}" if math.isnan(interval.low) else interval.note
