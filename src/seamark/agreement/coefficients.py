"""Coefficients: a metric as a similarity, observed agreement, what chance brings, and agreement corrected for it.

A term, observed or expected agreement, is a function of sums of rows: over everything, per item, without each item or
coder, or under weights of items and coders. Coefficients differ only in their expected term:

- pi: boundaries come from one distribution for all coders (Scott 1955; Artstein & Poesio 2008);
- kappa: every coder has a distribution of their own (Cohen 1960; Davies & Fleiss 1982);
- alpha: what the metric itself would find between codings filled at random (Krippendorff 2019).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, Self, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.agreement.sums import Counts, Groups, LeftOut, keeping_weight, ratio
from seamark.base.checks import one_of
from seamark.base.errors import InputError
from seamark.kernels.columns import NO_TYPES, Columns, FloatArray, Int64Array
from seamark.kernels.edit import PairSums
from seamark.metrics.base import Bound, Metric
from seamark.metrics.edit import S
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import Pairs, PairsWithin
from seamark.model.codings import SegmentationArray
from seamark.stats.resampling import Resampled, Weights
from seamark.stats.rows import ROUNDING, summed_by, weighted_sums

#: The coefficients, by the distribution of boundaries in their chance term: that of all coders, or each coder's own.
CoefficientName: TypeAlias = Literal["pi", "kappa"]
#: The same, and alpha, whose chance knows what the metric forgives.
AgreementCoefficient: TypeAlias = Literal["pi", "kappa", "alpha"]
#: What is counted per potential boundary.
ChanceCount: TypeAlias = Literal["boundaries", "segments"]
#: How rates of several codings become one.
ChanceAverage: TypeAlias = Literal["micro", "macro", "fournier2012"]
#: Where the expected agreement comes from.
ChanceSource: TypeAlias = Literal["closed", "permutation"]
#: What an item of m codings weighs in observed agreement: its m(m - 1)/2 pairs, or m.
ItemWeight: TypeAlias = Literal["pairs", "coders"]

# A share below 1/2 to a higher power is nothing beside 1.
_LONGEST_SERIES = 64
# Numbers held at once: 16 MB of marks.
_BLOCK = 2**24


class CodingFacts(NamedTuple):
    """What is known of codings beside the rows of chance, per coding or in sum."""

    codings: FloatArray
    boundaries: FloatArray
    units: FloatArray
    segments: FloatArray

    def density(self, types: int = 1) -> float:
        """Boundaries per place, or per place and type, over all codings; NaN where there is no place."""
        places = types * float((self.units - self.codings).sum())
        return float(self.boundaries.sum()) / places if places else math.nan


@dataclass(frozen=True, slots=True)
class ChanceOptions:
    """How the chance term is formed.

    Attributes
    ----------
    count
        ``"boundaries"``: boundaries over potential boundaries, as the equations of the 2012 paper say. ``"segments"``:
        segments over potential boundaries, as its Table 2 was computed.
    average
        ``"micro"``: rates of summed counts. ``"macro"``: the mean of the rates of single codings. ``"fournier2012"``:
        macro for pi and micro for kappa, as the corpus figures of the 2012 paper were computed.
    """

    count: ChanceCount = "boundaries"
    average: ChanceAverage = "micro"

    def __post_init__(self) -> None:
        one_of(self.count, "chance_count", get_args(ChanceCount))
        one_of(self.average, "chance_average", get_args(ChanceAverage))

    def __str__(self) -> str:
        return f"{self.count},{self.average}"

    def rows(self, coefficient: CoefficientName, boundaries: FloatArray, masses: Int64Array) -> FloatArray:
        """Rows of codings for ``rates`` of a coefficient, from their boundaries of each type and their masses."""
        macro = self.average == "macro" if coefficient == "kappa" else self.average != "micro"
        placed = boundaries + (1.0 if self.count == "segments" else 0.0)
        each = np.ones(len(masses))
        rows = np.column_stack((placed, masses - 1.0, each))
        # The mean of rates is the sum of rates over their number; an item of one unit has no rate.
        return np.column_stack((rates(rows), masses > 1, each)) if macro else rows


def rates(sums: FloatArray) -> FloatArray:
    """Rates per boundary type of summed rows (type 1, ..., type T, potential, codings); 0 where there is no place.

    Examples
    --------
    >>> rates(np.array([[1.0, 3.0, 4.0, 1.0], [0.0, 0.0, 0.0, 1.0]])).tolist()
    [[0.25, 0.75], [0.0, 0.0]]
    """
    potential = sums[..., -2:-1]
    return np.where(potential > 0, sums[..., :-2] / np.where(potential > 0, potential, 1.0), 0.0)


def number_of_types(codings: SegmentationArray) -> int:
    """How many boundary types the study has: those of its codings, and one when nobody placed a boundary."""
    return max(1, len(codings.names))


def boundary_marks(codings: SegmentationArray) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Of every boundary its row, its position and its type, as a number of the study's types."""
    columns = codings.columns
    inside = slice(int(columns.offsets[0]), int(columns.offsets[-1]))
    row = np.repeat(np.arange(len(columns.masses)), np.diff(columns.offsets))
    code = columns.types[inside].astype(np.int64) if columns.types.size else np.zeros(len(row), dtype=np.int64)
    return row, columns.positions[inside], code


