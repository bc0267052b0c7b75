"""What ``compare`` finds: segmenters beside humans, each human left out and joined again, and the same in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from seamark.agreement.coefficients import CoefficientName
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, ends, listed, percent, share
from seamark.base.results import Cell, ResultRecord, Table
from seamark.evaluation.systems import SMALL, found_by_name, interval_text, p_text
from seamark.metrics.names import METRICS
from seamark.metrics.signature import Signature
from seamark.stats.intervals import Interval

# A segmenter this many times as fine, or as coarse, as the humans is judged by its granularity more than its places.
_OTHER_GRANULARITY = 2.0


@dataclass(frozen=True, slots=True)
class Difference(ResultRecord):
    """How much more like the humans a segmenter is than a human.

    Attributes
    ----------
    value
        The mean over items. For every item: the mean similarity of the segmenter to the humans, minus the mean
        similarity of two humans.
    interval
        For other items and other humans, by jackknife; a human who is left out is neither compared nor compared with.
        None where it cannot be estimated, because there is one item and two humans, or
        nothing varies.
    variance_items, variance_coders
        Jackknife variances of the value over items and over humans; NaN where there is only one item, or no item with
        three humans.
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
class OneMoreHuman(ResultRecord):
    """A segmenter compared with the prediction for one more human of the same population.

    Similarities are means over all others, people and segmenter, on the same items.

    Attributes
    ----------
    value
        The mean similarity of the segmenter to the humans.
    low, high
        Between which the mean similarity of one more human would lie, at the level of the intervals; NaN when all
        humans are equally like the others.
    t
        How far the segmenter is from the mean human, on the scale of -log(1 - similarity), in units of what one more
        human would vary by; NaN when all humans are alike.
    degrees
        Of freedom: one less than there are humans.
    p_value
        How often one more human would lie as far from the mean human, above or below.
    """

    value: float
    low: float
    high: float
    t: float
    degrees: float
    p_value: float


@dataclass(frozen=True, slots=True)
class Equivalence(ResultRecord):
    """Whether a segmenter is as much like the humans as the average human, within a margin: two one-sided t-tests.

    Attributes
    ----------
    margin
        How far from the average human it may be: the margin that was given, or else twice the standard deviation of
        humans, so that 19 of 20 humans are no further away. NaN when neither is known.
    p_value
        Of the hypothesis that it is further away; NaN without a margin.
    shown
        Whether the p-value is at most .05; None without a margin.
    needed_margin
        The smallest margin with which equivalence is shown.
    power
        How often this study would show equivalence within the margin for a segmenter that is exactly like the average
        human; NaN without a margin.
    """

    margin: float
    p_value: float
    shown: bool | None
    needed_margin: float
    power: float


@dataclass(frozen=True, slots=True)
class RankAmongPeople(ResultRecord):
    """A segmenter among the humans, all ordered by their mean similarity to the others.

    Attributes
    ----------
    place
        1 is the best.
    people
        How many there are: the humans and the segmenter.
    """

    place: int
    people: int


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
class Standing(ResultRecord):
    """One segmenter or baseline, compared with the humans. Figures of a random baseline are means over its draws.

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
    difference
        From the average human, like for like.
    one_more
        Beside one more human; None when there are no two humans.
    equivalence
        To the average human; None for baselines, and without an interval of the difference.
    win_rate
        The share of humans and items where the segmenter is more like the other humans than the human is; ties count
        half.
    ties
        The share of ties.
    rank
        Among the humans; None when there are no two humans to be ranked with.
    annotator_test
        The alternative annotator test; None for baselines.
    similarity
        To all humans, pooled, not corrected for chance.
    density
        Its boundaries per boundary of the mean human on the same items: 2 means twice as many.
    """

    name: str
    items: int
    value: float
    humans: float
    change: float
    difference: Difference
    one_more: OneMoreHuman | None
    equivalence: Equivalence | None
    win_rate: float
    ties: float
    rank: RankAmongPeople | None
    annotator_test: AnnotatorTest | None
    similarity: float
    density: float


