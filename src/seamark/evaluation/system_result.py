"""What ``compare_systems`` returns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seamark.checks import string_of
from seamark.errors import InputError
from seamark.evaluation.conclusion import interval_text, p_text
from seamark.evaluation.item_scores import Over
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.stats.effects import EffectSize, Record
from seamark.stats.intervals import Interval

# Up to this many items, the reader is told not to lean on the bootstrap's own p-value.
_FEW_ITEMS = 50


@dataclass(frozen=True, slots=True)
class SystemScore:
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


@dataclass(frozen=True, slots=True)
class SystemPair:
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


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Systems against each other; ``str()`` is two tables with the signature under them.

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
    level, resamples, seed
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
    level: float
    resamples: int
    seed: int
    signature: Signature

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
            shown = ", ".join(self.undefined[:5]) + (" and others" if len(self.undefined) > 5 else "")
            yield f"Left out, since some system has no score there: {shown}."
        if self.items < _FEW_ITEMS:
            yield f"{self.items} items are few: the intervals, which come from the bootstrap, are a little short."

    def to_dict(self) -> dict[str, object]:
        """Everything, ready for JSON; an undefined number is None."""
        return {
            "metric": self.metric,
            "higher_is_better": self.higher_is_better,
            "over": self.over,
            "average": self.average,
            "items": self.items,
            "undefined": list(self.undefined),
            "systems": [
                {
                    "name": system.name,
                    "value": system.value,
                    "interval": [_number(system.interval.low), _number(system.interval.high)],
                    "mean": _number(system.mean),
                    "best": _number(system.best),
                    "per_reference": {name: _number(value) for name, value in system.per_reference.items()},
                    "scores": dict(system.scores),
                }
                for system in self.systems
            ],
            "pairs": [_document(pair) for pair in self.pairs],
            "notes": list(self.notes),
            "level": self.level,
            "resamples": self.resamples,
            "seed": self.seed,
            "signature": str(self.signature),
        }

    def __str__(self) -> str:
        width = max(len(system.name) for system in self.systems)
        lines = [
            f"{system.name.ljust(width)}  {system.value:.4f}  [{system.interval.low:.4f}, {system.interval.high:.4f}]"
            for system in self.systems
        ]
        sentences = [f"{pair.first} against {pair.second}: {_in_words(pair, self.level)}" for pair in self.pairs]
        return "\n".join([*lines, "", *sentences, "", *self.notes, str(self.signature)])


def _in_words(pair: SystemPair, level: float) -> str:
    verdict = "better" if pair.p_adjusted <= 1 - level else "no difference shown"
    record = pair.record
    return (
        f"{verdict}, {pair.difference:+.4f} ({interval_text(pair.interval)}), {p_text(pair.p_adjusted)}, "
        f"better on {record.wins}, equal on {record.ties}, worse on {record.losses} items"
    )


def _document(pair: SystemPair) -> dict[str, object]:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference,
        "interval": [_number(pair.interval.low), _number(pair.interval.high)],
        "p_value": _number(pair.p_value),
        "p_adjusted": _number(pair.p_adjusted),
        "p_bootstrap": _number(pair.p_bootstrap),
        "exact": pair.exact,
        "cohen_d": _number(pair.effect.cohen_d),
        "hedges_g": _number(pair.effect.hedges_g),
        "wins": pair.record.wins,
        "ties": pair.record.ties,
        "losses": pair.record.losses,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
