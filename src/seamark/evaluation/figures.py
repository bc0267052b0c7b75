"""The figures of an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from seamark.agreement.chance import CoefficientName
from seamark.checks import of_kind
from seamark.evaluation.human_band import HumanBand
from seamark.metrics.signature import Signature
from seamark.stats.intervals import Interval

#: Where a drop lies beside the drops of the humans: above all of them, between them, or below all of them.
Position: TypeAlias = Literal["above", "inside", "below"]


@dataclass(frozen=True, slots=True)
class Margin:
    """How far a segmenter lies above the best baseline.

    Attributes
    ----------
    baseline
        Its name.
    difference
        The segmenter's drop minus the baseline's.
    interval
        Of the difference, on the same resamples; None with a single item.
    """

    baseline: str
    difference: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Standing:
    """One segmenter, or one baseline, beside the humans. Figures of a random baseline are means over its draws.

    Attributes
    ----------
    name
        Its name.
    items
        How many items it segmented; everything here is about these.
    value
        The agreement of the humans and the segmenter together.
    humans
        The agreement of the humans alone.
    drop
        ``value - humans``: negative when the segmenter lowers agreement.
    interval
        Confidence interval of the drop, from resampling items; None with a single item.
    p_value
        Of the hypothesis that the drop is 0, from the same resamples; NaN with a single item.
    p_adjusted
        The same after Holm's correction for the number of segmenters; NaN for baselines, which nobody tests.
    similarity
        To all humans, pooled, without regard to chance.
    similarities
        To each human by name, pooled over the items they share; NaN when there is none.
    density
        Its boundaries per boundary of the mean human on the same items: 2 means twice as many.
    in_places
        For each human by name: how much agreement changes when the segmenter takes that human's place, on that human's
        items. Negative when the human does better there. A random baseline does this with its first ten draws.
    margin
        The distance to the best baseline; None for baselines, without them, and when some items are missing.
    """

    name: str
    items: int
    value: float
    humans: float
    drop: float
    interval: Interval | None
    p_value: float
    p_adjusted: float
    similarity: float
    similarities: Mapping[str, float]
    density: float
    in_places: Mapping[str, float]
    margin: Margin | None

    @property
    def matched(self) -> tuple[str, ...]:
        """The humans whose place it can take without lowering agreement."""
        return tuple(name for name, change in self.in_places.items() if change >= 0)


@dataclass(frozen=True, slots=True)
class Figures:
    """Segmenters beside a group of humans, in numbers.

    Attributes
    ----------
    value
        The agreement of the humans alone.
    interval
        Its confidence interval; None with a single item.
    band
        What each human does to the agreement of the others.
    segmenters
        Best first, by drop.
    baselines
        Best first, by drop; empty when none were asked for.
    coders, items
        How many humans and items took part.
    left_out
        Items that fewer than two humans coded, and that therefore took no part.
    coefficient
        ``"pi"`` or ``"kappa"``.
    similarity
        What was measured between two codings: the metric's name, with ``1-`` before a penalty.
    level, resamples, seed
        Of the intervals and p-values.
    signature
        The string that makes the figures reproducible.
    """

    value: float
    interval: Interval | None
    band: HumanBand
    segmenters: tuple[Standing, ...]
    baselines: tuple[Standing, ...]
    coders: int
    items: int
    left_out: tuple[str, ...]
    coefficient: CoefficientName
    similarity: str
    level: float
    resamples: int
    seed: int
    signature: Signature

    def position(self, standing: Standing) -> Position | None:
        """Where a segmenter's drop lies beside the human band; None without a band."""
        of_kind(standing, Standing, "standing", "one of this evaluation")
        if not len(self.band):
            return None
        if standing.drop < self.band.low:
            return "below"
        return "above" if standing.drop > self.band.high else "inside"
