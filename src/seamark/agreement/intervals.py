"""How far a coefficient would move with other items, other coders, or both.

The jackknife leaves out each item and each coder in turn; where groups of coders coded different items, each
is left out within its group. Bootstraps draw items and coders anew. Items may also come part by part: then the sums of
all parts give the coefficient, and a second look at each part gives moments, which add up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.coefficients import Coefficient, CoefficientName
from seamark.agreement.measurement import Measurement
from seamark.agreement.sums import Counts, Groups, LeftOut, distinct_rows
from seamark.base.checks import one_of
from seamark.base.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.signature import in_full
from seamark.stats.intervals import (
    Interval,
    Variance,
    check_level,
    jackknife_deviations,
    jackknife_variance,
    log_interval,
    percentile_interval,
)
from seamark.stats.resampling import Resampled, bootstrap, check_resamples
from seamark.stats.rows import ROUNDING, exact_sum, summed_by

_Kind: TypeAlias = Literal["items", "coders"]
#: How an interval is made.
AgreementInterval: TypeAlias = Literal["jackknife", "percentile"]

# A single item cannot be left out; with one of two left, there is still a degree of freedom. Two coders make one pair,
# which shows no variation.
_FEWEST: dict[_Kind, int] = {"items": 2, "coders": 3}
# With fewer of what is resampled, bootstrap intervals are too short to be taken at their word.
_FEW = 10
_WITH_FEW = "too short: of 95 % intervals, 49 to 54 % contained the true value with 3 coders, 84 % with 5 items"
#: What moments are of: the coefficient, or agreement above shuffled codings.
MomentsOf: TypeAlias = Literal["value", "above"]


class NotEstimableError(Exception):
    """Why a variance cannot be estimated: no error of the caller, but a note in the interval."""


@dataclass(frozen=True, slots=True)
class IntervalPlan:
    """Which interval to make.

    Attributes
    ----------
    ci
        Nominal coverage, such as 0.95.
    resampled
        What is resampled, or left out in turn; by default both, where both can be.
    method
        How the interval is made.
    resamples
        How many bootstrap resamples to draw.
    moments
        Where items came in parts and were summed up: how the coefficient changes without each of them, and how the
        agreement above shuffled codings does.
    """

    ci: float
    resampled: Resampled | None = None
    method: AgreementInterval = "jackknife"
    resamples: int = 10_000
    moments: AgreementMoments | None = None

    def __post_init__(self) -> None:
        check_level(self.ci)
        if self.resampled is not None:
            one_of(self.resampled, "resample", get_args(Resampled))
        one_of(self.method, "method", get_args(AgreementInterval))
        check_resamples(self.resamples)

    def options(self, resampled: str | None) -> dict[str, object]:
        """What belongs in the signature of a value with this interval."""
        drawn = None if self.method == "jackknife" else self.resamples
        return {"ci": f"{in_full(self.ci)},{self.method}", "resample": resampled, "resamples": drawn}

    def interval(self, chosen: Coefficient, measured: Measurement, seed: int) -> Interval:
        """The interval of a coefficient of what was measured."""
        if self.method != "jackknife":
            return self._bootstrap(chosen, measured, seed)
        return self._jackknife(chosen, measured, "value")

    def above_interval(self, above: Coefficient, measured: Measurement) -> Interval | None:
        """The jackknife interval of agreement above shuffled codings; None where items were summed up without it."""
        known = measured.item_names or (self.moments is not None and self.moments.of("above"))
        return self._jackknife(above, measured, "above") if known else None

    def _jackknife(self, chosen: Coefficient, measured: Measurement, what: MomentsOf) -> Interval:
        moments = () if self.moments is None else self.moments.of(what)
        resampled = self.resampled or resampled_by_default(compared_units(measured.groups, moments))

        def variances() -> list[Variance]:
            found = leave_one_out(chosen, measured, resampled, log=True, moments=moments)
            return [one.variance for one in found]

        return _on_log_scale(chosen.whole(), variances, self.ci, resampled)

    def _bootstrap(self, chosen: Coefficient, measured: Measurement, seed: int) -> Interval:
        """From the middle of the values in resamples; with a note where it is of few items or coders."""
        resampled = self.resampled or resampled_by_default(compared_units(measured.groups))
        _require_units(measured.groups, resampled)
        if measured.item_weight == "coders" and resampled != "items":
            raise InputError("with item_weight='coders', coders cannot be resampled; take the jackknife")
        counts, statistic = {"items": measured.items, "coders": measured.coders}, chosen.for_resampling(resampled).under
        values = bootstrap(statistic, **counts, resample=resampled, resamples=self.resamples, seed=seed)
        few = [f"{counts[kind]} {kind}" for kind in _kinds(resampled) if counts[kind] < _FEW]
        note = f"percentile intervals over {' and '.join(few)} are {_WITH_FEW}; take the jackknife"
        return replace(percentile_interval(values, self.ci), resampled=resampled, note=note if few else None)


def _kinds(resampled: Resampled) -> list[_Kind]:
    """What is resampled, or left out one by one."""
    return ["items", "coders"] if resampled == "both" else [resampled]


def _on_log_scale(value: float, variances: Callable[[], list[Variance]], ci: float, resampled: Resampled) -> Interval:
    """Student's t on the scale log(1 - value), where variances add up; a note where they cannot be estimated."""
    try:
        variance = Variance.total(variances())
        if not variance.value > 0:
            raise NotEstimableError("agreement does not change, whichever item or coder is left out")
    except NotEstimableError as why:
        note = f"not estimable: {why}"
        return Interval(math.nan, math.nan, ci, "jackknife-t", resampled=resampled, note=note)
    return replace(log_interval(value, variance, ci, "jackknife-t"), resampled=resampled)


