"""What a score would be under every convention in use, and whether the ranking of systems depends on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seamark.checks import by_name, string_of
from seamark.errors import InputError
from seamark.evaluation.pairing import Codings, paired
from seamark.metrics.average import mean_score
from seamark.metrics.base import Metric
from seamark.metrics.boundary_similarity import B
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.pk import Pk
from seamark.metrics.similarity import S
from seamark.metrics.sums import AVERAGES, Average
from seamark.metrics.weights import EditWeights
from seamark.metrics.window_diff import WindowDiff
from seamark.model.array import SegmentationArray

#: Systems from best to worst; those that share a place are equal.
Ranking = tuple[tuple[str, ...], ...]

_EQUAL = 1e-12


@dataclass(frozen=True, slots=True)
class AuditRow:
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
    """

    metric: str
    convention: str
    average: Average
    k: str
    values: Mapping[str, float]
    undefined: Mapping[str, int]
    ranking: Ranking
    signature: str


@dataclass(frozen=True, slots=True)
class Audit:
    """Scores of systems under every convention; ``str()`` is a table with a conclusion under it.

    Attributes
    ----------
    systems
        Their names, in the order given.
    pairs
        How many pairs of reference and hypothesis there are for each system.
    rows
        One per metric, convention and average.
    """

    systems: tuple[str, ...]
    pairs: int
    rows: tuple[AuditRow, ...]

    @property
    def ranking_changes(self) -> bool:
        """Whether the order of the systems depends on metric, convention or average."""
        return len({row.ranking for row in self.rows}) > 1

    def spread(self, metric: str) -> tuple[float, float]:
        """The smallest and the largest value that any system gets from one metric."""
        string_of(metric, "metric")
        values = [v for row in self.rows if row.metric == metric for v in row.values.values() if not math.isnan(v)]
        if not values:
            raise InputError(f"no row of this audit has a value for {metric!r}")
        return min(values), max(values)

    @property
    def conclusion(self) -> str:
        """In words: how far values spread, and whether and where the ranking changes."""
        return "\n".join([*self._spreads(), *self._rankings()])

    def _spreads(self) -> Iterator[str]:
        for metric in dict.fromkeys(row.metric for row in self.rows):
            for system in self.systems:
                found = [row for row in self.rows if row.metric == metric and not math.isnan(row.values[system])]
                if not found:
                    yield f"{metric} of {system}: undefined under every convention."
                    continue
                low, high = (pick(found, key=lambda row: row.values[system]) for pick in (min, max))
                yield (
                    f"{metric} of {system}: from {low.values[system]:.4f} ({low.convention}, {low.average}) "
                    f"to {high.values[system]:.4f} ({high.convention}, {high.average})."
                )

    def _rankings(self) -> Iterator[str]:
        if len(self.systems) == 1:
            return
        if not self.ranking_changes:
            yield f"The ranking does not change: {_shown(self.rows[0].ranking)} in all {len(self.rows)} rows."
            return
        yield "The ranking changes:"
        for metric in dict.fromkeys(row.metric for row in self.rows):
            groups: dict[Ranking, list[AuditRow]] = {}
            for row in self.rows:
                if row.metric == metric:
                    groups.setdefault(row.ranking, []).append(row)
            if len(groups) == 1:
                yield f"  {metric}: {_shown(next(iter(groups)))} under every convention"
                continue
            for ranking, rows in sorted(groups.items(), key=lambda group: -len(group[1])):
                yield f"  {metric}: {_shown(ranking)} under {_named(rows, self._averages)}"

    @property
    def _averages(self) -> int:
        return len({row.average for row in self.rows})

    def to_dict(self) -> dict[str, object]:
        """Everything, ready for JSON; an undefined value is None."""
        return {
            "systems": list(self.systems),
            "pairs": self.pairs,
            "rows": [
                {
                    "metric": row.metric,
                    "convention": row.convention,
                    "average": row.average,
                    "k": row.k,
                    "values": {name: None if math.isnan(value) else value for name, value in row.values.items()},
                    "undefined": dict(row.undefined),
                    "ranking": [list(place) for place in row.ranking],
                    "signature": row.signature,
                }
                for row in self.rows
            ],
            "ranking_changes": self.ranking_changes,
            "conclusion": self.conclusion,
        }

    def __str__(self) -> str:
        head = ("metric", "convention", "average", "k", *self.systems)
        body = [
            (row.metric, row.convention, row.average, row.k, *(_cell(row, system) for system in self.systems))
            for row in self.rows
        ]
        widths = [max(len(line[column]) for line in (head, *body)) for column in range(len(head))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in (head, *body)
        ]
        some_undefined = any(any(row.undefined.values()) for row in self.rows)
        notes = ["(n): n pairs have no score and are left out"] if some_undefined else []
        return "\n".join([*lines, *notes, "", self.conclusion])


