"""The columns inside a corpus: one row per coding, sorted by item and within an item by coder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar, final, get_args, overload

import numpy as np
import numpy.typing as npt

from seamark.base.checks import did_you_mean, is_text, items_of, of_kind, shown
from seamark.base.errors import InputError, MassMismatchError
from seamark.base.numbers import counted
from seamark.kernels.columns import (
    NO_TYPES,
    Columns,
    Int32Array,
    Int64Array,
    SpanColumns,
    columns_of_mass_values,
    columns_of_masses,
    gathered_rows,
)
from seamark.model.checks import (
    checked_columns,
    checked_types,
    in_type_order,
    int64_column,
    is_hashable,
    require_offsets,
    require_rows,
    type_codes,
)
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike
from seamark.model.spans import Spans

#: How many names a message lists.
_NAMES_SHOWN = 8


class Codings(Protocol):
    """Many codings as columns: what ``SegmentationArray`` and ``SpanArray`` have in common."""

    @property
    def masses(self) -> Int64Array:
        """The number of units that each coding covers."""
        ...

    def __len__(self) -> int: ...

    def __getitem__(self, row: int, /) -> Any: ...


_Codings = TypeVar("_Codings", bound=Codings)


class NameColumn(Sequence[str]):
    """A column of names in which every name stands once, in order of first appearance, beside its number in each row.

    Examples
    --------
    >>> list(NameColumn(["ann", "ben"], np.array([0, 1, 0])))
    ['ann', 'ben', 'ann']
    """

    __slots__ = ("distinct", "number_of", "numbers")

    def __init__(self, distinct: Sequence[str], numbers: Int64Array) -> None:
        self.distinct, self.numbers = distinct, numbers
        #: Shorter than ``distinct`` when a name stands twice there, which is for the caller to refuse.
        self.number_of = dict(zip(distinct, range(len(distinct)), strict=True))

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return NameColumn(self.distinct, self.numbers[row])
        return self.distinct[self.numbers[row]]

    def __iter__(self) -> Iterator[str]:
        return map(self.distinct.__getitem__, self.numbers.tolist())


@dataclass(frozen=True, slots=True, eq=False)
class CodingTable(Generic[_Codings]):
    """One row per coding: its item and coder, by number, and what the coder said."""

    #: The number of each name, in order of first appearance.
    items: Mapping[str, int]
    coders: Mapping[str, int]
    item_names: tuple[str, ...]
    coder_names: tuple[str, ...]
    item: Int64Array
    coder: Int64Array
    codings: _Codings
    #: Where each item's rows start; one more than there are items.
    starts: Int64Array

    @classmethod
    def of(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: _Codings,
        gather: Callable[[_Codings, Int64Array], _Codings],
    ) -> CodingTable[_Codings]:
        """From columns in any order; every coding stands once, and all codings of an item have one mass.

        ``gather`` picks codings by row number.
        """
        if not len(items) == len(coders) == len(codings):
            raise InputError(
                f"{len(items)} items, {len(coders)} coders and {len(codings)} codings; expected columns of one length"
            )
        if not items:
            raise InputError("the corpus is empty; expected at least one item with one coding")
        item_numbers, item = _numbered(items, "item")
        coder_numbers, coder = _numbered(coders, "coder")
        order = np.lexsort((coder, item))
        if np.any(order[1:] < order[:-1]):
            item, coder, codings = item[order], coder[order], gather(codings, order)
        starts = np.searchsorted(item, np.arange(len(item_numbers) + 1))
        for column in (item, coder, starts):
            column.flags.writeable = False
        table = cls(
            item_numbers, coder_numbers, tuple(item_numbers), tuple(coder_numbers), item, coder, codings, starts
        )
        table._require_one_coding_each()
        table._require_one_mass_per_item()
        return table

    def _require_one_coding_each(self) -> None:
        same = (np.diff(self.item) == 0) & (np.diff(self.coder) == 0)
        if same.any():
            item, coder = self.names([int(same.argmax())])
            raise InputError(f"item {shown(item[0])}: coder {shown(coder[0])} stands twice; expected one coding")

    def _require_one_mass_per_item(self) -> None:
        masses = self.codings.masses
        first = self.starts[self.item]
        other = masses != masses[first]
        if other.any():
            row = int(other.argmax())
            (item, _), coders = self.names([row, int(first[row])])
            raise MassMismatchError(
                f"item {shown(item)}: coder {shown(coders[0])} covers {masses[row]} units, "
                f"coder {shown(coders[1])} covers {masses[first[row]]}"
            )

    def names(self, rows: Iterable[int]) -> tuple[list[str], list[str]]:
        """The items and the coders of some rows."""
        picked = np.fromiter(rows, dtype=np.int64)
        items, coders = self.item[picked].tolist(), self.coder[picked].tolist()
        return [self.item_names[number] for number in items], [self.coder_names[number] for number in coders]

    def rows_of_item(self, item: str) -> range:
        """The rows of one item."""
        start, stop = self.starts[self.items[item] :][:2].tolist()
        return range(start, stop)

    def rows_of_coder(self, coder: str) -> Int64Array:
        """The rows of one coder."""
        return np.flatnonzero(self.coder == number_of(coder, self.coders, "coder"))

    def rows_of_items(self, items: Collection[str] | None) -> npt.NDArray[np.bool_]:
        """Which rows are of any of these items; None means all items."""
        return _marked(items, self.items, "item")[self.item]

    def rows_of_coders(self, coders: Collection[str] | None) -> npt.NDArray[np.bool_]:
        """Which rows are of any of these coders; None means all coders."""
        return _marked(coders, self.coders, "coder")[self.coder]


def _numbered(names: Sequence[str], kind: str) -> tuple[dict[str, int], Int64Array]:
    if isinstance(names, NameColumn):
        _require_names(names.distinct, kind)
        return names.number_of, names.numbers.astype(np.int64)
    try:
        distinct: Sequence[str] = list(dict.fromkeys(names))
    except TypeError:  # a name that is a list, say, for which there is a sentence
        distinct = names
    _require_names(distinct, kind)
    numbers = dict(zip(distinct, range(len(distinct)), strict=True))
    return numbers, np.fromiter(map(numbers.__getitem__, names), dtype=np.int64, count=len(names))


def _require_names(names: Sequence[str], kind: str) -> None:
    """Refuse what is no string, has nothing in it or cannot be written; the usual names are looked at as one."""
    if _all_names(names):
        return
    for name in names:
        if not isinstance(name, str) or not name:
            raise InputError(f"{kind} name is {shown(name)}; expected a string that is not empty")
        if not is_text(name):
            raise InputError(f"{kind} name is {shown(name)}; it holds half of a character, and cannot be written")


def _all_names(names: Sequence[str]) -> bool:
    try:
        return is_text("".join(names)) and all(names)
    except TypeError:
        return False


def number_of(name: str, numbers: Mapping[str, int], kind: str) -> int:
    """The number of a name, or an error that says which names there are."""
    if not isinstance(name, str) or name not in numbers:
        names = ", ".join(list(numbers)[:_NAMES_SHOWN]) + (", ..." if len(numbers) > _NAMES_SHOWN else "")
        nearest = did_you_mean(name, numbers)
        raise InputError(f"no {kind} is called {shown(name)}; {nearest}the corpus has {len(numbers)}: {names}")
    return numbers[name]


def _marked(chosen: Collection[str] | None, numbers: Mapping[str, int], kind: str) -> npt.NDArray[np.bool_]:
    if isinstance(chosen, str):
        raise InputError(f"{kind}s is the string {shown(chosen)}; expected a list of names, such as [{shown(chosen)}]")
    marks = np.full(len(numbers), chosen is None)
    for name in () if chosen is None else items_of(chosen, f"{kind}s", "a list of names"):
        marks[number_of(name, numbers, kind)] = True
    return marks


# ---------------------------------------------------------------------------------- Many segmentations, held as columns


_SEVERAL = "several segmentations, such as [[2, 3], [5]]"


@final
class SegmentationArray:
    """Many segmentations as columns (positions, offsets, masses): the form in which batches are scored.

    Immutable. ``array[i]`` is a ``Segmentation``, ``array[i:j]`` a ``SegmentationArray`` that shares the columns.

    Attributes
    ----------
    columns : Columns
        The columns themselves; read only.
    types : tuple
        The boundary types of the whole array, to which the codes in ``columns.types`` refer.

    Examples
    --------
    >>> array = SegmentationArray.from_masses([[2, 3, 5], [10], [4, 6]])
    >>> len(array), array[0].positions, array.masses.tolist()
    (3, (2, 5), [10, 10, 10])
    """

    __slots__ = ("columns", "types")

    columns: Columns
    types: tuple[Hashable, ...]

    def __init__(self, columns: Columns, types: Iterable[Hashable] = (DEFAULT_TYPE,)) -> None:
        """From columns that are checked; ``from_columns`` is the way in for arrays of any integer type."""
        labels = checked_types(types)
        self._set(checked_columns(columns, labels), labels)

    @classmethod
    def _unchecked(cls, columns: Columns, types: tuple[Hashable, ...] = (DEFAULT_TYPE,)) -> SegmentationArray:
        """Wrap columns that this package made itself: to look at every position again would take longer than many a
        metric.
        """
        self = object.__new__(cls)
        self._set(columns, types)
        return self

    def _set(self, columns: Columns, types: tuple[Hashable, ...]) -> None:
        object.__setattr__(self, "columns", Columns(*(_read_only(column) for column in columns)))
        # Where there is no boundary nobody has used the default type, and it must not count beside a named one.
        used = columns.positions.size or types != (DEFAULT_TYPE,)
        object.__setattr__(self, "types", types if used else ())

    @classmethod
    def from_masses(cls, segmentations: Iterable[Iterable[int]]) -> SegmentationArray:
        """From the masses of each segmentation.

        Examples
        --------
        >>> SegmentationArray.from_masses([[2, 3], [5]])
        <SegmentationArray of 2 segmentations with 1 boundary>
        """
        rows = list(items_of(segmentations, "masses", _SEVERAL))
        columns = columns_of_masses(rows)
        if columns is not None:
            return cls._unchecked(columns)
        return cls.from_segmentations(_in_row(i, Segmentation.from_masses, row) for i, row in enumerate(rows))

    @classmethod
    def from_segmentations(cls, segmentations: Iterable[SegmentationLike]) -> SegmentationArray:
        """From segmentations, or from anything that stands for one (masses, strings of 0 and 1).

        Examples
        --------
        >>> SegmentationArray.from_segmentations(["0100", [5]])[0].masses
        (2, 3)
        """
        given = items_of(segmentations, "segmentations", _SEVERAL)
        rows = [_in_row(i, Segmentation.of, row) for i, row in enumerate(given)]
        labels = in_type_order(label for row in rows for label in row.types) or (DEFAULT_TYPE,)
        code_of = {label: code for code, label in enumerate(labels)}
        parts = [row.columns() for row in rows]
        sizes = [part.positions.size for part in parts]
        codes = (_recoded(part, row.types, code_of) for part, row in zip(parts, rows, strict=True))
        columns = Columns(
            positions=np.concatenate([np.empty(0, np.int64), *(part.positions for part in parts)]),
            offsets=np.cumsum([0, *sizes], dtype=np.int64),
            masses=np.array([row.mass for row in rows], dtype=np.int64),
            types=NO_TYPES if len(labels) == 1 else np.concatenate([NO_TYPES, *codes]),
        )
        return cls._unchecked(columns, labels)

    @classmethod
    def of_one(cls, segmentation: SegmentationLike) -> SegmentationArray:
        """An array of a single segmentation, without copying it."""
        one = Segmentation.of(segmentation)
        return cls._unchecked(one.columns(), one.types or (DEFAULT_TYPE,))

    @classmethod
    def from_columns(
        cls,
        values: npt.ArrayLike,
        offsets: npt.ArrayLike,
        *,
        masses: npt.ArrayLike | None = None,
        types: npt.ArrayLike | None = None,
        labels: Sequence[Hashable] = (DEFAULT_TYPE,),
    ) -> SegmentationArray:
        """From columns as Arrow lists have them; values are not copied when they are int64 already, so leave them be.

        Parameters
        ----------
        values
            Row ``i`` is ``values[offsets[i]:offsets[i + 1]]``: segment masses, or, when ``masses`` is given, ascending
            boundary positions.
        offsets
            One more than there are rows.
        masses
            The number of units of each row; its presence says that ``values`` are positions.
        types
            One code per position, an index into ``labels``.
        labels
            The boundary types.

        Examples
        --------
        >>> SegmentationArray.from_columns([2, 3, 5], [0, 2, 3])[0].masses
        (2, 3)
        >>> SegmentationArray.from_columns([2, 4], [0, 1, 2], masses=[5, 5])[1].masses
        (4, 1)
        """
        kinds = checked_types(labels)
        data = int64_column("values", values)
        # Copied: there are few of them, and the caller may go on and change the originals.
        ends = int64_column("offsets", offsets).copy()
        require_offsets(ends, data.size)
        if masses is None:
            if types is not None:
                raise InputError("types need positions: give masses= and let values be positions")
            columns, bad = columns_of_mass_values(data, ends)
            if bad >= 0:
                raise InputError(
                    f"row {bad}: masses {data[ends[bad] : ends[bad + 1]].tolist()[:20]} must be one or more whole "
                    "numbers of at least 1 that add up to at most 2**62"
                )
        else:
            totals = int64_column("masses", masses)
            if totals.size != ends.size - 1:
                raise InputError(f"{totals.size} masses for {ends.size - 1} rows")
            columns = _typed_columns(data, ends, totals, types, kinds)
            require_rows(columns)
        return cls._unchecked(columns, in_type_order(kinds))

    @property
    def masses(self) -> Int64Array:
        """The number of units of each segmentation."""
        return self.columns.masses

    def __len__(self) -> int:
        return len(self.columns.masses)

    @overload
    def __getitem__(self, index: int) -> Segmentation: ...
    @overload
    def __getitem__(self, index: slice) -> SegmentationArray: ...
    def __getitem__(self, index: int | slice) -> Segmentation | SegmentationArray:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                return SegmentationArray.from_segmentations(self[i] for i in range(start, stop, step))
            return SegmentationArray._unchecked(self.columns.rows(start, max(start, stop)), self.types)
        row = range(len(self))[index]
        begin, end = self.columns.offsets[row : row + 2].tolist()
        return self._segmentation(int(self.columns.masses[row]), begin, end)

    def _segmentation(self, mass: int, begin: int, end: int) -> Segmentation:
        positions = self.columns.positions[begin:end].copy()
        codes = self.columns.types[begin:end]
        if not codes.size:
            return Segmentation._from_arrays(mass, positions, labels=self.types)
        present = np.unique(codes)
        labels = tuple(self.types[code] for code in present.tolist())
        if len(labels) == 1:
            return Segmentation._from_arrays(mass, positions, labels=labels)
        return Segmentation._from_arrays(mass, positions, np.searchsorted(present, codes).astype(np.int32), labels)

    def __iter__(self) -> Iterator[Segmentation]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SegmentationArray):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as a numpy array: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a SegmentationArray cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return SegmentationArray, (self.columns, self.types)

    def __repr__(self) -> str:
        count = int(self.columns.offsets[-1] - self.columns.offsets[0])
        return f"<SegmentationArray of {counted(len(self), 'segmentation')} with {counted(count, 'boundary')}>"


def _read_only(column: Any) -> Any:
    """A view that cannot be written through; the caller's own array stays as it was."""
    view = column.view()
    view.flags.writeable = False
    return view


