"""Many items, each coded by some of many coders: one class for codings of every kind."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast, final

import numpy as np
import numpy.typing as npt

from seamark.base.checks import hint, is_text, items_of, mapping_of, of_kind, shown
from seamark.base.errors import InputError, MassMismatchError
from seamark.base.numbers import counted
from seamark.base.results import FrozenMapping, frame_of
from seamark.kernels.columns import Int64Array
from seamark.model.coding import is_name
from seamark.model.codings import SEVERAL, CodingLike, Codings, CodingsLike, Kind
from seamark.model.objects import codings_of_objects
from seamark.model.tables import columns_of_frame, is_frame, mark_rows

if TYPE_CHECKING:
    import pandas
    import polars

_Value = TypeVar("_Value")


@final
class Corpus(Mapping[str, Mapping[str, Any]]):
    """Codings of items by coders, all of one kind: ``corpus[item][coder]`` is one coding.

    Any coding may be missing, but all codings of an item cover the same units. A coder who looked at an item and
    marked nothing has a coding without marks; a coder who did not look has none. A corpus cannot be changed;
    ``subset``, ``drop`` and ``merge`` make new ones. Inside, it is one ``Codings`` with an item and a coder per row,
    by item and within an item by coder.

    Parameters
    ----------
    codings
        For each item its codings by coder, all of one kind: a ``Segmentation``, masses such as ``[2, 3, 5]`` or a
        string of 0 and 1; or a ``LabelledSegmentation``, a ``Hierarchy`` or ``Spans``. Items and coders keep the order
        in which they first appear.
    texts
        The units of an item, as many as its codings cover; not every item needs them.
    groups
        The group of a coder, where a study has groups; not every coder needs one.
    metadata
        Anything else worth keeping, such as where the data come from. Equality does not look at it.
    kind
        What objects of pyannote, spaCy and mir_eval are read as; by default spans, or segments where they cover all.

    Attributes
    ----------
    codings : Codings
        All codings, a ``SegmentationArray`` where they are boundaries.
    item_names, coder_names : tuple
        Items and coders, in order of first appearance.
    item_index, coder_index : array
        For each row of ``codings`` the number of its item and of its coder.
    item_starts : array
        Where the rows of each item begin; one more than there are items.
    texts, groups, metadata : mapping
        As given.

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
    >>> corpus["poem"]["ben"].positions, corpus.lengths["song"], corpus.kind
    ((5,), 8, 'boundaries')
    >>> from seamark import Spans
    >>> Corpus({"talk": {"ann": Spans([(2, 8, "A")], length=20), "ben": Spans([], length=20)}})
    <Corpus of 1 item and 2 coders: 2 codings of spans, 20 units per item>
    """

    codings: Codings
    item_names: tuple[str, ...]
    coder_names: tuple[str, ...]
    item_index: Int64Array
    coder_index: Int64Array
    item_starts: Int64Array
    texts: Mapping[str, tuple[str, ...]]
    groups: Mapping[str, Hashable]
    metadata: Mapping[str, object]
    #: The number of each name.
    _item_numbers: Mapping[str, int]
    _coder_numbers: Mapping[str, int]

    def __init__(
        self,
        codings: Mapping[str, Mapping[str, CodingLike]],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
        kind: Kind | None = None,
    ) -> None:
        if not isinstance(codings, Mapping):
            raise InputError(f"codings are a {type(codings).__name__}; expected item -> coder -> segmentation")
        items: list[str] = []
        coders: list[str] = []
        rows: list[CodingLike] = []
        for item, by_coder in codings.items():
            if not isinstance(by_coder, Mapping):
                raise InputError(f"item {shown(item)} is a {type(by_coder).__name__}; expected coder -> segmentation")
            if not by_coder:
                raise InputError(f"item {shown(item)} has no codings; expected at least one")
            items += [item] * len(by_coder)
            coders += by_coder.keys()
            rows += codings_of_objects([*by_coder.values()], () if kind is None else (kind,))
        made = Corpus.from_columns(items, coders, rows, texts=texts, groups=groups, metadata=metadata)
        vars(self).update(vars(made))

    @property
    def read_as(self) -> dict[str, object]:
        """What a signature says about how the corpus was read: the digest of ``reading.toml``, or nothing."""
        return {name: value for name, value in self.metadata.items() if name == "reading"}

    @property
    def digest(self) -> str:
        """A number for what was coded, by whom and how: the same whatever file it was read from, in whatever order.

        Examples
        --------
        >>> one, other = Corpus({"a": {"x": [2, 3]}, "b": {"x": [5]}}), Corpus({"b": {"x": [5]}, "a": {"x": [2, 3]}})
        >>> one.digest == other.digest != Corpus({"a": {"x": [3, 2]}, "b": {"x": [5]}}).digest
        True
        """
        items, coders = self.item_index.tolist(), self.coder_index.tolist()
        names = [(self.item_names[item], self.coder_names[coder]) for item, coder in zip(items, coders, strict=True)]
        order = sorted(range(len(names)), key=names.__getitem__)
        rows = self.codings.take(np.array(order, dtype=np.int64))
        told = [self.kind, [names[row] for row in order], list(map(repr, rows.names))]
        found = hashlib.sha256(json.dumps(told).encode("ascii"))
        for column in (rows.lengths, rows.offsets, rows.starts, rows.ends, rows.codes, rows.level):
            if column is not None:
                found.update(np.ascontiguousarray(column).tobytes())
        return found.hexdigest()[:32]

    def in_content_order(self) -> Corpus:
        """The same codings with items and coders in an order that follows from what was coded.

        Whatever is summed or drawn in this order depends neither on the order of rows nor, but for items and coders
        that are alike in everything, on names.

        Examples
        --------
        >>> one, other = {"a": {"x": [2, 3]}, "b": {"x": [5]}}, {"b": {"y": [5]}, "c": {"y": [2, 3]}}
        >>> [codings.item_names for codings in (Corpus(one).in_content_order(), Corpus(other).in_content_order())]
        [('b', 'a'), ('b', 'c')]
        """
        keys = self._content_keys()
        item_order = _order_of(self.item_names, self.item_index, keys)
        item_place = np.argsort(item_order)
        placed = list(zip(item_place[self.item_index].tolist(), keys, strict=True))
        coder_order = _order_of(self.coder_names, self.coder_index, placed)
        item, coder = item_place[self.item_index], np.argsort(coder_order)[self.coder_index]
        rows = np.lexsort((coder, item))
        ordered = object.__new__(Corpus)
        ordered._assign(
            self.codings.take(rows),
            {self.item_names[old]: new for new, old in enumerate(item_order)},
            {self.coder_names[old]: new for new, old in enumerate(coder_order)},
            item[rows],
            coder[rows],
        )
        vars(ordered).update({name: getattr(self, name) for name in ("texts", "groups", "metadata")})
        return ordered

    def _content_keys(self) -> list[tuple[int, bytes]]:
        """What identifies a coding: its length and its marks."""
        codings = self.codings
        columns = (codings.starts, codings.ends, codings.codes, codings.level)
        table = np.column_stack([column for column in columns if column is not None]).astype(">i8")
        edges = codings.offsets.tolist()
        lengths = codings.lengths.tolist()
        return [(n, table[a:b].tobytes()) for n, a, b in zip(lengths, edges[:-1], edges[1:], strict=True)]

    @classmethod
    def from_columns(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: CodingsLike,
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Corpus:
        """From three columns: row ``i`` says that ``coders[i]`` gave ``items[i]`` the coding ``codings[i]``.

        Rows may be in any order.

        Examples
        --------
        >>> corpus = Corpus.from_columns(["poem", "poem"], ["ann", "ben"], [[2, 3, 5], [5, 5]])
        >>> corpus["poem"]["ben"].masses
        (5, 5)
        """
        expected = "a list of names"
        items, coders = list(items_of(items, "items", expected)), list(items_of(coders, "coders", expected))
        if not items:
            raise InputError("the corpus is empty; expected at least one item with one coding")
        made = codings if isinstance(codings, Codings) else list(items_of(codings, "codings", SEVERAL))
        if not len(items) == len(coders) == len(made):
            raise InputError(
                f"{len(items)} items, {len(coders)} coders and {len(made)} codings; expected columns of one length"
            )
        made = Codings.of(made, place=lambda row: f"item {shown(items[row])}, coder {shown(coders[row])}")
        item_numbers, item = _numbered(items, "item")
        coder_numbers, coder = _numbered(coders, "coder")
        order = np.lexsort((coder, item))
        if np.any(order[1:] < order[:-1]):
            item, coder, made = item[order], coder[order], made.take(order)
        self = object.__new__(cls)
        self._assign(made, item_numbers, coder_numbers, item, coder)
        self._require_one_coding_of_one_length()
        # Only texts need the mapping of lengths, which is large for many items.
        units = {} if texts is None else mapping_of(texts, "texts", "a mapping from item to its units")
        said = {} if metadata is None else mapping_of(metadata, "metadata", "a mapping from a name to anything")
        vars(self).update(
            texts=FrozenMapping(_checked_texts(units, self.lengths) if units else {}),
            groups=FrozenMapping({} if groups is None else _checked_groups(groups, coder_numbers)),
            metadata=FrozenMapping(dict(said)),
        )
        return self

    @classmethod
    def from_frame(cls, frame: object) -> Corpus:
        """From a data frame with the columns of ``to_pandas``, or of a Parquet file, with a row for every coding.

        Of a table of one coder the column ``coder`` may be missing. ``load(frame, columns=...)`` reads frames whose
        columns have other names, or that have a row for every unit.

        Parameters
        ----------
        frame
            A data frame of pandas or polars, an Arrow table, or anything else with the Arrow interface. Items and
            coders are names or whole numbers.

        Raises
        ------
        InputError
            When a column is missing, or a row cannot be used.

        Examples
        --------
        >>> import pandas
        >>> frame = pandas.DataFrame({"item": ["poem"], "coder": ["ann"], "masses": [[2, 1]]})
        >>> Corpus.from_frame(frame)["poem"]["ann"].masses
        (2, 1)
        """
        return cls.from_columns(*columns_of_frame(frame))

    def _assign(
        self,
        codings: Codings,
        item_numbers: dict[str, int],
        coder_numbers: dict[str, int],
        item: Int64Array,
        coder: Int64Array,
    ) -> None:
        """Set the columns, which are ordered by item and coder."""
        starts = np.searchsorted(item, np.arange(len(item_numbers) + 1))
        for column in (item, coder, starts):
            column.flags.writeable = False
        vars(self).update(
            codings=codings,
            item_names=tuple(item_numbers),
            coder_names=tuple(coder_numbers),
            item_index=item,
            coder_index=coder,
            item_starts=starts,
            _item_numbers=item_numbers,
            _coder_numbers=coder_numbers,
        )

    def _require_one_coding_of_one_length(self) -> None:
        same = (np.diff(self.item_index) == 0) & (np.diff(self.coder_index) == 0)
        lengths, first = self.codings.lengths, self.item_starts[self.item_index]
        other = lengths != lengths[first]
        if same.any():
            (item, *_), (coder, *_) = self._names([int(same.argmax())])
            raise InputError(f"item {shown(item)}: coder {shown(coder)} occurs twice; expected one coding")
        if other.any():
            row = int(other.argmax())
            (item, _), coders = self._names([row, int(first[row])])
            raise MassMismatchError(
                f"item {shown(item)}: coder {shown(coders[0])} covers {lengths[row]} units, "
                f"coder {shown(coders[1])} covers {lengths[first[row]]}"
            )

    # ----------------------------------------------------------------------------------------------------- contents

    @property
    def kind(self) -> Kind:
        """What a coding is: ``"boundaries"``, ``"labels"``, ``"levels"`` or ``"spans"``."""
        return self.codings.kind

    @property
    def lengths(self) -> Mapping[str, int]:
        """The number of units of each item."""
        lengths = self.codings.lengths[self.item_starts[:-1]].tolist()
        return FrozenMapping(dict(zip(self.item_names, lengths, strict=True)))

    @property
    def types(self) -> tuple[Hashable, ...]:
        """The boundary types, labels or categories of the study, none when nobody used one.

        A subset keeps those of the whole.
        """
        return self.codings.names

    def __getitem__(self, item: str) -> Mapping[str, Any]:
        rows = range(*self.item_starts[self._item_numbers[item] :][:2].tolist())
        return FrozenMapping(dict(zip(self._names(rows)[1], map(self.codings.__getitem__, rows), strict=True)))

    def __contains__(self, item: object) -> bool:
        return item in self._item_numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._item_numbers)

    def __len__(self) -> int:
        return len(self._item_numbers)

    def by_coder(self, coder: str) -> Mapping[str, Any]:
        """The codings of one coder, by item.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}})
        >>> list(corpus.by_coder("ben"))
        ['poem', 'song']
        """
        rows = np.flatnonzero(self.coder_index == number_of(coder, self._coder_numbers, "coder"))
        codings = map(self.codings.__getitem__, rows.tolist())
        return FrozenMapping(dict(zip(self._names(rows)[0], codings, strict=True)))

    def by_group(self) -> Mapping[Hashable, Corpus]:
        """The part of each group of coders, in order of first appearance; coders without a group are under ``None``.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}}, groups={"ann": "students", "ben": "teachers"})
        >>> {group: part.coder_names for group, part in corpus.by_group().items()}
        {'students': ('ann',), 'teachers': ('ben',)}
        """
        members: dict[Hashable, list[str]] = {}
        for coder in self.coder_names:
            members.setdefault(self.groups.get(coder), []).append(coder)
        return FrozenMapping({group: self.subset(coders=coders) for group, coders in members.items()})

    def _names(self, rows: Iterable[int]) -> tuple[list[str], list[str]]:
        """The items and the coders of some rows."""
        picked = np.fromiter(rows, dtype=np.int64)
        items, coders = self.item_index[picked].tolist(), self.coder_index[picked].tolist()
        return [self.item_names[number] for number in items], [self.coder_names[number] for number in coders]

    # -------------------------------------------------------------------------------------------------------- parts

    def subset(self, *, items: Collection[str] | None = None, coders: Collection[str] | None = None) -> Corpus:
        """The codings of these items by these coders; what is not named is all of it.

        Items and coders without a coding left are gone from the result. Boundary types, labels and categories stay
        those of the whole.

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
        return self._part(self._of(items, "item") & self._of(coders, "coder"))

    def drop(self, *, items: Collection[str] = (), coders: Collection[str] = ()) -> Corpus:
        """The corpus without these items and without these coders.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}})
        >>> corpus.drop(items=["song"]).item_names
        ('poem',)
        """
        return self._part(~(self._of(items, "item") | self._of(coders, "coder")))

    def _of(self, names: Collection[str] | None, kind: Literal["item", "coder"]) -> npt.NDArray[np.bool_]:
        """Which rows are of any of these items, or of any of these coders; None means all."""
        numbers = self._item_numbers if kind == "item" else self._coder_numbers
        marks = np.full(len(numbers), names is None)
        for name in () if names is None else items_of(names, f"{kind}s", "a list of names"):
            marks[number_of(name, numbers, kind)] = True
        return marks[self.item_index if kind == "item" else self.coder_index]

    def _part(self, keep: npt.NDArray[np.bool_]) -> Corpus:
        rows = np.flatnonzero(keep)
        items, coders = self._names(rows)
        return Corpus.from_columns(
            items,
            coders,
            self.codings.take(rows),
            texts=_only(self.texts, set(items)),
            groups=_only(self.groups, set(coders)),
            metadata=self.metadata,
        )

    def with_codings(self, codings: CodingsLike) -> Corpus:
        """The same items and coders with other codings, row by row; texts stay where the length of the item does.

        Examples
        --------
        >>> corpus = Corpus({"poem": {"ann": [2, 3]}}, texts={"poem": list("abcde")})
        >>> corpus.with_codings([[1, 4]])["poem"]["ann"].masses
        (1, 4)
        """
        items, coders = self._names(np.arange(len(self.codings)))
        made = Corpus.from_columns(items, coders, codings, groups=self.groups, metadata=self.metadata)
        known = {item: units for item, units in self.texts.items() if len(units) == made.lengths[item]}
        vars(made)["texts"] = FrozenMapping(known)
        return made

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
        items = dict.fromkeys((*self, *other))
        return Corpus(
            {item: _merged(self.get(item, {}), other.get(item, {}), f"item {shown(item)}: coder") for item in items},
            texts=_merged(self.texts, other.texts, "the text of item"),
            groups=_merged(self.groups, other.groups, "the group of coder"),
            metadata={**self.metadata, **other.metadata},
        )

    # -------------------------------------------------------------------------------------------------- data frames

    def to_pandas(self) -> pandas.DataFrame:
        """A row per boundary: item, coder, mass, position and, where there are several, type; needs pandas.

        Of labels, spans and levels, a row per segment or span: its start, and its label, end and category, or level.

        Examples
        --------
        >>> frame = Corpus({"poem": {"ann": [2, 3], "ben": [5]}}).to_pandas()
        >>> frame.columns.tolist(), len(frame)
        (['item', 'coder', 'mass', 'position'], 2)
        """
        return cast("pandas.DataFrame", frame_of("pandas", mark_rows(self)))

    def to_polars(self) -> polars.DataFrame:
        """The rows of ``to_pandas`` as a data frame of polars, which must be installed."""
        return cast("polars.DataFrame", frame_of("polars", mark_rows(self)))

    # --------------------------------------------------------------------------------------------------- value object

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Corpus):
            return NotImplemented
        same = self.texts == other.texts and self.groups == other.groups and self.lengths == other.lengths
        return same and all(self[item] == other[item] for item in self)

    __hash__ = None  # type: ignore[assignment]  # as its columns: large, and compared by content

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Corpus cannot be changed (tried to set {name!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        make = partial(
            Corpus.from_columns, texts=dict(self.texts), groups=dict(self.groups), metadata=dict(self.metadata)
        )
        return make, (*self._names(range(len(self.codings))), self.codings)

    def __repr__(self) -> str:
        items, coders, codings = len(self.item_names), len(self.coder_names), len(self.codings)
        missing = items * coders - codings
        low, high = int(self.codings.lengths.min()), int(self.codings.lengths.max())
        return (
            f"<Corpus of {counted(items, 'item')} and {counted(coders, 'coder')}: {counted(codings, 'coding')}"
            f"{'' if self.kind == 'boundaries' else f' of {self.kind}'}{f' ({missing:,} missing)' if missing else ''}, "
            f"{f'{low:,}' if low == high else f'{low:,} to {high:,}'} units per item>"
        )


#: What public functions accept as a corpus: the corpus, or item -> coder -> coding.
CorpusLike: TypeAlias = Corpus | Mapping[str, Mapping[str, CodingLike]]


def as_corpus(value: CorpusLike, kind: Kind = "boundaries") -> Corpus:
    """The corpus itself, or one made of a mapping item -> coder -> coding, or of a frame; its codings are of this kind.

    Examples
    --------
    >>> as_corpus({"poem": {"ann": [2, 3]}}, "spans")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: the corpus holds boundaries; expected spans
    """
    if not isinstance(value, Mapping) and is_frame(value):
        corpus = Corpus.from_frame(value)
    else:
        corpus = value if isinstance(value, Corpus) else Corpus(value, kind=kind)
    if corpus.kind != kind:
        raise InputError(f"the corpus holds {corpus.kind}; expected {kind}")
    return corpus


def corpus_of_items(items: Any, name: str) -> Corpus:
    """A corpus of items with one coding each, or several by coder; the name is used for a missing coder.

    Examples
    --------
    >>> corpus_of_items({"poem": [2, 3], "song": {"ann": [4, 4]}}, "reference").coder_names
    ('reference', 'ann')
    """
    if isinstance(items, Corpus):
        return items
    return Corpus({item: one if isinstance(one, Mapping) else {name: one} for item, one in items.items()})


def _order_of(names: Sequence[str], index: Int64Array, keys: Iterable[Any]) -> list[int]:
    """The numbers of names, in the order of all the keys of each; names decide only where these are the same."""
    known: list[list[Any]] = [[] for _ in names]
    for number, key in zip(index.tolist(), keys, strict=True):
        known[number].append(key)
    return sorted(range(len(names)), key=lambda number: (sorted(known[number]), names[number]))


def _numbered(names: Sequence[str], kind: str) -> tuple[dict[str, int], Int64Array]:
    """The number of each name, in order of first appearance, and the numbers of all."""
    numbers: dict[str, int] = {}
    for name in names:
        if not isinstance(name, str) or name not in numbers:
            if not isinstance(name, str) or not name or not is_text(name):
                raise InputError(
                    f"{kind} name is {shown(name)}; expected a string that is not empty, of whole characters"
                )
            numbers[name] = len(numbers)
    return numbers, np.fromiter(map(numbers.__getitem__, names), dtype=np.int64, count=len(names))


def number_of(name: str, numbers: Mapping[str, int], kind: str) -> int:
    """The number of a name, or an error that proposes another."""
    if not isinstance(name, str) or name not in numbers:
        raise InputError(f"no {kind} is called {shown(name)}; {hint(name, numbers)}")
    return numbers[name]


def _checked_texts(texts: Mapping[str, Sequence[str]], lengths: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The texts, each with as many units as the codings of its item."""
    checked: dict[str, tuple[str, ...]] = {}
    for item, given in texts.items():
        if item not in lengths:
            raise InputError(f"there is a text for item {shown(item)}, but no coding of it")
        units = tuple(items_of(given, f"item {shown(item)}: units of the text", "a list of strings, one per unit"))
        for place, unit in enumerate(units):
            if not isinstance(unit, str) or not is_text(unit):
                what = f"item {shown(item)}: unit {place} of the text is {shown(unit)}"
                raise InputError(f"{what}; expected a string of whole characters")
        if len(units) != lengths[item]:
            raise InputError(f"item {shown(item)}: the text has {len(units)} units, the codings cover {lengths[item]}")
        checked[item] = units
    return checked


def _checked_groups(groups: Mapping[str, Hashable], coders: Collection[str]) -> dict[str, Hashable]:
    """The groups, each of a coder who coded something."""
    named = dict(mapping_of(groups, "groups", "a mapping from coder to group"))
    for coder, group in named.items():
        if coder not in coders:
            raise InputError(f"there is a group for coder {shown(coder)}, who coded nothing")
        if not is_name(group):
            raise InputError(f"the group of coder {shown(coder)} is {shown(group)}; expected a name or a number")
    return named


def _merged(mine: Mapping[str, _Value], theirs: Mapping[str, _Value], what: str) -> dict[str, _Value]:
    """What either says, when the two do not contradict each other."""
    for name in mine.keys() & theirs.keys():
        if mine[name] != theirs[name]:
            values = f"{shown(mine[name])} and {shown(theirs[name])}"
            raise InputError(f"{what} {shown(name)} differs between the two corpora: {values}")
    return {**mine, **theirs}


def _only(mapping: Mapping[str, _Value], names: Collection[str]) -> dict[str, _Value]:
    return {name: value for name, value in mapping.items() if name in names}


def number_of_pairs(item: Int64Array) -> int:
    """How many pairs of codings there are, given the item of each."""
    codings = np.bincount(item)
    return int((codings * (codings - 1) // 2).sum())
