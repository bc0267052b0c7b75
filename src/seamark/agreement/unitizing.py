"""Krippendorff's alpha for unitizing: agreement about where units lie on a line, and what they are called.

Observed and expected disagreement are computed over everything, for each item and without each item at once: arrays
have these parts one after the other.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from seamark.agreement.coefficients import below_chance
from seamark.agreement.gamma import Gamma, Progress, gamma
from seamark.agreement.intervals import described_interval, two_way_interval
from seamark.agreement.measurement import require_pairs
from seamark.agreement.sentences import between
from seamark.base.checks import one_of, shown
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, decimal, ends, share
from seamark.base.results import FrozenMapping, ResultRecord, plain
from seamark.kernels.columns import FloatArray, Int64Array, SpanColumns
from seamark.kernels.spans import GAP, LENGTH, OTHER, PAIRABLE, SAME, SQUARED, category_differences, category_lengths
from seamark.metrics.signature import Signature
from seamark.model.coding import is_name
from seamark.model.codings import Codings
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, Resampled
from seamark.stats.rows import ROUNDING

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
    """Agreement on one item; NaN where it is undefined, also when fewer than two coders looked at it."""

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
        The share of the line to which ``coding`` applies (variant of 2016).
    per_category
        The same for each category.
    per_item
        The same for each item.
    interval
        A confidence interval of the value for other items and other coders, if one was asked for.
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
    signature: Signature

    def answer(self) -> tuple[str, ...]:
        """What it says."""
        return (
            f"Unitizing alpha is {share(self.value)}{between(self.interval)}: unit by unit, the coders differ "
            f"{decimal(100 * (1 - self.value), 0)} % as often as expected by chance.",
        )

    def methods(self) -> Methods:
        """What was measured and found, for a paper."""
        terms = f"observed disagreement {self.observed:.3f}, expected {self.expected:.3f}"
        how = f"Unitizing alpha {cite('Krippendorff et al. 2016')} was measured: {terms}."
        return Methods.of([how, *self.answer()], self.signatures())


def unitizing_alpha(
    corpus: CorpusLike,
    variant: UnitizingVariant = "2016",
    *,
    category: Hashable = None,
    ci: float | None = None,
    resample: Resampled | None = None,
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
        The level of a confidence interval, such as 0.95; none by default.
    resample
        What the interval is about, as for ``agree``: other ``"items"``, other ``"coders"``, or ``"both"``, the default
        where both can be.

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
    >>> print(result.answer()[0])
    Unitizing alpha is .52: unit by unit, the coders differ 48 % as often as expected by chance.
    >>> round(result.value, 4)
    0.5157
    >>> round(result.binary, 4), round(result.coding, 4), result.coverage
    (0.7214, 0.0962, 0.4)

    References
    ----------
    Krippendorff, Mathet, Bouvry & Widlöcher 2016; Krippendorff 2019, section 12.6; Krippendorff 2004, section 11.6.
    """
    one_of(variant, "variant", get_args(UnitizingVariant))
    given = as_corpus(corpus, "spans")
    # No sum depends on order or names.
    study = given.in_content_order()
    level = None if ci is None else check_level(ci)
    columns, labels = _chosen(study.codings, category)
    starts = study.item_starts
    coders = np.diff(starts)
    compared = coders >= 2
    require_pairs(study.coder_names, int(np.count_nonzero(compared)))
    _require_apart(study, columns, by_category=variant == "2004")
    if not np.any(np.diff(columns.offsets)[compared[study.item_index]]):
        raise UndefinedScoreError("alpha is undefined: nobody marked anything")
    measure = _variant_2016 if variant == "2016" else _variant_2004
    found, categories, binary, coding, coverage = measure(columns, starts, len(labels))
    # Over everything, for each item, and without each item.
    parts = (found.alpha, found.observed, found.expected)
    value, observed, expected = (float(part[0]) for part in parts)
    if np.isnan(value):
        raise UndefinedScoreError("alpha is undefined: coders disagree, but no disagreement is expected by chance")
    interval = None
    if level is not None:
        there = np.flatnonzero(compared[study.item_index])
        names = {study.coder_names[coder]: coder for coder in np.unique(study.coder_index[there]).tolist()}

        def without(coder: str) -> float:
            rows = there[study.coder_index[there] != names[coder]]
            _, item = np.unique(study.item_index[rows], return_inverse=True)
            begins = np.searchsorted(item, np.arange(item[-1] + 2)).astype(np.int64)
            return float(measure(_chosen(study.codings.take(rows), category)[0], begins, len(labels))[0].alpha[0])

        without_items = found.alpha[1 + len(study) :][compared]
        interval = two_way_interval(value, without_items, tuple(names), without, level, resample)
    of_items = (np.where(compared, part[1 : 1 + len(study)], np.nan) for part in parts)
    item_columns = (*of_items, study.codings.lengths[starts[:-1]], coders)
    rows = zip(*(column.tolist() for column in item_columns), strict=True)
    per_item = {item: ItemAlpha(*row) for item, row in zip(study.item_names, rows, strict=True)}
    described = {
        "variant": variant,
        "category": category,
        "coders": len(study.coder_names),
        "items": int(np.count_nonzero(compared)),
        **described_interval(interval),
    }
    return UnitizingAlpha(
        value=value,
        observed=observed,
        expected=expected,
        binary=binary,
        coding=coding,
        coverage=coverage,
        per_category=FrozenMapping(dict(zip(labels, categories, strict=True))),
        per_item=FrozenMapping({item: per_item[item] for item in given.item_names}),
        interval=interval,
        signature=Signature.of("unitizing_alpha", described),
    )


