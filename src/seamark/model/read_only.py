"""A mapping that cannot be changed but, unlike the one of the standard library, can be pickled and copied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class ReadOnlyMapping(Mapping[K, V]):
    """The items of a mapping, as they are when it is made.

    Examples
    --------
    >>> counts = ReadOnlyMapping({"windows": 4})
    >>> counts["windows"], counts == {"windows": 4}
    (4, True)
    >>> counts["windows"] = 5
    Traceback (most recent call last):
        ...
    TypeError: 'ReadOnlyMapping' object does not support item assignment
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, V]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadOnlyMapping, (self._items,)

    def __repr__(self) -> str:
        return f"ReadOnlyMapping({self._items!r})"
