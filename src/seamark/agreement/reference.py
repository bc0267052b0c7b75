"""What a value above shuffled is like: coders of known skill, simulated, and the row of them nearest to a study.

``reference.csv`` is written by ``python -m tools.reference_table``, from a fixed seed. A text has boundaries at a rate;
every coder finds a share of them (``hit``), adds boundaries elsewhere (``false``, as a share of all that the coder
places) and places a share of what was found one unit beside it (``shift``).
"""

from __future__ import annotations

import csv
import math
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from seamark.base.numbers import percent

FILE: Final = Path(__file__).parent / "reference.csv"
#: The metrics of the table, by the name that agreement gives them.
MEASURED: Final = {"B": "B", "S": "S", "1-windowdiff": "windowdiff"}
RATES: Final = (0.02, 0.05, 0.1, 0.2, 0.3)
SHIFTS: Final = (0.0, 0.1, 0.3)


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


def rows_of(similarity: str) -> list[Lookup]:
    """The rows of one metric, named as agreement names it; none where it was not simulated.

    Examples
    --------
    >>> len(rows_of("B"))
    405
    """
    return _table().get(similarity, [])


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


@cache
def _table() -> dict[str, list[Lookup]]:
    found: dict[str, list[Lookup]] = {name: [] for name in MEASURED}
    with FILE.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            rate, hit, false, shift = (float(row[name]) for name in ("rate", "hit", "false", "shift"))
            for name in MEASURED:
                found[name].append(Lookup(rate, hit, false, shift, float(row[name])))
    return found
