"""Agreement of two or many coders, corrected for chance, and its two terms alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict, get_args

import numpy as np

from seamark.agreement.coefficients import (
    AgreementCoefficient,
    ChanceAverage,
    ChanceCount,
    ChanceOptions,
    ChanceSource,
    Coefficient,
    ItemWeight,
)
from seamark.agreement.intervals import AgreementInterval, IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES, AboveShuffled, SummedShuffles, above_shuffled
from seamark.base.checks import of_kind, one_of
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.methods import Methods
from seamark.base.results import ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.edit import S
from seamark.metrics.signature import Signature
from seamark.model.corpus import CorpusLike
from seamark.stats.intervals import Interval
from seamark.stats.resampling import RandomSource, Resampled, resolve_rng
from seamark.stats.rows import ROUNDING, undefined_last

if TYPE_CHECKING:
    from seamark.agreement.sentences import AgreementTable

#: Where the logits of coders' rates spread further than this, the interval of pi of S is too short.
_UNLIKE_CODERS = 1.0
#: The names of coefficients for two coders, and for more.
_NAMES: Mapping[AgreementCoefficient, tuple[str, str]] = {
    "pi": ("Scott's pi", "multi-pi"),
    "kappa": ("Cohen's kappa", "multi-kappa"),
    "alpha": ("Krippendorff's alpha", "Krippendorff's alpha"),
}


class AgreementCounts(TypedDict):
    """How much was compared."""

    items: int
    coders: int
    pairs: int


@dataclass(frozen=True, slots=True)
class ItemAgreement(ResultRecord):
    """Agreement on one item.

    Attributes
    ----------
    value, observed, expected, bias
        As in ``Agreement``, from the codings of this item only; NaN when it has fewer than two, and the value also when
        chance alone explains everything.
    shuffled, above_shuffled
        The same of its shuffled codings, and how far its codings rise above that; NaN without shuffles, and the second
        also where shuffled codings agree fully.
    mass
        The number of units.
    coders, pairs
        How many coders coded it, and how many pairs of them were compared.
    boundaries
        How many boundaries they placed.
    low, high
        The ends of an interval of ``above_shuffled`` for other coders; None without ``ci``, and where nothing says how
        much codings vary: without shuffles, with one item, or with two coders.
    shrunken
        The best guess of ``above_shuffled``: the more uncertain the value of an item, the closer it is to the mean of
        all. None where that cannot be estimated, as for the interval.
    """

    value: float
    observed: float
    expected: float
    bias: float
    shuffled: float
    above_shuffled: float
    mass: int
    coders: int
    pairs: int
    boundaries: int
    low: float | None
    high: float | None
    shrunken: float | None


@dataclass(frozen=True, slots=True)
class Agreement(ResultRecord):
    """How far coders agree, corrected for chance, and everything needed to reproduce the number.

    Attributes
    ----------
    value
        The coefficient, ``(observed - expected) / (1 - expected)``: 1 is full agreement. Coders who place boundaries
        at random are above 0 where the metric also rewards places without one; see ``shuffled``.
    observed, expected
        How alike the codings are, and the chance that two coders place a boundary at the same place.
    alpha
        Krippendorff's alpha with the same metric: chance is what the metric would find between codings filled at
        random, so that unrelated coders come out at 0. NaN where that chance has no closed form: it has one for S with
        its own weights, ``n=2`` and one boundary type.
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
        Whether nobody placed a boundary: the value is then 1, and means nothing.
    interval
        A confidence interval of the value, if one was asked for.
    above_interval
        The same of ``above_shuffled``; shuffled codings are left out along with those they were made of.
    per_item
        The same for each item; empty when items were summed up as they came, as ``agree_parquet`` does with many rows.
    ranking
        The items from the lowest ``shrunken`` agreement up, or from the lowest ``above_shuffled`` where nothing can be
        shrunk, ties by name; items without a value come last. Where it is empty, ``unranked`` says why.
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
    ranking: tuple[str, ...]
    coders: int
    items: int
    pairs: int
    undefined_items: tuple[str, ...]
    undefined_comparisons: int
    coefficient: AgreementCoefficient
    similarity: str
    seed: int | None
    signature: Signature

    # Everything but the single items, which are the rows of ``to_arrow`` and its like.
    _left_out = ("per_item", "coders", "items", "pairs")
    _also = ("name", "counts", "unranked")

    @property
    def counts(self) -> AgreementCounts:
        """How much was compared."""
        return {"items": self.items, "coders": self.coders, "pairs": self.pairs}

    @property
    def name(self) -> str:
        """The coefficient's name: Scott's and Cohen's for two coders, multi-pi and multi-kappa for more."""
        return _NAMES[self.coefficient][self.coders != 2]

    @property
    def unranked(self) -> str | None:
        """Why items are not ranked; None where they are."""
        if self.ranking:
            return None
        summed = "there are so many codings that they were summed up, and nothing is kept of single items"
        return summed if self.draws else "nothing was shuffled"

    @property
    def shuffled_value(self) -> float:
        """The coefficient of shuffled codings, on the scale of ``value``; NaN without shuffles."""
        room = 1.0 - self.expected
        return (self.shuffled - self.expected) / room if room > 0 else math.nan

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

    The result also has the value of the same metric when every coder's segments are shuffled within the item
    (``shuffled``), and how far the codings rise above that (``above_shuffled``). Codings may be missing: every two
    codings of an item are compared, and rates are taken over the items that two or more coders coded.

    Parameters
    ----------
    corpus
        The codings, at least two coders.
    metric
        What is measured between two codings; ``S()`` by default. A penalty such as WindowDiff is used as 1 - value, and
        the signature says so; an asymmetric metric is computed in both directions.
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
        ``"jackknife"``: Student's t on the scale of log(1 - value), which never passes 1. ``"percentile"``
        resamples, and is too short with few items or coders.
    rng
        A seed or generator for everything random; the seed is reported. By default it is always the same.
    chance
        ``"closed"``: expected agreement is the chance that two coders place a boundary at the same place.
        ``"permutation"``: it is the shuffled level, whatever the coefficient, and the value is ``above_shuffled``.
        Alpha has a closed form for S with its own weights, ``n=2`` and one boundary type only.
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
        With fewer than two coders, no item coded by two, too few units to resample, or alpha without a closed form.
    UndefinedScoreError
        When chance alone explains everything and coders still disagree.

    Examples
    --------
    >>> result = agree({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> round(result.value, 4), round(result.above_shuffled, 2)
    (0.8971, 0.54)
    >>> print(result.signature)  # doctest: +ELLIPSIS
    agree|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:...|pairs:3|shuffles:200|seed:0|v:1.0.0rc1

    References
    ----------
    Fournier & Inkpen 2012, section 3.4; Artstein & Poesio 2008; Krippendorff 2019, chapter 12.
    """
    plan = None if ci is None else IntervalPlan(ci, resample, method, resamples)
    measured = Measurement.of(corpus, metric, ChanceOptions(chance_count, chance_average), item_weight=item_weight)
    return agreement_of(measured, coefficient, plan=plan, chance=chance, shuffles=shuffles, rng=rng)


def agreement_of(
    measured: Measurement,
    coefficient: AgreementCoefficient = "pi",
    *,
    plan: IntervalPlan | None = None,
    chance: ChanceSource = "closed",
    shuffles: int | SummedShuffles = 0,
    rng: RandomSource = 0,
) -> Agreement:
    """How far coders agree, from one measurement or from several that were joined.

    ``plan`` says which interval to make, if any; the others are those of ``agree``. Only codings that were kept can
    be shuffled; otherwise ``shuffles`` may be the sums of shuffles that were made part by part.

    Examples
    --------
    >>> parts = [Measurement.of({item: {"ann": [2, 3], "ben": [3, 2]}}) for item in ("poem", "song")]
    >>> round(agreement_of(parts[0] + parts[1]).value, 4)
    0.7333
    """
    return measured_agreement(measured, coefficient, plan, chance, shuffles, resolve_rng(rng)[1])[0]


def measured_agreement(
    measured: Measurement,
    coefficient: AgreementCoefficient,
    plan: IntervalPlan | None,
    chance: ChanceSource,
    shuffles: int | SummedShuffles,
    seed: int,
) -> tuple[Agreement, Coefficient, Measurement]:
    """The agreement, and the coefficient with what was measured, in the order of content, for further computation."""
    one_of(coefficient, "coefficient", get_args(AgreementCoefficient))
    listed = of_kind(measured, Measurement, "measured", "a Measurement").item_names
    if plan is not None:
        of_kind(plan, IntervalPlan, "plan", "an IntervalPlan")
    one_of(chance, "chance", get_args(ChanceSource))

    measured = measured.in_content_order.require_pairs()

    # The level of shuffled codings, which is reported beside the coefficient or is its chance.
    above, draws = above_shuffled(measured, shuffles, seed)
    if chance == "permutation" and above is None:
        raise InputError("shuffles is 0; expected 1 or more for the permutation chance")

    # The coefficient that was asked for: observed agreement and its chance.
    alpha = measured.alpha()
    # The bias always depends on the options of the closed form; default options are written with it alone.
    closed = "" if measured.chance == ChanceOptions() else f",{measured.chance}"
    if coefficient == "alpha":
        if alpha is None or chance != "closed":
            raise InputError(
                f"alpha has no closed chance for {measured.similarity.label} with these options; expected S with its "
                "own weights, n=2 and one boundary type, items one by one, and chance='closed', or above_shuffled "
                "instead"
            )
        chosen, reckoned = alpha, f"edits{closed}"
    elif chance == "closed" or above is None:
        chosen, reckoned = measured.coefficient(coefficient), str(measured.chance)
    else:
        chosen, reckoned = above, f"permutation{closed}"
    value, observed, expected = chosen.whole(), chosen.observed.whole(), chosen.expected.whole()
    if np.isnan(value):
        raise UndefinedScoreError(
            f"the coefficient is undefined: observed agreement is {observed:g} and chance alone explains {expected:g}"
        )

    # The intervals, from sums without each item and coder, or under weights of these.
    interval = above_interval = None
    described = {"coef": coefficient, **measured.described(reckoned)}
    if plan is not None:
        interval = plan.interval(chosen, measured, seed)
        described |= plan.options(interval.resampled)
        if coefficient == "pi" and chance == "closed" and isinstance(measured.metric, S):
            interval = _noted(interval, measured)
        if above is not None:
            above_interval = plan.above_interval(above, measured)
    used = seed if draws or (plan is not None and plan.method != "jackknife") else None
    per_item = _per_item(measured, chosen, above, draws, seed, None if plan is None else plan.ci)
    facts = measured.facts()
    found = Agreement(
        value=value,
        observed=observed,
        expected=expected,
        alpha=math.nan if alpha is None else alpha.whole(),
        shuffled=math.nan if above is None else above.expected.whole(),
        above_shuffled=math.nan if above is None else above.whole(),
        draws=draws,
        bias=measured.bias,
        boundary_rate=facts.density(),
        degenerate=not facts.boundaries.any(),
        interval=interval,
        above_interval=above_interval,
        per_item={item: per_item[item] for item in listed},
        ranking=() if above is None else _ranking(per_item),
        coders=measured.coders,
        items=measured.items,
        pairs=measured.compared,
        undefined_items=tuple(item for item in listed if np.isnan(per_item[item].value)),
        undefined_comparisons=measured.undefined,
        coefficient=coefficient,
        similarity=measured.similarity.label,
        seed=used,
        signature=Signature.of("agree", {**described, "shuffles": draws or None, "seed": used}),
    )
    return found, chosen, measured


def _noted(interval: Interval, measured: Measurement) -> Interval:
    """The interval of pi of S, with a note where coders place boundaries at very different rates."""
    facts = measured.facts_per_coder()
    places = max(1, len(measured.types)) * (facts.units - facts.codings)
    rate = (facts.boundaries + 0.5) / (places + 1.0)
    logit = np.log(rate / (1.0 - rate))
    spread = float(logit.std(ddof=1))
    if spread <= _UNLIKE_CODERS or interval.note is not None:
        return interval
    note = (
        f"too short: coders place boundaries at very different rates (their logits have a standard deviation of "
        f"{spread:.1f}); of 95 % intervals, 81 to 84 % contained the true value"
    )
    return replace(interval, note=note)


def _per_item(
    measured: Measurement, chosen: Coefficient, above: Coefficient | None, draws: int, seed: int, ci: float | None
) -> dict[str, ItemAgreement]:
    """Every item; none where items were summed up."""
    if not measured.item_names:
        return {}
    shuffled = above_values = np.full(measured.items, np.nan)
    known: Sequence[FloatArray | None] = (None, None, None)
    if above is not None:
        shuffled = above.expected.per_item()
        # Where shuffled codings agree fully, such as without boundaries, there is nothing to rise above.
        above_values = np.where(1.0 - shuffled > ROUNDING, above.per_item(), np.nan)
        pairs = AboveShuffled.of(measured, above, draws, seed)
        if pairs is not None and pairs.components is not None:
            known = pairs.of_items(pairs.components.components, above_values, measured.codings_per_item, ci)
    columns: tuple[FloatArray | Int64Array | None, ...] = (
        chosen.per_item(),
        chosen.observed.per_item(),
        chosen.expected.per_item(),
        measured.pi.per_item() - measured.kappa.per_item(),
        shuffled,
        above_values,
        measured.lengths,
        measured.codings_per_item,
        measured.pairs.per_item()[:, -1].astype(np.int64),
        np.bincount(measured.rows.item, measured.facts().boundaries, measured.items).astype(np.int64),
        *known,
    )
    rows = zip(*([None] * measured.items if column is None else column.tolist() for column in columns), strict=True)
    return {item: ItemAgreement(*row) for item, row in zip(measured.item_names, rows, strict=True)}


def _ranking(per_item: Mapping[str, ItemAgreement]) -> tuple[str, ...]:
    """The names of items, from the lowest agreement up."""
    found = {item: one.above_shuffled if one.shrunken is None else one.shrunken for item, one in per_item.items()}
    return tuple(sorted(found, key=lambda item: (*undefined_last(found[item]), item)))
