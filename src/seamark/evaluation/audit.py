"""What a score would be under every convention in use, and whether the ranking of systems depends on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

import numpy as np

from seamark.checks import by_name, finite_number
from seamark.errors import InputError
from seamark.evaluation.audit_result import Audit, AuditScore, RankedPair, Ranking
from seamark.evaluation.audit_ways import AUDITED, Way, ways_of
from seamark.evaluation.references import References
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairing import AnyCodings
from seamark.metrics.sums import AVERAGES, Average, Scored
from seamark.model.arrays import AnyArray, model_of
from seamark.model.labelled_array import LabelledArray
from seamark.stats.randomization import Arrangements
from seamark.stats.resampling import check_resamples
from seamark.stats.rows import ROUNDING, mean_of_sums, rows_of_values
from seamark.stats.seeds import RandomSource, resolve_rng
from seamark.stats.weighted_sums import summed_by

_Pairs: TypeAlias = Mapping[str, tuple[AnyArray, AnyArray]]


def audit(
    reference: AnyCodings,
    systems: Mapping[str, AnyCodings],
    /,
    metrics: Metrics | None = None,
    *,
    reported: float | str | None = None,
    resamples: int = 2_000,
    rng: RandomSource = None,
) -> Audit:
    """Scores of systems under every convention in use, and whether the ranking of the systems changes.

    Parameters
    ----------
    reference
        One segmentation; a mapping from items to segmentations; or a ``Corpus``, in which every coding of an item
        counts. Labelled segmentations, hierarchies and spans are audited in the same way.
    systems
        The hypotheses by name of the system, each given like the reference, with one segmentation per item.
    metrics
        By name; by default WindowDiff, Pk, S and B of boundaries, metrics of clusters and actions of labels, DER, JER
        and F of spans. Metrics without options are scored under every convention in use; any other, such as
        ``"B:n=4"``, as it is. A collar of turns and the background of actions count under all conventions.
    reported
        A published value, such as ``0.43`` or ``"0.430"``: rows that give it, rounded to as many decimals, are marked.
    resamples, rng
        Of the randomization tests between systems that change places: arrangements when not all can be tried, and
        their seed or generator.

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
    >>> found = audit([20, 18, 22], {"one": [18, 2, 20, 20]}, reported=0.42)
    >>> [(score.metric, score.convention) for score in found.scores if score.reported]
    [('windowdiff', 'nltk')]
    """
    known = by_name(systems, "systems", "segmentations by name of the system")
    if not known:
        raise InputError("there is no system to audit")
    looked_for = None if reported is None else _Reported.of(reported)
    check_resamples(resamples)
    seed = resolve_rng(rng)[1]
    references = References.of(reference)
    pairs = {name: (references.codings, references.beside(codings, name)) for name, codings in known.items()}
    count, model = len(references.item), model_of(references.codings)
    named = as_metrics(AUDITED[model] if metrics is None else metrics)
    ways = [way for label, metric in named for way in ways_of(label, metric, model)]
    averages = AVERAGES if count > 1 else ("macro",)
    scores = [score for way in ways for score in _scores(way, averages, _as_measured(way, pairs), looked_for)]
    changing = _changing(scores, tuple(known)) if len(references.items) > 1 else []
    if changing:
        arrangements = Arrangements.of(len(references.items), resamples, seed)
        of_ways = (scores[start : start + len(averages)] for start in range(0, len(scores), len(averages)))
        scores = [
            tested
            for way, of_way in zip(ways, of_ways, strict=True)
            for tested in _tested(way.metric, of_way, changing, _as_measured(way, pairs), references.item, arrangements)
        ]
    return Audit(
        systems=tuple(known),
        pairs=count,
        scores=tuple(scores),
        reported=None if looked_for is None else looked_for.text,
        resamples=resamples if changing else None,
        seed=seed if changing else None,
    )


@dataclass(frozen=True, slots=True)
class _Reported:
    """A published value and the number of decimals it was published with."""

    text: str
    value: float
    decimals: int

    @classmethod
    def of(cls, given: float | str) -> _Reported:
        expected = "a number, such as 0.43"
        text = given.strip() if isinstance(given, str) else ""
        try:
            number: object = float(text) if text else given
        except ValueError:
            number = given
        value = finite_number(number, "reported", lambda _: True, expected)
        text = text or repr(value)
        return cls(text, value, len(text.partition(".")[2]))

    def fits(self, value: float) -> bool:
        """Whether a value would have been published so; half a digit may have been rounded either way."""
        return abs(value - self.value) <= 0.5 * 10.0**-self.decimals + ROUNDING


def _as_measured(way: Way, pairs: _Pairs) -> _Pairs:
    """What the metric compares: all of the codings, or the boundaries of labelled segmentations alone."""
    if not way.boundaries_of_labels:
        return pairs
    return {name: (_boundaries(one), _boundaries(other)) for name, (one, other) in pairs.items()}


def _boundaries(array: AnyArray) -> AnyArray:
    return array.segmentations if isinstance(array, LabelledArray) else array


def _scores(way: Way, averages: Sequence[Average], pairs: _Pairs, reported: _Reported | None) -> list[AuditScore]:
    """The row of each average; pairs are counted once for all of them."""
    metric = way.metric
    sums = {name: Scored.of(metric, count_pairs(metric, *pair)).summed(metric) for name, pair in pairs.items()}
    first = next(iter(sums))
    resolved = replace(sums[first], signature=metric.signature(*pairs[first]))
    rows = []
    for average in averages:
        values = {name: one.mean(average) for name, one in sums.items()}
        signature = resolved.signature_of(average)
        rows.append(
            AuditScore(
                metric=metric.info.name,
                convention=way.convention,
                average=average,
                k=dict(signature.options).get("k", "").rpartition("=")[2],
                values=values,
                undefined={name: one.undefined for name, one in sums.items()},
                ranking=_ranked(values, metric.info.higher_is_better),
                signature=str(signature),
                reported=tuple(name for name, value in values.items() if reported is not None and reported.fits(value)),
            )
        )
    return rows


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


def _changing(scores: list[AuditScore], systems: tuple[str, ...]) -> list[tuple[str, str]]:
    """Every two systems of which now one is better and now the other."""
    pairs = combinations(systems, 2)
    return [pair for pair in pairs if len({_better(score, *pair) for score in scores} - {None}) > 1]


def _better(score: AuditScore, one: str, other: str) -> str | None:
    """The better one of two systems in a row; None when they are equal, or one has no value."""
    if math.isnan(score.values[one] + score.values[other]):
        return None
    first = next(place for place in score.ranking if one in place or other in place)
    return None if one in first and other in first else one if one in first else other


def _tested(
    metric: Metric,
    scores: Sequence[AuditScore],
    changing: Sequence[tuple[str, str]],
    pairs: _Pairs,
    item: Int64Array,
    arrangements: Arrangements,
) -> Iterator[AuditScore]:
    """The rows of one way to score, with tests of those systems that change places; all have the same arrangements."""
    counts = {name: count_pairs(metric, *pair) for name, pair in pairs.items()}
    for score in scores:
        rows = np.stack([_item_rows(metric, score.average, table, item) for table in counts.values()])
        # Relative to the first system: what all have alike, such as the number of windows, never moves.
        gaps = rows - rows[0]
        moved = arrangements.moved(np.concatenate([*gaps], axis=1)).reshape(arrangements.number, *gaps.shape[::2])
        totals, place = rows.sum(axis=1), {name: number for number, name in enumerate(counts)}
        scored = metric.score_rows if score.average == "micro" else mean_of_sums
        found = []
        for pair in changing:
            better = _better(score, *pair)
            if better is None:
                continue
            worse = pair[0] if better == pair[1] else pair[1]
            one, other = place[better], place[worse]
            test = arrangements.test((totals[one], totals[other]), moved[:, one] - moved[:, other], scored)
            found.append(RankedPair(better, worse, score.values[better] - score.values[worse], test.p_value))
        yield replace(score, changing=tuple(found))


def _item_rows(metric: Metric, average: Average, counts: FloatArray, item: Int64Array) -> FloatArray:
    """A row per item: the sum over its references of what the mean of a system is made of."""
    rows = counts
    if average == "macro":
        scores = rows_of_values(metric.score_rows(counts))
        rows = np.where(np.isnan(scores).any(axis=1, keepdims=True), 0.0, scores)
    return summed_by(item, rows, int(item[-1]) + 1)
