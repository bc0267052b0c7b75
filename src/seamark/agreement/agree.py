"""Agreement of two or many coders, corrected for chance, and its two terms by themselves."""

from __future__ import annotations

import math
from typing import get_args

import numpy as np

from seamark.agreement.alpha import alpha_coefficient, alpha_is_closed
from seamark.agreement.chance import (
    AgreementCoefficient,
    ChanceAverage,
    ChanceCount,
    ChanceOptions,
    ChanceSource,
    CoefficientName,
    ItemWeight,
)
from seamark.agreement.intervals import AgreementInterval, IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.result import Agreement, ItemAgreement
from seamark.agreement.shuffled import SHUFFLES, ShuffledSums, shuffled_term
from seamark.agreement.terms import Coefficient, ObservedAgreement
from seamark.checks import of_kind
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.metrics.base import Metric
from seamark.metrics.signature import Signature
from seamark.model.corpus import CorpusLike, as_corpus
from seamark.stats.crossed import Resampled
from seamark.stats.seeds import RandomSource, resolve_rng


def agree(
    corpus: CorpusLike,
    metric: Metric | str | None = None,
    coefficient: AgreementCoefficient = "pi",
    *,
    ci: float | None = None,
    resample: Resampled | None = None,
    resamples: int = 10_000,
    method: AgreementInterval = "jackknife",
    rng: RandomSource = 0,
    chance: ChanceSource = "closed",
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    item_weight: ItemWeight = "pairs",
    shuffles: int = SHUFFLES,
) -> Agreement:
    """How far coders agree, corrected for chance: Scott's pi, Cohen's kappa, Krippendorff's alpha, for many coders too.

    Beside the coefficient stands what the same metric finds when every coder's segments are shuffled within the item
    (``shuffled``), and how far the codings rise above that (``above_shuffled``). Codings may be missing: every two
    codings of an item are compared, and rates are taken over the items that two or more coders coded.

    Parameters
    ----------
    corpus
        The codings, at least two coders.
    metric
        What is measured between two codings; ``S()`` by default. A penalty such as WindowDiff is used as 1 - value, and
        the signature says so; a metric that tells reference from hypothesis is taken in both directions.
    coefficient
        ``"pi"``: chance takes boundaries from one distribution for all coders. ``"kappa"``: every coder has their own.
        Both expect two boundaries at one place. ``"alpha"``: chance is what the metric itself would find between
        codings filled at random, near misses forgiven; every coding counts once. It is 0 for unrelated coders.
    ci
        The level of a confidence interval, such as 0.95; none by default.
    resample
        What the interval is about: other ``"items"`` of the same kind, other ``"coders"``, or ``"both"``; by default
        both, where there are two items and three coders.
    resamples
        How many bootstrap resamples to draw.
    method
        ``"jackknife"``: Student's t on the scale of log(1 - value), which never passes 1. ``"bootstrap-t"``,
        ``"percentile"`` and ``"bca"`` resample, and are too short with few items or coders; so is ``"poisson"``, a
        bootstrap over items whose weights follow from their names, as ``seamark.scale.agree_parquet`` can do too.
    rng
        A seed or generator for everything random; the seed is reported. By default it is always the same.
    chance
        ``"closed"``: expected agreement is the chance that two coders place a boundary at the same place.
        ``"permutation"``: it is the shuffled level, whatever the coefficient, and the value is ``above_shuffled``.
        For alpha the closed form exists for S with its own weights, ``n=2`` and one boundary type; otherwise alpha
        takes the shuffled level.
    chance_count
        ``"boundaries"`` or, as Table 2 of the 2012 paper was computed, ``"segments"`` per potential boundary.
    chance_average
        ``"micro"``: rates of summed counts; ``"macro"``: the mean of the rates of single codings; ``"fournier2012"``:
        macro for pi and micro for kappa, as the corpus figures of the 2012 paper were computed.
    item_weight
        ``"pairs"``: every two codings of an item weigh the same, so that an item of m codings weighs m(m - 1)/2.
        ``"coders"``: it weighs m, as in Krippendorff's alpha.
    shuffles
        How many shuffles make up the shuffled level; 0 for none. Where there are very many pairs, fewer are made, and
        ``draws`` says how many.

    Raises
    ------
    InputError
        With fewer than two coders, no item coded by two, or too few units to resample.
    UndefinedScoreError
        When chance alone explains everything and coders still disagree.

    Examples
    --------
    >>> result = agree({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> print(result)
    0.8971  agree|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:boundaries,micro|coders:3|items:1|pairs:3|v:0.1.0

    References
    ----------
    Fournier & Inkpen 2012, section 3.4; Artstein & Poesio 2008; Krippendorff 2019, chapter 12.
    """
    options = ChanceOptions(chance_count, chance_average)
    study = as_corpus(corpus)
    plan = None if ci is None else IntervalPlan(ci, resample, method, resamples)
    measured = Measurement.of(study, metric, options, item_weight=item_weight)
    return agreement_of(measured, coefficient, plan=plan, chance=chance, shuffles=shuffles, rng=rng)


