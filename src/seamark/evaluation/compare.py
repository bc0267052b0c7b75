"""Segmenters beside humans: like for like with each of them, and how agreement changes when each of them joins.

Every segmenter is compared with every human coding of its items, once. From these rows of counts follow its mean
similarity to the humans without each one, beside that of the human who is left out; its rank; and the agreement of the
humans with the segmenter among them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

import numpy as np

from seamark.agreement.coefficients import CoefficientName, boundary_counts
from seamark.agreement.measurement import Measurement, require_pairs
from seamark.base.checks import by_name, finite_number, true_or_false
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import FrozenMapping
from seamark.evaluation.human_comparison import (
    AnnotatorTest,
    Difference,
    Equivalence,
    Evaluation,
    HumanBand,
    HumanStanding,
    OneMoreHuman,
    RankAmongPeople,
    Standing,
)
from seamark.evaluation.systems import SMALL, corpus_of
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import BoundaryCodings, Pairs
from seamark.metrics.signature import Signature
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus, as_corpus, number_of_pairs
from seamark.model.segmentation import SegmentationLike
from seamark.segmenters.baselines import drawn_baselines
from seamark.stats.intervals import (
    Changes,
    OneMore,
    check_level,
    critical_t,
    crossed_mean,
    one_more,
    probability_below,
)
from seamark.stats.resampling import RandomSource, Weights, resolve_rng
from seamark.stats.rows import ROUNDING, rows_of_values, summed_by
from seamark.stats.significance import benjamini_yekutieli

# One coding of an item says nothing about how humans agree on it.
_FEWEST_HUMANS = 2
# With fewer humans beside a human there is nobody left whose agreement could change.
_FEWEST_OTHERS = 2
# With fewer items per human, the t-test of the alternative annotator test is not to be trusted (Calderon et al. 2025).
_FEWEST_ITEMS_PER_HUMAN = 30
# Pairs of a draw and a human coding that are compared at once.
_PAIRS = 2**18


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
) -> Evaluation:
    """Compare segmenters with humans: is each of them as good as one more human?

    There is no single true segmentation to compare with. A segmenter is therefore compared like for like with every
    human: its mean similarity to the other humans, minus that of the human to the same others on the same items. The
    mean of these differences, with an interval for other items and other humans, says how far the segmenter is from a
    human. Also given: its rank among the people, how often it wins, and what the 2012 paper proposes: the change
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
    true_or_false(baselines, "baselines")
    if margin is not None:
        margin = finite_number(margin, "margin", lambda share: share >= 0, "a number of at least 0, such as 0.05")
    epsilon = finite_number(epsilon, "epsilon", lambda share: 0 <= share < 1, "a number from 0 to 1, such as 0.1")
    check_level(ci)
    given, chosen = as_corpus(humans), as_metric(metric)
    require_pairs(given.coder_names, number_of_pairs(given.item_index))

    enough = np.bincount(given.item_index) >= _FEWEST_HUMANS
    judged, names = np.flatnonzero(enough), given.item_names
    left_out = tuple(names[number] for number in np.flatnonzero(~enough).tolist())
    kept = given.subset(items=[names[number] for number in judged.tolist()]) if left_out else given
    # Sums and draws in an order that follows from the codings: neither order nor names change a bit.
    corpus = kept.in_content_order()
    number = {name: place for place, name in enumerate(corpus.item_names)}
    place = np.array([number.get(name, -1) for name in names], dtype=np.int64)
    entering = [_segmenter(name, codings, given, place) for name, codings in known.items()]
    seed = resolve_rng(rng)[1]
    if baselines:
        floor = drawn_baselines(corpus, draws, seed, known)
        entering += [_Entering(one.name, np.arange(len(judged)), one.drawn) for one in floor]

    measured = Measurement.of(corpus, chosen)
    group = _Humans(measured.in_detail(), measured.within, coefficient)
    _require_defined(group.value, "the humans alone")
    human_sd = group.spread()
    # Twice the spread of humans: 19 of 20 are no further from the average. Without any spread there is no such margin.
    within = margin if margin is not None else 2.0 * human_sd or math.nan
    standings = _Compared(group, entering).standings(len(known), ci, epsilon, within)
    label = measured.similarity.label
    described: dict[str, object] = {
        "coef": coefficient,
        "metric": label,
        **measured.metric_options,
        "chance": measured.chance,
        "coders": len(group.names),
        "items": measured.items,
        **({} if margin is None else {"margin": margin}),
        "epsilon": epsilon,
        "ci": f"{ci:g},jackknife-t",
        **({"draws": draws, "seed": seed} if baselines else {}),
    }
    return Evaluation(
        value=group.value,
        band=_human_band(group),
        segmenters=_best_first(standings[: len(known)]),
        baselines=_best_first(standings[len(known) :]),
        coders=len(group.names),
        items=measured.items,
        left_out=left_out,
        coefficient=coefficient,
        similarity=label,
        human_sd=human_sd,
        margin=margin,
        ci=ci,
        seed=seed,
        signature=Signature.of("compare", described),
    )


