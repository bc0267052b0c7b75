"""System against system, item by item, on one reference or several."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np

from seamark.base.checks import by_name, one_of, string_of, true_or_false
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.methods import Methods
from seamark.base.numbers import counted
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table
from seamark.evaluation.wording import (
    NOT_ESTIMABLE,
    answer_of_systems,
    interval_text,
    listed,
    methods_of_systems,
    p_text,
)
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import AnyCodings, Pairs
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.model.codings import Codings
from seamark.model.corpus import Corpus
from seamark.segmenters.baselines import DrawnBaseline, drawn_baselines
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.significance import (
    Correction,
    EffectSize,
    Record,
    corrected,
    effect_size,
    paired_difference,
    score_interval,
    win_tie_loss,
)

#: What a system is judged by on an item with several references: all of them, or the one it is most like.
Over: TypeAlias = Literal["mean", "best"]

#: Who made a reference coding that has no coder's name.
REFERENCE: Final = "the reference"

_ONLY_ITEM = "the text"
_FEWEST_ITEMS = 2
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

    def answer(self) -> tuple[str, ...]:
        """How much was compared, and a line per system, best first."""
        return tuple(answer_of_systems(self))

    def table(self) -> Table:
        """Every system and baseline with its score."""
        return self.scores_table()

    def pairs_table(self) -> Table:
        """Every two systems, and every system with the best baseline; the better one first."""
        return Table(
            ("better", "worse", "difference", "interval", _CORRECTED[self.correction], "better, equal, worse on"),
            [
                (
                    pair.first,
                    pair.second,
                    pair.difference,
                    NOT_ESTIMABLE if pair.interval is None else interval_text(pair.interval),
                    pair.p_adjusted,
                    f"{pair.record.wins}, {pair.record.ties}, {pair.record.losses}",
                )
                for pair in self.pairs
            ],
            title=f"Systems against each other, {self.metric} per item",
            keys=2,
        )

    def details(self) -> tuple[Table | str, ...]:
        """Every two systems with all figures, and a sentence for each."""
        return (Table.of_rows(self.rows()), *self.conclusions, *self.notes)

    def methods(self) -> Methods:
        """How the systems were compared, and what was found, for a paper."""
        return Methods.of(methods_of_systems(self), self.signatures())

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


def _in_words(pair: SystemPair, ci: float) -> str:
    verdict = "better" if pair.p_adjusted <= 1 - ci else "no difference shown"
    between = NOT_ESTIMABLE if pair.interval is None else interval_text(pair.interval)
    record = pair.record
    return (
        f"{verdict}, {pair.difference:+.4f} ({between}), {p_text(pair.p_adjusted)}, "
        f"better on {record.wins}, equal on {record.ties}, worse on {record.losses} items"
    )


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
    if not isinstance(reference, Mapping):
        raise InputError("there is one reference; systems are compared over items, at least two of them")
    if len(reference) == 1:
        raise InputError(f"there is one item, {next(iter(reference))!r}; systems are compared over at least two")
    chosen, given = as_metric(metric), corpus_of(reference, REFERENCE)
    # Sums and draws in an order that follows from the codings: neither order nor names change a bit.
    corpus = given.in_content_order()
    seed = resolve_rng(rng)[1]

    bound = {name: chosen.bind(*beside(corpus, codings, name)) for name, codings in known.items()}
    counts = {name: [one.count(workers=None)] for name, one in bound.items()}
    if baselines:
        if corpus.kind != "boundaries":
            raise InputError(f"baselines are of boundaries, not of {corpus.kind}; expected baselines=False")
        floor = drawn_baselines(corpus, draws, seed)
        require_other_names(known, (one.name for one in floor))
        counts |= {one.name: _counts_of_draws(chosen, corpus, one) for one in floor}

    found = {name: _Scores(chosen, average, corpus, of_draws) for name, of_draws in counts.items()}
    every = {name: one.item_rows(over) for name, one in found.items()}
    missing = np.any([np.isnan(rows).any(axis=1) for rows in every.values()], axis=0)
    gone = {item for item, some in zip(corpus.item_names, missing.tolist(), strict=True) if some}
    items, undefined = (tuple(item for item in given.item_names if (item in gone) is left) for left in (False, True))
    if len(items) < _FEWEST_ITEMS:
        raise UndefinedScoreError(
            f"{chosen.info.title} has a score from every system on {len(items)} of {len(missing)} items; "
            f"expected at least {_FEWEST_ITEMS}"
        )
    rows = {name: table[~missing] for name, table in every.items()}
    score: Score = chosen.score_rows if average == "micro" else mean_of_sums
    values = {name: score(table) for name, table in rows.items()}
    study = RankedSystems.of(chosen, over, average, ci, resamples, seed, rows, values)
    place = {item: number for number, item in enumerate(item for item in corpus.item_names if item not in gone)}
    order = [place[item] for item in items]
    return study.comparison(
        tuple(known),
        {name: one.further(given.coder_names, items, values[name][order]) for name, one in found.items()},
        correction,
        undefined,
        {**next(iter(bound.values())).options, "over": over, "avg": average, "items": len(items)},
        {"draws": draws} if baselines else {},
    )


@dataclass(frozen=True)
class RankedSystems:
    """Systems by their rows of counts, whose sums are scored: a row per item, or per block of items.

    ``values`` are the scores of single items.
    """

    metric: Metric
    over: Over
    average: Average
    ci: float
    resamples: int
    seed: int
    rows: Mapping[str, FloatArray]
    values: Mapping[str, FloatArray]

    @classmethod
    def of(
        cls,
        metric: Metric,
        over: Over,
        average: Average,
        ci: float,
        resamples: int,
        seed: int,
        rows: Mapping[str, FloatArray],
        values: Mapping[str, FloatArray],
    ) -> RankedSystems:
        """With rows and values in ascending order, so that no sum or draw depends on the order or names of items."""
        return cls(metric, over, average, ci, resamples, seed, _ascending(rows), _ascending(values))

    @property
    def _score(self) -> Score:
        return self.metric.score_rows if self.average == "micro" else mean_of_sums

    def comparison(
        self,
        known: Sequence[str],
        further: Mapping[str, Mapping[str, Any]],
        correction: Correction,
        undefined: tuple[str, ...],
        described: Mapping[str, object],
        drawn: Mapping[str, object],
    ) -> SystemComparison:
        """The result: ``known`` are the systems, all others baselines; ``further`` are the other fields of each."""
        info = self.metric.info
        values = {name: float(self._score(table.sum(axis=0))) for name, table in self.rows.items()}
        sign = -1.0 if info.higher_is_better else 1.0
        ranked = sorted(values, key=lambda name: sign * values[name])
        scores = [self._system(name, values[name], further.get(name)) for name in ranked]
        best = [name for name in ranked if name not in known][:1]
        pairs = [self._pair(a, b) for a, b in combinations(ranked, 2) if {a, b} <= {*known, *best}]
        adjusted = corrected([pair.p_value for pair in pairs], correction).tolist()
        options = {
            **described,
            "test": f"randomization,{correction}",
            "ci": f"{self.ci:g},jackknife-t",
            "resamples": self.resamples,
            **drawn,
            "seed": self.seed,
        }
        return SystemComparison(
            systems=tuple(one for one in scores if one.name in known),
            baselines=tuple(one for one in scores if one.name not in known),
            pairs=tuple(replace(pair, p_adjusted=p_value) for pair, p_value in zip(pairs, adjusted, strict=True)),
            metric=info.name,
            higher_is_better=info.higher_is_better,
            over=self.over,
            average=self.average,
            items=len(next(iter(self.values.values()))),
            undefined=undefined,
            correction=correction,
            ci=self.ci,
            resamples=self.resamples,
            seed=self.seed,
            signature=Signature.of(info.name, options),
        )

    def _pair(self, first: str, second: str) -> SystemPair:
        """Two systems; the p-value is not corrected yet."""
        rows, values = ((table[first], table[second]) for table in (self.rows, self.values))
        found = paired_difference(*rows, self._score, ci=self.ci, resamples=self.resamples, rng=self.seed)
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

    def _system(self, name: str, value: float, further: Mapping[str, Any] | None) -> SystemScore:
        info = self.metric.info
        interval = score_interval(self.rows[name], self._score, self.ci, (info.worst, info.best))
        nothing = FrozenMapping[str, float]({})
        others = further or {"mean": value, "best": value, "per_reference": nothing, "scores": nothing}
        return SystemScore(name=name, value=value, interval=interval, **others)


def _ascending(tables: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    """The tables of all systems, row beside row, in the order of what stands in the rows."""
    beside = np.column_stack([tables[name] for name in sorted(tables)])
    order = np.lexsort(beside.T[::-1])
    return {name: table[order] for name, table in tables.items()}


def _exact_sums(rows: FloatArray) -> FloatArray:
    """Sums of columns, in whatever order the rows are."""
    return np.array([math.fsum(column) for column in rows.T.tolist()])


def corpus_of(codings: AnyCodings, name: str) -> Corpus:
    """One coding, one per item, or several per item by coder, as a corpus; the name stands for a coder without one."""
    if isinstance(codings, Corpus):
        return codings
    items = codings if isinstance(codings, Mapping) else {_ONLY_ITEM: codings}
    if not items:
        raise InputError(f"{name} has no items; expected at least one")
    return Corpus({item: one if isinstance(one, Mapping) else {name: one} for item, one in items.items()})


def beside(references: Corpus, system: AnyCodings, name: str) -> tuple[Codings, Codings]:
    """Every reference coding, and the only coding by a system of the same item, row beside row."""
    if isinstance(system, Mapping) == (references.item_names == (_ONLY_ITEM,)):
        raise InputError("reference and hypotheses must both be single segmentations, or both be given per item")
    its = corpus_of(system, name)
    if its.kind != references.kind:
        raise InputError(f"{REFERENCE} has {references.kind}, {name} has {its.kind}; expected one kind")
    one, other = Pairs.against(references, its, name).taken(references.codings, its.codings)
    return one, other


def _counts_of_draws(metric: Metric, references: Corpus, baseline: DrawnBaseline) -> list[FloatArray]:
    """The counts of every reference coding with the coding by a baseline of the same item, draw by draw."""
    (drawn,) = baseline.drawn(baseline.draws)
    item = np.tile(references.item_index, baseline.draws)
    row = np.tile(np.arange(len(references.codings)), baseline.draws)
    start = np.repeat(len(references) * np.arange(baseline.draws), len(references.codings))
    counts = metric.bind(references.codings, drawn).count(Pairs(row, item + start, item), workers=None)
    return np.split(counts, baseline.draws)


def require_other_names(segmenters: Iterable[str], baselines: Iterable[str]) -> None:
    """Refuse a segmenter that has the name of a baseline."""
    clash = sorted({*segmenters} & {*baselines})
    if clash:
        raise InputError(f"segmenter {clash[0]!r} has the name of a baseline; rename it, or compare without baselines")


class _Scores:
    """One system against every reference coding, draw by draw; only random baselines have several draws.

    Of every draw there are the rows of all pairs, whose sums are scored, and the score of every pair.
    """

    def __init__(self, metric: Metric, average: Average, references: Corpus, counts: Sequence[FloatArray]) -> None:
        self._references, self._micro = references, average == "micro"
        self._upwards = 1.0 if metric.info.higher_is_better else -1.0
        self._score: Score = metric.score_rows if self._micro else mean_of_sums
        scores = [metric.score_rows(of_draw) for of_draw in counts]
        rows = counts if self._micro else [rows_of_values(of_draw) for of_draw in scores]
        self._draws = list(zip(rows, scores, strict=True))

    def further(self, coders: Sequence[str], items: Sequence[str], scores: FloatArray) -> dict[str, Any]:
        """The fields of ``SystemScore`` behind the interval, given the items that are tested and their scores."""
        by_item, found = FrozenMapping(dict(zip(items, scores.tolist(), strict=True))), self.per_coder()
        each = FrozenMapping({name: found[name] for name in coders if name in found})
        return {"mean": self.overall("mean"), "best": self.overall("best"), "per_reference": each, "scores": by_item}

    def item_rows(self, over: Over) -> FloatArray:
        """A row per item, whose sums are scored; NaN where the item has no score."""
        rows: FloatArray = np.mean(self._item_rows(over), axis=0)
        return rows

    def overall(self, over: Over) -> float:
        """The score over the items that have one."""
        sums = (_exact_sums(rows[~np.isnan(rows).any(axis=1)]) for rows in self._item_rows(over))
        return float(np.mean([self._score(one) for one in sums]))

    def per_coder(self) -> dict[str, float]:
        """The score against each reference coder, over the items where it is defined; NaN without any."""
        found = {}
        for coder, name in enumerate(self._references.coder_names):
            if name != REFERENCE:
                its = self._references.coder_index == coder
                known = [rows[its & ~np.isnan(scores)] for rows, scores in self._draws]
                values = [float(self._score(_exact_sums(rows))) if len(rows) else math.nan for rows in known]
                found[name] = float(np.mean(values))
        return found

    def _item_rows(self, over: Over) -> list[FloatArray]:
        of_draw = self._best_rows if over == "best" else self._mean_rows
        return [of_draw(rows, scores) for rows, scores in self._draws]

    def _mean_rows(self, rows: FloatArray, scores: FloatArray) -> FloatArray:
        """The mean over the references of every item, or, of counts, their sum."""
        item, items, defined = self._references.item_index, len(self._references), ~np.isnan(scores)
        number = np.bincount(item[defined], minlength=items)[:, np.newaxis]
        # A mean of scores leaves out references without one, and weighs every item alike; summed counts have them all.
        counted = np.ones_like(defined) if self._micro else defined
        sums = np.zeros((items, rows.shape[1]))
        np.add.at(sums, item[counted], rows[counted])
        return np.where(number > 0, sums if self._micro else sums / np.maximum(number, 1), np.nan)

    def _best_rows(self, rows: FloatArray, scores: FloatArray) -> FloatArray:
        """For every item the row of the pair with the best score."""
        item = self._references.item_index
        order = np.lexsort((np.where(np.isnan(scores), -np.inf, self._upwards * scores), item))
        best = order[np.cumsum(np.bincount(item, minlength=len(self._references))) - 1]
        return np.where(np.isnan(scores[best])[:, np.newaxis], np.nan, rows[best])
