"""What corpora of every kind have in common: items, coders, and one coding per row of a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from seamark.checks import mapping_of
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import Int64Array
from seamark.model.coding_table import Codings, CodingTable
from seamark.model.corpus_checks import checked_groups, checked_texts
from seamark.number_text import counted
from seamark.text_table import Table

#: Items and coders that a notebook shows.
_MOST_ROWS = 10
_MOST_COLUMNS = 12

_Array = TypeVar("_Array", bound=Codings)
_One = TypeVar("_One")
_Value = TypeVar("_Value")


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
