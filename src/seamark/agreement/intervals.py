"""How far a coefficient would move with other items, other coders, or both.

The jackknife leaves out each item and each coder in turn; where coders form groups that coded items of their own, each
is left out within its group. Bootstraps draw items and coders anew, or give items weights that follow from their names
(``"poisson"``). Items may also come part by part: then the sums of all parts give the coefficient, and a second look at
each part gives moments or sums of resamples, which add up.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.coefficients import (
    CoderChance,
    Coefficient,
    CoefficientName,
    SumTerm,
    Term,
    chance_corrected,
    mean_of_products,
    rates,
)
from seamark.agreement.measurement import Measurement
from seamark.agreement.sums import Counts, Groups, LeftOut, distinct_rows
from seamark.base.checks import of_kind, one_of
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.exact_sums import DIGITS, ROWS, Digits, DigitSums
from seamark.stats.intervals import (
    Interval,
    Variance,
    check_level,
    jackknife_deviations,
    jackknife_variance,
    log_interval,
    percentile_interval,
)
from seamark.stats.resampling import (
    FEWEST_CODERS,
    Resampled,
    bootstrap_statistic,
    check_counts,
    check_resamples,
    item_counters,
    poisson_blocks,
)
from seamark.stats.rows import ROUNDING, summed_by, weighted_sums

#: How an interval is made.
AgreementInterval: TypeAlias = Literal["jackknife", "percentile", "bca", "poisson"]
#: How an interval can be made of items that come part by part.
IN_PARTS: tuple[AgreementInterval, ...] = ("jackknife", "poisson")

# One of a single item or group cannot be left out; with one of two left, there is still a degree of freedom.
_FEWEST_LEFT_OUT = 2
# With fewer of what is resampled, bootstrap intervals are too short to be taken at their word.
_FEW = 10
_KINDS: tuple[Literal["items", "coders"], ...] = ("items", "coders")
_WITH_FEW = {
    "percentile": "too short: of nominal 95 %, 49 to 54 % held the true value with 3 coders, and 84 % with 5 items",
    "bca": "too short: of nominal 95 %, 49 to 54 % held the true value with 3 coders, and 85 % with 5 items",
    "poisson": "too short: of nominal 95 %, 88 % held the true value with 5 items",
}
#: Items whose weights are drawn at once, and numbers that are summed for them.
_ITEMS, _BLOCK = 2**12, 2**22
#: Sums of all resamples: 128 MB, and a few times that where they are no whole numbers.
_MOST_SUMS = 2**24
_NOBODY = np.empty(0, dtype=np.int64)


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
    moments, resampled_sums
        Where items came in parts and were summed up: how the coefficient changes without each of them, or their sums in
        every resample.
    """

    ci: float
    resampled: Resampled | None = None
    method: AgreementInterval = "jackknife"
    resamples: int = 10_000
    moments: GroupedMoments | None = None
    resampled_sums: PoissonSums | None = None

    def __post_init__(self) -> None:
        check_level(self.ci)
        if self.resampled is not None:
            one_of(self.resampled, "resample", get_args(Resampled))
        one_of(self.method, "method", get_args(AgreementInterval))
        check_resamples(self.resamples)
        if self.method == "poisson" and self.resampled not in (None, "items"):
            raise InputError(
                f"resample is {self.resampled!r}; a Poisson bootstrap gives weights to items alone: expected 'items', "
                "or another method"
            )

    def require_in_parts(self) -> IntervalPlan:
        """The plan itself; an error when its method needs all items in memory."""
        if self.method not in IN_PARTS:
            raise InputError(
                f"method is {self.method!r}, which needs all items in memory; expected {' or '.join(IN_PARTS)}"
            )
        return self

    @property
    def random(self) -> bool:
        """Whether the interval depends on a seed."""
        return self.method != "jackknife"

    def options(self, resampled: str | None) -> dict[str, object]:
        """What belongs in the signature of a value with this interval."""
        drawn = {"resamples": self.resamples} if self.random else {}
        return {"ci": f"{self.ci:g},{self.method}", "resample": resampled, **drawn}

    def interval(self, chosen: Coefficient, measured: Measurement, seed: int) -> Interval:
        """The interval of a coefficient of what was measured."""
        if self.method == "poisson":
            return self._poisson(chosen, measured, seed)
        items = None if self.moments is None else self.moments.alike.number
        resampled = self.resampled or resampled_by_default(measured.groups, items)
        if self.method == "jackknife":
            found = self._jackknife(chosen, measured, resampled)
        else:
            found = self._bootstrap(chosen, measured, resampled, seed)
        return replace(found, resampled=resampled)

    def _jackknife(self, chosen: Coefficient, measured: Measurement, resampled: Resampled) -> Interval:
        """Student's t on the scale log(1 - value)."""
        try:
            found = leave_one_out(chosen, measured, resampled, log=True, moments=self.moments)
            variance = Variance.total([one.variance for one in found])
            if not variance.value > 0:
                raise NotEstimableError("agreement does not change, whichever item or coder is left out")
        except NotEstimableError as why:
            return Interval(math.nan, math.nan, self.ci, "jackknife-t", note=f"not estimable: {why}")
        return log_interval(chosen.whole(), variance, self.ci, "jackknife-t")

    def _bootstrap(self, chosen: Coefficient, measured: Measurement, resampled: Resampled, seed: int) -> Interval:
        check_counts(measured.items, measured.coders, resampled)
        if measured.item_weight == "coders" and resampled != "items":
            raise InputError("with item_weight='coders', coders cannot be resampled; take the jackknife")
        counts = {"items": measured.items, "coders": measured.coders}
        found = bootstrap_statistic(
            chosen.for_resampling(resampled).under,
            **counts,
            resample=resampled,
            resamples=self.resamples,
            rng=seed,
            without_each=chosen.without_each if self.method == "bca" else None,
        ).interval(self.ci, "bca" if self.method == "bca" else "percentile")
        return self._noted(found, {kind: counts[kind] for kind in _KINDS if resampled in (kind, "both")})

    def resampling(self, chosen: Coefficient, measured: Measurement, seed: int) -> PoissonResampling:
        """The resamples of a Poisson bootstrap over the items of what was measured, or summed up."""
        check_counts(measured.items, measured.coders, "items")
        return PoissonResampling.of(chosen, measured, self.resamples, seed)

    def _poisson(self, chosen: Coefficient, measured: Measurement, seed: int) -> Interval:
        """The middle of the values in all resamples."""
        resampling = self.resampling(chosen, measured, seed)
        sums = resampling.sums(chosen, measured) if self.resampled_sums is None else self.resampled_sums
        found = percentile_interval(resampling.replicates(sums), self.ci)
        return self._noted(replace(found, method=self.method, resampled="items"), {"items": measured.items})

    def _noted(self, found: Interval, resampled: Mapping[str, int]) -> Interval:
        """The interval with a note where it is of few items or coders."""
        few = [f"{number} {kind}" for kind, number in resampled.items() if number < _FEW]
        if not few or found.note:
            return found
        note = f"{self.method} intervals over {' and '.join(few)} are {_WITH_FEW[self.method]}; take the jackknife"
        return replace(found, note=note)


