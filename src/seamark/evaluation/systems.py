"""System against system, item by item, on one reference or several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import get_args

import numpy as np

from seamark.checks import by_name
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.evaluation.item_scores import OVERS, ItemScores, Over, References, score_of_sums
from seamark.evaluation.system_result import SystemComparison, SystemPair, SystemScore
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairing import Codings, paired
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.stats.bootstrap import Bootstrap, bootstrap_together
from seamark.stats.correction import holm
from seamark.stats.effects import effect_size, win_tie_loss
from seamark.stats.intervals import Interval, check_level
from seamark.stats.paired import difference
from seamark.stats.randomization import approximate_randomization
from seamark.stats.seeds import RandomSource, resolve_rng

_FEWEST_ITEMS = 2


def compare_systems(
    reference: Codings,
    systems: Mapping[str, Codings],
    metric: Metric | str | None = None,
    *,
    over: Over = "mean",
    average: Average = "macro",
    ci: float = 0.95,
    resamples: int = 10_000,
    rng: RandomSource = None,
) -> SystemComparison:
    """Compare systems with each other by their scores on the same items.

    Parameters
    ----------
    reference
        A segmentation per item, or several per item by coder, such as a ``Corpus``.
    systems
        The hypotheses by name of the system, each with one segmentation for every item.
    metric
        Any metric or its name, such as ``"windowdiff:k=5"``, used in its own direction; ``S()`` by default.
    over
        With several references per item: ``"mean"``, the mean score against all of them, or ``"best"``, the score
        against the one that the system is most like. Both are reported for every system; this one is tested.
    average
        ``"macro"``: the mean of the items' scores. ``"micro"``: the score of summed counts, in which long items weigh
        more.
    ci
        Of the confidence intervals.
    resamples
        Bootstrap resamples, and arrangements of the randomization test when not all can be tried.
    rng
        A seed or generator; the seed is reported.

    Returns
    -------
    SystemComparison

    Raises
    ------
    InputError
        With fewer than two systems or items, or when a system does not fit the reference; the message says where.
    UndefinedScoreError
        When fewer than two items have a score from every system.

    Notes
    -----
    The p-value is that of the paired randomization test, which keeps its promise with few items; the paired bootstrap
    gives the interval, and a p-value of its own that finds too much with few items. Holm's correction is over all
    pairs of systems.

    Examples
    --------
    >>> reference = {"a": [2, 3, 5], "b": [4, 4], "c": [6, 2], "d": [3, 3]}
    >>> good = {"a": [2, 3, 5], "b": [4, 4], "c": [5, 3], "d": [3, 3]}
    >>> poor = {"a": [5, 5], "b": [1, 1, 6], "c": [8], "d": [1, 5]}
    >>> result = compare_systems(reference, {"poor": poor, "good": good}, rng=7)
    >>> [system.name for system in result.systems]
    ['good', 'poor']
    >>> pair = result.pairs[0]
    >>> round(pair.difference, 4), pair.p_value, pair.record.wins
    (0.2349, 0.25, 3)
    """
    one_of(over, "over", get_args(Over))
    one_of(average, "average", get_args(Average))
    check_level(ci)
    known = by_name(systems, "systems", "segmentations by name of the system")
    if len(known) < 2:
        raise InputError(f"there {'is one system' if known else 'are no systems'}; expected at least two to compare")
    comparison = _Comparison.of(reference, known, as_metric(metric), over, average)
    seed = resolve_rng(rng)[1]
    bootstraps = comparison.bootstraps(resamples, seed)
    ranked = comparison.ranked(bootstraps)
    return SystemComparison(
        systems=tuple(comparison.score(name, bootstraps[name].interval(ci)) for name in ranked),
        pairs=_corrected([comparison.pair(a, b, bootstraps, ci, seed) for a, b in combinations(ranked, 2)]),
        metric=comparison.metric.info.name,
        higher_is_better=comparison.metric.info.higher_is_better,
        over=over,
        average=average,
        items=len(comparison.items),
        undefined=comparison.undefined,
        ci=ci,
        resamples=resamples,
        seed=seed,
        signature=comparison.signature(reference, known, ci, resamples, seed),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Comparison:
    """Systems with their scores on the items where all of them have one.

    Attributes
    ----------
    metric, over, average
        What is measured, and how it is brought together.
    found
        All scores of each system.
    rows
        A row per item for each system, to be summed and scored.
    items
        The items of the rows.
    undefined
        The other items.
    """

    metric: Metric
    over: Over
    average: Average
    found: Mapping[str, ItemScores]
    rows: Mapping[str, FloatArray]
    items: tuple[str, ...]
    undefined: tuple[str, ...]

    @classmethod
    def of(
        cls, reference: Codings, systems: Mapping[str, Codings], metric: Metric, over: Over, average: Average
    ) -> _Comparison:
        references = References.of(reference)
        found = {name: ItemScores.of(metric, reference, references, name, one) for name, one in systems.items()}
        rows = {name: scores.item_rows(over, average) for name, scores in found.items()}
        missing = np.any([np.isnan(table).any(axis=1) for table in rows.values()], axis=0)
        names = np.array(references.items, dtype=object)
        shared, undefined = tuple(names[~missing].tolist()), tuple(names[missing].tolist())
        if len(references.items) < _FEWEST_ITEMS:
            raise InputError(f"there is one item, {references.items[0]!r}; systems are compared over at least two")
        if len(shared) < _FEWEST_ITEMS:
            raise UndefinedScoreError(
                f"{metric.info.title} has a score from every system on {len(shared)} of {len(names)} items; "
                f"expected at least {_FEWEST_ITEMS}"
            )
        return cls(
            metric, over, average, found, {name: table[~missing] for name, table in rows.items()}, shared, undefined
        )

    def bootstraps(self, resamples: int, seed: int) -> dict[str, Bootstrap]:
        """Every system on the same resamples."""
        score = score_of_sums(self.metric, self.average)
        made = bootstrap_together([(table, score) for table in self.rows.values()], resamples=resamples, rng=seed)
        return dict(zip(self.rows, made, strict=True))

    def ranked(self, bootstraps: Mapping[str, Bootstrap]) -> list[str]:
        """The systems, best first."""
        sign = -1.0 if self.metric.info.higher_is_better else 1.0
        return sorted(self.rows, key=lambda name: sign * bootstraps[name].estimate)

    def values(self, name: str) -> FloatArray:
        """The tested score of each item."""
        return score_of_sums(self.metric, self.average)(self.rows[name])

    def score(self, name: str, interval: Interval) -> SystemScore:
        """One system by itself."""
        found, score = self.found[name], score_of_sums(self.metric, self.average)
        each = {coder: found.of_coder(place, self.average) for place, coder in enumerate(found.references.coders)}
        mean, best = (
            float(score(rows[~np.isnan(rows).any(axis=1)].sum(axis=0)))
            for rows in (found.item_rows(over, self.average) for over in OVERS)
        )
        return SystemScore(
            name=name,
            value=float(score(self.rows[name].sum(axis=0))),
            interval=interval,
            mean=mean,
            best=best,
            per_reference=FrozenMapping(each),
            scores=FrozenMapping(dict(zip(self.items, self.values(name).tolist(), strict=True))),
        )

    def pair(self, first: str, second: str, made: Mapping[str, Bootstrap], ci: float, seed: int) -> SystemPair:
        """Two systems; the p-value is not corrected yet."""
        gap = difference(made[first], made[second])
        score, resamples = score_of_sums(self.metric, self.average), gap.resamples
        test = approximate_randomization(self.rows[first], self.rows[second], score, resamples=resamples, rng=seed)
        values = self.values(first), self.values(second)
        return SystemPair(
            first=first,
            second=second,
            difference=gap.estimate,
            interval=gap.interval(ci),
            p_value=test.p_value,
            p_adjusted=test.p_value,
            p_bootstrap=gap.p_value(),
            exact=test.exact,
            effect=effect_size(*values),
            record=win_tie_loss(*values, higher_is_better=self.metric.info.higher_is_better),
        )

    def signature(
        self, reference: Codings, systems: Mapping[str, Codings], ci: float, resamples: int, seed: int
    ) -> Signature:
        """The metric as it was used on the first system, and how it was tested."""
        name, codings = next(iter(systems.items()))
        options = {
            **self.metric.options(*paired(reference, codings, name=name)),
            "over": self.over,
            "avg": self.average,
            "items": len(self.items),
            "test": "randomization",
            "ci": f"{ci:g},percentile",
            "resamples": resamples,
            "seed": seed,
        }
        return Signature.of(self.metric.info.name, options)


def _corrected(pairs: Sequence[SystemPair]) -> tuple[SystemPair, ...]:
    adjusted = holm([pair.p_value for pair in pairs]).tolist()
    return tuple(replace(pair, p_adjusted=p_value) for pair, p_value in zip(pairs, adjusted, strict=True))
