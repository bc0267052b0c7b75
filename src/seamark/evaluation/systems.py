"""System against system, item by item, on one reference or several."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, cast, get_args

import numpy as np

from seamark.checks import by_name, true_or_false
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.evaluation.newcomers import require_other_names
from seamark.evaluation.references import References
from seamark.evaluation.system_result import Over, SystemComparison, SystemPair, SystemScore
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.names import as_metric
from seamark.metrics.pairing import AnyCodings
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.model.array import SegmentationArray
from seamark.model.arrays import AnyArray, model_of
from seamark.model.gather import gather
from seamark.segmenters.baselines import baselines as baselines_of
from seamark.stats.correction import Correction, corrected
from seamark.stats.effects import effect_size, win_tie_loss
from seamark.stats.intervals import check_level
from seamark.stats.paired_difference import paired_difference, score_interval
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.seeds import RandomSource, resolve_rng

_FEWEST_ITEMS = 2


def compare_systems(
    reference: AnyCodings,
    systems: Mapping[str, AnyCodings],
    metric: Metric | str | None = None,
    *,
    over: Over = "mean",
    average: Average = "macro",
    correction: Correction = "holm",
    baselines: bool = False,
    ci: float = 0.95,
    resamples: int = 10_000,
    draws: int = 100,
    rng: RandomSource = None,
) -> SystemComparison:
    """Compare systems with each other, and with baselines, by their scores on the same items.

    Parameters
    ----------
    reference
        A segmentation per item, or several per item by coder, such as a ``Corpus``. Labelled segmentations, hierarchies
        and spans are compared in the same way, by a metric that takes them.
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
    correction
        Of the p-values for the number of pairs: ``"holm"`` keeps the chance of any false finding, ``"bh"`` (Benjamini
        and Hochberg) the share of false ones among the findings; or ``"none"``.
    baselines
        Whether to score the baselines of ``seamark.baselines`` too, and compare every system with the best of them. One
        system is then enough.
    ci
        The level of the confidence intervals.
    resamples
        Arrangements of the randomization test when not all can be tried.
    draws
        How often random baselines are drawn and averaged.
    rng
        A seed or generator; the seed is reported.

    Returns
    -------
    SystemComparison

    Raises
    ------
    InputError
        With fewer than two systems and no baselines, with fewer than two items, or when a system does not fit the
        reference; the message says where.
    UndefinedScoreError
        When fewer than two items have a score from every system.

    Notes
    -----
    The p-value is that of the paired randomization test, which is right also with few items; with very few, its
    smallest possible value is not small, and a note says so. The interval is that of the paired t.

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
    one_of(correction, "correction", get_args(Correction))
    check_level(ci)
    known = by_name(systems, "systems", "segmentations by name of the system")
    if len(known) + true_or_false(baselines, "baselines") < 2 or not known:
        raise InputError(f"there {'is one system' if known else 'are no systems'}; expected at least two to compare")
    chosen, references = as_metric(metric), _several_items(reference)
    seed = resolve_rng(rng)[1]
    pairs = {name: (references.codings, references.beside(codings, name)) for name, codings in known.items()}
    found: dict[str, tuple[_Scores, ...]] = {
        name: (_Scores.of(chosen, average, references, arrays),) for name, arrays in pairs.items()
    }
    if baselines:
        first = references.codings
        if not isinstance(first, SegmentationArray):
            raise InputError(f"baselines are of boundaries, not of {model_of(first)}; expected baselines=False")
        floor = baselines_of(cast("Mapping[str, Any]", reference), draws=draws, rng=seed)
        require_other_names(known, floor)
        for name, baseline in floor.items():
            drawn = ((first, gather(draw, references.item)) for draw in baseline.draws)
            found[name] = tuple(_Scores.of(chosen, average, references, arrays) for arrays in drawn)
    comparison = _Comparison.of(chosen, over, found, references.items)
    ranked = comparison.ranked()
    best = [name for name in ranked if name not in known][:1]
    compared = [(a, b) for a, b in combinations(ranked, 2) if {a, b} <= {*known, *best}]
    described = {
        **chosen.options(*next(iter(pairs.values()))),
        "over": over,
        "avg": average,
        "items": len(comparison.items),
        "test": f"randomization,{correction}",
        "ci": f"{ci:g},jackknife-t",
        "resamples": resamples,
        **({"draws": draws} if baselines else {}),
        "seed": seed,
    }
    scores = [comparison.system(name, ci) for name in ranked]
    tested = [comparison.pair(a, b, ci, resamples, seed) for a, b in compared]
    adjusted = corrected([pair.p_value for pair in tested], correction).tolist()
    return SystemComparison(
        systems=tuple(one for one in scores if one.name in known),
        baselines=tuple(one for one in scores if one.name not in known),
        pairs=tuple(replace(pair, p_adjusted=p_value) for pair, p_value in zip(tested, adjusted, strict=True)),
        metric=chosen.info.name,
        higher_is_better=chosen.info.higher_is_better,
        over=over,
        average=average,
        items=len(comparison.items),
        undefined=comparison.undefined,
        correction=correction,
        ci=ci,
        resamples=resamples,
        seed=seed,
        signature=Signature.of(chosen.info.name, described),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Scores:
    """One system against every reference: rows that are summed and scored, and the score of every pair."""

    references: References
    rows: FloatArray
    scores: FloatArray
    score: Score
    higher_is_better: bool

    @classmethod
    def of(cls, metric: Metric, average: Average, references: References, pairs: tuple[AnyArray, ...]) -> _Scores:
        counts = count_pairs(metric, *pairs)
        scores = metric.score_rows(counts)
        micro = average == "micro"
        rows, score = (counts, metric.score_rows) if micro else (rows_of_values(scores), mean_of_sums)
        return cls(references, rows, scores, score, metric.info.higher_is_better)

    def item_rows(self, over: Over) -> FloatArray:
        """A row per item, whose sums are scored; NaN where the item has no score."""
        return self._best_rows() if over == "best" else self._mean_rows()

    def overall(self, over: Over) -> float:
        """The score over the items that have one."""
        rows = self.item_rows(over)
        return float(self.score(rows[~np.isnan(rows).any(axis=1)].sum(axis=0)))

    def of_coder(self, coder: int) -> float:
        """The score against one reference coder, over the items where it is defined; NaN without any."""
        mine = (self.references.coder == coder) & ~np.isnan(self.scores)
        return float(self.score(self.rows[mine].sum(axis=0))) if mine.any() else math.nan

    def _mean_rows(self) -> FloatArray:
        items, item, defined = len(self.references.items), self.references.item, ~np.isnan(self.scores)
        number = np.bincount(item[defined], minlength=items)[:, np.newaxis]
        macro = self.score is mean_of_sums
        # A mean of scores leaves out references without one, and weighs every item alike; summed counts have them all.
        counted = defined if macro else np.ones_like(defined)
        sums = np.zeros((items, self.rows.shape[1]))
        np.add.at(sums, item[counted], self.rows[counted])
        return np.where(number > 0, sums / np.maximum(number, 1) if macro else sums, np.nan)

    def _best_rows(self) -> FloatArray:
        """For every item the row of the pair with the best score."""
        item = self.references.item
        sign = 1.0 if self.higher_is_better else -1.0
        order = np.lexsort((np.where(np.isnan(self.scores), -np.inf, sign * self.scores), item))
        best = order[np.cumsum(np.bincount(item, minlength=len(self.references.items))) - 1]
        return np.where(np.isnan(self.scores[best])[:, np.newaxis], np.nan, self.rows[best])


@dataclass(frozen=True, slots=True, eq=False)
class _Comparison:
    """Systems with their rows on the items where all of them have a score, and the names of the other items.

    Of every system there are the scores of each draw; only random baselines have several.
    """

    metric: Metric
    found: Mapping[str, tuple[_Scores, ...]]
    rows: Mapping[str, FloatArray]
    items: tuple[str, ...]
    undefined: tuple[str, ...]

    @classmethod
    def of(
        cls, metric: Metric, over: Over, found: Mapping[str, tuple[_Scores, ...]], items: tuple[str, ...]
    ) -> _Comparison:
        rows: dict[str, FloatArray] = {
            name: np.mean([one.item_rows(over) for one in draws], axis=0) for name, draws in found.items()
        }
        missing = np.any([np.isnan(table).any(axis=1) for table in rows.values()], axis=0)
        shared, undefined = (
            tuple(item for item, gone in zip(items, missing.tolist(), strict=True) if gone is left)
            for left in (False, True)
        )
        if len(shared) < _FEWEST_ITEMS:
            raise UndefinedScoreError(
                f"{metric.info.title} has a score from every system on {len(shared)} of {len(items)} items; "
                f"expected at least {_FEWEST_ITEMS}"
            )
        return cls(metric, found, {name: table[~missing] for name, table in rows.items()}, shared, undefined)

    @property
    def score(self) -> Score:
        """How sums of rows are scored."""
        return next(iter(self.found.values()))[0].score

    def value(self, name: str) -> float:
        """The score that is tested."""
        return float(self.score(self.rows[name].sum(axis=0)))

    def ranked(self) -> list[str]:
        """The systems, best first."""
        sign = -1.0 if self.metric.info.higher_is_better else 1.0
        return sorted(self.rows, key=lambda name: sign * self.value(name))

    def system(self, name: str, ci: float) -> SystemScore:
        """One system by itself."""
        draws, info = self.found[name], self.metric.info
        coders = draws[0].references.coders
        each = {coder: _mean(one.of_coder(place) for one in draws) for place, coder in enumerate(coders)}
        return SystemScore(
            name=name,
            value=self.value(name),
            interval=score_interval(self.rows[name], self.score, ci, (info.worst, info.best)),
            mean=_mean(one.overall("mean") for one in draws),
            best=_mean(one.overall("best") for one in draws),
            per_reference=FrozenMapping(each),
            scores=FrozenMapping(dict(zip(self.items, self.score(self.rows[name]).tolist(), strict=True))),
        )

    def pair(self, first: str, second: str, ci: float, resamples: int, seed: int) -> SystemPair:
        """Two systems; the p-value is not corrected yet."""
        rows = self.rows[first], self.rows[second]
        found = paired_difference(*rows, self.score, ci=ci, resamples=resamples, rng=seed)
        values = self.score(rows[0]), self.score(rows[1])
        return SystemPair(
            first=first,
            second=second,
            difference=found.value,
            interval=found.interval,
            p_value=found.p_value,
            p_adjusted=found.p_value,
            exact=found.exact,
            smallest_p=found.smallest_p,
            effect=effect_size(*values),
            record=win_tie_loss(*values, higher_is_better=self.metric.info.higher_is_better),
        )


def _several_items(reference: AnyCodings) -> References:
    if not isinstance(reference, Mapping):
        raise InputError("there is one reference; systems are compared over items, at least two of them")
    if len(reference) == 1:
        raise InputError(f"there is one item, {next(iter(reference))!r}; systems are compared over at least two")
    return References.of(reference)


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
