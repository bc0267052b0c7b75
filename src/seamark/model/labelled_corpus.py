"""Many items, whose segments some of many coders labelled."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import final

from seamark.kernels.columns import Int64Array
from seamark.model.gather import gather
from seamark.model.labelled import LabelledSegmentation
from seamark.model.labelled_array import LabelledArray
from seamark.model.model_corpus import ModelCorpus
from seamark.number_text import counted


@final
class LabelledCorpus(ModelCorpus[LabelledArray, LabelledSegmentation]):
    """Labelled segments of items by coders: ``corpus[item][coder]`` is a ``LabelledSegmentation``.

    All codings of an item have one mass. A corpus cannot be changed; ``subset`` makes a new one.

    Parameters
    ----------
    codings
        For each item its labelled segmentations by coder.
    texts, groups, metadata
        As for ``SpanCorpus``.

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
    >>> LabelledCorpus({"song": {"ann": song}})
    <LabelledCorpus of 1 item and 1 coder: 1 coding, 2 labels>
    """

    __slots__ = ()
    _one, _many = LabelledSegmentation, LabelledArray

    @staticmethod
    def _array_of(codings: Iterable[LabelledSegmentation]) -> LabelledArray:
        return LabelledArray.from_labelled(codings)

    _marks_name = "Segments"

    @staticmethod
    def _marks(coding: LabelledSegmentation) -> int:
        return len(coding.masses)

    @staticmethod
    def _picked(codings: LabelledArray, rows: Int64Array) -> LabelledArray:
        return LabelledArray(gather(codings.coded, rows))

    @property
    def masses(self) -> Mapping[str, int]:
        """The number of units of each item."""
        return self._sizes

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The labels of the study; a subset keeps those of the whole."""
        return self.codings.types

    def __repr__(self) -> str:
        return self._described(counted(len(self.labels), "label"))
