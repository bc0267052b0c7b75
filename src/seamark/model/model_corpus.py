"""What corpora of labels, spans and levels have in common: made of codings by item and coder, or of columns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeVar

from seamark.checks import items_of, mapping_of, shown
from seamark.errors import InputError
from seamark.model.coded_items import CodedItems
from seamark.model.coding_table import Codings

_Array = TypeVar("_Array", bound=Codings)
_One = TypeVar("_One")


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
