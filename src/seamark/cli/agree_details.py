"""Agreement item by item, coder by coder, pair by pair."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np

from seamark.agreement import Agreement, Diagnosis
from seamark.metrics.batch import score_pairs
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus
from seamark.text_table import Cell, Table

By = Literal["item", "coder", "pair"]
Record = Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Detail:
    """One view of an agreement: for programs, for people, for spreadsheets, and what stands under it."""

    document: Mapping[str, Sequence[Record]]
    table: Table
    csv: Table
    notes: Sequence[str] = ()


def by_item(corpus: Corpus, pi: Agreement, kappa: Agreement, window_diff: WindowDiff, *, segments: bool) -> Detail:
    """Both coefficients, bias and 1 - WindowDiff of every item: the columns of Table 2 of Fournier & Inkpen 2012."""
    boundaries = np.bincount(corpus.item_index, np.diff(corpus.codings.columns.offsets), len(corpus)).tolist()
    counted = "segments" if segments else "boundaries"
    records: list[Record] = [
        {
            "item": item,
            "pi": mine.value,
            "kappa": kappa.per_item[item].value,
            "observed": mine.observed,
            "expected_pi": mine.expected,
            "expected_kappa": kappa.per_item[item].expected,
            "bias": mine.bias,
            "one_minus_windowdiff": mean,
            "one_minus_windowdiff_std": deviation,
            "coders": mine.coders,
            "pairs": mine.pairs,
            counted: int(number) + mine.coders * segments,
            "mass": mine.mass,
        }
        for (item, mine), number, (mean, deviation) in zip(
            pi.per_item.items(), boundaries, _window_diff_by_item(corpus, window_diff), strict=True
        )
    ]
    short = {"one_minus_windowdiff": "1-WD", "one_minus_windowdiff_std": "1-WD std"}
    shown = ("item", "pi", "kappa", "bias", *short, "coders", counted, "mass")
    table = Table(
        [short.get(key, key) for key in shown], [[record[key] for key in shown] for record in records], title="By item"
    )
    note = f"1-WD: mean and population std over ordered pairs of coders, {window_diff.signature()}"
    return Detail({"by_item": records}, table, _all_of(records), [] if len(corpus.types) > 1 else [note])


def _window_diff_by_item(corpus: Corpus, metric: WindowDiff) -> list[tuple[float, float]]:
    """Mean and population std of 1 - WindowDiff over the ordered pairs of coders of each item."""
    if len(corpus.types) > 1:
        return [(math.nan, math.nan)] * len(corpus)
    values, items = [np.empty(0)], [np.empty(0, dtype=np.int64)]
    for part in corpus.pairs().blocks():
        a, b = part.a, part.b
        values += [1.0 - score_pairs(metric, a, b), 1.0 - score_pairs(metric, b, a)]
        items += [part.item, part.item]
    value, item = np.concatenate(values), np.concatenate(items)
    value, item = value[~np.isnan(value)], item[~np.isnan(value)]
    number = np.bincount(item, minlength=len(corpus))
    divisor = np.where(number > 0, number, np.nan)
    mean = np.bincount(item, value, len(corpus)) / divisor
    variance = np.bincount(item, (value - mean[item]) ** 2, len(corpus)) / divisor
    return list(zip(mean.tolist(), np.sqrt(variance).tolist(), strict=True))


def by_coder(diagnosis: Diagnosis, coefficient: str) -> Detail:
    """Every coder beside the others."""
    records: list[Record] = [{"coder": name, **asdict(found)} for name, found in diagnosis.coders.items()]
    short = {"segment_size": "segment size", "without": f"{coefficient} without"}
    full = _all_of(records)
    table = Table([short.get(name, name) for name in full.header], full.rows, title="By coder")
    return Detail({"by_coder": records}, table, full)


def by_pair(corpus: Corpus, diagnosis: Diagnosis, similarity: str) -> Detail:
    """Every two coders: a matrix for people, a row per pair otherwise."""
    matrix: list[list[Cell]] = [
        # Equal coders are of no interest, and those who never met have no number.
        [name, *(None if i == j or math.isnan(value) else value for j, value in enumerate(row))]
        for i, (name, row) in enumerate(zip(corpus.coder_names, diagnosis.matrix.tolist(), strict=True))
    ]
    records: list[Record] = [
        {
            "coder": pair[0],
            "other_coder": pair[1],
            "items": found.items,
            "similarity": found.similarity,
            "matches": found.misses.matches,
            "near_misses": found.misses.near,
            "full_misses": found.misses.full,
            "substitutions": found.misses.substituted,
        }
        for pair, found in diagnosis.pairs.items()
    ]
    misses = diagnosis.misses
    total = f"over all pairs: {misses.matches:,} matched, {misses.near:,} near misses, {misses.full:,} full misses"
    if misses.substituted:
        total += f", {misses.substituted:,} of another type"
    table = Table(("coder", *corpus.coder_names), matrix, title=f"By pair: {similarity}")
    return Detail({"by_pair": records}, table, _all_of(records), [total])


def _all_of(records: Sequence[Record]) -> Table:
    return Table(tuple(records[0]), [tuple(record.values()) for record in records])
