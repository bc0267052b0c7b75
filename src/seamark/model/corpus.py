"""What corpora of every kind have in common: items, coders, and one coding per row of a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar, final

import numpy as np
import numpy.typing as npt

from seamark.base.checks import is_text, items_of, mapping_of, of_kind, shown
from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.base.results import FrozenMapping, Table
from seamark.kernels.columns import Int64Array, block_ends
from seamark.model.checks import is_hashable
from seamark.model.codings import (
    Codings,
    CodingTable,
    HierarchyArray,
    LabelledArray,
    NameColumn,
    SegmentationArray,
    SpanArray,
    as_array,
    gather,
    number_of,
)
from seamark.model.frames import CorpusFrames
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.model.spans import Spans

_Value = TypeVar("_Value")


def array_of_codings(
    codings: Iterable[SegmentationLike], items: Sequence[str], coders: Sequence[str]
) -> SegmentationArray:
    """One array of all codings; a fault is reported with its item and coder instead of its row."""
    rows = list(items_of(codings, "codings", "several segmentations, such as [[2, 3], [5]]"))
    try:
        return as_array(rows)
    except InputError as error:
        for item, coder, row in zip(items, coders, rows, strict=False):
            try:
                Segmentation.of(row)
            except InputError as fault:
                raise InputError(f"item {shown(item)}, coder {shown(coder)}: {fault}") from None
        raise error


def checked_texts(texts: Mapping[str, Sequence[str]], masses: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The texts, each with as many units as the codings of its item."""
    checked: dict[str, tuple[str, ...]] = {}
    for item, given in mapping_of(texts, "texts", "a mapping from item to its units").items():
        if item not in masses:
            raise InputError(f"there is a text for item {shown(item)}, but no coding of it")
        units = tuple(items_of(given, f"item {shown(item)}: units of the text", "a list of strings, one per unit"))
        if not all(isinstance(unit, str) for unit in units):
            raise InputError(f"item {shown(item)}: the text must be a list of strings, one per unit")
        if not is_text("".join(units)):
            place = next(place for place, unit in enumerate(units) if not is_text(unit))
            raise InputError(
                f"item {shown(item)}: unit {place} of the text is {shown(units[place])}; "
                "it holds half of a character, and cannot be written"
            )
        if len(units) != masses[item]:
            raise InputError(f"item {shown(item)}: the text has {len(units)} units, the codings cover {masses[item]}")
        checked[item] = units
    return checked


def checked_groups(groups: Mapping[str, Hashable], coders: Collection[str]) -> dict[str, Hashable]:
    """The groups, each of somebody who coded something."""
    named = dict(mapping_of(groups, "groups", "a mapping from coder to group"))
    for coder, group in named.items():
        if coder not in coders:
            raise InputError(f"there is a group for coder {shown(coder)}, who coded nothing")
        if not is_hashable(group):
            raise InputError(f"the group of coder {shown(coder)} is {shown(group)}; expected a name or a number")
    return named


def merged(mine: Mapping[str, _Value], theirs: Mapping[str, _Value], what: str) -> dict[str, _Value]:
    """What either says, when the two do not contradict each other."""
    for name in mine.keys() & theirs.keys():
        if mine[name] != theirs[name]:
            values = f"{shown(mine[name])} and {shown(theirs[name])}"
            raise InputError(f"{what} {shown(name)} differs between the two corpora: {values}")
    return {**mine, **theirs}


# -------------------------- What corpora of every kind have in common: items, coders, and one coding per row of a table


#: Items and coders that a notebook shows.
_MOST_ROWS = 10
_MOST_COLUMNS = 12

_Array = TypeVar("_Array", bound=Codings)
_One = TypeVar("_One")


