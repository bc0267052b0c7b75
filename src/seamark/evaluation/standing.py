"""Where segmenters, baselines and humans stand: the figures that ``compare`` gives for each of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from seamark.number_text import counted
from seamark.results import ResultRecord, plain
from seamark.stats.intervals import Interval


@dataclass(frozen=True, slots=True)
class Margin(ResultRecord):
    """How far a segmenter lies above the best baseline.

    Attributes
    ----------
    baseline
        Its name.
    difference
        The segmenter's change minus the baseline's.
    interval
        Of the difference, on the same resamples; None with a single item.
    """

    baseline: str
    difference: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Standing(ResultRecord):
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
    change
        ``value - humans``: negative when the segmenter lowers agreement.
    interval
        Confidence interval of the change, from resampling items; None with a single item.
    p_value
        Of the hypothesis that the change is 0, from the same resamples; NaN with a single item.
    p_adjusted
        The same after Holm's correction for the number of segmenters; NaN for baselines, which are not tested.
    similarity
        To all humans, pooled, not corrected for chance.
    similarities
        To each human by name, pooled over the items that both coded.
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
    change: float
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

    def __str__(self) -> str:
        interval = "" if self.interval is None else f" ({self.interval.low:+.4f} to {self.interval.high:+.4f})"
        return f"{self.name}: agreement {self.humans:.4f} -> {self.value:.4f}, a change of {self.change:+.4f}{interval}"


@dataclass(frozen=True, slots=True)
class HumanStanding(ResultRecord):
    """One human, left out and joined again.

    Attributes
    ----------
    items
        On how many items this could be done: those that the human and at least two others coded.
    value
        The agreement of everybody on these items.
    others
        The agreement of the others on these items.
    change
        ``value - others``: negative when the human agrees less with the others than they do among themselves.
    similarity
        To the others, pooled over everything they coded together.
    """

    items: int
    value: float
    others: float
    change: float
    similarity: float


@dataclass(frozen=True, slots=True)
class HumanBand(ResultRecord):
    """How agreement changes when each human joins the others.

    Attributes
    ----------
    humans
        By name, best first.
    without_place
        Humans who cannot be left out, since no item of theirs has two others; they are not in the band.
    """

    humans: Mapping[str, HumanStanding]
    without_place: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.humans)

    @property
    def low(self) -> float:
        """The lowest change by a human; NaN without humans."""
        return min((human.change for human in self.humans.values()), default=math.nan)

    @property
    def high(self) -> float:
        """The highest change by a human; NaN without humans."""
        return max((human.change for human in self.humans.values()), default=math.nan)

    def __contains__(self, change: object) -> bool:
        return isinstance(change, (int, float)) and self.low <= change <= self.high

    def __str__(self) -> str:
        return f"{self.low:+.4f} to {self.high:+.4f}, the changes of agreement by {counted(len(self), 'human')}"

    def to_dict(self) -> dict[str, Any]:
        """The humans, and the ends of the band."""
        return {"low": plain(self.low), "high": plain(self.high), **ResultRecord.to_dict(self)}

    def rows(self) -> list[dict[str, Any]]:
        """A row per human."""
        return [{"name": name, **human.to_dict()} for name, human in self.humans.items()]