def segmentations_of_marks(
    row: Int64Array, position: Int64Array, code: Int64Array, masses: Int64Array, types: tuple[Hashable, ...]
) -> SegmentationArray:
    """Segmentations from their boundaries, sorted by row, position and type; one for every mass."""
    offsets = np.searchsorted(row, np.arange(len(masses) + 1))
    codes = code.astype(np.int32) if len(types) > 1 else NO_TYPES
    return SegmentationArray._unchecked(Columns(position, offsets, masses, codes), types)


def boundary_counts(codings: SegmentationArray) -> FloatArray:
    """The number of boundaries of each type in every coding; shape (codings, types)."""
    (row, _, code), types = boundary_marks(codings), number_of_types(codings)
    counts = np.bincount(row * types + code, minlength=len(codings.lengths) * types)
    return counts.reshape(-1, types).astype(np.float64)


def coding_rows(codings: SegmentationArray, options: ChanceOptions) -> FloatArray:
    """Of every coding ``CodingFacts``, the rows of chance for pi, and those for kappa."""
    (row, position, _), lengths = boundary_marks(codings), codings.lengths
    boundaries = boundary_counts(codings)
    chance = [options.rows(name, boundaries, lengths) for name in ("pi", "kappa")]
    # Boundaries of several types at one place make one segment.
    again = row[1:][(np.diff(row) == 0) & (np.diff(position) == 0)]
    segments = np.diff(codings.offsets) + 1.0 - np.bincount(again, minlength=len(lengths))
    facts = CodingFacts(np.ones(len(lengths)), boundaries.sum(axis=1), lengths.astype(np.float64), segments)
    return np.column_stack((*facts, *chance))


@dataclass(frozen=True, slots=True)
class Similarity:
    """A metric as a similarity from 0 to 1: a penalty ``p`` is used as ``1 - p``.

    Examples
    --------
    >>> from seamark import S, WindowDiff
    >>> Similarity(S()).label, Similarity(WindowDiff()).label
    ('S', '1-windowdiff')
    """

    metric: Metric

    def __post_init__(self) -> None:
        info, worst = self.metric.info, self.metric.worst_value
        if not (0 <= info.best <= 1 and 0 <= worst <= 1):
            raise InputError(
                f"{info.title} goes from {worst:g} at worst to {info.best:g} at best with these options; agreement "
                "takes a metric that stays between 0 and 1, such as S, B or rand"
            )

    @classmethod
    def of(cls, metric: Metric | str | None) -> Similarity:
        """A metric, or one by its name; ``S()`` when none is given."""
        return cls(S() if metric is None else as_metric(metric))

    @property
    def label(self) -> str:
        """How the metric is named in a signature."""
        name = self.metric.info.name
        return name if self.metric.info.higher_is_better else f"1-{name}"

    def of_rows(self, rows: FloatArray) -> FloatArray:
        """The similarity of every sum of rows of the metric's counts."""
        scores = self.metric.score_rows(rows)
        return scores if self.metric.info.higher_is_better else 1.0 - scores

    def bind(self, codings: SegmentationArray, other: SegmentationArray | None = None) -> BoundSimilarity:
        """The similarity for pairs of these codings, or of codings of two sides."""
        bound = self.metric.bind(codings, other)
        if self.metric.info.symmetric:
            return BoundSimilarity(self, bound, None)
        return BoundSimilarity(self, bound, bound if other is None else self.metric.bind(other, codings))