def as_array(value: SegmentationArray | Iterable[SegmentationLike]) -> SegmentationArray:
    """The array itself, or one made of segmentations, masses or strings."""
    if isinstance(value, SegmentationArray):
        return value
    rows = list(items_of(value, "segmentations", _SEVERAL))
    columns = columns_of_masses(rows)
    return SegmentationArray.from_segmentations(rows) if columns is None else SegmentationArray._unchecked(columns)


def require_comparable(a: Codings, b: Codings) -> None:
    """Raise when the two arrays do not hold pairs of the same units."""
    if len(a) != len(b):
        raise InputError(f"{len(a)} segmentations cannot be paired with {len(b)}")
    if np.array_equal(a.masses, b.masses):
        return
    row = int(np.flatnonzero(a.masses != b.masses)[0])
    where = "" if len(a) == 1 else f"pair {row}: "
    raise MassMismatchError(
        f"{where}the first segmentation covers {a.masses[row]} units, the second {b.masses[row]}; "
        "both must cover the same"
    )


def with_shared_types(a: SegmentationArray, b: SegmentationArray) -> tuple[Columns, Columns, tuple[Hashable, ...]]:
    """Columns of both whose codes refer to one common tuple of types."""
    if a.types == b.types:
        return a.columns, b.columns, a.types
    labels = in_type_order((*a.types, *b.types))
    if len(labels) == 1:
        return a.columns, b.columns, labels
    return with_labels(a, labels).columns, with_labels(b, labels).columns, labels


