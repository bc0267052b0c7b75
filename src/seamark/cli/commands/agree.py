"""``seamark agree``: how far the coders of a corpus agree."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import click

from seamark.agreement.agree import Agreement, agreement_of
from seamark.agreement.coefficients import AgreementCoefficient, CoefficientName
from seamark.agreement.diagnose import are_alike, diagnosis_of, misses_between, misses_of
from seamark.agreement.intervals import IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.sentences import AgreementTable, about, cautions
from seamark.agreement.shuffled import SHUFFLES
from seamark.base.errors import InputError
from seamark.base.numbers import counted, ends, percent
from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.inputs import Reader, corpus_argument, naming_file, reading_options_as
from seamark.cli.options import MetricChoice, command, names_in, option
from seamark.cli.output import Answer, Output
from seamark.metrics.base import Metric
from seamark.metrics.edit import S
from seamark.metrics.names import as_metrics
from seamark.model.corpus import Corpus
from seamark.stats.resampling import Resampled

if TYPE_CHECKING:
    from seamark.agreement.diagnose import Diagnosis

By = Literal["item", "coder", "pair"]

#: The section of the help with the options for files that need not fit into memory.
_LARGE = "Large Parquet files"

#: Parquet files of more bytes than this are read in parts.
LARGE_FILES = 8 * 2**20


@command(
    "seamark agree codings.json --ci 0.95 --by item",
    "seamark agree ann.json ben.json",
    "seamark agree sample:stargazer --ci 0.95 --resample coders --by pair",
    "seamark agree 'codings/*.parquet' --ci 0.95 --dask tcp://host:8786",
)
def agree(
    corpus: tuple[str, ...] = corpus_argument(several=True),
    metrics: MetricChoice = options.metric_options("B,S"),
    field: options.TaskChoice = options.task_option,
    coefficient: AgreementCoefficient = option(
        "--coefficient",
        "Chance from the rates of all coders together (pi), of each coder (kappa), or from random codings (alpha).",
        choices=AgreementCoefficient,
        default="pi",
    ),
    interval: dict[str, Any] = options.interval_options(
        options.interval_option("--resample", "The interval is for other items, coders or both.", choices=Resampled),
        ci=0.95,
        seed=0,
    ),
    by: tuple[By, ...] = option("--by", "Add a table with a row per item, coder or pair.", choices=By, multiple=True),
    against: str | None = option("--against CORPUS", "A second corpus: how much its agreement differs from the first."),
    items: tuple[str, ...] | None = option("--items NAME[,NAME...]", "Use only these items.", type=names_in),
    coders: tuple[str, ...] | None = option("--coders NAME[,NAME...]", "Use only these coders.", type=names_in),
    working: dict[str, Any] = options.bundle(options.given_options, *options.working_options(_LARGE)),
    reader: Reader = reading_options_as("boundaries", "labels", "spans"),
    output: Output = options.answer_options,
) -> None:
    """Measure how far the coders of a corpus agree, beyond chance.

    The column "above shuffled" is 0 if the coders agree as much as codings whose segments are in random order, and 1
    if they agree fully. The next columns have the coefficient of the 2012 paper. Several files are joined to one
    corpus. Codings may be missing: every two codings of an item are compared. A metric that measures errors, such
    as windowdiff, is used as 1 - value. Tables of --by are about the first metric. With --as spans, the coefficients
    are gamma and unitizing alpha; with --as labels, metrics above shuffled and alpha of units. With --task, coders
    are compared as in a field.

    Large Parquet files, sorted by item, need not fit into memory, unless --by, --items, --coders or --against is
    given. With --dask or --workers this works for Parquet files of any size, also for folders, patterns such as
    'data/*.parquet' and addresses.
    """
    if output.form == "csv" and len(by) > 1:
        raise click.UsageError("--csv prints one table; give --by at most once")
    reader = reader.for_field(field)
    kind = reader.kind or "boundaries"
    drawn = {"ci": interval["ci"], "rng": interval["rng"]}
    in_parts = ("Metric", "Interval", _LARGE, "Output")  # sections of options that do not need the whole corpus
    whole = options.first_refused(in_parts, ("coefficient", "kind", "format"), besides=("near", "task"))
    if kind != "boundaries":
        of_labels = ("metric", "near") if kind == "labels" else ()
        options.refuse_options_of_boundaries(kind, "items", "coders", "ci", "rng", "task", *of_labels)
    elif coefficient == "alpha" and not {"coder", "pair"}.isdisjoint(by):
        raise click.UsageError("--by coder and --by pair print pi or kappa; give another --coefficient")
    elif working or (coefficient != "alpha" and _are_large_parquet(corpus) and whole is None):
        if whole is not None:
            raise click.UsageError(f"{whole} needs the whole corpus in memory; expected no --dask or --workers with it")
        from seamark.scale import agree_parquet  # loads pyarrow

        settings = {"coefficient": coefficient, **interval}
        with _one_cluster(working) as shared, output.progress("measuring") as done, naming_file(corpus):
            parts = [
                agree_parquet(list(corpus), one, progress=done, **settings, **shared) for one in metrics.made(output)
            ]
        output.show(_answer(AgreementTable(tuple(parts)), {}))
        return
    study = reader.corpus(corpus, output, kind, of_coders=kind != "labels")
    other = None if against is None else reader.corpus(against, output)
    with naming_file(corpus):
        if items or coders:
            study = study.subset(items=items, coders=coders)
        if kind == "spans":
            from seamark.agreement.unitizing import span_agreement  # spans are rare

            with output.progress("sampling") as done:
                output.show(Answer.of(span_agreement(study, **drawn, progress=done)))
            return
        of_task = metrics.of_coders(field.task, output)
        if kind == "labels":
            from seamark.agreement.labels import label_agreement  # for labels alone

            output.show(Answer.of(label_agreement(study, of_task or dict(as_metrics(metrics.made(output))), **drawn)))
            return
        made = metrics.made(output) if of_task is None else tuple(of_task.values())
        made = made if metrics.given else _usable(made, study, coefficient, output)
        if other is not None:
            output.show(_differences(study, other, made, coefficient, interval))
            return
        measured = [Measurement.of(study, one) for one in made]
        plan = IntervalPlan(interval["ci"], interval["resample"])
        shuffled = {"shuffles": SHUFFLES, "rng": interval["rng"]}
        no_interval = []
        try:
            agreements = [agreement_of(one, coefficient, plan=plan, **shuffled) for one in measured]
        except InputError as error:
            if any(map(options.is_given, ("ci", "resample"))):
                raise
            no_interval, drawn["ci"] = [f"no interval: {error}"], None
            agreements = [agreement_of(one, coefficient, **shuffled) for one in measured]
        found = AgreementTable(tuple(agreements), misses_of(misses_between(measured[0]).total()))
        views = _views(by, measured[0], agreements[0], drawn)
    output.show(_answer(found, views, no_interval))


def _are_large_parquet(sources: Sequence[str]) -> bool:
    """Whether the sources are Parquet files that together are large, and nothing else."""
    paths = [Path(source) for source in sources]
    are_parquet = all(path.suffix.casefold() == ".parquet" and path.is_file() for path in paths)
    return are_parquet and sum(path.stat().st_size for path in paths) > LARGE_FILES


def _usable(
    metrics: Sequence[Metric], study: Corpus, coefficient: AgreementCoefficient, output: Output
) -> tuple[Metric, ...]:
    """Of metrics that nobody asked for, only what can be measured; only S has the chance of alpha."""
    usable = []
    for metric in metrics:
        try:
            metric.bind(study.codings)
            usable.append(metric)
        except InputError as error:
            output.remark(f"{metric.info.name} is left out: {error}")
    return tuple(metric for metric in usable if coefficient != "alpha" or isinstance(metric, S))


@contextmanager
def _one_cluster(working: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The options for several calls, which share the cluster if there is one: a local one takes seconds to start."""
    if working.get("cluster") is None:
        yield dict(working)
        return
    from seamark.kernels.columns import worker_count
    from seamark.scale.workers import workers_on

    with workers_on(working["cluster"], worker_count(working.get("workers"))) as found:
        yield {**working, "cluster": found}