def two_way_interval(
    value: float,
    without_items: FloatArray,
    coders: Sequence[str],
    without_coder: Callable[[str], float],
    ci: float,
    resample: Resampled | None,
) -> Interval:
    """The interval of a coefficient of spans, for other items, other coders, or both, where both can be.

    ``without_items`` are the values without each item, ``without_coder`` gives that without a coder.
    """
    numbers: dict[_Kind, int] = {"items": len(without_items), "coders": len(coders)}
    resampled = resampled_by_default(numbers) if resample is None else resample
    one_of(resampled, "resample", get_args(Resampled))
    for kind in _kinds(resampled):
        _require_enough(kind, numbers[kind])

    def variance(kind: _Kind) -> Variance:
        values = without_items if kind == "items" else np.array([without_coder(coder) for coder in coders])
        if value == 1.0 or np.isnan(values).any() or (values == 1.0).any():
            raise NotEstimableError(f"the value is 1 or undefined, with all {kind} or without one of them")
        # In ascending order, so that the sum does not depend on that of items or coders.
        return jackknife_variance(jackknife_deviations(np.sort(np.log1p(-values))))

    return _on_log_scale(value, lambda: [variance(kind) for kind in _kinds(resampled)], ci, resampled)


def described_interval(interval: Interval | None) -> dict[str, object]:
    """What belongs in the signature of a coefficient of spans with this interval."""
    return {} if interval is None else {"ci": f"{interval.ci:g},jackknife", "resample": interval.resampled}


def compared_units(groups: Groups, moments: Sequence[ItemMoments] = ()) -> dict[_Kind, int]:
    """How many items and coders were compared; items that were summed up are counted in their moments."""
    items = moments[0].number if moments else int(np.count_nonzero(groups.item >= 0))
    return {"items": items, "coders": int(np.count_nonzero(groups.coder >= 0))}


def resampled_by_default(compared: Mapping[_Kind, int]) -> Resampled:
    """What an interval is about by default: both, where both can be left out."""
    items, coders = (compared[kind] >= _FEWEST[kind] for kind in _kinds("both"))
    return "both" if items and coders else "items" if items else "coders"