def resampled_by_default(groups: Groups, items: int | None = None) -> Resampled:
    """What an interval is about unless somebody asks for something else: both, where both can be left out.

    ``items`` is how many were compared, where items were summed up.
    """
    compared = int(np.count_nonzero(groups.item >= 0)) if items is None else items
    enough = compared >= _FEWEST_LEFT_OUT, np.count_nonzero(groups.coder >= 0) >= FEWEST_CODERS
    return "both" if all(enough) else "items" if enough[0] else "coders"


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
    moments: GroupedMoments | None = None,
) -> list[LeaveOneOut]:
    """For items, coders or both, how far each moves a coefficient or its log(1 - value).

    ``moments`` are those of items that were left out while they came by. A NotEstimableError says why there is no
    variance.
    """
    groups, names = measured.groups, {"items": measured.item_names, "coders": measured.coder_names}
    kinds = [kind for kind in _KINDS if resampled in (kind, "both")]
    for kind in kinds:
        left_out = _left_out(groups, kind)
        known = int(np.count_nonzero(groups.of_units(left_out) >= 0))
        number = moments.alike.number if moments is not None and kind == "items" else known
        if number < _fewest(left_out):
            raise InputError(
                f"an interval over {kind} needs at least {_fewest(left_out)} {left_out} that can be compared, "
                f"got {number}; resample {'coders' if kind == 'items' else 'items'} instead"
            )
    if log and chosen.whole() == 1.0:
        raise NotEstimableError("all codings are alike, so that nothing shows how far agreement varies")
    if "coders" in kinds and _left_out(groups, "coders") == "groups":
        # Whole groups take their items along: what varies from item to item is in their variance already.
        kinds = ["coders"]
    return [
        moments.leave_one_out()
        if moments is not None and kind == "items"
        else _without_each(chosen, groups, kind, names[kind], log=log)
        for kind in kinds
    ]


