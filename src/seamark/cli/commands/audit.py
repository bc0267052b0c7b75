"""``seamark audit``: every convention in use, side by side."""

from __future__ import annotations

from seamark.cli import options
from seamark.cli.inputs import Reader, corpus_argument, naming_file, reading_options_as
from seamark.cli.options import MetricChoice, command, example, option
from seamark.cli.output import Answer, Output
from seamark.evaluation.audit import AUDITED
from seamark.evaluation.audit import audit as audit_systems
from seamark.model.codings import KINDS
from seamark.tasks.score import systems_with_common_ends


@command(
    epilog=example(
        "seamark audit reference.json one.json two.json",
        "seamark audit reference.json one.json --reported 0.43",
        "seamark audit gold.csv systems.csv --json",
        "seamark audit reference.rttm one.rttm two.rttm --metric der,der:collar=25,jer",
        "seamark audit reference.lab estimated.lab --as labels --details",
    )
)
@corpus_argument("reference", "REF")
@corpus_argument("hypotheses", "HYP", several=True)
@options.metric_names(",".join(AUDITED["boundaries"]))
@options.task_options
@option("--reported VALUE", "Mark the rows that give a published value, such as 0.43.")
@options.seed_option()
@reading_options_as(*KINDS, default="what the metrics compare")
@options.answer_options
def audit(
    reference: str,
    hypotheses: tuple[str, ...],
    metrics: MetricChoice,
    field: options.TaskChoice,
    reported: str | None,
    rng: int | None,
    reader: Reader,
    output: Output,
) -> None:
    """Score systems under every convention in use, and say whether their ranking changes.

    Metrics without options are scored under all of their conventions, others as they are; a collar of der or jer, in
    units on each side, and a background of actionf1 count under all. With --task these are the metrics of a field.

    Each HYP is a system, named after its file or by NAME=FILE; a file with several coders holds a system for each. If
    REF has several coders, every system is scored against each of them. Where systems change places, a paired
    randomization test says how sure each order is.
    """
    task, reader = field.task, reader.for_field(field)
    kind, metrics = metrics.for_kind(reader.kind, task, AUDITED)
    references, systems, report = reader.study(reference, hypotheses, output, kind)
    if task is not None:
        references, systems = systems_with_common_ends(references, systems, task.ends)
    chosen = metrics.made(output)
    if task is not None and not metrics.given:
        chosen = tuple(dict.fromkeys(task.all_metrics(report.resolution, **field.options).values()))
    with naming_file(reference):
        outcome = audit_systems(references, systems, chosen, reported=reported, rng=rng)
    notes = [f"{outcome.signature}  (every row: --details; its signature: --csv, --json)"]
    output.show(Answer.of(outcome, notes=notes))
