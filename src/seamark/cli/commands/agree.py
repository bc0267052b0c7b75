"""``seamark agree``: how far the coders of a corpus agree."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal, cast, get_args

import click
from click.core import ParameterSource

from seamark.agreement import Agreement, AgreementDifference, Diagnosis, Measurement, agree_difference, agreement_of
from seamark.agreement.agree import item_rows
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
from seamark.agreement.gamma import Gamma
from seamark.agreement.intervals import IN_PARTS, AgreementInterval, IntervalPlan
from seamark.agreement.shuffled import SHUFFLES
from seamark.agreement.unitizing import UnitizingAlpha, span_agreement
from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.base.results import Cell, Table
from seamark.cli.exits import naming_file
from seamark.cli.inputs import Reader, corpus_argument, named, reading_options
from seamark.cli.options import (
    bundle,
    choice_option,
    command,
    complete_convention,
    example,
    interval_options,
    metric_options,
    near_option,
    one_cluster,
    option_in,
    output_options,
    said,
    working_options,
)
from seamark.cli.output import Answer, Output, progress
from seamark.cli.pair_inputs import metrics_on_grid, read_spans, refuse_options_of_boundaries, spans_option
from seamark.metrics.base import Metric
from seamark.metrics.windows import WindowDiff
from seamark.model.corpus import Corpus
from seamark.stats.crossed import Resampled
from seamark.stats.intervals import Interval

By = Literal["item", "coder", "pair"]


def tables_by(
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
            diagnosis = diagnosis_of(measured, cast("CoefficientName", agreement.coefficient), misses_between(measured))
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


# -------------------------------- Spans for ``seamark agree``: gamma and unitizing alpha, each as far as it has a value


def agree_on_spans(
    sources: Sequence[str],
    reader: Reader,
    items: list[str] | None,
    coders: list[str] | None,
    ci: float | None,
    seed: int | None,
    output: Output,
) -> Answer:
    """How far coders agree about the spans in files."""
    whole_study, _ = read_spans(reader, sources, output)
    with naming_file(named(sources)):
        study = whole_study.subset(items=items, coders=coders)
        with progress("sampling", None, quiet=output.quiet) as done:
            found = span_agreement(study, ci=ci, rng=seed, progress=done)
    whole, alpha = found.gamma, found.alpha
    rows = [*([] if whole is None else [_gamma_cells(whole)]), *([] if alpha is None else [_alpha_cells(alpha)])]
    notes = [str(one.signature) for one in (whole, alpha) if one is not None]
    spans = study.codings.starts.size
    notes.append(
        ", ".join((counted(len(study), "item"), counted(len(study.coder_names), "coder"), counted(spans, "span")))
    )
    if whole is not None:
        notes.append("the interval of gamma is about its random samples, not about other items or coders")
    if ci is not None and alpha is not None and alpha.interval is None:
        notes.append("no interval of unitizing alpha: it is about other items, and needs two with two coders")
    notes += [] if found.no_gamma is None else [f"no gamma: {found.no_gamma}"]
    notes += [] if found.no_alpha is None else [f"no unitizing alpha: {found.no_alpha}"]
    table = Table.of_rows(rows)
    document = {
        "gamma": None if whole is None else whole.to_dict(),
        "unitizing_alpha": None if alpha is None else alpha.to_dict(),
    }
    return Answer(document, [table], table, notes)


def _gamma_cells(found: Gamma) -> dict[str, Cell]:
    return {
        "coefficient": "gamma",
        "value": found.value,
        "low": found.interval.low,
        "high": found.interval.high,
        "observed": found.observed,
        "expected": found.expected,
        "categories": found.cat,
    }


def _alpha_cells(found: UnitizingAlpha) -> dict[str, Cell]:
    return {
        "coefficient": "unitizing alpha",
        "value": found.value,
        "low": None if found.interval is None else found.interval.low,
        "high": None if found.interval is None else found.interval.high,
        "observed": found.observed,
        "expected": found.expected,
        "categories": found.coding,
    }


# ---- Agreements as ``seamark agree`` shows them: a table with a row per metric, and what is to be known of the numbers


def answer_of(agreements: Sequence[Agreement], details: Sequence[Answer]) -> Answer:
    """The agreements, and under them the tables asked for besides."""
    overall = Table.of_rows([_cells(agreement) for agreement in agreements])
    document = {**agreements[0].to_dict(), "others": [agreement.to_dict() for agreement in agreements[1:]]}
    return Answer(
        {**document, **{key: rows for detail in details for key, rows in detail.document.items()}},
        [_shown(overall), *(table for detail in details for table in detail.tables)],
        details[0].csv if details else overall,
        [
            *(str(agreement.signature) for agreement in agreements),
            *_remarks(agreements),
            *(note for detail in details for note in detail.notes),
        ],
    )


def answer_of_differences(found: Sequence[AgreementDifference]) -> Answer:
    """How much agreement differs between two studies, a row per metric."""
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


# -------------------------------------------------------------- ``seamark agree``: how far the coders of a corpus agree


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
        "seamark agree 'codings/*.parquet' --ci 0.95 --dask tcp://host:8786",
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
@spans_option("What is compared: boundaries, or spans with gaps and overlaps (gamma and unitizing alpha)")
@click.option("--items", metavar="NAME[,NAME...]", help="Use only these items.")
@click.option("--coders", metavar="NAME[,NAME...]", help="Use only these coders.")
@bundle("working", said, *working_options(option_in("Large Parquet files")))
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
    model: str | None,
    items: str | None,
    coders: str | None,
    working: dict[str, Any],
    reader: Reader,
    output: Output,
) -> None:
    """Measure how far the coders of a corpus agree, beyond chance.

    A value of 1 is full agreement. The column "shuffled" says what the metric finds when every coder's segments are put
    in a random order, and "above it" how far the codings rise above that: 0 for coders who cut anywhere. Several files
    are joined to one corpus. Codings may be missing: every two codings of an item are compared. A metric that measures
    errors, such as windowdiff, is used as 1 - value. Tables of --by are about the first metric.

    Large Parquet files, sorted by item, need not fit into memory, unless --by, --items, --coders, --against, --chance
    permutation or a --method other than jackknife and poisson is given. With --dask, --workers or --most-bytes Parquet
    files of any size are read so; folders, patterns such as 'data/*.parquet' and addresses will do, too.
    """
    if output.form == "csv" and len(by) > 1:
        raise click.UsageError("--csv prints one table; give --by at most once")
    if model == "spans":
        refuse_options_of_boundaries("spans", "items", "coders", "ci", "rng")
        names = (_names(items), _names(coders))
        output.show(agree_on_spans(corpus, reader, *names, interval["ci"], interval["rng"], output))
        return
    if against is not None and interval["method"] != "jackknife":
        raise click.UsageError("--against takes the jackknife; expected no other --method")
    window_diff = _window_diff(wd_convention)
    resampled = interval["ci"] is not None and interval["method"] not in IN_PARTS
    of_whole_corpora = {
        "--by": by,
        "--items": items,
        "--coders": coders,
        "--against": against,
        "--method": resampled,
        "--chance": chance["chance"] != "closed",
        "--item-weight": chance["item_weight"] != "pairs",
        "--coefficient alpha": coefficient == "alpha",
        "--near": near is not None,
    }
    whole_corpus = [option for option, given in of_whole_corpora.items() if given]
    if coefficient == "alpha" and not {"coder", "pair"}.isdisjoint(by):
        raise click.UsageError("--by coder and --by pair tell pi or kappa; give another --coefficient")
    options = ChanceOptions(chance["chance_count"], chance["chance_average"])
    details: list[Answer] = []
    if working and (whole_corpus or not reader.may_be_parquet):
        what = whole_corpus[0] if whole_corpus else "an option for reading"
        raise click.UsageError(
            f"{what} needs the whole corpus in memory; expected no --dask, --workers or --most-bytes with it"
        )
    if coefficient != "alpha" and (working or (not whole_corpus and reader.is_large_parquet(corpus))):
        from seamark.scale import agree_parquet  # loads pyarrow

        reckoned: dict[str, Any] = {"chance_count": options.count, "chance_average": options.average}
        reckoned |= {"shuffles": chance["shuffles"], "rng": interval["rng"]}
        reckoned |= {name: interval[name] for name in ("ci", "resample", "method", "resamples")}
        with (
            one_cluster(working) as shared,
            progress("measuring", None, quiet=output.quiet, rate="rows") as done,
            naming_file(named(corpus)),
        ):
            agreements = [
                agree_parquet(list(corpus), metric, coefficient, strict=True, progress=done, **reckoned, **shared)
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
                settings = {"ci": interval["ci"] or 0.95, "resample": interval["resample"], "rng": interval["rng"]}
                found = [agree_difference(study, other, one, coefficient, **settings, **chance) for one in metrics]
                output.show(answer_of_differences(found))
                return
            measured = [Measurement.of(study, one, options, item_weight=chance["item_weight"]) for one in metrics]
            plan = None
            if interval["ci"] is not None:
                plan = IntervalPlan(interval["ci"], interval["resample"], interval["method"], interval["resamples"])
            drawn = {"chance": chance["chance"], "shuffles": chance["shuffles"], "rng": interval["rng"]}
            with progress("resampling", None, quiet=output.quiet or plan is None):
                agreements = [agreement_of(one, coefficient, plan=plan, **drawn) for one in measured]
            details = list(tables_by(by, study, measured[0], agreements[0], drawn, window_diff))
    output.show(answer_of(agreements, details))


def _usable(metrics: tuple[Metric, ...], study: Corpus, output: Output) -> tuple[Metric, ...]:
    """The metrics asked for; of those that nobody asked for, only what can be measured."""
    if click.get_current_context().get_parameter_source("metric") is not ParameterSource.DEFAULT:
        return metrics
    usable = []
    for metric in metrics:
        try:
            metric.bind(study.codings)
            usable.append(metric)
        except InputError as error:
            output.remark(f"{metric.info.name} is left out: {error}")
    return tuple(usable)


def _window_diff(convention: str) -> WindowDiff:
    try:
        return WindowDiff(convention=cast("Any", convention))
    except InputError as error:
        raise click.UsageError(f"--wd-convention: {error}") from None


def _names(given: str | None) -> list[str] | None:
    return None if given is None else given.split(",")