def with_labels(array: SegmentationArray, labels: tuple[Hashable, ...]) -> SegmentationArray:
    """The same segmentations, the codes of which refer to these types in their canonical order."""
    if array.types == labels:
        return array
    code_of = {label: code for code, label in enumerate(labels)}
    translation = np.array([code_of[label] for label in array.types], dtype=np.int32)
    codes = array.columns.types
    old = codes if codes.size else np.zeros(array.columns.positions.size, dtype=np.int32)
    return SegmentationArray._unchecked(array.columns._replace(types=translation[old]), labels)


def _recoded(row: Columns, types: tuple[Hashable, ...], code_of: Mapping[Hashable, int]) -> Int32Array:
    codes = np.array([code_of[label] for label in types], dtype=np.int32)
    return codes[row.types] if row.types.size else np.repeat(codes, row.positions.size)


def _in_row(row: int, make: Any, value: Any) -> Segmentation:
    try:
        made: Segmentation = make(value)
    except InputError as error:
        raise InputError(f"row {row}: {error}") from None
    except TypeError:
        raise InputError(f"row {row} is {shown(value)}; expected a segmentation, such as masses [2, 3, 5]") from None
    return made


def _typed_columns(
    positions: Int64Array,
    offsets: Int64Array,
    masses: Int64Array,
    types: npt.ArrayLike | None,
    labels: Sequence[Hashable],
) -> Columns:
    """Columns with codes that follow the canonical order of the labels; rows are sorted again when that order is
    another.
    """
    order = in_type_order(labels)
    if len(order) != len(labels):
        raise InputError(f"labels {shown(list(labels))} repeat; expected each boundary type once")
    if types is None:
        if len(labels) != 1:
            raise InputError(f"{len(labels)} labels but no types; give one code per position")
        return Columns(positions, offsets, masses)
    codes = type_codes(types, positions.size, len(labels))
    if len(labels) == 1:
        return Columns(positions, offsets, masses)
    if order != tuple(labels):
        code_of = {label: code for code, label in enumerate(order)}
        codes = np.array([code_of[label] for label in labels], dtype=np.int32)[codes]
        rows = np.searchsorted(offsets, np.arange(positions.size), side="right")
        by_row = np.lexsort((codes, positions, rows))
        positions, codes = positions[by_row], codes[by_row]
    return Columns(positions, offsets, masses, codes)


