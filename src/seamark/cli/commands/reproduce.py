"""``seamark reproduce``: the 2012 paper, published beside computed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click

from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.main import BAD_DATA
from seamark.cli.options import command, option
from seamark.cli.output import Answer, Output
from seamark.reproduce.paper import Reproduction, Verdict
from seamark.reproduce.paper import reproduce as run

_COLUMNS = ("target", "value", "published", "computed", "verdict", "reproduced", "note")


@command(
    "seamark reproduce",
    "seamark reproduce figure5b table1",
    "seamark reproduce table2 corpus --corpus moonstone/ --values",
)
def reproduce(
    targets: tuple[str, ...] = options.argument("[TARGET]...", nargs=-1),
    corpus: Path | None = option(
        "--corpus DIR",
        "The Moonstone corpus [default: $SEAMARK_CORPORA or downloaded].",
        type=options.PLACE,
    ),
    values: bool = option("--values", "Show all values, not only a summary."),
    output: Output = options.output_options,
) -> None:
    """Recompute the values printed in Fournier & Inkpen 2012, and compare.

    Targets are examples, figure5a, figure5b, figure5c, table1, table2, corpus and claims; by default all. A value is
    *equal* (to the last printed digit), *explained* (an option gives the printed value) or *different*; the exit status
    is 1 if anything is different. Claims are what the text says about the chapters: whether that holds, and whether it
    also holds above shuffled codings.
    """
    result = run(targets, corpus=corpus)
    output.show(_answer(result, values))
    if not result.holds:
        raise click.exceptions.Exit(BAD_DATA)


def _answer(result: Reproduction, values: bool) -> Answer:
    everything = _values(result, get_args(Verdict))
    tables = [result.table()] if result.values else []
    if values:
        tables.append(everything)
    else:
        if not result.holds:
            tables.append(replace(_values(result, ("different",)), title="Different"))
        if any(check.verdict == "explained" for check in result.values):
            tables.append(_explanations(result))
    if result.claims:
        tables.append(result.claims_table())
    notes = [f"{target} was left out: {reason}" for target, reason in result.left_out.items()]
    return Answer(result.to_dict(), tables, everything, notes, result.answer())


def _values(result: Reproduction, verdicts: tuple[Verdict, ...]) -> Table:
    return Table(_COLUMNS, [tuple(row.values()) for row in result.rows() if row["verdict"] in verdicts], keys=2)


def _explanations(result: Reproduction) -> Table:
    """The distinct explanations, each with the number of values it covers; those of a simulation differ by numbers."""
    found: Counter[tuple[str, str]] = Counter()
    for check in result.values:
        if check.verdict == "explained":
            found[check.target, check.note.partition(", so the mean is")[0]] += 1
    rows = [(target, count, note) for (target, note), count in found.items()]
    return Table(("target", "values", "explanation"), rows, title="Explained")