@dataclass(frozen=True, slots=True, eq=False)
class BoundSimilarity:
    """A similarity with its metric bound to codings; an asymmetric one is computed both ways."""

    similarity: Similarity
    bound: Bound
    other_way: Bound | None

    def count(self, pairs: Pairs) -> FloatArray:
        """For every pair the metric's counts, how many comparisons have no value of their own, and a 1."""
        counts = self.bound.count(pairs)
        undefined = np.isnan(self.bound.metric.score_rows(counts)).astype(np.float64)
        if self.other_way is not None:
            swapped = self.other_way.count(pairs.swapped())
            counts += swapped
            undefined += np.isnan(self.bound.metric.score_rows(swapped))
        return np.column_stack((counts, undefined, np.ones(len(pairs))))

    def sums(self, pairs: PairsWithin) -> PairSums:
        """The sums of these rows over every two codings of an item."""
        sums = None if self.other_way is not None else self.bound.metric._pair_sums(self.bound, pairs)
        if sums is None:
            return pairs.summed(len(self.bound.metric.fields) + 2, self.count, self.bound.a)
        # A metric that gives sums by itself has a value for every pair.
        numbers = zip(sums, pairs.coded.numbers(), strict=True)
        return PairSums(*(np.column_stack((rows, np.zeros(len(rows)), number)) for rows, number in numbers))

    def values(self, pairs: Pairs) -> FloatArray:
        """The similarity of every pair; 0 where it has no value."""
        return np.nan_to_num(self.similarity.of_rows(self.count(pairs)[:, :-2]))


