"""``seamark audit``: every convention in use, side by side."""

from __future__ import annotations

import click

from seamark.cli.exits import naming_file
from seamark.cli.options import command, example, output_options, seed_option
from seamark.cli.output import Answer, Output
from seamark.cli.sources import Reader, corpus_argument, reading_options
from seamark.cli.together import read_study
from seamark.evaluation.audit import audit as audit_systems
from seamark.text_table import Table


@command(
    epilog=example(
        "seamark audit reference.json one.json two.json",
        "seamark audit reference.json one.json --reported 0.43",
        "seamark audit gold.csv systems.csv --json",
    )
)
@corpus_argument("reference", "REF")
@corpus_argument("hypotheses", "HYP", several=True)
@click.option("--reported", metavar="VALUE", help="Mark the rows that give a published value, such as 0.43.")
@click.option("--all", "everything", is_flag=True, help="Print every row instead of the extreme ones of each metric.")
@seed_option()
@reading_options
@output_options
def audit(
    reference: str,
    hypotheses: tuple[str, ...],
    reported: str | None,
    everything: bool,
    rng: int | None,
    reader: Reader,
    output: Output,
) -> None:
    """Score systems under every convention in use, and say whether their ranking changes.

    Each HYP is a system, named after its file or by NAME=FILE; a file with several coders holds a system for each. If
    REF has several coders, every system is scored against each of them. Where systems change places, a paired
    randomization test says how sure each order is.
    """
    references, systems, _ = read_study(reader, output, reference, hypotheses)
    with naming_file(reference):
        outcome = audit_systems(references, systems, reported=reported, rng=rng)
    undefined = sum(number for score in outcome.scores for number in score.undefined.values())
    notes = [f"{undefined} scores are undefined and left out of the means"] if undefined else []
    if outcome.hidden and not everything:
        notes.append(f"{outcome.hidden} more rows: --all")
    notes.append(f"{outcome.signature}  (the signature of every row: --csv, --json)")
    notes = [*outcome.conclusion.splitlines(), *notes]
    table = outcome.table(everything=everything)
    output.show(Answer(outcome.to_dict(), [table], Table.of_rows(outcome.rows()), notes))