class View(NamedTuple):
    """A table that was asked for with ``--by``: all its rows, what people see, and the lines under it."""

    rows: Sequence[dict[str, Any]]
    table: Table
    notes: Sequence[str]


def _answer(found: AgreementTable, views: Mapping[str, View], notes: Sequence[str] = ()) -> Answer:
    """A row per metric, what is to be known of the numbers, and the tables asked for besides."""
    cautioned = dict.fromkeys(note for one in found.agreements for note in cautions(one))
    first = next(iter(views.values()), None)
    return Answer.of(
        found,
        document=lambda: {**found.to_dict(), **{name: view.rows for name, view in views.items()}},
        tables=[found.table(), *(view.table for view in views.values())],
        csv=Table.of_rows(found.rows() if first is None else first.rows),
        notes=[*found.signatures(), *cautioned, *notes, *(note for view in views.values() for note in view.notes)],
        details=lambda: [*found.details(), *(Table.of_rows(view.rows) for view in views.values())],
    )


def _views(by: Sequence[By], measured: Measurement, agreement: Agreement, drawn: dict[str, Any]) -> dict[str, View]:
    """The tables asked for with ``--by``, all from one measurement."""
    views = {}
    if "item" in by:
        views["by_item"] = _by_item(agreement, drawn["ci"])
    if not {"coder", "pair"}.isdisjoint(by):
        coefficient = cast("CoefficientName", agreement.coefficient)
        diagnosis = diagnosis_of(measured, coefficient, misses_between(measured), **drawn)
        views["by_coder"] = View(diagnosis.rows(), diagnosis.table(), diagnosis.answer())
        views["by_pair"] = _by_pair(diagnosis)
    return {f"by_{one}": views[f"by_{one}"] for one in by}


