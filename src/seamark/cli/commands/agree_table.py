"""Agreements as ``seamark agree`` shows them: a table with a row per metric, and what is to be known of the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from seamark.agreement import Agreement, AgreementDifference
from seamark.cli.output import Answer
from seamark.number_text import counted
from seamark.stats.intervals import Interval
from seamark.text_table import Cell, Table


def answer_of(agreements: Sequence[Agreement], details: Sequence[Answer]) -> Answer:
    """The agreements, and under them the tables asked for besides."""
    overall = Table.of_rows([_cells(agreement) for agreement in agreements])
    document = {**agreements[0].to_dict(), "others": [agreement.to_dict() for agreement in agreements[1:]]}
    return Answer(
        {**document, **{key: rows for detail in details for key, rows in detail.document.items()}},
        [_shown(overall), *(table for detail in details for table in detail.tables)],
        details[0].csv if details else overall,
        [
            *(str(agreement.signature) for agreement in agreements),
            *_remarks(agreements),
            *(note for detail in details for note in detail.notes),
        ],
    )


def answer_of_differences(found: Sequence[AgreementDifference]) -> Answer:
    """How much agreement differs between two studies, a row per metric."""
    table = Table.of_rows([_difference_cells(one) for one in found])
    notes = [str(one.signature) for one in found]
    notes.append(
        f"both have {counted(found[0].shared_items, 'item')} and {counted(found[0].shared_coders, 'coder')} of the "
        f"same name; {_about(found[0].interval)}"
    )
    notes += dict.fromkeys(one.interval.note for one in found if one.interval.note is not None)
    return Answer({**found[0].to_dict(), "others": [one.to_dict() for one in found[1:]]}, [table], table, notes)


def _difference_cells(found: AgreementDifference) -> dict[str, Cell]:
    return {
        "metric": found.before.similarity,
        "coefficient": found.before.name,
        "before": found.before.value,
        "after": found.after.value,
        "difference": found.value,
        "low": found.interval.low,
        "high": found.interval.high,
        "p": found.p_value,
    }


#: Columns that the note under the table tells in words.
_COUNTS = ("items", "coders", "pairs")


def _cells(agreement: Agreement) -> dict[str, Cell]:
    cells: dict[str, Cell] = {
        "metric": agreement.similarity,
        "coefficient": agreement.name,
        "value": agreement.value,
    }
    if agreement.interval is not None:
        cells |= {"low": agreement.interval.low, "high": agreement.interval.high}
    cells |= {"observed": agreement.observed, "expected": agreement.expected}
    if agreement.draws:
        cells |= {"shuffled": agreement.shuffled, "above it": agreement.above_shuffled}
    if agreement.coefficient != "alpha" and not math.isnan(agreement.alpha):
        cells["alpha"] = agreement.alpha
    return cells | {"bias": agreement.bias, **{name: getattr(agreement, name) for name in _COUNTS}}


def _shown(overall: Table) -> Table:
    kept = len(overall.header) - len(_COUNTS)
    return Table(overall.header[:kept], [row[:kept] for row in overall.rows])


def _remarks(agreements: Sequence[Agreement]) -> list[str]:
    """What the numbers are about, and what is to be known of them; what all metrics share is said once."""
    first = agreements[0]
    remarks = [", ".join(counted(getattr(first, name), name.removesuffix("s")) for name in _COUNTS) + " of codings"]
    if first.draws:
        remarks.append(
            f"shuffled: every coder's segments in a random order, mean of {counted(first.draws, 'shuffle')} "
            f"with seed {first.seed}"
        )
    if first.coefficient != "alpha" and not math.isnan(first.alpha):
        remarks.append(
            "alpha: chance is what the metric finds between codings filled at random; "
            f"{first.coefficient} expects only boundaries at the same place, which is less"
        )
    if first.interval is not None:
        remarks.append(_about(first.interval))
    remarks += (note for agreement in agreements for note in _notes(agreement))
    return list(dict.fromkeys(remarks))


def _about(interval: Interval) -> str:
    others = "other items and other coders" if interval.resampled == "both" else f"other {interval.resampled}"
    return f"{interval.ci:.0%} interval for {others}, {interval.method}".replace("%", " %")


def _notes(agreement: Agreement) -> Iterator[str]:
    if agreement.degenerate:
        yield "nobody placed a boundary: the value 1 says nothing about agreement"
    if agreement.undefined_items:
        undefined = counted(len(agreement.undefined_items), "item")
        yield f"{undefined} without a value, such as {agreement.undefined_items[0]!r}"
    if agreement.undefined_comparisons:
        undefined = counted(agreement.undefined_comparisons, "comparison")
        yield f"{agreement.similarity}: {undefined} of two codings without a value"
    interval = agreement.interval
    if interval is not None and interval.undefined:
        yield f"{counted(interval.undefined, 'resample')} without a value, left out of the interval"
    if interval is not None and interval.note is not None:
        # Why there is no interval depends on the metric; what a method is worth does not.
        yield f"{agreement.similarity}: {interval.note}" if math.isnan(interval.low) else interval.note
