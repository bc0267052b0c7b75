"""Many hierarchies, held as columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, final

import numpy as np

from seamark.checks import items_of, of_kind
from seamark.kernels.columns import Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled_array import LabelledArray
from seamark.number_text import counted


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
