"""System against system, item by item, on one reference or several."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, TypeAlias, cast, get_args

import numpy as np

from seamark.base.checks import by_name, one_of, string_of, true_or_false
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.numbers import counted
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table
from seamark.evaluation.references import References, require_other_names
from seamark.evaluation.wording import NOT_ESTIMABLE, interval_text, listed, p_text
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import AnyCodings, count_pairs
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.model.codings import Codings, SegmentationArray
from seamark.segmenters.baselines import baselines as baselines_of
from seamark.stats.crossed import EffectSize, Record, effect_size, win_tie_loss
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.significance import Correction, corrected, paired_difference, score_interval

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


# ----------------------------------------------------- System against system, item by item, on one reference or several


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
            raise InputError(f"baselines are of boundaries, not of {first.kind}; expected baselines=False")
        floor = baselines_of(cast("Mapping[str, Any]", reference), draws=draws, rng=seed)
        require_other_names(known, floor)
        for name, baseline in floor.items():
            drawn = ((first, draw.take(references.item)) for draw in baseline.draws)
            found[name] = tuple(_Scores.of(chosen, average, references, arrays) for arrays in drawn)
    comparison = _Comparison.of(chosen, over, found, references.items)
    ranked = comparison.ranked()
    best = [name for name in ranked if name not in known][:1]
    compared = [(a, b) for a, b in combinations(ranked, 2) if {a, b} <= {*known, *best}]
    described = {
        **chosen.bind(*next(iter(pairs.values()))).options,
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
    def of(cls, metric: Metric, average: Average, references: References, pairs: tuple[Codings, ...]) -> _Scores:
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
