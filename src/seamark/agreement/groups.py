"""Groups of coders who coded the same items: what is left out of a study, one by one, to see how far it varies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from seamark.kernels.columns import FloatArray, Int64Array

#: What is left out one by one; a whole group takes its items along.
LeftOut: TypeAlias = Literal["items", "coders", "groups"]


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Coders and items that are connected by codings; -1 for an item or coder that was never compared.

    Attributes
    ----------
    item, coder
        The group of each item and of each coder.
    number
        How many groups there are.

    Examples
    --------
    >>> found = Groups.of(np.array([0, 0, 2]), np.array([0, 0, 3]), np.array([1, 2, 4]), items=3, coders=5)
    >>> found.item.tolist(), found.coder.tolist(), found.number
    ([0, -1, 1], [0, 0, 0, 1, 1], 2)
    """

    item: Int64Array
    coder: Int64Array
    number: int

    @classmethod
    def of(cls, item: Int64Array, first: Int64Array, second: Int64Array, *, items: int, coders: int) -> Groups:
        """From the item and the two coders of every comparison."""
        root = np.arange(coders)
        while (root[first] != root[second]).any():
            lower = np.minimum(root[first], root[second])
            for column in (first, second):
                np.minimum.at(root, root[column], lower)
            # Everybody points at the lowest coder known to be in the group: as many steps as the logarithm of a chain.
            while (root[root] != root).any():
                root = root[root]
        met = np.zeros(coders, dtype=bool)
        met[first] = met[second] = True
        names, group = np.unique(root[met], return_inverse=True)
        of_coder, of_item = np.full(coders, -1), np.full(items, -1)
        of_coder[met] = group
        of_item[item] = of_coder[first]
        return cls(of_item, of_coder, len(names))

    def of_units(self, left_out: LeftOut) -> Int64Array:
        """The group of each of what is left out."""
        if left_out == "groups":
            return np.arange(self.number)
        return self.item if left_out == "items" else self.coder

    def smallest(self, left_out: LeftOut) -> int:
        """The size of the smallest group, in items or coders."""
        of_units = self.of_units(left_out)
        return int(np.bincount(of_units[of_units >= 0], minlength=self.number).min())


def keeping_weight(
    sums: FloatArray, number: FloatArray, own: FloatArray, own_number: FloatArray, group: Int64Array
) -> FloatArray:
    """The sum of all groups when one of what they hold is left out, and its group still counts as before.

    ``sums`` and ``number`` are of the rows of each group, ``own`` and ``own_number`` of each that is left out.
    """
    rest = number[group] - own_number
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = np.where(rest > 0, number[group] / rest, np.nan)[:, np.newaxis]
    total: FloatArray = sums.sum(axis=0) - sums[group] + scale * (sums[group] - own)
    return total
