"""Agreement above shuffled codings: the level of shuffles, and what single pairs of codings say about the rest.

A shuffle puts every coder's segments in a random order. On the scale z = log(1 - above shuffled), every pair of codings
moves the whole by its influence. The model of an influence is u = a_i + b_c + b_d + g_ic + g_id + h_cd + e_icd: an
item, two coders, an item with a coder, a pair of coders, and the rest. Its variances are estimated by symmetric sums,
which need no complete design and equal the analysis of variance where every coder coded every item (Koch 1967; Brennan
2001).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from statistics import NormalDist
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from seamark.agreement.coefficients import Coefficient, ObservedAgreement, Similarity
from seamark.agreement.measurement import Measurement
from seamark.agreement.sums import Counts
from seamark.base.checks import count_between, shown
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.edit import PairSums, shuffled_rows
from seamark.metrics.pairs import Pairs, PairsWithin
from seamark.model.codings import SegmentationArray
from seamark.stats.resampling import name_number

#: The default number of shuffles: the level is then known to its third digit.
SHUFFLES = 200

# More shuffles change no digit that is shown, and take hours.
MOST_SHUFFLES = 1_000_000
# Boundaries of pairs that are compared at most, in all shuffles: about a second. The more pairs there are, the fewer
# shuffles tell the level as well.
_MOST_WORK = 2**26
# Boundaries that are held at once, all shuffles of a block together.
_BLOCK = 2**20
# Shuffles have a stream of their own: an interval with the same seed neither changes them nor repeats their numbers.
_STREAM = 2


def above_shuffled(measured: Measurement, shuffles: int | SummedShuffles, seed: int) -> tuple[Coefficient | None, int]:
    """Agreement above shuffled codings, all shuffles pooled, and how many these are: fewer where pairs are many.

    Sums of shuffles that were made part by part know nothing of single items, and of coders only what they sum up to.
    """
    if isinstance(shuffles, SummedShuffles):
        return Coefficient(measured.observed, shuffles.measured.by_groups().observed), shuffles.times
    wanted = count_between(shuffles, "shuffles", 0, MOST_SHUFFLES)
    if not wanted:
        return None, 0
    times = affordable(wanted, _work(measured))
    return Coefficient(measured.observed, shuffled_codings(measured, times, seed).observed), times


def shuffled_codings(measured: Measurement, times: int, seed: int) -> Measurement:
    """The same measurement of shuffled codings, all shuffles summed."""
    return replace(measured, pairs=measured.pair_counts(Shuffles.of(measured, times, seed)))


def _work(measured: Measurement) -> int:
    """What one shuffle costs: the boundaries of all pairs of codings, and the pairs."""
    codings = measured.codings_per_item
    sizes = np.diff(measured.require_codings().columns.offsets)
    return int((sizes * (codings - 1)[measured.rows.item]).sum() + (codings * (codings - 1) // 2).sum())


def affordable(wanted: int, work: int) -> int:
    """How many shuffles are made where so many are wanted, and one costs so much."""
    return min(wanted, max(1, _MOST_WORK // max(1, work)))


@dataclass(frozen=True, slots=True, eq=False)
class SummedShuffles:
    """So many shuffles of the codings of some items, summed over these; parts are joined by ``+``.

    Attributes
    ----------
    work
        What one shuffle of these items costs.
    times
        How many shuffles there are.
    measured
        The shuffled codings, measured, all shuffles together and without single items.
    """

    work: int
    times: int
    measured: Measurement

    @classmethod
    def of(cls, measured: Measurement, times: int, seed: int) -> SummedShuffles:
        """So many shuffles of the codings of some items."""
        return cls(_work(measured), times, shuffled_codings(measured, times, seed).over_items())

    def __add__(self, other: SummedShuffles) -> SummedShuffles:
        return SummedShuffles(self.work + other.work, self.times, self.measured + other.measured)


@dataclass(frozen=True, slots=True, eq=False)
class Shuffles:
    """Counts pairs so many times, each time with the segments of every coding in another order.

    Attributes
    ----------
    similarity
        What is counted.
    codings
        The codings.
    counters
        A number for every coding.
    times
        How many shuffles are summed.
    key
        What the shuffles depend on, beside the counter of a coding and the number of the shuffle.
    """

    similarity: Similarity
    codings: SegmentationArray
    counters: npt.NDArray[np.uint64]
    times: int
    key: int

    @classmethod
    def of(cls, measured: Measurement, times: int, seed: int) -> Shuffles:
        """So many shuffles of what was measured."""
        key = int(np.random.SeedSequence(seed, spawn_key=(_STREAM,)).generate_state(1, np.uint64)[0])
        # From the names of its item and its coder, so that the shuffles of a coding do not depend on others.
        items, coders = (
            np.array([name_number(name, kind) for name in names], dtype=np.uint64)
            for names, kind in ((measured.item_names, b"item"), (measured.coder_names, b"coder"))
        )
        counters: npt.NDArray[np.uint64] = items[measured.rows.item] ^ coders[measured.rows.coder[0]]
        return cls(measured.similarity, measured.require_codings(), counters, times, key)

    def sums(self, pairs: PairsWithin) -> PairSums:
        """Of the rows of all pairs in all shuffles."""
        of_codings, of_coders = np.zeros(()), np.zeros(())
        for draws, mixed in self._shuffled(len(self.codings)):
            sums = self.similarity.bind(mixed).sums(PairsWithin(pairs.coded.repeated(draws)))
            of_codings = of_codings + sums.of_codings.reshape(draws, len(self.codings), -1).sum(axis=0)
            of_coders = of_coders + sums.of_coders
        return PairSums(of_codings, of_coders)

    def count(self, pairs: Pairs) -> FloatArray:
        """The rows of every pair, summed over all shuffles."""
        total = np.zeros(())
        for draws, mixed in self._shuffled(len(pairs)):
            starts = len(self.codings) * np.arange(draws)[:, np.newaxis]
            a, b = ((rows + starts).ravel() for rows in (pairs.a, pairs.b))
            rows = self.similarity.bind(mixed).count(Pairs(a, b, a))
            total = total + rows.reshape(draws, len(pairs), rows.shape[1]).sum(axis=0)
        return total

    def _shuffled(self, rows: int) -> Iterator[tuple[int, SegmentationArray]]:
        """Several shuffles at once, where so many rows are held of each, and how many they are."""
        columns = self.codings.columns
        step = max(1, _BLOCK // max(1, int(columns.offsets[-1] - columns.offsets[0]), rows))
        for first in range(0, self.times, step):
            draws = min(step, self.times - first)
            mixed = shuffled_rows(columns, self.counters, self.key, first, draws)
            yield draws, SegmentationArray._unchecked(mixed, self.codings.types)


# ------------------------------------------------------------------ Components of variance of the influences of pairs

#: Pairs of codings that are looked at one by one, in all shuffles together: a quarter of a second. Components are
#: estimated from as many items as make so many pairs, which are drawn by their names.
_MOST_PAIRS = 2**20
#: The step of a derivative on the logarithmic scale, on which the ratio of two counts is a straight line.
_STEP = 1e-3
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class VarianceComponents(ResultRecord):
    """How much values vary with each cause: single numbers, or arrays of draws.

    Attributes
    ----------
    item, coder
        From item to item, and from coder to coder.
    item_coder
        From one coding to another, beyond its item and its coder.
    pair
        From one pair of coders to another, beyond both.
    residual
        What is left.

    Examples
    --------
    >>> found = VarianceComponents(item=0.008, coder=0.003, item_coder=0.008, pair=0.0, residual=0.013)
    >>> round(found.variance(20, 5), 4), [round(part, 4) for part in found.jackknifed(20, 5)]
    (0.0032, [0.0008, 0.0029])
    """

    item: float
    coder: float
    item_coder: float
    pair: float
    residual: float

    def variance(self, items: float, coders: float) -> float:
        """The variance of the mean value in a study of so many items and coders, who coded all of them."""
        _require_counts(items, coders, least=2)
        codings, pairs = items * coders, coders * (coders - 1) / 2
        return (
            self.item / items
            + 4 * self.coder / coders
            + 4 * self.item_coder / codings
            + self.pair / pairs
            + self.residual / (items * pairs)
        )

    def jackknifed(self, items: float, coders: float) -> tuple[float, float]:
        """The expected jackknife variances of that mean, leaving out items and leaving out coders."""
        _require_counts(items, coders, least=3)
        of_codings = 4 * self.item_coder / (items * coders)
        of_items = self.item / items + of_codings + 2 * self.residual / (items * coders * (coders - 1))
        rest = 4 * (self.pair + self.residual / items) / (coders * (coders - 2))
        return of_items, 4 * self.coder / coders + of_codings + rest


def one_draw(components: VarianceComponents, number: int) -> VarianceComponents:
    """One of several draws."""
    draws: Any = astuple(components)
    return VarianceComponents(*(float(draw[number]) for draw in draws))


def _require_counts(items: float, coders: float, *, least: int) -> None:
    """Refuse values that are not numbers of items and of at least so many coders."""
    try:
        known = bool(np.all(items * coders >= np.maximum(items, coders)) and np.all(np.asarray(coders) > least - 1))
    except Exception:  # what an object of another library does when it is multiplied is its own affair
        known = False
    if not known:
        given = f"items are {shown(items)} and coders {shown(coders)}"
        raise InputError(f"{given}; expected a number of items and one of at least {least} coders")


class MeanSquares(NamedTuple):
    """The mean squares that components are solved from, by what is left when all others are taken off."""

    residual: float
    item_coder: float
    pair: float
    item: float
    coder: float


@dataclass(frozen=True, slots=True)
class ComponentsEstimate:
    """Components of variance with the mean squares that they come from.

    Attributes
    ----------
    squares, degrees
        The mean squares and their degrees of freedom; a mean square without degrees of freedom is not estimated.
    items, coders
        How many there are.
    codings_per_item, items_per_coder
        Their means.
    """

    squares: MeanSquares
    degrees: MeanSquares
    items: int
    coders: int
    codings_per_item: float
    items_per_coder: float

    @property
    def components(self) -> VarianceComponents:
        """The components; none is negative."""
        return one_draw(self.solved(np.array([self.squares])), 0)

    def solved(self, squares: FloatArray) -> VarianceComponents:
        """The components of other mean squares of the same design, of shape (draws, 5).

        Each is cut at 0 before the next is solved: a negative estimate does not make another one larger.
        """
        m, n, others = self.codings_per_item, self.items_per_coder, self.coders - 2
        of_residual, of_coding, of_pair, of_item, of_coder = np.asarray(squares, dtype=np.float64).T
        if self.degrees.residual > 0:
            residual = np.maximum(of_residual, 0.0)
            item_coder = np.maximum(of_coding - residual / others, 0.0)
            pair = np.maximum(of_pair - residual / n, 0.0)
        else:
            # The part of a coding cannot be separated from the rest where no item has two pairs without a common coder.
            residual = item_coder = np.maximum(of_coding, 0.0) / (1.0 + 1.0 / others)
            pair = np.maximum(of_pair - residual / n, 0.0) if self.degrees.pair > 0 else np.zeros_like(residual)
        item = np.maximum(of_item - 4 * item_coder / m - 2 * residual / (m * (m - 1)), 0.0)
        coder = np.maximum(of_coder - item_coder / n - (pair + residual / n) / others, 0.0)
        return VarianceComponents(item, coder, item_coder, pair, residual)


def variance_components(
    values: FloatArray, item: Int64Array, coders: tuple[Int64Array, Int64Array], group: Int64Array | None = None
) -> ComponentsEstimate | None:
    """Estimate the components from values with their items and their two coders, by number.

    Where groups of coders coded different items, the mean squares are those within groups, each weighing by
    its values. None with fewer than two items or three coders, or where a component cannot be separated from others.

    Examples
    --------
    >>> first, second = np.array([0, 0, 1]), np.array([1, 2, 2])
    >>> values = np.array([0.5, -0.1, 0.2, 0.3, -0.4, -0.5])
    >>> found = variance_components(values, np.repeat([0, 1], 3), (np.tile(first, 2), np.tile(second, 2)))
    >>> found.components
    VarianceComponents(item=0.05083, coder=0.105, item_coder=0.0175, pair=0.0, residual=0.0175)
    """
    groups = [slice(None)] if group is None else [group == number for number in np.unique(group).tolist()]
    parts = [
        found
        for rows in groups
        if (found := _of_group(values[rows], item[rows], (coders[0][rows], coders[1][rows]))) is not None
    ]
    if not parts:
        return None
    weights = np.array([number for _, number in parts], dtype=np.float64) / sum(number for _, number in parts)
    estimates = [estimate for estimate, _ in parts]
    squares = weights @ np.array([estimate.squares for estimate in estimates])
    return replace(
        estimates[0],
        squares=MeanSquares(*squares.tolist()),
        degrees=MeanSquares(*np.sum([estimate.degrees for estimate in estimates], axis=0).tolist()),
        items=sum(estimate.items for estimate in estimates),
        coders=round(float(weights @ [estimate.coders for estimate in estimates])),
        codings_per_item=float(weights @ [estimate.codings_per_item for estimate in estimates]),
        items_per_coder=float(weights @ [estimate.items_per_coder for estimate in estimates]),
    )


class _Sums(NamedTuple):
    """Products of two values, or numbers of such products, by what the two have in common."""

    #: The same value twice.
    own: float
    #: The same item and one coder, or the item alone.
    item_and_coder: float
    item: float
    #: Different items with the same two coders, one coder, or none.
    pair: float
    coder: float
    nothing: float


#: Keys are counted with a place for every possible one, unless these are this many times as many as there are.
_SPARSE = 4


def _compact(key: Int64Array, keys: int) -> tuple[Int64Array, int]:
    """Keys from 0 and how many there may be, numbered anew where most of them do not occur."""
    if keys <= _SPARSE * len(key):
        return key, keys
    found, number = np.unique(key, return_inverse=True)
    return number, len(found)


def _symmetric_sums(
    values: FloatArray, item: Int64Array, coders: tuple[Int64Array, Int64Array]
) -> tuple[_Sums, _Sums, int]:
    """The sums of products of every two values, the numbers of these products, and the number of codings."""
    both = np.concatenate(coders)
    items, names = int(item.max()) + 1, int(both.max()) + 1

    def squares(key: Int64Array, keys: int, times: int = 1) -> FloatArray:
        # Of the sums of values with the same key, and of how many these are.
        of_values = np.square(np.bincount(key, np.tile(values, times), keys))
        return np.array([_exact_total(of_values), np.square(np.bincount(key, minlength=keys)).sum()])

    own = np.array([_exact_total(values**2), len(values)])
    coding, keys = _compact(np.tile(item, 2) * names + both, items * names)
    codings = int(np.count_nonzero(np.bincount(coding)))
    of_coding = squares(coding, keys, 2) - 2 * own
    of_item = squares(item, items) - own - of_coding
    of_pair = squares(*_compact(np.minimum(*coders) * names + np.maximum(*coders), names**2)) - own
    of_coder = squares(both, names, 2) - 2 * own - 2 * of_pair - of_coding
    rest = np.array([_exact_total(values), len(values)]) ** 2 - own - of_coding - of_item - of_pair - of_coder
    sums, counts = np.array([own, of_coding, of_item, of_pair, of_coder, rest]).T.tolist()
    return _Sums(*sums), _Sums(*counts), codings


def _exact_total(values: FloatArray) -> float:
    """The sum rounded once, from a view: a list of all values would take four times their memory."""
    return math.fsum(values.data)


def _of_group(
    values: FloatArray, item: Int64Array, coders: tuple[Int64Array, Int64Array]
) -> tuple[ComponentsEstimate, int] | None:
    """The estimate of one group and how many values it comes from; None where it has none."""
    number_items, number_coders = (int(np.count_nonzero(np.bincount(key))) for key in (item, np.concatenate(coders)))
    if number_items < 2 or number_coders < 3:
        return None
    sums, counts, codings = _symmetric_sums(values, item, coders)
    if not counts.item_and_coder or not counts.coder:
        return None
    mean = _Sums(*(total / number if number else math.nan for total, number in zip(sums, counts, strict=True)))
    m, n = codings / number_items, codings / number_coders
    # The components as they come out, negative ones too.
    if counts.nothing:
        coder = mean.coder - mean.nothing
        pair = mean.pair - 2 * mean.coder + mean.nothing if counts.pair else 0.0
        rest = mean.own - mean.nothing - 2 * coder - pair
    elif counts.pair:
        # Three coders: every two pairs have a coder in common, and the effect of pairs is taken as 0.
        pair, coder, rest = 0.0, mean.pair - mean.coder, mean.own - mean.pair
    else:
        return None
    if counts.nothing and counts.item:
        item_effect = mean.item - mean.nothing
        item_coder = mean.item_and_coder - mean.item - mean.coder + mean.nothing
        residual = mean.own - mean.nothing - item_effect - 2 * coder - 2 * item_coder - pair
    else:
        together = mean.item_and_coder - mean.coder
        item_coder = residual = (rest - together) / 2
        item_effect = together - item_coder
    known = counts.item > 0
    others = number_coders - 2
    degrees = MeanSquares(
        (number_items - 1) * number_coders * (number_coders - 3) / 2 if known else 0.0,
        float((number_items - 1) * (number_coders - 1)),
        number_coders * (number_coders - 3) / 2,
        float(number_items - 1),
        float(number_coders - 1),
    )
    squares = MeanSquares(
        residual,
        item_coder + residual / others,
        pair + residual / n,
        item_effect + 4 * item_coder / m + 2 * residual / (m * (m - 1)),
        coder + item_coder / n + (pair + residual / n) / others,
    )
    return ComponentsEstimate(squares, degrees, number_items, number_coders, m, n), len(values)


@dataclass(frozen=True, slots=True, eq=False)
class AboveShuffled:
    """Agreement above shuffled codings, pair by pair.

    Attributes
    ----------
    value
        The agreement above shuffled.
    measured
        The items whose pairs were looked at one by one: all of them, or a part where there are very many pairs.
    influences
        How much each of these pairs moves z = log(1 - value), times the number of pairs; one column.
    sizes
        The mean denominator of the metric for a pair of codings of each item, as a share of the mean over items.
    components
        The components of variance of z; None where they cannot be estimated.
    """

    value: float
    measured: Measurement
    influences: Counts
    sizes: FloatArray
    components: ComponentsEstimate | None

    @classmethod
    def of(cls, measured: Measurement, above: Coefficient | None, draws: int, seed: int) -> AboveShuffled | None:
        """From agreement above so many shuffles; None where there are none, or z has no value.

        Examples
        --------
        >>> codings = {f"text {n}": {"ann": [2, n, 6], "ben": [2, 4, n + 2], "cat": [2, n + 6]} for n in range(1, 9)}
        >>> measured = Measurement.of(codings, "B")
        >>> found = AboveShuffled.of(measured, *above_shuffled(measured, 200, 0), seed=0)
        >>> found.components.components.coder >= 0, found.coder_effects().shape
        (True, (3,))
        """
        if above is None or not (value := above.whole()) < 1.0:
            return None
        sizes, some = _sizes(measured.observed), _sampled(measured, draws)
        if some is not measured:
            above = cast("Coefficient", above_shuffled(some, draws, seed)[0])
        moves = _influences(above)
        del above  # its rows are as large as everything that follows
        first, second = moves.coder
        group = some.groups.coder[first] if some.groups.number > 1 else None
        components = variance_components(moves.rows[:, 0], moves.item, (first, second), group)
        return cls(value, some, moves, sizes, components)

    def of_items(
        self, found: VarianceComponents, values: FloatArray, codings: Int64Array, ci: float | None
    ) -> tuple[FloatArray | None, FloatArray | None, FloatArray | None]:
        """The ends of an interval of the value of each item for other coders, if a level is given; and the best guess
        of the value, where any is known.

        Items without a value have the mean of all as their best guess, and small items lie near it.
        """
        low = high = shrunken = None
        m, scale = np.maximum(codings, 2.0), (1.0 - self.value) ** 2
        # What is due to the codings of an item, to which coders made them, and to the item itself.
        size = np.where(self.sizes > 0, self.sizes, 1.0)
        own = scale * ((4 * found.item_coder / m + 2 * found.residual / (m * (m - 1))) / size)
        of_coders = scale * (4 * found.coder / m + 2 * found.pair / (m * (m - 1)))
        between = scale * found.item
        if ci is not None:
            reach = _NORMAL.inv_cdf((1.0 + ci) / 2) * np.sqrt(own + of_coders)
            low, high = values - reach, np.minimum(values + reach, 1.0)
        known = ~np.isnan(values) & (self.sizes > 0)
        if known.any():
            if not (between + own[known]).all():
                # Nothing varies within items, so that every item counts alike.
                own = np.ones_like(own)
            weight = np.where(known, 1.0 / (between + own), 0.0)
            mean = math.fsum((weight * np.where(known, values, 0.0)).tolist()) / math.fsum(weight.tolist())
            shrunken = mean + between * weight * np.where(known, values - mean, 0.0)
        return low, high, shrunken

    def of_coders(self, effects: FloatArray) -> FloatArray:
        """The agreement above shuffled that goes with effects of coders."""
        return 1.0 - (1.0 - self.value) * np.exp(effects)

    def coder_reach(self, found: VarianceComponents, ci: float) -> FloatArray:
        """How far an interval of the effect of each coder reaches, for other items and other coders.

        It is that of z + effect, the means of whose parts have these variances where every coder coded every item.
        """
        group = self.measured.groups.coder
        c = np.maximum((group[:, np.newaxis] == group).sum(axis=1), 3.0)
        n = np.maximum(self.measured.facts_per_coder().codings, 1.0)
        pairs = c * (c - 1) / 2
        met = ((c - 1) - (2 * (c - 1) - 1) / pairs) / (c - 2) ** 2
        variance = (
            found.item / n
            + found.coder * (c - 1) / c**2
            + found.item_coder / n * (1 + 3 / c)
            + (found.pair + found.residual / n) * met
        )
        reach: FloatArray = _NORMAL.inv_cdf((1.0 + ci) / 2) * np.sqrt(variance)
        return reach

    def coder_effects(self) -> FloatArray:
        """How much each coder moves z beyond the average coder, from the mean influence of every two coders who met.

        It is the round-robin effect: where every two met, (T - (C - 1) m) / (C - 2) for C coders, T the sum of the
        means with each of the others and m the mean of all. NaN where it cannot be estimated.
        """
        counts = self.influences
        together = counts.for_resampling("coders")
        met = counts.coder_pairs()[2]
        means = together.rows[:, 0] / met
        effects = np.full(counts.coders, np.nan)
        groups = self.measured.groups
        for group in range(groups.number):
            members = np.flatnonzero(groups.coder == group)
            pairs = np.flatnonzero(groups.coder[together.coder[0]] == group)
            if len(members) < 3:
                continue
            design = np.zeros((len(pairs) + 1, len(members) + 1))
            design[:-1, -1] = 1.0
            for column in together.coder:
                design[np.arange(len(pairs)), np.searchsorted(members, column[pairs])] = 1.0
            # The effects of a group add up to nothing.
            design[-1, :-1] = 1.0
            solved, _, rank, _ = np.linalg.lstsq(design, np.append(means[pairs], 0.0), rcond=None)
            if rank == design.shape[1]:
                effects[members] = solved[:-1]
        return effects


def _influences(above: Coefficient) -> Counts:
    """How much every pair moves log(1 - agreement above shuffled), times the number of pairs; one column."""
    observed, expected = (cast("ObservedAgreement", term) for term in (above.observed, above.expected))
    counts = observed.counts.in_detail()
    moves = _weighted_sum(counts, _slopes(observed)) - _weighted_sum(expected.counts.in_detail(), _slopes(expected))
    return replace(counts, rows=len(moves) * moves[:, np.newaxis])


def _weighted_sum(counts: Counts, slopes: FloatArray) -> FloatArray:
    """For every row, the sum of the metric's counts times their slopes."""
    # No product of matrices: numpy's library starts threads for it, and processors differ in how they round.
    columns = counts.rows.T[:-2]
    return cast("FloatArray", sum(column * slope for column, slope in zip(columns, slopes.tolist(), strict=True)))


