"""Segmenters beside humans: like for like with each of them, and how agreement changes when each of them joins.

Every segmenter is compared with every human coding of its items, once. From these rows of counts follow its mean
similarity to the humans without each one, beside that of the human who is left out; its rank; and the agreement of the
humans with the segmenter among them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

import numpy as np

from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName, boundary_counts
from seamark.agreement.measurement import Measurement, require_pairs
from seamark.base.checks import by_name, finite_number, one_of, true_or_false
from seamark.base.errors import InputError, MassMismatchError, UndefinedScoreError
from seamark.base.results import FrozenMapping
from seamark.evaluation.human_comparison import (
    AnnotatorTest,
    Difference,
    Evaluation,
    HumanBand,
    HumanStanding,
    Lead,
    RankAmongPeople,
    Standing,
)
from seamark.evaluation.references import codings_of_system, require_other_names
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import Codings
from seamark.metrics.signature import Signature
from seamark.model.codings import SegmentationArray, gather, with_labels
from seamark.model.corpus import Corpus, as_corpus, number_of_pairs
from seamark.model.segmentation import SegmentationLike
from seamark.segmenters.baselines import drawn_baselines
from seamark.stats.crossed import Weights, crossed_mean
from seamark.stats.intervals import check_level, probability_below
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import ROUNDING, summed_by
from seamark.stats.significance import benjamini_yekutieli

# One coding of an item says nothing about how humans agree on it.
_FEWEST_HUMANS = 2
# With fewer humans beside a human there is nobody left whose agreement could change.
_FEWEST_OTHERS = 2
# With fewer items per human, the t-test of the alternative annotator test is not to be trusted (Calderon et al. 2025).
_FEWEST_ITEMS_PER_HUMAN = 30
# Pairs of a segmenter and a human that are compared at once.
_PAIRS = 2**18


def compare(
    humans: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    segmenters: Mapping[str, Codings],
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
    entering = [_segmenter(name, codings, given, judged) for name, codings in known.items()]
    seed = resolve_rng(rng)[1]
    if baselines:
        floor = drawn_baselines(corpus, draws, seed)
        require_other_names(known, (one.name for one in floor))
        entering += [_Segmenter(one.name, np.arange(len(corpus)), one.drawn) for one in floor]

    group = _Humans(Measurement.of(corpus, chosen, chance).in_detail(), coefficient)
    measured = group.measured
    _require_defined(group.value, "the humans alone")
    compared = [_compared(group, one, ci) for one in entering]
    tested, without_text = compared[: len(known)], compared[len(known) :]
    best = max(without_text, key=lambda one: one.difference.value, default=None)
    described: dict[str, object] = {
        "coef": coefficient,
        "metric": measured.similarity.label,
        **measured.metric_options,
        "chance": measured.chance,
        "coders": measured.coders,
        "items": measured.items,
        **({} if margin is None else {"margin": margin}),
        "epsilon": epsilon,
        "ci": f"{ci:g},jackknife-t",
        **({"draws": draws, "seed": seed} if baselines else {}),
    }
    return Evaluation(
        value=group.value,
        band=_human_band(group),
        segmenters=_best_first(one.standing(ci, best, epsilon) for one in tested),
        baselines=_best_first(one.standing(ci) for one in without_text),
        coders=measured.coders,
        items=measured.items,
        left_out=tuple(item for item in given.item_names if item not in corpus),
        coefficient=coefficient,
        similarity=measured.similarity.label,
        margin=margin,
        ci=ci,
        seed=seed,
        signature=Signature.of("compare", described),
    )


def _require_defined(agreement: float, whose: str) -> None:
    if math.isnan(agreement):
        raise UndefinedScoreError(f"the agreement of {whose} is undefined: chance alone explains everything")


def _best_first(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    return tuple(sorted(standings, key=lambda standing: -standing.difference.value))


@dataclass(frozen=True, slots=True, eq=False)
class _Segmenter:
    """A segmenter or a baseline, on those of its items that at least two humans coded.

    ``items`` are their ascending numbers. ``drawn`` gives a segmentation of each of them, draw after draw, as many
    draws at a time as one asks for; only random baselines have several.
    """

    name: str
    items: Int64Array
    drawn: Callable[[int], Iterator[SegmentationArray]]


def _segmenter(name: str, codings: Codings, humans: Corpus, judged: Int64Array) -> _Segmenter:
    """A segmenter, which may lack items; an error when it does not fit the humans' corpus."""
    if name in humans.coder_names:
        raise InputError(f"segmenter {name!r} has the name of a human coder; expected another name")
    if not isinstance(codings, Mapping):
        raise InputError(f"{name} is a {type(codings).__name__}; expected a segmentation per item")
    items = np.array([number for number, item in enumerate(humans.item_names) if item in codings], dtype=np.int64)
    if not items.size:
        raise InputError(f"{name} has none of the humans' items; expected names such as {humans.item_names[0]!r}")
    unknown = next((item for item in codings if item not in humans), None)
    if unknown is not None:
        raise InputError(f"{name} has item {unknown!r}, which the reference does not have")
    segmentations = codings_of_system(codings, [humans.item_names[number] for number in items], name)
    # One human per item is enough: all humans of an item have the same units.
    first = np.searchsorted(humans.item_index, items)
    different = np.flatnonzero(segmentations.masses != humans.codings.masses[first])
    if different.size:
        row = int(first[different[0]])
        item, human = humans.item_names[humans.item_index[row]], humans.coder_names[humans.coder_index[row]]
        raise MassMismatchError(
            f"item {item!r}: coder {human!r} covers {humans.codings.masses[row]} units, "
            f"{name} covers {segmentations.masses[different[0]]}"
        )
    new = [label for label in segmentations.types if label not in humans.types]
    if new and humans.types:
        types = ", ".join(repr(label) for label in humans.types)
        raise InputError(f"{name} places boundaries of type {new[0]!r}; the humans' types are {types}")
    rows = np.flatnonzero(np.isin(items, judged))
    if not rows.size:
        raise InputError(f"{name} has none of the items that at least two humans coded")
    kept = gather(segmentations, rows)
    return _Segmenter(name, np.searchsorted(judged, items[rows]), lambda _: iter((kept,)))


