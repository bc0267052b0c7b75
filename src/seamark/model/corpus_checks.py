"""What must fit together in a corpus: codings, texts and groups."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from seamark.checks import is_text, items_of, mapping_of, shown
from seamark.errors import InputError
from seamark.model.array import SegmentationArray, as_array
from seamark.model.checks import is_hashable
from seamark.model.segmentation import Segmentation, SegmentationLike

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