class CodedItems(Mapping[str, Mapping[str, _One]], Generic[_Array, _One]):
    """Codings of items by coders, with texts, groups and metadata; it cannot be changed."""

    __slots__ = ("_groups", "_metadata", "_table", "_texts")

    _table: CodingTable[_Array]
    _texts: Mapping[str, tuple[str, ...]]
    _groups: Mapping[str, Hashable]
    _metadata: Mapping[str, object]

    @classmethod
    @abstractmethod
    def from_columns(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: Any,
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Self:
        """From three columns: row ``i`` says what ``coders[i]`` said about ``items[i]``."""

    #: What a coding consists of, as the heading of a table.
    _marks_name: ClassVar[str]

    @staticmethod
    @abstractmethod
    def _marks(coding: _One) -> int:
        """How many boundaries or spans a coding has."""

    @staticmethod
    @abstractmethod
    def _picked(codings: _Array, rows: Int64Array) -> _Array:
        """Codings by row number."""

    def _set(
        self,
        items: Sequence[str],
        coders: Sequence[str],
        codings: _Array,
        texts: Mapping[str, Sequence[str]] | None,
        groups: Mapping[str, Hashable] | None,
        metadata: Mapping[str, object] | None,
    ) -> None:
        table = CodingTable.of(items, coders, codings, self._picked)
        object.__setattr__(self, "_table", table)
        # Without a text the mapping of masses, large for many items, is not needed.
        known = {}
        if texts is not None and not (isinstance(texts, Mapping) and not texts):
            known = checked_texts(texts, self._sizes)
        object.__setattr__(self, "_texts", FrozenMapping(known))
        members = {} if groups is None else checked_groups(groups, table.coders)
        object.__setattr__(self, "_groups", FrozenMapping(members))
        said = {} if metadata is None else dict(mapping_of(metadata, "metadata", "a mapping from a name to anything"))
        object.__setattr__(self, "_metadata", FrozenMapping(said))

    @property
    def item_names(self) -> tuple[str, ...]:
        """The items, in order of first appearance."""
        return self._table.item_names

    @property
    def coder_names(self) -> tuple[str, ...]:
        """The coders, in order of first appearance."""
        return self._table.coder_names

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
    def codings(self) -> _Array:
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

    @property
    def _sizes(self) -> Mapping[str, int]:
        """The number of units of each item."""
        sizes = self.codings.masses[self._table.starts[:-1]].tolist()
        return FrozenMapping(dict(zip(self._table.items, sizes, strict=True)))

    def __getitem__(self, item: str) -> Mapping[str, _One]:
        rows = self._table.rows_of_item(item)
        return FrozenMapping(dict(zip(self._table.names(rows)[1], map(self.codings.__getitem__, rows), strict=True)))

    def __contains__(self, item: object) -> bool:
        return item in self._table.items

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.items)

    def __len__(self) -> int:
        return len(self._table.items)

    def subset(self, *, items: Collection[str] | None = None, coders: Collection[str] | None = None) -> Self:
        """The codings of these items by these coders; what is not named is all of it.

        Items and coders without a coding left are gone from the result. Boundary types and categories stay those of the
        whole.

        Raises
        ------
        InputError
            When a name is not in the corpus, or nothing is left.

        Examples
        --------
        >>> from seamark import Corpus
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}})
        >>> corpus.subset(coders=["ann"])
        <Corpus of 1 item and 1 coder: 1 coding, 5 units per item>
        """
        return self._part(self._table.rows_of_items(items) & self._table.rows_of_coders(coders))

    def drop(self, *, items: Collection[str] = (), coders: Collection[str] = ()) -> Self:
        """The corpus without these items and without these coders.

        Examples
        --------
        >>> from seamark import Corpus
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}})
        >>> corpus.drop(items=["song"]).item_names
        ('poem',)
        """
        return self._part(~(self._table.rows_of_items(items) | self._table.rows_of_coders(coders)))

    def _part(self, keep: npt.NDArray[np.bool_]) -> Self:
        rows = np.flatnonzero(keep)
        items, coders = self._table.names(rows)
        return self.from_columns(
            items,
            coders,
            self._picked(self.codings, rows),
            texts=_only(self._texts, set(items)),
            groups=_only(self._groups, set(coders)),
            metadata=self._metadata,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CodedItems) or type(other) is not type(self):
            return NotImplemented
        return (
            self._sizes == other._sizes
            and self._texts == other._texts
            and self._groups == other._groups
            and all(self[item] == other[item] for item in self)
        )

    __hash__ = None  # type: ignore[assignment]  # as its columns: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        extras = {"texts": dict(self._texts), "groups": dict(self._groups), "metadata": dict(self._metadata)}
        make = partial(type(self).from_columns, **extras)  # type: ignore[arg-type]
        return make, (*self._table.names(range(len(self.codings))), self.codings)

    def _repr_html_(self) -> str:
        """The size of the corpus, and how much each coder marked in the first items."""
        coders = self.coder_names[:_MOST_COLUMNS]
        rows = [
            (item, self._sizes[item], *(self._marks(by_coder[name]) if name in by_coder else None for name in coders))
            for item, by_coder in ((item, self[item]) for item in self.item_names[:_MOST_ROWS])
        ]
        table = Table(("item", "units", *coders), rows, title=f"{self._marks_name} of each coder")
        return f"<div><pre>{escape(repr(self))}</pre>{table.as_html()}</div>"

    def _described(self, contents: str) -> str:
        """The size of the corpus, and what it holds."""
        items, coders, codings = len(self._table.items), len(self._table.coders), len(self.codings)
        missing = items * coders - codings
        return (
            f"<{type(self).__name__} of {counted(items, 'item')} and {counted(coders, 'coder')}: "
            f"{counted(codings, 'coding')}{f' ({missing:,} missing)' if missing else ''}, {contents}>"
        )


