"""Two measurements as one: of different items, or of the same items and further coders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from seamark.agreement.tally import summed_items
from seamark.checks import shown
from seamark.errors import InputError, MassMismatchError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import Int64Array
from seamark.model.array import SegmentationArray

if TYPE_CHECKING:
    from seamark.agreement.measurement import Measurement


def joined(one: Measurement, other: Measurement) -> Measurement:
    """The rows of both; items and coders are matched by name, and no coding may be in both."""
    _require_alike(one, other)
    if not (one.item_names and other.item_names):
        return _summed(one.over_items(), other.over_items())
    item_names, its_items = _joined_names(one.item_names, other.item_names)
    coder_names, its_coders = _joined_names(one.coder_names, other.coder_names)
    extent = (len(item_names), len(coder_names))
    lengths = np.concatenate((one.lengths, np.empty(extent[0] - one.items, dtype=np.int64)))
    lengths[its_items] = other.lengths
    _require_same_lengths(one, lengths[: one.items])
    both = replace(
        one,
        metric_options=_options(one, other),
        types=one.types or other.types,
        item_names=item_names,
        coder_names=coder_names,
        lengths=lengths,
        items=extent[0],
        pairs=(
            one.pairs.each.widened(*extent) + other.pairs.each.renumbered(its_items, its_coders, *extent)
        ).in_order(),
        rows=one.rows.widened(*extent) + other.rows.renumbered(its_items, its_coders, *extent),
        codings=None,
    )
    _require_one_coding_each(both)
    return both


def _summed(one: Measurement, other: Measurement) -> Measurement:
    """The sum of two measurements whose items were summed up."""
    coder_names, its_coders = _joined_names(one.coder_names, other.coder_names)
    extent = (one.pairs.items + other.pairs.items, len(coder_names))
    its_items = one.pairs.items + np.arange(other.pairs.items)
    pairs, rows = (
        (mine.widened(*extent) + its.renumbered(its_items, its_coders, *extent)).in_order()
        for mine, its in ((one.pairs.each, other.pairs.each), (one.rows, other.rows))
    )
    # Number 0 of each are the items of more codings than two.
    of_two = ~np.isin(np.arange(extent[0]), (0, one.pairs.items))
    pairs, rows = summed_items(pairs, rows, of_two)
    return replace(
        one,
        metric_options=_options(one, other),
        types=one.types or other.types,
        coder_names=coder_names,
        items=one.items + other.items,
        pairs=pairs,
        rows=rows,
    )


def _options(one: Measurement, other: Measurement) -> Mapping[str, object]:
    """Options in the signature; one that depends on the codings shows its rule where it is not the same for all."""
    if one.metric_options == other.metric_options:
        return one.metric_options
    nobody = SegmentationArray._unchecked(SegmentationArray.from_masses([]).columns, one.types or other.types)
    return FrozenMapping(one.metric.options(nobody, nobody))


def _require_alike(one: Measurement, other: Measurement) -> None:
    for what, mine, its in (
        ("metric", one.metric, other.metric),
        ("chance options", one.chance, other.chance),
        ("weights of items", one.item_weight, other.item_weight),
        # A part in which nobody placed a boundary knows of no type.
        ("boundary types", one.types or other.types, other.types or one.types),
    ):
        if mine != its:
            raise InputError(f"measurements with different {what} cannot be joined: {mine} and {its}")
    if one.rows.rows.shape[1] != other.rows.rows.shape[1]:
        raise InputError("a part without boundaries was measured for one type, and the other part has several")


def _require_same_lengths(one: Measurement, lengths: Int64Array) -> None:
    differing = np.flatnonzero(lengths != one.lengths)
    if differing.size:
        item = int(differing[0])
        raise MassMismatchError(
            f"item {shown(one.item_names[item])} covers {one.lengths[item]} units in one measurement, "
            f"and {lengths[item]} in the other"
        )


def _require_one_coding_each(both: Measurement) -> None:
    keys = np.sort(both.rows.item * both.coders + both.rows.coder[0])
    twice = np.flatnonzero(np.diff(keys) == 0)
    if twice.size:
        item, coder = divmod(int(keys[twice[0]]), both.coders)
        raise InputError(
            f"item {shown(both.item_names[item])}: the coding of {shown(both.coder_names[coder])} is in both "
            "measurements; expected it in one of them"
        )


def _joined_names(names: tuple[str, ...], others: tuple[str, ...]) -> tuple[tuple[str, ...], Int64Array]:
    """The names of both, each once, and the numbers that the others have among them."""
    if others[: len(names)] == names:
        return others, np.arange(len(others))
    numbers = {name: number for number, name in enumerate(names)}
    for name in others:
        numbers.setdefault(name, len(numbers))
    return tuple(numbers), np.fromiter((numbers[name] for name in others), dtype=np.int64, count=len(others))
