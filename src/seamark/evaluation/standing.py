"""Where segmenters, baselines and humans stand: what ``compare`` returns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from seamark.agreement.chance import CoefficientName
from seamark.checks import of_kind, string_of
from seamark.errors import InputError
from seamark.evaluation.wording import conclusion_of, interval_text, notes_of
from seamark.metrics.signature import Signature
from seamark.number_text import counted
from seamark.results import ResultRecord
from seamark.stats.intervals import Interval
from seamark.text_table import Cell, Table

#: Where a change lies beside the changes by humans: above all of them, between them, or below all of them.
Position: TypeAlias = Literal["above", "inside", "below"]

_HEADER = ("", "agreement", "change", "interval", "p (Holm)", "similarity", "density", "humans matched")


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

    _also = ("matched",)

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

    _also = ("low", "high")

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

    def rows(self) -> list[dict[str, Any]]:
        """A row per human."""
        return [{"name": name, **human.to_dict()} for name, human in self.humans.items()]


@dataclass(frozen=True, slots=True)
class Evaluation(ResultRecord):
    """Segmenters beside a group of humans; ``str()`` is a table with a sentence per segmenter.

    Attributes
    ----------
    value
        The agreement of the humans alone.
    interval
        Its confidence interval; None with a single item.
    band
        How agreement changes when each human joins the others.
    segmenters
        Best first, by change.
    baselines
        Best first, by change; empty when none were asked for.
    coders, items
        How many humans and items took part.
    left_out
        Items that fewer than two humans coded, and that therefore took no part.
    coefficient
        ``"pi"`` or ``"kappa"``.
    similarity
        What was measured between two codings: the metric's name, with ``1-`` before a penalty.
    ci, resamples, seed
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
    ci: float
    resamples: int
    seed: int
    signature: Signature

    _also = ("positions", "conclusions", "notes")

    def __getitem__(self, name: str) -> Standing:
        string_of(name, "name")
        everybody = (*self.segmenters, *self.baselines)
        for standing in everybody:
            if standing.name == name:
                return standing
        raise InputError(f"no segmenter is called {name!r}; there are {', '.join(one.name for one in everybody)}")

    def position(self, standing: Standing) -> Position | None:
        """Where a segmenter's change lies beside the human band; None without a band."""
        of_kind(standing, Standing, "standing", "one of this evaluation")
        if not len(self.band):
            return None
        if standing.change < self.band.low:
            return "below"
        return "above" if standing.change > self.band.high else "inside"

    @property
    def positions(self) -> Mapping[str, Position | None]:
        """The position of each segmenter and baseline, by name."""
        return {standing.name: self.position(standing) for standing in (*self.segmenters, *self.baselines)}

    @property
    def conclusions(self) -> Mapping[str, str]:
        """A sentence for each segmenter."""
        return {standing.name: conclusion_of(standing, self) for standing in self.segmenters}

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know before trusting the figures: few items, few humans, baselines among the humans."""
        return tuple(notes_of(self))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each segmenter, human and baseline."""
        return [
            *(self._row(one, "segmenter") for one in self.segmenters),
            *(
                {
                    "name": name,
                    "kind": "human",
                    "items": human.items,
                    "agreement": human.value,
                    "humans_alone": human.others,
                    "change": human.change,
                    "similarity": human.similarity,
                }
                for name, human in self.band.humans.items()
            ),
            *(self._row(one, "baseline") for one in self.baselines),
        ]

    def _row(self, standing: Standing, kind: str) -> dict[str, Any]:
        low, high = standing.interval or (None, None)
        return {
            "name": standing.name,
            "kind": kind,
            "items": standing.items,
            "agreement": standing.value,
            "humans_alone": standing.humans,
            "change": standing.change,
            "low": low,
            "high": high,
            "p_value": standing.p_value,
            "p_adjusted": standing.p_adjusted,
            "similarity": standing.similarity,
            "density": standing.density,
            "position": self.position(standing),
            "humans_matched": len(standing.matched),
            "humans": len(standing.in_places),
        }

    def table(self) -> Table:
        """The humans alone, then segmenters with the ends of the human band among them, best first; then baselines."""
        alone = None if self.interval is None else f"{self.interval.low:.4f} to {self.interval.high:.4f}"
        ranked = [*((one.change, _cells(one)) for one in self.segmenters), *self._ends_of_band()]
        return Table(
            _HEADER,
            [
                ("humans alone", self.value, None, alone, None, None, None, None),
                *(cells for _, cells in sorted(ranked, key=lambda row: -row[0])),
            ],
            [_cells(one) for one in self.baselines],
            title=f"{self.coefficient} of {self.similarity}, {counted(self.coders, 'human')}, "
            f"{counted(self.items, 'item')}",
        )

    def _ends_of_band(self) -> Iterator[tuple[float, tuple[Cell, ...]]]:
        humans = list(self.band.humans.items())
        for label, (name, human) in zip(("highest human", "lowest human"), humans[:1] + humans[-1:], strict=False):
            cells = (f"- {label} ({name})", None, human.change, None, None, human.similarity, None, None)
            yield human.change, cells

    def __repr__(self) -> str:
        changes = ", ".join(f"{one.name} {one.change:+.4f}" for one in self.segmenters[:5])
        return f"<Evaluation of {counted(self.items, 'item')}: humans alone {self.value:.4f}; {changes}>"

    def __str__(self) -> str:
        sentences = [f"{name}: {sentence}" for name, sentence in self.conclusions.items()]
        return "\n".join([str(self.table()), "", *sentences, "", *self.notes, str(self.signature)])


def _cells(standing: Standing) -> tuple[Cell, ...]:
    return (
        standing.name,
        standing.value,
        standing.change,
        None if standing.interval is None else interval_text(standing.interval),
        None if math.isnan(standing.p_adjusted) else standing.p_adjusted,
        standing.similarity,
        standing.density,
        f"{len(standing.matched)} of {len(standing.in_places)}" if standing.in_places else None,
    )