def _by_item(agreement: Agreement, ci: float | None) -> View:
    """Items from the lowest agreement up; the details have everything about them."""
    items = agreement.per_item
    rows = [{"item": item, **asdict(items[item])} for item in agreement.ranking or items]
    guesses = [row["shrunken"] for row in rows if row["shrunken"] is not None]
    columns = {"item": "item", "above_shuffled": "above shuffled"}
    if ci is not None and any(row["low"] is not None for row in rows):
        columns["interval"] = f"{percent(ci)} interval"
    if guesses:
        columns["shrunken"] = "best guess"
    columns |= {"coders": "coders", "boundaries": "boundaries"}
    shown = [{**row, "interval": ends((row["low"], row["high"]))} for row in rows]
    notes = ["Items differ no more than expected by chance."] if are_alike(guesses) else []
    return View(rows, _titled(f"Items by {agreement.similarity}, the lowest first", shown, columns), notes)


def _titled(title: str, rows: Sequence[dict[str, Any]], columns: dict[str, str]) -> Table:
    return Table(list(columns.values()), [[row[column] for column in columns] for row in rows], title=title)


def _by_pair(diagnosis: Diagnosis) -> View:
    """The pairs of coders who are least alike."""
    rows: list[dict[str, Any]] = diagnosis.by_pair
    lowest = sorted(rows, key=lambda row: (math.isnan(row["similarity"]), row["similarity"]))[:30]
    shown = f"the {len(lowest)} least alike of {len(rows)}" if len(lowest) < len(rows) else "the lowest first"
    names = ("coder", "other_coder", "similarity", "matches", "near_misses", "full_misses")
    columns = {name: name.replace("_", " ") for name in names}
    table = replace(_titled(f"Pairs of coders by {diagnosis.similarity}, {shown}", lowest, columns), keys=2)
    misses = diagnosis.misses
    total = f"Over all pairs: {misses.matches:,} matched, {misses.near:,} near misses, {misses.full:,} full misses."
    return View(rows, table, [total])


def _differences(
    study: Corpus,
    other: Corpus,
    metrics: Sequence[Metric],
    coefficient: AgreementCoefficient,
    settings: dict[str, Any],
) -> Answer:
    """How much agreement differs between two studies, a row per metric."""
    from seamark.agreement.difference import agree_difference, differences_table  # two studies are rare

    found = [agree_difference(study, other, metric, coefficient, **settings) for metric in metrics]
    first = found[0]
    notes = [
        *(str(one.signature) for one in found),
        f"both have {counted(first.shared_items, 'item')} and {counted(first.shared_coders, 'coder')} of the same "
        f"name; the interval is for {about(first.interval)}",
        *dict.fromkeys(one.interval.note for one in found if one.interval.note is not None),
    ]
    table = differences_table(found)

    def document() -> dict[str, object]:
        return {**first.to_dict(), "others": [one.to_dict() for one in found[1:]]}

    return Answer.of(first, document=document, tables=[table], csv=table, notes=notes)