def _require_units(groups: Groups, resampled: Resampled, moments: Sequence[ItemMoments] = ()) -> None:
    """An error where there are too few of what is resampled."""
    for kind in _kinds(resampled):
        # Groups that are left out as a whole are two or more.
        if _left_out(groups, kind) == kind:
            _require_enough(kind, compared_units(groups, moments)[kind])


def _require_enough(kind: _Kind, number: int) -> None:
    """An error with fewer items or coders than an interval needs."""
    if number < _FEWEST[kind]:
        raise InputError(
            f"an interval over {kind} needs at least {_FEWEST[kind]} {kind} that can be compared, "
            f"got {number}; resample {'coders' if kind == 'items' else 'items'} instead"
        )


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    """What leaving out items or coders, one by one, says about a coefficient.

    Attributes
    ----------
    deviations
        How far each moves the coefficient, by name; squares add up to the variance.
    variance
        The jackknife variance.
    """

    deviations: Mapping[str, float]
    variance: Variance


def leave_one_out(
    chosen: Coefficient,
    measured: Measurement,
    resampled: Resampled,
    *,
    log: bool,
    moments: Sequence[ItemMoments] = (),
) -> list[LeaveOneOut]:
    """For items, coders or both, how far each moves a coefficient or its log(1 - value).

    ``moments`` are those of items that were left out while they came by: of all, then of each group. A
    NotEstimableError says why there is no variance.
    """
    groups, names = measured.groups, {"items": measured.item_names, "coders": measured.coder_names}
    _require_units(groups, resampled, moments)
    kinds = _kinds(resampled)
    if log and chosen.whole() == 1.0:
        raise NotEstimableError("all codings are alike, so the variation of agreement is unknown")
    if "coders" in kinds and _left_out(groups, "coders") == "groups":
        # Whole groups take their items along: what varies from item to item is in their variance already.
        kinds = ["coders"]
    return [
        LeaveOneOut(
            {}, _variance(moments[1:] if min((one.number for one in moments[1:]), default=0) > 1 else moments[:1])
        )
        if moments and kind == "items"
        else _without_each(chosen, groups, kind, names[kind], log=log)
        for kind in kinds
    ]


def _left_out(groups: Groups, kind: _Kind) -> LeftOut:
    """What is left out: whole groups where coders are too few to leave one of a group out."""
    many = groups.number > 1 and kind == "coders" and groups.smallest("coders") < _FEWEST["coders"]
    return "groups" if many else kind


def _without_each(chosen: Coefficient, groups: Groups, kind: _Kind, names: Sequence[str], *, log: bool) -> LeaveOneOut:
    """How far each item, coder or group moves the coefficient or its log(1 - value)."""
    left_out = _left_out(groups, kind)
    group = groups.of_units(left_out)
    stratified = left_out != "groups" and groups.number > 1 and groups.smallest(kind) > 1
    units = np.flatnonzero(group >= 0)
    values = chosen.without_each(left_out, groups if stratified or left_out == "groups" else None)[units]
    one = left_out.removesuffix("s")
    named = [f"{one} {names[unit]!r}" if left_out == kind and names else f"{one} {unit + 1}" for unit in units.tolist()]
    strata = group[units] if stratified else None
    variance = _variance([*_by_stratum(values, named, chosen.whole(), strata, log=log).values()])
    deviations = {} if log else dict(zip(named, jackknife_deviations(values, strata).tolist(), strict=True))
    return LeaveOneOut(deviations, variance)