def _require_defined(agreement: float, whose: str) -> None:
    if math.isnan(agreement):
        raise UndefinedScoreError(f"the agreement of {whose} is undefined: chance alone explains everything")


def _best_first(standings: Sequence[Standing]) -> tuple[Standing, ...]:
    return tuple(sorted(standings, key=lambda standing: -standing.difference.value))


#: A segmentation of each item, draw after draw, as many draws at a time as one asks for.
_Drawn: TypeAlias = Callable[[int], Iterator[SegmentationArray]]


class _Entering(NamedTuple):
    """A segmenter or a baseline: its name, its items that enough humans coded, ascending, and its codings of them."""

    name: str
    items: Int64Array
    drawn: _Drawn


def _segmenter(name: str, codings: BoundaryCodings, humans: Corpus, place: Int64Array) -> _Entering:
    """A segmenter, which may lack items; an error when it does not fit the humans.

    ``place`` is the number of each item among those that are judged, -1 for others.
    """
    if name in humans.coder_names:
        raise InputError(f"segmenter {name!r} has the name of a human coder; expected another name")
    if not isinstance(codings, Mapping):
        raise InputError(f"{name} is a {type(codings).__name__}; expected a segmentation per item")
    its = as_corpus(corpus_of(codings, name))
    pairs = Pairs.against(humans, its, name, may_lack=True)
    known = humans.codings.names
    new = [label for label in its.codings.names if label not in known]
    if new and known:
        types = ", ".join(repr(label) for label in known)
        raise InputError(f"{name} places boundaries of type {new[0]!r}; the humans' types are {types}")
    items, first = np.unique(pairs.item, return_index=True)
    judged = np.flatnonzero(place[items] >= 0)
    if not judged.size:
        raise InputError(f"{name} has none of the items that at least two humans coded")
    ordered = judged[np.argsort(place[items[judged]])]
    kept = its.codings.boundaries().take(pairs.b[first[ordered]])
    return _Entering(name, place[items[ordered]], lambda _: iter((kept,)))


