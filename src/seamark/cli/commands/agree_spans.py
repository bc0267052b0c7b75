"""Spans for ``seamark agree``: gamma, and unitizing alpha where no coder's spans overlap."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.agreement.gamma import Gamma, gamma
from seamark.agreement.unitizing import UnitizingAlpha, unitizing_alpha
from seamark.cli.exits import naming_file
from seamark.cli.models import read_spans
from seamark.cli.output import Answer, Output
from seamark.cli.progress import progress
from seamark.cli.sources import Reader, named
from seamark.errors import InputError
from seamark.number_text import counted
from seamark.text_table import Cell, Table


def agree_on_spans(
    sources: Sequence[str],
    reader: Reader,
    items: list[str] | None,
    coders: list[str] | None,
    ci: float | None,
    seed: int | None,
    output: Output,
) -> Answer:
    """How far coders agree about the spans in files."""
    whole_study = read_spans(reader, sources, output)
    with naming_file(named(sources)):
        study = whole_study.subset(items=items, coders=coders)
        with progress("sampling", None, quiet=output.quiet) as done:
            whole = gamma(study, rng=seed, progress=done)
        try:
            alpha, why = unitizing_alpha(study, ci=ci), None
        except InputError as error:
            # Gamma stands without it; the note says what alpha could not take.
            alpha, why = None, str(error)
    table = Table.of_rows([_gamma_cells(whole), *([] if alpha is None else [_alpha_cells(alpha)])])
    notes = [str(whole.signature), *([] if alpha is None else [str(alpha.signature)])]
    spans = study.codings.columns.starts.size
    notes.append(
        ", ".join((counted(len(study), "item"), counted(len(study.coder_names), "coder"), counted(spans, "span")))
    )
    notes.append("the interval of gamma is about its random samples, not about other items or coders")
    notes += [] if why is None else [f"no unitizing alpha: {why}"]
    document = {"gamma": whole.to_dict(), "unitizing_alpha": None if alpha is None else alpha.to_dict()}
    return Answer(document, [table], table, notes)


def _gamma_cells(found: Gamma) -> dict[str, Cell]:
    return {
        "coefficient": "gamma",
        "value": found.value,
        "low": found.interval.low,
        "high": found.interval.high,
        "observed": found.observed,
        "expected": found.expected,
        "categories": found.cat,
    }


def _alpha_cells(found: UnitizingAlpha) -> dict[str, Cell]:
    return {
        "coefficient": "unitizing alpha",
        "value": found.value,
        "low": None if found.interval is None else found.interval.low,
        "high": None if found.interval is None else found.interval.high,
        "observed": found.observed,
        "expected": found.expected,
        "categories": found.coding,
    }
