"""Many segmentations, held as columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, final, overload

import numpy as np
import numpy.typing as npt

from seamark.errors import InputError, MassMismatchError
from seamark.kernels.columns import (
    NO_TYPES,
    Columns,
    Int32Array,
    Int64Array,
    columns_of_mass_values,
    columns_of_masses,
    first_bad_row,
)
from seamark.model.checks import in_type_order
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike


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

    def __init__(self, columns: Columns, types: tuple[Hashable, ...] = (DEFAULT_TYPE,)) -> None:
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
        rows = list(segmentations)
        columns = columns_of_masses(rows)
        if columns is not None:
            return cls(columns)
        return cls.from_segmentations(_in_row(i, Segmentation.from_masses, row) for i, row in enumerate(rows))

    @classmethod
    def from_segmentations(cls, segmentations: Iterable[SegmentationLike]) -> SegmentationArray:
        """From segmentations, or from anything that stands for one (masses, strings of 0 and 1).

        Examples
        --------
        >>> SegmentationArray.from_segmentations(["0100", [5]])[0].masses
        (2, 3)
        """
        rows = [_in_row(i, Segmentation.of, row) for i, row in enumerate(segmentations)]
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
        return cls(columns, labels)

    @classmethod
    def of_one(cls, segmentation: SegmentationLike) -> SegmentationArray:
        """An array of a single segmentation, without copying it."""
        one = Segmentation.of(segmentation)
        return cls(one.columns(), one.types or (DEFAULT_TYPE,))

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
        data = _int64("values", values)
        # Copied, since the kernel trusts offsets with memory: the caller may go on and change the originals.
        ends = _int64("offsets", offsets).copy()
        _check_offsets(ends, data.size)
        if masses is None:
            if types is not None:
                raise InputError("types need positions: give masses= and let values be positions")
            columns, bad = columns_of_mass_values(data, ends)
        else:
            totals = _int64("masses", masses)
            if totals.size != ends.size - 1:
                raise InputError(f"{totals.size} masses for {ends.size - 1} rows")
            columns = _typed_columns(data, ends, totals, types, labels)
            bad = first_bad_row(columns)
        if bad >= 0:
            row = data[ends[bad] : ends[bad + 1]]
            raise InputError(f"row {bad}: {_fault(row, None if masses is None else int(columns.masses[bad]))}")
        return cls(columns, in_type_order(labels))

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
            return SegmentationArray(self.columns.rows(start, max(start, stop)), self.types)
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
        return (
            f"<SegmentationArray of {len(self):,} segmentation{'' if len(self) == 1 else 's'} "
            f"with {count:,} boundar{'y' if count == 1 else 'ies'}>"
        )


def _read_only(column: Any) -> Any:
    """A view that cannot be written through; the caller's own array stays as it was."""
    view = column.view()
    view.flags.writeable = False
    return view


def as_array(value: SegmentationArray | Iterable[SegmentationLike]) -> SegmentationArray:
    """The array itself, or one made of segmentations, masses or strings."""
    if isinstance(value, SegmentationArray):
        return value
    if isinstance(value, (str, bytes, Segmentation)) or not isinstance(value, Iterable):
        raise InputError(f"{value!r} is not a sequence of segmentations; expected several, such as [[2, 3], [5]]")
    rows = list(value)
    columns = columns_of_masses(rows)
    return SegmentationArray.from_segmentations(rows) if columns is None else SegmentationArray(columns)


def require_comparable(a: SegmentationArray, b: SegmentationArray) -> None:
    """Raise when the two arrays do not hold pairs of segmentations of the same units."""
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
    return _with_labels(a, labels), _with_labels(b, labels), labels


def _with_labels(array: SegmentationArray, labels: tuple[Hashable, ...]) -> Columns:
    code_of = {label: code for code, label in enumerate(labels)}
    translation = np.array([code_of[label] for label in array.types], dtype=np.int32)
    codes = array.columns.types
    old = codes if codes.size else np.zeros(array.columns.positions.size, dtype=np.int32)
    return array.columns._replace(types=translation[old])


def _recoded(row: Columns, types: tuple[Hashable, ...], code_of: Mapping[Hashable, int]) -> Int32Array:
    codes = np.array([code_of[label] for label in types], dtype=np.int32)
    return codes[row.types] if row.types.size else np.repeat(codes, row.positions.size)


def _in_row(row: int, make: Any, value: Any) -> Segmentation:
    try:
        made: Segmentation = make(value)
    except InputError as error:
        raise InputError(f"row {row}: {error}") from None
    except TypeError:
        raise InputError(f"row {row} is {value!r}; expected a segmentation, such as masses [2, 3, 5]") from None
    return made


def _int64(name: str, values: npt.ArrayLike) -> Int64Array:
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and not (np.issubdtype(array.dtype, np.integer))):
        raise InputError(
            f"{name} must be a one-dimensional array of whole numbers, not {array.dtype} of shape {array.shape}"
        )
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise InputError(f"{name} hold {array.max()}, which is past the largest mass 2**62")
    return np.ascontiguousarray(array, dtype=np.int64)


def _check_offsets(offsets: Int64Array, size: int) -> None:
    if not offsets.size:
        raise InputError("offsets are empty; there is one more offset than there are rows")
    if offsets[0] < 0 or offsets[-1] > size or np.any(np.diff(offsets) < 0):
        raise InputError(f"offsets must ascend from 0 or more to at most {size}, the number of values")


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
        raise InputError(f"labels {list(labels)!r} repeat; expected each boundary type once")
    if types is None:
        if len(labels) != 1:
            raise InputError(f"{len(labels)} labels but no types; give one code per position")
        return Columns(positions, offsets, masses)
    codes = _codes(types, positions.size, len(labels))
    if len(labels) == 1:
        return Columns(positions, offsets, masses)
    if order != tuple(labels):
        code_of = {label: code for code, label in enumerate(order)}
        codes = np.array([code_of[label] for label in labels], dtype=np.int32)[codes]
        rows = np.searchsorted(offsets, np.arange(positions.size), side="right")
        by_row = np.lexsort((codes, positions, rows))
        positions, codes = positions[by_row], codes[by_row]
    return Columns(positions, offsets, masses, codes)


def _codes(types: npt.ArrayLike, size: int, labels: int) -> Int32Array:
    codes = np.asarray(types)
    if codes.shape != (size,) or not np.issubdtype(codes.dtype, np.integer):
        raise InputError(
            f"types must be {size} whole numbers, one per position, not {codes.dtype} of shape {codes.shape}"
        )
    if codes.size and (codes.min() < 0 or codes.max() >= labels):
        raise InputError(
            f"type codes go from {codes.min()} to {codes.max()}, but there are {labels} labels (0..{labels - 1})"
        )
    return np.ascontiguousarray(codes, dtype=np.int32)


def _fault(row: Int64Array, mass: int | None) -> str:
    if mass is None:
        return (
            f"masses {row.tolist()[:20]} must be one or more whole numbers of at least 1 that add up to at most 2**62"
        )
    if mass < 1:
        return f"mass {mass} is below 1"
    return f"positions {row.tolist()[:20]} must ascend within 1..{mass - 1} (mass {mass}), each once per type"