def _left_out(groups: Groups, kind: Literal["items", "coders"]) -> LeftOut:
    """What is left out: whole groups where coders are too few to leave one of a group out."""
    many = groups.number > 1 and kind == "coders" and groups.smallest("coders") < FEWEST_CODERS
    return "groups" if many else kind


def _fewest(left_out: LeftOut) -> int:
    """How many are needed, of which one is left out."""
    return FEWEST_CODERS if left_out == "coders" else _FEWEST_LEFT_OUT


def _without_each(
    chosen: Coefficient, groups: Groups, kind: Literal["items", "coders"], names: Sequence[str], *, log: bool
) -> LeaveOneOut:
    """How far each item, coder or group moves the coefficient or its log(1 - value)."""
    left_out = _left_out(groups, kind)
    group = groups.of_units(left_out)
    stratified = left_out != "groups" and groups.number > 1 and groups.smallest(kind) > 1
    units = np.flatnonzero(group >= 0)
    values = chosen.without_each(left_out, groups if stratified or left_out == "groups" else None)[units]
    one = left_out.removesuffix("s")
    named = [f"{one} {names[unit]!r}" if left_out == kind and names else f"{one} {unit + 1}" for unit in units.tolist()]
    _require_values(values, named, log=log)
    strata = group[units] if stratified else None
    deviations = jackknife_deviations(np.log1p(-values) if log else values, strata)
    return LeaveOneOut(dict(zip(named, deviations.tolist(), strict=True)), jackknife_variance(deviations, strata))


def _require_values(values: FloatArray, named: Sequence[str], *, log: bool) -> None:
    """Every coefficient without one has a value, and on the logarithmic scale is not 1."""
    for unusable, what in ((np.isnan(values), "there is no agreement to measure"), ((values == 1.0) & log, "it is 1")):
        if unusable.any():
            raise NotEstimableError(f"without {named[int(unusable.argmax())]} {what}")


@dataclass(frozen=True, slots=True)
class JackknifeVariances(ResultRecord):
    """How much a coefficient varies from item to item and from coder to coder, on the scale log(1 - value).

    Attributes
    ----------
    value
        The coefficient.
    items, coders
        The variance of log(1 - value) with other items, and with other coders, as many as there are; NaN where it
        cannot be estimated. In a study with I items and C coders they would be I and C times as large with one.
    number_of_items, number_of_coders
        How many were compared with another.
    """

    value: float
    items: float
    coders: float
    number_of_items: int
    number_of_coders: int


def jackknife_variances(measured: Measurement, coefficient: CoefficientName = "pi") -> JackknifeVariances:
    """How much a coefficient varies from item to item and from coder to coder, on the scale log(1 - value).

    Where coders form groups that coded items of their own, they are left out within their group.

    Examples
    --------
    >>> codings = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}, "song": {"ann": [4, 4], "ben": [5, 3]}}
    >>> jackknife_variances(Measurement.of(codings))
    JackknifeVariances(value=0.8891, items=0.03047, coders=0.01306, number_of_items=2, number_of_coders=3)
    """
    of_kind(measured, Measurement, "measured", "a Measurement").require_pairs()
    chosen, groups = measured.coefficient(coefficient), measured.groups
    items, coders = (_variance_or_nan(chosen, groups, kind) for kind in _KINDS)
    numbers = (int(np.count_nonzero(of_units >= 0)) for of_units in (groups.item, groups.coder))
    return JackknifeVariances(chosen.whole(), items, coders, *numbers)


