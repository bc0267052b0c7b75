"""Spans for ``seamark agree``: gamma and unitizing alpha, each as far as it has a value."""

from __future__ import annotations

from collections.abc import Sequence

from seamark.agreement.gamma import Gamma
from seamark.agreement.span_agreement import span_agreement
from seamark.agreement.unitizing import UnitizingAlpha
from seamark.cli.exits import naming_file
from seamark.cli.models import read_spans
from seamark.cli.output import Answer, Output
from seamark.cli.progress import progress
from seamark.cli.sources import Reader, named
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
    whole_study, _ = read_spans(reader, sources, output)
    with naming_file(named(sources)):
        study = whole_study.subset(items=items, coders=coders)
        with progress("sampling", None, quiet=output.quiet) as done:
            found = span_agreement(study, ci=ci, rng=seed, progress=done)
    whole, alpha = found.gamma, found.alpha
    rows = [*([] if whole is None else [_gamma_cells(whole)]), *([] if alpha is None else [_alpha_cells(alpha)])]
    notes = [str(one.signature) for one in (whole, alpha) if one is not None]
    spans = study.codings.columns.starts.size
    notes.append(
        ", ".join((counted(len(study), "item"), counted(len(study.coder_names), "coder"), counted(spans, "span")))
    )
    if whole is not None:
        notes.append("the interval of gamma is about its random samples, not about other items or coders")
    if ci is not None and alpha is not None and alpha.interval is None:
        notes.append("no interval of unitizing alpha: it is about other items, and needs two with two coders")
    notes += [] if found.no_gamma is None else [f"no gamma: {found.no_gamma}"]
    notes += [] if found.no_alpha is None else [f"no unitizing alpha: {found.no_alpha}"]
    table = Table.of_rows(rows)
    document = {
        "gamma": None if whole is None else whole.to_dict(),
        "unitizing_alpha": None if alpha is None else alpha.to_dict(),
    }
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
