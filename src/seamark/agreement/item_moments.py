"""How far a coefficient varies from item to item, when items come part by part and only sums are kept.

The first time the parts come, they are summed up. The second time, every item is taken away from the sums, and what the
coefficient becomes goes into moments that add up: nothing is kept of an item.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace

import numpy as np

from seamark.agreement.chance import CoefficientName
from seamark.agreement.groups import Groups
from seamark.agreement.intervals import (
    AgreementInterval,
    IntervalPlan,
    LeaveOneOut,
    Leaving,
    jackknife_t,
    resampled_of,
    results_of,
    total_variance,
)
from seamark.agreement.measurement import Measurement
from seamark.agreement.poisson import PoissonSums
from seamark.agreement.tally import Tally, distinct_rows
from seamark.agreement.terms import Coefficient
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.intervals import Interval
from seamark.stats.rows import ROUNDING
from seamark.stats.variance import Variance
from seamark.stats.weighted_sums import summed_by

#: How an interval can be made of items that come part by part.
IN_PARTS: tuple[AgreementInterval, ...] = ("jackknife", "poisson")


@dataclass(frozen=True, slots=True)
class ItemMoments:
    """Of log(1 - value) without each of some items: their number, mean, squared deviations from it, and range.

    ``undefined`` and ``perfect`` name the first item without which there is no value, or the value is 1.
    """

    number: int
    mean: float
    squares: float
    low: float
    high: float
    undefined: str | None = None
    perfect: str | None = None

    @classmethod
    def of(cls, values: FloatArray, names: list[str]) -> ItemMoments:
        """From the values of a coefficient without each item."""
        missing, ones = np.isnan(values), values == 1.0
        first = [names[int(where.argmax())] if where.any() else None for where in (missing, ones)]
        logs = np.log1p(-values[~(missing | ones)])
        if not logs.size:
            return cls(len(values), 0.0, 0.0, np.inf, -np.inf, *first)
        mean = float(logs.mean())
        squares = float(((logs - mean) ** 2).sum())
        return cls(len(values), mean, squares, float(logs.min()), float(logs.max()), *first)

    def __add__(self, other: ItemMoments) -> ItemMoments:
        number = self.number + other.number
        if not number:
            return self
        gap, share = other.mean - self.mean, other.number / number
        return ItemMoments(
            number,
            self.mean + gap * share,
            self.squares + other.squares + gap**2 * self.number * share,
            min(self.low, other.low),
            max(self.high, other.high),
            self.undefined or other.undefined,
            self.perfect or other.perfect,
        )

    def variance(self) -> Variance:
        """The jackknife variance."""
        # Values that differ only by rounding do not vary.
        varies = self.high - self.low > 2 * ROUNDING * abs(self.mean)
        squares = self.squares if varies else 0.0
        return Variance((self.number - 1) / self.number * squares, float(self.number - 1))


@dataclass(frozen=True, slots=True)
class GroupedMoments:
    """The moments of items that coders coded in groups.

    Attributes
    ----------
    alike
        Of all items.
    within
        Of the items of each group, which keeps its weight without one of them; empty where there is one group.
    """

    alike: ItemMoments
    within: tuple[ItemMoments, ...] = ()

    def __add__(self, other: GroupedMoments) -> GroupedMoments:
        within = tuple(map(operator.add, self.within, other.within))
        return GroupedMoments(self.alike + other.alike, within)

    @property
    def strata(self) -> tuple[ItemMoments, ...]:
        """The moments that variances are taken of: within groups, unless one of these has a single item."""
        return self.within if min((group.number for group in self.within), default=0) > 1 else (self.alike,)

    def variance(self) -> Variance:
        """The jackknife variance."""
        return Variance.total([stratum.variance() for stratum in self.strata])

    def obstacle(self) -> str | None:
        """Why the variance cannot be estimated, if so."""
        for said, what in (("undefined", "there is no agreement to measure"), ("perfect", "it is 1")):
            for stratum in self.strata:
                if getattr(stratum, said) is not None:
                    return f"without item {getattr(stratum, said)!r} {what}"
        return None


def item_moments(part: Measurement, whole: Measurement, coefficient: CoefficientName) -> GroupedMoments:
    """The moments of the items of a part, given the sums of everything, of which they are a part.

    Examples
    --------
    >>> codings = {f"text {n}": {"ann": [2, n, 6], "ben": [2, 4, n + 2], "cat": [2, n + 6]} for n in range(1, 5)}
    >>> whole = Measurement.of(codings)
    >>> parts = [Measurement.of({name: codings[name]}) for name in codings]
    >>> moments = [item_moments(part, whole.over_items(), "pi") for part in parts]
    >>> once = item_moments(whole, whole.over_items(), "pi")
    >>> together = moments[0] + moments[1] + moments[2] + moments[3]
    >>> bool(np.isclose(together.variance().value, once.variance().value)), together.alike.number
    (True, 4)
    """
    part = part.in_detail()
    beside = _beside_others(part, whole)
    chosen, groups = beside.coefficient(coefficient), beside.groups
    compared = np.flatnonzero(part.pairs.per_item()[:, -1])
    names = [part.item_names[item] for item in compared.tolist()]
    alike = ItemMoments.of(chosen.without_each("items")[compared], names)
    if groups.number == 1:
        return GroupedMoments(alike)
    values = chosen.without_each("items", groups)[compared]
    mine = [np.flatnonzero(groups.item[compared] == group) for group in range(groups.number)]
    within = (ItemMoments.of(values[items], [names[item] for item in items.tolist()]) for items in mine)
    return GroupedMoments(alike, tuple(within))


def _beside_others(part: Measurement, whole: Measurement) -> Measurement:
    """The items of a part, and all others summed up as one more item for each group of coders: whatever is left out of
    the part is left out of the whole.
    """
    numbers = {name: number for number, name in enumerate(whole.coder_names)}
    coder = np.array([numbers[name] for name in part.coder_names], dtype=np.int64)
    groups = np.maximum(whole.groups.coder, 0)
    items, coders = part.items + int(groups.max(initial=0)) + 1, whole.coders
    summed = part.over_items()
    same = np.arange(items)
    tallies = (
        mine.renumbered(same, coder, items, coders).in_order()
        + _rest(
            total, own.renumbered(np.zeros(own.items, np.int64), coder, items, coders).in_order(), part.items + groups
        )
        for mine, total, own in (
            (part.pairs.each, whole.pairs.each, summed.pairs.each),
            (part.rows, whole.rows, summed.rows),
        )
    )
    pairs, rows = tallies
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


def _rest(total: Tally, own: Tally, item_of_coder: Int64Array) -> Tally:
    """The sums of every coder or pair of coders without the own ones, as rows of one item for each group of coders."""
    columns = tuple(map(np.concatenate, zip(total.coder, own.coder, strict=True)))
    coders, group = distinct_rows(columns)
    sums = summed_by(group, np.concatenate((total.rows, -own.rows)), len(coders[0]))
    # Rows say in their last column how many pairs or comparable codings they are.
    left = sums[:, -1] > 0.5
    kept = tuple(column[left] for column in coders)
    return Tally(sums[left], item_of_coder[kept[0]], kept, own.items, total.coders)


@dataclass(frozen=True, slots=True)
class IntervalOfSums(IntervalPlan):
    """An interval from sums over items, and the moments of single items or the sums of resamples."""

    moments: GroupedMoments | None = None
    resampled_sums: PoissonSums | None = None

    def __post_init__(self) -> None:
        IntervalPlan.__post_init__(self)
        if self.method not in IN_PARTS:
            raise InputError(
                f"method is {self.method!r}, which needs all items in memory; expected {' or '.join(IN_PARTS)}"
            )

    def interval(self, chosen: Coefficient, measured: Measurement, seed: int) -> Interval:
        """The interval of a coefficient of what was measured and summed up."""
        if self.method == "poisson":
            if self.resampled_sums is None:
                raise InputError("the items were not resampled; expected their sums")
            return self.poisson_interval(self.resampling(chosen, measured, seed), self.resampled_sums, measured)
        groups, moments = measured.groups, self.moments
        if moments is None:
            raise InputError("the items were not looked at one by one; expected their moments")
        resampled = self.resampled or resampled_of(moments.alike.number, int(np.count_nonzero(groups.coder >= 0)))
        leaving: list[Leaving] = [] if resampled == "coders" else [_LeavingItems.of(chosen, groups, moments)]
        if resampled != "items":
            leaving.append(Leaving(chosen, groups, "coders", measured.coder_names))
        found = jackknife_t(chosen.whole(), total_variance(results_of(leaving, log=True)), self.ci)
        return replace(found, resampled=resampled)


@dataclass(frozen=True, slots=True, eq=False)
class _LeavingItems(Leaving):
    """Items that were left out one by one while they came by."""

    moments: GroupedMoments

    @classmethod
    def of(cls, chosen: Coefficient, groups: Groups, moments: GroupedMoments) -> _LeavingItems:
        return cls(chosen, groups, "items", (), moments)

    @property
    def number(self) -> int:
        return self.moments.alike.number

    def result(self, *, log: bool) -> LeaveOneOut | str:
        return self.moments.obstacle() or LeaveOneOut({}, self.moments.variance())
