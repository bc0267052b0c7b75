"""Krippendorff's alpha for unitizing: agreement about where units lie on a line, and what they are called.

Observed and expected disagreement are computed over everything, for each item and without each item at once: arrays
have these parts one after the other.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from seamark.agreement.gamma import Gamma, Progress, gamma
from seamark.agreement.intervals import described_interval, two_way_interval
from seamark.agreement.sentences import between
from seamark.base.checks import shown
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, decimal, ends, share
from seamark.base.results import FrozenMapping, ResultRecord, plain
from seamark.kernels.columns import FloatArray, Int64Array, SpanColumns
from seamark.kernels.spans import GAP, LENGTH, OTHER, PAIRABLE, SAME, SQUARED, category_lengths
from seamark.metrics.signature import Signature
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, Resampled
from seamark.stats.rows import ROUNDING


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
        The share of this category's length at which another coder marked something.
    """

    value: float
    observed: float
    expected: float
    coverage: float


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
        Alpha of marked against not marked, whatever the category.
    coding
        Alpha of the categories alone, where two coders marked something; NaN when nobody did.
    coverage
        The share of the line that ``coding`` speaks of.
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
    binary: float
    coding: float
    coverage: float
    per_category: Mapping[Hashable, CategoryAlpha]
    per_item: Mapping[str, ItemAlpha]
    interval: Interval | None
    signature: Signature

    def answer(self) -> tuple[str, ...]:
        """What it says."""
        return (
            f"Unitizing alpha is {share(self.value)}{between(self.interval)}: unit by unit, the coders differ "
            f"{decimal(100 * (1 - self.value), 0)} % as often as chance would have them.",
        )

    def methods(self) -> Methods:
        """What was measured and found, for a paper."""
        terms = f"observed disagreement {self.observed:.3f}, expected {self.expected:.3f}"
        return Methods.of(
            [f"Unitizing alpha {cite('Krippendorff et al. 2016')} was measured: {terms}.", *self.answer()],
            self.signatures(),
        )


def unitizing_alpha(
    corpus: CorpusLike, *, ci: float | None = None, resample: Resampled | None = None
) -> UnitizingAlpha:
    """How far coders agree about spans: where they lie and what they are called, corrected for chance.

    Every two coders are compared at every place of the line, what nobody marked being a value too. Where a coder cuts a
    stretch of one category is not seen.

    Parameters
    ----------
    corpus
        Spans by item and coder; those of a coder must not overlap. Items that fewer than two coders looked at are left
        out.
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
        When no item was coded by two coders, or spans of a coder overlap.
    UndefinedScoreError
        When nobody marked anything, or chance explains everything.

    Examples
    --------
    >>> from seamark import Spans
    >>> one, other = Spans([(2, 8, "A"), (12, 16, "B")], length=20), Spans([(3, 9, "A"), (12, 15, "A")], length=20)
    >>> result = unitizing_alpha({"talk": {"ann": one, "ben": other}})
    >>> print(result.answer()[0])
    Unitizing alpha is .52: unit by unit, the coders differ 48 % as often as chance would have them.
    >>> round(result.value, 4)
    0.5157
    >>> round(result.binary, 4), round(result.coding, 4), result.coverage
    (0.7214, 0.0962, 0.4)

    References
    ----------
    Krippendorff, Mathet, Bouvry & Widlöcher 2016; Krippendorff 2019, section 12.6.
    """
    given = as_corpus(corpus, "spans")
    # No sum depends on order or names.
    study = given.in_content_order()
    level = None if ci is None else check_level(ci)
    columns, labels = study.codings.span_columns, study.codings.names
    starts = np.searchsorted(study.item_index, np.arange(len(study) + 1)).astype(np.int64)
    coders = np.diff(starts)
    compared = coders >= 2
    if not compared.any():
        raise InputError("no item was coded by two coders; agreement needs two codings of an item")
    _require_apart(study, columns)
    if not np.any(np.diff(columns.offsets)[compared[study.item_index]]):
        raise UndefinedScoreError("alpha is undefined: nobody marked anything")
    found = _measured(columns, starts, len(labels))
    # Over everything, for each item, and without each item.
    parts = (found.parts.alpha, found.parts.observed, found.parts.expected)
    value, observed, expected = (float(part[0]) for part in parts)
    if np.isnan(value):
        raise UndefinedScoreError("alpha is undefined: coders disagree, but no disagreement is expected by chance")
    interval = None
    if level is not None:
        there = np.flatnonzero(compared[study.item_index])
        names = {study.coder_names[coder]: coder for coder in np.unique(study.coder_index[there]).tolist()}

        def without(coder: str) -> float:
            rows = there[study.coder_index[there] != names[coder]]
            left = np.bincount(study.item_index[rows], minlength=len(study))[study.item_index[rows]] > 1
            if not left.any():
                return np.nan
            rows = rows[left]
            _, item = np.unique(study.item_index[rows], return_inverse=True)
            begins = np.searchsorted(item, np.arange(item[-1] + 2)).astype(np.int64)
            return float(_measured(study.codings.take(rows).span_columns, begins, len(labels)).parts.alpha[0])

        without_items = found.parts.alpha[1 + len(study) :][compared]
        interval = two_way_interval(value, without_items, tuple(names), without, level, resample)
    of_items = (np.where(compared, part[1 : 1 + len(study)], np.nan) for part in parts)
    item_columns = (*of_items, study.codings.lengths[starts[:-1]], coders)
    rows = zip(*(column.tolist() for column in item_columns), strict=True)
    per_item = {item: ItemAlpha(*row) for item, row in zip(study.item_names, rows, strict=True)}
    described = {
        "variant": "2016",
        "coders": len(study.coder_names),
        "items": int(np.count_nonzero(compared)),
        **described_interval(interval),
    }
    return UnitizingAlpha(
        value=value,
        observed=observed,
        expected=expected,
        binary=found.binary,
        coding=found.coding,
        coverage=found.coverage,
        per_category=FrozenMapping(dict(zip(labels, found.categories, strict=True))),
        per_item=FrozenMapping({item: per_item[item] for item in given.item_names}),
        interval=interval,
        signature=Signature.of("unitizing_alpha", described),
    )


def _require_apart(study: Corpus, columns: SpanColumns) -> None:
    """Raise when two spans of a coding overlap."""
    row = np.repeat(np.arange(len(columns.lengths)), np.diff(columns.offsets))
    overlapping = (row[1:] == row[:-1]) & (columns.ends[:-1] > columns.starts[1:])
    if overlapping.any():
        at = int(overlapping.argmax())
        one, other = (f"[{columns.starts[i]}, {columns.ends[i]})" for i in (at, at + 1))
        item, coder = study.item_names[study.item_index[row[at]]], study.coder_names[study.coder_index[row[at]]]
        raise InputError(
            f"item {shown(item)}, coder {shown(coder)}: spans {one} and {other} overlap; pick one category "
            "(Spans.only), or measure with gamma"
        )


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


class _Measured(NamedTuple):
    """Disagreement over everything, for each item, and without each item; by category; and further values."""

    parts: Disagreement
    categories: list[CategoryAlpha]
    binary: float
    coding: float
    coverage: float


def _in_parts(of_items: FloatArray) -> FloatArray:
    """The sum over all items, each item, and the sum without each item."""
    total = of_items.sum(axis=0)
    return np.concatenate((total[np.newaxis], of_items, total - of_items))


def _measured(columns: SpanColumns, starts: Int64Array, categories: int) -> _Measured:
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
    return _Measured(parts, by_name, float(binary.alpha[0]), float(coding.alpha[0]), coverage)


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