class _Humans:
    """The humans of a study, compared with each other once; at least two of them coded every item.

    ``item``, ``human`` and ``group`` are those of every coding, ordered by item; ``total`` is the sum of its
    similarities to the other codings of the item, and ``number`` how many of them have a value.
    """

    def __init__(self, measured: Measurement, coefficient: CoefficientName) -> None:
        self.measured, self.coefficient = measured, coefficient
        self.item, self.human = measured.rows.item, measured.rows.coder[0]
        self.group = measured.groups.item[self.item]
        self.starts = np.searchsorted(self.item, np.arange(measured.items))
        self.by_item = measured.coefficient(coefficient).for_resampling("items")
        #: The agreement of the humans alone.
        self.value = self._agreement(np.ones(measured.items))

    def agreement(self, items: FloatArray) -> float:
        """The agreement of the humans on items with a weight of 1."""
        return self.value if items.all() else self._agreement(items)

    def _agreement(self, items: FloatArray) -> float:
        return float(self.by_item.under(self.weights(items))[0])

    def weights(self, items: FloatArray) -> Weights:
        """All humans, on items with a weight of 1."""
        return Weights(items[np.newaxis], np.ones((1, self.measured.coders)))

    def per_item(self, values: FloatArray) -> FloatArray:
        """The sum over the codings of each item."""
        sums: FloatArray = np.add.reduceat(values, self.starts, axis=-1)
        return sums

    @cached_property
    def to_others(self) -> tuple[FloatArray, FloatArray]:
        """Of every coding the sum of its similarities to the other codings of the item, and how many have a value."""
        measured, pairs = self.measured, self.measured.pairs.each
        keys = self.item * measured.coders + self.human
        order = np.argsort(keys)
        values = measured.observed.of_sums(pairs.rows)
        known = ~np.isnan(values)
        total, number = np.zeros(len(keys)), np.zeros(len(keys))
        for column in pairs.coder:
            pair_keys = pairs.item[known] * measured.coders + column[known]
            row = order[np.searchsorted(keys, pair_keys, sorter=order)]
            total += np.bincount(row, weights=values[known], minlength=len(keys))
            number += np.bincount(row, minlength=len(keys))
        return total, number

    @cached_property
    def boundaries(self) -> FloatArray:
        """The mean number of boundaries that a human places in each item."""
        sums = summed_by(self.item, np.column_stack(self.measured.facts()[:2]), self.measured.items)
        means: FloatArray = sums[:, 1] / sums[:, 0]
        return means