def _chosen(codings: Codings, category: Hashable) -> tuple[SpanColumns, tuple[Hashable, ...]]:
    """The spans that count, and their categories."""
    columns, labels = codings.span_columns, codings.names
    if category is None:
        return columns, labels
    if not is_name(category) or category not in labels:
        raise InputError(f"category is {shown(category)}; the corpus has {', '.join(map(shown, labels)) or 'none'}")
    chosen = columns.only(labels.index(category))
    return chosen._replace(codes=np.zeros_like(chosen.codes)), (category,)


def _require_apart(study: Corpus, columns: SpanColumns, *, by_category: bool) -> None:
    """Raise when two spans of a coding overlap, or two of one category."""
    row = np.repeat(np.arange(len(columns.lengths)), np.diff(columns.offsets))
    code = columns.codes if by_category else np.zeros_like(columns.codes)
    order = np.lexsort((columns.starts, code, row))
    row, code, starts, ends = row[order], code[order], columns.starts[order], columns.ends[order]
    overlapping = (row[1:] == row[:-1]) & (code[1:] == code[:-1]) & (ends[:-1] > starts[1:])
    if overlapping.any():
        at = int(overlapping.argmax())
        one, other = (f"[{starts[i]}, {ends[i]})" for i in (at, at + 1))
        remedy = "spans of one category must not overlap" if by_category else "pick one category, or measure with gamma"
        item, coder = study.item_names[study.item_index[row[at]]], study.coder_names[study.coder_index[row[at]]]
        raise InputError(f"item {shown(item)}, coder {shown(coder)}: spans {one} and {other} overlap; {remedy}")


class Disagreement(NamedTuple):
    """Observed disagreement and what chance would bring, as shares of one and the same whole."""

    observed: FloatArray
    expected: FloatArray

    @property
    def alpha(self) -> FloatArray:
        """1 - observed / expected; 1 where nothing is observed, undefined where nothing was expected or judged."""
        return below_chance(self.observed, self.expected)


#: Disagreement over everything, for each item, and without each item; by category; binary, coding and coverage.
_Measured: TypeAlias = tuple[Disagreement, list[CategoryAlpha], float | None, float | None, float | None]


def _in_parts(of_items: FloatArray) -> FloatArray:
    """The sum over all items, each item, and the sum without each item."""
    total = of_items.sum(axis=0)
    return np.concatenate((total[np.newaxis], of_items, total - of_items))


def _variant_2016(columns: SpanColumns, starts: Int64Array, categories: int) -> _Measured:
    """From codings in which no coder's spans overlap: lengths that coders give the same or another category."""
    gaps, table = map(_in_parts, category_lengths(columns, starts, categories))
    # What a sum leaves of a length that is all in one item is rounding.
    without = slice(len(starts), None)
    tiny = ROUNDING * (gaps[without, np.newaxis, np.newaxis] + table[0])
    table[without] = np.where(table[without] > tiny, table[without], 0.0)
    values = table[..., LENGTH]
    other, beside_gap = table[..., OTHER].sum(axis=-1), 2 * table[..., GAP].sum(axis=-1)
    marked = values.sum(axis=-1)
    # The coefficient u: every two coders at every place, gaps among the values.
    parts = _of_line(gaps, table, other + beside_gap, 2 * gaps * marked + _of_different(values))
    # Marked against not marked, whatever the category.
    binary = _of_line(gaps, table, beside_gap, 2 * gaps * marked)
    # The coefficients cu and (k)u: only places that two coders give some category to.
    paired = table[0, :, SAME] + table[0, :, OTHER]
    line, own = paired.sum(), table[0, :, PAIRABLE]
    with np.errstate(divide="ignore", invalid="ignore"):
        coding = Disagreement(other[:1] / line, _of_different(paired)[np.newaxis] / (line * line - own.sum()))
        different = paired * (line - paired)
        by_category = Disagreement(table[0, :, OTHER] / paired, different / (different + paired * paired - own))
        covered = paired / table[0, :, LENGTH]
    rows = zip(by_category.alpha.tolist(), *(part.tolist() for part in (*by_category, covered)), strict=True)
    whole = float(gaps[0] + marked[0])
    coverage = float(line) / whole if whole > 0 else np.nan
    by_name = [CategoryAlpha(*row) for row in rows]
    return parts, by_name, float(binary.alpha[0]), float(coding.alpha[0]), coverage