def _variance_or_nan(chosen: Coefficient, groups: Groups, kind: Literal["items", "coders"]) -> float:
    """The variance of log(1 - value); NaN where it cannot be estimated."""
    left_out = _left_out(groups, kind)
    if np.count_nonzero(groups.of_units(left_out) >= 0) < _fewest(left_out):
        return math.nan
    try:
        return _without_each(chosen, groups, kind, (), log=True).variance.value
    except NotEstimableError:
        return math.nan


@dataclass(frozen=True, slots=True, eq=False)
class PoissonSums:
    """What some items sum up to in every resample; ``+`` joins parts.

    Attributes
    ----------
    observed, expected
        The sums of the rows of both terms; where every coder has a chance of their own, of every coder's rows.
    met
        In that case, how often every two coders met.
    """

    observed: DigitSums
    expected: DigitSums
    met: DigitSums

    def __add__(self, other: PoissonSums) -> PoissonSums:
        return PoissonSums(self.observed + other.observed, self.expected + other.expected, self.met + other.met)


@dataclass(frozen=True, slots=True, eq=False)
class PoissonResampling:
    """Resamples of a study of which all coders are known.

    Attributes
    ----------
    coefficient
        The coefficient of the whole study; of a study that comes in parts, its sums will do.
    coders
        The names of all coders in alphabetical order: sums are added up in that order, whoever came first.
    first, second
        Every two of them who coded an item together, by number.
    resamples, seed
        How many resamples there are, and the seed of all weights.
    """

    coefficient: Coefficient
    coders: tuple[str, ...]
    first: Int64Array
    second: Int64Array
    resamples: int
    seed: int

    @classmethod
    def of(cls, chosen: Coefficient, measured: Measurement, resamples: int, seed: int) -> PoissonResampling:
        """Resamples of what was measured; an error where their sums would not fit into memory."""
        coders = tuple(sorted(measured.coder_names))
        first, second, _ = measured.pairs.coder_pairs()
        met = np.sort(_numbers(measured.coder_names, coders)[np.stack((first, second))], axis=0)
        first, second = met[:, np.lexsort(met[::-1])]
        found = cls(chosen, coders, first, second, resamples, seed)
        found._require_room()
        return found

    def sums(self, part: Coefficient, measured: Measurement) -> PoissonSums:
        """The sums of some items, given the same coefficient of these."""
        if not measured.item_names:
            raise InputError("a Poisson bootstrap needs the items one by one, and these were summed up")
        number = _numbers(measured.coder_names, self.coders)
        rows, met = part.expected.counts, _Table(np.empty((0, 1)), _NOBODY, _NOBODY)
        expected = _Table.of(rows)
        if isinstance(part.expected, CoderChance):
            expected = _Table.of(rows, number[rows.coder[0]])
            met = self._met(measured.pairs, number)
        counters = item_counters(measured.item_names)
        tables = (_Table.of(part.observed.counts), expected, met)
        totals = [DigitSums.nothing(self.resamples) for _ in tables]
        for items in _chunks(tables, len(counters)):
            chunk = [table.digits(items) for table in tables]
            sums = [np.zeros((self.resamples, len(places))) for places, _ in chunk]
            for resamples, weights in poisson_blocks(counters[items], self.seed, self.resamples):
                for total, (_, digits) in zip(sums, chunk, strict=True):
                    total[resamples] = weighted_sums(weights, digits)
            for place, (total, (places, _)) in enumerate(zip(sums, chunk, strict=True)):
                totals[place] += DigitSums.of(places, total)
        return PoissonSums(*totals)

    def replicates(self, sums: PoissonSums) -> FloatArray:
        """The coefficient in every resample; NaN where nothing can be compared in it."""
        agreed = self._of_sums(self.coefficient.observed, sums.observed, sums.met)
        return chance_corrected(agreed, self._of_sums(self.coefficient.expected, sums.expected, sums.met))

    def _of_sums(self, term: Term, sums: DigitSums, met: DigitSums) -> FloatArray:
        """A term in every resample."""
        width = term.counts.width
        if isinstance(term, SumTerm):
            return term.of_sums(sums.values(width))
        of_coders = sums.values(len(self.coders) * width).reshape(self.resamples, len(self.coders), width)
        pairs = met.values(len(self.first)) > 0
        return mean_of_products(rates(of_coders), self.first, self.second, pairs.astype(np.float64))

    def _met(self, pairs: Counts, number: Int64Array) -> _Table:
        """A 1 for every pair of codings, by the two coders."""
        coders = len(self.coders)
        one, other = np.sort(np.stack([number[column] for column in pairs.coder]), axis=0)
        place = np.searchsorted(self.first * coders + self.second, one * coders + other)
        return _Table.of(Counts(np.ones((len(place), 1)), pairs.item, (), pairs.items, pairs.coders), place)

    def _require_room(self) -> None:
        columns = sum(term.counts.width for term in (self.coefficient.observed, self.coefficient.expected))
        if isinstance(self.coefficient.expected, CoderChance):
            columns += (len(self.coders) - 1) * self.coefficient.expected.counts.width + len(self.first)
        if columns * self.resamples > _MOST_SUMS:
            rather = ", or pi instead of kappa" if isinstance(self.coefficient.expected, CoderChance) else ""
            raise InputError(
                f"{self.resamples:,} resamples of {columns:,} sums each do not fit into memory; expected at most "
                f"{max(1, _MOST_SUMS // columns):,} resamples{rather}"
            )


