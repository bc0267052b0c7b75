"""Segmenters beside humans: like for like with each of them, and how agreement changes when each of them joins."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName
from seamark.agreement.measurement import Measurement, require_pairs
from seamark.base.checks import by_name, finite_number, one_of, string_of, true_or_false
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.numbers import counted
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table
from seamark.evaluation.human_comparison import AnnotatorTest, Difference, Joined, Lead, Panel, RankAmongPeople
from seamark.evaluation.references import Newcomer, require_other_names
from seamark.evaluation.wording import conclusion_of, interval_text, notes_of
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import BoundaryCodings
from seamark.metrics.signature import Signature
from seamark.model.corpus import Corpus, as_corpus, number_of_pairs
from seamark.model.segmentation import SegmentationLike
from seamark.segmenters.baselines import drawn_baselines
from seamark.stats.intervals import check_level
from seamark.stats.resampling import RandomSource, resolve_rng

_HEADER = (
    "",
    "agreement",
    "change",
    "difference",
    "interval",
    "passes at",
    "win rate",
    "rank",
    "similarity",
    "density",
)


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
    difference
        From a human, like for like.
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
    similarities
        To each human by name, pooled over the items that both coded.
    density
        Its boundaries per boundary of the mean human on the same items: 2 means twice as many.
    lead
        Over the best baseline; None for baselines, and without them.
    """

    name: str
    items: int
    value: float
    humans: float
    change: float
    difference: Difference
    win_rate: float
    ties: float
    rank: RankAmongPeople | None
    annotator_test: AnnotatorTest | None
    similarity: float
    similarities: Mapping[str, float]
    density: float
    lead: Lead | None

    def __str__(self) -> str:
        gap = self.difference
        between = "" if gap.interval is None else f" ({interval_text(gap.interval)})"
        return f"{self.name}: difference from a human {gap.value:+.4f}{between}, change of agreement {self.change:+.4f}"


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
    """How agreement changes when each human joins the others: a picture of human variation, and no test.

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
    margin
        How far below a human a segmenter may be and still count as no worse; None when no margin was given.
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
    margin: float | None
    ci: float
    seed: int
    signature: Signature

    _also = ("no_worse", "conclusions", "notes")

    def __getitem__(self, name: str) -> Standing:
        string_of(name, "name")
        everybody = (*self.segmenters, *self.baselines)
        for standing in everybody:
            if standing.name == name:
                return standing
        raise InputError(f"no segmenter is called {name!r}; there are {', '.join(one.name for one in everybody)}")

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
        low, high = standing.difference.interval or (None, None)
        rank, lead, test = standing.rank, standing.lead, standing.annotator_test
        return {
            "name": standing.name,
            "kind": kind,
            "items": standing.items,
            "agreement": standing.value,
            "humans_alone": standing.humans,
            "change": standing.change,
            "similarity": standing.similarity,
            "density": standing.density,
            "difference": standing.difference.value,
            "low": low,
            "high": high,
            "needed_margin": standing.difference.needed_margin,
            "no_worse": self.no_worse.get(standing.name),
            "win_rate": standing.win_rate,
            "ties": standing.ties,
            "rank": None if rank is None else rank.place,
            "people": None if rank is None else rank.people,
            "t": None if rank is None else rank.t,
            "p_value": None if rank is None else rank.p_value,
            "omega": None if test is None else test.omega,
            "lead": None if lead is None else lead.difference.value,
        }

    def table(self) -> Table:
        """The humans alone with the ends of the human band, then segmenters, best first; then baselines."""
        return Table(
            _HEADER,
            [
                ("humans alone", self.value, *[None] * 8),
                *self._ends_of_band(),
                *(_cells(one) for one in self.segmenters),
            ],
            [_cells(one) for one in self.baselines],
            title=f"{self.coefficient} of {self.similarity}, {counted(self.coders, 'human')}, "
            f"{counted(self.items, 'item')}",
        )

    def _ends_of_band(self) -> Iterator[tuple[Cell, ...]]:
        humans = list(self.band.humans.items())
        for label, (name, human) in zip(("highest human", "lowest human"), humans[:1] + humans[-1:], strict=False):
            yield f"- {label} ({name})", None, human.change, *[None] * 5, human.similarity, None

    def __repr__(self) -> str:
        found = ", ".join(f"{one.name} {one.difference.value:+.4f}" for one in self.segmenters[:5])
        return f"<Evaluation of {counted(self.items, 'item')}, {self.similarity}: differences from a human: {found}>"

    def __str__(self) -> str:
        sentences = [f"{name}: {sentence}" for name, sentence in self.conclusions.items()]
        return "\n".join([str(self.table()), "", *sentences, "", *self.notes, str(self.signature)])


def _cells(standing: Standing) -> tuple[Cell, ...]:
    gap, rank = standing.difference, standing.rank
    return (
        standing.name,
        standing.value,
        standing.change,
        gap.value,
        None if gap.interval is None else interval_text(gap.interval),
        None if gap.interval is None else gap.needed_margin,
        standing.win_rate,
        None if rank is None else f"{rank.place} of {rank.people}",
        standing.similarity,
        standing.density,
    )


# --------- Segmenters beside humans: like for like with each of them, and how agreement changes when each of them joins


# One coding of an item says nothing about how humans agree on it.
_FEWEST_HUMANS = 2


def compare(
    humans: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    segmenters: Mapping[str, BoundaryCodings],
    metric: Metric | str | None = None,
    coefficient: CoefficientName = "pi",
    *,
    margin: float | None = None,
    epsilon: float = 0.1,
    baselines: bool = True,
    ci: float = 0.95,
    draws: int = 100,
    rng: RandomSource = None,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> Evaluation:
    """Judge segmenters beside humans: is each of them as good as one more human?

    There is no single true segmentation to compare with. A segmenter is therefore compared like for like with every
    human: its mean similarity to the other humans, minus that of the human to the same others on the same items. The
    mean of these differences, with an interval for other items and other humans, says how far the segmenter is from a
    human. Beside it stand its rank among the people, how often it wins, and what the 2012 paper proposes: the change
    of agreement when the segmenter joins the humans.

    Parameters
    ----------
    humans
        Their codings, at least two coders. Codings may be missing; an item with fewer than two takes no part.
    segmenters
        By name, each a mapping from items to segmentations or a ``Corpus`` with one coder. Items may be missing: the
        segmenter is then judged on those it has, and so are the humans beside it.
    metric
        As for ``agree``: a metric or its name, such as ``"windowdiff:k=5"``; ``S()`` by default.
    coefficient
        ``"pi"`` or ``"kappa"``, of the change.
    margin
        How far below a human a segmenter may be and still count as no worse (non-inferiority). There is no verdict on
        this without a margin; the smallest one at which a segmenter would pass is in ``Difference.needed_margin``.
    epsilon
        Of the alternative annotator test: by how much more often a human may win. Its authors take .2 where humans
        are experts, .15 where they are skilled, and .1 for crowd workers.
    baselines
        Whether to evaluate the baselines of ``seamark.baselines`` too, which ignore the text.
    ci
        The level of the confidence intervals.
    draws
        How often random baselines are drawn and averaged.
    rng
        A seed or generator for random baselines; the seed is reported.
    chance_count, chance_average
        See ``agree``.

    Returns
    -------
    Evaluation

    Raises
    ------
    InputError
        When fewer than two humans coded any item, or a segmenter does not fit their corpus; the message says where.
    UndefinedScoreError
        When agreement has no value.

    Notes
    -----
    The change is ``agreement(humans + segmenter) - agreement(humans)``, negative when the segmenter lowers agreement.
    The same is done with every human, on the items of that human: ``agreement(humans) - agreement(humans without this
    one)``. The range of these changes is the human band. It is a picture and no test: a human joins a group that is
    smaller by one, and the group which a segmenter joins still holds the poorest human.

    Examples
    --------
    >>> humans = {
    ...     "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
    ...     "song": {"ann": [4, 4], "ben": [4, 4], "cat": [3, 5]},
    ... }
    >>> result = compare(humans, {"tiler": {"poem": [2, 3, 6], "song": [4, 4]}}, rng=7)
    >>> round(result.value, 4), round(result["tiler"].value, 4), round(result["tiler"].change, 4)
    (0.8995, 0.9195, 0.02)
    >>> round(result["tiler"].difference.value, 4), result["tiler"].win_rate, result["tiler"].rank.place
    (0.0405, 0.75, 1)

    References
    ----------
    Fournier & Inkpen 2012, section "Evaluating Automatic Segmenters"; Calderon, Reichart & Dror 2025.
    """
    known = by_name(segmenters, "segmenters", "segmentations by name of the segmenter")
    if not known:
        raise InputError("there is no segmenter to compare with the humans")
    given, chosen = as_corpus(humans), as_metric(metric)
    chance = ChanceOptions(chance_count, chance_average)
    return evaluation_of(
        given,
        lambda judged: Measurement.of(judged, chosen, chance).in_detail(),
        known,
        coefficient,
        margin=margin,
        epsilon=epsilon,
        baselines=baselines,
        ci=ci,
        draws=draws,
        rng=rng,
    )


def evaluation_of(
    given: Corpus,
    measure: Callable[[Corpus], Measurement],
    known: Mapping[str, BoundaryCodings],
    coefficient: CoefficientName,
    *,
    margin: float | None = None,
    epsilon: float = 0.1,
    baselines: bool = True,
    ci: float = 0.95,
    draws: int = 100,
    rng: RandomSource = None,
) -> Evaluation:
    """``compare`` for humans who may have been measured already.

    ``measure`` compares the humans on the items that two of them coded: ``given`` itself where these are all.
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    check_level(ci)
    true_or_false(baselines, "baselines")
    if margin is not None:
        margin = finite_number(margin, "margin", lambda share: share >= 0, "a number of at least 0, such as 0.05")
    epsilon = finite_number(epsilon, "epsilon", lambda share: 0 <= share < 1, "a number from 0 to 1, such as 0.1")
    require_pairs(given.coder_names, number_of_pairs(given.item_index))
    judged = np.flatnonzero(np.bincount(given.item_index, minlength=len(given)) >= _FEWEST_HUMANS)
    names = [given.item_names[number] for number in judged.tolist()]
    corpus = given if len(names) == len(given) else given.subset(items=names)
    newcomers = [Newcomer.of_segmenter(name, codings, given).among(judged) for name, codings in known.items()]
    seed = resolve_rng(rng)[1]
    if baselines:
        floor_of = drawn_baselines(corpus, draws, seed)
        require_other_names(known, (one.name for one in floor_of))
        newcomers += map(Newcomer.of_baseline, floor_of)
    panel = Panel(measure(corpus), coefficient)
    alone = panel.agreement(np.ones(panel.measured.items))
    _require_defined(alone, "the humans alone")
    joined = [panel.joined_by(newcomer) for newcomer in newcomers]
    tested, floor = joined[: len(known)], joined[len(known) :]
    best = max(floor, key=lambda one: one.likeness.difference(ci).value, default=None)
    settings: dict[str, object] = {"margin": margin, "epsilon": epsilon, "ci": f"{ci:g},jackknife-t"}
    drawn: dict[str, object] = {"draws": draws, "seed": seed} if baselines else {}
    return Evaluation(
        value=alone,
        band=_human_band(panel),
        segmenters=_best_first(_standing(one, ci, best, epsilon) for one in tested),
        baselines=_best_first(_standing(one, ci, None, None) for one in floor),
        coders=panel.measured.coders,
        items=panel.measured.items,
        left_out=tuple(item for item in given.item_names if item not in corpus),
        coefficient=coefficient,
        similarity=panel.measured.similarity.label,
        margin=margin,
        ci=ci,
        seed=seed,
        signature=_signature(panel, {name: value for name, value in settings.items() if value is not None} | drawn),
    )


