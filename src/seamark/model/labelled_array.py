"""Many labelled segmentations, held as columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, final

import numpy as np

from seamark.checks import items_of, of_kind
from seamark.errors import InputError
from seamark.kernels.columns import Columns, Int64Array
from seamark.kernels.span_columns import SpanColumns
from seamark.model.array import SegmentationArray
from seamark.model.checks import in_type_order
from seamark.model.labelled import LabelledSegmentation
from seamark.model.span_array import SpanArray
from seamark.number_text import counted


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
