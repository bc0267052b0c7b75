"""What metrics count and compute with: the two sides of a comparison as columns, and formulas on columns of counts.

Columns have a number for every pair; of a single pair they are plain numbers, and formulas serve both.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from seamark.base.checks import shown
from seamark.base.errors import InputError, MassMismatchError
from seamark.kernels.columns import (
    Column,
    Columns,
    FloatArray,
    Int32Array,
    Int64Array,
    LevelColumns,
    SpanColumns,
    columns_of_masses,
)
from seamark.model.coding import codes_among, in_type_order
from seamark.model.codings import CodingLike, Codings, Kind
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.spans import Regions, Spans, joined_regions

if TYPE_CHECKING:
    from seamark.metrics.base import Result

__all__ = ["PrecisionRecall"]

_ONE_TYPE = (DEFAULT_TYPE,)
#: The counts of pairs: a column for each of a metric's fields.
Counts: TypeAlias = tuple[Column, ...]


class Side(NamedTuple):
    """The codings of one side.

    Attributes
    ----------
    kind
        What they are.
    columns
        ``Columns`` of boundaries or labels, ``SpanColumns`` or ``LevelColumns``. Labelled segmentations have a boundary
        of their label before every segment, the first one too, and are one unit longer for it.
    types
        The boundary types, labels or categories that codes refer to.
    source
        The codings themselves.
    regions
        Of the reference: what of each line is scored, in a row for every coding; None for all of it.
    """

    kind: Kind
    columns: Any
    types: tuple[Hashable, ...]
    source: Any
    regions: SpanColumns | None = None

    @classmethod
    def of(cls, codings: Codings) -> Side:
        """Many codings."""
        if not isinstance(codings, Codings):
            expected = "a SegmentationArray, such as SegmentationArray.from_masses([[2, 3], [5]])"
            raise InputError(f"an array of segmentations is {shown(codings)}; expected {expected}")
        if codings.kind == "spans":
            return cls("spans", codings.span_columns, codings.names, codings)
        if codings.kind == "levels":
            levels = codings.level_boundaries()
            return cls("levels", LevelColumns(levels.columns, codings.level_offsets), levels.names, codings)
        return cls(codings.kind, codings.columns, codings.names, codings)

    @classmethod
    def of_one(cls, coding: CodingLike) -> Side:
        """A single coding."""
        if isinstance(coding, LabelledSegmentation):
            return cls("labels", coding._coded.columns(), coding._coded.types, coding)
        if isinstance(coding, Spans):
            return cls("spans", coding.columns(), coding.categories, coding)
        if isinstance(coding, Hierarchy):
            return _side_of_hierarchy(coding)
        segmentation = coding if isinstance(coding, Segmentation) else Segmentation.of(coding)
        return cls("boundaries", segmentation.columns(), segmentation.types, segmentation)

    @classmethod
    def of_pair(cls, a: CodingLike, b: CodingLike) -> tuple[Side, Side]:
        """Two single codings; plain lists of masses are read in one go."""
        both = columns_of_masses([a, b]) if type(a) is list and type(b) is list else None
        if both is None:
            return cls.of_one(a), cls.of_one(b)
        positions, offsets, masses, _ = both
        one, other = Columns(positions, offsets[:2], masses[:1]), Columns(positions, offsets[1:], masses[1:])
        size = offsets[1]
        return (
            cls("boundaries", one, _ONE_TYPE if size else (), a),
            cls("boundaries", other, _ONE_TYPE if positions.size > size else (), b),
        )

    @property
    def units(self) -> Int64Array:
        """The number of units of each coding."""
        masses: Int64Array = self.columns.masses
        return masses - 1 if self.kind == "labels" else masses

    def require_comparable(self, other: Side) -> None:
        """Raise when the rows of two sides are not pairs of the same units."""
        mine, theirs = self.columns.masses, other.columns.masses
        if mine.tobytes() == theirs.tobytes():  # quicker than comparing arrays, which are equal as a rule
            return
        if len(mine) != len(theirs):
            raise InputError(f"{len(mine)} segmentations cannot be paired with {len(theirs)}")
        row = int(np.flatnonzero(mine != theirs)[0])
        where = "" if len(mine) == 1 else f"pair {row}: "
        raise MassMismatchError(
            f"{where}the first segmentation covers {self.units[row]} units, the second covers {other.units[row]}"
        )

    def within(self, uem: Iterable[Regions]) -> Side:
        """The same, of which only some regions are scored, given for every coding."""
        rows = [joined_regions(one, length, "uem") for one, length in zip(uem, self.units.tolist(), strict=True)]
        starts, ends = (np.concatenate([np.empty(0, dtype=np.int64), *side]) for side in zip(*rows, strict=True))
        offsets = np.cumsum([0, *(len(one) for one, _ in rows)])
        codes = np.zeros(len(starts), dtype=np.int32)
        return self._replace(regions=SpanColumns(starts, ends, codes, offsets, self.units))


@lru_cache(maxsize=16)
def _side_of_hierarchy(hierarchy: Hierarchy) -> Side:
    """Kept for the next comparison: a reference is compared more than once, and many small arrays take time."""
    return Side.of(Codings.of([hierarchy]))._replace(source=hierarchy)


def shared_types(one: Side, other: Side) -> tuple[Any, Any, tuple[Hashable, ...]]:
    """The columns of both sides with codes that refer to one common tuple of types."""
    if one.types == other.types:
        return one.columns, other.columns, one.types
    labels, mine, theirs = _translations(len(one.types), *one.types, *other.types)
    if one.kind == "levels" or (one.kind != "spans" and len(labels) == 1):
        return one.columns, other.columns, labels  # levels have boundaries of one type
    return _recoded(one, mine), _recoded(other, theirs), labels


@lru_cache(maxsize=256, typed=True)
def _translations(first: int, *types: Hashable) -> tuple[tuple[Hashable, ...], Int32Array, Int32Array]:
    """The types of both sides in their order, and the new codes of the first ones and of the others."""
    labels = in_type_order(types)
    codes = codes_among(labels, types)
    return labels, codes[:first], codes[first:-1]


def _recoded(side: Side, translation: Int32Array) -> Any:
    if side.kind == "spans":
        starts, ends, codes, *others = side.columns
        return SpanColumns(starts, ends, translation[codes], *others)
    positions, offsets, masses, codes = side.columns
    every = codes if codes.size else np.zeros(positions.size, dtype=np.int32)
    return Columns(positions, offsets, masses, translation[every])


# ------------------------------------------------------------------------------- Columns: formulas for one and for many


def choose(condition: Any, one: Column, other: Column) -> Column:
    """The first where the condition holds, the other where not.

    Examples
    --------
    >>> choose(2.0 > 1.0, 5.0, 6.0), choose(np.array([True, False]), 5.0, 6.0).tolist()
    (5.0, [5.0, 6.0])
    """
    if isinstance(condition, (bool, np.bool_)):
        return one if condition else other
    return np.where(condition, one, other)


def ratio_or(numerator: Column, denominator: Column, *, otherwise: Column = math.nan) -> Column:
    """Divide; take ``otherwise`` where the denominator is zero.

    Examples
    --------
    >>> ratio_or(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist(), ratio_or(1.0, 0.0, otherwise=1.0)
    ([0.5, nan], 1.0)
    """
    if isinstance(denominator, (float, int, np.integer)):
        return numerator / denominator if denominator else otherwise
    if denominator.all():  # nearly always, and then there is nothing to choose
        return numerator / denominator
    some = denominator != 0
    return np.where(some, numerator / np.where(some, denominator, 1.0), otherwise)


def precision_of(true: Column, false: Column, missed: Column) -> Column:
    """Share of what was found that is true; with nothing found, 1 if there was nothing to find and 0 otherwise.

    With ``false`` and ``missed`` exchanged this is recall.

    Examples
    --------
    >>> precision_of(1.5, 0, 1), precision_of(1.5, 1, 0), precision_of(0, 0, 0)
    (1.0, 0.6, 1.0)
    """
    return ratio_or(true, true + false, otherwise=choose(true + missed > 0, 0.0, 1.0))


def f_of(true: Column, false: Column, missed: Column, *, beta: float = 1.0) -> Column:
    """Weighted harmonic mean of precision and recall, from the counts: one division; 1 if there was nothing at all.

    Examples
    --------
    >>> f_of(1.5, 0, 1)
    0.75
    """
    return ratio_or((1 + beta**2) * true, (1 + beta**2) * true + beta**2 * missed + false, otherwise=1.0)


def columns_of_rows(rows: FloatArray) -> Any:
    """The columns of a table of counts along its last axis; the numbers of a single row."""
    return rows.tolist() if rows.ndim == 1 else np.moveaxis(rows, -1, 0)


def table_of(counts: Counts) -> FloatArray:
    """Columns of counts as a table with a row per pair."""
    pairs = next((len(column) for column in counts if isinstance(column, np.ndarray)), 1)
    rows = np.empty((pairs, len(counts)))
    for place, column in enumerate(counts):
        rows[:, place] = column
    return rows


class PrecisionRecall(NamedTuple):
    """Precision, recall and their weighted harmonic mean."""

    precision: float
    recall: float
    f: float

    @classmethod
    def _of(cls, result: Result) -> PrecisionRecall:
        """The numbers of a metric that is F, and has precision and recall for parts."""
        return cls(**result.parts, f=result.value)
