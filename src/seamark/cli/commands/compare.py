"""``seamark compare``: segmenters beside a group of humans."""

from __future__ import annotations

from typing import Any

import click

from seamark.agreement.chance import CoefficientName
from seamark.cli.exits import naming_file
from seamark.cli.metric_options import near_option, one_metric_options
from seamark.cli.options import coefficient_option, command, example, interval_options, output_options
from seamark.cli.output import Answer, Output
from seamark.cli.progress import progress
from seamark.cli.sources import Reader, corpus_argument, reading_options
from seamark.cli.together import metrics_on_grid, read_study
from seamark.evaluation.compare import compare as compare_with_humans
from seamark.evaluation.systems import compare_systems
from seamark.metrics.base import Metric
from seamark.text_table import Table


@command(
    epilog=example(
        "seamark compare humans.json texttiling.json chunks.json --metric B",
        "seamark compare humans.json mine=runs/17.json other=runs/18.json --pairwise",
    )
)
@corpus_argument("humans", "HUMANS")
@corpus_argument("systems", "SYSTEM", several=True)
@one_metric_options
@near_option
@coefficient_option
@click.option(
    "--baselines/--no-baselines",
    default=True,
    show_default=True,
    help="Also evaluate baselines, which place boundaries without reading the text.",
)
@click.option("--pairwise", is_flag=True, help="Also compare the systems with each other, item by item.")
@interval_options(ci=0.95)
@reading_options
@output_options
def compare(
    humans: str,
    systems: tuple[str, ...],
    metric: Metric,
    near: float | None,
    coefficient: CoefficientName,
    baselines: bool,
    pairwise: bool,
    interval: dict[str, Any],
    reader: Reader,
    output: Output,
) -> None:
    """Say whether segmenters are as reliable as the humans of a corpus.

    Each SYSTEM is added to the humans as one more coder; its change is the agreement with it minus the agreement of
    the humans alone. The same is done for every human, who is left out and added again. A system is named after its
    file, or as in NAME=FILE; a file with several coders holds a system for each. A system need not have all items.
    """
    corpus, segmenters = read_study(reader, output, humans, systems)
    (metric,) = metrics_on_grid([metric], near, output)
    if pairwise and len(segmenters) == 1:
        raise click.UsageError("--pairwise needs at least two systems")
    with naming_file(humans), progress("resampling", None, quiet=output.quiet):
        evaluation = compare_with_humans(corpus, segmenters, metric, coefficient, baselines=baselines, **interval)
        # With the same seed, so that one signature is enough to get both again.
        settings = {**interval, "rng": evaluation.seed}
        comparison = compare_systems(corpus, segmenters, metric, **settings) if pairwise else None
    document, tables = evaluation.to_dict(), [evaluation.table()]
    notes = [f"{name}: {sentence}" for name, sentence in evaluation.conclusions.items()]
    notes += [*evaluation.notes, str(evaluation.signature)]
    if comparison is not None:
        document["pairwise"] = comparison.to_dict()
        tables.append(comparison.table())
        notes += [*comparison.notes, str(comparison.signature)]
    output.show(Answer(document, tables, Table.of_rows(evaluation.rows()), notes))