def _signature(panel: Panel, drawn: Mapping[str, object]) -> Signature:
    measured = panel.measured
    described = {
        "coef": panel.name,
        "metric": measured.similarity.label,
        **measured.metric_options,
        "chance": measured.chance,
        "coders": measured.coders,
        "items": measured.items,
        **drawn,
    }
    return Signature.of("compare", described)


def _require_defined(agreement: float, whose: str) -> None:
    if math.isnan(agreement):
        raise UndefinedScoreError(f"the agreement of {whose} is undefined: chance alone explains everything")


def _best_first(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    return tuple(sorted(standings, key=lambda standing: -standing.difference.value))


def _standing(joined: Joined, ci: float, best: Joined | None, epsilon: float | None) -> Standing:
    """A segmenter beside the best baseline; or a baseline, which is not tested."""
    name, likeness = joined.newcomer.name, joined.likeness
    _require_defined(joined.humans, f"the humans on the items of {name}")
    _require_defined(joined.value, f"the humans with {name}")
    win_rate, ties = likeness.wins()
    return Standing(
        name=name,
        items=len(joined.newcomer.items),
        value=joined.value,
        humans=joined.humans,
        change=joined.value - joined.humans,
        difference=likeness.difference(ci),
        win_rate=win_rate,
        ties=ties,
        rank=likeness.rank(),
        annotator_test=None if epsilon is None else likeness.annotator_test(epsilon, ci),
        similarity=joined.similarity,
        similarities=FrozenMapping(joined.similarities),
        density=joined.density,
        lead=None if best is None else Lead(best.newcomer.name, likeness.lead(best.likeness, ci)),
    )


def _human_band(panel: Panel) -> HumanBand:
    """How agreement changes when each human joins the others."""
    names = panel.measured.coder_names
    everybody, others = panel.on_places(alone=False), panel.on_places(alone=True)
    columns = (
        panel.places.sum(axis=1).astype(np.int64),
        everybody,
        others,
        everybody - others,
        panel.measured.observed.per_coder(),
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    standings = {name: HumanStanding(*row) for name, row in zip(names, rows, strict=True)}
    placed = {name: human for name, human in standings.items() if not math.isnan(human.change)}
    best_first = dict(sorted(placed.items(), key=lambda named: -named[1].change))
    return HumanBand(FrozenMapping(best_first), tuple(name for name in names if name not in placed))
