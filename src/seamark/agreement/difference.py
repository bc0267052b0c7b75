"""Two agreements compared: before and after new guidelines, or in two groups of coders."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from seamark.agreement.agree import agreement_and_coefficient
from seamark.agreement.chance import (
    AgreementCoefficient,
    ChanceAverage,
    ChanceCount,
    ChanceOptions,
    ChanceSource,
    ItemWeight,
)
from seamark.agreement.intervals import IntervalPlan, LeaveOneOut, leave_one_out, resampled_by_default
from seamark.agreement.measurement import Measurement
from seamark.agreement.result import Agreement
from seamark.agreement.shuffled import SHUFFLES
from seamark.metrics.base import Metric
from seamark.metrics.signature import Signature
from seamark.model.corpus import CorpusLike
from seamark.results import ResultRecord
from seamark.stats.crossed import Resampled
from seamark.stats.intervals import Interval
from seamark.stats.seeds import RandomSource, resolve_rng
from seamark.stats.student_t import critical_t, probability_inside
from seamark.stats.variance import Variance


@dataclass(frozen=True, slots=True)
class AgreementDifference(ResultRecord):
    """How much two agreements differ.

    Attributes
    ----------
    value
        The coefficient after minus the coefficient before.
    interval
        Its confidence interval, by jackknife.
    p_value
        Of the hypothesis that there is no difference, by the t of the interval; NaN where that is not estimable.
    before, after
        Both agreements.
    shared_items, shared_coders
        How many items and coders both studies have, by name: they are left out of both at once.
    signature
        The string that makes the value reproducible.
    """

    value: float
    interval: Interval
    p_value: float
    before: Agreement
    after: Agreement
    shared_items: int
    shared_coders: int
    signature: Signature

    def __str__(self) -> str:
        return f"{self.value:+.4f} [{self.interval.low:+.4f}, {self.interval.high:+.4f}]  {self.signature}"


def agree_difference(
    before: CorpusLike,
    after: CorpusLike,
    metric: Metric | str | None = None,
    coefficient: AgreementCoefficient = "pi",
    *,
    ci: float = 0.95,
    resample: Resampled | None = None,
    rng: RandomSource = 0,
    chance: ChanceSource = "closed",
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    item_weight: ItemWeight = "pairs",
    shuffles: int = SHUFFLES,
) -> AgreementDifference:
    """How much agreement changed, with a jackknife interval.

    An item or coder that both studies have, by name, is left out of both at once, so that what is common to both does
    not widen the interval; all others are taken as drawn independently.

    Parameters
    ----------
    before, after
        The codings of two studies.
    metric, coefficient, ci, resample, rng, chance, chance_count, chance_average, item_weight, shuffles
        As for ``agree``.

    Examples
    --------
    >>> old = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}, "song": {"ann": [4, 4], "ben": [5, 3]}}
    >>> new = {"poem": {"ann": [2, 3, 6], "ben": [2, 3, 6], "cat": [2, 9]}, "song": {"ann": [4, 4], "ben": [4, 4]}}
    >>> found = agree_difference(old, new)
    >>> round(found.value, 4), found.shared_items, found.shared_coders
    (0.0555, 2, 3)
    """
    options = ChanceOptions(chance_count, chance_average)
    seed = resolve_rng(rng)[1]
    studies = [Measurement.of(study, metric, options, item_weight=item_weight) for study in (before, after)]
    found = [agreement_and_coefficient(study, coefficient, None, chance, shuffles, seed) for study in studies]
    plan = IntervalPlan(ci, resample)
    by_default: set[Resampled] = {resampled_by_default(study.groups) for study in studies} - {"both"}
    resampled: Resampled = resample if resample is not None else min(by_default) if by_default else "both"
    variance = _variance(
        *(leave_one_out(chosen, study, resampled, log=False) for study, (_, chosen) in zip(studies, found, strict=True))
    )
    (one, _), (two, _) = found
    value = two.value - one.value
    note, reach, p_value = None, math.nan, math.nan
    if isinstance(variance, str):
        note = f"not estimable: {variance}"
    else:
        error = math.sqrt(variance.value)
        reach = critical_t(ci, variance.degrees) * error
        p_value = 1.0 - probability_inside(abs(value) / error, variance.degrees)
    same_options = studies[0].metric_options if studies[0].metric_options == studies[1].metric_options else {}
    reckoned = str(options) if chance == "closed" else "permutation"
    described = {"coef": coefficient, "metric": one.similarity, **same_options, "chance": reckoned}
    return AgreementDifference(
        value,
        Interval(value - reach, value + reach, ci, "jackknife-t", resampled=resampled, note=note),
        p_value,
        one,
        two,
        len({*studies[0].item_names} & {*studies[1].item_names}),
        len({*studies[0].coder_names} & {*studies[1].coder_names}),
        Signature.of("agree-difference", {**described, **plan.options(resampled)}),
    )


def _variance(before: Sequence[LeaveOneOut] | str, after: Sequence[LeaveOneOut] | str) -> Variance | str:
    """The variance of the difference, or why there is none."""
    if isinstance(before, str) or isinstance(after, str):
        return before if isinstance(before, str) else str(after)
    total = Variance.total([_paired(one, two) for one, two in zip(before, after, strict=True)])
    return total if total.value > 0 else "the difference does not change, whichever item or coder is left out"


def _paired(before: LeaveOneOut, after: LeaveOneOut) -> Variance:
    """The variance of a difference between what was left out of both at once, where names are shared."""
    shared = before.deviations.keys() & after.deviations.keys()
    covariance = math.fsum(before.deviations[name] * after.deviations[name] for name in shared)
    one, two = before.variance, after.variance
    degrees = min(one.degrees, two.degrees) if shared else (one + two).degrees
    return Variance(max(0.0, one.value + two.value - 2 * covariance), degrees)
