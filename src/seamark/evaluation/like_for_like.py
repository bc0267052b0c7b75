"""Like for like: a segmenter and a human, each beside the same other humans on the same items."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from seamark.agreement.measurement import Measurement
from seamark.evaluation.beside_humans import AnnotatorTest, Difference, RankAmongPeople
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.correction import benjamini_yekutieli
from seamark.stats.crossed_mean import crossed_mean
from seamark.stats.rows import ROUNDING
from seamark.stats.student_t import probability_below

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
