"""Agreement in words: the answer, the table under it, the details, the paragraph for a paper, and what a value is like.

A value is like that of simulated coders: ``reference.csv`` is written by ``python -m tools.reference_table``, from a
fixed seed. A text has boundaries at a rate; every coder finds a share of them (``hit``), adds boundaries elsewhere
(``false``, as a share of all that the coder places) and places a share of what was found one unit beside it
(``shift``).
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from seamark.agreement.agree import Agreement
from seamark.agreement.diagnose import Misses
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, decimal, ends, percent, share
from seamark.base.results import Cell, ResultRecord, Table
from seamark.metrics.names import METRICS
from seamark.stats.intervals import Interval

_PAPER = "Fournier & Inkpen 2012"
#: Who a coefficient is from: with two coders, and with many.
_ORIGINS = {
    "pi": (f"Scott 1955; {_PAPER}", f"Fleiss 1971; Artstein & Poesio 2008; {_PAPER}"),
    "kappa": (f"Cohen 1960; {_PAPER}", f"Davies & Fleiss 1982; Artstein & Poesio 2008; {_PAPER}"),
    "alpha": ("Krippendorff 2019", "Krippendorff 2019"),
}


#: An interval that is wider is compatible with very different values.
_WIDEST = 0.6

FILE: Final = Path(__file__).parent / "reference.csv"
#: The metrics of the simulation, by the name that agreement gives them.
MEASURED: Final = {"B": "B", "S": "S", "1-windowdiff": "windowdiff"}
RATES: Final = (0.02, 0.05, 0.1, 0.2, 0.3)
SHIFTS: Final = (0.0, 0.1, 0.3)


@dataclass(frozen=True, slots=True, eq=False)
class AgreementTable(ResultRecord):
    """The agreement of one corpus under several metrics, of which the first leads.

    Attributes
    ----------
    agreements
        One for each metric.
    misses
        What becomes of the boundaries of every two codings, where that was counted.
    """

    agreements: tuple[Agreement, ...]
    misses: Misses | None = None

    def answer(self) -> tuple[str, ...]:
        """How much was compared, how far it agrees, and what that is like."""
        lead = self.agreements[0]
        opening = [f"{counted(lead.coders, 'coder')}, {counted(lead.items, 'item')}.", *in_words(self.misses)]
        like = self.reference()
        last = () if like is None else (f"Simulated {like.in_words} agree as much.",)
        return (" ".join(opening), _lead(lead), *last)

    def reference(self) -> Lookup | None:
        """What the value of the first metric is like, where simulated coders were measured with it."""
        lead = self.agreements[0]
        interval = lead.above_interval
        if interval is not None and not interval.high - interval.low < _WIDEST:
            return None
        # Simulated were the metrics as they are by default, with one type of boundaries.
        metric = METRICS.get(lead.similarity.removeprefix("1-"))
        parts = {*str(lead.signature).split("|")}
        typed = any(part.startswith("types:") and part != "types:1" for part in parts)
        if typed or metric is None or not {*str(metric().signature()).split("|")[1:]} <= parts:
            return None
        near = 0.0 if self.misses is None else self.misses.near / max(1, self.misses.matches + self.misses.near)
        return nearest(lead.similarity, lead.above_shuffled, lead.boundary_rate, near)

    def reference_rows(self) -> list[Lookup]:
        """The simulated coders on the scale of this study: those of the nearest row, from few to many found."""
        found = self.reference()
        if found is None:
            return []
        rows = rows_of(self.agreements[0].similarity)
        return [row for row in rows if (row.rate, row.false, row.shift) == (found.rate, found.false, found.shift)]

    def table(self) -> Table:
        """A row per metric: its value above shuffled with the interval, and the coefficient of the paper."""
        first = self.agreements[0]
        level = next((one.above_interval.ci for one in self.agreements if one.above_interval is not None), None)
        titles = [] if level is None else [f"{percent(level)} interval"]
        coefficient = f"{first.coefficient} ({_PAPER})" if first.coefficient != "alpha" else "alpha"
        header = ["metric", "above shuffled", *titles, coefficient, f"{first.coefficient} of shuffled"]
        rows: list[list[Cell]] = []
        for one in self.agreements:
            interval = [] if level is None else [ends(one.above_interval)]
            rows.append([one.similarity, one.above_shuffled, *interval, one.value, one.shuffled_value])
        return Table(header, rows)

    def signatures(self) -> tuple[str, ...]:
        """Of every metric."""
        return tuple(str(one.signature) for one in self.agreements)

    def rows(self) -> list[dict[str, Any]]:
        """Everything about every metric."""
        return [_cells(one) for one in self.agreements]

    def details(self) -> tuple[Table | str, ...]:
        """Every term of the coefficients, and what is to be known of them."""
        notes = dict.fromkeys(note for one in self.agreements for note in _notes(one))
        return (Table.of_rows(self.rows()), *notes)

    def to_dict(self) -> dict[str, Any]:
        """The first agreement, and the others below it."""
        first, *others = (one.to_dict() for one in self.agreements)
        return {**first, "others": others}

    def methods(self) -> Methods:
        """What was measured and found, for a paper."""
        return Methods.of(self._methods(), self.signatures())

    def _methods(self) -> Iterator[str]:
        first = self.agreements[0]
        yield (
            f"{counted(first.coders, 'coder')} segmented {counted(first.items, 'item')}, which gives "
            f"{counted(first.pairs, 'pair')} of codings."
        )
        yield from in_words(self.misses)
        if first.draws:
            yield (
                "Agreement is reported above the level that the same segments reach in random order: the mean of "
                f"{counted(first.draws, 'shuffle')} of every coder's segments within the item, seed {first.seed}."
            )
        for one in self.agreements:
            info = METRICS[one.similarity.removeprefix("1-")].info
            turned = ", taken as 1 - value," if one.similarity.startswith("1-") else ""
            text = f"Under {info.title} {cite(info.citation)}{turned} observed agreement is {decimal(one.observed)}"
            if not math.isnan(one.above_shuffled):
                interval = between(one.above_interval, 3)
                text += (
                    f", that of shuffled codings {decimal(one.shuffled)}, and agreement goes "
                    f"{decimal(one.above_shuffled)} of the way from there to full agreement{interval}"
                )
            named = f"{one.name} {cite(_ORIGINS[one.coefficient][one.coders > 2])}"
            chance = f"with an expected agreement of {decimal(one.expected)}"
            yield f"{text}; {named} is {decimal(one.value)}{between(one.interval, 3)}, {chance}."


def in_words(misses: Misses | None) -> list[str]:
    """A sentence about what became of the boundaries; none where that was not counted, or there are none."""
    total = 0 if misses is None else misses.matches + misses.near + misses.full + misses.substituted
    if misses is None or not total:
        return []
    parts = [
        f"{percent(misses.matches / total)} match",
        f"{percent(misses.near / total)} are near misses",
        *([f"{percent(misses.substituted / total)} have another type"] if misses.substituted else []),
        f"{percent(misses.full / total)} are placed by one coder only",
    ]
    return [f"Of the boundaries in two codings {', '.join(parts)}."]


def _lead(agreement: Agreement) -> str:
    name, above = agreement.similarity, agreement.above_shuffled
    if agreement.degenerate:
        return "Nobody placed a boundary, so agreement cannot be measured."
    if math.isnan(above):
        why = "nothing was shuffled" if not agreement.draws else "shuffled codings agree fully, too"
        return f"{name} has no value above shuffled codings: {why}."
    interval = between(agreement.above_interval)
    if above <= 0:
        return f"By {name} the coders agree no better than the same segments in random order: {share(above)}{interval}."
    return f"{name} goes {share(above)} of the way from shuffled to full agreement{interval}."


def about(interval: Interval) -> str:
    """What an interval is about."""
    return "other items and other coders" if interval.resampled == "both" else f"other {interval.resampled or 'items'}"


def between(interval: Interval | None, digits: int = 2) -> str:
    """An interval in brackets after its value; nothing where there is none."""
    if interval is None or math.isnan(interval.low):
        return ""
    return f" ({percent(interval.ci)} interval {ends(interval, digits)} for {about(interval)})"


def _cells(agreement: Agreement) -> dict[str, Cell]:
    cells: dict[str, Cell] = {"metric": agreement.similarity}
    if agreement.draws:
        cells |= {"above shuffled": agreement.above_shuffled}
    if agreement.above_interval is not None:
        cells |= {"above low": agreement.above_interval.low, "above high": agreement.above_interval.high}
    cells |= {"coefficient": agreement.name, "value": agreement.value}
    if agreement.interval is not None:
        cells |= {"low": agreement.interval.low, "high": agreement.interval.high}
    cells |= {"observed": agreement.observed, "expected": agreement.expected}
    if agreement.draws:
        cells["shuffled"] = agreement.shuffled
    if agreement.coefficient != "alpha" and not math.isnan(agreement.alpha):
        cells["alpha"] = agreement.alpha
    sizes: dict[str, Cell] = {"items": agreement.items, "coders": agreement.coders, "pairs": agreement.pairs}
    return cells | {"bias": agreement.bias, "boundary rate": agreement.boundary_rate} | sizes


def _notes(agreement: Agreement) -> Iterator[str]:
    """What is to be known of the numbers."""
    if agreement.draws:
        yield (
            f"shuffled: every coder's segments in a random order, mean of {counted(agreement.draws, 'shuffle')} "
            f"with seed {agreement.seed}"
        )
    if agreement.coefficient != "alpha" and not math.isnan(agreement.alpha):
        yield (
            "alpha: chance is what the metric finds between codings filled at random; "
            f"{agreement.coefficient} expects only boundaries at the same place, which is less"
        )
    if agreement.draws and agreement.unranked is not None:
        yield f"items are not ranked: {agreement.unranked}"
    interval = agreement.interval
    if interval is not None:
        yield f"{percent(interval.ci)} interval for {about(interval)}, {interval.method}"
    yield from cautions(agreement)


def cautions(agreement: Agreement) -> Iterator[str]:
    """Why not to rely on the numbers: these are under the table, not among the details."""
    if agreement.undefined_items:
        undefined = counted(len(agreement.undefined_items), "item")
        yield f"{undefined} without a value, such as {agreement.undefined_items[0]!r}"
    if agreement.undefined_comparisons:
        undefined = counted(agreement.undefined_comparisons, "comparison")
        yield f"{agreement.similarity}: {undefined} of two codings without a value"
    for interval in (agreement.above_interval, agreement.interval):
        if interval is None:
            continue
        if interval.undefined:
            yield f"{counted(interval.undefined, 'resample')} without a value, left out of the interval"
        if interval.note is not None:
            # Why there is no interval depends on the metric; what a method is worth does not.
            yield f"{agreement.similarity}: {interval.note}" if math.isnan(interval.low) else interval.note


# ----------------------------------------------- What a value above shuffled is like: simulated coders of known skill


class Lookup(NamedTuple):
    """A row of the table: what simulated coders do, and what a metric finds above shuffled between them."""

    rate: float
    hit: float
    false: float
    shift: float
    above: float

    @property
    def in_words(self) -> str:
        """The coders, as the subject of a sentence."""
        text = f"coders who each find about {percent(self.hit)} of the same boundaries"
        if self.shift:
            text += f" and place {percent(self.shift)} of them one unit off"
        return text


@cache
def rows_of(similarity: str) -> list[Lookup]:
    """The rows of one metric, named as agreement names it; none where it was not simulated.

    Examples
    --------
    >>> len(rows_of("B"))
    405
    """
    if similarity not in MEASURED:
        return []
    with FILE.open(encoding="utf-8", newline="") as stream:
        names = ("rate", "hit", "false", "shift", similarity)
        return [Lookup(*(float(row[name]) for name in names)) for row in csv.DictReader(stream)]


def nearest(similarity: str, above: float, rate: float, shifted: float = 0.0) -> Lookup | None:
    """The row nearest to a study, among coders who place nothing elsewhere; None without a row or a value.

    First the rate of boundaries is taken, then the share of near misses among the boundaries that two coders share,
    then the value. A full miss is no more one coder's than the other's: what two codings hold cannot tell a boundary
    that one coder missed from one that the other made up, so the sentence speaks of finding only.

    Examples
    --------
    >>> nearest("B", 1.0, 0.1).in_words
    'coders who each find about 100 % of the same boundaries'
    >>> nearest("ghd", 0.5, 0.1) is None
    True
    """
    known = [row for row in rows_of(similarity) if row.false == 0]
    if not known or math.isnan(above) or math.isnan(rate) or above <= 0:
        return None
    at = min(RATES, key=lambda one: abs(math.log(max(rate, 1e-9) / one)))
    # A near miss has two coders: either of them may have shifted.
    beside = min(SHIFTS, key=lambda one: abs(2 * one * (1 - one) - shifted))
    return min((row for row in known if (row.rate, row.shift) == (at, beside)), key=lambda row: abs(row.above - above))
