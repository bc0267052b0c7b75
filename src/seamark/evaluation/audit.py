"""What a score would be under every convention in use, and whether the ranking of systems depends on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from seamark.checks import by_name, string_of
from seamark.errors import InputError
from seamark.metrics.average import mean_score
from seamark.metrics.base import Metric
from seamark.metrics.boundary_similarity import B
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairing import Codings, paired
from seamark.metrics.pk import Pk
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import S
from seamark.metrics.sums import AVERAGES, Average
from seamark.metrics.weights import EditWeights
from seamark.metrics.window_diff import WindowDiff
from seamark.model.array import SegmentationArray
from seamark.number_text import counted
from seamark.results import ResultRecord
from seamark.stats.rows import ROUNDING
from seamark.text_table import Cell, Table, cell_text

#: Systems from best to worst; those that share a place are equal.
Ranking = tuple[tuple[str, ...], ...]


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
    """

    systems: tuple[str, ...]
    pairs: int
    scores: tuple[AuditScore, ...]

    _also = ("signature", "ranking_changes", "conclusion")

    @property
    def signature(self) -> Signature:
        """What was audited; every row has the signature of its metric."""
        return Signature.of("audit", {"systems": len(self.systems), "pairs": self.pairs})

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
        """In words: how far values spread, and whether and where the ranking changes."""
        return "\n".join([*self._spreads(), *self._rankings()])

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

    def table(self) -> Table:
        """The scores for people, with how many pairs have none."""
        return Table(
            ("metric", "convention", "average", "k", *self.systems),
            [
                (one.metric, one.convention, one.average, one.k, *(_cell(one, system) for system in self.systems))
                for one in self.scores
            ],
            keys=3,
        )

    def __repr__(self) -> str:
        change = "changes" if self.ranking_changes else "does not change"
        return f"<Audit of {counted(len(self.systems), 'system')} in {len(self.scores)} ways: the ranking {change}>"

    def __str__(self) -> str:
        some_undefined = any(any(score.undefined.values()) for score in self.scores)
        notes = ["(n): n pairs have no score and are left out"] if some_undefined else []
        return "\n".join([str(self.table()), *notes, "", self.conclusion])


def audit(
    reference: Codings, systems: Mapping[str, Codings], /, metrics: Metrics = ("windowdiff", "pk", "S", "B")
) -> Audit:
    """WindowDiff, Pk, S and B of systems under every convention in use, and whether the ranking of the systems changes.

    Parameters
    ----------
    reference
        One segmentation; a mapping from items to segmentations; or a ``Corpus``, in which every coding of an item
        counts.
    systems
        The hypotheses by name of the system, each given like the reference, with one segmentation per item.
    metrics
        By name. WindowDiff, Pk, S and B without options are scored under every convention in use; any other metric,
        such as ``"B:n=4"``, as it is.

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
    chosen = [way for label, metric in as_metrics(metrics) for way in _ways(label, metric)]
    averages = AVERAGES if count > 1 else ("macro",)
    scores = tuple(_score(label, metric, average, pairs) for label, metric in chosen for average in averages)
    return Audit(tuple(known), count, scores)


def _ways(label: str, metric: Metric) -> Iterator[tuple[str, Metric]]:
    """Every convention of a metric, by name; of one that has options of its own, only itself."""
    if metric == WindowDiff() or metric == Pk():
        for convention in CONVENTIONS.values():
            if metric.info.name in convention.metrics:
                yield convention.name, type(metric)(convention=convention.name)
    elif metric == S():
        yield "n=2, te (2012)", metric
        yield "n=2, d/n (segeval 2)", S(weights=EditWeights(scale="linear"))
    elif metric == B():
        for n in (2, 3, 10):
            yield f"n={n}", B(n=n)
    else:
        yield "as given" if label == metric.info.name else label, metric


def _score(
    label: str, metric: Metric, average: Average, pairs: Mapping[str, tuple[SegmentationArray, SegmentationArray]]
) -> AuditScore:
    means = {name: mean_score(metric, one, other, average=average) for name, (one, other) in pairs.items()}
    signature = next(iter(means.values())).signature
    k = dict(signature.options).get("k", "")
    return AuditScore(
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
        best_here = values[places[-1][0]] if places else math.inf
        if abs(best_here - values[name]) <= ROUNDING or (math.isnan(best_here) and math.isnan(values[name])):
            places[-1].append(name)
        else:
            places.append([name])
    return tuple(tuple(sorted(place)) for place in places)


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
