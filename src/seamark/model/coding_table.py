"""The columns inside a corpus: one row per coding, sorted by item and within an item by coder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from seamark.checks import is_text, items_of, shown
from seamark.choices import did_you_mean
from seamark.errors import InputError, MassMismatchError
from seamark.kernels.columns import Int64Array

#: How many names a message lists.
_NAMES_SHOWN = 8


class Codings(Protocol):
    """Many codings as columns: what ``SegmentationArray`` and ``SpanArray`` have in common."""

    @property
    def masses(self) -> Int64Array:
        """The number of units that each coding covers."""
        ...

    def __len__(self) -> int: ...

    def __getitem__(self, row: int, /) -> Any: ...


_Codings = TypeVar("_Codings", bound=Codings)


class NameColumn(Sequence[str]):
    """A column of names in which every name stands once, in order of first appearance, beside its number in each row.

    Examples
    --------
    >>> list(NameColumn(["ann", "ben"], np.array([0, 1, 0])))
    ['ann', 'ben', 'ann']
    """

    __slots__ = ("distinct", "number_of", "numbers")

    def __init__(self, distinct: Sequence[str], numbers: Int64Array) -> None:
        self.distinct, self.numbers = distinct, numbers
        #: Shorter than ``distinct`` when a name stands twice there, which is for the caller to refuse.
        self.number_of = dict(zip(distinct, range(len(distinct)), strict=True))

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return NameColumn(self.distinct, self.numbers[row])
        return self.distinct[self.numbers[row]]

    def __iter__(self) -> Iterator[str]:
        return map(self.distinct.__getitem__, self.numbers.tolist())


@dataclass(frozen=True, slots=True, eq=False)
class CodingTable(Generic[_Codings]):
    """One row per coding: its item and coder, by number, and what the coder said."""

    #: The number of each name, in order of first appearance.
    items: Mapping[str, int]
    coders: Mapping[str, int]
    item_names: tuple[str, ...]
    coder_names: tuple[str, ...]
    item: Int64Array
    coder: Int64Array
    codings: _Codings
    #: Where each item's rows start; one more than there are items.
    starts: Int64Array

    @classmethod
    def of(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: _Codings,
        gather: Callable[[_Codings, Int64Array], _Codings],
    ) -> CodingTable[_Codings]:
        """From columns in any order; every coding stands once, and all codings of an item have one mass.

        ``gather`` picks codings by row number.
        """
        if not len(items) == len(coders) == len(codings):
            raise InputError(
                f"{len(items)} items, {len(coders)} coders and {len(codings)} codings; expected columns of one length"
            )
        if not items:
            raise InputError("the corpus is empty; expected at least one item with one coding")
        item_numbers, item = _numbered(items, "item")
        coder_numbers, coder = _numbered(coders, "coder")
        order = np.lexsort((coder, item))
        if np.any(order[1:] < order[:-1]):
            item, coder, codings = item[order], coder[order], gather(codings, order)
        starts = np.searchsorted(item, np.arange(len(item_numbers) + 1))
        for column in (item, coder, starts):
            column.flags.writeable = False
        table = cls(
            item_numbers, coder_numbers, tuple(item_numbers), tuple(coder_numbers), item, coder, codings, starts
        )
        table._require_one_coding_each()
        table._require_one_mass_per_item()
        return table

    def _require_one_coding_each(self) -> None:
        same = (np.diff(self.item) == 0) & (np.diff(self.coder) == 0)
        if same.any():
            item, coder = self.names([int(same.argmax())])
            raise InputError(f"item {shown(item[0])}: coder {shown(coder[0])} stands twice; expected one coding")

    def _require_one_mass_per_item(self) -> None:
        masses = self.codings.masses
        first = self.starts[self.item]
        other = masses != masses[first]
        if other.any():
            row = int(other.argmax())
            (item, _), coders = self.names([row, int(first[row])])
            raise MassMismatchError(
                f"item {shown(item)}: coder {shown(coders[0])} covers {masses[row]} units, "
                f"coder {shown(coders[1])} covers {masses[first[row]]}"
            )

    def names(self, rows: Iterable[int]) -> tuple[list[str], list[str]]:
        """The items and the coders of some rows."""
        picked = np.fromiter(rows, dtype=np.int64)
        items, coders = self.item[picked].tolist(), self.coder[picked].tolist()
        return [self.item_names[number] for number in items], [self.coder_names[number] for number in coders]

    def rows_of_item(self, item: str) -> range:
        """The rows of one item."""
        start, stop = self.starts[self.items[item] :][:2].tolist()
        return range(start, stop)

    def rows_of_coder(self, coder: str) -> Int64Array:
        """The rows of one coder."""
        return np.flatnonzero(self.coder == number_of(coder, self.coders, "coder"))

    def rows_of_items(self, items: Collection[str] | None) -> npt.NDArray[np.bool_]:
        """Which rows are of any of these items; None means all items."""
        return _marked(items, self.items, "item")[self.item]

    def rows_of_coders(self, coders: Collection[str] | None) -> npt.NDArray[np.bool_]:
        """Which rows are of any of these coders; None means all coders."""
        return _marked(coders, self.coders, "coder")[self.coder]


def _numbered(names: Sequence[str], kind: str) -> tuple[dict[str, int], Int64Array]:
    if isinstance(names, NameColumn):
        _require_names(names.distinct, kind)
        return names.number_of, names.numbers.astype(np.int64)
    try:
        distinct: Sequence[str] = list(dict.fromkeys(names))
    except TypeError:  # a name that is a list, say, for which there is a sentence
        distinct = names
    _require_names(distinct, kind)
    numbers = dict(zip(distinct, range(len(distinct)), strict=True))
    return numbers, np.fromiter(map(numbers.__getitem__, names), dtype=np.int64, count=len(names))


def _require_names(names: Sequence[str], kind: str) -> None:
    """Refuse what is no string, has nothing in it or cannot be written; the usual names are looked at as one."""
    if _all_names(names):
        return
    for name in names:
        if not isinstance(name, str) or not name:
            raise InputError(f"{kind} name is {shown(name)}; expected a string that is not empty")
        if not is_text(name):
            raise InputError(f"{kind} name is {shown(name)}; it holds half of a character, and cannot be written")


def _all_names(names: Sequence[str]) -> bool:
    try:
        return is_text("".join(names)) and all(names)
    except TypeError:
        return False


def number_of(name: str, numbers: Mapping[str, int], kind: str) -> int:
    """The number of a name, or an error that says which names there are."""
    if not isinstance(name, str) or name not in numbers:
        names = ", ".join(list(numbers)[:_NAMES_SHOWN]) + (", ..." if len(numbers) > _NAMES_SHOWN else "")
        nearest = did_you_mean(name, numbers)
        raise InputError(f"no {kind} is called {shown(name)}; {nearest}the corpus has {len(numbers)}: {names}")
    return numbers[name]


def _marked(chosen: Collection[str] | None, numbers: Mapping[str, int], kind: str) -> npt.NDArray[np.bool_]:
    if isinstance(chosen, str):
        raise InputError(f"{kind}s is the string {shown(chosen)}; expected a list of names, such as [{shown(chosen)}]")
    marks = np.full(len(numbers), chosen is None)
    for name in () if chosen is None else items_of(chosen, f"{kind}s", "a list of names"):
        marks[number_of(name, numbers, kind)] = True
    return marks