def audit(reference: Codings, systems: Mapping[str, Codings], /) -> Audit:
    """WindowDiff, Pk, S and B of systems under every convention in use, and whether the ranking of the systems changes.

    Parameters
    ----------
    reference
        One segmentation; a mapping from items to segmentations; or a ``Corpus``, in which every coding of an item
        counts.
    systems
        The hypotheses by name of the system, each given like the reference, with one segmentation per item.

    Returns
    -------
    Audit

    Raises
    ------
    InputError
        When a system lacks an item, has an item too many, or covers other units; the message names both.

    Examples
    --------
    >>> result = audit([20, 18, 22], {"one": [18, 2, 20, 20], "two": [22, 38]})
    >>> [round(value, 4) for value in result.spread("windowdiff")]
    [0.1972, 0.4222]
    >>> print(result.conclusion.splitlines()[-1])
      B: one > two under every convention
    """
    known = by_name(systems, "systems", "segmentations by name of the system")
    if not known:
        raise InputError("there is no system to audit")
    pairs = {name: paired(reference, hypothesis, name=name) for name, hypothesis in known.items()}
    count = len(next(iter(pairs.values()))[0])
    averages = AVERAGES if count > 1 else ("macro",)
    rows = tuple(_row(label, metric, average, pairs) for label, metric in _metrics() for average in averages)
    return Audit(tuple(known), count, rows)


def _metrics() -> Iterator[tuple[str, Metric]]:
    for convention in CONVENTIONS.values():
        if "windowdiff" in convention.metrics:
            yield convention.name, WindowDiff(convention=convention.name)
    for convention in CONVENTIONS.values():
        if "pk" in convention.metrics:
            yield convention.name, Pk(convention=convention.name)
    yield "n=2, te (2012)", S()
    yield "n=2, d/n (segeval 2)", S(weights=EditWeights(scale="linear"))
    for n in (2, 3, 10):
        yield f"n={n}", B(n=n)


def _row(
    label: str, metric: Metric, average: Average, pairs: Mapping[str, tuple[SegmentationArray, SegmentationArray]]
) -> AuditRow:
    means = {name: mean_score(metric, one, other, average=average) for name, (one, other) in pairs.items()}
    signature = next(iter(means.values())).signature
    k = dict(signature.options).get("k", "")
    return AuditRow(
        metric=metric.info.name,
        convention=label,
        average=average,
        k=k.rpartition("=")[2],
        values={name: mean.value for name, mean in means.items()},
        undefined={name: mean.undefined for name, mean in means.items()},
        ranking=_ranked({name: mean.value for name, mean in means.items()}, metric.info.higher_is_better),
        signature=str(signature),
    )


def _ranked(values: Mapping[str, float], higher_is_better: bool) -> Ranking:
    sign = -1.0 if higher_is_better else 1.0
    order = sorted(values, key=lambda name: (math.isnan(values[name]), sign * values[name]))
    places: list[list[str]] = []
    for name in order:
        best_here = values[places[-1][0]] if places else 0.0
        same = abs(best_here - values[name]) <= _EQUAL or (math.isnan(best_here) and math.isnan(values[name]))
        if places and same:
            places[-1].append(name)
        else:
            places.append([name])
    return tuple(tuple(sorted(place)) for place in places)


def _named(rows: list[AuditRow], averages: int) -> str:
    """Conventions by name; with the average only where the averages of one convention do not go together."""
    by_convention: dict[str, list[str]] = {}
    for row in rows:
        by_convention.setdefault(row.convention, []).append(row.average)
    return "; ".join(
        convention if len(found) == averages else f"{convention} ({', '.join(found)})"
        for convention, found in by_convention.items()
    )


def _shown(ranking: Ranking) -> str:
    return " > ".join(" = ".join(place) for place in ranking)


def _cell(row: AuditRow, system: str) -> str:
    value, undefined = row.values[system], row.undefined[system]
    text = "undefined" if math.isnan(value) else f"{value:.4f}"
    return f"{text} ({undefined})" if undefined else text
