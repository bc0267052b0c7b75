"""Agreement of two or many coders, corrected for chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import numpy as np

from seamark.agreement.base import Coefficient, CoefficientName, chance_corrected
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, ChanceSource
from seamark.agreement.intervals import AgreementInterval, IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.observed import Likeness
from seamark.agreement.permutation import shuffled_term
from seamark.agreement.result import Agreement, ItemAgreement
from seamark.choices import one_of
from seamark.errors import UndefinedScoreError
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.signature import Signature
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike
from seamark.stats.crossed import Units
from seamark.stats.intervals import Interval
from seamark.stats.seeds import RandomSource, resolve_rng


def agree(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    *,
    ci: float | None = None,
    resample: Units = "items",
    resamples: int = 10_000,
    method: AgreementInterval = "bca",
    rng: RandomSource = None,
    chance: ChanceSource = "closed",
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    shuffles: int = 1_000,
) -> Agreement:
    """How far coders agree, corrected for chance: Scott's pi or Cohen's kappa, and their forms for many coders.

    Codings may be missing: every two codings of an item are compared, and rates are taken over what was coded.

    Parameters
    ----------
    corpus
        The codings, at least two coders.
    metric
        What is measured between two codings; ``S()`` by default. A penalty such as WindowDiff is used as 1 - value, and
        the signature says so; a metric that tells reference from hypothesis is taken in both directions.
    coefficient
        ``"pi"``: chance takes boundaries from one distribution for all coders. ``"kappa"``: every coder has their own.
    ci
        The level of a confidence interval, such as 0.95; none by default.
    resample
        What the interval is about: other ``"items"``, other ``"coders"``, or ``"both"``. One item leaves only coders.
    resamples
        How many bootstrap resamples to draw.
    method
        ``"bca"``, ``"percentile"`` (both bootstrap) or ``"jackknife"``.
    rng
        A seed or generator for everything random; the seed is reported.
    chance
        ``"closed"``: expected agreement from boundary rates. ``"permutation"``: the similarity that the metric finds
        when every coder's segments are shuffled within the item, whatever the coefficient.
    chance_count
        ``"boundaries"`` or, as Table 2 of the 2012 paper was computed, ``"segments"`` per potential boundary.
    chance_average
        ``"micro"``: rates of summed counts; ``"macro"``: the mean of the rates of single codings; ``"fournier2012"``:
        macro for pi and micro for kappa, as the corpus figures of the 2012 paper were computed.
    shuffles
        How many shuffles make up the permutation chance.

    Returns
    -------
    Agreement

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
    Fournier & Inkpen 2012, section 3.4; Artstein & Poesio 2008.
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    one_of(chance, "chance", get_args(ChanceSource))
    options = ChanceOptions(chance_count, chance_average)
    plan = None if ci is None else IntervalPlan(ci, resample, method, resamples)
    measured = Measurement.of(as_corpus(corpus), Likeness(as_metric(metric)), options)
    shuffle = chance == "permutation"
    random = shuffle or (plan is not None and plan.random)
    seed = resolve_rng(rng)[1]
    chosen = measured.closed(coefficient)
    if shuffle:
        expected = shuffled_term(measured.likeness, measured.pairs, measured.items, shuffles=shuffles, seed=seed)
        chosen = Coefficient(measured.observed, expected)
    interval = None if plan is None else plan.interval(chosen, items=measured.items, coders=measured.coders, seed=seed)
    described = {
        "coef": coefficient,
        **_metric_options(measured),
        "chance": f"permutation,{shuffles}" if shuffle else f"{chance_count},{chance_average}",
        **_sizes(measured),
        **({} if plan is None else plan.options()),
    }
    if random:
        described["seed"] = seed
    return _result(measured, chosen, coefficient, interval, seed if random else None, Signature.of("agree", described))


def _result(
    measured: Measurement,
    chosen: Coefficient,
    coefficient: CoefficientName,
    interval: Interval | None,
    seed: int | None,
    signature: Signature,
) -> Agreement:
    observed, expected = measured.whole(chosen.observed), measured.whole(chosen.expected)
    value = float(chance_corrected(np.array([observed]), np.array([expected]))[0])
    if np.isnan(value):
        raise UndefinedScoreError(
            f"the coefficient is undefined: observed agreement is {observed:g} and chance alone explains {expected:g}"
        )
    per_item = _per_item(measured, chosen)
    return Agreement(
        value=value,
        observed=observed,
        expected=expected,
        bias=measured.whole(measured.pi) - measured.whole(measured.kappa),
        interval=interval,
        per_item=per_item,
        coders=measured.coders,
        items=measured.items,
        pairs=len(measured.pairs),
        undefined_items=tuple(item for item, part in per_item.items() if np.isnan(part.value)),
        undefined_comparisons=measured.observed.undefined,
        coefficient=coefficient,
        similarity=measured.likeness.label,
        seed=seed,
        signature=signature,
    )


def _per_item(measured: Measurement, chosen: Coefficient) -> dict[str, ItemAgreement]:
    corpus = measured.corpus
    columns = (
        chosen.per_item(),
        chosen.observed.per_item(),
        chosen.expected.per_item(),
        measured.pi.per_item() - measured.kappa.per_item(),
        np.array(list(corpus.masses.values())),
        np.bincount(corpus.item_index, minlength=len(corpus)),
        np.bincount(measured.pairs.item, minlength=len(corpus)),
    )
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {item: ItemAgreement(*row) for item, row in zip(corpus.item_names, rows, strict=True)}


def _metric_options(measured: Measurement) -> dict[str, object]:
    codings = measured.corpus.codings
    return {"metric": measured.likeness.label, **measured.likeness.metric.options(codings, codings)}


def _sizes(measured: Measurement) -> dict[str, object]:
    """How much was compared, and, only when that is so, how many comparisons have no value of their own."""
    undefined = measured.observed.undefined
    sizes: dict[str, object] = {"coders": measured.coders, "items": measured.items, "pairs": len(measured.pairs)}
    return {**sizes, "undefined": undefined} if undefined else sizes
