"""What ``compare_systems`` returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from seamark.checks import string_of
from seamark.errors import InputError
from seamark.evaluation.wording import NOT_ESTIMABLE, interval_text, listed, p_text
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.number_text import counted
from seamark.results import ResultRecord
from seamark.stats.correction import Correction
from seamark.stats.effects import EffectSize, Record
from seamark.stats.intervals import Interval
from seamark.text_table import Cell, Table

#: What a system is judged by on an item with several references: all of them, or the one it is most like.
Over: TypeAlias = Literal["mean", "best"]

_CORRECTED = {"holm": "p (Holm)", "bh": "p (BH)", "none": "p (not corrected)"}


@dataclass(frozen=True, slots=True)
class SystemScore(ResultRecord):
    """One system.

    Attributes
    ----------
    name
        Its name.
    value
        The score that is tested, over the items on which every system has one.
    interval
        Its confidence interval for other items, by jackknife; None where nothing varies.
    mean, best
        The score against all references, and against the most similar one of each item. Both are ``value`` when every
        item has one reference.
    per_reference
        The score against each reference coder, over the items of that coder; empty when references have no names.
    scores
        The tested score of each item; of a random baseline, the mean over its draws.
    """

    name: str
    value: float
    interval: Interval | None
    mean: float
    best: float
    per_reference: Mapping[str, float]
    scores: Mapping[str, float]

    def rows(self) -> list[dict[str, Any]]:
        """A row per item."""
        return [{"name": self.name, "item": item, "score": score} for item, score in self.scores.items()]


@dataclass(frozen=True, slots=True)
class SystemPair(ResultRecord):
    """Two systems on the same items; ``first`` is the one with the better score.

    Attributes
    ----------
    first, second
        Their names.
    difference
        The score of the first minus that of the second: negative when the better system has the lower penalty.
    interval
        Of the difference, by the paired t; None where all items differ alike.
    p_value
        From the paired randomization test.
    p_adjusted
        The same after correction for the number of pairs.
    exact
        Whether the randomization test tried all arrangements.
    smallest_p
        The smallest p-value that was possible with as many items.
    effect
        The mean difference of the items' scores in units of its spread.
    record
        Items on which the first is better, equal and worse.
    """

    first: str
    second: str
    difference: float
    interval: Interval | None
    p_value: float
    p_adjusted: float
    exact: bool
    smallest_p: float
    effect: EffectSize
    record: Record

    def rows(self) -> list[dict[str, Any]]:
        """One row, with a column for each number."""
        numbers = {name: value for name, value in self.to_dict().items() if not isinstance(value, dict)}
        low, high = self.interval or (None, None)
        return [numbers | {"low": low, "high": high} | self.effect.to_dict() | self.record.to_dict()]


@dataclass(frozen=True, slots=True)
class SystemComparison(ResultRecord):
    """Systems against each other; ``str()`` is a table, a sentence for every two systems, and the signature.

    Attributes
    ----------
    systems
        Best first.
    baselines
        Best first; empty when none were asked for.
    pairs
        Every two systems, in that order, and every system with the best baseline.
    metric
        Its name.
    higher_is_better
        Its direction.
    over, average
        What was tested.
    items
        On how many items.
    undefined
        Items left out because some system has no score there.
    correction
        Of the p-values, for the number of pairs.
    ci, resamples, seed
        Of the intervals and tests.
    signature
        The string that makes the figures reproducible.
    """

    systems: tuple[SystemScore, ...]
    baselines: tuple[SystemScore, ...]
    pairs: tuple[SystemPair, ...]
    metric: str
    higher_is_better: bool
    over: Over
    average: Average
    items: int
    undefined: tuple[str, ...]
    correction: Correction
    ci: float
    resamples: int
    seed: int
    signature: Signature

    _also = ("conclusions", "notes")

    def __getitem__(self, name: str) -> SystemScore:
        string_of(name, "name")
        everybody = (*self.systems, *self.baselines)
        for system in everybody:
            if system.name == name:
                return system
        raise InputError(f"no system is called {name!r}; there are {', '.join(one.name for one in everybody)}")

    def pair(self, one: str, other: str) -> SystemPair:
        """The comparison of two systems, whichever of them is better."""
        names = {self[one].name, self[other].name}
        for pair in self.pairs:
            if {pair.first, pair.second} == names:
                return pair
        if one == other:
            raise InputError(f"{one!r} cannot be compared with itself")
        raise InputError(f"{one!r} was not compared with {other!r}; systems are compared with the best baseline only")

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know before trusting the figures."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        if self.undefined:
            yield f"Left out, since some system has no score there: {listed(self.undefined)}."
        smallest = min((pair.smallest_p for pair in self.pairs), default=0.0)
        needed = smallest * (len(self.pairs) if self.correction == "holm" else 1)
        if needed > 1 - self.ci:
            corrected = f", and {needed:.4f} after correction for {len(self.pairs)} pairs" if needed > smallest else ""
            yield (
                f"With {self.items} items the smallest p-value that is possible is {smallest:.4f}{corrected}: "
                "no difference can be shown."
            )

    def rows(self) -> list[dict[str, Any]]:
        """A row for each two systems."""
        return [row for pair in self.pairs for row in pair.rows()]

    def table(self) -> Table:
        """Every two systems, and every system with the best baseline; the better one first."""
        header = _CORRECTED[self.correction]
        return Table(
            ("better", "worse", "difference", "interval", "p", header, "effect", "wins", "ties", "losses"),
            [
                (
                    pair.first,
                    pair.second,
                    pair.difference,
                    NOT_ESTIMABLE if pair.interval is None else interval_text(pair.interval),
                    pair.p_value,
                    pair.p_adjusted,
                    pair.effect.hedges_g,
                    pair.record.wins,
                    pair.record.ties,
                    pair.record.losses,
                )
                for pair in self.pairs
            ],
            title=f"Systems against each other, {self.metric} per item",
            keys=2,
        )

    def __repr__(self) -> str:
        values = ", ".join(f"{one.name} {one.value:.4f}" for one in self.systems[:5])
        return f"<SystemComparison of {counted(self.items, 'item')}, {self.metric}: {values}>"

    def scores_table(self) -> Table:
        """Every system and baseline by itself."""

        def row(one: SystemScore) -> tuple[Cell, ...]:
            ends = NOT_ESTIMABLE if one.interval is None else f"{one.interval.low:.4f} to {one.interval.high:.4f}"
            return one.name, one.value, ends

        title = f"{self.metric}, {self.average} mean over {counted(self.items, 'item')}"
        return Table(("system", self.metric, "interval"), [*map(row, self.systems)], [*map(row, self.baselines)], title)

    @property
    def conclusions(self) -> tuple[str, ...]:
        """A sentence for each two systems, and for each system and the best baseline."""
        return tuple(f"{pair.first} against {pair.second}: {_in_words(pair, self.ci)}" for pair in self.pairs)

    def __str__(self) -> str:
        return "\n".join([str(self.scores_table()), "", *self.conclusions, "", *self.notes, str(self.signature)])


def _in_words(pair: SystemPair, ci: float) -> str:
    verdict = "better" if pair.p_adjusted <= 1 - ci else "no difference shown"
    between = NOT_ESTIMABLE if pair.interval is None else interval_text(pair.interval)
    record = pair.record
    return (
        f"{verdict}, {pair.difference:+.4f} ({between}), {p_text(pair.p_adjusted)}, "
        f"better on {record.wins}, equal on {record.ties}, worse on {record.losses} items"
    )
