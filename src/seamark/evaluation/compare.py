"""Is a segmenter as reliable as the people? How their agreement changes when it joins them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np

from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName
from seamark.agreement.measurement import Measurement, require_pairs
from seamark.checks import by_name, true_or_false
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.evaluation.estimates import Estimate, agreements
from seamark.evaluation.newcomers import Newcomer
from seamark.evaluation.panel import Joined, Panel
from seamark.evaluation.standing import Evaluation, HumanBand, HumanStanding, Margin, Standing
from seamark.frozen_mapping import FrozenMapping
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairing import Codings
from seamark.metrics.signature import Signature
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike
from seamark.segmenters.baselines import baselines as baselines_of
from seamark.stats.correction import holm
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
    baselines: bool = True,
    ci: float = 0.95,
    resamples: int = 10_000,
    draws: int = 100,
    rng: RandomSource = None,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> Evaluation:
    """Ask how the agreement of humans changes when a segmenter joins them, beside what each human does to it.

    There is no single true segmentation to compare with, so each segmenter is added to the humans as one more coder.
    Its *change* is ``agreement(humans + segmenter) - agreement(humans)``, negative when it lowers agreement. The same
    is done with every human, on the items of that human: ``agreement(humans) - agreement(humans without this one)``.
    The range of these changes is the human band.

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
        ``"pi"`` or ``"kappa"``.
    baselines
        Whether to add the baselines of ``seamark.segmenters.baselines``, the floor under every segmenter.
    ci
        Of the confidence intervals.
    resamples
        How many bootstrap resamples of the items to draw, the same for everybody.
    draws
        How often random baselines are drawn and averaged.
    rng
        A seed or generator for everything random; the seed is reported.
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
    When all humans coded everything, the mean change by a human is 0 as far as observed agreement goes: the mean over
    humans of the agreement of the others *is* the agreement of all. A change of 0 is therefore what an average human
    brings, and the p-value asks whether the segmenter is worse, or better, than that. It is about other items, not
    about other humans.

    A human joins a group that is smaller by one than the group which a segmenter joins, so that a human's change is
    larger than that of an equally good segmenter, by a factor of about (k + 1) / k for k humans: the band is a little
    wide. ``Standing.in_places`` compares like with like: there the segmenter takes each human's place, on the items of
    that human.

    Examples
    --------
    >>> humans = {
    ...     "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
    ...     "song": {"ann": [4, 4], "ben": [4, 4], "cat": [3, 5]},
    ... }
    >>> result = compare(humans, {"tiler": {"poem": [2, 3, 6], "song": [4, 4]}}, rng=7)
    >>> round(result.value, 4), round(result["tiler"].value, 4), round(result["tiler"].change, 4)
    (0.8995, 0.9195, 0.02)
    >>> result["tiler"].matched
    ('ann', 'ben', 'cat')

    References
    ----------
    Fournier & Inkpen 2012, section "Evaluating Automatic Segmenters"; Medelyan et al. 2009.
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    check_level(ci)
    true_or_false(baselines, "baselines")
    known = by_name(segmenters, "segmenters", "segmentations by name of the segmenter")
    if not known:
        raise InputError("there is no segmenter to compare with the humans")
    given, chosen = as_corpus(humans), as_metric(metric)
    chance = ChanceOptions(chance_count, chance_average)
    return evaluation_of(
        given,
        lambda judged: Measurement.of(judged, chosen, chance),
        known,
        coefficient,
        baselines=baselines,
        ci=ci,
        resamples=resamples,
        draws=draws,
        rng=rng,
    )


def evaluation_of(
    given: Corpus,
    measure: Callable[[Corpus], Measurement],
    known: Mapping[str, Codings],
    coefficient: CoefficientName,
    *,
    baselines: bool = True,
    ci: float = 0.95,
    resamples: int = 10_000,
    draws: int = 100,
    rng: RandomSource = None,
) -> Evaluation:
    """``compare`` for options that have been checked.

    ``measure`` compares the humans on the items that two of them coded: ``given`` itself where these are all.
    """
    require_pairs(given.coder_names, len(given.pairs()))
    judged = np.flatnonzero(np.bincount(given.item_index, minlength=len(given)) >= _FEWEST_HUMANS)
    names = [given.item_names[number] for number in judged.tolist()]
    corpus = given if len(names) == len(given) else given.subset(items=names)
    newcomers = [Newcomer.of_segmenter(name, codings, given).among(judged) for name, codings in known.items()]
    seed = resolve_rng(rng)[1]
    if baselines:
        newcomers += _baselines(corpus, tuple(known), draws, seed)
    panel = Panel(measure(corpus), coefficient, np.arange(len(corpus)))
    alone, outcomes = _outcomes(panel, newcomers, resamples, seed)
    tested, floor = outcomes[: len(known)], outcomes[len(known) :]
    drawn = {"ci": f"{ci:g},percentile", "resamples": resamples, "draws": draws, "seed": seed}
    if not baselines:
        del drawn["draws"]
    return Evaluation(
        value=alone.value,
        interval=alone.interval(ci),
        band=_human_band(panel),
        segmenters=_segmenter_standings(tested, floor, ci),
        baselines=_best_first(_standing(outcome, ci, math.nan, None) for outcome in floor),
        coders=panel.measured.coders,
        items=panel.measured.items,
        left_out=tuple(item for item in given.item_names if item not in corpus),
        coefficient=coefficient,
        similarity=panel.measured.similarity.label,
        ci=ci,
        resamples=resamples,
        seed=seed,
        signature=_signature(panel, drawn),
    )


