"""Many segmentations, held as columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, final, overload

import numpy as np
import numpy.typing as npt

from seamark.checks import items_of, shown
from seamark.errors import InputError, MassMismatchError
from seamark.kernels.columns import (
    NO_TYPES,
    Columns,
    Int32Array,
    Int64Array,
    columns_of_mass_values,
    columns_of_masses,
)
from seamark.model.checks import checked_types, in_type_order
from seamark.model.coding_table import Codings
from seamark.model.column_checks import checked_columns, int64_column, require_offsets, require_rows, type_codes
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike
from seamark.number_text import counted

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