# ------------------------------------------------------------------ Rows of an array of segmentations, picked by number


def gather(array: SegmentationArray, rows: npt.ArrayLike) -> SegmentationArray:
    """The segmentations at the given row numbers, in that order; a row may stand several times.

    The boundary types stay those of the whole array, so that a metric sees the same study in every part of it.

    Examples
    --------
    >>> array = SegmentationArray.from_masses([[2, 3, 5], [10], [4, 6]])
    >>> [segmentation.masses for segmentation in gather(array, [2, 0, 2])]
    [(4, 6), (2, 3, 5), (4, 6)]
    """
    picked = np.ascontiguousarray(rows, dtype=np.int64)
    return SegmentationArray._unchecked(gathered_rows(array.columns, picked), array.types)


def stacked(arrays: Sequence[SegmentationArray]) -> SegmentationArray:
    """The rows of several arrays with the same boundary types, one array after the other.

    Examples
    --------
    >>> one, other = SegmentationArray.from_masses([[2, 3]]), SegmentationArray.from_masses([[5], [1, 4]])
    >>> [segmentation.masses for segmentation in stacked([one, other])]
    [(2, 3), (5,), (1, 4)]
    """
    parts = [array.columns for array in arrays]
    inside = [slice(int(part.offsets[0]), int(part.offsets[-1])) for part in parts]
    sizes = np.concatenate([np.diff(part.offsets) for part in parts])
    offsets = np.zeros(sizes.size + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    columns = Columns(
        np.concatenate([part.positions[within] for part, within in zip(parts, inside, strict=True)]),
        offsets,
        np.concatenate([part.masses for part in parts]),
    )
    types = next((array.types for array in arrays if array.types), ())  # an array without boundaries may have none
    if len(types) > 1:
        codes = [part.types[within] for part, within in zip(parts, inside, strict=True)]
        columns = columns._replace(types=np.concatenate(codes))
    return SegmentationArray._unchecked(columns, types)


# ------------------------------------------------------------------------------- Spans of many codings, held as columns


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


# ------------------------------------------------------------------------- Many labelled segmentations, held as columns


@final
class LabelledArray:
    """Many labelled segmentations as columns; ``array[i]`` is a ``LabelledSegmentation``.

    Immutable. ``coded`` holds them as segmentations with boundary types, one unit and one boundary longer: a boundary
    before every segment, moved on by one place, whose type is the label.

    Examples
    --------
    >>> song = LabelledSegmentation.from_labels("AABB")
    >>> array = LabelledArray.from_labelled([song, song])
    >>> len(array), array.masses.tolist(), array.types
    (2, [4, 4], ('A', 'B'))
    """

    __slots__ = ("coded",)

    coded: SegmentationArray

    def __init__(self, coded: SegmentationArray) -> None:
        given = of_kind(coded, SegmentationArray, "coded", "a SegmentationArray with a boundary before every segment")
        offsets = given.columns.offsets - given.columns.offsets[0]
        positions = given.columns.positions[given.columns.offsets[0] : given.columns.offsets[-1]]
        if np.any(offsets[:-1] == offsets[1:]) or np.any(positions[offsets[:-1]] != 1):
            raise InputError("a row does not start with a boundary at 1; expected one before every segment")
        together = positions[1:] <= positions[:-1]
        together[offsets[1:-1] - 1] = False  # from one row to the next
        if together.any():
            raise InputError("a place carries two labels; expected one label per segment")
        object.__setattr__(self, "coded", given)

    @classmethod
    def _unchecked(cls, coded: SegmentationArray) -> LabelledArray:
        self = object.__new__(cls)
        object.__setattr__(self, "coded", coded)
        return self

    @classmethod
    def from_labelled(cls, segmentations: Iterable[LabelledSegmentation]) -> LabelledArray:
        """From several labelled segmentations."""
        given = items_of(segmentations, "segmentations", "several labelled segmentations")
        rows = [of_kind(row, LabelledSegmentation, "one of them", "a LabelledSegmentation") for row in given]
        return cls._unchecked(SegmentationArray.from_segmentations(row._coded for row in rows))

    @property
    def masses(self) -> Int64Array:
        """The number of units of each."""
        return self.coded.masses - 1

    @property
    def types(self) -> tuple[Hashable, ...]:
        """The labels of the whole array."""
        return self.coded.types

    @property
    def segmentations(self) -> SegmentationArray:
        """The boundaries alone; the labels are lost."""
        columns = self.coded.columns
        inner = np.ones(columns.positions.size, dtype=bool)
        inner[columns.offsets[:-1]] = False
        inner[: columns.offsets[0]] = inner[columns.offsets[-1] :] = False
        offsets = columns.offsets - np.arange(len(columns.offsets)) - columns.offsets[0]
        return SegmentationArray._unchecked(Columns(columns.positions[inner] - 1, offsets, self.masses))

    @property
    def spans(self) -> SpanArray:
        """Every segment as a span; those whose label is None are gaps."""
        columns = self.coded.columns
        part = slice(int(columns.offsets[0]), int(columns.offsets[-1]))
        starts = columns.positions[part] - 1
        offsets = columns.offsets - columns.offsets[0]
        ends = np.append(starts[1:], 0)
        ends[offsets[1:] - 1] = self.masses
        codes = columns.types[part] if columns.types.size else np.zeros(starts.size, dtype=np.int32)
        labels = in_type_order((label for label in self.types if label is not None), "category")
        if None in self.types:
            nothing = codes == self.types.index(None)
            code_of = {label: code for code, label in enumerate(labels)}
            codes = np.array([code_of.get(label, 0) for label in self.types], dtype=np.int32)[codes]
            kept = np.concatenate(([0], np.cumsum(~nothing)))
            starts, ends, codes, offsets = starts[~nothing], ends[~nothing], codes[~nothing], kept[offsets]
        return SpanArray._unchecked(SpanColumns(starts, ends, codes.copy(), offsets, self.masses), labels)

    def __len__(self) -> int:
        return len(self.coded)

    def __getitem__(self, index: int) -> LabelledSegmentation:
        return LabelledSegmentation._of(self.coded[range(len(self))[index]])

    def __iter__(self) -> Iterator[LabelledSegmentation]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return self.coded == other.coded if isinstance(other, LabelledArray) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a numpy array: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a LabelledArray cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return LabelledArray, (self.coded,)

    def __repr__(self) -> str:
        return f"<LabelledArray of {counted(len(self), 'segmentation')} with {counted(len(self.types), 'label')}>"


# ------------------------------------------------------------------------------------ Many hierarchies, held as columns


@final
class HierarchyArray:
    """Many hierarchies as columns; ``array[i]`` is a ``Hierarchy``.

    Immutable. The levels of all hierarchies stand one after the other, each hierarchy's from coarse to fine: those of
    number ``i`` are the rows ``offsets[i]`` to before ``offsets[i + 1]`` of ``levels``. ``labelled`` holds the same
    rows with their labels; it is None unless all hierarchies have labels.

    Examples
    --------
    >>> array = HierarchyArray([Hierarchy.from_levels([[12, 12], [6, 6, 12]]), Hierarchy.from_levels([[5, 5]])])
    >>> len(array), len(array.levels), array.masses.tolist(), array[1].depth
    (2, 3, [24, 10], 1)
    """

    __slots__ = ("_hierarchies", "labelled", "levels", "offsets")

    _hierarchies: tuple[Hierarchy, ...]
    levels: SegmentationArray
    labelled: LabelledArray | None
    offsets: Int64Array

    def __init__(self, hierarchies: Iterable[Hierarchy]) -> None:
        given = items_of(hierarchies, "hierarchies", "several hierarchies")
        rows = tuple(of_kind(row, Hierarchy, "one of them", "a Hierarchy") for row in given)
        with_labels = [row.labelled for row in rows if row.labelled is not None]
        object.__setattr__(self, "_hierarchies", rows)
        levels = SegmentationArray.from_segmentations(level for row in rows for level in row.segmentations)
        object.__setattr__(self, "levels", levels)
        labelled = LabelledArray.from_labelled(level for row in with_labels for level in row)
        object.__setattr__(self, "labelled", labelled if len(with_labels) == len(rows) else None)
        offsets = np.cumsum([0, *(row.depth for row in rows)], dtype=np.int64)
        offsets.flags.writeable = False
        object.__setattr__(self, "offsets", offsets)

    @property
    def masses(self) -> Int64Array:
        """The number of units of each."""
        return self.levels.masses[self.offsets[:-1]]

    @property
    def depths(self) -> Int64Array:
        """The number of levels of each."""
        return np.diff(self.offsets)

    @property
    def types(self) -> tuple[Hashable, ...]:
        """The boundary types of the levels, of which there is one."""
        return self.levels.types

    def __len__(self) -> int:
        return len(self._hierarchies)

    def __getitem__(self, index: int) -> Hierarchy:
        return self._hierarchies[range(len(self))[index]]

    def __iter__(self) -> Iterator[Hierarchy]:
        return iter(self._hierarchies)

    def __eq__(self, other: object) -> bool:
        return self._hierarchies == other._hierarchies if isinstance(other, HierarchyArray) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a numpy array: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a HierarchyArray cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return HierarchyArray, (self._hierarchies,)

    def __repr__(self) -> str:
        return f"<HierarchyArray of {counted(len(self), 'hierarchy')} with {counted(len(self.levels), 'level')}>"


# ------------------------------------------ The four models that can be measured, and the arrays that hold many of each


#: What is measured: boundaries alone, segments with labels, levels of segments, or spans with gaps and overlaps.
Model: TypeAlias = Literal["boundaries", "labels", "levels", "spans"]
MODELS: tuple[Model, ...] = get_args(Model)

#: What is not a segmentation alone.
OTHER_MODELS = (LabelledSegmentation, Hierarchy, Spans)
#: What stands for one thing to be measured in public functions.
Measurable: TypeAlias = "SegmentationLike | LabelledSegmentation | Hierarchy | Spans"
#: Many of one model.
AnyArray: TypeAlias = SegmentationArray | LabelledArray | HierarchyArray | SpanArray
#: What stands for many in public functions.
Many: TypeAlias = "AnyArray | Iterable[Measurable]"

_MODEL_OF: dict[type[Any], Model] = {
    SegmentationArray: "boundaries",
    LabelledArray: "labels",
    HierarchyArray: "levels",
    SpanArray: "spans",
}


def model_of(array: AnyArray) -> Model:
    """Which model an array holds."""
    return _MODEL_OF[type(array)]


def array_of_one(value: Measurable) -> AnyArray:
    """An array of a single segmentation, labelled segmentation, hierarchy or coding with spans.

    Examples
    --------
    >>> array_of_one([2, 3]), array_of_one(LabelledSegmentation.from_labels("AB")).types
    (<SegmentationArray of 1 segmentation with 1 boundary>, ('A', 'B'))
    """
    if isinstance(value, OTHER_MODELS):
        return array_of([value])
    return SegmentationArray.of_one(value)


def array_of(values: Many) -> AnyArray:
    """The array itself, or one made of several things of one model.

    Examples
    --------
    >>> array_of([[2, 3], [5]]), array_of([Spans([], length=5)])
    (<SegmentationArray of 2 segmentations with 1 boundary>, <SpanArray of 1 coding with 0 spans>)
    """
    if isinstance(values, (SegmentationArray, LabelledArray, HierarchyArray, SpanArray)):
        return values
    rows: list[Any] = list(items_of(values, "segmentations", "several segmentations, such as [[2, 3], [5]]"))
    if rows and isinstance(rows[0], LabelledSegmentation):
        return LabelledArray.from_labelled(rows)
    if rows and isinstance(rows[0], Hierarchy):
        return HierarchyArray(rows)
    if rows and isinstance(rows[0], Spans):
        return SpanArray.from_spans(rows)
    return as_array(rows)


def require_any_array(value: object) -> AnyArray:
    """The array itself; nothing else will do."""
    if isinstance(value, (SegmentationArray, LabelledArray, HierarchyArray, SpanArray)):
        return value
    expected = "a SegmentationArray, such as SegmentationArray.from_masses([[2, 3], [5]])"
    raise InputError(f"an array of segmentations is {shown(value)}; expected {expected}")
