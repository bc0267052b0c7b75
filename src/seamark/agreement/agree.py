"""Agreement of two or many coders, corrected for chance; its two terms by themselves; and two agreements compared."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict, get_args

import numpy as np

from seamark.agreement.coefficients import (
    AgreementCoefficient,
    ChanceAverage,
    ChanceCount,
    ChanceOptions,
    ChanceSource,
    Coefficient,
    CoefficientName,
    ItemWeight,
)
from seamark.agreement.intervals import (
    AgreementInterval,
    IntervalPlan,
    LeaveOneOut,
    NotEstimableError,
    leave_one_out,
    resampled_by_default,
)
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES, ShuffledSums, shuffled_term
from seamark.base.checks import of_kind, one_of
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.methods import Methods
from seamark.base.results import ResultRecord, Table
from seamark.metrics.base import Metric
from seamark.metrics.pairs import Pairs
from seamark.metrics.signature import Signature
from seamark.metrics.windows import WindowDiff
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.stats.intervals import Interval, Variance, critical_t, probability_inside
from seamark.stats.resampling import RandomSource, Resampled, resolve_rng

if TYPE_CHECKING:
    from seamark.agreement.sentences import AgreementTable

_NAMES: Mapping[tuple[AgreementCoefficient, bool], str] = {
    ("pi", True): "Scott's pi",
    ("pi", False): "multi-pi",
    ("kappa", True): "Cohen's kappa",
    ("kappa", False): "multi-kappa",
    ("alpha", True): "Krippendorff's alpha",
    ("alpha", False): "Krippendorff's alpha",
}


class AgreementCounts(TypedDict):
    """How much was compared."""

    items: int
    coders: int
    pairs: int


@dataclass(frozen=True, slots=True)
class ItemAgreement(ResultRecord):
    """Agreement on one item by itself.

    Attributes
    ----------
    value, observed, expected, bias
        As in ``Agreement``, from the codings of this item only; NaN when it has fewer than two, and the value also when
        chance alone explains everything.
    mass
        The number of units.
    coders, pairs
        How many coders coded it, and how many pairs of them were compared.
    """

    value: float
    observed: float
    expected: float
    bias: float
    mass: int
    coders: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Agreement(ResultRecord):
    """How far coders agree, corrected for chance, and everything needed to get the number again.

    Attributes
    ----------
    value
        The coefficient, ``(observed - expected) / (1 - expected)``: 1 is full agreement. Coders who place boundaries
        at random are above 0 where the metric also rewards places without one; see ``shuffled``.
    observed, expected
        How alike the codings are, and the chance that two coders place a boundary at the same place.
    alpha
        Krippendorff's alpha with the same metric: chance is what the metric would find between codings filled at
        random, so that unrelated coders come out at 0. NaN where chance has no closed form and nothing was shuffled.
    shuffled
        What ``observed`` becomes when every coder's segments are shuffled within the item; NaN without shuffles.
    above_shuffled
        ``(observed - shuffled) / (1 - shuffled)``: 0 is what coders reach who place their segments in any order.
    draws
        How many shuffles that is the mean of.
    bias
        Expected agreement of pi minus that of kappa.
    boundary_rate
        Boundaries per place, over all codings.
    degenerate
        Whether nobody placed a boundary: the value is then 1, and says nothing.
    interval
        A confidence interval of the value, if one was asked for.
    above_interval
        The same of ``above_shuffled``; shuffled codings are left out along with those they were made of. None where
        items were summed up.
    per_item
        The same for each item by itself; empty when items were summed up as they came, as ``agree_table`` does.
    coders, items, pairs
        How many there are; a pair is two codings of one item.
    undefined_items
        Items without a value of their own, because fewer than two coders coded them or chance explains everything.
    undefined_comparisons
        How many comparisons of two codings have no value of their own, such as a window wider than the text. Their
        counts are in the sums like all others.
    coefficient
        ``"pi"``, ``"kappa"`` or ``"alpha"``.
    similarity
        What was measured between two codings: the metric's name, with ``1-`` before a penalty.
    seed
        The seed of everything random; None when nothing was.
    signature
        The string that makes the value reproducible.
    rejected
        How many rows of a table could not be used, by reason; a corpus has none.
    """

    value: float
    observed: float
    expected: float
    alpha: float
    shuffled: float
    above_shuffled: float
    draws: int
    bias: float
    boundary_rate: float
    degenerate: bool
    interval: Interval | None
    above_interval: Interval | None
    per_item: Mapping[str, ItemAgreement]
    coders: int
    items: int
    pairs: int
    undefined_items: tuple[str, ...]
    undefined_comparisons: int
    coefficient: AgreementCoefficient
    similarity: str
    seed: int | None
    signature: Signature
    rejected: Mapping[str, int] = field(default_factory=dict)

    # Everything but the single items, which are the rows of ``to_arrow`` and its like.
    _left_out = ("per_item", "coders", "items", "pairs")
    _also = ("name", "counts")

    @property
    def counts(self) -> AgreementCounts:
        """How much was compared."""
        return {"items": self.items, "coders": self.coders, "pairs": self.pairs}

    @property
    def name(self) -> str:
        """The coefficient's name: Scott's and Cohen's for two coders, multi-pi and multi-kappa for more."""
        return _NAMES[self.coefficient, self.coders == 2]

    @property
    def shuffled_value(self) -> float:
        """The coefficient of shuffled codings, which lies on the scale of ``value``; NaN without shuffles."""
        room = 1.0 - self.expected
        return (self.shuffled - self.expected) / room if room > 0 else math.nan

    def rows(self) -> list[dict[str, Any]]:
        """A row per item."""
        return [{"item": item, **part.to_dict()} for item, part in self.per_item.items()]

    def answer(self) -> tuple[str, ...]:
        """How much was compared, and how far the coders agree."""
        return self._alone().answer()

    def table(self) -> Table:
        """The value above shuffled with its interval, and the coefficient."""
        return self._alone().table()

    def details(self) -> tuple[Table | str, ...]:
        """Every term of the coefficient, and what is to be known of it."""
        return self._alone().details()

    def methods(self) -> Methods:
        """What was measured and found, for a paper."""
        return self._alone().methods()

    def _alone(self) -> AgreementTable:
        from seamark.agreement.sentences import AgreementTable  # needs this class

        return AgreementTable((self,))


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
        ``"jackknife"``: Student's t on the scale of log(1 - value), which never passes 1. ``"percentile"`` and
        ``"bca"`` resample, and are too short with few items or coders.
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
    >>> round(result.value, 4), round(result.above_shuffled, 2)
    (0.8971, 0.54)
    >>> print(result.signature)
    agree|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:boundaries,micro|coders:3|items:1|pairs:3|v:0.1.0

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
    return _agreement(measured, coefficient, plan, chance, shuffles, resolve_rng(rng)[1])[0]


