"""Many items, each segmented by some of many coders."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, final

import numpy as np

from seamark.checks import items_of, of_kind, shown
from seamark.errors import InputError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.coded_items import CodedItems
from seamark.model.coder_pairs import CoderPairs
from seamark.model.coding_table import NameColumn, number_of
from seamark.model.corpus_checks import array_of_codings, merged
from seamark.model.corpus_frames import CorpusFrames
from seamark.model.gather import gather
from seamark.model.segmentation import Segmentation, SegmentationLike


@final
class Corpus(CorpusFrames, CodedItems[SegmentationArray, Segmentation]):
    """Codings of items by coders: ``corpus[item][coder]`` is a ``Segmentation``.

    Any coding may be missing, but all codings of an item cover the same units. A corpus cannot be changed; ``subset``,
    ``drop`` and ``merge`` make new ones. Inside, it is one ``SegmentationArray`` with an item and a coder per row.

    Parameters
    ----------
    codings
        For each item its codings by coder; a coding is a ``Segmentation``, masses such as ``[2, 3, 5]``, or a string
        of 0 and 1. Items and coders keep the order in which they first appear.
    texts
        The units of an item, as many as its mass; not every item needs them.
    groups
        The group of a coder, where a study has groups; not every coder needs one.
    metadata
        Anything else worth keeping, such as where the data come from. Equality does not look at it.

    Raises
    ------
    MassMismatchError
        When two codings of an item cover different numbers of units.
    InputError
        When a name, a coding, a text or a group cannot be used.

    Examples
    --------
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 5], "ben": [5, 5]}, "song": {"ann": [4, 4]}})
    >>> corpus
    <Corpus of 2 items and 2 coders: 3 codings (1 missing), 8 to 10 units per item>
    >>> corpus["poem"]["ben"].positions, corpus.masses["song"]
    ((5,), 8)
    """

    __slots__ = ()

    def __init__(
        self,
        codings: Mapping[str, Mapping[str, SegmentationLike]],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        if not isinstance(codings, Mapping):
            raise InputError(f"codings are a {type(codings).__name__}; expected item -> coder -> segmentation")
        items: list[str] = []
        coders: list[str] = []
        rows: list[SegmentationLike] = []
        for item, by_coder in codings.items():
            if not isinstance(by_coder, Mapping):
                raise InputError(f"item {shown(item)} is a {type(by_coder).__name__}; expected coder -> segmentation")
            if not by_coder:
                raise InputError(f"item {shown(item)} has no codings; expected at least one")
            items += [item] * len(by_coder)
            coders += by_coder.keys()
            rows += by_coder.values()
        self._set(items, coders, array_of_codings(rows, items, coders), texts, groups, metadata)

    @classmethod
    def from_columns(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: SegmentationArray | Iterable[SegmentationLike],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Corpus:
        """From three columns: row ``i`` says that ``coders[i]`` gave ``items[i]`` the segmentation ``codings[i]``.

        Rows may stand in any order.

        Examples
        --------
        >>> corpus = Corpus.from_columns(["poem", "poem"], ["ann", "ben"], [[2, 3, 5], [5, 5]])
        >>> corpus["poem"]["ben"].masses
        (5, 5)
        """
        names = _column(items, "items"), _column(coders, "coders")
        array = codings if isinstance(codings, SegmentationArray) else array_of_codings(codings, *names)
        self = object.__new__(cls)
        self._set(*names, array, texts, groups, metadata)
        return self

    _marks_name = "Boundaries"

    @staticmethod
    def _marks(coding: Segmentation) -> int:
        return len(coding.positions)

    @staticmethod
    def _picked(codings: SegmentationArray, rows: Int64Array) -> SegmentationArray:
        return gather(codings, rows)

    @property
    def masses(self) -> Mapping[str, int]:
        """The number of units of each item."""
        return self._sizes

    @property
    def types(self) -> tuple[Hashable, ...]:
        """The boundary types of the study, none when nobody placed a boundary; a subset keeps those of the whole."""
        return self.codings.types

    def coding(self, item: str, coder: str) -> Segmentation:
        """The segmentation that a coder gave an item.

        Raises
        ------
        InputError
            When there is no such item or coder, or the coder did not code the item.

        Examples
        --------
        >>> Corpus({"poem": {"ann": [2, 3]}}).coding("poem", "ann").masses
        (2, 3)
        """
        number_of(item, self._table.items, "item")
        rows = self._table.rows_of_item(item)
        place = np.flatnonzero(self.coder_index[rows] == number_of(coder, self._table.coders, "coder"))
        if not place.size:
            raise InputError(f"coder {shown(coder)} did not code item {shown(item)}")
        return self.codings[rows[int(place[0])]]

    def by_coder(self, coder: str) -> Mapping[str, Segmentation]:
        """The codings of one coder, by item.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}})
        >>> list(corpus.by_coder("ben"))
        ['poem', 'song']
        """
        rows = self._table.rows_of_coder(coder)
        segmentations = map(self.codings.__getitem__, rows.tolist())
        return FrozenMapping(dict(zip(self._table.names(rows)[0], segmentations, strict=True)))

    def by_group(self) -> Mapping[Hashable, Corpus]:
        """The part of each group of coders, in order of first appearance; coders without a group stand under ``None``.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}}, groups={"ann": "students", "ben": "teachers"})
        >>> {group: part.coder_names for group, part in corpus.by_group().items()}
        {'students': ('ann',), 'teachers': ('ben',)}
        """
        members: dict[Hashable, list[str]] = {}
        for coder in self.coder_names:
            members.setdefault(self._groups.get(coder), []).append(coder)
        return FrozenMapping({group: self.subset(coders=coders) for group, coders in members.items()})

    def pairs(self) -> CoderPairs:
        """Every two codings of an item, as columns of numbers; their segmentations are gathered when asked for.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5], "cat": [1, 4]}})
        >>> pairs = corpus.pairs()
        >>> pairs.first.tolist(), pairs.second.tolist(), [s.masses for s in pairs.b]
        ([0, 0, 1], [1, 2, 2], [(5,), (1, 4), (1, 4)])
        """
        return CoderPairs.of_rows(self.codings, self.item_index, self.coder_index)

    def merge(self, other: Corpus) -> Corpus:
        """The codings of both; where both say something about the same thing, they must say the same.

        Raises
        ------
        InputError
            When the two give an item, a coder or a coding different values.

        Examples
        --------
        >>> Corpus({"poem": {"ann": [2, 3]}}).merge(Corpus({"poem": {"ben": [5]}}))
        <Corpus of 1 item and 2 coders: 2 codings, 5 units per item>
        """
        of_kind(other, Corpus, "the other corpus", "a Corpus")
        codings = {item: dict(by_coder) for item, by_coder in self.items()}
        for item, by_coder in other.items():
            mine = codings.setdefault(item, {})
            mine.update(merged(mine, by_coder, f"item {shown(item)}: coder"))
        return Corpus(
            codings,
            texts=merged(self._texts, other._texts, "the text of item"),
            groups=merged(self._groups, other._groups, "the group of coder"),
            metadata={**self._metadata, **other._metadata},
        )

    def __repr__(self) -> str:
        low, high = int(self.codings.masses.min()), int(self.codings.masses.max())
        return self._described(f"{f'{low:,}' if low == high else f'{low:,} to {high:,}'} units per item")


def _column(names: Sequence[str], what: str) -> Sequence[str]:
    return names if isinstance(names, NameColumn) else list(items_of(names, what, "a list of names"))


#: What stands for a corpus in public functions: the corpus, or item -> coder -> segmentation.
CorpusLike: TypeAlias = Corpus | Mapping[str, Mapping[str, SegmentationLike]]


def as_corpus(value: CorpusLike) -> Corpus:
    """The corpus itself, or one made of a plain mapping item -> coder -> segmentation."""
    if isinstance(value, CodedItems) and not isinstance(value, Corpus):
        raise InputError(
            f"a {type(value).__name__} does not hold boundaries, and this measures those; spans are taken by gamma, "
            "unitizing_alpha and write_report, and labels, levels and spans of systems by score, audit and "
            "compare_systems"
        )
    return value if isinstance(value, Corpus) else Corpus(value)
