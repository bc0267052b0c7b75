"""Many items, each segmented by some of many coders."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, TypeAlias, TypeVar, final

import numpy as np
import numpy.typing as npt

from seamark.checks import items_of, mapping_of, of_kind, shown
from seamark.errors import InputError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.coder_pairs import CoderPairs
from seamark.model.coding_table import CodingTable, number_of
from seamark.model.corpus_checks import array_of_codings, checked_groups, checked_texts, merged
from seamark.model.corpus_frames import CorpusFrames
from seamark.model.gather import gather
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.number_text import counted
from seamark.text_table import Table

_Value = TypeVar("_Value")

#: Items and coders that a notebook shows.
_MOST_ROWS = 10
_MOST_COLUMNS = 12


@final
class Corpus(CorpusFrames, Mapping[str, Mapping[str, Segmentation]]):
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

    __slots__ = ("_groups", "_metadata", "_table", "_texts")

    _table: CodingTable[SegmentationArray]
    _texts: Mapping[str, tuple[str, ...]]
    _groups: Mapping[str, Hashable]
    _metadata: Mapping[str, object]

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
        table = CodingTable.of(items, coders, array_of_codings(rows, items, coders), gather)
        self._set(table, texts, groups, metadata)

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
        names = list(items_of(items, "items", "a list of names")), list(items_of(coders, "coders", "a list of names"))
        array = codings if isinstance(codings, SegmentationArray) else array_of_codings(codings, *names)
        self = object.__new__(cls)
        self._set(CodingTable.of(*names, array, gather), texts, groups, metadata)
        return self

    def _set(
        self,
        table: CodingTable[SegmentationArray],
        texts: Mapping[str, Sequence[str]] | None,
        groups: Mapping[str, Hashable] | None,
        metadata: Mapping[str, object] | None,
    ) -> None:
        object.__setattr__(self, "_table", table)
        known = {} if texts is None else checked_texts(texts, self.masses)
        object.__setattr__(self, "_texts", FrozenMapping(known))
        members = {} if groups is None else checked_groups(groups, table.coders)
        object.__setattr__(self, "_groups", FrozenMapping(members))
        said = {} if metadata is None else dict(mapping_of(metadata, "metadata", "a mapping from a name to anything"))
        object.__setattr__(self, "_metadata", FrozenMapping(said))

    # ----------------------------------------------------------------------------------------------------- contents

    @property
    def item_names(self) -> tuple[str, ...]:
        """The items, in order of first appearance."""
        return self._table.item_names

    @property
    def coder_names(self) -> tuple[str, ...]:
        """The coders, in order of first appearance."""
        return self._table.coder_names

    @property
    def masses(self) -> Mapping[str, int]:
        """The number of units of each item."""
        masses = self.codings.masses[self._table.starts[:-1]].tolist()
        return FrozenMapping(dict(zip(self._table.items, masses, strict=True)))

    @property
    def types(self) -> tuple[Hashable, ...]:
        """The boundary types of the study, none when nobody placed a boundary; a subset keeps those of the whole."""
        return self.codings.types

    @property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """The units of those items whose text is known."""
        return self._texts

    @property
    def groups(self) -> Mapping[str, Hashable]:
        """The group of those coders who have one."""
        return self._groups

    @property
    def metadata(self) -> Mapping[str, object]:
        """Anything else that was said about the corpus."""
        return self._metadata

    @property
    def codings(self) -> SegmentationArray:
        """All codings as one array, by item and within an item by coder."""
        return self._table.codings

    @property
    def item_index(self) -> Int64Array:
        """For each row of ``codings`` the number of its item in ``item_names``."""
        return self._table.item

    @property
    def coder_index(self) -> Int64Array:
        """For each row of ``codings`` the number of its coder in ``coder_names``."""
        return self._table.coder

    def __getitem__(self, item: str) -> Mapping[str, Segmentation]:
        rows = self._table.rows_of_item(item)
        return FrozenMapping(dict(zip(self._table.names(rows)[1], map(self.codings.__getitem__, rows), strict=True)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.items)

    def __len__(self) -> int:
        return len(self._table.items)

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

    # -------------------------------------------------------------------------------------------------- other corpora

    def subset(self, *, items: Collection[str] | None = None, coders: Collection[str] | None = None) -> Corpus:
        """The codings of these items by these coders; what is not named is all of it.

        Items and coders without a coding left are gone from the result. The boundary types stay those of the whole.

        Raises
        ------
        InputError
            When a name is not in the corpus, or nothing is left.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}})
        >>> corpus.subset(coders=["ann"])
        <Corpus of 1 item and 1 coder: 1 coding, 5 units per item>
        """
        return self._part(self._table.rows_of_items(items) & self._table.rows_of_coders(coders))

    def drop(self, *, items: Collection[str] = (), coders: Collection[str] = ()) -> Corpus:
        """The corpus without these items and without these coders.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}})
        >>> corpus.drop(items=["song"]).item_names
        ('poem',)
        """
        return self._part(~(self._table.rows_of_items(items) | self._table.rows_of_coders(coders)))

    def _part(self, keep: npt.NDArray[np.bool_]) -> Corpus:
        rows = np.flatnonzero(keep)
        items, coders = self._table.names(rows)
        return Corpus.from_columns(
            items,
            coders,
            gather(self.codings, rows),
            texts=_only(self._texts, set(items)),
            groups=_only(self._groups, set(coders)),
            metadata=self._metadata,
        )

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

    # --------------------------------------------------------------------------------------------------- value object

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Corpus):
            return NotImplemented
        return (
            self.masses == other.masses
            and self._texts == other._texts
            and self._groups == other._groups
            and all(self[item] == other[item] for item in self)
        )

    __hash__ = None  # type: ignore[assignment]  # as its columns: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Corpus cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        extras = {"texts": dict(self._texts), "groups": dict(self._groups), "metadata": dict(self._metadata)}
        make = partial(Corpus.from_columns, **extras)  # type: ignore[arg-type]
        return make, (*self._table.names(range(len(self.codings))), self.codings)

    def _repr_html_(self) -> str:
        """The size of the corpus, and the boundaries that each coder placed in the first items."""
        coders = self.coder_names[:_MOST_COLUMNS]
        rows = [
            (
                item,
                self.masses[item],
                *(len(self[item][name].positions) if name in self[item] else None for name in coders),
            )
            for item in self.item_names[:_MOST_ROWS]
        ]
        table = Table(("item", "units", *coders), rows, title="Boundaries of each coder")
        return f"<div><pre>{escape(repr(self))}</pre>{table.as_html()}</div>"

    def __repr__(self) -> str:
        items, coders, codings = len(self._table.items), len(self._table.coders), len(self.codings)
        missing = items * coders - codings
        low, high = int(self.codings.masses.min()), int(self.codings.masses.max())
        units = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        return (
            f"<Corpus of {counted(items, 'item')} and {counted(coders, 'coder')}: {counted(codings, 'coding')}"
            f"{f' ({missing:,} missing)' if missing else ''}, {units} units per item>"
        )


def _only(mapping: Mapping[str, _Value], names: Collection[str]) -> dict[str, _Value]:
    return {name: value for name, value in mapping.items() if name in names}


#: What stands for a corpus in public functions: the corpus, or item -> coder -> segmentation.
CorpusLike: TypeAlias = Corpus | Mapping[str, Mapping[str, SegmentationLike]]


def as_corpus(value: CorpusLike) -> Corpus:
    """The corpus itself, or one made of a plain mapping item -> coder -> segmentation."""
    return value if isinstance(value, Corpus) else Corpus(value)