def agreement_of(
    measured: Measurement,
    coefficient: AgreementCoefficient = "pi",
    *,
    plan: IntervalPlan | None = None,
    chance: ChanceSource = "closed",
    shuffles: int | ShuffledSums = 0,
    rng: RandomSource = 0,
) -> Agreement:
    """How far coders agree, from what has been measured: in one go, or in parts that were joined.

    ``plan`` says which interval to make, if any; the others are those of ``agree``. Only codings that are at hand can
    be shuffled; otherwise ``shuffles`` may be the sums of shuffles that were made part by part.

    Examples
    --------
    >>> parts = [Measurement.of({item: {"ann": [2, 3], "ben": [3, 2]}}) for item in ("poem", "song")]
    >>> agreement_of(parts[0] + parts[1]).value == agreement_of(parts[0].over_items() + parts[1]).value
    True
    """
    return agreement_and_coefficient(measured, coefficient, plan, chance, shuffles, resolve_rng(rng)[1])[0]


def agreement_and_coefficient(
    measured: Measurement,
    coefficient: AgreementCoefficient,
    plan: IntervalPlan | None,
    chance: ChanceSource,
    shuffles: int | ShuffledSums,
    seed: int,
) -> tuple[Agreement, Coefficient]:
    """The same, and the coefficient with its terms, from which more can be computed."""
    one_of(coefficient, "coefficient", get_args(AgreementCoefficient))
    of_kind(measured, Measurement, "measured", "a Measurement").require_pairs()
    if plan is not None:
        of_kind(plan, IntervalPlan, "plan", "an IntervalPlan")
    one_of(chance, "chance", get_args(ChanceSource))
    level, draws = (
        shuffles.term(measured) if isinstance(shuffles, ShuffledSums) else shuffled_term(measured, shuffles, seed)
    )
    closed = chance == "closed" and (coefficient != "alpha" or alpha_is_closed(measured))
    if not closed and level is None:
        raise InputError("shuffles is 0; expected 1 or more for the permutation chance")
    alpha = alpha_coefficient(measured, level, closed=chance == "closed")
    chosen = _chosen(measured, coefficient, alpha, None if closed else level)
    interval = None if plan is None else plan.interval(chosen, measured, seed)
    described = {
        "coef": coefficient,
        **measured.described(_chance_text(measured, coefficient) if closed else f"permutation,{draws}"),
        **({} if plan is None or interval is None else plan.options(interval.resampled)),
    }
    if not closed or (plan is not None and plan.random):
        described["seed"] = seed
    value, observed, expected = chosen.whole(), chosen.observed.whole(), chosen.expected.whole()
    if np.isnan(value):
        raise UndefinedScoreError(
            f"the coefficient is undefined: observed agreement is {observed:g} and chance alone explains {expected:g}"
        )
    per_item = _per_item(measured, chosen)
    found = Agreement(
        value=value,
        observed=observed,
        expected=expected,
        alpha=math.nan if alpha is None else alpha.whole(),
        shuffled=math.nan if level is None else level.whole(),
        above_shuffled=math.nan if level is None else Coefficient(measured.observed, level).whole(),
        draws=draws,
        bias=measured.bias,
        degenerate=not measured.facts().boundaries.any(),
        interval=interval,
        per_item=per_item,
        coders=measured.coders,
        items=measured.items,
        pairs=measured.compared,
        undefined_items=tuple(item for item, part in per_item.items() if np.isnan(part.value)),
        undefined_comparisons=measured.undefined,
        coefficient=coefficient,
        similarity=measured.similarity.label,
        seed=seed if "seed" in described or draws else None,
        signature=Signature.of("agree", described),
    )
    return found, chosen