def _of_line(gaps: FloatArray, table: FloatArray, observed: FloatArray, products: FloatArray) -> Disagreement:
    """Shares of the line; undefined where nobody marked anything."""
    marked = table[..., LENGTH].sum(axis=-1)
    line = gaps + marked
    # A unit is not paired with itself: its own square is taken away, a gap counts place by place.
    own = gaps + table[..., SQUARED].sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = (observed / line, products / (line * line - own))
    return Disagreement(*(np.where(marked > 0, share, np.nan) for share in shares))


def _of_different(lengths: FloatArray) -> FloatArray:
    """The sum of products of two lengths over all pairs of different categories, each in both orders."""
    products: FloatArray = (lengths * (lengths.sum(axis=-1, keepdims=True) - lengths)).sum(axis=-1)
    return products


def _variant_2004(columns: SpanColumns, starts: Int64Array, categories: int) -> _Measured:
    """From codings in which no coder's spans of one category overlap: squared differences of units."""
    coders = np.diff(starts)
    lines = np.where(coders >= 2, columns.lengths[np.minimum(starts[:-1], starts[-1] - 1)], 0).astype(float)
    line, judged = _in_parts(lines), _in_parts(lines * coders)
    expected, units = np.zeros((2, categories, len(line)))
    for code in range(categories):
        units[code], expected[code] = _expected_2004(*_units_and_gaps(columns, starts, code), line, judged)
    squares = category_differences(columns, starts, categories)
    by_category = Disagreement(_observed_2004(squares.sum(axis=0), line[0], judged[0], units[:, 0]), expected[:, 0])
    of_parts = _in_parts(squares.sum(axis=1))
    of_parts[len(starts) :][of_parts[len(starts) :] <= ROUNDING * of_parts[0]] = 0.0
    parts = Disagreement(_observed_2004(of_parts, line, judged, units.sum(axis=0)), expected.sum(axis=0))
    # The whole is the sum over categories.
    parts.observed[0], parts.expected[0] = np.nansum(by_category.observed), by_category.expected.sum()
    rows = zip(by_category.alpha.tolist(), by_category.observed.tolist(), by_category.expected.tolist(), strict=True)
    return parts, [CategoryAlpha(*row, None) for row in rows], None, None, None


_Lengths: TypeAlias = tuple[FloatArray, Int64Array]


def _units_and_gaps(columns: SpanColumns, starts: Int64Array, code: int) -> tuple[_Lengths, _Lengths]:
    """The lengths of the units and of the gaps of a category, and their items; of items that two coders coded."""
    coders = np.diff(starts)
    item_of_row = np.repeat(np.arange(len(coders)), coders)
    counted = coders[item_of_row] >= 2
    row = np.repeat(np.arange(len(item_of_row)), np.diff(columns.offsets))
    mine = np.flatnonzero((columns.codes == code) & counted[row])
    begins, ends, where = columns.starts[mine], columns.ends[mine], row[mine]
    first = np.diff(where, prepend=-1) != 0
    before = begins - np.where(first, 0, np.concatenate(([0], ends))[:-1])
    reached = np.zeros(len(item_of_row), dtype=np.int64)
    last = np.diff(where, append=len(item_of_row)) != 0
    reached[where[last]] = ends[last]
    after = (columns.lengths - reached)[counted]
    lengths = np.concatenate((before, after)).astype(float)
    places = np.concatenate((item_of_row[where], item_of_row[counted]))
    return ((ends - begins).astype(float), item_of_row[where]), (lengths[lengths > 0], places[lengths > 0])


