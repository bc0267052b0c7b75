"""Components of variance of values that each belong to an item and to two coders.

The model of a value is u = a_i + b_c + b_d + g_ic + g_id + h_cd + e_icd: an item, two coders, an item with a coder, a
pair of coders, and the rest. Its variances are estimated by symmetric sums, which need no complete design and equal the
analysis of variance where every coder coded every item (Koch 1967; Brennan 2001).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from seamark.base.checks import shown
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord
from seamark.stats.rows import FloatArray, Int64Array, summed_by


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


def _require_counts(items: float, coders: float, *, least: int) -> None:
    """Refuse values that are not numbers of items and of at least so many coders."""
    try:
        known = bool(np.all(items * coders >= np.maximum(items, coders)) and np.all(np.asarray(coders) > least - 1))
    except (TypeError, ValueError):
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
        found = self.solved(np.array([self.squares]))
        return VarianceComponents(*(float(getattr(found, name)[0]) for name in VarianceComponents.__slots__))

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
            # Nothing tells a coding from the rest where no item has two pairs without a common coder.
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
    parts = [
        found
        for rows in _groups(group, len(values))
        if (found := _of_group(values[rows], item[rows], (coders[0][rows], coders[1][rows]))) is not None
    ]
    if not parts:
        return None
    if len(parts) == 1:
        return parts[0][0]
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


def _groups(group: Int64Array | None, values: int) -> Iterator[Int64Array]:
    """The numbers of the values of each group."""
    if group is None:
        yield np.arange(values)
        return
    for number in np.unique(group[group >= 0]).tolist():
        yield np.flatnonzero(group == number)


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


def _symmetric_sums(values: FloatArray, item: Int64Array, first: Int64Array, second: Int64Array, coders: int) -> _Sums:
    """The sums of products of every two values."""
    both = np.concatenate((first, second))

    def squares(key: Int64Array, of: FloatArray) -> float:
        _, number = np.unique(key, return_inverse=True)
        sums = summed_by(number, of[:, np.newaxis], int(number.max(initial=0)) + 1)
        return math.fsum((sums**2).ravel().tolist())

    own = math.fsum((values**2).tolist())
    twice = np.tile(values, 2)
    of_coding = squares(np.tile(item, 2) * coders + both, twice) - 2 * own
    of_item = squares(item, values) - own - of_coding
    of_pair = squares(np.minimum(first, second) * coders + np.maximum(first, second), values) - own
    of_coder = squares(both, twice) - 2 * own - 2 * of_pair - of_coding
    rest = math.fsum(values.tolist()) ** 2 - own - of_coding - of_item - of_pair - of_coder
    return _Sums(own, of_coding, of_item, of_pair, of_coder, rest)


def _of_group(
    values: FloatArray, item: Int64Array, coders: tuple[Int64Array, Int64Array]
) -> tuple[ComponentsEstimate, int] | None:
    """The estimate of one group and how many values it comes from; None where it has none."""
    items, item = np.unique(item, return_inverse=True)
    names, numbers = np.unique(np.concatenate(coders), return_inverse=True)
    first, second = np.split(numbers, 2)
    size = (len(items), len(names))
    if size[0] < 2 or size[1] < 3:
        return None
    sums = _symmetric_sums(values, item, first, second, size[1])
    counts = _symmetric_sums(np.ones(len(values)), item, first, second, size[1])
    if not counts.item_and_coder or not counts.coder:
        return None
    mean = _Sums(*(total / number if number else math.nan for total, number in zip(sums, counts, strict=True)))
    codings = len(np.unique(np.tile(item, 2) * size[1] + numbers))
    m, n, (number_items, number_coders) = codings / size[0], codings / size[1], size
    # The components as they come out, negative ones too.
    if counts.nothing:
        coder = mean.coder - mean.nothing
        pair = mean.pair - 2 * mean.coder + mean.nothing if counts.pair else 0.0
        if counts.item:
            item_effect = mean.item - mean.nothing
            item_coder = mean.item_and_coder - mean.item - mean.coder + mean.nothing
            residual = mean.own - mean.nothing - item_effect - 2 * coder - 2 * item_coder - pair
        else:
            together = mean.item_and_coder - mean.coder
            item_coder = residual = (mean.own - mean.nothing - 2 * coder - pair - together) / 2
            item_effect = together - item_coder
    else:
        # Three coders: every two pairs have a coder in common, and the effect of pairs is taken as 0.
        if not counts.pair:
            return None
        pair, coder = 0.0, mean.pair - mean.coder
        together = mean.item_and_coder - mean.coder
        item_coder = residual = (mean.own - mean.pair - together) / 2
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
    return ComponentsEstimate(squares, degrees, *size, m, n), len(values)
