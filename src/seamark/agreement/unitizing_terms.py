"""Observed and expected disagreement about units on a line: Krippendorff's variants of 2016 and of 2004.

Both are functions of sums over items, so that one item, all items, and all items but one are the same code. Arrays have
the items, or what is left when each is left out, as their first dimension.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from seamark.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.span_columns import SpanColumns
from seamark.kernels.unitizing import (
    GAP,
    LENGTH,
    OTHER,
    PAIRABLE,
    SAME,
    SQUARED,
    category_differences,
    category_lengths,
)
from seamark.stats.rows import ROUNDING


class Disagreement(NamedTuple):
    """Observed disagreement and what chance would bring, as shares of one and the same whole."""

    observed: FloatArray
    expected: FloatArray

    @property
    def alpha(self) -> FloatArray:
        """1 - observed / expected; 1 where nothing is observed, undefined where nothing was expected or judged."""
        with np.errstate(divide="ignore", invalid="ignore"):
            alpha: FloatArray = 1.0 - self.observed / self.expected
        np.putmask(alpha, ~(self.expected > 0), np.nan)
        np.putmask(alpha, self.observed == 0, 1.0)
        return alpha


@dataclass(frozen=True, slots=True, eq=False)
class Lengths2016:
    """Lengths that coders give the same or another category, on each item.

    Attributes
    ----------
    gaps
        The length of all gaps; shape (items,).
    table
        The lengths of each category; shape (items, categories, 6), see ``kernels.unitizing``.
    """

    gaps: FloatArray
    table: FloatArray

    @classmethod
    def of(cls, columns: SpanColumns, items: Int64Array, categories: int) -> Lengths2016:
        """From codings in which no coder's spans overlap."""
        return cls(*category_lengths(columns, items, categories))

    def whole(self) -> Disagreement:
        """The coefficient u: every two coders at every place, gaps among the values."""
        return self.summed()._line()

    def per_item(self) -> Disagreement:
        """The coefficient u of each item."""
        return self._line()

    def without_each(self) -> Disagreement:
        """The coefficient u without each item."""
        left = Lengths2016(self.gaps.sum() - self.gaps, self.table.sum(axis=0) - self.table)
        # What a sum leaves of a length that is all in one item is rounding.
        tiny = ROUNDING * (left.gaps[:, np.newaxis, np.newaxis] + self.table.sum(axis=0))
        return Lengths2016(left.gaps, np.where(left.table > tiny, left.table, 0.0))._line()

    def summed(self) -> Lengths2016:
        """All items as one."""
        return Lengths2016(self.gaps.sum(keepdims=True), self.table.sum(axis=0, keepdims=True))

    def _line(self) -> Disagreement:
        values = self.table[..., LENGTH]
        return self._of_line(
            self.table[..., OTHER].sum(axis=-1) + 2 * self.table[..., GAP].sum(axis=-1),
            2 * self.gaps * values.sum(axis=-1) + _of_different(values),
        )

    def binary(self) -> Disagreement:
        """Marked against not marked, whatever the category."""
        marked = self.table[..., LENGTH].sum(axis=-1)
        return self._of_line(2 * self.table[..., GAP].sum(axis=-1), 2 * self.gaps * marked)

    def _of_line(self, observed: FloatArray, products: FloatArray) -> Disagreement:
        """Shares of the line; undefined where nobody marked anything."""
        marked = self.table[..., LENGTH].sum(axis=-1)
        line = self.gaps + marked
        # A unit is not paired with itself: its own square is taken away, a gap counts place by place.
        own = self.gaps + self.table[..., SQUARED].sum(axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = Disagreement(observed / line, products / (line * line - own))
        return Disagreement(*(np.where(marked > 0, share, np.nan) for share in shares))

    def coding(self) -> Disagreement:
        """The coefficient cu: only places that two coders give some category to."""
        paired = self.table[..., SAME] + self.table[..., OTHER]
        line = paired.sum(axis=-1)
        own = self.table[..., PAIRABLE].sum(axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return Disagreement(self.table[..., OTHER].sum(axis=-1) / line, _of_different(paired) / (line * line - own))

    def coverage(self) -> FloatArray:
        """The share of the line that ``coding`` looks at."""
        line = self.gaps + self.table[..., LENGTH].sum(axis=-1)
        paired = (self.table[..., SAME] + self.table[..., OTHER]).sum(axis=-1)
        return np.where(line > 0, paired / np.where(line > 0, line, 1.0), np.nan)

    def of_categories(self) -> tuple[Disagreement, FloatArray]:
        """The coefficients (k)u of all categories, and the share of each category's length that they look at."""
        paired = self.table[..., SAME] + self.table[..., OTHER]
        line = paired.sum(axis=-1, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            different = paired * (line - paired)
            share = different / (different + paired * paired - self.table[..., PAIRABLE])
            return (
                Disagreement(self.table[..., OTHER] / paired, share),
                paired / self.table[..., LENGTH],
            )


def _of_different(lengths: FloatArray) -> FloatArray:
    """The sum of products of two lengths over all pairs of different categories, each in both orders."""
    products: FloatArray = (lengths * (lengths.sum(axis=-1, keepdims=True) - lengths)).sum(axis=-1)
    return products


@dataclass(frozen=True, slots=True, eq=False)
class Differences2004:
    """Squared differences of units, and the units and gaps that chance could place, on each item.

    Attributes
    ----------
    lines, judged
        The length of each item, and that length times its coders; 0 where fewer than two coded it.
    squares
        The squared differences of each category; shape (items, categories).
    units
        Of each category the lengths of its units and their items.
    gaps
        Of each category the lengths of its gaps and their items.
    """

    lines: FloatArray
    judged: FloatArray
    squares: FloatArray
    units: tuple[tuple[FloatArray, Int64Array], ...]
    gaps: tuple[tuple[FloatArray, Int64Array], ...]

    @classmethod
    def of(cls, columns: SpanColumns, items: Int64Array, categories: int) -> Differences2004:
        """From codings in which no coder's spans of one category overlap."""
        coders = np.diff(items)
        item_of_row = np.repeat(np.arange(len(coders)), coders)
        counted = coders[item_of_row] >= 2
        lines = np.where(coders >= 2, columns.lengths[np.minimum(items[:-1], len(item_of_row) - 1)], 0).astype(float)
        row = np.repeat(np.arange(len(item_of_row)), np.diff(columns.offsets))
        units, gaps = [], []
        for code in range(categories):
            mine = np.flatnonzero((columns.codes == code) & counted[row])
            starts, ends, where = columns.starts[mine], columns.ends[mine], row[mine]
            first = np.diff(where, prepend=-1) != 0
            before = starts - np.where(first, 0, np.concatenate(([0], ends))[:-1])
            reached = np.zeros(len(item_of_row), dtype=np.int64)
            last = np.diff(where, append=len(item_of_row)) != 0
            reached[where[last]] = ends[last]
            after = (columns.lengths - reached)[counted]
            lengths = np.concatenate((before, after)).astype(float)
            places = np.concatenate((item_of_row[where], item_of_row[counted]))
            units.append(((ends - starts).astype(float), item_of_row[where]))
            gaps.append((lengths[lengths > 0], places[lengths > 0]))
        squares = category_differences(columns, items, categories)
        return cls(lines, lines * coders, squares, tuple(units), tuple(gaps))

    def of_categories(self) -> Disagreement:
        """The disagreement of each category over everything."""
        line, judged = self.lines.sum(), self.judged.sum()
        terms = [_ChanceTerm.of(x, gaps) for (x, _), (gaps, _) in zip(self.units, self.gaps, strict=True)]
        expected = np.array([term.expected(line, judged) for term in terms])
        units = np.array([term.units for term in terms])
        return Disagreement(_observed(self.squares.sum(axis=0), line, judged, units), expected)

    def whole(self) -> Disagreement:
        """The sums over categories."""
        found = self.of_categories()
        return Disagreement(np.array([np.nansum(found.observed)]), np.array([found.expected.sum()]))

    def per_item(self) -> Disagreement:
        """The sums over categories, for each item."""
        expected = np.zeros_like(self.lines)
        for own in self._own_terms():
            expected += [term.expected(*size) for term, size in zip(own, self._sizes, strict=True)]
        return Disagreement(_observed(self.squares.sum(axis=1), self.lines, self.judged, self._unit_counts), expected)

    @property
    def _unit_counts(self) -> FloatArray:
        """How many units all coders marked on each item."""
        counts = np.zeros(len(self.lines))
        for _, item in self.units:
            counts += np.bincount(item, minlength=len(counts))
        return counts

    @property
    def _sizes(self) -> list[tuple[float, float]]:
        return list(zip(self.lines.tolist(), self.judged.tolist(), strict=True))

    def _own_terms(self) -> list[list[_ChanceTerm]]:
        """For each category the chance term of each item."""
        items = range(len(self.lines))
        return [
            [_ChanceTerm.of(x, g) for x, g in zip(_by_item(units, items), _by_item(gaps, items), strict=True)]
            for units, gaps in zip(self.units, self.gaps, strict=True)
        ]

    def without_each(self) -> Disagreement:
        """The sums over categories, without each item."""
        line, judged = self.lines.sum() - self.lines, self.judged.sum() - self.judged
        expected = np.zeros_like(self.lines)
        for own, (x, unit_item), (gaps, gap_item) in zip(self._own_terms(), self.units, self.gaps, strict=True):
            total = _ChanceTerm.of(x, gaps)
            # Its units in the gaps of all items go, and all units in its gaps; what is in both comes back.
            with_units = np.bincount(unit_item, _placed_in_gaps(x, gaps), len(self.lines))
            with_gaps = np.bincount(gap_item, _placed_units(gaps, x), len(self.lines))
            for item, mine in enumerate(own):
                left = _ChanceTerm(
                    total.units - mine.units,
                    total.cubes - mine.cubes,
                    total.placed - with_units[item] - with_gaps[item] + mine.placed,
                    total.own - mine.own,
                )
                expected[item] += left.expected(line[item], judged[item])
        squares = self.squares.sum(axis=1)
        left_squares = squares.sum() - squares
        left_squares[left_squares <= ROUNDING * squares.sum()] = 0.0
        units = self._unit_counts
        return Disagreement(_observed(left_squares, line, judged, units.sum() - units), expected)


class _ChanceTerm(NamedTuple):
    """The sums over units and gaps from which expected disagreement is made."""

    units: float
    cubes: float
    placed: float
    own: float

    @classmethod
    def of(cls, x: FloatArray, gaps: FloatArray) -> _ChanceTerm:
        cubes = float(((2 * x - 3) * x * x + x).sum()) / 3
        return cls(float(x.size), cubes, float(_placed_in_gaps(x, gaps).sum()), float((x * (x - 1)).sum()))

    def expected(self, line: float, judged: float) -> float:
        """Expected disagreement on a line of that length, with that length times coders judged."""
        if not line or not self.units:
            return 0.0
        return 2 / line * ((self.units - 1) * self.cubes + self.placed) / (judged * (judged - 1) - self.own)


def _observed(squares: FloatArray, line: FloatArray, judged: FloatArray, units: FloatArray) -> FloatArray:
    """Observed disagreement; undefined where nobody marked anything."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(units > 0, squares / (line * judged), np.nan)


def _placed_in_gaps(x: FloatArray, gaps: FloatArray) -> FloatArray:
    """For each unit its squared length times the number of its places in gaps that can hold it."""
    by_size = np.sort(gaps)
    beyond = np.concatenate((np.cumsum(by_size[::-1])[::-1], [0.0]))
    first = np.searchsorted(by_size, x)
    return x * x * (beyond[first] - (by_size.size - first) * (x - 1))


def _placed_units(gaps: FloatArray, x: FloatArray) -> FloatArray:
    """For each gap the same, summed over the units that it can hold."""
    by_size = np.sort(x)
    squares, cubes = (np.concatenate(([0.0], np.cumsum(by_size**power))) for power in (2, 3))
    last = np.searchsorted(by_size, gaps, side="right")
    return (gaps + 1) * squares[last] - cubes[last]


def _by_item(lengths: tuple[FloatArray, Int64Array], items: range) -> list[FloatArray]:
    values, item = lengths
    order = np.argsort(item, kind="stable")
    return np.split(values[order], np.searchsorted(item[order], items[1:]))


def require_apart(columns: SpanColumns, names: tuple[str, ...], *, by_category: bool) -> None:
    """Raise when two spans of a coding overlap, or two of one category; ``names`` says whose coding each row is."""
    row = np.repeat(np.arange(len(columns.lengths)), np.diff(columns.offsets))
    starts, ends = columns.starts, columns.ends
    if by_category:
        order = np.lexsort((starts, columns.codes, row))
        row, starts, ends, codes = row[order], starts[order], ends[order], columns.codes[order]
        same = (row[1:] == row[:-1]) & (codes[1:] == codes[:-1])
    else:
        same = row[1:] == row[:-1]
    overlapping = same & (ends[:-1] > starts[1:])
    if overlapping.any():
        at = int(overlapping.argmax())
        one, other = (f"[{starts[i]}, {ends[i]})" for i in (at, at + 1))
        remedy = "spans of one category must not overlap" if by_category else "pick one category, or measure with gamma"
        raise InputError(f"{names[row[at]]}: spans {one} and {other} overlap; {remedy}")