class _Humans:
    """The humans of a study, compared with each other once; at least two of them coded every item.

    ``item``, ``human`` and ``group`` are those of every coding, ordered by item; ``total`` is the sum of its
    similarities to the other codings of the item, and ``number`` how many of them have a value.
    """

    def __init__(self, measured: Measurement, within: Pairs, coefficient: CoefficientName) -> None:
        self.measured, self.coefficient, self.names = measured, coefficient, measured.coder_names
        self.item, self.human = measured.rows.item, measured.rows.coder[0]
        self.group = measured.groups.item[self.item]
        self.starts = np.searchsorted(self.item, np.arange(measured.items))
        self.agreements = measured.coefficient(coefficient)
        self.by_item = self.agreements.for_resampling("items")
        #: The agreement of the humans alone.
        self.value = self.agreement(np.ones(measured.items))
        self.total, self.number = self._to_others(within)
        self.mean_to_others = _divided(self.total, self.number)
        # The mean number of boundaries that a human places in each item.
        codings, placed = (self.per_item(np.asarray(column, dtype=np.float64)) for column in measured.facts()[:2])
        self.boundaries: FloatArray = placed / codings

    def _to_others(self, within: Pairs) -> tuple[FloatArray, FloatArray]:
        """Of every coding the sum of its similarities to the other codings of the item, and how many have a value."""
        values, codings = self.measured.observed.of_sums(self.measured.pairs.rows), len(self.item)
        rows = np.column_stack([np.nan_to_num(values), ~np.isnan(values)])
        total, number = (summed_by(within.a, rows, codings) + summed_by(within.b, rows, codings)).T
        return total, number

    def without_each(self, own: FloatArray) -> tuple[FloatArray, FloatArray, Int64Array, Changes]:
        """The difference of each item times its humans, these, and their group; and what changes without each human.

        ``own`` is the similarity of one segmenter or human to every human coding; it is compared with the similarities
        of the humans to each other. A human who is left out is on neither side.
        """
        known = ~np.isnan(own)
        filled = np.where(known, own, 0.0)
        sums, number = self.per_item(filled), self.per_item(known.astype(float))
        # Every pair of humans is in the sums of both.
        total, pairs = self.per_item(self.total), self.per_item(self.number)
        of_items = _divided(sums, number) - _divided(total, pairs)
        without = _divided(sums[self.item] - filled, number[self.item] - known)
        without -= _divided(total[self.item] - 2 * self.total, pairs[self.item] - 2 * self.number)
        some = ~np.isnan(of_items)
        before, after = np.nan_to_num(of_items * number), np.nan_to_num(without * (number[self.item] - known))
        weights = np.where(some, number, 0.0)
        left = np.where(np.isnan(without), 0.0, number[self.item] - known)
        there = some[self.item]
        moved, lost = (after - before[self.item])[there], (left - weights[self.item])[there]
        changes = (moved, lost, self.human[there], self.group[there])
        return before[some], weights[some], self.group[self.starts][some], changes

    def spread(self) -> float:
        """How much humans differ from the average human, without what varies from item to item; NaN when unknown.

        The mean similarity of a human to the others holds the average of the others, who are closer to each other
        than the human to them by the factor (m - 1) / (m - 2) with m humans of an item.
        """
        known = ~np.isnan(self.mean_to_others)
        codings = self.per_item(known.astype(float))
        middle = _divided(self.per_item(np.where(known, self.mean_to_others, 0.0)), codings)
        effects, human = (self.mean_to_others - middle[self.item])[known], self.human[known]
        total, number = summed_by(human, rows_of_values(effects), len(self.names)).T
        of_human = _divided(total, number)
        groups, people, coded = len(np.unique(self.group[known])), np.count_nonzero(number), np.count_nonzero(codings)
        rest = len(effects) - coded - people + groups
        crowd = len(effects) / coded if coded else 0.0
        if people - groups < 1 or rest < 1 or crowd <= _FEWEST_HUMANS:
            return math.nan
        residual = float(((effects - of_human[human]) ** 2).sum()) / rest
        own = float(np.nansum(of_human**2)) / (people - groups)
        varying = own - residual * float(np.mean(1.0 / number[number > 0]))
        return (crowd - 1.0) / (crowd - 2.0) * math.sqrt(max(0.0, varying))

    def rank(self, own: FloatArray) -> tuple[RankAmongPeople | None, FloatArray | None]:
        """The place of a segmenter among humans, with these similarities to every human coding, by mean similarity to
        all others on the same items; and these means of the humans and, last, its own, as -log(1 - similarity). None
        when there are no two humans to be compared with.

        On every item a person's similarity is taken relative to the mean of all who segmented it, so that people who
        coded different items can be compared. The scale is that of intervals of agreement: similarities near 1 are
        skewed, and a few poor coders lie far below all others.
        """
        known = ~np.isnan(own) & (self.number > 0)
        if not known.any():
            return None, None
        theirs = np.where(known, _divided(self.total + own, self.number + 1), 0.0)
        present = self.per_item(known.astype(float))
        its = _divided(self.per_item(np.where(known, own, 0.0)), present)
        middle = (self.per_item(theirs) + its) / (present + 1)
        person, coders = self.human[known], len(self.names)
        codings = np.bincount(person, minlength=coders)
        sums = np.bincount(person, weights=(theirs - middle[self.item])[known], minlength=coders)
        others, mine = (sums / np.maximum(codings, 1))[codings > 0], float(np.nanmean(its - middle))
        if len(others) < _FEWEST_HUMANS:
            return None, None
        place = 1 + int(np.count_nonzero(others > mine + ROUNDING))
        level = float(np.nanmean(middle))
        scaled = -np.log(np.maximum(1 - level - np.append(others, mine), ROUNDING))
        return RankAmongPeople(place, len(others) + 1), scaled

    def annotator_test(self, gaps: FloatArray, epsilon: float, ci: float) -> AnnotatorTest:
        """Calderon, Reichart & Dror (2025), for the gaps of a segmenter of one draw."""
        known = ~np.isnan(gaps)
        each = {
            self.names[human]: gaps[known & (self.human == human)] for human in np.unique(self.human[known]).tolist()
        }
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

    def agreement(self, items: FloatArray) -> float:
        """The agreement of the humans on items with a weight of 1."""
        return float(self.by_item.under(Weights(items[np.newaxis], np.ones((1, len(self.names)))))[0])

    def per_item(self, values: FloatArray) -> FloatArray:
        """The sum over the codings of each item."""
        return np.add.reduceat(values, self.starts, axis=-1)