def _only(mapping: Mapping[str, _Value], names: Collection[str]) -> dict[str, _Value]:
    return {name: value for name, value in mapping.items() if name in names}


# ------------ What corpora of labels, spans and levels have in common: made of codings by item and coder, or of columns


class ModelCorpus(CodedItems[_Array, _One]):
    """Codings of one model, which is not that of plain boundaries, by item and coder."""

    __slots__ = ()

    #: The class of one coding, and of the array that holds many.
    _one: ClassVar[type[Any]]
    _many: ClassVar[type[Any]]

    def __init__(
        self,
        codings: Mapping[str, Mapping[str, _One]],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        items: list[str] = []
        coders: list[str] = []
        rows: list[_One] = []
        kind = self._one.__name__
        for item, by_coder in mapping_of(codings, "codings", f"item -> coder -> {kind}").items():
            if not isinstance(by_coder, Mapping) or not by_coder:
                raise InputError(f"item {shown(item)} is {shown(by_coder)}; expected coder -> {kind}, at least one")
            for coder, coding in by_coder.items():
                if not isinstance(coding, self._one):
                    raise InputError(f"item {shown(item)}, coder {shown(coder)}: {shown(coding)}; expected {kind}")
                items.append(item)
                coders.append(coder)
                rows.append(coding)
        self._set(items, coders, self._array_of(rows), texts, groups, metadata)

    @classmethod
    def from_columns(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: _Array | Iterable[_One],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Self:
        """From three columns: row ``i`` says what ``coders[i]`` marked on ``items[i]``.

        Examples
        --------
        >>> from seamark import SpanCorpus, Spans
        >>> SpanCorpus.from_columns(["talk"], ["ann"], [Spans([], length=20)]).lengths["talk"]
        20
        """
        names = list(items_of(items, "items", "a list of names")), list(items_of(coders, "coders", "a list of names"))
        array = codings if isinstance(codings, cls._many) else cls._array_of(codings)  # type: ignore[arg-type]
        self = object.__new__(cls)
        self._set(*names, array, texts, groups, metadata)
        return self

    @staticmethod
    @abstractmethod
    def _array_of(codings: Iterable[Any]) -> Any:
        """Many codings as one array."""


# -------------------------------------------------------- Many items, on each of which some of many coders marked spans


@final
class SpanCorpus(ModelCorpus[SpanArray, Spans]):
    """Spans that coders marked on items: ``corpus[item][coder]`` is a ``Spans``.

    A coder who looked at an item and marked nothing is there with empty spans; one who did not look is absent. All
    codings of an item have one length. A corpus cannot be changed; ``subset`` makes a new one.

    Parameters
    ----------
    codings
        For each item its spans by coder. Items and coders keep the order in which they first appear.
    texts
        The units of an item, as many as its length; not every item needs them.
    groups
        The group of a coder, where a study has groups; not every coder needs one.
    metadata
        Anything else worth keeping. Equality does not look at it.

    Raises
    ------
    MassMismatchError
        When two codings of an item have different lengths.
    InputError
        When a name, a coding, a text or a group cannot be used.

    Examples
    --------
    >>> one, other = Spans([(2, 8, "A"), (12, 16, "B")], length=20), Spans([(3, 9, "A"), (12, 15, "A")], length=20)
    >>> corpus = SpanCorpus({"talk": {"ann": one, "ben": other}})
    >>> corpus
    <SpanCorpus of 1 item and 2 coders: 2 codings, 4 spans of 2 categories>
    >>> corpus["talk"]["ben"].spans[0]
    Span(start=3, end=9, category='A')
    """

    __slots__ = ()
    _one, _many = Spans, SpanArray

    @staticmethod
    def _array_of(codings: Iterable[Spans]) -> SpanArray:
        return SpanArray.from_spans(codings)

    _marks_name = "Spans"

    @staticmethod
    def _marks(coding: Spans) -> int:
        return len(coding)

    @staticmethod
    def _picked(codings: SpanArray, rows: Int64Array) -> SpanArray:
        return codings.picked(rows)

    @property
    def lengths(self) -> Mapping[str, int]:
        """The number of units of each item."""
        return self._sizes

    @property
    def categories(self) -> tuple[Hashable, ...]:
        """The categories of the study; a subset keeps those of the whole."""
        return self.codings.categories

    def __repr__(self) -> str:
        kinds = len(self.categories)
        spans = counted(self.codings.columns.starts.size, "span")
        return self._described(f"{spans} of {kinds} categories" if kinds > 1 else spans)


#: What stands for a corpus of spans in public functions: the corpus, or item -> coder -> spans.
SpanCorpusLike: TypeAlias = SpanCorpus | Mapping[str, Mapping[str, Spans]]


def as_span_corpus(value: SpanCorpusLike) -> SpanCorpus:
    """The corpus itself, or one made of a plain mapping item -> coder -> spans."""
    return value if isinstance(value, SpanCorpus) else SpanCorpus(value)


# -------------------------------------------------------------- Many items, whose segments some of many coders labelled


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


# ------------------------------------------------------------ Many items, of which some of many coders made hierarchies


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


# --------------------------------------------------------- All pairs of codings of the same item, as columns of numbers


#: Boundaries on a side of a block of pairs. All pairs of one long text repeat its boundaries many times; parts of this
#: size stay in the processor's cache, and were measured to be quickest.
BLOCK_BOUNDARIES = 2**18


@dataclass(frozen=True, slots=True, eq=False)
class CoderPairs:
    """Every unordered pair of codings of an item; item after item, the first coder before the second.

    ``item``, ``first`` and ``second`` are numbers of the corpus; ``row_a`` and ``row_b`` are rows of ``codings``.
    """

    codings: SegmentationArray
    item: Int64Array
    first: Int64Array
    second: Int64Array
    row_a: Int64Array
    row_b: Int64Array

    @classmethod
    def of_rows(cls, codings: SegmentationArray, item: Int64Array, coder: Int64Array) -> CoderPairs:
        """All pairs of rows of the same item; ``item`` and ``coder`` number the rows, items ascending."""
        row = np.arange(len(codings))
        # A row is the first of as many pairs as rows follow it within its item.
        followers = np.searchsorted(item, item, side="right") - row - 1
        row_a = np.repeat(row, followers)
        row_b = row_a + 1 + np.arange(row_a.size) - np.repeat(np.cumsum(followers) - followers, followers)
        return cls(codings, item[row_a], coder[row_a], coder[row_b], row_a, row_b)

    def __len__(self) -> int:
        return len(self.item)

    @property
    def a(self) -> SegmentationArray:
        """The coding of the first coder in each pair; gathered anew each time."""
        return gather(self.codings, self.row_a)

    @property
    def b(self) -> SegmentationArray:
        """The coding of the second coder in each pair; gathered anew each time."""
        return gather(self.codings, self.row_b)


def number_of_pairs(item: Int64Array) -> int:
    """How many pairs of codings there are, given the item of each."""
    codings = np.bincount(item)
    return int((codings * (codings - 1) // 2).sum())


def row_blocks(
    one: SegmentationArray,
    rows_one: Int64Array,
    other: SegmentationArray,
    rows_other: Int64Array,
    boundaries: int = BLOCK_BOUNDARIES,
) -> Iterator[slice]:
    """Pairs of rows in parts whose segmentations hold at most so many boundaries on a side, or of a single pair."""
    start = 0
    for stop in block_ends(one.columns, rows_one, other.columns, rows_other, boundaries):
        yield slice(start, stop)
        start = stop


# -------------------------------------------------------------------- Many items, each segmented by some of many coders


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


# --------------------------------------------------------------------------------------- The corpora of the four models


#: What may be read beside boundaries.
OtherModel = Literal["labels", "levels", "spans"]
#: One coding of another model than boundaries.
OtherCoding: TypeAlias = LabelledSegmentation | Hierarchy | Spans
#: A corpus of such codings.
OtherCorpus: TypeAlias = LabelledCorpus | HierarchyCorpus | SpanCorpus
#: A corpus of any model.
AnyCorpus: TypeAlias = Corpus | OtherCorpus

#: The corpus that holds the codings of a model.
CORPUS_OF: dict[OtherModel, type[LabelledCorpus] | type[HierarchyCorpus] | type[SpanCorpus]] = {
    "labels": LabelledCorpus,
    "levels": HierarchyCorpus,
    "spans": SpanCorpus,
}


def model_of_corpus(corpus: OtherCorpus) -> OtherModel:
    """Which model a corpus holds.

    Examples
    --------
    >>> model_of_corpus(SpanCorpus({"talk": {"ann": Spans([], length=20)}}))
    'spans'
    """
    return next(model for model, kind in CORPUS_OF.items() if isinstance(corpus, kind))
