"""One segmenter beside the humans: how far it is from a human, its rank, and the alternative annotator test."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from seamark.results import ResultRecord
from seamark.stats.intervals import Interval


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
