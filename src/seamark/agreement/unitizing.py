"""Krippendorff's alpha for unitizing: agreement about where units lie on a line, and what they are called."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.unitizing_terms import Differences2004, Lengths2016, require_apart
from seamark.checks import shown
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.span_columns import SpanColumns
from seamark.metrics.signature import Signature
from seamark.model.checks import is_hashable
from seamark.model.span_corpus import SpanCorpus, SpanCorpusLike, as_span_corpus
from seamark.results import ResultRecord
from seamark.stats.intervals import Interval, check_level
from seamark.stats.variance import jackknife_deviations, jackknife_variance, log_interval

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
    corpus: SpanCorpusLike,
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
    study = as_span_corpus(corpus)
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


def _chosen(study: SpanCorpus, category: Hashable) -> tuple[SpanColumns, tuple[Hashable, ...]]:
    """The spans that count, and their categories."""
    columns, labels = study.codings.columns, study.categories
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


def _items(study: SpanCorpus, terms: Lengths2016 | Differences2004, items: Int64Array) -> Mapping[str, ItemAlpha]:
    found = terms.per_item()
    coders = np.diff(items)
    columns = [np.where(coders >= 2, column, np.nan) for column in (found.alpha, found.observed, found.expected)]
    lengths = study.codings.masses[items[:-1]]
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
