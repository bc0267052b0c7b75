"""What ``audit`` returns: scores under every convention, and what they come to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from seamark.checks import string_of, true_or_false
from seamark.errors import InputError
from seamark.evaluation.wording import p_text
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.number_text import counted
from seamark.results import ResultRecord
from seamark.text_table import Cell, Table, cell_text

# What most papers call significant.
_SMALL = 0.05

#: Systems from best to worst; those that share a place are equal.
Ranking = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RankedPair(ResultRecord):
    """Two systems whose order is not the same in all rows of an audit.

    Attributes
    ----------
    better, worse
        Their names in this row.
    difference
        The score of the better one minus that of the other.
    p_value
        Of the paired randomization test over items, two-sided and not corrected for the number of rows.
    """

    better: str
    worse: str
    difference: float
    p_value: float


@dataclass(frozen=True, slots=True)
class AuditScore(ResultRecord):
    """One metric under one convention.

    Attributes
    ----------
    metric, convention, average
        What was computed.
    k
        The window size, when it is the same for all pairs; otherwise its rule; empty for metrics without windows.
    values
        The mean score of each system; NaN when no pair has one.
    undefined
        How many pairs of each system have no score.
    ranking
        The systems from best to worst.
    signature
        Of the first system.
    changing
        The systems in this row that change places with each other in other rows, with p-values; empty with one item.
    reported
        The systems whose value is the reported one.
    """

    metric: str
    convention: str
    average: Average
    k: str
    values: Mapping[str, float]
    undefined: Mapping[str, int]
    ranking: Ranking
    signature: str
    changing: tuple[RankedPair, ...] = ()
    reported: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Audit(ResultRecord):
    """Scores of systems under every convention; ``str()`` is a table with a conclusion under it.

    Attributes
    ----------
    systems
        Their names, in the order given.
    pairs
        How many pairs of reference and hypothesis there are for each system.
    scores
        One per metric, convention and average.
    reported
        The published value that was looked for, as it was given; None when none was.
    resamples, seed
        Of the tests between systems that change places; None where nothing was tested.
    """

    systems: tuple[str, ...]
    pairs: int
    scores: tuple[AuditScore, ...]
    reported: str | None = None
    resamples: int | None = None
    seed: int | None = None

    _also = ("signature", "ranking_changes", "conclusion")

    @property
    def signature(self) -> Signature:
        """What was audited; every row has the signature of its metric."""
        drawn = {} if self.seed is None else {"resamples": self.resamples, "seed": self.seed}
        return Signature.of("audit", {"systems": len(self.systems), "pairs": self.pairs, **drawn})

    @property
    def ranking_changes(self) -> bool:
        """Whether the order of the systems depends on metric, convention or average."""
        return len({score.ranking for score in self.scores}) > 1

    def spread(self, metric: str) -> tuple[float, float]:
        """The smallest and the largest value that any system gets from one metric."""
        string_of(metric, "metric")
        values = [
            v for score in self.scores if score.metric == metric for v in score.values.values() if not math.isnan(v)
        ]
        if not values:
            raise InputError(f"no row of this audit has a value for {metric!r}")
        return min(values), max(values)

    @property
    def conclusion(self) -> str:
        """In words: how far values spread, what gives the reported value, and where the ranking changes, with how small
        a p-value.
        """
        return "\n".join([*self._spreads(), *self._matches(), *self._rankings(), *self._changes()])

    def _matches(self) -> Iterator[str]:
        if self.reported is None:
            return
        found = [score for score in self.scores if score.reported]
        if not found:
            yield f"No row gives the reported {self.reported}."
            return
        yield f"The reported {self.reported} is:"
        for score in found:
            yield f"  {score.metric} of {', '.join(score.reported)} under {score.convention}, {score.average} mean"

    def _changes(self) -> Iterator[str]:
        """Every two systems that change places: where each is the better one, and with which p-values."""
        for one, other in combinations(self.systems, 2):
            sides = [
                (better, [pair for score in self.scores for pair in score.changing if _is(pair, better, worse)])
                for better, worse in ((one, other), (other, one))
            ]
            if all(rows for _, rows in sides):
                yield f"  {'; '.join(_side(better, rows) for better, rows in sides)}"

    def _spreads(self) -> Iterator[str]:
        for metric in dict.fromkeys(score.metric for score in self.scores):
            for system in self.systems:
                found = [
                    score for score in self.scores if score.metric == metric and not math.isnan(score.values[system])
                ]
                if not found:
                    yield f"{metric} of {system}: undefined under every convention."
                    continue
                low, high = (pick(found, key=lambda score: score.values[system]) for pick in (min, max))
                yield (
                    f"{metric} of {system}: from {low.values[system]:.4f} ({low.convention}, {low.average}) "
                    f"to {high.values[system]:.4f} ({high.convention}, {high.average})."
                )

    def _rankings(self) -> Iterator[str]:
        if len(self.systems) == 1:
            return
        if not self.ranking_changes:
            yield f"The ranking does not change: {_shown(self.scores[0].ranking)} in all {len(self.scores)} rows."
            return
        yield "The ranking changes:"
        for metric in dict.fromkeys(score.metric for score in self.scores):
            groups: dict[Ranking, list[AuditScore]] = {}
            for score in self.scores:
                if score.metric == metric:
                    groups.setdefault(score.ranking, []).append(score)
            for ranking, rows in sorted(groups.items(), key=lambda group: -len(group[1])):
                under = (
                    "every convention" if len(groups) == 1 else _named(rows, len({one.average for one in self.scores}))
                )
                yield f"  {metric}: {_shown(ranking)} under {under}"

    def rows(self) -> list[dict[str, Any]]:
        """A row per metric, convention and average, with a column for each system."""
        return [
            {
                "metric": score.metric,
                "convention": score.convention,
                "average": score.average,
                "k": score.k,
                **score.values,
                "signature": score.signature,
            }
            for score in self.scores
        ]

    def table(self, *, everything: bool = False) -> Table:
        """The scores for people, with how many pairs have none.

        Every row; or for each metric its default, the rows with the smallest and the largest value of each system, and
        those with the reported value.
        """
        shown = self.scores if true_or_false(everything, "everything") else self._short()
        header = ("metric", "convention", "average", "k", *self.systems)
        marked = ("reported",) if self.reported is not None else ()
        rows = [
            (
                one.metric,
                one.convention,
                one.average,
                one.k,
                *(_cell(one, system) for system in self.systems),
                *(", ".join(one.reported) for _ in marked),
            )
            for one in shown
        ]
        return Table((*header, *marked), rows, keys=3)

    def _short(self) -> list[AuditScore]:
        chosen = {number for number, score in enumerate(self.scores) if score.reported}
        for metric in dict.fromkeys(score.metric for score in self.scores):
            rows = [number for number, score in enumerate(self.scores) if score.metric == metric]
            chosen.add(next((number for number in rows if self.scores[number].average == "macro"), rows[0]))
            for system in self.systems:
                known = [number for number in rows if not math.isnan(self.scores[number].values[system])]
                if known:
                    chosen |= {pick(known, key=lambda n: self.scores[n].values[system]) for pick in (min, max)}
        return [self.scores[number] for number in sorted(chosen)]

    @property
    def hidden(self) -> int:
        """How many rows the short table leaves out."""
        return len(self.scores) - len(self._short())

    def __repr__(self) -> str:
        change = "changes" if self.ranking_changes else "does not change"
        return f"<Audit of {counted(len(self.systems), 'system')} in {len(self.scores)} ways: the ranking {change}>"

    def __str__(self) -> str:
        some_undefined = any(any(score.undefined.values()) for score in self.scores)
        notes = ["(n): n pairs have no score and are left out"] if some_undefined else []
        notes += [f"{counted(self.hidden, 'more row')}: table(everything=True)"] if self.hidden else []
        return "\n".join([str(self.table()), *notes, "", self.conclusion])


def _named(scores: list[AuditScore], averages: int) -> str:
    """Conventions by name; with the average only where the averages of one convention do not go together."""
    by_convention: dict[str, list[str]] = {}
    for score in scores:
        by_convention.setdefault(score.convention, []).append(score.average)
    return "; ".join(
        convention if len(found) == averages else f"{convention} ({', '.join(found)})"
        for convention, found in by_convention.items()
    )


def _shown(ranking: Ranking) -> str:
    return " > ".join(" = ".join(place) for place in ranking)


def _cell(score: AuditScore, system: str) -> Cell:
    value, undefined = score.values[system], score.undefined[system]
    return f"{cell_text(value)} ({undefined})" if undefined else value


def _is(pair: RankedPair, better: str, worse: str) -> bool:
    return (pair.better, pair.worse) == (better, worse)


def _side(better: str, rows: list[RankedPair]) -> str:
    """Where one of two systems is the better one."""
    p_values = sorted(pair.p_value for pair in rows)
    ends = p_text(p_values[0]) if len(rows) == 1 else f"{p_text(p_values[0])} to {p_text(p_values[-1])[2:].strip()}"
    small = sum(p_value <= _SMALL for p_value in p_values)
    return f"{better} is better than {rows[0].worse} in {counted(len(rows), 'row')} ({ends}; at most .05 in {small})"