def chance_corrected(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """(observed - expected) / (1 - expected): the share of the agreement beyond chance that was reached.

    Full agreement is 1 whatever chance says. Where chance alone explains everything and there is disagreement, the
    coefficient is undefined.

    Examples
    --------
    >>> chance_corrected(np.array([0.8, 1.0, 0.9]), np.array([0.5, 1.0, 1.0])).tolist()
    [0.6000000000000001, 1.0, nan]
    """
    room = 1.0 - expected
    with np.errstate(divide="ignore", invalid="ignore"):
        corrected: FloatArray = (observed - expected) / room
    np.putmask(corrected, ~(room > ROUNDING), np.nan)
    np.putmask(corrected, observed == 1.0, 1.0)
    return corrected


def below_chance(observed: FloatArray | float, expected: FloatArray | float) -> FloatArray:
    """1 - observed / expected, of disagreement: 1 where none is observed, undefined where chance expects none.

    Examples
    --------
    >>> below_chance(np.array([0.2, 0.0, 0.1]), np.array([0.5, 0.0, 0.0])).tolist()
    [0.6, 1.0, nan]
    """
    return np.where(np.equal(observed, 0), 1.0, 1.0 - ratio(observed, expected))


@dataclass(frozen=True, slots=True, eq=False)
class SumTerm(ABC):
    """A term that is a function, ``of_sums``, of the sum of its rows."""

    counts: Counts

    @abstractmethod
    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The term of sums of rows; NaN where there is nothing to compare."""

    def whole(self) -> float:
        """The term over everything; NaN where no two coders can be compared."""
        return float(self.of_sums(self.counts.total()))

    def under(self, weights: Weights) -> FloatArray:
        """The term in every resample."""
        return self.of_sums(self.counts.totals(weights))

    def per_item(self) -> FloatArray:
        """The term of each item by itself; NaN where an item has no two codings."""
        return self.of_sums(self.counts.per_item())

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The term without each item, coder or group; NaN where nothing can be compared then. Groups keep their weight
        where they are given.
        """
        if left_out == "coders":
            _, coder, lost = self.per_coding()
            own = summed_by(coder, lost, self.counts.coders)
        elif left_out == "items":
            own = self.counts.per_item()
        if groups is None:
            return self.of_sums(self.counts.total() - own)
        sums = self.counts.per_group(groups)
        if left_out == "groups":
            return self.of_sums(self.counts.total() - sums)
        return self.of_sums(keeping_weight(sums, own, groups.of_units(left_out)))

    def per_coding(self) -> tuple[Int64Array, Int64Array, FloatArray]:
        """What the sum of an item loses without one of its coders: the item, the coder, and a row for every coding."""
        return self.counts.per_coding()

    def without_each_two(self) -> FloatArray:
        """The term without an item and a coder, for every two of them; shape (items, coders)."""
        item, coder, own = self.per_coding()
        of_codings = np.zeros((self.counts.items, self.counts.coders, own.shape[1]))
        of_codings[item, coder] = own
        # What an item and a coder have in common is taken off once.
        left = self.counts.total() - self.counts.per_item()[:, np.newaxis] - of_codings.sum(axis=0) + of_codings
        return self.of_sums(left)

    def with_newcomers(self, rows: FloatArray, items: FloatArray) -> FloatArray:
        """The term on items with a weight of 1 when each of several newcomers with these rows joins by itself."""
        joined = rows + self.counts.per_item()[:, np.newaxis]
        return self.of_sums(joined[items > 0].sum(axis=0))

    def for_resampling(self, resampled: Resampled) -> Self:
        """The same under weights, quicker, as long as only these get weights other than 1."""
        return replace(self, counts=self.counts.for_resampling(resampled))


@dataclass(frozen=True, slots=True, eq=False)
class ObservedAgreement(SumTerm):
    """The similarity of summed counts over pairs of coders and items.

    Rows have of every pair the metric's counts, its comparisons without a value, and a 1.
    """

    similarity: Similarity

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The similarity of sums of rows; NaN where there is nothing to compare."""
        return np.where(sums[..., -1] > 0, self.similarity.of_rows(sums[..., :-2]), np.nan)

    def per_coder(self) -> FloatArray:
        """The pooled similarity of each coder to all others."""
        return self.of_sums(self.counts.per_coder())


@dataclass(frozen=True, slots=True, eq=False)
class AgreementByCodings(ObservedAgreement):
    """The same with items that weigh by their number of codings m, as Krippendorff does, instead of m(m - 1)/2 pairs.

    The rows of an item's pairs are divided by m - 1.
    """

    codings: Int64Array

    def per_coding(self) -> tuple[Int64Array, Int64Array, FloatArray]:
        """What the sum of an item loses without one of its coders; it then weighs by those who are left."""
        item, coder, mine = self.counts.per_coding()
        whole, codings = self.counts.per_item()[item], self.codings[item]
        # What is left of an item was divided by m - 1 and is to be divided by m - 2.
        larger = np.where(codings > 2, (codings - 1) / np.maximum(codings - 2, 1), 0.0)
        return item, coder, whole - (whole - mine) * larger[:, np.newaxis]


@dataclass(frozen=True, slots=True, eq=False)
class PooledChance(SumTerm):
    """Chance of pi: the sum over boundary types of the squared rate at which coders place them, all coders together.

    The rates are those of codings that can be compared: a coding of an item that nobody else coded does not count.
    """

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """The sum of squared rates."""
        pooled = rates(sums)
        squared: FloatArray = np.einsum("...t,...t->...", pooled, pooled)
        return squared

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample, of the codings that can be compared in it."""
        alone = self.counts.alone(weights.coders) if self.counts.coder else None
        if alone is None:
            return self.of_sums(self.counts.totals(weights))
        weight = weights.items[:, self.counts.item] * weights.coders[:, self.counts.coder[0]]
        return self.of_sums(weighted_sums(np.where(alone, 0.0, weight), self.counts.rows))

    def per_coding(self) -> tuple[Int64Array, Int64Array, FloatArray]:
        """What the sum of an item loses without one of its coders: of an item of two also the row of the other."""
        item, rows = self.counts.item, self.counts.rows
        lost = rows.copy()
        of_two = np.flatnonzero(np.bincount(item, minlength=self.counts.items)[item] == 2)
        one, other = of_two[np.argsort(item[of_two], kind="stable")].reshape(-1, 2).T
        lost[one] += rows[other]
        lost[other] += rows[one]
        return item, self.counts.coder[0], lost

    def for_resampling(self, resampled: Resampled) -> Self:
        """The same from fewer rows; coders can be summed up where all coders coded everything."""
        complete = resampled == "items" or self.counts.complete
        return replace(self, counts=self.counts.for_resampling(resampled)) if complete else self


@dataclass(frozen=True, slots=True, eq=False)
class EditChance(PooledChance):
    """Chance of alpha with S: 1 - the edit distance per place of two codings filled at random from all judgements.

    Mismatches come at random from place to place. One that meets an opposite mismatch at the next place is a near miss,
    one edit instead of two: a chain of two states, whose expected number of edits has a closed form.

    Attributes
    ----------
    counts
        Of each coding its boundaries, places, a 1 when there are any, a 1 in the column of its number of places, if
        that is small, and a 1.
    powers
        For each of these columns the number of places minus 1.
    """

    powers: FloatArray

    @classmethod
    def of(cls, rows: Counts, facts: CodingFacts) -> EditChance:
        """From the rows of codings and what is known of them; only codings that can be compared count."""
        places = facts.units - 1.0
        # With counts, since without them numpy loads masked arrays, which takes longer than all of this.
        short, _ = np.unique(places[(places > 0) & (places <= _LONGEST_SERIES)], return_counts=True)
        columns = (facts.boundaries, places, places > 0, places[:, np.newaxis] == short, facts.codings)
        comparable = np.bincount(rows.item, minlength=rows.items)[rows.item] > 1
        return cls(replace(rows, rows=np.column_stack(columns)).picked(comparable), short - 1.0)

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """Expected agreement of sums of rows."""
        placed, places, codings = sums[..., 0], sums[..., 1], sums[..., 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            # Two of the judgements, a boundary and none, in this order.
            mismatch = np.where(places > 1, placed * (places - placed) / (places * (places - 1.0)), 0.0)
            alternating = (sums[..., 3:-1] * (-mismatch[..., np.newaxis]) ** self.powers).sum(axis=-1)
            chain = places - codings + mismatch / (1.0 + mismatch) * (codings - alternating)
            edits = 2.0 * mismatch * places - 2.0 * mismatch**2 / (1.0 + mismatch) * chain
            return np.where(places > 0, 1.0 - edits / places, np.nan)


@dataclass(frozen=True, eq=False)
class CoderChance:
    """Chance of kappa: the sum over boundary types of the mean over pairs of coders of the product of their rates.

    A coder's rates are taken over those items of the coder that another coder coded, too. A pair counts when the two
    coded an item together, once, however often they did.

    Attributes
    ----------
    counts
        The rows of every coding.
    pairs
        All pairs of codings, which say who coded what together.
    """

    counts: Counts
    pairs: Counts

    @cached_property
    def coder_pairs(self) -> tuple[Int64Array, Int64Array, Int64Array]:
        """The two coders of every pair who coded an item together, and how many items they share."""
        return self.pairs.coder_pairs()

    def whole(self) -> float:
        """Chance over everything."""
        products = self._products(rates(self.counts.per_coder()[np.newaxis]))
        return float(products.mean()) if products.size else np.nan

    def under(self, weights: Weights) -> FloatArray:
        """Chance in every resample."""
        first, second, _ = self.coder_pairs
        pairs = weights.pairs(first, second) * self._meet(weights.items)
        return ratio((pairs * self._products(rates(self._sums(weights)))).sum(axis=1), pairs.sum(axis=1))

    def per_item(self) -> FloatArray:
        """Chance within each item."""
        own = rates(self.counts.rows)
        sums = summed_by(self.counts.item, np.column_stack((own, own**2, np.ones(len(own)))), self.counts.items)
        rate, squared, coders = np.split(sums, [own.shape[1], 2 * own.shape[1]], axis=1)
        # Of the square of a sum, twice the products of all pairs remain beside the squares.
        return ratio(np.einsum("it,it->i", rate, rate) - squared.sum(axis=1), coders[:, 0] * (coders[:, 0] - 1.0))

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """Chance without each item, coder or group, which otherwise keeps its weight."""
        rate = rates(self.counts.per_coder())
        products = self._products(rate[np.newaxis])[0]
        columns = np.column_stack((products, np.ones_like(products)))
        if left_out == "items":
            lost = self._lost_with_items(rate)
        elif left_out == "coders":
            lost = self._over_partners(columns, columns) + self._lost_with_coders(products)
        if groups is None:
            return ratio(*(columns.sum(axis=0) - lost).T)
        sums = summed_by(groups.coder[self.coder_pairs[0]], columns, groups.number)
        if left_out == "groups":
            return ratio(*(sums.sum(axis=0) - sums).T)
        return ratio(*keeping_weight(sums, lost, groups.of_units(left_out)).T)

    def with_newcomers(self, rows: FloatArray, items: FloatArray) -> FloatArray:
        """Chance on items with a weight of 1 when each of several newcomers joins; they meet all who coded those."""
        weights = Weights(items[np.newaxis], np.ones((1, self.counts.coders)))
        rate, met = rates(self._sums(weights)), self._meet(weights.items)
        meets_newcomer = np.bincount(self.counts.coder[0], items[self.counts.item], self.counts.coders) > 0
        newcomers = rates(rows[items > 0].sum(axis=0)) @ rate[0, meets_newcomer].sum(axis=0)
        return ratio(float((met * self._products(rate)).sum()) + newcomers, met.sum() + meets_newcomer.sum())

    def for_resampling(self, resampled: Resampled) -> CoderChance:
        """The same: nothing makes it quicker."""
        return self

    def _meet(self, item_weights: FloatArray) -> npt.NDArray[np.bool_]:
        """Which pairs still share an item of positive weight; shape (resamples or 1, pairs)."""
        first, _, shared = self.coder_pairs
        meet = np.ones((len(item_weights), len(first)), dtype=bool)
        if (shared >= self.pairs.items).all():
            return meet
        item, pair = self._items_of_some
        some_pairs, starts = np.unique(pair, return_index=True)
        present = item_weights > 0
        step = max(1, _BLOCK // pair.size)
        for start in range(0, len(present), step):
            together = present[start : start + step][:, item]
            meet[start : start + step, some_pairs] = np.logical_or.reduceat(together, starts, axis=1)
        return meet

    @cached_property
    def _items_of_some(self) -> tuple[Int64Array, Int64Array]:
        """The items of those pairs who do not share every item, and the number of the pair, sorted by pair."""
        return self.pairs.items_of_pairs(self.coder_pairs[2] < self.pairs.items)

    def _lost_with_coders(self, products: FloatArray) -> FloatArray:
        """What the sum of products loses beside a coder's own: rates of others change where nobody else is left."""
        counts, (first, second, _) = self.counts, self.coder_pairs
        lost = np.zeros((counts.coders, 2))
        alone = np.bincount(counts.item, minlength=counts.items)[counts.item] == 2
        for coder in np.unique(counts.coder[0][alone]).tolist():
            weights = np.ones((1, counts.coders))
            weights[0, coder] = 0.0
            change = products - self._products(rates(self._sums(Weights(np.ones((1, counts.items)), weights))))[0]
            lost[coder, 0] = change[(first != coder) & (second != coder)].sum()
        return lost

    def _lost_with_items(self, rate: FloatArray) -> FloatArray:
        """What every item takes with it: from the sum of products, and from the number of pairs."""
        counts, (first, second, shared) = self.counts, self.coder_pairs
        own = counts.coder[0]
        after = rates(counts.per_coder()[own] - counts.rows)
        change = after - rate[own]
        partners = self._over_partners(rate[second], rate[first])[own]
        by_item = summed_by(counts.item, np.column_stack((change, change**2)), counts.items)
        change_sums, squares = np.split(by_item, 2, axis=1)
        # A pair's product changes with both rates: each change times the other's rate, and both changes, who both met.
        gained = np.bincount(counts.item, np.einsum("kt,kt->k", change, partners), counts.items)
        gained += (np.einsum("it,it->i", change_sums, change_sums) - squares.sum(axis=1)) / 2
        lost: FloatArray = np.column_stack((-gained, np.zeros(counts.items))).astype(np.float64)
        if not (shared == 1).any():
            return lost
        # Two coders who share only this item are not a pair without it.
        item, pair = self.pairs.items_of_pairs(shared == 1)
        place = np.argsort(counts.item * counts.coders + own)
        keys = (counts.item * counts.coders + own)[place]
        one, other = (
            after[place[np.searchsorted(keys, item * counts.coders + coders[pair])]] for coders in (first, second)
        )
        products = np.column_stack((np.einsum("kt,kt->k", one, other), np.ones(len(item))))
        lost += summed_by(item, products, counts.items)
        return lost

    def _sums(self, weights: Weights) -> FloatArray:
        """The rows of every coder, summed over items under weights; shape (resamples, coders, F)."""
        alone, own = self.counts.alone(weights.coders), self.counts.coder[0]
        order = np.argsort(own, kind="stable")
        sums = []
        for rows in np.split(order, np.searchsorted(own[order], np.arange(1, self.counts.coders))):
            counted = weights.items[:, self.counts.item[rows]]
            comparable = counted if alone is None else np.where(alone[:, rows], 0.0, counted)
            sums.append(weighted_sums(comparable, self.counts.rows[rows]))
        return np.stack(sums, axis=1)

    def _over_partners(self, of_second: FloatArray, of_first: FloatArray) -> FloatArray:
        """For every coder the sum over all pairs they are in: of the one where first, of the other where second."""
        first, second, _ = self.coder_pairs
        sums: FloatArray = summed_by(first, of_second, self.counts.coders)
        sums += summed_by(second, of_first, self.counts.coders)
        return sums

    def _products(self, rate: FloatArray) -> FloatArray:
        """The product of the rates of every two coders who met, summed over types; shape (resamples, pairs)."""
        first, second, _ = self.coder_pairs
        products = np.zeros((len(rate), len(first)))
        for of_type in np.moveaxis(rate, -1, 0):
            products += of_type[:, first] * of_type[:, second]
        return products


#: Observed or expected agreement.
Term: TypeAlias = SumTerm | CoderChance


@dataclass(frozen=True, slots=True, eq=False)
class Coefficient:
    """Agreement corrected for chance; coefficients differ only in their expected term."""

    observed: Term
    expected: Term

    def whole(self) -> float:
        """The coefficient over everything."""
        return float(chance_corrected(np.array([self.observed.whole()]), np.array([self.expected.whole()]))[0])

    def under(self, weights: Weights) -> FloatArray:
        """The coefficient in every resample."""
        return chance_corrected(self.observed.under(weights), self.expected.under(weights))

    def per_item(self) -> FloatArray:
        """The coefficient of each item by itself."""
        return chance_corrected(self.observed.per_item(), self.expected.per_item())

    def without_each(self, left_out: LeftOut, groups: Groups | None = None) -> FloatArray:
        """The coefficient without each item, coder or group; those given keep their weight."""
        return chance_corrected(*(term.without_each(left_out, groups) for term in (self.observed, self.expected)))

    def with_newcomers(self, pairs: FloatArray, chance: FloatArray, items: FloatArray) -> FloatArray:
        """The coefficient, on items with a weight of 1, when each of several newcomers joins by itself.

        ``pairs`` are the rows of pairs with the newcomers, summed within each item, of shape (items, newcomers, F), and
        ``chance`` their own rows of chance, of shape (items, newcomers, T + 1).
        """
        return chance_corrected(self.observed.with_newcomers(pairs, items), self.expected.with_newcomers(chance, items))

    def for_resampling(self, resampled: Resampled) -> Coefficient:
        """The same coefficient, quicker, as long as only these get weights other than 1."""
        return Coefficient(self.observed.for_resampling(resampled), self.expected.for_resampling(resampled))
