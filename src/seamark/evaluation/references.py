"""References of systems: what every system is scored against, and its own codings beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.base.errors import InputError, MassMismatchError
from seamark.kernels.columns import Int64Array
from seamark.metrics.pairs import AnyCodings
from seamark.model.codings import Codings, SegmentationArray, kind_of
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation, SegmentationLike


@dataclass(frozen=True, slots=True, eq=False)
class References:
    """Every reference coding, item after item.

    Attributes
    ----------
    items
        The names of the items; none for a single segmentation.
    coders
        The names of the coders, in order of their first coding.
    item, coder
        The number of the item and of the coder of every coding; -1 for a coding without a coder's name.
    codings
        The codings.

    Examples
    --------
    >>> references = References.of({"ch1": {"an1": [2, 3], "an2": [5]}})
    >>> references.coders, references.beside({"ch1": [1, 4]}, "mine")[1].masses
    (('an1', 'an2'), (1, 4))
    """

    items: tuple[str, ...]
    coders: tuple[str, ...]
    item: Int64Array
    coder: Int64Array
    codings: Codings

    @classmethod
    def of(cls, reference: AnyCodings) -> References:
        """From one segmentation, one per item, or several per item."""
        if not isinstance(reference, Mapping):
            return cls((), (), np.zeros(1, dtype=np.int64), np.full(1, -1), Codings.of_one(reference))
        if not reference:
            raise InputError("the reference has no items; expected at least one")
        if isinstance(reference, Corpus) and _holds_what_is_used(reference):
            present, first, number = np.unique(reference.coder_index, return_index=True, return_inverse=True)
            order = np.argsort(first)
            coders = tuple(reference.coder_names[coder] for coder in present[order].tolist())
            return cls(reference.item_names, coders, reference.item_index, np.argsort(order)[number], reference.codings)
        named = [
            (item, coder, coding)
            for item, given in enumerate(reference.values())
            for coder, coding in (given if isinstance(given, Mapping) else {"": given}).items()
        ]
        coders = tuple(dict.fromkeys(coder for _, coder, _ in named if coder))
        number_of = {coder: number for number, coder in enumerate(coders)}
        return cls(
            tuple(reference),
            coders,
            np.array([item for item, _, _ in named], dtype=np.int64),
            np.array([number_of.get(coder, -1) for _, coder, _ in named], dtype=np.int64),
            _array_of([coding for _, _, coding in named]),
        )

    def beside(self, system: AnyCodings, name: str) -> Codings:
        """The segmentation by a system for the item of every reference, of which there is one.

        ``name`` stands for the system in messages.
        """
        if not self.items and not isinstance(system, Mapping):
            return Codings.of_one(system)
        if not self.items or not isinstance(system, Mapping):
            raise InputError("reference and hypotheses must both be single segmentations, or both be given per item")
        known = set(self.items)
        extra = next((item for item in system if item not in known), None)
        if extra is not None:
            raise InputError(f"{name} has item {extra!r}, which the reference does not have")
        mine = self._codings_of(system, name)
        different = np.flatnonzero(mine.lengths != self.codings.lengths)
        if different.size:
            row = int(different[0])
            raise MassMismatchError(
                f"{self._said(row)} covers {self.codings.lengths[row]} units, {name} covers {mine.lengths[row]}"
            )
        return mine

    def _codings_of(self, system: Mapping[str, Any], name: str) -> Codings:
        if isinstance(self.codings, SegmentationArray) and isinstance(system, Corpus):
            return codings_of_system(system, self.items, name).take(self.item)
        given = [_single(system, item, name) for item in self.items]
        kind = self.codings.kind
        for row, item in enumerate(self.item.tolist()):
            other = kind_of(given[item])
            if other != kind:
                raise InputError(f"{self._said(row)} has {kind}, {name} has {other}; expected one kind")
        if kind == "boundaries":
            return _boundaries_of(given).take(self.item)
        return Codings.of([given[item] for item in self.item.tolist()])

    def _said(self, row: int) -> str:
        """Whose coding of which item."""
        coder = int(self.coder[row])
        whose = "the reference" if coder < 0 else f"coder {self.coders[coder]!r}"
        return f"item {self.items[int(self.item[row])]!r}: {whose}"


def codings_of_system(system: Mapping[str, Any], items: Sequence[str], name: str) -> SegmentationArray:
    """The only coding by a system of each of these items."""
    if isinstance(system, Corpus) and _holds_what_is_used(system) and len(system.codings) == len(system):
        row_of = {item: row for row, item in enumerate(system.item_names)}
        missing = next((item for item in items if item not in row_of), None)
        if missing is None:
            return system.codings.boundaries().take([row_of[item] for item in items])
    return _boundaries_of([_single(system, item, name) for item in items])


def _holds_what_is_used(corpus: Corpus) -> bool:
    """Whether the codings of a corpus are as if they had been made by themselves: a part of a corpus keeps the types of
    the whole, and what counts here are those that occur.
    """
    return corpus.kind == "boundaries" and len(corpus.types) <= 1 and bool(corpus.codings.starts.size)


def _array_of(codings: list[Any]) -> Codings:
    others = any(kind_of(coding) != "boundaries" for coding in codings)
    return Codings.of(codings) if others else _boundaries_of(codings)


def _boundaries_of(codings: list[SegmentationLike]) -> SegmentationArray:
    try:
        return SegmentationArray.from_segmentations(codings)
    except InputError:
        # Said again without the number of the row, which is none that the caller knows.
        return SegmentationArray.from_segmentations([Segmentation.of(coding) for coding in codings])


def _single(system: Mapping[str, Any], item: str, name: str) -> Any:
    """The only coding of an item."""
    if item not in system:
        raise InputError(f"{name} has no item {item!r}")
    codings = system[item]
    if not isinstance(codings, Mapping):
        return codings
    if len(codings) != 1:
        raise InputError(f"{name} has {len(codings)} codings of item {item!r}; expected one")
    return next(iter(codings.values()))


def require_other_names(segmenters: Iterable[str], baselines: Iterable[str]) -> None:
    """Refuse a segmenter that has the name of a baseline."""
    clash = sorted({*segmenters} & {*baselines})
    if clash:
        raise InputError(f"segmenter {clash[0]!r} has the name of a baseline; rename it, or compare without baselines")
