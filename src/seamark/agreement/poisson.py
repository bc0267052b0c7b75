"""Poisson bootstrap of a coefficient: sums over items in every resample, which parts of a study add up to.

The weights of an item follow from its name, and sums are exact: however a study is cut into parts, and in whatever
order they come, every resample has the same value to the last bit.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from seamark.agreement.chance import rates
from seamark.agreement.coder_chance import CoderChance, mean_of_products
from seamark.agreement.measurement import Measurement
from seamark.agreement.pair_tally import PairTally
from seamark.agreement.tally import Tally
from seamark.agreement.terms import Coefficient, SumTerm, Term, chance_corrected
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.stats.counter_draws import item_counters, poisson_blocks
from seamark.stats.digit_sums import DIGITS, ROWS, Digits, DigitSums
from seamark.stats.weighted_sums import summed_by, weighted_sums

#: Items whose weights are drawn at once, and numbers that are summed for them.
_ITEMS, _BLOCK = 2**12, 2**22
#: Sums of all resamples: 128 MB, and a few times that where they are no whole numbers.
_MOST_SUMS = 2**24
_NOBODY = np.empty(0, dtype=np.int64)


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
        first, second, _ = measured.pairs.meetings()
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
        rows, met = _rows(part.expected), _Table.empty()
        expected = _Table.of(rows)
        if isinstance(part.expected, CoderChance):
            expected = _Table.of(rows, number[rows.coder[0]])
            met = self._met(measured.pairs.each, number)
        counters = item_counters(measured.item_names)
        tables = (_Table.of(_rows(part.observed)), expected, met)
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
        width = _width(term)
        if isinstance(term, SumTerm):
            return term.of_sums(sums.values(width))
        of_coders = sums.values(len(self.coders) * width).reshape(self.resamples, len(self.coders), width)
        pairs = met.values(len(self.first)) > 0
        return mean_of_products(rates(of_coders), self.first, self.second, pairs.astype(np.float64))

    def _met(self, pairs: Tally, number: Int64Array) -> _Table:
        """A 1 for every pair of codings, by the two coders."""
        coders = len(self.coders)
        one, other = np.sort(np.stack([number[column] for column in pairs.coder]), axis=0)
        place = np.searchsorted(self.first * coders + self.second, one * coders + other)
        return _Table.of(replace(pairs, rows=np.ones((len(place), 1))), place)

    def _require_room(self) -> None:
        columns = sum(_width(term) for term in (self.coefficient.observed, self.coefficient.expected))
        if isinstance(self.coefficient.expected, CoderChance):
            columns += (len(self.coders) - 1) * _width(self.coefficient.expected) + len(self.first)
        if columns * self.resamples > _MOST_SUMS:
            rather = ", or pi instead of kappa" if isinstance(self.coefficient.expected, CoderChance) else ""
            raise InputError(
                f"{self.resamples:,} resamples of {columns:,} sums each do not fit into memory; expected at most "
                f"{max(1, _MOST_SUMS // columns):,} resamples{rather}"
            )


def _width(term: Term) -> int:
    return _tally(term).width


def _rows(term: Term) -> Tally:
    """The rows of a term one by one: sums of some of them may be rounded."""
    return _tally(term).each


def _tally(term: Term) -> Tally | PairTally:
    if isinstance(term.tally, Tally | PairTally):
        return term.tally
    raise InputError("a Poisson bootstrap needs the rows of every item, and these were summed up")


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
    def empty(cls) -> _Table:
        return cls(np.empty((0, 1)), _NOBODY, _NOBODY)

    @classmethod
    def of(cls, tally: Tally, cell: Int64Array | None = None) -> _Table:
        """The rows of a tally; by default all belong to one cell."""
        order = np.argsort(tally.item, kind="stable")
        cells = np.zeros(len(order), dtype=np.int64) if cell is None else cell[order]
        return cls(tally.rows[order], tally.item[order], cells)

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
