"""What ``compare_systems`` returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from seamark.checks import string_of
from seamark.errors import InputError
from seamark.evaluation.item_scores import Over
from seamark.evaluation.wording import interval_text, listed, p_text
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.number_text import counted
from seamark.results import ResultRecord
from seamark.stats.effects import EffectSize, Record
from seamark.stats.intervals import Interval
from seamark.text_table import Table

# Up to this many items, the reader is told not to lean on the bootstrap's own p-value.
_FEW_ITEMS = 50

_HEADER = ("better", "worse", "difference", "interval", "p", "p (Holm)", "effect", "wins", "ties", "losses")


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
        Its confidence interval, from resampling items.
    mean, best
        The score against all references, and against the most similar one of each item. Both are ``value`` when every
        item has one reference.
    per_reference
        The score against each reference coder, over the items of that coder; empty when references have no names.
    scores
        The tested score of each item.
    """

    name: str
    value: float
    interval: Interval
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
        Of the difference, from the paired bootstrap.
    p_value
        From the paired randomization test.
    p_adjusted
        The same after Holm's correction over all pairs of systems.
    p_bootstrap
        From the paired bootstrap, uncorrected; with few items it finds too much.
    exact
        Whether the randomization test tried all arrangements.
    effect
        The mean difference of the items' scores in units of its spread.
    record
        Items on which the first is better, equal and worse.
    """

    first: str
    second: str
    difference: float
    interval: Interval
    p_value: float
    p_adjusted: float
    p_bootstrap: float
    exact: bool
    effect: EffectSize
    record: Record

    def rows(self) -> list[dict[str, Any]]:
        """One row, with a column for each number."""
        numbers = {name: value for name, value in self.to_dict().items() if not isinstance(value, dict)}
        low, high = self.interval
        return [numbers | {"low": low, "high": high} | self.effect.to_dict() | self.record.to_dict()]


@dataclass(frozen=True, slots=True)
class SystemComparison(ResultRecord):
    """Systems against each other; ``str()`` is a table, a sentence for every two systems, and the signature.

    Attributes
    ----------
    systems
        Best first.
    pairs
        Every two systems, in that order.
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
    ci, resamples, seed
        Of the intervals and tests.
    signature
        The string that makes the figures reproducible.
    """

    systems: tuple[SystemScore, ...]
    pairs: tuple[SystemPair, ...]
    metric: str
    higher_is_better: bool
    over: Over
    average: Average
    items: int
    undefined: tuple[str, ...]
    ci: float
    resamples: int
    seed: int
    signature: Signature

    _also = ("notes",)

    def __getitem__(self, name: str) -> SystemScore:
        string_of(name, "name")
        for system in self.systems:
            if system.name == name:
                return system
        raise InputError(f"no system is called {name!r}; there are {', '.join(one.name for one in self.systems)}")

    def pair(self, one: str, other: str) -> SystemPair:
        """The comparison of two systems, whichever of them is better."""
        names = {self[one].name, self[other].name}
        for pair in self.pairs:
            if {pair.first, pair.second} == names:
                return pair
        raise InputError(f"{one!r} cannot be compared with itself")

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know before trusting the figures."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        if self.undefined:
            yield f"Left out, since some system has no score there: {listed(self.undefined)}."
        if self.items < _FEW_ITEMS:
            yield f"{self.items} items are few: the intervals, which come from the bootstrap, are a little short."

    def rows(self) -> list[dict[str, Any]]:
        """A row for each two systems."""
        return [row for pair in self.pairs for row in pair.rows()]

    def table(self) -> Table:
        """Every two systems, the better one first."""
        return Table(
            _HEADER,
            [
                (
                    pair.first,
                    pair.second,
                    pair.difference,
                    interval_text(pair.interval),
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

    def __str__(self) -> str:
        scores = Table(
            ("system", self.metric, "interval"),
            [(one.name, one.value, f"{one.interval.low:.4f} to {one.interval.high:.4f}") for one in self.systems],
        )
        sentences = [f"{pair.first} against {pair.second}: {_in_words(pair, self.ci)}" for pair in self.pairs]
        return "\n".join([str(scores), "", *sentences, "", *self.notes, str(self.signature)])


def _in_words(pair: SystemPair, ci: float) -> str:
    verdict = "better" if pair.p_adjusted <= 1 - ci else "no difference shown"
    record = pair.record
    return (
        f"{verdict}, {pair.difference:+.4f} ({interval_text(pair.interval)}), {p_text(pair.p_adjusted)}, "
        f"better on {record.wins}, equal on {record.ties}, worse on {record.losses} items"
    )
