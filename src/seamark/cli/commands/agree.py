"""``seamark agree``: how far the coders of a corpus agree."""

from __future__ import annotations

from typing import Any, cast, get_args

import click
from click.core import ParameterSource

from seamark.agreement import Measurement, agree_difference, agreement_of
from seamark.agreement.chance import (
    AgreementCoefficient,
    ChanceAverage,
    ChanceCount,
    ChanceOptions,
    ChanceSource,
    ItemWeight,
)
from seamark.agreement.intervals import AgreementInterval, IntervalPlan
from seamark.agreement.item_moments import IN_PARTS
from seamark.agreement.shuffled import SHUFFLES
from seamark.cli.commands.agree_by import By, tables_by
from seamark.cli.commands.agree_spans import agree_on_spans
from seamark.cli.commands.agree_table import answer_of, answer_of_differences
from seamark.cli.exits import naming_file
from seamark.cli.metric_options import complete_convention, metric_options, near_option
from seamark.cli.models import refuse_options_of_boundaries, spans_option
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
from seamark.cli.parquet_options import one_cluster, said, working_options
from seamark.cli.progress import progress
from seamark.cli.sources import Reader, corpus_argument, named, reading_options
from seamark.cli.together import metrics_on_grid
from seamark.errors import InputError
from seamark.metrics.base import Metric
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus
from seamark.stats.crossed import Resampled

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
            metric.count_pairs(study.codings[:1], study.codings[:1])
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