def _numbers(names: Sequence[str], among: Sequence[str]) -> Int64Array:
    """The places of names among others."""
    places = {name: place for place, name in enumerate(among)}
    return np.array([places[name] for name in names], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Rows of numbers by item, ascending, and by the cell of sums that they belong to."""

    rows: FloatArray
    item: Int64Array
    cell: Int64Array

    @classmethod
    def of(cls, counts: Counts, cell: Int64Array | None = None) -> _Table:
        """All rows; by default they belong to one cell."""
        order = np.argsort(counts.item, kind="stable")
        cells = np.zeros(len(order), dtype=np.int64) if cell is None else cell[order]
        return cls(counts.rows[order], counts.item[order], cells)

    def digits(self, items: slice) -> tuple[Int64Array, FloatArray]:
        """The digits of the rows of some items, summed within each item and cell: where they are, and a row per item.

        Places number the columns of all cells one after the other.
        """
        part = slice(*np.searchsorted(self.item, (items.start, items.stop)))
        digits = Digits.of(self.rows[part])
        cells, cell = np.unique(self.cell[part], return_inverse=True)
        number = items.stop - items.start
        key = (self.item[part] - items.start) * len(cells) + cell
        sums = summed_by(key, digits.table, number * len(cells))
        places = cells[:, np.newaxis] * self.rows.shape[1] * DIGITS + digits.places
        return places.ravel(), np.ascontiguousarray(sums.reshape(number, places.size))


def _chunks(tables: Sequence[_Table], items: int) -> Iterator[slice]:
    """Items in parts whose rows, and whose sums in all cells, fit into memory."""
    cells = max(len(np.unique(table.cell)) * table.rows.shape[1] for table in tables)
    step = max(1, min(_ITEMS, _BLOCK // max(1, cells)))
    rows = np.cumsum(sum(np.bincount(table.item, minlength=items) for table in tables))
    full = np.searchsorted(rows, np.arange(ROWS, int(rows[-1]), ROWS)) + 1
    edges = np.unique(np.concatenate((np.arange(0, items, step), full, [items])))
    return (slice(start, stop) for start, stop in itertools.pairwise(edges.tolist()))


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

    def leave_one_out(self) -> LeaveOneOut:
        """The variance; an error that says why it cannot be estimated, if so."""
        for said, what in (("undefined", "there is no agreement to measure"), ("perfect", "it is 1")):
            for stratum in self.strata:
                if getattr(stratum, said) is not None:
                    raise NotEstimableError(f"without item {getattr(stratum, said)!r} {what}")
        return LeaveOneOut({}, self.variance())


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
    coder = _numbers(part.coder_names, whole.coder_names)
    groups = np.maximum(whole.groups.coder, 0)
    items, coders = part.items + int(groups.max(initial=0)) + 1, whole.coders
    summed = part.over_items()
    same, zero = np.arange(items), np.zeros(items, dtype=np.int64)
    pairs, rows = (
        mine.renumbered(same, coder, items, coders)
        .in_order()
        .joined(_rest(total, own.renumbered(zero, coder, items, coders).in_order(), part.items + groups), items, coders)
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
