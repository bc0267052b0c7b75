"""A group of humans, and what their agreement becomes when somebody joins them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from seamark.agreement.chance import Coefficient, CoefficientName, boundary_counts
from seamark.agreement.measurement import Measurement
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.evaluation.references import Newcomer
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.model.codings import SegmentationArray
from seamark.stats.crossed import Weights, crossed_mean
from seamark.stats.intervals import Interval, probability_below
from seamark.stats.rows import ROUNDING, summed_by
from seamark.stats.significance import benjamini_yekutieli


@dataclass(frozen=True, slots=True)
class Difference(ResultRecord):
    """How much more like the humans a segmenter is than somebody else: a human, or a baseline.

    Attributes
    ----------
    value
        The mean over humans and items. For every human and item: the mean similarity of the segmenter to the *other*
        humans, minus that of the human, or of the baseline, to the same others.
    interval
        For other items and other humans, by jackknife; None where it cannot be estimated, because there is one item
        and one human, or nothing varies.
    variance_items, variance_coders
        Jackknife variances of the value over items and over humans; NaN where there is only one.
    degrees
        Degrees of freedom of their sum, after Satterthwaite.
    """

    value: float
    interval: Interval | None
    variance_items: float
    variance_coders: float
    degrees: float

    _also = ("needed_margin",)

    @property
    def needed_margin(self) -> float:
        """The smallest margin at which the segmenter passes as no worse; NaN without an interval."""
        return math.nan if self.interval is None else max(0.0, -self.interval.low)


@dataclass(frozen=True, slots=True)
class RankAmongPeople(ResultRecord):
    """A segmenter among the humans, all ordered by their mean similarity to the others.

    Attributes
    ----------
    place
        1 is the best.
    people
        How many there are: the humans and the segmenter.
    t
        How far the segmenter lies from the mean human, in units of what one more human would vary by; NaN when the
        humans are all alike.
    p_value
        How often one more human would lie as far below, by Student's t with one degree of freedom less than humans. It
        is rather small: among simulated humans 5 % becomes 5 to 10 %.
    """

    place: int
    people: int
    t: float
    p_value: float

    _also = ("p_of_place",)

    @property
    def p_of_place(self) -> float:
        """How often one more human would get this place or a worse one: every place is as likely as any other."""
        return (self.people - self.place + 1) / self.people


@dataclass(frozen=True, slots=True)
class AnnotatorTest(ResultRecord):
    """The alternative annotator test: may the segmenter replace the humans? (Calderon, Reichart & Dror 2025)

    Attributes
    ----------
    epsilon
        By how much more often a human may win.
    omega
        The share of humans over whom the segmenter was shown to have the advantage, after Benjamini and Yekutieli's
        correction; the test is passed from one half. None when the test was refused.
    advantage
        The mean over humans of the share of items where the segmenter is at least as good; ties count in full here.
        None when the test was refused.
    p_adjusted
        The corrected p-value of each human.
    refused
        Why the test was not made; None when it was.
    """

    epsilon: float
    omega: float | None
    advantage: float | None
    p_adjusted: Mapping[str, float]
    refused: str | None

    _also = ("passed",)

    @property
    def passed(self) -> bool | None:
        """Whether the segmenter has the advantage over at least half of the humans; None when this was not tested."""
        return None if self.omega is None else self.omega >= 0.5


@dataclass(frozen=True, slots=True)
class Lead(ResultRecord):
    """A segmenter beside the best baseline.

    Attributes
    ----------
    baseline
        Its name.
    difference
        The segmenter's mean similarity to the humans minus the baseline's, on the items of both.
    """

    baseline: str
    difference: Difference


# -------------------------- Like for like: a segmenter and a human, each beside the same other humans on the same items


# With fewer items per human, the t-test of the alternative annotator test is not to be trusted (Calderon et al. 2025).
FEWEST_ITEMS_PER_HUMAN = 30


@dataclass(frozen=True, slots=True, eq=False)
class HumanCodings:
    """Every coding by a human, ordered by item, with its similarity to the other codings of the item.

    ``total`` is the sum of these similarities, and ``number`` how many of them have a value.
    """

    names: tuple[str, ...]
    item: Int64Array
    human: Int64Array
    group: Int64Array
    starts: Int64Array
    total: FloatArray
    number: FloatArray

    @classmethod
    def of(cls, measured: Measurement) -> HumanCodings:
        """The humans of a study, in which at least two coded every item."""
        item, human = measured.rows.item, measured.rows.coder[0]
        keys = item * measured.coders + human
        order = np.argsort(keys)
        pairs = measured.pairs.each
        values = measured.observed.of_sums(pairs.rows)
        known = ~np.isnan(values)
        total, number = np.zeros(len(keys)), np.zeros(len(keys))
        for column in pairs.coder:
            pair_keys = pairs.item[known] * measured.coders + column[known]
            row = order[np.searchsorted(keys, pair_keys, sorter=order)]
            total += np.bincount(row, weights=values[known], minlength=len(keys))
            number += np.bincount(row, minlength=len(keys))
        starts = np.searchsorted(item, np.arange(measured.items))
        return cls(measured.coder_names, item, human, measured.groups.item[item], starts, total, number)

    def per_item(self, values: FloatArray) -> FloatArray:
        """The sum over the codings of each item."""
        sums: FloatArray = np.add.reduceat(values, self.starts, axis=-1)
        return sums


class LikeForLike:
    """A segmenter beside the humans: what there is of its draws is added up one by one, and only the sums are kept.

    Attributes
    ----------
    humans
        The humans.
    draws
        How many draws were added.
    """

    def __init__(self, humans: HumanCodings) -> None:
        self.humans = humans
        self.draws = 0
        #: Sums over draws, for every human coding: the segmenter's similarity to it; its mean similarity to the humans
        #: without this one; and that minus the same mean of the human in question.
        self._sums = np.zeros((3, len(humans.item)))
        self._own = _divided(humans.total, humans.number)
        self._wins = self._ties = self._known = 0

    def add(self, similarities: FloatArray) -> None:
        """Add draws: similarities to every human coding, shape (draws, codings), NaN on items that are not there."""
        known = ~np.isnan(similarities)
        values = np.where(known, similarities, 0.0)
        sums, numbers = (self.humans.per_item(part)[:, self.humans.item] for part in (values, known.astype(float)))
        to_others = _divided(sums - values, numbers - known)
        gaps = to_others - self._own
        gaps[np.abs(gaps) <= ROUNDING] = 0.0  # what is lost in rounding is a tie
        # Draw by draw, so that sums do not depend on how many come at a time.
        for of_draw in zip(similarities, to_others, gaps, strict=True):
            for total, row in zip(self._sums, of_draw, strict=True):
                total += row
        self.draws += len(similarities)
        self._wins += int(np.count_nonzero(gaps > 0))
        self._ties += int(np.count_nonzero(gaps == 0))
        self._known += int(np.count_nonzero(~np.isnan(gaps)))

    @property
    def similarities(self) -> FloatArray:
        """The segmenter's similarity to every human coding, the mean of its draws."""
        return self._mean_of_draws(0)

    @property
    def to_others(self) -> FloatArray:
        """The segmenter's mean similarity to the humans without each one, on each item of that one."""
        return self._mean_of_draws(1)

    @property
    def differences(self) -> FloatArray:
        """``to_others`` minus the same mean of the human in question."""
        return self._mean_of_draws(2)

    def _mean_of_draws(self, number: int) -> FloatArray:
        means: FloatArray = self._sums[number] / self.draws
        return means

    def difference(self, ci: float) -> Difference:
        """The mean difference, over humans and items."""
        return self._mean(self.differences, ci)

    def lead(self, other: LikeForLike, ci: float) -> Difference:
        """The mean difference between two segmenters."""
        return self._mean(self.to_others - other.to_others, ci)

    def _mean(self, gaps: FloatArray, ci: float) -> Difference:
        known = ~np.isnan(gaps)
        columns = (self.humans.item, self.humans.human, self.humans.group)
        found = crossed_mean(gaps[known], *(column[known] for column in columns))
        items, coders = (math.nan if part is None else part.value for part in (found.items, found.coders))
        degrees = math.nan if found.variance is None else found.variance.degrees
        return Difference(found.value, found.interval(ci), items, coders, degrees)

    def wins(self) -> tuple[float, float]:
        """The share of humans and items where the segmenter does better than the human, ties half; and of ties."""
        if not self._known:
            return math.nan, math.nan
        ties = self._ties / self._known
        return self._wins / self._known + ties / 2, ties

    def rank(self) -> RankAmongPeople | None:
        """The segmenter among the humans, each by the mean similarity to all others on the same items.

        On every item a person's similarity is taken relative to the mean of all who segmented it, so that people who
        coded different items can be compared. The t is on the scale of log(1 - similarity), as intervals of agreement
        are: similarities near 1 are skewed, and a few poor coders lie far below all others. None when there are no two
        humans to be compared with.
        """
        humans, own = self.humans, self.similarities
        known = ~np.isnan(own) & (humans.number > 0)
        if not known.any():
            return None
        theirs = np.where(known, _divided(humans.total + own, humans.number + 1), 0.0)
        present = humans.per_item(known.astype(float))
        its = _divided(humans.per_item(np.where(known, own, 0.0)), present)
        middle = (humans.per_item(theirs) + its) / (present + 1)
        person = humans.human[known]
        codings = np.bincount(person, minlength=len(humans.names))
        sums = np.bincount(person, weights=(theirs - middle[humans.item])[known], minlength=len(humans.names))
        others, mine = (sums / np.maximum(codings, 1))[codings > 0], float(np.nanmean(its - middle))
        k = len(others)
        if k < 2:
            return None
        place = 1 + int(np.count_nonzero(others > mine + ROUNDING))
        level = float(np.nanmean(middle))
        *scaled, own_scaled = -np.log(np.maximum(1 - level - np.append(others, mine), ROUNDING))
        spread = float(np.std(scaled, ddof=1))
        t = float(own_scaled - np.mean(scaled)) / (spread * math.sqrt(1 + 1 / k)) if spread > ROUNDING else math.nan
        return RankAmongPeople(place, k + 1, t, probability_below(t, k - 1))

    def annotator_test(self, epsilon: float, ci: float) -> AnnotatorTest:
        """Calderon, Reichart & Dror (2025), for a segmenter of one draw."""
        gaps = self.differences
        known = ~np.isnan(gaps)
        tested = np.unique(self.humans.human[known])
        each = {self.humans.names[human]: gaps[known & (self.humans.human == human)] for human in tested.tolist()}
        fewest = min(map(len, each.values()), default=0)
        if fewest < FEWEST_ITEMS_PER_HUMAN:
            reason = (
                f"the test needs at least {FEWEST_ITEMS_PER_HUMAN} items per human; "
                f"here a human has {fewest} that the segmenter and another human segmented too"
            )
            return AnnotatorTest(epsilon, None, None, FrozenMapping({}), reason)
        adjusted = benjamini_yekutieli([_p_of_advantage(one, epsilon) for one in each.values()])
        advantage = float(np.mean([(one >= 0).mean() for one in each.values()]))
        omega = float((adjusted <= 1 - ci).mean())
        p_adjusted = FrozenMapping(dict(zip(each, adjusted.tolist(), strict=True)))
        return AnnotatorTest(epsilon, omega, advantage, p_adjusted, None)