def _agreement(
    measured: Measurement,
    coefficient: AgreementCoefficient,
    plan: IntervalPlan | None,
    chance: ChanceSource,
    shuffles: int | ShuffledSums,
    seed: int,
) -> tuple[Agreement, Coefficient]:
    """The agreement, and the coefficient with its terms, from which more can be computed."""
    one_of(coefficient, "coefficient", get_args(AgreementCoefficient))
    of_kind(measured, Measurement, "measured", "a Measurement").require_pairs()
    if plan is not None:
        of_kind(plan, IntervalPlan, "plan", "an IntervalPlan")
    one_of(chance, "chance", get_args(ChanceSource))

    # The level of shuffled codings, which stands beside the coefficient or is its chance.
    shuffled, draws = shuffled_term(measured, shuffles, seed)
    closed = chance == "closed" and (coefficient != "alpha" or measured.alpha_is_closed)
    if not closed and shuffled is None:
        raise InputError("shuffles is 0; expected 1 or more for the permutation chance")
    above_shuffled = None if shuffled is None else Coefficient(measured.observed, shuffled)

    # The coefficient that was asked for: observed agreement and its chance.
    alpha = measured.alpha(shuffled, closed=chance == "closed")
    if coefficient == "alpha":
        chosen, reckoned = alpha, "edits"
    else:
        chosen = measured.coefficient(coefficient) if closed else above_shuffled
        reckoned = str(measured.chance)
    if chosen is None:
        raise InputError("alpha needs the items one by one, and these were summed up")
    value, observed, expected = chosen.whole(), chosen.observed.whole(), chosen.expected.whole()

    if np.isnan(value):
        raise UndefinedScoreError(
            f"the coefficient is undefined: observed agreement is {observed:g} and chance alone explains {expected:g}"
        )

    # Its interval, from sums without each item and coder, or under weights of these.
    interval = None if plan is None else plan.interval(chosen, measured, seed)
    above_interval = interval if chosen is above_shuffled else None
    if plan is not None and plan.moments is None and above_shuffled is not None and above_interval is None:
        above_interval = plan.interval(above_shuffled, measured, seed)
    described = {"coef": coefficient, **measured.described(reckoned if closed else f"permutation,{draws}")}
    if plan is not None and interval is not None:
        described |= plan.options(interval.resampled)
    if not closed or (plan is not None and plan.random):
        described["seed"] = seed
    per_item = _per_item(measured, chosen)
    facts = measured.facts()
    places = float((facts.units - facts.codings).sum())
    found = Agreement(
        value=value,
        observed=observed,
        expected=expected,
        alpha=math.nan if alpha is None else alpha.whole(),
        shuffled=math.nan if shuffled is None else shuffled.whole(),
        above_shuffled=math.nan if above_shuffled is None else above_shuffled.whole(),
        draws=draws,
        bias=measured.bias,
        boundary_rate=float(facts.boundaries.sum() / places) if places else math.nan,
        degenerate=not measured.facts().boundaries.any(),
        interval=interval,
        above_interval=above_interval,
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
        measured.codings_per_item,
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
    options = ChanceOptions(chance_count, chance_average)
    return Measurement.of(corpus, chance=options, compare=False).require_pairs().expected(coefficient).whole()


def item_rows(corpus: Corpus, pi: Agreement, kappa: Agreement, window_diff: WindowDiff) -> list[dict[str, Any]]:
    """Both coefficients, bias and 1 - WindowDiff of every item: the columns of Table 2 of Fournier & Inkpen 2012.

    Examples
    --------
    >>> from seamark.agreement.agree import agree
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}})
    >>> row = item_rows(corpus, agree(corpus), agree(corpus, coefficient="kappa"), WindowDiff())[0]
    >>> row["item"], round(row["pi"], 4), row["boundaries"], row["segments"]
    ('poem', 0.8958, 4, 6)
    """
    boundaries = np.bincount(corpus.item_index, np.diff(corpus.codings.columns.offsets), len(corpus)).tolist()
    return [
        {
            "item": item,
            "pi": mine.value,
            "kappa": kappa.per_item[item].value,
            "observed": mine.observed,
            "expected_pi": mine.expected,
            "expected_kappa": kappa.per_item[item].expected,
            "bias": mine.bias,
            "one_minus_windowdiff": mean,
            "one_minus_windowdiff_std": deviation,
            "coders": mine.coders,
            "pairs": mine.pairs,
            "boundaries": int(number),
            "segments": int(number) + mine.coders,
            "mass": mine.mass,
        }
        for (item, mine), number, (mean, deviation) in zip(
            pi.per_item.items(), boundaries, window_diff_by_item(corpus, window_diff), strict=True
        )
    ]


def window_diff_by_item(corpus: Corpus, metric: WindowDiff) -> list[tuple[float, float]]:
    """Mean and population standard deviation of 1 - WindowDiff over the ordered pairs of coders of each item.

    NaN for an item that fewer than two coders coded, and for a corpus with several boundary types, which WindowDiff
    does not tell apart.

    Examples
    --------
    >>> window_diff_by_item(Corpus({"poem": {"ann": [2, 3], "ben": [2, 3]}}), WindowDiff())
    [(1.0, 0.0)]
    """
    if len(corpus.types) > 1:
        return [(math.nan, math.nan)] * len(corpus)
    pairs, bound = Pairs.within(corpus), metric.bind(corpus.codings.boundaries())
    value = 1.0 - np.stack((bound.scores(pairs), bound.scores(pairs.swapped())))
    known = ~np.isnan(value.ravel())
    item, values = np.tile(pairs.item, 2)[known], value.ravel()[known]
    number = np.bincount(item, minlength=len(corpus))
    mean = np.bincount(item, values, len(corpus)) / np.maximum(number, 1)
    with np.errstate(invalid="ignore"):
        deviation = np.sqrt(np.bincount(item, (values - mean[item]) ** 2, len(corpus)) / number)
    return list(zip(np.where(number > 0, mean, np.nan).tolist(), deviation.tolist(), strict=True))


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
    (one, first), (two, second) = (_agreement(study, coefficient, None, chance, shuffles, seed) for study in studies)
    plan = IntervalPlan(ci, resample)
    by_default: set[Resampled] = {resampled_by_default(study.groups) for study in studies} - {"both"}
    resampled: Resampled = resample if resample is not None else min(by_default) if by_default else "both"
    value = two.value - one.value
    note, reach, p_value = None, math.nan, math.nan
    try:
        left_out = [
            leave_one_out(chosen, study, resampled, log=False)
            for study, chosen in zip(studies, (first, second), strict=True)
        ]
        variance = Variance.total([_paired(*both) for both in zip(*left_out, strict=True)])
        if not variance.value > 0:
            raise NotEstimableError("the difference does not change, whichever item or coder is left out")
        error = math.sqrt(variance.value)
        reach = critical_t(ci, variance.degrees) * error
        p_value = 1.0 - probability_inside(abs(value) / error, variance.degrees)
    except NotEstimableError as why:
        note = f"not estimable: {why}"
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


def _paired(before: LeaveOneOut, after: LeaveOneOut) -> Variance:
    """The variance of a difference between what was left out of both at once, where names are shared."""
    shared = before.deviations.keys() & after.deviations.keys()
    covariance = math.fsum(before.deviations[name] * after.deviations[name] for name in shared)
    one, two = before.variance, after.variance
    degrees = min(one.degrees, two.degrees) if shared else (one + two).degrees
    return Variance(max(0.0, one.value + two.value - 2 * covariance), degrees)