@dataclass(frozen=True, slots=True)
class ItemMoments:
    """Of a coefficient, or its log(1 - value), without each of some items or coders: sums that are the same in any
    order, and however the items were shared out.

    Attributes
    ----------
    number
        How many there are.
    whole
        The same with all of them, from which differences are taken.
    total, squares
        The exact sums of the differences, and of their squares.
    low, high
        The range of the differences.
    fault
        Why there is no variance: the first name without which there is no value (0), or the value is 1 (1).
    """

    number: int
    whole: float
    total: Fraction
    squares: Fraction
    low: float
    high: float
    fault: tuple[int, str] | None = None

    @classmethod
    def of(cls, values: FloatArray, names: Sequence[str], whole: float, *, log: bool = True) -> ItemMoments:
        """From the values of a coefficient without each item, and of all of them."""
        # Rounding may lift a perfect value above 1.
        missing, ones = np.isnan(values), (values >= 1.0) & log
        faults = [(why, names[n]) for why, some in enumerate((missing, ones)) for n in np.flatnonzero(some).tolist()]
        kept = values[~(missing | ones)]
        centre = whole if math.isfinite(whole) and not (log and whole >= 1.0) else 0.0
        if log:
            kept, centre = np.log1p(-kept), math.log1p(-centre)
        moved = kept - centre
        return cls(
            len(values),
            centre,
            exact_sum(moved),
            exact_sum(moved**2),
            float(moved.min(initial=np.inf)),
            float(moved.max(initial=-np.inf)),
            min(faults, default=None),
        )

    def __add__(self, other: ItemMoments) -> ItemMoments:
        return ItemMoments(
            self.number + other.number,
            self.whole,
            self.total + other.total,
            self.squares + other.squares,
            min(self.low, other.low),
            max(self.high, other.high),
            min(filter(None, (self.fault, other.fault)), default=None),
        )

    def variance(self) -> Variance:
        """The jackknife variance."""
        number, total, squares = self.number, float(self.total), float(self.squares)
        # Values that differ only by rounding do not vary.
        varies = self.high - self.low > 2 * ROUNDING * abs(self.whole + total / number)
        about_mean = max(0.0, squares - total * total / number) if varies else 0.0
        return Variance((number - 1) / number * about_mean, float(number - 1))


def _variance(strata: Sequence[ItemMoments]) -> Variance:
    """The jackknife variance of all strata; an error that says why it cannot be estimated, if so."""
    faults = [one.fault for one in strata if one.fault is not None]
    if faults:
        why, name = min(faults)
        raise NotEstimableError(f"without {name} {('there is no agreement to measure', 'it is 1')[why]}")
    return Variance.total([stratum.variance() for stratum in strata]) if len(strata) > 1 else strata[0].variance()


def _by_stratum(
    values: FloatArray, names: Sequence[str], whole: float, strata: Int64Array | None, *, log: bool = True
) -> dict[int, ItemMoments]:
    """The moments of the items or coders of each stratum; without strata, of all as number -1."""
    strata = np.full(len(values), -1) if strata is None else strata
    members = {stratum: np.flatnonzero(strata == stratum) for stratum in np.unique(strata).tolist()}
    return {
        stratum: ItemMoments.of(values[mine], [names[n] for n in mine.tolist()], whole, log=log)
        for stratum, mine in members.items()
    }


@dataclass(frozen=True, slots=True)
class AgreementMoments:
    """The moments of items: of the coefficient, and of agreement above shuffled codings where there are shuffles.

    Attributes
    ----------
    parts
        By what they are of and by group of coders; number -1 are all items. A group keeps its weight without one of its
        items.
    """

    parts: Mapping[tuple[MomentsOf, int], ItemMoments]

    def __add__(self, other: AgreementMoments) -> AgreementMoments:
        joined = dict(self.parts)
        for key, mine in other.parts.items():
            joined[key] = joined[key] + mine if key in joined else mine
        return AgreementMoments(joined)

    def of(self, what: MomentsOf) -> list[ItemMoments]:
        """Those of all items, then those of each group; empty where there are none."""
        return [self.parts[key] for key in sorted(self.parts) if key[0] == what]