def _chosen(
    measured: Measurement, coefficient: AgreementCoefficient, alpha: Coefficient | None, level: ObservedAgreement | None
) -> Coefficient:
    """The coefficient that was asked for, with a closed form of chance or the level of shuffled codings."""
    if coefficient == "alpha":
        if alpha is None:
            raise InputError("alpha needs the items one by one, and these were summed up")
        return alpha
    return measured.coefficient(coefficient) if level is None else Coefficient(measured.observed, level)


def _chance_text(measured: Measurement, coefficient: AgreementCoefficient) -> str:
    return "edits" if coefficient == "alpha" else str(measured.chance)


def _per_item(measured: Measurement, chosen: Coefficient) -> dict[str, ItemAgreement]:
    """Every item by itself; none where items were summed up."""
    if not measured.item_names:
        return {}
    columns = (
        chosen.per_item(),
        chosen.observed.per_item(),
        chosen.expected.per_item(),
        measured.pi.per_item() - measured.kappa.per_item(),
        measured.lengths,
        np.bincount(measured.rows.item, minlength=measured.items),
        measured.pairs.per_item()[:, -1].astype(np.int64),
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {item: ItemAgreement(*row) for item, row in zip(measured.item_names, rows, strict=True)}


def observed_agreement(corpus: CorpusLike, metric: Metric | str | None = None) -> float:
    """How alike the codings are, without regard to chance: the metric over all pairs of coders and items, pooled.

    It is the sum of numerators over the sum of denominators, so that every potential boundary counts once per pair.
    Parameters are those of ``agree``.

    Examples
    --------
    >>> observed_agreement({"poem": {"ann": [5, 5], "ben": [4, 6], "cat": [5, 5]}})
    0.9259259259259259
    """
    return Measurement.of(corpus, metric).require_pairs().observed.whole()


def expected_agreement(
    corpus: CorpusLike,
    coefficient: CoefficientName = "pi",
    *,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> float:
    """The chance that two coders place a boundary at the same place, judged by how often they place one.

    For ``"pi"`` it is the squared rate of all coders together, for ``"kappa"`` the mean over pairs of coders of the
    product of their own rates; with several boundary types, the sum over types. Parameters are those of ``agree``.

    Examples
    --------
    >>> expected_agreement({"poem": {"ann": [5, 6], "ben": [4, 2, 5]}}, "pi")
    0.0225
    >>> expected_agreement({"poem": {"ann": [5, 6], "ben": [4, 2, 5]}}, "kappa")
    0.020000000000000004
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    return _chance_alone(corpus, ChanceOptions(chance_count, chance_average)).expected(coefficient).whole()


def coder_bias(
    corpus: CorpusLike,
    *,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> float:
    """Expected agreement of pi minus that of kappa: 0 when all coders place boundaries equally often.

    It is never negative when every coder coded every item. With missing codings it may be, since pi then weighs coders
    by how much they coded and kappa does not. Parameters are those of ``agree``.

    Examples
    --------
    >>> round(coder_bias({"poem": {"ann": [5, 6], "ben": [4, 2, 5]}}), 4)
    0.0025

    References
    ----------
    Artstein & Poesio 2008, page 572; Fournier & Inkpen 2012, equation 14.
    """
    return _chance_alone(corpus, ChanceOptions(chance_count, chance_average)).bias


def _chance_alone(corpus: CorpusLike, options: ChanceOptions) -> Measurement:
    return Measurement.of(corpus, chance=options, compare=False).require_pairs()
