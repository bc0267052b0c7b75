"""Tables of ``seamark agree --by``: a row per item, coder or pair."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, cast, get_args

from seamark.agreement import Agreement, Diagnosis, Measurement, agreement_of
from seamark.agreement.chance import ChanceCount, CoefficientName
from seamark.agreement.diagnose import diagnosis_of, misses_between
from seamark.agreement.item_table import item_rows
from seamark.cli.output import Answer
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus
from seamark.text_table import Cell, Table

By = Literal["item", "coder", "pair"]


def tables_by(
    by: tuple[By, ...],
    corpus: Corpus,
    measured: Measurement,
    agreement: Agreement,
    drawn: dict[str, Any],
    window_diff: WindowDiff,
) -> Iterator[Answer]:
    """The tables asked for with ``--by``, all from one measurement."""
    diagnosis = None
    if drawn["chance"] == "closed":
        drawn = {**drawn, "shuffles": 0}  # what single items need is in the measurement
    for view in dict.fromkeys(by):
        if view == "item":
            pi, kappa = (
                agreement if agreement.coefficient == name else agreement_of(measured, name, **drawn)
                for name in get_args(CoefficientName)
            )
            yield _by_item(item_rows(corpus, pi, kappa, window_diff), window_diff, measured.chance.count)
            continue
        if diagnosis is None:
            diagnosis = diagnosis_of(measured, cast("CoefficientName", agreement.coefficient), misses_between(measured))
        yield _by_coder(diagnosis, agreement) if view == "coder" else _by_pair(diagnosis, agreement)


def _by_item(rows: list[dict[str, Any]], window_diff: WindowDiff, counted: ChanceCount) -> Answer:
    titles = {"one_minus_windowdiff": "1-WD", "one_minus_windowdiff_std": "1-WD std"}
    columns = ("item", "pi", "kappa", "bias", *titles, "coders", counted, "mass")
    table = Table(
        [titles.get(column, column) for column in columns],
        [[row[column] for column in columns] for row in rows],
        title="By item",
    )
    note = f"1-WD: mean and population std over ordered pairs of coders, {window_diff.signature()}"
    measured = any(not math.isnan(cast("float", row["one_minus_windowdiff"])) for row in rows)
    return Answer({"by_item": rows}, [table], Table.of_rows(rows), [note] if measured else [])


def _by_coder(diagnosis: Diagnosis, agreement: Agreement) -> Answer:
    rows = diagnosis.rows()
    titles = {
        "segment_size": "segment size",
        "without": f"{agreement.coefficient} without",
        "shrunken_effect": "shrunken effect",
        "outlier_p": "outlier p",
    }
    left_out = {"change", "effect"}
    columns = [name for name in rows[0] if name not in left_out]
    table = Table(
        [titles.get(name, name) for name in columns],
        [[row[name] for name in columns] for row in rows],
        title="By coder",
    )
    return Answer({"by_coder": rows}, [table], Table.of_rows(rows), [diagnosis.verdict])


def _by_pair(diagnosis: Diagnosis, agreement: Agreement) -> Answer:
    """A matrix for people, a row per pair for programs."""
    rows, names = diagnosis.pair_rows(), tuple(diagnosis.coders)
    matrix: list[list[Cell]] = [
        # The diagonal is always 1, and coders without a common item have no value: both stay empty.
        [name, *(None if i == j or math.isnan(value) else value for j, value in enumerate(similarities))]
        for i, (name, similarities) in enumerate(zip(names, diagnosis.matrix.tolist(), strict=True))
    ]
    misses = diagnosis.misses
    total = f"over all pairs: {misses.matches:,} matched, {misses.near:,} near misses, {misses.full:,} full misses"
    if misses.substituted:
        total += f", {misses.substituted:,} of another type"
    table = Table(("coder", *names), matrix, title=f"By pair: {agreement.similarity}")
    return Answer({"by_pair": rows}, [table], Table.of_rows(rows), [total])