@dataclass(frozen=True, slots=True)
class HumanStanding(ResultRecord):
    """One human, left out and joined again.

    Attributes
    ----------
    items
        On how many items this could be done: those that the human and at least two others coded.
    value
        The agreement of all humans on these items.
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
    """How agreement changes when each human joins the others: a description of human variation, not a test.

    Attributes
    ----------
    humans
        By name, best first. Those of whom no item has two others cannot be left out, and are not here.
    """

    humans: Mapping[str, HumanStanding]

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


@dataclass(frozen=True, slots=True)
class Evaluation(ResultRecord):
    """Segmenters compared with a group of humans; ``str()`` is a table with a sentence per segmenter.

    Attributes
    ----------
    value
        The agreement of the humans alone.
    band
        How agreement changes when each human joins the others.
    segmenters
        Best first, by their difference from a human.
    baselines
        In the same order; empty when none were asked for.
    coders, items
        How many humans and items took part.
    left_out
        Items that fewer than two humans coded, and that therefore took no part.
    coefficient
        ``"pi"`` or ``"kappa"``.
    similarity
        What was measured between two codings: the metric's name, with ``1-`` before a penalty.
    human_sd
        How much humans differ: the standard deviation of their mean similarity to the average human, without what
        varies from item to item; NaN with fewer than three humans.
    margin
        How far from the average human a segmenter may be; None when no margin was given.
    ci
        The level of the intervals.
    seed
        Of random baselines.
    signature
        The string that makes the figures reproducible.
    """

    value: float
    band: HumanBand
    segmenters: tuple[Standing, ...]
    baselines: tuple[Standing, ...]
    coders: int
    items: int
    left_out: tuple[str, ...]
    coefficient: CoefficientName
    similarity: str
    human_sd: float
    margin: float | None
    ci: float
    seed: int
    signature: Signature

    _also = ("no_worse", "conclusions", "notes")

    def __getitem__(self, name: str) -> Standing:
        return found_by_name({one.name: one for one in (*self.segmenters, *self.baselines)}, name, "segmenter")

    @property
    def no_worse(self) -> Mapping[str, bool | None]:
        """For each segmenter whether it was shown to be no worse than a human by more than the margin; None where
        there is no margin, or no interval.
        """
        if self.margin is None:
            return {one.name: None for one in self.segmenters}
        needed = {one.name: one.difference.needed_margin for one in self.segmenters}
        return {name: None if math.isnan(least) else least < self.margin for name, least in needed.items()}

    @property
    def conclusions(self) -> Mapping[str, str]:
        """A line for each segmenter."""
        return {standing.name: f"{'; '.join(_conclusion(standing, self))}." for standing in self.segmenters}

    @property
    def notes(self) -> tuple[str, ...]:
        """What affects the figures: few items, few humans, baselines among the humans."""
        return tuple(_notes(self))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each segmenter, human and baseline."""
        names = {"items": "items", "agreement": "value", "humans_alone": "others", "change": "change"}
        return [
            *(self._row(one, "segmenter") for one in self.segmenters),
            *(
                {"name": name, "kind": "human", **_columns(human, **names, similarity="similarity")}
                for name, human in self.band.humans.items()
            ),
            *(self._row(one, "baseline") for one in self.baselines),
        ]

    def _row(self, standing: Standing, kind: str) -> dict[str, Any]:
        names = {"items": "items", "agreement": "value", "humans_alone": "humans", "change": "change"}
        return {
            "name": standing.name,
            "kind": kind,
            **_columns(standing, **names, similarity="similarity", density="density"),
            "difference": standing.difference.value,
            **_columns(standing.difference.interval, low="low", high="high"),
            "needed_margin": standing.difference.needed_margin,
            "no_worse": self.no_worse.get(standing.name),
            "win_rate": standing.win_rate,
            "ties": standing.ties,
            **_columns(standing.rank, rank="place", people="people"),
            **_columns(standing.one_more, one_more_low="low", one_more_high="high", p_value="p_value"),
            **_columns(standing.equivalence, equivalence_margin="margin", equivalence_p_value="p_value"),
            **_columns(standing.annotator_test, omega="omega"),
        }

    def answer(self) -> tuple[str, ...]:
        """Who was compared, and a line per segmenter, best first."""
        sizes = f"{counted(self.coders, 'human')}, {counted(self.items, 'item')}, {self.similarity}."
        return (sizes, *(f"{name}: {text}" for name, text in self.conclusions.items()))

    def table(self) -> Table:
        """Segmenters, best first, then baselines: how far each is from the average human, and beside one more human."""
        header = ("segmenter", "difference", f"{percent(self.ci)} interval", "p, one more human", "rank", "win rate")
        rows = [_cells_of_table(one) for one in self.segmenters]
        title = f"How like the humans, by {self.similarity}"
        return Table(header, rows, [_cells_of_table(one) for one in self.baselines], title=title)

    def details(self) -> tuple[Table | str, ...]:
        """All figures of every segmenter, human and baseline."""
        return (Table.of_rows(self.rows()), *self.notes)

    def methods(self) -> Methods:
        """How the segmenters were compared with the humans, and what was found, for a paper."""
        info = METRICS[self.similarity.removeprefix("1-")].info
        how = (
            f"{counted(len(self.segmenters), 'segmenter')} and {counted(self.coders, 'human')} were compared on "
            f"{counted(self.items, 'item')}, by {info.title} {cite(info.citation)}. Every segmenter was compared like "
            "for like with every human: its similarity to the other humans minus that of the human to the same others, "
            "with an interval over items and humans, the human left out of both roles. One more human is a prediction "
            "from the humans' own similarities to each other by Student's t."
        )
        return Methods.of([how, *self.answer()[1:], *self.notes], self.signatures())