def _p_of_advantage(gaps: FloatArray, epsilon: float) -> float:
    """Of the hypothesis that the human wins more often than the segmenter by at least epsilon; ties are won by both."""
    human_wins = (gaps <= 0).astype(float) - (gaps >= 0)
    mean, spread = float(human_wins.mean()), float(human_wins.std(ddof=1))
    if spread == 0:
        return 0.0 if mean < epsilon else 1.0
    return probability_below((mean - epsilon) / (spread / math.sqrt(len(gaps))), len(gaps) - 1)


def _divided(sums: FloatArray, numbers: FloatArray) -> FloatArray:
    """Means, NaN where there is nothing to take one of."""
    with np.errstate(invalid="ignore", divide="ignore"):
        means: FloatArray = np.where(numbers > 0, sums / numbers, np.nan)
    return means


# ----------------------------------------- A group of humans, and what their agreement becomes when somebody joins them


# With fewer humans beside a human there is nobody left whose agreement could change.
_FEWEST_OTHERS = 2
# Pairs of a newcomer and a human that are compared at once.
_PAIRS = 2**18


@dataclass(frozen=True, eq=False)
class Panel:
    """The humans of a study, compared with each other once; at least two of them coded every item."""

    measured: Measurement
    name: CoefficientName

    @cached_property
    def codings(self) -> HumanCodings:
        """What each human's codings have in common with those of the others."""
        return HumanCodings.of(self.measured)

    @cached_property
    def places(self) -> FloatArray:
        """For each human a weight of 1 on the items where their place can be left empty; shape (coders, items)."""
        coded = np.zeros((self.measured.coders, self.measured.items))
        coded[self.measured.rows.coder[0], self.measured.rows.item] = 1.0
        return np.where(coded.sum(axis=0) > _FEWEST_OTHERS, coded, 0.0)

    def on_places(self, *, alone: bool) -> FloatArray:
        """The agreement on the places of each human, of everybody or of the others alone; NaN without a place."""
        coders = np.ones((self.measured.coders, self.measured.coders))
        if alone:
            np.fill_diagonal(coders, 0.0)
        found = self.measured.coefficient(self.name).under(Weights(self.places, coders))
        return np.where(self.places.any(axis=1), found, np.nan)

    def agreement(self, items: FloatArray) -> float:
        """The agreement of the humans on items with a weight of 1."""
        return float(self.by_item.under(self._weights(items))[0])

    def joined_by(self, newcomer: Newcomer) -> Joined:
        """The panel with somebody who segmented some of its items; only the newcomer is compared, draw by draw."""
        measured, items = self.measured, newcomer.items
        judged = np.zeros(measured.items)
        judged[items] = 1.0
        theirs = np.flatnonzero(judged[measured.rows.item])
        item, human = np.searchsorted(items, measured.rows.item[theirs]), measured.rows.coder[0][theirs]
        starts = np.searchsorted(item, np.arange(len(items)))
        to_humans = np.zeros((measured.coders, measured.pairs.width))
        likeness = LikeForLike(self.codings)
        values: list[FloatArray] = []
        boundaries: list[FloatArray] = []
        for drawn in newcomer.drawn(max(1, _PAIRS // len(theirs))):
            draws = len(drawn) // len(items)
            rows = (item + len(items) * np.arange(draws)[:, np.newaxis]).ravel()
            counts = measured.similarity.pair_rows(
                measured.require_codings(), np.tile(theirs, draws), drawn, rows
            ).reshape(draws, len(theirs), -1)
            pairs = np.zeros((measured.items, draws, counts.shape[2]))
            pairs[items] = np.add.reduceat(counts, starts, axis=1).swapaxes(0, 1)
            to_humans += summed_by(human, counts.sum(axis=0), measured.coders)
            similarities = np.full((draws, len(measured.rows.item)), np.nan)
            similarities[:, theirs] = measured.observed.of_sums(counts)
            likeness.add(similarities)
            together = self.by_item.with_newcomers(pairs, self._chance_rows(drawn, items))
            values.append(together(self._weights(judged)).ravel())
            boundaries.append(np.diff(drawn.columns.offsets).reshape(draws, -1).sum(axis=1))
        return Joined(
            self,
            newcomer,
            value=float(np.concatenate(values).mean()),
            humans=self.agreement(judged),
            to_humans=to_humans,
            boundaries=np.concatenate(boundaries),
            likeness=likeness,
        )

    def _chance_rows(self, drawn: SegmentationArray, items: Int64Array) -> FloatArray:
        """The rows of chance of every item and draw; zeros where an item is not judged."""
        measured, types = self.measured, self.measured.types
        codings = drawn if len(types) <= 1 else drawn.with_names(types)
        found = measured.chance.rows(self.name, boundary_counts(codings), codings.masses)
        draws = len(drawn) // len(items)
        rows = np.zeros((measured.items, draws, found.shape[1]))
        rows[items] = found.reshape(draws, len(items), -1).swapaxes(0, 1)
        return rows

    def _weights(self, items: FloatArray) -> Weights:
        return Weights(items[np.newaxis], np.ones((1, self.measured.coders)))

    @cached_property
    def by_item(self) -> Coefficient:
        """The agreement of the humans alone, for weights of items."""
        return self.measured.coefficient(self.name).for_resampling("items")


@dataclass(frozen=True, eq=False)
class Joined:
    """A panel with somebody who joined it. What there is of several draws is their mean.

    ``value`` is the agreement of everybody on the newcomer's items, and ``humans`` that of the humans alone;
    ``to_humans`` are the counts with each human, summed over items and draws, of shape (coders, F); ``boundaries`` how
    many the newcomer places in each draw.
    """

    panel: Panel
    newcomer: Newcomer
    value: float
    humans: float
    to_humans: FloatArray
    boundaries: FloatArray
    likeness: LikeForLike

    @property
    def similarity(self) -> float:
        """The newcomer's similarity to all humans, pooled."""
        return float(self.panel.measured.observed.of_sums(self.to_humans.sum(axis=0)))

    @property
    def similarities(self) -> dict[str, float]:
        """The newcomer's similarity to each human who coded an item of theirs."""
        found = self.panel.measured.observed.of_sums(self.to_humans).tolist()
        met = self.to_humans[:, -1] > 0
        named = zip(self.panel.measured.coder_names, found, met.tolist(), strict=True)
        return {name: value for name, value, some in named if some}

    @property
    def density(self) -> float:
        """The newcomer's boundaries per boundary of the mean human on the same items; NaN when humans place none."""
        measured, items = self.panel.measured, self.newcomer.items
        sums = summed_by(measured.rows.item, np.column_stack(measured.facts()[:2]), measured.items)[items]
        expected = float((sums[:, 1] / sums[:, 0]).sum())
        return float(np.mean(self.boundaries / expected)) if expected else math.nan