class _Compared:
    """Segmenters and baselines beside the humans, each on those of its items that at least two humans coded.

    Only random baselines have several draws: what there is of these is their mean, and only sums over draws are kept.

    Columns have a row for each segmenter. ``judged`` has a 1 for every item that it is compared on, and ``counts`` are
    those with all humans, summed over items and draws. For every human coding, ``similarities`` has the similarity to
    it, and ``gaps`` the mean similarity to the humans without this one minus the same mean of the human; both are means
    over draws. ``wins``, ``ties`` and ``known`` are how many gaps of all draws are above 0, are 0, and have a value.
    """

    def __init__(self, humans: _Humans, entering: Sequence[_Entering]) -> None:
        self.humans, self.names = humans, [one.name for one in entering]
        segmenters = len(entering)
        self.judged = np.zeros((segmenters, humans.measured.items))
        for row, one in zip(self.judged, entering, strict=True):
            row[one.items] = 1.0
        #: The distinct rows of ``judged``, and which of them is that of each segmenter.
        self._sets, which = np.unique(self.judged, axis=0, return_inverse=True)
        self._set = which.reshape(-1)
        self.counts = np.zeros((segmenters, humans.measured.pairs.total().size))
        self.wins, self.ties, self.known = np.zeros((3, segmenters), dtype=np.int64)
        self._sums = np.zeros((segmenters, 2, len(humans.item)))
        added = [self._add(*block) for block in self._blocks(entering)]
        #: Of each draw its segmenter, the agreement with all humans, and how many boundaries there are.
        self.drawn, self.values, self.boundaries = map(np.concatenate, zip(*added, strict=True))
        means = self._sums / np.bincount(self.drawn)[:, np.newaxis, np.newaxis]
        self.similarities, self.gaps = means.swapaxes(0, 1)

    def _blocks(self, entering: Sequence[_Entering]) -> Iterator[tuple[Int64Array, SegmentationArray]]:
        """The draws of several segmenters at a time: the segmenter of each draw, and the codings of its items."""
        codings = len(self.humans.item)
        # Where humans place no boundary, segmenters may have different types, and are compared one by one.
        most = max(1, _PAIRS // codings) if self.humans.measured.types else 1
        for first in range(0, len(entering), most):
            some = entering[first : first + most]
            step = max(1, _PAIRS // (codings * len(some)))
            for arrays in zip_longest(*(one.drawn(step) for one in some)):
                there = [(number, drawn) for number, drawn in enumerate(arrays) if drawn is not None]
                draws = [len(drawn.lengths) // len(some[number].items) for number, drawn in there]
                numbers = np.repeat([first + number for number, _ in there], draws)
                yield numbers, SegmentationArray.concatenated([drawn for _, drawn in there])

    def _add(self, segmenter: Int64Array, drawn: SegmentationArray) -> tuple[Int64Array, FloatArray, FloatArray]:
        """Compare draws of these segmenters with the humans, and add them to the sums; of each draw its segmenter, the
        agreement with all humans, and how many boundaries there are.
        """
        humans, measured = self.humans, self.humans.measured
        if len(measured.types) > 1:
            drawn = drawn.with_names(measured.types)
        draws, items = len(segmenter), measured.items
        draw, item = np.nonzero(self.judged[segmenter])
        row = np.empty((draws, items), dtype=np.int64)
        row[draw, item] = np.arange(len(draw))
        of_draw, theirs = np.divmod(np.flatnonzero(self.judged[segmenter][:, humans.item]), len(humans.item))
        mine = row[of_draw, humans.item[theirs]]
        counts = measured.similarity.bind(measured.require_codings(), drawn).count(Pairs(theirs, mine, theirs))
        self.counts += summed_by(segmenter[of_draw], counts, len(self.names))

        # By item and draw; zeros where a segmenter lacks the item.
        placed = np.add.reduceat(counts, np.flatnonzero(np.diff(mine, prepend=-1)))
        pairs = np.zeros((items, draws, placed.shape[1]))
        pairs[item, draw] = placed
        placed = measured.chance.rows(humans.coefficient, boundary_counts(drawn), drawn.lengths)
        chance = np.zeros((items, draws, placed.shape[1]))
        chance[item, draw] = placed
        values = np.empty(draws)
        for number in np.unique(self._set[segmenter]).tolist():
            some = np.flatnonzero(self._set[segmenter] == number)
            values[some] = humans.by_item.with_newcomers(pairs[:, some], chance[:, some], self._sets[number])

        # Like for like: the segmenter beside the humans without each one, and this one beside the same.
        found = np.full((draws, len(humans.item)), np.nan)
        found[of_draw, theirs] = measured.observed.of_sums(counts)
        known = ~np.isnan(found)
        filled = np.where(known, found, 0.0)
        sums, numbers = (humans.per_item(part)[:, humans.item] for part in (filled, known.astype(float)))
        gaps = _divided(sums - filled, numbers - known) - humans.mean_to_others
        gaps[np.abs(gaps) <= ROUNDING] = 0.0  # what is lost in rounding is a tie
        # Draw by draw, so that sums do not depend on how many come at a time.
        for one, of_draws in zip(segmenter.tolist(), np.stack((found, gaps), axis=1), strict=True):
            self._sums[one] += of_draws
        for column, which in ((self.wins, gaps > 0), (self.ties, gaps == 0), (self.known, ~np.isnan(gaps))):
            np.add.at(column, segmenter, np.count_nonzero(which, axis=1))
        return segmenter, values, np.bincount(draw, np.diff(drawn.offsets), draws).astype(np.float64)

    def standings(self, tested: int, ci: float, epsilon: float, margin: float) -> list[Standing]:
        """What is reported of every segmenter; only the first ones are tested, the others are baselines."""
        humans = self.humans
        humans_alone = [humans.value if judged.all() else humans.agreement(judged) for judged in self._sets]
        similarities = humans.measured.observed.of_sums(self.counts).tolist()
        apart = [humans.without_each(own) for own in self.similarities]
        differences = [Difference(*mean) for mean in [crossed_mean(*one, ci) for one in apart]]
        ranked = [humans.rank(own) for own in self.similarities]
        expected = [None if scaled is None else one_more(scaled[:-1], float(scaled[-1]), ci) for _, scaled in ranked]
        standings = []
        for number, name in enumerate(self.names):
            judged, draws, (rank, scaled) = self.judged[number] > 0, self.drawn == number, ranked[number]
            alone, value = humans_alone[self._set[number]], float(self.values[draws].mean())
            _require_defined(alone, f"the humans on the items of {name}")
            _require_defined(value, f"the humans with {name}")
            boundaries = float(humans.boundaries[judged].sum())
            wins, ties, known = (int(column[number]) for column in (self.wins, self.ties, self.known))
            of_test = number < tested
            standings.append(
                Standing(
                    name=name,
                    items=int(np.count_nonzero(judged)),
                    value=value,
                    humans=alone,
                    change=value - alone,
                    difference=differences[number],
                    one_more=_one_more_human(scaled, expected[number]),
                    equivalence=equivalence(differences[number], margin) if of_test else None,
                    win_rate=wins / known + ties / known / 2 if known else math.nan,
                    ties=ties / known if known else math.nan,
                    rank=rank,
                    annotator_test=humans.annotator_test(self.gaps[number], epsilon, ci) if of_test else None,
                    similarity=similarities[number],
                    density=float(np.mean(self.boundaries[draws] / boundaries)) if boundaries else math.nan,
                )
            )
        return standings


def _one_more_human(scaled: FloatArray | None, found: OneMore | None) -> OneMoreHuman | None:
    """What one more human would reach beside a segmenter, back on the scale of similarity."""
    if scaled is None or found is None:
        return None
    value, low, high = (1.0 - math.exp(-end) for end in (float(scaled[-1]), found.low, found.high))
    return OneMoreHuman(value, low, high, found.t, found.degrees, found.p_value)


def equivalence(gap: Difference, margin: float) -> Equivalence | None:
    """Two one-sided t-tests (Schuirmann 1987) of the hypothesis that a difference is at least the margin, either way;
    None without an interval.
    """
    if gap.interval is None:
        return None
    error = math.sqrt(float(np.nansum([gap.variance_items, gap.variance_coders])))
    critical = critical_t(0.9, gap.degrees)
    above, below = ((margin + side * gap.value) / error for side in (1, -1))
    p_value = max(probability_below(-above, gap.degrees), probability_below(-below, gap.degrees))
    power = max(0.0, 2.0 * probability_below(margin / error - critical, gap.degrees) - 1.0)
    shown = None if math.isnan(margin) else p_value <= SMALL
    return Equivalence(margin, p_value, shown, abs(gap.value) + critical * error, power)


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
    measured, coders = humans.measured, len(humans.names)
    coded = np.zeros((coders, measured.items))
    coded[humans.human, humans.item] = 1.0
    items = np.where(coded.sum(axis=0) > _FEWEST_OTHERS, coded, 0.0)
    all_humans = np.ones((coders, coders))
    present = np.concatenate((all_humans, all_humans - np.eye(coders)))
    found = humans.agreements.under(Weights(np.tile(items, (2, 1)), present)).reshape(2, coders)
    everybody, others = np.where(items.any(axis=1), found, np.nan)
    numbers = items.sum(axis=1).astype(np.int64)
    columns = (numbers, everybody, others, everybody - others, measured.observed.per_coder())
    rows = zip(*(column.tolist() for column in columns), strict=True)
    standings = {name: HumanStanding(*row) for name, row in zip(humans.names, rows, strict=True)}
    placed = {name: human for name, human in standings.items() if not math.isnan(human.change)}
    best_first = dict(sorted(placed.items(), key=lambda named: -named[1].change))
    return HumanBand(FrozenMapping(best_first))