def _columns(record: ResultRecord | None, **names: str) -> dict[str, Any]:
    """Figures of a part of a standing, each under the name of its column; None where there is no such part."""
    return {column: None if record is None else getattr(record, name) for column, name in names.items()}


def _cells_of_table(standing: Standing) -> tuple[Cell, ...]:
    gap, new, rank = standing.difference, standing.one_more, standing.rank
    p_value = None if new is None else new.p_value
    place = None if rank is None else f"{rank.place} of {rank.people}"
    return standing.name, gap.value, interval_text(gap.interval), p_value, place, standing.win_rate


# ------------------------------------------------------------------------------------------------- the same in words


def _conclusion(standing: Standing, result: Evaluation) -> Iterator[str]:
    """What can be said about one segmenter: whether it is within the range of one more human, whether it is shown to be
    as good as the average human, and how far it is from one.
    """
    new, same, gap, test = standing.one_more, standing.equivalence, standing.difference, standing.annotator_test
    if new is None or math.isnan(new.p_value):
        yield "too few humans to predict one more"
    elif new.p_value > SMALL:
        yield f"within the range of one more human ({p_text(new.p_value)})"
    else:
        way = "less" if new.t < 0 else "more"
        yield f"{way} like the other humans than one more human would be ({p_text(new.p_value)})"
    if same is not None and same.shown is not None:
        margin = f"±{share(same.margin)}"
        needs = f"from ±{share(same.needed_margin)} on; power {percent(same.power)}"
        yield (
            f"equivalent to the average human within {margin} ({p_text(same.p_value)})"
            if same.shown
            else f"equivalence to the average human within {margin} not shown ({needs})"
        )
    between = "" if gap.interval is None else f" ({percent(result.ci)} interval {ends(gap.interval, 2)})"
    yield f"difference from the average human {share(gap.value)}{between}"
    if result.margin is not None and not math.isnan(gap.needed_margin):
        worse = f"no worse than the average human by more than {result.margin:g}"
        shown = result.no_worse[standing.name]
        yield worse if shown else f"not shown to be {worse}: that takes a margin above {share(gap.needed_margin)}"
    if test is not None and test.omega is not None and test.advantage is not None:
        yield (
            f"{'passes' if test.passed else 'does not pass'} the alternative annotator test (omega {test.omega:.2f} "
            f"with epsilon {test.epsilon:g}, at least as good in {percent(test.advantage)})"
        )


def _notes(result: Evaluation) -> Iterator[str]:
    """What limits the conclusions."""
    if result.left_out:
        yield f"Left out, since fewer than two humans coded them: {listed(result.left_out)}."
    if result.items == 1:
        yield "There is one item, so other items cannot be predicted."
    if not result.band.humans:
        yield "No item has three humans, so no human can be left out and there is no human band."
    beside = {one.name: one.one_more for one in result.baselines if one.one_more is not None}
    among = tuple(name for name, new in beside.items() if new.p_value > SMALL or new.t > 0)
    if among:
        advice = "" if result.similarity == "B" else "; use a metric that separates them from humans, such as B"
        yield (
            f"As similar to the humans as one more human would be: the baseline{'' if len(among) == 1 else 's'} "
            f"{listed(among)}. {result.similarity} is not informative here{advice}."
        )
    refused = {one.annotator_test.refused: None for one in result.segmenters if one.annotator_test is not None}
    for reason in filter(None, refused):
        yield f"No alternative annotator test: {reason}."
    for standing in result.segmenters:
        if standing.items < result.items:
            yield (
                f"{standing.name} segmented {standing.items} of {result.items} items, and is compared with the humans "
                "on these only."
            )
        if not 1 / _OTHER_GRANULARITY <= standing.density <= _OTHER_GRANULARITY and not math.isnan(standing.density):
            yield (
                f"{standing.name} places {standing.density:.1f} times as many boundaries as a human: its figures "
                "depend more on how finely it cuts than on where."
            )
