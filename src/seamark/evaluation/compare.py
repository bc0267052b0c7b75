"""Segmenters beside humans: like for like with each of them, and how agreement changes when each of them joins."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import get_args

import numpy as np

from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName
from seamark.agreement.measurement import Measurement, require_pairs
from seamark.checks import by_name, finite_number, true_or_false
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.evaluation.beside_humans import Lead
from seamark.evaluation.newcomers import Newcomer, require_other_names
from seamark.evaluation.panel import Joined, Panel
from seamark.evaluation.standing import Evaluation, HumanBand, HumanStanding, Standing
from seamark.frozen_mapping import FrozenMapping
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairing import Codings
from seamark.metrics.signature import Signature
from seamark.model.coder_pairs import number_of_pairs
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike
from seamark.segmenters.baselines import drawn_baselines
from seamark.stats.intervals import check_level
from seamark.stats.seeds import RandomSource, resolve_rng

# One coding of an item says nothing about how humans agree on it.
_FEWEST_HUMANS = 2


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
    known: Mapping[str, Codings],
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
