"""Krippendorff's alpha for unitizing: agreement about where units lie on a line, and what they are called."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, get_args

import numpy as np

from seamark.agreement.gamma import Gamma, Progress, gamma
from seamark.base.checks import one_of, shown
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array, SpanColumns
from seamark.kernels.spans import GAP, LENGTH, OTHER, PAIRABLE, SAME, SQUARED, category_differences, category_lengths
from seamark.metrics.signature import Signature
from seamark.model.checks import is_hashable
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.stats.intervals import Interval, check_level, jackknife_deviations, jackknife_variance, log_interval
from seamark.stats.resampling import RandomSource
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


# -------------- Krippendorff's alpha for unitizing: agreement about where units lie on a line, and what they are called


UnitizingVariant: TypeAlias = Literal["2016", "2004"]


@dataclass(frozen=True, slots=True)
class CategoryAlpha(ResultRecord):
    """Agreement about one category.

    Attributes
    ----------
    value
        1 - observed / expected; NaN when undefined.
    observed, expected
        Disagreement that was observed, and that chance would bring.
    coverage
        The share of this category's length at which another coder marked something; None in the variant of 2004.
    """

    value: float
    observed: float
    expected: float
    coverage: float | None


@dataclass(frozen=True, slots=True)
class ItemAlpha(ResultRecord):
    """Agreement on one item by itself; NaN where it is undefined, also when fewer than two coders looked at it."""

    value: float
    observed: float
    expected: float
    length: int
    coders: int


@dataclass(frozen=True, slots=True)
class UnitizingAlpha(ResultRecord):
    """Krippendorff's alpha for unitizing.

    Attributes
    ----------
    value
        1 - observed / expected: 1 is full agreement, 0 what chance brings.
    observed, expected
        Disagreement that was observed, and that chance would bring.
    binary
        Alpha of marked against not marked, whatever the category (variant of 2016).
    coding
        Alpha of the categories alone, where two coders marked something; NaN when nobody did (variant of 2016).
    coverage
        The share of the line that ``coding`` speaks of (variant of 2016).
    per_category
        The same for each category.
    per_item
        The same for each item by itself.
    interval
        A confidence interval of the value for other items, if one was asked for.
    variant
        ``"2016"`` or ``"2004"``.
    signature
        The string that makes the value reproducible.
    """

    value: float
    observed: float
    expected: float
    binary: float | None
    coding: float | None
    coverage: float | None
    per_category: Mapping[Hashable, CategoryAlpha]
    per_item: Mapping[str, ItemAlpha]
    interval: Interval | None
    variant: UnitizingVariant
    signature: Signature

    def rows(self) -> list[dict[str, Any]]:
        """A row per item."""
        return [{"item": item, **part.to_dict()} for item, part in self.per_item.items()]


def unitizing_alpha(
    corpus: CorpusLike,
    variant: UnitizingVariant = "2016",
    *,
    category: Hashable = None,
    ci: float | None = None,
) -> UnitizingAlpha:
    """How far coders agree about spans: where they lie and what they are called, corrected for chance.

    Parameters
    ----------
    corpus
        Spans by item and coder. Items that fewer than two coders looked at are left out.
    variant
        ``"2016"``: every two coders are compared at every place of the line, what nobody marked being a value too. The
        spans of a coder must not overlap, and where a coder cuts a stretch of one category is not seen. ``"2004"``:
        starts and ends of spans are compared, category by category, so that cuts are seen; it changes with the
        resolution, and unrelated coders do not come out at 0.
    category
        Look at this category only, as if nothing else had been marked.
    ci
        The level of a confidence interval for other items, such as 0.95; none by default.

    Returns
    -------
    UnitizingAlpha

    Raises
    ------
    InputError
        When no item was coded by two coders, or spans of a coder overlap that must not.
    UndefinedScoreError
        When nobody marked anything, or chance explains everything.

    Examples
    --------
    >>> from seamark import Spans
    >>> one, other = Spans([(2, 8, "A"), (12, 16, "B")], length=20), Spans([(3, 9, "A"), (12, 15, "A")], length=20)
    >>> result = unitizing_alpha({"talk": {"ann": one, "ben": other}})
    >>> print(result)
    0.5157  unitizing_alpha|variant:2016|coders:2|items:1|v:0.1.0
    >>> round(result.binary, 4), round(result.coding, 4), result.coverage
    (0.7214, 0.0962, 0.4)

    References
    ----------
    Krippendorff, Mathet, Bouvry & Widlöcher 2016; Krippendorff 2019, section 12.6; Krippendorff 2004, section 11.6.
    """
    one_of(variant, "variant", get_args(UnitizingVariant))
    study = as_corpus(corpus, "spans")
    level = None if ci is None else check_level(ci)
    columns, labels = _chosen(study, category)
    items = np.searchsorted(study.item_index, np.arange(len(study) + 1)).astype(np.int64)
    if not np.any(np.diff(items) >= 2):
        raise InputError("no item was coded by two coders; agreement needs two codings of an item")
    names = tuple(
        f"item {shown(study.item_names[item])}, coder {shown(study.coder_names[coder])}"
        for item, coder in zip(study.item_index.tolist(), study.coder_index.tolist(), strict=True)
    )
    require_apart(columns, names, by_category=variant == "2004")
    coders = np.diff(items)[study.item_index]
    if not np.any(np.diff(columns.offsets)[coders >= 2]):
        raise UndefinedScoreError("alpha is undefined: nobody marked anything")
    terms = (Lengths2016 if variant == "2016" else Differences2004).of(columns, items, len(labels))
    whole = terms.whole()
    value = float(whole.alpha[0])
    if np.isnan(value):
        raise UndefinedScoreError("alpha is undefined: coders disagree, and no disagreement was to be expected")
    described = {
        "variant": variant,
        **({} if category is None else {"category": category}),
        "coders": len(study.coder_names),
        "items": int(np.count_nonzero(np.diff(items) >= 2)),
        **({} if level is None else {"ci": f"{level:g},jackknife,items"}),
    }
    return UnitizingAlpha(
        value=value,
        observed=float(whole.observed[0]),
        expected=float(whole.expected[0]),
        **_shares(terms),
        per_category=FrozenMapping(dict(zip(labels, _categories(terms), strict=True))),
        per_item=_items(study, terms, items),
        interval=None if level is None else _interval(value, terms.without_each().alpha, items, level),
        variant=variant,
        signature=Signature.of("unitizing_alpha", described),
    )


def _chosen(study: Corpus, category: Hashable) -> tuple[SpanColumns, tuple[Hashable, ...]]:
    """The spans that count, and their categories."""
    columns, labels = study.codings.span_columns, study.types
    if category is None:
        return columns, labels
    if not is_hashable(category) or category not in labels:
        raise InputError(f"category is {shown(category)}; the corpus has {', '.join(map(shown, labels)) or 'none'}")
    keep = columns.codes == labels.index(category)
    offsets = np.concatenate(([0], np.cumsum(keep)))[columns.offsets]
    codes = np.zeros(np.count_nonzero(keep), dtype=np.int32)
    return SpanColumns(columns.starts[keep], columns.ends[keep], codes, offsets, columns.lengths), (category,)


def _shares(terms: Lengths2016 | Differences2004) -> dict[str, float | None]:
    """The further coefficients of the variant of 2016."""
    if isinstance(terms, Differences2004):
        return {"binary": None, "coding": None, "coverage": None}
    summed = terms.summed()
    values = {"binary": summed.binary().alpha, "coding": summed.coding().alpha, "coverage": summed.coverage()}
    return {name: float(value[0]) for name, value in values.items()}


def _categories(terms: Lengths2016 | Differences2004) -> list[CategoryAlpha]:
    if isinstance(terms, Differences2004):
        found = terms.of_categories()
        rows = zip(found.alpha.tolist(), found.observed.tolist(), found.expected.tolist(), strict=True)
        return [CategoryAlpha(*row, None) for row in rows]
    found, coverage = terms.summed().of_categories()
    columns = (found.alpha[0], found.observed[0], found.expected[0], coverage[0])
    return [CategoryAlpha(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]


def _items(study: Corpus, terms: Lengths2016 | Differences2004, items: Int64Array) -> Mapping[str, ItemAlpha]:
    found = terms.per_item()
    coders = np.diff(items)
    columns = [np.where(coders >= 2, column, np.nan) for column in (found.alpha, found.observed, found.expected)]
    lengths = study.codings.lengths[items[:-1]]
    rows = zip(*(column.tolist() for column in (*columns, lengths, coders)), strict=True)
    return FrozenMapping({item: ItemAlpha(*row) for item, row in zip(study.item_names, rows, strict=True)})


def _interval(value: float, without_each: FloatArray, items: Int64Array, ci: float) -> Interval:
    """A jackknife interval over the items that count, on the scale of log(1 - alpha)."""
    counted = without_each[np.diff(items) >= 2]
    if counted.size < 2:
        raise InputError(f"an interval over items needs two items with two coders, not {counted.size}")
    unusable = np.isnan(counted) | (counted == 1.0)
    if value == 1.0 or unusable.any():
        why = "alpha is 1, or undefined, with all items or without one of them"
        return Interval(np.nan, np.nan, ci, "jackknife-t", note=f"not estimable: {why}", resampled="items")
    variance = jackknife_variance(jackknife_deviations(np.log1p(-counted)))
    if not variance.value > 0:
        why = "alpha is the same whichever item is left out"
        return Interval(np.nan, np.nan, ci, "jackknife-t", note=f"not estimable: {why}", resampled="items")
    return replace(log_interval(value, variance, ci, "jackknife-t"), resampled="items")


# ------------------------------------------------ Gamma and unitizing alpha of one study, each as far as it has a value


_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """Both coefficients; of one that cannot be had, the reason. At least one is there."""

    gamma: Gamma | None
    no_gamma: str | None
    alpha: UnitizingAlpha | None
    no_alpha: str | None


def span_agreement(
    corpus: Corpus, *, ci: float | None = None, rng: RandomSource = None, progress: Progress | None = None
) -> SpanAgreement:
    """Both, if possible: gamma of three coders needs highspy, and alpha spans that do not overlap.

    Without two items that two coders looked at, alpha has no interval.
    """
    aligned, no_gamma = _or_why(lambda: gamma(corpus, rng=rng, progress=progress))
    several = sum(len(codings) > 1 for codings in corpus.values()) > 1
    alpha, no_alpha = _or_why(lambda: unitizing_alpha(corpus, ci=ci if several else None))
    if no_gamma is not None and no_alpha is not None:
        raise no_gamma
    return SpanAgreement(aligned, _text(no_gamma), alpha, _text(no_alpha))


def _or_why(measure: Callable[[], _Found]) -> tuple[_Found | None, InputError | UndefinedScoreError | None]:
    try:
        return measure(), None
    except (InputError, UndefinedScoreError) as error:
        return None, error


def _text(error: Exception | None) -> str | None:
    return None if error is None else str(error)