def item_moments(
    part: Measurement,
    whole: Measurement,
    coefficient: CoefficientName,
    shuffled: tuple[Measurement, Measurement] | None = None,
) -> AgreementMoments:
    """The moments of the items of a part, given the sums of everything, of which they are a part: of the coefficient,
    and of agreement above shuffled codings where these are given, those of the part and the sums of all.

    Examples
    --------
    >>> codings = {f"text {n}": {"ann": [2, n, 6], "ben": [2, 4, n + 2], "cat": [2, n + 6]} for n in range(1, 5)}
    >>> whole = Measurement.of(codings)
    >>> parts = [Measurement.of({name: codings[name]}) for name in codings]
    >>> moments = [item_moments(part, whole.over_items(), "pi") for part in parts]
    >>> once = item_moments(whole, whole.over_items(), "pi")
    >>> together = moments[0] + moments[1] + moments[2] + moments[3]
    >>> together.of("value") == once.of("value"), together.of("value")[0].number
    (True, 4)
    """
    part = part.in_detail()
    compared = np.flatnonzero(part.pairs.per_item()[:, -1])
    names = [f"item {part.item_names[item]!r}" for item in compared.tolist()]
    beside = _beside_others(part, whole)

    chosen: dict[MomentsOf, tuple[Coefficient, Coefficient]]
    chosen = {"value": (beside.coefficient(coefficient), whole.coefficient(coefficient))}
    if shuffled is not None:
        its_part, its_whole = shuffled
        mixed = _beside_others(its_part.in_detail(), its_whole).observed
        chosen["above"] = Coefficient(beside.observed, mixed), Coefficient(whole.observed, its_whole.observed)
    parts: dict[tuple[MomentsOf, int], ItemMoments] = {}
    groups = beside.groups
    for what, (own, of_all) in chosen.items():
        value = of_all.whole()
        found = _by_stratum(own.without_each("items")[compared], names, value, None)
        if groups.number > 1:
            found |= _by_stratum(own.without_each("items", groups)[compared], names, value, groups.item[compared])
        parts |= {(what, group): one for group, one in found.items()}
    return AgreementMoments(parts)


def _beside_others(part: Measurement, whole: Measurement) -> Measurement:
    """The items of a part, and all others summed up as one more item for each group of coders: whatever is left out of
    the part is left out of the whole.
    """
    numbers = {name: number for number, name in enumerate(whole.coder_names)}
    coder = np.array([numbers[name] for name in part.coder_names], dtype=np.int64)
    groups = np.maximum(whole.groups.coder, 0)
    items, coders = part.items + int(groups.max(initial=0)) + 1, whole.coders
    summed = part.over_items()
    same, zero = np.arange(items), np.zeros(items, dtype=np.int64)
    pairs, rows = (
        mine.renumbered(same, coder, items, coders).joined(
            _rest(total, own.renumbered(zero, coder, items, coders), part.items + groups)
        )
        for mine, total, own in ((part.pairs, whole.pairs, summed.pairs), (part.rows, whole.rows, summed.rows))
    )
    return replace(
        part,
        types=whole.types,
        item_names=(*part.item_names, *[""] * (items - part.items)),
        coder_names=whole.coder_names,
        lengths=np.append(part.lengths, np.zeros(items - part.items, dtype=np.int64)),
        items=items,
        pairs=pairs,
        rows=rows,
        codings=None,
    )


def _rest(total: Counts, own: Counts, item_of_coder: Int64Array) -> Counts:
    """The sums of every coder or pair of coders without the own ones, as rows of one item for each group of coders."""
    columns = tuple(map(np.concatenate, zip(total.coder, own.coder, strict=True)))
    coders, group = distinct_rows(columns)
    sums = summed_by(group, np.concatenate((total.rows, -own.rows)), len(coders[0]))
    # Rows say in their last column how many pairs or comparable codings they are.
    left = sums[:, -1] > 0.5
    kept = tuple(column[left] for column in coders)
    return Counts(sums[left], item_of_coder[kept[0]], kept, own.items, total.coders)
