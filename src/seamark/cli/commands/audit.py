"""``seamark audit``: every convention in use, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from seamark.base.results import Table
from seamark.cli.exits import naming_file
from seamark.cli.inputs import Reader, corpus_argument, reading_options
from seamark.cli.options import command, example, metric_names, output_options, seed_option
from seamark.cli.output import Answer, Output
from seamark.cli.pair_inputs import levels_option, metrics_or, model_compared, model_option, read_study, read_systems
from seamark.evaluation.audit import AUDITED
from seamark.evaluation.audit import audit as audit_systems
from seamark.metrics.base import Metric
from seamark.model.codings import Kind


@command(
    epilog=example(
        "seamark audit reference.json one.json two.json",
        "seamark audit reference.json one.json --reported 0.43",
        "seamark audit gold.csv systems.csv --json",
        "seamark audit reference.rttm one.rttm two.rttm --metric der,der:collar=25,jer",
        "seamark audit reference.lab estimated.lab --as labels --all",
    )
)
@corpus_argument("reference", "REF")
@corpus_argument("hypotheses", "HYP", several=True)
@metric_names(",".join(AUDITED["boundaries"]))
@model_option()
@levels_option
@click.option("--reported", metavar="VALUE", help="Mark the rows that give a published value, such as 0.43.")
@click.option("--all", "everything", is_flag=True, help="Print every row instead of the extreme ones of each metric.")
@seed_option()
@reading_options
@output_options
def audit(
    reference: str,
    hypotheses: tuple[str, ...],
    metrics: tuple[Metric, ...],
    model: Kind | None,
    levels: tuple[str, ...],
    reported: str | None,
    everything: bool,
    rng: int | None,
    reader: Reader,
    output: Output,
) -> None:
    """Score systems under every convention in use, and say whether their ranking changes.

    Metrics without options are scored under all of their conventions, others as they are; a collar of der or jer, in
    units on each side, and a background of actionf1 count under all.

    Each HYP is a system, named after its file or by NAME=FILE; a file with several coders holds a system for each. If
    REF has several coders, every system is scored against each of them. Where systems change places, a paired
    randomization test says how sure each order is.
    """
    chosen = model_compared(metrics) if model is None else model
    references: Mapping[str, Any]
    systems: Mapping[str, Mapping[str, Any]]
    if chosen == "boundaries":
        references, systems, _ = read_study(reader, output, reference, hypotheses)
    else:
        references, systems = read_systems(reader, reference, hypotheses, chosen, levels, output)
    named = metrics_or(metrics, AUDITED[chosen])
    with naming_file(reference):
        outcome = audit_systems(references, systems, named, reported=reported, rng=rng)
    undefined = sum(number for score in outcome.scores for number in score.undefined.values())
    notes = [f"{undefined} scores are undefined and left out of the means"] if undefined else []
    if outcome.hidden and not everything:
        notes.append(f"{outcome.hidden} more rows: --all")
    notes.append(f"{outcome.signature}  (the signature of every row: --csv, --json)")
    notes = [*outcome.conclusion.splitlines(), *notes]
    table = outcome.table(everything=everything)
    output.show(Answer(outcome.to_dict(), [table], Table.of_rows(outcome.rows()), notes))
