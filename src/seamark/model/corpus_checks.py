"""What must fit together in a corpus: codings, texts and groups."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from seamark.errors import InputError
from seamark.model.array import SegmentationArray, as_array
from seamark.model.segmentation import Segmentation, SegmentationLike

_Value = TypeVar("_Value")


def array_of_codings(
    codings: Iterable[SegmentationLike], items: Sequence[str], coders: Sequence[str]
) -> SegmentationArray:
    """One array of all codings; a fault is reported with its item and coder instead of its row."""
    rows = list(codings)
    try:
        return as_array(rows)
    except InputError as error:
        for item, coder, row in zip(items, coders, rows, strict=False):
            try:
                Segmentation.of(row)
            except InputError as fault:
                raise InputError(f"item {item!r}, coder {coder!r}: {fault}") from None
        raise error


def checked_texts(texts: Mapping[str, Sequence[str]], masses: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The texts, each with as many units as the codings of its item."""
    for item, units in texts.items():
        if item not in masses:
            raise InputError(f"there is a text for item {item!r}, but no coding of it")
        if isinstance(units, str) or not all(isinstance(unit, str) for unit in units):
            raise InputError(f"item {item!r}: the text must be a list of strings, one per unit")
        if len(units) != masses[item]:
            raise InputError(f"item {item!r}: the text has {len(units)} units, the codings cover {masses[item]}")
    return {item: tuple(units) for item, units in texts.items()}


def checked_groups(groups: Mapping[str, Hashable], coders: Collection[str]) -> dict[str, Hashable]:
    """The groups, each of somebody who coded something."""
    unknown = set(groups).difference(coders)
    if unknown:
        raise InputError(f"there is a group for coder {min(unknown, key=str)!r}, who coded nothing")
    return dict(groups)


def merged(mine: Mapping[str, _Value], theirs: Mapping[str, _Value], what: str) -> dict[str, _Value]:
    """What either says, when the two do not contradict each other."""
    for name in mine.keys() & theirs.keys():
        if mine[name] != theirs[name]:
            raise InputError(f"{what} {name!r} differs between the two corpora: {mine[name]!r} and {theirs[name]!r}")
    return {**mine, **theirs}


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 item``, ``20 items``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
