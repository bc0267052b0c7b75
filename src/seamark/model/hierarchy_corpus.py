"""Many items, of which some of many coders made hierarchies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import final

from seamark.kernels.columns import Int64Array
from seamark.model.hierarchy import Hierarchy
from seamark.model.hierarchy_array import HierarchyArray
from seamark.model.model_corpus import ModelCorpus
from seamark.number_text import counted


@final
class HierarchyCorpus(ModelCorpus[HierarchyArray, Hierarchy]):
    """Levels of segments of items by coders: ``corpus[item][coder]`` is a ``Hierarchy``.

    All codings of an item have one mass; they may have different numbers of levels. A corpus cannot be changed;
    ``subset`` makes a new one.

    Parameters
    ----------
    codings
        For each item its hierarchies by coder.
    texts, groups, metadata
        As for ``SpanCorpus``.

    Examples
    --------
    >>> HierarchyCorpus({"book": {"ann": Hierarchy.from_levels([[12, 12], [6, 6, 12]])}})
    <HierarchyCorpus of 1 item and 1 coder: 1 coding, 2 levels>
    """

    __slots__ = ()
    _one, _many = Hierarchy, HierarchyArray

    @staticmethod
    def _array_of(codings: Iterable[Hierarchy]) -> HierarchyArray:
        return HierarchyArray(codings)

    _marks_name = "Levels"

    @staticmethod
    def _marks(coding: Hierarchy) -> int:
        return coding.depth

    @staticmethod
    def _picked(codings: HierarchyArray, rows: Int64Array) -> HierarchyArray:
        return HierarchyArray([codings[row] for row in rows.tolist()])

    @property
    def masses(self) -> Mapping[str, int]:
        """The number of units of each item."""
        return self._sizes

    @property
    def depth(self) -> int:
        """The most levels that a coding has."""
        return int(self.codings.depths.max())

    def __repr__(self) -> str:
        return self._described(counted(self.depth, "level"))
