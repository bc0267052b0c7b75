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
from seamark.evaluation.conclusion import interval_text
from seamark.evaluation.figures import Standing
from seamark.evaluation.presentation import HEADER, baseline_rows_of, rows_of
from seamark.evaluation.result import Evaluation
from seamark.evaluation.system_result import SystemComparison
from seamark.evaluation.systems import compare_systems
from seamark.metrics.base import Metric
from seamark.number_text import counted
from seamark.text_table import Cell, Table


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

    Each SYSTEM joins the humans as one more coder, and the drop is what that does to their agreement; the same is done
    with every human, left out and joined again. A system is named after its file, or as in NAME=FILE; a file with
    several coders holds a system for each. It may lack items.
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
            level=drawing.ci,
            resamples=drawing.resamples,
            rng=drawing.seed,
        )
        contest = (
            compare_systems(
                corpus,
                segmenters,
                metrics[0],
                level=drawing.ci,
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
    if contest is None:
        return Answer(evaluation.to_dict(), [_table(evaluation)], _csv_table(evaluation), notes)
    return Answer(
        {**evaluation.to_dict(), "pairwise": contest.to_dict()},
        [_table(evaluation), _pairwise_table(contest)],
        _csv_table(evaluation),
        [*notes, *contest.notes, str(contest.signature)],
    )


def _table(evaluation: Evaluation) -> Table:
    what = f"{evaluation.coefficient} of {evaluation.similarity}"
    return Table(
        HEADER,
        [row.cells() for row in rows_of(evaluation)],
        [row.cells() for row in baseline_rows_of(evaluation)],
        title=f"{what}, {counted(evaluation.coders, 'human')}, {counted(evaluation.items, 'item')}",
    )


_PAIR_HEADER = ("better", "worse", "difference", "interval", "p", "p (Holm)", "effect", "wins", "ties", "losses")


def _pairwise_table(contest: SystemComparison) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            pair.first,
            pair.second,
            pair.difference,
            interval_text(pair.interval),
            pair.p_value,
            pair.p_adjusted,
            pair.effect.hedges_g,
            pair.record.wins,
            pair.record.ties,
            pair.record.losses,
        )
        for pair in contest.pairs
    ]
    return Table(_PAIR_HEADER, rows, title=f"Systems against each other, {contest.metric} per item", keys=2)


_CSV_HEADER = (
    *("name", "kind", "items", "agreement", "humans_alone", "drop", "low", "high", "p_value", "p_adjusted"),
    *("similarity", "density", "position", "humans_matched", "humans"),
)


def _csv_table(evaluation: Evaluation) -> Table:
    rows = [_csv_row(one, "segmenter", evaluation) for one in evaluation.segmenters]
    rows += [
        (name, "human", human.items, human.value, human.others, human.drop, *[None] * 4, human.similarity, *[None] * 4)
        for name, human in evaluation.band.humans.items()
    ]
    rows += [_csv_row(one, "baseline", evaluation) for one in evaluation.baselines]
    return Table(_CSV_HEADER, rows)


def _csv_row(standing: Standing, kind: str, evaluation: Evaluation) -> tuple[Cell, ...]:
    interval = standing.interval
    return (
        standing.name,
        kind,
        standing.items,
        standing.value,
        standing.humans,
        standing.drop,
        None if interval is None else interval.low,
        None if interval is None else interval.high,
        standing.p_value,
        standing.p_adjusted,
        standing.similarity,
        standing.density,
        evaluation.position(standing),
        len(standing.matched),
        len(standing.in_places),
    )
