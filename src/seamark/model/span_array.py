"""Spans of many codings, held as columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, final

import numpy as np
import numpy.typing as npt

from seamark.checks import items_of, of_kind, shown
from seamark.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.kernels.span_columns import SpanColumns
from seamark.model.checks import in_type_order, is_hashable
from seamark.model.column_checks import int64_column, require_offsets, type_codes
from seamark.model.spans import Spans
from seamark.number_text import counted


@final
class SpanArray:
    """Spans of many codings as columns (starts, ends, codes, offsets, lengths).

    Immutable. ``array[i]`` is a ``Spans``.

    Attributes
    ----------
    columns : SpanColumns
        The columns themselves; read only.
    categories : tuple
        The categories of the whole array, to which ``columns.codes`` refer.

    Examples
    --------
    >>> array = SpanArray.from_spans([Spans([(2, 8, "A")], length=20), Spans([], length=20)])
    >>> len(array), array[0].categories, array.masses.tolist()
    (2, ('A',), [20, 20])
    """

    __slots__ = ("categories", "columns")

    columns: SpanColumns
    categories: tuple[Hashable, ...]

    def __init__(self, columns: SpanColumns, categories: Iterable[Hashable]) -> None:
        """From columns that are checked; rows in another order than by start, end and code are sorted."""
        labels = tuple(items_of(categories, "categories"))
        for label in labels:
            if not is_hashable(label):
                raise InputError(f"category {shown(label)} cannot be used: it is not hashable")
        if in_type_order(labels, "category") != labels:
            raise InputError(f"categories {shown(list(labels))} do not stand in their order, each once")
        self._set(_checked(of_kind(columns, SpanColumns, "columns", "SpanColumns(starts, ends, ...)"), labels), labels)

    @classmethod
    def _unchecked(cls, columns: SpanColumns, categories: tuple[Hashable, ...]) -> SpanArray:
        self = object.__new__(cls)
        self._set(columns, categories)
        return self

    def _set(self, columns: SpanColumns, categories: tuple[Hashable, ...]) -> None:
        for column in columns:
            column.flags.writeable = False
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "categories", categories)

    @classmethod
    def from_spans(cls, codings: Iterable[Spans]) -> SpanArray:
        """From several ``Spans``."""
        rows = [of_kind(row, Spans, "a coding", "Spans") for row in items_of(codings, "codings", "several Spans")]
        labels = in_type_order((label for row in rows for label in row.categories), "category")
        code_of = {label: code for code, label in enumerate(labels)}
        parts = [row.columns() for row in rows]
        codes = [
            np.array([code_of[label] for label in row.categories], dtype=np.int32)[part.codes]
            for row, part in zip(rows, parts, strict=True)
        ]
        columns = SpanColumns(
            starts=np.concatenate([np.empty(0, np.int64), *(part.starts for part in parts)]),
            ends=np.concatenate([np.empty(0, np.int64), *(part.ends for part in parts)]),
            codes=np.concatenate([np.empty(0, np.int32), *codes]),
            offsets=np.cumsum([0, *map(len, rows)], dtype=np.int64),
            lengths=np.array([row.length for row in rows], dtype=np.int64),
        )
        return cls._unchecked(columns, labels)

    @property
    def masses(self) -> Int64Array:
        """The length of the line of each coding."""
        return self.columns.lengths

    def picked(self, rows: npt.ArrayLike) -> SpanArray:
        """The codings at these row numbers, in that order; the categories stay those of the whole.

        Examples
        --------
        >>> array = SpanArray.from_spans([Spans([(2, 8, "A")], length=20), Spans([], length=9)])
        >>> array.picked([1, 0]).masses.tolist()
        [9, 20]
        """
        numbers = int64_column("rows", rows)
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < len(self):
            raise InputError(f"rows go from {numbers.min()} to {numbers.max()}; there are {len(self)}, from 0 on")
        starts = self.columns.offsets[numbers]
        sizes = self.columns.offsets[numbers + 1] - starts
        offsets = np.zeros(numbers.size + 1, dtype=np.int64)
        np.cumsum(sizes, out=offsets[1:])
        places = np.arange(offsets[-1], dtype=np.int64) + np.repeat(starts - offsets[:-1], sizes)
        columns = SpanColumns(
            self.columns.starts[places],
            self.columns.ends[places],
            self.columns.codes[places],
            offsets,
            self.columns.lengths[numbers],
        )
        return SpanArray._unchecked(columns, self.categories)

    def __len__(self) -> int:
        return len(self.columns.lengths)

    def __getitem__(self, index: int) -> Spans:
        row = range(len(self))[index]
        inside = slice(*self.columns.offsets[row : row + 2].tolist())
        codes = self.columns.codes[inside]
        present = np.unique(codes)
        return Spans._from_arrays(
            int(self.columns.lengths[row]),
            self.columns.starts[inside],
            self.columns.ends[inside],
            np.searchsorted(present, codes).astype(np.int32),
            tuple(self.categories[code] for code in present.tolist()),
        )

    def __iter__(self) -> Iterator[Spans]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpanArray):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as a numpy array: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a SpanArray cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return SpanArray, (self.columns, self.categories)

    def __repr__(self) -> str:
        return f"<SpanArray of {counted(len(self), 'coding')} with {counted(self.columns.starts.size, 'span')}>"


def _checked(columns: SpanColumns, labels: tuple[Hashable, ...]) -> SpanColumns:
    starts, ends, offsets, lengths = (
        int64_column(name, getattr(columns, name)).copy() for name in ("starts", "ends", "offsets", "lengths")
    )
    if starts.size != ends.size:
        raise InputError(f"{starts.size} starts but {ends.size} ends; expected one of each for a span")
    require_offsets(offsets, starts.size)
    if offsets[0] != 0 or offsets[-1] != starts.size:
        raise InputError(f"offsets go from {offsets[0]} to {offsets[-1]}; expected 0 to {starts.size}, all spans")
    if lengths.size != offsets.size - 1:
        raise InputError(f"{lengths.size} lengths for {offsets.size - 1} rows")
    codes = type_codes(columns.codes, starts.size, len(labels)).copy()
    if lengths.size and not (lengths.min() >= 1 and lengths.max() <= 2**62):
        raise InputError("lengths must lie within 1..2**62")
    row = np.repeat(np.arange(lengths.size), np.diff(offsets))
    bad = (starts < 0) | (starts >= ends) | (ends > lengths[row])
    if bad.any():
        first = int(bad.argmax())
        raise InputError(
            f"row {row[first]}: a span goes from {starts[first]} to {ends[first]}; "
            f"expected 0 <= start < end <= {lengths[row[first]]}"
        )
    order = np.lexsort((codes, ends, starts, row))
    return SpanColumns(starts[order], ends[order], codes[order], offsets, lengths)


def with_shared_categories(a: SpanArray, b: SpanArray) -> tuple[SpanColumns, SpanColumns, tuple[Hashable, ...]]:
    """Columns of both whose codes refer to one common tuple of categories."""
    if a.categories == b.categories:
        return a.columns, b.columns, a.categories
    labels = in_type_order((*a.categories, *b.categories), "category")
    code_of = {label: code for code, label in enumerate(labels)}
    one, other = (
        array.columns._replace(
            codes=np.array([code_of[label] for label in array.categories], dtype=np.int32)[array.columns.codes]
        )
        for array in (a, b)
    )
    return one, other, labels
