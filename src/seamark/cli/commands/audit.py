"""``seamark audit``: every convention in use, side by side."""

from __future__ import annotations

from seamark.cli.exits import naming_file
from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output
from seamark.cli.sources import (
    Reader,
    corpus_argument,
    named_file,
    reading_options,
    require_one_standard_input,
    systems_in,
)
from seamark.evaluation.audit import Audit
from seamark.evaluation.audit import audit as audit_systems
from seamark.text_table import Cell, Table
from seamark.version import __version__


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
    """Score systems under every convention in use, and say whether their ranking holds.

    Each HYP is a system, named after its file or by NAME=FILE; a file with several coders holds a system for each. When
    REF has several coders, a system is scored against every one of them.
    """
    require_one_standard_input(reference, *(named_file(hypothesis)[1] for hypothesis in hypotheses))
    references = reader.corpus(reference, output)
    systems = systems_in(hypotheses, reader, output)
    with naming_file(reference):
        outcome = audit_systems(references, systems)
    output.show(
        Answer(
            outcome.to_dict(), [_table(outcome, signatures=False)], _table(outcome, signatures=True), _notes(outcome)
        )
    )


def _table(outcome: Audit, *, signatures: bool) -> Table:
    header = ["metric", "convention", "average", "k", *outcome.systems]
    rows: list[list[Cell]] = [
        [row.metric, row.convention, row.average, row.k, *(row.values[system] for system in outcome.systems)]
        for row in outcome.rows
    ]
    if signatures:
        header.append("signature")
        rows = [[*cells, row.signature] for cells, row in zip(rows, outcome.rows, strict=True)]
    return Table(header, rows, keys=3)


def _notes(outcome: Audit) -> list[str]:
    undefined = sum(number for row in outcome.rows for number in row.undefined.values())
    left_out = [f"{undefined} scores are undefined and left out of the means"] if undefined else []
    names = "|".join(["audit", f"systems:{len(outcome.systems)}", f"pairs:{outcome.pairs}", f"v:{__version__}"])
    return [*outcome.conclusion.splitlines(), *left_out, f"{names}  (the signature of every row: --csv, --json)"]