def _slopes(term: ObservedAgreement) -> FloatArray:
    """How steeply log(1 - agreement) depends on the sum of each of the metric's counts."""
    total = term.counts.total()[:-2]
    steps = np.exp(_STEP * np.vstack((np.eye(len(total)), -np.eye(len(total)))))
    with np.errstate(divide="ignore", invalid="ignore"):
        above, below = np.log(1.0 - term.similarity.of_rows(total * steps)).reshape(2, -1)
        slopes: FloatArray = np.where(total > 0, (above - below) / (2 * _STEP) / total, 0.0)
    return slopes


def _sizes(term: ObservedAgreement) -> FloatArray:
    """The mean denominator of the pairs of each item as a share of the mean over items; 0 without pairs.

    Counts that make 1 - agreement smaller as they grow are the denominator.
    """
    rows = term.counts.per_item()
    size = rows[:, :-2] @ np.maximum(-_slopes(term), 0.0) / np.where(rows[:, -1] > 0, rows[:, -1], 1.0)
    compared = size[rows[:, -1] > 0]
    mean = math.fsum(compared.tolist()) / len(compared) if compared.size else 0.0
    return size / mean if mean > 0 else size


def _sampled(measured: Measurement, draws: int) -> Measurement:
    """The items that are looked at pair by pair: all of them, or as many, drawn by name, as there is time for."""
    pairs = measured.codings_per_item * (measured.codings_per_item - 1) // 2
    if pairs.sum() * max(1, draws) <= _MOST_PAIRS:
        return measured
    order = np.argsort([name_number(name, b"sample") for name in measured.item_names], kind="stable")
    number = max(2, int(np.searchsorted(np.cumsum(pairs[order]) * max(1, draws), _MOST_PAIRS)))
    chosen = np.zeros(measured.items, dtype=bool)
    chosen[order[:number]] = True
    return measured._placed(np.where(chosen, np.cumsum(chosen) - 1, -1), np.arange(measured.coders))
