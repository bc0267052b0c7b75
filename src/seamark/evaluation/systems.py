"""System against system, item by item, on one reference or several; and how many items show that two differ."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Any, Final, TypeVar, cast, get_args

import numpy as np

from seamark.agreement.plan import CoderRates
from seamark.base.checks import by_name, count_between, finite_number, of_kind, one_of, string_of, true_or_false
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, listed, percent, share
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.names import METRICS, as_metric
from seamark.metrics.pairs import AnyCodings, Pairs
from seamark.metrics.score import Average
from seamark.metrics.signature import Signature, in_full
from seamark.model.codings import Codings
from seamark.model.corpus import Corpus, corpus_of_items
from seamark.segmenters.baselines import DrawnBaseline, drawn_baselines
from seamark.stats.intervals import Interval, bisected, check_level, critical_t
from seamark.stats.resampling import RandomSource, check_resamples, resolve_rng
from seamark.stats.rows import Score, mean_of_sums, rows_of_values, summed_by
from seamark.stats.significance import (
    Correction,
    Record,
    corrected,
    paired_difference,
    score_interval,
    win_tie_loss,
)

#: Who made a reference coding that has no coder's name.
REFERENCE: Final = "the reference"

#: From here on a p-value is small.
SMALL = 0.05
#: Printed where there is no interval.
NOT_ESTIMABLE = "not estimable"

_ONLY_ITEM = "the text"
_FEWEST_ITEMS = 2
_Found = TypeVar("_Found")
#: Items that are drawn from stated rates, and the most that are planned.
_DRAWN, _MOST = 2_000, 10_000_000
#: The table of powers.
_ITEMS = (10, 20, 50, 100, 200, 500, 1_000)
_NORMAL = NormalDist()
#: Steps of an integral, and how many standard deviations of chi it spans to either side.
_STEPS, _REACH = 1000, 9.0
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
    scores
        The score of each item, the mean over its references; of a random baseline, also over its draws. Empty for
        systems in Parquet.
    """

    name: str
    value: float
    interval: Interval | None
    scores: Mapping[str, float]


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
    record: Record

    def rows(self) -> list[dict[str, Any]]:
        """One row, with a column for each number."""
        low, high = self.interval or (None, None)
        return [{**ResultRecord.rows(self)[0], "low": low, "high": high, **self.record.to_dict()}]


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
    average
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
    average: Average
    items: int
    undefined: tuple[str, ...]
    correction: Correction
    ci: float
    resamples: int
    seed: int
    signature: Signature

    _also = ("notes",)

    def __getitem__(self, name: str) -> SystemScore:
        return found_by_name({one.name: one for one in (*self.systems, *self.baselines)}, name, "system")

    @property
    def notes(self) -> tuple[str, ...]:
        """What affects the figures."""
        left_out = f"Left out, since some system has no score there: {listed(self.undefined)}."
        notes = [left_out] if self.undefined else []
        smallest = min((pair.smallest_p for pair in self.pairs), default=0.0)
        needed = smallest * (len(self.pairs) if self.correction == "holm" else 1)
        if needed > 1 - self.ci:
            corrected = f", and {needed:.4f} after correction for {len(self.pairs)} pairs" if needed > smallest else ""
            least = f"With {self.items} items the smallest p-value that is possible is {smallest:.4f}{corrected}"
            notes.append(f"{least}: no difference can be shown.")
        return tuple(notes)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each two systems."""
        return [row for pair in self.pairs for row in pair.rows()]

    def answer(self) -> tuple[str, ...]:
        """How much was compared, and a line per system, best first: its score, the next best system, and the best
        baseline.
        """
        best = "higher is better" if self.higher_is_better else "lower is better"
        sizes = f"{counted(len(self.systems), 'system')}, {counted(self.items, 'item')}, {self.metric} ({best})."
        return (sizes, *map(self._line, self.systems, [*(one.name for one in self.systems[1:]), ""]))

    def _line(self, system: SystemScore, next_best: str) -> str:
        floor = {one.name for one in self.baselines}
        said = []
        for pair in self.pairs:
            if system.name in (pair.first, pair.second) and {pair.first, pair.second} & {next_best, *floor}:
                other = pair.second if pair.first == system.name else pair.first
                what = f"the baseline {other}" if other in floor else other
                better = "better" if pair.first == system.name else "worse"
                shown = pair.p_adjusted <= 1 - self.ci
                verdict = f"{better} than {what}" if shown else f"no difference from {what} shown"
                said.append(f"{verdict} ({p_text(pair.p_adjusted)})")
        return f"{system.name} {share(system.value)}{': ' if said else ''}{'; '.join(said)}."

    def table(self) -> Table:
        """Every system and baseline with its score."""

        def row(one: SystemScore) -> tuple[Cell, ...]:
            ends = NOT_ESTIMABLE if one.interval is None else f"{one.interval.low:.4f} to {one.interval.high:.4f}"
            return one.name, one.value, ends

        title = f"{self.metric}, {self.average} mean over {counted(self.items, 'item')}"
        return Table(("system", self.metric, "interval"), [*map(row, self.systems)], [*map(row, self.baselines)], title)

    def pairs_table(self) -> Table:
        """Every two systems, and every system with the best baseline; the better one first."""
        header = ("better", "worse", "difference", "interval", _CORRECTED[self.correction], "better, equal, worse on")
        rows = []
        for pair in self.pairs:
            interval, record = interval_text(pair.interval), pair.record
            places = f"{record.wins}, {record.ties}, {record.losses}"
            rows.append((pair.first, pair.second, pair.difference, interval, pair.p_adjusted, places))
        return Table(header, rows, title=f"Systems against each other, {self.metric} per item", keys=2)

    def details(self) -> tuple[Table | str, ...]:
        """Every two systems with all figures."""
        return (Table.of_rows(self.rows()), *self.notes)

    def methods(self) -> Methods:
        """How the systems were compared, and what was found, for a paper."""
        known = METRICS.get(self.metric)
        measured = self.metric if known is None else f"{known.info.title} {cite(known.info.citation)}"
        how = (
            f"{counted(len(self.systems), 'system')} were scored by {measured} on {counted(self.items, 'item')} "
            f"({self.average} mean), and compared by paired randomization tests ({self.resamples:,} arrangements at "
            f"most, seed {self.seed}), p-values corrected by {self.correction}."
        )
        values = (f"{one.name}: {one.value:.4f}." for one in (*self.systems, *self.baselines))
        found = (
            f"{pair.first} against {pair.second}: {pair.difference:+.4f} ({interval_text(pair.interval)}), "
            f"{p_text(pair.p_adjusted)}."
            for pair in self.pairs
        )
        return Methods.of([how, *values, *found, *self.notes], self.signatures())


def found_by_name(everybody: Mapping[str, _Found], name: str, what: str) -> _Found:
    """The one with that name."""
    if string_of(name, "name") not in everybody:
        raise InputError(f"no {what} is called {name!r}; there are {', '.join(everybody)}")
    return everybody[name]


def interval_text(interval: Interval | None) -> str:
    """An interval in a sentence.

    Examples
    --------
    >>> interval_text(Interval(-0.0312, 0.004, 0.95, "percentile"))
    '-0.0312 to +0.0040'
    """
    return NOT_ESTIMABLE if interval is None else f"{interval.low:+.4f} to {interval.high:+.4f}"


def p_text(p_value: float) -> str:
    """A p-value in a sentence.

    Examples
    --------
    >>> p_text(0.0123), p_text(0.0002), p_text(float("nan"))
    ('p = 0.012', 'p < 0.001', 'p undefined')
    """
    if math.isnan(p_value):
        return "p undefined"
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.3f}"


def compare_systems(
    reference: AnyCodings,
    systems: Mapping[str, AnyCodings],
    metric: Metric | str | None = None,
    *,
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
        A segmentation per item, or several per item by coder, such as a ``Corpus``: the score of an item is then the
        mean over them. Labelled segmentations, hierarchies and spans are compared in the same way, by a metric that
        takes them.
    systems
        The hypotheses by name of the system, each with one segmentation for every item.
    metric
        Any metric or its name, such as ``"windowdiff:k=5"``, used in its own direction; ``S()`` by default.
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
    chosen, seed = as_metric(metric), resolve_rng(rng)[1]
    paired = PairedTests(chosen, average, correction, ci, resamples, seed)
    known = by_name(systems, "systems", "segmentations by name of the system")
    if len(known) + true_or_false(baselines, "baselines") < 2 or not known:
        raise InputError(f"there {'is one system' if known else 'are no systems'}; expected at least two to compare")
    if not isinstance(reference, Mapping) or len(reference) == 1:
        raise InputError("there is one item; systems are compared over at least two")
    given = corpus_of(reference, REFERENCE)
    # Sums and draws in an order that follows from the codings: neither order nor names change a bit.
    corpus = given.in_content_order()

    bound = {name: chosen.bind(*beside(corpus, codings, name)) for name, codings in known.items()}
    counts = {name: [one.count(workers=None)] for name, one in bound.items()}
    if baselines:
        if corpus.kind != "boundaries":
            raise InputError(f"baselines are of boundaries, not of {corpus.kind}; expected baselines=False")
        floor = drawn_baselines(corpus, draws, seed, known)
        counts |= {one.name: _counts_of_draws(chosen, corpus, one) for one in floor}

    every = {name: _item_rows(chosen, average, corpus, of_draws) for name, of_draws in counts.items()}
    missing = np.any([np.isnan(rows).any(axis=1) for rows in every.values()], axis=0)
    place = {corpus.item_names[row]: number for number, row in enumerate(np.flatnonzero(~missing).tolist())}
    items, undefined = (tuple(item for item in given.item_names if (item in place) is known) for known in (True, False))
    paired.require_items(len(items), len(missing))
    rows = {name: table[~missing] for name, table in every.items()}
    values = {name: paired.score(table) for name, table in rows.items()}
    order = [place[item] for item in items]
    scores = {name: FrozenMapping(dict(zip(items, one[order].tolist(), strict=True))) for name, one in values.items()}
    options, drawn = next(iter(bound.values())).options, {"draws": draws} if baselines else {}
    return paired.comparison(tuple(known), rows, values, scores, undefined, options, drawn)


@dataclass(frozen=True, slots=True)
class PairedTests:
    """How systems are compared by the scores of their rows: a row per item, or per block of items."""

    metric: Metric
    average: Average
    correction: Correction
    ci: float
    resamples: int
    seed: int

    def __post_init__(self) -> None:
        one_of(self.average, "average", get_args(Average))
        one_of(self.correction, "correction", get_args(Correction))
        check_level(self.ci)
        check_resamples(self.resamples)

    def require_items(self, items: int, all_items: int) -> None:
        """An error unless enough of the items have a score from every system."""
        if items < _FEWEST_ITEMS:
            raise UndefinedScoreError(
                f"{self.metric.info.title} has a score from every system on {items} of {all_items} items; "
                f"expected at least {_FEWEST_ITEMS}"
            )

    @property
    def score(self) -> Score:
        """The score of sums of rows: of counts (micro), or of scores with how many there are (macro)."""
        return self.metric.score_rows if self.average == "micro" else mean_of_sums

    def comparison(
        self,
        known: Sequence[str],
        rows: Mapping[str, FloatArray],
        values: Mapping[str, FloatArray],
        scores: Mapping[str, Mapping[str, float]],
        undefined: tuple[str, ...],
        metric_options: Mapping[str, object],
        drawn: Mapping[str, object],
    ) -> SystemComparison:
        """The result: ``known`` are the systems, all others baselines; ``values`` are the scores of single items."""
        info = self.metric.info
        rows, values = _ascending(rows), _ascending(values)
        blocks, items = len(rows[known[0]]), len(values[known[0]])
        overall = {name: float(self.score(table.sum(axis=0))) for name, table in rows.items()}
        sign = -1.0 if info.higher_is_better else 1.0
        ranked = sorted(overall, key=lambda name: sign * overall[name])
        ends = (info.worst, info.best)
        found = [
            SystemScore(name, overall[name], score_interval(rows[name], self.score, self.ci, ends), scores[name])
            for name in ranked
        ]
        best = [name for name in ranked if name not in known][:1]
        pairs = [pair for pair in combinations(ranked, 2) if {*pair} <= {*known, *best}]
        tests = [
            paired_difference(rows[one], rows[two], self.score, ci=self.ci, resamples=self.resamples, rng=self.seed)
            for one, two in pairs
        ]
        adjusted = corrected([test.p_value for test in tests], self.correction).tolist()
        options = {
            **metric_options,
            "avg": self.average,
            "items": items,
            **({"blocks": blocks} if blocks < items else {}),
            "test": f"randomization,{self.correction}",
            "ci": f"{self.ci:g},jackknife-t",
            "resamples": self.resamples,
            **drawn,
            "seed": self.seed,
        }
        return SystemComparison(
            systems=tuple(one for one in found if one.name in known),
            baselines=tuple(one for one in found if one.name not in known),
            pairs=tuple(
                SystemPair(
                    first=one,
                    second=two,
                    difference=test.value,
                    interval=test.interval,
                    p_value=test.p_value,
                    p_adjusted=p_adjusted,
                    exact=test.exact,
                    smallest_p=test.smallest_p,
                    record=win_tie_loss(values[one], values[two], higher_is_better=info.higher_is_better),
                )
                for (one, two), test, p_adjusted in zip(pairs, tests, adjusted, strict=True)
            ),
            metric=info.name,
            higher_is_better=info.higher_is_better,
            average=self.average,
            items=items,
            undefined=undefined,
            correction=self.correction,
            ci=self.ci,
            resamples=self.resamples,
            seed=self.seed,
            signature=Signature.of(info.name, options),
        )


def _ascending(tables: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    """The tables of all systems, row beside row, in the order of what is in the rows: no sum or draw depends on the
    order or names of items.
    """
    beside = np.column_stack([tables[name] for name in sorted(tables)])
    order = np.lexsort(beside.T[::-1])
    return {name: table[order] for name, table in tables.items()}


def _item_rows(metric: Metric, average: Average, references: Corpus, draws: Sequence[FloatArray]) -> FloatArray:
    """A row per item, whose sums are scored: the sum of counts over its references, or their mean score; the mean over
    draws; NaN where an item has no score.
    """
    item, items, tables = references.item_index, len(references), []
    for counts in draws:
        scores = metric.score_rows(counts)
        defined = ~np.isnan(scores)
        number = np.bincount(item[defined], minlength=items)[:, np.newaxis]
        if average == "micro":
            sums = summed_by(item, counts, items)
        else:
            # A mean of scores leaves out references without one, and weighs every item alike.
            sums = summed_by(item[defined], rows_of_values(scores[defined]), items) / np.maximum(number, 1)
        tables.append(np.where(number > 0, sums, np.nan))
    rows: FloatArray = np.mean(tables, axis=0)
    return rows


def corpus_of(codings: AnyCodings, name: str) -> Corpus:
    """One coding, one per item, or several per item by coder, as a corpus; the name is used for a coder without one."""
    items = codings if isinstance(codings, Mapping) else {_ONLY_ITEM: codings}
    if not items:
        raise InputError(f"{name} has no items; expected at least one")
    return corpus_of_items(items, name)


def beside(references: Corpus, system: AnyCodings, name: str) -> tuple[Codings, Codings]:
    """Every reference coding, and the only coding by a system of the same item, row beside row."""
    if isinstance(system, Mapping) == (references.item_names == (_ONLY_ITEM,)):
        raise InputError("reference and hypotheses must both be single segmentations, or both be given per item")
    its = corpus_of(system, name)
    if its.kind != references.kind:
        raise InputError(f"{REFERENCE} has {references.kind}, {name} has {its.kind}; expected one kind")
    return Pairs.against(references, its, name).taken(references.codings, its.codings)


def _counts_of_draws(metric: Metric, references: Corpus, baseline: DrawnBaseline) -> list[FloatArray]:
    """The counts of every reference coding with the coding by a baseline of the same item, draw by draw."""
    (drawn,) = baseline.drawn(baseline.draws)
    item = np.tile(references.item_index, baseline.draws)
    row = np.tile(np.arange(len(references.codings)), baseline.draws)
    start = np.repeat(len(references) * np.arange(baseline.draws), len(references.codings))
    counts = metric.bind(references.codings, drawn).count(Pairs(row, item + start, item), workers=None)
    return np.split(counts, baseline.draws)


# ----------------------------------------------- How many items it takes to show that one system is better than another


@dataclass(frozen=True, slots=True)
class SystemPlan(ResultRecord):
    """How many items a comparison of two systems takes.

    Attributes
    ----------
    difference
        The difference of mean scores to detect.
    power, alpha
        How often it is detected, and at which level of the p-value.
    sd
        The standard deviation of the difference between the two systems from item to item.
    pilot_items
        From how many items it is known; None when it was drawn from stated rates, and is taken as known.
    pair
        The two systems whose difference varies most, for which the plan is made.
    items
        How many items to take: with the power that was asked for in 8 of 10 such plans. ``inf`` where more than ten
        million would be needed.
    items_low, items_high
        The numbers for the lower and the upper end of an 80 % interval of the standard deviation.
    metric
        Its name.
    signature
        The string that makes the numbers reproducible.
    """

    difference: float
    power: float
    alpha: float
    sd: float
    pilot_items: int | None
    pair: tuple[str, str]
    items: float
    items_low: float
    items_high: float
    metric: str
    signature: Signature

    _also = ("verdict",)

    def power_at(self, items: int) -> float:
        """How often the difference would be found with so many items, the standard deviation being as in the pilot.

        Examples
        --------
        >>> reference = {str(n): [3, n + 3] for n in range(12)}
        >>> systems = {"one": {str(n): [3 + n % 3, n + 3 - n % 3] for n in range(12)}, "two": reference}
        >>> found = plan_systems(reference, systems, difference=0.1)
        >>> found.power_at(10) < found.power_at(100)
        True
        """
        return t_test_power(self.difference / self.sd, count_between(items, "items", 2, _MOST), self.alpha)

    def detectable(self, items: int) -> float:
        """The smallest difference that would be found with the power that was asked for."""
        degrees = count_between(items, "items", 2, _MOST) - 1
        # The quantile of the power is one-sided: half of the rest is on either side.
        of_power = math.copysign(critical_t(abs(2.0 * self.power - 1.0), degrees), self.power - 0.5)
        reach = critical_t(1.0 - self.alpha, degrees) + of_power
        return reach * self.sd / math.sqrt(items)

    def rows(self) -> list[dict[str, Any]]:
        """A row for some numbers of items: the power, and the difference that would be found."""
        return [{"items": n, "power": self.power_at(n), "detectable": self.detectable(n)} for n in _ITEMS]

    @property
    def verdict(self) -> str:
        """What the plan says, in one sentence."""
        if math.isinf(self.items):
            return f"More than {_MOST:,} items would be needed to find a difference of {self.difference:g}."
        return (
            f"To find a difference of {self.difference:g} in {self.metric} in {percent(self.power)} of studies takes "
            f"{self.items:,.0f} items."
        )

    def answer(self) -> tuple[str, ...]:
        """How many items it takes, how uncertain that is after the pilot, and what the pilot itself would find."""
        if self.pilot_items is None or math.isinf(self.items):
            return (self.verdict,)
        open_between = f"The pilot is compatible with {self.items_low:,.0f} to {self.items_high:,.0f} items."
        least = self.detectable(self.pilot_items)
        found = f"With its {self.pilot_items:,} items a difference of {least:.2g} is found as often."
        return (self.verdict, open_between, found)


def plan_systems(
    reference: AnyCodings | None = None,
    systems: Mapping[str, AnyCodings] | None = None,
    metric: Metric | str = "B",
    *,
    difference: float,
    power: float = 0.8,
    alpha: float = 0.05,
    rates: CoderRates | None = None,
    rng: RandomSource = 0,
) -> SystemPlan:
    """How many items it takes to find a difference between two systems by a paired test.

    Parameters
    ----------
    reference, systems
        A pilot: references, and the codings of the same items by two systems or more, as for ``compare_systems``.
    metric
        Any metric or its name.
    difference
        The difference of mean scores that matters. It is for you to say: that of the pilot is no plan.
    power
        How often it is detected.
    alpha
        The level of the two-sided p-value.
    rates
        Instead of a pilot: how texts, an annotator and two systems are imagined. 2,000 items are drawn.
    rng
        A seed or a generator for items that are drawn.

    Returns
    -------
    SystemPlan

    Raises
    ------
    InputError
        When there is neither a pilot nor rates, or both; or when the two systems do not differ on any item.

    Examples
    --------
    >>> found = plan_systems(rates=CoderRates(), difference=0.05)
    >>> round(found.power_at(int(found.items)), 1)
    0.8
    """
    wanted = finite_number(difference, "difference", lambda gap: gap > 0, "a number above 0, such as 0.05")
    check_level(power, "power")
    check_level(alpha, "alpha")
    chosen, seed = as_metric(metric), resolve_rng(rng)[1]
    if [reference is not None, systems is not None] != [rates is None] * 2:
        raise InputError("a plan needs either a pilot, with a reference and systems, or rates; expected one of the two")
    drawn: dict[str, object] = {}
    if rates is not None:
        of_kind(rates, CoderRates, "rates", "CoderRates")
        drawn = {**{name: in_full(getattr(rates, name)) for name in rates.__dataclass_fields__}, "seed": seed}
        # Two coders by their similarity to a third, on many items.
        study = rates.drawn(_DRAWN, 3, np.random.default_rng(seed))
        reference, *others = (study.by_coder(name) for name in study.coder_names)
        systems = dict(zip(("one", "other"), others, strict=True))
    known = by_name(systems, "systems", "segmentations by name of the system")
    found = compare_systems(cast("AnyCodings", reference), known, chosen, resamples=1, rng=0)
    scores = [found[name] for name in known] if drawn else found.systems
    gaps = {
        (one.name, other.name): np.subtract(list(one.scores.values()), list(other.scores.values()))
        for one, other in combinations(scores, 2)
    }
    spreads = {pair: float(np.sort(gap).std(ddof=1)) for pair, gap in gaps.items()}
    pair = max(spreads, key=lambda names: (spreads[names], names))
    sd, number = spreads[pair], len(gaps[pair])
    if not sd > 0:
        raise InputError("the systems differ by the same on every item, so the number of items cannot be computed")
    # With the upper limit of the standard deviation for the plan itself, and the limits of both sides for its range.
    limits = [sd] * 3
    if not drawn:
        limits = [sd * math.sqrt((number - 1) / chi_square_quantile(share, number - 1.0)) for share in (0.2, 0.9, 0.1)]
    needed = [_items(wanted / limit, power, alpha) for limit in limits]
    options = {
        "metric": chosen.info.name,
        **chosen.options(),
        "difference": in_full(wanted),
        "power": in_full(power),
        "alpha": in_full(alpha),
        **(drawn or {"systems": len({name for names in gaps for name in names}), "items": number}),
    }
    return SystemPlan(
        difference=wanted,
        power=power,
        alpha=alpha,
        sd=sd,
        pilot_items=None if drawn else number,
        pair=pair,
        items=needed[0],
        items_low=needed[1],
        items_high=needed[2],
        metric=chosen.info.name,
        signature=Signature.of("plan-systems", options),
    )


def _items(effect: float, power: float, alpha: float) -> float:
    """The fewest items with that power."""
    numbers = range(2, _MOST + 1)
    place = bisect_left(numbers, power, key=lambda items: t_test_power(effect, items, alpha))
    return float(numbers[place]) if place < len(numbers) else math.inf


def chi_square_quantile(share: float, degrees: float) -> float:
    """The value that chi-square stays below with this probability.

    Examples
    --------
    >>> round(chi_square_quantile(0.2, 9), 4), round(chi_square_quantile(0.9, 1), 4)
    (5.3801, 2.7055)
    """
    most = degrees + 40.0 * math.sqrt(2.0 * degrees) + 40.0
    return bisected(lambda value: _chi_square_below(value, degrees) < share, 0.0, most)


def _chi_square_below(value: float, degrees: float) -> float:
    """The probability that chi-square is at most a value: the series of the incomplete gamma function."""
    a, x = degrees / 2, value / 2
    term = total = 1.0
    step = a
    while term > total * 1e-17:
        step += 1.0
        term *= x / step
        total += term
    return total * math.exp(a * math.log(x) - x - math.lgamma(a + 1.0))


def t_test_power(effect: float, items: int, alpha: float = 0.05) -> float:
    """How often a two-sided t-test on so many items finds a mean that is ``effect`` standard deviations from 0.

    Examples
    --------
    >>> round(t_test_power(0.5, 34), 4), round(t_test_power(0.0, 10), 4)
    (0.8078, 0.05)
    """
    degrees = items - 1
    critical, shift = critical_t(1.0 - alpha, degrees), effect * math.sqrt(items)
    # Student's t is a normal variable over chi: the integral over what chi may be.
    spread = _REACH / math.sqrt(2.0 * degrees)
    chi = np.linspace(max(1e-9, 1.0 - spread), 1.0 + spread, _STEPS + 1)
    log_density = (degrees - 1) * np.log(chi) - degrees * chi**2 / 2
    density = np.exp(log_density - log_density.max())
    density[[0, -1]] /= 2.0
    found = [_NORMAL.cdf(shift - critical * one) + _NORMAL.cdf(-shift - critical * one) for one in chi.tolist()]
    return float((density * np.array(found)).sum() / density.sum())
