"""A mapping that nobody can change: what results hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class FrozenMapping(Mapping[_Key, _Value]):
    """A mapping with the entries of another one, read-only; unlike a ``mappingproxy`` it can be copied and pickled.

    Examples
    --------
    >>> FrozenMapping({"a": 1})
    {'a': 1}
    >>> from copy import deepcopy
    >>> deepcopy(FrozenMapping({"a": 1})) == {"a": 1}
    True
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[_Key, _Value]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: _Key) -> _Value:
        return self._entries[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return repr(self._entries)
