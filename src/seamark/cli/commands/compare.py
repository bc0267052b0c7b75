"""``seamark compare``: segmenters beside a group of humans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast, get_args

import click

from seamark.agreement.chance import CoefficientName
from seamark.cli.exits import speaking_of
from seamark.cli.metric_choice import metric_options
from seamark.cli.options import bundle, command, example, option_in, output_options
from seamark.cli.output import Answer, Output
from seamark.cli.progress import progress
from seamark.cli.sources import Reader, corpus_argument, reading_options, require_one_standard_input
from seamark.cli.system_files import named_file, systems_in
from seamark.evaluation.compare import compare as compare_with_humans
from seamark.evaluation.result import Evaluation
from seamark.evaluation.system_result import SystemComparison
from seamark.evaluation.systems import compare_systems
from seamark.metrics.base import Metric
from seamark.text_table import Table


@dataclass(frozen=True, slots=True)
class Drawing:
    """How intervals and p-values are drawn."""

    ci: float
    resamples: int
    seed: int | None


_option = option_in("Intervals and tests")

drawing_options = bundle(
    "drawing",
    Drawing,
    _option(
        "--ci",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=0.95,
        show_default=True,
        metavar="LEVEL",
        help="Level of the intervals; p-values are held against the rest.",
    ),
    _option(
        "--resamples",
        type=click.IntRange(min=1),
        default=10_000,
        show_default=True,
        metavar="NUMBER",
        help="How many resamples of the items.",
    ),
    _option("--seed", type=click.IntRange(min=0), metavar="NUMBER", help="Seed, for the same figures again."),
)


@command(
    epilog=example(
        "seamark compare humans.json texttiling.json chunks.json --metric B",
        "seamark compare humans.json mine=runs/17.json other=runs/18.json --pairwise",
    )
)
@corpus_argument("humans", "HUMANS")
@corpus_argument("systems", "SYSTEM", several=True)
@metric_options("S")
@click.option(
    "--coefficient",
    type=click.Choice(get_args(CoefficientName)),
    default="pi",
    show_default=True,
    help="Chance takes boundaries from one distribution for all coders (pi), or from one for each (kappa).",
)
@click.option(
    "--baselines/--no-baselines", default=True, show_default=True, help="Show what segmenters do that read no text."
)
@click.option("--pairwise", is_flag=True, help="Also compare the systems with each other, item by item.")
@drawing_options
@reading_options
@output_options
def compare(
    humans: str,
    systems: tuple[str, ...],
    metrics: tuple[Metric, ...],
    coefficient: str,
    baselines: bool,
    pairwise: bool,
    drawing: Drawing,
    reader: Reader,
    output: Output,
) -> None:
    """Say whether segmenters are as reliable as the humans of a corpus.

    Each SYSTEM joins the humans as one more coder; its change is the agreement with it minus the agreement of the
    humans alone. The same is done with every human, left out and joined again. A system is named after its file, or as
    in NAME=FILE; a file with several coders holds a system for each. It may lack items.
    """
    if len(metrics) != 1:
        raise click.UsageError("agreement is measured by one metric at a time; --metric names several")
    require_one_standard_input(humans, *(named_file(system)[1] for system in systems))
    corpus = reader.corpus(humans, output)
    segmenters = systems_in(systems, reader, output)
    if pairwise and len(segmenters) == 1:
        raise click.UsageError("--pairwise needs at least two systems")
    with speaking_of(humans), progress("resampling", None, quiet=output.quiet):
        evaluation = compare_with_humans(
            corpus,
            segmenters,
            metrics[0],
            cast("CoefficientName", coefficient),
            baselines=baselines,
            ci=drawing.ci,
            resamples=drawing.resamples,
            rng=drawing.seed,
        )
        contest = (
            compare_systems(
                corpus,
                segmenters,
                metrics[0],
                ci=drawing.ci,
                resamples=drawing.resamples,
                rng=evaluation.seed,
            )
            if pairwise
            else None
        )
    output.show(_answer(evaluation, contest))


def _answer(evaluation: Evaluation, contest: SystemComparison | None) -> Answer:
    notes = [f"{name}: {sentence}" for name, sentence in evaluation.conclusions.items()]
    notes += [*evaluation.notes, str(evaluation.signature)]
    csv = Table.of_rows(evaluation.rows())
    if contest is None:
        return Answer(evaluation.to_dict(), [evaluation.table()], csv, notes)
    return Answer(
        {**evaluation.to_dict(), "pairwise": contest.to_dict()},
        [evaluation.table(), contest.table()],
        csv,
        [*notes, *contest.notes, str(contest.signature)],
    )