def _expected_2004(
    units: _Lengths, gaps: _Lengths, line: FloatArray, judged: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """How many units of a category there are, and the disagreement that chance would bring, in all parts.

    ``line`` is the length of a part, and ``judged`` that length times coders.
    """
    (x, unit_item), (gap, gap_item) = units, gaps
    items = len(line) // 2

    def of_items(values: FloatArray) -> FloatArray:
        return np.bincount(unit_item, values, items).astype(np.float64)

    number, own = _in_parts(of_items(np.ones(len(x)))), _in_parts(of_items(x * (x - 1)))
    cubes = of_items((2 * x - 3) * x * x + x)
    cubes = np.concatenate(([cubes.sum() / 3], cubes / 3, cubes.sum() / 3 - cubes / 3))
    # Units are placed in the gaps of all items. Without an item its units in all gaps go, and all units in its gaps;
    # what is in both comes back.
    in_gaps = _placed_in_gaps(x, gap)
    own_lengths = zip(_by_item(units, items), _by_item(gaps, items), strict=True)
    within = np.array([_placed_in_gaps(*lengths).sum() for lengths in own_lengths])
    left = in_gaps.sum() - of_items(in_gaps) - np.bincount(gap_item, _placed_units(gap, x), items) + within
    placed = np.concatenate(([in_gaps.sum()], within, left))
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = 2 / line * ((number - 1) * cubes + placed) / (judged * (judged - 1) - own)
    return number, np.where((line > 0) & (number > 0), expected, 0.0)


def _by_item(lengths: _Lengths, items: int) -> list[FloatArray]:
    values, item = lengths
    order = np.argsort(item, kind="stable")
    return np.split(values[order], np.searchsorted(item[order], np.arange(1, items)))


def _observed_2004(squares: FloatArray, line: FloatArray, judged: FloatArray, units: FloatArray) -> FloatArray:
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


@dataclass(frozen=True, slots=True)
class SpanAgreement(ResultRecord):
    """Gamma and unitizing alpha; of one that cannot be had, the reason. At least one is there.

    Attributes
    ----------
    gamma, alpha
        The coefficients.
    missing
        Why there is none, by name.
    sizes
        How many coders, items and spans there are.
    """

    gamma: Gamma | None
    alpha: UnitizingAlpha | None
    missing: Mapping[str, str]
    sizes: tuple[int, int, int]

    @property
    def measured(self) -> dict[str, Gamma | UnitizingAlpha]:
        """The coefficients that there are, by name."""
        both = {"gamma": self.gamma, "unitizing alpha": self.alpha}
        return {name: one for name, one in both.items() if one is not None}

    def answer(self) -> tuple[str, ...]:
        """How much was compared, and what each coefficient says."""
        sizes = zip(self.sizes, ("coder", "item", "span"), strict=True)
        opening = f"{', '.join(counted(number, what) for number, what in sizes)}."
        return (opening, *(line for one in self.measured.values() for line in one.answer()))

    def rows(self) -> list[dict[str, Any]]:
        """A row per coefficient."""
        return [
            {
                "coefficient": name,
                "value": one.value,
                "interval": ends(one.interval),
                "observed": one.observed,
                "expected": one.expected,
                "categories": one.coding if isinstance(one, UnitizingAlpha) else one.cat,
                "low": None if one.interval is None else one.interval.low,
                "high": None if one.interval is None else one.interval.high,
            }
            for name, one in self.measured.items()
        ]

    def signatures(self) -> tuple[str, ...]:
        """Of both coefficients; and why there is no interval, or one of them is missing."""
        notes = [str(one.signature) for one in self.measured.values()]
        if all(one.interval is None for one in self.measured.values()):
            notes.append("no interval: it takes two items with two coders, or three coders")
        return (*notes, *(f"no {name}: {reason}" for name, reason in self.missing.items()))

    def to_dict(self) -> dict[str, Any]:
        """Both coefficients, None for one that cannot be had."""
        return {"gamma": plain(self.gamma), "unitizing_alpha": plain(self.alpha)}


def span_agreement(
    corpus: Corpus, *, ci: float | None = None, rng: RandomSource = None, progress: Progress | None = None
) -> SpanAgreement:
    """Both, if possible: gamma of three coders needs highspy, and alpha spans that do not overlap.

    Without two items that two coders looked at, and three coders, there are no intervals.
    """
    compared = [codings for codings in corpus.values() if len(codings) > 1]
    enough = len(compared) > 1 or len({coder for codings in compared for coder in codings}) > 2
    level = ci if enough else None
    found: dict[str, Any] = {}
    why: dict[str, InputError | UndefinedScoreError] = {}
    for name, measure in (
        ("gamma", lambda: gamma(corpus, ci=level, rng=rng, progress=progress)),
        ("unitizing alpha", lambda: unitizing_alpha(corpus, ci=level)),
    ):
        try:
            found[name] = measure()
        except (InputError, UndefinedScoreError) as error:
            why[name] = error
    if not found:
        raise why["gamma"]
    missing = {name: str(error) for name, error in why.items()}
    sizes = (len(corpus.coder_names), len(corpus), corpus.codings.starts.size)
    return SpanAgreement(found.get("gamma"), found.get("unitizing alpha"), missing, sizes)
