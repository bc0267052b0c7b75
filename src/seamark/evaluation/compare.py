"""Is a segmenter as reliable as the people? How their agreement changes when it joins them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from seamark.agreement.base import CoefficientName
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions
from seamark.agreement.observed import Likeness
from seamark.checks import by_name, true_or_false
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.evaluation.entrants import Entrant, baseline_entrant, segmenter_entrant
from seamark.evaluation.human_band import human_band
from seamark.evaluation.joining import AgreementPlan, Panel
from seamark.evaluation.result import Evaluation
from seamark.evaluation.standings import standings_of_baselines, standings_of_segmenters
from seamark.evaluation.study import Study
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairing import Codings
from seamark.metrics.signature import Signature
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike
from seamark.segmenters.baselines import baselines as baselines_of
from seamark.stats.intervals import check_level
from seamark.stats.seeds import RandomSource, resolve_rng


def compare(
    humans: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    segmenters: Mapping[str, Codings],
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    *,
    baselines: bool = True,
    level: float = 0.95,
    resamples: int = 10_000,
    draws: int = 100,
    rng: RandomSource = None,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> Evaluation:
    """Ask how the agreement of humans changes when a segmenter joins them, beside what each human does to it.

    There is no single true segmentation to compare with, so each segmenter is added to the humans as one more coder.
    Its *drop* is ``agreement(humans + segmenter) - agreement(humans)``, negative when it lowers agreement. The same is
    done with every human, on the items of that human: ``agreement(humans) - agreement(humans without this one)``. The
    range of these drops is the human band.

    Parameters
    ----------
    humans
        Their codings, at least two coders. Codings may be missing; an item with fewer than two takes no part.
    segmenters
        By name, each a mapping from items to segmentations or a ``Corpus`` with one coder. Items may be missing: the
        segmenter is then judged on those it has, and so are the humans beside it.
    metric
        As for ``agree``: ``S()`` by default.
    coefficient
        ``"pi"`` or ``"kappa"``.
    baselines
        Whether to add the baselines of ``seamark.segmenters.baselines``, the floor under every segmenter.
    level
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
    The average human has a drop of 0 when all humans coded everything, as far as observed agreement goes: the mean over
    humans of the agreement of the others *is* the agreement of all. A drop of 0 is therefore what an average human
    brings, and the p-value asks whether the segmenter is worse, or better, than that. It speaks of other items, not of
    other humans.

    A human joins a group that is smaller by one than the group which a segmenter joins, so that a human's drop is
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
    >>> round(result.value, 4), round(result["tiler"].value, 4), round(result["tiler"].drop, 4)
    (0.8995, 0.9195, 0.02)
    >>> result["tiler"].matched
    ('ann', 'ben', 'cat')

    References
    ----------
    Fournier & Inkpen 2012, section "Evaluating Automatic Segmenters"; Medelyan et al. 2009.
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    check_level(level)
    true_or_false(baselines, "baselines")
    known = by_name(segmenters, "segmenters", "segmentations by name of the segmenter")
    if not known:
        raise InputError("there is no segmenter to compare with the humans")
    corpus = as_corpus(humans)
    plan = AgreementPlan(Likeness(as_metric(metric)), coefficient, ChanceOptions(chance_count, chance_average))
    study = Study.of(corpus, plan)
    seed = resolve_rng(rng)[1]
    entrants = [study.admitted(segmenter_entrant(name, codings, corpus)) for name, codings in known.items()]
    if baselines:
        entrants += _floor(study, tuple(known), draws, seed)
    drawn = {
        "ci": f"{level:g},percentile",
        "resamples": resamples,
        **({"draws": draws} if baselines else {}),
        "seed": seed,
    }
    panel, alone, outcomes = study.outcomes(entrants, resamples=resamples, seed=seed)
    tested, floor = outcomes[: len(known)], outcomes[len(known) :]
    return Evaluation(
        value=alone.value,
        interval=alone.interval(level),
        band=human_band(panel),
        segmenters=standings_of_segmenters(tested, floor, level),
        baselines=standings_of_baselines(floor, level),
        coders=panel.measured.coders,
        items=panel.measured.items,
        left_out=study.left_out,
        coefficient=coefficient,
        similarity=plan.likeness.label,
        level=level,
        resamples=resamples,
        seed=seed,
        signature=_signature(panel, drawn),
    )


def _floor(study: Study, segmenters: tuple[str, ...], draws: int, seed: int) -> list[Entrant]:
    floor = baselines_of(study.corpus, draws=draws, rng=seed)
    clash = [name for name in floor if name in segmenters]
    if clash:
        raise InputError(f"segmenter {clash[0]!r} has the name of a baseline; rename it, or compare without baselines")
    return [baseline_entrant(baseline, len(study.corpus)) for baseline in floor.values()]


def _signature(panel: Panel, drawn: Mapping[str, object]) -> Signature:
    measured, plan = panel.measured, panel.plan
    codings = measured.corpus.codings
    described = {
        "coef": plan.coefficient,
        "metric": plan.likeness.label,
        **plan.likeness.metric.options(codings, codings),
        "chance": f"{plan.chance.count},{plan.chance.average}",
        "coders": measured.coders,
        "items": measured.items,
        **drawn,
    }
    return Signature.of("compare", described)