def _compared(humans: _Humans, segmenter: _Segmenter, ci: float) -> _Compared:
    """Compare a segmenter with every human coding of its items, draw by draw; only sums over draws are kept."""
    measured, items = humans.measured, segmenter.items
    judged = np.zeros(measured.items)
    judged[items] = 1.0
    theirs = np.flatnonzero(judged[humans.item])
    item, human = np.searchsorted(items, humans.item[theirs]), humans.human[theirs]
    starts = np.searchsorted(item, np.arange(len(items)))
    own = _divided(*humans.to_others)

    to_humans = np.zeros((measured.coders, measured.pairs.width))
    similarities, to_others, gaps = sums = np.zeros((3, len(humans.item)))
    wins = ties = known = draws = 0
    values: list[FloatArray] = []
    boundaries: list[FloatArray] = []
    for drawn in segmenter.drawn(max(1, _PAIRS // len(theirs))):
        times = len(drawn) // len(items)
        rows = (item + len(items) * np.arange(times)[:, np.newaxis]).ravel()
        counts = measured.similarity.pair_rows(measured.require_codings(), np.tile(theirs, times), drawn, rows).reshape(
            times, len(theirs), -1
        )
        to_humans += summed_by(human, counts.sum(axis=0), measured.coders)

        # Like for like: the segmenter beside the humans without each one, and this one beside the same.
        found = np.full((times, len(humans.item)), np.nan)
        found[:, theirs] = measured.observed.of_sums(counts)
        defined = ~np.isnan(found)
        filled = np.where(defined, found, 0.0)
        all_of_item, number = (humans.per_item(part)[:, humans.item] for part in (filled, defined.astype(float)))
        without_one = _divided(all_of_item - filled, number - defined)
        gap = without_one - own
        gap[np.abs(gap) <= ROUNDING] = 0.0  # what is lost in rounding is a tie
        # Draw by draw, so that sums do not depend on how many come at a time.
        for of_draw in zip(found, without_one, gap, strict=True):
            sums += of_draw
        wins += int(np.count_nonzero(gap > 0))
        ties += int(np.count_nonzero(gap == 0))
        known += int(np.count_nonzero(~np.isnan(gap)))
        draws += times

        # The agreement of the humans with the segmenter among them.
        pairs = np.zeros((measured.items, times, counts.shape[2]))
        pairs[items] = np.add.reduceat(counts, starts, axis=1).swapaxes(0, 1)
        together = humans.by_item.with_newcomers(pairs, _chance_rows(humans, drawn, items))
        values.append(together(humans.weights(judged)).ravel())
        boundaries.append(np.diff(drawn.columns.offsets).reshape(times, -1).sum(axis=1))
    sums /= draws
    return _Compared(
        humans=humans,
        segmenter=segmenter,
        value=float(np.concatenate(values).mean()),
        alone=humans.agreement(judged),
        to_humans=to_humans,
        boundaries=np.concatenate(boundaries),
        similarities=similarities,
        to_others=to_others,
        gaps=gaps,
        difference=_mean_difference(humans, gaps, ci),
        win_rate=wins / known + ties / known / 2 if known else math.nan,
        ties=ties / known if known else math.nan,
    )


def _chance_rows(humans: _Humans, drawn: SegmentationArray, items: Int64Array) -> FloatArray:
    """The rows of chance of every item and draw; zeros where an item is not judged."""
    measured, types = humans.measured, humans.measured.types
    codings = drawn if len(types) <= 1 else with_labels(drawn, types)
    found = measured.chance.rows(humans.coefficient, boundary_counts(codings), codings.masses)
    draws = len(drawn) // len(items)
    rows = np.zeros((measured.items, draws, found.shape[1]))
    rows[items] = found.reshape(draws, len(items), -1).swapaxes(0, 1)
    return rows


def _mean_difference(humans: _Humans, gaps: FloatArray, ci: float) -> Difference:
    """The mean over humans and items, with an interval for others of both."""
    known = ~np.isnan(gaps)
    columns = (humans.item, humans.human, humans.group)
    found = crossed_mean(gaps[known], *(column[known] for column in columns))
    items, coders = (math.nan if part is None else part.value for part in (found.items, found.coders))
    degrees = math.nan if found.variance is None else found.variance.degrees
    return Difference(found.value, found.interval(ci), items, coders, degrees)


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """A segmenter beside the humans. What there is of several draws is their mean.

    ``value`` is the agreement of everybody on the segmenter's items, and ``alone`` that of the humans; ``to_humans``
    are the counts with each human, summed over items and draws, of shape (coders, F); ``boundaries`` how many the
    segmenter places in each draw. For every human coding there is the segmenter's similarity to it, its mean similarity
    to the humans without this one, and that minus the same mean of the human: ``similarities``, ``to_others``,
    ``gaps``.
    """

    humans: _Humans
    segmenter: _Segmenter
    value: float
    alone: float
    to_humans: FloatArray
    boundaries: FloatArray
    similarities: FloatArray
    to_others: FloatArray
    gaps: FloatArray
    difference: Difference
    win_rate: float
    ties: float

    def standing(self, ci: float, best: _Compared | None = None, epsilon: float | None = None) -> Standing:
        """What is reported: of a segmenter beside the best baseline; of a baseline, which is not tested."""
        name, measured = self.segmenter.name, self.humans.measured
        _require_defined(self.alone, f"the humans on the items of {name}")
        _require_defined(self.value, f"the humans with {name}")
        pooled = measured.observed.of_sums(np.vstack((self.to_humans, self.to_humans.sum(axis=0)))).tolist()
        met = (self.to_humans[:, -1] > 0).tolist()
        named = zip(measured.coder_names, pooled, met, strict=False)
        expected = float(self.humans.boundaries[self.segmenter.items].sum())
        return Standing(
            name=name,
            items=len(self.segmenter.items),
            value=self.value,
            humans=self.alone,
            change=self.value - self.alone,
            difference=self.difference,
            win_rate=self.win_rate,
            ties=self.ties,
            rank=self._rank(),
            annotator_test=None if epsilon is None else self._annotator_test(epsilon, ci),
            similarity=pooled[-1],
            similarities=FrozenMapping({human: value for human, value, some in named if some}),
            density=float(np.mean(self.boundaries / expected)) if expected else math.nan,
            lead=None if best is None else self._lead(best, ci),
        )

    def _lead(self, other: _Compared, ci: float) -> Lead:
        return Lead(other.segmenter.name, _mean_difference(self.humans, self.to_others - other.to_others, ci))

    def _rank(self) -> RankAmongPeople | None:
        """The segmenter among the humans, each by the mean similarity to all others on the same items.

        On every item a person's similarity is taken relative to the mean of all who segmented it, so that people who
        coded different items can be compared. The t is on the scale of log(1 - similarity), as intervals of agreement
        are: similarities near 1 are skewed, and a few poor coders lie far below all others. None when there are no two
        humans to be compared with.
        """
        humans, own = self.humans, self.similarities
        total, number = humans.to_others
        known = ~np.isnan(own) & (number > 0)
        if not known.any():
            return None
        theirs = np.where(known, _divided(total + own, number + 1), 0.0)
        present = humans.per_item(known.astype(float))
        its = _divided(humans.per_item(np.where(known, own, 0.0)), present)
        middle = (humans.per_item(theirs) + its) / (present + 1)
        person, names = humans.human[known], humans.measured.coder_names
        codings = np.bincount(person, minlength=len(names))
        sums = np.bincount(person, weights=(theirs - middle[humans.item])[known], minlength=len(names))
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

    def _annotator_test(self, epsilon: float, ci: float) -> AnnotatorTest:
        """Calderon, Reichart & Dror (2025), for a segmenter of one draw."""
        humans, known = self.humans, ~np.isnan(self.gaps)
        names, tested = humans.measured.coder_names, np.unique(humans.human[known]).tolist()
        each = {names[human]: self.gaps[known & (humans.human == human)] for human in tested}
        fewest = min(map(len, each.values()), default=0)
        if fewest < _FEWEST_ITEMS_PER_HUMAN:
            reason = (
                f"the test needs at least {_FEWEST_ITEMS_PER_HUMAN} items per human; "
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


def _human_band(humans: _Humans) -> HumanBand:
    """How agreement changes when each human joins the others, on the items that at least two others coded."""
    measured = humans.measured
    coded = np.zeros((measured.coders, measured.items))
    coded[humans.human, humans.item] = 1.0
    items = np.where(coded.sum(axis=0) > _FEWEST_OTHERS, coded, 0.0)
    coefficient = measured.coefficient(humans.coefficient)
    all_humans = np.ones((measured.coders, measured.coders))
    everybody, others = (
        np.where(items.any(axis=1), coefficient.under(Weights(items, coders)), np.nan)
        for coders in (all_humans, all_humans - np.eye(measured.coders))
    )
    numbers = items.sum(axis=1).astype(np.int64)
    columns = (numbers, everybody, others, everybody - others, measured.observed.per_coder())
    rows = zip(*(column.tolist() for column in columns), strict=True)
    standings = {name: HumanStanding(*row) for name, row in zip(measured.coder_names, rows, strict=True)}
    placed = {name: human for name, human in standings.items() if not math.isnan(human.change)}
    best_first = dict(sorted(placed.items(), key=lambda named: -named[1].change))
    return HumanBand(FrozenMapping(best_first), tuple(name for name in standings if name not in placed))
