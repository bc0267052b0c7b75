"""Many items, on each of which some of many coders marked spans."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, final

import numpy as np

from seamark.checks import items_of, mapping_of, shown
from seamark.errors import InputError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import Int64Array
from seamark.model.coding_table import CodingTable
from seamark.model.corpus_checks import checked_groups, checked_texts
from seamark.model.span_array import SpanArray
from seamark.model.spans import Spans
from seamark.number_text import counted


@final
class SpanCorpus(Mapping[str, Mapping[str, Spans]]):
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

    __slots__ = ("_groups", "_metadata", "_table", "_texts")

    _table: CodingTable[SpanArray]
    _texts: Mapping[str, tuple[str, ...]]
    _groups: Mapping[str, Hashable]
    _metadata: Mapping[str, object]

    def __init__(
        self,
        codings: Mapping[str, Mapping[str, Spans]],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        items: list[str] = []
        coders: list[str] = []
        rows: list[Spans] = []
        for item, by_coder in mapping_of(codings, "codings", "item -> coder -> Spans").items():
            if not isinstance(by_coder, Mapping) or not by_coder:
                raise InputError(f"item {shown(item)} is {shown(by_coder)}; expected coder -> Spans, at least one")
            for coder, spans in by_coder.items():
                if not isinstance(spans, Spans):
                    raise InputError(f"item {shown(item)}, coder {shown(coder)}: {shown(spans)}; expected Spans")
                items.append(item)
                coders.append(coder)
                rows.append(spans)
        self._set(CodingTable.of(items, coders, SpanArray.from_spans(rows), SpanArray.picked), texts, groups, metadata)

    @classmethod
    def from_columns(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: SpanArray | Iterable[Spans],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> SpanCorpus:
        """From three columns: row ``i`` says that ``coders[i]`` marked ``codings[i]`` on ``items[i]``.

        Examples
        --------
        >>> SpanCorpus.from_columns(["talk"], ["ann"], [Spans([], length=20)]).lengths["talk"]
        20
        """
        names = list(items_of(items, "items", "a list of names")), list(items_of(coders, "coders", "a list of names"))
        array = codings if isinstance(codings, SpanArray) else SpanArray.from_spans(codings)
        self = object.__new__(cls)
        self._set(CodingTable.of(*names, array, SpanArray.picked), texts, groups, metadata)
        return self

    def _set(
        self,
        table: CodingTable[SpanArray],
        texts: Mapping[str, Sequence[str]] | None,
        groups: Mapping[str, Hashable] | None,
        metadata: Mapping[str, object] | None,
    ) -> None:
        object.__setattr__(self, "_table", table)
        known = {} if texts is None else checked_texts(texts, self.lengths)
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
    def lengths(self) -> Mapping[str, int]:
        """The number of units of each item."""
        lengths = self.codings.masses[self._table.starts[:-1]].tolist()
        return FrozenMapping(dict(zip(self._table.items, lengths, strict=True)))

    @property
    def categories(self) -> tuple[Hashable, ...]:
        """The categories of the study; a subset keeps those of the whole."""
        return self.codings.categories

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
    def codings(self) -> SpanArray:
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

    def __getitem__(self, item: str) -> Mapping[str, Spans]:
        rows = self._table.rows_of_item(item)
        return FrozenMapping(dict(zip(self._table.names(rows)[1], map(self.codings.__getitem__, rows), strict=True)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.items)

    def __len__(self) -> int:
        return len(self._table.items)

    def subset(self, *, items: Collection[str] | None = None, coders: Collection[str] | None = None) -> SpanCorpus:
        """The codings of these items by these coders; what is not named is all of it.

        Examples
        --------
        >>> nothing = Spans([], length=20)
        >>> SpanCorpus({"talk": {"ann": nothing, "ben": nothing}}).subset(coders=["ben"]).coder_names
        ('ben',)
        """
        rows = np.flatnonzero(self._table.rows_of_items(items) & self._table.rows_of_coders(coders))
        kept_items, kept_coders = self._table.names(rows)
        return SpanCorpus.from_columns(
            kept_items,
            kept_coders,
            self.codings.picked(rows),
            texts={item: units for item, units in self._texts.items() if item in kept_items},
            groups={coder: group for coder, group in self._groups.items() if coder in kept_coders},
            metadata=self._metadata,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpanCorpus):
            return NotImplemented
        return (
            self.lengths == other.lengths
            and self._texts == other._texts
            and self._groups == other._groups
            and all(self[item] == other[item] for item in self)
        )

    __hash__ = None  # type: ignore[assignment]  # as its columns: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a SpanCorpus cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        extras = {"texts": dict(self._texts), "groups": dict(self._groups), "metadata": dict(self._metadata)}
        make = partial(SpanCorpus.from_columns, **extras)  # type: ignore[arg-type]
        return make, (*self._table.names(range(len(self.codings))), self.codings)

    def __repr__(self) -> str:
        items, coders, codings = len(self._table.items), len(self._table.coders), len(self.codings)
        missing = items * coders - codings
        kinds = len(self.categories)
        return (
            f"<SpanCorpus of {counted(items, 'item')} and {counted(coders, 'coder')}: {counted(codings, 'coding')}"
            f"{f' ({missing:,} missing)' if missing else ''}, {counted(self.codings.columns.starts.size, 'span')}"
            f"{f' of {kinds} categories' if kinds > 1 else ''}>"
        )


#: What stands for a corpus of spans in public functions: the corpus, or item -> coder -> spans.
SpanCorpusLike: TypeAlias = SpanCorpus | Mapping[str, Mapping[str, Spans]]


def as_span_corpus(value: SpanCorpusLike) -> SpanCorpus:
    """The corpus itself, or one made of a plain mapping item -> coder -> spans."""
    return value if isinstance(value, SpanCorpus) else SpanCorpus(value)
