"""``seamark compare``, segmenters beside humans or against one reference, and ``audit``, under all conventions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from seamark.agreement.coefficients import CoefficientName
from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.inputs import Reader, corpus_argument, naming_file, reading_options_as
from seamark.cli.options import MetricChoice, command, option
from seamark.cli.output import Answer, Output
from seamark.evaluation.audit import AUDITED
from seamark.evaluation.audit import audit as audit_systems
from seamark.evaluation.compare import compare as compare_with_humans
from seamark.evaluation.human_comparison import Evaluation
from seamark.evaluation.systems import SystemComparison, compare_systems
from seamark.metrics.names import as_metrics
from seamark.metrics.score import DEFAULTS, Average
from seamark.model.codings import KINDS
from seamark.model.corpus import number_of_pairs
from seamark.stats.resampling import resolve_rng
from seamark.stats.significance import Correction


@command(
    "seamark compare humans.json texttiling.json chunks.json --margin 0.05",
    "seamark compare humans.json mine=runs/17.json other=runs/18.json --pairwise",
    "seamark compare gold.json mine.json other.json --metric B,windowdiff",
)
def compare(
    files: tuple[str, ...] = corpus_argument("HUMANS SYSTEM...", several=True),
    metrics: MetricChoice = options.metric_options("B,S"),
    field: options.TaskChoice = options.task_options,
    coefficient: CoefficientName = options.coefficient_option,
    margin: float | None = option(
        "--margin SIZE",
        "Largest loss of similarity against a human that counts as no worse.",
        type=click.FloatRange(min=0),
    ),
    baselines: bool = option(
        "--baselines/--no-baselines", "Also evaluate baselines, which do not read the text.", default=True
    ),
    pairwise: bool = option("--pairwise", "Also compare the systems with each other, item by item."),
    correction: Correction = option(
        "--correction", "Correction of p-values for all pairs.", choices=Correction, default="holm", rare=True
    ),
    interval: dict[str, Any] = options.interval_options(ci=0.95),
    reader: Reader = reading_options_as(*KINDS, default="what the metrics compare"),
    output: Output = options.answer_options,
) -> None:
    """Test whether segmenters are as good as the humans of a corpus.

    Each SYSTEM is compared like for like with every human: its similarity to the other humans, minus that of the
    human to the same others. The table also has its rank among the humans and how often it wins. A system is named
    after its file, or as in NAME=FILE; a file with several coders holds a system for each. A system need not have
    all items.

    With --task, systems are compared by the leading number of a field.

    If HUMANS holds one reference per item, systems and baselines are scored against it and compared with each other.
    Labels, levels and spans (--as) are always compared in this way, without baselines; several references are averaged.
    """
    interval["rng"] = resolve_rng(interval["rng"])[1]  # all metrics share the seed
    if len(files) == 1:
        raise click.UsageError("missing argument 'SYSTEM...'")
    task, reader = field.task, reader.for_field(field)
    kind, metrics = metrics.for_kind(reader.kind, task, DEFAULTS)
    humans, systems, report = reader.study(files[0], files[1:], output, kind)
    average: Average = "macro" if task is None else task.average
    if task is None or metrics.given:
        chosen = dict(as_metrics(metrics.made(output)))
    else:
        chosen = task.leading(report.resolution, **field.options, **options.given_options(near=metrics.near))
    one_reference = kind != "boundaries" or number_of_pairs(humans.item_index) == 0
    if kind != "boundaries" and len(systems) == 1:
        raise click.UsageError(f"one system of {kind} is scored by 'seamark score'; compare takes two or more")
    if one_reference and margin is not None:
        why = "no item has two codings to compare" if kind == "boundaries" else f"{kind} are compared without them"
        raise click.UsageError(f"--margin is about humans, but {why}")
    if pairwise and len(systems) == 1:
        raise click.UsageError("--pairwise needs at least two systems")
    evaluations, comparisons = {}, {}
    with naming_file(files[0]):
        for label, metric in chosen.items():
            if not one_reference:
                evaluations[label] = compare_with_humans(
                    humans, systems, metric, coefficient, margin=margin, baselines=baselines, **interval
                )
            if pairwise or one_reference:
                with_floor = baselines and one_reference and kind == "boundaries"
                comparisons[label] = compare_systems(
                    humans, systems, metric, baselines=with_floor, average=average, correction=correction, **interval
                )
    output.show(_answer(evaluations, comparisons))


def _answer(evaluations: Mapping[str, Evaluation], comparisons: Mapping[str, SystemComparison]) -> Answer:
    """The first metric says it in words; every metric has its table."""
    found: dict[str, Mapping[str, object]] = {"evaluations": evaluations, "pairwise": comparisons}
    document = {name: results for name, results in found.items() if results}
    tables = [result.table() for result in (evaluations or comparisons).values()]
    tables += [result.pairs_table() for result in comparisons.values()]
    both: list[tuple[str, Evaluation | SystemComparison]] = [*evaluations.items(), *comparisons.items()]
    lead = both[0][1]
    notes = [str(result.signature) for _, result in both]
    notes += [f"{label}: {note}" for label, result in both for note in result.notes]

    def details() -> list[Table | str]:
        said = [(label, part) for label, result in both for part in result.details()]
        return [part if isinstance(part, Table) else f"{label}: {part}" for label, part in said]

    rows = [{"metric": label, **row} for label, result in (evaluations or comparisons).items() for row in result.rows()]
    return Answer.of(
        lead, document=lambda: document, tables=tables, csv=Table.of_rows(rows), notes=notes, details=details
    )


@command(
    "seamark audit reference.json one.json two.json",
    "seamark audit reference.json one.json --reported 0.43",
    "seamark audit reference.lab estimated.lab --as labels --details",
)
def audit(
    reference: str = corpus_argument("REF"),
    hypotheses: tuple[str, ...] = corpus_argument("HYP", several=True),
    metrics: MetricChoice = options.metric_names(",".join(AUDITED["boundaries"])),
    field: options.TaskChoice = options.task_options,
    reported: str | None = option("--reported VALUE", "Mark the rows that give a published value, such as 0.43."),
    reader: Reader = reading_options_as(*KINDS, default="what the metrics compare"),
    output: Output = options.answer_options,
) -> None:
    """Score systems under every convention in use, and show whether their ranking changes.

    Metrics without options are scored under all of their conventions, metrics with options as given. A collar of der or
    jer (units on each side) and a background of actionf1 apply to all conventions. With --task, the metrics are those
    of a field.

    Each HYP is a system, named after its file or by NAME=FILE; a file with several coders holds a system for each. If
    REF has several coders, every system is scored against each of them.
    """
    task, reader = field.task, reader.for_field(field)
    kind, metrics = metrics.for_kind(reader.kind, task, AUDITED)
    references, systems, report = reader.study(reference, hypotheses, output, kind)
    chosen = metrics.made(output)
    if task is not None and not metrics.given:
        chosen = tuple(dict.fromkeys(task.all_metrics(report.resolution, **field.options).values()))
    with naming_file(reference):
        outcome = audit_systems(references, systems, chosen, reported=reported)
    notes = [f"{outcome.signature}  (every row: --details; its signature: --csv, --json)"]
    output.show(Answer.of(outcome, notes=notes))
