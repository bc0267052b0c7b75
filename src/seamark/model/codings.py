"""Many codings of one kind as columns: boundaries, labelled segments, spans, or levels of segments."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, Self, TypeAlias, TypeVar, cast, final, get_args

import numpy as np
import numpy.typing as npt

from seamark.base.checks import items_of, one_of, shown
from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.kernels.columns import (
    NO_TYPES,
    Columns,
    Int32Array,
    Int64Array,
    SpanColumns,
    columns_of_mass_values,
    columns_of_masses,
    first_bad_row,
    ranges,
)
from seamark.model.coding import checked_names, codes_among, in_type_order, int64_column
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.objects import PLAIN, codings_of_objects
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike
from seamark.model.spans import Spans

#: What is measured: boundaries alone, segments with labels, levels of segments, or spans with gaps and overlaps.
Kind: TypeAlias = Literal["boundaries", "labels", "levels", "spans"]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: One coding of any kind.
AnyCoding: TypeAlias = Segmentation | LabelledSegmentation | Hierarchy | Spans
#: What public functions accept as one coding.
CodingLike: TypeAlias = "SegmentationLike | LabelledSegmentation | Hierarchy | Spans"
#: What public functions accept as many codings of one kind.
CodingsLike: TypeAlias = "Codings | Iterable[CodingLike]"

#: The names of types, labels or categories.
Names: TypeAlias = tuple[Hashable, ...]

_Codings = TypeVar("_Codings", bound="Codings")

_KIND_OF: dict[type[Any], Kind] = {
    Segmentation: "boundaries",
    LabelledSegmentation: "labels",
    Hierarchy: "levels",
    Spans: "spans",
}
#: The class of one coding of each kind.
CODING_CLASSES: dict[Kind, type[AnyCoding]] = {kind: one for one, kind in _KIND_OF.items()}
#: What a mark is called, and what its name is.
_MARK = {"boundaries": "boundary", "labels": "segment", "levels": "mark", "spans": "span"}
_NAME = {"boundaries": "boundary type", "labels": "label", "levels": "label", "spans": "category"}

#: Columns that some kinds do not have.
_NOT_OF_ALL: dict[str, None] = dict.fromkeys(("ends", "codes", "level", "depths"))

#: What is expected where several codings are.
SEVERAL = "several segmentations, such as [[2, 3], [5]]"


def kind_of(coding: object) -> Kind:
    """The kind of one coding; masses and strings represent boundaries.

    Examples
    --------
    >>> kind_of([2, 3]), kind_of(Spans([], length=5))
    ('boundaries', 'spans')
    """
    return _KIND_OF.get(type(coding), "boundaries")


class Codings:
    """Many codings of one kind as columns, the form in which kernels read them.

    Immutable. ``codings[i]`` is a ``Segmentation``, ``LabelledSegmentation``, ``Hierarchy`` or ``Spans``. The marks of
    coding ``i`` (its boundaries, segments or spans) are those from ``offsets[i]`` to before ``offsets[i + 1]``. Make
    one with ``Codings.of``.

    Attributes
    ----------
    kind : str
        ``"boundaries"`` (the class is then ``SegmentationArray``), ``"labels"``, ``"levels"`` or ``"spans"``.
    lengths, offsets : array
        The number of units of each coding, and where its marks begin; one offset more than codings.
    starts : array
        Boundaries: their positions. Labels, spans: the first unit of the segment or span. Levels: as labels where
        the levels of the coding have labels, otherwise as boundaries.
    ends : array or None
        Spans: where each ends.
    codes : array or None
        The type, label or category of each mark as a number into ``names``; None for boundaries of one type and for
        levels without labels, -1 for levels without labels beside others that have them.
    names : tuple
        Boundary types, labels or categories of all codings, in their canonical order.
    level, depths : array or None
        Levels: the level of each mark, from 0, the coarsest, and the number of levels of each coding. Marks are sorted
        by coding, level and start.

    Examples
    --------
    >>> song = LabelledSegmentation.from_labels("AABB")
    >>> codings = Codings.of([song, song])
    >>> codings
    <Codings of 2 rows of labels with 4 segments>
    >>> codings.lengths.tolist(), codings.starts.tolist(), codings.names, codings[1] == song
    ([4, 4], [0, 2, 0, 2], ('A', 'B'), True)
    """

    __slots__ = ("codes", "depths", "ends", "kind", "lengths", "level", "names", "offsets", "starts")

    kind: Kind
    lengths: Int64Array
    offsets: Int64Array
    starts: Int64Array
    ends: Int64Array | None
    codes: Int32Array | None
    names: Names
    level: Int32Array | None
    depths: Int64Array | None

    def __new__(cls, *_: object) -> Self:  # noqa: D102
        raise TypeError("make Codings with Codings.of, a SegmentationArray with from_masses or from_columns")

    @classmethod
    def _wrapped(
        cls, kind: Kind, lengths: Int64Array, offsets: Int64Array, starts: Int64Array, *, names: Names, **others: Any
    ) -> Self:
        """Wrap columns that this package made itself, without checks, which would take longer than
        many metrics. The others are ends, codes, level and depths, as far as the kind has them.
        """
        self = cast("Self", object.__new__(SegmentationArray if kind == "boundaries" else Codings))
        set_once = object.__setattr__
        # Without boundaries the default type is unused, and must not be listed beside a named type.
        unused = kind == "boundaries" and not starts.size and names == (DEFAULT_TYPE,)
        set_once(self, "kind", kind)
        set_once(self, "names", () if unused else names)
        columns = {"lengths": lengths, "offsets": offsets, "starts": starts, **_NOT_OF_ALL, **others}
        for name, column in columns.items():
            set_once(self, name, None if column is None else _read_only(column))
        return self

    # ------------------------------------------------------------------------------------------------ constructors

    @classmethod
    def of(
        cls, values: CodingsLike, kind: Kind | None = None, *, place: Callable[[int], str] = "row {}".format
    ) -> Codings:
        """The codings themselves, or the columns of several codings of one kind.

        Parameters
        ----------
        values
            Codings, or several ``Segmentation``, ``LabelledSegmentation``, ``Hierarchy`` or ``Spans``; masses and
            strings of 0 and 1 are read as segmentations.
        kind
            The kind that is expected; by default that of the first.
        place
            Names the row of a number in a message.

        Raises
        ------
        InputError
            When a coding is not of that kind.

        Examples
        --------
        >>> Codings.of([[2, 3], [5]]), Codings.of([Spans([], length=5)])
        (<SegmentationArray of 2 segmentations with 1 boundary>, <Codings of 1 row of spans with 0 spans>)
        """
        if kind is not None:
            one_of(kind, "kind", KINDS)
        if isinstance(values, Codings):
            made: Codings = values
        else:
            rows = [*items_of(values, "segmentations", SEVERAL)]
            if not PLAIN.issuperset(map(type, rows)):
                rows = [one for row in rows for one in codings_of_objects([row])]
            found = kind_of(rows[0]) if rows else kind or "boundaries"
            made = _of_rows(rows, found, place)
        if kind is not None and made.kind != kind:
            raise InputError(f"the codings are {made.kind}; expected {kind}")
        return made

    @classmethod
    def concatenated(cls, parts: Iterable[_Codings]) -> _Codings:
        """The rows of several codings of one kind, at least one, one after the other.

        Examples
        --------
        >>> one, other = SegmentationArray.from_masses([[2, 3]]), SegmentationArray.from_masses([[5], [1, 4]])
        >>> [segmentation.masses for segmentation in Codings.concatenated([one, other])]
        [(2, 3), (5,), (1, 4)]
        """
        given = list(items_of(parts, "parts", "several codings"))
        if not given or not all(isinstance(part, Codings) and part.kind == given[0].kind for part in given):
            raise InputError(f"parts are {shown(parts)}; expected codings of one kind, at least one")
        return cast("_Codings", _joined(given[0].kind, list(map(_part_of, given))))

    # ----------------------------------------------------------------------------------------------------- columns

    @property
    def columns(self) -> Columns:
        """The columns as kernels of boundaries take them.

        Labels are boundaries with types, one unit and one boundary longer: before every segment there is a boundary,
        moved on by one place, whose type is the label.
        """
        types = self.codes if self.codes is not None and len(self.names) > 1 else NO_TYPES
        if self.kind == "boundaries":
            return Columns(self.starts, self.offsets, self.lengths, types)
        if self.kind == "labels":
            return Columns(self.starts + 1, self.offsets, self.lengths + 1, types)
        raise InputError(f"the codings are {self.kind}; expected boundaries or labels")

    @property
    def span_columns(self) -> SpanColumns:
        """The columns as kernels of spans take them."""
        self._require("spans")
        return SpanColumns(self.starts, _given(self.ends), _given(self.codes), self.offsets, self.lengths)

    @property
    def level_offsets(self) -> Int64Array:
        """Where the levels of each coding begin among the rows of ``level_boundaries`` and ``level_labels``."""
        self._require("levels")
        return _running(_given(self.depths))

    @property
    def has_level_labels(self) -> bool:
        """Whether the levels of all codings have labels."""
        return self.codes is not None and np.count_nonzero(self.starts == 0) == _given(self.depths).sum()

    def boundaries(self) -> SegmentationArray:
        """The boundaries of labelled segmentations; the labels are lost.

        Examples
        --------
        >>> Codings.of([LabelledSegmentation.from_labels("AABA")]).boundaries()[0].masses
        (2, 1, 1)
        """
        if isinstance(self, SegmentationArray):
            return self
        self._require("labels")
        return _inner_boundaries(self.starts, self.offsets, self.lengths)

    def as_spans(self) -> Codings:
        """Labelled segments as spans; a segment whose label is None is a gap.

        Examples
        --------
        >>> Codings.of([LabelledSegmentation.from_labels(["A", "A", None])]).as_spans()[0]
        Spans([(0, 2, 'A')], length=3)
        """
        self._require("labels")
        ends = np.append(self.starts[1:], 0)
        ends[self.offsets[1:] - 1] = self.lengths
        names = in_type_order((label for label in self.names if label is not None), "category")
        codes = codes_among(names, self.names)[_given(self.codes)]
        kept = codes >= 0
        columns = {"starts": self.starts[kept], "ends": ends[kept], "codes": codes[kept]}
        return self._wrapped(
            "spans", names=names, lengths=self.lengths, offsets=_running(kept)[self.offsets], **columns
        )

    def level_boundaries(self) -> SegmentationArray:
        """A row of boundaries per level: those of hierarchy ``i`` are ``level_offsets[i]`` to ``level_offsets[i + 1]``.

        Examples
        --------
        >>> codings = Codings.of([Hierarchy.from_levels([[12, 12], [6, 6, 12]]), Hierarchy.from_levels([[5, 5]])])
        >>> [level.masses for level in codings.level_boundaries()], codings.level_offsets.tolist()
        ([(12, 12), (6, 6, 12), (5, 5)], [0, 2, 3])
        """
        return _inner_boundaries(self.starts, self._level_marks(), np.repeat(self.lengths, _given(self.depths)))

    def level_labels(self) -> Codings:
        """A labelled segmentation per level, in the rows of ``level_boundaries``; all levels must have labels."""
        if not self.has_level_labels:
            raise InputError("a hierarchy has no labels; expected labelled levels")
        lengths = np.repeat(self.lengths, _given(self.depths))
        return self._wrapped("labels", lengths, self._level_marks(), self.starts, codes=self.codes, names=self.names)

    def _level_marks(self) -> Int64Array:
        """Where the marks of each level begin."""
        begins = self.level_offsets
        row_of_mark = np.repeat(begins[:-1], np.diff(self.offsets)) + _given(self.level)
        return np.searchsorted(row_of_mark, np.arange(begins[-1] + 1))

    def with_names(self, names: Names) -> Self:
        """The same codings, the codes of which refer to these names, a superset of theirs in canonical order."""
        if isinstance(names, tuple) and self.names == names:
            return self
        names = checked_names(names, _NAME[self.kind])
        if not set(self.names) <= set(names):
            raise InputError(f"names are {shown(names)}; expected those in use, {shown(self.names)}, and more")
        plain = self.kind == "boundaries" and len(names) < 2
        codes = None if plain else codes_among(names, self.names)[self._all_codes()]
        columns = {name: getattr(self, name) for name in Codings.__slots__}
        return self._wrapped(**{**columns, "codes": codes, "names": names})

    def _require(self, kind: Kind) -> None:
        if self.kind != kind:
            raise InputError(f"the codings are {self.kind}; expected {kind}")

    def _all_codes(self) -> Int32Array:
        """A code for every mark, also where boundaries have one type or levels have no labels."""
        missing = -1 if self.kind == "levels" else 0
        return np.full(self.starts.size, missing, dtype=np.int32) if self.codes is None else self.codes

    @property
    def _inside(self) -> slice:
        """The marks of these rows; boundaries may share their columns with others."""
        return slice(int(self.offsets[0]), int(self.offsets[-1]))

    # -------------------------------------------------------------------------------------------------------- rows

    def take(self, rows: npt.ArrayLike) -> Self:
        """The codings at these row numbers, in that order; a row may occur several times.

        The names stay those of the whole, so that a metric sees the same study in every part of it.

        Examples
        --------
        >>> array = SegmentationArray.from_masses([[2, 3, 5], [10], [4, 6]])
        >>> [segmentation.masses for segmentation in array.take([2, 0, 2])]
        [(4, 6), (2, 3, 5), (4, 6)]
        """
        numbers = int64_column("rows", rows)
        if self.kind == "boundaries":
            return cast("Self", SegmentationArray._unchecked(self.columns.take(numbers), self.names))
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < len(self):
            raise InputError(f"rows go from {numbers.min()} to {numbers.max()}; there are {len(self)}, from 0 on")
        offsets, marks = ranges(self.offsets, numbers)
        of_rows, of_marks = ("lengths", "depths"), ("starts", "ends", "codes", "level")
        columns = {
            name: column[numbers if name in of_rows else marks]
            for name in (*of_rows, *of_marks)
            if (column := getattr(self, name)) is not None
        }
        return self._wrapped(self.kind, names=self.names, offsets=offsets, **columns)

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self.take(np.arange(len(self))[index])
        row = range(len(self))[index]
        length, inside = int(self.lengths[row]), slice(*self.offsets[row : row + 2].tolist())
        starts = self.starts[inside]
        if self.kind == "boundaries":
            codes = NO_TYPES if self.codes is None else self.codes[inside]
            return Segmentation._from_arrays(length, starts.copy(), *_used(codes, self.names))
        if self.kind == "levels":
            one = self.take([row])
            if one.has_level_labels:
                return Hierarchy.from_labelled(one.level_labels(), nested=False)
            return Hierarchy.from_levels(one.level_boundaries(), nested=False)
        codes, names = _used(_given(self.codes)[inside], self.names, always=self.kind == "spans")
        if self.kind == "spans":
            return Spans._from_arrays(length, starts, _given(self.ends)[inside], codes, names)
        return LabelledSegmentation._of(Segmentation._from_arrays(length + 1, starts + 1, codes, names))

    def __iter__(self) -> Iterator[Any]:
        return (self[row] for row in range(len(self)))

    # --------------------------------------------------------------------------------------------------- value object

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Codings):
            return NotImplemented
        if self.kind != other.kind or not np.array_equal(self.lengths, other.lengths):
            return False
        one, two, _ = shared_names(self, other)
        return np.array_equal(np.diff(one.offsets), np.diff(two.offsets)) and all(
            np.array_equal(mine, theirs) for mine, theirs in zip(one._values(), two._values(), strict=True)
        )

    def _values(self) -> list[Any]:
        marks = [column if column is None else column[self._inside] for column in (self.starts, self.ends, self.level)]
        return [*marks, self._all_codes()[self._inside], self.depths]

    __hash__ = None  # type: ignore[assignment]  # as a numpy array: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, tuple(getattr(self, name) for name in Codings.__slots__)

    def __repr__(self) -> str:
        plain = self.kind == "boundaries"
        rows = counted(len(self), "segmentation") if plain else f"{counted(len(self), 'row')} of {self.kind}"
        marks = counted(self._inside.stop - self._inside.start, _MARK[self.kind])
        return f"<{type(self).__name__} of {rows} with {marks}>"


def _restored(*columns: Any) -> Codings:
    """Restore pickled codings."""
    return Codings._wrapped(**dict(zip(Codings.__slots__, columns, strict=True)))


@final
class SegmentationArray(Codings):
    """Many segmentations as columns (positions, offsets, masses): the form in which batches are scored.

    The ``Codings`` of the kind ``"boundaries"``. Immutable. ``array[i]`` is a ``Segmentation``, ``array[i:j]`` a
    ``SegmentationArray``.

    Examples
    --------
    >>> array = SegmentationArray.from_masses([[2, 3, 5], [10], [4, 6]])
    >>> len(array), array[0].positions, array.masses.tolist()
    (3, (2, 5), [10, 10, 10])
    """

    __slots__ = ()

    @classmethod
    def _unchecked(cls, columns: Columns, types: Names = (DEFAULT_TYPE,)) -> SegmentationArray:
        """Wrap columns that this package made itself."""
        positions, offsets, masses, codes = columns
        return cls._wrapped("boundaries", masses, offsets, positions, codes=codes if codes.size else None, names=types)

    @classmethod
    def from_masses(cls, segmentations: Iterable[Iterable[int]]) -> SegmentationArray:
        """From the masses of each segmentation.

        Examples
        --------
        >>> SegmentationArray.from_masses([[2, 3], [5]])
        <SegmentationArray of 2 segmentations with 1 boundary>
        """
        return cls.from_segmentations(cast("Iterable[SegmentationLike]", segmentations))

    @classmethod
    def from_segmentations(cls, segmentations: SegmentationArray | Iterable[SegmentationLike]) -> SegmentationArray:
        """From segmentations, or from other forms of them (masses, strings of 0 and 1).

        Examples
        --------
        >>> SegmentationArray.from_segmentations(["0100", [5]])[0].masses
        (2, 3)
        """
        return cast("SegmentationArray", Codings.of(segmentations, "boundaries"))

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
        names = checked_names(labels)
        data = int64_column("values", values)
        # Copied: there are few of them, and the caller may go on and change the originals.
        ends = int64_column("offsets", offsets).copy()
        if not ends.size:
            raise InputError("offsets are empty; there is one more offset than there are rows")
        # Neighbours are compared, not subtracted: a difference may pass 64 bits.
        if ends[0] < 0 or ends[-1] > data.size or np.any(ends[1:] < ends[:-1]):
            raise InputError(f"offsets must ascend from 0 or more to at most {data.size}, the number of values")
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
            columns = _typed(Columns(data, ends, totals), types, names)
            if (bad := first_bad_row(columns)) >= 0:
                mass, row = totals[bad], columns.positions[columns.offsets[bad] : columns.offsets[bad + 1]]
                raise InputError(
                    f"row {bad}: mass {mass}, positions {row.tolist()[:20]}; expected a mass of at least 1, and "
                    "positions that ascend within 1..mass - 1, each once per type"
                )
        return cls._unchecked(columns, in_type_order(names))

    @property
    def positions(self) -> Int64Array:
        """The positions of all boundaries, one segmentation after the other."""
        return self.starts

    @property
    def masses(self) -> Int64Array:
        """The number of units of each segmentation."""
        return self.lengths

    @property
    def types(self) -> Names:
        """The boundary types of the whole array, to which ``codes`` refer."""
        return self.names


def shared_names(a: _Codings, b: _Codings) -> tuple[_Codings, _Codings, Names]:
    """Both codings with codes that refer to the same names, and these names.

    Examples
    --------
    >>> a, b = (Codings.of([LabelledSegmentation.from_labels(units)]) for units in ("AB", "CB"))
    >>> one, other, names = shared_names(a, b)
    >>> names, one.codes.tolist(), other.codes.tolist()
    (('A', 'B', 'C'), [0, 1], [2, 1])
    """
    names = a.names if a.names == b.names else in_type_order((*a.names, *b.names), _NAME[a.kind])
    return a.with_names(names), b.with_names(names), names


def _of_rows(codings: Sequence[Any], kind: Kind, place: Callable[[int], str]) -> Codings:
    """Codings of several objects of one kind; for boundaries also masses and strings."""
    if kind == "boundaries" and (columns := columns_of_masses(codings)) is not None:
        return SegmentationArray._unchecked(columns)
    parts = []
    for number, coding in enumerate(codings):
        one = coding
        if kind == "boundaries":
            try:
                one = Segmentation.of(coding)
            except InputError as error:
                raise InputError(f"{place(number)}: {error}") from None
        elif type(coding) is not CODING_CLASSES[kind]:
            raise InputError(f"{place(number)}: {shown(coding)}; expected {CODING_CLASSES[kind].__name__}")
        parts.append(_part_of(one))
    return _joined(kind, parts)


class _Part(NamedTuple):
    """Rows in the columns of ``Codings``, with the number of marks of each; ``codes`` refer to names of its own."""

    lengths: Int64Array
    sizes: Int64Array
    starts: Int64Array
    names: Names
    codes: Int32Array
    ends: Int64Array | None = None
    level: Int32Array | None = None
    depths: Int64Array | None = None


def _part_of(coding: AnyCoding | Codings) -> _Part:
    if isinstance(coding, Segmentation):
        positions, offsets, masses, codes = coding.columns()
        return _Part(masses, offsets[1:], positions, coding.types, codes if codes.size else _zeros(positions))
    if isinstance(coding, LabelledSegmentation):
        places, offsets, masses, codes = coding._coded.columns()
        return _Part(masses - 1, offsets[1:], places - 1, coding._coded.types, codes if codes.size else _zeros(places))
    if isinstance(coding, Spans):
        starts, ends, codes, offsets, lengths = coding.columns()
        return _Part(lengths, offsets[1:], starts, coding.categories, codes, ends)
    if isinstance(coding, Codings):
        starts, ends, level, codes, depths = coding._values()
        return _Part(coding.lengths, np.diff(coding.offsets), starts, coding.names, codes, ends, level, depths)
    levels = Codings.of(coding.levels)
    names = levels.names if coding.labelled else ()
    codes = levels._all_codes() if coding.labelled else _zeros(levels.starts) - 1
    level = np.repeat(np.arange(coding.depth, dtype=np.int32), np.diff(levels.offsets))
    size, depth = (np.array([number], dtype=np.int64) for number in (level.size, coding.depth))
    return _Part(levels.lengths[:1], size, levels.starts, names, codes, None, level, depth)


def _zeros(starts: Int64Array) -> Int32Array:
    """The codes of marks that all have one name."""
    return np.zeros(starts.size, dtype=np.int32)


def _joined(kind: Kind, parts: Sequence[_Part]) -> Codings:
    """The rows of all parts, one after the other."""
    distinct = {part.names for part in parts}
    every = (name for own in distinct for name in own)
    names = next(iter(distinct)) if len(distinct) == 1 else in_type_order(every, _NAME[kind])
    shared = {own: codes_among(names, own) for own in distinct}
    columns: dict[str, Any] = {}
    if kind in ("labels", "spans") or (len(names) > 1 if kind == "boundaries" else names or not parts):
        columns["codes"] = _appended(np.int32, [shared[part.names][part.codes] for part in parts])
    if kind == "spans":
        columns["ends"] = _appended(np.int64, [_given(part.ends) for part in parts])
    if kind == "levels":
        columns["level"] = _appended(np.int32, [_given(part.level) for part in parts])
        columns["depths"] = _appended(np.int64, [_given(part.depths) for part in parts])
    columns["lengths"] = _appended(np.int64, [part.lengths for part in parts])
    columns["offsets"] = _running(_appended(np.int64, [part.sizes for part in parts]))
    columns["starts"] = _appended(np.int64, [part.starts for part in parts])
    return Codings._wrapped(kind, names=names, **columns)


def _appended(dtype: type[Any], parts: Iterable[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    return np.concatenate([np.empty(0, dtype), *parts])


def _given(column: Any) -> Any:
    """A column that codings of another kind do not have."""
    if column is None:
        raise InputError("the codings are of another kind than expected")
    return column


def _used(codes: Int32Array, names: Names, *, always: bool = False) -> tuple[Int32Array, Names]:
    """Codes that count only the names in use, and these; no codes for a single one, unless they are always there."""
    if not codes.size:
        return codes, () if always else names
    present = np.unique(codes)
    used = tuple(names[code] for code in present.tolist())
    if len(used) == 1 and not always:
        return NO_TYPES, used
    return np.searchsorted(present, codes).astype(np.int32), used


def _inner_boundaries(starts: Int64Array, offsets: Int64Array, lengths: Int64Array) -> SegmentationArray:
    """The boundaries among the starts of segments: all but those at the first unit."""
    inner = starts > 0
    return SegmentationArray._unchecked(Columns(starts[inner], _running(inner)[offsets], lengths))


def _running(sizes: npt.NDArray[Any]) -> Int64Array:
    """Running sums, from 0 on."""
    sums = np.zeros(sizes.size + 1, dtype=np.int64)
    np.cumsum(sizes, out=sums[1:])
    return sums


def _read_only(column: Any) -> Any:
    """A view that cannot be written through; the caller's own array stays as it was."""
    view = column.view()
    view.flags.writeable = False
    return view


def _typed(columns: Columns, types: npt.ArrayLike | None, labels: Sequence[Hashable]) -> Columns:
    """The columns with codes that follow the canonical order of the labels; rows are sorted again when that order is
    another.
    """
    order = in_type_order(labels)
    if len(order) != len(labels):
        raise InputError(f"labels {shown(list(labels))} repeat; expected each boundary type once")
    if types is None:
        if len(labels) != 1:
            raise InputError(f"{len(labels)} labels but no types; give one code per position")
        return columns
    positions, given = columns.positions, int64_column("types", types)
    if given.size != positions.size:
        raise InputError(f"types are {given.size} codes of {positions.size} positions; expected one per position")
    if given.size and not 0 <= given.min() <= given.max() < len(labels):
        last = len(labels) - 1
        raise InputError(f"type codes go from {given.min()} to {given.max()}; expected numbers of labels, 0..{last}")
    if len(labels) == 1:
        return columns
    codes = codes_among(order, labels)[given]
    if order != tuple(labels):
        rows = np.searchsorted(columns.offsets, np.arange(positions.size), side="right")
        by_row = np.lexsort((codes, positions, rows))
        positions, codes = positions[by_row], codes[by_row]
    return columns._replace(positions=positions, types=codes)