def _baselines(humans: Corpus, segmenters: tuple[str, ...], draws: int, seed: int) -> list[Newcomer]:
    found = baselines_of(humans, draws=draws, rng=seed)
    clash = [name for name in found if name in segmenters]
    if clash:
        raise InputError(f"segmenter {clash[0]!r} has the name of a baseline; rename it, or compare without baselines")
    return [Newcomer.of_baseline(baseline) for baseline in found.values()]


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


@dataclass(frozen=True, slots=True, eq=False)
class _Outcome:
    """The agreement of humans on the items of a newcomer, without it (``humans``) and with it (``value``)."""

    joined: Joined
    humans: Estimate
    value: Estimate
    change: Estimate


def _outcomes(
    panel: Panel, newcomers: Sequence[Newcomer], resamples: int, seed: int
) -> tuple[Estimate, list[_Outcome]]:
    """The agreement of the humans alone, and what it becomes when each newcomer joins them."""
    panels = {panel.items.tobytes(): panel}
    joined: list[Joined] = []
    for newcomer in newcomers:
        its_panel = panels.setdefault(newcomer.items.tobytes(), Panel(panel.measured, panel.name, newcomer.items))
        joined.append(its_panel.joined_by(newcomer))
    groups: list[Panel | Joined] = [*panels.values(), *joined]
    estimates = agreements(groups, items=panel.measured.items, resamples=resamples, seed=seed)
    of_panel = dict(zip(panels, estimates, strict=False))
    alone = _defined(of_panel[panel.items.tobytes()], "the humans alone")
    outcomes = []
    for group, together in zip(joined, estimates[len(panels) :], strict=True):
        name = group.newcomer.name
        humans = _defined(of_panel[group.panel.items.tobytes()], f"the humans on the items of {name}")
        value = _defined(together, f"the humans with {name}")
        outcomes.append(_Outcome(group, humans, value, value.minus(humans)))
    return alone, outcomes


def _defined(estimate: Estimate, whose: str) -> Estimate:
    if math.isnan(estimate.value):
        raise UndefinedScoreError(f"the agreement of {whose} is undefined: chance alone explains everything")
    return estimate


def _segmenter_standings(
    segmenters: Sequence[_Outcome], baselines: Sequence[_Outcome], ci: float
) -> tuple[Standing, ...]:
    """Segmenters, best first, their p-values corrected for their number and each beside the best baseline."""
    adjusted = holm([outcome.change.p_value for outcome in segmenters]).tolist()
    best = max(baselines, key=lambda outcome: outcome.change.value, default=None)
    return _best_first(
        _standing(outcome, ci, p_adjusted, _margin(outcome, best, ci))
        for outcome, p_adjusted in zip(segmenters, adjusted, strict=True)
    )


def _best_first(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    return tuple(sorted(standings, key=lambda standing: -standing.change))


def _standing(outcome: _Outcome, ci: float, p_adjusted: float, margin: Margin | None) -> Standing:
    joined = outcome.joined
    return Standing(
        name=joined.newcomer.name,
        items=len(joined.panel.items),
        value=outcome.value.value,
        humans=outcome.humans.value,
        change=outcome.change.value,
        interval=outcome.change.interval(ci),
        p_value=outcome.change.p_value,
        p_adjusted=p_adjusted,
        similarity=joined.similarity,
        similarities=FrozenMapping(joined.similarities),
        density=joined.density,
        in_places=FrozenMapping(dict(joined.changes_in_places)),
        margin=margin,
    )


def _margin(outcome: _Outcome, best: _Outcome | None, ci: float) -> Margin | None:
    """The distance to a baseline; only where both were judged on the same items."""
    if best is None or outcome.joined.panel is not best.joined.panel:
        return None
    lead = outcome.change.minus(best.change)
    return Margin(best.joined.newcomer.name, lead.value, lead.interval(ci))


def _human_band(panel: Panel) -> HumanBand:
    """How agreement changes when each human joins the others."""
    names = panel.measured.coder_names
    columns = (
        panel.places.sum(axis=1).astype(np.int64),
        panel.with_each,
        panel.without_each,
        panel.with_each - panel.without_each,
        panel.measured.observed.per_coder(),
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    standings = {name: HumanStanding(*row) for name, row in zip(names, rows, strict=True)}
    placed = {name: human for name, human in standings.items() if not math.isnan(human.change)}
    best_first = dict(sorted(placed.items(), key=lambda named: -named[1].change))
    return HumanBand(FrozenMapping(best_first), tuple(name for name in names if name not in placed))
