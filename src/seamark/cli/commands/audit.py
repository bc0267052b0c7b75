"""``seamark audit``: every convention in use, side by side."""

from __future__ import annotations

from seamark.cli.exits import naming_file
from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output
from seamark.cli.sources import Reader, corpus_argument, reading_options
from seamark.cli.together import read_study
from seamark.evaluation.audit import audit as audit_systems
from seamark.text_table import Table


@command(
    epilog=example(
        "seamark audit reference.json one.json two.json",
        "seamark audit gold.csv systems.csv --json",
    )
)
@corpus_argument("reference", "REF")
@corpus_argument("hypotheses", "HYP", several=True)
@reading_options
@output_options
def audit(reference: str, hypotheses: tuple[str, ...], reader: Reader, output: Output) -> None:
    """Score systems under every convention in use, and say whether their ranking changes.

    Each HYP is a system, named after its file or by NAME=FILE; a file with several coders holds a system for each. If
    REF has several coders, every system is scored against each of them.
    """
    references, systems = read_study(reader, output, reference, hypotheses)
    with naming_file(reference):
        outcome = audit_systems(references, systems)
    undefined = sum(number for score in outcome.scores for number in score.undefined.values())
    notes = [f"{undefined} scores are undefined and left out of the means"] if undefined else []
    notes.append(f"{outcome.signature}  (the signature of every row: --csv, --json)")
    notes = [*outcome.conclusion.splitlines(), *notes]
    output.show(Answer(outcome.to_dict(), [outcome.table()], Table.of_rows(outcome.rows()), notes))
